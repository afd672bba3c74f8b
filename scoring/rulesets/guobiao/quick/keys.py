"""Tiles as a key: three bits for each of the 34 kinds, and the ways to read a suit as sets.

A key masked to one suit is the key of that suit's readings. Four of a kind at most, so no digit
spills into the next.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from scoring.hand import CHOW, PUNG
from scoring.readings import PAIR
from scoring.rulesets.guobiao.quick.codes import ALL_TRAITS, STANDING
from scoring.rulesets.guobiao.quick.tables import MOST_ENTRIES, Table

TILE = tuple(1 << 3 * tile for tile in range(34))
ODD = sum(TILE)
FOUR = 4 * ODD
SUIT_KEYS = tuple(((1 << 27) - 1) << 27 * suit for suit in range(3))
HONOUR_KEYS = ((1 << 21) - 1) << 81
# Characters, dots, bamboo and honours: no set has tiles of two groups.
GROUPS = (*SUIT_KEYS, HONOUR_KEYS)
GROUP_OF = tuple(GROUPS[tile // 9] for tile in range(34))

# A reading of one group of tiles: the codes of its sets added up, their traits joined.
Split = tuple[int, int]
Blocks = tuple[tuple[str, int], ...]


def key_of(tiles: Iterable[int]) -> int:
    return sum(map(TILE.__getitem__, tiles))


def kinds(key: int) -> int:
    """Return the kinds that a key holds, one of each."""
    return (key | key >> 1 | key >> 2) & ODD


def counts_of_key(key: int) -> list[int]:
    """Return how many there are of each of the 34 kinds."""
    return [key >> 3 * tile & 7 for tile in range(34)]


def group_at(key: int) -> int:
    """Return which of `GROUPS` the tiles of one group are of (0 for none)."""
    return max(0, key.bit_length() - 1) // 27


@lru_cache(MOST_ENTRIES)
def suit_blocks(shape: int, pairs: int = 1) -> tuple[Blocks, ...]:
    """Return every way to read a suit as chows, pungs and at most so many pairs: (kind, rank 0-8).

    The block with the lowest tile is taken off first; what is left is read in the same way.
    """
    if not shape:
        return ((),)
    rank = ((shape & -shape).bit_length() - 1) // 3
    found: list[Blocks] = []
    for kind, taken, left in _steps(shape >> 3 * rank, pairs):
        rests = suit_blocks(shape - (taken << 3 * rank), left)
        found.extend(tuple(sorted(((kind, rank), *rest))) for rest in rests)
    return tuple(dict.fromkeys(found))


def _steps(shape: int, pairs: int) -> Iterator[tuple[str, int, int]]:
    """Yield the blocks with the lowest tile of a shape: kind, tiles taken, pairs left to take."""
    if shape >> 3 & 7 and shape >> 6 & 7:
        yield CHOW, 0o111, pairs
    if shape & 7 >= 3:
        yield PUNG, 3, pairs
    if shape & 7 >= 2 and pairs:
        yield PAIR, 2, pairs - 1


def _honour_blocks(shape: int) -> tuple[Blocks, ...]:
    kinds = {2: PAIR, 3: PUNG}
    counts = [shape >> 3 * i & 7 for i in range(7)]
    if any(n not in (0, 2, 3) for n in counts) or counts.count(2) > 1:
        return ()
    return (tuple((kinds[n], i) for i, n in enumerate(counts) if n),)


def _splits(key: int) -> tuple[Split, ...]:
    """Return the readings of the tiles of one group."""
    group = group_at(key)
    first, shape = 9 * group, key >> 27 * group
    found = []
    for blocks in _honour_blocks(shape) if group == 3 else suit_blocks(shape):
        code, traits = 0, ALL_TRAITS
        for kind, at in blocks:
            own, common, _key = STANDING[kind, first + at]
            code += own
            traits &= common
        found.append((code, traits))
    return tuple(found)


# Every reading of the tiles of one suit, or of the honours.
SPLITS: Table[tuple[Split, ...]] = Table(_splits)


def is_sets(shape: int, *, honours: bool) -> bool:
    """Whether tiles of one group are sets, five of a kind allowed."""
    while shape:
        # What is left of the lowest kind beside a pung must begin chows.
        chows = (shape & 7) % 3
        if chows and (honours or shape >> 3 & 7 < chows or shape >> 6 & 7 < chows):
            return False
        shape = shape - chows * 0o111 >> 3
    return True


def is_sets_and_pair(shape: int, pairs: Iterable[int], *, honours: bool) -> bool:
    """Whether tiles of one group are sets and a pair of one of the ranks given."""
    return any(
        shape >> 3 * at & 7 >= 2 and is_sets(shape - (2 << 3 * at), honours=honours) for at in pairs
    )


def rank_sum(shape: int) -> int:
    """Return the ranks (0-8) of a suit's tiles added up, but for a multiple of three: those of a
    set add up to one."""
    ranks = 0
    while shape:
        ranks += (shape >> 3 & 7) + 2 * (shape >> 6 & 7)
        shape >>= 9
    return ranks % 3


def pair_ranks(ranks: int) -> range:
    """Return the ranks that the pair of a suit can have, of which `rank_sum` is given."""
    return range(2 * ranks % 3, 9, 3)
