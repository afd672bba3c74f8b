"""The addresses of the API: each parses, calls one service, and shows what it says."""

from typing import Any

from django.db.models import Prefetch
from django.http import Http404
from django.utils.translation import gettext as _
from django_filters.rest_framework import DjangoFilterBackend  # type: ignore[import-untyped]  # none
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from scoring.compare import compare
from scoring.errors import Refusal
from scoring.example_hands import record_of
from scoring.rule_facts import facts
from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from tournaments.api import forms, ruleset_schema
from tournaments.api.base import ApiView
from tournaments.api.record_schema import any_record
from tournaments.models import Seat, Table, Tournament
from tournaments.services import access, hands, releases
from tournaments.services.errors import Invalid, NotThere, Problem
from tournaments.services.hands import Recorded
from tournaments.services.refusals import invalid_from
from tournaments.services.rules import Rule
from tournaments.services.tables import TableState, for_states, states_of, table_state

REFUSED = {
    400: forms.RefusalOut,
    401: forms.RefusalOut,
    403: forms.RefusalOut,
    404: forms.RefusalOut,
    409: forms.ConflictOut,
}


def answers(form: Any, *codes: int, status: int = 200) -> dict[int, Any]:
    """Return the responses of an address for the schema: the good one and its refusals."""
    return {status: form, **{code: REFUSED[code] for code in codes}}


