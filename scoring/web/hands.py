"""Guobiao hands in, their fans out: the content of `manage.py score`."""

from collections.abc import Mapping
from typing import Any

from scoring.errors import Refusal, refuse
from scoring.rulesets.guobiao.answers import count_answer, read_hand
from scoring.rulesets.guobiao.options import PROFILE
from scoring.web.lines import Answer, known_id, refusal_json


def score_hand(
    content: object,
    profile: str = PROFILE.default,
    options: Mapping[str, Any] | None = None,
    *,
    reasons: bool = False,
) -> Answer:
    """Answer one hand (`answers.answer_hand`), or ``error`` and ``message``.

    ``profile`` holds for hands that name none, ``options`` where a hand has none of its own.
    ``reasons`` adds what does not count, and why.
    """
    try:
        if not isinstance(content, Mapping):
            raise refuse("bad_record", "这一行不是一手牌。", "The line is not a hand.")
        hand, chosen = read_hand(_with_options(content, options or {}), profile)
        return {"id": known_id(content), **count_answer(hand, chosen, reasons=reasons)}
    except Refusal as refusal:
        return {"id": known_id(content), **refusal_json(refusal)}


def _with_options(content: Mapping[str, Any], options: Mapping[str, Any]) -> Mapping[str, Any]:
    own = content.get("options")
    if not options or not (own is None or isinstance(own, Mapping)):
        return content
    return {**content, "options": {**options, **(own or {})}}
