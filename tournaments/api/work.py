"""Jobs, the log and the money of an event through the API."""

from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import Http404
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView
from tournaments.api.doc import operation, read_query
from tournaments.api.fields import text
from tournaments.api.pages import Pages
from tournaments.models import Act, AuditEntry, Job
from tournaments.services import jobs, log, money, releases
from tournaments.services.rules import Rule


class JobFilter(django_filters.FilterSet):
    class Meta:
        model = Job
        fields = ("kind", "status")


class Jobs(ApiView, ListAPIView[Job]):
    """The long work of an event, the newest first."""

    rule = Rule.ORGANISER
    serializer_class = forms.JobOut
    filter_backends = [DjangoFilterBackend]
    filterset_class = JobFilter
    queryset = Job.objects.none()

    def get_queryset(self) -> QuerySet[Job]:
        found = Job.objects.none() if self.tournament is None else self.event.jobs.all()
        return found.order_by("-id")

    @operation("jobs", gives=forms.JobOut(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class JobView(ApiView):
    rule = Rule.ORGANISER

    def job(self) -> Job:
        found: Job | None = self.event.jobs.filter(pk=self.kwargs["job"]).first()
        if found is None:
            raise Http404
        return found


class JobDetail(JobView):
    """One job: how far it is, and what came out of it."""

    @operation("job", gives=forms.JobOut)
    def get(self, request: Request, event: str, job: int) -> Response:
        return Response(forms.JobOut(self.job()).data)


class CancelJob(JobView):
    """Stop a job: a waiting one at once, a running one at its next step."""

    @operation("cancel_job", gives=forms.JobOut)
    def post(self, request: Request, event: str, job: int) -> Response:
        return Response(forms.JobOut(jobs.cancel(self.actor, self.job().pk)).data)


class EnoughOfJob(JobView):
    """Let a job that improves something end with the best it has so far."""

    @operation("enough_of_job", gives=forms.JobOut)
    def post(self, request: Request, event: str, job: int) -> Response:
        return Response(forms.JobOut(jobs.enough(self.actor, self.job().pk)).data)


class TryJobAgain(JobView):
    """Try a job again that failed or was set aside."""

    @operation("try_job_again", gives=forms.JobOut)
    def post(self, request: Request, event: str, job: int) -> Response:
        return Response(forms.JobOut(jobs.retry(self.actor, self.job().pk)).data)


class LoggedOut(serializers.ModelSerializer[AuditEntry]):
    actor = serializers.SerializerMethodField()
    round = serializers.IntegerField(source="round_number", allow_null=True)
    table = serializers.IntegerField(source="table_number", allow_null=True)
    before = serializers.JSONField(allow_null=True)
    after = serializers.JSONField(allow_null=True)

    class Meta:
        model = AuditEntry
        fields = ("at", "actor", "act", "target", "round", "table", "before", "after", "reason")

    def get_actor(self, entry: AuditEntry) -> str:
        return log.actor_name(entry)


class LoggedActOut(serializers.Serializer[Any]):
    """One act: what it changed, together."""

    group = serializers.UUIDField(source="first.group")
    entries = LoggedOut(many=True)


class LogPageOut(serializers.Serializer[Any]):
    """A page of acts, as every page of a long list."""

    count = serializers.IntegerField()
    next = serializers.URLField(allow_null=True)
    previous = serializers.URLField(allow_null=True)
    results = LoggedActOut(many=True)


class LogQuery(serializers.Serializer[Any]):
    person = text(max_length=80)
    round = serializers.IntegerField(
        source="round_number", required=False, min_value=0, max_value=32_767
    )
    table = serializers.IntegerField(
        source="table_number", required=False, min_value=0, max_value=32_767
    )
    act = serializers.ChoiceField(choices=Act.choices, required=False, default="")


class Log(ApiView):
    """The log of an event, the newest act first."""

    rule = Rule.ORGANISER

    @operation(
        "log",
        gives=LogPageOut,
        query=[
            OpenApiParameter("person", str, description="Who did something, or a player."),
            OpenApiParameter("round", int),
            OpenApiParameter("table", int),
            OpenApiParameter("act", str, enum=Act.values),
            OpenApiParameter("limit", int),
            OpenApiParameter("offset", int),
        ],
    )
    def get(self, request: Request, event: str) -> Response:
        asked = read_query(LogQuery, request)
        pages = Pages()
        groups = log.groups(self.event, **asked)
        ids = pages.paginate_queryset(groups, request, view=self) or []
        acts = log.acts_of(self.event, list(ids))
        return pages.get_paginated_response(LoggedActOut(acts, many=True).data)


class BalanceOut(serializers.Serializer[Any]):
    """Points of the evening: ``kongs`` kong money, ``penalties`` those outside hands."""

    entry = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.shown_name")
    hands = serializers.IntegerField()
    kongs = serializers.IntegerField()
    penalties = serializers.IntegerField()
    total = serializers.IntegerField()
    tables = serializers.IntegerField()


class PaymentOut(serializers.Serializer[Any]):
    """``payer`` or ``receiver`` null: the house."""

    payer = serializers.IntegerField(source="payer.number", default=None, allow_null=True)
    receiver = serializers.IntegerField(source="receiver.number", default=None, allow_null=True)
    amount = serializers.IntegerField()


class EveningOut(serializers.Serializer[Any]):
    balances = BalanceOut(many=True)
    payments = PaymentOut(many=True)
    house = serializers.IntegerField()
    fewest = serializers.BooleanField(help_text="No shorter list of payments exists for certain.")
    open_tables = serializers.IntegerField()


class SettleUp(ApiView):
    """Who pays whom, so that the evening is clear."""

    rule = Rule.STANDINGS

    @operation("settle_up", gives=EveningOut)
    def get(self, request: Request, event: str) -> Response:
        releases.require_shown(self.actor, self.event)
        return Response(EveningOut(money.evening_of(self.event)).data)
