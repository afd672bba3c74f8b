"""The fewest payments that clear an evening."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.settle_up import EXACT_UP_TO, Transfer, settle_up


@pytest.mark.parametrize(
    ("balances", "payments"),
    [
        ({}, 0),
        ({1: 0, 2: 0}, 0),
        ({1: 5, 2: -5}, 1),
        ({1: 30, 2: -10, 3: -10, 4: -10}, 3),
        ({1: 7, 2: -7, 3: 4, 4: -4}, 2),
        # Greedy by size alone needs four here: 6−5, 5−4, …
        ({1: 6, 2: 5, 3: -4, 4: -2, 5: -5}, 3),
        ({1: 3, 2: 4, 3: -7, 4: 5, 5: 6, 6: -11}, 4),
    ],
)
def test_the_fewest_payments(balances: dict[int, int], payments: int) -> None:
    assert len(settle_up(balances).transfers) == payments


def test_who_pays_whom() -> None:
    assert settle_up({1: 12, 2: -4, 3: -8}).transfers == (Transfer(2, 1, 4), Transfer(3, 1, 8))


def test_balances_that_do_not_sum_to_zero_are_refused() -> None:
    with pytest.raises(ValueError, match="sum to 3"):
        settle_up({1: 5, 2: -2})


@st.composite
def evenings(draw: st.DrawFn, most: int = 7) -> dict[int, int]:
    values = draw(st.lists(st.integers(-9, 9), min_size=1, max_size=most - 1))
    return dict(enumerate([*values, -sum(values)]))


def _groups(values: list[int]) -> int:
    """Brute force: the most groups of sum zero that the values fall into."""
    if not values:
        return 0
    first, rest = 0, range(1, len(values))
    best = 0
    for size in range(len(values)):
        for others in combinations(rest, size):
            taken = {first, *others}
            if sum(values[i] for i in taken) == 0:
                left = [v for i, v in enumerate(values) if i not in taken]
                best = max(best, 1 + _groups(left))
    return best


@given(evenings())
def test_it_clears_and_no_list_is_shorter(balances: dict[int, int]) -> None:
    found = settle_up(balances)
    paid = dict.fromkeys(balances, 0)
    for transfer in found.transfers:
        assert transfer.amount > 0
        paid[transfer.payer] -= transfer.amount
        paid[transfer.receiver] += transfer.amount
    assert paid == balances
    open_balances = [b for b in balances.values() if b]
    assert found.fewest
    assert len(found.transfers) == len(open_balances) - _groups(open_balances)


def test_a_large_hall_is_cleared_and_says_that_it_may_not_be_the_fewest() -> None:
    count = EXACT_UP_TO + 4
    balances = {i: i + 1 for i in range(count)}
    balances[count] = -sum(balances.values())
    found = settle_up(balances)
    assert not found.fewest
    assert sum(t.amount for t in found.transfers) == -balances[count]
