"""What the settings of an event change on its pages, and what they hold back."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.web.reading import count, get, play, text
from tournaments.exporting.snapshot import take_snapshot
from tournaments.models import Tournament
from tournaments.services import (
    rounds,
    seating,
    stages,
    standings,
    tables,
)
from tournaments.services.access import Actor
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db


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
