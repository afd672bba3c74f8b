"""The standings of an event, a pure function of its facts and settings; never patched, always
computed anew. Page, draw, projector, export and API all show what this returns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.table_points import table_points
from scoring.text import Text
from tournaments.standings.config import StandingsConfig
from tournaments.standings.facts import (
    DISQUALIFIED,
    SUBSTITUTE,
    WITHDRAWN,
    EntryFacts,
    EventFacts,
    TableFacts,
)
from tournaments.standings.metrics import METRICS, Result, Value
from tournaments.standings.ranking import rank


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one entry. ``kind``: ``played`` or ``bye``; ``points`` in 1/2520;
    ``provisional`` while the table still plays."""

    round_no: int
    table_no: int | None
    place: int | None
    points: int
    game_points: int
    kind: str = "played"
    provisional: bool = False
    penalty: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in the final order. ``rank`` is None for the unranked (substitutes, disqualified).
    ``values`` are the texts of the key values in the order of the keys."""

    entry_id: int
    number: int
    name: str
    club: str
    team: str
    status: str
    rank: int | None
    tied: bool
    table_points: int
    game_points: int
    cells: tuple[Cell, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team in the final order: sums over its members."""

    name: str
    rank: int
    tied: bool
    table_points: int
    game_points: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """``rounds`` are the rounds that count; ``provisional`` while one of their tables plays."""

    rows: tuple[Row, ...]
    teams: tuple[TeamRow, ...]
    rounds: tuple[int, ...]
    after_round: int
    provisional: bool
    order: tuple[str, ...]

    @property
    def order_sentence(self) -> Text:
        """How the order came about, in one sentence."""
        metrics = [METRICS[key] for key in self.order]
        zh = "，再比".join(m.name.zh for m in metrics)
        en = ", then ".join(m.name.en.lower() for m in metrics)
        return Text(f"先比{zh}；全部相同则并列。", f"By {en}; equal on all: shared rank.")

    def to_json(self) -> dict[str, Any]:
        """Return plain data (integers in 1/2520 and texts, no floats); see `from_json`."""
        return {
            "rows": [_plain(row, cells=[_plain(c) for c in row.cells]) for row in self.rows],
            "teams": [_plain(team) for team in self.teams],
            "rounds": list(self.rounds),
            "after_round": self.after_round,
            "provisional": self.provisional,
            "order": list(self.order),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Standings":
        return cls(
            rows=tuple(
                Row(
                    **{
                        **row,
                        "cells": tuple(Cell(**cell) for cell in row["cells"]),
                        "values": tuple(row["values"]),
                    }
                )
                for row in content["rows"]
            ),
            teams=tuple(
                TeamRow(**{**team, "members": tuple(team["members"])}) for team in content["teams"]
            ),
            rounds=tuple(content["rounds"]),
            after_round=content["after_round"],
            provisional=content["provisional"],
            order=tuple(content["order"]),
        )


def _plain(item: Any, **instead: Any) -> dict[str, Any]:
    content = {name: getattr(item, name) for name in item.__dataclass_fields__}
    content.update(instead)
    return {k: list(v) if isinstance(v, tuple) else v for k, v in content.items()}


def compute(
    facts: EventFacts, config: StandingsConfig, after_round: int | None = None
) -> Standings:
    """Compute the standings after a round (default: all rounds).

    Raises `KeyError` for an unknown key of the order, `ValueError` for an unknown scheme.
    """
    tables = [t for t in facts.tables if after_round is None or t.round_no <= after_round]
    byes = [b for b in facts.byes if after_round is None or b[0] <= after_round]
    cells: dict[int, list[Cell]] = {entry.id: [] for entry in facts.entries}
    statuses = {entry.id: entry.status for entry in facts.entries}
    for table in tables:
        for entry_id, cell in _table_cells(table, config, statuses):
            cells[entry_id].append(cell)
    for round_no, entry_id in byes:
        cells[entry_id].append(
            Cell(round_no, None, None, config.bye_points, config.bye_game_points, kind="bye")
        )
    adjusted = {entry.id: (0, 0) for entry in facts.entries}
    for entry_id, points, game_points in facts.adjustments:
        before = adjusted[entry_id]
        adjusted[entry_id] = (before[0] + points, before[1] + game_points)
    rows = _rows(facts.entries, cells, adjusted, config)
    rounds = sorted({t.round_no for t in tables} | {b[0] for b in byes})
    return Standings(
        rows=rows,
        teams=_teams(rows),
        rounds=tuple(rounds),
        after_round=max(rounds, default=0),
        provisional=any(not table.complete for table in tables),
        order=config.order,
    )


def _table_cells(
    table: TableFacts, config: StandingsConfig, statuses: Mapping[int, str]
) -> list[tuple[int, Cell]]:
    counted = list(table.game_points)
    if not config.sub_consumes_place:
        counted = [(e, gp) for e, gp in counted if statuses[e] != SUBSTITUTE]
    result = table_points([gp for _entry, gp in counted], config.scheme, config.tie)
    by_entry = {
        entry: (result.places[i], result.points[i]) for i, (entry, _gp) in enumerate(counted)
    }
    cells = []
    for entry, game_points in table.game_points:
        place, points = by_entry.get(entry, (None, 0))
        cells.append(
            (
                entry,
                Cell(
                    table.round_no,
                    table.table_no,
                    place,
                    points,
                    game_points,
                    provisional=not table.complete,
                    penalty=entry in table.penalties,
                ),
            )
        )
    return cells


def _rows(
    entries: Sequence[EntryFacts],
    cells: Mapping[int, Sequence[Cell]],
    adjusted: Mapping[int, tuple[int, int]],
    config: StandingsConfig,
) -> tuple[Row, ...]:
    metrics = [METRICS[key] for key in config.order]
    values: dict[int, list[Value]] = {}
    for entry in entries:
        results = [Result(c.round_no, c.points, c.game_points) for c in cells[entry.id]]
        values[entry.id] = [metric.value(results, adjusted[entry.id]) for metric in metrics]
    groups = {
        entry.id: 0 if entry.status == WITHDRAWN and config.withdrawn == "bottom" else 1
        for entry in entries
    }
    ranked = rank(
        {
            entry.id: [(groups[entry.id],), *values[entry.id]]
            for entry in entries
            if entry.status not in (DISQUALIFIED, SUBSTITUTE)
        }
    )
    rows = []
    for entry in entries:
        place = ranked.get(entry.id)
        own = sorted(cells[entry.id], key=lambda cell: cell.round_no)
        rows.append(
            Row(
                entry_id=entry.id,
                number=entry.number,
                name=entry.name,
                club=entry.club,
                team=entry.team,
                status=entry.status,
                rank=place.rank if place else None,
                tied=place.tied if place else False,
                table_points=sum(c.points for c in own) + adjusted[entry.id][0],
                game_points=sum(c.game_points for c in own) + adjusted[entry.id][1],
                cells=tuple(own),
                values=tuple(
                    metric.show(value)
                    for metric, value in zip(metrics, values[entry.id], strict=True)
                ),
            )
        )
    return tuple(sorted(rows, key=_display_order))


def _display_order(row: Row) -> tuple[int, int, int, int, int]:
    unranked = {DISQUALIFIED: 1, SUBSTITUTE: 2}.get(row.status, 0)
    if unranked:
        return (unranked, 0, -row.table_points, -row.game_points, row.number)
    return (0, row.rank or 0, 0, 0, row.number)


def _teams(rows: Sequence[Row]) -> tuple[TeamRow, ...]:
    """Team total = sum over the members; ties by game points, then the members' results sorted
    from high to low, then shared (competition-rules.md §2.6, §3)."""
    members: dict[str, list[Row]] = {}
    for row in rows:
        if row.team:
            members.setdefault(row.team, []).append(row)
    values: dict[str, list[Value]] = {}
    for name, own in members.items():
        best = sorted(((r.table_points, r.game_points) for r in own), reverse=True)
        values[name] = [
            (sum(r.table_points for r in own),),
            (sum(r.game_points for r in own),),
            tuple(figure for pair in best for figure in pair),
        ]
    ranked = rank(values)
    teams = [
        TeamRow(
            name=name,
            rank=ranked[name].rank,
            tied=ranked[name].tied,
            table_points=values[name][0][0],
            game_points=values[name][1][0],
            members=tuple(r.entry_id for r in own),
        )
        for name, own in members.items()
    ]
    return tuple(sorted(teams, key=lambda team: (team.rank, team.name)))
