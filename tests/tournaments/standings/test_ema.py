"""Points over several events after the European ranking, worked out by hand."""

import datetime as dt
from fractions import Fraction

import pytest

from tournaments.standings.ema import EventResult, base, counted_for_a, ema_points, weight

TODAY = dt.date(2026, 3, 29)


def test_a_result_is_evenly_spaced_and_rounded_down() -> None:
    assert [base(1, 60), base(32, 60), base(60, 60)] == [1000, 474, 0]
    assert base(3, 16) == 866
    for rank, players in ((0, 4), (5, 4), (1, 1)):
        with pytest.raises(ValueError, match="no rank"):
            base(rank, players)


def test_age_halves_and_ends_a_result() -> None:
    assert weight(dt.date(2025, 3, 30), TODAY) == 1
    assert weight(dt.date(2025, 3, 29), TODAY) == Fraction(1, 2)
    assert weight(dt.date(2024, 3, 29), TODAY) == 0
    assert weight(dt.date(2023, 2, 28), dt.date(2024, 2, 29)) == Fraction(1, 2)


def test_of_ten_results_the_worst_is_left_out() -> None:
    assert [counted_for_a(n) for n in (5, 9, 10, 14, 15, 20)] == [5, 9, 9, 13, 13, 17]


def test_missing_results_are_zeros() -> None:
    results = [EventResult(TODAY, 1, 4), EventResult(TODAY, 2, 4)]
    # 1000, 666 and three zeros: A 1666/5, B 1666/4.
    assert ema_points(results, TODAY) == (Fraction(1666, 5) + Fraction(1666, 4)) / 2
    assert ema_points(results[:1], TODAY) is None


def test_weights_count_in_both_parts() -> None:
    old = dt.date(2025, 1, 1)
    results = [EventResult(TODAY, 1, 3)] * 4 + [EventResult(old, 2, 3)]
    # Four of 1000, and 500 of half weight.
    part_a = Fraction(4250) / Fraction(9, 2)
    assert ema_points(results, TODAY) == (part_a + 1000) / 2
    assert ema_points([EventResult(dt.date(2027, 1, 1), 1, 3)] * 5, TODAY) is None
