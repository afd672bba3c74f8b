"""The hall's projector: one slide at a time, turned by the clock, chosen at the desk."""

from collections.abc import Hashable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString

from tournaments.models import HallScreen, Round, Tournament
from tournaments.services import boards, hall
from tournaments.services.clock import Clock, clock_of
from tournaments.services.hall import Hall, Slide
from tournaments.services.kept import Kept
from tournaments.services.names import with_shown_names
from tournaments.services.programme import ROWS, SEATS, TABLES, Programme, programme_of
from tournaments.services.tables import HandState, TableState
from tournaments.standings import Standings
from tournaments.views.fragments import answer, drawn, tag_of
from tournaments.views.hand_story import story_of
from tournaments.views.rules import Rule, RuledView

Scene = HallScreen.Scene
_programmes: Kept[Programme] = Kept(16)


class ProjectorView(RuledView):
    """What page and part of the projector have in common. The hall sees what a visitor may see,
    whoever has opened the page."""

    rule = Rule.PUBLIC

    def _resolve(self) -> None:
        sight = boards.visitors_sight(self.kwargs["event"])
        if sight is None:
            raise Http404
        self.sight, self.tournament = sight, sight.tournament

    def setup(self, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().setup(request, *args, **kwargs)
        self.now = timezone.now()

    @property
    def event(self) -> Tournament:
        return self.sight.tournament

    def choose(self) -> tuple[Hall, Programme, Slide]:
        """Return what the hall has chosen, what there is, and the slide of this moment."""
        programme = _programmes.get(self.sight.tag, lambda: programme_of(self.sight))
        found = hall.hall_of(self.event)
        order, in_turn = programme.in_turn()
        auto = found.choice.scene == Scene.AUTO
        pages = in_turn if auto else programme.pages
        slides = hall.slides(found.choice.scene, pages, order)
        return found, programme, hall.slide_at(found, slides, self.now)

    def key(self, found: Hall, slide: Slide) -> Hashable:
        return ("projector", self.sight.tag, found.choice, slide)

    def draw(self, found: Hall, programme: Programme, slide: Slide) -> SafeString:
        running = programme.rounds[0].round if programme.rounds else None
        waiting = programme.round if programme.round != running else None
        context = {
            "tournament": self.event,
            "choice": found.choice,
            "slide": slide,
            "page": slide.page + 1,
            "news": self.sight.news,
            "finality": self.sight.finality,
            "fresh": self.sight.fresh,
            "running": running,
            "waiting": waiting if waiting and waiting.status == Round.Status.SEATED else None,
            "clock": clock_of(running) if running else None,
            **_content(programme, slide),
        }
        return render_to_string("public/_projector.html", context)


def _content(programme: Programme, slide: Slide) -> dict[str, Any]:
    if slide.scene == Scene.STANDINGS and programme.results is not None:
        # What there is to show is the same in every language; hidden names are words of one.
        table: Standings = with_shown_names(programme.results.standings, programme.sight.tournament)
        rows = table.rows[slide.page * ROWS : (slide.page + 1) * ROWS]
        return {"current": programme.results, "table": table, "rows": rows}
    if slide.scene == Scene.SEATS:
        seats = programme.seats[slide.page * SEATS : (slide.page + 1) * SEATS]
        return {"seats": seats, "seats_round": programme.round}
    if slide.scene == Scene.TABLES:
        return {
            "tables": programme.tables[slide.page * TABLES : (slide.page + 1) * TABLES],
            "sees_results": programme.shows_hands,
        }
    if slide.scene == Scene.BEST and programme.best is not None:
        return _best(*programme.best)
    return {}


def _best(state: TableState, hand: HandState) -> dict[str, Any]:
    return {"state": state, "story": story_of(state, hand)}


class ProjectorPart(ProjectorView):
    """The slide of this moment, for a projector that is open."""

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        found, programme, slide = self.choose()
        with translation.override(found.choice.language or translation.get_language()):
            return answer(
                request, self.key(found, slide), lambda: self.draw(found, programme, slide)
            )


class Projector(ProjectorView):
    """The page for the hall's screen. Without scripts it asks for itself anew."""

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        found, programme, slide = self.choose()
        with translation.override(found.choice.language or translation.get_language()):
            key = self.key(found, slide)
            context = {
                "tournament": self.event,
                "choice": found.choice,
                "part": drawn(key, lambda: self.draw(found, programme, slide)).html,
                "etag": tag_of(key),
                "clock": self._clock(programme),
                "now": self.now,
            }
            return render(request, "public/projector.html", context)

    def _clock(self, programme: Programme) -> Clock | None:
        return clock_of(programme.rounds[0].round) if programme.rounds else None
