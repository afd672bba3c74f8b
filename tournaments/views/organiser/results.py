"""Publishing results: what would move, what was published, until when results can be appealed."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.forms.points import PublishForm
from tournaments.models import Round, Tournament
from tournaments.services import releases
from tournaments.services.releases import Report
from tournaments.standings import Row
from tournaments.views.organiser.base import FormPage, attempt
from tournaments.views.organiser.rounds import RoundAct


@dataclass(frozen=True)
class Appeal:
    """A closed round: until when its results can be appealed against, and whether they still
    can."""

    round: Round
    until: dt.datetime | None

    @property
    def open(self) -> bool:
        return self.until is not None and self.until > timezone.now()


@dataclass(frozen=True)
class OldSeats:
    """A round drawn by standing: (row, place that the draw used, place now)."""

    round: Round
    moved: list[tuple[Row, int | None, int | None]]


class Results(FormPage):
    """The difference to what is published, the button that publishes, and the history."""

    tab = "desk-results"
    template = "desk/results.html"

    def report(self) -> Report:
        if not hasattr(self, "_report"):
            self._report = releases.report(self.event)
        return self._report

    def form(self, data: Any = None) -> PublishForm:
        return PublishForm(data, initial={"revision": self.event.revision})

    def page(self, form: Any, *, status: int = 200) -> HttpResponse:
        # What is shown now is what the next button publishes.
        form.data = {**form.data.dict(), "revision": self.event.revision} if form.data else {}
        return super().page(form, status=status)

    def act(self, form: PublishForm) -> HttpResponse:
        release = releases.publish(
            self.actor,
            self.event.pk,
            revision=form.cleaned_data["revision"],
            note=form.cleaned_data["note"],
        )
        return self.done(
            _("The results after round %(n)d are published.") % {"n": release.after_round},
            self.address("desk-results"),
        )

    def context(self, form: Any) -> dict[str, Any]:
        report = self.report()
        rows = {row.entry_id: row for row in report.standings.rows}
        return {
            "report": report,
            "rounds": self.event.rounds.order_by("number"),
            "held": self.event.release == Tournament.ReleaseMode.HELD,
            "old_seats": [
                OldSeats(r.round, [(rows[e], used, now) for e, used, now in r.moved if e in rows])
                for r in report.redrawn
            ],
            "history": self.event.releases.defer("content"),
            "appeals": self.appeals(),
        }

    def appeals(self) -> list[Appeal]:
        window = dt.timedelta(minutes=self.event.appeal_minutes)
        closed = self.event.rounds.filter(status=Round.Status.CLOSED).order_by("-number")
        return [
            Appeal(r, r.closed_at + window if r.closed_at and not r.confirmed_at else None)
            for r in closed
        ]


class ConfirmResults(RoundAct):
    """Say that a closed round's results stand."""

    tab = "desk-results"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        round_ = self.round_of(self.kwargs["round_id"])
        return attempt(
            self,
            lambda: releases.confirm_results(self.actor, round_.pk),
            _("The results of round %(n)d stand.") % {"n": round_.number},
            self.address("desk-results"),
        )
