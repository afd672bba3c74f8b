"""Clubs and the ratings of their people through the API."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ApiView
from tournaments.api.doc import operation
from tournaments.models import Club, RatingBook
from tournaments.services import ratings
from tournaments.services.ratings import Rated
from tournaments.services.rules import Rule


class ClubOut(serializers.ModelSerializer[Club]):
    class Meta:
        model = Club
        fields = ("id", "name", "time_zone")


class Clubs(ApiView, ListAPIView[Club]):
    """All clubs, by name."""

    rule = Rule.PUBLIC
    queryset = Club.objects.order_by("name", "pk")
    serializer_class = ClubOut

    @operation("clubs", gives=ClubOut(many=True))
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class RatedOut(serializers.Serializer[Rated]):
    """Equal ratings share a ``place``; ``change``: by the last event. ``ema``: null for who has no
    result that counts for it."""

    place = serializers.SerializerMethodField()
    player = serializers.IntegerField(source="player_id")
    name = serializers.CharField()
    rating = serializers.IntegerField()
    uncertainty = serializers.IntegerField()
    change = serializers.IntegerField(source="last.delta")
    games = serializers.IntegerField()
    events = serializers.IntegerField()
    ema = serializers.SerializerMethodField()

    def get_place(self, line: Rated) -> int:
        return int(self.context["places"][line.rating])

    def get_ema(self, line: Rated) -> str | None:
        return None if line.ema is None else str(line.ema)


class RatingsOut(serializers.Serializer[Any]):
    """``computed_at`` is null while nothing was ever computed."""

    club = ClubOut()
    computed_at = serializers.DateTimeField(allow_null=True)
    people = RatedOut(many=True)


class ClubView(ApiView):
    rule = Rule.PUBLIC

    def club(self) -> Club:
        found = Club.objects.filter(pk=min(self.kwargs["club"], 2**62)).first()
        if found is None:
            raise Http404
        return found


class Ratings(ClubView):
    """The ratings of a club's people, the highest first. They are estimates, no scores."""

    @operation("ratings", gives=RatingsOut)
    def get(self, request: Request, club: int) -> Response:
        found = self.club()
        book = RatingBook.objects.filter(club=found).first()
        today = timezone.localdate(timezone=found.zone)
        lines = ratings.rated(book, today) if book else []
        places: dict[int, int] = {}
        for n, line in enumerate(lines, 1):
            places.setdefault(line.rating, n)
        content = {"club": found, "computed_at": book and book.computed_at, "people": lines}
        return Response(RatingsOut(content, context={"places": places}).data)


class RatedGameOut(serializers.Serializer[Any]):
    round = serializers.IntegerField(source="round_no")
    table = serializers.IntegerField(source="table_no")
    place = serializers.IntegerField()
    change = serializers.IntegerField(source="delta")


class RatedEventOut(serializers.Serializer[Any]):
    """What one event did to a rating; the changes of its games sum to its own."""

    event = serializers.CharField(source="change.tournament.slug")
    on = serializers.DateField(source="change.on")
    before = serializers.IntegerField()
    after = serializers.IntegerField()
    games = RatedGameOut(many=True, source="steps")


class RatingOf(ClubView):
    """Why somebody's rating in a club is what it is: event by event, game by game."""

    @operation("rating", gives=RatedEventOut(many=True))
    def get(self, request: Request, club: int, player: int) -> Response:
        own = [c for c in ratings.history_of(player) if c.change.book.club_id == self.club().pk]
        if not own:
            raise Http404
        return Response(RatedEventOut(own, many=True).data)
