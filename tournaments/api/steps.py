"""The steps of a table through the API: what was done there, taking the newest back; and totals
that were called, beside what the tiles come to."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import In
from tournaments.api.doc import operation, read
from tournaments.api.fields import StrictBoolean, whole
from tournaments.api.forms import DealIn, TextField
from tournaments.api.tables import TableView
from tournaments.services.claimed_totals import MOST as LARGEST
from tournaments.services.claimed_totals import compare_totals
from tournaments.services.log import actor_name
from tournaments.services.rules import Rule
from tournaments.services.steps import Step, steps_of, to_bring_again
from tournaments.services.take_back import MOST, take_back


class StepOut(serializers.Serializer[Step]):
    """``state``: ``live`` (it can be taken back, after all that is newer), ``gone`` (it was),
    ``back`` (it took another back), ``beside`` (it has its own way back), ``fixed`` (neither it
    nor anything older can be taken back here)."""

    id = serializers.UUIDField(source="group")
    at = serializers.DateTimeField()
    actor = serializers.SerializerMethodField()
    act = serializers.CharField()
    state = serializers.CharField()
    takes_back = serializers.UUIDField(allow_null=True)
    number = serializers.IntegerField(help_text="The hand; 0: an act on the table.")
    reason = serializers.CharField(source="entry.reason")

    def get_actor(self, step: Step) -> str:
        return actor_name(step.entry)


class StepsOut(serializers.Serializer[Any]):
    """The newest first. ``again``: the step to take back in order to have again what was taken
    back last."""

    steps = StepOut(many=True)
    again = serializers.UUIDField(allow_null=True)


class TakeBackIn(In):
    groups = serializers.ListField(
        child=serializers.UUIDField(),
        min_length=1,
        max_length=MOST,
        help_text="The ids of the newest steps that can be taken back, as they were seen.",
    )
    client_key = serializers.CharField(
        min_length=8, max_length=64, help_text="Made once for the act."
    )
    ask = StrictBoolean(required=False, default=False, help_text="Only say what it would come to.")


class OutcomeOut(serializers.Serializer[Any]):
    hands = serializers.IntegerField()
    totals = serializers.ListField(child=serializers.IntegerField(), help_text="By chair.")
    status = serializers.CharField()


class Steps(TableView):
    """What was done at a table."""

    rule = Rule.RECORDER
    keeps_answers = False

    @operation("steps", gives=StepsOut)
    def get(self, request: Request, event: str, round: int, table: int) -> Response:
        found = steps_of(self.at_table)
        again = to_bring_again(found)
        content = {"steps": found, "again": None if again is None else again.group}
        return Response(StepsOut(content).data)

    @operation("take_back", takes=TakeBackIn, gives=OutcomeOut)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        """Take the newest steps back, each by an act of its own; the same key does it once."""
        asked = read(TakeBackIn, request)
        outcome = take_back(
            self.actor,
            self.at_table.pk,
            [str(group) for group in asked["groups"]],
            client_key=asked["client_key"],
            only_ask=asked["ask"],
        )
        return Response(OutcomeOut(outcome).data)


class ClaimIn(In):
    event = whole(0, LARGEST, help_text="Index among the events.")
    seat = whole(0, LARGEST)
    fan = whole(0, LARGEST)


class ClaimsIn(DealIn):
    claims = ClaimIn(many=True, max_length=4)  # type: ignore[call-arg]  # of the list
    number = forms.a_count(required=False, allow_null=True, help_text="An earlier hand.")
    winds = serializers.ListField(
        child=whole(0, 3),
        max_length=4,
        required=False,
        help_text="The wind of each chair, as the form showed them.",
    )


class ComparedOut(serializers.Serializer[Any]):
    """Both totals without flowers; ``words``: what to say of it, the likeliest first."""

    seat = serializers.IntegerField()
    claimed = serializers.IntegerField()
    counted = serializers.IntegerField()
    words = serializers.ListField(child=TextField())


class Claims(TableView):
    """Totals that were called, beside what the tiles or the ticked fans come to; nothing is
    saved."""

    rule = Rule.RECORDER
    keeps_answers = False

    @operation("compare_totals", takes=ClaimsIn, gives=ComparedOut(many=True))
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = read(ClaimsIn, request)
        found = compare_totals(
            self.actor, self.at_table.pk, asked.pop("events"), asked.pop("claims"), **asked
        )
        return Response(ComparedOut(found, many=True).data)
