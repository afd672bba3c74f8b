"""The ratings of a club on one page that can be sorted, and why somebody's rating changed."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Club, Player, RatingBook
from tournaments.services import ratings
from tournaments.services.ratings import Rated
from tournaments.views.person_pages import rating_chart
from tournaments.views.rules import Rule, RuledView

Key = Callable[[Rated], Any]
# Numbers begin with the greatest, names with A.
COLUMNS: dict[str, tuple[Any, Key, bool]] = {
    "rating": (_("Rating"), lambda r: r.rating, True),
    "name": (_("Player"), lambda r: r.name, False),
    "change": (_("Last change"), lambda r: r.last.delta, True),
    "games": (_("Games"), lambda r: r.games, True),
    "events": (_("Events"), lambda r: r.events, True),
    "ema": (_("EMA-style points"), lambda r: (r.ema is not None, r.ema or 0), True),
}


class Ratings(RuledView):
    """One line per person of the club's events; ``sort`` names a column, ``-`` turns it round."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest, club_id: int) -> HttpResponse:
        club = get_object_or_404(Club, pk=club_id)
        book = RatingBook.objects.filter(club=club).first()
        today = timezone.localdate(timezone=club.zone)
        lines = ratings.rated(book, today) if book else []
        # Equal ratings share a place.
        first: dict[int, int] = {}
        for n, line in enumerate(lines, 1):
            first.setdefault(line.rating, n)
        wanted = request.GET.get("sort", "rating")
        name = wanted.removeprefix("-")
        if name not in COLUMNS:
            name, wanted = "rating", "rating"
        _words, key, falling = COLUMNS[name]
        lines.sort(key=key, reverse=falling != wanted.startswith("-"))
        return render(
            request,
            "public/ratings.html",
            {
                "club": club,
                "book": book,
                "lines": [(first[line.rating], line) for line in lines],
                "columns": [
                    (column, words, f"-{column}" if wanted == column else column)
                    for column, (words, _key, _falling) in COLUMNS.items()
                ],
                "sorted_by": name,
                "backwards": wanted.startswith("-"),
            },
        )


class RatingOf(RuledView):
    """Why somebody's rating changed: event by event, game by game."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest, club_id: int, player_id: int) -> HttpResponse:
        club = get_object_or_404(Club, pk=club_id)
        player = get_object_or_404(Player, pk=player_id)
        changes = player.rating_changes.filter(book__club=club).select_related("tournament", "book")
        history = [ratings.shown_change(change) for change in changes.order_by("number")]
        if not history:
            raise Http404
        return render(
            request,
            "public/rating.html",
            {
                "club": club,
                "player": player,
                "book": history[0].change.book,
                "history": list(reversed(history)),
                "chart": rating_chart(history),
            },
        )
