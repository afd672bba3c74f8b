"""What a game's form declares can be filled in, and what it makes is a record of that game."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from scoring.fields import ALWAYS, CHOICE, DECLARED_FIELDS, STATE_FIELDS, WINNER_FIELDS
from scoring.form_facts import (
    ADJUST,
    PHASES,
    PRICES,
    ROLES,
    WAYS,
    WIDGETS,
    Ask,
    FormEvent,
    When,
    holds,
)
from scoring.record import parse_record
from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets

RULESETS = pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
EVENTS = pytest.mark.parametrize(
    ("ruleset", "event"),
    [
        pytest.param(r, e, id=f"{r.id}-{e.id}")
        for r in all_rulesets()
        for e in (*r.form.events, ADJUST)
    ],
)
NAME = re.compile("[a-z][a-z0-9_]*")


def _values(ruleset: Ruleset, ask: Ask, number: int, players: int) -> list[Any]:
    """What the widget may put into the record; ``number`` is which ask of the event it is."""
    faces = ruleset.declaration()["faces"]
    seat = number % players
    low, high = ask.minimum, ask.maximum if ask.maximum is not None else ask.minimum + 3
    tiles = faces[: ask.count or 2]
    values: dict[str, list[Any]] = {
        "seat": [seat],
        "seats": [[seat, (seat + 1) % players]],
        "tile": [faces[0], faces[-1]],
        "tiles": [tiles],
        "tile_text": ["".join(tiles)],
        "number": [low, high],
        "numbers": [[low] * ask.count, [high] * ask.count],
        "choice": [c.id for c in ask.choices],
        "text": ["words"],
        "switch": [True],
        "event_ref": ["k1"],
        "per_seat_number": [[low] * players],
        "per_seat_pairs": [[[low] * len(ask.choices)] * players],
        "per_seat_tiles": [["".join(faces[: ask.count])] * players],
    }
    return values[ask.widget]


def _filled(ruleset: Ruleset, event: FormEvent, players: int) -> Iterator[dict[str, Any]]:
    """Yield the event with every choice and bound, and with what may be left out left out."""
    lists = []
    for number, ask in enumerate(event.asks):
        values = _values(ruleset, ask, number, players)
        lists.append(values if ask.required else [*values, None])
    for row in product(*lists):
        made = {"type": event.type, **event.fixed}
        for ask, value in zip(event.asks, row, strict=True):
            if ask.given is not None and made.get(ask.given[0]) not in ask.given[1]:
                continue
            if value is not None:
                made[ask.key] = value
        yield made


def _record(ruleset: Ruleset, players: int, *events: dict[str, Any]) -> dict[str, Any]:
    return {"ruleset": ruleset.id, "context": {"players": players}, "events": list(events)}


def _asks(ruleset: Ruleset) -> list[Ask]:
    form = ruleset.form
    return [*form.winner, *(ask for event in form.events for ask in event.asks)]


@EVENTS
def test_a_filled_event_makes_a_record(ruleset: Ruleset, event: FormEvent) -> None:
    for players in ruleset.players:
        for made in _filled(ruleset, event, players):
            record = parse_record(_record(ruleset, players, made), ruleset.vocabulary)
            assert record.events[0].type == event.type
            assert set(record.events[0].values) == set(made) - {"type"}


@EVENTS
def test_every_required_key_is_fixed_or_asked(ruleset: Ruleset, event: FormEvent) -> None:
    fields = ruleset.vocabulary.fields_of(event.type)
    assert fields is not None
    asked = {ask.key for ask in event.asks if ask.required}
    assert {f.key for f in fields if f.required} <= asked | set(event.fixed)
    assert {ask.key for ask in event.asks}.isdisjoint(event.fixed)


@RULESETS
def test_winner_asks_fill_keys_of_a_winner(ruleset: Ruleset) -> None:
    tile = ruleset.declaration()["faces"][0]
    for ask in ruleset.form.winner:
        for players in ruleset.players:
            for value in _values(ruleset, ask, 1, players):
                winner: dict[str, Any] = {"seat": 0, "declared": {"patterns": []}}
                place, key = winner, ask.key
                if key.startswith("declared."):
                    place, key = winner["declared"], key.removeprefix("declared.")
                place[key] = value
                win = {"type": "win", "by": "self_draw", "tile": tile, "winners": [winner]}
                assert parse_record(_record(ruleset, players, win), ruleset.vocabulary).events


@RULESETS
def test_states_of_the_form_are_states_of_the_record(ruleset: Ruleset) -> None:
    states = ruleset.form.states
    known = next(f for f in STATE_FIELDS if f.kind == CHOICE).choices
    for state in states.choices if states else ():
        assert state.id in known
        assert set(state.price) <= set(PRICES)
    if states:
        assert len({s.id for s in states.choices}) == len(states.choices)


def _conditions(ruleset: Ruleset) -> Iterator[When]:
    form = ruleset.form
    things: list[Any] = [*form.events, *ruleset.patterns, *ruleset.circumstances, *_asks(ruleset)]
    yield from (thing.when for thing in things)
    yield from (ask.counts_when for ask in _asks(ruleset))
    yield from (choice.when for ask in _asks(ruleset) for choice in ask.choices)
    if form.states:
        yield from (form.states.when, form.states.unless)


@RULESETS
def test_conditions_name_options_and_their_values(ruleset: Ruleset) -> None:
    options = {option.id: option for option in ruleset.options}
    bundles = {bundle.id: bundle for bundle in ruleset.bundles}
    for when in _conditions(ruleset):
        for name, values in when:
            if name in bundles:
                assert set(values) <= set(bundles[name].values)
            else:
                assert all(options[name].allows(value) for value in values)
        assert holds(when, ruleset.resolve_options({})) in (True, False)


@RULESETS
def test_the_words_of_the_form_are_known(ruleset: Ruleset) -> None:
    form = ruleset.form
    options = {option.id for option in ruleset.options}
    assert set(form.ways) <= set(WAYS)
    assert set(form.kongs) <= {"exposed", "added", "concealed"}
    assert {c.option for c in form.penalties if c.option} <= options
    assert {c.id for c in form.carry} == set(ruleset.carry)
    assert set(form.also_ticked) <= {
        p.id for p in ruleset.patterns if p.kind is not None and not p.kind.of_tiles
    }
    assert len({e.id for e in form.events}) == len(form.events)
    for event in form.events:
        assert NAME.fullmatch(event.id)
        assert event.phase in PHASES
        assert event.once in ("", "hand", "seat")
        assert len({ask.key for ask in event.asks}) == len(event.asks)
        keys: set[str] = set(event.fixed)
        for ask in event.asks:
            assert ask.apart_from in keys | {""}
            assert ask.given is None or ask.given[0] in keys
            assert ask.widget != "event_ref" or (ask.of and ask.of_seat in keys)
            keys.add(ask.key)
    for ask in _asks(ruleset):
        assert ask.widget in WIDGETS
        assert ask.role in ROLES
        assert set(ask.ways) <= set(WAYS)
        assert ask.default_option in options | {""}
        assert ask.counts in {"", *ALWAYS, *ruleset.events, *ruleset.extra_events}
        assert (ask.widget in ("choice", "per_seat_pairs")) == bool(ask.choices)
        assert ask.count or ask.widget not in ("numbers", "per_seat_tiles")


@RULESETS
def test_asks_beside_a_declared_hand_are_keys_of_it(ruleset: Ruleset) -> None:
    names = {
        "": {f.key for f in ruleset.vocabulary.fields("winner", WINNER_FIELDS)},
        "declared": {f.key for f in ruleset.vocabulary.fields("declared", DECLARED_FIELDS)},
    }
    for ask in ruleset.form.winner:
        place, _dot, key = ask.key.rpartition(".")
        assert key in names[place]
        assert place != "declared" or "tiles" not in ask.ways


@pytest.mark.parametrize(
    ("when", "expected"),
    [
        ((), True),
        ((("on", ()),), True),
        ((("off", ()),), False),
        ((("none", ()),), False),
        ((("five", ()),), True),
        ((("five", (4, 5)),), True),
        ((("five", (4,)),), False),
        ((("on", (1,)),), False),
        ((("word", ("yes",)), ("off", ())), False),
        ((("word", ("yes",)), ("off", (False,))), True),
    ],
)
def test_conditions_hold_by_the_options(when: When, expected: bool) -> None:
    options = {"on": True, "off": False, "five": 5, "none": 0, "word": "yes"}
    assert holds(when, options) is expected
