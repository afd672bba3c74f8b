"""Plans from mathematics: the block rotation and the stored catalogue (seating.md §2).

Players are 0..n-1; a schedule is ``schedule[round][table]`` = four players, winds not yet given.
"""

import json
from functools import cache
from itertools import combinations
from math import gcd
from pathlib import Path
from typing import Any

Schedule = list[list[list[int]]]
_CATALOGUE = Path(__file__).with_name("catalogue.json")


def rotation_rounds(tables: int) -> int:
    """Return how many rounds the rotation of ``tables`` tables has without a repeated meeting."""
    if tables < 4:
        return 1
    if gcd(tables, 6) == 1:
        return tables
    if tables % 3 == 0:
        return tables // 3
    return tables // 2


def rotation(players: int, rounds: int, *, first: int = 0) -> Schedule:
    """Return the block rotation: player (i, x) is ``i * m + x``, class i moves on i tables each
    round, so that round t, table y holds (i, y + i·t mod m). ``first`` = 1 leaves the round out in
    which the players of one number, a team of four, sit together.
    """
    m = players // 4
    return [
        [[i * m + (y + i * t) % m for i in range(4)] for y in range(m)]
        for t in range(first, first + rounds)
    ]


@cache
def _catalogue() -> dict[int, dict[str, Any]]:
    plans = json.loads(_CATALOGUE.read_text("utf-8"))["plans"]
    return {plan["n"]: plan for plan in plans}


def catalogue_schedule(players: int) -> Schedule | None:
    """Return all rounds of the stored plan for a number of players, checked anew; None where
    there is none without a repeated meeting.
    """
    plan = _catalogue().get(players)
    if plan is None or plan["check"]["max_meetings"] != 1:
        return None
    schedule = _unfold(plan)
    _check(schedule, players)
    return schedule


def evenly_spread_schedule(players: int) -> Schedule | None:
    """Return the stored plan for 8 or 12 players in which every pair meets three times; each of
    its beginnings is the best there is."""
    plan = _catalogue().get(players)
    if plan is None or plan["lam"] != 3:
        return None
    schedule = _unfold(plan)
    _check(schedule, players, meetings=plan["lam"])
    return schedule


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


def _check(schedule: Schedule, players: int, meetings: int = 1) -> None:
    met: dict[tuple[int, int], int] = {}
    for tables in schedule:
        if sorted(p for table in tables for p in table) != list(range(players)):
            raise ValueError(f"the stored plan for {players} players seats somebody twice")
        for table in tables:
            for pair in combinations(sorted(table), 2):
                met[pair] = met.get(pair, 0) + 1
    if max(met.values()) > meetings:
        raise ValueError(f"the stored plan for {players} players repeats a meeting")
