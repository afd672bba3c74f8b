"""Where do I sit: by name, by number, or by the code on the name card."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.models import Entry
from tournaments.services import seat_search
from tournaments.views.event_page import EventView
from tournaments.views.rules import Rule

MOST = 40


class FindSeat(EventView):
    """Ask for a name or number; one who is found alone is shown at once."""

    rule = Rule.PUBLIC
    tab = "find-seat"

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        words = request.GET.get("q", "").replace("\0", "").strip()[:80]
        people = seat_search.people_found(self.event, words) if words else []
        return self.show_seats(people, words)

    def show_seats(self, people: list[Entry], words: str) -> HttpResponse:
        rounds = seat_search.rounds_to_sit(self.event)
        found = seat_search.sittings(rounds, people[:MOST])
        context: dict[str, Any] = {
            "words": words,
            "rounds": rounds,
            "people": [(entry, found.get(entry.pk, [])) for entry in people[:MOST]],
            "more": max(0, len(people) - MOST),
            "alone": people[0] if len(people) == 1 else None,
        }
        return self.show("public/seat.html", context)


class SeatOf(FindSeat):
    """One player's seat: where the code on the name card leads."""

    def get(self, request: HttpRequest, event: str, number: int = 0) -> HttpResponse:
        entries = self.event.entries.select_related("player__club", "team")
        return self.show_seats([get_object_or_404(entries, number=number)], "")
