"""With which own scores fewer people of another table can (must) stand above: exact arithmetic for
`needs`.

A rival of equal table points is above from a score on that grows by one with the own score. So
what one own score allows, every lower one does; and the greatest that allows it follows from the
sum of zero.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Literal

from tournaments.standings.orders import ENDLESS, Ending, can_be, endings

# Whether a rival is above (1) or below (-1) with a result of the last round; 0: scores decide.
Standing = Literal[-1, 0, 1]


@dataclass(frozen=True, slots=True)
class Kind:
    """What tables have in common that have the same course. ``seats``: for each seat how every
    result stands, in the order of the results, `()` for somebody who is not ranked."""

    balanced: bool
    seats: tuple[tuple[Standing, ...], ...]
    scheme: str
    tie: str

    @property
    def endings(self) -> tuple[Ending, ...]:
        return endings(len(self.seats), self.scheme, self.tie)

    @property
    def worth(self) -> tuple[int, ...]:
        return worth(len(self.seats), self.scheme, self.tie)


@lru_cache(maxsize=256)
def worth(size: int, scheme: str, tie: str) -> tuple[int, ...]:
    """Return the table points that a result can give, each once."""
    found = {points for ending in endings(size, scheme, tie) for points in ending.points}
    return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Pattern:
    """A way to have ``number`` people above that only low own scores allow (the fewest: only high
    ones): who must (must not) be above with which points, on which level."""

    number: int
    sizes: tuple[int, ...]
    chosen: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Course:
    """How many of a table can (must) stand above: ``weak`` when the own score is far below,
    ``strong`` when it is far above, and what decides in between."""

    weak: int
    strong: int
    patterns: tuple[Pattern, ...]


@lru_cache(maxsize=8192)
def course(kind: Kind, most: bool) -> Course:
    """Return the course of a kind of tables. Those on the lowest level cannot all be far above
    when the scores sum to zero, those on the highest not all far below."""
    split = [_split(kind, ending, most) for ending in kind.endings]
    if most:
        strong = max(sure + len(free) for _ending, sure, free, _bound in split)
        weak = max(sure + len(free) + len(bound) for _ending, sure, free, bound in split)
    else:
        strong = min(sure for _ending, sure, _free, _bound in split)
        weak = min(sure + len(bound) for _ending, sure, _free, bound in split)
    numbers = range(strong + 1, weak + 1) if most else range(strong, weak)
    found = []
    for number in numbers:
        for ending, sure, free, bound in split:
            undecided = free + bound
            wished = number - sure if most else sure + len(undecided) - number
            if 0 < wished <= len(undecided):
                found += [
                    Pattern(number, ending.sizes, chosen)
                    for chosen in combinations(undecided, wished)
                ]
    return Course(weak, strong, tuple(dict.fromkeys(found)))


Seat = tuple[int, int, int]


def _split(
    kind: Kind, ending: Ending, most: bool
) -> tuple[Ending, int, tuple[Seat, ...], tuple[Seat, ...]]:
    """Return how many are above in an ending whatever the scores, and whom the scores decide:
    those whom no sum binds, and the others."""
    sure = 0
    free: list[Seat] = []
    bound: list[Seat] = []
    binding = len(ending.sizes) - 1 if most else 0
    for at, standings in enumerate(kind.seats):
        if not standings:
            continue
        points, level = ending.points[at], ending.level[at]
        standing = standings[kind.worth.index(points)]
        if standing > 0:
            sure += 1
        elif standing == 0:
            bound_here = kind.balanced and level == binding
            (bound if bound_here else free).append((at, points, level))
    return ending, sure, tuple(free), tuple(bound)


def falls(found: Course, most: bool, least: Callable[[int, int], int]) -> list[int]:
    """Return the greatest own scores with which the number is not yet lower, one for each step down
    from ``weak`` to ``strong``. ``least(position, points)``: the score from which on somebody is
    above while the own score is zero."""
    last: dict[int, int] = {}
    for pattern in found.patterns:
        levels: list[int | None] = [None] * len(pattern.sizes)
        for at, points, level in pattern.chosen:
            bound = least(at, points) if most else 1 - least(at, points)
            here = levels[level]
            levels[level] = bound if here is None else max(here, bound)
        # The fewest is the same turned upside down.
        if most:
            shift = _highest_shift(pattern.sizes, levels)
        else:
            shift = _highest_shift(pattern.sizes[::-1], levels[::-1])
        last[pattern.number] = max(last.get(pattern.number, -ENDLESS), shift)
    return [shift if most else -shift - 1 for shift in last.values()]


def _highest_shift(sizes: Sequence[int], bounds: Sequence[int | None]) -> int:
    """Return the greatest s for which falling whole numbers of weighted sum zero exist that are at
    least s + bound wherever there is a bound; there is one for the last."""
    lows: list[int] = []
    for bound in reversed(bounds):
        above = lows[-1] + 1 if lows else -ENDLESS
        lows.append(above if bound is None else max(bound, above))
    lows.reverse()
    shift = -sum(size * low for size, low in zip(sizes, lows, strict=True)) // sum(sizes)
    if sizes[0] > 1 and len(sizes) > 1:
        # A shared first place takes steps of its own; a single one makes up for any rest.
        high = [ENDLESS] * len(sizes)
        while not can_be(sizes, [shift + low for low in lows], high, balanced=True):
            shift -= 1
    return shift
