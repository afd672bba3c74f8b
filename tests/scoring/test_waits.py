"""What a hand waits on (§16 of sichuan_xueliu.md), for any idea of a win."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import HandTiles, Meld
from scoring.readings import completes, is_seven_pairs
from scoring.rulesets.sichuan.shapes import SETS, features, wait_faces
from scoring.tiles import counts_of, parse_tiles
from scoring.waits import near, remaining, waits
from tests.scoring.corpus import FOLDER

SUIT = range(9)


def _rows() -> Iterator[dict[str, str]]:
    head, *rows = (FOLDER / "waits.tsv").read_text("utf-8").splitlines()
    for row in rows:
        yield dict(zip(head.split("\t"), row.split("\t"), strict=True))


ROWS = list(_rows())


def _ranks(faces: Any) -> str:
    return "".join(str(face + 1) for face in faces) or "-"


def _wins(tiles: list[int], *, seven_pairs: bool) -> bool:
    counts = counts_of(tiles)
    return completes(counts, 0, len(tiles) // 3) or (seven_pairs and is_seven_pairs(counts))


def _waits(shape: str, *, seven_pairs: bool = False) -> list[int]:
    held = [int(rank) - 1 for rank in shape]

    def worth(tile: int) -> bool | None:
        return _wins([*held, tile], seven_pairs=seven_pairs) or None

    return list(waits(held, SUIT, worth))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["shape"])
def test_every_shape_of_the_table(row: dict[str, str]) -> None:
    found = _waits(row["shape"])
    assert _ranks(found) == row["waits"]
    assert remaining([int(rank) - 1 for rank in row["shape"]], found) == int(row["remaining"])
    assert _ranks(_waits(row["shape"], seven_pairs=True)) == row["waits_with_seven_pairs"]


def test_the_seed_is_wrong_in_six_rows() -> None:
    printed = [row for row in ROWS if row["seed_says"] != "-"]
    assert len(printed) == 39
    wrong = [row for row in printed if not _seed_agrees(row)]
    assert len(wrong) == 6
    assert wrong == [row for row in printed if row["correct"] == "no"]


def _seed_agrees(row: dict[str, str]) -> bool:
    """Compare what the seed prints, such as ``3467(11)``, with the right answer."""
    ranks, _, count = row["seed_says"].rstrip(")").partition("(")
    return ranks == row["waits"] and count in ("", row["remaining"])


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["shape"])
def test_sichuan_hands_wait_alike(row: dict[str, str]) -> None:
    """The shape stands beside pungs of another suit; a game's hand has thirteen tiles."""
    sets = (13 - len(row["shape"])) // 3
    if sets < 0:
        assert len(row["shape"]) == 16
        return
    held = parse_tiles(row["shape"] + "m")
    melds = tuple(Meld("pung", parse_tiles(f"{rank}{rank}{rank}p")) for rank in range(1, sets + 1))
    hand = HandTiles(held, melds)
    expected = row["waits_with_seven_pairs"]
    assert _ranks(wait_faces(hand)) == expected
    by_sets = [tile for tile in SUIT if SETS in features(hand, tile) and held.count(tile) < 4]
    assert _ranks(by_sets) == row["waits"]


@given(st.lists(st.integers(0, 8), min_size=13, max_size=13))
def test_only_near_faces_are_waited_for(held: list[int]) -> None:
    hand = HandTiles(tuple(held))
    found = [t for t in range(27) if held.count(t) < 4 and features(hand, t)]
    assert list(wait_faces(hand)) == found
    assert set(found) <= set(near(held))


def test_dead_faces_and_faces_held_four_times_are_left_out() -> None:
    held = parse_tiles("2345m")
    assert list(waits(held, range(34), lambda tile: tile in (1, 4) or None)) == [1, 4]
    assert waits(held, range(34), lambda tile: tile, unseen=parse_tiles("5m")) == {4: 4}
    assert waits(held, range(34), lambda tile: tile, unseen=()) == {}
    assert 0 not in waits(parse_tiles("1111m"), SUIT, lambda tile: tile)
    assert remaining(parse_tiles("2345m"), (1, 4)) == 6
    assert near(parse_tiles("1m9p5z")) == (0, 1, 2, 15, 16, 17, 31)
