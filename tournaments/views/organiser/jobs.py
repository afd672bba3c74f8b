"""The jobs of an event: what waits, what runs and how far it is, what failed and why."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tournaments.models import Job
from tournaments.services import jobs
from tournaments.views.organiser.base import DeskView, attempt

SHOWN = 40


class Jobs(DeskView):
    """Those that are not done first, then the newest; asks itself anew while one is active."""

    tab = "desk-jobs"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        found = jobs.of_event(self.event, SHOWN)
        fragment = getattr(request, "htmx", False)
        return self.show(
            "desk/_jobs.html" if fragment else "desk/jobs.html",
            {"jobs": found, "active": any(job.active for job in found)},
        )


class JobAct(DeskView):
    """A bare button beside a job of this event."""

    tab = "desk-jobs"

    def job(self) -> Job:
        return get_object_or_404(Job, pk=self.kwargs["job_id"], tournament=self.event)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-jobs"))


class CancelJob(JobAct):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        job = self.job()
        words, to = _("The job is being stopped."), self.address("desk-jobs")
        return attempt(self, lambda: jobs.cancel(self.actor, job.pk), words, to)


class TryAgain(JobAct):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        job = self.job()
        words, to = _("The job is tried again."), self.address("desk-jobs")
        return attempt(self, lambda: jobs.retry(self.actor, job.pk), words, to)
