"""What moved between two standings of an event: ranks, points, and the rounds they come from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.standings.model import Cell, Row, Standings, TeamRow

# Figures of a round that a reader would notice.
Figures = tuple[str, int | None, int, int]


@dataclass(frozen=True, slots=True)
class RoundChange:
    """One round of an entry: its cell before and now; None where there was or is none."""

    round_no: int
    before: Cell | None
    after: Cell | None


@dataclass(frozen=True, slots=True)
class RowChange:
    """An entry whose rank, points or rounds are not what they were. ``before`` is None for who
    was not there, ``after`` for who is no more."""

    before: Row | None
    after: Row | None
    rounds: tuple[RoundChange, ...] = ()

    @property
    def row(self) -> Row:
        found = self.after or self.before
        if found is None:
            raise ValueError("a change has a row before or after")
        return found

    @property
    def rank_moved(self) -> bool:
        return (self.before and self.before.rank) != (self.after and self.after.rank)

    @property
    def points_moved(self) -> bool:
        return self._points(self.before) != self._points(self.after)

    @staticmethod
    def _points(row: Row | None) -> tuple[int, int] | None:
        return (row.table_points, row.game_points) if row else None


@dataclass(frozen=True, slots=True)
class TeamChange:
    name: str
    before: TeamRow | None
    after: TeamRow | None


@dataclass(frozen=True, slots=True)
class Difference:
    """``rows`` in the order of the standings now; empty when nothing that is shown moved."""

    rows: tuple[RowChange, ...]
    teams: tuple[TeamChange, ...]

    def __bool__(self) -> bool:
        return bool(self.rows or self.teams)

    @property
    def earlier_rounds(self) -> tuple[int, ...]:
        """The rounds whose results were there before and are others now: a correction, where a
        round that is only new is none."""
        return tuple(
            sorted(
                {
                    change.round_no
                    for row in self.rows
                    for change in row.rounds
                    if change.before is not None
                }
            )
        )


def difference(before: Standings, after: Standings) -> Difference:
    """Return what moved from one standings to another of the same event."""
    old = {row.entry_id: row for row in before.rows}
    new = {row.entry_id: row for row in after.rows}
    order = [*new, *(entry for entry in old if entry not in new)]
    rows = [_row_change(old.get(entry), new.get(entry)) for entry in order]
    old_teams = {team.name: team for team in before.teams}
    new_teams = {team.name: team for team in after.teams}
    names = [*new_teams, *(name for name in old_teams if name not in new_teams)]
    return Difference(
        tuple(row for row in rows if _moved(row)),
        tuple(
            TeamChange(name, old_teams.get(name), new_teams.get(name))
            for name in names
            if _team_figures(old_teams.get(name)) != _team_figures(new_teams.get(name))
        ),
    )


def _row_change(before: Row | None, after: Row | None) -> RowChange:
    rounds = _rounds(before.cells if before else (), after.cells if after else ())
    return RowChange(before, after, tuple(rounds))


def _moved(change: RowChange) -> bool:
    statuses = {row.status for row in (change.before, change.after) if row}
    return bool(
        change.rank_moved
        or change.points_moved
        or change.rounds
        or len(statuses) > 1
        or change.before is None
        or change.after is None
    )


def _rounds(before: Sequence[Cell], after: Sequence[Cell]) -> Iterator[RoundChange]:
    old = {cell.round_no: cell for cell in before}
    new = {cell.round_no: cell for cell in after}
    for number in sorted({*old, *new}):
        was, now = old.get(number), new.get(number)
        if _figures(was) != _figures(now):
            yield RoundChange(number, was, now)


def _figures(cell: Cell | None) -> Figures | None:
    return (cell.kind, cell.place, cell.points, cell.game_points) if cell else None


def _team_figures(team: TeamRow | None) -> tuple[int, int, int] | None:
    return (team.rank, team.table_points, team.game_points) if team else None


def order_moved(used: Sequence[int], now: Standings) -> list[tuple[int, int | None, int | None]]:
    """Compare the order of entries that a draw used with the standings now.

    ``used`` are entry ids from the first rank down. Returns (entry, place used, place now) of
    those who would be drawn from another place; the place now is None for who is not ranked.
    """
    place = {row.entry_id: n for n, row in enumerate((r for r in now.rows if r.rank), 1)}
    return [
        (entry, n, place.get(entry)) for n, entry in enumerate(used, 1) if place.get(entry) != n
    ]
