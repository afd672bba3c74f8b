"""The list of tables a referee looks after: live, with what each lacks, and "time!" for a round."""

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.models import AuditEntry, Membership, Round, Table
from tournaments.services import (
    announcements,
    clock,
    confirming,
    my_tables,
    paper,
    referee_calls,
    rounds,
    tables,
)
from tournaments.services.access import Actor
from tournaments.services.errors import Conflict, Invalid
from tournaments.services.events import change_tournament
from tournaments.services.tables import table_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    event = make_event(8)
    event.seat_round()
    return event


def kinds(table: Table, minutes: int = 0) -> list[str]:
    """What the table lacks so many minutes from now."""
    now = timezone.now() + dt.timedelta(minutes=minutes)
    return [lack.kind for lack in my_tables.lacks(table_state(table), now)]


def test_my_tables_are_those_of_my_events(event: ClubEvent, client: Client) -> None:
    other = make_event(4)
    other.seat_round()
    event.record(event.table(), win(8, 0, 1))
    client.force_login(event.referee)
    page = client.get("/referee/").content.decode()
    assert f"/referee/table/{event.table().pk}/" in page
    assert f"/referee/table/{event.table(number=2).pk}/" in page
    assert f"/referee/table/{other.table().pk}/" not in page
    assert "hand 2 of 16" in page
    assert "2 tables still play" in page
    assert "+32" in page


def test_my_events_without_a_running_round(client: Client) -> None:
    event = make_event(4)
    client.force_login(event.referee)
    page = client.get("/referee/").content.decode()
    assert event.tournament.name in page
    client.force_login(event.outsider)
    assert "no referee of any event" in client.get("/referee/").content.decode()


def test_my_tables_ask_the_database_the_same_for_many(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event = make_event(16)
    event.seat_round()
    event.record(event.table(), *([win(8, 0, 1)] * 4))
    client.force_login(event.referee)
    with django_assert_num_queries(10):
        client.get("/referee/")


def test_what_is_announced_stands_above_my_tables(event: ClubEvent, client: Client) -> None:
    other = make_event(4)
    announcements.announce(SYSTEM, other.tournament.pk, text_en="Not here")
    client.force_login(event.referee)
    ask = {"HX-Request": "true"}
    before = client.get("/referee/", headers=ask)
    announcements.announce(SYSTEM, event.tournament.pk, text_en="Lunch at noon")
    page = client.get("/referee/", headers={**ask, "If-None-Match": before["ETag"]})
    assert "Lunch at noon" in page.content.decode()
    assert "Not here" not in page.content.decode()


def test_the_list_is_sent_again_only_when_something_has_happened(
    event: ClubEvent, client: Client
) -> None:
    client.force_login(event.referee)
    ask = {"HX-Request": "true"}
    first = client.get("/referee/", headers=ask)
    assert b"<html" not in first.content
    again = client.get("/referee/", headers={**ask, "If-None-Match": first["ETag"]})
    assert again.status_code == 304
    event.record(event.table(), win(8, 0, 1))
    after = client.get("/referee/", headers={**ask, "If-None-Match": first["ETag"]})
    assert after.status_code == 200
    assert "hand 2 of 16" in after.content.decode()


def test_one_referee_s_answer_is_no_answer_to_another(event: ClubEvent, client: Client) -> None:
    ask = {"HX-Request": "true"}
    client.force_login(event.referee)
    mine = client.get("/referee/", headers=ask)
    client.force_login(event.outsider)
    theirs = client.get("/referee/", headers={**ask, "If-None-Match": mine["ETag"]})
    assert theirs.status_code == 200
    assert event.tournament.name not in theirs.content.decode()


def test_a_table_says_what_it_lacks(event: ClubEvent) -> None:
    table = event.table()
    assert kinds(table) == []
    assert kinds(table, 26) == ["quiet"]
    assert kinds(table, 121) == ["time_up"]
    event.record(table, win(8, 0, 1))
    referee_calls.call_referee(SYSTEM, table.pk, "who discarded?")
    assert kinds(table) == ["called"]
    referee_calls.answer_call(SYSTEM, table.pk)
    paper.check_paper(SYSTEM, table.pk, {0: 28, 1: -12, 2: -8, 3: -8})
    assert kinds(table) == ["paper"]
    paper.check_paper(SYSTEM, table.pk, {0: 32, 1: -16, 2: -8, 3: -8})
    tables.finish_table(SYSTEM, table.pk)
    assert kinds(table) == ["unconfirmed"]
    change_tournament(SYSTEM, event.tournament.pk, confirmation="blind")
    confirming.sign_result(event.as_organiser, table.pk, totals={0: 40, 1: -24, 2: -8, 3: -8})
    assert kinds(table) == ["disputed", "unconfirmed"]
    confirming.sign_result(event.as_organiser, table.pk, totals={0: 32, 1: -16, 2: -8, 3: -8})
    assert kinds(table, 600) == []


def test_totals_that_do_not_sum_to_zero_say_so(event: ClubEvent, client: Client) -> None:
    table = event.table()
    tables.type_totals(SYSTEM, table.pk, {0: 10, 1: 0, 2: 0, 3: -20}, reason="fine of 10")
    assert kinds(table) == ["sum", "unconfirmed"]
    client.force_login(event.referee)
    page = client.get("/referee/").content.decode()
    assert "totals only" in page
    assert "sums to −10" in page


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("", None), (" 3 ", {3}), ("1-3,7", {1, 2, 3, 7}), ("1～2，4、5", {1, 2, 4, 5}), ("2-2", {2})],
)
def test_tables_are_named_by_numbers_and_ranges(text: str, numbers: set[int] | None) -> None:
    assert my_tables.tables_in(text) == (numbers and frozenset(numbers))


