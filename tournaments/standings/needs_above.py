"""How many can, and must, end above a player with one own result of the last round; see `needs`."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import combinations

from tournaments.standings.metrics import METRICS, Board, Tally, TallyMetric, Value
from tournaments.standings.model import Cell
from tournaments.standings.needs_facts import Contender, LastRound, OpenTable, Pair
from tournaments.standings.needs_falls import Kind, Standing, course, falls, worth
from tournaments.standings.orders import ENDLESS, Ending, can_be, endings
from tournaments.standings.standings import mark_dropped, tally_of

# Beyond every score of a table; a player's own score is looked at up to here.
FAR = 1_000_000
# Keys that the places and scores of the last round do not tell.
OPEN_KEYS = ("hands_won", "head_to_head")
# An ending, how many are above in it whatever the scores, and whom the scores decide: (position,
# entry, table points).
Split = tuple[Ending, int, tuple[tuple[int, int, int], ...]]


class Rivals:
    """Everybody's tallies, and how they come out with a result of the last round."""

    def __init__(self, last: LastRound) -> None:
        self.last = last
        self.order = last.config.order
        self.tally = cache(self._tally)
        self.profile = cache(self._profile)
        self._bases: dict[int, int] = {}
        # Whether one game point more of the last round is one more of the sum, and nothing else.
        self.plain = last.config.best_n is None and "best_session_gp" not in self.order

    def _tally(self, entry_id: int, points: int, score: int, plays: bool) -> Tally:
        one = self.last.contenders[entry_id]
        cells = one.cells
        if plays:
            cells = (*cells, Cell(self.last.number, None, None, points, score))
        counted = mark_dropped(cells, self.last.config.best_n)
        return tally_of(entry_id, counted, one.carried, one.adjusted, one.lot)

    def points(self, entry_id: int, points: int) -> int:
        """Return the table points of somebody who gets ``points`` in the last round."""
        if self.last.config.best_n is not None:
            return self.tally(entry_id, points, 0, True).points
        if entry_id not in self._bases:
            self._bases[entry_id] = self.tally(entry_id, 0, 0, False).points
        return self._bases[entry_id] + points

    def waiting(self) -> tuple[Contender, ...]:
        """Return those who play no more."""
        open_ = {seat for table in self.last.tables for seat in table.seats}
        return tuple(c for c in self.last.contenders.values() if c.entry_id not in open_)

    def _profile(self, entry_id: int, points: int, plays: bool) -> tuple[Value, ...]:
        """Return the values of the keys after the first, the last score being zero; none from the
        first key on that cannot be known."""
        tally = self.tally(entry_id, points, 0, plays)
        values = []
        for key in self.order[1:]:
            metric = METRICS[key]
            if key in OPEN_KEYS or not isinstance(metric, TallyMetric):
                break
            values.append(metric.value(tally))
        return tuple(values)

    def compare(self, one: Tally, other: Tally) -> int | None:
        """Return 1 when ``one`` ranks above, -1 below, 0 for equal; None when a key is asked that
        cannot be known."""
        board = Board({one.entry_id: one, other.entry_id: other}, ())
        pair = (one.entry_id, other.entry_id)
        for key in self.order:
            if key in OPEN_KEYS:
                return None
            values = METRICS[key].values(pair, board)
            if values is None:
                return None
            if values[pair[0]] != values[pair[1]]:
                return 1 if values[pair[0]] > values[pair[1]] else -1
        return 0


