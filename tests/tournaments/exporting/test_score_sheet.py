"""The score sheet: what stands in its cells, and that nothing leaves its box."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tournaments.exporting.paper import MISSING, Paper
from tournaments.exporting.score_sheet import (
    ScoreSheetPdf,
    SheetCell,
    SheetColumn,
    SheetForm,
    SheetPlayer,
    signed,
)
from tournaments.exporting.table_sheet import blank_form, form_of, sheets_of
from tournaments.services import penalties, rounds, tables
from tournaments.services.tables import for_states, states_of, table_state

MOMENT = dt.datetime(2026, 3, 29, 0, 30, tzinfo=dt.UTC)
LONG = "Maximiliano Ernesto von Langenstein-Hohenberg zu Obermarkt und Niederfeld, 欧阳娜娜娜娜娜娜"


class Watched(Paper):
    """A paper that remembers every line it drew and the room it had."""

    def __init__(self) -> None:
        super().__init__(landscape=True, title="", made_at=MOMENT)
        self.drawn: list[tuple[float, float]] = []
        self.add_page()

    def cell(self, w: Any = None, h: Any = None, text: str = "", **kwargs: Any) -> Any:
        self.drawn.append((self.get_string_width(text), w))
        return super().cell(w, h, text, **kwargs)


LETTERS = "aMß é ł Ж 王欧阳娜国國龘𠮷𬎆ạ̈()-'\u200d\n\U000e0100\U00020bb6"


@pytest.fixture(scope="module")
def paper() -> Iterator[Watched]:
    watched = Watched()
    yield watched
    watched.let_go()


def pages(content: bytes) -> int:
    return content.count(b"/Type /Page\n")


@given(
    text=st.text(alphabet=LETTERS, max_size=120), width=st.floats(6, 60), height=st.floats(3, 12)
)
def test_no_text_is_wider_than_its_box(
    paper: Watched, text: str, width: float, height: float
) -> None:
    paper.drawn.clear()
    paper.write_in(10, 10, width, height, text, size=13)
    paper.write_wrapped(10, 10, width, height, text, size=13)
    assert all(drawn <= room for drawn, room in paper.drawn)


def test_a_character_no_font_draws_is_named(paper: Watched) -> None:
    paper.unknown.clear()
    assert paper.drawable("王小明 \U00020bb6") == f"王小明 {MISSING}"
    assert paper.unknown_words() == f"{MISSING} = U+20BB6"


@pytest.mark.parametrize(("number", "text"), [(32, "+32"), (-8, "−8"), (0, "0")])
def test_signs(number: int, text: str) -> None:
    assert signed(number) == text


def test_sixteen_hands_stand_on_one_page_whatever_the_names() -> None:
    column = SheetColumn(1, 0, (0, 1, 2, 3), 0, (SheetCell((LONG, LONG), -123456),) * 4)
    form = SheetForm(
        event=LONG,
        rules=LONG,
        made_at=MOMENT,
        zone="Asia/Shanghai",
        players=(SheetPlayer(LONG, LONG, -1234567, "1", "1 3/4"),) * 4,
        columns=(column,) * 16,
        notes=(LONG,) * 8,
    )
    content = ScoreSheetPdf().render([form])
    assert content.startswith(b"%PDF-")
    assert pages(content) == 1


def test_seventeen_hands_take_a_second_page() -> None:
    form = SheetForm("", "", MOMENT, "", columns=tuple(SheetColumn(n) for n in range(1, 18)))
    assert pages(ScoreSheetPdf().render([form])) == 2


def test_equal_sheets_give_equal_bytes() -> None:
    form = SheetForm("Event", "Rules", MOMENT, "UTC")
    assert ScoreSheetPdf().render([form]) == ScoreSheetPdf().render([form])


def test_blank_sheet_has_the_chart_of_competitions() -> None:
    form = blank_form(made_at=MOMENT)
    dealers = "".join("ABCD"[c.dealer] for c in form.columns if c.dealer is not None)
    assert dealers == "ABCDBADCCDBADCAB"
    assert [c.prevailing for c in form.columns] == [n // 4 for n in range(16)]
    assert not any(c.cells for c in form.columns)


@pytest.fixture
def event(db: None) -> ClubEvent:
    made = make_event(4)
    made.seat_round()
    return made


def test_sheet_of_a_table_under_way(event: ClubEvent) -> None:
    event.record(event.table(), win(10, winner=0, giver=2), DRAW, win(8, winner=1))
    form = form_of(table_state(event.table()), made_at=MOMENT)
    assert [c.number for c in form.columns] == list(range(1, 17))
    first, second, third = form.columns[:3]
    assert [c.delta for c in first.cells] == [34, -8, -18, -8]
    assert [c.words for c in first.cells] == [("win", "10 fan"), (), ("deals in",), ()]
    assert {c.words for c in second.cells} == {("drawn",)}
    # In the third hand C deals: the South of that hand is D.
    assert third.dealer == 2
    assert third.cells[3].words == ("self", "8 fan")
    assert [c.delta for c in third.cells] == [-16, -16, -16, 48]
    assert form.players[0].total is None
    assert (form.made_at.hour, form.zone) == (8, "Asia/Shanghai")


def test_sheet_of_a_finished_table_has_totals_and_places(event: ClubEvent) -> None:
    event.record(event.table(), win(10, winner=0, giver=2))
    tables.finish_table(SYSTEM, event.table().pk)
    form = form_of(table_state(event.table()))
    assert len(form.columns) == 1
    assert [(p.total, p.place, p.table_points) for p in form.players] == [
        (34, "1", "4"),
        (-8, "2", "1 1/2"),
        (-18, "4", "0"),
        (-8, "2", "1 1/2"),
    ]


def test_words_are_in_the_language_of_the_reader(event: ClubEvent) -> None:
    deal = win(8, winner=0)
    deal[0]["winners"][0]["declared"] = {"patterns": ["qing_yi_se"]}
    event.record(event.table(), deal)
    with translation.override("zh-hans"):
        form = form_of(table_state(event.table()))
    assert form.columns[0].cells[0].words == ("清一色", "25番")


def test_a_hand_dealt_again_takes_no_column(event: ClubEvent) -> None:
    event.record(event.table(), [{"type": "abort", "reason": "misdeal"}], win(9, winner=3))
    form = form_of(table_state(event.table()))
    assert [c.number for c in form.columns] == list(range(1, 17))
    assert form.columns[0].cells[3].delta == 51
    assert form.notes == ("重发 dealt again: 1",)


def test_time_called_is_told(event: ClubEvent) -> None:
    event.record(event.table(), win(9, winner=3), [{"type": "abort", "reason": "timeout"}])
    form = form_of(table_state(event.table()))
    assert len(form.columns) == 2
    assert {c.words for c in form.columns[1].cells} == {("time",)}


def test_penalties_stand_below_the_sheet(event: ClubEvent) -> None:
    event.record(event.table(), win(9, winner=3))
    give = {"scope": "session", "mode": "deduct", "points": 20, "round_number": 1}
    entry = event.entries[0]
    kept = penalties.give_penalty(
        SYSTEM, event.tournament.pk, entry_id=entry.pk, reason="late", **give
    )
    gone = penalties.give_penalty(
        SYSTEM, event.tournament.pk, entry_id=entry.pk, reason="mistake", **give
    )
    penalties.cancel_penalty(SYSTEM, gone.pk, "not so")
    rounds.close_round(SYSTEM, event.table().round_id, force=True)
    form = form_of(table_state(event.table()))
    assert kept.points == 20
    assert form.notes == (
        f"罚分 Penalty 1 {entry.player.name} −20 (late)",
        f"[取消 cancelled] 罚分 Penalty 1 {entry.player.name} −20 (mistake)",
        "合计 Sum −20: 罚分 penalties",
    )
    assert [p.total for p in form.players] == [-37, -17, -17, 51]


def test_a_table_of_totals_says_so(event: ClubEvent) -> None:
    tables.type_totals(SYSTEM, event.table().pk, {0: 100, 1: -20, 2: -30, 3: -50})
    form = form_of(table_state(event.table()))
    assert form.columns == ()
    assert "Totals only" in form.instead
    assert [p.total for p in form.players] == [100, -20, -30, -50]


def test_sheets_come_in_the_order_of_tables(db: None) -> None:
    made = make_event(12)
    round_ = made.seat_round()
    forms = sheets_of(states_of(for_states(round=round_)))
    assert [form.table for form in forms] == ["1", "2", "3"]
    assert pages(ScoreSheetPdf().render(forms)) == 3


def test_game_without_a_chart_has_open_columns(db: None) -> None:
    made = make_event(4, ruleset="nanchang")
    made.seat_round()
    assert form_of(table_state(made.table())).columns == ()
