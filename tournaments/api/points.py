"""Points and absences outside the hands through the API: penalties, adjustments, forfeits. What is
taken back stays in the list, marked."""

from fractions import Fraction
from typing import Any

import django_filters
from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.table_points import UNIT
from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read, read_query
from tournaments.api.fields import Numbered, ReasonIn, UnitsIn, reason, text, whole
from tournaments.models import Adjustment, Forfeit, Penalty
from tournaments.services import absences, adjustments, escalation, penalties
from tournaments.services.errors import Problem
from tournaments.services.rules import Rule


class PenaltyIn(In):
    """``session`` ones count at the table of the round, ``overall`` ones in the whole event."""

    entry = whole(1)
    scope = serializers.ChoiceField(choices=Penalty.Scope.choices)
    mode = serializers.ChoiceField(choices=Penalty.Mode.choices)
    points = whole(0, penalties.MAX_POINTS)
    round = whole(1, 999, required=False, allow_null=True, default=None)
    beneficiary = whole(
        1, required=False, allow_null=True, default=None, help_text="Who is paid (`pay_to`)."
    )
    code = text(max_length=40, help_text="A breach of the event's catalogue.")
    reason = reason()


class PenaltyOut(serializers.ModelSerializer[Penalty]):
    entry = serializers.IntegerField(source="entry.number")
    round = serializers.IntegerField(source="round_number", allow_null=True)
    beneficiary = serializers.IntegerField(
        source="beneficiary.number", default=None, allow_null=True
    )

    class Meta:
        model = Penalty
        fields = (
            *("id", "entry", "round", "scope", "mode", "points", "beneficiary", "code", "reason"),
            *("created_at", "cancelled_at", "cancel_reason"),
        )


class PointFilter(django_filters.FilterSet):
    entry = django_filters.NumberFilter("entry__number", min_value=1, max_value=99_999)
    cancelled = django_filters.BooleanFilter("cancelled_at", lookup_expr="isnull", exclude=True)


class PenaltyFilter(PointFilter):
    round = django_filters.NumberFilter("round_number", min_value=1, max_value=999)

    class Meta:
        model = Penalty
        fields = ("scope", "code")


