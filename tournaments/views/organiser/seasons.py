"""Seasons at the desk: a new one, its settings, its events, the archive."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.forms.seasons import NewSeasonForm, SeasonForm
from tournaments.models import Season, Tournament
from tournaments.services import seasons
from tournaments.views.organiser.base import FormPage, Words, attempt
from tournaments.views.rules import Rule


class DeskSeasons(FormPage):
    """The seasons of the clubs that one organises for, and a new one."""

    rule = Rule.CREATOR
    template = "desk/seasons.html"

    def form(self, data: Any = None) -> NewSeasonForm:
        return NewSeasonForm(data, clubs=seasons.clubs_of(self.actor))

    def act(self, form: NewSeasonForm) -> HttpResponse:
        season = seasons.create_season(
            self.actor,
            name=form.cleaned_data["name"],
            club_id=form.cleaned_data["club"].pk,
            **form.settings(),
        )
        return self.done(
            _("“%(name)s” is made. Now say which events count.") % {"name": season.name},
            reverse("desk-season", kwargs={"season": season.slug}),
        )

    def context(self, form: Any) -> dict[str, Any]:
        clubs = seasons.clubs_of(self.actor)
        return {"seasons": Season.objects.filter(club__in=clubs).select_related("club")}


class DeskSeason(FormPage):
    """One season: its settings and its events."""

    rule = Rule.CREATOR
    template = "desk/season.html"

    @property
    def season(self) -> Season:
        return get_object_or_404(Season.objects.select_related("club"), slug=self.kwargs["season"])

    def form(self, data: Any = None) -> SeasonForm:
        season = self.season
        shown = {name: getattr(season, name) for name in ("name", "scheme", "best_n")}
        places = " ".join(str(points) for points in season.places)
        return SeasonForm(data, initial={**shown, "places": places})

    def act(self, form: SeasonForm) -> HttpResponse:
        season = self.season
        seasons.change_season(
            self.actor, season.pk, name=form.cleaned_data["name"], **form.settings()
        )
        return self.done(
            _("The season is saved; its table follows."),
            reverse("desk-season", kwargs={"season": season.slug}),
        )

    def context(self, form: Any) -> dict[str, Any]:
        season = self.season
        return {
            "season": season,
            "counting": season.events.order_by("starts_on", "pk"),
            "addable": seasons.addable(self.actor, season),
            "may_run": seasons.may_run(self.actor, season.club),
        }


class SeasonAct(DeskSeason):
    """A bare button of a season's page; each has its undoing beside it."""

    words: ClassVar[Words] = ""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(reverse("desk-season", kwargs={"season": self.season.slug}))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        season = self.season
        act, words = self.what(season)
        return attempt(self, act, words, reverse("desk-season", kwargs={"season": season.slug}))

    def what(self, season: Season) -> tuple[Callable[[], object], Words]:
        raise NotImplementedError

    def event_of(self) -> Tournament:
        return get_object_or_404(Tournament, slug=self.request.POST.get("event", ""))


class AddEvent(SeasonAct):
    def what(self, season: Season) -> tuple[Callable[[], object], Words]:
        event = self.event_of()
        return (
            lambda: seasons.add_event(self.actor, season.pk, event.pk),
            _("“%(name)s” counts for the season.") % {"name": event.name},
        )


class RemoveEvent(SeasonAct):
    def what(self, season: Season) -> tuple[Callable[[], object], Words]:
        event = self.event_of()
        return (
            lambda: seasons.remove_event(self.actor, season.pk, event.pk),
            _("“%(name)s” counts no more. It can be added again.") % {"name": event.name},
        )


class ArchiveSeason(SeasonAct):
    def what(self, season: Season) -> tuple[Callable[[], object], Words]:
        into = season.archived_at is None
        return (
            lambda: seasons.archive(self.actor, season.pk, archived=into),
            _("The season is in the archive.") if into else _("The season goes on."),
        )
