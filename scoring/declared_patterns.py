"""Hands named by the rows of a fan table instead of laid: which names may stand together."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scoring.errors import Problem, Refusal, refuse
from scoring.fields import Winner
from scoring.form_facts import holds
from scoring.record import Event
from scoring.ruleset import Pattern, pattern_names
from scoring.text import Text
from scoring.walk import SEAT_NAMES


def named_patterns(
    patterns: Sequence[Pattern], options: Mapping[str, Any], event: Event, winner: Winner
) -> tuple[str, ...] | None:
    """Return the names that a winner's ``declared`` has, None where it has none.

    Raises `Refusal` (``unknown_pattern``) for names that the table has not or an option switches
    off (`Pattern.when`), that stand too often (`Pattern.repeat`) or not beside one another
    (`Pattern.excludes`).
    """
    if winner.declared is None or winner.declared.patterns is None:
        return None
    names = winner.declared.patterns
    found = list(wrong_names(patterns, options, names))
    if found:
        raise Refusal(
            Problem("unknown_pattern", words, event.index, seat=winner.seat) for words in found
        )
    return names


def wrong_names(
    patterns: Sequence[Pattern], options: Mapping[str, Any], names: Iterable[str]
) -> Iterable[Text]:
    """Yield what is wrong with declared names, in words."""
    table = pattern_names(patterns)
    counts = Counter(names)
    for name, times in counts.items():
        row = table.get(name)
        if row is None or not holds(row.when, options):
            yield Text(f"这里没有“{name}”这个番种。", f"There is no “{name}” here.")
        elif times > row.repeat:
            yield Text(f"“{row.name.zh}”写了{times}次。", f"“{row.name.en}” stands {times} times.")
    for name in counts:
        for other in table[name].excludes if name in table else ():
            if other in counts:
                a, b = table[name].name, table[other].name
                yield Text(
                    f"“{a.zh}”和“{b.zh}”不能同时有。",
                    f"“{a.en}” and “{b.en}” do not stand together.",
                )


def check_agreement(
    declared: Sequence[str] | None,
    found: Iterable[Sequence[str]],
    patterns: Sequence[Pattern],
    event: Event,
    seat: int,
) -> None:
    """Raise `Refusal` (``declared_mismatch``) unless the names are those of one of the dearest
    readings ``found`` of the tiles."""
    if declared is None:
        return
    readings = list(found)
    if Counter(declared) not in [Counter(names) for names in readings]:
        table = pattern_names(patterns)

        def said(names: Sequence[str]) -> Text:
            rows = [table[name].name for name in names]
            zh = "、".join(row.zh for row in rows) or "没有番种"
            return Text(zh, ", ".join(row.en for row in rows) or "nothing")

        written, laid = said(declared), said(readings[0])
        raise refuse(
            "declared_mismatch",
            f"写的是{written.zh}，牌是{laid.zh}。",
            f"Declared: {written.en}. The tiles are: {laid.en}.",
            event=event.index,
            seat=seat,
        )


def no_win(event: Event, winner: Winner) -> Refusal:
    """Return the refusal of laid tiles that make no winning hand."""
    seat = SEAT_NAMES[winner.seat]
    return refuse(
        "not_a_win",
        f"{seat.zh}家的牌没有和。",
        f"{seat.en}'s tiles are no winning hand.",
        event=event.index,
        seat=winner.seat,
    )


def dearest(
    found: Iterable[Sequence[str]],
    worth: Callable[[Sequence[str]], int],
    declared: Sequence[str] | None,
    patterns: Sequence[Pattern],
    event: Event,
    winner: Winner,
) -> Sequence[str]:
    """Return the names of the dearest reading of laid tiles; of several that tie the one declared.

    ``found`` are the names of every reading, ``worth`` what they bring. Raises `Refusal`:
    ``not_a_win`` without a reading, ``declared_mismatch`` where the names declared beside the tiles
    are not those of a dearest reading.
    """
    readings = list(found)
    if not readings:
        raise no_win(event, winner)
    most = max(worth(names) for names in readings)
    best = sorted((names for names in readings if worth(names) == most), key=tuple)
    check_agreement(declared, best, patterns, event, winner.seat)
    return best[0] if declared is None else declared
