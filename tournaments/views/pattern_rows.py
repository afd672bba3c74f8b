"""The patterns of a rule system as rows of its help page: by worth, and by kind."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from scoring.example_hands import record_of
from scoring.patterns import Example
from scoring.rule_facts import lacking, standard_worth, worth_as_standard
from scoring.ruleset import Pattern, Ruleset
from scoring.text import Text
from scoring.tiles import format_tile, format_tiles
from scoring.walk import SEAT_NAMES
from tournaments.forms.calculator import COUNTED, question_of
from tournaments.services.refusals import words
from tournaments.services.trial import packed


@dataclass(frozen=True)
class Group:
    """Patterns of one worth; ``off``: options must bring them in."""

    worth: Text
    off: bool
    rows: list[dict[str, Any]]


def pattern_groups(ruleset: Ruleset) -> list[Group]:
    """Return the patterns by worth as the game counts it: the dearest first, what no hand tells
    later, and last what the standard rules do not have. Each comes with the names of what it
    excludes, the reasons where the ruleset gives them, and its example hand."""

    def place(pattern: Pattern) -> tuple[Any, ...]:
        number = standard_worth(ruleset, pattern)
        worth = worth_as_standard(ruleset, pattern) or ruleset.worth_words(pattern)
        off = bool(lacking(ruleset, pattern.when))
        # What multiplies stands apart from what is added.
        return off, number is None, worth.zh.startswith("×"), -(number or 0), worth

    ordered = sorted(ruleset.patterns, key=place)
    return [
        Group(key[-1], key[0], [_row(ruleset, pattern) for pattern in same])
        for key, same in groupby(ordered, key=place)
    ]


def pattern_kinds(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the kinds in the order of the table with their patterns; nothing where not all
    patterns have kinds."""
    found: dict[str, dict[str, Any]] = {}
    if any(pattern.kind is None for pattern in ruleset.patterns):
        return []
    for pattern in ruleset.patterns:
        if pattern.kind is not None:
            row = found.setdefault(pattern.kind.id, {"kind": pattern.kind, "patterns": []})
            row["patterns"].append(pattern)
    return sorted(found.values(), key=lambda row: not row["kind"].of_tiles)


def _row(ruleset: Ruleset, pattern: Pattern) -> dict[str, Any]:
    names = {other.id: other.name for other in ruleset.patterns}
    reasons = [
        {"name": names[row.pattern], "principle": row.principle, "why": row.why}
        for row in pattern.exclusions
    ]
    excludes = [row["name"] for row in reasons] or [
        names[name] for name in pattern.excludes if name in names
    ]
    return {
        "pattern": pattern,
        "excludes": [words(name) for name in excludes],
        "reasons": reasons,
        "example": pattern.example and _example(ruleset, pattern, pattern.example),
        "by_option": worth_as_standard(ruleset, pattern) is not None,
        "lacking": lacking(ruleset, pattern.when),
    }


def _example(ruleset: Ruleset, pattern: Pattern, example: Example) -> dict[str, Any]:
    """Return the tiles of a hand as the page lays them: standing, melds, the winning one."""
    return {
        "standing": format_tiles(example.concealed),
        "melds": [
            {"tiles": format_tiles(meld.tiles), "concealed": not meld.is_exposed}
            for meld in example.melds
        ],
        "won": format_tile(example.win_tile),
        "facts": list(_facts(ruleset, example)),
        "wild": format_tiles(example.wild),
        "count": question_of(example).query() if ruleset.id == COUNTED else "",
        "record": packed(record_of(ruleset, pattern)),
    }


def _facts(ruleset: Ruleset, example: Example) -> Iterator[str]:
    """What of the win the pattern needs beside tiles, in words; a discard goes without saying."""
    if example.by == "self_draw":
        yield _("self-draw")
    elif example.by == "rob_kong":
        yield _("robbed kong")
    for flag in ruleset.circumstances:
        if flag.id in example.flags:
            yield words(flag.name)
    if example.round_wind is not None:
        yield _("prevailing wind %(wind)s") % {"wind": words(SEAT_NAMES[example.round_wind])}
    if example.seat_wind is not None:
        yield _("seat wind %(wind)s") % {"wind": words(SEAT_NAMES[example.seat_wind])}
    if example.flowers:
        yield _("flowers: %(n)d") % {"n": example.flowers}
