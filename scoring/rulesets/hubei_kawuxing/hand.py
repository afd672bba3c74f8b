"""What patterns a Hubei hand has, by its tiles (hubei_kawuxing.md §4)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import prod

from scoring.hand import CHOW, HandTiles
from scoring.readings import Reading, is_seven_pairs, readings
from scoring.ruleset import Options
from scoring.rulesets.hubei_kawuxing.table import FOURTHS, PATTERNS, SEVEN_PAIRS, TIMES
from scoring.suits import ONE_SUIT, suit_class
from scoring.tiles import counts_of, parse_tile

FIVES = frozenset({parse_tile("5p"), parse_tile("5s")})
DRAGONS = frozenset({parse_tile("5z"), parse_tile("6z"), parse_tile("7z")})
ORDER = [pattern.id for pattern in PATTERNS]


def times_of(name: str, options: Options) -> int:
    """Return what a pattern multiplies by."""
    return TIMES[name] if name in TIMES else int(options["san_long_mult"])


def product(names: Iterable[str], options: Options) -> int:
    return prod(times_of(name, options) for name in names)


def counting(names: Sequence[str], options: Options) -> tuple[str, ...]:
    """Return those of a hand's patterns that the options let count."""
    left_out = {"pi_hu"}
    if options["shou_zhua_yi_peng_peng"] == "exclusive" and "shou_zhua_yi" in names:
        left_out.add("peng_peng_hu")
    kept = tuple(name for name in names if name not in left_out)
    if options["combine"] == "highest" and kept:
        return (max(kept, key=lambda name: times_of(name, options)),)
    return kept


def patterns_of(hand: HandTiles, tile: int, options: Options) -> set[tuple[str, ...]]:
    """Return the patterns of each reading of a winning hand, in the table's order; none where it is
    no win. A hand with nothing else has no pattern."""
    counts = counts_of([*hand.concealed, tile])
    suit = ["qing_yi_se"] if suit_class([*hand.all_tiles(), tile]) == ONE_SUIT else []
    found: set[tuple[str, ...]] = set()
    if not hand.melds and is_seven_pairs(counts):
        found.add(_sorted([SEVEN_PAIRS[counts.count(4)], *suit]))
    of_hand = [*suit, *_fourths(hand, tile, counts, options["si_gui_scope"])]
    if len(hand.melds) == 4:
        of_hand.append("shou_zhua_yi")
    for reading in readings(counts, melds=hand.melds):
        found.add(_sorted([*of_hand, *_of_reading(reading, tile)]))
    return found


def _sorted(names: list[str]) -> tuple[str, ...]:
    return tuple(sorted(names, key=ORDER.index))


def _fourths(hand: HandTiles, tile: int, counts: list[int], scope: str) -> Iterator[str]:
    """四归一: of the winning tile, or of every face."""
    melded, concealed = FOURTHS
    held = Counter(hand.concealed)
    pungs = [meld.tile for meld in hand.melds if meld.kind == "pung"]
    if scope == "winning_tile":
        if tile in pungs:
            yield melded
        if held[tile] == 3:
            yield concealed
        return
    yield from (melded for face in pungs if counts[face])
    yield from (concealed for n in counts if n == 4)


def _of_reading(reading: Reading, tile: int) -> Iterator[str]:
    if reading.all_triplets:
        yield "peng_peng_hu"
    triplets = {block.tile for block in reading.sets if block.is_triplet} & DRAGONS
    if len(triplets) == 3:
        yield "da_san_yuan"
    elif len(triplets) == 2 and reading.pair.tile in DRAGONS - triplets:
        yield "xiao_san_yuan"
    if tile in FIVES and any(
        block.kind == CHOW and block.meld is None and block.tile == tile - 1
        for block in reading.sets
    ):
        yield "ka_wu_xing"
