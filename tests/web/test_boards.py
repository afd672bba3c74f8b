"""The live boards: who sees what, how little they ask for, filters and whom somebody follows."""

import gzip
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.web.reading import count, get, play, text
from tournaments.models import Club, Entry, Player
from tournaments.services import announcements, boards, clock, hall, tables
from tournaments.services.events import change_tournament
from tournaments.services.kept import Kept
from tournaments.views import boards as board_views

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    return play(make_event(8))


def part(event: ClubEvent, name: str, tag: str = "", query: str = "", **more: Any) -> Any:
    address = reverse(name, args=[event.tournament.slug]) + query
    headers = {"Accept-Language": "en", **({"If-None-Match": tag} if tag else {}), **more}
    return Client().get(address, headers=headers)


@pytest.mark.parametrize(
    ("name", "queries"),
    [
        ("live-tables", 11),
        ("live-tables-part", 11),
        ("news", 6),
        ("projector", 20),
        ("projector-part", 20),
        ("find-seat", 2),
        ("seat", 5),
    ],
)
def test_a_board_asks_as_often_for_many_as_for_few(
    name: str, queries: int, django_assert_num_queries: Any
) -> None:
    for players in (4, 16):
        event = play(make_event(players))
        more = {"number": 1} if name == "seat" else {}
        with django_assert_num_queries(queries):
            get(name, event, **more)


def test_finding_a_name_asks_as_often_for_many(django_assert_num_queries: Any) -> None:
    for players in (4, 16):
        event = play(make_event(players))
        with django_assert_num_queries(5):
            assert "Table" in text(get("find-seat", event, query="?q=Player"))


