"""Which group of a round sits at which table, so that nobody returns to one (seating.md §4)."""

import random
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from tournaments.seating.assignment import assign
from tournaments.seating.designs import Schedule

Visits = npt.NDArray[np.int64]
STARTS, PASSES = 3, 12
# Exact assignments stay quick up to here; above, tables are so many that any good one will do.
EXACT = 60
FIXED = 10**6


def spread_tables(
    schedule: Schedule,
    seed: int,
    *,
    played: Sequence[Sequence[Sequence[int]]] = (),
    fixed: Mapping[int, int] | None = None,
) -> Schedule:
    """Return the schedule with the tables of each round in an order in which people return to a
    table as little as can be; ``fixed`` are people who always sit at one table (from 0).

    Coordinate descent over the rounds, each step an exact assignment, from several seeded starts.
    """
    players = 1 + max((p for tables in schedule for table in tables for p in table), default=0)
    count = max((len(tables) for tables in schedule), default=0)
    before = np.zeros((players, count), dtype=np.int64)
    _visit(before, [[tuple(table) for table in tables[:count]] for tables in played], 1)
    goal = 0
    best: tuple[tuple[int, int], Schedule] | None = None
    for start in range(STARTS):
        rng = random.Random(f"{seed} {start}")  # noqa: S311  (a draw that can be repeated)
        rounds = [list(tables) for tables in schedule]
        for tables in rounds:
            rng.shuffle(tables)
        visits = _descend(rounds, before, fixed or {}, rng)
        found = (_cost(visits), int(visits.max(initial=0)))
        if best is None or found < best[0]:
            best = (found, rounds)
        if found[0] == goal:
            break
    return best[1] if best else schedule


def _cost(visits: Visits) -> int:
    """Every return to a table costs, a third visit more than two second ones."""
    return int((visits * (visits - 1) * (visits + 1) // 6).sum())


def _visit(visits: Visits, rounds: Sequence[Sequence[Sequence[int]]], by: int) -> None:
    for tables in rounds:
        for number, table in enumerate(tables):
            for player in table:
                if 0 <= player < len(visits):
                    visits[player, number] += by


def _descend(
    rounds: Schedule, before: Visits, fixed: Mapping[int, int], rng: random.Random
) -> Visits:
    visits = before.copy()
    _visit(visits, rounds, 1)
    order = list(range(len(rounds)))
    cost = _cost(visits)
    for _pass in range(PASSES):
        rng.shuffle(order)
        for r in order:
            groups = rounds[r]
            _visit(visits, [groups], -1)
            rounds[r] = _place(groups, visits, fixed, rng)
            _visit(visits, [rounds[r]], 1)
        now = _cost(visits)
        if now == 0 or (now >= cost and _pass > 3):
            break
        cost = now
    return visits


def _place(
    groups: list[list[int]], visits: Visits, fixed: Mapping[int, int], rng: random.Random
) -> list[list[int]]:
    """Return the groups of one round at their best tables, given the visits of the others."""
    # A round with fewer tables than others uses the first ones.
    held = visits[np.array(groups), : len(groups)]
    # One more visit after v costs v(v + 1)/2: the growth of the cost above.
    price = (held * (held + 1) // 2).sum(axis=1)
    for number, group in enumerate(groups):
        for player in group:
            if player in fixed:
                price[number] += FIXED
                price[number, fixed[player]] -= FIXED
    if len(groups) <= EXACT:
        # Equal prices are chosen from by lot: the columns change places before and after.
        turn = np.array(rng.sample(range(len(groups)), len(groups)))
        columns = [int(turn[c]) for c in assign(price[:, turn])]
    else:
        columns = _greedy(price, rng)
    placed: list[list[int]] = [[] for _ in groups]
    for group, column in zip(groups, columns, strict=True):
        placed[column] = group
    return placed


def _greedy(price: Visits, rng: random.Random) -> list[int]:
    """The group with the fewest free tables chooses first."""
    columns = [0] * len(price)
    taken = np.zeros(len(price), dtype=np.int64)
    choices = (price == 0).sum(axis=1)
    for row in sorted(range(len(price)), key=lambda i: (choices[i], rng.random())):
        column = int((price[row] + taken).argmin())
        columns[row] = column
        taken[column] = FIXED * 10
    return columns
