"""Seat plans as JSON: a request answered by a plan, a plan by its figures."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from rest_framework import serializers

from scoring.errors import Problem, Refusal
from scoring.text import Text
from scoring.web.lines import Answer, refusal_json
from tournaments.management.cases import form
from tournaments.seating import METHODS, SeatingError, plan, quality

WINDS = "ESWN"
Value = TypeVar("Value")


def _numbers(**more: Any) -> serializers.ListField:
    return serializers.ListField(child=form.whole(1), **more)


def _schedule(**more: Any) -> serializers.ListField:
    table = serializers.ListField(child=form.whole(0), min_length=2, max_length=4)
    return serializers.ListField(child=serializers.ListField(child=table), **more)


class PlanForm(serializers.Serializer[Any]):
    players = form.whole(1)
    rounds = form.whole(1)
    teams = serializers.ListField(child=_numbers(min_length=1), default=list)
    clubs = serializers.ListField(child=_numbers(min_length=1), default=list)
    apart = serializers.ListField(child=_numbers(min_length=2, max_length=2), default=list)
    byes = serializers.BooleanField(default=False)
    seed = form.whole(0, default=0)
    method = serializers.ChoiceField(METHODS, default="auto")
    played = _schedule(default=list)
    byes_had = serializers.DictField(child=form.whole(0), default=dict)
    fixed_tables = serializers.DictField(child=form.whole(1), default=dict)
    fixed_winds = serializers.DictField(child=serializers.ChoiceField(WINDS), default=dict)
    late = serializers.DictField(child=form.whole(1), default=dict)
    teams_may_meet = serializers.BooleanField(default=False)
    seconds = serializers.FloatField(min_value=0, default=None, allow_null=True)


class QualityForm(serializers.Serializer[Any]):
    schedule = _schedule()
    teams = serializers.ListField(child=_numbers(min_length=1), default=list)
    clubs = serializers.ListField(child=_numbers(min_length=1), default=list)


def answer_plan(content: object) -> Answer:
    """Answer a request for a plan. Players who do not fill whole tables are filled up with house
    players, unless ``byes`` is true."""
    id_ = content.get("id") if isinstance(content, Mapping) else None
    try:
        asked = form.read(PlanForm, _mapping(content))
        drawn = plan(
            players=asked["players"],
            rounds=asked["rounds"],
            teams=asked["teams"],
            clubs=asked["clubs"],
            apart=[(p, q) for p, q in asked["apart"]],
            byes=asked["byes"],
            substitutes=not asked["byes"],
            seed=asked["seed"],
            method=asked["method"],
            played=asked["played"],
            byes_had=_by_number(asked["byes_had"], "byes_had"),
            fixed_tables=_by_number(asked["fixed_tables"], "fixed_tables"),
            fixed_winds={
                number: WINDS.index(wind)
                for number, wind in _by_number(asked["fixed_winds"], "fixed_winds").items()
            },
            late=_by_number(asked["late"], "late"),
            strict_teams=not asked["teams_may_meet"],
            seconds=asked["seconds"],
        )
    except Refusal as refusal:
        return {"id": id_, **refusal_json(refusal)}
    except SeatingError as error:
        refused = Refusal(Problem("not_allowed", reason) for reason in error.reasons)
        return {"id": id_, **refusal_json(refused)}
    answer = {
        "id": id_,
        "rounds": drawn.rounds,
        "quality": drawn.quality,
        "method": drawn.method,
        "seed": asked["seed"],
        "reasons": [f"{reason.zh} / {reason.en}" for reason in drawn.reasons],
    }
    if asked["byes"]:
        answer["byes"] = drawn.byes or [()] * len(drawn.rounds)
    elif drawn.substitutes:
        answer["substitutes"] = drawn.substitutes
    if drawn.cut_short:
        answer["cut_short"] = True
    return answer


def answer_quality(content: object) -> Answer:
    """Answer a plan (``schedule`` or ``rounds``: tables in the order E S W N) with its figures."""
    id_ = content.get("id") if isinstance(content, Mapping) else None
    try:
        return {"id": id_, "quality": figures_of(_mapping(content))}
    except Refusal as refusal:
        return {"id": id_, **refusal_json(refusal)}


def figures_of(content: Mapping[str, Any]) -> Answer:
    """Return the figures of a plan; raise `Refusal` naming everybody seated twice in a round."""
    given = dict(content)
    given.setdefault("schedule", given.get("rounds"))
    read = form.read(QualityForm, given)
    problems = []
    for number, tables in enumerate(read["schedule"], 1):
        counts = Counter(player for table in tables for player in table if player)
        problems += [
            Problem(
                "bad_seat",
                Text(
                    f"第{number}轮{player}号坐了{count}个座位。",
                    f"Round {number}: number {player} has {count} seats.",
                ),
                field="schedule",
            )
            for player, count in counts.items()
            if count > 1
        ]
    if problems:
        raise Refusal(problems)
    return dict(quality(read["schedule"], read["teams"] or None, read["clubs"] or None))


def _mapping(content: object) -> Mapping[str, Any]:
    if isinstance(content, Mapping):
        return content
    raise Refusal([Problem("bad_record", Text("这不是一个对象。", "This is not an object."))])


def _by_number(given: Mapping[str, Value], field: str) -> dict[int, Value]:
    """JSON has texts for keys: turn them into player numbers."""
    wrong: Sequence[str] = [key for key in given if not key.isdecimal()]
    if wrong:
        raise Refusal(
            Problem("bad_record", Text(f"{field}：{key}", f"{field}: {key}"), field=field)
            for key in wrong
        )
    return {int(key): value for key, value in given.items()}
