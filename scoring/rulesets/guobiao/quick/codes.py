"""The sets that can stand in a hand, and what all tiles of each have in common.

The codes of a hand's sets are added up, their traits joined by AND. A code holds, from the lowest
bit: 21 counters of three bits for chows (suit by suit), 34 bits for pungs and kongs, 34 bits for
pairs, and five counters of three bits: pairs, hidden pungs (concealed kongs among them), concealed
kongs, melded kongs, exposed sets.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from scoring.hand import CHOW, KONG_ADDED, KONG_CONCEALED, KONG_EXPOSED, PUNG
from scoring.readings import PAIR, Block
from scoring.rulesets.guobiao.engine.set_fans import every_set_fans
from scoring.rulesets.guobiao.engine.shapes import KNITTED_STRAIGHTS, SETS, Shape
from scoring.rulesets.guobiao.engine.tile_fans import ONLY
from scoring.rulesets.guobiao.quick.tables import Table

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

# The parts of the tiles whose absence decides 清一色, 混一色, 缺一门 and 五门齐.
PARTS: tuple[range, ...] = (
    range(0, 9),
    range(9, 18),
    range(18, 27),
    range(27, 31),
    range(31, 34),
)
# Fans that ask something of every set and of the pair, one by one.
EVERY_SET = ("quan_dai_yao", "quan_dai_wu", "quan_shuang_ke", "peng_peng_hu", "ping_hu")
TRAITS: dict[str, int] = {name: 1 << i for i, name in enumerate([*ONLY, *EVERY_SET])}
ABSENT_AT = len(TRAITS)
# What is asked of tiles is asked of seven pairs too, what is asked of sets is not.
OF_TILES = (1 << len(ONLY)) - 1 | 31 << ABSENT_AT
ALL_TRAITS = (1 << ABSENT_AT + 5) - 1

# Sets and pairs that between them pass every one of `EVERY_SET`.
_COMPANIONS = (Block(CHOW, 0), Block(CHOW, 3), Block(PUNG, 0), Block(PUNG, 1), Block(PUNG, 4))
_PAIRS = (Block(PAIR, 0), Block(PAIR, 1), Block(PAIR, 4))


def chow_index(tile: int) -> int:
    """Return 0-20 for the chow that begins with the tile."""
    return tile // 9 * 7 + tile % 9


def tile_traits(tiles: Iterable[int]) -> int:
    """Return what the tiles have in common, and which parts they are not of."""
    held = frozenset(tiles)
    word = sum(TRAITS[name] for name, allowed in ONLY.items() if held <= allowed)
    absent = sum(1 << i for i, part in enumerate(PARTS) if held.isdisjoint(part))
    return word | absent << ABSENT_AT


def _traits_of_kinds(kinds: int) -> int:
    return tile_traits(tile for tile in range(34) if kinds >> 3 * tile & 1)


def traits_of(block: Block) -> int:
    """Return the traits of a set or pair; what a set passes is asked of hands made of it."""
    if block.kind == PAIR:
        trials = [Shape(SETS, (other,) * 4, block) for other in _COMPANIONS]
    else:
        trials = [Shape(SETS, (block,) * 4, pair) for pair in _PAIRS]
    passed = {fan for shape in trials for fan in every_set_fans(shape)}
    return tile_traits(block.faces) | sum(TRAITS[fan] for fan in passed)


# The knitted nine pass for 平和 and nothing else that is asked of sets.
KNITTED_TRAITS = TRAITS["ping_hu"] | tile_traits(KNITTED_STRAIGHTS[0])


class SetCode(NamedTuple):
    """A set's code and traits, and its tiles as a key (`keys`)."""

    code: int
    traits: int
    key: int


def _code(block: Block, more: int) -> SetCode:
    if block.kind == CHOW:
        own = 1 << 3 * chow_index(block.tile)
    elif block.kind == PAIR:
        own = 1 << PAIR_AT + block.tile | 1 << PAIRS_AT
    else:
        own = 1 << PUNG_AT + block.tile
    key = sum(1 << 3 * tile for tile in block.faces)
    return SetCode(own + more, traits_of(block), key)


class Standing(dict[tuple[str, int], SetCode]):
    """The codes of standing sets by kind and lowest tile: pungs are hidden."""

    def __missing__(self, name: tuple[str, int]) -> SetCode:
        kind, tile = name
        code = self[name] = _code(Block(kind, tile), ONE_HIDDEN if kind == PUNG else 0)
        return code


class Melded(dict[tuple[str, int], SetCode]):
    """The codes of melds by kind and lowest tile. A kong's key holds its fourth tile."""

    _MORE = {
        CHOW: 1 << EXPOSED_AT,
        PUNG: 1 << EXPOSED_AT,
        KONG_EXPOSED: 1 << EXPOSED_AT | 1 << MELDED_KONG_AT,
        KONG_ADDED: 1 << EXPOSED_AT | 1 << MELDED_KONG_AT,
        KONG_CONCEALED: ONE_HIDDEN | 1 << CONCEALED_KONG_AT,
    }

    def __missing__(self, name: tuple[str, int]) -> SetCode:
        kind, tile = name
        plain = Block(CHOW if kind == CHOW else PUNG, tile)
        found = _code(plain, self._MORE[kind])
        if kind not in (CHOW, PUNG):
            found = found._replace(key=found.key + (1 << 3 * tile))
        self[name] = found
        return found


STANDING = Standing()
# What tiles of one group have in common, by a key with one of each kind.
TILE_TRAITS: Table[int] = Table(_traits_of_kinds)
MELDED = Melded()


def chows_in(code: int) -> Iterator[Block]:
    """Yield the chows of a code, equal ones as often as they stand."""
    for index in range(21):
        for _ in range(code >> 3 * index & 7):
            yield Block(CHOW, index // 7 * 9 + index % 7)


def pungs_in(code: int) -> Iterator[Block]:
    """Yield the pungs and kongs of a code, all as pungs."""
    return (Block(PUNG, tile) for tile in range(34) if code >> PUNG_AT + tile & 1)


def pairs_in(code: int) -> list[Block]:
    """Return the pairs of a code."""
    return [Block(PAIR, tile) for tile in range(34) if code >> PAIR_AT + tile & 1]
