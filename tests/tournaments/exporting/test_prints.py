"""Printed pages: what stands on them, on how many pages, and that no text leaves its box and no
glyph is missing, whatever the names."""

import datetime as dt
import logging
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import override_settings
from django.utils import translation

from tests.tournaments.exporting.pdf import page_size, page_texts, pages, text
from tournaments.exporting import fonts
from tournaments.exporting.cells import Label
from tournaments.exporting.paper import MISSING, Paper
from tournaments.exporting.prints.certificate import Certificates, Honoured, Occasion
from tournaments.exporting.prints.names import NameCards, NamedPlayer
from tournaments.exporting.prints.ranking import RankingPrint
from tournaments.exporting.prints.seats import (
    SeatedPlayer,
    SeatedRound,
    SeatedTable,
    SeatsByName,
    SeatsByTable,
    TableCards,
    reading_order,
)
from tournaments.standings import Row, Standings
from tournaments.standings.model import Cell, TeamRow

LABEL = Label(
    event="春季公开赛 Spring Open",
    slug="spring",
    club="Club",
    after_round=2,
    made_at=dt.datetime(2026, 3, 29, 0, 30, tzinfo=ZoneInfo("Asia/Shanghai")),
    zone="Asia/Shanghai",
    revision=17,
)
CHINESE = "欧阳娜娜欧阳娜娜欧阳娜娜欧阳娜娜甲乙丙丁"
LATIN = "Maximiliano Ernesto von Langenstein-Hohenberg zu Obermarkt x"
NAMES = (CHINESE, LATIN, "𠮷田𬎆", "國體龍龘", "Łukasz Żółć", "Александр", "=1+1", "김철수")


