"""Swaps of neighbours for their winds."""

import random

import numpy as np

from tournaments.seating.even import BUDGET, Evener, can_be_even, lacking

EAST, SOUTH, WEST, NORTH = 1, 2, 4, 8


def test_what_somebody_lacks() -> None:
    assert lacking([0, 0, 0, 0]) == EAST | SOUTH | WEST | NORTH
    assert lacking([1, 0, 2, 0]) == SOUTH | NORTH


def test_four_who_lack_one_wind_cannot_be_even() -> None:
    assert can_be_even((EAST, SOUTH, WEST, NORTH))
    assert can_be_even((EAST | SOUTH, EAST, WEST, NORTH))
    assert not can_be_even((EAST, EAST, WEST, NORTH))


def test_neighbours_are_swapped_where_it_helps() -> None:
    masks = dict(enumerate([EAST, SOUTH, WEST, WEST, NORTH, NORTH, SOUTH, EAST]))
    bad = np.zeros((8, 8), dtype=np.int64)
    assert Evener([[0, 1, 2, 3], [4, 5, 6, 7]], bad, masks).run() == [[0, 1, 2, 4], [3, 5, 6, 7]]
    # Not where two would meet who must not; the next best swap takes too much of the ranks.
    bad[3, 5] = bad[5, 3] = 1
    assert Evener([[0, 1, 2, 3], [4, 5, 6, 7]], bad, masks).run() == [[0, 1, 2, 3], [4, 5, 6, 7]]


def test_it_takes_no_more_of_the_ranks_than_it_may() -> None:
    rng = random.Random(4)
    masks = {p: 1 << rng.randrange(4) for p in range(400)}
    tables = [list(range(i, i + 4)) for i in range(0, 400, 4)]
    found = Evener(tables, np.zeros((400, 400), dtype=np.int64), masks).run()
    assert sorted(p for table in found for p in table) == list(range(400))
    spread = sum(max(table) - min(table) for table in found)
    assert 300 < spread <= 300 + BUDGET * 100
