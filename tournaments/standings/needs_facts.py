"""What is known before the last round: what `needs` is told."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.table_points import get_scheme
from tournaments.standings.config import StandingsConfig
from tournaments.standings.model import Cell

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Contender:
    """Somebody who is ranked. ``above``: who has the greater one ranks higher whatever the points
    (went through a cut). ``cells`` are the rounds so far; ``last`` the result of the last round
    where it stands already, or will not be played by this person."""

    entry_id: int
    cells: tuple[Cell, ...]
    above: tuple[int, ...] = ()
    carried: Pair = (0, 0)
    adjusted: Pair = (0, 0)
    lot: int | None = None
    last: Cell | None = None


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table of the last round that is still to be decided. None is somebody who is not ranked
    here, or not known yet. ``balanced``: its scores sum to zero."""

    seats: tuple[int | None, ...]
    balanced: bool = True


@dataclass(frozen=True)
class LastRound:
    """All that is known before the last round. Contenders at no table keep what they have.

    While seats are not known everybody sits with three unknown people; then ``guaranteed`` and
    ``impossible`` hold for every draw, and some ``possible`` may be none.
    """

    number: int
    contenders: Mapping[int, Contender]
    tables: tuple[OpenTable, ...]
    config: StandingsConfig = field(default_factory=StandingsConfig)

    @property
    def answerable(self) -> bool:
        """Whether places decide: points made of the score itself have no bound."""
        return (
            get_scheme(self.config.scheme).kind == "places"
            and self.config.order[0] == "table_points"
        )
