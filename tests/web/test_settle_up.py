"""Settling up an evening, and the house rules that the leaderboard names."""

import pytest
from django.urls import reverse

from tests.club import DRAW, ClubEvent, make_event
from tests.web.reading import count, get, text
from tournaments.models import Tournament
from tournaments.services import money, penalties, rounds, tables
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db

KONG = {"type": "kong", "seat": 2, "kind": "concealed", "tile": "5m"}
WIN = {
    "type": "win",
    "by": "self_draw",
    "winners": [{"seat": 0, "declared": {"patterns": ["ping_hu"]}}],
}


def nanchang(players: int = 4, **settings: object) -> ClubEvent:
    event = make_event(players, ruleset="nanchang", kind="club_night", **settings)
    event.seat_round()
    return event


def test_kong_money_stands_apart_and_the_payments_clear_it() -> None:
    event = nanchang()
    event.record(event.table(), [KONG, WIN])
    evening = money.evening_of(event.tournament)
    by_name = {b.entry.pk: b for b in evening.balances}
    konger = by_name[event.entries[2].pk]
    assert konger.kongs == 6
    assert konger.hands < 0
    assert sum(b.kongs for b in evening.balances) == 0
    assert sum(b.hands for b in evening.balances) == 0
    state = tables.table_state(event.table())
    assert [by_name[s.entry.pk].total for s in state.seats] == list(state.totals)
    cleared = dict.fromkeys(by_name, 0)
    for payment in evening.payments:
        assert payment.payer
        assert payment.receiver
        cleared[payment.payer.pk] -= payment.amount
        cleared[payment.receiver.pk] += payment.amount
    assert cleared == {pk: b.total for pk, b in by_name.items()}


def test_a_fine_paid_to_nobody_goes_to_the_house() -> None:
    event = nanchang()
    event.record(event.table(), [WIN])
    penalties.give_penalty(
        event.as_organiser,
        event.tournament.pk,
        entry_id=event.entries[1].pk,
        scope="session",
        mode="deduct",
        points=10,
        reason="late",
        round_number=1,
    )
    evening = money.evening_of(event.tournament)
    assert evening.house == 10
    assert sum(p.amount for p in evening.payments if p.receiver is None) == 10
    page = text(get("settle-up", event))
    assert "the house" in page
    assert "1 table still plays" in page


def test_the_evening_adds_up_over_rounds() -> None:
    event = nanchang()
    event.record(event.table(), [WIN])
    tables.finish_table(event.as_referee, event.table().pk)
    rounds.close_round(event.as_organiser, event.table().round_id)
    event.seat_round()
    event.record(event.table(2), [WIN], DRAW)
    evening = money.evening_of(event.tournament)
    assert {b.tables for b in evening.balances} == {2}
    once = tables.table_state(event.table()).totals
    twice = {b.entry.pk: b.total for b in evening.balances}
    assert [twice[e.pk] for e in event.entries] == [2 * n for n in once]


def test_the_pages_of_a_club_night() -> None:
    event = nanchang()
    assert "No results yet" in text(get("settle-up", event))
    event.record(event.table(), [KONG, WIN])
    assert "Who pays whom" in text(get("settle-up", event))
    page = get("table", event, round=1, table=1)
    assert "Settle up" in text(page)
    assert reverse("settle-up", args=[event.tournament.slug]) in page.content.decode()


def test_a_tournament_does_not_settle_up_at_its_tables() -> None:
    event = make_event(4)
    event.seat_round()
    page = get("standings", event).content.decode()
    assert reverse("settle-up", args=[event.tournament.slug]) not in page


@pytest.mark.parametrize("players", [4, 16])
def test_queries(players: int, django_assert_max_num_queries: object) -> None:
    event = nanchang(players)
    for number in range(1, players // 4 + 1):
        event.record(event.table(1, number), [WIN])
    with django_assert_max_num_queries(5):  # type: ignore[operator]
        get("settle-up", event)


def test_the_leaderboard_names_the_house_rules() -> None:
    event = make_event(4, ruleset="nanchang")
    event.seat_round()
    event.record(event.table(), [WIN])
    count(event)
    assert "House rules" not in text(get("standings", event))
    other = make_event(4, ruleset="nanchang", options={"kong_money": False, "base": 2})
    other.seat_round()
    other.record(other.table(), [WIN])
    count(other)
    page = text(get("standings", other))
    assert "House rules: 2 options differ" in page
    change_tournament(other.as_organiser, other.tournament.pk, kind=Tournament.Kind.CLUB_NIGHT)
    assert "Settle up" in text(get("standings", other))


def test_columns_that_hold_nothing_are_not_shown() -> None:
    """On a phone the total would else stand outside the screen."""
    event = nanchang()
    event.record(event.table(), [WIN])
    page = text(get("settle-up", event))
    assert "Kong money" not in page
    assert "Penalties" not in page
    event.record(event.table(), [KONG, WIN])
    assert "Kong money" in text(get("settle-up", event))
