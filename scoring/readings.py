"""Every way to read tiles as a winning shape, wild tiles included: simple and exact.

Tiles are given as counts of the 34 faces (`scoring.tiles.counts_of`) with the wild tiles taken
out and told as a number. A wild stands for any face, its own among them. Guobiao has a fast
engine of its own; the other games read hands here.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise

from scoring.hand import CHOW, PUNG, HandTiles, Meld
from scoring.tiles import counts_of

PAIR = "pair"
KONG = "kong"
# A set or pair of wild tiles alone: it may be read as whatever is dearest.
FREE = -1
ANY_SET = "any_set"

THIRTEEN_ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)


@dataclass(frozen=True, slots=True, order=True)
class Block:
    """One set or the pair of a reading.

    ``tile`` is the lowest face, `FREE` when wild tiles alone make the block; ``wilds`` the faces
    that wild tiles stand for (`FREE` for each tile of a free block). ``meld`` is the meld laid
    down that this block is, None for tiles standing in the hand.
    """

    kind: str
    tile: int
    wilds: tuple[int, ...] = ()
    meld: Meld | None = None

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces as they are read; empty for a free block."""
        if self.tile == FREE:
            return ()
        if self.kind == CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * {PAIR: 2, PUNG: 3, KONG: 4}[self.kind]

    @property
    def is_triplet(self) -> bool:
        """A pung or kong, or three wild tiles that may be one."""
        return self.kind in (PUNG, KONG, ANY_SET)

    def holds(self, tile: int) -> bool:
        """Say whether a tile that is not wild can be one of this block's tiles in the hand."""
        return self.meld is None and self.faces.count(tile) > self.wilds.count(tile)


@dataclass(frozen=True, slots=True)
class Reading:
    """Sets and one pair; melds first, then the sets of the standing tiles, the pair apart."""

    sets: tuple[Block, ...]
    pair: Block

    @property
    def blocks(self) -> tuple[Block, ...]:
        return (*self.sets, self.pair)

    @property
    def all_triplets(self) -> bool:
        return all(block.is_triplet for block in self.sets)


def meld_block(meld: Meld) -> Block:
    kind = KONG if meld.is_kong else meld.kind
    return Block(kind, meld.tile, meld=meld)


def readings(
    counts: Sequence[int], wilds: int = 0, sets: int = 4, melds: Iterable[Meld] = ()
) -> tuple[Reading, ...]:
    """Return every reading of standing tiles and melds as ``sets`` sets and a pair.

    The standing tiles, the winning tile among them, must be 3 for each set that the melds leave
    and 2 for the pair; otherwise there is no reading.
    """
    laid = tuple(meld_block(meld) for meld in melds)
    left = sets - len(laid)
    if left < 0 or sum(counts) + wilds != 3 * left + 2:
        return ()
    return tuple(
        Reading(laid + tuple(b for b in blocks if b.kind != PAIR), _pair_of(blocks))
        for blocks in _split(tuple(counts), wilds, left, True)
    )


def hand_readings(
    hand: HandTiles, tile: int, wilds: frozenset[int] = frozenset(), sets: int = 4
) -> tuple[Reading, ...]:
    """Return the readings of a hand with its winning tile; ``wilds`` are the wild faces.

    Melds are read as what they show. The winning tile is wild too if its face is; a caller for
    whom a discarded wild is only itself leaves such hands to `readings`.
    """
    standing = [*hand.concealed, tile]
    counts = counts_of([t for t in standing if t not in wilds])
    jokers = sum(t in wilds for t in standing)
    return readings(counts, jokers, sets, hand.melds)


def _pair_of(blocks: tuple[Block, ...]) -> Block:
    return next(block for block in blocks if block.kind == PAIR)


@lru_cache(maxsize=4096)
def _split(
    counts: tuple[int, ...], wilds: int, sets: int, pair: bool
) -> tuple[tuple[Block, ...], ...]:
    """Return all splits, each sorted, none twice; the lowest natural tile is placed next."""
    lowest = next((t for t, n in enumerate(counts) if n), None)
    if lowest is None:
        if wilds != 3 * sets + 2 * pair:
            return ()
        free = (Block(ANY_SET, FREE, (FREE,) * 3),) * sets
        return ((*free, Block(PAIR, FREE, (FREE, FREE))) if pair else free,)
    found = set()
    for block in _blocks_with(counts, lowest, wilds, sets, pair):
        rest = list(counts)
        for face in block.faces:
            rest[face] -= 1
        for face in block.wilds:
            rest[face] += 1
        is_pair = block.kind == PAIR
        for split in _split(
            tuple(rest), wilds - len(block.wilds), sets - (not is_pair), pair and not is_pair
        ):
            found.add(tuple(sorted((block, *split), key=_order)))
    return tuple(sorted(found, key=lambda split: [_order(block) for block in split]))


def _order(block: Block) -> tuple[str, int, tuple[int, ...]]:
    return block.kind, block.tile, block.wilds


