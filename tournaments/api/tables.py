"""Tables through the API: their state, results, paper totals, time, calls and links."""

import contextlib
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import MaybeReasonIn, ReasonIn, reason, text, whole
from tournaments.api.rounds import ClockOut, TimeIn, clock_out
from tournaments.api.versions import digest, same_revision
from tournaments.models import Table
from tournaments.services import (
    access,
    clock,
    confirming,
    links,
    paper,
    referee_calls,
    releases,
    tables,
)
from tournaments.services.locks import locked_table
from tournaments.services.rules import Rule
from tournaments.services.tables import table_state

POINTS = tables.MAX_TOTAL


class TableView(ApiView):
    """An address of one table."""

    def shown(self) -> Any:
        return forms.TableOut(table_state(self.at_table.pk)).data

    def answer(self, status: int = 200) -> Response:
        return Response(self.shown(), status=status)

    def guarded(self, request: Request) -> contextlib.AbstractContextManager[None]:
        """Hold If-Match against the table's revision."""
        return same_revision(request, lambda: locked_table(self.at_table.pk).revision, self.shown)

    def require_seen(self) -> None:
        if not access.may_see_seats(self.actor, self.at_table.round):
            raise Http404
        releases.require_table_shown(self.actor, self.at_table)

    def early_tag(self, request: Request) -> str | None:
        """While nothing has happened in the event, nothing at its tables has."""
        if self.table is None:
            return None
        who = access.role_in(self.actor, self.event) or self.actor.label
        path, language = request.get_full_path(), request.headers.get("Accept-Language", "")
        facts = [self.event.pk, self.event.revision, self.table.round.status, who, path, language]
        return f'"{self.table.revision}-{digest(facts)}"'


class TableDetail(TableView):
    """One table: seats, totals, hands in force, and what comes next."""

    rule = Rule.STANDINGS

    @operation("table", gives=forms.TableOut)
    def get(self, request: Request, event: str, round: int, table: int) -> Response:
        self.require_seen()
        return self.answer()


class MyTable(TableView):
    """The table of the link whose token came with the request."""

    rule = Rule.TABLE_LINK

    @operation("my_table", gives=forms.TableOut)
    def get(self, request: Request) -> Response:
        return self.answer()


class FinishTable(TableView):
    """Say that the table has played its last hand. Saying it twice is harmless."""

    rule = Rule.RECORDER

    @operation("finish_table", gives=forms.TableOut, edits=True)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        with self.guarded(request):
            tables.finish_table(self.actor, self.at_table.pk)
        return self.answer()


class ConfirmTable(TableView):
    """Confirm a finished result; a reason where the totals of the paper differ."""

    rule = Rule.REFEREE

    @operation("confirm_table", takes=MaybeReasonIn, gives=forms.TableOut, edits=True)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = read(MaybeReasonIn, request)
        with self.guarded(request):
            tables.confirm_table(self.actor, self.at_table.pk, reason=asked["reason"])
        return self.answer()


class ReopenTable(TableView):
    """Open a finished table again: whom the settings of the event let; a confirmed one needs an
    organiser."""

    rule = Rule.RECORDER

    @operation("reopen_table", takes=ReasonIn, gives=forms.TableOut, edits=True)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = read(ReasonIn, request)
        with self.guarded(request):
            tables.reopen_table(self.actor, self.at_table.pk, asked["reason"])
        return self.answer()


def totals(**kwargs: Any) -> serializers.ListField:
    return serializers.ListField(
        child=whole(-POINTS, POINTS), max_length=4, help_text="Game points by chair.", **kwargs
    )


class SignIn(In):
    """Left out, the totals are those recorded; typed, they are compared with them."""

    totals = totals(required=False, allow_null=True, default=None)
    reason = reason(required=False)


class SignedOut(serializers.Serializer[Any]):
    """``differs``: chairs whose totals are not those recorded; then nothing is confirmed."""

    differs = serializers.ListField(child=serializers.IntegerField())
    state = forms.TableOut()


class SignTable(TableView):
    """Agree to a finished result as a second person, or say what it should be."""

    rule = Rule.SIGNED_IN

    @operation("sign_table", takes=SignIn, gives=SignedOut, edits=True)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = read(SignIn, request)
        given = None if asked["totals"] is None else dict(enumerate(asked["totals"]))
        with self.guarded(request):
            signed = confirming.sign_result(
                self.actor, self.at_table.pk, totals=given, reason=asked["reason"]
            )
        return Response({"differs": list(signed.differs), "state": self.shown()})


class TotalsIn(In):
    totals = totals()
    reason = reason(required=False)


class TypeTotals(TableView):
    """Enter the totals of a sheet that holds no hands; a reason where they do not sum to zero."""

    rule = Rule.RECORDER

    @operation("type_totals", takes=TotalsIn, gives=forms.TableOut, edits=True)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = read(TotalsIn, request)
        with self.guarded(request):
            tables.type_totals(
                self.actor,
                self.at_table.pk,
                dict(enumerate(asked["totals"])),
                reason=asked["reason"],
            )
        return self.answer()


