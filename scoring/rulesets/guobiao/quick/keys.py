"""Tiles as a key: three bits for each of the 34 kinds, and the ways to read a suit as sets.

A key masked to one suit is the key of that suit's readings. Four of a kind at most, so no digit
spills into the next.
"""

from functools import cache

from scoring.hand import CHOW, PUNG
from scoring.readings import PAIR
from scoring.rulesets.guobiao.quick.codes import ALL_TRAITS, STANDING
from scoring.rulesets.guobiao.quick.tables import Table

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


def key_of(tiles: tuple[int, ...]) -> int:
    return sum(TILE[tile] for tile in tiles)


def kinds(key: int) -> int:
    """Return the kinds that a key holds, one of each."""
    return (key | key >> 1 | key >> 2) & ODD


def counts_of_key(key: int) -> list[int]:
    """Return how many there are of each of the 34 kinds."""
    return [key >> 3 * tile & 7 for tile in range(34)]


@cache
def suit_blocks(shape: int) -> tuple[Blocks, ...]:
    """Return every way to read a suit as chows, pungs and at most one pair: (kind, rank 0-8)."""
    return tuple(_read_suit([shape >> 3 * rank & 7 for rank in range(9)], 0, paired=False))


def _read_suit(counts: list[int], rank: int, *, paired: bool) -> list[Blocks]:
    while rank < 9 and not counts[rank]:
        rank += 1
    if rank == 9:
        return [()]
    found: list[Blocks] = []
    steps = (
        (CHOW, (1, 1, 1), rank <= 6),
        (PUNG, (3,), True),
        (PAIR, (2,), not paired),
    )
    for kind, takes, allowed in steps:
        if not allowed or any(counts[rank + i] < n for i, n in enumerate(takes)):
            continue
        rest = counts.copy()
        for i, n in enumerate(takes):
            rest[rank + i] -= n
        block = (kind, rank)
        tails = _read_suit(rest, rank, paired=paired or kind == PAIR)
        found.extend((block, *tail) for tail in tails)
    return list(dict.fromkeys(tuple(sorted(blocks)) for blocks in found))


def _honour_blocks(shape: int) -> tuple[Blocks, ...]:
    kinds = {2: PAIR, 3: PUNG}
    counts = [shape >> 3 * i & 7 for i in range(7)]
    if any(n not in (0, 2, 3) for n in counts) or counts.count(2) > 1:
        return ()
    return (tuple((kinds[n], i) for i, n in enumerate(counts) if n),)


def group_blocks(key: int) -> tuple[Blocks, ...]:
    """Return the readings of the tiles of one group, as (kind, lowest tile)."""
    if key & HONOUR_KEYS:
        first, ways = 27, _honour_blocks(key >> 81)
    else:
        suit = next((s for s in range(3) if key & SUIT_KEYS[s]), 0)
        first, ways = 9 * suit, suit_blocks(key >> 27 * suit)
    return tuple(tuple((kind, first + at) for kind, at in blocks) for blocks in ways)


def _splits(key: int) -> tuple[Split, ...]:
    found = []
    for blocks in group_blocks(key):
        code, traits = 0, ALL_TRAITS
        for block in blocks:
            code += STANDING[block].code
            traits &= STANDING[block].traits
        found.append((code, traits))
    return tuple(found)


# Every reading of the tiles of one suit, or of the honours.
SPLITS: Table[tuple[Split, ...]] = Table(_splits)


@cache
def whole(counts: tuple[int, ...], *, honours: bool, paired: bool) -> bool:
    """Whether tiles of one group are sets only, or sets and one pair. Takes five of a kind too."""
    if paired:
        return any(
            n >= 2
            and whole(
                tuple(m - 2 * (i == at) for i, m in enumerate(counts)),
                honours=honours,
                paired=False,
            )
            for at, n in enumerate(counts)
        )
    left = list(counts)
    for at in range(len(left)):
        run = left[at] % 3
        if run and (honours or at > len(left) - 3):
            return False
        for step in range(3 if run else 0):
            left[at + step] -= run
            if left[at + step] < 0:
                return False
    return True
