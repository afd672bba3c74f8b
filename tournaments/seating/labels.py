"""Which person gets which number of a plan, so that those who should not meet do not.

A plan with few rounds leaves most pairs of its numbers apart: it is enough to give the numbers
out well, and nothing of the plan is lost (seating.md §2.6 is the case of teams of four).
"""

import random
from collections.abc import Sequence

import numpy as np

from tournaments.seating.designs import Schedule
from tournaments.seating.search import Matrix, meeting_matrix

STEPS = 400
_NEVER = 1e9


def pack_teams(teams: Sequence[Sequence[int]], players: int) -> list[list[int]] | None:
    """Put teams of up to four, and those without a team, into groups of four; None when they do
    not fit. Teams stay together."""
    seen = {p for team in teams for p in team}
    units = sorted([list(team) for team in teams], key=len, reverse=True)
    units += [[p] for p in range(players) if p not in seen]
    groups: list[list[int]] = []
    for unit in units:
        fitting = [g for g in groups if len(g) + len(unit) <= 4]
        # The fullest group that takes it: twos go to twos, ones fill the threes.
        home = max(fitting, key=len, default=None)
        if home is None:
            groups.append(list(unit))
        else:
            home.extend(unit)
    return groups if all(len(g) == 4 for g in groups) else None


def teams_as_tables(
    schedule: Schedule, groups: Sequence[Sequence[int]], rng: random.Random
) -> Schedule:
    """Return all rounds but the first, the tables of which become the teams."""
    person: dict[int, int] = {}
    order = [list(group) for group in groups]
    rng.shuffle(order)
    for table, group in zip(schedule[0], order, strict=True):
        rng.shuffle(group)
        person.update(zip(table, group, strict=True))
    return _renamed(schedule[1:], person)


def give_labels(schedule: Schedule, weights: Matrix, rng: random.Random) -> Schedule:
    """Return the schedule with its numbers given out by lot, and then changed by twos until what
    the meetings cost by their weights is as small as some steps make it."""
    players = len(weights)
    people = list(range(players))
    rng.shuffle(people)
    if weights.any():
        people = _improve(people, meeting_matrix(players, schedule), weights, rng)
    return _renamed(schedule, dict(enumerate(people)))


def _renamed(schedule: Schedule, person: dict[int, int]) -> Schedule:
    return [[[person[p] for p in table] for table in tables] for tables in schedule]


def _improve(people: list[int], met: Matrix, weights: Matrix, rng: random.Random) -> list[int]:
    players = len(people)
    order = np.array(people)
    meetings = met.astype(np.float64)
    best = _NEVER
    kept = order.copy()
    tabu = np.zeros(players, dtype=np.int64)
    upper = np.triu(np.ones((players, players), dtype=bool), 1)
    for step in range(STEPS):
        own = weights[np.ix_(order, order)].astype(np.float64)
        # at[a, b]: what the person of number a would cost on number b.
        at = own @ meetings
        here = at.diagonal()
        total = here.sum() / 2
        if total < best:
            best, kept = total, order.copy()
        if best == 0:
            break
        change = at + at.T - here[:, None] - here[None, :] + 2 * own * meetings
        free = upper & (
            ((tabu <= step)[:, None] & (tabu <= step)[None, :]) | (total + change < best)
        )
        # Only people who cost something need to move.
        free &= (here > 0)[:, None] | (here > 0)[None, :]
        change = np.where(free, change, _NEVER)
        choices = np.flatnonzero(change.ravel() == change.min())
        a, b = divmod(int(choices[rng.randrange(len(choices))]), players)
        order[[a, b]] = order[[b, a]]
        tabu[[a, b]] = step + 3 + rng.randrange(8)
    return [int(p) for p in kept]
