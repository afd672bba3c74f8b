"""Seasons and club nights as everybody sees them."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from tournaments.models import Club, Season
from tournaments.services import seasons
from tournaments.services.seasons import PersonRow, SeasonTable
from tournaments.templatetags.club import fraction
from tournaments.views.rules import Rule, RuledView

NIGHTS_A_PAGE = 40


def reason_words(found: PersonRow, above: PersonRow | None) -> str:
    """Say why somebody stands below the one before."""
    reason = found.reason
    if reason is None or above is None:
        return ""
    values = {
        "name": above.person.shown_name,
        "theirs": fraction(reason.theirs),
        "own": fraction(reason.own),
        "n": reason.place,
    }
    if reason.key == "total":
        return _("Below %(name)s: %(theirs)s against %(own)s in all.") % values
    if reason.key == "event":
        words = _("Below %(name)s with the same sum: event no. %(n)d by worth %(theirs)s against "
                  "%(own)s.")  # fmt: skip
        return words % values
    if reason.key == "number":
        return _("Below %(name)s with the same sum from fewer events.") % values
    return _("Shares the rank with %(name)s: equal on all that counts.") % values


class Seasons(RuledView):
    """Seasons that go on, and the archive."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        found = list(Season.objects.select_related("club"))
        return render(
            request,
            "public/seasons.html",
            {
                "current": [season for season in found if season.archived_at is None],
                "archived": [season for season in found if season.archived_at is not None],
            },
        )


class SeasonView(RuledView):
    """A page of one season."""

    rule = Rule.PUBLIC

    @property
    def season(self) -> Season:
        return get_object_or_404(Season.objects.select_related("club"), slug=self.kwargs["season"])


class SeasonPage(SeasonView):
    """The table of a season: what counts, what is dropped, and why somebody stands there."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        table: SeasonTable = seasons.table_of(self.season)
        before: list[PersonRow | None] = [None, *table.rows]
        return render(
            request,
            "public/season.html",
            {
                "table": table,
                "season": table.season,
                "rows": [
                    (found, reason_words(found, above))
                    for found, above in zip(table.rows, before, strict=False)
                ],
                "places": seasons.config_of(table.season).places,
                "has_money": any(
                    shown.tournament.kind != "open" and not shown.hidden for shown in table.events
                ),
            },
        )


class SeasonMoneyPage(SeasonView):
    """What everybody won or lost over the club nights of a season."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        season = self.season
        return render(
            request,
            "public/season_money.html",
            {"season": season, "money": seasons.money_of(season)},
        )


class Nights(RuledView):
    """The archive of club nights."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        club_id = request.GET.get("club", "")
        club = Club.objects.filter(pk=int(club_id)).first() if club_id.isdecimal() else None
        page = Paginator(seasons.nights(club), NIGHTS_A_PAGE).get_page(request.GET.get("page"))
        return render(
            request,
            "public/nights.html",
            {
                "page": page,
                "club": club,
                "clubs": Club.objects.filter(tournaments__kind="club_night").distinct(),
            },
        )
