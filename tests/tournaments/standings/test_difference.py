"""What moved between two standings."""

from dataclasses import replace

from tests.tournaments.standings.build import event, ident
from tournaments.standings import StandingsConfig, compute
from tournaments.standings.difference import difference, order_moved

ONE = [{"A": 40, "B": 10, "C": -20, "D": -30}]
FIXED = [{"A": 10, "B": 40, "C": -20, "D": -30}]
TWO = [{"A": 5, "B": 1, "C": -1, "D": -5}]


def standings(*rounds: list[dict[str, int]], **more: object):  # type: ignore[no-untyped-def]
    return compute(event(*rounds, **more), StandingsConfig())  # type: ignore[arg-type]


def test_equal_standings_differ_in_nothing() -> None:
    assert not difference(standings(ONE), standings(ONE))


def test_a_correction_names_ranks_points_and_rounds() -> None:
    found = difference(standings(ONE, TWO), standings(FIXED, TWO))
    ranks = [(c.row.name, c.before.rank, c.after.rank) for c in found.rows if c.before and c.after]
    assert ranks == [("B", 2, 1), ("A", 1, 2)]
    assert found.earlier_rounds == (1,)
    assert [change.round_no for change in found.rows[0].rounds] == [1]
    assert found.rows[0].points_moved


def test_a_new_round_is_no_correction() -> None:
    found = difference(standings(ONE), standings(ONE, TWO))
    assert len(found.rows) == 4
    assert found.earlier_rounds == ()


def test_who_was_not_there_before() -> None:
    entries = {"E": {"status": "substitute"}}
    found = difference(standings(ONE), standings(ONE, entries=entries))
    assert [(c.row.name, c.before) for c in found.rows] == [("E", None)]
    gone = difference(standings(ONE, entries=entries), standings(ONE))
    assert [(c.row.name, c.after) for c in gone.rows] == [("E", None)]


def test_teams_that_moved() -> None:
    teams = {letter: {"team": "one" if letter in "AC" else "two"} for letter in "ABCD"}
    found = difference(standings(ONE, entries=teams), standings(FIXED, entries=teams))
    assert {change.name for change in found.teams} == {"one", "two"}


def test_seats_that_were_drawn_from_old_places() -> None:
    now = standings(FIXED)
    used = [ident(letter) for letter in "ABCD"]
    assert order_moved(used, now) == [(ident("A"), 1, 2), (ident("B"), 2, 1)]
    assert order_moved([row.entry_id for row in now.rows], now) == []
    gone = replace(now, rows=tuple(r for r in now.rows if r.name != "D"))
    assert order_moved([row.entry_id for row in now.rows], gone) == [(ident("D"), 4, None)]
