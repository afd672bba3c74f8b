"""Every file that can be made of an event: what it is for, and how it is made of one snapshot."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.exporting.archive import SheetArchive, Step
from tournaments.exporting.csv_file import ResultsCsv
from tournaments.exporting.report import EventReport
from tournaments.exporting.result_sheets import ema_sheet, result_sheets, standings_sheet
from tournaments.exporting.screen_page import ScreenPage
from tournaments.exporting.snapshot import EventSnapshot, take_snapshot
from tournaments.exporting.workbook import ResultsWorkbook
from tournaments.models import Hand, Job, Table, Tournament
from tournaments.services import event_document, exports, jobs
from tournaments.services.access import Actor
from tournaments.services.errors import NotThere
from tournaments.services.jobs import Run

# An event with more hands takes longer than a second in its larger files: a job makes them.
LARGE_HANDS = 400
LARGE_TABLES = 4

Make = Callable[[EventSnapshot, Step], bytes]


def no_step(done: int, total: int, message: str = "") -> None:
    """Tell nobody how far the work is."""


@dataclass(frozen=True)
class FileForm:
    """A kind of file. ``what`` stands in its name; ``for_everybody``: a reader gets it with what
    was released, else it is the organisers'. ``heavy``: larger events have it made by a job."""

    kind: str
    title: Promise
    about: Promise
    what: str
    suffix: str
    content_type: str
    make: Make
    for_everybody: bool = True
    heavy: bool = False


def _csv(snapshot: EventSnapshot, step: Step) -> bytes:
    return ResultsCsv().render(snapshot.label, standings_sheet(snapshot))


def _ema(snapshot: EventSnapshot, step: Step) -> bytes:
    return ResultsCsv().render(snapshot.label, ema_sheet(snapshot))


def _workbook(snapshot: EventSnapshot, step: Step) -> bytes:
    sheets = result_sheets(snapshot)
    total = len(sheets)
    return ResultsWorkbook().render(
        snapshot.label,
        sheets,
        lambda n: step(n, total, _("sheet %(n)d of %(total)d") % {"n": n, "total": total}),
    )


def _archive(snapshot: EventSnapshot, step: Step) -> bytes:
    return SheetArchive().render(snapshot, step, lambda n: _("round %(n)d") % {"n": n})


def _document(snapshot: EventSnapshot, step: Step) -> bytes:
    return event_document.exported(snapshot.tournament, snapshot.label.made_at).encode()


FORMS: dict[str, FileForm] = {
    form.kind: form
    for form in (
        FileForm(
            "workbook",
            gettext_lazy("Excel workbook"),
            gettext_lazy(
                "Standings, teams, rounds, hands, penalties and statistics, one sheet each, "
                "to work on."
            ),
            "results",
            "xlsx",
            ResultsWorkbook.content_type,
            _workbook,
            heavy=True,
        ),
        FileForm(
            "csv",
            gettext_lazy("Results as CSV"),
            gettext_lazy("The standings as a plain table. Opens in Excel with Chinese names."),
            "results",
            "csv",
            ResultsCsv.content_type,
            _csv,
        ),
        FileForm(
            "ema",
            gettext_lazy("Results for the EMA"),
            gettext_lazy(
                "Place, EMA number, name, country, table points and MCR points, as the European "
                "association lists them. The EMA number is the member number; countries are to "
                "be filled in."
            ),
            "ema",
            "csv",
            ResultsCsv.content_type,
            _ema,
        ),
        FileForm(
            "report",
            gettext_lazy("Report with charts"),
            gettext_lazy("A PDF to hand out: figures, charts, standings, statistics."),
            "report",
            "pdf",
            EventReport.content_type,
            lambda snapshot, step: EventReport().render(snapshot, step),
            heavy=True,
        ),
        FileForm(
            "screen",
            gettext_lazy("Standings for a screen"),
            gettext_lazy(
                "One HTML file for a computer without network; it turns its pages by itself."
            ),
            "screen",
            "html",
            ScreenPage.content_type,
            lambda snapshot, step: ScreenPage().render(snapshot),
        ),
        FileForm(
            "sheets",
            gettext_lazy("All score sheets"),
            gettext_lazy("One archive (zip) with a PDF for every table, to be kept."),
            "sheets",
            "zip",
            SheetArchive.content_type,
            _archive,
            for_everybody=False,
            heavy=True,
        ),
        FileForm(
            "document",
            gettext_lazy("The whole event as JSON"),
            gettext_lazy(
                "Every fact, to keep or to load elsewhere: “New event”, “From a file of a whole "
                "event”."
            ),
            "event",
            "json",
            "application/json",
            _document,
            for_everybody=False,
            heavy=True,
        ),
    )
}


def is_large(tournament: Tournament, form: FileForm) -> bool:
    """Whether the file of this event takes longer than a reader should wait for."""
    if not form.heavy:
        return False
    if form.kind == "sheets":
        return Table.objects.filter(round__tournament=tournament).count() > LARGE_TABLES
    hands = Hand.objects.filter(table__round__tournament=tournament, undone_at=None)
    return hands.count() > LARGE_HANDS


@dataclass(frozen=True)
class Made:
    """A made file, with the event as it was read."""

    name: str
    content: bytes
    snapshot: EventSnapshot


def make(form: FileForm, tournament: Tournament, actor: Actor, step: Step = no_step) -> Made:
    """Make a file of what somebody may see, from one snapshot."""
    snapshot = take_snapshot(tournament, actor)
    content = form.make(snapshot, step)
    return Made(snapshot.label.file_name(form.what, form.suffix), content, snapshot)


@jobs.handler(Job.Kind.EXPORT)
def run_export(run: Run) -> dict[str, Any]:
    """Make a file that was asked for and keep it (job). Nothing is kept of one that is cancelled;
    a second run finds the file of the first."""
    form = FORMS.get(run.arguments["kind"])
    tournament = Tournament.objects.select_related("club").filter(pk=run.job.tournament_id).first()
    if form is None or tournament is None:
        raise NotThere
    language = run.arguments["language"]
    with translation.override(language):
        export = exports.found(tournament, form.kind, language)
        if export is None:
            made = make(form, tournament, Actor.of_system("export"), run.progress)
            run.progress(1, 1)
            export = exports.keep(
                made.snapshot.tournament,
                form.kind,
                language,
                name=made.name,
                content=made.content,
                by=run.arguments.get("by", ""),
            )
    return {"export": export.pk, "size": export.size}
