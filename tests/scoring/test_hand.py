"""What can be wrong with a hand: each check by itself, every problem of a hand at once."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import CODES
from scoring.hand import (
    CHOW,
    KONG_ADDED,
    KONG_CONCEALED,
    KONG_EXPOSED,
    MELD_KINDS,
    PUNG,
    HandTiles,
    Meld,
    copies_problems,
    flower_problems,
    hand_problems,
    luck_problems,
)
from scoring.tiles import KINDS, TileSet, parse_tile, parse_tiles

Told = list[tuple[str, str]]


def hand(tiles: str, *melds: Meld) -> HandTiles:
    return HandTiles(parse_tiles(tiles), melds)


def meld(kind: str, tiles: str, giver: int | None = None) -> Meld:
    return Meld(kind, parse_tiles(tiles), giver)


def told(hand: HandTiles, length: int = 13, seat: int | None = None, players: int = 4) -> Told:
    found = hand_problems(hand, length, seat=seat, players=players)
    return [(problem.code, problem.field) for problem in found]


SOUND = [
    (hand("123456789m23s55p"), 13),
    (
        hand("23s55p", meld(CHOW, "123m", 3), meld(PUNG, "555z", 2), meld(KONG_ADDED, "9999p", 1)),
        13,
    ),
    (hand("5z", *[meld(KONG_CONCEALED, f"{n}{n}{n}{n}m") for n in range(1, 5)]), 13),
    (hand("123456789m123456s5p"), 16),
    (hand("1123m", *[meld(KONG_EXPOSED, f"{n}{n}{n}{n}p", n) for n in (1, 2, 3)]), 13),
]


@pytest.mark.parametrize(("sound", "length"), SOUND)
def test_hands_that_are_sound(sound: HandTiles, length: int) -> None:
    assert told(sound, length, seat=0) == []


@pytest.mark.parametrize(("tiles", "length"), [("12m", 13), ("1" * 14 + "m", 13), ("123m", 16)])
def test_the_number_of_tiles(tiles: str, length: int) -> None:
    (problem,) = hand_problems(hand(tiles), length)
    assert (problem.code, problem.field) == ("bad_hand_size", "concealed")
    assert str(length) in problem.message.zh
    assert f"has {len(parse_tiles(tiles))} tiles" in problem.message.en


NOT_SETS = [
    meld(CHOW, "124m"),
    meld(CHOW, "123z"),
    meld(CHOW, "1234m"),
    Meld(CHOW, (7, 8, 9)),
    meld(PUNG, "11m"),
    meld(PUNG, "112m"),
    meld(KONG_CONCEALED, "111m"),
    meld(KONG_EXPOSED, "1112m"),
    Meld(PUNG, ()),
]


@pytest.mark.parametrize("wrong", NOT_SETS)
def test_melds_that_are_none(wrong: Meld) -> None:
    assert told(hand("23s55p123m", meld(PUNG, "777z"), wrong)) == [("bad_hand_size", "melds.1")]


GIVERS: list[tuple[Meld, int | None, int, list[str]]] = [
    (meld(CHOW, "123m", 3), 0, 4, []),
    (meld(CHOW, "123m", 2), 0, 4, ["not_allowed"]),
    (meld(CHOW, "123m", 2), 0, 3, []),
    (meld(CHOW, "123m", 2), None, 4, []),
    (meld(PUNG, "111m", 2), 0, 4, []),
    (meld(PUNG, "111m", 0), 0, 4, ["bad_seat"]),
    (meld(CHOW, "123m", 0), 0, 4, ["bad_seat", "not_allowed"]),
    (meld(KONG_EXPOSED, "1111m", 1), 1, 4, ["bad_seat"]),
    (meld(KONG_CONCEALED, "1111m", 1), None, 4, ["bad_flags"]),
]


@pytest.mark.parametrize(("laid", "seat", "players", "codes"), GIVERS)
def test_who_gave_a_meld(laid: Meld, seat: int | None, players: int, codes: list[str]) -> None:
    found = told(hand("23s55p123456m", laid), seat=seat, players=players)
    assert found == [(code, "melds.0") for code in codes]


def test_flowers_and_copies() -> None:
    (problem,) = flower_problems(hand("123m1f8f", meld(PUNG, "333f")))
    assert problem.code == "bad_tile"
    assert problem.message.zh.count("、") == 2
    assert "Spring, Autumn, Chrysanthemum" in problem.message.en
    assert list(flower_problems(hand("123m"))) == []
    found = [
        p.message.en for p in copies_problems(parse_tiles("11111m22p5z1f1f"), TileSet("mp", 8))
    ]
    assert [words.split(" (")[0] for words in found] == [
        "There are 5 of 1 characters",
        "There are 1 of White",
        "There are 2 of Spring",
    ]


def test_all_problems_of_a_hand_at_once() -> None:
    wrong = hand("123m", meld(CHOW, "124m", 0), meld(KONG_CONCEALED, "1111m", 2))
    assert told(wrong, seat=0) == [
        ("bad_hand_size", "concealed"),
        ("bad_hand_size", "melds.0"),
        ("bad_seat", "melds.0"),
        ("not_allowed", "melds.0"),
        ("bad_flags", "melds.1"),
    ]


KONG = meld(KONG_ADDED, "9999p")
LUCK: list[tuple[HandTiles, str, str, set[str], list[str]]] = [
    (hand("123456789m23s55p"), "4s", "self_draw", {"last_tile", "fourth_tile"}, []),
    (hand("456789m23s55p", KONG), "4s", "self_draw", {"kong_draw", "last_tile"}, []),
    (hand("456789m23s55p", KONG), "4s", "discard", {"kong_draw"}, ["kong_draw"]),
    (hand("123456789m23s55p"), "4s", "self_draw", {"kong_draw"}, ["kong_draw"]),
    (hand("123456789m23s55p"), "4s", "discard", {"kong_draw"}, ["kong_draw"] * 2),
    (hand("123456789m23s55p"), "4s", "rob_kong", {"fourth_tile"}, []),
    (hand("123456789m23s55p"), "4s", "rob_kong", {"last_tile"}, ["last_tile"]),
    (hand("123456789m34s55p"), "5p", "rob_kong", set(), ["rob_kong"]),
    (hand("456m2s55p3s789m", meld(CHOW, "234s")), "4s", "rob_kong", set(), ["rob_kong"]),
    (hand("456m2s55p3s789m", meld(CHOW, "234s")), "4s", "discard", {"fourth_tile"}, []),
    (hand("123456789m34s55p"), "5p", "discard", {"fourth_tile"}, ["fourth_tile"]),
    (
        hand("123456789m34s55p"),
        "5p",
        "rob_kong",
        {"fourth_tile", "last_tile", "kong_draw"},
        ["kong_draw", "kong_draw", "last_tile", "rob_kong", "fourth_tile"],
    ),
]


@pytest.mark.parametrize(("held", "win", "by", "flags", "fields"), LUCK)
def test_luck_that_cannot_be(
    held: HandTiles, win: str, by: str, flags: set[str], fields: list[str]
) -> None:
    found = list(luck_problems(held, parse_tile(win), by, flags))
    assert [problem.field for problem in found] == fields
    assert {problem.code for problem in found} <= {"bad_flags"}


TILES = st.lists(st.integers(0, KINDS - 1), max_size=18).map(tuple)
MELDS = st.builds(Meld, st.sampled_from(MELD_KINDS), TILES, st.none() | st.integers(0, 3))


@given(st.builds(HandTiles, TILES, st.lists(MELDS, max_size=5).map(tuple)), st.integers(0, 3))
def test_any_tiles_are_told_about(held: HandTiles, seat: int) -> None:
    found = [
        *hand_problems(held, seat=seat),
        *flower_problems(held),
        *copies_problems(held.all_tiles(), TileSet()),
    ]
    assert {problem.code for problem in found} <= CODES
    if not found:
        assert held.length == 13
        assert all(laid.is_lawful() for laid in held.melds)
