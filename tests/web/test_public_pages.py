"""Pages for everybody: what they show, what they keep to themselves, how often they ask."""

import datetime as dt
import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.rulesets import all_rulesets
from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tournaments.exporting.snapshot import take_snapshot
from tournaments.models import Player, StandingsSnapshot, Tournament
from tournaments.services import (
    entries,
    hands,
    jobs,
    penalties,
    rounds,
    seating,
    stages,
    standings,
    tables,
)
from tournaments.services.access import Actor
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db


def get(name: str, event: ClubEvent | None = None, user: Any = None, **kwargs: Any) -> HttpResponse:
    """Open a page of the event; ``query`` and ``zh`` (the reader's language) are no parts of the
    address."""
    query, chinese = kwargs.pop("query", ""), kwargs.pop("zh", False)
    headers = kwargs.pop("headers", {})
    if event is not None:
        kwargs["event"] = event.tournament.slug
    client = Client(headers={"Accept-Language": "zh-CN" if chinese else "en"})
    if user is not None:
        client.force_login(user)
    return client.get(reverse(name, kwargs=kwargs) + query, headers=headers)


def text(response: HttpResponse) -> str:
    """Return what a reader sees, with single spaces."""
    assert response.status_code == 200, response.status_code
    body = re.sub(r"<(script|style|head).*?</\1>", " ", response.content.decode(), flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


def count(event: ClubEvent) -> None:
    jobs.run(standings.request(event.tournament.pk).pk)


def play(event: ClubEvent) -> ClubEvent:
    """One closed round (a tie at the first table), one running, one seated and not public."""
    event.seat_round()
    event.record(event.table(), win(8, 0, 1), DRAW)
    for number in range(1, len(event.entries) // 4 + 1):
        table = event.table(1, number)
        if number > 1:
            event.record(table, win(24, 2))
        tables.finish_table(event.as_referee, table.pk)
    rounds.close_round(event.as_organiser, event.table().round_id)
    event.seat_round()
    event.record(event.table(2), win(10, 1, 3, flowers=1))
    event.seat_round(start=False)
    count(event)
    return event


@pytest.fixture
def event() -> ClubEvent:
    return play(make_event(8))


def names(event: ClubEvent) -> list[str]:
    return [entry.player.name for entry in event.entries]


class TestStandings:
    def test_says_how_it_came_about(self, event: ClubEvent) -> None:
        page = text(get("standings", event))
        assert "After round 2" in page
        assert "provisional" in page
        assert "By table points, then game points" in page
        assert "(Asia/Shanghai)" in page

    def test_shares_are_exact_and_deltas_signed(self, event: ClubEvent) -> None:
        """8 fan by a discard: +32, −16, −8, −8: the last two share 1 and 0."""
        page = text(get("standings", event, query="?after=1"))
        assert re.search(r"=\d .{0,60}½ −8", page)
        assert "+96" in page

    def test_the_round_before_says_who_moved(self, event: ClubEvent) -> None:
        current = standings.current(event.tournament)
        assert current is not None
        assert any(current.moves.values())
        assert sum(bool(n) for n in current.moves.values()) == len(
            re.findall("up \\d|down \\d", text(get("standings", event)))
        )

    def test_after_a_round(self, event: ClubEvent) -> None:
        page = text(get("standings", event, query="?after=1"))
        assert "After round 1" in page
        assert "provisional" not in page

    @pytest.mark.parametrize("query", ["?after=9", "?after=99"])
    def test_a_round_that_is_not_there(self, event: ClubEvent, query: str) -> None:
        assert get("standings", event, query=query).status_code == 404

    @pytest.mark.parametrize("query", ["?after=x", "?after=-1", "?after=", "?after=٣", "?after=0"])
    def test_no_number_is_now(self, event: ClubEvent, query: str) -> None:
        assert "After round 2" in text(get("standings", event, query=query))

    def test_teams(self, event: ClubEvent) -> None:
        page = text(get("standings", event, query="?teams"))
        assert "Team 1" in page
        assert "Team 2" in page

    def test_nothing_played_yet(self) -> None:
        event = make_event(4)
        page = get("standings", event)
        assert "No results yet" in text(page)
        assert reverse("rounds", args=[event.tournament.slug]) in page.content.decode()

    def test_nothing_confirmed_yet(self) -> None:
        """What was played and not confirmed is no reason to say that nothing was saved."""
        event = make_event(4)
        event.seat_round()
        event.record(event.table(1), win(8, 0))
        Tournament.objects.update(confirmed_only=True)
        jobs.run(standings.request(event.tournament.pk).pk)
        page = text(get("standings", event))
        assert "count once they are confirmed" in page
        assert "The first hand that is saved" not in page

    def test_says_when_newer_entries_are_not_counted_yet(self, event: ClubEvent) -> None:
        assert "being counted" not in text(get("standings", event))
        event.record(event.table(2), win(8, 0))
        assert "being counted" in text(get("standings", event))

    def test_withdrawn_people_say_so(self, event: ClubEvent) -> None:
        entries.change_entry(event.as_organiser, event.entries[0].pk, status="withdrawn")
        count(event)
        assert "withdrawn" in text(get("standings", event))

    def test_a_penalty_leaves_its_mark(self, event: ClubEvent) -> None:
        before = text(get("standings", event)).count("penalty")
        penalties.give_penalty(
            event.as_organiser,
            event.tournament.pk,
            entry_id=event.entries[0].pk,
            scope="session",
            mode="deduct",
            points=20,
            reason="late",
            round_number=2,
        )
        count(event)
        assert text(get("standings", event)).count("penalty") > before


class TestPolling:
    def board(self, event: ClubEvent, tag: str = "", **more: Any) -> HttpResponse:
        return get("board", event, headers={"If-None-Match": tag} if tag else {}, **more)

    def test_nothing_new_is_said_in_few_bytes(self, event: ClubEvent) -> None:
        first = self.board(event)
        again = self.board(event, first["ETag"])
        assert (again.status_code, again.content) == (304, b"")
        assert again["ETag"] == first["ETag"]

    def test_the_page_starts_with_the_tag_of_its_board(self, event: ClubEvent) -> None:
        page = get("standings", event).content.decode()
        assert unescape(re.search(r'data-etag="([^"]*)"', page)[1]) == self.board(event)["ETag"]  # type: ignore[index]  # no match fails the test as well

    def test_a_new_hand_is_new_when_it_is_counted(self, event: ClubEvent) -> None:
        """Not before: a hall in which hands come every moment would draw each board twice."""
        first = self.board(event)["ETag"]
        event.record(event.table(2), win(8, 0))
        assert self.board(event, first).status_code == 304
        count(event)
        counted = self.board(event, first)
        assert counted.status_code == 200
        assert counted["ETag"] != first

    def test_a_board_that_stays_behind_says_so(self, event: ClubEvent) -> None:
        first = self.board(event)["ETag"]
        event.record(event.table(2), win(8, 0))
        long_ago = timezone.now() - dt.timedelta(minutes=1)
        StandingsSnapshot.objects.update(computed_at=long_ago)
        behind = self.board(event, first)
        assert behind.status_code == 200
        assert "being counted" in text(behind)

    def test_each_language_and_table_has_its_own(self, event: ClubEvent) -> None:
        tags = {
            self.board(event)["ETag"],
            self.board(event, zh=True)["ETag"],
            self.board(event, query="?teams")["ETag"],
        }
        assert len(tags) == 3

    def test_another_event_of_the_same_revision(self) -> None:
        assert self.board(make_event(4))["ETag"] != self.board(make_event(4))["ETag"]


class TestRounds:
    def test_seats_and_results(self, event: ClubEvent) -> None:
        page = text(get("rounds", event))
        assert "Round 1 closed" in page
        assert "Round 2 running" in page
        assert "2 hands · finished" in page
        assert "+32" in page

    def test_seats_that_are_not_published(self, event: ClubEvent) -> None:
        assert "not published yet" in text(get("rounds", event))
        assert "not published yet" not in text(get("rounds", event, event.referee))

    def test_no_results_where_standings_are_hidden(self, event: ClubEvent) -> None:
        change_tournament(SYSTEM, event.tournament.pk, standings_public=False)
        page = get("rounds", event)
        assert "+32" not in text(page)
        assert names(event)[0] in text(page)
        assert "/tables/" not in page.content.decode()
        assert "+32" in text(get("rounds", event, event.referee))

    def test_nothing_drawn_yet(self) -> None:
        event = make_event(4)
        assert "No seats are drawn yet" in text(get("rounds", event))
        desk = reverse("desk-seating", args=[event.tournament.slug])
        assert desk in get("rounds", event, event.organiser).content.decode()


class TestTable:
    def test_every_hand_in_words_with_who_paid_whom(self, event: ClubEvent) -> None:
        first, second = names(event)[:2]
        page = text(get("table", event, round=1, table=1))
        assert f"{first} on a discard by {second} · 8 fan" in page
        assert f"{second} → {first} : 16" in page.replace(f"{first}:", f"{first} :")
        assert "Drawn hand" in page
        assert "Nobody paid." in page
        assert "total +32" in page

    def test_flowers_and_winds(self, event: ClubEvent) -> None:
        page = text(get("table", event, round=2, table=1))
        assert "10 fan · 1 flower" in page or "11 fan · 1 flower" in page
        assert "E deals" in page

    def test_chinese(self, event: ClubEvent) -> None:
        first, second = names(event)[:2]
        page = text(get("table", event, zh=True, round=1, table=1))
        assert f"{first} {second}点炮 · 8番" in page
        assert "荒牌" in page
        assert "东 坐庄" in page

    def test_a_correction_says_so(self, event: ClubEvent) -> None:
        table = event.table(2)
        hand = table.hands.in_force().get()
        hands.amend_hand(
            event.as_referee,
            table.pk,
            1,
            events=win(88, 1),
            revision=hand.revision,
            client_key="a-client-key-of-its-own",
        )
        page = text(get("table", event, round=2, table=1))
        assert "88 fan" in page
        assert "corrected" in page

    def test_typed_totals_are_marked(self) -> None:
        event = make_event(4)
        event.seat_round()
        totals = {0: 30, 1: 10, 2: -20, 3: -25}
        tables.type_totals(event.as_referee, event.table().pk, totals, reason="sheet is torn")
        page = text(get("table", event, round=1, table=1))
        assert "totals only" in page
        assert "The table sums to −5. sheet is torn" in page

    def test_penalties_with_the_cancelled_ones(self, event: ClubEvent) -> None:
        given = [
            penalties.give_penalty(
                event.as_organiser,
                event.tournament.pk,
                entry_id=event.entries[0].pk,
                scope="session",
                mode="deduct",
                points=points,
                reason=reason,
                round_number=2,
            )
            for points, reason in ((20, "late"), (7, "wrongly seen"))
        ]
        penalties.cancel_penalty(event.as_organiser, given[1].pk, "it was another one")
        page = text(get("table", event, round=2, table=1))
        assert "−20 (paid to nobody): late" in page
        assert "cancelled: it was another one" in page
        assert "penalties −20" in page

    def test_wild_tiles_and_patterns_of_another_game(self) -> None:
        event = make_event(4, ruleset="nanchang")
        event.seat_round()
        deal = [
            {"type": "wild", "indicator": "4m", "tiles": ["4m", "5m"]},
            {"type": "kong", "seat": 2, "kind": "concealed", "tile": "7z"},
            {
                "type": "win",
                "by": "self_draw",
                "winners": [{"seat": 0, "declared": {"patterns": ["ping_hu"]}}],
            },
        ]
        event.record(event.table(), deal)
        page = get("table", event, round=1, table=1)
        assert "self-draw · Plain hand · 1 kong" in text(page)
        assert 'aria-label="4 characters"' in page.content.decode()

    def test_not_started(self) -> None:
        event = make_event(4)
        event.seat_round()
        assert "No hand is recorded" in text(get("table", event, round=1, table=1))

    @pytest.mark.parametrize(("round_", "table"), [(1, 3), (4, 1), (3, 1), (99999, 99999)])
    def test_not_there_or_not_published(self, event: ClubEvent, round_: int, table: int) -> None:
        assert get("table", event, round=round_, table=table).status_code == 404

    def test_a_referee_gets_to_the_form(self, event: ClubEvent) -> None:
        page = get("table", event, event.referee, round=2, table=1).content.decode()
        assert reverse("referee-table", args=[event.table(2).pk]) in page


class TestPeople:
    def test_everybody_with_the_seat_of_the_moment(self, event: ClubEvent) -> None:
        page = text(get("people", event))
        assert all(name in page for name in names(event))
        assert "Seat, round 2" in page
        assert "Table 2 N" in page

    @pytest.mark.parametrize(
        ("words", "found"), [("Team 2", [4, 5, 6, 7]), ("3", [2]), ("test CLUB", []), ("%", [])]
    )
    def test_search(self, event: ClubEvent, words: str, found: list[int]) -> None:
        page = text(get("people", event, query=f"?q={words.replace('%', '%25')}"))
        shown = [i for i, name in enumerate(names(event)) if name in page]
        # A number also finds people whose name has it.
        by_name = [i for i, name in enumerate(names(event)) if words in name]
        assert shown == sorted({*found, *by_name})

    @pytest.mark.parametrize(
        "words", ["²", "99999999999999999999", "'--", "<b>", "x" * 5000, "x\0y"]
    )
    def test_search_for_anything(self, event: ClubEvent, words: str) -> None:
        client = Client(headers={"Accept-Language": "en"})
        page = client.get(reverse("people", args=[event.tournament.slug]), {"q": words})
        assert "Nobody of that name" in text(page)
        assert "<b>" not in page.content.decode()

    def test_nobody_registered(self) -> None:
        event = make_event(0)
        assert "Nobody is registered yet" in text(get("people", event))


class TestPerson:
    def test_how_the_points_are_made_up(self, event: ClubEvent) -> None:
        """A won 32 in the first round, and paid 8 to the winner of the second."""
        page = text(get("person", event, number=1))
        assert "round 1, table 1, place 1 4 +32" in page
        assert re.search(r"round 2, table 1, place 2, still playing 1½ −8|place 2.*−8", page)
        assert "Sum" in page
        assert "+24" in page
        assert "played 3" in page
        assert "won 1" in page

    def test_why_somebody_stands_above(self, event: ClubEvent) -> None:
        current = standings.current(event.tournament)
        assert current is not None
        second, first = current.standings.rows[1], current.standings.rows[0]
        page = text(get("person", event, number=second.number))
        assert f"Below {first.name}: " in page
        last = current.standings.rows[-1]
        chosen = text(get("person", event, number=second.number, query=f"?than={last.number}"))
        assert f"Above {last.name}: " in chosen
        assert f"Below {first.name}: " not in chosen

    @pytest.mark.parametrize("than", ["", "0", "x", "2", "99999999999999"])
    def test_a_comparison_with_nobody_is_that_with_the_neighbours(
        self, event: ClubEvent, than: str
    ) -> None:
        assert "Below" in text(get("person", event, number=2, query=f"?than={than}"))

    def test_where_to_sit_now(self, event: ClubEvent) -> None:
        assert "Sits now at Round 2, table 1 E" in text(get("person", event, number=1))
        rounds.close_round(event.as_organiser, event.table(2).round_id, force=True)
        assert "Sits" not in text(get("person", event, number=1))
        seating.publish_seats(event.as_organiser, event.table(3).round_id)
        assert "Sits next at Round 3, table 1 E" in text(get("person", event, number=1))

    def test_hidden_standings_hide_the_results_but_not_the_seats(self, event: ClubEvent) -> None:
        change_tournament(SYSTEM, event.tournament.pk, standings_public=False)
        page = text(get("person", event, number=1))
        assert "Round 1, table 1" in page
        assert names(event)[1] in page
        assert not re.search(r"[+−]\d", page)
        assert "Why this rank" not in page
        assert "Why this rank" in text(get("person", event, event.referee, number=1))

    def test_without_a_seat(self) -> None:
        assert "No seat yet" in text(get("person", make_event(4), number=1))

    def test_who_sits_out_is_told_so_with_the_points(self) -> None:
        event = make_event(5, bye_points=5040, bye_game_points=12)
        seated, resting = [e.pk for e in event.entries[:4]], event.entries[4]
        round_ = seating.set_round(
            event.as_organiser, event.tournament.pk, tables=[seated], byes=[resting.pk]
        )
        assert "No seat yet" in text(get("person", event, number=5))
        seating.publish_seats(event.as_organiser, round_.pk)
        page = text(get("person", event, number=5))
        assert "Round 1: sits out" in page
        assert "No seat yet" not in page
        assert "Table points 2" not in page
        rounds.start_round(event.as_organiser, round_.pk)
        count(event)
        assert "Round 1: sits out +12 Table points 2" in text(get("person", event, number=5))
        assert "第1轮：轮空" in text(get("person", event, number=5, zh=True))

    def test_a_bye_of_no_own_value_shows_the_mean_as_the_standings_count_it(self) -> None:
        event = make_event(5, bye_points=None)
        seated, resting = [e.pk for e in event.entries[:4]], event.entries[4]
        round_ = seating.set_round(
            event.as_organiser, event.tournament.pk, tables=[seated], byes=[resting.pk]
        )
        seating.publish_seats(event.as_organiser, round_.pk)
        rounds.start_round(event.as_organiser, round_.pk)
        count(event)
        assert "Round 1: sits out Table points 1¾" in text(get("person", event, number=5))

    def test_nobody_of_that_number(self, event: ClubEvent) -> None:
        assert get("person", event, number=77).status_code == 404


class TestMyPage:
    def test_the_player_sees_the_own_page(self, event: ClubEvent) -> None:
        player = event.entries[0].player
        player.user = event.outsider
        player.save()
        assert player.name in text(get("me", event, event.outsider))
        assert "My page" in text(get("standings", event, event.outsider))
        assert "My page" in text(get("home", user=event.outsider))
        assert "I play in" in text(get("account", user=event.outsider))

    def test_somebody_else_is_told_what_to_do(self, event: ClubEvent) -> None:
        page = get("me", event, event.outsider)
        assert page.status_code == 404
        assert "find yourself by name" in page.content.decode()
        assert "My page" not in text(get("standings", event, event.outsider))


class TestHome:
    def test_what_is_on(self, event: ClubEvent) -> None:
        planned = make_event(0)
        finished = make_event(0)
        Tournament.objects.filter(pk=finished.tournament.pk).update(status="finished")
        page = text(get("home"))
        on, coming, recent = (page.index(w) for w in ("What is on", "Coming up", "Recent results"))
        assert on < page.index(event.tournament.name) < coming
        assert coming < page.index(planned.tournament.name) < recent
        assert recent < page.index(finished.tournament.name)
        assert "Round 2" in page

    def test_nothing_at_all_offers_the_next_step(
        self, admin_user: Any, django_user_model: Any
    ) -> None:
        outsider = django_user_model.objects.create_user("outsider")
        assert "no event on this site" in text(get("home"))
        assert reverse("login") in get("home").content.decode()
        assert reverse("desk-new") in get("home", user=admin_user).content.decode()
        assert reverse("desk-new") not in get("home", user=outsider).content.decode()

    def test_my_events_are_one_tap_away(self, event: ClubEvent) -> None:
        desk = reverse("desk-now", args=[event.tournament.slug])
        assert desk in get("home", user=event.organiser).content.decode()
        assert desk not in get("home", user=event.referee).content.decode()
        assert "My events" not in text(get("home", user=event.outsider))


class TestRules:
    @pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in all_rulesets()])
    def test_everything_that_is_declared_is_shown(self, ruleset: str) -> None:
        declared = next(r for r in all_rulesets() if r.id == ruleset)
        english, chinese = (text(get("ruleset", ruleset=ruleset, zh=zh)) for zh in (False, True))
        things = [*declared.patterns, *declared.circumstances, *declared.form.penalties]
        for name in [thing.name for thing in things]:
            assert " ".join(name.en.split()) in english
            assert name.zh in chinese
        for option in declared.options:
            # How seats change is a setting of the event.
            assert (option.label.en in english) == (option.id != "seat_change")

    def test_the_index_lists_all(self) -> None:
        page = text(get("rules"))
        assert all(ruleset.name.en in page for ruleset in all_rulesets())

    def test_unknown(self) -> None:
        assert get("ruleset", ruleset="riichi").status_code == 404

    def test_the_options_of_an_event_in_words(self) -> None:
        event = make_event(0, options={"min_fan": 6})
        page = text(get("event-rules", event))
        assert "Minimum fan 6 standard: 8" in page
        assert "4-2-1-0" in page
        assert "after every wind round" in page
        assert "起和番 6 标准：8" in text(get("event-rules", event, zh=True))


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


