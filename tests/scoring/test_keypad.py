"""A hand laid tile by tile."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import CHOW, KONG_CONCEALED, MELD_KINDS, PUNG
from scoring.keypad import LENGTH, drop, fits, lay, left, length, take_back
from scoring.tile_text import TileText, read_text
from scoring.tiles import parse_tile, parse_tiles

EMPTY = TileText(())


def laid(tiles: str, hand: TileText = EMPTY, kind: str | None = None) -> TileText:
    for tile in parse_tiles(tiles):
        hand = lay(hand, tile, kind)
    return hand


def test_the_fourteenth_tile_is_the_winning_one() -> None:
    hand = laid("123456789m23s55p4s")
    assert hand == read_text("123456789m23s55p+4s")
    assert laid("9m", hand) == hand


@pytest.mark.parametrize(
    ("key", "kind", "meld"),
    [
        ("1m", CHOW, "[123m]"),
        ("9p", CHOW, "[789p]"),
        ("8s", CHOW, "[789s]"),
        ("7z", PUNG, "[777z]"),
        ("7z", KONG_CONCEALED, "[7777z]c"),
    ],
)
def test_sets(key: str, kind: str, meld: str) -> None:
    assert laid(key, kind=kind) == read_text(meld)


def test_what_does_not_fit_changes_nothing() -> None:
    hand = read_text("11m222p")
    assert laid("1m", hand, PUNG) == hand
    assert laid("1m", laid("1m", hand)) == laid("11m", hand)
    assert laid("111m", laid("1m", hand)) == laid("11m", hand)
    assert laid("5z", hand, CHOW) == hand
    full = laid("1112223334s1z", kind=None)
    assert not fits(full, parse_tile("7z"), PUNG)
    assert length(full) == 11
    assert length(laid("5m", full, PUNG)) == 11


def test_how_many_are_left() -> None:
    counts = left(read_text("111m[1111p]c[123s]+1s"))
    assert [counts[parse_tile(code)] for code in ("1m", "1p", "1s", "2s", "9s")] == [1, 0, 2, 3, 4]
    assert left(read_text("11111m"))[0] == -1


def test_taking_back() -> None:
    hand = read_text("1m2m[123p]+5s")
    steps = [hand]
    while steps[-1] != EMPTY:
        steps.append(take_back(steps[-1]))
    assert [step.write() for step in steps] == [
        "12m [123p] +5s",
        "12m [123p]",
        "1m [123p]",
        "[123p]",
        "",
    ]
    assert take_back(EMPTY) == EMPTY


def test_dropping() -> None:
    hand = read_text("1m2m[123p]+5s")
    assert drop(hand, "s0").write() == "2m [123p] +5s"
    assert drop(hand, "m0").write() == "12m +5s"
    assert drop(hand, "w").write() == "12m [123p]"
    for nowhere in ("s9", "m1", "", "s", "sx", "s-1", "s999", "x0", "s٣"):
        assert drop(hand, nowhere) == hand


KEYS = st.tuples(st.integers(0, 33), st.none() | st.sampled_from(MELD_KINDS))


@given(st.lists(KEYS, max_size=40))
def test_no_keys_make_an_impossible_hand(keys: list[tuple[int, str | None]]) -> None:
    hand = EMPTY
    for tile, kind in keys:
        hand = lay(hand, tile, kind)
    assert min(left(hand)) >= 0
    assert length(hand) <= LENGTH
    assert all(meld.is_lawful() for meld in hand.melds)
    assert read_text(hand.write()) == hand
