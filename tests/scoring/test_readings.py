"""Readings of hands against a plain search over everything the wild tiles can stand for."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import readings as r
from scoring.hand import HandTiles, Meld
from scoring.tiles import counts_of, parse_tiles

SMALL = st.lists(st.sampled_from(range(9)), min_size=8, max_size=8)


def _counts(text: str) -> list[int]:
    return counts_of(parse_tiles(text))


def _plain_splits(tiles: Counter[int], sets: int, pair: bool) -> set[tuple[tuple[int, ...], ...]]:
    """All splits into sets and a pair, by trying every block of every face."""
    if not sets and not pair:
        return set() if +tiles else {()}
    blocks = [(t,) * 3 for t in range(34)] + [(t, t + 1, t + 2) for t in range(27) if t % 9 < 7]
    choices = blocks if sets else []
    found = set()
    for block in (*choices, *([(t,) * 2 for t in range(34)] if pair else [])):
        need = Counter(block)
        if all(tiles[t] >= n for t, n in need.items()):
            is_pair = len(block) == 2
            for split in _plain_splits(tiles - need, sets - (not is_pair), pair and not is_pair):
                found.add(tuple(sorted((block, *split))))
    return found


@settings(max_examples=60, deadline=None)
@given(SMALL)
def test_without_wild_tiles_every_split_is_found_once(tiles: list[int]) -> None:
    found = r.readings(counts_of(tiles), 0, sets=2)
    splits = [tuple(sorted(block.faces for block in reading.blocks)) for reading in found]
    assert len(splits) == len(set(splits))
    assert set(splits) == _plain_splits(Counter(tiles), 2, True)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(range(9)), min_size=3, max_size=4))
def test_with_wild_tiles_every_face_is_tried(tiles: list[int]) -> None:
    """One set and a pair of five tiles: what some choice of faces for the wilds can be."""
    wilds = 5 - len(tiles)
    expected: set[tuple[tuple[int, ...], ...]] = set()
    for faces in combinations_with_replacement(range(34), wilds):
        expected |= _plain_splits(Counter([*tiles, *faces]), 1, True)
    found = r.readings(counts_of(tiles), wilds, sets=1)
    fixed = {
        tuple(sorted(block.faces for block in reading.blocks))
        for reading in found
        if all(block.tile != r.FREE for block in reading.blocks)
    }
    free = any(block.tile == r.FREE for reading in found for block in reading.blocks)
    # A free block stands for every choice; the rest must be told one by one.
    natural = {
        split for split in expected if all(any(t in tiles for t in block) for block in split)
    }
    assert natural <= fixed <= expected
    assert bool(found) == bool(expected)
    assert free == any(not any(t in tiles for t in block) for split in expected for block in split)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 33), min_size=8, max_size=14), st.integers(0, 4))
def test_each_reading_uses_exactly_the_tiles(tiles: list[int], wilds: int) -> None:
    sets, rest = divmod(len(tiles) + wilds - 2, 3)
    found = r.readings(counts_of(tiles), wilds, sets=sets)
    if rest:
        assert found == ()
    for reading in found:
        used: Counter[int] = Counter()
        spent = 0
        for block in reading.blocks:
            used.update(block.faces)
            used.subtract(face for face in block.wilds if face != r.FREE)
            spent += len(block.wilds)
        assert +used == Counter(tiles)
        assert spent == wilds
        assert len(reading.sets) == sets


def test_melds_are_read_as_they_lie() -> None:
    hand = HandTiles(
        parse_tiles("23m55z"),
        (
            Meld("pung", parse_tiles("111m")),
            Meld("kong_concealed", parse_tiles("9999p")),
            Meld("chow", parse_tiles("456s")),
        ),
    )
    (reading,) = r.hand_readings(hand, 0)
    assert [block.kind for block in reading.sets] == ["pung", "kong", "chow", "chow"]
    assert reading.pair.tile == 31
    assert not reading.all_triplets
    drawn = reading.sets[-1]
    assert drawn.holds(0)
    assert not reading.sets[0].holds(0)


def test_a_wild_tile_in_a_meld_is_its_own_face() -> None:
    hand = HandTiles(parse_tiles("47s55z"), (Meld("chow", parse_tiles("345s")),))
    found = r.hand_readings(hand, parse_tiles("6s")[0], frozenset({21}), sets=2)
    # 345 as it was claimed; in the hand the wild 4 stands for 5 or 8 beside 6 and 7.
    sets = {tuple(block.faces for block in reading.sets) for reading in found}
    assert sets == {((20, 21, 22), (22, 23, 24)), ((20, 21, 22), (23, 24, 25))}


@pytest.mark.parametrize(
    ("text", "wilds", "triplets"),
    [
        ("111222333m44455p", 0, True),
        ("111222333m456p55s", 0, False),
        ("111222333m44p55s", 1, True),
        ("1122m", 1, True),
        ("55z", 12, True),
    ],
)
def test_all_triplets(text: str, wilds: int, triplets: bool) -> None:
    sets = (len(parse_tiles(text)) + wilds - 2) // 3
    found = r.readings(_counts(text), wilds, sets=sets)
    assert any(reading.all_triplets for reading in found) == triplets


def test_four_pairs_and_two_sets_are_no_hand() -> None:
    assert r.readings(_counts("11335577m123456p"), 0) == ()


@pytest.mark.parametrize(
    ("text", "wilds", "yes"),
    [
        ("112233445566m67z", 0, False),
        ("11223344m556677p", 0, True),
        ("11112233m556677p", 0, True),
        ("1122334m556677p", 1, True),
        ("1234567m11p", 5, False),
        ("1234567m", 7, True),
        ("11m", 12, True),
        ("11m", 11, False),
    ],
)
def test_seven_pairs(text: str, wilds: int, yes: bool) -> None:
    counts = _counts(text)
    assert r.is_seven_pairs(counts, wilds) == yes


@pytest.mark.parametrize(
    ("text", "wilds", "yes"),
    [
        ("119m19p19s1234567z", 0, True),
        ("19m19p19s1234567z", 1, True),
        ("19m19p19s123456z", 2, True),
        ("119m19p19s123456z", 1, True),
        ("1199m19p19s12345z", 1, False),
        ("111m9m19p19s123456z", 0, False),
        ("129m19p19s1234567z", 0, False),
    ],
)
def test_thirteen_orphans(text: str, wilds: int, yes: bool) -> None:
    assert r.is_thirteen_orphans(_counts(text), wilds) == yes


@pytest.mark.parametrize(
    ("text", "wilds", "yes", "stars"),
    [
        ("147m258p369s12345z", 0, True, False),
        ("147m258p3s1234567z", 0, True, True),
        ("147m28p39s1234567z", 0, True, True),
        ("146m258p369s12345z", 0, False, False),
        ("147m258p369s11234z", 0, False, False),
        ("147m258p369s1234z", 1, True, False),
        ("147m258p3s123456z", 1, True, True),
        # 5m leaves room for one more tile at most on each side.
        ("5m258p3s1234567z", 2, True, True),
        ("5m5p5s1234567z", 4, True, True),
        ("147m258p369s", 5, True, False),
        ("147m258p36s", 6, True, False),
        ("147m258p3s", 7, True, True),
    ],
)
def test_thirteen_lan(text: str, wilds: int, yes: bool, stars: bool) -> None:
    counts = _counts(text)
    assert r.is_thirteen_lan(counts, wilds) == yes
    assert r.is_thirteen_lan(counts, wilds, all_honours=True) == stars


def test_waits() -> None:
    counts = _counts("2345678m456p777z")

    def wins(tile: int) -> bool:
        more = [*counts]
        more[tile] += 1
        return bool(r.readings(more))

    waits = r.winning_tiles(range(34), wins)
    assert waits == parse_tiles("258m")
