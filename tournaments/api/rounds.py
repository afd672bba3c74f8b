"""Rounds through the API: seats shown, started, closed, reopened, confirmed, given time."""

import datetime as dt
from typing import Any

from django.db.models import Prefetch
from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import MaybeReasonIn, ReasonIn, flag, whole
from tournaments.api.versions import unchanged
from tournaments.models import Round, Seat, Table
from tournaments.services import access, clock, releases, rounds, seating
from tournaments.services.desk import link_all_tables
from tournaments.services.locks import locked_round
from tournaments.services.rules import Rule
from tournaments.services.tables import for_states, states_of


def rounds_of(view: ApiView, **filters: Any) -> Any:
    """Return rounds as the API shows them to who asks, with a fixed number of queries."""
    seats = Seat.objects.select_related("entry").order_by("wind")
    tables = Table.objects.order_by("number").prefetch_related(Prefetch("seats", seats))
    found = (
        view.event.rounds.filter(**filters)
        .select_related("stage")
        .order_by("number")
        .prefetch_related(Prefetch("tables", tables), "byes__entry")
    )
    referee = access.may_referee(view.actor, view.event)
    return forms.RoundOut(found, many=True, context={"referee": referee}).data


def round_out(view: ApiView, number: int) -> Any:
    """Return one round as the API shows it; raise `Http404`."""
    found = rounds_of(view, number=number)
    if not found:
        raise Http404
    return found[0]


class RoundView(ApiView):
    """An address of one round."""

    def shown(self) -> tuple[int, Any]:
        return self.event.revision, round_out(self, self.kwargs["round"])

    def guarded(self, request: Request, round_: Round) -> Any:
        """Hold If-Match against what GET of the round shows."""
        return unchanged(request, lambda: locked_round(round_.pk), self.shown)


class RoundDetail(RoundView):
    """One round."""

    rule = Rule.PUBLIC
    write_rule = Rule.ORGANISER

    @operation("round", gives=forms.RoundOut)
    def get(self, request: Request, event: str, round: int) -> Response:
        return Response(self.shown()[1])

    @operation("reset_round", edits=True)
    def delete(self, request: Request, event: str, round: int) -> Response:
        """Take the draw back, with those of all later rounds; penalties stay with their people."""
        round_ = self.at_round()
        with self.guarded(request, round_):
            seating.reset_round(self.actor, round_.pk)
        return Response(status=204)


class PublishSeatsIn(In):
    public = flag(default=True)


class PublishSeats(RoundView):
    """Show the seats of a round to everybody, or hide them again."""

    rule = Rule.ORGANISER

    @operation("publish_seats", takes=PublishSeatsIn, gives=forms.RoundOut, edits=True)
    def post(self, request: Request, event: str, round: int) -> Response:
        asked, round_ = read(PublishSeatsIn, request), self.at_round()
        with self.guarded(request, round_):
            seating.publish_seats(self.actor, round_.pk, public=asked["public"])
        return Response(self.shown()[1])


class StartRound(RoundView):
    """Start the clock of a seated round. Starting twice is harmless."""

    rule = Rule.REFEREE

    @operation("start_round", gives=forms.RoundOut, edits=True)
    def post(self, request: Request, event: str, round: int) -> Response:
        round_ = self.at_round()
        with self.guarded(request, round_):
            rounds.start_round(self.actor, round_.pk)
        return Response(self.shown()[1])


class CloseIn(In):
    force = flag(help_text="Close although tables are open: they count as they stand.")


class CloseRound(RoundView):
    """Close a round: nothing at its tables can be changed until it is reopened."""

    rule = Rule.ORGANISER

    @operation("close_round", takes=CloseIn, gives=forms.RoundOut, edits=True)
    def post(self, request: Request, event: str, round: int) -> Response:
        asked, round_ = read(CloseIn, request), self.at_round()
        with self.guarded(request, round_):
            rounds.close_round(self.actor, round_.pk, force=asked["force"])
        return Response(self.shown()[1])


