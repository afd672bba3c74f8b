"""Hands through the API: previewed, recorded, changed, undone, put in, taken out. An edit names the
revision that was seen, in its body or with If-Match; an act carries its key, in its body or in the
header Idempotency-Key."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.doc import operation, read
from tournaments.api.fields import whole
from tournaments.api.tables import TableView
from tournaments.api.versions import Changed, asked_revision, tag_of
from tournaments.services import hand_order, hands
from tournaments.services.errors import Invalid, Problem, Stale
from tournaments.services.hand_order import TableChanged
from tournaments.services.hands import Recorded
from tournaments.services.kept_answers import KeyReused
from tournaments.services.rules import Rule
from tournaments.services.tables import TableState, table_state


def recorded(result: Recorded, *, made: int = 200) -> Response:
    """Answer an act on a hand with the table as it is now."""
    state: TableState = table_state(result.hand.table_id)
    content = {"repeated": result.repeated, "number": result.hand.number, "state": state}
    status = 200 if result.repeated else made
    return Response(forms.RecordedOut(content).data, status=status)


class HandView(TableView):
    """An address of hands. Their own keys take the place of kept answers: a key that the hand form
    has used means the same here."""

    keeps_answers = False
    revision_name = "revision"

    def asked(self, form: Any, request: Request) -> dict[str, Any]:
        """Return the fields of a request, with key and revision from the headers where the body
        leaves them out; raise `Invalid` when one is missing, or said twice and differently."""
        values = read(form, request)
        problems = []
        key = request.headers.get("Idempotency-Key")
        if key is not None and values.get("client_key") not in (None, key):
            words = _("The key of the header is another than that of the body.")
            problems.append(Problem("client_key", words))
        values["client_key"] = values.get("client_key") or key
        name = self.revision_name
        if name in form().fields:
            seen = asked_revision(request)
            if seen is not None and values.get(name) not in (None, seen):
                words = _("If-Match names another revision than the body.")
                problems.append(Problem(name, words))
            if values.get(name) is None:
                values[name] = seen
            if values[name] is None:
                problems.append(Problem(name, _("Say which revision you have seen.")))
        if not problems and values["client_key"] is None:
            words = _("A submission has a key of 8 to 64 characters.")
            problems.append(Problem("client_key", words))
        if problems:
            raise Invalid(problems=problems)
        return values

    def handle_exception(self, exc: Exception) -> Response:
        """What the headers asked is refused with the status that belongs to headers."""
        headers = self.request.headers
        if isinstance(exc, Stale) and "If-Match" in headers:
            current = exc.as_json()["current"]
            exc = Changed(current, tag_of(current["revision"], current))
        elif isinstance(exc, TableChanged) and "If-Match" in headers:
            current = self.shown()
            exc = Changed(current, tag_of(current["revision"], current))
        elif isinstance(exc, Invalid) and exc.code == "key_reused" and "Idempotency-Key" in headers:
            exc = KeyReused(problems=exc.problems)
        return super().handle_exception(exc)


class PreviewHand(TableView):
    """What a hand would come to, or has come to so far; the same call as saving it, and nothing is
    saved. While it goes on, the settlement ends `unfinished`."""

    rule = Rule.RECORDER
    keeps_answers = False

    @operation("preview_hand", takes=forms.PreviewIn, gives=forms.PreviewOut)
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = read(forms.PreviewIn, request)
        preview = hands.preview_hand(self.actor, self.at_table.pk, asked.pop("events"), **asked)
        return Response(forms.PreviewOut(preview).data)


class Hands(HandView):
    """The hands of a table: read them, or record the next one."""

    rule = Rule.STANDINGS
    write_rule = Rule.RECORDER

    @operation("hands", gives=forms.HandOut(many=True))
    def get(self, request: Request, event: str, round: int, table: int) -> Response:
        self.require_seen()
        return Response(forms.HandOut(table_state(self.at_table).hands, many=True).data)

    @operation(
        "record_hand",
        takes=forms.RecordIn,
        gives=forms.RecordedOut,
        status=201,
        also={200: forms.RecordedOut},
    )
    def post(self, request: Request, event: str, round: int, table: int) -> Response:
        asked = self.asked(forms.RecordIn, request)
        return recorded(hands.record_hand(self.actor, self.at_table.pk, **asked), made=201)


class HandDetail(HandView):
    """One hand in force."""

    rule = Rule.STANDINGS
    write_rule = Rule.RECORDER

    def early_tag(self, request: Request) -> str | None:
        return None

    @operation("hand", gives=forms.HandOut)
    def get(self, request: Request, event: str, round: int, table: int, number: int) -> Response:
        self.require_seen()
        for hand in table_state(self.at_table).hands:
            if hand.number == number:
                content = forms.HandOut(hand).data
                tag = tag_of(hand.hand.revision, content)
                return Response(content, headers={"ETag": tag})
        raise Http404

    @operation("amend_hand", takes=forms.AmendIn, gives=forms.RecordedOut, edits=True)
    def put(self, request: Request, event: str, round: int, table: int, number: int) -> Response:
        """Change a recorded hand, from the revision that was seen."""
        asked = self.asked(forms.AmendIn, request)
        return recorded(hands.amend_hand(self.actor, self.at_table.pk, number, **asked))


class UndoHand(HandView):
    """Take the last hand back: it stays, marked, and its number is free again."""

    rule = Rule.RECORDER

    @operation("undo_hand", takes=forms.UndoIn, gives=forms.RecordedOut, edits=True)
    def post(self, request: Request, event: str, round: int, table: int, number: int) -> Response:
        asked = self.asked(forms.UndoIn, request)
        return recorded(hands.undo_hand(self.actor, self.at_table.pk, number=number, **asked))


class RemoveHand(HandView):
    """Take any hand out; the later ones move up by one with their people."""

    rule = Rule.RECORDER

    @operation("remove_hand", takes=forms.RemoveIn, gives=forms.RecordedOut, edits=True)
    def post(self, request: Request, event: str, round: int, table: int, number: int) -> Response:
        asked = self.asked(forms.RemoveIn, request)
        return recorded(hand_order.remove_hand(self.actor, self.at_table.pk, number, **asked))


class InsertIn(forms.DealIn):
    """``table_revision``: that of the table as it was seen (or If-Match with its tag)."""

    table_revision = whole(required=False)
    client_key = forms.a_key()
    reason = forms.a_reason()


class InsertHand(HandView):
    """Record a hand that was forgotten, before the one of this number."""

    rule = Rule.RECORDER
    revision_name = "table_revision"

    @operation(
        "insert_hand",
        takes=InsertIn,
        gives=forms.RecordedOut,
        status=201,
        edits=True,
        also={200: forms.RecordedOut},
    )
    def post(self, request: Request, event: str, round: int, table: int, number: int) -> Response:
        asked = self.asked(InsertIn, request)
        made = hand_order.insert_hand(self.actor, self.at_table.pk, number, **asked)
        return recorded(made, made=201)
