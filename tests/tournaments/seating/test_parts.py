"""The parts of a plan: winds, table numbers, assignment, byes, labels, search, quality."""

import random
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.checks import cost, meetings, most_visits, wind_spread
from tournaments.seating import quality
from tournaments.seating.assignment import assign
from tournaments.seating.byes import byes_by_rank, draw_byes
from tournaments.seating.designs import Schedule, design
from tournaments.seating.labels import give_labels, pack_teams, teams_as_tables
from tournaments.seating.quality import rank_figures
from tournaments.seating.search import Search, even_bound, meeting_matrix, weight_matrix
from tournaments.seating.tables import spread_tables
from tournaments.seating.winds import give_winds


@st.composite
def schedules(draw: st.DrawFn, most: int = 9) -> Schedule:
    """Any rounds at all of 4 to 24 people, some of whom may sit out."""
    people = draw(st.integers(4, 24))
    rounds = draw(st.integers(1, most))
    rng = draw(st.randoms(use_true_random=False))
    made = []
    for _round in range(rounds):
        order = rng.sample(range(people), people // 4 * 4)
        made.append([order[i : i + 4] for i in range(0, len(order), 4)])
    return made


def same_tables(one: Schedule, other: Schedule) -> bool:
    return [[set(t) for t in tables] for tables in one] == [
        [set(t) for t in tables] for tables in other
    ]


@given(schedules())
def test_winds_never_differ_by_more_than_one(schedule: Schedule) -> None:
    seated = give_winds(schedule)
    assert same_tables(seated, schedule)
    assert wind_spread(seated) <= 1


@given(schedules(most=4))
def test_four_games_in_a_row_have_four_winds(schedule: Schedule) -> None:
    held: dict[int, list[int]] = {}
    for tables in give_winds(schedule):
        for table in tables:
            for wind, player in enumerate(table):
                held.setdefault(player, []).append(wind)
    assert all(len(set(winds)) == len(winds) for winds in held.values())


@pytest.mark.parametrize(("before", "after"), [(5, 5), (3, 4), (1, 7), (4, 4)])
def test_winds_follow_the_rounds_played(before: int, after: int) -> None:
    _name, schedule = design(100, before + after)
    played = give_winds(schedule[:before])
    following = give_winds(schedule[before:], played, seed=1)
    assert same_tables(following, schedule[before:])
    assert wind_spread([*played, *following]) <= 1


@given(st.integers(1, 6), st.data())
def test_an_assignment_is_the_cheapest(size: int, data: st.DataObject) -> None:
    row = st.lists(st.integers(-5, 5), min_size=size, max_size=size)
    price = np.array(data.draw(st.lists(row, min_size=size, max_size=size)), dtype=np.int64)
    columns = assign(price)
    assert sorted(columns) == list(range(size))
    least = min(sum(price[i, c] for i, c in enumerate(p)) for p in permutations(range(size)))
    assert sum(price[i, c] for i, c in enumerate(columns)) == least


@given(schedules(), st.integers(0, 3))
@settings(deadline=None, max_examples=25)
def test_table_numbers_change_the_order_of_tables_only(schedule: Schedule, seed: int) -> None:
    spread = spread_tables(schedule, seed)
    for before, after in zip(schedule, spread, strict=True):
        assert sorted(before) == sorted(after)
    assert most_visits(spread) <= len(schedule)


@pytest.mark.parametrize(("players", "rounds"), [(40, 4), (64, 6), (80, 8), (100, 10), (400, 6)])
def test_nobody_returns_to_a_table(players: int, rounds: int) -> None:
    _name, schedule = design(players, rounds)
    assert most_visits(spread_tables(schedule, 0)) == 1


def test_fixed_people_stay_at_their_table() -> None:
    _name, schedule = design(36, 5)
    spread = spread_tables(schedule, 0, fixed={0: 3})
    assert all(0 in tables[3] for tables in spread)


def test_tables_already_visited_are_avoided() -> None:
    _name, schedule = design(64, 6)
    first = spread_tables(schedule[:3], 0)
    rest = spread_tables(schedule[3:], 0, played=first)
    assert most_visits([*first, *rest]) == 1


@given(st.integers(4, 30), st.integers(1, 12), st.integers(0, 5))
def test_nobody_sits_out_twice_before_everybody_has(players: int, rounds: int, seed: int) -> None:
    counts = dict.fromkeys(range(players), 0)
    for rest in draw_byes(players, rounds, random.Random(seed)):
        assert len(rest) == players % 4 == len(set(rest))
        for player in rest:
            counts[player] += 1
        assert max(counts.values()) - min(counts.values()) <= 1


def test_byes_so_far_are_looked_at() -> None:
    rest = draw_byes(9, 8, random.Random(1), dict.fromkeys(range(8), 1))
    assert rest[0] == [8]


def test_the_lowest_without_a_bye_sits_out() -> None:
    assert byes_by_rank([7, 3, 9, 1, 5], 1, {}) == [5]
    assert byes_by_rank([7, 3, 9, 1, 5, 4], 2, {5: 1, 4: 1, 9: 1}) == [1, 3]


def test_teams_are_packed_into_fours() -> None:
    groups = pack_teams([[0, 1, 2], [3, 4], [5, 6], [7, 8, 9, 10]], 12)
    assert groups is not None
    assert sorted(map(sorted, groups)) == [[0, 1, 2, 11], [3, 4, 5, 6], [7, 8, 9, 10]]
    assert pack_teams([[0, 1, 2], [3, 4, 5]], 8) is not None
    assert pack_teams([[0, 1, 2], [3, 4, 5], [6, 7]], 8) is None
    assert pack_teams([[0, 1, 2, 3, 4]], 8) is None


def test_teams_become_the_tables_of_the_round_left_out() -> None:
    _name, schedule = design(24, 7)
    teams = [list(range(4 * i, 4 * i + 4)) for i in range(6)]
    rounds = teams_as_tables(schedule, teams, random.Random(2))
    assert len(rounds) == 6
    met = meetings(rounds)
    assert not any(met[frozenset((p, q))] for team in teams for p in team for q in team if p != q)


def test_labels_keep_apart_whom_the_weights_name() -> None:
    _name, schedule = design(40, 8)
    clubs = [(list(range(6 * i, 6 * i + 6)), 3) for i in range(5)]
    weights = weight_matrix(40, clubs)
    rounds = give_labels(schedule, weights, random.Random(3))
    assert cost(rounds) == 0
    lots = give_labels(schedule, weight_matrix(40, []), random.Random(3))
    assert (meeting_matrix(40, rounds) * weights).sum() < (meeting_matrix(40, lots) * weights).sum()


def start(players: int, rounds: int, seed: int) -> Schedule:
    rng = random.Random(seed)
    made = []
    for _round in range(rounds):
        order = rng.sample(range(players), players)
        made.append([order[i : i + 4] for i in range(0, players, 4)])
    return made


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (20, 5), (28, 6), (40, 8), (64, 8)])
def test_search_finds_plans_without_repeats(players: int, rounds: int) -> None:
    search = Search(start(players, rounds, 1), players, weight_matrix(players, []), seed=1)
    assert search.run(0, lambda _step, _steps: True) == 0
    assert cost(search.schedule()) == 0


