"""The rows that a winner's tiles make (guangdong_jipinghu.md §4)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.hand import CHOW, HandTiles
from scoring.readings import Reading, is_thirteen_orphans, readings
from scoring.suits import HONOURS_ONLY, MIXED, ONE_SUIT, suit_class
from scoring.tiles import HONOURS, TERMINALS, WINDS, counts_of

EAST = 27
DRAGONS = frozenset({31, 32, 33})
NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


@dataclass(frozen=True, slots=True)
class Rows:
    """One way to see a hand: its main row, and how often each row beside it holds."""

    main: str
    beside: tuple[tuple[str, int], ...] = ()


def rows_of(hand: HandTiles, tile: int, *, seat: int, round_wind: int) -> list[Rows]:
    """Return every main row that the tiles have, special ones among them; none for no win."""
    found: list[Rows] = []
    if not hand.melds:
        counts = counts_of([*hand.concealed, tile])
        if is_thirteen_orphans(counts):
            found.append(Rows("shi_san_yao"))
        if _is_nine_gates(hand.concealed, tile):
            found.append(Rows("jiu_lian_bao_deng"))
    suits = suit_class([*hand.all_tiles(), tile])
    for reading in readings(counts_of([*hand.concealed, tile]), melds=hand.melds):
        beside = tuple(_beside(hand, reading, seat, round_wind))
        found += [Rows(main, beside) for main in _mains(reading, suits)]
    return found


def _is_nine_gates(concealed: tuple[int, ...], tile: int) -> bool:
    first = concealed[0] - concealed[0] % 9
    suit = counts_of(concealed)[first : first + 9]
    return first < 27 and tuple(suit) == NINE_GATES and first <= tile < first + 9


def _triplets(reading: Reading) -> set[int]:
    return {block.tile for block in reading.sets if block.is_triplet}


def _mains(reading: Reading, suits: str) -> Iterator[str]:
    triplets, pair = _triplets(reading), reading.pair.tile
    dragons, winds = triplets & DRAGONS, triplets & WINDS
    if len(dragons) == 3:
        yield "da_san_yuan"
    elif len(dragons) == 2 and pair in DRAGONS:
        yield "xiao_san_yuan"
    if len(winds) == 4:
        yield "da_si_xi"
    elif len(winds) == 3 and pair in WINDS:
        yield "xiao_si_xi"
    if suits == HONOURS_ONLY:
        yield "zi_yi_se"
        return
    if reading.all_triplets:
        ends = {*triplets, pair}
        if ends <= TERMINALS:
            yield "qing_yao_jiu"
        elif ends <= TERMINALS | set(HONOURS):
            yield "hun_yao_jiu"
    yield _by_suit(reading, suits)


def _by_suit(reading: Reading, suits: str) -> str:
    if suits == MIXED:
        if reading.all_triplets:
            return "peng_peng_hu"
        runs = all(block.kind == CHOW for block in reading.sets)
        return "ping_hu" if runs else "ji_hu"
    if suits == ONE_SUIT:
        return "qing_peng" if reading.all_triplets else "qing_yi_se"
    return "hun_peng" if reading.all_triplets else "hun_yi_se"


def _beside(
    hand: HandTiles, reading: Reading, seat: int, round_wind: int
) -> Iterator[tuple[str, int]]:
    triplets = Counter(_triplets(reading))
    if hand.is_concealed:
        yield "men_qing", 1
    dragons = sum(triplets[tile] for tile in DRAGONS)
    if dragons:
        yield "san_yuan_ke", dragons
    if triplets[EAST + round_wind]:
        yield "quan_feng_ke", 1
    if triplets[EAST + seat]:
        yield "men_feng_ke", 1
