"""What standings are: rows, cells, teams, and their plain form for the snapshot.

Points are 标准分 in 1/2520.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from operator import attrgetter
from typing import Any

from scoring.text import Text
from tournaments.standings.facts import DISQUALIFIED, SUBSTITUTE
from tournaments.standings.metrics import METRICS

PLAYED, BYE, FORFEIT = "played", "bye", "forfeit"


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one entry. ``kind``: ``played``, ``bye`` or ``forfeit``; ``provisional`` while
    the table still plays; ``dropped`` when it is not among the best rounds that count."""

    round_no: int
    table_no: int | None
    place: int | None
    points: int
    game_points: int
    kind: str = PLAYED
    provisional: bool = False
    penalty: bool = False
    hands_won: int = 0
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """An entry in the final order. ``rank`` is None for the unranked (substitutes, disqualified,
    and `idle`).

    ``values`` are the texts of the key values in the order of the keys. ``carried`` and
    ``adjusted`` (points, game points) are the parts of the totals outside the rounds. ``bottom``:
    withdrawn, and listed after all who play on.
    """

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
    tier: int = 0
    bottom: bool = False
    carried: tuple[int, int] = (0, 0)
    adjusted: tuple[int, int] = (0, 0)

    @property
    def idle(self) -> bool:
        """Not ranked for want of any result: came to a club night and has not played."""
        return self.rank is None and self.status not in (SUBSTITUTE, DISQUALIFIED)

    @property
    def games(self) -> int:
        """Games really played: byes and forfeits are none."""
        return sum(cell.kind == PLAYED for cell in self.cells)


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team in the final order: sums over its members. ``counted`` are the members whose results
    make the sums, ``adjusted`` (points, game points) what the team itself won or lost."""

    name: str
    rank: int
    tied: bool
    table_points: int
    game_points: int
    members: tuple[int, ...]
    counted: tuple[int, ...] = ()
    adjusted: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Standings:
    """``rounds`` are the rounds that count; ``provisional`` while one of their tables plays;
    ``notes`` what a reader must know, such as a share that was rounded."""

    rows: tuple[Row, ...]
    teams: tuple[TeamRow, ...]
    rounds: tuple[int, ...]
    after_round: int
    provisional: bool
    order: tuple[str, ...]
    notes: tuple[Text, ...] = ()

    @property
    def order_sentence(self) -> Text:
        """How the order came about, in one sentence."""
        metrics = [METRICS[key] for key in self.order]
        zh = "，再比".join(m.name.zh for m in metrics)
        en = ", then ".join(m.name.en.lower() for m in metrics)
        return Text(f"先比{zh}；全部相同则并列。", f"By {en}; equal on all: shared rank.")

    def row(self, entry_id: int) -> Row:
        """Return the row of an entry; `KeyError` when it has none."""
        for row in self.rows:
            if row.entry_id == entry_id:
                return row
        raise KeyError(entry_id)

    def moves_since(self, before: "Standings") -> dict[int, int]:
        """Return how many ranks each ranked entry went up (negative: down) since ``before``."""
        old = {row.entry_id: row.rank for row in before.rows}
        moves = {}
        for row in self.rows:
            was = old.get(row.entry_id)
            if row.rank is not None and was is not None:
                moves[row.entry_id] = was - row.rank
        return moves

    def to_json(self) -> dict[str, Any]:
        """Return plain data (integers in 1/2520 and texts, no floats); see `from_json`."""
        return {
            "rows": [_plain(row, cells=_packed(row.cells)) for row in self.rows],
            "teams": [_plain(team) for team in self.teams],
            "rounds": list(self.rounds),
            "after_round": self.after_round,
            "provisional": self.provisional,
            "order": list(self.order),
            "notes": [list(note) for note in self.notes],
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "Standings":
        return cls(
            rows=tuple(
                Row(**_tuples({**row, "cells": _unpacked(row["cells"])})) for row in content["rows"]
            ),
            teams=tuple(TeamRow(**_tuples(team)) for team in content["teams"]),
            rounds=tuple(content["rounds"]),
            after_round=content["after_round"],
            provisional=content["provisional"],
            order=tuple(content["order"]),
            notes=tuple(Text(*note) for note in content.get("notes", ())),
        )


_NAMES = {kind: tuple(field.name for field in fields(kind)) for kind in (Cell, Row, TeamRow)}
_values_of = attrgetter(*_NAMES[Cell])


def _packed(cells: Iterable[Cell]) -> str:
    """Return cells as the text of a JSON list of lists, values in the order of the fields: a large
    event has tens of thousands of cells, and from one hand to the next nearly all stay the same."""
    return json.dumps([_values_of(cell) for cell in cells], separators=(",", ":"))


@lru_cache(maxsize=16384)
def _from_text(packed: str) -> tuple[Cell, ...]:
    return tuple(Cell(*values) for values in json.loads(packed))


def _unpacked(cells: str | Iterable[Mapping[str, Any]]) -> tuple[Cell, ...]:
    """Return cells from their text, or from the list of objects of older snapshots."""
    if isinstance(cells, str):
        return _from_text(cells)
    return tuple(Cell(**cell) for cell in cells)


def _plain(item: Cell | Row | TeamRow, **instead: Any) -> dict[str, Any]:
    content = {name: getattr(item, name) for name in _NAMES[type(item)]} | instead
    return {k: list(v) if isinstance(v, tuple) else v for k, v in content.items()}


def _tuples(content: Mapping[str, Any]) -> dict[str, Any]:
    return {k: tuple(v) if isinstance(v, list) else v for k, v in content.items()}
