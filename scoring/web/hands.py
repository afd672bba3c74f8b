"""Guobiao hands in, their fans out: the content of `manage.py score`."""

from collections.abc import Mapping
from typing import Any

from scoring.errors import Refusal, refuse
from scoring.options import resolve
from scoring.rulesets.guobiao.engine.explain import REASONS, explain
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.fans import BY_ID
from scoring.rulesets.guobiao.hand_line import parse_hand
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS
from scoring.rulesets.guobiao.quick.count import counter_for
from scoring.web.lines import Answer, refusal_json


def score_hand(content: object, profile: str = PROFILE.default, *, reasons: bool = False) -> Answer:
    """Answer one hand (`hand_line`): ``total`` with flowers, ``fan`` without, ``fans`` as
    [name, points each, times], or ``error`` and ``message``.

    ``profile`` holds for hands that name none. ``reasons`` adds ``not_counted``.
    """
    hand_id = content.get("id") if isinstance(content, Mapping) else None
    try:
        if not isinstance(content, Mapping):
            raise refuse("bad_record", "这一行不是一手牌。", "The line is not a hand.")
        options = _options(content, profile)
        hand = parse_hand(content)
        return {"id": hand_id, **_counted(hand, options, reasons)}
    except Refusal as refusal:
        return {"id": hand_id, **refusal_json(refusal)}


def _options(content: Mapping[str, Any], profile: str) -> Mapping[str, Any]:
    own = content.get("options", {})
    if not isinstance(own, Mapping):
        raise refuse("bad_option", "选项要写成对象。", "Options are an object.")
    named = content.get(PROFILE.id, profile)
    return resolve(PROFILE_OPTIONS, (PROFILE,), {PROFILE.id: named, **own})


def _counted(hand: GbHand, options: Mapping[str, Any], reasons: bool) -> Answer:
    count = counter_for(options).of_hand(hand)
    if count is None:
        raise refuse("not_a_win", "这些牌没有和。", "The tiles are no winning hand.")
    fans = [[BY_ID[fan].name.zh, points, times] for fan, points, times in count.fans]
    answer: Answer = {"total": count.total, "fan": count.fan, "fans": fans}
    if reasons:
        answer["not_counted"] = [
            [BY_ID[fan].name.zh, times, REASONS[reason][0].zh, f"{words.zh} / {words.en}"]
            for fan, times, reason, _by, words in explain(hand, options).not_counted
        ]
    return answer
