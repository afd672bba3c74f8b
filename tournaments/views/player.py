"""The people of an event, and one player's page: seats, results, and why that rank."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Entry, Round, Seat
from tournaments.services import access, names, releases
from tournaments.services.confirm_rights import awaits
from tournaments.services.played_hands import entry_key
from tournaments.services.standings import CurrentStandings
from tournaments.services.tables import SeatState, TableState, for_states, states_of
from tournaments.standings import Cell, Comparison, Row, Standings, compare, parts_of
from tournaments.standings.model import BYE
from tournaments.views.event_page import EventView
from tournaments.views.hand_story import Story, stories_of
from tournaments.views.person_parts import figures_context
from tournaments.views.rules import Rule

Game = tuple[SeatState, TableState]


@dataclass(frozen=True)
class RoundOfPlayer:
    """One round of a player. Without a seat the player sits it out; ``cell`` is then what the
    standings have of it, where they may be seen and it has begun."""

    round: Round
    seat: SeatState | None = None
    state: TableState | None = None
    stories: Sequence[Story] = ()
    cell: Cell | None = None


class People(EventView):
    """Everybody who takes part, with the seat of the moment; search by name, number, club, team."""

    rule = Rule.PUBLIC
    tab = "people"

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        words = request.GET.get("q", "").replace("\0", "").strip()[:80]
        entries = self.event.entries.select_related("player__club", "team").order_by("number")
        if words:
            # A name that is hidden is not found by guessing it.
            query = (
                Q(player__name__icontains=words, player__name_hidden=False)
                | Q(player__club__name__icontains=words)
                | Q(team__name__icontains=words)
            )
            if words.isascii() and words.isdecimal() and len(words) < 9:
                query |= Q(number=int(words))
            entries = entries.filter(query)
        round_ = self.round_now()
        seats = {seat.entry_id: seat for seat in self._seats(round_)} if round_ else {}
        return self.show(
            "public/people.html",
            {"entries": entries, "words": words, "round_now": round_, "seats": seats},
        )

    def round_now(self) -> Round | None:
        """Return the round whose seats people look for: the running one, else the next one that
        is published."""
        rounds = [r for r in self.event.rounds.order_by("number") if r.seats_public]
        running = [r for r in rounds if r.status == Round.Status.RUNNING]
        seated = [r for r in rounds if r.status == Round.Status.SEATED]
        return next(iter(running + seated), None)

    def _seats(self, round_: Round) -> list[Seat]:
        return list(round_.seats.select_related("table"))


class PersonPage(EventView):
    """One player of the event. Results are shown to whom the standings are; seats to everybody."""

    rule = Rule.PUBLIC
    tab = "people"

    def get(self, request: HttpRequest, event: str, number: int) -> HttpResponse:
        entry = get_object_or_404(
            self.event.entries.select_related("player__club", "team"), number=number
        )
        return self.show_person(entry)

    def show_person(self, entry: Entry) -> HttpResponse:
        games = self._games(entry)
        results = access.may_see_standings(self.actor, self.event)
        # Where results are held back, hands are no part of what was published.
        hands = results and releases.sees_everything(self.actor, self.event)
        context: dict[str, Any] = {
            "entry": entry,
            "next_seat": _next_seat(games),
            "sees_tables": hands,
            "to_sign": [state for _seat, state in games if awaits(self.actor, state.table)],
            "may_hide": self._may_hide(entry),
        }
        if hands:
            context |= figures_context(games, entry_key, _round_words, self._page)
            context["hands_csv"] = reverse("person-hands", args=[self.event.slug, entry.number])
        if results:
            context |= self._ranking(entry)
        context["games"] = self._rounds(entry, games, hands, context.get("row"))
        return self.show("public/person.html", context)

    def _rounds(
        self, entry: Entry, games: list[Game], hands: bool, row: Row | None
    ) -> list[RoundOfPlayer]:
        """Return what the player did in each round, in order: a game with its hands, or sat out."""
        played = [
            RoundOfPlayer(state.round, seat, state, stories_of(state) if hands else [])
            for seat, state in games
        ]
        rests = Round.objects.filter(byes__entry=entry)
        if not access.may_referee(self.actor, self.event):
            rests = rests.filter(seats_public=True)
        cells = {cell.round_no: cell for cell in row.cells if cell.kind == BYE} if row else {}
        out = [RoundOfPlayer(round_, cell=cells.get(round_.number)) for round_ in rests]
        return sorted(played + out, key=lambda line: line.round.number)

    def _page(self, other: Entry) -> str:
        return reverse("person", args=[self.event.slug, other.number])

    def _may_hide(self, entry: Entry) -> bool:
        organises = self.actor.user is not None and access.may_organise(self.actor, self.event)
        return names.may_hide(self.actor, entry.player, organises)

    def _games(self, entry: Entry) -> list[Game]:
        """Return the player's seats in rounds that may be seen, with the state of each table."""
        seats = entry.seats.all()
        if not access.may_referee(self.actor, self.event):
            seats = seats.filter(round__seats_public=True)
        states = states_of(for_states(seats.values_list("table_id", flat=True)))
        states.sort(key=lambda state: state.round.number)
        return [(next(s for s in state.seats if s.entry.pk == entry.pk), state) for state in states]

    def _ranking(self, entry: Entry) -> dict[str, Any]:
        current = releases.shown_to(self.actor, self.event)
        row = _row_of(current, entry)
        if current is None or row is None:
            return {}
        return {
            "current": current,
            "row": row,
            "move": current.moves.get(entry.pk, 0),
            "parts": parts_of(row),
            "comparisons": self._comparisons(current.standings, row),
            "stages": any(r.tier for r in current.standings.rows),
            "others": [r for r in current.standings.rows if r.entry_id != row.entry_id],
            "than": self.request.GET.get("than", ""),
        }

    def _comparisons(self, table: Standings, row: Row) -> list[Comparison]:
        """Compare with whom the reader asked for; else with the neighbours above and below."""
        wanted = self.request.GET.get("than", "")
        asked = [r for r in table.rows if str(r.number) == wanted and r.entry_id != row.entry_id]
        if not asked:
            place = table.rows.index(row)
            asked = [*table.rows[max(place - 1, 0) : place], *table.rows[place + 1 : place + 2]]
        return [compare(table, row.entry_id, other.entry_id) for other in asked]


def _round_words(game: Game) -> str:
    return _("R%(n)d") % {"n": game[1].round.number}


def _row_of(current: CurrentStandings | None, entry: Entry) -> Row | None:
    rows = current.standings.rows if current else ()
    return next((row for row in rows if row.entry_id == entry.pk), None)


def _next_seat(games: list[Game]) -> Game | None:
    """Return where the player has to be: the running round first, then the next one seated."""
    open_ = [game for game in games if game[1].round.status != Round.Status.CLOSED]
    running = [game for game in open_ if game[1].round.status == Round.Status.RUNNING]
    return next(iter(running or open_), None)


class Me(PersonPage):
    """The page of the player who is logged in."""

    rule = Rule.SIGNED_IN
    tab = "me"

    def get(self, request: HttpRequest, event: str, number: int = 0) -> HttpResponse:
        entry = self.my_entry()
        if entry is None:
            return self.show("public/not_in_event.html", {}, status=404)
        return self.show_person(entry)
