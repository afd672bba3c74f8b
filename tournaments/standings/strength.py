"""How strong somebody's opponents were: a figure to show, never a key of the ranking."""

from collections.abc import Mapping
from fractions import Fraction

from scoring.table_points import to_fraction
from tournaments.standings.facts import EventFacts
from tournaments.standings.model import Standings


def strength_of_schedule(facts: EventFacts, standings: Standings) -> Mapping[int, Fraction]:
    """Return for each entry the mean final 标准分 (whole points) of the opponents, each as often as
    met (competition-rules.md §4). Who has met nobody is not in it."""
    points = {row.entry_id: row.table_points for row in standings.rows}
    met: dict[int, list[int]] = {}
    for table in facts.tables:
        if table.round_no not in standings.rounds:
            continue
        people = [entry for entry, _game_points in table.game_points]
        for entry in people:
            met.setdefault(entry, []).extend(points[p] for p in people if p != entry)
    return {entry: to_fraction(sum(own)) / len(own) for entry, own in met.items() if own}
