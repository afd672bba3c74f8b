"""Whatever a worked example records, the game's form can ask for."""

from collections.abc import Iterator
from typing import Any

import pytest

from scoring.form_facts import ADJUST, FormEvent
from scoring.ruleset import COMMON_FLAGS, Ruleset
from scoring.rulesets import all_rulesets
from tests.scoring.test_corpus import RECORDS

RULESETS = pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
# Claims that carry no money; a referee need not enter them (EVENTS §4).
UNASKED = {"chow", "pung", "draw", "discard"}
ENDINGS = {"win", "exhaust", "abort"}


def _examples(ruleset: Ruleset) -> list[dict[str, Any]]:
    return [
        record
        for record in RECORDS
        if record["ruleset"] == ruleset.id and "error" not in record["expect"]
    ]


def _matching(ruleset: Ruleset, event: dict[str, Any]) -> FormEvent | None:
    for declared in (*ruleset.form.events, ADJUST):
        fixed = declared.fixed.items()
        if declared.type == event["type"] and all(event.get(k) == v for k, v in fixed):
            return declared
    return None


def _unreachable(ruleset: Ruleset, event: dict[str, Any]) -> Iterator[str]:
    """Name what an event has that the form cannot ask for."""
    if event["type"] == "flower" and ruleset.form.flowers:
        return
    declared = _matching(ruleset, event)
    if declared is None:
        yield f"no event {event}"
        return
    asked = {ask.key: ask for ask in declared.asks}
    known = {"type", "id", "note", *declared.fixed, *asked}
    if declared.type == "dice":
        known.add("by")  # decides something in few games; those ask
    yield from (f"{declared.id} has no {key}" for key in event if key not in known)
    for key, ask in asked.items():
        if ask.widget == "choice" and event.get(key) is not None:
            if event[key] not in {c.id for c in ask.choices}:
                yield f"{declared.id}.{key} has no {event[key]!r}"
        elif ask.widget == "number" and key in event:
            high = event[key] if ask.maximum is None else ask.maximum
            if not ask.minimum <= event[key] <= high:
                yield f"{declared.id}.{key} cannot be {event[key]}"


@RULESETS
def test_every_event_of_the_examples_is_asked_for(ruleset: Ruleset) -> None:
    missing = [
        (record["id"], what)
        for record in _examples(ruleset)
        for event in record["events"]
        if event["type"] not in UNASKED | ENDINGS
        for what in _unreachable(ruleset, event)
    ]
    assert missing == []


@RULESETS
def test_every_win_of_the_examples_is_asked_for(ruleset: Ruleset) -> None:
    form = ruleset.form
    flags = {c.id for c in ruleset.circumstances}
    common = {c.id for c in COMMON_FLAGS}
    asked = {ask.key for ask in form.winner}
    ticked = {p.id for p in ruleset.patterns if ruleset.is_ticked(p)}
    for record in _examples(ruleset):
        for event in (e for e in record["events"] if e["type"] == "win"):
            # A common flag that a game does not name is worth nothing in it.
            assert set(event.get("flags", ())) <= flags | common, record["id"]
            for winner in event["winners"]:
                declared = winner.get("declared", {})
                assert set(winner) <= {"seat", "hand", "declared", *asked}, record["id"]
                own = {f"declared.{key}" for key in declared if key != "patterns"}
                numbers = {"declared.fan", "declared.fan_with_flowers"}
                assert own <= asked | (numbers if "fan" in form.ways else set()), record["id"]
                assert set(declared.get("patterns", ())) <= ticked, record["id"]
                assert "hand" not in winner or "tiles" in form.ways, record["id"]


@RULESETS
def test_every_state_of_the_examples_is_asked_for(ruleset: Ruleset) -> None:
    states = ruleset.form.states
    known = {state.id: state for state in states.choices} if states else {}
    keys = {"max_fan": "max_fan", "declared": "declared", "hand": "tiles"}
    for record in _examples(ruleset):
        for event in (e for e in record["events"] if e["type"] == "exhaust"):
            for one in event.get("states", ()) if states else ():
                assert one["state"] in known, record["id"]
                prices = {price for key, price in keys.items() if key in one}
                if known[one["state"]].price:
                    assert prices <= set(known[one["state"]].price), record["id"]
