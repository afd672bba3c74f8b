"""What else is done at one table: hands put in and taken out, notes, calls, the paper sheet."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from tournaments.models import Table
from tournaments.services import clock, hand_order, paper, referee_calls
from tournaments.services.errors import ServiceError
from tournaments.services.tables import table_state
from tournaments.views.referee import TableView, whole
from tournaments.views.rules import Rule


class Insert(TableView):
    """Put a forgotten hand in before a later one."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        made = hand_order.insert_hand(
            self.actor,
            self.table_id(),
            whole(body.get("number")) or 0,
            events=body.get("events"),
            table_revision=body.get("table_revision"),
            client_key=body.get("client_key"),
            dealer=whole(body.get("dealer")),
            reason=str(body.get("reason") or ""),
        )
        return self.answer(200 if made.repeated else 201, repeated=made.repeated)


class Remove(TableView):
    """Take a hand out."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        hand_order.remove_hand(
            self.actor,
            self.table_id(),
            whole(body.get("number")) or 0,
            revision=body.get("revision"),
            client_key=body.get("client_key"),
            reason=str(body.get("reason") or ""),
        )
        return self.answer()


class Note(TableView):
    """Write a note on a hand."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        referee_calls.note_on_hand(
            self.actor, self.table_id(), whole(body.get("number")), body.get("note")
        )
        return self.answer()


class Call(TableView):
    """Call a referee."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        reason = str(self.body().get("reason") or "")
        referee_calls.call_referee(self.actor, self.table_id(), reason)
        return self.answer(201)


class ExtraTime(TableView):
    """Give the table minutes more, or take given ones back."""

    rule = Rule.REFEREE
    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        minutes = whole(body.get("minutes"))
        clock.give_table_time(
            self.actor,
            self.table_id(),
            minutes,  # type: ignore[arg-type]  # the service checks it
            str(body.get("reason") or "")[:200],
        )
        return self.answer()


class AnswerCall(TableView):
    """A referee comes; then the table's form."""

    rule = Rule.REFEREE

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        return redirect(self.address("form"))

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        referee_calls.answer_call(self.actor, self.table_id())
        return redirect(self.address("form"))


def read_totals(request: HttpRequest, seats: int) -> dict[int, object]:
    """Return the whole numbers of the fields ``total-0`` …; what is none stays out."""
    found: dict[int, object] = {}
    for chair in range(seats):
        text = request.POST.get(f"total-{chair}", "").strip().replace("−", "-").lstrip("+")
        try:
            found[chair] = int(text)
        except ValueError:
            continue
    return found


class Paper(TableView):
    """The four totals of the paper sheet beside those of the hands."""

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        return self._show(request)

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        state = table_state(self.table_id())
        try:
            paper.check_paper(self.actor, self.table_id(), read_totals(request, len(state.seats)))
        except ServiceError as error:
            return self._show(request, error)
        if not any(paper.differences(table_state(self.table_id())) or ()):
            messages.success(request, _("Paper and hands agree."))
        return redirect(self.address("paper"))

    def _show(self, request: HttpRequest, error: ServiceError | None = None) -> HttpResponse:
        state = table_state(self.table_id())
        typed = state.table.paper_totals or [""] * len(state.seats)
        differ = paper.differences(state) or ("",) * len(state.seats)
        if error is not None:
            typed = [request.POST.get(f"total-{seat.chair}", "") for seat in state.seats]
            differ = ("",) * len(state.seats)
        return render(
            request,
            "referee/paper.html",
            {
                "tournament": self.tournament,
                "state": state,
                "rows": list(zip(state.seats, typed, differ, strict=True)),
                "differs": any(differ),
                "slips": paper.slips(state) if error is None else [],
                "error": error,
                "locked": state.table.status == Table.Status.CONFIRMED,
                "form": self.address("form"),
                "sheet": self.address("sheet"),
            },
            status=200 if error is None else error.status,
        )
