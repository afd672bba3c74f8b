"""Registering people from a file: upload, look, say what columns and names mean, register."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.forms.people_file import AlikeForm, ColumnsForm, PeopleFileForm
from tournaments.importing.player_list import (
    Bad,
    Layout,
    PlayerList,
    layout_of,
    read_people,
    titles_of,
)
from tournaments.importing.table_file import TableFile, read_table, shown
from tournaments.models import Job, PeopleFile
from tournaments.services import jobs, people_files
from tournaments.services.errors import Conflict, Invalid, Problem
from tournaments.views.organiser.base import DeskView, FormPage, attempt

# Of a long list so many rows, and so many bad ones, are shown.
SHOWN_ROWS = 200
SHOWN_BAD = 100
SAMPLES = 3


class PeopleUpload(FormPage):
    """GET asks for the file; POST keeps what was read and leads on to the preview."""

    tab = "desk-people"
    template = "desk/people_file.html"
    bad: tuple[Bad, ...] = ()

    def form(self, data: Any = None) -> PeopleFileForm:
        return PeopleFileForm(data, self.request.FILES if data is not None else None)

    def act(self, form: PeopleFileForm) -> HttpResponse:
        table = read_table(form.cleaned_data["file"], form.cleaned_data["encoding"])
        if table.bad:
            self.bad = table.bad
            return self.page(form, status=400)
        file = people_files.keep(
            self.actor,
            self.event.pk,
            name=form.name,
            encoding=table.encoding,
            table=table.rows,
        )
        lay_out(self, file, table, layout_of(table))
        return redirect(self.address("desk-people-list", file_id=file.pk))

    def context(self, form: Any) -> dict[str, Any]:
        return {"bad": self.bad}


def lay_out(view: DeskView, file: PeopleFile, table: TableFile, layout: Layout) -> PlayerList:
    """Read the people of a list by a layout and keep both."""
    read = read_people(table, layout)
    people_files.lay_out(
        view.actor,
        file,
        columns=layout.columns,
        head=layout.head,
        rows=() if read.bad else read.rows,
        lines=() if read.bad else read.lines,
    )
    return read


class PeopleList(DeskView):
    """What a list holds. Its columns can be given other meanings and its names other people, and
    at last everybody is registered, or nobody."""

    tab = "desk-people"

    def file(self) -> PeopleFile:
        return get_object_or_404(PeopleFile, pk=self.kwargs["file_id"], tournament=self.event)

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        file = self.file()
        file.tournament = self.event
        job = people_files.job_of(file)
        if file.registered_at is not None or (job is not None and job.active):
            template = "desk/_people_job.html" if "part" in request.GET else "desk/people_job.html"
            response = self.show(template, {"file": file, "job": job})
            if "part" in request.GET and not (job and job.active):
                response.headers["HX-Refresh"] = "true"
            return response
        return self.preview(file, job)

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        file = self.file()
        file.tournament = self.event
        here = self.address("desk-people-list", file_id=file.pk)
        if file.registered_at is not None:
            return redirect(here)
        columns = ColumnsForm(request.POST, columns=file.columns, head=file.head)
        if columns.is_valid() and "column_0" in request.POST:
            chosen = Layout(columns.columns(), columns.chosen_head())
            if chosen != Layout(tuple(file.columns), file.head):
                lay_out(self, file, table_of(file), chosen)
                return redirect(here)
        found, _problems = people_files.preview(file)
        alike = AlikeForm(request.POST, alike=found.alike)
        if alike.is_valid():
            people_files.answer(self.actor, file, alike.answers())
        if "register" not in request.POST:
            return redirect(here)
        return self.register(file, here)

    def register(self, file: PeopleFile, here: str) -> HttpResponse:
        if not file.rows or people_files.preview(file)[1]:
            return self.preview(file, None, status=400)
        try:
            job = people_files.register(self.actor, file)
        except (Conflict, Invalid):
            # Somebody was registered between the look and the act: the preview says whom.
            return self.preview(file, None, status=409)
        if job is not None:
            return redirect(here)
        file.refresh_from_db(fields=["registered"])
        words = ngettext(
            "%(n)d player is registered.", "%(n)d players are registered.", file.registered
        ) % {"n": file.registered}
        return self.done(words, self.address("desk-people"))

    def preview(self, file: PeopleFile, job: Job | None, *, status: int = 200) -> HttpResponse:
        table, layout = table_of(file), Layout(tuple(file.columns), file.head)
        read = read_people(table, layout)
        found, problems = people_files.preview(file)
        titles = dict(zip(layout.columns, titles_of(table, layout), strict=True))
        taken = [taken_words(file, titles, line, problem) for line, problem in problems]
        bad = [*read.bad, *taken]
        known = set(found.known)
        alike = AlikeForm(alike=found.alike)
        return self.show(
            "desk/people_preview.html",
            {
                "file": file,
                "failed": job if job is not None and job.status != Job.Status.DONE else None,
                "bad": bad[:SHOWN_BAD],
                "bad_count": len(bad),
                "bad_more": len(bad) - SHOWN_BAD,
                "columns": self.columns(file, table, layout),
                "bare": ColumnsForm(columns=file.columns, head=file.head)["bare"],
                "ignored": read.ignored,
                "rows": [
                    (line, row, place in known)
                    for place, (line, row) in enumerate(
                        zip(file.lines[:SHOWN_ROWS], file.rows[:SHOWN_ROWS], strict=True)
                    )
                ],
                "rows_more": len(file.rows) - SHOWN_ROWS,
                "new": len(found.new),
                "known": len(found.known),
                "alike": [(a, alike[f"who_{a.row}"], file.lines[a.row]) for a in alike.alike],
                "alike_more": len(found.alike) - len(alike.alike),
            },
            status=status,
        )

    def columns(self, file: PeopleFile, table: TableFile, layout: Layout) -> list[Any]:
        """Return (heading, field, sample cells) of every column that holds something."""
        form = ColumnsForm(columns=file.columns, head=file.head)
        titles = titles_of(table, layout)
        body = [cells for _line, cells in table.rows[layout.head + 1 :]]
        found = []
        for place, title in enumerate(titles):
            cells = (row[place] for row in body if place < len(row) and row[place].strip())
            samples = [shown(cell) for _n, cell in zip(range(SAMPLES), cells, strict=False)]
            if samples or layout.columns[place]:
                found.append((title, form[f"column_{place}"], samples))
        return found


def taken_words(file: PeopleFile, titles: dict[str, str], line: int, problem: Problem) -> Bad:
    """Return a refusal of the service with the column and the value that it speaks of."""
    what = problem.field.rpartition(": ")[2]
    row = file.rows[file.lines.index(line)]
    return Bad(line, titles.get(what, ""), str(row.get(what) or ""), str(problem.message))


def table_of(file: PeopleFile) -> TableFile:
    return TableFile(tuple((line, tuple(cells)) for line, cells in file.table), file.encoding)


class StopList(DeskView):
    """Stop the job that registers a list: nobody of it is registered then."""

    tab = "desk-people"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return redirect(self.address("desk-people"))

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        file = get_object_or_404(PeopleFile, pk=self.kwargs["file_id"], tournament=self.event)
        job = people_files.job_of(file)
        here = self.address("desk-people-list", file_id=file.pk)
        if job is None:
            return redirect(here)
        return attempt(
            self,
            lambda: jobs.cancel(self.actor, job.pk),
            _("Registering is being stopped; nobody of the list is registered then."),
            here,
        )
