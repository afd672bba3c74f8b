"""What standings are computed from: plain facts, no database. Points are 标准分 in 1/2520."""

from dataclasses import dataclass

ACTIVE, WITHDRAWN, DISQUALIFIED, SUBSTITUTE = "active", "withdrawn", "disqualified", "substitute"
STATUSES = (ACTIVE, WITHDRAWN, DISQUALIFIED, SUBSTITUTE)


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """A player of the event. ``number`` is the last key of the display order.

    The status holds from round ``status_from`` on; before it the player was active. ``tier``: who
    went through a cut ranks above everybody of a later tier, whatever the points. ``lot`` is the
    number drawn (抽签), the smaller one first.
    """

    id: int
    number: int
    name: str
    club: str = ""
    team: str = ""
    status: str = ACTIVE
    status_from: int = 0
    tier: int = 0
    lot: int | None = None

    def status_after(self, round_no: int | None) -> str:
        """Return the status after a round; None: as it is now."""
        if round_no is not None and round_no < self.status_from:
            return ACTIVE
        return self.status


@dataclass(frozen=True, slots=True)
class TableFacts:
    """One table: entry → game points (hand deltas and penalties of the table). ``complete`` when
    it has played its last hand, ``confirmed`` when the result is locked, ``typed`` when only the
    totals were entered. ``penalties`` are the entries with a penalty there, ``hands_won`` entry →
    hands won.
    """

    round_no: int
    table_no: int
    game_points: tuple[tuple[int, int], ...]
    complete: bool = True
    confirmed: bool = True
    typed: bool = False
    penalties: frozenset[int] = frozenset()
    hands_won: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class EventFacts:
    """Everything of one event.

    ``byes`` and ``forfeits`` are (round, entry). ``adjustments`` (entry, points, game points) hold
    for the whole event, outside any table; ``carry_in``, of the same form, is what an earlier
    stage hands on; ``team_adjustments`` name the team instead.
    """

    entries: tuple[EntryFacts, ...]
    tables: tuple[TableFacts, ...] = ()
    byes: tuple[tuple[int, int], ...] = ()
    adjustments: tuple[tuple[int, int, int], ...] = ()
    forfeits: tuple[tuple[int, int], ...] = ()
    carry_in: tuple[tuple[int, int, int], ...] = ()
    team_adjustments: tuple[tuple[str, int, int], ...] = ()
