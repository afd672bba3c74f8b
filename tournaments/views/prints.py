"""Pages to be printed, as PDF: who sits where, cards, the standings, certificates."""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.exporting import printed
from tournaments.exporting.prints.certificate import PLACES_NAMED, Certificates
from tournaments.exporting.prints.names import NameCards
from tournaments.exporting.prints.ranking import RankingPrint
from tournaments.exporting.prints.seats import SeatsByName, SeatsByTable, TableCards
from tournaments.exporting.snapshot import take_snapshot
from tournaments.models import Entry, Round
from tournaments.services import personal_links
from tournaments.services.access import may_see_seats
from tournaments.views.addresses import carried
from tournaments.views.downloads import EventView, attachment
from tournaments.views.organiser.tables import table_address
from tournaments.views.rules import Rule


def person_address(request: HttpRequest, entry: Entry) -> str:
    """Return the player's own way in, where there is a personal link, else the public page."""
    link = next(iter(getattr(entry.player, "live_links", ())), None)
    if link is not None:
        return carried(request, "my-link", player_token=personal_links.token_of(link))
    return carried(request, "person", event=entry.tournament.slug, number=entry.number)


class PrintView(EventView):
    def answer(self, content: bytes, what: str) -> HttpResponse:
        return attachment(content, "application/pdf", f"{self.event.slug}-{what}.pdf")


class SeatList(PrintView):
    """The seats of a round that the reader may see."""

    rule = Rule.PUBLIC
    form: type[SeatsByName] | type[SeatsByTable] = SeatsByName
    what = "seats-by-name"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        round_ = get_object_or_404(
            Round.objects.select_related("tournament"),
            tournament=self.event,
            number=kwargs["round"],
        )
        if not may_see_seats(self.actor, round_):
            raise Http404
        content = self.form().render(
            printed.label_of(self.event, round_.number), printed.seated_round(round_)
        )
        return self.answer(content, f"{self.what}-r{round_.number}")


class SeatListByTable(SeatList):
    form = SeatsByTable
    what = "seats-by-table"


class TableCardsPdf(PrintView):
    """Cards with the links of the tables: whoever holds one may record there."""

    rule = Rule.ORGANISER

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        round_ = get_object_or_404(
            Round.objects.select_related("tournament"), pk=kwargs["round_id"], tournament=self.event
        )
        dead = round_.status == Round.Status.CLOSED
        address = None if dead else partial(table_address, request)
        seated = printed.seated_round(round_, address=address)
        content = TableCards().render(printed.label_of(self.event, round_.number), seated)
        return self.answer(content, f"table-cards-r{round_.number}")


class NameCardsPdf(PrintView):
    rule = Rule.ORGANISER

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        players = printed.named_players(self.event, partial(person_address, request))
        content = NameCards().render(printed.label_of(self.event), players)
        return self.answer(content, "name-cards")


class StandingsPdf(PrintView):
    """The standings that the reader may see."""

    rule = Rule.STANDINGS

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        snapshot = take_snapshot(self.event, self.actor)
        content = RankingPrint().render(snapshot.label, snapshot.standings)
        return self.answer(content, f"standings-r{snapshot.label.after_round}")


class CertificatesPdf(PrintView):
    """For the first three places; with ``?who=all`` for everybody who took part."""

    rule = Rule.ORGANISER

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        snapshot = take_snapshot(self.event, self.actor)
        everybody = request.GET.get("who") == "all"
        people = printed.honoured(snapshot.standings, places=None if everybody else PLACES_NAMED)
        content = Certificates().render(snapshot.label, printed.occasion_of(self.event), people)
        return self.answer(content, "certificates-all" if everybody else "certificates")
