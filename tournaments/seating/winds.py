"""Winds by splitting edges along Euler trails, and table numbers (seating.md §3, §4)."""

import random
from collections.abc import Sequence

from tournaments.seating.designs import Schedule

Edge = tuple[int, int]


def give_winds(schedule: Schedule) -> Schedule:
    """Return the schedule with every table in the order E S W N, so that each player has each
    wind ⌊r/4⌋ or ⌈r/4⌉ times.

    One edge per seat joins (round, table) with (player, block of four rounds); all degrees are at
    most four. Halving the edges twice along Euler trails gives four colours: the winds.
    """
    edges: list[Edge] = []
    left: dict[tuple[int, int], int] = {}
    right: dict[tuple[int, int], int] = {}
    for r, tables in enumerate(schedule):
        for t, table in enumerate(tables):
            for player in table:
                a = left.setdefault((r, t), len(left))
                b = right.setdefault((player, r // 4), len(right))
                edges.append((a, b))
    offset = len(left)
    edges = [(a, offset + b) for a, b in edges]
    nodes = offset + len(right)
    colour = [0] * len(edges)
    halves = _halve(list(range(len(edges))), edges, nodes)
    for high, half in enumerate(halves):
        for low, quarter in enumerate(_halve(half, edges, nodes)):
            for edge in quarter:
                colour[edge] = 2 * high + low
    result: Schedule = []
    seat = iter(range(len(edges)))
    for tables in schedule:
        row = []
        for table in tables:
            winds = sorted((colour[next(seat)], player) for player in table)
            row.append([player for _wind, player in winds])
        result.append(row)
    return result


def _halve(chosen: Sequence[int], edges: Sequence[Edge], nodes: int) -> tuple[list[int], list[int]]:
    """Split edges in two so that every node's degrees differ by one at most."""
    ends = [edges[e] for e in chosen]
    incident: list[list[int]] = [[] for _ in range(nodes)]
    for i, (a, b) in enumerate(ends):
        incident[a].append(i)
        incident[b].append(i)
    # Pair up odd nodes by edges to one of two spare nodes (one a side keeps the graph bipartite,
    # so every closed trail has an even length and the colours alternate without a clash).
    split = min((b for _a, b in ends), default=nodes)
    spare_left, spare_right = nodes, nodes + 1
    incident += [[], []]
    all_ends = list(ends)
    for node in range(nodes):
        if len(incident[node]) % 2:
            other = spare_right if node < split else spare_left
            incident[node].append(len(all_ends))
            incident[other].append(len(all_ends))
            all_ends.append((node, other))
    if len(incident[spare_left]) % 2:
        incident[spare_left].append(len(all_ends))
        incident[spare_right].append(len(all_ends))
        all_ends.append((spare_left, spare_right))
    halves: tuple[list[int], list[int]] = ([], [])
    used = [False] * len(all_ends)
    for start in range(nodes + 2):
        while True:
            trail = _trail(start, incident, all_ends, used)
            if not trail:
                break
            for i, edge in enumerate(trail):
                if edge < len(ends):
                    halves[i % 2].append(chosen[edge])
    return halves


def _trail(
    start: int, incident: list[list[int]], ends: Sequence[Edge], used: list[bool]
) -> list[int]:
    """Return a closed trail of unused edges from ``start``, using them up."""
    trail: list[int] = []
    node = start
    while True:
        while incident[node] and used[incident[node][-1]]:
            incident[node].pop()
        if not incident[node]:
            return trail
        edge = incident[node].pop()
        used[edge] = True
        trail.append(edge)
        a, b = ends[edge]
        node = b if node == a else a


def spread_tables(schedule: Schedule, seed: int, passes: int = 3) -> Schedule:
    """Return the schedule with the tables of each round put in an order in which people return to
    a table as little as a few greedy passes can make it."""
    rng = random.Random(seed)  # noqa: S311  (no secret: the same seed must give the same plan)
    rounds = [list(tables) for tables in schedule]
    visits: dict[tuple[int, int], int] = {}
    for tables in rounds:
        _count(visits, tables, 1)
    for _pass in range(passes):
        for r, tables in enumerate(rounds):
            _count(visits, tables, -1)
            order = list(range(len(tables)))
            rng.shuffle(order)
            free = set(range(len(tables)))
            placed: list[list[int]] = [[] for _ in tables]
            for i in order:
                group = tables[i]
                best = min(sorted(free), key=lambda t: sum(visits.get((p, t), 0) for p in group))
                free.remove(best)
                placed[best] = group
            rounds[r] = placed
            _count(visits, placed, 1)
    return rounds


def _count(visits: dict[tuple[int, int], int], tables: Sequence[Sequence[int]], by: int) -> None:
    for t, table in enumerate(tables):
        for player in table:
            visits[(player, t)] = visits.get((player, t), 0) + by