class PaperIn(In):
    totals = totals()


class PaperOut(serializers.Serializer[Any]):
    """``differences``: paper minus hands by chair, null while nothing is typed; ``slips``: what may
    have gone wrong, the likeliest first."""

    totals = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    differences = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    slips = serializers.ListField(child=serializers.CharField())


class Paper(TableView):
    """The four totals of the paper sheet beside those of the hands."""

    rule = Rule.RECORDER

    def compared(self) -> Response:
        state = table_state(self.at_table.pk)
        found = paper.differences(state)
        content = {
            "totals": state.table.paper_totals,
            "differences": None if found is None else list(found),
            "slips": paper.slips(state),
        }
        return Response(PaperOut(content).data)

    @operation("paper", gives=PaperOut)
    def get(self, request: Request, event: str, round: int, table: int) -> Response:
        return self.compared()

    @operation("check_paper", takes=PaperIn, gives=PaperOut, edits=True)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = read(PaperIn, request)
        with self.guarded(request):
            paper.check_paper(self.actor, self.at_table.pk, dict(enumerate(asked["totals"])))
        return self.compared()


class TableTime(ApiView):
    """The clock of one table."""

    rule = Rule.PUBLIC
    write_rule = Rule.REFEREE

    def clock(self) -> Response:
        table = Table.objects.select_related("round__tournament").get(pk=self.at_table.pk)
        return Response(clock_out(table.round, table))

    @operation("table_clock", gives=ClockOut)
    def get(self, request: Request, event: str, round: int, table: int) -> Response:
        return self.clock()

    @operation("give_table_time", takes=TimeIn, gives=ClockOut)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        """Give the table extra minutes, or take given ones back."""
        asked = read(TimeIn, request)
        clock.give_table_time(self.actor, self.at_table.pk, asked["minutes"], asked["reason"])
        return self.clock()


class CallOut(serializers.Serializer[Any]):
    reason = serializers.CharField()
    actor = serializers.CharField()
    called_at = serializers.DateTimeField()


class CallReferee(ApiView):
    """Ask for a referee at the table; one call is open at a time."""

    rule = Rule.RECORDER

    @operation("call_referee", takes=MaybeReasonIn, gives=CallOut, status=201)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = read(MaybeReasonIn, request)
        made = referee_calls.call_referee(self.actor, self.at_table.pk, asked["reason"])
        return Response(CallOut(made).data, status=201)


class AnswerCall(TableView):
    """A referee is at the table; nothing happens when nobody has called."""

    rule = Rule.REFEREE

    @operation("answer_call", gives=forms.TableOut)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        referee_calls.answer_call(self.actor, self.at_table.pk)
        return self.answer()


class LinkOut(serializers.Serializer[Any]):
    """``token`` goes into `Authorization: Table <token>`; whoever has it records at this table."""

    token = serializers.CharField(allow_null=True)
    address = serializers.CharField(allow_null=True, help_text="Of the table's form on this site.")


class Link(ApiView):
    """The link of a table: it lets its holder record there and nothing else."""

    rule = Rule.REFEREE
    keeps_answers = False

    def link(self, status: int = 200) -> Response:
        found = self.at_table.links.filter(revoked_at=None).first()
        token = links.token_of(found) if found else None
        address = f"/r/{token}/" if token else None
        return Response({"token": token, "address": address}, status=status)

    @operation("link", gives=LinkOut)
    def get(self, request: Request, event: str, round: int, table: int) -> Response:
        return self.link()

    @operation("ensure_link", gives=LinkOut)
    def put(self, request: Request, event: str, round: int, table: int) -> Response:
        """Make a link if there is none."""
        links.live_link(self.actor, self.at_table.pk)
        return self.link()

    @operation("renew_link", gives=LinkOut, status=201)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        """Make a new link; the old one stops working at once."""
        links.make_link(self.actor, self.at_table.pk)
        return self.link(201)

    @operation("revoke_link")
    def delete(self, request: Request, event: str, round: int, table: int) -> Response:
        """Stop the link; what is recorded stays."""
        links.revoke_link(self.actor, self.at_table.pk)
        return Response(status=204)


class NoteIn(In):
    note = text(True, max_length=200, allow_blank=True, help_text="Empty: taken away.")


class NoteHand(TableView):
    """Write a note on a hand; points stay."""

    rule = Rule.RECORDER

    @operation("note_hand", takes=NoteIn, gives=forms.TableOut)
    def post(self, request: Request, event: str, round: int, table: int, number: int) -> Response:
        note = read(NoteIn, request)["note"]
        referee_calls.note_on_hand(self.actor, self.at_table.pk, number, note)
        return self.answer()
