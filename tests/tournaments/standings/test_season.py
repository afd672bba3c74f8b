"""Seasons: best events count, others are marked, ties are shared, sums are exact."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.standings.season import (
    EventResult,
    SeasonConfig,
    SeasonRow,
    season_standings,
    why_below,
)

THIRD = 2520 // 3


def _tp(event: int, person: int, units: int, rank: int | None = 1) -> EventResult:
    return EventResult(event, person, rank, units, 0)


def _by_person(rows: tuple[SeasonRow, ...]) -> dict[int, SeasonRow]:
    return {row.person: row for row in rows}


def test_all_events_count_without_a_limit_and_fractions_are_exact() -> None:
    rows = season_standings(
        [_tp(1, 7, 7 * THIRD), _tp(2, 7, 2 * THIRD), _tp(1, 8, 3 * 2520, 2)], SeasonConfig()
    )
    # Both have 3; the better single event decides.
    assert [(r.person, r.rank) for r in rows] == [(8, 1), (7, 2)]
    assert _by_person(rows)[7].total == 3


def test_the_best_count_and_the_others_are_marked() -> None:
    results = [_tp(n, 1, units * 2520) for n, units in enumerate((4, 1, 9, 4, 0), 1)]
    (row,) = season_standings(results, SeasonConfig(best_n=3))
    assert row.total == 17
    assert row.counted == (9, 4, 4)
    assert [cell.dropped for cell in row.cells] == [False, True, False, False, True]


def test_of_equal_results_the_earlier_counts_so_that_nothing_is_chance() -> None:
    (row,) = season_standings([_tp(n, 1, 2520) for n in (3, 1, 2)], SeasonConfig(best_n=2))
    assert [(cell.event, cell.dropped) for cell in row.cells] == [(1, False), (2, False), (3, True)]


def test_equal_sums_go_by_the_best_event_and_then_share() -> None:
    results = [
        _tp(1, 1, 6 * 2520), _tp(2, 1, 0),
        _tp(1, 2, 3 * 2520, 2), _tp(2, 2, 3 * 2520, 2),
        _tp(1, 3, 3 * 2520, 2), _tp(2, 3, 3 * 2520, 2),
        _tp(1, 4, 2520, 4),
    ]  # fmt: skip
    rows = season_standings(results, SeasonConfig())
    assert [(r.person, r.rank, r.tied) for r in rows] == [
        (1, 1, False), (2, 2, True), (3, 2, True), (4, 4, False),
    ]  # fmt: skip
    found = _by_person(rows)
    reason = why_below(found[2], found[1])
    assert (reason.key, reason.place, reason.theirs, reason.own) == ("event", 1, 6, 3)
    assert why_below(found[3], found[2]).key == "shared"
    assert why_below(found[4], found[3]).key == "total"


def test_places_are_worth_points_and_shared_places_share_them() -> None:
    config = SeasonConfig(scheme="places", places=(10, 7, 5, 3))
    results = [
        EventResult(1, 1, 1, 0, 0), EventResult(1, 2, 2, 0, 0), EventResult(1, 3, 2, 0, 0),
        EventResult(1, 4, 2, 0, 0), EventResult(1, 5, 5, 0, 0),
    ]  # fmt: skip
    rows = _by_person(season_standings(results, config))
    assert rows[1].total == 10
    assert {rows[n].total for n in (2, 3, 4)} == {Fraction(7 + 5 + 3, 3)}
    assert rows[5].total == 0
    assert rows[2].cells[0].shared


def test_game_points_may_be_negative_and_the_least_bad_count() -> None:
    results = [EventResult(n, 1, 3, 0, gp) for n, gp in enumerate((-30, 12, -5), 1)]
    (row,) = season_standings(results, SeasonConfig(scheme="game_points", best_n=2))
    assert row.total == 7
    assert row.cells[0].dropped


def test_who_played_unranked_is_shown_and_counts_nothing() -> None:
    rows = season_standings([_tp(1, 1, 9 * 2520, None), _tp(2, 1, 2520)], SeasonConfig())
    assert rows[0].total == 1
    assert rows[0].cells[0].value is None
    assert not season_standings([_tp(1, 1, 9 * 2520, None)], SeasonConfig())


@given(
    st.lists(
        st.tuples(st.integers(1, 5), st.integers(1, 6), st.integers(0, 40)),
        unique_by=lambda row: row[:2],
        max_size=30,
    ),
    st.none() | st.integers(1, 4),
    st.randoms(),
)
def test_the_order_of_reading_changes_nothing(rows, best_n, dice) -> None:  # type: ignore[no-untyped-def]
    results = [_tp(event, person, units * 420) for event, person, units in rows]
    config = SeasonConfig(best_n=best_n)
    first = season_standings(results, config)
    dice.shuffle(results)
    assert season_standings(results, config) == first
    for row in first:
        assert row.total == sum(row.counted)
        assert len(row.counted) <= (best_n or 99)
        better = sum(other.rank < row.rank for other in first)
        assert row.rank == better + 1


@pytest.mark.parametrize("config", [SeasonConfig(scheme="magic"), SeasonConfig(best_n=0)])
def test_what_is_unknown_is_refused(config: SeasonConfig) -> None:
    with pytest.raises(ValueError, match=r"scheme|count"):
        season_standings([], config)
