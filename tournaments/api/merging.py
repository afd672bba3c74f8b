"""Two records of one person through the API: found, made one, made two again; one record of two
people made two."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read, read_query
from tournaments.api.fields import entry_of, numbers, text, whole
from tournaments.models import PersonMerge, Player
from tournaments.services import merging, splitting
from tournaments.services.errors import Invalid, Problem
from tournaments.services.rules import Rule


class PlayedOut(serializers.Serializer[Any]):
    event = serializers.CharField(source="tournament.slug")
    number = serializers.IntegerField()


class KnownOut(serializers.Serializer[Any]):
    """A person of the house, with the events played in. ``reasons``: why the two cannot be one."""

    id = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    club = serializers.CharField(source="player.club.name", default="")
    entries = PlayedOut(many=True)
    reasons = serializers.SerializerMethodField()

    def get_reasons(self, known: merging.Known) -> list[str]:
        own = self.context["own"]
        return [str(problem.message) for problem in merging.problems_of(own, known.player)]


def side(words: str) -> serializers.ChoiceField:
    return serializers.ChoiceField(
        choices=["kept", "gone"], required=False, help_text=f"Whose {words} stays."
    )


class MergeIn(In):
    """``kept`` is the person of the address, ``gone`` the other one. Left out: that of the one
    kept, or the only one there is."""

    other = whole(1, help_text="The id of the other person.")
    name = side("name")
    club = side("club")
    member_number = side("member number")
    user = side("account")


class CandidatesQuery(serializers.Serializer[Any]):
    name = text(max_length=80)


class MergePerson(ApiView):
    """Who may be the same person as somebody of the event; or make two one."""

    rule = Rule.ORGANISER

    @operation(
        "merge_candidates",
        gives=KnownOut(many=True),
        query=[OpenApiParameter("name", str, description="Left out: names written alike.")],
    )
    def get(self, request: Request, event: str, number: int) -> Response:
        player = entry_of(self.event, number).player
        wanted = read_query(CandidatesQuery, request)["name"]
        found = [merging.known(other) for other in merging.candidates(player, wanted)]
        return Response(KnownOut(found, many=True, context={"own": player}).data)

    @operation("merge_people", takes=MergeIn, gives=forms.EntryOut)
    def post(self, request: Request, event: str, number: int) -> Response:
        asked = read(MergeIn, request)
        entry, other = entry_of(self.event, number), asked.pop("other")
        if not Player.objects.filter(pk=other).exists():
            raise Invalid(problems=[Problem("other", _("There is no such person."))])
        merging.merge(self.actor, entry.player_id, other, chosen=asked)
        return Response(forms.EntryOut(entry_of(self.event, number)).data)


class RegistrationOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    event = serializers.CharField(source="tournament.slug")
    number = serializers.IntegerField()


class MergeOut(serializers.ModelSerializer[PersonMerge]):
    """``later``: registrations that came after the merge, and may be of either person."""

    kept = serializers.CharField(source="kept.name")
    gone = serializers.CharField(source="gone_name")
    later = serializers.SerializerMethodField()

    class Meta:
        model = PersonMerge
        fields = ("id", "kept", "gone", "merged_at", "merged_by", "later")

    @extend_schema_field(RegistrationOut(many=True))
    def get_later(self, record: PersonMerge) -> list[dict[str, Any]]:
        found: Any = RegistrationOut(merging.later_entries(record), many=True).data
        return list(found)


class Merges(ApiView):
    """The merges of people of the event that are in force."""

    rule = Rule.ORGANISER

    @operation("merges", gives=MergeOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        return Response(MergeOut(merging.merges_in(self.event), many=True).data)


class UndoMergeIn(In):
    entries = numbers(
        "Ids of later registrations that belong to who comes back.", required=False, default=list
    )


class UndoMerge(ApiView):
    """Make two people of one again."""

    rule = Rule.ORGANISER

    @operation("undo_merge", takes=UndoMergeIn, gives=MergeOut(many=True))
    def post(self, request: Request, event: str, merge: int) -> Response:
        """What had moved goes back; the answer is the merges that are left."""
        to_gone = read(UndoMergeIn, request)["entries"]
        found = PersonMerge.objects.filter(kept__entries__tournament=self.event, pk=merge)
        if not found.exists():
            raise Http404
        merging.undo(self.actor, merge, to_gone=to_gone)
        return Response(MergeOut(merging.merges_in(self.event), many=True).data)


class SplitIn(In):
    """``entries``: the ids of the registrations that are the other person's, as the same address
    lists them."""

    entries = numbers("Ids of the registrations that are the other person's.")
    name = text(True, max_length=80)
    club_name = text(max_length=120)
    member_number = text(max_length=32)


class NewPersonOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="player.pk")
    name = serializers.CharField(source="player.name")
    club = serializers.CharField(source="player.club.name", default="")
    entries = PlayedOut(many=True)


class SplitPerson(ApiView):
    """A record that mixes two people: the events it stands in, and making it two."""

    rule = Rule.ORGANISER

    @operation("person_entries", gives=RegistrationOut(many=True))
    def get(self, request: Request, event: str, number: int) -> Response:
        known = merging.known(entry_of(self.event, number).player)
        return Response(RegistrationOut(known.entries, many=True).data)

    @operation("split_person", takes=SplitIn, gives=NewPersonOut)
    def post(self, request: Request, event: str, number: int) -> Response:
        """Give some registrations to a new person; merging the two takes it back."""
        asked = read(SplitIn, request)
        player = entry_of(self.event, number).player
        other = splitting.split(self.actor, player.pk, asked.pop("entries"), **asked)
        return Response(NewPersonOut(merging.known(other)).data)
