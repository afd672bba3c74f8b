"""People of neighbouring tables change places where that lets everybody get a wind he lacks: a draw
by standing cannot know its later rounds, so winds cannot be shared out beforehand."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import permutations

import numpy as np
import numpy.typing as npt

# How far people move for their wind, in tables: at first to the next one only.
WINDOWS = (1, 3)
# By how much the ranks of a table may spread for it, on the average of all tables: every fourth
# round a table needs four people who lack four different winds, and neighbours seldom do.
BUDGET = 1
ANY = 0b1111
Matrix = npt.NDArray[np.int64]


def lacking(held: Sequence[int]) -> int:
    """Return as bits the winds that leave somebody's winds as even as they can be."""
    least = min(held)
    return sum(1 << wind for wind, times in enumerate(held) if times == least)


@cache
def can_be_even(masks: tuple[int, int, int, int]) -> bool:
    """Whether four people can sit so that each gets a wind he lacks."""
    return any(
        all(mask >> wind & 1 for mask, wind in zip(masks, order, strict=True))
        for order in permutations(range(4))
    )


class Evener:
    """Changes tables of ranks; ``bad`` is what two at a table cost, ``masks`` the winds that each
    rank lacks (`lacking`)."""

    def __init__(
        self, tables: Sequence[Sequence[int]], bad: Matrix, masks: Mapping[int, int]
    ) -> None:
        self.tables = [list(table) for table in tables]
        self.left = BUDGET * len(self.tables)
        self.bad = bad
        self.masks = masks

    def run(self) -> list[list[int]]:
        for window in WINDOWS:
            for number in range(len(self.tables)):
                if not self._even(self.tables[number]):
                    self._mend(number, window)
        return [sorted(table) for table in self.tables]

    def _even(self, table: Sequence[int]) -> bool:
        a, b, c, d = sorted(self.masks.get(p, ANY) for p in table)
        return can_be_even((a, b, c, d))

    def _mend(self, number: int, window: int) -> None:
        """Make the shortest swap with a table near by that leaves fewer tables uneven."""
        for away in range(1, window + 1):
            for other in (number + away, number - away):
                if 0 <= other < len(self.tables) and self._swap(number, other):
                    return

    def _swap(self, number: int, other: int) -> bool:
        """Make the swap of two tables that moves people of the nearest ranks, if there is one."""
        mine, theirs = self.tables[number], self.tables[other]
        before = 1 + (not self._even(theirs))
        pairs = sorted((abs(p - q), p, q) for p in mine for q in theirs)
        for _distance, p, q in pairs:
            new_mine = [q if r == p else r for r in mine]
            new_theirs = [p if r == q else r for r in theirs]
            uneven = (not self._even(new_mine)) + (not self._even(new_theirs))
            if uneven >= before:
                continue
            wider = _spread(new_mine, new_theirs) - _spread(mine, theirs)
            if wider > self.left:
                continue
            if self._cost(new_mine, new_theirs) <= self._cost(mine, theirs):
                self.left -= wider
                self.tables[number], self.tables[other] = new_mine, new_theirs
                return True
        return False

    def _cost(self, one: Sequence[int], other: Sequence[int]) -> int:
        return int(sum(self.bad[np.ix_(table, table)].sum() for table in (one, other)))


def _spread(*tables: Sequence[int]) -> int:
    return sum(max(table) - min(table) for table in tables)
