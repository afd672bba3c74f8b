"""Cells of exports: exact fractions, and texts that no spreadsheet runs."""

import csv
import datetime as dt
import io
from fractions import Fraction
from zoneinfo import ZoneInfo

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.table_points import UNIT
from tournaments.exporting.cells import Column, Kind, Label, Sheet, exact, safe
from tournaments.exporting.csv_file import ResultsCsv
from tournaments.exporting.workbook import HEADER_ROW, ResultsWorkbook

LABEL = Label(
    event="=Spring",
    slug="spring",
    club="Club",
    after_round=3,
    made_at=dt.datetime(2026, 3, 29, 0, 30, tzinfo=ZoneInfo("Asia/Shanghai")),
    zone="Asia/Shanghai",
    revision=17,
)
NAMES = ("=1+1", "+8610", "-x", "@home", "\ttab", "\rreturn", "王小明", "plain")
SHEET = Sheet(
    "Standings",
    (Column("Name"), Column("Points", Kind.POINTS), Column("Game", Kind.SIGNED)),
    tuple((name, 7 * UNIT // 3, -32) for name in NAMES),
)


def read_csv(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


@pytest.mark.parametrize(
    ("units", "text"),
    [
        (0, "0"),
        (UNIT * 4, "4"),
        (UNIT // 2, "0 1/2"),
        (UNIT * 7 // 3, "2 1/3"),
        (UNIT * 7 // 4, "1 3/4"),
        (-UNIT * 3 // 2, "-1 1/2"),
    ],
)
def test_exact_fraction_is_a_mixed_number(units: int, text: str) -> None:
    assert exact(units) == text


@given(st.integers(-(10**7), 10**7))
def test_exact_fraction_keeps_the_value(units: int) -> None:
    text = exact(units)
    sign = -1 if text.startswith("-") else 1
    value = sum((Fraction(part) for part in text.lstrip("-").split()), Fraction(0))
    assert sign * value == Fraction(units, UNIT)


@given(st.text(max_size=20))
def test_safe_text_never_begins_like_a_formula(text: str) -> None:
    made = safe(text)
    assert not made.startswith(("=", "+", "-", "@", "\t", "\r"))
    assert made.removeprefix("'") == text.removeprefix("'")


def test_csv_begins_with_the_mark_and_the_header() -> None:
    content = ResultsCsv().render(LABEL, SHEET)
    assert content.startswith(b"\xef\xbb\xbfName,Points,Points (decimal),Game,Event,")
    assert content.endswith(b"\r\n")
    assert content.count(b"\xef\xbb\xbf") == 1


def test_csv_makes_texts_safe_and_leaves_numbers_alone() -> None:
    rows = read_csv(ResultsCsv().render(LABEL, SHEET))[1:]
    assert [row[0] for row in rows[:6]] == [f"'{name}" for name in NAMES[:6]]
    assert [row[0] for row in rows[6:]] == ["王小明", "plain"]
    assert {tuple(row[1:4]) for row in rows} == {("2 1/3", "2.33", "-32")}


def test_csv_tells_event_round_time_and_revision() -> None:
    row = read_csv(ResultsCsv().render(LABEL, SHEET))[1]
    assert row[4:] == ["'=Spring", "Club", "3", "2026-03-29 00:30 Asia/Shanghai", "17"]


def test_workbook_keeps_texts_as_text_and_numbers_as_numbers() -> None:
    content = ResultsWorkbook().render(LABEL, [SHEET])
    page = openpyxl.load_workbook(io.BytesIO(content))["Standings"]
    assert page.freeze_panes == f"A{HEADER_ROW + 2}"
    rows = list(page.iter_rows(min_row=HEADER_ROW + 2))
    # The XML of a workbook knows no bare return: it comes back as a line feed.
    read = [str(row[0].value).replace("\n", "\r").replace("_x000D_", "\r") for row in rows]
    assert read == list(NAMES)
    assert all(row[0].data_type == "s" for row in rows)
    assert [row[1].value for row in rows] == ["2 1/3"] * len(NAMES)
    assert [row[2].value for row in rows] == [2.33] * len(NAMES)
    assert [row[3].value for row in rows] == [-32] * len(NAMES)
    assert rows[0][3].number_format == "+0;−0;0"


def test_workbook_is_labelled() -> None:
    content = ResultsWorkbook().render(LABEL, [SHEET])
    page = openpyxl.load_workbook(io.BytesIO(content))["Standings"]
    assert page["A1"].value == "=Spring · Standings"
    assert page["A1"].data_type == "s"
    words = page["A2"].value
    for part in ("After round: 3", "2026-03-29 00:30 Asia/Shanghai", "Revision: 17"):
        assert part in words


def test_file_name_tells_versions_apart() -> None:
    assert LABEL.file_name("results", "csv") == "spring-results-r3-20260329-0030-v17.csv"
