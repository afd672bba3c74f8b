"""What wild tiles can stand for in a winning hand: every choice of faces that makes one.

Each form of a hand is filled up with wild tiles by itself; the faces found are the same as those of
a trial of all, in a fraction of the time.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

from scoring.hand import Meld
from scoring.readings import ANY_SET, FREE, THIRTEEN_ORPHANS, Reading, readings
from scoring.rulesets.guobiao.engine.shapes import KNITTED_STRAIGHTS
from scoring.tiles import HONOURS, counts_of

Faces = tuple[int, ...]

_ALL = range(34)
_MOST = 4
_SETS: tuple[Faces, ...] = (
    *((tile,) * 3 for tile in _ALL),
    *((tile, tile + 1, tile + 2) for tile in range(27) if tile % 9 <= 6),
)
_PAIRS: tuple[Faces, ...] = tuple((tile, tile) for tile in _ALL)


def stand_ins(natural: Sequence[int], wilds: int, melds: Sequence[Meld] = ()) -> set[Faces]:
    """Return the faces, ascending, that the wild tiles can stand for so that the hand wins.

    ``natural`` are the standing tiles that are not wild, the winning one among them. No face
    stands five times in the hand, melds included.
    """
    if not wilds:
        return {()}
    counts = counts_of(natural)
    laid = counts_of([tile for meld in melds for tile in meld.tiles])
    found = set(_of_readings(readings(counts, wilds, melds=melds)))
    found.update(_knitted(counts, wilds, melds))
    if not melds:
        found.update(_pairs(counts, wilds))
        found.update(_orphans(counts, wilds))
        found.update(_unrelated(counts, wilds))
    return {
        faces
        for faces in found
        if all(counts[face] + laid[face] + faces.count(face) <= _MOST for face in faces)
    }


def _of_readings(found: Sequence[Reading]) -> Iterator[Faces]:
    for reading in found:
        choices: list[Sequence[Faces]] = []
        for block in reading.blocks:
            if block.tile == FREE:
                choices.append(_SETS if block.kind == ANY_SET else _PAIRS)
            elif block.wilds:
                choices.append((block.wilds,))
        for chosen in product(*choices):
            yield tuple(sorted(face for faces in chosen for face in faces))


def _knitted(counts: Sequence[int], wilds: int, melds: Sequence[Meld]) -> Iterator[Faces]:
    """组合龙 with a set and a pair."""
    if len(melds) > 1:
        return
    for nine in KNITTED_STRAIGHTS:
        missing = tuple(tile for tile in nine if not counts[tile])
        if len(missing) > wilds:
            continue
        rest = [n - (tile in nine and n > 0) for tile, n in enumerate(counts)]
        left = wilds - len(missing)
        for faces in _of_readings(readings(rest, left, sets=1, melds=melds)):
            yield tuple(sorted((*missing, *faces)))


def _pairs(counts: Sequence[int], wilds: int) -> Iterator[Faces]:
    odd = [tile for tile, n in enumerate(counts) if n % 2]
    spare = wilds - len(odd)
    if spare < 0 or spare % 2:
        return
    for twice in combinations_with_replacement(_ALL, spare // 2):
        yield tuple(sorted((*odd, *twice, *twice)))


def _orphans(counts: Sequence[int], wilds: int) -> Iterator[Faces]:
    if sum(counts[tile] for tile in THIRTEEN_ORPHANS) != sum(counts):
        return
    missing = [tile for tile in THIRTEEN_ORPHANS if not counts[tile]]
    twice = [tile for tile in THIRTEEN_ORPHANS if counts[tile] > 1]
    if len(missing) == wilds:
        yield tuple(missing)
    elif len(missing) == wilds - 1 and not twice:
        yield from (tuple(sorted((*missing, tile))) for tile in THIRTEEN_ORPHANS)


def _unrelated(counts: Sequence[int], wilds: int) -> Iterator[Faces]:
    """全不靠 and 七星不靠."""
    if max(counts) > 1:
        return
    held = {tile for tile, n in enumerate(counts) if n}
    for nine in KNITTED_STRAIGHTS:
        allowed = {*nine, *HONOURS}
        if held <= allowed:
            yield from combinations(sorted(allowed - held), wilds)
