"""The strength of somebody's opponents."""

from fractions import Fraction

from tests.tournaments.standings.build import event, ident
from tournaments.standings import StandingsConfig, compute, strength_of_schedule


def test_the_mean_of_the_opponents_met_each_as_often_as_met() -> None:
    facts = event(
        [{"A": 9, "B": 5, "C": -5, "D": -9}, {"E": 9, "F": 5, "G": -5, "H": -9}],
        [{"A": 9, "B": 5, "E": -5, "F": -9}],
        entries={"Z": {}},
    )
    # A 8, B 4, C 1, D 0, E 5, F 2, G 1, H 0
    strength = strength_of_schedule(facts, compute(facts, StandingsConfig()))
    assert strength[ident("A")] == Fraction(4 + 1 + 0 + 4 + 5 + 2, 6)
    assert strength[ident("H")] == Fraction(5 + 2 + 1, 3)
    assert ident("Z") not in strength
    first = compute(facts, StandingsConfig(), after_round=1)
    assert strength_of_schedule(facts, first)[ident("A")] == Fraction(2 + 1 + 0, 3)
