"""A record parsed to typed, immutable objects."""

from dataclasses import FrozenInstanceError

import pytest

from scoring.errors import Refusal
from scoring.hand import HandTiles, Meld
from scoring.record import Context, Record, parse_record
from scoring.rulesets import get_ruleset
from scoring.tiles import parse_tiles
from tests.scoring.build import EXHAUST, Json, kong, number, tiles

GUOBIAO = get_ruleset("guobiao")


def _parse(*events: Json, **more: object) -> Record:
    record = {"id": "r", "ruleset": "guobiao", "events": list(events), **more}
    return parse_record(record, GUOBIAO.vocabulary)


def test_a_context_has_defaults() -> None:
    assert _parse(EXHAUST).context == Context(4, 0, 0, 0, {}, ())
    assert _parse(EXHAUST, context=None).context == Context()
    given = {"players": 4, "dealer": 2, "round_wind": 3, "streak": 1, "last_dealers": [1, 0]}
    assert _parse(EXHAUST, context=given).context == Context(4, 2, 3, 1, {}, (1, 0))


def test_events_keep_what_was_given_and_nothing_more() -> None:
    record = _parse(kong(2, id="k", note="loud"), number(8, 1, 0))
    first, second = record.events
    assert (first.index, first.type, first.seat, first.giver) == (0, "kong", 2, None)
    assert dict(first.values) == {"seat": 2, "kind": "concealed", "tile": 26, "id": "k"}
    assert second.giver == 0
    assert second["winners"][0].declared.fan == 8
    assert second.get("flags", ()) == ()
    assert record.of_type("win", "exhaust") == (second,)


def test_hands_are_tiles() -> None:
    meld = {"kind": "chow", "tiles": "312m", "from": 0}
    record = _parse(tiles(1, 0, "456m99s22334p", "4p", meld))
    (winner,) = record.events[0]["winners"]
    assert winner.hand == HandTiles(
        parse_tiles("456m99s22334p"), (Meld("chow", parse_tiles("123m"), 0),)
    )
    assert winner.hand.length == 13
    assert not winner.hand.is_concealed


def test_a_key_that_is_null_counts_as_absent() -> None:
    event = {**number(8, 1, 0), "flags": None, "kong": None}
    assert "flags" not in _parse(event).events[0].values


def test_a_record_cannot_be_changed() -> None:
    record = _parse(EXHAUST)
    with pytest.raises(FrozenInstanceError):
        record.id = "other"  # type: ignore[misc]  # that is the point


def test_a_parsed_record_can_be_settled() -> None:
    record = _parse(number(8, 1, 0), options={"base": 4})
    assert GUOBIAO.settle(record).deltas == (-12, 20, -4, -4)
    # Options that are handed over take the place of the record's own.
    assert GUOBIAO.settle(record, {}).deltas == (-16, 32, -8, -8)


@pytest.mark.parametrize(
    ("meld", "lawful"),
    [
        (Meld("chow", (0, 1, 2)), True),
        (Meld("chow", (7, 8, 9)), False),
        (Meld("chow", (27, 28, 29)), False),
        (Meld("chow", (0, 0, 0)), False),
        (Meld("pung", (31, 31, 31)), True),
        (Meld("pung", (31, 31, 32)), False),
        (Meld("pung", (31,) * 4), False),
        (Meld("kong_added", (31,) * 4), True),
        (Meld("kong_concealed", (31,) * 3), False),
        (Meld("pung", ()), False),
    ],
)
def test_lawful_melds(meld: Meld, lawful: bool) -> None:
    assert meld.is_lawful() == lawful


def test_problems_name_event_and_field() -> None:
    with pytest.raises(Refusal) as caught:
        _parse(EXHAUST, {**kong(9, tile="8z"), "speed": 3})
    found = {(p.code, p.event, p.field) for p in caught.value.problems}
    assert found == {
        ("bad_record", 1, "speed"),
        ("bad_seat", 1, "seat"),
        ("bad_tile", 1, "tile"),
    }
