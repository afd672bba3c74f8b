"""Guobiao hands in, their fans out: the content of `manage.py score`."""

from collections.abc import Mapping

from scoring.errors import Refusal, refuse
from scoring.rulesets.guobiao.answers import answer_hand
from scoring.rulesets.guobiao.options import PROFILE
from scoring.web.lines import Answer, refusal_json


def score_hand(content: object, profile: str = PROFILE.default, *, reasons: bool = False) -> Answer:
    """Answer one hand (`answers.answer_hand`), or ``error`` and ``message``.

    ``profile`` holds for hands that name none. ``reasons`` adds what does not count, and why.
    """
    hand_id = content.get("id") if isinstance(content, Mapping) else None
    try:
        if not isinstance(content, Mapping):
            raise refuse("bad_record", "这一行不是一手牌。", "The line is not a hand.")
        return {"id": hand_id, **answer_hand(content, profile, reasons=reasons)}
    except Refusal as refusal:
        return {"id": hand_id, **refusal_json(refusal)}
