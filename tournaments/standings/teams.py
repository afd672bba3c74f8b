"""Team totals and ranks (competition-rules.md §2.6, §3)."""

from collections.abc import Mapping, Sequence

from tournaments.standings.config import StandingsConfig
from tournaments.standings.facts import EventFacts
from tournaments.standings.metrics import Value
from tournaments.standings.model import Row, TeamRow
from tournaments.standings.ranking import rank


def team_rows(
    rows: Sequence[Row], facts: EventFacts, config: StandingsConfig
) -> tuple[TeamRow, ...]:
    """Return the teams in their order: by 标准分, then game points, then the members' results from
    high to low; equal on all shares the rank. A member without results adds nothing.
    """
    members: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: row.number):
        if row.team:
            members.setdefault(row.team, []).append(row)
    size = max(map(len, members.values()), default=0)
    counted = {name: _counted(own, config.team_best_k) for name, own in members.items()}
    adjusted = {name: _adjusted(name, facts) for name in members}
    sums = {
        name: (
            sum(r.table_points for r in own) + adjusted[name][0],
            sum(r.game_points for r in own) + adjusted[name][1],
        )
        for name, own in counted.items()
    }
    bests = {name: _bests(own, size) for name, own in members.items()}

    def by_points(names: Sequence[str]) -> Mapping[str, Value]:
        return {name: (sums[name][0],) for name in names}

    def by_game_points(names: Sequence[str]) -> Mapping[str, Value]:
        return {name: (sums[name][1],) for name in names}

    def by_members(names: Sequence[str]) -> Mapping[str, Value]:
        return {name: bests[name] for name in names}

    ranked = rank(list(members), [by_points, by_game_points, by_members])
    teams = [
        TeamRow(
            name=name,
            rank=ranked[name].rank,
            tied=ranked[name].tied,
            table_points=sums[name][0],
            game_points=sums[name][1],
            members=tuple(r.entry_id for r in own),
            counted=tuple(r.entry_id for r in counted[name]),
            adjusted=adjusted[name],
        )
        for name, own in members.items()
    ]
    return tuple(sorted(teams, key=lambda team: (team.rank, team.name)))


def _counted(own: Sequence[Row], best: int | None) -> list[Row]:
    if best is None:
        return list(own)
    return sorted(own, key=lambda r: (-r.table_points, -r.game_points, r.number))[:best]


def _adjusted(name: str, facts: EventFacts) -> tuple[int, int]:
    own = [a for a in facts.team_adjustments if a[0] == name]
    return (sum(a[1] for a in own), sum(a[2] for a in own))


def _bests(own: Sequence[Row], size: int) -> Value:
    """Return the members' (points, game points) from high to low; a missing member adds 0, 0."""
    pairs = [(r.table_points, r.game_points) for r in own] + [(0, 0)] * (size - len(own))
    return tuple(figure for pair in sorted(pairs, reverse=True) for figure in pair)
