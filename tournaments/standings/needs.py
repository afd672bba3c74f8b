"""What a player needs in the last round: which results reach a rank, whatever the others may do.

Exact, nothing is drawn by lot. Game points of the last round are any whole numbers; at a table they
sum to zero and say who has which place. What is asked for is the greatest and the least number of
players who can end above the player. Tables do not touch each other, so each is asked by itself:
every order in which it can end, and in it the most (fewest) people who can stand above at once.
With a higher score of one's own, the place being the same, others have ever less room: neither
number rises, but for whole numbers that only some scores allow (three who are level below a first
place take a score that three divides). Within `WINDOW` scores all of these have come up, so that
"every score from here on" is told by so many of them, and its bound found by halving.

Nobody forfeits, and nobody is fined: that would change places beyond any bound.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations
from typing import Literal

from scoring.table_points import get_scheme
from tournaments.standings.config import StandingsConfig
from tournaments.standings.metrics import METRICS, Board, Tally
from tournaments.standings.model import Cell
from tournaments.standings.orders import ENDLESS, Ending, can_be, endings
from tournaments.standings.standings import mark_dropped, tally_of

Pair = tuple[int, int]
Verdict = Literal["guaranteed", "possible", "impossible"]
# Beyond every score of a table; a player's own score is looked at up to here.
FAR = 1_000_000
# Ways to end that need a multiple of two or three, and orders that need room near zero.
WINDOW = 8
# Keys that the places and scores of the last round do not tell.
OPEN_KEYS = ("hands_won", "head_to_head")


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody who is ranked. ``above``: who has the greater one ranks higher whatever the points
    (went through a cut). ``cells`` are the rounds so far; ``last`` the result of the last round
    where it stands already, or will not be played by this person."""

    entry_id: int
    cells: tuple[Cell, ...]
    above: tuple[int, ...] = ()
    carried: Pair = (0, 0)
    adjusted: Pair = (0, 0)
    lot: int | None = None
    last: Cell | None = None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table of the last round that is still to be decided. None is somebody who is not ranked
    here, or not known yet. ``balanced``: its scores sum to zero."""

    seats: tuple[int | None, ...]
    balanced: bool = True


@dataclass(frozen=True)
class LastRound:
    """All that is known before the last round. Contenders at no table keep what they have.

    While seats are not known everybody sits with three unknown people; then ``guaranteed`` and
    ``impossible`` hold for every draw, and some ``possible`` may be none.
    """

    number: int
    contenders: Mapping[int, Contender]
    tables: tuple[OpenTable, ...]
    config: StandingsConfig = field(default_factory=StandingsConfig)

    @property
    def answerable(self) -> bool:
        """Whether places decide: points made of the score itself have no bound."""
        return (
            get_scheme(self.config.scheme).kind == "places"
            and self.config.order[0] == "table_points"
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """One result of one's own: ``place`` at the table, shared by ``shared``, worth ``points``.

    ``best`` and ``worst`` are the ranks that can come of it. ``verdict`` on the rank asked for:
    where it is ``possible``, ``sure_from`` is the own score from which on every one makes it
    certain, and ``possible_from`` the least that leaves it open; None where there is none, or
    where every score does (``possible_from``).
    """

    place: int
    shared: int
    points: int
    best: int
    worst: int
    verdict: Verdict
    sure_from: int | None = None
    possible_from: int | None = None


def outcomes(last: LastRound, player: int, rank: int) -> tuple[Outcome, ...]:
    """Return what each own result means for reaching ``rank``, the best result first.

    Raises `KeyError` for somebody who is not ranked, `ValueError` where the event's points have no
    bound, or a rank below 1.
    """
    if rank < 1:
        raise ValueError("ranks begin at 1")
    return tuple(
        _answer(question, place, shared, rank, scores)
        for place, shared, question, scores in _questions(last, player)
    )


def ranks_with(last: LastRound, player: int, place: int, shared: int, score: int) -> Pair:
    """Return the best and the worst rank with exactly this result of one's own; see `outcomes`.
    Raises `KeyError` for a place that the table does not have."""
    for own_place, own_shared, question, _scores in _questions(last, player):
        if (own_place, own_shared) == (place, shared):
            return 1 + question.above(False, score), 1 + question.above(True, score)
    raise KeyError((place, shared))


def _questions(last: LastRound, player: int) -> Iterator[tuple[int, int, "_Question", Pair]]:
    """Yield the own results: place, by how many it is shared, the question, and the least and the
    greatest own score."""
    if not last.answerable:
        raise ValueError("the points of this event are not given by places")
    own = last.contenders[player]
    table = next((t for t in last.tables if player in t.seats), None)
    rivals = _Rivals(last)
    if table is None:
        cell = own.last
        points, score = (cell.points, cell.game_points) if cell else (0, 0)
        question = _Question(rivals, own, points, None, cell is not None)
        yield (cell.place or 0 if cell else 0), 1, question, (score, score)
        return
    size = len(table.seats)
    at = table.seats.index(player)
    found: dict[tuple[int, int], list[Ending]] = {}
    for ending in endings(size, last.config.scheme, last.config.tie):
        shared = ending.sizes[ending.level[at]]
        found.setdefault((ending.places[at], shared), []).append(ending)
    for (place, shared), ways in sorted(found.items()):
        question = _Question(rivals, own, ways[0].points[at], (table, tuple(ways)))
        yield place, shared, question, _own_range(place, shared, size, table.balanced)


def _own_range(place: int, shared: int, size: int, balanced: bool) -> Pair:
    """Return the least and the greatest own score that a place allows."""
    low, high = -FAR, FAR
    if balanced and place == 1:
        low = 0 if shared == size else 1
    if balanced and place + shared - 1 == size:
        high = 0 if shared == size else -1
    return low, high


class _Rivals:
    """Everybody's tallies, and how they come out with a result of the last round."""

    def __init__(self, last: LastRound) -> None:
        self.last = last
        self.order = last.config.order
        self.tally = cache(self._tally)
        self.totals = cache(self._totals)

    def _tally(self, entry_id: int, points: int, score: int, plays: bool) -> Tally:
        one = self.last.contenders[entry_id]
        cells = one.cells
        if plays:
            cells = (*cells, Cell(self.last.number, None, None, points, score))
        counted = mark_dropped(cells, self.last.config.best_n)
        return tally_of(entry_id, counted, one.carried, one.adjusted, one.lot)

    @cache  # noqa: B019  # lives as long as one question
    def points(self, entry_id: int, points: int) -> int:
        """Return the table points of somebody who gets ``points`` in the last round."""
        return self._tally(entry_id, points, 0, True).points

    def _totals(self, entry_id: int, worth: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.points(entry_id, points) for points in worth)

    @cached_property
    def tables(self) -> tuple[OpenTable, ...]:
        return self.last.tables

    @cached_property
    def waiting(self) -> tuple[Contender, ...]:
        """Those who play no more."""
        open_ = {seat for table in self.last.tables for seat in table.seats}
        return tuple(c for c in self.last.contenders.values() if c.entry_id not in open_)

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


