"""Settling up: the evening of a club in one page."""

from django.http import HttpRequest, HttpResponse

from tournaments.services import money, releases
from tournaments.views.event_page import EventView
from tournaments.views.rules import Rule


class SettleUp(EventView):
    """What everybody won or lost over the event, and the fewest payments that clear it."""

    rule = Rule.STANDINGS
    tab = "settle-up"

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        releases.require_shown(self.actor, self.event)
        return self.show("public/settle_up.html", {"evening": money.evening_of(self.event)})
