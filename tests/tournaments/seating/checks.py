"""What every plan must be, counted independently of the code under test."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

Tables = Sequence[Sequence[Sequence[int]]]


def meetings(rounds: Tables) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2)
    )


def cost(rounds: Tables) -> int:
    return sum(m * (m - 1) // 2 for m in meetings(rounds).values())


def repeats(rounds: Tables) -> int:
    return sum(m - 1 for m in meetings(rounds).values())


def wind_spread(rounds: Tables) -> int:
    held: dict[int, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table):
                held.setdefault(player, [0, 0, 0, 0])[wind] += 1
    return max(max(own) - min(own) for own in held.values())


def most_visits(rounds: Tables) -> int:
    visits = Counter(
        (player, number)
        for tables in rounds
        for number, table in enumerate(tables)
        for player in table
    )
    return max(visits.values())


def assert_partition(
    rounds: Tables, players: int, byes: Sequence[Sequence[int]] | None = None
) -> None:
    """Every round seats everybody once, four to a table, but for those who sit out."""
    for i, tables in enumerate(rounds):
        assert all(len(table) == 4 for table in tables)
        resting = list(byes[i]) if byes else []
        everybody = sorted([p for table in tables for p in table] + resting)
        assert everybody == list(range(1, players + 1))