def test_search_counts_what_it_says_and_leaves_the_first_rounds() -> None:
    begun = start(12, 5, 1)
    weights = weight_matrix(12, [([0, 1, 2], 20)])
    met = meeting_matrix(12, start(12, 1, 9))
    search = Search(begun, 12, weights, seed=4, free_from=2, met=met)
    first = search.cost()
    best = search.run(0, lambda step, _steps: step < 600)
    found = search.schedule()
    assert best == search.cost() < first
    assert found[:2] == begun[:2]
    m = meeting_matrix(12, found)
    total = m.astype(int) + met
    assert best == int((total * (total - 1) // 2 + weights * m).sum()) // 2
    for tables in found:
        assert sorted(p for table in tables for p in table) == list(range(12))


def test_search_stops_when_told() -> None:
    search = Search(start(12, 6, 1), 12, weight_matrix(12, []), seed=1)
    told: list[int] = []

    def report(step: int, _steps: int) -> bool:
        told.append(step)
        return False

    search.run(0, report)
    assert told == [100]


def test_search_begins_anew_when_it_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.seating.search.PATIENCE", 20)
    search = Search(start(8, 3, 1), 8, weight_matrix(8, []), seed=1)
    assert search.run(0, lambda step, _steps: step < 400) == 12
    assert cost(search.schedule()) == 12


@pytest.mark.parametrize(
    ("pairs", "met", "least"), [(28, 48, 20), (28, 28, 0), (28, 84, 84), (6, 0, 0)]
)
def test_the_bound_spreads_meetings_evenly(pairs: int, met: int, least: int) -> None:
    assert even_bound(pairs, met) == least


def test_quality_counts_what_the_rules_name() -> None:
    rounds = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[2, 1, 5, 6], [4, 3, 8, 7]]]
    figures = quality(rounds, teams=[[1, 2], [3, 5], [4]], clubs=[[7, 8, 3]])
    assert figures == {
        "repeat_meetings": 4,
        "max_meetings": 2,
        "pairs_met": 20,
        "meeting_cost": 4,
        "wind_spread": 1,
        "table_repeat": 4,
        "max_same_table": 2,
        "teammate_meetings": 2,
        "team_spread": 2,
        "club_meetings": 4,
    }


def test_quality_of_nothing_and_of_people_who_are_gone() -> None:
    assert quality([])["pairs_met"] == 0
    figures = quality([[[0, 1, 0, 2]]])
    assert (figures["pairs_met"], figures["repeat_meetings"]) == (1, 0)


@given(schedules())
def test_full_tables_give_six_meetings_each(schedule: Schedule) -> None:
    numbered = [[[p + 1 for p in table] for table in tables] for tables in schedule]
    figures = quality(numbered)
    tables = sum(map(len, schedule))
    assert figures["repeat_meetings"] + figures["pairs_met"] == 6 * tables
    assert figures["meeting_cost"] >= figures["repeat_meetings"]
    assert figures["meeting_cost"] == cost(schedule)


def test_rank_figures() -> None:
    figures = rank_figures([9, 8, 7, 6, 5, 4, 3, 2], [[9, 8, 7, 5], [6, 4, 3, 2]])
    assert figures == {
        "rank_spread_sum": 8,
        "rank_spread_max": 4,
        "displacement_sum": 2,
        "displacement_max": 1,
    }
