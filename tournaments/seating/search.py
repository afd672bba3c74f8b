"""Tabu search by swaps, for what the constructions do not reach (seating.md §5).

The state is the table of each player in each round and the matrix of meetings. One step takes
one round and evaluates every swap of two players in one matrix product. It stops on step counts,
so the same seed gives the same plan.
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from tournaments.seating.designs import Schedule

Matrix = npt.NDArray[np.int64]
Report = Callable[[int, int], bool]


def step_limit(players: int) -> int:
    if players <= 48:
        return 20_000
    return 5_000 if players <= 100 else 1_000


class Search:
    """Improves rounds from ``free_from`` on; earlier rounds stay as they are."""

    def __init__(
        self, schedule: Schedule, players: int, weights: Matrix, *, free_from: int, seed: int
    ) -> None:
        self.n = players
        self.tables = len(schedule[0])
        self.rounds = len(schedule)
        self.free = range(free_from, self.rounds)
        self.weights = weights
        self.random = np.random.default_rng(seed)
        # Where each player sits; -1 for one who sits out.
        self.at = np.full((self.rounds, players), -1, dtype=np.int64)
        for r, tables in enumerate(schedule):
            for t, table in enumerate(tables):
                self.at[r, table] = t
        self.met = sum(
            (self._together(r) for r in range(self.rounds)), np.zeros((players, players), np.int64)
        )

    def _seats(self, r: int) -> Matrix:
        """Players × tables: who sits where in a round."""
        seats: Matrix = (self.at[r][:, None] == np.arange(self.tables)).astype(np.int64)
        return seats

    def _together(self, r: int) -> Matrix:
        seats = self._seats(r)
        together: Matrix = seats @ seats.T
        np.fill_diagonal(together, 0)
        return together

    def cost(self) -> int:
        """Σ m(m−1)/2 over pairs, and the weights of pairs for every time they meet."""
        pairs = np.triu_indices(self.n, 1)
        m = self.met[pairs]
        return int((m * (m - 1) // 2 + self.weights[pairs] * m).sum())

    def run(self, goal: int, report: Report) -> int:
        """Search until the cost is ``goal`` or the steps are used up; keep the best plan."""
        cost = best = self.cost()
        kept = self.at.copy()
        steps = step_limit(self.n)
        tabu = np.zeros((self.rounds, self.n), dtype=np.int64)
        for step in range(1, steps + 1):
            if best <= goal or not len(self.free):
                break
            if step % 200 == 0 and not report(step, steps):
                break
            r = int(self.random.integers(self.free.start, self.free.stop))
            swap = self._best_swap(r, tabu[r] > step, best - cost)
            if swap is None:
                continue
            p, q, change = swap
            self._swap(r, p, q)
            cost += change
            tenure = int(self.random.integers(4, 11 + 2 * self.rounds))
            tabu[r, [p, q]] = step + tenure
            if cost < best:
                best, kept = cost, self.at.copy()
        self.at = kept
        return best

    def _best_swap(
        self, r: int, tabu: npt.NDArray[np.bool_], needed: int
    ) -> tuple[int, int, int] | None:
        others = self.met - self._together(r)
        # What a further meeting of two players costs.
        price = others + self.weights
        seats = self._seats(r)
        cost = price @ seats
        at = self.at[r]
        present = at >= 0
        own = np.where(present, cost[np.arange(self.n), np.maximum(at, 0)], 0)
        moved = cost[:, np.maximum(at, 0)]
        change = moved + moved.T - 2 * price - own[:, None] - own[None, :]
        # The diagonal of the price is zero: a player costs itself nothing.
        forbidden = (at[:, None] == at[None, :]) | ~present[:, None] | ~present[None, :]
        both = tabu[:, None] | tabu[None, :]
        forbidden |= both & (change >= needed)
        change = np.where(forbidden, np.iinfo(np.int64).max, change)
        change[np.tril_indices(self.n)] = np.iinfo(np.int64).max
        least = change.min()
        if least == np.iinfo(np.int64).max:
            return None
        choices = np.argwhere(change == least)
        p, q = choices[int(self.random.integers(len(choices)))]
        return int(p), int(q), int(least)

    def _swap(self, r: int, p: int, q: int) -> None:
        self.met -= self._together(r)
        self.at[r, [p, q]] = self.at[r, [q, p]]
        self.met += self._together(r)

    def schedule(self) -> Schedule:
        return [
            [[int(p) for p in np.flatnonzero(self.at[r] == t)] for t in range(self.tables)]
            for r in range(self.rounds)
        ]


def weight_matrix(players: int, groups: Sequence[tuple[Sequence[int], int]]) -> Matrix:
    """Return what a meeting of two players costs beside repeats: each group's pairs, its weight."""
    weights: Matrix = np.zeros((players, players), dtype=np.int64)
    for group, weight in groups:
        for p in group:
            for q in group:
                if p != q:
                    weights[p, q] += weight
    return weights
