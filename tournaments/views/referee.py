"""The referee's pages of one table: the hand form, its JSON acts, the sheet."""

from dataclasses import asdict
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie

from tournaments.forms.breaches import for_chairs
from tournaments.models import Penalty, Round, Table
from tournaments.services import hands, penalties, tables
from tournaments.services.access import may_reopen, may_reseat
from tournaments.services.alike import alike
from tournaments.services.bodies import json_object
from tournaments.services.claimed_totals import compare_totals
from tournaments.services.confirming import signature_lines
from tournaments.services.errors import Invalid, NotThere, Problem, ServiceError
from tournaments.services.escalation import breaches_of, earlier_of
from tournaments.services.hand_ahead import plain_results
from tournaments.services.paper import differences
from tournaments.services.refusals import words
from tournaments.services.tables import TableState, table_state
from tournaments.views.hand_json import clashes_json, preview_json, refusal_json, state_json
from tournaments.views.hand_words import form_words, in_reader_s_characters, tile_words
from tournaments.views.rules import Rule, RuledView


class TableView(RuledView):
    """A page or act of one table, reached by its link or by a referee who is logged in."""

    @property
    def the_table(self) -> Table:
        if self.table is None:
            raise RuntimeError("This address names a table.")
        return self.table

    def table_id(self) -> int:
        return self.the_table.pk

    def body(self) -> dict[str, Any]:
        """Return the JSON object of the request; raise `Invalid`."""
        return json_object(self.request.body or b"{}")

    def address(self, name: str) -> str:
        """Return another address of the same table, by the same door."""
        if "token" in self.kwargs:
            return reverse(f"table-{name}", kwargs={"token": self.kwargs["token"]})
        return reverse(f"referee-{name}", kwargs={"table_id": self.table_id()})

    def refuse(self, error: ServiceError) -> HttpResponse:
        if self.wants_json:
            return JsonResponse(refusal_json(error), status=error.status)
        return super().refuse(error)

    def answer(self, status: int = 200, **more: Any) -> JsonResponse:
        """Answer an act with the table as it is now."""
        state = state_json(table_state(self.table_id()))
        return JsonResponse({"state": state, **more}, status=status)


@method_decorator(ensure_csrf_cookie, name="dispatch")
class HandForm(TableView):
    """The hand form of a table."""

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        state = table_state(self.table_id())
        names = ["state", "plain", "preview", "claims", "record", "undo", "finish", "totals"]
        names += ["insert", "remove", "note", "call", "paper", "steps"]
        by_account = self.actor.link is None
        if by_account:
            names += ["penalty", "cancel", "extra"]
            if may_reseat(self.actor, state.tournament):
                names.append("reseat")
        if may_reopen(self.actor, self.the_table):
            names.append("reopen")
        return render(
            request,
            "referee/table.html",
            {
                "tournament": self.tournament,
                "state": state,
                "totals_open": self._totals_open(state),
                "sheet": self.address("sheet"),
                "data": {
                    "state": state_json(state),
                    "declaration": in_reader_s_characters(state.ruleset.declaration(helps=False)),
                    "options": state.tournament.ruleset_options,
                    "clashes": clashes_json(state.ruleset, state.tournament.ruleset_options),
                    "urls": {name: self.address(name) for name in names},
                    "words": form_words(),
                    "tiles": tile_words(),
                    "breaches": breaches_at(state) if by_account else [],
                    "language": request.LANGUAGE_CODE,
                },
            },
        )

    @staticmethod
    def _totals_open(state: TableState) -> bool:
        """Totals are for a table without hands, until its result is confirmed."""
        locked = state.table.status == Table.Status.CONFIRMED
        closed = state.round.status == Round.Status.CLOSED
        return not state.hands and not locked and not closed


class State(TableView):
    """The table as it is saved. Asked every few seconds by every open form: while nothing has
    happened in the event the answer is 304 and costs no look at the hands."""

    wants_json = True

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        if self.table is None or self.tournament is None:
            raise NotThere
        tag = f'"{self.tournament.revision}-{self.table.revision}-{self.table.round.status}"'
        if request.headers.get("If-None-Match") == tag:
            response: HttpResponse = HttpResponseNotModified()
        else:
            response = self.answer()
        response["ETag"] = tag
        response["Cache-Control"] = "no-store"
        return response


class Preview(TableView):
    """What the hand in the form would come to."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        preview = hands.preview_hand(
            self.actor,
            self.table_id(),
            body.get("events"),
            number=whole(body.get("number")) if body.get("amend") else None,
            dealer=whole(body.get("dealer")),
            winds=body.get("winds"),
        )
        found = None if body.get("amend") else alike(self.actor, self.table_id(), preview)
        return JsonResponse(preview_json(preview, found))


class Claims(TableView):
    """A total that was called, beside what the tiles or the ticked fans come to."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        compared = compare_totals(
            self.actor,
            self.table_id(),
            body.get("events"),
            body.get("claims"),
            number=whole(body.get("number")) if body.get("amend") else None,
            dealer=whole(body.get("dealer")),
            winds=body.get("winds"),
        )
        return JsonResponse(
            {
                "compared": [
                    {
                        "seat": one.seat,
                        "claimed": one.claimed,
                        "counted": one.counted,
                        "lines": [words(line) for line in one.words],
                    }
                    for one in compared
                ]
            }
        )


