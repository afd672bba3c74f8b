"""What hands wait on."""

import csv
from itertools import islice
from random import Random

import pytest

from scoring.hand import Meld
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.score import NotAWin, score
from scoring.rulesets.guobiao.engine.win_fans import waits as readable_waits
from scoring.rulesets.guobiao.quick.count import QuickCounter
from scoring.rulesets.guobiao.quick.ready import Wait, waiting_tiles, waits
from scoring.tiles import parse_tile, parse_tiles
from tests.scoring.corpus import FOLDER
from tests.scoring.gb_hands import meld, profile
from tests.scoring.guobiao_quick.random_hands import FAMILIES, winning_hands

COUNTER = QuickCounter(profile("chinese"))


def _shapes() -> list[dict[str, str]]:
    with (FOLDER / "waits.tsv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t"))


SHAPES = _shapes()


def _ranks(tiles: list[int], held: tuple[int, ...]) -> str:
    return "".join(str(tile + 1) for tile in tiles if held.count(tile) < 4) or "-"


def test_the_shapes_are_there() -> None:
    assert len(SHAPES) == 110


@pytest.mark.parametrize("row", SHAPES, ids=lambda row: row["shape"])
def test_shapes_of_one_suit(row: dict[str, str]) -> None:
    held = parse_tiles(f"{row['shape']}m")
    of_sets = waiting_tiles(held, sets_only=True)
    assert _ranks(of_sets, held) == row["waits"]
    assert sum(4 - held.count(tile) for tile in of_sets) == int(row["remaining"])
    if len(held) <= 13:
        every = waiting_tiles(held, (13 - len(held)) // 3)
        assert _ranks(every, held) == row["waits_with_seven_pairs"]


@pytest.mark.parametrize("family", FAMILIES)
def test_made_up_hands(family: str) -> None:
    for won in islice(winning_hands(5, family), 120):
        expected = list(readable_waits(won.concealed, won.melds))
        assert waiting_tiles(won.concealed, len(won.melds)) == expected


def test_tiles_at_random_wait_as_the_engine_says() -> None:
    random = Random(6)
    wall = [tile for tile in range(9) for _ in range(4)] + [27, 28] * 4
    for _ in range(60):
        tiles = random.sample(wall, 13)
        assert waiting_tiles(tiles) == list(readable_waits(tiles))


@pytest.mark.parametrize("family", FAMILIES)
def test_each_win_is_worth_what_it_counts(family: str) -> None:
    for won in islice(winning_hands(7, family), 40):
        found = waits(
            COUNTER,
            won.concealed,
            won.melds,
            seat_wind=won.seat_wind,
            round_wind=won.round_wind,
        )
        assert won.win_tile in [wait.tile for wait in found]
        for wait in found:
            for drawn, count in ((False, wait.discard), (True, wait.self_draw)):
                hand = GbHand(
                    won.concealed,
                    wait.tile,
                    won.melds,
                    self_draw=drawn,
                    seat_wind=won.seat_wind,
                    round_wind=won.round_wind,
                )
                assert count.fan == score(hand).fan


def _wait(found: tuple[Wait, ...], tile: str) -> Wait:
    return next(wait for wait in found if wait.tile == parse_tile(tile))


def test_what_is_seen_is_not_left() -> None:
    concealed = parse_tiles("23m55789p678s")
    melds = (meld("pung", "1m"),)
    seen = parse_tiles("4m4m4m")
    found = waits(COUNTER, concealed, melds, seen=seen)
    assert [(wait.tile, wait.unseen) for wait in found] == [(0, 1), (3, 1)]
    # The player's own pung shows three of 1m, the discards three of 4m.
    for tile in ("1m", "4m"):
        assert ("hu_jue_zhang", 4, 1) in _wait(found, tile).discard.fans
    (left,) = {
        wait.unseen for wait in waits(COUNTER, concealed, melds, seen=parse_tiles("4444m1m"))
    }
    assert left == 0


def test_a_concealed_kong_shows_nothing() -> None:
    found = waits(
        COUNTER, parse_tiles("2m"), [Meld("kong_concealed", (t,) * 4) for t in (8, 9, 17, 18)]
    )
    assert [(wait.tile, wait.unseen) for wait in found] == [(1, 3)]


def test_tiles_that_wait_on_nothing() -> None:
    assert waits(COUNTER, parse_tiles("1379m1379p1379s1z")) == ()
    assert waits(COUNTER, parse_tiles("1111m"), [meld("pung", f"{n}p") for n in "258"]) == ()
    with pytest.raises(NotAWin):
        score(GbHand(parse_tiles("1379m1379p1379s1z"), 28))
