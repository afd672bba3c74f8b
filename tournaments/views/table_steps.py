"""The steps of a table as the hand form reads them, and the acts on them: taking back, opening a
finished table again, saying who really sits where."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from scoring.progress import Position
from tournaments.forms.seating import ReseatForm
from tournaments.models import Entry, Table
from tournaments.services import tables
from tournaments.services.errors import ServiceError
from tournaments.services.log import actor_name
from tournaments.services.seating_moves import move_under_hands
from tournaments.services.steps import Step, steps_of, to_bring_again
from tournaments.services.take_back import take_back
from tournaments.templatetags.club import wind_name
from tournaments.views.referee import TableView
from tournaments.views.rules import Rule


class Steps(TableView):
    """What was done at the table, the newest first; taking the newest back."""

    wants_json = True

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        return JsonResponse(steps_json(self.the_table))

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        only_ask = body.get("ask") is True
        outcome = take_back(
            self.actor,
            self.table_id(),
            body.get("groups"),
            client_key=body.get("client_key"),
            only_ask=only_ask,
        )
        return JsonResponse({"outcome": asdict(outcome)}) if only_ask else self.answer()


class Reopen(TableView):
    """Open a finished table again, with a reason."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        tables.reopen_table(self.actor, self.table_id(), str(self.body().get("reason") or ""))
        return self.answer()


def _number_and_name(entry: Entry) -> str:
    return f"{entry.number} {entry.shown_name}"


class Reseat(TableView):
    """Who really sits where at this table, also under recorded hands."""

    rule = Rule.REFEREE

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        return self._show(self._form())

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        form = self._form(request.POST)
        if not form.is_valid():
            return self._show(form, status=400)
        try:
            move_under_hands(
                self.actor,
                self.the_table.round_id,
                form.people(),
                reason=form.cleaned_data["reason"],
                hands=form.cleaned_data["hands"],
            )
        except ServiceError as error:
            form.refuse(error)
            return self._show(form, status=error.status)
        number = self.the_table.number
        messages.success(
            request, _("Table %(n)d is seated anew; its totals follow.") % {"n": number}
        )
        return redirect(self.address("form"))

    def _form(self, data: Any = None) -> ReseatForm:
        seats = list(self.the_table.seats.select_related("entry__player").order_by("wind"))
        winds = [wind_name(seat.wind) for seat in seats]
        return ReseatForm(data, seats=seats, winds=winds, names=_number_and_name)

    def _show(self, form: ReseatForm, *, status: int = 200) -> HttpResponse:
        table = self.the_table
        context = {
            "tournament": self.tournament,
            "form": form,
            "table": table,
            "round": table.round,
            "hands": table.hands.in_force().count(),
            "back": self.address("form"),
        }
        return render(self.request, "referee/seats.html", context, status=status)


def steps_json(table: Table) -> dict[str, Any]:
    """Describe the steps of a table; the page says hands in its own words."""
    steps = steps_of(table)
    again = to_bring_again(steps)
    return {
        "steps": [_step(step, table) for step in steps],
        "again": None if again is None else str(again.group),
    }


def _step(step: Step, table: Table) -> dict[str, Any]:
    zone = table.round.tournament.club.zone
    entry = step.entry
    return {
        "id": str(step.group),
        "act": step.act,
        "name": entry.get_act_display(),
        "state": step.state,
        "takes_back": None if step.takes_back is None else str(step.takes_back),
        "when": f"{localtime(step.at, zone):%H:%M}",
        "who": actor_name(entry),
        "reason": entry.reason,
        "number": step.number,
        "hand": _hand(step.facts),
        "before": _hand(entry.before) if entry.act == "hand.amended" else None,
        "penalty": _penalty(step.facts) if entry.act.startswith("penalty.") else None,
    }


def _hand(facts: Any) -> dict[str, Any] | None:
    if not isinstance(facts, Mapping) or "events" not in facts:
        return None
    position = Position.from_json(facts["position"])
    return {
        "number": facts["number"],
        "events": facts["events"],
        "position": {**position.to_json(), "chairs": list(position.chairs)},
    }


def _penalty(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {"entry": facts.get("entry"), "points": facts.get("points"), "mode": facts.get("mode")}
