"""Tabu search by swaps, for what the constructions do not reach (seating.md §5).

The state is the four players of every table in each round and the matrix of meetings. One step
takes a round in which a pair meets that should not, evaluates every swap of two players at once
and makes the best one that does not move two people moved lately. It stops on step counts, so the
same seed gives the same plan.
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from tournaments.seating.designs import Schedule

Matrix = npt.NDArray[np.int32]
# Takes (step, steps); says whether to go on.
Report = Callable[[int, int], bool]
# Asked before every step whether to stop there.
Stop = Callable[[], bool]
# Steps without a better plan before a new start.
PATIENCE = 4000
# For how many steps somebody has moved lately: from, below.
TENURE = (2, 12)
_NEVER = np.int32(2**30)


def step_limit(players: int) -> int:
    if players <= 48:
        return 20_000
    return 5_000 if players <= 100 else 1_500


def even_bound(pairs: int, meetings: int) -> int:
    """Return the least Σ m(m−1)/2 there can be: all meetings spread evenly over the pairs that may
    meet."""
    each, more = divmod(meetings, pairs)
    return (pairs - more) * each * (each - 1) // 2 + more * each * (each + 1) // 2


class Search:
    """Improves rounds of a schedule. ``met`` are meetings that have happened already, ``weights``
    what a meeting of two costs beside repeats; rounds before ``free_from`` stay as they are. Rounds
    may have different numbers of tables. ``cut``: the search was stopped before its end.
    """

    def __init__(
        self,
        schedule: Schedule,
        players: int,
        weights: Matrix,
        *,
        seed: int,
        free_from: int = 0,
        met: Matrix | None = None,
    ) -> None:
        self.n = players
        self.rounds = len(schedule)
        self.cut = False
        self.free = range(free_from, self.rounds)
        self.weights = weights
        self.random = np.random.default_rng(seed)
        # The players of each round, table by table; who sits out is not there.
        self.seats = [np.array(tables, dtype=np.int32).ravel() for tables in schedule]
        self.place = np.full((self.rounds, players), -1, dtype=np.int32)
        self._find_places()
        self.before = np.zeros((players, players), np.int32) if met is None else met
        # A smaller round uses the first rows and columns.
        seat = np.arange(max(map(len, self.seats)))
        self.same = (seat[:, None] // 4 == seat[None, :] // 4).astype(np.int32)
        np.fill_diagonal(self.same, 0)
        # Two of one table need no swap, and each pair is looked at once.
        self.barred = np.where(np.triu(np.ones_like(self.same), 1) > self.same, 0, _NEVER)
        self.upper = np.triu(np.ones((players, players), dtype=bool), 1)
        self.met = self._meetings()

    def _find_places(self) -> None:
        for r, order in enumerate(self.seats):
            self.place[r, order] = np.arange(len(order))

    def _meetings(self) -> Matrix:
        met = self.before.copy()
        for order in self.seats:
            size = len(order)
            met[np.ix_(order, order)] += self.same[:size, :size]
        return met

    def cost(self) -> int:
        """Σ m(m−1)/2 over pairs, and the weights of pairs for every time they meet anew."""
        m = self.met.astype(np.int64)
        return int((m * (m - 1) // 2 + self.weights * (m - self.before)).sum()) // 2

    @property
    def repeats(self) -> int:
        """Meetings of people who had met before, in the plan as it stands."""
        return int(np.maximum(self.met - 1, 0).sum()) // 2

    def run(self, goal: int, report: Report, stop: Stop | None = None) -> int:
        """Search until the cost is ``goal`` or the steps are used up; keep the best plan."""
        cost = best = self.cost()
        kept = [order.copy() for order in self.seats]
        steps = step_limit(self.n)
        # Large steps take long: whoever waits is told more often.
        every = max(1, min(100, 4_000_000 // self.n**2))
        tabu = np.zeros((self.rounds, self.n), dtype=np.int32)
        idle, lowest = 0, cost
        for step in range(1, steps + 1):
            if best <= goal or not len(self.free) or len(self.same) == 4:
                break
            self.cut = (stop is not None and stop()) or (
                step % every == 0 and not report(step, steps)
            )
            if self.cut:
                break
            r = self._choose_round()
            a, b, change = self._best_swap(r, tabu[r] > step, best - cost)
            if change < _NEVER:
                tabu[r, self.seats[r][[a, b]]] = step + self.random.integers(*TENURE, size=2)
                self._swap(r, a, b)
                cost += change
            if cost < best:
                best, kept = cost, [order.copy() for order in self.seats]
            idle, lowest = (0, cost) if cost < lowest else (idle + 1, lowest)
            if idle >= PATIENCE:
                self._shuffle()
                cost = self.cost()
                idle, lowest = 0, cost
                tabu[:] = 0
        self.seats = kept
        self._find_places()
        self.met = self._meetings()
        return best

    def _choose_round(self) -> int:
        """Return a round in which a pair meets again, or meets that should not at all: of a pair
        chosen by lot, one of its rounds."""
        unwanted = (self.met > 1) | ((self.weights > 0) & (self.met > self.before))
        pairs = np.flatnonzero(unwanted & self.upper)
        if len(pairs):
            p, q = divmod(int(pairs[int(self.random.integers(len(pairs)))]), self.n)
            own, other = self.place[self.free.start :, [p, q]].T
            rounds = np.flatnonzero((own >= 0) & (other >= 0) & (own // 4 == other // 4))
            if len(rounds):
                return self.free.start + int(rounds[int(self.random.integers(len(rounds)))])
        return int(self.random.integers(self.free.start, self.free.stop))

    def _best_swap(self, r: int, tabu: npt.NDArray[np.bool_], needed: int) -> tuple[int, int, int]:
        """Return the best swap of two seats of a round and what it changes. Two people of whom both
        have moved lately stay, unless the plan becomes the best so far (``needed``: less than this
        change)."""
        order = self.seats[r]
        chosen = np.ix_(order, order)
        size = len(order)
        # What one more meeting of two costs; a meeting of this round is not counted.
        price = self.met[chosen] + self.weights[chosen] - self.same[:size, :size]
        at_table = price.reshape(size, size // 4, 4).sum(axis=2, dtype=np.int32)
        own = at_table[np.arange(len(order)), np.arange(len(order)) // 4]
        moved = np.repeat(at_table, 4, axis=1) - own[:, None]
        change = moved + moved.T - 2 * price + self.barred[:size, :size]
        held = np.flatnonzero(tabu[order])
        if len(held) > 1:
            both = np.ix_(held, held)
            change[both] = np.where(change[both] < needed, change[both], _NEVER)
        least = change.min()
        choices = np.flatnonzero(change.ravel() == least)
        pick = int(choices[int(self.random.integers(len(choices)))])
        a, b = divmod(pick, len(order))
        return a, b, int(least)

    def _swap(self, r: int, a: int, b: int) -> None:
        order = self.seats[r]
        for mine, yours in ((a, b), (b, a)):
            player = order[mine]
            leaves = [order[s] for s in _mates(mine)]
            joins = [order[s] for s in _mates(yours)]
            self.met[player, leaves] -= 1
            self.met[leaves, player] -= 1
            self.met[player, joins] += 1
            self.met[joins, player] += 1
        order[[a, b]] = order[[b, a]]
        self.place[r, order[[a, b]]] = a, b

    def _shuffle(self) -> None:
        for r in self.free:
            self.random.shuffle(self.seats[r])
        self._find_places()
        self.met = self._meetings()

    def schedule(self) -> Schedule:
        return [
            [[int(p) for p in order[first : first + 4]] for first in range(0, len(order), 4)]
            for order in self.seats
        ]


def _mates(seat: int) -> list[int]:
    first = seat // 4 * 4
    return [s for s in range(first, first + 4) if s != seat]


def weight_matrix(players: int, groups: Sequence[tuple[Sequence[int], int]]) -> Matrix:
    """Return what a meeting of two players costs beside repeats: each group's pairs, its weight."""
    weights: Matrix = np.zeros((players, players), dtype=np.int32)
    for group, weight in groups:
        weights[np.ix_(group, group)] += weight
    np.fill_diagonal(weights, 0)
    return weights


def meeting_matrix(players: int, schedule: Sequence[Sequence[Sequence[int]]]) -> Matrix:
    """Count the meetings of a schedule of any kind of tables."""
    met: Matrix = np.zeros((players, players), dtype=np.int32)
    for tables in schedule:
        for table in tables:
            met[np.ix_(table, table)] += 1
    np.fill_diagonal(met, 0)
    return met
