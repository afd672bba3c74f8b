"""Files to take away: results, the event document, score sheets."""

from typing import Any, ClassVar

from django.http import Http404, HttpRequest, HttpResponse

from tournaments.exporting import making
from tournaments.exporting.encodings import in_encoding
from tournaments.exporting.score_sheet import ScoreSheetPdf, SheetForm
from tournaments.exporting.table_sheet import blank_form, sheets_of
from tournaments.models import Tournament
from tournaments.services import releases
from tournaments.services.access import may_referee, may_see_seats
from tournaments.services.tables import TableState, for_states, states_of
from tournaments.views.rules import Rule, RuledView


def attachment(content: bytes, content_type: str, name: str) -> HttpResponse:
    """Return a file to be saved under a plain ASCII name; never kept by a cache in between."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response


def csv_attachment(request: HttpRequest, content: bytes, name: str) -> HttpResponse:
    """Return a CSV file (UTF-8 with its mark) in the encoding the address asks for: ``encoding``,
    one of `ENCODINGS`. Raises `Invalid` as `in_encoding` does."""
    made, content_type = in_encoding(content, request.GET.get("encoding", ""))
    return attachment(made, content_type, name)


class EventView(RuledView):
    """A download of one event."""

    @property
    def event(self) -> Tournament:
        if self.tournament is None:
            raise Http404
        return self.tournament


class FileView(EventView):
    """A file of what the reader may see, made while the reader waits."""

    rule = Rule.STANDINGS
    kind: ClassVar[str] = ""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        form = making.FORMS[self.kind]
        made = making.make(form, self.event, self.actor)
        if form.suffix == "csv":
            return csv_attachment(request, made.content, made.name)
        return attachment(made.content, form.content_type, made.name)


class ResultsCsvView(FileView):
    kind = "csv"


class WorkbookView(FileView):
    kind = "workbook"


class EmaView(FileView):
    kind = "ema"


class ReportView(FileView):
    kind = "report"


class ScreenView(FileView):
    kind = "screen"


class EventDocumentView(FileView):
    """The whole event as one document; it names people who are hidden elsewhere."""

    rule = Rule.ORGANISER
    kind = "document"


class SheetArchiveView(FileView):
    """The sheets of all tables; large events have it made by a job."""

    rule = Rule.ORGANISER
    kind = "sheets"


class SheetView(EventView):
    """Score sheets as PDF, of tables whose seats the reader may see."""

    rule = Rule.STANDINGS

    def states(self, **filters: Any) -> list[TableState]:
        tables = for_states(round__tournament=self.event, **filters)
        seen = [table for table in tables if may_see_seats(self.actor, table.round)]
        if not seen:
            raise Http404
        for table in seen:
            releases.require_table_shown(self.actor, table)
        return states_of(seen)

    def forms(self, states: list[TableState]) -> list[SheetForm]:
        return sheets_of(states, names_accounts=may_referee(self.actor, self.event))

    def answer(self, forms: list[SheetForm], name: str) -> HttpResponse:
        form = ScoreSheetPdf()
        return attachment(form.render(forms), form.content_type, f"{name}.{form.suffix}")


class TableSheetView(SheetView):
    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        round_, table = kwargs["round"], kwargs["table"]
        states = self.states(round__number=round_, number=table)
        return self.answer(self.forms(states), f"{self.event.slug}-sheet-r{round_}-t{table}")


class RoundSheetsView(SheetView):
    """All tables of a round, a page each: filled in as far as they are played."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        number = kwargs["round"]
        forms = self.forms(self.states(round__number=number))
        return self.answer(forms, f"{self.event.slug}-sheets-r{number}")


class BlankSheetView(SheetView):
    """A sheet to be filled in by hand, with the event's chart of winds."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.answer([blank_form(self.event)], f"{self.event.slug}-sheet-blank")
