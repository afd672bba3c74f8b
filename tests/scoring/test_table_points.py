"""标准分 of one table: schemes, ties, exactness."""

from fractions import Fraction
from math import lcm
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.table_points import (
    SCHEMES,
    UNIT,
    decimal_units,
    display_units,
    format_units,
    get_scheme,
    group_values,
    mean_points,
    places_of,
    root_units,
    scheme_values,
    table_points,
    to_units,
)

scores = st.lists(st.integers(-600, 600), min_size=4, max_size=4)


def fractions(*args: Any, **kwargs: Any) -> list[str]:
    return [format_units(units) for units in table_points(*args, **kwargs).points]


def test_unit_shares_ties_of_up_to_ten() -> None:
    assert lcm(*range(1, 11)) == UNIT


@pytest.mark.parametrize(
    ("points", "places", "shared"),
    [
        ([61, 12, -20, -53], (1, 2, 3, 4), ["4", "2", "1", "0"]),
        ([40, 40, -16, -64], (1, 1, 3, 4), ["3", "3", "1", "0"]),
        ([88, -8, -8, -72], (1, 2, 2, 4), ["4", "3/2", "3/2", "0"]),
        ([57, 21, -39, -39], (1, 2, 3, 3), ["4", "2", "1/2", "1/2"]),
        ([-48, 16, 16, 16], (4, 1, 1, 1), ["0", "7/3", "7/3", "7/3"]),
        ([-32, 96, -32, -32], (2, 1, 2, 2), ["1", "4", "1", "1"]),
        ([0, 0, 0, 0], (1, 1, 1, 1), ["7/4"] * 4),
        ([24, -24, 24, -24], (1, 3, 1, 3), ["3", "1/2", "3", "1/2"]),
    ],
)
def test_ties_of_four_two_one_nought(
    points: list[int], places: tuple[int, ...], shared: list[str]
) -> None:
    assert table_points(points).places == places
    assert fractions(points) == shared


def test_high_and_low_give_the_value_of_one_place() -> None:
    assert fractions([5, 5, 0, -10], tie="high") == ["4", "4", "1", "0"]
    assert fractions([5, 5, 0, -10], tie="low") == ["2", "2", "1", "0"]


def test_a_table_of_three_takes_the_first_values() -> None:
    assert fractions([5, 70, -3]) == ["2", "4", "1"]


@pytest.mark.parametrize("scheme", ["5,3,2,1", "5，3，2，1", (5, 3, 2, 1)])
def test_a_scheme_of_ones_own(scheme: str | tuple[int, ...]) -> None:
    assert fractions([44, 4, -24, -24], scheme) == ["5", "3", "3/2", "3/2"]


def test_a_scheme_of_ones_own_has_one_spelling() -> None:
    assert get_scheme(" 15, 5 ,-5,-15").id == "15,5,-5,-15"


@pytest.mark.parametrize("scheme", ["", "best", "1,2,3,4", "5,3,2", (4, 2, 1), "9" * 30])
def test_an_unknown_scheme_is_refused(scheme: str | tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="scheme"):
        table_points([1, 2, 3, 4], scheme)


def test_an_unknown_tie_and_too_many_scores_are_refused() -> None:
    with pytest.raises(ValueError, match="ties"):
        table_points([1, 2, 3, 4], tie="coin")
    with pytest.raises(ValueError, match="places"):
        table_points([1, 2, 3, 4, 5])


def test_the_1998_group_has_first_n_and_last_nought() -> None:
    assert group_values(4) == SCHEMES["mcr_4210"].values == scheme_values("gb1998_group")
    assert group_values(16) == (16, *range(14, -1, -1))
    assert group_values(0) == ()


def test_a_tie_of_eleven_in_the_group_is_rounded_and_says_so() -> None:
    ten = table_points([9, *[0] * 10, -1], "gb1998_group")
    assert not ten.rounded
    eleven = table_points([0] * 11, "gb1998_group")
    assert eleven.rounded
    assert eleven.points[0] == round(Fraction(sum(group_values(11)), 11) * UNIT)


