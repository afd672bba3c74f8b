"""The pot sums to zero whatever the places; the first place gains what the others paid."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.pot import share_pot


def test_the_first_gains_three_quarters_of_the_pot() -> None:
    pot = share_pot([2, 1, 4, 3], 5000)
    assert pot.net == (-5000, 15000, -5000, -5000)
    assert Fraction(pot.net[1], pot.total) == Fraction(3, 4)


def test_two_first_places_split_it() -> None:
    assert share_pot([1, 3, 1, 4], 25).net == (25, -25, 25, -25)


def test_four_equal_places_get_their_stakes_back() -> None:
    assert share_pot([1, 1, 1, 1], 25).net == (0, 0, 0, 0)


def test_what_cannot_be_divided_goes_to_who_sat_first_and_is_named() -> None:
    pot = share_pot([1, 1, 4, 1], 5)
    assert (pot.share, pot.extra) == (6, (0, 1))
    assert pot.net == (2, 2, -5, 1)


@given(
    st.lists(st.integers(1, 4), min_size=2, max_size=4).map(lambda p: [i - min(p) + 1 for i in p]),
    st.integers(0, 10_000),
)
def test_it_sums_to_zero(places: list[int], stake: int) -> None:
    pot = share_pot(places, stake)
    assert sum(pot.net) == 0
    assert len({pot.net[chair] for chair in pot.winners}) <= 2


def test_nobody_first_and_a_negative_stake_are_refused() -> None:
    with pytest.raises(ValueError, match="first"):
        share_pot([2, 3], 5)
    with pytest.raises(ValueError, match="negative"):
        share_pot([1, 2], -5)
