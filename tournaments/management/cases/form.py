"""The form of cases: fields that check themselves, and all problems told in both languages."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from rest_framework import serializers

from scoring.errors import Problem, Refusal
from scoring.table_points import SCHEMES, TIES
from scoring.text import Text
from tournaments.standings import DEFAULT_ORDER
from tournaments.standings.facts import STATUSES

LARGEST = 10**8


class FractionField(serializers.Field):
    """An exact number: an integer or a text such as ``7/4``."""

    default_error_messages = {"invalid": _("Not a whole number or a fraction such as 7/4.")}

    def to_internal_value(self, data: object) -> Fraction:
        if isinstance(data, bool) or not isinstance(data, int | str) or len(str(data)) > 40:
            self.fail("invalid")
        try:
            return Fraction(data)
        except (ValueError, ZeroDivisionError):
            self.fail("invalid")


def whole(least: int = -LARGEST, most: int = LARGEST, **more: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=least, max_value=most, **more)


def name() -> serializers.CharField:
    return serializers.CharField(max_length=200, trim_whitespace=False)


class Config(serializers.Serializer[Any]):
    scheme = serializers.ChoiceField([*SCHEMES], default="mcr_4210")
    scheme_points = serializers.ListField(child=whole(), min_length=4, max_length=4, required=False)
    tie = serializers.ChoiceField(TIES, default="split")
    order = serializers.ListField(child=serializers.CharField(), default=[*DEFAULT_ORDER])
    withdrawn = serializers.CharField(default="keep")
    sub_consumes_place = serializers.BooleanField(default=True)
    best_n = whole(1, required=False, allow_null=True)
    team_best_k = whole(1, required=False, allow_null=True)
    bye_table_points = FractionField(required=False)
    bye_game_points = whole(default=0)
    forfeit_game_points = whole(required=False)
    base_points = whole(0, default=500)
    base_payment = whole(0, 1000, default=8)


class Scores(serializers.Serializer[Any]):
    scores = serializers.ListField(child=whole(), min_length=2, max_length=4)


class HandPenalty(serializers.Serializer[Any]):
    offender = whole(0, 3)
    mode = serializers.ChoiceField(["pay_each", "pay_to", "deduct", "none"])
    points = whole(0)
    to = whole(0, 3, required=False)


class Hand(serializers.Serializer[Any]):
    result = serializers.ChoiceField(["self_draw", "discard", "draw", "timeout"])
    winner = whole(0, 3, required=False, allow_null=True)
    discarder = whole(0, 3, required=False, allow_null=True)
    fan = whole(0, required=False, allow_null=True)
    void = serializers.BooleanField(default=False)
    penalties = HandPenalty(many=True, default=list)


class HandInput(serializers.Serializer[Any]):
    hand = Hand()


class SessionPenalty(serializers.Serializer[Any]):
    player = name()
    points = whole(0)
    mode = serializers.ChoiceField(["pay_each", "pay_to", "deduct"], default="deduct")
    to = serializers.CharField(required=False)


class MatchInput(serializers.Serializer[Any]):
    players = serializers.ListField(child=name(), min_length=4, max_length=4)
    hands = Hand(many=True, default=list)
    session_penalties = SessionPenalty(many=True, default=list)


class PenaltyEvent(serializers.Serializer[Any]):
    type = serializers.CharField()
    minutes = whole(0, required=False)
    nth_in_hand = whole(1, required=False)


class PenaltyInput(serializers.Serializer[Any]):
    event = PenaltyEvent()


class SeatInput(serializers.Serializer[Any]):
    hand = whole(1, 16)


class TableResults(serializers.Serializer[Any]):
    table = whole(0, required=False)
    results = serializers.DictField(child=whole())


class Session(serializers.Serializer[Any]):
    session = whole(0, required=False)
    tables = TableResults(many=True, default=list)
    forfeits = serializers.ListField(child=name(), default=list)
    byes = serializers.ListField(child=name(), default=list)


class Totals(serializers.Serializer[Any]):
    table_points = FractionField(default=Fraction(0))
    game_points = whole(default=0)


class Adjustment(Totals):
    player = name()


class TeamAdjustment(Totals):
    team = name()


class StandingsInput(serializers.Serializer[Any]):
    sessions = Session(many=True, default=list)
    status = serializers.DictField(child=serializers.ChoiceField(STATUSES), default=dict)
    adjustments = Adjustment(many=True, default=list)
    carry_in = serializers.DictField(child=Totals(), default=dict)
    lots = serializers.DictField(child=whole(), default=dict)
    tiers = serializers.ListField(child=serializers.ListField(child=name()), default=list)
    teams = serializers.DictField(child=serializers.ListField(child=name()), default=dict)
    team_adjustments = TeamAdjustment(many=True, default=list)


class CarryInput(serializers.Serializer[Any]):
    mode = serializers.CharField()
    fraction = FractionField(default=Fraction(1))
    round_gp = serializers.CharField(default="half_away")
    round_tp = serializers.CharField(default=None, allow_null=True)
    stage_totals = serializers.DictField(child=Totals())


def read(form: type[serializers.Serializer[Any]], content: Mapping[str, Any]) -> dict[str, Any]:
    """Return the checked content; raise `Refusal` with every problem."""
    found = []
    for language in ("zh-hans", "en"):
        with override(language):
            reader = form(data=content)
            if reader.is_valid():
                return dict(reader.validated_data)
            found.append(list(_flat(reader.errors)))
    raise Refusal(
        Problem("bad_record", Text(f"{path}：{zh}", f"{path}: {en}"), field=path)
        for (path, zh), (_same, en) in zip(*found, strict=True)
    )


def _flat(errors: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield (dotted path, words) for every leaf of DRF's errors."""
    if isinstance(errors, Mapping):
        for key, value in errors.items():
            yield from _flat(value, f"{path}.{key}" if path else str(key))
    elif isinstance(errors, list):
        for index, value in enumerate(errors):
            deeper = isinstance(value, Mapping | list)
            yield from _flat(value, f"{path}.{index}" if deeper else path)
    else:
        yield path, str(errors)
