"""Tables for counting many hands at once, filled by the same functions as the tables of one hand.

Everything that a part of a hand can be is written out: the contents of a suit by a number of nine
digits to base 5, their readings, the chows and pungs that can stand together. A code of `codes` is
two words here: the chows, and all the rest (`SetWords`). Fans are two words as well (`layout`).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.hand import CHOW, PUNG
from scoring.readings import PAIR, Block
from scoring.rulesets.guobiao.quick import codes
from scoring.rulesets.guobiao.quick.codes import STANDING
from scoring.rulesets.guobiao.quick.layout import UPPER, places_in
from scoring.rulesets.guobiao.quick.many_hands import Bytes
from scoring.rulesets.guobiao.quick.parts import IN_CHOW_OR_PAIR, WAIT_FANS

# Words of bits, none of which reaches the sign; and plain numbers.
Words = NDArray[np.int64]
Flags = NDArray[np.bool_]
Small = NDArray[np.int64]
# Some of many, by their places or by yes and no.
Rows = Small | Flags

# The places of the second word of a code: pungs, the tile of the pair, then the counters.
PAIR_TILE_AT = 34
PAIRS_AT = PAIR_TILE_AT + 8
HIDDEN_AT = PAIRS_AT + codes.HIDDEN_AT - codes.PAIRS_AT
# Keys (`keys`) are two words: the first 18 tiles and the others.
KEY_TILES = 18
KEY_AT = 3 * KEY_TILES


BASE = 5 ** np.arange(9)


def words(values: Iterable[int]) -> Words:
    return np.fromiter(values, np.int64)


def two_words(values: Sequence[int], at: int = UPPER) -> tuple[Words, Words]:
    """Return large numbers as their lower and upper words, parted at a bit."""
    mask = (1 << at) - 1
    return words(value & mask for value in values), words(value >> at for value in values)


def halves(value: int, at: int = UPPER) -> tuple[int, int]:
    """Return one large number as its lower and upper word."""
    return value & (1 << at) - 1, value >> at


class SetWords(NamedTuple):
    """Codes as two words, and traits."""

    chows: Words
    others: Words
    traits: Words


def set_words(found: Sequence[tuple[int, int]]) -> SetWords:
    """Return codes with their traits as arrays."""
    return SetWords(
        words(code & codes.CHOWS for code, _traits in found),
        words(_others(code) for code, _traits in found),
        words(traits for _code, traits in found),
    )


def _others(code: int) -> int:
    pungs = code >> codes.PUNG_AT & (1 << 34) - 1
    pair = sum(block.tile for block in codes.pairs_in(code))
    return pungs | pair << PAIR_TILE_AT | code >> codes.PAIRS_AT << PAIRS_AT


# Sets and pairs of one group by a number, kind and rank; the last one stands for none.
BLOCKS = (
    *((CHOW, rank) for rank in range(7)),
    *((PUNG, rank) for rank in range(9)),
    *((PAIR, rank) for rank in range(9)),
)
NONE = len(BLOCKS)
# A wait of a set or pair on one of its tiles; of several the highest counts. And whether the tile
# of another player finishes a pung of the hand, which is then not concealed.
WAIT_ORDER = ("dan_diao_jiang", "kan_zhang", "bian_zhang")
WAIT = 3
FINISHED_PUNG = 4
IN_OTHER_SET = 8


class Readings(NamedTuple):
    """How tiles of one group can be read, by their contents: a number to base 5 (`BASE`).

    ``first`` and ``ways`` say by contents which readings there are. ``blocks`` holds the sets and
    the pair of each, ``finish`` by reading and rank what the winning tile does (`WAIT`,
    `FINISHED_PUNG`). ``once`` says by contents, complete but for one tile, whether they wait on one
    kind only.
    """

    first: NDArray[np.uint16]
    ways: Bytes
    blocks: Small
    finish: Bytes
    once: Flags


@cache
def readings(*, honours: bool) -> Readings:
    """Return the readings of any suit, or of the honours."""
    size = 7 if honours else 9
    blocks, counts = _block_rows(size)
    contents = counts @ BASE[:size]
    lawful = np.flatnonzero(counts.max(axis=1) <= 4)
    lawful = lawful[np.argsort(contents[lawful], kind="stable")]
    found = contents[lawful]
    first = np.zeros(5**size, np.uint16)
    first[found[::-1]] = np.arange(len(found))[::-1]
    ways = np.bincount(found, minlength=5**size).astype(np.uint8)
    finish = _finish(27 if honours else 0)[blocks[lawful]]
    waits = (finish & WAIT).max(axis=1)
    # A pung of the tile, and nothing else with it.
    pungs = np.bitwise_or.reduce(finish & (FINISHED_PUNG | IN_OTHER_SET), axis=1) == FINISHED_PUNG
    return Readings(
        first,
        ways,
        blocks[lawful],
        waits | np.where(pungs, FINISHED_PUNG, 0).astype(np.uint8),
        _once(contents, counts, ways),
    )


def _block_rows(size: int) -> tuple[Small, Small]:
    """Return every choice of up to four sets and a pair, as block numbers, and its tiles' counts;
    no tile is there more than five times. Honours (size 7) make no chows."""
    standing = [at for at, block in enumerate(BLOCKS) if _stands(*block, size)]
    pairs = [at for at in standing if BLOCKS[at][0] == PAIR]
    sets = [at for at in standing if at not in pairs]
    rows = np.array(
        [
            (*chosen, pair)
            for chosen in combinations_with_replacement([*sets, NONE], 4)
            for pair in (*pairs, NONE)
        ]
    )
    counts = _block_counts(size)[rows].sum(axis=1)
    fitting = counts.max(axis=1) <= 5
    return rows[fitting], counts[fitting]


def _stands(kind: str, rank: int, size: int) -> bool:
    return rank < size and (kind != CHOW or size == 9)


def _block_counts(size: int) -> Small:
    counts = np.zeros((NONE + 1, size), np.int64)
    for at, (kind, rank) in enumerate(BLOCKS):
        if _stands(kind, rank, size):
            for tile in Block(kind, rank).faces:
                counts[at, tile] += 1
    return counts


def _finish(first: int) -> Bytes:
    """Return by block and rank what the tile of that rank does when it wins, the ranks counted from
    a tile: its wait, `FINISHED_PUNG`, or `IN_OTHER_SET` for a tile that may be in no pung."""
    found = np.zeros((NONE + 1, 9), np.uint8)
    for at, code in enumerate(_codes(first)):
        for rank in range(9 if first < 27 else 7):
            tile = first + rank
            waits = (places_in(fan)[0].fan for sets, fan in WAIT_FANS[tile] if code[0] & sets)
            found[at, rank] = max((1 + WAIT_ORDER.index(fan) for fan in waits), default=0)
            if code[0] >> codes.PUNG_AT + tile & 1:
                found[at, rank] |= FINISHED_PUNG
            if code[0] & IN_CHOW_OR_PAIR[tile]:
                found[at, rank] |= IN_OTHER_SET
    return found


def _codes(first: int) -> list[tuple[int, int]]:
    """Return the code and the traits of every block, its ranks counted from a tile."""
    size = 7 if first == 27 else 9
    nothing = 0, codes.ALL_TRAITS
    found = [
        STANDING[kind, first + rank][:2] if _stands(kind, rank, size) else nothing
        for kind, rank in BLOCKS
    ]
    return [*found, nothing]


@cache
def sets_of(group: int) -> SetWords:
    """Return the codes and the traits of the readings of a suit (0-2) or of the honours (3)."""
    rows = readings(honours=group == 3).blocks
    by_block = set_words(_codes(9 * group))
    return SetWords(
        by_block.chows[rows].sum(axis=1),
        by_block.others[rows].sum(axis=1),
        np.bitwise_and.reduce(by_block.traits[rows], axis=1),
    )


def _once(contents: Small, counts: Small, ways: Bytes) -> Flags:
    """Return by contents, complete but for one tile, whether they wait on that kind only.

    Contents that are complete as they stand, with a pair, wait besides that on what another group
    can take (`waits`). A fifth tile of a kind is waited for too.
    """
    size = counts.shape[1]
    takes = np.zeros(5**size, np.uint16)
    tiles = np.zeros(5**size, np.uint8)
    for rank in range(size):
        rest = counts.copy()
        rest[:, rank] -= 1
        lacking = np.flatnonzero((rest[:, rank] >= 0) & (rest.max(axis=1) <= 4))
        numbers = contents[lacking] - BASE[rank]
        takes[numbers] |= 1 << rank
        tiles[numbers] = rest[lacking].sum(axis=1)
    complete = (ways > 0) & (tiles % 3 == 2)
    once: Flags = (np.bitwise_count(takes) == 1) & ~complete
    return once
