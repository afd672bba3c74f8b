"""Constructions: rotation, fields, the catalogue."""

import pytest

from tests.tournaments.seating.checks import cost, repeats
from tournaments.seating import designs, rings
from tournaments.seating.designs import (
    catalogue_schedule,
    design,
    good_schedules,
    ring_rotation,
    rotation,
    rotation_rounds,
)


@pytest.mark.parametrize("tables", range(4, 37))
def test_the_rotation_repeats_nothing_as_long_as_it_says(tables: int) -> None:
    rounds = rotation_rounds(tables)
    assert repeats(rotation(4 * tables, rounds)) == 0
    if rounds < tables:
        assert repeats(rotation(4 * tables, rounds + 1)) > 0


@pytest.mark.parametrize("size", [4, 5, 7, 8, 9, 16, 20, 25, 27, 28, 36])
def test_a_product_of_fields_has_as_many_rounds_as_tables(size: int) -> None:
    assert rings.has_four_directions(size)
    assert repeats(ring_rotation(4 * size, size)) == 0


@pytest.mark.parametrize("size", [1, 2, 3, 6, 12, 14, 15])
def test_a_small_field_leaves_no_four_directions(size: int) -> None:
    assert not rings.has_four_directions(size)


@pytest.mark.parametrize("power", [(2, 2), (2, 3), (3, 2), (5, 1), (2, 4)])
def test_fields_are_fields(power: tuple[int, int]) -> None:
    add, multiply = rings._field(*power)
    size = power[0] ** power[1]
    everything = set(range(size))
    for x in range(size):
        assert set(add[x]) == everything
        assert x == 0 or set(multiply[x]) == everything
        for y in range(size):
            assert multiply[x][y] == multiply[y][x]
            for z in range(size):
                assert multiply[x][add[y][z]] == add[multiply[x][y]][multiply[x][z]]


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(16, 5), (20, 5), (24, 7), (28, 9), (32, 9), (36, 11), (40, 13), (60, 19)],
)
def test_stored_plans_repeat_nothing(players: int, rounds: int) -> None:
    schedule = catalogue_schedule(players, 99)
    assert schedule is not None
    assert len(schedule) == rounds
    assert repeats(schedule) == 0


@pytest.mark.parametrize(("players", "rounds"), [(48, 5), (64, 21), (80, 25), (96, 15), (144, 36)])
def test_classes_play_plans_of_their_own(players: int, rounds: int) -> None:
    _name, schedule = design(players, rounds)
    assert len(schedule) == rounds
    assert repeats(schedule) == 0
    for tables in schedule:
        assert sorted(p for table in tables for p in table) == list(range(players))


@pytest.mark.parametrize(
    ("players", "costs"),
    [
        (8, {4: 24, 5: 40, 6: 60, 7: 84}),
        (12, {4: 18, 5: 30, 6: 45, 7: 63, 8: 90, 9: 126, 10: 162}),
        (32, {10: 10}),
        # Less is not possible: 210 meetings of 190 pairs.
        (20, {7: 20}),
    ],
)
def test_stored_plans_with_repeats_spread_them(players: int, costs: dict[int, int]) -> None:
    for rounds, least in costs.items():
        found = [schedule for schedule, known in good_schedules(players, rounds) if known]
        assert [cost(schedule) for schedule in found] == [least]


def test_a_damaged_catalogue_is_refused() -> None:
    plan = dict(designs._catalogue()[0])
    schedule = designs._unfold(plan)
    schedule[1] = schedule[0]
    with pytest.raises(ValueError, match="not what it says"):
        designs._check(schedule, plan)
    schedule[1] = [[*schedule[0][0][:3], schedule[0][1][0]], *schedule[0][1:]]
    with pytest.raises(ValueError, match="twice"):
        designs._check(schedule, plan)
