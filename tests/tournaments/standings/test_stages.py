"""Events of several stages: what is carried, who stands above whom."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.table_points import UNIT
from tests.tournaments.standings.build import event, ident, ranks, row
from tournaments.standings import EventFacts, StageFacts, StandingsConfig, compute, compute_stages

CONFIG = StandingsConfig()
FIRST = [{"A": 40, "B": 10, "C": -20, "D": -30}, {"E": 50, "F": 0, "G": -10, "H": -40}]
FINAL = [{"E": -60, "A": 10, "B": 20, "F": 30}]
THROUGH = frozenset(map(ident, "ABEF"))


def two(**final: Any) -> tuple[StageFacts, StageFacts]:
    return StageFacts(), StageFacts(2, 2, THROUGH, **final)


def test_before_the_final_nothing_is_different() -> None:
    facts = event(FIRST)
    assert compute_stages(facts, CONFIG, two()) == compute(facts, CONFIG)


def test_with_all_carried_a_finalist_is_never_below_the_others() -> None:
    """E loses the final by far and still stands above C, who has as many points."""
    found = compute_stages(event(FIRST, FINAL), CONFIG, two())
    assert "".join(r.name for r in found.rows) == "FABEGCDH"
    assert [r.rank for r in found.rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert row(found, "E").table_points == 4 * UNIT


def test_nothing_carried_counts_the_final_alone() -> None:
    found = compute_stages(event(FIRST, FINAL), CONFIG, two(carry="none"))
    assert [r.name for r in found.rows[:4]] == ["F", "B", "A", "E"]
    assert [r.table_points for r in found.rows[:4]] == [4 * UNIT, 2 * UNIT, UNIT, 0]
    # The others stand as they stood, with their own totals.
    assert [(r.name, r.rank) for r in found.rows[4:]] == [("G", 5), ("C", 6), ("D", 7), ("H", 8)]
    assert row(found, "G").table_points == UNIT
    assert row(found, "G").tier > row(found, "E").tier


def test_two_thirds_rounded_up_are_carried() -> None:
    final = two(carry="fraction", fraction=Fraction(2, 3), round_tp="up")
    found = compute_stages(event(FIRST, FINAL), CONFIG, final)
    assert row(found, "A").carried == (3 * UNIT, 27)
    assert row(found, "A").table_points == 3 * UNIT + UNIT
    assert row(found, "F").table_points == 2 * UNIT + 4 * UNIT


def test_table_points_alone_are_carried() -> None:
    found = compute_stages(event(FIRST, FINAL), CONFIG, two(carry="table_points_only"))
    assert (row(found, "E").table_points, row(found, "E").game_points) == (4 * UNIT, -60)


@pytest.mark.parametrize("carry", ["all", "none", "table_points_only"])
def test_an_adjustment_counts_once_for_everybody(carry: str) -> None:
    adjustments = ((ident("A"), -UNIT, 0), (ident("G"), -UNIT, -5))
    plain = compute_stages(event(FIRST, FINAL), CONFIG, two(carry=carry))
    found = compute_stages(event(FIRST, FINAL, adjustments=adjustments), CONFIG, two(carry=carry))
    assert row(found, "A").table_points == row(plain, "A").table_points - UNIT
    assert row(found, "G").table_points == row(plain, "G").table_points - UNIT
    assert row(found, "G").game_points == row(plain, "G").game_points - 5


def test_shared_ranks_of_those_left_out_stay_shared() -> None:
    first = [{"A": 9, "B": 0, "C": 0, "D": -9}, {"E": 9, "F": 0, "G": 0, "H": -9}]
    final = [{"A": 1, "E": 0, "B": 0, "F": -1}]
    stages = (StageFacts(), StageFacts(2, 2, frozenset(map(ident, "ABEF")), carry="none"))
    found = compute_stages(event(first, final), CONFIG, stages)
    assert {k: v for k, v in ranks(found).items() if k in "CGDH"} == {
        "C": 5, "G": 5, "D": 7, "H": 7,
    }  # fmt: skip
    assert row(found, "C").tied


def test_a_stage_that_does_not_count_for_teams() -> None:
    entries = {letter: {"team": "one" if letter in "ABCD" else "two"} for letter in "ABCDEFGH"}
    facts = event(FIRST, FINAL, entries=entries)
    with_final = compute_stages(facts, CONFIG, two())
    without = compute_stages(facts, CONFIG, two(for_teams=False))
    assert without.teams == compute(event(FIRST, entries=entries), CONFIG).teams
    assert with_final.teams != without.teams


def test_after_an_earlier_round_the_final_is_not_known() -> None:
    facts = event(FIRST, FINAL)
    assert compute_stages(facts, CONFIG, two(carry="none"), 1) == compute(facts, CONFIG, 1)


def test_three_stages() -> None:
    semi = [{"A": 5, "B": 1, "E": -2, "F": -4}]
    final = [{"A": -5, "B": 5, "C": 1, "D": -1}]
    stages = (
        StageFacts(),
        StageFacts(2, 2, THROUGH, carry="none"),
        StageFacts(3, 3, frozenset(map(ident, "AB")), carry="all"),
    )
    found = compute_stages(event(FIRST, semi, final), CONFIG, stages)
    assert [r.name for r in found.rows[:2]] == ["B", "A"]
    assert [r.name for r in found.rows[2:4]] == ["E", "F"]
    assert found.rounds == (1, 2, 3)


@st.composite
def rounds_of_eight(draw: st.DrawFn) -> EventFacts:
    tables = st.lists(st.integers(-60, 60), min_size=4, max_size=4)
    rounds = []
    for _number in range(draw(st.integers(2, 4))):
        order = draw(st.permutations("ABCDEFGH"))
        rounds.append(
            [
                dict(zip(order[i : i + 4], draw(tables), strict=True))
                for i in (0, 4)
            ]
        )  # fmt: skip
    return event(*rounds)


@given(rounds_of_eight(), st.sampled_from(["all", "none", "table_points_only"]))
def test_everybody_is_ranked_once_and_members_first(facts: EventFacts, carry: str) -> None:
    found = compute_stages(facts, CONFIG, two(carry=carry))
    assert sorted(r.name for r in found.rows) == list("ABCDEFGH")
    assert {r.entry_id for r in found.rows[:4]} == THROUGH
    places = [r.rank for r in found.rows]
    assert places == sorted(places, key=lambda n: n or 99)
    for place in places:
        assert place is not None
        assert sum(n is not None and n < place for n in places) == place - 1


@given(rounds_of_eight())
def test_carrying_all_is_one_count_with_tiers(facts: EventFacts) -> None:
    found = compute_stages(facts, CONFIG, two())
    entries = tuple(replace(e, tier=int(e.id not in THROUGH)) for e in facts.entries)
    assert found.rows == compute(replace(facts, entries=entries), CONFIG).rows
