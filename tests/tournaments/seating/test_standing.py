"""Rounds drawn from the standings."""

import random
from contextlib import suppress
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.checks import meetings, repeats
from tournaments.seating import SeatingError, nearest_round, pair_by_standing, plan

Rounds = list[tuple[tuple[int, ...], ...]]


def event(players: int, rounds: int, seed: int = 1, **more: Any) -> tuple[Rounds, dict[str, int]]:
    """A Swiss event with made-up strengths: its rounds and the figures of the last draw."""
    rng = random.Random(seed)
    skill = {p: rng.gauss(0, 1) for p in range(1, players + 1)}
    points = dict.fromkeys(skill, 0)
    played: Rounds = []
    figures: dict[str, int] = {}
    for number in range(rounds):
        order = sorted(skill, key=lambda p: (-points[p], rng.random()))
        made = pair_by_standing(order, played=played, seed=number, **more)
        figures = made.quality
        played.append(made.rounds[0])
        for table in made.rounds[0]:
            best = sorted(table, key=lambda p: -skill[p] - rng.gauss(0, 1))
            for player, value in zip(best, (4, 2, 1, 0), strict=True):
                points[player] += value
    return played, figures


def assert_seated(tables: Any, order: list[int], resting: Any = ()) -> None:
    assert sorted([p for table in tables for p in table] + list(resting)) == sorted(order)


@pytest.mark.parametrize(
    ("players", "rounds", "spread"), [(100, 8, 18), (200, 6, 12), (64, 8, 26), (40, 8, 28)]
)
def test_swiss_repeats_nothing_and_keeps_neighbours_together(
    players: int, rounds: int, spread: int
) -> None:
    played, figures = event(players, rounds)
    assert repeats(played) == 0
    assert figures["repeat_meetings"] == 0
    assert figures["rank_spread_sum"] <= spread * (players // 4)


@pytest.mark.parametrize(("players", "rounds"), [(100, 6), (200, 6), (100, 2)])
def test_swiss_winds_differ_by_one(players: int, rounds: int) -> None:
    _played, figures = event(players, rounds)
    assert figures["wind_spread"] == 1


def can_be_seated(left: frozenset[int], met: set[frozenset[int]]) -> bool:
    """Whether people can be seated without a repeat: every way is tried."""
    if not left:
        return True
    free = {p: [q for q in left if q != p and frozenset((p, q)) not in met] for p in left}
    first = min(left, key=lambda p: len(free[p]))
    return any(
        can_be_seated(left - {first, *three}, met)
        for three in combinations(free[first], 3)
        if not any(frozenset(pair) in met for pair in combinations(three, 2))
    )


@pytest.mark.parametrize(("players", "rounds"), [(12, 3), (16, 5), (20, 5), (24, 6)])
def test_swiss_repeats_a_meeting_only_where_nobody_could_avoid_it(
    players: int, rounds: int
) -> None:
    rng = random.Random(players)
    played: Rounds = []
    for number in range(rounds):
        order = rng.sample(range(1, players + 1), players)
        made = pair_by_standing(order, played=played, seed=number)
        before = set(meetings(played))
        if before & set(meetings(made.rounds)):
            assert not can_be_seated(frozenset(order), before)
        played.append(made.rounds[0])
    assert players > 12 or repeats(played)


def test_swiss_with_a_thousand() -> None:
    teams = [list(range(i, i + 4)) for i in range(1, 1000, 4)]
    played, figures = event(1000, 4, teams=teams)
    assert repeats(played) == 0
    assert figures["teammate_meetings"] == 0
    assert figures["rank_spread_sum"] <= 6 * 250


def test_the_first_swiss_round_is_one_to_four_five_to_eight() -> None:
    order = [5, 3, 8, 1, 2, 4, 7, 6]
    tables = pair_by_standing(order).rounds[0]
    assert [set(table) for table in tables] == [{5, 3, 8, 1}, {2, 4, 7, 6}]


def test_danish_repeats_meetings_and_says_so() -> None:
    order = list(range(1, 9))
    first = pair_by_standing(order, method="danish")
    again = pair_by_standing(order, method="danish", played=first.rounds)
    assert [set(t) for t in again.rounds[0]] == [set(t) for t in first.rounds[0]]
    assert again.quality["repeat_meetings"] == 12
    assert "12 pairs" in again.reasons[0].en
    # The winds move on.
    assert again.rounds[0] != first.rounds[0]
    assert again.quality["wind_spread"] == 1


def test_interval() -> None:
    order = list(range(1, 17))
    tables = pair_by_standing(order, method="interval").rounds[0]
    assert [sorted(table) for table in tables] == [[i, i + 4, i + 8, i + 12] for i in range(1, 5)]
    tables = pair_by_standing(order, method="interval", step=2).rounds[0]
    assert sorted(tables[1]) == [2, 4, 6, 8]
    tables = pair_by_standing(order, method="interval", step=3).rounds[0]
    assert sorted(tables[0]) == [1, 4, 7, 10]
    assert sorted(tables[3]) == [13, 14, 15, 16]


def test_a_final_has_its_winds_by_rank() -> None:
    tables = pair_by_standing([9, 2, 7, 4, 1, 3, 5, 8], method="final").rounds[0]
    assert tables == ((9, 2, 7, 4), (1, 3, 5, 8))


def test_the_lowest_without_a_bye_sits_out() -> None:
    order = [3, 1, 2, 5, 4, 7, 6, 9, 8]
    made = pair_by_standing(order, byes=True, byes_had={8: 1})
    assert made.byes == ((9,),)
    assert_seated(made.rounds[0], order, made.byes[0])


def test_nobody_sits_out_twice_before_all_have() -> None:
    had: dict[int, int] = {}
    played: Rounds = []
    for number in range(9):
        made = pair_by_standing(
            list(range(1, 10)), byes=True, byes_had=had, played=played, seed=number
        )
        played.append(made.rounds[0])
        had.update({player: had.get(player, 0) + 1 for player in made.byes[0]})
    assert had == dict.fromkeys(range(1, 10), 1)


PLAYED = plan(players=12, rounds=2, method="random").rounds


@given(
    st.permutations(range(1, 13)),
    st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12)), max_size=3),
    st.sampled_from(["swiss", "danish", "interval", "final"]),
)
@settings(max_examples=20, deadline=None)
def test_every_draw_seats_everybody_and_keeps_apart(
    order: list[int], apart: list[tuple[int, int]], method: str
) -> None:
    played = PLAYED
    made = None
    with suppress(SeatingError):
        made = pair_by_standing(order, method=method, apart=apart, played=played)
    if made is None:
        assert any(p == q for p, q in apart)
        return
    assert_seated(made.rounds[0], order)
    met = meetings(made.rounds)
    assert not any(met[frozenset(pair)] for pair in apart)


