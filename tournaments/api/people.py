"""The people of an event through the API: register, change, take back, lists, lots."""

from typing import Any

import django_filters
from django.db import transaction
from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import Numbered, entry_of, flag, numbers, text, whole
from tournaments.api.versions import unchanged
from tournaments.models import Entry
from tournaments.services import absences, entries, people_import
from tournaments.services.entries import Row
from tournaments.services.locks import locked_tournament
from tournaments.services.rules import Rule

NUMBER = 99_999


class EntryIn(In):
    """A person of the same name and club (or member number) is the same person."""

    name = text(True, max_length=80)
    club = text(max_length=120)
    team = text(max_length=80)
    member_number = text(max_length=32)
    number = whole(1, NUMBER, required=False, allow_null=True, default=None)


class EntryChangeIn(In):
    """What is left out stays."""

    name = text(True, max_length=80)
    club = text(True, max_length=120, allow_blank=True)
    team = text(True, max_length=80, allow_blank=True)
    number = whole(1, NUMBER)
    status = serializers.ChoiceField(choices=Entry.Status.choices)
    status_from = whole(0, 1000, help_text="The round from which the status holds; 0: the first.")
    reserve = flag()


class EntryListIn(In):
    entries = EntryIn(many=True, allow_empty=False, max_length=2000)  # type: ignore[call-arg]  # of the list
    only_new = flag(help_text="Leave out who is registered already, instead of refusing the list.")
    check = flag(help_text="Only say what would be done.")


class AlikeOut(serializers.Serializer[Any]):
    """Two names that look like one person."""

    row = serializers.IntegerField(help_text="The row of the list, from 1.")
    name = serializers.CharField()
    other = serializers.CharField()
    other_club = serializers.CharField()
    registered_here = serializers.BooleanField()


class EntryListOut(serializers.Serializer[Any]):
    """``entries`` are those registered now; ``known`` rows of the list whose people were there."""

    entries = forms.EntryOut(many=True)
    new = serializers.ListField(child=serializers.IntegerField())
    known = serializers.ListField(child=serializers.IntegerField())
    alike = AlikeOut(many=True)


def row_of(asked: dict[str, Any]) -> Row:
    return Row(
        name=entries.tidy(asked["name"]),
        club_name=entries.tidy(asked["club"]),
        team_name=asked["team"],
        member_number=asked["member_number"],
        number=asked["number"],
    )


class EntryFilter(django_filters.FilterSet):
    name = django_filters.CharFilter(method="by_name", max_length=80)
    club = django_filters.CharFilter("player__club__name", max_length=120)
    team = django_filters.CharFilter("team__name", max_length=80)

    class Meta:
        model = Entry
        fields = ("status", "reserve")

    def by_name(self, found: QuerySet[Entry], _field: str, words: str) -> QuerySet[Entry]:
        """A name that is hidden is not found by guessing it."""
        return found.filter(player__name__icontains=words, player__name_hidden=False)