def event_now(event: ClubEvent) -> Tournament:
    return Tournament.objects.get(pk=event.tournament.pk)


class TestCompetition:
    """What the settings of an event change on its pages."""

    def test_points_with_the_start_points(self) -> None:
        event = play(make_event(4, base_points=500))
        page = text(get("standings", event))
        assert "With start points" in page
        for row in standings.compute_now(event.tournament).rows:
            assert str(row.game_points + 500 * row.games) in page
        at_table = text(get("table", event, round=2, table=1))
        assert str(500 - 8 - 11) in at_table

    def test_dropped_rounds_are_struck_out(self) -> None:
        event = play(make_event(4))
        change_tournament(SYSTEM, event.tournament.pk, best_n=1)
        count(event)
        page = get("standings", event)
        cells = [c for r in standings.compute_now(event_now(event)).rows for c in r.cells]
        dropped = re.findall(r'<td class="cell[^"]* dropped"', page.content.decode())
        assert len(dropped) == sum(cell.dropped for cell in cells) == 4
        assert "not among the best rounds" in text(page)

    def test_the_line_of_the_cut(self) -> None:
        event = make_event(8)
        event.seat_round()
        for number, fan in ((1, 8), (2, 24)):
            event.record(event.table(1, number), win(fan, 0), win(fan, 1, 2))
            tables.finish_table(SYSTEM, event.table(1, number).pk)
        rounds.close_round(SYSTEM, event.table().round_id)
        stage = stages.add_stage(SYSTEM, event.tournament.pk, cut_size=4)
        through = list(stage.members.values_list("entry_id", flat=True))
        seating.set_round(SYSTEM, event.tournament.pk, tables=[through])
        rounds.start_round(SYSTEM, event.tournament.rounds.get(number=2).pk)
        event.record(event.table(2), win(8, 0))
        count(event)
        page = get("standings", event).content.decode()
        assert page.count('class="cut-line"') == 1
        above, below = page.split('class="cut-line"')
        names = {e.pk: e.player.name for e in event.entries}
        for pk, name in names.items():
            assert (name in above) == (pk in through)
            assert (name in below) != (pk in through)
        outside = next(e for e in event.entries if e.pk not in through)
        assert "Did not go through" in text(get("person", event, number=outside.number))

    def test_both_values_with_their_rounds(self) -> None:
        event = play(make_event(8))
        page = text(get("person", event, number=1, query="?than=2"))
        found = re.search(r"Where both values come from .*? round 1 (\S+) (\S+)", page)
        assert found is not None

    def test_the_rules_of_the_event_say_its_settings(self) -> None:
        event = make_event(
            4, base_points=500, best_n=3, team_best_k=2, bye_points=5040, breaches="ema",
            withdrawn="bottom", release="held", confirmed_only=True, sub_consumes_place=False,
        )  # fmt: skip
        page = text(get("event-rules", event))
        for words in (
            "Points at the start of a game 500", "Best rounds that count 3",
            "Best members of a team that count 2", "Bye 2 table points", "European rules",
            "ranked after everybody", "when the organiser publishes", "only confirmed ones",
            "the others are placed among themselves", "30 minutes after",
        ):  # fmt: skip
            assert words in page