@pytest.fixture(autouse=True)
def watched(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Refuse every line that is wider than its box or leaves the page, and every warning: fpdf2
    logs one for a glyph that no font has."""
    cell = Paper.cell

    def checked(paper: Paper, w: Any = None, h: Any = None, text: str = "", **more: Any) -> Any:
        if len(text) > 1:
            assert paper.get_string_width(text) <= w + 0.01, text
        assert -0.01 <= paper.x <= paper.x + w <= paper.w + 0.01, text
        assert -0.01 <= paper.y <= paper.y + h <= paper.h + 0.01, text
        return cell(paper, w, h, text, **more)

    monkeypatch.setattr(Paper, "cell", checked)
    with caplog.at_level(logging.WARNING):
        yield
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.WARNING] == []


def seated(players: int = 64, names: tuple[str, ...] = NAMES) -> SeatedRound:
    people = [
        SeatedPlayer(n + 1, names[n] if n < len(names) else f"王{n + 1}", "Club", n % 4)
        for n in range(players)
    ]
    tables = tuple(
        SeatedTable(t + 1, tuple(people[4 * t : 4 * t + 4]), f"https://club.example/r/{t}~x/")
        for t in range(players // 4)
    )
    return SeatedRound(LABEL.event, 3, tables, (SeatedPlayer(999, "Resting One", "", 0),))


def standings(players: int = 8, rounds: int = 2, teams: int = 0) -> Standings:
    rows = tuple(
        Row(
            n,
            n + 1,
            NAMES[n % len(NAMES)],
            CHINESE,
            LATIN,
            "active",
            n + 1,
            False,
            (players - n) * 2520 + 840,
            500 - n * 100,
            tuple(Cell(r, 1, 1 + n % 4, 2520, 100 - n) for r in range(1, rounds + 1)),
            (),
        )
        for n in range(players)
    )
    return Standings(
        rows,
        tuple(TeamRow(CHINESE, t + 1, False, 2520, 7, (0, 1, 2, 3)) for t in range(teams)),
        tuple(range(1, rounds + 1)),
        rounds,
        False,
        ("table_points", "game_points"),
    )


def flat(content: bytes) -> str:
    """Return the text without blanks and line ends: long names are broken over lines."""
    return "".join(text(content).split())


@pytest.mark.parametrize("language", ["en", "zh-hans", "zh-hant"])
def test_sixty_four_seats_by_name_stand_on_one_page(language: str) -> None:
    with translation.override(language):
        content = SeatsByName().render(LABEL, seated())
    assert pages(content) == 1
    assert page_size(content) == (210, 297)
    written = flat(content)
    for name in NAMES:
        assert "".join(name.split()) in written
    assert MISSING not in written
    assert "2026-03-2900:30Asia/Shanghai" in written
    assert "1/1" in written
    assert "ByName" in written or "按姓名" in written or "Seatsbyname" in written


def test_more_seats_take_more_pages_which_are_numbered() -> None:
    content = SeatsByName().render(LABEL, seated(200))
    assert [page.strip()[-5:] for page in page_texts(content)] == ["1 / 3", "2 / 3", "3 / 3"]


def test_seats_by_table() -> None:
    content = SeatsByTable().render(LABEL, seated())
    assert pages(content) == 1
    written = flat(content)
    assert "".join(LATIN.split()) in written
    assert CHINESE in written
    assert "999RestingOne" in written
    assert pages(SeatsByTable().render(LABEL, seated(68))) == 2


def test_names_stand_in_the_order_in_which_they_are_looked_for() -> None:
    names = ["张三", "Bob", "李四", "alice", "王五", "陈六"]
    assert sorted(names, key=reading_order) == ["alice", "Bob", "陈六", "李四", "王五", "张三"]


def test_table_cards_are_four_to_a_page() -> None:
    content = TableCards().render(LABEL, seated())
    assert pages(content) == 4
    assert CHINESE in flat(content)


def test_a_card_without_a_link_says_so() -> None:
    bare = SeatedRound("Event", 1, (SeatedTable(1, seated(4).tables[0].players),))
    assert "no link" in text(TableCards().render(LABEL, bare))


def test_name_cards_are_ten_to_a_page() -> None:
    people = [
        NamedPlayer(n + 1, NAMES[n % len(NAMES)], CHINESE, LATIN, "https://club.example/t/x/")
        for n in range(12)
    ]
    content = NameCards().render(LABEL, people)
    assert pages(content) == 2
    written = flat(content)
    assert "No.12" in written
    assert "".join(LATIN.split()) in written


@pytest.mark.parametrize(("rounds", "size"), [(2, (210, 297)), (8, (210, 297)), (11, (297, 210))])
def test_standings_turn_the_page_for_many_rounds(rounds: int, size: tuple[int, int]) -> None:
    content = RankingPrint().render(LABEL, standings(8, rounds))
    assert page_size(content) == size
    written = flat(content)
    assert "8⅓" in written
    assert "−200" in written
    assert f"R{rounds}" in written


def test_standings_of_teams_have_pages_of_their_own() -> None:
    content = RankingPrint().render(LABEL, standings(64, 3, teams=16))
    assert pages(content) == 2
    assert "2 / 2" in page_texts(content)[-1]


@pytest.mark.parametrize(
    ("people", "count"), [(1, 1), (37, 1), (64, 1), (65, 1), (66, 2), (200, 4)]
)
def test_standings_stand_on_as_few_sheets_as_they_can(people: int, count: int) -> None:
    content = RankingPrint().render(LABEL, standings(people, 8))
    assert pages(content) == count
    written = flat(content)
    assert written.count("⅓") == people


def test_standings_of_nobody_are_an_empty_page() -> None:
    empty = Standings((), (), (), 0, provisional=False, order=("table_points",))
    assert pages(RankingPrint().render(LABEL, empty)) == 1


def test_certificates_say_place_and_figures() -> None:
    occasion = Occasion(LABEL.event, CHINESE, "国标麻将 Guobiao", "2026-03-29", LATIN, 64)
    people = [
        Honoured(CHINESE, LATIN, 1, False, 2520 * 30 + 1260, 500),
        Honoured(LATIN, CHINESE, 2, True, 2520 * 28, -4),
        Honoured("𠮷田", ""),
    ]
    content = Certificates().render(LABEL, occasion, people)
    assert page_size(content) == (297, 210)
    first, second, third = page_texts(content)
    assert "First place" in first
    assert "30½ table points" in first
    assert "Second place, shared" in second
    assert "for taking part in" in third
    assert "table points" not in third


def test_a_character_no_font_has_is_named_at_the_foot() -> None:
    content = SeatsByName().render(LABEL, seated(4, ("\U00020bb6生", "a\ue000b")))
    assert f"{MISSING}生" in text(content)
    assert f"{MISSING} = U+E000, U+20BB6" in text(content)


def test_a_name_of_marks_without_width_is_written_without_them() -> None:
    content = SeatsByName().render(LABEL, seated(4, ("王\u200b小\ufeff明\u202e",)))
    assert "王小明" in text(content)


def test_parts_of_the_font() -> None:
    assert fonts.part_of(ord("王")) == "common"
    assert fonts.part_of(ord("鑫")) == "second"
    assert fonts.part_of(ord("龍")) == "traditional"
    assert fonts.part_of(ord("𠮷")) == "u20a00"
    assert next(fonts.parts_for(ord("Ł"))) == "common"
    assert list(fonts.parts_for(0xE000)) == []


def test_a_part_is_cut_once(tmp_path: Any) -> None:
    with override_settings(FONT_DIR=str(tmp_path)):
        first = fonts.part_path("u20a00")
        assert first is not None
        stamp = first.stat().st_mtime_ns
        assert fonts.part_path("u20a00") == first
        assert first.stat().st_mtime_ns == stamp
        assert fonts.part_path("u0a000") is None
        assert fonts.part_path("u0a000") is None
    assert sorted(path.stat().st_size > 0 for path in tmp_path.iterdir()) == [False, True]


def test_documents_let_go_of_their_fonts() -> None:
    from fpdf.fonts import SubsetMap

    SeatsByTable().render(LABEL, seated(4))
    assert SubsetMap.pick.cache_info().currsize == 0
    assert SubsetMap.get_glyph.cache_info().currsize == 0