def test_raw_points_are_the_game_points() -> None:
    assert fractions([30, 30, -10, -50], "raw") == ["30", "30", "-10", "-50"]


@pytest.mark.parametrize(
    ("scheme", "mean"),
    [("mcr_4210", "7/4"), ("linear_4321", "5/2"), ("raw", "0"), ("sqrt", "0"), ("5,3,2,1", "11/4")],
)
def test_the_mean_of_a_table(scheme: str, mean: str) -> None:
    assert format_units(mean_points(scheme)) == mean


def test_the_mean_of_a_group() -> None:
    assert format_units(mean_points("gb1998_group", 8)) == "29/8"
    assert mean_points("gb1998_group", 0) == 0


@given(scores, st.sampled_from(["mcr_4210", "linear_4321", "gb1998_group", "7,7,0,-3"]))
def test_shared_points_sum_to_the_scheme(points: list[int], scheme: str) -> None:
    assert sum(table_points(points, scheme).points) == sum(scheme_values(scheme)) * UNIT


@given(scores, st.permutations(range(4)), st.sampled_from(["split", "high", "low"]))
def test_the_order_of_seats_changes_nothing(points: list[int], order: list[int], tie: str) -> None:
    straight, turned = (
        table_points(points, tie=tie),
        table_points([points[i] for i in order], tie=tie),
    )
    assert turned.points == tuple(straight.points[i] for i in order)
    assert turned.places == tuple(straight.places[i] for i in order)


@given(st.lists(st.integers(-20, 20), max_size=12))
def test_a_place_is_one_more_than_those_ahead(points: list[int]) -> None:
    ahead = [1 + sum(other > own for other in points) for own in points]
    assert list(places_of(points)) == ahead


@given(st.fractions(max_denominator=60))
def test_units_are_exact_or_the_nearest(value: Fraction) -> None:
    units, exact = to_units(value)
    assert exact == (UNIT % value.denominator == 0)
    assert abs(Fraction(units, UNIT) - value) <= Fraction(1, 2 * UNIT)


@pytest.mark.parametrize(
    ("units", "exact", "shown", "decimal"),
    [
        (0, "0", "0", "0.00"),
        (7 * UNIT // 4, "7/4", "1¾", "1.75"),
        (-UNIT // 2, "-1/2", "−½", "-0.50"),
        (22 * UNIT // 3, "22/3", "7⅓", "7.33"),
        (17 * UNIT // 12, "17/12", "1 5/12", "1.42"),
        (UNIT // 8, "1/8", "1/8", "0.13"),
        (-1, "-1/2520", "−1/2520", "0.00"),
    ],
)
def test_how_points_are_written(units: int, exact: str, shown: str, decimal: str) -> None:
    assert format_units(units) == exact
    assert display_units(units) == shown
    assert decimal_units(units) == decimal


@pytest.mark.parametrize(
    ("score", "units"),
    [(0, 0), (1, UNIT), (-4, -2 * UNIT), (144, 12 * UNIT), (2, 3564), (-2, -3564), (50, 17819)],
)
def test_square_roots_to_the_nearest_unit(score: int, units: int) -> None:
    """√2 · 2520 = 3563.82, √50 · 2520 = 17819.09."""
    assert root_units(score) == units
    result = table_points([score, 0, 0, -score], "sqrt")
    assert result.points == (units, 0, 0, -units)


@given(st.integers(-(10**6), 10**6))
def test_a_root_is_never_half_a_unit_off(score: int) -> None:
    units = abs(root_units(score))
    # |units/2520 − √x| ≤ 1/5040, squared and without fractions.
    assert (2 * units - 1) ** 2 <= 4 * UNIT**2 * abs(score) or units == 0
    assert 4 * UNIT**2 * abs(score) <= (2 * units + 1) ** 2


def test_a_root_is_told_in_decimals() -> None:
    assert display_units(root_units(50)) == "≈7.07"
    assert display_units(root_units(-50)) == "≈−7.07"
    assert display_units(root_units(49)) == "7"