class Penalties(ApiView, ListAPIView[Penalty]):
    """Every penalty outside a hand; or one more."""

    rule = Rule.REFEREE
    serializer_class = PenaltyOut
    filter_backends = [DjangoFilterBackend]
    filterset_class = PenaltyFilter
    queryset = Penalty.objects.none()

    def get_queryset(self) -> QuerySet[Penalty]:
        if self.tournament is None:
            return Penalty.objects.none()
        return self.event.penalties.select_related("entry", "beneficiary").order_by("id")

    @operation("penalties", gives=PenaltyOut(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @operation("give_penalty", takes=PenaltyIn, gives=PenaltyOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        asked = read(PenaltyIn, request)
        people = Numbered(self.event)
        entry = people.id(asked.pop("entry"), "entry")
        paid = asked.pop("beneficiary")
        beneficiary = None if paid is None else people.id(paid, "beneficiary")
        if asked["code"] and asked["code"] not in escalation.breaches_of(self.event):
            words = _("The event's catalogue has no such breach.")
            people.problems.append(Problem("code", words))
        people.check()
        made = penalties.give_penalty(
            self.actor,
            self.event.pk,
            entry_id=entry,
            beneficiary_id=beneficiary,
            round_number=asked.pop("round"),
            **asked,
        )
        return Response(PenaltyOut(made).data, status=201)


class CancelPenalty(ApiView):
    """Cancel a penalty: it stays visible and counts for nothing."""

    rule = Rule.REFEREE

    @operation("cancel_penalty", takes=ReasonIn, gives=PenaltyOut)
    def post(self, request: Request, event: str, penalty: int) -> Response:
        asked = read(ReasonIn, request)
        if not self.event.penalties.filter(pk=penalty).exists():
            raise Http404
        done = penalties.cancel_penalty(self.actor, penalty, asked["reason"])
        return Response(PenaltyOut(done).data)


class SuggestQuery(serializers.Serializer[Any]):
    entry = whole(1)
    code = text(True, max_length=40)

    def to_internal_value(self, data: Any) -> Any:
        number = str(data.get("entry", ""))
        small = number.isascii() and number.isdecimal() and len(number) < 7
        return super().to_internal_value({**data, "entry": int(number) if small else None})


class EarlierOut(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="round_number", allow_null=True)
    hand = serializers.IntegerField(source="hand_number", allow_null=True)
    points = serializers.IntegerField()


class SuggestionOut(serializers.Serializer[Any]):
    """What the catalogue proposes for this time of this person; the referee decides."""

    code = serializers.CharField()
    name = forms.TextField()
    number = serializers.IntegerField(help_text="Which time it is, from 1.")
    mode = serializers.CharField()
    points = serializers.IntegerField()
    earlier = EarlierOut(many=True)


class Suggest(ApiView):
    """What a breach costs this time."""

    rule = Rule.REFEREE

    @operation(
        "suggest_penalty",
        gives=SuggestionOut,
        query=[
            OpenApiParameter("entry", int, required=True),
            OpenApiParameter("code", str, required=True),
        ],
    )
    def get(self, request: Request, event: str) -> Response:
        asked = read_query(SuggestQuery, request)
        people = Numbered(self.event)
        entry = people.id(asked["entry"], "entry")
        found = escalation.proposal_for(self.event, entry, asked["code"]) if entry else None
        if entry and found is None:
            words = _("The event's catalogue has no such breach.")
            people.problems.append(Problem("code", words))
        people.check()
        if found is None:
            raise Http404
        content = {
            "code": asked["code"],
            "name": found.breach.name,
            "number": found.number,
            "mode": found.effect.mode,
            "points": found.effect.points,
            "earlier": found.earlier,
        }
        return Response(SuggestionOut(content).data)


class BreachOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = forms.TextField()


class Breaches(ApiView):
    """The catalogue of breaches of the event."""

    rule = Rule.PUBLIC

    @operation("breaches", gives=BreachOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        found = escalation.breaches_of(self.event)
        rows = [{"code": code, "name": breach.name} for code, breach in found.items()]
        return Response(BreachOut(rows, many=True).data)


class AdjustmentIn(In):
    """Of one entry or one team; below zero the points are taken."""

    entry = whole(1, required=False, allow_null=True, default=None)
    team = text(max_length=80, help_text="The name of a team.")
    table_points = UnitsIn(required=False, default=0)
    game_points = whole(
        -adjustments.MAX_GAME_POINTS, adjustments.MAX_GAME_POINTS, required=False, default=0
    )
    reason = reason()


class AdjustmentOut(serializers.ModelSerializer[Adjustment]):
    entry = serializers.IntegerField(source="entry.number", default=None, allow_null=True)
    team = serializers.CharField(source="team.name", default="")
    table_points = forms.UnitsField()

    class Meta:
        model = Adjustment
        fields = (
            *("id", "entry", "team", "table_points", "game_points", "reason"),
            *("created_at", "cancelled_at", "cancel_reason"),
        )


class AdjustmentFilter(PointFilter):
    class Meta:
        model = Adjustment
        fields: tuple[str, ...] = ()


class Adjustments(ApiView, ListAPIView[Adjustment]):
    """Points given or taken by the organiser, outside any table; or more of them."""

    rule = Rule.ORGANISER
    serializer_class = AdjustmentOut
    filter_backends = [DjangoFilterBackend]
    filterset_class = AdjustmentFilter
    queryset = Adjustment.objects.none()

    def get_queryset(self) -> QuerySet[Adjustment]:
        if self.tournament is None:
            return Adjustment.objects.none()
        return self.event.adjustments.select_related("entry", "team").order_by("id")

    @operation("adjustments", gives=AdjustmentOut(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @operation("give_adjustment", takes=AdjustmentIn, gives=AdjustmentOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        asked = read(AdjustmentIn, request)
        people = Numbered(self.event)
        entry = None if asked["entry"] is None else people.id(asked["entry"], "entry")
        team = self.event.teams.filter(name=asked["team"]).first() if asked["team"] else None
        if asked["team"] and team is None:
            people.problems.append(Problem("team", _("There is no such team in this event.")))
        people.check()
        made = adjustments.give_adjustment(
            self.actor,
            self.event.pk,
            entry_id=entry,
            team_id=team.pk if team else None,
            table_points=Fraction(asked["table_points"], UNIT),
            game_points=asked["game_points"],
            reason=asked["reason"],
        )
        return Response(AdjustmentOut(made).data, status=201)


class CancelAdjustment(ApiView):
    """Cancel an adjustment: it stays visible and counts for nothing."""

    rule = Rule.ORGANISER

    @operation("cancel_adjustment", takes=ReasonIn, gives=AdjustmentOut)
    def post(self, request: Request, event: str, adjustment: int) -> Response:
        asked = read(ReasonIn, request)
        if not self.event.adjustments.filter(pk=adjustment).exists():
            raise Http404
        done = adjustments.cancel_adjustment(self.actor, adjustment, asked["reason"])
        return Response(AdjustmentOut(done).data)


class ForfeitIn(In):
    round = whole(1, 999)
    entry = whole(1)
    reason = reason()


class ForfeitOut(serializers.ModelSerializer[Forfeit]):
    round = serializers.IntegerField(source="round.number")
    entry = serializers.IntegerField(source="entry.number")

    class Meta:
        model = Forfeit
        fields = ("id", "round", "entry", "reason")


class Forfeits(ApiView):
    """Who abandoned a round; or one more."""

    rule = Rule.REFEREE

    @operation("forfeits", gives=ForfeitOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        found = Forfeit.objects.filter(round__tournament=self.event)
        rows = found.select_related("round", "entry").order_by("round__number", "entry__number")
        return Response(ForfeitOut(rows, many=True).data)

    @operation("give_forfeit", takes=ForfeitIn, gives=ForfeitOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        """No table points in that round; giving it twice changes nothing."""
        asked = read(ForfeitIn, request)
        people = Numbered(self.event)
        entry = people.id(asked["entry"], "entry")
        round_ = self.event.rounds.filter(number=asked["round"]).first()
        if round_ is None:
            people.problems.append(Problem("round", _("There is no such round.")))
        people.check()
        made = absences.give_forfeit(self.actor, round_.pk if round_ else 0, entry, asked["reason"])
        return Response(ForfeitOut(made).data, status=201)


class TakeForfeitBack(ApiView):
    """Take a forfeit back: what was played counts again."""

    rule = Rule.REFEREE

    @operation("take_forfeit_back", takes=ReasonIn)
    def post(self, request: Request, event: str, forfeit: int) -> Response:
        asked = read(ReasonIn, request)
        if not Forfeit.objects.filter(pk=forfeit, round__tournament=self.event).exists():
            raise Http404
        absences.take_forfeit_back(self.actor, forfeit, asked["reason"])
        return Response(status=204)
