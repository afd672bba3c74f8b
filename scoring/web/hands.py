"""Guobiao hands in, their fans out: the content of `manage.py score`."""

from collections.abc import Mapping
from typing import Any

from scoring.errors import Refusal, refuse
from scoring.rulesets.guobiao.answers import count_answer, read_hand, reading_answer
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.options import PROFILE
from scoring.rulesets.guobiao.quick.count import counter_for
from scoring.rulesets.guobiao.quick.shape import shape_of
from scoring.web.lines import Answer, known_id, refusal_json

# A hand worth less without its flowers may not be declared (guobiao.md §4).
MINIMUM = 8


def score_hand(
    content: object,
    profile: str = PROFILE.default,
    options: Mapping[str, Any] | None = None,
    *,
    reasons: bool = False,
) -> Answer:
    """Answer one hand (`hand_line`): ``fans`` as [name, points each, times], ``total`` with flowers
    and ``fan`` without, the ``reading`` of the tiles, ``below_minimum`` where it may not be
    declared; or ``error`` and ``message``.

    ``profile`` holds for hands that name none, ``options`` where a hand has none of its own.
    ``reasons`` adds what does not count, and why (`answers.count_answer`).
    """
    try:
        if not isinstance(content, Mapping):
            raise refuse("bad_record", "这一行不是一手牌。", "The line is not a hand.")
        hand, chosen = read_hand(_with_options(content, options or {}), profile)
        return {"id": known_id(content), **_answer(hand, chosen, reasons=reasons)}
    except Refusal as refusal:
        return {"id": known_id(content), **refusal_json(refusal)}


def _with_options(content: Mapping[str, Any], options: Mapping[str, Any]) -> Mapping[str, Any]:
    own = content.get("options")
    if not options or not (own is None or isinstance(own, Mapping)):
        return content
    return {**content, "options": {**options, **(own or {})}}


def _answer(hand: GbHand, options: Mapping[str, Any], *, reasons: bool) -> Answer:
    answer = count_answer(hand, options, reasons=reasons)
    if "reading" not in answer:
        count = counter_for(options).of_hand(hand)
        if count is not None:
            answer["reading"] = reading_answer(shape_of(hand, count))
    if answer["fan"] < MINIMUM:
        answer["below_minimum"] = True
    return answer