class Question:
    """One own result: how many can, and must, end above it, by the own score."""

    def __init__(
        self,
        rivals: Rivals,
        own: Contender,
        points: int,
        table: tuple[OpenTable, tuple[Ending, ...]] | None,
        plays: bool = True,
    ) -> None:
        self.rivals = rivals
        self.own = own
        self.own_points = points
        self.plays = plays
        self.table = table
        self.total = rivals.tally(own.entry_id, points, 0, plays).points
        # Scores at which the own last round begins to count, or to be the best one.
        self.turns: frozenset[int] = (
            frozenset()
            if rivals.plain or not plays
            else frozenset(cell.game_points for cell in own.cells)
        )
        self.least = cache(self._least)
        self.threshold = cache(self._threshold)
        self.standings = cache(self._standings)
        self.known = cache(self._above)
        # What the others come to: so many for any own score, and one more up to each of these.
        self._fixed = {True: 0, False: 0}
        self._falls: dict[bool, list[int]] = {True: [], False: []}
        self._own_splits: dict[bool, list[Split]] = {}
        for most in (True, False):
            self._sum_up(most)

    def above(self, most: bool, score: int) -> int:
        """Return how many can at most (must at least) end above, with an own score."""
        return self.known(most, score)

    def _above(self, most: bool, score: int) -> int:
        later = len(self._falls[most]) - bisect_left(self._falls[most], score)
        return self._fixed[most] + later + self._own_count(most, score)

    # --- who stands above --------------------------------------------------------------------

    def mine(self, score: int) -> Tally:
        return self.rivals.tally(self.own.entry_id, self.own_points, score, self.plays)

    def by_points(self, entry_id: int, points: int) -> Standing:
        return self._against(
            self.rivals.last.contenders[entry_id], self.rivals.points(entry_id, points)
        )

    def _against(self, rival: Contender, total: int) -> Standing:
        """Tell whether a rival is above by the class and the table points alone."""
        if rival.above != self.own.above:
            return 1 if rival.above > self.own.above else -1
        return 0 if total == self.total else 1 if total > self.total else -1

    def _threshold(self, entry_id: int, points: int, score: int, may: bool) -> int:
        """Return the least score with which a rival of equal table points is above (``may``: can
        be above); `ENDLESS` when no score is enough, its negative when every one is."""
        if self.rivals.plain:
            least = self.least(entry_id, points, may)
            return least if abs(least) == ENDLESS else least + score
        mine = self.mine(score)

        def above(theirs: int) -> bool:
            result = self.rivals.compare(self.rivals.tally(entry_id, points, theirs, True), mine)
            return may if result is None else result > 0

        guess = mine.game_points - self.rivals.tally(entry_id, points, 0, True).game_points
        for least in (guess, guess + 1):
            if above(least) and not above(least - 1):
                return least
        if above(-4 * FAR):
            return -ENDLESS
        if not above(4 * FAR):
            return ENDLESS
        return first_of(above, -4 * FAR, 4 * FAR)

    def _least(self, entry_id: int, points: int, may: bool) -> int:
        """Return `_threshold` for an own score of zero, where only the sums know of scores."""
        keys = self.rivals.order[1:]
        mine = self.rivals.profile(self.own.entry_id, self.own_points, self.plays)
        theirs = self.rivals.profile(entry_id, points, True)
        gap: int | None = None
        above = may if len(mine) < len(keys) else False
        for key, own, other in zip(keys, mine, theirs, strict=False):
            if key == "game_points":
                gap = own[0] - other[0]
            elif own != other:
                above = other > own
                break
        if gap is not None:
            return gap if above else gap + 1
        return -ENDLESS if above else ENDLESS

    # --- other tables ------------------------------------------------------------------------

    def _sum_up(self, most: bool) -> None:
        own_table = self.table[0] if self.table else None
        if self.table:
            at = self.table[0].seats.index(self.own.entry_id)
            self._own_splits[most] = self._splits(*self.table, most, at)
        for table in self.rivals.last.tables:
            if table is not own_table:
                self._add_table(table, most)
        for rival in self.rivals.waiting():
            if rival.entry_id != self.own.entry_id:
                self._add_waiting(rival, most)
        self._falls[most].sort()

    def _add_table(self, table: OpenTable, most: bool) -> None:
        seats = sorted(
            (() if seat is None else self._row(seat, len(table.seats), most), seat or 0)
            for seat in table.seats
        )
        config = self.rivals.last.config
        rows = tuple(row for row, _seat in seats)
        found = course(Kind(table.balanced, rows, config.scheme, config.tie), most)
        if self.rivals.plain or not any(0 in row for row in rows):
            self._fixed[most] += found.strong
            if found.patterns:
                self._falls[most] += falls(
                    found, most, lambda at, points: self.least(seats[at][1], points, most)
                )
            return
        ways = self._splits(table, endings(len(rows), config.scheme, config.tie), most)
        self._add_steps(most, lambda score: self._count(table, ways, most, score))

    def _add_steps(self, most: bool, count: Callable[[int], int]) -> None:
        """Add what falls with the own score, in steps that are found by halving."""
        strong, weak = count(FAR), count(-FAR)
        self._fixed[most] += strong
        for number in range(strong, weak):
            first = first_of(lambda score, n=number: count(score) <= n, -FAR, FAR)  # type: ignore[misc]
            self._falls[most].append(first - 1)

    def _row(self, entry_id: int, size: int, most: bool) -> tuple[Standing, ...]:
        """Return how every result of a rival stands; where another key comes before the score it
        may decide."""
        config = self.rivals.last.config
        results = worth(size, config.scheme, config.tie)
        if config.best_n is None:
            rival = self.rivals.last.contenders[entry_id]
            row = self.standings(rival.above, self.rivals.points(entry_id, 0), results)
        else:
            row = tuple(self.by_points(entry_id, points) for points in results)
        if self.rivals.order[1:2] == ("game_points",) or not self.rivals.plain or 0 not in row:
            return row
        return tuple(
            standing or self._decided(entry_id, points, most)
            for standing, points in zip(row, results, strict=True)
        )

    def _decided(self, entry_id: int, points: int, most: bool) -> Standing:
        least = self.least(entry_id, points, most)
        return 0 if abs(least) < ENDLESS else 1 if least < 0 else -1

    def _standings(
        self, above: tuple[int, ...], base: int, results: tuple[int, ...]
    ) -> tuple[Standing, ...]:
        """Return how a rival of this class and sum stands with every result."""
        if above != self.own.above:
            return (1 if above > self.own.above else -1,) * len(results)
        gap = self.total - base
        return tuple(0 if p == gap else 1 if p > gap else -1 for p in results)

    # --- those who play no more --------------------------------------------------------------

    def _add_waiting(self, rival: Contender, most: bool) -> None:
        cell = rival.last
        points, score = (cell.points, cell.game_points) if cell else (0, 0)
        theirs = self.rivals.tally(rival.entry_id, points, score, cell is not None)
        standing = self._against(rival, theirs.points)
        if standing:
            self._fixed[most] += standing > 0
            return

        def above(own: int) -> bool:
            result = self.rivals.compare(theirs, self.mine(own))
            return most if result is None else result > 0

        if self.plays:
            self._add_steps(most, above)
        else:
            self._fixed[most] += above(0)

    # --- one table, with a score ----------------------------------------------------------------

    def _own_count(self, most: bool, score: int) -> int:
        if self.table is None:
            return 0
        table = self.table[0]
        own = (table.seats.index(self.own.entry_id), score)
        return self._count(table, self._own_splits[most], most, score, own)

    def _splits(
        self, table: OpenTable, ways: Iterable[Ending], most: bool, own: int | None = None
    ) -> list[Split]:
        """Return of each ending how many are above whatever the score, and whom the scores decide;
        those that can come to the most (the fewest) first. ``own``: where the player sits."""
        found = []
        for ending in ways:
            sure, equal = 0, []
            for at, seat in enumerate(table.seats):
                if seat is None or at == own:
                    continue
                points = ending.points[at]
                standing = self.by_points(seat, points)
                if standing > 0:
                    sure += 1
                elif standing == 0:
                    equal.append((at, seat, points))
            found.append((ending, sure, tuple(equal)))
        return sorted(found, key=lambda split: -split[1] - len(split[2]) if most else split[1])

    def _count(
        self,
        table: OpenTable,
        ways: Sequence[Split],
        most: bool,
        score: int,
        own: Pair | None = None,
    ) -> int:
        """Return the most (fewest) people of a table who can stand above at once, over the ways in
        which it can end; ``own``: where the player sits there, and with which score."""
        best: int | None = None
        for way in ways:
            _ending, sure, equal = way
            if best is not None and (sure + len(equal) <= best if most else sure >= best):
                break
            found = self._in_ending(table, way, most, score, own, best)
            if found is not None:
                best = found
        if best is None:
            raise RuntimeError("a table ends in some way")
        return best

    def _in_ending(
        self,
        table: OpenTable,
        way: Split,
        most: bool,
        score: int,
        own: Pair | None,
        best: int | None,
    ) -> int | None:
        """Return the extreme number above in one ending if it beats ``best``, else None."""
        ending, sure, undecided = way
        equal = [(at, self.threshold(seat, points, score, most)) for at, seat, points in undecided]
        for wished in range(len(equal), -1, -1):
            number = sure + wished if most else sure + len(equal) - wished
            if best is not None and (number <= best if most else number >= best):
                return None
            for chosen in combinations(equal, wished):
                if _fits(table, ending, chosen, most, own):
                    return number
        return None


def _fits(
    table: OpenTable, ending: Ending, chosen: Iterable[Pair], most: bool, own: Pair | None
) -> bool:
    """Tell whether the chosen can all be above (``most``), or all not above, in one ending."""
    low = [-ENDLESS] * len(ending.sizes)
    high = [ENDLESS] * len(ending.sizes)
    if own is not None:
        low[ending.level[own[0]]] = high[ending.level[own[0]]] = own[1]
    for at, least in chosen:
        level = ending.level[at]
        if most:
            low[level] = max(low[level], least)
        else:
            high[level] = min(high[level], least - 1)
    if any(bound >= ENDLESS for bound in low) or any(bound < -ENDLESS for bound in high):
        return False
    return can_be(ending.sizes, low, high, balanced=table.balanced)


def first_of(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the least number from which a statement holds that holds at ``high``."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
