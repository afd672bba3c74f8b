"""Hands that go on after a win: previews while they are played, and how pages tell them."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils.html import strip_tags

from scoring.rulesets import get_ruleset
from tests.club import ClubEvent, key, make_event
from tournaments.models import Table
from tournaments.services import hands
from tournaments.services.played_hands import played_hands
from tournaments.services.tables import table_state
from tournaments.standings.hand_figures import hand_figures
from tournaments.views.hand_story import stories_of

pytestmark = pytest.mark.django_db


def _won(seat: int, giver: int | None, *rest: int) -> dict[str, Any]:
    winners = [{"seat": s, "declared": {"patterns": ["ping_hu"]}} for s in (seat, *rest)]
    how = {"by": "self_draw"} if giver is None else {"by": "discard", "from": giver}
    return {"type": "win", **how, "winners": winners}


KONG = {"type": "kong", "id": "k1", "kind": "exposed", "seat": 1, "from": 2, "tile": "7m"}
STATES = [{"state": s} for s in ("won", "not_ready", "won", "hua_zhu")]
EVENTS = [KONG, _won(0, 3), _won(2, None), {"type": "exhaust", "states": STATES}]


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(4, ruleset="sichuan_xuezhan")
    made.seat_round()
    return made


def _preview(event: ClubEvent, table: Table, events: list[Any]) -> dict[str, Any]:
    _link, token = event.link(table)
    answer = Client().post(
        f"/r/{token}/preview/", {"events": events}, content_type="application/json"
    )
    assert answer.status_code == 200, answer.content
    content: dict[str, Any] = answer.json()
    return content


def test_a_preview_follows_the_hand_and_ends_as_the_result(event: ClubEvent) -> None:
    table = event.table()
    told = [_preview(event, table, EVENTS[:n]) for n in range(1, 5)]
    assert [preview["ended"] for preview in told] == [False, False, False, True]
    assert told[0]["deltas"] == [0, 2, -2, 0]
    assert told[1]["deltas"] == [1, 2, -2, -1]
    assert {line["event"] for line in told[1]["lines"]} == {0, 1}
    settled = get_ruleset("sichuan_xuezhan").settle(
        {"ruleset": "sichuan_xuezhan", "events": EVENTS}
    )
    assert told[3]["deltas"] == list(settled.deltas)
    event.record(table, EVENTS)
    assert list(table_state(table).hands[0].deltas) == told[3]["deltas"]


def test_an_unfinished_hand_cannot_be_saved(event: ClubEvent) -> None:
    table = event.table()
    _link, token = event.link(table)
    content = {"number": 1, "client_key": key(), "events": EVENTS[:3]}
    answer = Client().post(f"/r/{token}/hands/", content, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["problems"]
    assert not table_state(table).hands


def test_the_sheet_tells_every_winning_tile(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, EVENTS)
    _link, token = event.link(table)
    page = Client().get(f"/r/{token}/sheet/").content.decode()
    words = re.sub(r"\s+", " ", strip_tags(page))
    assert "Player 0.1 · ← Player 0.4; Player 0.3 · Self-draw · Drawn hand" in words


def test_a_story_tells_every_winning_tile(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, EVENTS)
    page = Client().get(f"/t/{event.tournament.slug}/tables/1-1/").content.decode()
    words = re.sub(r"\s+", " ", strip_tags(page))
    assert "Player 0.1 on a discard by Player 0.4 · Player 0.3 self-draw · Drawn hand" in words


def test_figures_count_every_tile_that_was_given(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, EVENTS, [_won(1, 0, 2), _won(3, 0)])
    state = table_state(table)
    found = hand_figures(played_hands([state]))
    figures = [found[seat.entry.pk] for seat in state.seats]
    assert [f.hands for f in figures] == [2] * 4
    assert [f.wins for f in figures] == [1, 1, 2, 1]
    assert [f.self_draws for f in figures] == [0, 0, 1, 0]
    assert [f.deal_ins for f in figures] == [1, 0, 0, 1]
    assert [len(story.claims) for story in stories_of(state)] == [2, 2]


def test_the_state_tells_what_was_carried_on() -> None:
    made = make_event(4, ruleset="shanghai")
    made.seat_round()
    table = made.table()
    _link, token = made.link(table)
    made.record(table, [{"type": "exhaust"}])
    state = Client().get(f"/r/{token}/state/").json()["state"]
    assert state["next"]["carried"]["carry"] == {"huang_fan": 1}
    assert state["hands"][0]["carried"] == {"streak": 0, "carry": {}}


def test_a_preview_is_for_a_hand_of_any_length(event: ClubEvent) -> None:
    table = event.table()
    preview = hands.preview_hand(event.as_referee, table.pk, [])
    assert preview.settlement.end == "unfinished"
    assert preview.chair_deltas == (0, 0, 0, 0)
