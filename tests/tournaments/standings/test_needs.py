"""What a player needs: proved by trying out everything that small events can do."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st

from scoring.table_points import UNIT
from tournaments.standings import StandingsConfig, compute
from tournaments.standings.facts import EntryFacts, EventFacts, TableFacts
from tournaments.standings.model import Cell
from tournaments.standings.needs import Outcome, outcomes, ranks_with
from tournaments.standings.needs_above import Question, Rivals
from tournaments.standings.needs_facts import Contender, LastRound, OpenTable
from tournaments.standings.orders import can_be, endings

# Differences before the last round are at most 2 and own scores up to this are asked about: others
# then need no more than `FAR`, but for one of the table who balances the rest.
OWN, FAR, NEAR = 2, 5, 14


@cache
def balanced(players: int, wide: int = FAR) -> tuple[tuple[int, ...], ...]:
    """Return the scores of a table: all but one of them within bounds."""
    found = set()
    for some in product(range(-wide, wide + 1), repeat=players - 1):
        for at in range(players):
            found.add((*some[:at], -sum(some), *some[at:]))
    return tuple(sorted(found))


@dataclass(frozen=True)
class Event:
    """One round played, the last one open at ``tables``; ``extra`` points make people equal."""

    played: Mapping[int, int]
    tables: tuple[tuple[int, ...], ...]
    extra: Mapping[int, int]
    config: StandingsConfig
    size: int

    def facts(self, scores: tuple[tuple[int, ...], ...] = ()) -> EventFacts:
        ids = sorted(self.played)
        groups = [ids[i : i + self.size] for i in range(0, len(ids), self.size)]
        first = [
            TableFacts(1, n, tuple((i, self.played[i]) for i in group))
            for n, group in enumerate(groups, 1)
        ]
        last = [
            TableFacts(2, n, tuple(zip(table, score, strict=True)))
            for n, (table, score) in enumerate(zip(self.tables, scores, strict=False), 1)
        ]
        return EventFacts(
            entries=tuple(EntryFacts(i, i, str(i), lot=i) for i in ids),
            tables=(*first, *last),
            adjustments=tuple((i, points * UNIT, 0) for i, points in self.extra.items()),
        )

    def last_round(self) -> LastRound:
        before = compute(self.facts(), self.config)
        return LastRound(
            2,
            {
                row.entry_id: Contender(
                    row.entry_id, row.cells, adjusted=row.adjusted, lot=row.entry_id
                )
                for row in before.rows
            },
            tuple(OpenTable(table) for table in self.tables),
            self.config,
        )

    def endings(self) -> Iterator[tuple[int, tuple[int, int], int]]:
        """Try everything out: yield the own score, (place, shared) and the rank of player 1."""
        at = self.tables[0].index(1)
        first, *others = (balanced(len(table)) for table in self.tables)
        for scores in product([s for s in first if abs(s[at]) <= OWN], *others):
            row = compute(self.facts(scores), self.config).row(1)
            assert row.rank is not None
            assert row.cells[-1].place is not None
            own = scores[0][at]
            yield own, (row.cells[-1].place, scores[0].count(own)), row.rank


# One try looks at thousands of ways to end: shrinking would take minutes.
WITHOUT_SHRINKING = (Phase.explicit, Phase.reuse, Phase.generate)
ORDERS = (
    ("table_points", "game_points", "best_session_tp", "tp_countback"),
    ("table_points", "game_points"),
    ("table_points", "best_session_tp", "game_points"),
    ("table_points", "game_points", "best_session_gp", "lot"),
    ("table_points", "best_session_gp"),
    ("table_points", "lot"),
    ("table_points",),
)


@st.composite
def events(draw: st.DrawFn, size: int, tables: int, waiting: int = 0) -> Event:
    people = size * (tables + waiting)
    ids = list(range(1, people + 1))
    played: dict[int, int] = {}
    for first in range(0, people, size):
        score = draw(st.sampled_from([s for s in balanced(size, 1) if max(map(abs, s)) < 2]))
        played.update(zip(ids[first : first + size], score, strict=True))
    order = draw(st.permutations(ids[1:]))
    seats = [1, *order]
    return Event(
        played=played,
        tables=tuple(tuple(seats[i * size : (i + 1) * size]) for i in range(tables)),
        extra={i: draw(st.integers(-1, 2)) for i in ids},
        config=StandingsConfig(
            scheme=draw(st.sampled_from(["mcr_4210", "3,1,1,0", "linear_4321"])),
            tie=draw(st.sampled_from(["split", "high", "low"])),
            order=draw(st.sampled_from(ORDERS)),
            best_n=draw(st.sampled_from([None, None, 1])),
        ),
        size=size,
    )


def check(event: Event) -> None:
    """Compare the ranks told for every own result with what trying everything out finds; then the
    answers for every rank with the ranks told, score by score."""
    found: dict[tuple[int, int], dict[int, list[int]]] = {}
    for own, place, rank in event.endings():
        found.setdefault(place, {}).setdefault(own, []).append(rank)
    last = event.last_round()
    for place, by_score in found.items():
        for own, ranks in by_score.items():
            assert ranks_with(last, 1, *place, own) == (min(ranks), max(ranks)), (place, own)
    told = cache(lambda place, shared, own: ranks_with(last, 1, place, shared, own))
    for rank in range(1, len(event.played) + 1):
        answers = outcomes(last, 1, rank)
        assert {(o.place, o.shared) for o in answers} == set(found)
        for answer in answers:
            agree(told, len(event.tables[0]), answer, rank)


def agree(told: Callable[..., tuple[int, int]], size: int, answer: Outcome, rank: int) -> None:
    """Look at every own score near zero; beyond that nothing changes in events so small."""
    low = -NEAR if answer.place > 1 else 0 if answer.shared == size else 1
    high = NEAR if answer.place + answer.shared - 1 < size else 0 if answer.shared == size else -1
    ranks = {own: told(answer.place, answer.shared, own) for own in range(low, high + 1)}
    assert answer.best == min(best for best, _worst in ranks.values())
    assert answer.worst == max(worst for _best, worst in ranks.values())
    sure = [own for own in ranks if all(ranks[o][1] <= rank for o in ranks if o >= own)]
    open_ = [own for own in ranks if ranks[own][0] <= rank]
    if answer.verdict == "guaranteed":
        assert len(sure) == len(ranks)
    elif answer.verdict == "impossible":
        assert not open_
    else:
        assert open_
        assert len(sure) < len(ranks)
        assert answer.sure_from == min(sure, default=None)
        assert answer.possible_from in ({None, low} if min(open_) == low else {min(open_)})


# The last round of 1 is dropped in favour of the first: more of its score only helps who shares it.
DROPPED = Event(
    played={1: 1, 2: 0, 3: -1, 4: 0, 5: 0, 6: -1, 7: 0, 8: 1},
    tables=((1, 6, 5, 7),),
    extra={1: -1, 2: 0, 3: 1, 4: 1, 5: 0, 6: 2, 7: 0, 8: -1},
    config=StandingsConfig(
        scheme="linear_4321", tie="high", order=("table_points", "game_points"), best_n=1
    ),
    size=4,
)


@settings(max_examples=8, deadline=None, phases=WITHOUT_SHRINKING)
@example(DROPPED)
@given(events(size=4, tables=1, waiting=1))
def test_own_table_of_four(event: Event) -> None:
    check(event)


@settings(max_examples=2, deadline=None, phases=WITHOUT_SHRINKING)
@given(events(size=3, tables=2))
def test_two_tables_of_three(event: Event) -> None:
    check(event)


@settings(max_examples=25, deadline=None, phases=WITHOUT_SHRINKING)
@given(events(size=2, tables=2, waiting=1))
def test_tables_of_two(event: Event) -> None:
    check(event)


@settings(max_examples=30, deadline=None, phases=WITHOUT_SHRINKING)
@given(events(size=3, tables=1, waiting=1), st.integers(1, 6))
def test_unknown_seats_say_nothing_wrong(event: Event, rank: int) -> None:
    """Who sits with whom is not known: what is certain then is certain with any seats."""
    last = event.last_round()
    strangers = (None,) * (event.size - 1)
    ids = [i for table in event.tables for i in table]
    blind = LastRound(
        2, last.contenders, tuple(OpenTable((i, *strangers)) for i in ids), last.config
    )
    known = {(o.place, o.shared): o for o in outcomes(last, 1, rank)}
    for answer in outcomes(blind, 1, rank):
        truth = known[answer.place, answer.shared]
        assert answer.best <= truth.best
        assert answer.worst >= truth.worst
        if answer.verdict != "possible":
            assert truth.verdict == answer.verdict


@given(
    st.sampled_from(
        sorted({ending.sizes for n in (2, 3, 4) for ending in endings(n, "mcr_4210", "split")})
    ),
    st.data(),
)
def test_whole_numbers_within_bounds(sizes: tuple[int, ...], data: st.DataObject) -> None:
    bounds = [
        sorted(data.draw(st.tuples(st.integers(-5, 5), st.integers(-5, 5)))) for _size in sizes
    ]
    low, high = [b[0] for b in bounds], [b[1] for b in bounds]
    for together in (True, False):
        by_hand = any(
            all(a > b for a, b in pairwise(values))
            and (not together or sum(s * v for s, v in zip(sizes, values, strict=True)) == 0)
            for values in product(*(range(a, b + 1) for a, b in bounds))
        )
        assert can_be(sizes, low, high, balanced=together) == by_hand


def test_every_way_a_table_ends() -> None:
    assert [len(endings(n, "mcr_4210", "split")) for n in (2, 3, 4)] == [3, 13, 75]


def _four(**settings: object) -> LastRound:
    """Four at the last table: 10, 9, 9 and 4 points; the second is 30 behind the third."""
    points, scores = {1: 10, 2: 9, 3: 9, 4: 4}, {1: 20, 2: -30, 3: 0, 4: 10}
    people = {i: Contender(i, (), carried=(points[i] * UNIT, scores[i])) for i in points}
    return LastRound(5, people, (OpenTable((1, 2, 3, 4)),), StandingsConfig(**settings))  # type: ignore[arg-type]


def test_a_final_told_by_hand() -> None:
    """The leader wins the final by any first place, and by a second place only if nobody close
    behind is first: that is not certain."""
    by_place = {(o.place, o.shared): o for o in outcomes(_four(), 1, 1)}
    assert by_place[1, 1].verdict == "guaranteed"
    # Second with 12 points: whoever of 9 points is first has 13.
    assert (by_place[2, 1].verdict, by_place[2, 1].sure_from) == ("possible", None)
    # Last with 10: the last of the others is first with 8, one of 9 is second with 11, and the
    # other is level and behind by score.
    assert by_place[4, 1].best == 2
    # The last of them reaches 8 points at most.
    assert {o.verdict for o in outcomes(_four(), 4, 1)} == {"impossible"}
    assert {o.verdict for o in outcomes(_four(), 4, 4)} == {"guaranteed"}


def test_a_difference_that_decides() -> None:
    """Second place gives 9 + 2 = 11 points; the leader, last, has 10; 9 + 1 is 10: certain. For the
    third place at the table 9 + 1 = 10 is level with a leader who is last, and scores decide."""
    third = {(o.place, o.shared): o for o in outcomes(_four(), 3, 2)}[3, 1]
    assert third.verdict == "possible"
    assert third.possible_from is None
    assert third.sure_from is None


def test_scores_that_have_no_bound() -> None:
    with pytest.raises(ValueError, match="places"):
        outcomes(_four(scheme="raw"), 1, 1)
    with pytest.raises(ValueError, match="begin"):
        outcomes(_four(), 1, 0)
    with pytest.raises(KeyError):
        outcomes(_four(), 9, 1)


SCORES = st.integers(-6, 6)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 5), SCORES), min_size=9, max_size=9),
    st.sampled_from(ORDERS[:3]),
    st.sampled_from(["split", "high", "low"]),
    st.booleans(),
)
def test_falls_are_those_that_halving_finds(
    before: list[tuple[int, int]], order: tuple[str, ...], tie: str, finished: bool
) -> None:
    """What is worked out from the sum of zero is what asking for every score finds."""
    people = {
        i: Contender(i, (), carried=(points * UNIT, score), lot=i)
        for i, (points, score) in enumerate(before, 1)
    }
    if finished:
        people[9] = replace(people[9], last=Cell(2, 3, 1, 2 * UNIT, 5))
    config = StandingsConfig(order=order, tie=tie)
    tables = (OpenTable((2, 3, 4, 5)), OpenTable((6, 7, 8, None)))
    rivals = Rivals(LastRound(2, people, tables, config))
    quick = Question(rivals, people[1], 2 * UNIT, None)
    rivals.plain = False
    slow = Question(rivals, people[1], 2 * UNIT, None)
    for most in (True, False):
        for score in range(-30, 31):
            assert quick.above(most, score) == slow.above(most, score), (most, score)


def test_a_result_that_is_dropped_changes_nothing() -> None:
    """The best round alone counts. Player 2 has 4 points and +50 of it whatever the last round
    brings short of a first place, and so has player 1 with a last place; with a first place and
    more than +50 player 2 is above, with a last one only level: nobody must be above, one can."""
    cells = (Cell(1, 1, 1, 4 * UNIT, 50),)
    people = {1: Contender(1, cells), 2: Contender(2, cells)}
    tables = (OpenTable((1, None, None, None)), OpenTable((2, None, None, None)))
    last = LastRound(2, people, tables, StandingsConfig(order=ORDERS[1], best_n=1))
    for score in (-1, -60, -1_000):
        assert ranks_with(last, 1, 4, 1, score) == (1, 2)
