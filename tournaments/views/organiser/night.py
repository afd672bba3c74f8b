"""The evening of a club night: who plays, the next game, a new table, the end."""

from collections import Counter
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.rulesets import get_ruleset
from tournaments.forms.night import OpenTableForm
from tournaments.models import Entry, Round, Seat, Table
from tournaments.services import access, club_night
from tournaments.services.refusals import words
from tournaments.services.tables import TableState, for_states, states_of
from tournaments.views.organiser.base import TABS, AskFirst, DeskView, FormPage, Question, attempt
from tournaments.views.rules import Rule


class Night(FormPage):
    """Tables that play, tables that are done and wait for their next game, and a new one."""

    rule = Rule.REFEREE
    tab = "desk-night"
    template = "desk/night.html"

    def form(self, data: Any = None) -> OpenTableForm:
        players = get_ruleset(self.event.ruleset).players
        return OpenTableForm(
            data, people=self.free_people(), chairs=max(players), least=min(players)
        )

    def people(self) -> list[Entry]:
        if not hasattr(self, "_people"):
            active = self.event.entries.filter(status__in=("active", "substitute"))
            self._people = list(active.select_related("player").order_by("number"))
        return self._people

    def playing(self) -> set[int]:
        if not hasattr(self, "_playing"):
            seats = Seat.objects.filter(
                table__round__tournament=self.event, table__status=Table.Status.OPEN
            ).exclude(round__status=Round.Status.CLOSED)
            self._playing = set(seats.values_list("entry_id", flat=True))
        return self._playing

    def free_people(self) -> list[Entry]:
        return [entry for entry in self.people() if entry.pk not in self.playing()]

    def act(self, form: OpenTableForm) -> HttpResponse:
        table = club_night.open_table(
            self.actor,
            self.event.pk,
            form.chairs(),
            sitting_out=form.cleaned_data["sitting_out"],
        )
        return self.done(
            _("Table %(n)d of round %(round)d is open.")
            % {"n": table.number, "round": table.round.number},
            self.address("desk-night"),
        )

    def context(self, form: Any) -> dict[str, Any]:
        states = states_of(
            for_states(round__tournament=self.event, round__status=Round.Status.RUNNING)
        )
        seats = Seat.objects.filter(round__tournament=self.event).order_by("table_id")
        last = dict(seats.values_list("entry_id", "table_id"))
        out = {
            entry.pk: entry
            for entry in self.people()
            if entry.pk in {state.table.sitting_out_id for state in states}
        }
        ruleset = get_ruleset(self.event.ruleset)
        organises = access.may_organise(self.actor, self.event)
        games = Counter(seats.values_list("entry_id", flat=True))
        return {
            "playing": [_shown(s, out) for s in states if not s.finished],
            "waiting": [_shown(s, out) for s in states if s.finished and self._may_go_on(s, last)],
            "free": [(entry, games[entry.pk]) for entry in self.free_people()],
            "rules": words(ruleset.name),
            "players": sorted(ruleset.players),
            "games_round": club_night.games_of_a_turn(ruleset),
            "organises": organises,
            **({} if organises else {"tabs": [t for t in TABS if t.name == self.tab]}),
        }

    def _may_go_on(self, state: TableState, last: dict[int, int]) -> bool:
        """Whether the people of a finished game are all free: it is the last game of each."""
        people = {seat.entry.pk for seat in state.seats}
        if state.table.sitting_out_id is not None and state.table.sitting_out_id in self.playing():
            return False
        return not people & self.playing() and {last[pk] for pk in people} == {state.table.pk}


def _shown(state: TableState, out: dict[int, Entry]) -> dict[str, Any]:
    sitting_out = state.table.sitting_out_id
    return {"state": state, "sitting_out": out.get(sitting_out) if sitting_out else None}


class NightAct(DeskView):
    """A bare button of the evening's page."""

    rule = Rule.REFEREE
    tab = "desk-night"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-night"))


class NextGame(NightAct):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return attempt(
            self,
            lambda: club_night.next_game(self.actor, self.the_table.pk),
            _("The next game is open."),
            self.address("desk-night"),
        )


class TakeTableBack(NightAct):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return attempt(
            self,
            lambda: club_night.take_table_back(self.actor, self.the_table.pk),
            _("The table is taken back."),
            self.address("desk-night"),
        )


class CloseEvening(AskFirst):
    """End the evening."""

    tab = "desk-night"
    back = "desk-night"

    def question(self) -> Question:
        return Question(
            _("End the evening?"),
            [
                _("All its rounds are closed: nothing at their tables can be changed."),
                _("Standings and settling up are final, and the evening stands in the archive."),
                _("To play on, set the status to “running” in the settings; a round is reopened "
                  "on its own page."),
            ],
            _("End the evening"),
            danger=True,
        )  # fmt: skip

    def act(self, form: Any) -> HttpResponse:
        club_night.close_evening(self.actor, self.event.pk)
        return self.done(_("The evening is over."), self.address("desk-night"))
