"""How figures, winds, moments and tiles are written."""

import datetime as dt
import re
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from scoring.table_points import UNIT
from scoring.text import Text
from scoring.tiles import KINDS, format_tiles, tile_name
from tournaments.models import Club
from tournaments.standings import Cell, Row
from tournaments.templatetags import club


@pytest.mark.parametrize(
    ("number", "said"), [(32, "+32"), (-8, "−8"), (0, "0"), (None, ""), (1234, "+1234")]
)
def test_deltas_show_their_sign(number: int | None, said: str) -> None:
    assert club.signed(number) == said


@given(st.integers())
def test_a_sign_is_never_lost(number: int) -> None:
    assert int(club.signed(number).replace("−", "-")) == number


def test_points_are_exact() -> None:
    assert [club.points(n) for n in (None, 0, UNIT * 5 // 2, UNIT // 3, -UNIT // 2)] == [
        "",
        "0",
        "2½",
        "⅓",
        "−½",
    ]


@pytest.mark.parametrize(
    ("code", "said"), [("en", "ESWN"), ("zh-hans", "东南西北"), ("zh-hant", "東南西北")]
)
def test_winds_in_both_languages(code: str, said: str) -> None:
    with translation.override(code):
        assert "".join(club.wind(n) for n in range(4)) == said
    assert club.wind(None) == ""


@pytest.mark.parametrize(
    ("code", "said"), [("en", "1, 2: "), ("zh-hans", "1、2："), ("zh-hant", "1、2：")]
)
def test_lists_and_names_have_the_marks_of_the_language(code: str, said: str) -> None:
    with translation.override(code):
        assert club.listed([1, 2]) + club.colon() == said


@pytest.mark.parametrize(("code", "said", "other"), [("en", "Fan", "番"), ("zh-hans", "番", "Fan")])
def test_bilingual_texts(code: str, said: str, other: str) -> None:
    with translation.override(code):
        assert club.words(Text("番", "Fan")) == club.words(["番", "Fan"]) == said
        assert club.other_words(Text("番", "Fan")) == other
        assert club.words(None) == ""


def test_moments_are_shown_on_the_clock_of_the_club() -> None:
    moment = dt.datetime(2026, 3, 29, 0, 30, tzinfo=dt.UTC)
    paris = Club(name="x", time_zone="Europe/Paris")
    assert club.club_time(moment, paris) == "29 Mar 2026 01:30"
    # The hour after the clock was put forward.
    assert club.club_clock(moment + dt.timedelta(hours=1), paris) == "03:30"
    assert club.zone_name(paris) == "Europe/Paris"
    assert club.club_time(moment) == "29 Mar 2026 08:30"


@pytest.mark.parametrize(
    ("code", "said"),
    [("en", "9 Mar 2026"), ("zh-hans", "2026年3月9日"), ("zh-hant", "2026年3月9日")],
)
def test_days_and_moments_have_one_form_for_each_reader(code: str, said: str) -> None:
    moment = dt.datetime(2026, 3, 9, 0, 30, tzinfo=dt.UTC)
    with translation.override(code):
        assert club.day(moment.date()) == said
        assert club.club_time(moment) == f"{said} 08:30"


def test_no_page_writes_a_date_in_a_form_of_its_own() -> None:
    form = re.compile(r"""\|date:["'](?!c["'])""")
    pages = Path(__file__).parents[2] / "templates"
    assert not [page.name for page in pages.rglob("*.html") if form.search(page.read_text())]


class TestTiles:
    def shown(self, text: str) -> list[tuple[str, str, str]]:
        """Return (class, name, picture) of each tile."""
        found = re.findall(
            r'<span class="([^"]*)" role="img" aria-label="([^"]*)">(.*?)</span>', club.tiles(text)
        )
        return [(a, b, c) for a, b, c in found]

    def test_every_tile_has_its_own_picture_and_name(self, monkeypatch: Any) -> None:
        monkeypatch.setattr(club, "font_is_there", lambda: True)
        with translation.override("zh-hans"):
            tiles = self.shown(format_tiles(range(KINDS)))
        names = [name for _ink, name, _picture in tiles]
        assert sorted(names) == sorted(tile_name(tile).zh for tile in range(KINDS))
        assert len({picture for _ink, _name, picture in tiles}) == KINDS

    @pytest.mark.parametrize(
        ("code", "picture"),
        [
            ("1m", "🀇"),
            ("9s", "🀘"),
            ("5p", "🀝"),
            ("1z", "🀀"),
            ("5z", "🀆"),
            ("7z", "🀄"),
            ("1f", "🀦"),
            ("5f", "🀢"),
        ],
    )
    def test_pictures(self, code: str, picture: str, monkeypatch: Any) -> None:
        monkeypatch.setattr(club, "font_is_there", lambda: True)
        assert self.shown(code)[0][2].startswith(picture)

    @pytest.mark.parametrize(
        ("code", "ink"),
        [("1m", "m"), ("1s", "s"), ("1p", "p"), ("1z", "z"), ("6z", "s"), ("7z", "m"), ("1f", "f")],
    )
    def test_inks(self, code: str, ink: str) -> None:
        assert f"tile-{ink}" in self.shown(code)[0][0]

    def test_without_the_font_tiles_are_words(self, tmp_path: Path, settings: Any) -> None:
        settings.BUILT_STATIC = tmp_path
        with translation.override("zh-hans"):
            assert [picture for _ink, _name, picture in self.shown("5m1z")] == ["五万", "东"]


def row(*places: int | None) -> Row:
    cells = tuple(
        Cell(number, 1, place, 0, 0) for number, place in enumerate(places, 1) if place is not None
    )
    return Row(1, 1, "A", "", "", "active", 1, False, 0, 0, cells, ())


class TestPlaces:
    def test_one_spot_a_round_the_first_place_on_top(self) -> None:
        spots = re.findall(
            r'<circle class="(\w*)" cx="(\d+)" cy="(\d+)"', club.places(row(1, 4, 2), [1, 2, 3])
        )
        heights = [int(y) for _first, _x, y in spots]
        assert heights[0] < heights[2] < heights[1]
        assert [first for first, _x, _y in spots] == ["first", "", ""]

    def test_a_round_without_a_seat_is_left_out_and_said(self) -> None:
        with translation.override("en"):
            drawn = club.places(row(1, None, 3), [1, 2, 3])
        assert drawn.count("<circle") == 2
        assert 'aria-label="places: 1, –, 3"' in drawn

    def test_nothing_to_draw(self) -> None:
        assert club.places(row(None), [1]) == ""

    @given(st.integers(1, 40))
    def test_it_stays_narrow_enough_for_a_phone(self, rounds: int) -> None:
        drawn = club.places(row(*[1] * rounds), range(1, rounds + 1))
        width = int(re.findall(r'width="(\d+)"', drawn)[0])
        assert width <= 14 + 4 * 40
        assert all(int(x) < width for x in re.findall(r'cx="(\d+)"', drawn))


@pytest.mark.parametrize(("ranks", "said"), [(3, "▲3"), (-2, "▼2"), (0, ""), (None, ""), ("", "")])
def test_moves(ranks: Any, said: str) -> None:
    with translation.override("en"):
        shown = club.moved(ranks)
    assert said in shown
    assert bool(shown) == bool(said)
