"""Webhooks through the API: which addresses are told of what, and what became of each message."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import Http404
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import StrictBoolean, text
from tournaments.api.versions import unchanged
from tournaments.models import Webhook, WebhookDelivery
from tournaments.services import webhooks
from tournaments.services.locks import locked_tournament
from tournaments.services.rules import Rule


def kinds(**kwargs: Any) -> serializers.ListField:
    return serializers.ListField(
        child=serializers.ChoiceField(choices=webhooks.KINDS),
        max_length=100,
        help_text="Acts, their first words with `.*`, or `*` for everything.",
        **kwargs,
    )


class WebhookIn(In):
    url = text(True, max_length=500)
    kinds = kinds()


class WebhookChangeIn(In):
    url = text(True, max_length=500)
    kinds = kinds()
    active = StrictBoolean()


class WebhookOut(serializers.ModelSerializer[Webhook]):
    kinds = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Webhook
        fields: tuple[str, ...] = ("id", "url", "kinds", "active", "created_at", "created_by")


class NewWebhookOut(WebhookOut):
    """``secret`` signs its messages; it is shown this once."""

    secret = serializers.SerializerMethodField()

    class Meta(WebhookOut.Meta):
        fields = (*WebhookOut.Meta.fields, "secret")

    def get_secret(self, webhook: Webhook) -> str:
        return webhooks.secret_of(webhook)


class Webhooks(ApiView):
    """The addresses that are told of the event's acts; or one more."""

    rule = Rule.ORGANISER
    keeps_answers = False

    @operation("webhooks", gives=WebhookOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        return Response(WebhookOut(self.event.webhooks.all(), many=True).data)

    @operation("add_webhook", takes=WebhookIn, gives=NewWebhookOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        made = webhooks.add_webhook(self.actor, self.event.pk, **read(WebhookIn, request))
        return Response(NewWebhookOut(made).data, status=201)


class WebhookDetail(ApiView):
    """One address."""

    rule = Rule.ORGANISER

    def shown(self) -> tuple[int, Any]:
        found = self.event.webhooks.filter(pk=self.kwargs["webhook"]).first()
        if found is None:
            raise Http404
        return self.event.revision, WebhookOut(found).data

    @operation("webhook", gives=WebhookOut)
    def get(self, request: Request, event: str, webhook: int) -> Response:
        return Response(self.shown()[1])

    @operation("change_webhook", takes=WebhookChangeIn, gives=WebhookOut, edits=True)
    def patch(self, request: Request, event: str, webhook: int) -> Response:
        """Change it; while it is not active it is told nothing, and what waits for it waits."""
        form = WebhookChangeIn(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        with unchanged(request, lambda: locked_tournament(self.event.pk), self.shown):
            made = webhooks.change_webhook(
                self.actor, self.event.pk, webhook, **form.validated_data
            )
        return Response(WebhookOut(made).data)

    @operation("remove_webhook", edits=True)
    def delete(self, request: Request, event: str, webhook: int) -> Response:
        with unchanged(request, lambda: locked_tournament(self.event.pk), self.shown):
            webhooks.remove_webhook(self.actor, self.event.pk, webhook)
        return Response(status=204)


class DeliveryOut(serializers.ModelSerializer[WebhookDelivery]):
    """``answered``: the status of the last answer; ``error``: what was wrong with the last try."""

    content = serializers.DictField()

    class Meta:
        model = WebhookDelivery
        fields = (
            *("id", "kind", "state", "attempts", "next_at", "answered", "error"),
            *("created_at", "done_at", "content"),
        )


class DeliveryFilter(django_filters.FilterSet):
    class Meta:
        model = WebhookDelivery
        fields = ("state", "kind")


class Deliveries(ApiView, ListAPIView[WebhookDelivery]):
    """The messages of one address, the newest first."""

    rule = Rule.ORGANISER
    serializer_class = DeliveryOut
    filter_backends = [DjangoFilterBackend]
    filterset_class = DeliveryFilter
    queryset = WebhookDelivery.objects.none()

    def get_queryset(self) -> QuerySet[WebhookDelivery]:
        if self.tournament is None:
            return WebhookDelivery.objects.none()
        hook = self.event.webhooks.filter(pk=self.kwargs["webhook"]).first()
        if hook is None:
            raise Http404
        return hook.deliveries.order_by("-created_at", "id")

    @operation("deliveries", gives=DeliveryOut(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class Ping(ApiView):
    """Send a message that tells of nothing, to try the address."""

    rule = Rule.ORGANISER

    @operation("ping_webhook", gives=DeliveryOut, status=202)
    def post(self, request: Request, event: str, webhook: int) -> Response:
        made = webhooks.ping(self.actor, self.event.pk, webhook)
        return Response(DeliveryOut(made).data, status=202)


class SendAgain(ApiView):
    """Try a message again that was given up."""

    rule = Rule.ORGANISER

    @operation("send_again", gives=DeliveryOut, status=202)
    def post(self, request: Request, event: str, webhook: int, delivery: Any) -> Response:
        made = webhooks.send_again(self.actor, self.event.pk, delivery, webhook)
        return Response(DeliveryOut(made).data, status=202)


class SentAgainOut(serializers.Serializer[Any]):
    messages = serializers.IntegerField()


class SendAllAgain(ApiView):
    """Try every message again that was given up, to all addresses that are still told."""

    rule = Rule.ORGANISER

    @operation("send_all_again", gives=SentAgainOut)
    def post(self, request: Request, event: str) -> Response:
        sent = webhooks.send_all_again(self.actor, self.event.pk)
        return Response(SentAgainOut({"messages": sent}).data)
