"""Seasons through the API: which events count together, and their table."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import StrictBoolean, text, whole
from tournaments.models import Club, Season, Tournament
from tournaments.services import seasons
from tournaments.services.errors import Invalid, Problem
from tournaments.services.rules import Rule


class SeasonOut(serializers.ModelSerializer[Season]):
    """``best_n``: how many events of a person count, null: all; ``places``: points by place where
    the scheme is ``places``, empty: the usual ones."""

    club = serializers.CharField(source="club.name")
    places = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        model = Season
        fields = ("slug", "name", "club", "scheme", "best_n", "places", "archived_at")


class SeasonIn(In):
    """What is left out stays; a new season has the usual value."""

    name = text(True, max_length=120)
    scheme = serializers.ChoiceField(choices=Season.Scheme.choices, required=False)
    best_n = whole(1, 200, required=False, allow_null=True, help_text="Null: all events count.")
    places = serializers.ListField(
        child=whole(0, 100_000), max_length=seasons.MOST_PLACES, required=False
    )


class NewSeasonIn(SeasonIn):
    club = text(True, max_length=120, help_text="Its name.")


class Seasons(ApiView, ListAPIView[Season]):
    """All seasons, the newest first; or a new one of a club of which one organises an event."""

    rule = Rule.PUBLIC
    write_rule = Rule.CREATOR
    queryset = Season.objects.select_related("club").order_by("-created_at", "-id")
    serializer_class = SeasonOut

    @operation("seasons", gives=SeasonOut(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @operation("create_season", takes=NewSeasonIn, gives=SeasonOut, status=201)
    def post(self, request: Request) -> Response:
        asked = read(NewSeasonIn, request)
        club = Club.objects.filter(name=asked.pop("club")).first()
        if club is None:
            raise Invalid(problems=[Problem("club", _("There is no such club."))])
        made = seasons.create_season(self.actor, club_id=club.pk, **asked)
        return Response(SeasonOut(made).data, status=201)


@extend_schema_field({"type": "string", "example": "7/4"})
class WorthField(serializers.Field[Any, Any, str, Any]):
    """What an event is worth, exactly: a whole number or a fraction."""

    def to_representation(self, value: Any) -> str:
        return str(value)


class SeasonEventOut(serializers.Serializer[Any]):
    """``hidden``: its standings are not public, so that it does not count here; ``waiting``:
    nothing is computed yet."""

    event = serializers.CharField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    hidden = serializers.BooleanField()
    waiting = serializers.BooleanField()
    provisional = serializers.BooleanField()


class SeasonCellOut(serializers.Serializer[Any]):
    """``event`` is its place among the events, from 0; ``value`` null: played unranked."""

    event = serializers.IntegerField()
    rank = serializers.IntegerField(allow_null=True)
    value = WorthField(allow_null=True)
    dropped = serializers.BooleanField(help_text="Not among the best that count.")


class SeasonRowOut(serializers.Serializer[Any]):
    rank = serializers.IntegerField(source="row.rank")
    tied = serializers.BooleanField(source="row.tied")
    name = serializers.CharField(source="person.shown_name")
    club = serializers.CharField(source="person.club.name", default="")
    total = WorthField(source="row.total")
    events = SeasonCellOut(many=True, source="row.cells")


class SeasonTableOut(serializers.Serializer[Any]):
    season = SeasonOut()
    events = SeasonEventOut(many=True)
    rows = SeasonRowOut(many=True)


class SeasonView(ApiView):
    """An address of one season."""

    rule = Rule.PUBLIC
    write_rule = Rule.CREATOR

    def season(self) -> Season:
        found = Season.objects.select_related("club").filter(slug=self.kwargs["season"]).first()
        if found is None:
            raise Http404
        return found

    def answer(self) -> Response:
        return Response(SeasonTableOut(seasons.table_of(self.season())).data)


class SeasonDetail(SeasonView):
    """One season: its settings, its events, its table."""

    @operation("season", gives=SeasonTableOut)
    def get(self, request: Request, season: str) -> Response:
        return self.answer()

    @operation("change_season", takes=SeasonIn, gives=SeasonOut)
    def patch(self, request: Request, season: str) -> Response:
        """Change settings; those that are left out stay, and the table follows."""
        form = SeasonIn(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        changed = seasons.change_season(self.actor, self.season().pk, **form.validated_data)
        return Response(SeasonOut(changed).data)


class ArchiveIn(In):
    archived = StrictBoolean()


class ArchiveSeason(SeasonView):
    """Put a season into the archive, or take it out again."""

    @operation("archive_season", takes=ArchiveIn, gives=SeasonOut)
    def put(self, request: Request, season: str) -> Response:
        archived = read(ArchiveIn, request)["archived"]
        found = seasons.archive(self.actor, self.season().pk, archived=archived)
        return Response(SeasonOut(found).data)


class SeasonEvent(SeasonView):
    """Whether an event counts for a season."""

    def counted(self) -> Tournament:
        found = Tournament.objects.filter(slug=self.kwargs["counted"]).first()
        if found is None:
            raise Http404
        return found

    @operation("add_to_season", gives=SeasonTableOut)
    def put(self, request: Request, season: str, counted: str) -> Response:
        """Let the event count; its organiser alone may."""
        seasons.add_event(self.actor, self.season().pk, self.counted().pk)
        return self.answer()

    @operation("remove_from_season", gives=SeasonTableOut)
    def delete(self, request: Request, season: str, counted: str) -> Response:
        """Let it count no more; it can be added again."""
        seasons.remove_event(self.actor, self.season().pk, self.counted().pk)
        return self.answer()
