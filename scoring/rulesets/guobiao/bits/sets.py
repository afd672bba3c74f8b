"""The 55 kinds of sets and the 34 pairs: what every tile of them has in common, and their codes.

Codes of the sets of a hand are added up, traits are joined by AND. A code holds, from the lowest
bit: 21 counters of three bits for chows (suit by suit), 34 bits for pungs and kongs, 34 bits for
pairs, and five counters of three bits: pairs, hidden pungs, concealed kongs, melded kongs, exposed
sets.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from scoring.hand import CHOW, KONG_ADDED, KONG_CONCEALED, KONG_EXPOSED, PUNG

PAIR = "pair"

PUNG_AT = 63
PAIR_AT = PUNG_AT + 34
PAIRS_AT = PAIR_AT + 34
HIDDEN_AT = PAIRS_AT + 3
CONCEALED_KONG_AT = HIDDEN_AT + 3
MELDED_KONG_AT = CONCEALED_KONG_AT + 3
EXPOSED_AT = MELDED_KONG_AT + 3
ONE_HIDDEN = 1 << HIDDEN_AT

CHOWS = (1 << PUNG_AT) - 1
NUMBER_PUNGS = ((1 << 27) - 1) << PUNG_AT
HONOUR_PUNGS = ((1 << 7) - 1) << PUNG_AT + 27
FIVE_PAIRS = sum(1 << PAIR_AT + tile for tile in (4, 13, 22))
HONOUR_PAIRS = ((1 << 7) - 1) << PAIR_AT + 27
CONCEALMENT = ((1 << 12) - 1) << HIDDEN_AT
# Set when there are four pairs: two sets and four pairs are fourteen tiles as well, and no win.
FOUR_PAIRS = 4 << PAIRS_AT


def chow_index(tile: int) -> int:
    """Return 0-20 for the chow that begins with the tile."""
    return tile // 9 * 7 + tile % 9


def chow_tile(index: int) -> int:
    """Return the lowest tile of a chow 0-20."""
    return index // 7 * 9 + index % 7


def _rank(tile: int) -> int:
    """1-9; 0 for honours."""
    return tile % 9 + 1 if tile < 27 else 0


GREEN = frozenset({19, 20, 21, 23, 25, 32})
REVERSIBLE = frozenset({9, 10, 11, 12, 13, 16, 17, 19, 21, 22, 23, 25, 26, 31})

# A fan that asks something of every tile.
_EVERY_TILE: tuple[tuple[str, Callable[[int], bool]], ...] = (
    ("duan_yao", lambda t: 2 <= _rank(t) <= 8),
    ("tui_bu_dao", lambda t: t in REVERSIBLE),
    ("lv_yi_se", lambda t: t in GREEN),
    ("zi_yi_se", lambda t: t >= 27),
    ("qing_yao_jiu", lambda t: _rank(t) in (1, 9)),
    ("hun_yao_jiu", lambda t: _rank(t) in (0, 1, 9)),
    ("quan_da", lambda t: _rank(t) >= 7),
    ("quan_zhong", lambda t: 4 <= _rank(t) <= 6),
    ("quan_xiao", lambda t: 1 <= _rank(t) <= 3),
    ("da_yu_wu", lambda t: _rank(t) >= 6),
    ("xiao_yu_wu", lambda t: 1 <= _rank(t) <= 4),
)
# A fan that asks something of every set and of the pair: kind and tiles given.
_EVERY_SET: tuple[tuple[str, Callable[[str, tuple[int, ...]], bool]], ...] = (
    ("quan_dai_yao", lambda _, tiles: any(_rank(t) in (0, 1, 9) for t in tiles)),
    ("quan_dai_wu", lambda _, tiles: any(_rank(t) == 5 for t in tiles)),
    (
        "quan_shuang_ke",
        lambda kind, tiles: kind != CHOW and tiles[0] < 27 and _rank(tiles[0]) % 2 == 0,
    ),
    ("peng_peng_hu", lambda kind, _: kind != CHOW),
    ("ping_hu", lambda kind, tiles: kind == CHOW or (kind == PAIR and tiles[0] < 27)),
)
# What no tile is: the five "suits" whose absence decides 清一色, 混一色, 缺一门, 五门齐, 无字.
_PARTS: tuple[range, ...] = (
    range(0, 9),
    range(9, 18),
    range(18, 27),
    range(27, 31),
    range(31, 34),
)

TRAITS: dict[str, int] = {
    name: 1 << i for i, name in enumerate([n for n, _ in _EVERY_TILE] + [n for n, _ in _EVERY_SET])
}
# Whether all tiles pass is asked of seven pairs too; what is asked of sets is not.
OF_TILES = (1 << len(_EVERY_TILE)) - 1
ABSENT_AT = len(TRAITS)
ABSENT = 31 << ABSENT_AT
ALL_TRAITS = (1 << ABSENT_AT + 5) - 1
# The knitted nine hold all three suits; beside them only 平和 may come of the whole hand.
KNITTED_TRAITS = TRAITS["ping_hu"] | 24 << ABSENT_AT


def traits_of(kind: str, tiles: tuple[int, ...]) -> int:
    """Return the traits of one set or pair."""
    word = 0
    for name, of_tile in _EVERY_TILE:
        if all(of_tile(tile) for tile in tiles):
            word |= TRAITS[name]
    for name, of_set in _EVERY_SET:
        if of_set(kind, tiles):
            word |= TRAITS[name]
    for i, part in enumerate(_PARTS):
        if not any(tile in part for tile in tiles):
            word |= 1 << ABSENT_AT + i
    return word


class SetKind(NamedTuple):
    """A kind of set: its kind and lowest tile, code and traits, and its tiles as a key (keys.py)."""

    code: int
    traits: int
    key: int


def _code(kind: str, tile: int) -> int:
    if kind == CHOW:
        return 1 << 3 * chow_index(tile)
    if kind == PAIR:
        return 1 << PAIR_AT + tile | 1 << PAIRS_AT
    return 1 << PUNG_AT + tile


def tiles_of(kind: str, tile: int) -> tuple[int, ...]:
    """Return the tiles of a set or pair, all four of a kong."""
    if kind == CHOW:
        return (tile, tile + 1, tile + 2)
    return (tile,) * {PAIR: 2, PUNG: 3}.get(kind, 4)


def _kinds() -> Iterator[tuple[str, int]]:
    for tile in range(34):
        if tile < 27 and tile % 9 <= 6:
            yield CHOW, tile
        yield PUNG, tile
        yield PAIR, tile


def _kind(kind: str, tile: int, more: int = 0) -> SetKind:
    tiles = tiles_of(kind, tile)
    plain = PUNG if kind not in (CHOW, PAIR) else kind
    key = sum(1 << 3 * t for t in tiles)
    return SetKind(_code(plain, tile) + more, traits_of(plain, tiles), key)


# As they stand in the hand: a pung of standing tiles is hidden.
STANDING: dict[tuple[str, int], SetKind] = {
    (kind, tile): _kind(kind, tile, ONE_HIDDEN if kind == PUNG else 0) for kind, tile in _kinds()
}


def _melds() -> Iterator[tuple[tuple[str, int], SetKind]]:
    exposed = 1 << EXPOSED_AT
    for kind, tile in _kinds():
        if kind == CHOW:
            yield (CHOW, tile), _kind(CHOW, tile, exposed)
        elif kind == PUNG:
            yield (PUNG, tile), _kind(PUNG, tile, exposed)
            for kong in (KONG_EXPOSED, KONG_ADDED):
                yield (kong, tile), _kind(kong, tile, exposed | 1 << MELDED_KONG_AT)
            concealed = ONE_HIDDEN | 1 << CONCEALED_KONG_AT
            yield (KONG_CONCEALED, tile), _kind(KONG_CONCEALED, tile, concealed)


# As they are laid down.
MELDED: dict[tuple[str, int], SetKind] = dict(_melds())
