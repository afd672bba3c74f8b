"""Winds by splitting edges along Euler trails (seating.md §3)."""

import random
from collections.abc import Container, Mapping, Sequence
from itertools import permutations

from tournaments.seating.designs import Schedule

Edge = tuple[int, int]
Counts = dict[int, list[int]]
# Ways to sit at a table of four.
ORDERS = tuple(permutations(range(4)))
# Passes over all tables without a gain before it is left as it is.
PATIENCE = 25
_NEVER = 10**6


def give_winds(
    schedule: Schedule,
    played: Sequence[Sequence[Sequence[int]]] = (),
    seed: int = 0,
    held: Mapping[int, int] | None = None,
) -> Schedule:
    """Return the schedule with every table in the order E S W N, so that a player of r rounds has
    each wind ⌊r/4⌋ or ⌈r/4⌉ times, in every four of his games in a row each wind once.

    One edge per seat joins (round, table) with (player, block of four of his games); all degrees
    are at most four. Halving the edges twice along Euler trails gives four colours: the winds.
    With rounds ``played`` before, tables are turned afterwards towards what their people lack.
    ``held``: people who always have one wind; no two of one wind share a table.
    """
    edges: list[Edge] = []
    left: dict[tuple[int, int], int] = {}
    right: dict[tuple[int, int], int] = {}
    games: dict[int, int] = {}
    for r, tables in enumerate(schedule):
        for t, table in enumerate(tables):
            for player in table:
                block = games.get(player, 0) // 4
                games[player] = games.get(player, 0) + 1
                a = left.setdefault((r, t), len(left))
                b = right.setdefault((player, block), len(right))
                edges.append((a, b))
    offset = len(left)
    edges = [(a, offset + b) for a, b in edges]
    nodes = offset + len(right)
    colour = [0] * len(edges)
    for high, half in enumerate(_halve(range(len(edges)), edges, nodes)):
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
    if played or held:
        _turn(result, count_winds(played, games), seed, held or {})
    return result


def count_winds(
    schedule: Sequence[Sequence[Sequence[int]]], players: Container[int] | None = None
) -> Counts:
    """Return how often each player (of ``players``) has held each wind."""
    counts: Counts = {}
    for tables in schedule:
        for table in tables:
            for wind, player in enumerate(table):
                if players is None or player in players:
                    counts.setdefault(player, [0, 0, 0, 0])[wind] += 1
    return counts


def best_order(
    table: Sequence[int],
    counts: Counts,
    rng: random.Random,
    held: Mapping[int, int] | None = None,
) -> list[int]:
    """Return an order of a table, E S W N, that leaves its people's winds the most even; of equally
    good ones one by lot. ``held``: people who always have one wind."""
    # A wind held c times costs 2c + 1 more in the sum of squares; what has been held least is free.
    price = [
        [(count - min(own)) * 2 + 1 for count in own]
        for own in (counts.get(player, [0, 0, 0, 0]) for player in table)
    ]
    for own, player in zip(price, table, strict=True):
        if held and player in held:
            own[:] = [0 if wind == held[player] else _NEVER for wind in range(4)]
    found = [price[a][0] + price[b][1] + price[c][2] + price[d][3] for a, b, c, d in ORDERS]
    least = min(found)
    chosen = rng.choice([order for order, cost in zip(ORDERS, found, strict=True) if cost == least])
    return [table[i] for i in chosen]


def _turn(schedule: Schedule, played: Counts, seed: int, held: Mapping[int, int]) -> None:
    """Turn tables one by one until everybody's winds are even, or nothing has come of it for a
    while. A turn that makes nothing worse is made too: it lets others become better."""
    rng = random.Random(seed)  # noqa: S311  (no secret: the same seed must give the same plan)
    counts = {player: list(own) for player, own in played.items()}
    for player, own in count_winds(schedule).items():
        before = counts.setdefault(player, [0, 0, 0, 0])
        for wind in range(4):
            before[wind] += own[wind]
    where = [(r, t) for r, tables in enumerate(schedule) for t in range(len(tables))]
    best, kept, idle = _uneven(counts, held), _copy(schedule), 0
    # People with a wind of their own need one turn at least.
    first = bool(held)
    while first or (best and idle < PATIENCE):
        rng.shuffle(where)
        for r, t in where:
            table = schedule[r][t]
            for wind, player in enumerate(table):
                counts[player][wind] -= 1
            schedule[r][t] = best_order(table, counts, rng, held)
            for wind, player in enumerate(schedule[r][t]):
                counts[player][wind] += 1
        uneven = _uneven(counts, held)
        idle = 0 if uneven < best else idle + 1
        if first or uneven < best:
            best, kept = uneven, _copy(schedule)
        first = False
    schedule[:] = kept


def _uneven(counts: Counts, held: Container[int] = ()) -> int:
    """How far people's winds are from even: 0 when nobody's differ by more than one; ``held`` are
    people who are not looked at."""
    return sum(
        max(0, max(own) - min(own) - 1) ** 2 for player, own in counts.items() if player not in held
    )


def _copy(schedule: Schedule) -> Schedule:
    return [[list(table) for table in tables] for tables in schedule]


def _halve(chosen: Sequence[int], edges: Sequence[Edge], nodes: int) -> tuple[list[int], list[int]]:
    """Split edges in two so that every node's degrees differ by one at most."""
    ends = [edges[e] for e in chosen]
    incident: list[list[int]] = [[] for _ in range(nodes + 2)]
    for i, (a, b) in enumerate(ends):
        incident[a].append(i)
        incident[b].append(i)
    # Pair up odd nodes by edges to one of two spare nodes (one a side keeps the graph bipartite,
    # so every closed trail has an even length and the colours alternate without a clash).
    split = min((b for _a, b in ends), default=nodes)
    spare_left, spare_right = nodes, nodes + 1
    all_ends = list(ends)
    odd = [node for node in range(nodes) if len(incident[node]) % 2]
    joins = [(node, spare_right if node < split else spare_left) for node in odd]
    if sum(other == spare_left for _node, other in joins) % 2:
        joins.append((spare_left, spare_right))
    for a, b in joins:
        incident[a].append(len(all_ends))
        incident[b].append(len(all_ends))
        all_ends.append((a, b))
    halves: tuple[list[int], list[int]] = ([], [])
    used = [False] * len(all_ends)
    for start in range(nodes + 2):
        while trail := _trail(start, incident, all_ends, used):
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