class TestHeldResults:
    """What is not published yet is to be found nowhere."""

    @pytest.fixture
    def held(self) -> ClubEvent:
        event = make_event(4, release="held", kind="club_night")
        event.seat_round()
        event.record(event.table(), win(88, 2))
        count(event)
        return event

    def test_no_page_tells_visitors(self, held: ClubEvent) -> None:
        for name, more in (
            ("standings", {}),
            ("board", {}),
            ("rounds", {}),
            ("person", {"number": 3}),
            ("people", {}),
        ):
            page = text(get(name, held, **more))
            assert "288" not in page, name
            assert "88 fan" not in page, name

    @pytest.mark.parametrize(
        ("name", "kwargs"),
        [
            ("table", {"round": 1, "table": 1}),
            ("settle-up", {}),
            ("sheet-pdf", {"round": 1, "table": 1}),
            ("api-table", {"round": 1, "table": 1}),
            ("api-hands", {"round": 1, "table": 1}),
            ("api-round-tables", {"round": 1}),
        ],
    )
    def test_hands_are_for_referees(
        self, held: ClubEvent, name: str, kwargs: dict[str, int]
    ) -> None:
        assert get(name, held, **kwargs).status_code in (401, 403)
        assert get(name, held, held.referee, **kwargs).status_code == 200

    def test_who_records_at_the_table_sees_it(self, held: ClubEvent) -> None:
        _link, token = held.link(held.table())
        address = reverse(
            "api-table", kwargs={"event": held.tournament.slug, "round": 1, "table": 1}
        )
        answer = Client().get(address, headers={"Authorization": f"Table {token}"})
        assert answer.status_code == 200

    def test_files_hold_what_was_published(self, held: ClubEvent) -> None:
        found = take_snapshot(held.tournament, Actor.of(None))
        assert (found.standings.rows, found.tables, found.penalties) == ((), (), ())
        assert len(take_snapshot(held.tournament, held.as_referee).tables) == 1