class Root(ApiView):
    """Where to begin."""

    rule = Rule.PUBLIC

    @extend_schema(operation_id="root", responses=OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        names = (
            *("api-rulesets", "api-tournaments", "api-settle", "api-score", "api-waits"),
            *("api-my-table", "api-schema"),
        )
        return Response(
            {name.removeprefix("api-"): reverse(name, request=request) for name in names}
        )


class Settle(ApiView):
    """Say what a record is worth. Nothing is saved, and no account is needed."""

    rule = Rule.PUBLIC

    @extend_schema(
        operation_id="settle",
        request={"application/json": any_record()},
        responses={200: OpenApiTypes.OBJECT, 400: forms.RefusalOut},
    )
    def post(self, request: Request) -> Response:
        record: Any = request.data
        name = record.get("ruleset")
        try:
            ruleset = get_ruleset(name if isinstance(name, str) else "")
        except KeyError:
            raise Invalid(
                problems=[Problem("ruleset", _("There is no such rule system."))]
            ) from None
        try:
            settlement = ruleset.settle(record)
        except Refusal as refusal:
            raise invalid_from(refusal) from refusal
        return Response(settlement.to_stored())


class Rulesets(ApiView):
    """All rule systems."""

    rule = Rule.PUBLIC

    @extend_schema(operation_id="rulesets", responses=forms.RulesetOut(many=True))
    def get(self, request: Request) -> Response:
        return Response(forms.RulesetOut(all_rulesets(), many=True).data)


class RulesetDetail(ApiView):
    """What a rule system declares: options, patterns with example hands, circumstances, events.
    Texts are pairs of Chinese and English. ``records`` are the example hands as records that
    `POST /api/settle/` takes."""

    rule = Rule.PUBLIC

    @extend_schema(operation_id="ruleset", responses=answers(ruleset_schema.ruleset_answer(), 404))
    def get(self, request: Request, ruleset: str) -> Response:
        found = _ruleset(ruleset)
        records = {p.id: record_of(found, p) for p in found.patterns if p.example is not None}
        told = [fact.to_json() for fact in facts(found)]
        return Response({**found.declaration(), "facts": told, "records": records})


class CompareRulesets(ApiView):
    """Two rule systems side by side."""

    rule = Rule.PUBLIC

    @extend_schema(
        operation_id="compare_rulesets",
        parameters=[
            OpenApiParameter("a", str, required=True),
            OpenApiParameter("b", str, required=True),
        ],
        responses=answers(forms.ComparisonOut, 400, 404),
    )
    def get(self, request: Request) -> Response:
        missing = [name for name in ("a", "b") if name not in request.query_params]
        if missing:
            message = _("Name the rule system.")
            raise Invalid(problems=[Problem(name, message) for name in missing])
        left, right = (_ruleset(request.query_params[name]) for name in ("a", "b"))
        content = {"a": left.id, "b": right.id, "sections": compare(left, right)}
        return Response(forms.ComparisonOut(content).data)


def _ruleset(name: str) -> Ruleset:
    try:
        return get_ruleset(name)
    except KeyError:
        raise NotThere from None


class Tournaments(ApiView, ListAPIView[Tournament]):
    """All events, the newest first."""

    rule = Rule.PUBLIC
    queryset = Tournament.objects.select_related("club").order_by("-starts_on", "-id")
    serializer_class = forms.TournamentOut
    filter_backends = [DjangoFilterBackend]
    filterset_fields = ["status", "kind", "ruleset", "practice"]

    @extend_schema(operation_id="tournaments")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class TournamentDetail(ApiView):
    """One event and its settings."""

    rule = Rule.PUBLIC

    @extend_schema(operation_id="tournament", responses=answers(forms.TournamentOut, 404))
    def get(self, request: Request, event: str) -> Response:
        return Response(forms.TournamentOut(self.event).data)


class Entries(ApiView):
    """Who takes part."""

    rule = Rule.PUBLIC

    @extend_schema(operation_id="entries", responses=answers(forms.EntryOut(many=True), 404))
    def get(self, request: Request, event: str) -> Response:
        found = self.event.entries.select_related("player__club", "team").order_by("number")
        return Response(forms.EntryOut(found, many=True).data)


class Rounds(ApiView):
    """The rounds of an event; the seats of those that are published."""

    rule = Rule.PUBLIC

    @extend_schema(operation_id="rounds", responses=answers(forms.RoundOut(many=True), 404))
    def get(self, request: Request, event: str) -> Response:
        seats = Seat.objects.select_related("entry").order_by("wind")
        tables = Table.objects.order_by("number").prefetch_related(Prefetch("seats", seats))
        found = (
            self.event.rounds.select_related("stage")
            .order_by("number")
            .prefetch_related(Prefetch("tables", tables), "byes__entry")
        )
        referee = access.may_referee(self.actor, self.event)
        return Response(forms.RoundOut(found, many=True, context={"referee": referee}).data)


class RoundTables(ApiView):
    """All tables of a round with their hands."""

    rule = Rule.STANDINGS

    @extend_schema(
        operation_id="round_tables",
        responses=answers(forms.TableOut(many=True), 401, 403, 404),
    )
    def get(self, request: Request, event: str, round: int) -> Response:
        tables = for_states(round__tournament=self.event, round__number=round)
        if not tables or not access.may_see_seats(self.actor, tables[0].round):
            raise Http404
        releases.require_table_shown(self.actor, tables[0])
        states = sorted(states_of(tables), key=lambda state: state.table.number)
        return Response(forms.TableOut(states, many=True).data)


class TableDetail(ApiView):
    """One table: seats, totals, hands in force, and what comes next."""

    rule = Rule.STANDINGS

    @extend_schema(operation_id="table", responses=answers(forms.TableOut, 401, 403, 404))
    def get(self, request: Request, event: str, round: int, table: int) -> Response:
        if not access.may_see_seats(self.actor, self.at_table.round):
            raise Http404
        releases.require_table_shown(self.actor, self.at_table)
        return Response(forms.TableOut(table_state(self.at_table)).data)


class MyTable(ApiView):
    """The table of the link whose token came with the request."""

    rule = Rule.TABLE_LINK

    @extend_schema(operation_id="my_table", responses=answers(forms.TableOut, 401, 403))
    def get(self, request: Request) -> Response:
        return Response(forms.TableOut(table_state(self.at_table)).data)


class PreviewHand(ApiView):
    """What a hand would come to, or has come to so far; the same call as saving it, and nothing is
    saved. While it goes on, the settlement ends `unfinished`."""

    rule = Rule.RECORDER

    @extend_schema(
        operation_id="preview_hand",
        request=forms.PreviewIn,
        responses=answers(forms.PreviewOut, 400, 401, 403, 404, 409),
    )
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = _read(forms.PreviewIn, request)
        preview = hands.preview_hand(self.actor, self.at_table.pk, asked.pop("events"), **asked)
        return Response(forms.PreviewOut(preview).data)


class Hands(ApiView):
    """The hands of a table: read them, or record the next one."""

    rule = Rule.STANDINGS
    write_rule = Rule.RECORDER

    @extend_schema(operation_id="hands", responses=answers(forms.HandOut(many=True), 401, 403, 404))
    def get(self, request: Request, event: str, round: int, table: int) -> Response:
        if not access.may_see_seats(self.actor, self.at_table.round):
            raise Http404
        releases.require_table_shown(self.actor, self.at_table)
        return Response(forms.HandOut(table_state(self.at_table).hands, many=True).data)

    @extend_schema(
        operation_id="record_hand",
        request=forms.RecordIn,
        responses={
            200: OpenApiResponse(forms.RecordedOut, description="Saved before."),
            **answers(forms.RecordedOut, 400, 401, 403, 404, 409, status=201),
        },
    )
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = _read(forms.RecordIn, request)
        return recorded(hands.record_hand(self.actor, self.at_table.pk, **asked), made=201)


class HandDetail(ApiView):
    """Change a recorded hand, from the revision that was seen."""

    rule = Rule.RECORDER

    @extend_schema(
        operation_id="amend_hand",
        request=forms.AmendIn,
        responses=answers(forms.RecordedOut, 400, 401, 403, 404, 409),
    )
    def put(self, request: Request, event: str, round: int, table: int, number: int) -> Response:
        asked = _read(forms.AmendIn, request)
        return recorded(hands.amend_hand(self.actor, self.at_table.pk, number, **asked))


class UndoHand(ApiView):
    """Take the last hand back: it stays, marked, and its number is free again."""

    rule = Rule.RECORDER

    @extend_schema(
        operation_id="undo_hand",
        request=forms.UndoIn,
        responses=answers(forms.RecordedOut, 400, 401, 403, 404, 409),
    )
    def post(self, request: Request, event: str, round: int, table: int, number: int) -> Response:
        asked = _read(forms.UndoIn, request)
        return recorded(hands.undo_hand(self.actor, self.at_table.pk, number=number, **asked))


def _read(form: Any, request: Request) -> dict[str, Any]:
    """Return the request's fields; raise with every one that is wrong or unknown."""
    reader = form(data=request.data)
    reader.is_valid(raise_exception=True)
    values: dict[str, Any] = reader.validated_data
    return values


def recorded(result: Recorded, *, made: int = 200) -> Response:
    """Answer an act on a hand with the table as it is now."""
    state: TableState = table_state(result.hand.table_id)
    content = {"repeated": result.repeated, "number": result.hand.number, "state": state}
    status = 200 if result.repeated else made
    return Response(forms.RecordedOut(content).data, status=status)
