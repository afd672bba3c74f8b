"""Plans from mathematics: the block rotation and the stored catalogue (seating.md §2).

Players are 0..n-1; a schedule is ``schedule[round][table]`` = four players, winds not yet given.
"""

import json
from functools import cache
from itertools import combinations
from math import gcd
from pathlib import Path
from typing import Any

from tournaments.seating.rings import Ring, has_four_directions

Schedule = list[list[list[int]]]
_CATALOGUE = Path(__file__).with_name("catalogue.json")


def rotation_rounds(tables: int) -> int:
    """Return how many rounds the rotation modulo ``tables`` has without a repeated meeting."""
    if tables < 4:
        return 1
    if gcd(tables, 6) == 1:
        return tables
    if tables % 3 == 0:
        return tables // 3
    return tables // 2


def rotation(players: int, rounds: int) -> Schedule:
    """Return the block rotation: player (i, x) is ``i * m + x``, class i moves on i tables each
    round, so that round t, table y holds (i, y + i·t mod m). In the first round the players of one
    number sit together; players of one class never meet.
    """
    m = players // 4
    return [[[i * m + (y + i * t) % m for i in range(4)] for y in range(m)] for t in range(rounds)]


def ring_rotation(players: int, rounds: int) -> Schedule:
    """Return the rotation in a product of fields, which has as many rounds as there are tables."""
    m = players // 4
    ring = Ring(m)
    lines = [[ring.line(slope, step) for slope in range(4)] for step in range(rounds)]
    return [[[i * m + line[i][y] for i in range(4)] for y in range(m)] for line in lines]


def design(players: int, rounds: int) -> tuple[str, Schedule]:
    """Return up to ``rounds`` rounds without a repeated meeting, and how they were made. As many
    as the constructions have; one at least. ``players`` is divisible by four.
    """
    stored = catalogue_schedule(players, rounds)
    if stored is not None:
        return "catalogue", stored
    tables = players // 4
    plain = rotation_rounds(tables)
    if rounds > plain and has_four_directions(tables):
        name, schedule = "field rotation", ring_rotation(players, min(rounds, tables))
    else:
        name, schedule = "rotation", rotation(players, min(rounds, plain))
    if len(schedule) < rounds and tables % 4 == 0:
        # Players of one class have not met: each class plays a plan of its own.
        _name, inner = design(tables, rounds - len(schedule))
        schedule += [_in_every_class(table_round, tables) for table_round in inner]
    return name, schedule


def _in_every_class(tables: list[list[int]], size: int) -> list[list[int]]:
    return [[i * size + player for player in table] for i in range(4) for table in tables]


@cache
def _catalogue() -> tuple[dict[str, Any], ...]:
    plans = tuple(json.loads(_CATALOGUE.read_text("utf-8"))["plans"])
    for plan in plans:
        _check(_unfold(plan), plan)
    return plans


def catalogue_schedule(players: int, rounds: int) -> Schedule | None:
    """Return up to ``rounds`` rounds of the stored plan without a repeated meeting; None where
    there is none. Stored plans are checked when they are read.
    """
    for plan in _catalogue():
        if plan["n"] == players and plan["check"]["max_meetings"] == 1:
            return _unfold(plan)[:rounds]
    return None


def good_schedules(players: int, rounds: int) -> list[tuple[Schedule, bool]]:
    """Return the stored plans with few and even repeats, cut to ``rounds``, that are long enough
    (every pair of 8 or 12 meets three times; ten rounds of 32 repeat ten meetings), and whether
    nothing better is known for so many rounds."""
    return [
        (_unfold(plan)[:rounds], rounds in plan.get("good_for", ()))
        for plan in _catalogue()
        if plan["n"] == players and plan["check"]["max_meetings"] > 1 and plan["rounds"] >= rounds
    ]


def _unfold(plan: dict[str, Any]) -> Schedule:
    if plan["kind"] == "explicit":
        return [[list(table) for table in tables] for tables in plan["schedule"]]
    size, moving = plan["N"], plan["N"] * plan["orbits"]
    return [
        [
            [p if p >= moving else p // size * size + (p % size + t) % size for p in table]
            for table in plan["base"]
        ]
        for t in range(plan["rounds"])
    ]


def _check(schedule: Schedule, plan: dict[str, Any]) -> None:
    """Raise `ValueError` when a stored plan is not what it says."""
    met: dict[tuple[int, int], int] = {}
    for tables in schedule:
        if sorted(p for table in tables for p in table) != list(range(plan["n"])):
            raise ValueError(f"the stored plan for {plan['n']} players seats somebody twice")
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    found = {
        "repeat_meetings": sum(m - 1 for m in met.values()),
        "max_meetings": max(met.values()),
        "min_meetings": min(met.values()) if len(met) * 2 == plan["n"] * (plan["n"] - 1) else 0,
    }
    if found != plan["check"] or len(schedule) != plan["rounds"]:
        raise ValueError(f"the stored plan for {plan['n']} players is not what it says")
