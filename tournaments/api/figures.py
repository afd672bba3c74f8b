"""What an event is remembered for, and what somebody needs in the last round, through the API."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView
from tournaments.api.doc import operation
from tournaments.api.fields import entry_of
from tournaments.api.standings import number_in
from tournaments.api.versions import tag_of
from tournaments.services import event_figures, releases
from tournaments.services.errors import Invalid, Problem
from tournaments.services.last_round import answer_for, before_last_round
from tournaments.services.rules import Rule
from tournaments.standings.game_figures import Highlights, Record, WonHand
from tournaments.standings.needs import Outcome

Numbers = Mapping[int, int]


class WonHandOut(serializers.Serializer[Any]):
    """``fan`` is null where the rules count in points alone."""

    entry = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    fan = serializers.IntegerField(allow_null=True)
    points = serializers.IntegerField()


class RecordOut(serializers.Serializer[Any]):
    """``round`` and ``table`` where the figure is of one table."""

    entry = serializers.IntegerField()
    value = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)


class BinOut(serializers.Serializer[Any]):
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    count = serializers.IntegerField()


class PairCountOut(serializers.Serializer[Any]):
    """For tiles that were dealt: ``one`` gave, ``other`` won."""

    one = serializers.IntegerField()
    other = serializers.IntegerField()
    times = serializers.IntegerField()


class PatternOut(serializers.Serializer[Any]):
    pattern = serializers.CharField()
    hands = serializers.IntegerField()


class HighlightsOut(serializers.Serializer[Any]):
    """Lists begin with the best. ``values``: hands won by what they were worth, in fan if
    ``in_fan``, else in points."""

    hands = serializers.IntegerField()
    drawn = serializers.IntegerField()
    best_hands = WonHandOut(many=True)
    best_games = RecordOut(many=True)
    most_wins = RecordOut(many=True)
    most_self_draws = RecordOut(many=True)
    longest_streaks = RecordOut(many=True)
    fewest_deal_ins = RecordOut(many=True)
    in_fan = serializers.BooleanField()
    values = BinOut(many=True)
    patterns = PatternOut(many=True)
    dealt = PairCountOut(many=True)
    met = PairCountOut(many=True)


class CountedOut(serializers.Serializer[Any]):
    """``fresh`` is false while newer acts wait to be counted; those of a large event are counted
    by a job, and null until the first is done."""

    fresh = serializers.BooleanField()
    computed_at = serializers.DateTimeField(allow_null=True)
    figures = HighlightsOut(allow_null=True)


LISTS = ("best_games", "most_wins", "most_self_draws", "longest_streaks", "fewest_deal_ins")


def _hand(hand: WonHand, numbers: Numbers) -> dict[str, Any]:
    round_no, table_no, number = hand.where
    return {
        "entry": numbers[hand.person],
        "round": round_no,
        "table": table_no,
        "number": number,
        "fan": hand.fan,
        "points": hand.points,
    }


def _record(record: Record, numbers: Numbers) -> dict[str, Any]:
    round_no, table_no = record.where or (None, None)
    entry = numbers[record.person]
    return {"entry": entry, "value": record.value, "round": round_no, "table": table_no}


def _pairs(counts: Mapping[tuple[int, int], int], numbers: Numbers) -> list[dict[str, int]]:
    return [
        {"one": numbers[one], "other": numbers[other], "times": times}
        for (one, other), times in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        if one in numbers and other in numbers
    ]


def told(figures: Highlights, numbers: Numbers) -> dict[str, Any]:
    """Return the highlights with people by their numbers; who is no more is left out."""
    lists = {
        name: [_record(r, numbers) for r in getattr(figures, name) if r.person in numbers]
        for name in LISTS
    }
    return {
        "hands": figures.hands,
        "drawn": figures.drawn,
        "best_hands": [_hand(h, numbers) for h in figures.best_hands if h.person in numbers],
        **lists,
        "in_fan": figures.in_fan,
        "values": figures.values,
        "patterns": [{"pattern": name, "hands": n} for name, n in figures.patterns],
        "dealt": _pairs(figures.dealt, numbers),
        "met": _pairs(figures.met, numbers),
    }


class HighlightsView(ApiView):
    """What the event is remembered for."""

    rule = Rule.STANDINGS

    @operation("highlights", gives=CountedOut)
    def get(self, request: Request, event: str) -> Response:
        releases.require_shown(self.actor, self.event)
        shown = event_figures.shown(self.event)
        numbers = dict(self.event.entries.values_list("pk", "number"))
        content = {
            "fresh": shown is not None and shown.fresh,
            "computed_at": shown and shown.computed_at,
            "figures": shown and told(shown.figures, numbers),
        }
        shown_now = CountedOut(content).data
        # Computed anew they are the same figures.
        tag = tag_of(self.event.revision, {**shown_now, "computed_at": ""})
        return Response(shown_now, headers={"ETag": tag})


class ResultOut(serializers.Serializer[Outcome]):
    """One own result of the last round: ``place`` at the table, shared by ``shared``. ``best`` and
    ``worst`` are the ranks that can come of it; ``sure_from`` the own score from which on the rank
    is certain, ``possible_from`` the least that leaves it open, where there is one."""

    place = serializers.IntegerField()
    shared = serializers.IntegerField()
    table_points = forms.UnitsField(source="points")
    best = serializers.IntegerField()
    worst = serializers.IntegerField()
    verdict = serializers.ChoiceField(choices=["guaranteed", "possible", "impossible"])
    sure_from = serializers.IntegerField(allow_null=True)
    possible_from = serializers.IntegerField(allow_null=True)


class NeedsOut(serializers.Serializer[Any]):
    """``why``: words where there is no answer, and then no outcomes. ``supposed``: the event does
    not say how many rounds it has, and this one is taken for the last; ``seats_known``: without
    them everybody meets three unknown people."""

    entry = serializers.IntegerField()
    round = serializers.IntegerField()
    supposed = serializers.BooleanField()
    seats_known = serializers.BooleanField()
    why = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)
    outcomes = ResultOut(many=True)


RANK = OpenApiParameter("rank", int, description="The rank asked for; left out: the own one.")


class Needs(ApiView):
    """Every own result of the last round, and what it means for a rank, whatever others do."""

    rule = Rule.STANDINGS

    @operation("needs", gives=NeedsOut, query=[RANK])
    def get(self, request: Request, event: str, number: int) -> Response:
        entry = entry_of(self.event, number)
        typed = request.query_params.get("rank")
        wanted = None if typed is None else number_in(typed)
        if typed is not None and not wanted:
            raise Invalid(problems=[Problem("rank", _("The rank is a whole number from 1."))])
        before = before_last_round(self.actor, self.event)
        answer = answer_for(entry, before, wanted)
        content = {
            "entry": number,
            "round": before.number,
            "supposed": before.supposed,
            "seats_known": before.seats_known,
            "why": str(before.why),
            "rank": answer and answer.rank,
            "outcomes": answer.outcomes if answer else (),
        }
        return Response(NeedsOut(content).data)
