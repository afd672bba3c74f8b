"""Tables from files in every encoding that is met, and from damaged ones."""

import datetime as dt
import io
import zipfile
from collections.abc import Callable

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.exporting.cells import Column, Kind, Label, Sheet, bare, safe
from tournaments.exporting.csv_file import ResultsCsv
from tournaments.exporting.workbook import ResultsWorkbook
from tournaments.importing import table_file
from tournaments.importing.player_list import layout_of, read_people, read_player_list
from tournaments.importing.table_file import MAX_ROWS, read_table

NAMES = ["王小明", "欧阳娜娜", "𠮷田", "张𬎆", "O’Neil"]
LIST = "姓名{sep}俱乐部{sep}座号{end}" + "".join(
    f"{name}{{sep}}东社{{sep}}{n}{{end}}" for n, name in enumerate(NAMES, 1)
)


def names(data: bytes, encoding: str = "") -> list[str]:
    found = read_player_list(data, encoding)
    assert found.bad == ()
    return [row["name"] for row in found.rows]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["unix", "dos", "old mac"])
@pytest.mark.parametrize("sep", [",", ";", "\t", "，", "；"])
@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16-le", "utf-16-be", "utf-16", "be mark"]
)
def test_every_encoding_separator_and_line_end(encoding: str, sep: str, end: str) -> None:
    text = LIST.format(sep=sep, end=end)
    if encoding == "be mark":
        data = b"\xfe\xff" + text.encode("utf-16-be")
    else:
        data = text.encode(encoding)
    assert names(data) == NAMES


def test_big5_and_latin_are_read_when_named() -> None:
    assert names("姓名\n歐陽娜娜\n".encode("big5"), "big5") == ["歐陽娜娜"]
    assert names("Name\nGünter\n".encode("cp1252"), "cp1252") == ["Günter"]


def test_a_separator_that_the_file_declares() -> None:
    found = read_table(b"sep=;\r\nName;Club\r\nA,B;C\r\n")
    assert found.rows == ((2, ("Name", "Club")), (3, ("A,B", "C")))


def test_lines_are_those_of_the_file() -> None:
    found = read_player_list(b'Name,Club\n\n"A\nB",C\nD,E\n')
    assert found.lines == (3, 5)
    assert found.rows[0]["name"] == "A B"


def book_of(*rows: list[object]) -> openpyxl.Workbook:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    return book


def saved(book: openpyxl.Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def test_a_title_above_the_heading_is_passed_over() -> None:
    book = book_of(["公开赛名单"], [], ["编号", "姓名"], [1.0, "甲"], [2.0, "乙"])
    found = read_player_list(saved(book))
    assert [(r["number"], r["name"]) for r in found.rows] == [(1, "甲"), (2, "乙")]
    assert found.lines == (4, 5)


def test_an_empty_first_sheet_is_passed_over() -> None:
    book = openpyxl.Workbook()
    page = book.create_sheet("list")
    page.append(["Name"])
    page.append(["Ann"])
    assert names(saved(book)) == ["Ann"]


def test_dates_and_numbers_in_cells_become_texts() -> None:
    book = book_of(["Name", "x", "y", "z"], [42.0, dt.datetime(2026, 3, 1), -3.5, True])
    assert read_table(saved(book)).rows[1][1] == ("42", "2026-03-01", "-3.5", "True")


def test_a_formula_without_a_value_is_named() -> None:
    found = read_player_list(saved(book_of(["Name", "No"], ["Ann", "=1+1"])))
    (bad,) = found.bad
    assert (bad.line, bad.column, bad.value) == (2, "No", "=1+1")
    assert "formula" in bad.reason


def test_an_error_of_the_spreadsheet_is_named() -> None:
    book = book_of(["Name"], ["#N/A"])
    book.active["A2"].data_type = "e"
    (bad,) = read_player_list(saved(book)).bad
    assert (bad.line, bad.column, bad.value) == (2, "Name", "#N/A")


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def changed(data: bytes, part: str, change: Callable[[bytes], bytes | None]) -> bytes:
    """Return a workbook of which the parts that begin so are others, or gone."""
    target = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(target, "w") as made:
        for info in source.infolist():
            content: bytes | None = source.read(info)
            if info.filename.startswith(part):
                content = change(content or b"")
            if content is not None:
                made.writestr(info, content)
    return target.getvalue()


def without(data: bytes, part: str) -> bytes:
    return changed(data, part, lambda _content: None)


def with_bad_xml(data: bytes) -> bytes:
    return changed(data, "xl/worksheets/sheet1", cut)


def some_zip() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        made.writestr("readme.txt", "no workbook")
    return target.getvalue()


def bomb() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("xl/worksheets/sheet1.xml", b" " * 130_000_000)
    return target.getvalue()


BOOK = saved(book_of(["Name", "No"], ["Ann", 1], ["Bob", 2]))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"", "no rows", id="nothing"),
        pytest.param(cut(BOOK), "not a workbook", id="cut short"),
        pytest.param(without(BOOK, "xl/worksheets"), "no rows", id="part missing"),
        pytest.param(without(BOOK, "xl/workbook"), "not a workbook", id="no index"),
        pytest.param(with_bad_xml(BOOK), "not a workbook", id="broken inside"),
        pytest.param(some_zip(), "not a workbook", id="another zip"),
        pytest.param(bomb(), "too large", id="unfolds without end"),
        pytest.param(b"\xd0\xcf\x11\xe0" + b"\0" * 600, ".xls", id="old workbook"),
        pytest.param(b'Name\n"' + b"x" * 200_000 + b'"', "far too long", id="huge cell"),
        pytest.param(b'Name,Club\n"Ann,A\nBob,B\n', "quotation", id="open quotation"),
        pytest.param(b"Name\n\xff\xff\xff", "encoding", id="no encoding"),
        pytest.param(b"name\n" + b"x\n" * (MAX_ROWS + 1), "At most", id="too many"),
    ],
)
def test_damage_is_told(data: bytes, words: str) -> None:
    found = read_table(data)
    assert found.rows == ()
    assert words in found.bad[0].reason