class Entries(ApiView, ListAPIView[Entry]):
    """Who takes part; or one more."""

    rule = Rule.PUBLIC
    write_rule = Rule.ORGANISER
    serializer_class = forms.EntryOut
    filter_backends = [DjangoFilterBackend]
    filterset_class = EntryFilter
    queryset = Entry.objects.none()

    def get_queryset(self) -> Any:
        if self.tournament is None:
            return self.queryset
        return self.event.entries.select_related("player__club", "team").order_by("number")

    @operation("entries", gives=forms.EntryOut(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @operation("register", takes=EntryIn, gives=forms.EntryOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        made = entries.register(self.actor, self.event.pk, **row_of(read(EntryIn, request)))
        return Response(forms.EntryOut(made).data, status=201)


class EntryList(ApiView):
    """Register a list, all or nobody; problems name the row."""

    rule = Rule.ORGANISER

    @operation("register_list", takes=EntryListIn, gives=EntryListOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        asked = read(EntryListIn, request)
        rows = [row_of(row) for row in asked["entries"]]
        found = people_import.sort_rows(self.event, rows)
        made: list[Entry] = []
        if not asked["check"]:
            if asked["only_new"]:
                wanted = found.wanted
                made = entries.register_many(self.actor, self.event.pk, wanted) if wanted else []
            else:
                made = entries.register_many(self.actor, self.event.pk, rows)
        content = {
            "entries": made,
            "new": [place + 1 for place in found.new],
            "known": [place + 1 for place in found.known],
            "alike": [
                {
                    "row": a.row + 1,
                    "name": a.name,
                    "other": person.name,
                    "other_club": person.club,
                    "registered_here": person.registered,
                }
                for a in found.alike
                for person in a.people
            ],
        }
        return Response(EntryListOut(content).data, status=201)


class EntryDetail(ApiView):
    """One registration by its number."""

    rule = Rule.PUBLIC
    write_rule = Rule.ORGANISER

    def shown(self) -> tuple[int, Any]:
        entry = entry_of(self.event, self.kwargs["number"])
        return self.event.revision, forms.EntryOut(entry).data

    @operation("entry", gives=forms.EntryOut)
    def get(self, request: Request, event: str, number: int) -> Response:
        return Response(self.shown()[1])

    @operation("change_entry", takes=EntryChangeIn, gives=forms.EntryOut, edits=True)
    def patch(self, request: Request, event: str, number: int) -> Response:
        """Change it: name, club, team, number, or whether the person plays on."""
        entry = entry_of(self.event, number)
        form = EntryChangeIn(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        asked = form.validated_data
        names = {"club": "club_name", "team": "team_name"}
        changes = {names.get(name, name): value for name, value in asked.items()}
        with unchanged(request, lambda: locked_tournament(self.event.pk), self.shown):
            changed = entries.change_entry(self.actor, entry.pk, **changes)
        return Response(forms.EntryOut(changed).data)

    @operation("remove_entry", edits=True)
    def delete(self, request: Request, event: str, number: int) -> Response:
        """Take it back; somebody with a seat or a penalty is withdrawn instead."""
        entry = entry_of(self.event, number)
        with unchanged(request, lambda: locked_tournament(self.event.pk), self.shown):
            entries.remove_entry(self.actor, entry.pk)
        return Response(status=204)


class ReplaceIn(In):
    """A newcomer's name, or the number of a reserve of the team."""

    name = text(max_length=80)
    reserve = whole(1, NUMBER, required=False, allow_null=True, default=None)


class ReplaceEntry(ApiView):
    """Let a newcomer or a reserve take somebody's number, with the seats to come."""

    rule = Rule.ORGANISER

    @operation("replace_entry", takes=ReplaceIn, gives=forms.EntryOut)
    def post(self, request: Request, event: str, number: int) -> Response:
        asked = read(ReplaceIn, request)
        entry = entry_of(self.event, number)
        people = Numbered(self.event)
        reserve = None if asked["reserve"] is None else people.id(asked["reserve"], "reserve")
        people.check()
        made = absences.replace_entry(self.actor, entry.pk, name=asked["name"], reserve_id=reserve)
        return Response(forms.EntryOut(entry_of(self.event, made.number)).data)


class LotsIn(In):
    entries = numbers("Entry numbers; none: everybody.", required=False, default=list)


class LotOut(serializers.Serializer[Any]):
    entry = serializers.IntegerField()
    lot = serializers.IntegerField()


class Lots(ApiView):
    """Draw lots among some entries, or all."""

    rule = Rule.ORGANISER

    @operation("draw_lots", takes=LotsIn, gives=LotOut(many=True))
    def post(self, request: Request, event: str) -> Response:
        people = Numbered(self.event)
        wanted = people.all(read(LotsIn, request)["entries"], "entries")
        people.check()
        with transaction.atomic():
            drawn = absences.draw_lots(self.actor, self.event.pk, wanted)
        number = {pk: n for n, pk in people.ids.items()}
        rows = [{"entry": number[pk], "lot": lot} for pk, lot in drawn.items()]
        return Response(LotOut(sorted(rows, key=lambda row: row["lot"]), many=True).data)
