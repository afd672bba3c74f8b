"""A person over all events: figures, events, ratings; and the own hands as a file."""

from collections.abc import Iterator, Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.exporting.hands_csv import hands_csv
from tournaments.models import Entry, Player
from tournaments.services import access, ratings, releases
from tournaments.services.person_figures import EventOf, Game, events_of
from tournaments.services.played_hands import person_key
from tournaments.services.ratings import ShownChange
from tournaments.services.tables import for_states, states_of
from tournaments.views.charts import Line, line_chart
from tournaments.views.downloads import csv_attachment
from tournaments.views.event_page import EventView
from tournaments.views.person_parts import figures_context, over_all_events
from tournaments.views.rules import Rule, RuledView


class PlayerPage(RuledView):
    """Everything that may be shown of one person, over all events but practice."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest, player_id: int) -> HttpResponse:
        player = get_object_or_404(Player.objects.select_related("club"), pk=player_id)
        events = events_of(self.actor, player)
        if not events:
            raise Http404
        games = in_order(events)
        history = ratings.history_of(player.pk)
        return render(
            request,
            "public/player.html",
            {
                "player": player,
                "events": events,
                "has_games": bool(games),
                **figures_context(games, person_key, _label, over_all_events, numbered=True),
                "history": list(reversed(history)),
                "rating_chart": rating_chart(history),
            },
        )


def _label(game: Game) -> str:
    state = game[1]
    return f"{state.tournament.name} · {_('R%(n)d') % {'n': state.round.number}}"


def in_order(events: Sequence[EventOf]) -> list[Game]:
    """Return the games of all events, the earliest first."""
    return [game for event in reversed(events) for game in event.games]


def rating_chart(history: Sequence[ShownChange]) -> str:
    """Draw how a rating went; nothing where there is no change yet. Of several clubs the one with
    the most events."""
    clubs: dict[int, list[ShownChange]] = {}
    for change in history:
        clubs.setdefault(change.change.book_id, []).append(change)
    if not clubs:
        return ""
    own = max(clubs.values(), key=len)
    points = [(0, own[0].before), *((i, c.after) for i, c in enumerate(own, 1))]
    low = min(y for _x, y in points)
    # Drawn from the start, where everybody begins: from zero all lines would lie at the top.
    lines = [Line("", [(x, y - ratings.START) for x, y in points])]
    every = max(1, (len(own) + 5) // 6)
    one_year = own[0].change.on.year == own[-1].change.on.year
    form = "MONTH_DAY_FORMAT" if one_year else "YEAR_MONTH_FORMAT"
    marks = {
        i: date_format(c.change.on, form)
        for i, c in enumerate(own, 1)
        if (len(own) - i) % every == 0
    }
    return line_chart(
        lines,
        marks,
        title=_("Rating"),
        tick=lambda value: str(value + ratings.START),
        desc=_("From %(first)d to %(last)d over %(n)d events; lowest %(low)d.")
        % {"first": points[0][1], "last": points[-1][1], "n": len(own), "low": low},
    )


class PlayerHands(RuledView):
    """The hands of a person over all events, as CSV."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest, player_id: int) -> HttpResponse:
        player = get_object_or_404(Player, pk=player_id)
        events = events_of(self.actor, player)
        if not events:
            raise Http404
        content = hands_csv(in_order(events), get_language() or "en")
        day = timezone.localdate()
        return csv_attachment(request, content, f"hands-{player.pk}-{day}.csv")


class PersonHands(EventView):
    """The hands of a person in one event, as CSV."""

    rule = Rule.STANDINGS

    def get(self, request: HttpRequest, event: str, number: int) -> HttpResponse:
        entry = get_object_or_404(self.event.entries, number=number)
        releases.require_shown(self.actor, self.event)
        content = hands_csv(list(self._games(entry)), get_language() or "en")
        name = f"{self.event.slug}-{number}-hands.csv"
        return csv_attachment(request, content, name)

    def _games(self, entry: Entry) -> Iterator[Game]:
        seats = entry.seats.all()
        if not access.may_referee(self.actor, self.event):
            seats = seats.filter(round__seats_public=True)
        states = states_of(for_states(seats.values_list("table_id", flat=True)))
        for state in sorted(states, key=lambda state: state.round.number):
            yield next(s for s in state.seats if s.entry.pk == entry.pk), state
