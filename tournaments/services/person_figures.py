"""What the games of one person came to, over one event or all of them; only what may be shown."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.text import Text
from tournaments.models import Entry, Player
from tournaments.services import access, releases
from tournaments.services.access import Actor
from tournaments.services.played_hands import KeyOf, played_hands
from tournaments.services.tables import HandState, SeatState, TableState, for_states, states_of
from tournaments.standings import Row
from tournaments.standings.game_figures import (
    Opponent,
    PlaceCount,
    PlayedGame,
    WindFigures,
    mean_place,
    opponents,
    pattern_counts,
    place_counts,
    wind_figures,
)
from tournaments.standings.hand_figures import HandFigures, hand_figures

Game = tuple[SeatState, TableState]


@dataclass(frozen=True)
class Step:
    """A point of the curve: the sum after a hand, or after the penalties of a game. ``game`` is
    the number of the game, from 0, that it belongs to."""

    game: int
    total: int


@dataclass(frozen=True)
class PatternCount:
    id: str
    name: Text
    count: int


@dataclass(frozen=True)
class PersonFigures:
    """``curve`` has a point per hand; ``best`` is the dearest hand won with its table, None
    without one; ``mean_place`` an exact fraction."""

    hands: HandFigures
    places: tuple[PlaceCount, ...]
    mean_place: object
    opponents: tuple[Opponent, ...]
    winds: tuple[WindFigures, ...]
    patterns: tuple[PatternCount, ...]
    curve: tuple[Step, ...]
    best: tuple[TableState, HandState] | None
    names: dict[int, Entry] = field(default_factory=dict)

    @property
    def favourites(self) -> tuple[PatternCount, ...]:
        return self.patterns[:5]

    @property
    def rarest(self) -> tuple[PatternCount, ...]:
        """What was won least often, beyond the favourites."""
        return tuple(reversed(self.patterns[5:][-5:]))


def played_games(states: Sequence[TableState], key: KeyOf) -> list[PlayedGame]:
    """Return the tables that have a result; places only of those that have ended."""
    return [
        PlayedGame(
            where=(state.round.number, state.table.number),
            people=tuple(key(seat) for seat in state.seats),
            totals=state.totals,
            places=tuple(seat.place or 0 for seat in state.seats) if state.finished else None,
        )
        for state in states
        if state.has_result
    ]


def figures_of(games: Sequence[Game], key: KeyOf) -> PersonFigures | None:
    """Count the games of one person, in their order; None when nothing was played."""
    found = [(seat, state) for seat, state in games if state.has_result]
    if not found:
        return None
    person = key(found[0][0])
    states = [state for _seat, state in found]
    hands = played_hands(states, key)
    games_ = played_games(states, key)
    own = hand_figures(hands).get(person, HandFigures())
    return PersonFigures(
        hands=own,
        places=place_counts(games_, person),
        mean_place=mean_place(games_, person),
        opponents=opponents(games_, hands, person),
        winds=wind_figures(hands, person),
        patterns=_patterns(states, pattern_counts(hands, person)),
        curve=tuple(_curve(found)),
        best=_best(found),
        names={key(seat): seat.entry for state in states for seat in state.seats},
    )


def _patterns(
    states: Sequence[TableState], counts: Sequence[tuple[str, int]]
) -> tuple[PatternCount, ...]:
    names: dict[str, Text] = {}
    for ruleset in {state.ruleset.id: state.ruleset for state in states}.values():
        names |= {flag.id: flag.name for flag in ruleset.circumstances}
        names |= {pattern.id: pattern.name for pattern in ruleset.patterns}
    return tuple(PatternCount(id_, names[id_], n) for id_, n in counts if id_ in names)


def _curve(games: Sequence[Game]) -> list[Step]:
    """Return the sum after each hand. What a game holds beside its hands, penalties and totals
    that were typed, makes one step at its end."""
    steps = [Step(0, 0)]
    total = 0
    for number, (seat, state) in enumerate(games):
        before = total
        for hand in state.hands:
            total += hand.deltas[seat.chair]
            steps.append(Step(number, total))
        if total != before + seat.total or not state.hands:
            total = before + seat.total
            steps.append(Step(number, total))
    return steps


def _best(games: Sequence[Game]) -> tuple[TableState, HandState] | None:
    """Return the dearest hand won, by fan, then by points; the first of equal ones."""
    best: tuple[tuple[int, int], TableState, HandState] | None = None
    for seat, state in games:
        for hand in state.hands:
            if seat.chair not in hand.winners:
                continue
            worth = (hand.fan or 0, hand.deltas[seat.chair])
            if best is None or worth > best[0]:
                best = (worth, state, hand)
    return best[1:] if best else None


# --- all events of a person -----------------------------------------------------------------


@dataclass(frozen=True)
class EventOf:
    """One event of a person: the row in its standings as far as it is shown, the games whose hands
    may be seen."""

    entry: Entry
    row: Row | None
    games: tuple[Game, ...]


def events_of(actor: Actor, player: Player) -> list[EventOf]:
    """Return the events of a person, the latest first, practice events left out."""
    entries = list(
        player.entries.filter(tournament__practice=False)
        .select_related("tournament__club", "player__club", "team")
        .order_by("-tournament__starts_on", "-tournament_id")
    )
    seen = [e for e in entries if access.may_see_standings(actor, e.tournament)]
    rows = {entry.pk: _row(actor, entry) for entry in seen}
    games = _games(actor, [e for e in seen if releases.sees_everything(actor, e.tournament)])
    return [EventOf(e, rows.get(e.pk), tuple(games.get(e.pk, ()))) for e in entries]


def _row(actor: Actor, entry: Entry) -> Row | None:
    current = releases.shown_to(actor, entry.tournament)
    if current is None:
        return None
    return next((r for r in current.standings.rows if r.entry_id == entry.pk), None)


def _games(actor: Actor, entries: Sequence[Entry]) -> dict[int, list[Game]]:
    """Return the games of some entries in rounds whose seats are public, in their order."""
    ids = [entry.pk for entry in entries]
    states = states_of(for_states(seats__entry__in=ids, round__seats_public=True))
    states.sort(key=lambda s: (s.round.number, s.table.number))
    found: dict[int, list[Game]] = {}
    wanted = set(ids)
    for state in states:
        for seat in state.seats:
            if seat.entry.pk in wanted:
                found.setdefault(seat.entry.pk, []).append((seat, state))
    return found
