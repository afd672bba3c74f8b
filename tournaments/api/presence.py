"""Who is here, through the API: at the desk, by the code in the hall; names that are not shown."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import Numbered, StrictBoolean, entry_of, numbers, text, whole
from tournaments.models import Entry
from tournaments.services import checkin, names
from tournaments.services.rules import Rule


class LateOut(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    from_round = serializers.IntegerField()


class PresenceOut(serializers.Serializer[Any]):
    """Entry numbers of those who play the next round. ``drawn``: it has seats already; ``begun``:
    somebody is checked in, so that the others are missing; ``code`` is the one of the hall, with
    which people say themselves that they are here."""

    next_round = serializers.IntegerField()
    drawn = serializers.BooleanField()
    begun = serializers.BooleanField()
    here = serializers.ListField(child=serializers.IntegerField())
    missing = serializers.ListField(child=serializers.IntegerField())
    late = LateOut(many=True)
    code = serializers.CharField()


class PresenceView(ApiView):
    rule = Rule.ORGANISER

    def answer(self) -> Response:
        found = checkin.presence(self.event)
        content = {
            "next_round": found.next_round,
            "drawn": found.drawn,
            "begun": found.begun,
            "here": [entry.number for entry in found.here],
            "missing": [entry.number for entry in found.missing],
            "late": [{"entry": entry.number, "from_round": n} for entry, n in found.late],
            "code": checkin.code_of(self.event),
        }
        return Response(PresenceOut(content).data)


class Presence(PresenceView):
    """Who of those who play the next round is here."""

    @operation("presence", gives=PresenceOut)
    def get(self, request: Request, event: str) -> Response:
        return self.answer()

    @operation("start_check_in_again", gives=PresenceOut)
    def delete(self, request: Request, event: str) -> Response:
        """Begin the check-in anew, as on the morning of a second day."""
        checkin.start_again(self.actor, self.event.pk)
        return self.answer()


class CheckIn(PresenceView):
    """Whether one person is here."""

    @operation("check_in", gives=PresenceOut)
    def put(self, request: Request, event: str, number: int) -> Response:
        """Note that the person is here; twice is harmless."""
        checkin.check_in(self.actor, self.event.pk, entry_of(self.event, number).pk)
        return self.answer()

    @operation("check_out", gives=PresenceOut)
    def delete(self, request: Request, event: str, number: int) -> Response:
        """Take it back; nothing happens when the person was not checked in."""
        checkin.check_out(self.actor, self.event.pk, entry_of(self.event, number).pk)
        return self.answer()


class LaterIn(In):
    entries = numbers("Entry numbers of people who are missing.", allow_empty=False)


class ComeLater(PresenceView):
    """Let people who are missing sit the next round out; they play from the one after it on."""

    @operation("come_later", takes=LaterIn, gives=PresenceOut)
    def post(self, request: Request, event: str) -> Response:
        people = Numbered(self.event)
        wanted = people.all(read(LaterIn, request)["entries"], "entries")
        people.check()
        checkin.come_later(self.actor, self.event.pk, wanted)
        return self.answer()


class SayHereIn(In):
    code = text(True, max_length=120, help_text="Of the address that hangs in the hall.")
    number = whole(1, 99_999, help_text="One's own entry number.")


class SayHere(ApiView):
    """Say oneself that one is here, with the code that hangs in the hall."""

    rule = Rule.PUBLIC
    # Who has the code needs no rights in the event.
    saves = False

    @operation("say_here", takes=SayHereIn, gives=forms.EntryOut)
    def post(self, request: Request, event: str) -> Response:
        asked = read(SayHereIn, request)
        entry: Entry = checkin.say_here(self.event.pk, asked["code"], asked["number"])
        return Response(forms.EntryOut(entry_of(self.event, entry.number)).data)


class NameIn(In):
    hidden = StrictBoolean()


class OwnName(ApiView):
    """Whether a name is shown outside the desk: for the person, and for an organiser for them."""

    rule = Rule.SIGNED_IN

    @operation("hide_name", takes=NameIn, gives=forms.EntryOut)
    def put(self, request: Request, event: str, number: int) -> Response:
        hidden = read(NameIn, request)["hidden"]
        names.hide_name(self.actor, entry_of(self.event, number).pk, hidden=hidden)
        return Response(forms.EntryOut(entry_of(self.event, number)).data)