def test_what_cannot_be_kept_apart_is_refused_by_name() -> None:
    with pytest.raises(SeatingError, match="must not meet"):
        pair_by_standing([1, 2, 3, 4], apart=[(1, 4)])


@pytest.mark.parametrize(
    ("order", "asked", "words"),
    [
        ([1, 2, 3], {}, "four players"),
        ([1, 2, 3, 3], {}, "twice"),
        ([1, 2, 3, 4, 5], {}, "add 3 substitutes"),
        ([1, 2, 3, 4], {"method": "stars"}, "stars"),
        ([1, 2, 3, 4], {"step": 0}, "step"),
        ([1, 2, 3, 4], {"teams": [[1, 2], [1]]}, "two teams"),
        ([1, 2, 3, 4], {"apart": [(1, 1)]}, "himself"),
    ],
)
def test_what_is_wrong_is_said(order: list[int], asked: dict[str, Any], words: str) -> None:
    with pytest.raises(SeatingError, match=words):
        pair_by_standing(order, **asked)


def test_the_round_of_a_plan_that_suits_the_standings_best() -> None:
    rounds = plan(players=16, rounds=5, seed=4).rounds
    chosen = rounds[3]
    order = [player for table in chosen for player in table]
    assert nearest_round(order, rounds) == 3
    with pytest.raises(ValueError, match="left"):
        nearest_round(order, [])


def test_the_same_seed_gives_the_same_draw() -> None:
    played = plan(players=24, rounds=5).rounds
    order = list(range(1, 25))
    made = [pair_by_standing(order, played=played, seed=3) for _time in range(2)]
    assert made[0] == made[1]
