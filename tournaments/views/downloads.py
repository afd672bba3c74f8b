"""Files to take away: results, the event document, score sheets."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.exporting.csv_file import ResultsCsv
from tournaments.exporting.result_sheets import result_sheets, standings_sheet
from tournaments.exporting.score_sheet import ScoreSheetPdf, SheetForm
from tournaments.exporting.snapshot import take_snapshot
from tournaments.exporting.table_sheet import blank_form, sheets_of
from tournaments.exporting.workbook import ResultsWorkbook
from tournaments.models import Tournament
from tournaments.services import event_document, releases
from tournaments.services.access import may_see_seats
from tournaments.services.tables import TableState, for_states, states_of
from tournaments.views.rules import Rule, RuledView


def attachment(content: bytes, content_type: str, name: str) -> HttpResponse:
    """Return a file to be saved under a plain ASCII name; never kept by a cache in between."""
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response


class EventView(RuledView):
    """A download of one event."""

    @property
    def event(self) -> Tournament:
        if self.tournament is None:
            raise Http404
        return self.tournament


class ResultsCsvView(EventView):
    rule = Rule.STANDINGS

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        snapshot = take_snapshot(self.event, self.actor)
        form = ResultsCsv()
        content = form.render(snapshot.label, standings_sheet(snapshot))
        name = snapshot.label.file_name("results", form.suffix)
        return attachment(content, form.content_type, name)


class WorkbookView(EventView):
    rule = Rule.STANDINGS

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        snapshot = take_snapshot(self.event, self.actor)
        form = ResultsWorkbook()
        content = form.render(snapshot.label, result_sheets(snapshot))
        name = snapshot.label.file_name("results", form.suffix)
        return attachment(content, form.content_type, name)


class EventDocumentView(EventView):
    """The whole event as one document; it names people who are hidden elsewhere."""

    rule = Rule.ORGANISER

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        content = event_document.dumps(event_document.document_of(self.event))
        moment = timezone.now().astimezone(self.event.club.zone)
        name = f"{self.event.slug}-{moment:%Y%m%d-%H%M}-v{self.event.revision}.json"
        return attachment(content.encode(), "application/json", name)


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

    def answer(self, forms: list[SheetForm], name: str) -> HttpResponse:
        form = ScoreSheetPdf()
        return attachment(form.render(forms), form.content_type, f"{name}.{form.suffix}")


class TableSheetView(SheetView):
    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        round_, table = kwargs["round"], kwargs["table"]
        states = self.states(round__number=round_, number=table)
        return self.answer(sheets_of(states), f"{self.event.slug}-sheet-r{round_}-t{table}")


class RoundSheetsView(SheetView):
    """All tables of a round, a page each: filled in as far as they are played."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        number = kwargs["round"]
        forms = sheets_of(self.states(round__number=number))
        return self.answer(forms, f"{self.event.slug}-sheets-r{number}")


class BlankSheetView(SheetView):
    """A sheet to be filled in by hand, with the event's chart of winds."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return self.answer([blank_form(self.event)], f"{self.event.slug}-sheet-blank")
