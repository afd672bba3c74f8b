"""Refusals: what is wrong with a record, in the codes of the record form (EVENTS §6)."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.text import Text

CODES = frozenset(
    {
        "bad_json",
        "bad_record",
        "bad_option",
        "bad_seat",
        "bad_tile",
        "too_many_tiles",
        "bad_hand_size",
        "not_a_win",
        "below_minimum",
        "not_ready",
        "state_mismatch",
        "void_suit",
        "declared_mismatch",
        "unknown_pattern",
        "already_won",
        "not_allowed",
        "bad_reference",
        "bad_flags",
        "after_end",
        "incomplete",
    }
)


class Problem(NamedTuple):
    """One thing that is wrong: its code, the words for it, and where it is.

    ``event`` is the index of the offending event, ``field`` the key inside it (a dotted path),
    ``seat`` the seat concerned; each None or empty where it does not apply.
    """

    code: str
    message: Text
    event: int | None = None
    field: str = ""
    seat: int | None = None

    @property
    def located(self) -> Text:
        """The words with the number of the event before them, for readers of records."""
        if self.event is None:
            return self.message
        number = self.event + 1
        return Text(f"第{number}个事件：{self.message.zh}", f"Event {number}: {self.message.en}")


class Refusal(ValueError):
    """A record (or its options) that cannot be settled; lists every problem found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        # A malformed record is named only where nothing else says it better (EVENTS §6).
        self.problems = tuple(sorted(problems, key=lambda p: p.code == "bad_record"))
        if not self.problems:
            raise RuntimeError("A refusal names at least one problem.")
        super().__init__(self.message.en)

    @property
    def code(self) -> str:
        return self.problems[0].code

    @property
    def event(self) -> int | None:
        return self.problems[0].event

    @property
    def message(self) -> Text:
        """Every problem with its place, each sentence once."""
        sentences = list(dict.fromkeys(p.located for p in self.problems))
        return Text(" ".join(s.zh for s in sentences), " ".join(s.en for s in sentences))


def refuse(
    code: str,
    zh: str,
    en: str,
    *,
    event: int | None = None,
    field: str = "",
    seat: int | None = None,
) -> Refusal:
    """Return the refusal of a single problem."""
    return Refusal([Problem(code, Text(zh, en), event, field, seat)])
