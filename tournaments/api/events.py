"""Events through the API: list, set up, settings, roles, what needs a hand, the document of all."""

from typing import Any, ClassVar

import django_filters
from django.http import Http404
from django.utils.translation import gettext as _
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In, StrictParser
from tournaments.api.doc import operation, read
from tournaments.api.fields import UnitsIn, flag, text, whole
from tournaments.api.versions import tag_of, unchanged
from tournaments.models import Membership, Tournament
from tournaments.services import event_document, event_import, events, my_tables, practice
from tournaments.services.desk import Need, desk_of, recompute_standings
from tournaments.services.rules import Rule


class SettingsIn(In, serializers.ModelSerializer[Tournament]):
    """Settings of an event, by the names under which it is shown. ``options``: those of the rules
    that are not at their standard. What hands are worth cannot change once one is recorded."""

    options = serializers.DictField(source="ruleset_options", required=False)
    order_keys = serializers.ListField(child=text(True, max_length=30), max_length=20)
    bye_points = UnitsIn(allow_null=True, help_text="Null: the mean of a table.")
    planned_rounds = whole(0, 60)
    minutes = whole(1, 600)
    break_minutes = whole(0, 120)
    warn_minutes = whole(0, 120)
    appeal_minutes = whole(0, 1440)
    base_points = whole(0, 100_000)
    forfeit_game_points = whole(-100_000, 100_000)
    bye_game_points = whole(-100_000, 100_000)
    best_n = whole(1, 60, allow_null=True)
    team_best_k = whole(1, 60, allow_null=True)
    standings_public = flag()
    practice = flag()
    confirmed_only = flag()
    sub_consumes_place = flag(default=True)

    class Meta:
        model = Tournament
        fields: ClassVar[list[str]] = [
            *("name", "practice", "kind", "status", "venue", "starts_on", "scheme", "tie"),
            *("order_keys", "time_end", "minutes", "planned_rounds", "standings_public"),
            *("release", "base_points", "forfeit_game_points", "bye_points", "bye_game_points"),
            *("withdrawn", "sub_consumes_place", "best_n", "team_best_k", "confirmed_only"),
            *("confirmation", "break_minutes", "warn_minutes", "appeal_minutes", "breaches"),
            *("options", "seat_change", "reopening", "reseating"),
        ]

    def validate(self, attrs: Any) -> Any:
        """The warning comes before the end that it warns of (as on the page of settings)."""
        event = self.context.get("event")
        minutes = attrs.get("minutes", event.minutes if event else 120)
        warning = attrs.get("warn_minutes", event.warn_minutes if event else 0)
        if {"minutes", "warn_minutes"} & set(attrs) and warning >= minutes:
            words = _("The warning comes before the time is up.")
            raise serializers.ValidationError({"warn_minutes": words})
        return attrs


