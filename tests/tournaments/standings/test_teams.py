"""Teams: sums, ties, best members, deductions."""

from typing import Any

from scoring.table_points import UNIT
from tests.tournaments.standings.build import event, ident
from tournaments.standings import StandingsConfig, TeamRow, compute

PLAIN = StandingsConfig()
TABLES = [
    {"A": 40, "B": 10, "C": -10, "D": -40},
    {"E": 30, "F": 12, "G": -2, "H": -40},
]


def of(letters: dict[str, str], **config: Any) -> list[TeamRow]:
    entries = {letter: {"team": team} for team, own in letters.items() for letter in own}
    return list(compute(event(TABLES, entries=entries), StandingsConfig(**config)).teams)


def test_a_team_is_the_sum_of_its_members() -> None:
    teams = of({"Reds": "AF", "Blues": "BE", "Whites": "CG", "Greys": "DH"})
    assert [(t.name, t.rank, t.table_points // UNIT, t.game_points) for t in teams] == [
        ("Reds", 1, 6, 52),
        ("Blues", 2, 6, 40),
        ("Whites", 3, 2, -12),
        ("Greys", 4, 0, -80),
    ]


def test_equal_sums_are_told_apart_by_the_best_member() -> None:
    table = {"A": 5, "B": 0, "C": 0, "D": -5}
    entries = {p: {"team": team} for p, team in zip("ABCD", ("1", "2", "2", "1"), strict=True)}
    facts = event([table], entries=entries, team_adjustments=(("1", -UNIT, 0),))
    one, two = compute(facts, PLAIN).teams
    assert (one.name, one.table_points, one.game_points, one.rank) == ("1", 3 * UNIT, 0, 1)
    assert (two.name, two.table_points, two.game_points, two.rank) == ("2", 3 * UNIT, 0, 2)


def test_a_missing_member_is_as_good_as_one_with_nothing() -> None:
    table = {"A": 0, "B": 0, "C": 0, "D": 0}
    entries = {"A": {"team": "Short"}, "B": {"team": "Full"}, "E": {"team": "Full"}}
    teams = compute(event([table], entries=entries), PLAIN).teams
    assert [(t.name, t.rank, t.tied) for t in teams] == [("Full", 1, True), ("Short", 1, True)]


def test_only_the_best_members_count() -> None:
    teams = of({"Reds": "ADH", "Blues": "BEG"}, team_best_k=2)
    blues, reds = teams
    assert (blues.name, blues.table_points, blues.game_points) == ("Blues", 6 * UNIT, 40)
    assert blues.counted == (ident("E"), ident("B"))
    assert blues.members == (ident("B"), ident("E"), ident("G"))
    assert (reds.table_points, reds.game_points) == (4 * UNIT, 0)


def test_a_deduction_hits_the_team_and_nobody_else() -> None:
    entries = {"A": {"team": "Reds"}, "E": {"team": "Blues"}}
    facts = event(TABLES, entries=entries, team_adjustments=(("Reds", -2 * UNIT, -3),))
    standings = compute(facts, PLAIN)
    blues, reds = standings.teams
    assert (blues.name, reds.table_points, reds.game_points) == ("Blues", 2 * UNIT, 37)
    assert reds.adjusted == (-2 * UNIT, -3)
    assert standings.row(ident("A")).table_points == 4 * UNIT
