"""Files of results and sheets through the API: the same forms as the pages give."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request

from tournaments.api.base import ApiView
from tournaments.api.doc import FileOf, operation
from tournaments.exporting.csv_file import ResultsCsv
from tournaments.exporting.encodings import ENCODINGS, in_encoding
from tournaments.exporting.result_sheets import result_sheets, standings_sheet
from tournaments.exporting.score_sheet import ScoreSheetPdf
from tournaments.exporting.snapshot import take_snapshot
from tournaments.exporting.table_sheet import blank_form, sheets_of
from tournaments.exporting.workbook import ResultsWorkbook
from tournaments.services import access, releases
from tournaments.services.rules import Rule
from tournaments.services.tables import for_states, states_of

ENCODING = OpenApiParameter(
    "encoding",
    str,
    enum=list(ENCODINGS),
    description="Of the file; one that lacks characters of it is refused and names them.",
)


class AnyForm(BaseContentNegotiation):
    """A file has one form; refusals are JSON, whatever is asked for."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0] if parsers else None

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


def file(content: bytes, content_type: str, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type=content_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response


class FileView(ApiView):
    rule = Rule.STANDINGS
    content_negotiation_class = AnyForm


class ResultsCsvFile(FileView):
    """The standings as CSV."""

    @operation("results_csv", gives=FileOf("text/csv"), query=[ENCODING])
    def get(self, request: Request, event: str) -> HttpResponse:
        snapshot = take_snapshot(self.event, self.actor)
        form = ResultsCsv()
        content = form.render(snapshot.label, standings_sheet(snapshot))
        asked = request.query_params.get("encoding", "")
        content, content_type = in_encoding(content, asked)
        return file(content, content_type, snapshot.label.file_name("results", form.suffix))


class ResultsWorkbookFile(FileView):
    """Standings, tables and hands as a workbook."""

    @operation("results_workbook", gives=FileOf(ResultsWorkbook.content_type))
    def get(self, request: Request, event: str) -> HttpResponse:
        snapshot = take_snapshot(self.event, self.actor)
        form = ResultsWorkbook()
        content = form.render(snapshot.label, result_sheets(snapshot))
        return file(content, form.content_type, snapshot.label.file_name("results", form.suffix))


class SheetFile(FileView):
    """Score sheets of a round as PDF; round 0: a blank one."""

    @operation("sheets_pdf", gives=FileOf("application/pdf"))
    def get(self, request: Request, event: str, round: int) -> HttpResponse:
        form = ScoreSheetPdf()
        if round == 0:
            forms = [blank_form(self.event)]
        else:
            tables = for_states(round__tournament=self.event, round__number=round)
            seen = [t for t in tables if access.may_see_seats(self.actor, t.round)]
            if not seen:
                raise Http404
            releases.require_table_shown(self.actor, seen[0])
            forms = sheets_of(states_of(seen))
        name = f"{self.event.slug}-sheets-r{round}.{form.suffix}"
        return file(form.render(forms), form.content_type, name)
