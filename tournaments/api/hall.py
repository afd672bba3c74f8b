"""The hall through the API: announcements, the projector, when a round is to start."""

import datetime as dt
from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import forms
from tournaments.api.base import ApiView, In
from tournaments.api.doc import operation, read
from tournaments.api.fields import StrictBoolean, text, whole
from tournaments.api.rounds import round_out
from tournaments.models import Announcement, HallScreen
from tournaments.services import announcements, clock, hall
from tournaments.services.rules import Rule


class AnnouncementOut(serializers.ModelSerializer[Announcement]):
    class Meta:
        model = Announcement
        fields = ("id", "text_zh", "text_en", "starts_at", "ends_at", "taken_back_at")


class AnnouncementIn(In):
    """One language is enough. From now, and until it is taken back, unless moments are given."""

    text_zh = text(max_length=announcements.MAX_TEXT)
    text_en = text(max_length=announcements.MAX_TEXT)
    starts_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
    ends_at = serializers.DateTimeField(required=False, allow_null=True, default=None)


class Announcements(ApiView):
    """What is announced at this moment; or one more."""

    rule = Rule.PUBLIC
    write_rule = Rule.ORGANISER

    @operation("announcements", gives=AnnouncementOut(many=True))
    def get(self, request: Request, event: str) -> Response:
        return Response(AnnouncementOut(announcements.shown(self.event.pk), many=True).data)

    @operation("announce", takes=AnnouncementIn, gives=AnnouncementOut, status=201)
    def post(self, request: Request, event: str) -> Response:
        asked = read(AnnouncementIn, request)
        made = announcements.announce(self.actor, self.event.pk, **asked)
        return Response(AnnouncementOut(made).data, status=201)


class AnnouncementDetail(ApiView):
    """One announcement."""

    rule = Rule.ORGANISER

    @operation("take_announcement_back")
    def delete(self, request: Request, event: str, announcement: int) -> Response:
        """Take it from the screens; it stays in the log."""
        if not self.event.announcements.filter(pk=announcement).exists():
            raise Http404
        announcements.take_back(self.actor, announcement)
        return Response(status=204)


class ScreenIn(In):
    scene = serializers.ChoiceField(choices=HallScreen.Scene.choices)
    seconds = whole(hall.MIN_SECONDS, hall.MAX_SECONDS, help_text="Of one page.")
    look = serializers.ChoiceField(choices=HallScreen.Look.choices)
    language = text(True, max_length=10, allow_blank=True)
    paused = StrictBoolean()


class ScreenOut(serializers.Serializer[Any]):
    """What the projector shows. ``language`` empty: as the browser says."""

    scene = serializers.CharField(source="choice.scene")
    seconds = serializers.IntegerField(source="choice.seconds")
    look = serializers.CharField(source="choice.look")
    language = serializers.CharField(source="choice.language")
    paused = serializers.BooleanField(source="choice.paused")
    step = serializers.IntegerField()


class Screen(ApiView):
    """The projector of the event."""

    rule = Rule.ORGANISER

    @operation("hall_screen", gives=ScreenOut)
    def get(self, request: Request, event: str) -> Response:
        return Response(ScreenOut(hall.hall_of(self.event)).data)

    @operation("choose_screen", takes=ScreenIn, gives=ScreenOut)
    def patch(self, request: Request, event: str) -> Response:
        """Choose what it shows; what is left out stays."""
        form = ScreenIn(data=request.data, partial=True)
        form.is_valid(raise_exception=True)
        return Response(
            ScreenOut(hall.choose(self.actor, self.event.pk, **form.validated_data)).data
        )


class TurnIn(In):
    pages = whole(-100, 100, help_text="Below zero: back.")


class Turn(ApiView):
    """Turn pages of the projector."""

    rule = Rule.ORGANISER

    @operation("turn_screen", takes=TurnIn, gives=ScreenOut)
    def post(self, request: Request, event: str) -> Response:
        pages = read(TurnIn, request)["pages"]
        return Response(ScreenOut(hall.turn(self.actor, self.event.pk, pages)).data)


class PlannedIn(In):
    planned_at = serializers.DateTimeField(allow_null=True, help_text="Null: not yet known.")


class PlanStart(ApiView):
    """When a round is to start, as the hall is told; it starts when somebody starts it."""

    rule = Rule.ORGANISER

    @operation("plan_start", takes=PlannedIn, gives=forms.RoundOut)
    def put(self, request: Request, event: str, round: int) -> Response:
        planned: dt.datetime | None = read(PlannedIn, request)["planned_at"]
        clock.plan_start(self.actor, self.at_round().pk, planned)
        return Response(round_out(self, round))
