"""The hands that a fan table shows: read from a few lines, put to their patterns, and made records.

A line is ``pattern | hand | facts | options``: hand and facts in the notation of
`scoring.patterns.parse_example`, options as ``name=value``. The record of an example is what a
referee would write of that hand at a table; help pages lead to it and tests settle it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.form_facts import When
from scoring.hand import Meld
from scoring.patterns import Example, parse_example
from scoring.ruleset import Pattern, Ruleset
from scoring.tiles import format_tile, format_tiles


def read_examples(text: str, before: Iterable[Mapping[str, Any]] = ()) -> dict[str, Example]:
    """Return the examples by pattern; ``before`` are events that all of them need."""
    found = {}
    for line in text.strip().splitlines():
        name, hand, *more = (part.strip() for part in line.split("|"))
        example = parse_example(hand, more[0] if more else "")
        options = dict(map(_option, more[1].split())) if len(more) > 1 else {}
        found[name] = replace(example, options=options, before=tuple(before))
    return found


def _option(word: str) -> tuple[str, Any]:
    name, value = word.split("=")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isdecimal() else value


def with_examples(
    patterns: Iterable[Pattern], examples: Mapping[str, Example]
) -> tuple[Pattern, ...]:
    """Return the patterns, each with its hand."""
    return tuple(
        replace(pattern, example=examples[pattern.id]) if pattern.id in examples else pattern
        for pattern in patterns
    )


def record_of(ruleset: Ruleset, pattern: Pattern) -> dict[str, Any]:
    """Return the record of a pattern's example, with the options under which it wins.

    The dealer wins a heavenly hand, otherwise the seat of the wind that is given or South; a
    discard is the dealer's or, where that seat wins, the next one's. Raises `LookupError` for a
    pattern that shows no hand.
    """
    example = pattern.example
    if example is None:
        raise LookupError(pattern.id)
    seat = 0 if "heavenly" in example.flags else example.seat_wind
    seat = 1 if seat is None else seat
    other = 0 if seat else 1
    win: dict[str, Any] = {"type": "win", "by": example.by, "tile": format_tile(example.win_tile)}
    if example.by != "self_draw":
        win["from"] = other
    hand: dict[str, Any] = {"concealed": format_tiles(example.concealed)}
    if example.melds:
        hand["melds"] = [{"kind": m.kind, "tiles": format_tiles(m.tiles)} for m in example.melds]
    win["winners"] = [{"seat": seat, "hand": hand}]
    if example.flags:
        win["flags"] = list(example.flags)
    events = [*example.before, *_wild(example), *_kongs(example, seat, other, win), *(
        {"type": "flower", "seat": seat, "tile": f"{8 - n}f"} for n in range(example.flowers)
    )]  # fmt: skip
    return {
        "ruleset": ruleset.id,
        "context": {
            "players": ruleset.players[0],
            "dealer": 0,
            "round_wind": example.round_wind or 0,
        },
        "options": {
            **ruleset.example_options,
            **_brought_in(ruleset, pattern.when),
            **example.options,
        },
        "events": [*events, win],
    }


def _wild(example: Example) -> list[dict[str, Any]]:
    if not example.wild:
        return []
    turned = example.wild[0] if example.turned is None else example.turned
    faces = [format_tile(tile) for tile in example.wild]
    return [{"type": "wild", "indicator": format_tile(turned), "tiles": faces}]


def _kongs(example: Example, seat: int, other: int, win: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the kongs of the hand and the one that is robbed; the win names the one it needs."""
    events: list[dict[str, Any]] = []
    for meld in example.melds:
        if meld.is_kong:
            events.append(_kong(meld, seat, other, f"k{len(events) + 1}"))
    if example.by == "rob_kong":
        robbed = {"seat": other, "kind": "added", "tile": win["tile"], "id": "robbed"}
        events.append({"type": "kong", **robbed})
        win["kong"] = "robbed"
    elif "kong_draw" in example.flags:
        win["kong"] = events[-1]["id"]
    return events


def _kong(meld: Meld, seat: int, other: int, name: str) -> dict[str, Any]:
    kind = meld.kind.removeprefix("kong_")
    event = {"type": "kong", "seat": seat, "kind": kind, "tile": format_tile(meld.tile), "id": name}
    return {**event, "from": other} if kind == "exposed" else event


def _brought_in(ruleset: Ruleset, when: When) -> dict[str, Any]:
    """Return values of options under which a pattern is in the table."""
    return {name: values[0] if values else _on(ruleset, name) for name, values in when}


def _on(ruleset: Ruleset, name: str) -> Any:
    option = next(o for o in ruleset.options if o.id == name)
    if option.default:
        return option.default
    return next((choice for choice in option.choices if choice), 1)
