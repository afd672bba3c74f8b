"""Pages of an event for everybody: standings, boards, rounds, tables, rules."""

import datetime as dt
import re
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from scoring.rulesets import all_rulesets
from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.web.reading import count, get, names, play, text
from tournaments.models import StandingsSnapshot, Tournament
from tournaments.services import (
    entries,
    hands,
    jobs,
    penalties,
    standings,
    tables,
)
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    return play(make_event(8))


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
