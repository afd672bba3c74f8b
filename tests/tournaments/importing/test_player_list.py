"""Lists of players as spreadsheet programs save them."""

import io
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.club import SYSTEM, make_event, win
from tournaments.exporting.csv_file import ResultsCsv
from tournaments.exporting.result_sheets import standings_sheet
from tournaments.exporting.snapshot import take_snapshot
from tournaments.importing.player_list import MAX_BYTES, MAX_ROWS, read_player_list
from tournaments.services import entries
from tournaments.services.access import Actor
from tournaments.services.errors import Invalid

LISTS = Path(__file__).resolve().parents[4] / "shared" / "corpus" / "real_lists"
NAMES = ["王小明", "欧阳娜娜", "𠮷田", "张𬎆"]
TEXT = "姓名,俱乐部,座号\r\n" + "".join(f"{name},东社,{n}\r\n" for n, name in enumerate(NAMES, 1))


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("gb18030", "gb18030"),
        ("utf-16", "utf-16"),
    ],
)
def test_every_encoding_that_is_met(encoding: str, told: str) -> None:
    found = read_player_list(TEXT.encode(encoding))
    assert found.bad == ()
    assert found.encoding == told
    assert [row["name"] for row in found.rows] == NAMES
    assert [row["number"] for row in found.rows] == [1, 2, 3, 4]
    assert {row["club_name"] for row in found.rows} == {"东社"}
    assert found.lines == (2, 3, 4, 5)


def test_gbk_as_an_old_program_saves_it() -> None:
    found = read_player_list("姓名\n王小明\n".encode("gbk"))
    assert [row["name"] for row in found.rows] == ["王小明"]


def test_an_encoding_that_is_named() -> None:
    data = "Name\nGünter François\n".encode("cp1252")
    assert read_player_list(data, "cp1252").rows[0]["name"] == "Günter François"


def test_a_workbook() -> None:
    book = openpyxl.Workbook()
    for row in (["Name", "Team", "No"], ["王小明", "甲队", 7], ["=A1", None, None]):
        book.active.append(row)
    book.active["A3"].data_type = "s"
    stream = io.BytesIO()
    book.save(stream)
    found = read_player_list(stream.getvalue())
    assert found.encoding == "xlsx"
    assert [(row["name"], row.get("number")) for row in found.rows] == [
        ("王小明", 7),
        ("=A1", None),
    ]


def test_what_an_export_wrote_comes_back(db: None) -> None:
    made = make_event(4)
    entries.change_entry(SYSTEM, made.entries[0].pk, name="=1+1")
    made.seat_round()
    made.record(made.table(), win(10, 0, 2))
    snapshot = take_snapshot(made.tournament, Actor())
    data = ResultsCsv().render(snapshot.label, standings_sheet(snapshot))
    found = read_player_list(data)
    assert found.bad == ()
    written = {(row.number, row.name, row.team) for row in snapshot.standings.rows}
    assert {(r["number"], r["name"], r["team_name"]) for r in found.rows} == written


def test_the_same_file_again_adds_nobody(db: None) -> None:
    made = make_event(0)
    rows = read_player_list(TEXT.encode()).rows
    entries.register_many(SYSTEM, made.tournament.pk, rows)
    with pytest.raises(Invalid):
        entries.register_many(SYSTEM, made.tournament.pk, rows)
    assert made.tournament.entries.count() == 4


def test_headings_that_mean_nothing_are_named() -> None:
    found = read_player_list(b"Name,Shoe size,,Hat\nA,44,,M\n")
    assert found.ignored == ("Shoe size", "Hat")


@pytest.mark.parametrize(
    "head",
    [
        "姓名 Name,俱乐部 Club,编号 No.",
        "Name/姓名,Club/俱乐部,#",
        "姓名（必填）,俱乐部（可不填）,座号",
        "Name*,Club:,Number",
        "姓名,俱樂部,編號",
        "選手姓名,社團,參賽號",
    ],
)
def test_headings_in_two_languages_with_remarks_and_traditional(head: str) -> None:
    found = read_player_list(f"{head}\n王小明,东社,7\n".encode())
    assert found.bad == ()
    assert [(r["name"], r["club_name"], r["number"]) for r in found.rows] == [("王小明", "东社", 7)]


@pytest.mark.parametrize("head", ["姓名 Club", "选手备注", "姓名 first name", "name remarks"])
def test_a_heading_that_says_two_things_means_nothing(head: str) -> None:
    found = read_player_list(f"{head},队\n王小明,东社\n".encode())
    assert not found.rows
    assert found.bad


def test_without_a_column_of_names() -> None:
    found = read_player_list(b"Shoe size,Hat\n44,M\n")
    (bad,) = found.bad
    assert "Shoe size, Hat" in bad.reason


def test_every_bad_row_is_named() -> None:
    found = read_player_list(b"Name,No\nA,x\n,2\n\nB,0\nC,3\n")
    assert [(bad.line, bad.column, bad.value) for bad in found.bad] == [
        (2, "No", "x"),
        (3, "Name", ""),
        (5, "No", "0"),
    ]


def test_names_in_two_columns_and_a_number_whose_zero_is_lost() -> None:
    found = read_player_list(b"EmaNumber;LastName;FirstName\n4000100;MARTEL;Ana\n")
    assert (found.rows[0]["name"], found.rows[0]["member_number"]) == ("MARTEL Ana", "04000100")


def test_a_team_to_a_line() -> None:
    found = read_player_list("队名,领队,队员1,队员2,\n甲队,一,二,,\n乙队,,三,四\n".encode())
    assert [(row["team_name"], row["name"]) for row in found.rows] == [
        ("甲队", "一"),
        ("甲队", "二"),
        ("乙队", "三"),
        ("乙队", "四"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n\n",
        b"\xff\xff\xff",
        b"PK\x03\x04 broken",
        b"Name\n" + b"x" * (MAX_BYTES + 1),
        b"Name\n" + b"x\n" * (MAX_ROWS + 2),
        b'Name\n"' + b"x" * 200_000,
    ],
)
def test_what_cannot_be_read_is_said(data: bytes) -> None:
    found = read_player_list(data)
    assert found.bad
    assert found.rows == ()


@given(st.binary(max_size=200) | st.text(max_size=100).map(str.encode))
def test_nothing_makes_it_fail(data: bytes) -> None:
    read_player_list(data)
    read_player_list("姓名,编号\n".encode() + data)


@pytest.mark.reference
@pytest.mark.parametrize(
    ("file", "encoding"),
    [
        ("contest_standings_utf8bom.csv", "utf-8"),
        ("contest_standings_gbk.csv", "gb18030"),
        ("federation_players_utf8.csv", "utf-8"),
        ("federation_players_cp1252.csv", "cp1252"),
        ("team_league_utf8.csv", "utf-8"),
        ("team_league_gb18030.csv", "gb18030"),
    ],
)
def test_lists_in_the_shape_of_real_ones(file: str, encoding: str) -> None:
    data = (LISTS / file).read_bytes()
    found = read_player_list(data, encoding if encoding == "cp1252" else "")
    assert found.encoding == encoding
    assert found.bad == ()
    assert len(found.rows) >= len(data.splitlines()) - 1
