"""Every winning shape that tiles can be read as."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from scoring.hand import CHOW, PUNG, Meld
from scoring.readings import (
    KONG,
    Block,
    is_seven_pairs,
    is_thirteen_orphans,
    readings,
)
from scoring.tiles import HONOURS, counts_of

SETS = "sets"
KNITTED = "knitted"
SEVEN_PAIRS = "seven_pairs"
ORPHANS = "orphans"
UNRELATED = "unrelated"

# The six ways to give 147, 258 and 369 to the three suits, nine tiles each.
KNITTED_STRAIGHTS: tuple[frozenset[int], ...] = tuple(
    frozenset(9 * suit + first + step for suit, first in enumerate(firsts) for step in (0, 3, 6))
    for firsts in permutations(range(3))
)


@dataclass(frozen=True, slots=True)
class Shape:
    """One reading of a hand: its form; sets and pair where the form has them; the knitted nine."""

    form: str
    sets: tuple[Block, ...] = ()
    pair: Block | None = None
    knitted: frozenset[int] = frozenset()

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The sets and the pair."""
        return self.sets if self.pair is None else (*self.sets, self.pair)

    @property
    def chows(self) -> tuple[Block, ...]:
        return tuple(block for block in self.sets if block.kind == CHOW)

    @property
    def pungs(self) -> tuple[Block, ...]:
        """Pungs and kongs."""
        return tuple(block for block in self.sets if block.kind in (PUNG, KONG))


def shapes(standing: Sequence[int], melds: Sequence[Meld] = ()) -> tuple[Shape, ...]:
    """Return every reading of the standing tiles (the winning one among them) and the melds."""
    counts = counts_of(standing)
    return (*_of_sets(counts, melds), *_knitted(counts, melds), *_special(counts, melds))


def is_win(standing: Sequence[int], melds: Sequence[Meld] = ()) -> bool:
    return bool(shapes(standing, melds))


def _of_sets(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[Shape]:
    for reading in readings(counts, melds=melds):
        yield Shape(SETS, reading.sets, reading.pair)


def _knitted(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[Shape]:
    """组合龙 with an ordinary set and a pair."""
    for nine in KNITTED_STRAIGHTS:
        if len(melds) > 1 or not all(counts[tile] for tile in nine):
            continue
        rest = [n - (tile in nine) for tile, n in enumerate(counts)]
        for reading in readings(rest, sets=1, melds=melds):
            yield Shape(KNITTED, reading.sets, reading.pair, nine)


def _special(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[Shape]:
    if melds:
        return
    if is_seven_pairs(counts):
        yield Shape(SEVEN_PAIRS)
    if is_thirteen_orphans(counts):
        yield Shape(ORPHANS)
    if sum(counts) != 14 or max(counts) > 1:
        return
    held = {tile for tile, n in enumerate(counts) if n and tile not in HONOURS}
    for nine in KNITTED_STRAIGHTS:
        if held <= nine:
            yield Shape(UNRELATED, knitted=nine if held == nine else frozenset())
            return
