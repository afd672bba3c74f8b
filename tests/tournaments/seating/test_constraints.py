"""What a plan keeps to, whatever is asked: a partition, nobody twice, hard constraints or a refusal
that says why."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.seating.checks import assert_partition, meetings, wind_spread
from tournaments.seating import Plan, SeatingError, pair_by_standing, plan, quality
from tournaments.seating.charts import PUBLISHED, read_chart
from tournaments.seating.known import compared, known_cost, least_cost

Asked = dict[str, Any]


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.seating.search.step_limit", lambda _players: 300)


@st.composite
def requests(draw: st.DrawFn) -> Asked:
    """Any request for a plan of 4 to 34 people."""
    players = draw(st.integers(4, 34))
    numbers = st.integers(1, players)
    tables = st.integers(1, max(1, players // 4))
    order = draw(st.permutations(range(1, players + 1)))
    size = draw(st.integers(0, 5))
    teams = [order[i : i + size] for i in range(0, len(order), size)] if size else []
    byes = draw(st.booleans())
    return {
        "players": players,
        "rounds": draw(st.integers(1, 6)),
        "teams": teams,
        "apart": draw(st.lists(st.tuples(numbers, numbers), max_size=3)),
        "byes": byes,
        "substitutes": not byes,
        "fixed_tables": draw(st.dictionaries(numbers, tables, max_size=2)),
        "fixed_winds": draw(st.dictionaries(numbers, st.integers(0, 3), max_size=2)),
        "late": draw(st.dictionaries(numbers, st.integers(1, 4), max_size=2)),
        "seed": draw(st.integers(0, 3)),
        "method": draw(st.sampled_from(["auto", "random", "rotation"])),
    }


def outcome(asked: Asked) -> tuple[Plan | None, SeatingError | None]:
    try:
        return plan(**asked), None
    except SeatingError as refusal:
        return None, refusal


@given(requests())
@settings(max_examples=60, deadline=None)
@pytest.mark.usefixtures("quick")
def test_hard_constraints_hold_or_the_draw_refuses_and_says_why(asked: Asked) -> None:
    made, refusal = outcome(asked)
    if made is None:
        assert refusal is not None
        assert refusal.reasons
        assert all(reason.zh and reason.en for reason in refusal.reasons)
        return
    # House players sit where somebody is late; all others have one seat or sit out.
    for i, tables in enumerate(made.rounds):
        resting = list(made.byes[i]) if made.byes else []
        seated = [p for table in tables for p in table]
        late = [p for p, first in asked["late"].items() if first > i + 1]
        assert not set(late) & set(seated)
        everybody = set(range(1, asked["players"] + 1)) - (set() if asked["byes"] else set(late))
        assert len(seated) == len(set(seated))
        assert (set(seated) | set(resting)) - set(made.substitutes) == everybody
        assert not set(seated) & set(resting)
        for player, table in asked["fixed_tables"].items():
            assert player not in seated or player in tables[table - 1]
        for player, wind in asked["fixed_winds"].items():
            assert player not in seated or any(t[wind] == player for t in tables)
    met = meetings(made.rounds)
    barred = {*map(frozenset, asked["apart"])}
    barred |= {frozenset(pair) for team in asked["teams"] for pair in combinations(team, 2)}
    assert not any(met[pair] for pair in barred)
    assert made == plan(**asked)


@given(st.integers(8, 30), st.lists(st.booleans(), min_size=6, max_size=6), st.integers(0, 9))
@settings(max_examples=25, deadline=None)
@pytest.mark.usefixtures("quick")
def test_people_come_and_go_between_rounds(players: int, moves: list[bool], seed: int) -> None:
    present = list(range(1, players + 1))
    newest = players
    played: list[tuple[tuple[int, ...], ...]] = []
    had = dict.fromkeys(present, 0)
    for number, comes in enumerate(moves):
        if comes:
            newest += 1
            present.append(newest)
            had[newest] = 0
        elif len(present) > 8:
            present.pop((seed * 7 + number) % len(present))
        place = {p: i for i, p in enumerate(present, 1)}
        before = [[[place.get(p, 0) for p in t] for t in own] for own in played]
        made = plan(
            players=len(present),
            rounds=1,
            byes=True,
            byes_had={place[p]: had[p] for p in present},
            played=before,
            seed=seed + number,
        )
        resting = [present[p - 1] for p in (made.byes[0] if made.byes else ())]
        least = min(had[p] for p in present)
        waiting = [p for p in present if had[p] == least]
        # Nobody sits out again while somebody has sat out less.
        assert len(set(resting) & set(waiting)) == min(len(resting), len(waiting))
        for p in resting:
            had[p] += 1
        finished = list(played)
        played.append(tuple(tuple(present[p - 1] for p in t) for t in made.rounds[0]))
        assert played[:-1] == finished
        assert_partition(made.rounds, len(present), made.byes or None)


def test_teams_larger_than_the_tables_are_named() -> None:
    with pytest.raises(SeatingError, match="3, 4, 5"):
        plan(players=8, rounds=1, teams=[[1, 2], [3, 4, 5]])
    with pytest.raises(SeatingError, match="must not meet"):
        pair_by_standing([1, 2, 3, 4], teams=[[1, 2]])
    made = pair_by_standing([1, 2, 3, 4], teams=[[1, 2]], strict_teams=False)
    assert made.quality["teammate_meetings"] == 1


def test_long_plans_keep_team_mates_apart_too() -> None:
    teams = [[i, i + 1] for i in range(1, 13, 2)]
    made = plan(players=12, rounds=14, teams=teams, seed=1)
    assert made.quality["teammate_meetings"] == 0


def test_the_rotation_says_how_far_it_goes() -> None:
    made = plan(players=144, rounds=9, method="rotation")
    assert made.method == "rotation"
    assert made.quality["repeat_meetings"] == 0
    assert wind_spread(made.rounds) <= 1
    assert plan(players=64, rounds=12, method="rotation").quality["repeat_meetings"] == 0
    teams = [list(range(i, i + 4)) for i in range(1, 28, 4)]
    mates = plan(players=28, rounds=6, method="rotation", teams=teams)
    assert mates.quality["teammate_meetings"] == 0
    with pytest.raises(SeatingError, match="10 rounds"):
        plan(players=120, rounds=11, method="rotation")
    with pytest.raises(SeatingError, match="full tables"):
        plan(players=30, rounds=2, method="rotation", byes=True)


def test_a_search_that_is_enough_ends_with_its_best() -> None:
    told: list[str] = []
    made = plan(
        players=20,
        rounds=6,
        seed=1,
        byes=True,
        apart=[(1, 2)],
        enough=lambda: len(told) > 5,
        progress=lambda _done, _total, words: told.append(words),
    )
    assert made.cut_short
    assert "cut short" in made.reasons[0].en
    assert any(word.isdecimal() for word in told)
    assert_partition(made.rounds, 20)
    assert plan(players=20, rounds=6, seed=1, seconds=0.01).cut_short
    assert not plan(players=40, rounds=6, seconds=60).cut_short


@pytest.mark.parametrize(
    ("players", "rounds", "teams", "known"),
    [
        (16, 5, False, 0),
        (20, 6, False, 6),
        (20, 7, False, 20),
        (24, 8, False, 18),
        (32, 10, False, 0),
        (24, 6, True, 0),
        (20, 6, True, 24),
        (100, 10, True, 0),
        (22, 3, False, None),
        (16, 30, False, None),
    ],
)
def test_the_best_known_plans(players: int, rounds: int, teams: bool, known: int | None) -> None:
    assert known_cost(players, rounds, teams) == known
    if known is not None:
        assert least_cost(players, rounds) <= known


def test_a_worse_plan_says_by_how_much() -> None:
    assert compared(18, 24, 8) == []
    (words,) = compared(29, 20, 6)
    assert "23 more" in words.en
    assert "差23" in words.zh
    chart = PUBLISHED["gb1998_4"].make()
    assert not compared(quality(chart)["meeting_cost"], 28, 6, teams=True)


@pytest.mark.parametrize("name", sorted(PUBLISHED))
def test_published_charts_are_what_they_say(name: str) -> None:
    chart = PUBLISHED[name]
    rounds = chart.make()
    assert len(rounds) == chart.rounds
    assert_partition(rounds, chart.players)
    assert quality(rounds)["repeat_meetings"] == 0


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4\n5,6,7,8\n\n1;5;2;6\n3\t7\t4\t8\n",
        "1 2 3 4\n5 6 7 8\n1 5 2 6\n3 7 4 8",
        "round,table,E,S,W,N\n1,1,1,2,3,4\n1,2,5,6,7,8\n2,2,3,7,4,8\n2,1,1,5,2,6",
        '{"rounds": [[[1,2,3,4],[5,6,7,8]],[[1,5,2,6],[3,7,4,8]]]}',
        "\ufeff[[[1,2,3,4],[5,6,7,8]],[[1,5,2,6],[3,7,4,8]]]",
    ],
)
def test_charts_are_read_in_every_form(text: str) -> None:
    assert read_chart(text) == (
        ((1, 2, 3, 4), (5, 6, 7, 8)),
        ((1, 5, 2, 6), (3, 7, 4, 8)),
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no seats"),
        ("1 2 3 4\n5 6 7\n", "has 3 people"),
        ("1 2 3 4\n\n5 6 7 5\n", "number 5 has 2 seats"),
        ("1 2 3 4\n5 six 7 8", "Line 2"),
        ("{", "JSON"),
        ('{"rounds": [[[1,2,3,"4"]]]}', "JSON"),
        ('{"plan": 3}', "JSON"),
        ("1 1 1 2 3 4\n1 1 5 6 7 8", "twice"),
    ],
)
def test_what_is_wrong_with_a_chart_is_said(text: str, words: str) -> None:
    with pytest.raises(SeatingError, match=words):
        read_chart(text)


def test_people_with_places_of_their_own_in_a_draw_by_standing() -> None:
    order = list(range(1, 25))
    for method in ("swiss", "danish", "interval", "final"):
        made = pair_by_standing(
            order, method=method, fixed_tables={1: 6, 20: 1}, fixed_winds={1: 2, 2: 2}
        )
        (tables,) = made.rounds
        assert 1 in tables[5]
        assert 20 in tables[0]
        assert tables[5][2] == 1
        assert any(table[2] == 2 for table in tables)
        assert sorted(p for table in tables for p in table) == order
    for wrong in (
        {"fixed_tables": {1: 7}},
        {"fixed_tables": {1: 1, 2: 1}},
        {"fixed_winds": {1: 4}},
    ):
        with pytest.raises(SeatingError):
            pair_by_standing(order, **wrong)  # type: ignore[arg-type]


def test_clubs_meet_less_where_a_short_way_avoids_it() -> None:
    order = list(range(1, 41))
    clubs = [order[i : i + 4] for i in range(0, 40, 4)]
    assert pair_by_standing(order).quality["repeat_meetings"] == 0
    assert pair_by_standing(order, clubs=clubs).quality["club_meetings"] < 60