def test_some_lines_in_another_encoding_are_named() -> None:
    lines = ["姓名", "王小明", "李建国", "欧阳娜娜", "陈大文"]
    data = b"\n".join(line.encode("gb18030" if n == 3 else "utf-8") for n, line in enumerate(lines))
    (bad,) = read_table(data).bad
    assert bad.line == 4
    assert "another encoding" in bad.reason


def test_characters_that_cannot_be_kept_are_named() -> None:
    found = read_player_list("姓名,俱乐部\n王\0明,东\x07社\n李,西社\n".encode())
    assert [(bad.line, bad.column) for bad in found.bad] == [(2, "姓名"), (2, "俱乐部")]


def test_a_row_with_more_cells_than_the_heading_is_named() -> None:
    found = read_player_list(b"Name,Club\nSmith, Ann,A\nBob,B,,\nCid\n")
    (bad,) = found.bad
    assert (bad.line, bad.column, bad.value) == (2, "C", "A")


def test_numbers_and_member_numbers_that_stand_twice_are_named() -> None:
    found = read_player_list(
        b"Name,Club,No,Member No\nAnn,A,1,m1\nBob,A,1,m2\nCid,A,3,m1\nAnn,A,1,m1\n"
    )
    assert [(bad.line, bad.column, bad.value) for bad in found.bad] == [
        (3, "No", "1"),
        (4, "Member No", "m1"),
    ]
    assert "line 2" in found.bad[0].reason
    assert "Ann in line 2" in found.bad[1].reason


def test_a_heading_that_comes_again_is_no_person() -> None:
    assert names(b"Name,No\nAnn,1\nName,No\nBob,2\n") == ["Ann", "Bob"]


def test_two_columns_of_one_meaning_are_refused() -> None:
    (bad,) = read_player_list("姓名,Name,编号\n甲,乙,1\n".encode()).bad
    assert "姓名 (A), Name (B)" in bad.reason


def test_without_a_heading_somebody_says_what_the_columns_hold() -> None:
    table = read_table("1,甲,东社\n2,乙,西社\n".encode())
    assert read_people(table, layout_of(table)).bad
    layout = layout_of(table).__class__(("number", "name", "club_name"), -1)
    found = read_people(table, layout)
    assert [(r["number"], r["name"], r["club_name"]) for r in found.rows] == [
        (1, "甲", "东社"),
        (2, "乙", "西社"),
    ]


def test_reserves_of_a_team() -> None:
    found = read_player_list("姓名,队名,替补\n甲,一队,\n乙,一队,是\n丙,一队,谁\n".encode())
    assert [(bad.line, bad.value) for bad in found.bad] == [(4, "谁")]
    found = read_player_list("姓名,队名,替补\n甲,一队,\n乙,一队,是\n".encode())
    assert [row.get("reserve", False) for row in found.rows] == [False, True]


FORMULAS = ["=1+1", "+86 123", "-x", "@x", "'-x", "''=1", "=HYPERLINK(1)", "−5", "-5"]


def label() -> Label:
    return Label("E", "e", "C", 1, dt.datetime(2026, 1, 1), "UTC", 1)


def sheet() -> Sheet:
    columns = (Column("姓名"), Column("Score", Kind.SIGNED), Column("x", Kind.NUMBER))
    rows = tuple((name, -n, n) for n, name in enumerate(FORMULAS, 1))
    return Sheet("list", columns, rows)


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_names_like_formulas_and_negative_numbers_survive_both_ways(kind: str) -> None:
    if kind == "csv":
        data = ResultsCsv().render(label(), sheet())
    else:
        data = ResultsWorkbook().render(label(), [sheet()])
    table = read_table(data)
    rows = [cells[:3] for _line, cells in table.rows][-len(FORMULAS) :]
    assert rows == [(name, str(-n), str(n)) for n, name in enumerate(FORMULAS, 1)]
    assert [row["name"] for row in read_people(table, layout_of(table)).rows] == FORMULAS


@given(st.text())
def test_a_safe_text_is_bared_again(text: str) -> None:
    assert bare(safe(text)) == text


@settings(max_examples=40)
@given(st.binary(max_size=300), st.sampled_from(["", "gb18030", "utf-16", "cp1252", "big5"]))
def test_nothing_makes_it_fail(data: bytes, encoding: str) -> None:
    read_table(data, encoding)
    read_table(b"PK\x03\x04" + data)
    place = len(BOOK) // 2
    read_table(BOOK[:place] + data + BOOK[place + len(data) :])


def test_a_file_beyond_the_limit_is_refused_for_its_size_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A list that would be read if it were smaller."""
    content = b"Name\nAnn\n"
    monkeypatch.setattr(table_file, "MAX_BYTES", len(content))
    assert read_table(content).bad == ()
    (bad,) = read_table(content + b"\n").bad
    assert "too large" in bad.reason
