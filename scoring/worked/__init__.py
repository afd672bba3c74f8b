"""Worked examples: records of hands that show what a ruleset's patterns and options do.

One file per ruleset, ``<id>.jsonl``, a record of EVENTS a line (without ``ruleset``), with two
keys more: ``shows``, the options that it explains, and ``values``, option → the values to compare
where the option is a free number. The rule pages settle them anew each time; `scoring.health`
proves that each option shown changes the outcome, and that nothing declared is without an example.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from scoring.errors import Refusal
from scoring.ledger import KONG_KINDS, Settlement
from scoring.options import Option, Value
from scoring.record import Record, parse_record
from scoring.ruleset import Ruleset


@dataclass(frozen=True)
class Example:
    """``content`` is the record as plain data (``ruleset`` included); ``options`` what it sets."""

    id: str
    content: Mapping[str, Any]
    shows: tuple[str, ...] = ()
    values: Mapping[str, tuple[Value, ...]] = field(default_factory=dict)

    @property
    def options(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.content.get("options", {})
        return found


@dataclass(frozen=True)
class Outcome:
    """What an example comes to under some options: a settlement, or the refusal."""

    settlement: Settlement | None = None
    refusal: Refusal | None = None

    @property
    def key(self) -> str:
        """Two outcomes that a reader would tell apart have different keys."""
        if self.settlement is not None:
            return json.dumps(self.settlement.to_json(), sort_keys=True)
        codes = [p.code for p in self.refusal.problems] if self.refusal else []
        return json.dumps(codes)


@cache
def examples_of(ruleset_id: str) -> tuple[Example, ...]:
    """Return the examples of a ruleset, in the order of its file; none where there is no file."""
    file = files(__name__).joinpath(f"{ruleset_id}.jsonl")
    if not file.is_file():
        return ()
    lines = file.read_text("utf-8").splitlines()
    return tuple(_example(ruleset_id, json.loads(line)) for line in lines if line.strip())


def _example(ruleset_id: str, content: dict[str, Any]) -> Example:
    shows = tuple(content.pop("shows", ()))
    values = {name: tuple(given) for name, given in content.pop("values", {}).items()}
    return Example(content["id"], {"ruleset": ruleset_id, **content}, shows, values)


def outcome(ruleset: Ruleset, example: Example, changes: Mapping[str, Value]) -> Outcome:
    """Settle an example under its own options with ``changes`` on top."""
    try:
        return Outcome(settlement=ruleset.settle(example.content, {**example.options, **changes}))
    except Refusal as refusal:
        return Outcome(refusal=refusal)


def record_of(ruleset: Ruleset, example: Example) -> Record:
    return parse_record(example.content, ruleset.vocabulary)


def compared(option: Option, example: Example) -> tuple[Value, ...]:
    """Return the values of an option that its example compares."""
    if option.id in example.values:
        return example.values[option.id]
    if option.choices:
        return option.choices
    here = example.options.get(option.id, option.default)
    if option.keys:
        return (option.default, here) if here != option.default else (option.default,)
    first = option.default if isinstance(option.default, int) else option.minimum or 0
    numbers = (option.default, here, first + 1, 2 * first, 0)
    found = {n for n in numbers if isinstance(n, int) and option.allows(n)}
    return (*sorted(found), None) if option.nullable else tuple(sorted(found))


def comparison(ruleset: Ruleset, option: Option) -> tuple[Example, list[tuple[Value, Outcome]]]:
    """Return the example that shows an option with its outcome for every value compared.

    Raises `LookupError` when no example shows it.
    """
    for example in examples_of(ruleset.id):
        if option.id in example.shows:
            values = compared(option, example)
            return example, [(v, outcome(ruleset, example, {option.id: v})) for v in values]
    raise LookupError(option.id)


def used_by(ruleset: Ruleset, example: Example) -> Iterator[str]:
    """Yield the names of patterns and circumstances that an example uses: written in it, or
    counted when it is settled."""
    for event in example.content["events"]:
        yield from event.get("flags", ())
        holders = [*event.get("winners", ()), *(event.get("states") or ())]
        for holder in holders:
            yield from (holder.get("declared") or {}).get("patterns", ())
    settled = outcome(ruleset, example, {}).settlement
    for win in settled.wins if settled else ():
        yield from (name for name, _worth in win.items or ())


@cache
def pays_kongs(ruleset: Ruleset) -> bool:
    """Whether kongs move money by themselves, as the examples show."""
    settled = (outcome(ruleset, example, {}).settlement for example in examples_of(ruleset.id))
    return any(line.kind in KONG_KINDS for found in settled if found for line in found.ledger)
