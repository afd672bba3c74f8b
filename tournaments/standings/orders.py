"""How a table can end: every order of its players, ties included, and whether whole numbers that
sum to zero can make it within given bounds. Small exact arithmetic for `needs`."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from scoring.table_points import table_points

# Stands for "no bound"; far beyond any score, so that sums with it stay beyond every real one.
ENDLESS = 10**12


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a table ends. ``level`` of each position: 0 for those on top, 1 for the
    next, and so on; equal levels have equal game points. ``places`` and ``points`` (1/2520) by
    position; ``sizes`` how many stand on each level."""

    level: tuple[int, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    sizes: tuple[int, ...]


@lru_cache(maxsize=256)
def endings(players: int, scheme: str, tie: str) -> tuple[Ending, ...]:
    """Return every way in which a table can end: 75 for four players."""
    found = []
    for level in product(range(players), repeat=players):
        levels = set(level)
        if levels != set(range(len(levels))):
            continue
        result = table_points([-step for step in level], scheme, tie)
        sizes = tuple(level.count(step) for step in range(len(levels)))
        found.append(Ending(level, result.places, result.points, sizes))
    return tuple(found)


def can_be(
    sizes: Sequence[int], low: Sequence[int], high: Sequence[int], *, balanced: bool
) -> bool:
    """Tell whether whole numbers v0 > v1 > … exist with ``low[i] <= v[i] <= high[i]`` and, when
    ``balanced``, with Σ sizes[i]·v[i] = 0. At most four players, so at most two levels are shared.
    """
    tight = _tightened(low, high)
    if tight is None:
        return False
    if not balanced:
        return True
    lows, highs = tight
    shared = [i for i, size in enumerate(sizes) if size > 1]
    if len(shared) == len(sizes):
        return _all_shared(sizes, lows, highs)
    if not shared:
        return sum(lows) <= 0 <= sum(highs)
    # One shared level; the others are single, and for a value of the shared one they reach every
    # sum between their least and their greatest. The greatest value that leaves the least sum at
    # or below zero is the best, as both sums grow with it.
    at = shared[0]

    def sums(value: int) -> tuple[int, int]:
        found = _tightened(
            [value if i == at else bound for i, bound in enumerate(lows)],
            [value if i == at else bound for i, bound in enumerate(highs)],
        )
        if found is None:
            raise RuntimeError("a value within tightened bounds fits")
        weigh = [
            sum(size * bound for size, bound in zip(sizes, bounds, strict=True)) for bounds in found
        ]
        return weigh[0], weigh[1]

    first, last = lows[at], highs[at]
    if sums(first)[0] > 0:
        return False
    while first < last:
        middle = (first + last + 1) // 2
        if sums(middle)[0] <= 0:
            first = middle
        else:
            last = middle - 1
    return sums(first)[1] >= 0


def _tightened(low: Sequence[int], high: Sequence[int]) -> tuple[list[int], list[int]] | None:
    """Return the bounds that a falling row of numbers really has, None where there is no row."""
    lows, highs = list(low), list(high)
    for i in range(len(lows) - 2, -1, -1):
        lows[i] = max(lows[i], lows[i + 1] + 1)
    for i in range(1, len(highs)):
        highs[i] = min(highs[i], highs[i - 1] - 1)
    if any(one > other for one, other in zip(lows, highs, strict=True)):
        return None
    return lows, highs


def _all_shared(sizes: Sequence[int], lows: Sequence[int], highs: Sequence[int]) -> bool:
    """Every level is shared: all are equal and have nothing, or two stand above two."""
    if len(sizes) == 1:
        return lows[0] <= 0 <= highs[0]
    return max(lows[0], -highs[1], 1) <= min(highs[0], -lows[1])
