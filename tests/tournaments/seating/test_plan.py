"""Whole plans: what they promise, and what they refuse."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.checks import (
    assert_partition,
    cost,
    meetings,
    most_visits,
    repeats,
    wind_spread,
)
from tournaments.seating import Plan, SeatingCancelledError, SeatingError, plan, quality


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A short search, where its success is not the question."""
    monkeypatch.setattr("tournaments.seating.search.step_limit", lambda _players: 500)


def fours(players: int) -> list[list[int]]:
    return [list(range(i, i + 4)) for i in range(1, players, 4)]


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (16, 5),
        (20, 5),
        (24, 7),
        (28, 9),
        (32, 9),
        (36, 11),
        (40, 13),
        (44, 10),
        (48, 10),
        (52, 10),
        (56, 10),
        (72, 10),
        (84, 9),
        (200, 10),
        (400, 10),
    ],
)
def test_nobody_meets_twice_where_that_can_be(players: int, rounds: int) -> None:
    made = plan(players=players, rounds=rounds, seed=7)
    assert_partition(made.rounds, players)
    assert repeats(made.rounds) == 0
    assert wind_spread(made.rounds) <= 1
    assert not made.reasons


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [
        (16, 6, 24),
        (16, 8, 72),
        (16, 10, 120),
        (20, 8, 50),
        (20, 10, 110),
        (24, 10, 84),
        (28, 10, 42),
        (32, 10, 10),
        (8, 4, 24),
        (8, 7, 84),
        (8, 8, 120),
        (12, 6, 45),
        (12, 9, 126),
    ],
)
def test_meetings_that_must_repeat_are_few_and_even(players: int, rounds: int, most: int) -> None:
    made = plan(players=players, rounds=rounds, seed=7)
    assert_partition(made.rounds, players)
    assert cost(made.rounds) == made.quality["meeting_cost"] <= most
    assert made.reasons


@pytest.mark.parametrize("rounds", [4, 8])
def test_winds_are_equal_when_four_divides_the_rounds(rounds: int) -> None:
    assert wind_spread(plan(players=36, rounds=rounds).rounds) == 0


@pytest.mark.parametrize(("players", "rounds"), [(40, 4), (64, 6), (80, 8), (100, 10)])
def test_nobody_sits_at_a_table_twice(players: int, rounds: int) -> None:
    assert most_visits(plan(players=players, rounds=rounds, seed=3).rounds) == 1


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(16, 4), (24, 6), (28, 8), (32, 8), (36, 10), (40, 12), (48, 10), (64, 10), (100, 8)],
)
def test_team_mates_never_meet_and_nobody_twice(players: int, rounds: int) -> None:
    made = plan(players=players, rounds=rounds, teams=fours(players), seed=2)
    assert_partition(made.rounds, players)
    assert made.quality["teammate_meetings"] == 0
    assert repeats(made.rounds) == 0


def test_team_mates_never_meet_even_where_others_must() -> None:
    made = plan(players=16, rounds=10, teams=fours(16), seed=2)
    met = meetings(made.rounds)
    assert not any(met[frozenset((p, q))] for t in fours(16) for p in t for q in t if p < q)
    assert cost(made.rounds) <= 192


def test_teams_of_other_sizes() -> None:
    sixes = [list(range(i, i + 6)) for i in range(1, 48, 6)]
    assert plan(players=48, rounds=6, teams=sixes).quality["teammate_meetings"] == 0
    mixed = [[5, 6, 7], [8, 9], [10, 11, 12, 13]]
    made = plan(players=40, rounds=8, teams=mixed, apart=[(1, 2), (1, 3)])
    assert made.quality["teammate_meetings"] == 0
    assert repeats(made.rounds) == 0


def test_a_team_too_large_for_the_tables_is_refused_or_may_meet() -> None:
    with pytest.raises(SeatingError, match="2 tables"):
        plan(players=8, rounds=1, teams=[[1, 2, 3]])
    made = plan(players=8, rounds=1, teams=[[1, 2, 3]], strict_teams=False)
    assert made.quality["teammate_meetings"] > 0
    assert any("Team-mates" in words.en for words in made.reasons)


def test_clubs_are_kept_apart_as_far_as_it_costs_no_more() -> None:
    club = [list(range(1, 11)), list(range(11, 19))]
    made = plan(players=64, rounds=6, clubs=club)
    assert made.quality["club_meetings"] == 0
    assert repeats(made.rounds) == 0


@pytest.mark.parametrize(
    ("players", "before", "after"), [(40, 4, 4), (64, 4, 4), (100, 5, 5), (36, 1, 5)]
)
def test_further_rounds_follow_those_played(players: int, before: int, after: int) -> None:
    played = plan(players=players, rounds=before, seed=1).rounds
    made = plan(players=players, rounds=after, seed=2, played=played)
    assert_partition(made.rounds, players)
    everything = [*played, *made.rounds]
    assert repeats(everything) == 0
    assert wind_spread(everything) <= 1
    assert made.quality == quality(everything)


@pytest.mark.usefixtures("quick")
def test_people_who_are_gone_count_for_nothing() -> None:
    played = [[[0, 1, 2, 3], [4, 99, 5, 6], [7, 8, 0, 0]]]
    made = plan(players=8, rounds=1, played=played)
    assert_partition(made.rounds, 8)
    met = meetings([*played, *made.rounds])
    assert made.quality["pairs_met"] == sum(1 for pair in met if pair <= set(range(1, 9)))


