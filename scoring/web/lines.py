"""Records in, answers out: one JSON line each, in the order of the input."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from scoring.errors import Refusal, refuse
from scoring.rulesets import get_ruleset

Answer = dict[str, Any]


def settle_record(content: object) -> Answer:
    """Answer one record: its settlement (EVENTS §6), or ``error``, ``event``, ``message``."""
    record_id = content.get("id") if isinstance(content, Mapping) else None
    try:
        if not isinstance(content, Mapping):
            raise refuse("bad_record", "记录不是一个对象。", "The record is not an object.")
        try:
            ruleset = get_ruleset(str(content.get("ruleset")))
        except KeyError:
            name = content.get("ruleset")
            raise refuse(
                "bad_record", f"没有“{name}”这种玩法。", f"There is no ruleset “{name}”."
            ) from None
        return {"id": record_id, **ruleset.settle(content).to_json()}
    except Refusal as refusal:
        return {"id": record_id, **refusal_json(refusal)}


def refusal_json(refusal: Refusal) -> Answer:
    """Return a refusal in the form of the commands; the message is in both languages."""
    zh, en = refusal.message
    return {"error": refusal.code, "event": refusal.event, "message": f"{zh} / {en}"}


class Lines:
    """Answers the lines of a text; ``all_json`` says afterwards whether every line was JSON."""

    def __init__(self, answer: Callable[[object], Answer]) -> None:
        self.answer = answer
        self.all_json = True

    def __call__(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield one JSON line for every line that is not blank."""
        for line in lines:
            text = line.strip("\ufeff \t\r\n")
            if text:
                yield json.dumps(self._answer(text), ensure_ascii=False)

    def _answer(self, text: str) -> Answer:
        try:
            content = json.loads(text, parse_constant=_no_constant)
        except (ValueError, RecursionError):
            self.all_json = False
            wrong = refuse("bad_json", "这一行不是JSON。", "This line is not JSON.")
            return {"id": None, **refusal_json(wrong)}
        return self.answer(content)


def _no_constant(name: str) -> float:
    """NaN and the infinities are no JSON."""
    raise ValueError(name)
