"""Quality of a plan, in the figures of competition-rules.md §4."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

Tables = Sequence[Sequence[Sequence[int]]]
Groups = Sequence[Sequence[int]]
# Somebody who is no longer there.
NOBODY = 0


def quality(
    schedule: Tables, teams: Groups | None = None, clubs: Groups | None = None
) -> dict[str, int]:
    """Return the figures of a plan whose tables list their players in the order E S W N; number 0
    stands for somebody who is no longer there."""
    met: Counter[tuple[int, int]] = Counter()
    winds: dict[int, Counter[int]] = {}
    visits: Counter[tuple[int, int]] = Counter()
    for tables in schedule:
        for number, table in enumerate(tables):
            met.update(combinations(sorted(p for p in table if p != NOBODY), 2))
            for wind, player in enumerate(table):
                if player != NOBODY:
                    winds.setdefault(player, Counter())[wind] += 1
                    visits[(player, number)] += 1
    figures = {
        "repeat_meetings": sum(m - 1 for m in met.values()),
        "max_meetings": max(met.values(), default=0),
        "pairs_met": len(met),
        "meeting_cost": sum(m * (m - 1) // 2 for m in met.values()),
        "wind_spread": max(map(_spread, winds.values()), default=0),
        "table_repeat": sum(v - 1 for v in visits.values()),
        "max_same_table": max(visits.values(), default=0),
    }
    if teams:
        figures["teammate_meetings"] = _inside(met, teams)
        figures["team_spread"] = _between(met, teams)
    if clubs:
        figures["club_meetings"] = _inside(met, clubs)
    return figures


def _spread(winds: Counter[int]) -> int:
    held = [winds[wind] for wind in range(4)]
    return max(held) - min(held)


def _pairs(met: Counter[tuple[int, int]], groups: Groups) -> Iterator[tuple[int, int, int]]:
    """Yield (group, group, meetings) for every pair that met and belongs to groups."""
    group_of = {p: i for i, group in enumerate(groups) for p in group}
    for (p, q), m in met.items():
        if p in group_of and q in group_of:
            yield min(group_of[p], group_of[q]), max(group_of[p], group_of[q]), m


def _inside(met: Counter[tuple[int, int]], groups: Groups) -> int:
    return sum(m for one, other, m in _pairs(met, groups) if one == other)


def _between(met: Counter[tuple[int, int]], groups: Groups) -> int:
    """Return the most minus the fewest meetings of two different groups."""
    counts = Counter(dict.fromkeys(combinations(range(len(groups)), 2), 0))
    for one, other, m in _pairs(met, groups):
        if one != other:
            counts[one, other] += m
    return max(counts.values(), default=0) - min(counts.values(), default=0)


def rank_figures(order: Sequence[int], tables: Sequence[Sequence[int]]) -> dict[str, int]:
    """Return how far a round by standing is from tables of neighbours: ``order`` lists the players
    by rank. Sums over the tables (and their people) beside the largest, to stay exact."""
    rank = {player: i for i, player in enumerate(order)}
    spreads = [max(rank[p] for p in t) - min(rank[p] for p in t) for t in tables]
    moved = [abs(number - rank[p] // 4) for number, table in enumerate(tables) for p in table]
    return {
        "rank_spread_sum": sum(spreads),
        "rank_spread_max": max(spreads, default=0),
        "displacement_sum": sum(moved),
        "displacement_max": max(moved, default=0),
    }