class ReopenRound(RoundView):
    """Open a closed round again."""

    rule = Rule.ORGANISER

    @operation("reopen_round", takes=ReasonIn, gives=forms.RoundOut, edits=True)
    def post(self, request: Request, event: str, round: int) -> Response:
        asked, round_ = read(ReasonIn, request), self.at_round()
        with self.guarded(request, round_):
            rounds.reopen_round(self.actor, round_.pk, asked["reason"])
        return Response(self.shown()[1])


class ConfirmResults(RoundView):
    """Say that the results of a closed round stand: no appeal is awaited any more."""

    rule = Rule.ORGANISER

    @operation("confirm_round", gives=forms.RoundOut, edits=True)
    def post(self, request: Request, event: str, round: int) -> Response:
        round_ = self.at_round()
        with self.guarded(request, round_):
            releases.confirm_results(self.actor, round_.pk)
        return Response(self.shown()[1])


class TimeIn(MaybeReasonIn):
    minutes = whole(-clock.MAX_EXTRA, clock.MAX_EXTRA, help_text="Below zero: taken back.")


class ClockOut(serializers.Serializer[Any]):
    """Moments, so that a reader counts by its own clock."""

    starts = serializers.DateTimeField(allow_null=True)
    warns = serializers.DateTimeField(allow_null=True)
    ends = serializers.DateTimeField(allow_null=True)
    cut = serializers.BooleanField(help_text="The hand in progress is void when time is up.")
    extra_minutes = serializers.IntegerField()


def clock_out(round_: Round, table: Table | None = None) -> Any:
    found = clock.clock_of(round_, table)
    extra = table.extra_minutes if table else round_.extra_minutes
    moments: dict[str, dt.datetime | None] = {
        "starts": found.starts,
        "warns": found.warns,
        "ends": found.ends,
    }
    return ClockOut({**moments, "cut": found.cut, "extra_minutes": extra}).data


class RoundTime(ApiView):
    """The clock of a round; a break, or an interruption of the hall, moves it."""

    rule = Rule.PUBLIC
    write_rule = Rule.REFEREE

    @operation("round_clock", gives=ClockOut)
    def get(self, request: Request, event: str, round: int) -> Response:
        return Response(clock_out(self.at_round()))

    @operation("give_round_time", takes=TimeIn, gives=ClockOut)
    def post(self, request: Request, event: str, round: int) -> Response:
        """Give every table of the round more minutes."""
        asked = read(TimeIn, request)
        clock.give_round_time(self.actor, self.at_round().pk, asked["minutes"], asked["reason"])
        return Response(clock_out(self.at_round()))


class CalledIn(MaybeReasonIn):
    called = flag(default=True, help_text="False: the call is taken back, the clocks run on.")


class CallTime(ApiView):
    """Call "time!" for all tables of a running round, or take the call back."""

    rule = Rule.REFEREE

    @operation("call_time", takes=CalledIn, gives=ClockOut)
    def post(self, request: Request, event: str, round: int) -> Response:
        asked, round_ = read(CalledIn, request), self.at_round()
        call = clock.call_time if asked["called"] else clock.take_call_back
        call(self.actor, round_.pk, asked["reason"])
        return Response(clock_out(self.at_round()))


class MadeOut(serializers.Serializer[Any]):
    made = serializers.IntegerField()


class RoundLinks(ApiView):
    """Give a link to every table of the round that has none."""

    rule = Rule.REFEREE

    @operation("link_round", gives=MadeOut)
    def post(self, request: Request, event: str, round: int) -> Response:
        return Response({"made": link_all_tables(self.actor, self.at_round().pk)})


class RoundTables(ApiView):
    """All tables of a round with their hands."""

    rule = Rule.STANDINGS

    @operation("round_tables", gives=forms.TableOut(many=True))
    def get(self, request: Request, event: str, round: int) -> Response:
        tables = for_states(round__tournament=self.event, round__number=round)
        if not tables or not access.may_see_seats(self.actor, tables[0].round):
            raise Http404
        releases.require_table_shown(self.actor, tables[0])
        states = sorted(states_of(tables), key=lambda state: state.table.number)
        return Response(forms.TableOut(states, many=True).data)