class TournamentIn(SettingsIn):
    """A new event. What is left out has its usual value."""

    club = text(True, max_length=120, help_text="Its name; a new one is made.")
    ruleset = text(True, max_length=40)
    slug = serializers.SlugField(
        required=False, max_length=60, help_text="The address; made of the name when left out."
    )

    class Meta(SettingsIn.Meta):
        fields: ClassVar[list[str]] = [*SettingsIn.Meta.fields, "club", "ruleset", "slug"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.required = name in ("name", "club", "ruleset")
            if not field.required:
                field.default = serializers.empty


class TournamentFilter(django_filters.FilterSet):
    name = django_filters.CharFilter(lookup_expr="icontains", max_length=120)
    since = django_filters.DateFilter(field_name="starts_on", lookup_expr="gte")
    until = django_filters.DateFilter(field_name="starts_on", lookup_expr="lte")

    class Meta:
        model = Tournament
        fields = ("status", "kind", "ruleset", "practice")


class Tournaments(ApiView, ListAPIView[Tournament]):
    """All events, the newest first; or a new one, whose organiser is who sets it up."""

    rule = Rule.PUBLIC
    write_rule = Rule.CREATOR
    queryset = Tournament.objects.select_related("club").order_by("-starts_on", "-id")
    serializer_class = forms.TournamentOut
    filter_backends = [DjangoFilterBackend]
    filterset_class = TournamentFilter

    @operation("tournaments", gives=forms.TournamentOut(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @operation("create_tournament", takes=TournamentIn, gives=forms.TournamentOut, status=201)
    def post(self, request: Request) -> Response:
        asked = read(TournamentIn, request)
        made = events.create_tournament(
            self.actor,
            club_name=asked.pop("club"),
            options=asked.pop("ruleset_options", None),
            **asked,
        )
        return Response(forms.TournamentOut(made).data, status=201)


def settings_in(content: Any) -> Any:
    """Return what of an event an editor of its settings has seen: not how many acts there were."""
    return {name: value for name, value in content.items() if name != "revision"}


class TournamentDetail(ApiView):
    """One event and its settings."""

    rule = Rule.PUBLIC
    write_rule = Rule.ORGANISER

    def shown(self) -> tuple[int, Any]:
        event = Tournament.objects.select_related("club").get(pk=self.event.pk)
        return event.revision, forms.TournamentOut(event).data

    @operation("tournament", gives=forms.TournamentOut)
    def get(self, request: Request, event: str) -> Response:
        revision, content = self.shown()
        return Response(content, headers={"ETag": tag_of(revision, settings_in(content))})

    @operation("change_tournament", takes=SettingsIn, gives=forms.TournamentOut, edits=True)
    def patch(self, request: Request, event: str) -> Response:
        """Change settings; those that are left out stay."""
        form = SettingsIn(data=request.data, partial=True, context={"event": self.event})
        form.is_valid(raise_exception=True)

        def lock() -> Tournament:
            return events.locked_for(self.event.pk, form.validated_data)

        with unchanged(request, lock, self.shown, settings_in):
            events.change_tournament(self.actor, self.event.pk, **form.validated_data)
        return Response(self.shown()[1])

    @operation("delete_practice")
    def delete(self, request: Request, event: str) -> Response:
        """Delete a practice event for good; no other can be deleted."""
        practice.delete_practice(self.actor, self.event.pk)
        return Response(status=204)


class RoleOut(serializers.ModelSerializer[Membership]):
    username = serializers.CharField(source="user.username")

    class Meta:
        model = Membership
        fields = ("username", "role")


class MyRoleOut(serializers.ModelSerializer[Membership]):
    class Meta:
        model = Membership
        fields = ("role", "tables")


class RoleIn(In):
    username = text(True, max_length=150)
    role = serializers.ChoiceField(choices=Membership.Role.choices)


class Roles(ApiView):
    """Who organises and who is a referee."""

    rule = Rule.ORGANISER

    @operation("roles", gives=RoleOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        found = self.event.memberships.select_related("user").order_by("role", "user__username")
        return Response(RoleOut(found, many=True).data)

    @operation("give_role", takes=RoleIn, gives=RoleOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        """Give a role; a second one takes the place of the first."""
        made = events.give_role(self.actor, self.event.pk, **read(RoleIn, request))
        return Response(RoleOut(made).data, status=201)


class MyTablesIn(In):
    tables = text(True, max_length=60, allow_blank=True, help_text="Such as 1-8,12; empty: all.")


class MyTables(ApiView):
    """Which tables of the event I look after as a referee."""

    rule = Rule.REFEREE

    @operation("look_after", takes=MyTablesIn, gives=MyRoleOut)
    def put(self, request: Request, event: str) -> Response:
        mine = my_tables.look_after(self.actor, self.event.pk, read(MyTablesIn, request)["tables"])
        return Response(MyRoleOut(mine).data)


class RoleDetail(ApiView):
    """The role of one user."""

    rule = Rule.ORGANISER

    @operation("take_role")
    def delete(self, request: Request, event: str, username: str) -> Response:
        """Take it away; an event keeps one organiser."""
        found = self.event.memberships.filter(user__username=username[:150]).first()
        if found is None or "\0" in username:
            raise Http404
        events.take_role(self.actor, found.pk)
        return Response(status=204)


class NeedOut(serializers.Serializer[Need]):
    """Something that needs a hand; ``values`` are the figures of the sentence on the desk."""

    kind = serializers.CharField()
    round = serializers.IntegerField(source="round.number", default=None, allow_null=True)
    table = serializers.IntegerField(source="table.number", default=None, allow_null=True)
    values = serializers.DictField()


class DeskOut(serializers.Serializer[Any]):
    playing = serializers.IntegerField()
    next_round = serializers.IntegerField(source="next_number")
    needs = NeedOut(many=True)


class Desk(ApiView):
    """What needs a hand now, the most urgent first, as the organiser's first page has it."""

    rule = Rule.ORGANISER

    @operation("desk", gives=DeskOut)
    def get(self, request: Request, event: str) -> Response:
        return Response(DeskOut(desk_of(self.event)).data)


class Recompute(ApiView):
    """Compute the standings anew, as after every act."""

    rule = Rule.ORGANISER

    @operation("recompute", gives=forms.JobOut, status=202)
    def post(self, request: Request, event: str) -> Response:
        job = recompute_standings(self.actor, self.event.pk)
        return Response(forms.JobOut(job).data, status=202)


class DocumentParser(StrictParser):
    """Room for an event of many hands."""

    longest = event_import.MAX_BYTES


class ImportIn(In):
    document = serializers.DictField(help_text="As docs/event-document.md tells.")
    slug = serializers.SlugField(required=False, max_length=60, default="")
    rescore = flag(help_text="Settle hands by the rules of today where they differ.")


class ImportTournament(ApiView):
    """Make an event of a document that `GET …/document/` gave."""

    rule = Rule.CREATOR
    parser_classes = [DocumentParser]

    @operation("import_tournament", takes=ImportIn, gives=forms.TournamentOut, status=201)
    def post(self, request: Request) -> Response:
        asked = read(ImportIn, request)
        made = event_import.import_event(
            self.actor, asked["document"], slug=asked["slug"], rescore=asked["rescore"]
        )
        return Response(forms.TournamentOut(made).data, status=201)


class Document(ApiView):
    """The whole event as one document (docs/event-document.md)."""

    rule = Rule.ORGANISER

    @operation("document", gives=OpenApiTypes.OBJECT)
    def get(self, request: Request, event: str) -> Response:
        return Response(event_document.document_of(self.event))
