"""One sheet as CSV that a spreadsheet program opens by double click."""

import csv
import io
from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.table_points import decimal_units
from tournaments.exporting.cells import (
    Cell,
    Column,
    Kind,
    Label,
    Sheet,
    exact,
    labelled,
    safe,
    share_text,
)
from tournaments.exporting.titles import label_titles


class ResultsCsv:
    """UTF-8 with its mark, commas, CRLF. The first row is the header, so that the file can be read
    back; the label (event, round, time, revision) repeats in the last columns of each row."""

    content_type = "text/csv; charset=utf-8"
    suffix = "csv"

    def render(self, label: Label, sheet: Sheet) -> bytes:
        stream = io.StringIO(newline="")
        writer = csv.writer(stream)
        pairs = labelled(label, label_titles())
        titles = [title for column in sheet.columns for title in _titles(column)]
        writer.writerow([*titles, *(title for title, _value in pairs)])
        for row in sheet.rows:
            cells: list[str | int] = []
            for column, cell in zip(sheet.columns, row, strict=True):
                cells.extend(_written(column, cell))
            writer.writerow([*cells, *(safe(value) for _title, value in pairs)])
        return stream.getvalue().encode("utf-8-sig")


def _titles(column: Column) -> Iterator[str]:
    yield column.title
    if column.kind is Kind.POINTS:
        yield _("%(title)s (decimal)") % {"title": column.title}


def _written(column: Column, cell: Cell) -> Iterator[str | int]:
    """Numbers are written bare, a minus sign and all; only texts are made safe."""
    if column.kind is Kind.POINTS:
        yield exact(cell) if isinstance(cell, int) else ""
        yield decimal_units(cell) if isinstance(cell, int) else ""
    elif cell is None:
        yield ""
    elif column.kind is Kind.SHARE and isinstance(cell, int):
        yield share_text(cell)
    elif column.kind is Kind.DECIMAL and isinstance(cell, int):
        yield decimal_units(cell)
    elif isinstance(cell, int):
        yield cell
    else:
        yield safe(cell)