# Whether a rival is above (1) or below (-1) by the class and the table points alone; 0: equal.
Standing = Literal[-1, 0, 1]


# Size and balance of a table, and for each seat how every result of it stands; () for nobody.
Kind = tuple[int, bool, tuple[tuple[Standing, ...], ...]]


class _Question:
    """One own result: how many can, and must, end above it, by the own score."""

    def __init__(
        self,
        rivals: _Rivals,
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
        config = rivals.last.config
        self.endings = cache(lambda size: endings(size, config.scheme, config.tie))
        self.threshold = cache(self._threshold)
        self.by_points = cache(self._by_points)
        self.known = cache(self._above)
        self.kind = cache(self._kind)
        self.limit = cache(self._limit)
        self.standings = cache(self._standings)
        self.worth = cache(
            lambda size: tuple(sorted({p for ending in self.endings(size) for p in ending.points}))
        )
        self._fixed: dict[bool, int] = {}
        self._moving: dict[bool, list[OpenTable]] = {}
        for most in (True, False):
            self._split(most)

    # --- who stands above --------------------------------------------------------------------

    def mine(self, score: int) -> Tally:
        return self.rivals.tally(self.own.entry_id, self.own_points, score, self.plays)

    def _by_points(self, entry_id: int, points: int) -> Standing:
        rival = self.rivals.last.contenders[entry_id]
        if rival.above != self.own.above:
            return 1 if rival.above > self.own.above else -1
        total = self.rivals.points(entry_id, points)
        return 0 if total == self.total else 1 if total > self.total else -1

    def _threshold(self, entry_id: int, points: int, score: int, may: bool) -> int:
        """Return the least score with which a rival of equal table points is above (``may``: can
        be above); `ENDLESS` when no score is enough, its negative when every one is."""
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
        return _first(above, -4 * FAR, 4 * FAR)

    # --- one table ---------------------------------------------------------------------------

    def count(self, table: OpenTable, most: bool, score: int | None, far: int = 0) -> int:
        """Return the most (fewest) people of another table who can stand above at once. Without a
        ``score``: where the own one is far below (``far`` -1) or far above (1) all others."""

        def needed(entry_id: int, points: int) -> int:
            if score is None:
                return far * FAR * 8
            return self.threshold(entry_id, points, score, most)

        ways = self.endings(len(table.seats))
        return self._extreme(table, ways, most, needed, None, self.limit(table, most))

    def _limit(self, table: OpenTable, most: bool) -> int:
        """Return a number that a table never goes beyond: each person taken alone."""
        _size, _balanced, seats = self.kind(table)
        if most:
            return sum(bool(seat) and max(seat) >= 0 for seat in seats)
        return sum(bool(seat) and min(seat) > 0 for seat in seats)

    def own_count(self, most: bool, score: int) -> int:
        if self.table is None:
            return 0
        table, own_endings = self.table
        return self._extreme(
            table,
            own_endings,
            most,
            lambda entry_id, points: self.threshold(entry_id, points, score, most),
            (table.seats.index(self.own.entry_id), score),
        )

    def _extreme(
        self,
        table: OpenTable,
        ways: Sequence[Ending],
        most: bool,
        needed: Callable[[int, int], int],
        own: Pair | None,
        limit: int | None = None,
    ) -> int:
        """Return the greatest (least) number above over the ways in which a table can end; it is
        not looked further once ``limit`` is reached."""
        best: int | None = None
        for ending in ways:
            if best is not None and best == limit:
                break
            found = self._in_ending(table, ending, most, needed, own, best)
            if found is not None:
                best = found
        if best is None:
            raise RuntimeError("a table ends in some way")
        return best

    def _in_ending(
        self,
        table: OpenTable,
        ending: Ending,
        most: bool,
        needed: Callable[[int, int], int],
        own: Pair | None,
        best: int | None,
    ) -> int | None:
        """Return the extreme number above in one ending if it beats ``best``, else None."""
        sure, equal = 0, []
        for at, seat in enumerate(table.seats):
            if seat is None or (own is not None and at == own[0]):
                continue
            standing = self.by_points(seat, ending.points[at])
            if standing > 0:
                sure += 1
            elif standing == 0:
                equal.append((at, needed(seat, ending.points[at])))
        for wished in range(len(equal), -1, -1):
            number = sure + wished if most else sure + len(equal) - wished
            if best is not None and (number <= best if most else number >= best):
                return None
            for chosen in combinations(equal, wished):
                if self._fits(table, ending, chosen, most, own):
                    return number
        return None

    @staticmethod
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

    # --- all tables --------------------------------------------------------------------------

    def _split(self, most: bool) -> None:
        """Sum up the tables that no own score changes, and keep the others."""
        self._fixed[most], self._moving[most] = 0, []
        # Another key in between may decide whatever the score: then nothing is told from afar.
        by_score = self.rivals.order[1:2] == ("game_points",)
        own_table = self.table[0] if self.table else None
        known: dict[Kind, Pair] = {}
        for table in self.rivals.tables:
            if table is own_table:
                continue
            if not by_score:
                self._moving[most].append(table)
                continue
            kind = self.kind(table)
            if kind not in known:
                known[kind] = (
                    self.count(table, most, None, 1),
                    self.count(table, most, None, -1),
                )
            strong, weak = known[kind]
            if strong == weak:
                self._fixed[most] += strong
            else:
                self._moving[most].append(table)

    def _kind(self, table: OpenTable) -> Kind:
        """Return what tables have in common that come out alike while the own score is far off."""
        worth = self.worth(len(table.seats))
        contenders = self.rivals.last.contenders
        seats = [
            ()
            if seat is None
            else self.standings(contenders[seat].above, self.rivals.totals(seat, worth))
            for seat in table.seats
        ]
        return len(table.seats), table.balanced, tuple(sorted(seats))

    def _standings(self, above: tuple[int, ...], totals: tuple[int, ...]) -> tuple[Standing, ...]:
        """Return how a rival of these totals, one for each result, stands to the player."""
        if above != self.own.above:
            return (1 if above > self.own.above else -1,) * len(totals)
        return tuple(
            0 if total == self.total else 1 if total > self.total else -1 for total in totals
        )

    def above(self, most: bool, score: int) -> int:
        """Return how many can at most (must at least) end above, with an own score."""
        return self.known(most, score)

    def _above(self, most: bool, score: int) -> int:
        number = self._fixed[most] + self.own_count(most, score)
        number += sum(self.count(table, most, score) for table in self._moving[most])
        mine = self.mine(score)
        for rival in self.rivals.waiting:
            if rival.entry_id != self.own.entry_id:
                number += self._waiting_above(rival, mine, most)
        return number

    def _waiting_above(self, rival: Contender, mine: Tally, most: bool) -> bool:
        if rival.above != self.own.above:
            return rival.above > self.own.above
        cell = rival.last
        plays = cell is not None
        points, score = (cell.points, cell.game_points) if cell else (0, 0)
        theirs = self.rivals.tally(rival.entry_id, points, score, plays)
        if theirs.points != self.total:
            return theirs.points > self.total
        result = self.rivals.compare(theirs, mine)
        return most if result is None else result > 0


def _answer(question: _Question, place: int, shared: int, rank: int, scores: Pair) -> Outcome:
    low, high = scores

    def worst_from(score: int) -> int:
        """Return the worst rank with this score or any higher one."""
        near = range(score, min(score + WINDOW, high + 1))
        return 1 + max(question.above(True, own) for own in near)

    def best_up_to(score: int) -> int:
        """Return the best rank with this score or any lower one."""
        near = range(max(score - WINDOW + 1, low), score + 1)
        return 1 + min(question.above(False, own) for own in near)

    def sure(score: int) -> bool:
        return worst_from(score) <= rank

    def possible(score: int) -> bool:
        return best_up_to(score) <= rank

    at_best, at_worst = best_up_to(high), worst_from(low)
    verdict: Verdict = "possible"
    sure_from = possible_from = None
    if at_best > rank:
        verdict = "impossible"
    elif at_worst <= rank:
        verdict = "guaranteed"
    else:
        if sure(high):
            sure_from = _first(sure, low, high)
        if not possible(low):
            possible_from = _first(possible, low, high)
    return Outcome(
        place, shared, question.own_points, at_best, at_worst, verdict, sure_from, possible_from
    )


def _first(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the least number from which a statement holds that holds at ``high``."""
    while low < high:
        middle = (low + high) // 2
        if holds(middle):
            high = middle
        else:
            low = middle + 1
    return low
