"""What everybody sees of events: what is on, standings, rounds, tables, people, rules."""

from typing import Any

from django.db.models import Prefetch, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_cache_control
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from scoring.rulesets import all_rulesets, get_ruleset
from tournaments.models import Entry, Seat, Table, Tournament
from tournaments.services import access, standings
from tournaments.services.tables import for_states, states_of
from tournaments.views.rules import Rule, RuledView

TABS = (
    {"name": "standings", "words": _("Standings")},
    {"name": "rounds", "words": _("Rounds and tables")},
    {"name": "people", "words": _("People")},
    {"name": "event-rules", "words": _("Rules of this event")},
)
RECENT = 20


class Home(RuledView):
    """What is on now, what comes, what was."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        events = list(Tournament.objects.select_related("club").order_by("-starts_on", "-id")[:60])
        by_status: dict[str, list[Tournament]] = {}
        for event in events:
            by_status.setdefault(event.status, []).append(event)
        return render(
            request,
            "home.html",
            {
                "running": by_status.get(Tournament.Status.RUNNING, []),
                "planned": by_status.get(Tournament.Status.PLANNED, []),
                "finished": by_status.get(Tournament.Status.FINISHED, [])[:RECENT],
            },
        )


class EventView(RuledView):
    """A page of one event, with its tabs."""

    tab = ""

    @property
    def event(self) -> Tournament:
        if self.tournament is None:
            raise Http404
        return self.tournament

    def show(self, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
        shared = {
            "tournament": self.event,
            "tabs": TABS,
            "tab": self.tab,
            "is_referee": access.may_referee(self.actor, self.event),
        }
        return render(self.request, template, {**shared, **context}, status=status)


class StandingsPage(EventView):
    """The leaderboard. The board alone (for polling) carries an ETag from the event's revision."""

    rule = Rule.STANDINGS
    tab = "standings"
    board_only = False

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        current = standings.current(self.event)
        seen = (current.revision, current.fresh) if current else None
        etag = quote_etag(f"{self.event.pk}-{seen}-{get_language()}-{request.GET.get('teams', '')}")
        if self.board_only and request.headers.get("If-None-Match") == etag:
            response = HttpResponse(status=304)
        else:
            response = self.show(
                "public/_board.html" if self.board_only else "public/standings.html",
                {"current": current, "teams": "teams" in request.GET},
            )
        if self.board_only:
            response["ETag"] = etag
            patch_cache_control(response, no_cache=True)
        return response


class Board(StandingsPage):
    board_only = True


class Rounds(EventView):
    """All rounds; the seats of those that are published."""

    rule = Rule.PUBLIC
    tab = "rounds"

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        seats = Seat.objects.select_related("entry__player").order_by("wind")
        tables = Table.objects.order_by("number").prefetch_related(Prefetch("seats", seats))
        rounds = list(
            self.event.rounds.order_by("-number").prefetch_related(
                Prefetch("tables", tables), "byes__entry__player"
            )
        )
        referee = access.may_referee(self.actor, self.event)
        shown = [(round_, round_.seats_public or referee) for round_ in rounds]
        return self.show("public/rounds.html", {"rounds": shown})


class TablePage(EventView):
    """One table: seats, totals, every hand and who paid whom."""

    rule = Rule.STANDINGS
    tab = "rounds"

    def get(self, request: HttpRequest, event: str, round: int, table: int) -> HttpResponse:
        found = for_states(round__tournament=self.event, round__number=round, number=table)
        if not found or not access.may_see_seats(self.actor, found[0].round):
            raise Http404
        return self.show("public/table.html", {"state": states_of(found)[0]})


class People(EventView):
    """Everybody who takes part; search by name, number, club or team."""

    rule = Rule.PUBLIC
    tab = "people"

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        words = request.GET.get("q", "").strip()[:80]
        entries = self.event.entries.select_related("player__club", "team").order_by("number")
        if words:
            query = (
                Q(player__name__icontains=words)
                | Q(player__club__name__icontains=words)
                | Q(team__name__icontains=words)
            )
            if words.isdecimal() and len(words) < 9:
                query |= Q(number=int(words))
            entries = entries.filter(query)
        return self.show("public/people.html", {"entries": entries, "words": words})


class PersonPage(EventView):
    """One player of the event: seats, results, and how the total is made up."""

    rule = Rule.PUBLIC
    tab = "people"

    def get(self, request: HttpRequest, event: str, number: int) -> HttpResponse:
        entry = get_object_or_404(
            self.event.entries.select_related("player__club", "team"), number=number
        )
        return self.show_person(entry)

    def show_person(self, entry: Entry) -> HttpResponse:
        seats = entry.seats.select_related("round").exclude(round__seats_public=False)
        states = states_of(for_states([seat.table_id for seat in seats]))
        states.sort(key=lambda state: state.round.number)
        row = None
        current = None
        if access.may_see_standings(self.actor, self.event):
            current = standings.current(self.event)
            rows = current.standings.rows if current else ()
            row = next((r for r in rows if r.entry_id == entry.pk), None)
        games = [
            (next(s for s in state.seats if s.entry.pk == entry.pk), state) for state in states
        ]
        return self.show(
            "public/person.html", {"entry": entry, "games": games, "row": row, "current": current}
        )


class Me(PersonPage):
    """The page of the player who is logged in."""

    rule = Rule.SIGNED_IN

    def get(self, request: HttpRequest, event: str, number: int = 0) -> HttpResponse:
        entry = (
            self.event.entries.select_related("player__club", "team")
            .filter(player__user=self.actor.user)
            .first()
        )
        if entry is None:
            return self.show("public/not_in_event.html", {}, status=404)
        return self.show_person(entry)


class EventRules(EventView):
    """The options of this event, in words."""

    rule = Rule.PUBLIC
    tab = "event-rules"

    def get(self, request: HttpRequest, event: str) -> HttpResponse:
        ruleset = get_ruleset(self.event.ruleset)
        options = [
            (
                option,
                option_words(option, self.event.ruleset_options.get(option.id, option.default)),
            )
            for option in ruleset.options
        ]
        return self.show("public/event_rules.html", {"ruleset": ruleset, "options": options})


def option_words(option: Any, value: Any) -> Any:
    """Return the words of an option's value."""
    if value in option.choice_labels and not isinstance(value, bool):
        return option.choice_labels[value]
    if isinstance(value, bool):
        return (("否", "no"), ("是", "yes"))[value]
    text = "–" if value is None else str(value)
    return (text, text)


class RulesIndex(RuledView):
    """All rule systems."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest) -> HttpResponse:
        return render(request, "public/rules.html", {"rulesets": all_rulesets()})


class RulesetPage(RuledView):
    """One rule system: patterns, options, circumstances, who pays."""

    rule = Rule.PUBLIC

    def get(self, request: HttpRequest, ruleset: str) -> HttpResponse:
        try:
            found = get_ruleset(ruleset)
        except KeyError:
            raise Http404 from None
        options = [(option, option_words(option, option.default)) for option in found.options]
        return render(request, "public/ruleset.html", {"ruleset": found, "options": options})
