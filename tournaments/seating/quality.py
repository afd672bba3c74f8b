"""Quality of a plan, in the figures of competition-rules.md §4."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations


def quality(
    schedule: Sequence[Sequence[Sequence[int]]], teams: Sequence[Sequence[int]] | None = None
) -> dict[str, int]:
    """Return the figures of a plan whose tables list their players in the order E S W N."""
    met: Counter[tuple[int, int]] = Counter()
    winds: dict[int, Counter[int]] = {}
    visits: Counter[tuple[int, int]] = Counter()
    for tables in schedule:
        for number, table in enumerate(tables):
            met.update(combinations(sorted(table), 2))
            for wind, player in enumerate(table):
                winds.setdefault(player, Counter())[wind] += 1
                visits[(player, number)] += 1
    team_of = {p: i for i, team in enumerate(teams or ()) for p in team}
    figures = {
        "repeat_meetings": sum(m - 1 for m in met.values()),
        "max_meetings": max(met.values(), default=0),
        "pairs_met": len(met),
        "meeting_cost": sum(m * (m - 1) // 2 for m in met.values()),
        "wind_spread": max(
            (max(c[w] for w in range(4)) - min(c[w] for w in range(4)) for c in winds.values()),
            default=0,
        ),
        "table_repeat": sum(v - 1 for v in visits.values()),
        "max_same_table": max(visits.values(), default=0),
    }
    if teams:
        figures["teammate_meetings"] = sum(
            m for (p, q), m in met.items() if p in team_of and team_of[p] == team_of.get(q)
        )
    return figures
