"""Several sheets as one XLSX workbook."""

import io
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import xlsxwriter
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
)
from tournaments.exporting.titles import label_titles

HEADER_ROW = 3
OPTIONS = {
    "in_memory": True,
    # A name that begins with "=" stays a name; an address in a name stays text.
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


class ResultsWorkbook:
    """A workbook: each sheet with its label on top, its heading frozen, numbers as numbers. Exact
    fractions are text beside a column of two decimals."""

    content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    suffix = "xlsx"

    def render(
        self, label: Label, sheets: Sequence[Sheet], step: Callable[[int], None] = lambda _n: None
    ) -> bytes:
        """Return the file; ``step`` hears how many sheets are written."""
        stream = io.BytesIO()
        book = xlsxwriter.Workbook(stream, OPTIONS)
        book.set_properties({"title": label.event, "created": label.made_at.replace(tzinfo=None)})
        writer = _Writer(book, label)
        for number, sheet in enumerate(sheets, 1):
            writer.write(sheet)
            step(number)
        book.close()
        return stream.getvalue()


class _Writer:
    def __init__(self, book: Any, label: Label) -> None:
        self.book = book
        self.label = label
        self.title = book.add_format({"bold": True, "font_size": 14})
        self.small = book.add_format({"font_color": "#555555"})
        self.head = book.add_format(
            {"bold": True, "bottom": 1, "bg_color": "#EEEEEE", "text_wrap": True, "valign": "top"}
        )
        self.formats = {
            Kind.TEXT: book.add_format({"num_format": "@"}),
            Kind.NUMBER: book.add_format({"num_format": "0"}),
            Kind.SIGNED: book.add_format({"num_format": "+0;−0;0"}),
            Kind.SHARE: book.add_format({"num_format": "0.0%"}),
            Kind.DECIMAL: book.add_format({"num_format": "0.00"}),
            Kind.POINTS: book.add_format({"num_format": "0.00"}),
        }

    def write(self, sheet: Sheet) -> None:
        page = self.book.add_worksheet(sheet.name[:31])
        page.write_string(0, 0, f"{self.label.event} · {sheet.name}", self.title)
        pairs = labelled(self.label, label_titles())[1:]
        words = " · ".join(f"{title}: {value}" for title, value in pairs)
        page.write_string(1, 0, words, self.small)
        place = 0
        for column in sheet.columns:
            place = self._heading(page, place, column)
        for number, row in enumerate(sheet.rows, HEADER_ROW + 1):
            place = 0
            for column, cell in zip(sheet.columns, row, strict=True):
                place = self._cell(page, number, place, column, cell)
        page.freeze_panes(HEADER_ROW + 1, 0)
        if sheet.rows:
            page.autofilter(HEADER_ROW, 0, HEADER_ROW + len(sheet.rows), place - 1)
        page.set_landscape()
        page.set_paper(9)
        page.fit_to_pages(1, 0)
        page.repeat_rows(HEADER_ROW)

    def _heading(self, page: Any, place: int, column: Column) -> int:
        page.write_string(HEADER_ROW, place, column.title, self.head)
        page.set_column(place, place, column.width)
        if column.kind is not Kind.POINTS:
            return place + 1
        title = _("%(title)s (decimal)") % {"title": column.title}
        page.write_string(HEADER_ROW, place + 1, title, self.head)
        page.set_column(place + 1, place + 1, column.width)
        return place + 2

    def _cell(self, page: Any, row: int, place: int, column: Column, cell: Cell) -> int:
        style = self.formats[column.kind]
        if column.kind is Kind.POINTS:
            if isinstance(cell, int):
                page.write_string(row, place, exact(cell), self.formats[Kind.TEXT])
                page.write_number(row, place + 1, Decimal(decimal_units(cell)), style)
            return place + 2
        if isinstance(cell, int):
            page.write_number(row, place, _number(column.kind, cell), style)
        elif cell:
            page.write_string(row, place, cell, self.formats[Kind.TEXT])
        return place + 1


def _number(kind: Kind, cell: int) -> int | Decimal:
    if kind is Kind.SHARE:
        return Decimal(cell) / 100_000
    return Decimal(decimal_units(cell)) if kind is Kind.DECIMAL else cell
