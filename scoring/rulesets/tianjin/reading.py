"""The dearest readings of a hand with wild tiles (tianjin.md §5), found exactly.

What a hand is worth depends on two things only: in which suit it has a dragon, and in which block
the drawn tile stands. So every choice of these is tried, and for each it is asked whether the
tiles that are left can be completed (`scoring.readings.completes`).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from scoring.hand import HandTiles
from scoring.readings import completes
from scoring.tiles import counts_of

FOUR, FIVE, SIX = 3, 4, 5
# The face of a drawn wild tile in a block of wild tiles alone.
ANY = -1
Names = frozenset[str]
Faces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """Tiles still to be placed: natural ones as counts, wild ones, and how many sets they make."""

    counts: tuple[int, ...]
    wilds: int
    sets: int
    pair: bool = True

    def without(self, faces: Iterable[int], wilds: int = 0, *, pair: bool = False) -> "Standing":
        """Take a block out: its faces, a natural tile for each where there is one, and further
        ``wilds``."""
        counts = list(self.counts)
        for face in faces:
            if counts[face]:
                counts[face] -= 1
            else:
                wilds += 1
        return Standing(
            tuple(counts), self.wilds - wilds, self.sets - (not pair), self.pair and not pair
        )

    def can_win(self) -> bool:
        return completes(self.counts, self.wilds, self.sets, pair=self.pair)


def readings_of(hand: HandTiles, drawn: int, wild_faces: Sequence[int]) -> set[Names]:
    """Return the names that each reading of a winning hand has; empty when it is none.

    Readings that differ in nothing that counts are one.
    """
    wild = set(wild_faces)
    standing = [t for t in hand.concealed if t not in wild]
    jokers = len(hand.concealed) - len(standing)
    rest = Standing(tuple(counts_of(standing)), jokers, 4 - len(hand.melds))
    # 素本混龙: one tile of each wild face, both as themselves.
    all_wild = sorted(t for t in (*hand.all_tiles(), drawn) if t in wild)
    themselves = bool(wild) and all_wild == sorted(wild)
    found: set[Names] = set()
    for names in _placements(rest, drawn, drawn in wild, _suits_of(wild)):
        plain = not all_wild or (themselves and "ben_hun_long" in names)
        if plain:
            found.add(names - {"hun_diao", "shuang_hun_diao"} | {"su"})
        if not plain or names & {"hun_diao", "shuang_hun_diao"}:
            found.add(names)
    return found


def _suits_of(wild: Iterable[int]) -> set[int]:
    """Return the first tile of each suit that has wild faces."""
    return {tile - tile % 9 for tile in wild if tile < 27}


def _placements(
    rest: Standing, drawn: int, drawn_wild: bool, wild_suits: set[int]
) -> Iterator[Names]:
    for first in (None, 0, 9, 18):
        dragon: frozenset[str] = frozenset()
        runs: tuple[Faces, ...] = ()
        if first is not None:
            dragon = frozenset({"ben_hun_long" if first in wild_suits else "long"})
            runs = tuple((t, t + 1, t + 2) for t in range(first, first + 9, 3))
        if _with_drawn(rest, drawn, drawn_wild, runs):
            yield dragon
        for role, left, block in _roles(rest, drawn, drawn_wild):
            # The drawn tile's block stands beside the dragon, or is one of its runs.
            for others in (runs, *_without_run(runs, block)):
                if _with_runs(left, others).can_win():
                    yield dragon | role


def _without_run(runs: tuple[Faces, ...], block: Faces) -> Iterator[tuple[Faces, ...]]:
    """Yield the runs left when the drawn tile's block is one of them; a block of no certain faces
    holds the drawn tile and two wild ones."""
    for run in runs:
        if run == block or (len(block) == 1 and block[0] in (*run, ANY)):
            yield tuple(other for other in runs if other != run)


def _with_runs(rest: Standing, runs: Iterable[Faces]) -> Standing:
    for run in runs:
        rest = rest.without(run)
    return rest


def _with_drawn(rest: Standing, drawn: int, drawn_wild: bool, runs: Iterable[Faces]) -> bool:
    """Say whether the hand wins with these runs, wherever the drawn tile stands."""
    counts = list(rest.counts)
    if not drawn_wild:
        counts[drawn] += 1
    whole = Standing(tuple(counts), rest.wilds + drawn_wild, rest.sets)
    return _with_runs(whole, runs).can_win()


def _roles(rest: Standing, drawn: int, drawn_wild: bool) -> Iterator[tuple[Names, Standing, Faces]]:
    """Yield where the drawn tile may stand to count: the names, what is left, and its block (the
    faces of a run, or only the drawn tile's where two wild tiles complete it)."""
    yield frozenset({"hun_diao"}), rest.without((), 1, pair=True), ()
    face = ANY if drawn_wild else drawn
    yield frozenset({"shuang_hun_diao"}), rest.without((), 2), (face,)
    if face in (ANY, FIVE):
        run = (FOUR, FIVE, SIX)
        yield frozenset({"zhuo_wu"}), rest.without((FOUR, SIX)), run
        yield frozenset({"zhuo_wu", "shuang_hun_diao"}), rest.without((), 2), run
