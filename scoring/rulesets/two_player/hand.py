"""What patterns a hand has, by its tiles (two_player.md §4)."""

from collections.abc import Iterator

from scoring.hand import CHOW, KONG_CONCEALED, HandTiles
from scoring.readings import Reading, is_seven_pairs, is_thirteen_orphans, readings
from scoring.rulesets.two_player.table import FAN, LIMIT_NAMES
from scoring.suits import HONOURS_ONLY, ONE_SUIT, ONE_SUIT_AND_HONOURS, suit_class
from scoring.tiles import HONOURS, TERMINALS, WINDS, counts_of, parse_tiles

DRAGONS = frozenset(HONOURS) - WINDS
GREEN = frozenset(parse_tiles("23468s6z"))
GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)
ORDER = [*FAN, *LIMIT_NAMES]
Names = tuple[str, ...]


def patterns_of(hand: HandTiles, tile: int, *, claimed: bool) -> list[Names]:
    """Return the patterns of each reading of a hand, in the table's order; none where it is no win.

    ``claimed``: the winning tile is another seat's.
    """
    counts = counts_of([*hand.concealed, tile])
    of_tiles = list(_of_tiles(hand, tile, counts))
    found: set[Names] = set()
    if not hand.melds and is_thirteen_orphans(counts):
        found.add(("ping_hu", "shi_san_yao"))
    if not hand.melds and is_seven_pairs(counts):
        found.add(_sorted(["ping_hu", "qi_dui", *of_tiles]))
    for reading in readings(counts, melds=hand.melds):
        names = ["ping_hu", *of_tiles, *_of_sets(reading, tile, claimed)]
        if hand.is_concealed:
            names.append("men_qing")
        found.add(_sorted(names))
    return sorted(found)


def _sorted(names: list[str]) -> Names:
    return tuple(sorted(names, key=ORDER.index))


def _of_tiles(hand: HandTiles, tile: int, counts: list[int]) -> Iterator[str]:
    """What all tiles together make, however they are read."""
    tiles = {*hand.all_tiles(), tile}
    suits = suit_class(tiles)
    if not tiles & (TERMINALS | set(HONOURS)):
        yield "duan_yao"
    if suits == ONE_SUIT:
        yield "qing_yi_se"
        first = tile - tile % 9
        if not hand.melds and all(
            counts[first + rank] >= wanted for rank, wanted in enumerate(GATES)
        ):
            yield "jiu_lian_bao_deng"
    elif suits == ONE_SUIT_AND_HONOURS:
        yield "hun_yi_se"
    elif suits == HONOURS_ONLY:
        yield "zi_yi_se"
    if tiles <= GREEN:
        yield "lv_yi_se"
    if sum(meld.is_kong for meld in hand.melds) == 4:
        yield "si_gang"


def _of_sets(reading: Reading, tile: int, claimed: bool) -> Iterator[str]:
    triplets = {block.tile for block in reading.sets if block.is_triplet}
    dragons, winds = triplets & DRAGONS, triplets & WINDS
    if len(dragons) == 3:
        yield "da_san_yuan"
    elif len(dragons) == 2 and reading.pair.tile in DRAGONS:
        yield "xiao_san_yuan"
    else:
        yield from ("jian_ke",) * len(dragons)
    if len(winds) == 4:
        yield "da_si_xi"
    elif len(winds) == 3 and reading.pair.tile in WINDS:
        yield "xiao_si_xi"
    runs = {block.tile for block in reading.sets if block.kind == CHOW}
    if any({first, first + 3, first + 6} <= runs for first in (0, 9, 18)):
        yield "yi_tiao_long"
    if not reading.all_triplets:
        return
    yield "peng_peng_hu"
    if {*triplets, reading.pair.tile} <= TERMINALS:
        yield "qing_yao_jiu"
    hidden = all(b.meld is None or b.meld.kind == KONG_CONCEALED for b in reading.sets)
    # A triplet finished by another's tile is not concealed.
    if hidden and (not claimed or reading.pair.tile == tile):
        yield "si_an_ke"
