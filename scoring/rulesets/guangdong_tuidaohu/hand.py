"""The hand types that tiles and ghosts make (guangdong_tuidaohu.md §4).

Every reading and every face of the ghosts is tried; what is dearest is the caller's to say.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import NamedTuple

from scoring.hand import PUNG, HandTiles
from scoring.readings import FREE, Block, Reading, is_thirteen_orphans, readings
from scoring.rulesets.guangdong_tuidaohu.table import JI_HU
from scoring.suits import HONOURS_ONLY, ONE_SUIT, ONE_SUIT_AND_HONOURS, suit_class
from scoring.tiles import HONOURS, TERMINALS, WINDS, counts_of

DRAGONS = frozenset({31, 32, 33})
FACES = range(34)
COLOUR = {ONE_SUIT: "qing_yi_se", ONE_SUIT_AND_HONOURS: "hun_yi_se", HONOURS_ONLY: "zi_yi_se"}
Rows = frozenset[str]


def rows_of(hand: HandTiles, tile: int, ghosts: Collection[int]) -> set[Rows]:
    """Return the sets of hand types that the tiles can be seen as; none where they do not win.

    ``ghosts`` are the wild faces among the standing tiles and the winning one; melds are what they
    show. A plain hand has the row ``ji_hu`` alone.
    """
    standing = [*hand.concealed, tile]
    counts = counts_of([t for t in standing if t not in ghosts])
    wilds = sum(t in ghosts for t in standing)
    found = {
        _of_sets(filled)
        for reading in readings(counts, wilds, melds=hand.melds)
        for filled in _filled(reading)
    }
    if not hand.melds:
        found.update(_of_pairs(counts, wilds))
        if is_thirteen_orphans(counts, wilds):
            found.add(frozenset({"shi_san_yao"}))
    return found


class Filled(NamedTuple):
    """A reading in which every ghost has a face: its triplets, its pair, and all its faces."""

    triplets: frozenset[int]
    pair: int
    faces: frozenset[int]
    all_triplets: bool


def _filled(reading: Reading) -> Iterator[Filled]:
    """Yield a reading with every face for a block of ghosts alone.

    There is one such block at most: four ghosts.
    """
    sets = [block for block in reading.sets if block.tile != FREE]
    if len(sets) < len(reading.sets):
        # As a run, ghosts are never worth more than as a triplet of the same suit.
        for face in FACES:
            yield _fill([*sets, Block(PUNG, face)], reading.pair.tile)
    elif reading.pair.tile == FREE:
        for face in FACES:
            yield _fill(sets, face)
    else:
        yield _fill(sets, reading.pair.tile)


def _fill(sets: Sequence[Block], pair: int) -> Filled:
    return Filled(
        frozenset(block.tile for block in sets if block.is_triplet),
        pair,
        frozenset({pair, *(face for block in sets for face in block.faces)}),
        all(block.is_triplet for block in sets),
    )


def _of_sets(hand: Filled) -> Rows:
    rows = set(_colour(hand.faces))
    dragons, winds = hand.triplets & DRAGONS, hand.triplets & WINDS
    if len(dragons) == 3:
        rows.add("da_san_yuan")
    elif len(dragons) == 2 and hand.pair in DRAGONS - dragons:
        rows.add("xiao_san_yuan")
    if len(winds) == 4:
        rows.add("da_si_xi")
    elif len(winds) == 3 and hand.pair in WINDS - winds:
        rows.add("xiao_si_xi")
    rows.update(_ends(hand.faces))
    if hand.all_triplets:
        if hand.faces <= TERMINALS:
            rows.add("qing_yao_jiu")
        elif not rows & {"hun_yao_jiu", "zi_yi_se", "da_si_xi"}:
            rows.add("peng_peng_hu")
    return frozenset(rows or {JI_HU})


def _colour(faces: Collection[int]) -> Iterator[str]:
    row = COLOUR.get(suit_class(faces))
    if row is not None:
        yield row


def _ends(faces: Collection[int]) -> Iterator[str]:
    """混幺九: terminals and honours, some of both."""
    honours = {face for face in faces if face in HONOURS}
    terminals = {face for face in faces if face in TERMINALS}
    if honours and terminals and len(honours) + len(terminals) == len(set(faces)):
        yield "hun_yao_jiu"


def _of_pairs(counts: Sequence[int], wilds: int) -> Iterator[Rows]:
    odd = [face for face in FACES if counts[face] % 2]
    spare = wilds - len(odd)
    if sum(counts) + wilds != 14 or spare < 0:
        return
    whole = [count + count % 2 for count in counts]
    for pairs in combinations_with_replacement(FACES, spare // 2):
        filled = list(whole)
        for face in pairs:
            filled[face] += 2
        faces = [face for face in FACES if filled[face]]
        rows = {"hao_hua_qi_dui" if max(filled) >= 4 else "qi_dui"}
        yield frozenset({*rows, *_colour(faces), *_ends(faces)})
