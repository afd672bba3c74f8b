"""Between stages: what is carried, who goes through."""

from fractions import Fraction

import pytest

from scoring.table_points import UNIT
from tests.tournaments.standings.build import event, ident
from tournaments.standings import StandingsConfig, carry_in, compute, cut

TOTALS = {1: (31 * UNIT, 612), 2: (57 * UNIT // 2, -35), 3: (22 * UNIT // 3, 101)}


def test_all_none_and_points_only() -> None:
    assert carry_in("all", TOTALS).totals == TOTALS
    assert set(carry_in("none", TOTALS).totals.values()) == {(0, 0)}
    assert carry_in("table_points_only", TOTALS).totals[2] == (57 * UNIT // 2, 0)


def test_half_is_exact_and_game_points_round_away_from_zero() -> None:
    half = carry_in("fraction", TOTALS, fraction=Fraction(1, 2))
    assert half.totals == {1: (31 * UNIT // 2, 306), 2: (57 * UNIT // 4, -18), 3: (9240, 51)}
    assert not half.rounded


def test_two_thirds_rounded_up() -> None:
    """Duplicate championship of 2016."""
    kept = carry_in("fraction", TOTALS, fraction=Fraction(2, 3), round_tp="up", round_gp="up")
    assert kept.totals == {1: (21 * UNIT, 408), 2: (19 * UNIT, -23), 3: (5 * UNIT, 68)}


def test_what_does_not_fit_the_unit_is_rounded_and_said() -> None:
    kept = carry_in("fraction", {1: (UNIT, 0), 2: (11 * UNIT, 0)}, fraction=Fraction(1, 11))
    assert kept.totals == {1: (229, 0), 2: (UNIT, 0)}
    assert kept.rounded == (1,)


@pytest.mark.parametrize(
    "wrong",
    [
        {"mode": "some"},
        {"mode": "fraction", "fraction": Fraction(3, 2)},
        {"mode": "fraction", "round_gp": "sideways"},
        {"mode": "fraction", "round_tp": "sideways"},
    ],
)
def test_unknown_ways_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"unknown|between"):
        carry_in(totals=TOTALS, **wrong)  # type: ignore[arg-type]  # wrong on purpose


def test_the_first_go_through() -> None:
    standings = compute(event([{"A": 9, "B": 5, "C": -5, "D": -9}]), StandingsConfig())
    through = cut(standings, 2)
    assert (through.inside, through.tied) == ((ident("A"), ident("B")), ())
    assert through.words.en == "The first 2 go through."


def test_a_tie_across_the_line_is_never_split_silently() -> None:
    standings = compute(event([{"A": 9, "B": 0, "C": 0, "D": -9}]), StandingsConfig())
    through = cut(standings, 2)
    assert (through.inside, through.tied) == ((ident("A"),), (ident("B"), ident("C")))
    assert through.places == 1
    assert "draw" in through.words.en
    assert cut(standings, 3).inside == (ident("A"), ident("B"), ident("C"))


def test_who_has_left_does_not_go_through() -> None:
    entries = {"A": {"status": "withdrawn"}, "B": {"status": "substitute"}}
    standings = compute(
        event([{"A": 9, "B": 0, "C": 0, "D": -9}], entries=entries), StandingsConfig()
    )
    assert cut(standings, 1).inside == (ident("C"),)
    with pytest.raises(ValueError, match="cannot go through"):
        cut(standings, 3)
