"""Tables of two and three: recorded, ranked, printed, exported and read back like any other."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.worked import examples_of
from tests.club import SYSTEM, ClubEvent, make_event
from tests.web.reading import text
from tournaments.models import Tournament
from tournaments.services import money, seating, standings, tables
from tournaments.services.event_document import document_of, dumps
from tournaments.services.event_import import import_event
from tournaments.services.rounds import close_round, start_round

pytestmark = pytest.mark.django_db
GAMES = [("hubei_kawuxing", 3), ("hubei_kawuxing", 2), ("two_player", 2)]


def played(ruleset: str, players: int) -> ClubEvent:
    """One table: South gives East a hand, then a draw."""
    event = make_event(players, ruleset=ruleset, kind="club_night")
    chairs = [entry.pk for entry in event.entries]
    round_ = seating.set_round(SYSTEM, event.tournament.pk, tables=[chairs])
    start_round(SYSTEM, round_.pk)
    win: dict[str, Any] = {
        "type": "win",
        "by": "discard",
        "from": 1,
        "winners": [{"seat": 0, "declared": {"patterns": [pattern_of(ruleset)]}}],
    }
    event.record(event.table(), [win])
    event.record(event.table(), [draw_of(event)])
    tables.finish_table(SYSTEM, event.table().pk)
    close_round(SYSTEM, round_.pk)
    return event


def pattern_of(ruleset: str) -> str:
    """Return a pattern that a worked example declares for a win by discard."""
    for example in examples_of(ruleset):
        for found in example.content["events"]:
            for winner in found.get("winners", ()):
                names = (winner.get("declared") or {}).get("patterns") or []
                if found.get("by") == "discard" and names:
                    return str(names[0])
    raise LookupError(ruleset)


def draw_of(event: ClubEvent) -> dict[str, Any]:
    states = [{"state": "not_ready"} for _entry in event.entries]
    return {"type": "exhaust", "states": states}


@pytest.mark.parametrize(("ruleset", "players"), GAMES)
def test_a_small_table_goes_all_the_way(ruleset: str, players: int) -> None:
    event = played(ruleset, players)
    tournament = Tournament.objects.select_related("club").get(pk=event.tournament.pk)
    state = tables.table_state(event.table())
    assert len(state.seats) == players
    assert sum(state.totals) == 0
    assert state.totals[0] > 0

    found = standings.compute_now(tournament)
    assert sorted(row.game_points for row in found.rows) == sorted(state.totals)
    assert found.rows[0].rank == 1
    assert sum(b.total for b in money.evening_of(tournament).balances) == 0

    client = Client(headers={"Accept-Language": "en"})
    client.force_login(event.organiser)
    where = {"event": tournament.slug}
    page = client.get(reverse("table", kwargs={**where, "round": 1, "table": 1}))
    assert all(entry.player.name in text(page) for entry in event.entries)
    sheet = client.get(reverse("sheet-pdf", kwargs={**where, "round": 1, "table": 1}))
    assert sheet.content.startswith(b"%PDF")
    for name in ("export-results-csv", "export-workbook"):
        assert client.get(reverse(name, kwargs=where)).status_code == 200
    assert client.get(reverse("referee-table", args=[event.table().pk])).status_code == 200
    assert (
        client.get(
            reverse("desk-cards", kwargs={**where, "round_id": event.table().round_id})
        ).status_code
        == 200
    )

    document = dumps(document_of(tournament))
    again = import_event(SYSTEM, json.loads(document))
    assert [r.game_points for r in standings.compute_now(again).rows] == [
        r.game_points for r in found.rows
    ]
