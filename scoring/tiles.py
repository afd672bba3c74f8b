"""Tiles, tile sets and the notation of the record form (EVENTS §3).

A tile is an int: 0-8 万 ``1m``-``9m``, 9-17 饼 ``1p``-``9p``, 18-26 条 ``1s``-``9s``,
27-33 ``1z``-``7z`` 东南西北白发中, 34-41 ``1f``-``8f`` 春夏秋冬梅兰竹菊.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from scoring.text import Text

SUITS = "mpszf"
_FIRST = {"m": 0, "p": 9, "s": 18, "z": 27, "f": 34}
_SIZE = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}
KINDS = 42
HONOURS = range(27, 34)
WINDS = frozenset(range(27, 31))
FLOWERS = range(34, 42)
TERMINALS = frozenset({0, 8, 9, 17, 18, 26})

_CODES = tuple(f"{rank + 1}{suit}" for suit in SUITS for rank in range(_SIZE[suit]))
_BY_CODE = {code: tile for tile, code in enumerate(_CODES)}
_NUMERALS = "一二三四五六七八九"
_HONOUR_NAMES = (
    Text("东", "East"),
    Text("南", "South"),
    Text("西", "West"),
    Text("北", "North"),
    Text("白", "White"),
    Text("发", "Green"),
    Text("中", "Red"),
)
_FLOWER_NAMES = (
    Text("春", "Spring"),
    Text("夏", "Summer"),
    Text("秋", "Autumn"),
    Text("冬", "Winter"),
    Text("梅", "Plum"),
    Text("兰", "Orchid"),
    Text("竹", "Bamboo"),
    Text("菊", "Chrysanthemum"),
)
_SUIT_NAMES = {
    "m": Text("万", "characters"),
    "p": Text("饼", "dots"),
    "s": Text("条", "bamboo"),
}


class TileError(ValueError):
    """A text that is no tile string; ``position`` counts characters from 0."""

    def __init__(self, text: str, position: int, message: Text) -> None:
        super().__init__(message.en)
        self.text = text
        self.position = position
        self.message = message


def parse_tile(text: str) -> int:
    """Return the tile of a code such as ``"5m"``; raise `TileError`."""
    tile = _BY_CODE.get(text)
    if tile is None:
        said = _shortened(text)
        raise TileError(text, 0, Text(f"“{said}”不是一张牌。", f"“{said}” is not a tile."))
    return tile


def parse_tiles(text: str) -> tuple[int, ...]:
    """Return the tiles of a string such as ``"123m4455p"`` in its order; raise `TileError`."""
    tiles: list[int] = []
    digits: list[tuple[int, str]] = []
    for position, char in enumerate(text):
        if char in "123456789":
            digits.append((position, char))
        elif char in _FIRST:
            if not digits:
                raise _tile_error(text, position)
            for at, digit in digits:
                tile = _BY_CODE.get(digit + char)
                if tile is None:
                    raise _tile_error(text, at)
                tiles.append(tile)
            digits = []
        else:
            raise _tile_error(text, position)
    if digits:
        raise _tile_error(text, digits[0][0])
    return tuple(tiles)


def _tile_error(text: str, position: int) -> TileError:
    said = _shortened(text)
    return TileError(
        text,
        position,
        Text(
            f"“{said}”第{position + 1}个字符处不是牌。",
            f"“{said}” is not a row of tiles at character {position + 1}.",
        ),
    )


def _shortened(text: str) -> str:
    """Return what a refusal repeats of a text."""
    return text if len(text) <= 60 else text[:59] + "…"


def format_tile(tile: int) -> str:
    return _CODES[tile]


def format_tiles(tiles: Iterable[int]) -> str:
    """Return the tile string, sorted, suit by suit: ``"123m4455p"``."""
    text = ""
    ordered = sorted(tiles)
    for i, tile in enumerate(ordered):
        code = _CODES[tile]
        last = i + 1 == len(ordered) or _CODES[ordered[i + 1]][1] != code[1]
        text += code if last else code[0]
    return text


def suit_of(tile: int) -> str:
    return _CODES[tile][1]


def rank_of(tile: int) -> int:
    """Return the number on the tile (1-9; honours and flowers count in their own row)."""
    return int(_CODES[tile][0])


def is_suited(tile: int) -> bool:
    return tile < 27


def tile_name(tile: int) -> Text:
    """Return the tile's name, as a page says it: 五万, 5 characters."""
    if tile in HONOURS:
        return _HONOUR_NAMES[tile - 27]
    if tile in FLOWERS:
        return _FLOWER_NAMES[tile - 34]
    suit = _SUIT_NAMES[suit_of(tile)]
    rank = rank_of(tile)
    return Text(f"{_NUMERALS[rank - 1]}{suit.zh}", f"{rank} {suit.en}")


def next_face(tile: int) -> int:
    """Return the face after this one: 1 … 9 1; 东 南 西 北 东; 中 发 白 中."""
    if tile in FLOWERS:
        raise ValueError("flowers have no order")
    if tile < 27:
        return tile - 8 if tile % 9 == 8 else tile + 1
    if tile < 31:
        return 27 + (tile - 26) % 4
    return {33: 32, 32: 31, 31: 33}[tile]


@dataclass(frozen=True, slots=True)
class TileSet:
    """The tiles that a game is played with: 144 ``TileSet("mpsz", 8)``, 136 without the flowers,
    108 ``TileSet("mps")``, 84 ``TileSet("psz", left_out=WINDS)``.

    ``flowers`` are the first so many of 春夏秋冬梅兰竹菊, one of each. ``left_out`` are faces of
    the suits that the game does not have. ``wall`` says how many tiles are drawn out of the set
    where they are not all played with: 71 of 136.
    """

    suits: str = "mpsz"
    flowers: int = 0
    left_out: frozenset[int] = frozenset()
    wall: int | None = None

    @property
    def size(self) -> int:
        """How many tiles are in play."""
        if self.wall is not None:
            return self.wall
        return sum(self.copies(tile) for tile in range(KINDS))

    def copies(self, tile: int) -> int:
        """Return how many of a tile there can be."""
        if tile in self.left_out:
            return 0
        if tile in FLOWERS:
            return 1 if tile - FLOWERS.start < self.flowers else 0
        return 4 if suit_of(tile) in self.suits else 0


class Surplus(NamedTuple):
    """A tile that more often stands somewhere than the set has it."""

    tile: int
    copies: int


def surplus(tiles: Iterable[int], tile_set: TileSet) -> list[Surplus]:
    """Return the tiles of which there are more than the set has."""
    return [
        Surplus(tile, count)
        for tile, count in sorted(Counter(tiles).items())
        if count > tile_set.copies(tile)
    ]


def counts_of(tiles: Sequence[int]) -> list[int]:
    """Return how many of each kind 0-33 there are."""
    counts = [0] * 34
    for tile in tiles:
        counts[tile] += 1
    return counts