class Plain(TableView):
    """What plain hands of the table come to, for a preview without network."""

    wants_json = True

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        plain = plain_results(table_state(self.table_id()))
        return JsonResponse(asdict(plain))


class Record(TableView):
    """Save the next hand, or (with a revision) change an earlier one."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        if body.get("revision") is None:
            recorded = hands.record_hand(
                self.actor,
                self.table_id(),
                events=body.get("events"),
                client_key=body.get("client_key"),
                number=body.get("number"),  # type: ignore[arg-type]  # the service checks it
                dealer=whole(body.get("dealer")),
                winds=body.get("winds"),
            )
        else:
            recorded = hands.amend_hand(
                self.actor,
                self.table_id(),
                whole(body.get("number")) or 0,
                events=body.get("events"),
                revision=body["revision"],
                client_key=body.get("client_key"),
                reason=str(body.get("reason") or ""),
            )
        return self.answer(
            200 if recorded.repeated else 201,
            number=recorded.hand.number,
            repeated=recorded.repeated,
        )


class Undo(TableView):
    """Take the last hand back."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        hands.undo_hand(
            self.actor,
            self.table_id(),
            number=whole(body.get("number")) or 0,
            revision=whole(body.get("revision")) or 0,
            client_key=body.get("client_key"),
        )
        return self.answer()


class Finish(TableView):
    """Say that the table has played its last hand."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        tables.finish_table(self.actor, self.table_id())
        return self.answer()


class Totals(TableView):
    """Enter the totals of a sheet that holds no hands."""

    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        given = body.get("totals")
        if not isinstance(given, dict):
            raise Invalid(problems=[Problem("totals", _("Enter the four totals."))])
        totals = {int(k): v for k, v in given.items() if k.isdecimal() and len(k) == 1}
        tables.type_totals(
            self.actor, self.table_id(), totals, reason=str(body.get("reason") or "")
        )
        return self.answer()


class GivePenalty(TableView):
    """Give a penalty outside a hand to somebody at this table; it counts at this table."""

    rule = Rule.REFEREE
    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        state = table_state(self.table_id())
        entry: dict[int | None, int] = {seat.chair: seat.entry.pk for seat in state.seats}
        code = str(body.get("breach") or "").partition(":")[0]
        points = body.get("points")
        penalties.give_penalty(
            self.actor,
            state.tournament.pk,
            # No entry has this number: the service refuses it in its own words.
            entry_id=entry.get(whole(body.get("chair")), 0),
            scope=Penalty.Scope.SESSION,
            mode=str(body.get("mode")),
            points=points,  # type: ignore[arg-type]  # the service checks it
            reason=str(body.get("reason") or ""),
            round_number=state.round.number,
            beneficiary_id=entry.get(whole(body.get("to"))),
            code=code if code in breaches_of(state.tournament) else "",
        )
        return self.answer(201, breaches=breaches_at(state))


class CancelPenalty(TableView):
    """Cancel a penalty of somebody at this table, with a reason."""

    rule = Rule.REFEREE
    wants_json = True

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        body = self.body()
        wanted = whole(body.get("penalty"))
        here = {penalty.pk for penalty in table_state(self.table_id()).penalties}
        if wanted not in here:
            raise NotThere
        penalties.cancel_penalty(self.actor, wanted, str(body.get("reason") or ""))
        return self.answer(breaches=breaches_at(table_state(self.table_id())))


class Sheet(TableView):
    """The table's score sheet on the screen."""

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        state = table_state(self.table_id())
        limit = state.ruleset.deal_limit or 0
        blank = [] if state.finished else range(state.next_number, limit + 1)
        return render(
            request,
            "referee/sheet.html",
            {
                "tournament": self.tournament,
                "state": state,
                "blank": blank,
                "penalised": any(seat.penalty for seat in state.seats),
                "form": self.address("form"),
                "paper": self.address("paper"),
                "lines": signature_lines(state),
                "paper_differs": any(differences(state) or ()),
            },
        )


def by_link(view: type[TableView]) -> type[TableView]:
    """Return the view for holders of a table link."""
    return type(f"{view.__name__}ByLink", (view,), {"rule": Rule.TABLE_LINK})


def by_referee(view: type[TableView]) -> type[TableView]:
    """Return the view for referees who are logged in."""
    return type(f"{view.__name__}ByReferee", (view,), {"rule": Rule.REFEREE})


def breaches_at(state: TableState) -> list[dict[str, object]]:
    """Return the event's catalogue of breaches, with the next step of everybody at the table."""
    entries = {seat.chair: seat.entry.pk for seat in state.seats}
    earlier = earlier_of(state.tournament, entries.values())
    return for_chairs(breaches_of(state.tournament), entries, earlier)


def whole(value: object) -> int | None:
    """Return a whole number as it is; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
