"""The patterns of a rule system as rows of its help page: by worth, and by kind."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from scoring.patterns import Example
from scoring.ruleset import Pattern, Ruleset
from scoring.tiles import format_tile, format_tiles
from scoring.walk import SEAT_NAMES
from tournaments.forms.calculator import COUNTED, question_of
from tournaments.services.refusals import words


def pattern_groups(ruleset: Ruleset) -> list[tuple[int | None, list[dict[str, Any]]]]:
    """Return the patterns by worth, the dearest first: each with the names of what it excludes,
    the reasons where the ruleset gives them, and its example hand."""
    ordered = sorted(ruleset.patterns, key=lambda p: -(p.fan or 0))
    return [
        (fan, [_row(ruleset, pattern) for pattern in same])
        for fan, same in groupby(ordered, key=lambda p: p.fan)
    ]


def pattern_kinds(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return the kinds in the order of the table with their patterns; nothing where patterns have
    no kinds."""
    found: dict[str, dict[str, Any]] = {}
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
        "example": pattern.example and _example(ruleset, pattern.example),
    }


def _example(ruleset: Ruleset, example: Example) -> dict[str, Any]:
    """Return the tiles of a hand as the page lays them: standing, melds, the winning one."""
    return {
        "standing": format_tiles(example.concealed),
        "melds": [
            {"tiles": format_tiles(meld.tiles), "concealed": not meld.is_exposed}
            for meld in example.melds
        ],
        "won": format_tile(example.win_tile),
        "facts": list(_facts(ruleset, example)),
        "count": question_of(example).query() if ruleset.id == COUNTED else "",
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
