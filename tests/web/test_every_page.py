"""What every page keeps to: no inline script, its language, few questions."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import gettext, override

from scoring.text import traditional
from tests.club import ClubEvent, make_event
from tests.web.reading import get, names, play, text
from tournaments.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    return play(make_event(8))


ALL_PUBLIC = ("standings", "board", "rounds", "people", "event-rules")


class TestEveryPage:
    @pytest.mark.parametrize("zh", [False, True])
    def test_nothing_inline_and_no_other_host(self, event: ClubEvent, zh: bool) -> None:
        pages = [get(name, event, zh=zh) for name in ALL_PUBLIC]
        pages += [get("home", zh=zh), get("rules", zh=zh), get("login", zh=zh)]
        pages += [get("table", event, zh=zh, round=1, table=1), get("person", event, number=1)]
        for page in pages:
            body = page.content.decode()
            assert not re.search(r'\sstyle="|\son\w+="|javascript:|https?://', body)
            assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", body)
            assert "unsafe" not in page["Content-Security-Policy"]

    @pytest.mark.parametrize("name", ALL_PUBLIC)
    def test_chinese_pages_are_chinese(self, event: ClubEvent, name: str) -> None:
        """No English text of the templates is left on a Chinese page."""
        page = text(get(name, event, zh=True))
        rest = page.replace("mjclub", "").replace("English", "").replace("Asia/Shanghai", "")
        for name_ in (event.tournament.name, "Test club", "Team 1", "Team 2", *names(event)):
            rest = rest.replace(name_, "")
        assert re.findall(r"[A-Za-z]{3,}", rest) == []

    @pytest.mark.parametrize(
        ("asked", "shown"),
        [("zh-TW", "zh-hant"), ("zh-HK", "zh-hant"), ("fr", "en"), ("zh", "zh-hans")],
    )
    def test_the_browser_chooses_the_language(self, asked: str, shown: str) -> None:
        page = Client().get("/", headers={"Accept-Language": asked}).content.decode()
        assert f'<html lang="{shown}"' in page

    def test_traditional_characters_throughout(self, event: ClubEvent) -> None:
        client = Client(headers={"Accept-Language": "zh-TW"})
        client.force_login(event.referee)
        board = client.get(reverse("standings", args=[event.tournament.slug])).content.decode()
        assert "標準分" in board
        assert "标准分" not in board
        form = client.get(reverse("referee-table", args=[event.table(2).pk])).content.decode()
        # The script's data stands there in ASCII.
        assert "\\u6e05\\u9f8d" in form.lower()
        assert "\\u6e05\\u9f99" not in form.lower()
        assert "大三元" in client.get("/rules/guobiao/").content.decode()

    def test_traditional_quotes(self) -> None:
        assert traditional("“没有‘这个’选项”") == "「沒有『這個』選項」"
        assert traditional("Player’s 牌") == "Player’s 牌"
        with override("zh-hant"):
            assert "「甲」" in gettext("Nobody who is missing is called “%(words)s”.") % {
                "words": "甲"
            }

    def test_traditional_characters_that_only_the_sense_tells(self) -> None:
        simplified = "只影响显示；最多只有姓名；一只鸡，几只鸡；看表格；东南西北白发中"
        traditional_ = "只影響顯示；最多只有姓名；一隻雞，幾隻雞；看表格；東南西北白發中"
        assert traditional(simplified) == traditional_

    def test_the_reader_switches_the_language_and_stays_on_the_page(self, event: ClubEvent) -> None:
        client = Client(headers={"Accept-Language": "en"})
        here = reverse("people", args=[event.tournament.slug]) + "?q=x"
        answer = client.post(reverse("set_language"), {"language": "zh-hans", "next": here})
        assert answer["Location"] == here
        assert "人员" in client.get(here).content.decode()


@pytest.mark.parametrize(
    ("name", "queries", "kwargs"),
    [
        ("home", 2, {}),
        ("standings", 7, {}),
        ("board", 7, {}),
        ("rounds", 8, {}),
        ("people", 4, {}),
        ("table", 6, {"round": 1, "table": 1}),
        ("person", 11, {"number": 1}),
    ],
)
def test_a_page_asks_as_often_for_many_as_for_few(
    name: str, queries: int, kwargs: dict[str, int], django_assert_num_queries: Any
) -> None:
    for players in (4, 16):
        event = play(make_event(players))
        with django_assert_num_queries(queries):
            get(name, None if name == "home" else event, **kwargs)


@pytest.mark.parametrize(("name", "queries"), [("me", 20), ("own-name", 8)])
def test_a_player_s_own_page_asks_as_often_for_many(
    name: str, queries: int, django_assert_num_queries: Any
) -> None:
    for players in (4, 16):
        event = play(make_event(players))
        Player.objects.filter(pk=event.entries[0].player_id).update(user=event.outsider)
        kwargs = {"number": 1} if name == "own-name" else {}
        client = Client()
        client.force_login(event.outsider)
        with django_assert_num_queries(queries):
            client.get(reverse(name, kwargs={"event": event.tournament.slug, **kwargs}))
        Player.objects.update(user=None)
