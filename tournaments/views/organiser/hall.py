"""The hall from a phone: what the projector shows, announcements, when the next round starts."""

import datetime as dt
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _

from tournaments.forms.hall import AnnounceForm, PlanForm, ScreenForm
from tournaments.models import Announcement, HallScreen, Round
from tournaments.services import announcements, clock, hall
from tournaments.services.errors import ServiceError
from tournaments.views.organiser.base import DeskView, attempt

SPEEDS = (6, 9, 12, 20, 30)
SHOWN = 30


class HallPage(DeskView):
    """One page of buttons: each does its one thing at once, and the hall follows."""

    tab = "desk-hall"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.page()

    def page(
        self,
        announce: AnnounceForm | None = None,
        plan: PlanForm | None = None,
        status: int = 200,
    ) -> HttpResponse:
        found = hall.hall_of(self.event)
        round_ = self.waiting()
        return self.show(
            "desk/hall.html",
            {
                "choice": found.choice,
                "scenes": HallScreen.Scene.choices,
                "looks": HallScreen.Look.choices,
                "speeds": SPEEDS,
                "languages": [
                    ("", _("as the browser says")),
                    *(
                        (code, get_language_info(code)["name_local"])
                        for code, _n in settings.LANGUAGES
                    ),
                ],
                "announce": announce or AnnounceForm(zone=self.event.club.zone),
                "round": round_,
                "plan": plan or self.plan_form(round_),
                "every": announcements.every(self.event)[:SHOWN],
                "now": timezone.now(),
            },
            status=status,
        )

    def waiting(self) -> Round | None:
        """Return the next round that has seats and has not started."""
        seated = self.event.rounds.filter(status=Round.Status.SEATED)
        return seated.order_by("number").first()

    def plan_form(self, round_: Round | None, data: Any = None) -> PlanForm:
        planned = round_.planned_at if round_ else None
        return PlanForm(data, initial={"planned_at": planned}, zone=self.event.club.zone)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = ScreenForm(request.POST)
        if not form.is_valid():
            return self.page(status=400)
        return attempt(
            self,
            lambda: hall.choose(self.actor, self.event.pk, **form.changes()),
            _("The projector follows within seconds."),
            self.address("desk-hall"),
        )


class _Act(HallPage):
    """A button or form of the page with an address of its own."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-hall"))


class TurnPage(_Act):
    """One page on or back."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        pages = -1 if request.POST.get("to") == "back" else 1
        return attempt(
            self,
            lambda: hall.turn(self.actor, self.event.pk, pages),
            _("The projector follows within seconds."),
            self.address("desk-hall"),
        )


class Announce(_Act):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = AnnounceForm(request.POST, zone=self.event.club.zone)
        if not form.is_valid():
            return self.page(announce=form, status=400)
        given = form.cleaned_data
        start = given["starts_at"] or timezone.now()
        minutes = given["minutes"]
        try:
            announcements.announce(
                self.actor,
                self.event.pk,
                text_zh=given["text_zh"],
                text_en=given["text_en"],
                starts_at=start,
                ends_at=start + dt.timedelta(minutes=minutes) if minutes else None,
            )
        except ServiceError as error:
            form.refuse(error)
            return self.page(announce=form, status=error.status)
        return self.done(_("Everybody sees it within seconds."), self.address("desk-hall"))


class TakeBack(_Act):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        found = get_object_or_404(Announcement, pk=kwargs["announcement_id"], tournament=self.event)
        return attempt(
            self,
            lambda: announcements.take_back(self.actor, found.pk),
            _("The announcement is taken back."),
            self.address("desk-hall"),
        )


class PlanStart(_Act):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        round_ = self.round_of(kwargs["round_id"])
        form = self.plan_form(round_, request.POST)
        if not form.is_valid():
            return self.page(plan=form, status=400)
        return attempt(
            self,
            lambda: clock.plan_start(self.actor, round_.pk, form.cleaned_data["planned_at"]),
            _("The start is announced."),
            self.address("desk-hall"),
        )
