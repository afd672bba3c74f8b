"""Records in, answers out: one JSON line each, in the order of the input."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from scoring.errors import Refusal, refuse
from scoring.rulesets import get_ruleset

Answer = dict[str, Any]

# Of each language, so that a line of nonsense is not repeated at full length.
LONGEST_MESSAGE = 2000


def settle_record(content: object) -> Answer:
    """Answer one record: its settlement (EVENTS §6), or ``error``, ``event``, ``message``."""
    record_id = known_id(content)
    try:
        if not isinstance(content, Mapping):
            raise refuse("bad_record", "记录不是一个对象。", "The record is not an object.")
        name = content.get("ruleset")
        try:
            ruleset = get_ruleset(str(name))
        except KeyError:
            raise refuse(
                "bad_record", f"没有“{name}”这种玩法。", f"There is no ruleset “{name}”."
            ) from None
        return {"id": record_id, **ruleset.settle(content).to_json()}
    except Refusal as refusal:
        return {"id": record_id, **refusal_json(refusal)}


def known_id(content: object) -> Any:
    """Return the ``id`` to answer under: what the line gives, if it is a short plain value."""
    found = content.get("id") if isinstance(content, Mapping) else None
    if isinstance(found, str) and len(found) > LONGEST_MESSAGE:
        return None
    return found if isinstance(found, str | int | float) else None


def refusal_json(refusal: Refusal) -> Answer:
    """Return a refusal in the form of the commands; the message is in both languages."""
    zh, en = map(_shortened, refusal.message)
    return {"error": refusal.code, "event": refusal.event, "message": f"{zh} / {en}"}


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_MESSAGE else text[: LONGEST_MESSAGE - 1] + "…"


class Lines:
    """Answers the lines of a text; ``all_json`` says afterwards whether every line was JSON.

    Lines of more than ``longest`` characters are refused.
    """

    def __init__(self, answer: Callable[[object], Answer], longest: int | None = None) -> None:
        self.answer = answer
        self.longest = longest
        self.all_json = True

    def __call__(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield one JSON line for every line that is not blank."""
        for line in lines:
            text = line.strip("\ufeff \t\r\n")
            if text:
                yield json.dumps(self._answer(text), ensure_ascii=False)

    def _answer(self, text: str) -> Answer:
        try:
            content = json.loads(text, parse_constant=_no_constant, parse_float=_number)
        except (ValueError, RecursionError):
            self.all_json = False
            wrong = refuse("bad_json", "这一行不是JSON。", "This line is not JSON.")
            return {"id": None, **refusal_json(wrong)}
        if self.longest is not None and len(text) > self.longest:
            return _refused(content, "这一行太长。", "The line is too long.")
        try:
            return self.answer(content)
        except RecursionError:
            return _refused(content, "括号套得太深。", "The line is nested too deeply.")


def _refused(content: object, zh: str, en: str) -> Answer:
    return {"id": known_id(content), **refusal_json(refuse("bad_record", zh, en))}


def _no_constant(name: str) -> float:
    """NaN and the infinities are no JSON."""
    raise ValueError(name)


def _number(text: str) -> float:
    """A number so large that no float holds it could not be written in an answer."""
    found = float(text)
    if math.isinf(found):
        raise ValueError(text)
    return found
