"""The rows that a winner's seventeen tiles make (taiwan16.md §4)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.hand import CHOW, HandTiles
from scoring.readings import Block, Reading, hand_readings, winning_tiles
from scoring.rulesets.taiwan16.table import AN_KE
from scoring.suits import HONOURS_ONLY, MIXED, ONE_SUIT, ONE_SUIT_AND_HONOURS, suit_class
from scoring.tiles import HONOURS, WINDS, rank_of

SETS = 5
EAST = 27
DRAGONS = frozenset({31, 32, 33})
COLOUR = {
    ONE_SUIT: "qing_yi_se",
    ONE_SUIT_AND_HONOURS: "hun_yi_se",
    HONOURS_ONLY: "zi_yi_se",
}
Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """What a hand's rows depend on beside its tiles. ``claimed``: won on another seat's tile;
    ``concealed_runs``: 平胡 may be concealed."""

    seat: int
    round_wind: int
    claimed: bool
    flowers: bool
    concealed_runs: bool = True


def rows_of(hand: HandTiles, tile: int, facts: Facts) -> set[Rows]:
    """Return the rows of every way to read the tiles (a row that counts twice stands twice, in
    order of names); none where they do not win."""
    common = tuple(_whole_hand(hand, tile, facts))
    found: set[Rows] = set()
    for reading in hand_readings(hand, tile, sets=SETS):
        rows = (*common, *_sets(reading, facts))
        for block in reading.blocks:
            # The block that the winning tile completes: any that can hold it may be meant.
            if block.holds(tile):
                here = (*rows, *_at(hand, reading, block, tile, facts))
                found.add(tuple(sorted(here)))
    return found


def _whole_hand(hand: HandTiles, tile: int, facts: Facts) -> Iterator[str]:
    suits = suit_class([*hand.all_tiles(), tile])
    if suits != MIXED:
        yield COLOUR[suits]
    if hand.is_concealed:
        yield "men_qing"
    if sum(meld.is_exposed for meld in hand.melds) == SETS:
        yield "quan_qiu" if facts.claimed else "ban_qiu"
    elif _only_wait(hand):
        yield "du_ting"


def _only_wait(hand: HandTiles) -> bool:
    """Whether one face only completes the hand; one that it holds four times counts too."""
    wins = winning_tiles(range(34), lambda face: bool(hand_readings(hand, face, sets=SETS)))
    return len(wins) == 1


def _sets(reading: Reading, facts: Facts) -> Iterator[str]:
    """Rows of the triplets and the pair, however the hand was won."""
    triplets = Counter(block.tile for block in reading.sets if block.is_triplet)
    pair = reading.pair.tile
    if reading.all_triplets:
        yield "peng_peng_hu"
    dragons = sum(triplets[tile] for tile in DRAGONS)
    if dragons == 3:
        yield "da_san_yuan"
    elif dragons == 2 and pair in DRAGONS:
        yield "xiao_san_yuan"
    else:
        yield from ("san_yuan_ke",) * dragons
    winds = sum(triplets[tile] for tile in WINDS)
    if winds == 4:
        yield "da_si_xi"
    elif winds == 3 and pair in WINDS:
        yield "xiao_si_xi"
    else:
        if triplets[EAST + facts.seat]:
            yield "men_feng_ke"
        if triplets[EAST + facts.round_wind]:
            yield "quan_feng_ke"


def _at(hand: HandTiles, reading: Reading, block: Block, tile: int, facts: Facts) -> Iterator[str]:
    """Rows that depend on which block the winning tile completes."""
    concealed = sum(
        b.is_triplet and (b.meld is None or not b.meld.is_exposed) for b in reading.sets
    )
    if facts.claimed and block.is_triplet:
        concealed -= 1
    if concealed in AN_KE:
        yield AN_KE[concealed]
    plain = all(b.kind == CHOW for b in reading.sets) and reading.pair.tile not in HONOURS
    allowed = facts.concealed_runs or not hand.is_concealed
    if plain and allowed and facts.claimed and not facts.flowers and _two_sided(block, tile):
        yield "ping_hu"


def _two_sided(block: Block, tile: int) -> bool:
    """Whether the tile completes a run that another face completes at its other end."""
    if block.kind != CHOW:
        return False
    low = rank_of(block.tile)
    return (tile == block.tile and low <= 6) or (tile == block.tile + 2 and low >= 2)
