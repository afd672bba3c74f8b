"""What everybody sees of events: what is on, rounds, tables."""

from typing import Any

from django.db.models import Count, Prefetch, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Entry, Membership, Round, Seat, Table, Tournament
from tournaments.services import access, releases
from tournaments.services.boards import PLAYED
from tournaments.services.confirm_rights import awaits
from tournaments.services.money import Evening, settle_states
from tournaments.services.tables import TableState, for_states, states_of
from tournaments.standings import Cell
from tournaments.views.event_page import EventView
from tournaments.views.hand_story import stories_of
from tournaments.views.rules import Rule, RuledView

RECENT = 20
EVENTS_SHOWN = 60
# Results by (round, entry).
Cells = dict[tuple[int, int], Cell]


class Home(RuledView):
    """What is on now, what comes, what was; and the events of who is logged in."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        running = Prefetch(
            "rounds", Round.objects.filter(status=Round.Status.RUNNING), to_attr="on_now"
        )
        events = list(
            Tournament.objects.select_related("club")
            .prefetch_related(running)
            .order_by("-starts_on", "-id")[:EVENTS_SHOWN]
        )
        by_status: dict[str, list[Tournament]] = {}
        for event in events:
            # Results of practice events are no results.
            if not (event.practice and event.status == Tournament.Status.FINISHED):
                by_status.setdefault(event.status, []).append(event)
        return render(
            request,
            "home.html",
            {
                "running": by_status.get(Tournament.Status.RUNNING, []),
                "planned": by_status.get(Tournament.Status.PLANNED, []),
                "finished": by_status.get(Tournament.Status.FINISHED, [])[:RECENT],
                "may_create": access.may_create_tournaments(self.actor),
                **self._mine(),
            },
        )

    def _mine(self) -> dict[str, Any]:
        """Return the unfinished events that the user plays in or works for."""
        if self.actor.user is None:
            return {}
        open_ = ~Q(tournament__status=Tournament.Status.FINISHED)
        plays = Entry.objects.filter(open_, player__user=self.actor.user)
        works = Membership.objects.filter(open_, user=self.actor.user)
        return {
            "plays": plays.select_related("tournament").order_by("-tournament_id"),
            "works": works.select_related("tournament").order_by("-tournament_id"),
        }


class Rounds(EventView):
    """All rounds; the seats of those that are published, and what came out at their tables."""

    rule = Rule.PUBLIC
    tab = "rounds"

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        seats = Seat.objects.select_related("entry__player").order_by("wind")
        tables = (
            Table.objects.order_by("number")
            .annotate(played=Count("hands", filter=PLAYED))
            .prefetch_related(Prefetch("seats", seats))
        )
        rounds = list(
            self.event.rounds.order_by("-number").prefetch_related(
                Prefetch("tables", tables), "byes__entry__player"
            )
        )
        referee = access.may_referee(self.actor, self.event)
        cells = self._cells() if referee or self.event.standings_public else {}
        return self.show(
            "public/rounds.html",
            {
                "sees_tables": releases.sees_everything(self.actor, self.event),
                "rounds": [
                    (round_, _tables(round_, cells) if round_.seats_public or referee else None)
                    for round_ in rounds
                ],
            },
        )

    def _cells(self) -> Cells:
        """Return the results by (round, entry), from the standings."""
        current = releases.shown_to(self.actor, self.event)
        rows = current.standings.rows if current else ()
        return {(cell.round_no, row.entry_id): cell for row in rows for cell in row.cells}


def _tables(round_: Round, cells: Cells) -> list[tuple[Table, list[tuple[Seat, Cell | None]]]]:
    """Return the fetched tables of a round, each seat with its result."""
    return [
        (table, [(seat, cells.get((round_.number, seat.entry_id))) for seat in table.seats.all()])
        for table in round_.tables.all()
    ]


class TablePage(EventView):
    """One table: seats, totals, every hand and who paid whom."""

    rule = Rule.STANDINGS
    tab = "rounds"

    def get(self, request: HttpRequest, event: str, round: int, table: int) -> HttpResponse:
        found = for_states(round__tournament=self.event, round__number=round, number=table)
        if not found or not access.may_see_seats(self.actor, found[0].round):
            raise Http404
        releases.require_table_shown(self.actor, found[0])
        state = states_of(found)[0]
        neighbours = Table.objects.filter(round=state.round).order_by("number")
        return self.show(
            "public/table.html",
            {
                "state": state,
                "stories": stories_of(state),
                "evening": self._money(state),
                "awaits": awaits(self.actor, state.table),
                "others": neighbours.values_list("number", flat=True),
            },
        )

    def _money(self, state: TableState) -> Evening | None:
        """Where people pay each other: what clears this table alone."""
        if self.event.kind == Tournament.Kind.OPEN or not state.has_result:
            return None
        return settle_states([state])