@pytest.mark.parametrize("text", ["x", "3-1", "0", "1-", "1-2-3", "12345", "1,a,b"])
def test_what_is_no_number_of_a_table_is_named(text: str) -> None:
    with pytest.raises(Invalid) as refused:
        my_tables.tables_in(text)
    assert {p.field for p in refused.value.problems} == {"tables"}
    assert len(refused.value.problems) == (2 if text == "1,a,b" else 1)


def test_a_referee_sees_the_tables_looked_after(event: ClubEvent, client: Client) -> None:
    client.force_login(event.referee)
    address = f"/referee/event/{event.tournament.slug}/tables/"
    assert client.post(address, {"tables": "2-8"}).status_code == 302
    page = client.get("/referee/").content.decode()
    assert f"/referee/table/{event.table(number=2).pk}/" in page
    assert f"/referee/table/{event.table().pk}/" not in page
    assert "1 other table not shown" in page
    refused = client.post(address, {"tables": "two"})
    assert refused.status_code == 400
    assert "two" in refused.content.decode()
    assert Membership.objects.get(user=event.referee).tables == "2-8"
    client.force_login(event.outsider)
    assert client.post(address, {"tables": "1"}).status_code == 403


# ---- time! ----


def phase(table: Table) -> str:
    state = table_state(table)
    return clock.clock_of(state.round, state.table).phase


def test_time_is_called_at_all_tables_at_once(event: ClubEvent, client: Client) -> None:
    clock.give_table_time(SYSTEM, event.table().pk, 30)
    client.force_login(event.referee)
    address = f"/referee/event/{event.tournament.slug}/rounds/1/time/"
    assert client.post(address).status_code == 302
    assert [phase(event.table(number=n)) for n in (1, 2)] == ["over", "over"]
    page = client.get("/referee/").content.decode()
    assert page.count("time is up") >= 3  # the round's clock and both tables
    assert "Take the call of time back" in page
    client.post(address, {"back": "1"})
    assert [phase(event.table(number=n)) for n in (1, 2)] == ["playing", "playing"]
    acts = AuditEntry.objects.filter(act__startswith="time.call").order_by("id")
    assert [e.act for e in acts] == ["time.called", "time.call_taken"]


def test_calling_time_twice_is_one_call(event: ClubEvent) -> None:
    round_id = event.table().round_id
    first = clock.call_time(SYSTEM, round_id).time_called_at
    assert clock.call_time(SYSTEM, round_id).time_called_at == first
    assert AuditEntry.objects.filter(act="time.called").count() == 1


def test_no_time_is_given_while_the_call_stands(event: ClubEvent) -> None:
    table = event.table()
    clock.call_time(SYSTEM, table.round_id)
    with pytest.raises(Conflict):
        clock.give_table_time(SYSTEM, table.pk, 5)
    with pytest.raises(Conflict):
        clock.give_round_time(SYSTEM, table.round_id, 5)


def test_the_call_comes_from_this_event_s_referee_and_goes_home(
    event: ClubEvent, client: Client
) -> None:
    address = f"/referee/event/{event.tournament.slug}/rounds/1/time/"
    client.force_login(make_event(4).organiser)
    assert client.post(address).status_code == 403
    client.force_login(event.referee)
    found = client.post(address, {"next": "https://elsewhere.example/"})
    assert found["Location"] == "/referee/"
    assert client.post(address.replace("/1/", "/9/")).status_code == 404
    rounds.close_round(SYSTEM, event.table().round_id, force=True)
    assert client.post(address, {"back": "1"}).status_code == 409


def test_time_that_was_up_before_the_call_stays_so(event: ClubEvent) -> None:
    start = timezone.now() - dt.timedelta(minutes=130)
    Round.objects.update(started_at=start)
    state = table_state(event.table())
    before = clock.clock_of(state.round).ends
    clock.call_time(Actor.of(event.referee), event.table().round_id)
    assert clock.clock_of(table_state(event.table()).round).ends == before