def _blocks_with(
    counts: tuple[int, ...], tile: int, wilds: int, sets: int, pair: bool
) -> Iterator[Block]:
    """Yield the blocks that hold a natural ``tile`` and are not dearer in wilds than there are."""
    own = counts[tile]
    if pair:
        yield from _same(PAIR, 2, tile, own, wilds)
    if not sets:
        return
    yield from _same(PUNG, 3, tile, own, wilds)
    if tile >= 27:
        return
    first = tile - tile % 9
    for start in range(max(first, tile - 2), min(first + 6, tile) + 1):
        others = [face for face in range(start, start + 3) if face != tile]
        # Lower faces have no natural tile left, since ``tile`` is the lowest one.
        missing = [face for face in others if not counts[face]]
        present = [face for face in others if counts[face]]
        for extra in range(len(present) + 1):
            for also in combinations(present, extra):
                filled = tuple(sorted((*missing, *also)))
                if len(filled) <= wilds:
                    yield Block(CHOW, start, filled)


def _same(kind: str, size: int, tile: int, own: int, wilds: int) -> Iterator[Block]:
    for natural in range(1, min(own, size) + 1):
        if size - natural <= wilds:
            yield Block(kind, tile, (tile,) * (size - natural))


def completes(counts: Sequence[int], wilds: int, sets: int, *, pair: bool = True) -> bool:
    """Say whether standing tiles and wild ones make ``sets`` sets, and a pair if ``pair``.

    The same question as whether `readings` finds any, without listing them: a natural tile is
    used wherever one fits, since a wild tile left over can do whatever the natural one could.
    """
    if sets < 0 or wilds < 0 or sum(counts) + wilds != 3 * sets + 2 * pair:
        return False
    return _completes(tuple(counts), wilds, sets, pair)


@lru_cache(maxsize=4096)
def _completes(counts: tuple[int, ...], wilds: int, sets: int, pair: bool) -> bool:
    lowest = next((t for t, n in enumerate(counts) if n), None)
    if lowest is None:
        return True
    starts: list[tuple[int, ...]] = [(lowest,) * 3] if sets else []
    if sets and lowest < 27:
        rank = lowest % 9
        firsts = range(lowest - min(rank, 2), lowest - rank + min(rank, 6) + 1)
        starts += [(first, first + 1, first + 2) for first in firsts]
    if pair:
        starts.append((lowest,) * 2)
    for faces in starts:
        rest = list(counts)
        used = 0
        for face in faces:
            if rest[face]:
                rest[face] -= 1
            else:
                used += 1
        is_pair = len(faces) == 2
        if used <= wilds and _completes(
            tuple(rest), wilds - used, sets - (not is_pair), pair and not is_pair
        ):
            return True
    return False


def is_seven_pairs(counts: Sequence[int], wilds: int = 0) -> bool:
    """Say whether fourteen tiles are seven pairs; four equal tiles are two of them."""
    odd = sum(n % 2 for n in counts)
    return sum(counts) + wilds == 14 and odd <= wilds


def is_thirteen_orphans(counts: Sequence[int], wilds: int = 0) -> bool:
    """Say whether fourteen tiles are one of each terminal and honour and one more of them."""
    if sum(counts) + wilds != 14 or sum(counts[t] for t in THIRTEEN_ORPHANS) != sum(counts):
        return False
    missing = sum(not counts[t] for t in THIRTEEN_ORPHANS)
    return missing <= wilds and all(n <= 2 for n in counts) and sum(n == 2 for n in counts) <= 1


def is_thirteen_lan(counts: Sequence[int], wilds: int = 0, *, all_honours: bool = False) -> bool:
    """Say whether fourteen tiles are 十三烂: all different, three or more apart in each suit.

    With ``all_honours`` the seven honours must be among them (七星).
    """
    if sum(counts) + wilds != 14 or any(n > 1 for n in counts):
        return False
    room = [_lan_room(tuple(counts[first : first + 9])) for first in (0, 9, 18)]
    if min(room) < 0:
        return False
    honours = sum(counts[27:])
    if all_honours:
        return 7 - honours <= wilds and sum(room) >= 7
    return sum(room) + 7 >= 14


@lru_cache(maxsize=512)
def _lan_room(suit: tuple[int, ...]) -> int:
    """Return how many ranks, these included, can stand three apart; -1 when these do not."""
    held = {rank for rank, n in enumerate(suit) if n}
    fitting = [
        len(ranks)
        for size in range(4)
        for ranks in combinations(range(9), size)
        if held <= set(ranks) and all(b - a >= 3 for a, b in pairwise(ranks))
    ]
    return max(fitting, default=-1)


def winning_tiles(tiles: Iterable[int], is_win: Callable[[int], bool]) -> tuple[int, ...]:
    """Return those of ``tiles`` on which the hand behind ``is_win`` wins."""
    return tuple(tile for tile in tiles if is_win(tile))
