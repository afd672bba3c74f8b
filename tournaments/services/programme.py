"""What the projector has to show of an event at one moment, cut into pages."""

from dataclasses import dataclass
from typing import Any

from tournaments.models import HallScreen, Round, Seat
from tournaments.services.best_hand import best_hand
from tournaments.services.boards import RoundNow, Sight, TableNow, next_round, rounds_now
from tournaments.services.name_search import sort_key
from tournaments.services.standings import CurrentStandings
from tournaments.services.tables import HandState, TableState

ROWS = 12
SEATS = 24  # two columns of twelve
TABLES = 8
# So many pages of the standings come in turn with everything else; chosen alone, all do.
IN_TURN = 8
Scene = HallScreen.Scene


@dataclass(frozen=True)
class Programme:
    """What there is to show; it belongs to one sight and is the same in every language."""

    sight: Sight
    results: CurrentStandings | None
    round: Round | None
    seats: tuple[Seat, ...]
    rounds: tuple[RoundNow, ...]
    best: tuple[TableState, HandState] | None

    @property
    def shows_hands(self) -> bool:
        """Whether hands and totals of tables are shown to everybody."""
        return self.sight.everything and self.sight.tournament.standings_public

    @property
    def tables(self) -> tuple[tuple[Round, TableNow], ...]:
        return tuple((now.round, table) for now in self.rounds for table in now.tables)

    @property
    def pages(self) -> dict[str, int]:
        """Return how many pages every scene has; 0 where there is nothing to show."""
        rows = len(self.results.standings.rows) if self.results else 0
        return {
            Scene.STANDINGS: -(-rows // ROWS),
            Scene.SEATS: -(-len(self.seats) // SEATS),
            Scene.TABLES: -(-len(self.tables) // TABLES),
            Scene.BEST: int(self.best is not None),
            Scene.NEWS: int(bool(self.sight.news)),
            Scene.CLOCK: 1,
        }

    def in_turn(self) -> tuple[list[str], dict[str, int]]:
        """Return which scenes come in turn, and their pages: seats first while a round waits for
        its players, then the tables that play, then the standings."""
        pages = self.pages
        pages[Scene.STANDINGS] = min(pages[Scene.STANDINGS], IN_TURN)
        if self.round is None or self.round.status != Round.Status.SEATED:
            pages[Scene.SEATS] = 0
        order: list[str] = [Scene.NEWS, Scene.SEATS, Scene.STANDINGS, Scene.TABLES, Scene.BEST]
        return order, pages


def programme_of(sight: Sight) -> Programme:
    """Collect what a visitor may see of the event now (a fixed number of queries)."""
    event = sight.tournament
    round_ = next_round(event)
    shows_hands = sight.everything and event.standings_public
    return Programme(
        sight=sight,
        results=sight.facts() if event.standings_public else None,
        round=round_,
        seats=_seats(round_) if round_ else (),
        rounds=tuple(rounds_now(sight)),
        best=best_hand(event) if shows_hands else None,
    )


def _seats(round_: Round) -> tuple[Seat, ...]:
    """Return the seats of a round in the order of names; those without one come last."""
    seats = Seat.objects.filter(round=round_).select_related("entry__player__club", "table")
    return tuple(sorted(seats, key=_by_name))


def _by_name(seat: Seat) -> tuple[bool, Any, int]:
    person = seat.entry.player
    name = "" if person.name_hidden else person.name
    return (person.name_hidden, sort_key(name), seat.entry.number)
