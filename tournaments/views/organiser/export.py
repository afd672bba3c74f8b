"""What can be printed or taken away, and the files that are being made."""

from typing import Any

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.exporting import making
from tournaments.exporting.encodings import ENCODINGS, UTF8
from tournaments.models import Export as MadeExport
from tournaments.models import Job
from tournaments.services import exports, jobs
from tournaments.views.organiser.base import DeskView, attempt

# The address at which a file is made while the reader waits.
AT_ONCE = {
    "workbook": "export-workbook",
    "csv": "export-results-csv",
    "ema": "export-ema",
    "report": "export-report",
    "screen": "export-screen",
    "sheets": "export-sheets",
    "document": "export-event-json",
}


# Of CSV files, for programs that do not read UTF-8.
OTHER_ENCODINGS = tuple((name, name.upper()) for name in ENCODINGS if name != UTF8)


class Export(DeskView):
    """Every file and every printed page of the event, each with a word on what it is for; files
    that are being made with how far they are. Asked again by the page while one is made."""

    tab = "desk-export"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        waiting = exports.waiting(self.event)
        context: dict[str, Any] = {
            "waiting": [(job, making.FORMS.get(job.arguments.get("kind", ""))) for job in waiting],
            "active": any(job.active for job in waiting),
            "made": [
                (export, making.FORMS.get(export.kind)) for export in exports.of_event(self.event)
            ],
        }
        if getattr(request, "htmx", False):
            return self.show("desk/_made.html", context)
        return self.show("desk/export.html", {**context, **self._offers()})

    def _offers(self) -> dict[str, Any]:
        slug = self.event.slug
        large = {form.heavy: making.is_large(self.event, form) for form in making.FORMS.values()}
        files = [
            {
                "form": form,
                "address": reverse(AT_ONCE[form.kind], kwargs={"event": slug}),
                "encodings": OTHER_ENCODINGS if form.suffix == "csv" else (),
                "job": making.is_large(self.event, form)
                if form.kind == "sheets"
                else large[form.heavy],
            }
            for form in making.FORMS.values()
        ]
        return {"files": files, "rounds": self.event.rounds.order_by("number")}


class MakeFile(DeskView):
    """Ask for a file of a large event: a job makes it, unless it is there already."""

    tab = "desk-export"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-export"))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = making.FORMS.get(self.kwargs["kind"])
        if form is None:
            raise Http404
        answer = exports.ask(self.actor, self.event, form.kind, get_language() or "en")
        if isinstance(answer, Job):
            messages.success(request, _("The file is being made."))
        else:
            messages.success(request, _("The file is there; nothing has happened since."))
        return redirect(f"{self.address('desk-export')}#made")


class MadeFile(DeskView):
    """A made file; one of another event is not there."""

    tab = "desk-export"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        export = get_object_or_404(MadeExport, pk=self.kwargs["export_id"], tournament=self.event)
        form = making.FORMS.get(export.kind)
        try:
            stream = export.file.open("rb")
        except OSError as error:
            raise Http404 from error
        response = FileResponse(
            stream,
            as_attachment=True,
            filename=export.name,
            content_type=form.content_type if form else "application/octet-stream",
        )
        response["Cache-Control"] = "private, no-cache"
        return response


class StopFile(DeskView):
    """Stop a job that makes a file; nothing of it is kept."""

    tab = "desk-export"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-export"))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        job = get_object_or_404(
            Job, pk=self.kwargs["job_id"], tournament=self.event, kind=Job.Kind.EXPORT
        )
        words, to = _("The job is being stopped."), self.address("desk-export")
        return attempt(self, lambda: jobs.cancel(self.actor, job.pk), words, to)
