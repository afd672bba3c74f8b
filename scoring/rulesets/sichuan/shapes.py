"""What the tiles of a Sichuan hand make, in every way that they can be read (§4 of the specs)."""

from functools import lru_cache

from scoring.hand import CHOW, HandTiles
from scoring.readings import Reading, hand_readings, is_seven_pairs
from scoring.suits import ONE_SUIT, suit_class
from scoring.tiles import TERMINALS, counts_of, rank_of, suit_of
from scoring.waits import near, waits

# Features of a hand; a row of a table asks for some of them together.
SETS = "sets"
TRIPLETS = "triplets"
OUTSIDE = "outside"
TWO_FIVE_EIGHT = "two_five_eight"
STRAIGHT = "straight"
PAIRS = "pairs"
QUADS = "quads"
FLUSH = "flush"
CONCEALED = "concealed"


@lru_cache(maxsize=8192)
def features(hand: HandTiles, tile: int) -> frozenset[str]:
    """Return the features of a hand with its winning tile; empty where it does not win.

    Those of single readings are gathered: no row asks for two that could only stand in different
    readings of the same tiles, but for those of all tiles (`FLUSH`, `CONCEALED`).
    """
    found: set[str] = set()
    for reading in hand_readings(hand, tile):
        found |= _of_reading(reading)
    if not hand.melds:
        counts = counts_of([*hand.concealed, tile])
        if is_seven_pairs(counts):
            found |= {PAIRS, QUADS} if 4 in counts else {PAIRS}
    if not found:
        return frozenset()
    if suit_class((*hand.all_tiles(), tile)) == ONE_SUIT:
        found.add(FLUSH)
    if hand.is_concealed:
        found.add(CONCEALED)
    return frozenset(found)


def _of_reading(reading: Reading) -> set[str]:
    found = {SETS}
    blocks = reading.blocks
    if reading.all_triplets:
        found.add(TRIPLETS)
        if all(rank_of(face) in (2, 5, 8) for block in blocks for face in block.faces):
            found.add(TWO_FIVE_EIGHT)
    if all(TERMINALS.intersection(block.faces) for block in blocks):
        found.add(OUTSIDE)
    runs = {block.tile for block in reading.sets if block.kind == CHOW}
    if any({first, first + 3, first + 6} <= runs for first in (0, 9, 18)):
        found.add(STRAIGHT)
    return found


@lru_cache(maxsize=2048)
def wait_faces(hand: HandTiles) -> tuple[int, ...]:
    """Return the faces that complete a hand by any shape, seven pairs included."""
    return tuple(
        waits(
            tuple(hand.all_tiles()),
            near(hand.concealed),
            lambda tile: features(hand, tile) or None,
        )
    )


def quads(hand: HandTiles, tile: int | None = None) -> tuple[int, ...]:
    """Return the faces of which a hand holds all four, the winning tile included."""
    tiles = list(hand.all_tiles())
    if tile is not None:
        tiles.append(tile)
    return tuple(face for face, n in enumerate(counts_of(tiles)) if n == 4)


def suits(hand: HandTiles, tile: int | None = None) -> set[str]:
    """Return the suits of a hand, melds and the winning tile included."""
    found = {suit_of(t) for t in hand.all_tiles()}
    return found if tile is None else found | {suit_of(tile)}
