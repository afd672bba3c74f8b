"""Settling all hands anew: ask, watch, look at what would be other, publish or drop."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from scoring.rulesets import ENGINE_VERSION
from tournaments.forms.events import ruleset_or_default
from tournaments.forms.rescore import RescoreForm
from tournaments.models import Tournament
from tournaments.services import jobs, rescoring
from tournaments.services.refusals import words
from tournaments.views.organiser.base import DeskView, FormPage, attempt
from tournaments.views.organiser.option_words import moved_options

# Hands that are listed; of more the number is told, and the tables and people are all there.
SHOWN = 200


def other_options(tournament: Tournament, options: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return (label, pinned, asked for) of the options that are not as they are pinned."""
    pinned = tournament.ruleset_options
    return moved_options(tournament.ruleset, pinned, {**pinned, **options})


def job_context(tournament: Tournament) -> dict[str, Any]:
    """Return what is shown of the latest report and of its publication."""
    newest = rescoring.latest(tournament)
    job, publication, report = newest.job, newest.publication, newest.report
    options = (job.arguments.get("options") or {}) if job else {}
    return {
        "job": job,
        "publication": publication,
        "working": next((j for j in (publication, job) if j is not None and j.active), None),
        "report": report,
        "moved": report.difference if report else None,
        "shown": SHOWN,
        "asked": other_options(tournament, options) if job else [],
        "engine": ENGINE_VERSION,
    }


class Rescore(FormPage):
    """The options under which all hands are to be settled, and the latest report."""

    tab = "desk-settings"
    template = "desk/rescore.html"

    def form(self, data: Any = None) -> RescoreForm:
        ruleset = ruleset_or_default(self.event.ruleset)
        if data is not None:
            return RescoreForm(data, ruleset=ruleset, chosen=data)
        pinned = dict(self.event.ruleset_options)
        form = RescoreForm(ruleset=ruleset, chosen=pinned)
        form.initial = form.option_fields.initial(pinned)
        return form

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if "again" in request.POST:
            # Another preset: its values become the standard that the options show.
            typed = request.POST.dict()
            ruleset = ruleset_or_default(self.event.ruleset)
            return self.page(RescoreForm(ruleset=ruleset, chosen=typed, initial=typed))
        return super().post(request, *args, **kwargs)

    def act(self, form: RescoreForm) -> HttpResponse:
        rescoring.request_report(self.actor, self.event.pk, form.wanted(self.event))
        return self.done(
            _("All hands are being settled beside what is stored; nothing is changed yet."),
            self.address("desk-rescore"),
        )

    def context(self, form: Any) -> dict[str, Any]:
        ruleset = ruleset_or_default(self.event.ruleset)
        return {"ruleset_name": words(ruleset.name), **job_context(self.event)}


class RescoreJob(DeskView):
    """The report alone, asked for while it is being made."""

    tab = "desk-settings"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.show("desk/_rescore.html", job_context(self.event))


class ReportAct(DeskView):
    """A button below the report."""

    tab = "desk-settings"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-rescore"))


class PublishReport(ReportAct):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return attempt(
            self,
            lambda: rescoring.request_publication(self.actor, self.event.pk, self.kwargs["job_id"]),
            _("The new results are being written."),
            self.address("desk-rescore"),
        )


class Drop(ReportAct):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return attempt(
            self,
            lambda: rescoring.drop(self.actor, self.event.pk, self.kwargs["job_id"]),
            _("The report is dropped. Nothing was changed."),
            self.address("desk-rescore"),
        )


class CancelRescore(ReportAct):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        get_object_or_404(self.event.jobs, pk=self.kwargs["job_id"])
        return attempt(
            self,
            lambda: jobs.cancel(self.actor, self.kwargs["job_id"]),
            _("Stopped. Nothing was changed."),
            self.address("desk-rescore"),
        )
