"""Tiles and their notation."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import tiles
from scoring.tiles import TileError, TileSet, format_tile, format_tiles, parse_tile, parse_tiles

ANY_TILES = st.lists(st.integers(0, tiles.KINDS - 1), max_size=20)


def test_the_codes_of_every_suit() -> None:
    assert parse_tiles("19m19p19s17z18f") == (0, 8, 9, 17, 18, 26, 27, 33, 34, 41)
    assert parse_tile("5m") == 4
    assert format_tiles([33, 4, 3, 3, 0, 12]) == "1445m4p7z"
    assert format_tiles([]) == ""


@given(ANY_TILES)
def test_writing_and_reading_sorts(hand: list[int]) -> None:
    assert parse_tiles(format_tiles(hand)) == tuple(sorted(hand))


@given(st.integers(0, tiles.KINDS - 1))
def test_one_tile(tile: int) -> None:
    code = format_tile(tile)
    assert parse_tile(code) == tile
    assert tiles.rank_of(tile) == int(code[0])
    assert tiles.suit_of(tile) == code[1]
    name = tiles.tile_name(tile)
    assert name.zh
    assert name.en.isascii()


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("12", 0),
        ("m", 0),
        ("12m3", 3),
        ("0m", 0),
        ("18z", 1),
        ("9f", 0),
        ("1m x", 2),
        ("1m٢p", 2),
    ],
)
def test_what_is_no_row_of_tiles(text: str, position: int) -> None:
    with pytest.raises(TileError) as caught:
        parse_tiles(text)
    assert caught.value.position == position
    assert str(position + 1) in caught.value.message.zh
    assert str(position + 1) in caught.value.message.en


@given(st.text(alphabet="123456789mpszf 0x", max_size=12))
def test_a_text_is_tiles_or_a_tile_error(text: str) -> None:
    problem = None
    parsed: tuple[int, ...] = ()
    try:
        parsed = parse_tiles(text)
    except TileError as error:
        problem = error
    if problem:
        assert problem.text == text
        assert 0 <= problem.position < len(text)
    else:
        assert sorted(parsed) == list(parse_tiles(format_tiles(parsed)))


@pytest.mark.parametrize(
    ("code", "after"),
    [
        ("1m", "2m"),
        ("9m", "1m"),
        ("9p", "1p"),
        ("9s", "1s"),
        ("1z", "2z"),
        ("4z", "1z"),
        ("7z", "6z"),
        ("6z", "5z"),
        ("5z", "7z"),
    ],
)
def test_the_next_face(code: str, after: str) -> None:
    assert tiles.next_face(parse_tile(code)) == parse_tile(after)


def test_flowers_have_no_next_face() -> None:
    with pytest.raises(ValueError, match="flowers"):
        tiles.next_face(34)


@pytest.mark.parametrize(
    ("tile_set", "size"),
    [
        (TileSet(), 136),
        (TileSet("mpsz", flowers=8), 144),
        (TileSet("mps"), 108),
        (TileSet("m", flowers=4), 40),
        (TileSet("psz", left_out=tiles.WINDS), 84),
        (TileSet("mpsz", flowers=1, left_out=frozenset({31})), 133),
    ],
)
def test_a_tile_set_counts_its_tiles(tile_set: TileSet, size: int) -> None:
    assert tile_set.size == size
    assert sum(tile_set.copies(tile) for tile in range(tiles.KINDS)) == size


def test_of_a_wall_that_is_drawn_from_a_set_only_so_many_are_in_play() -> None:
    tile_set = TileSet(wall=71)
    assert tile_set.size == 71
    assert tile_set.copies(0) == 4


def test_surplus_names_what_is_too_many() -> None:
    hand = parse_tiles("11111m2222p3z1f1f")
    found = tiles.surplus(hand, TileSet("mps"))
    assert [(format_tile(s.tile), s.copies) for s in found] == [("1m", 5), ("3z", 1), ("1f", 2)]


def test_counts() -> None:
    counts = tiles.counts_of(parse_tiles("115m7z"))
    assert (counts[0], counts[4], counts[33], sum(counts)) == (2, 1, 1, 4)