@given(st.integers(5, 23), st.integers(1, 9), st.integers(0, 3))
@settings(max_examples=15, deadline=None)
def test_byes_go_round(players: int, rounds: int, seed: int) -> None:
    made = plan(players=players, rounds=rounds, byes=True, seed=seed, method="random")
    assert_partition(made.rounds, players, made.byes or None)
    counts = dict.fromkeys(range(1, players + 1), 0)
    for rest in made.byes:
        for player in rest:
            counts[player] += 1
    assert max(counts.values()) - min(counts.values()) <= 1
    assert sum(counts.values()) == rounds * (players % 4)


def test_a_newcomer_sits_out_before_anybody_does_again() -> None:
    first = plan(players=9, rounds=4, byes=True, seed=5, method="random")
    had = {player: 1 for rest in first.byes for player in rest}
    # Number 9 has left; somebody who has never sat out has the number now.
    had[9] = 0
    second = plan(players=9, rounds=4, byes=True, byes_had=had, seed=5, method="random")
    again = [player for rest in second.byes for player in rest]
    assert not set(again) & {player for player, count in had.items() if count}


def test_few_repeats_in_spite_of_byes() -> None:
    made = plan(players=41, rounds=8, byes=True)
    assert_partition(made.rounds, 41, made.byes)
    assert repeats(made.rounds) == 0
    assert wind_spread(made.rounds) <= 1


def test_house_players_have_the_numbers_after_the_last() -> None:
    made = plan(players=22, rounds=7, substitutes=True)
    assert made.substitutes == (23, 24)
    assert_partition(made.rounds, 24)
    assert repeats(made.rounds) == 0
    assert plan(players=24, rounds=1, substitutes=True).substitutes == ()


def test_fixed_tables() -> None:
    made = plan(players=36, rounds=5, fixed_tables={1: 4, 2: 9, 3: 1})
    for tables in made.rounds:
        assert 1 in tables[3]
        assert 2 in tables[8]
        assert 3 in tables[0]
    assert most_visits(made.rounds) == 5


@pytest.mark.parametrize("method", ["auto", "random"])
def test_the_same_seed_gives_the_same_plan(method: str) -> None:
    asked: dict[str, Any] = {"players": 28, "rounds": 10, "method": method}
    first = plan(seed=1, **asked)
    assert plan(seed=1, **asked) == first
    assert plan(seed=2, **asked).rounds != first.rounds


@given(
    st.sampled_from([16, 20, 24]),
    st.integers(1, 4),
    st.lists(st.tuples(st.integers(1, 16), st.integers(1, 16)), max_size=4),
    st.sampled_from(["auto", "random"]),
)
@settings(max_examples=25, deadline=None)
def test_pairs_kept_apart_never_meet_or_the_draw_refuses(
    players: int, rounds: int, apart: list[tuple[int, int]], method: str
) -> None:
    made = None
    with suppress(SeatingError):
        made = plan(players=players, rounds=rounds, apart=apart, method=method)
    if made is None:
        assert any(p == q for p, q in apart)
        return
    assert_partition(made.rounds, players)
    met = meetings(made.rounds)
    assert not any(met[frozenset(pair)] for pair in apart)


@pytest.mark.usefixtures("quick")
def test_what_cannot_be_kept_apart_is_refused_by_name() -> None:
    with pytest.raises(SeatingError) as caught:
        plan(players=8, rounds=1, apart=[(1, 2), (2, 3), (1, 3)])
    assert len(caught.value.reasons) == 1
    assert "must not meet" in caught.value.message.en
    assert "不能同桌" in caught.value.message.zh


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"players": 3}, "4 to"),
        ({"players": 8, "rounds": 0}, "rounds"),
        ({"players": 9}, "add 3 substitutes"),
        ({"players": 9, "byes": True, "substitutes": True}, "either"),
        ({"players": 8, "teams": [[1, 2], [2, 3]]}, "Number 2 is in a team twice"),
        ({"players": 8, "teams": [[1, 9]]}, "no number 9"),
        ({"players": 8, "clubs": [[0]]}, "no number 0"),
        ({"players": 8, "apart": [(3, 3)]}, "itself"),
        ({"players": 8, "apart": [(3, 30)]}, "30"),
        ({"players": 4, "apart": [(1, 2)]}, "one table"),
        ({"players": 8, "fixed_tables": {1: 3}}, "no table 3"),
        ({"players": 8, "fixed_tables": {11: 1}}, "no number 11"),
        ({"players": 8, "fixed_tables": {1: 1, 2: 1}}, "both fixed"),
        ({"players": 8, "method": "stars"}, "stars"),
    ],
)
def test_what_is_wrong_is_said(asked: dict[str, Any], words: str) -> None:
    with pytest.raises(SeatingError, match=words):
        plan(**{"rounds": 2, **asked})


def test_every_reason_is_said_at_once() -> None:
    with pytest.raises(SeatingError) as caught:
        plan(players=9, rounds=0, teams=[[1, 1]], apart=[(2, 2)])
    assert len(caught.value.reasons) == 4


@pytest.mark.usefixtures("quick")
def test_progress_is_told_and_a_stop_is_obeyed() -> None:
    told: list[tuple[int, int, str]] = []
    plan(players=20, rounds=6, progress=lambda *step: told.append(step))
    assert told[0] == (0, 6, "")
    assert told[-1] == (6, 6, "")
    assert len(told) > 2
    with pytest.raises(SeatingCancelledError):
        plan(players=20, rounds=7, cancelled=lambda: True)


def test_a_plan_is_a_value() -> None:
    made = plan(players=8, rounds=1)
    assert isinstance(made, Plan)
    assert made.quality["repeat_meetings"] == 0
