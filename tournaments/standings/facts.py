"""What standings are computed from: plain facts, no database."""

from dataclasses import dataclass, field

ACTIVE, WITHDRAWN, DISQUALIFIED, SUBSTITUTE = "active", "withdrawn", "disqualified", "substitute"


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """A player of the event. ``number`` is the last key of the display order."""

    id: int
    number: int
    name: str
    club: str = ""
    team: str = ""
    status: str = ACTIVE


@dataclass(frozen=True, slots=True)
class TableFacts:
    """One table: entry → game points (hand deltas and penalties of the table). ``complete`` when
    it has played its last hand, ``confirmed`` when the result is locked, ``typed`` when only the
    totals were entered. ``penalties`` are the entries with a penalty there.
    """

    round_no: int
    table_no: int
    game_points: tuple[tuple[int, int], ...]
    complete: bool = True
    confirmed: bool = True
    typed: bool = False
    penalties: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class EventFacts:
    """Everything of one event. ``byes`` are (round, entry); ``adjustments`` (entry, table points in
    1/2520, game points) for the whole event, outside any table."""

    entries: tuple[EntryFacts, ...]
    tables: tuple[TableFacts, ...] = ()
    byes: tuple[tuple[int, int], ...] = ()
    adjustments: tuple[tuple[int, int, int], ...] = field(default=())