class TestCheap:
    def test_visitors_of_a_moment_share_one_look(
        self, event: ClubEvent, settings: Any, django_assert_num_queries: Any
    ) -> None:
        settings.BOARD_SECONDS = 30
        boards._visitors.clear()
        try:
            tag = part(event, "board")["ETag"]
            with django_assert_num_queries(0):
                assert part(event, "board", tag).status_code == 304
                assert part(event, "board").status_code == 200
        finally:
            boards._visitors.clear()

    def test_hidden_standings_are_hidden_though_a_moment_is_kept(
        self, event: ClubEvent, settings: Any
    ) -> None:
        settings.BOARD_SECONDS = 30
        change_tournament(SYSTEM, event.tournament.pk, standings_public=False)
        boards._visitors.clear()
        try:
            assert part(event, "board").status_code == 302
            assert get("board", event, event.referee).status_code == 200
        finally:
            boards._visitors.clear()

    def test_a_large_part_is_packed_for_who_can_unpack_it(self, event: ClubEvent) -> None:
        packed = part(event, "board", **{"Accept-Encoding": "gzip, br"})
        plain = part(event, "board")
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        assert packed["ETag"] == plain["ETag"]
        assert "Accept-Encoding" in packed["Vary"]

    def test_a_proxy_may_make_the_tag_strong(self, event: ClubEvent) -> None:
        tag = part(event, "board")["ETag"].removeprefix("W/")
        assert part(event, "board", tag).status_code == 304

    def test_kept_answers_are_made_once_and_dropped_when_there_are_too_many(self) -> None:
        kept: Kept[int] = Kept(2)
        made = []

        def make(n: int) -> int:
            made.append(n)
            return n

        for n in (1, 1, 2, 1, 3, 1, 2):
            assert kept.get(n, lambda n=n: make(n)) == n  # type: ignore[misc]  # its own number
        assert made == [1, 2, 3, 2]

    def test_a_failure_is_not_kept(self) -> None:
        kept: Kept[int] = Kept(2)
        with pytest.raises(ZeroDivisionError):
            kept.get("x", lambda: 1 // 0)
        assert kept.get("x", lambda: 5) == 5


class TestChoice:
    def test_a_club_alone(self, event: ClubEvent) -> None:
        club = Club.objects.create(name="Riverside")
        Player.objects.filter(pk=event.entries[2].player_id).update(club=club)
        Player.objects.filter(pk=event.entries[3].player_id).update(
            club=Club.objects.create(name="Hillside")
        )
        event.record(event.table(2), win(8, 0))
        count(event)
        page = text(get("standings", event, query="?club=Riverside"))
        assert event.entries[2].player.name in page
        assert event.entries[3].player.name not in page
        # A club that is not there filters nothing.
        assert event.entries[3].player.name in text(get("standings", event, query="?club=Nowhere"))

    def test_a_team_alone(self, event: ClubEvent) -> None:
        page = text(get("board", event, query="?team=Team 1"))
        assert event.entries[0].player.name in page
        assert event.entries[7].player.name not in page

    def test_who_is_followed_stands_on_top(self, event: ClubEvent) -> None:
        page = get("standings", event, query="?follow=3").content.decode()
        top = page.index('class="follow-row"')
        assert event.entries[2].player.name in page[top : top + 900]
        assert 'class="me"' in page
        assert "follow-row" not in get("standings", event, query="?follow=99").content.decode()

    def test_a_long_list_has_pages(self, event: ClubEvent, monkeypatch: Any) -> None:
        monkeypatch.setattr(board_views, "ROWS", 3)
        first = get("standings", event).content.decode()
        last = get("standings", event, query="?page=3").content.decode()
        assert len(re.findall("<tr data-entry", first)) == 3
        assert len(re.findall("<tr data-entry", last)) == 2
        assert "7–8" in last
        assert get("standings", event, query="?page=99").content.decode().count("<tr data-e") == 2

    @pytest.mark.parametrize("query", ["?page=x", "?page=-1", "?follow=x", "?club=%00", "?team="])
    def test_nonsense_is_nothing(self, event: ClubEvent, query: str) -> None:
        assert get("standings", event, query=query).status_code == 200


class TestTablesNow:
    def test_hands_leader_and_totals(self, event: ClubEvent) -> None:
        page = text(get("live-tables", event))
        assert "Round 2" in page
        assert "1 hand" in page
        assert "leads" in page

    def test_no_totals_where_results_are_held_back(self, event: ClubEvent) -> None:
        change_tournament(SYSTEM, event.tournament.pk, release="held")
        page = text(get("live-tables", event))
        assert "1 hand" in page
        assert "leads" not in page
        assert "leads" in text(get("live-tables", event, event.referee))

    def test_nothing_runs(self) -> None:
        assert "No table plays" in text(get("live-tables", make_event(4)))

    def test_a_finished_table_says_so(self, event: ClubEvent) -> None:
        tables.finish_table(event.as_referee, event.table(2).pk)
        assert "finished" in text(get("live-tables", event))


class TestSeats:
    def test_by_number_and_by_name(self, event: ClubEvent) -> None:
        name = event.entries[4].player.name
        for page in (get("seat", event, number=5), get("find-seat", event, query=f"?q={name}")):
            words = text(page)
            assert name in words
            assert "Table 2 East" in words
            assert "(Asia/Shanghai)" in words

    def test_seats_that_are_not_published_are_not_told(self) -> None:
        event = make_event(4)
        event.seat_round(start=False)
        assert "No seats are published" in text(get("seat", event, number=1))

    def test_by_pinyin_and_its_initials(self, event: ClubEvent) -> None:
        Player.objects.filter(pk=event.entries[0].player_id).update(name="歐陽娜")
        for words in ("ouyang", "oyn", "欧阳", "娜"):
            assert "歐陽娜" in text(get("find-seat", event, query=f"?q={words}"))
        assert "Nobody of that name" in text(get("find-seat", event, query="?q=zzz"))

    def test_the_planned_start_is_told_with_its_zone(self) -> None:
        event = make_event(4)
        round_ = event.seat_round(start=False)
        type(round_).objects.filter(pk=round_.pk).update(seats_public=True)
        planned = clock.timezone.now()
        clock.plan_start(event.as_organiser, round_.pk, planned)
        assert "starts" in text(get("seat", event, number=1))
        assert "(Asia/Shanghai)" in text(get("seat", event, number=1))

    def test_who_is_not_there(self, event: ClubEvent) -> None:
        assert get("seat", event, number=99).status_code == 404
        assert Entry.objects.filter(number=99).count() == 0


def test_an_announcement_is_on_every_page(event: ClubEvent) -> None:
    announcements.announce(event.as_organiser, event.tournament.pk, text_en="Lunch at noon")
    pages: list[tuple[str, dict[str, Any]]] = [
        ("standings", {}), ("board", {}), ("live-tables", {}), ("rounds", {}), ("people", {}),
        ("person", {"number": 1}), ("find-seat", {}), ("seat", {"number": 1}), ("projector", {}),
        ("news", {}), ("event-rules", {}),
    ]  # fmt: skip
    for name, more in pages:
        assert "Lunch at noon" in text(get(name, event, **more)), name
    # The referee's page asks for it: nothing in it moves the form.
    _link, token = event.link(event.table(2))
    form = Client().get(f"/r/{token}/").content.decode()
    assert reverse("news", args=[event.tournament.slug]) in form
    hall.choose(event.as_organiser, event.tournament.pk, scene="news")
    assert "Lunch at noon" in text(get("projector", event))
