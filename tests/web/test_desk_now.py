"""What needs a hand, and the course of a round from the desk."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.club import ClubEvent, make_event, win
from tournaments.models import Entry, Job, Round, Table, Tournament
from tournaments.services import (
    hands,
    links,
    paper,
    referee_calls,
    releases,
    rounds,
    tables,
    webhooks,
)
from tournaments.services.access import Actor
from tournaments.services.desk import QUIET, desk_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubEvent:
    return make_event(8)


@pytest.fixture
def desk(client: Client, club: ClubEvent) -> Client:
    client.force_login(club.organiser)
    return client


def at(club: ClubEvent, name: str, **kwargs: object) -> str:
    return reverse(name, kwargs={"event": club.tournament.slug, **kwargs})


def needs(club: ClubEvent, now: dt.datetime | None = None) -> list[str]:
    club.tournament.refresh_from_db()
    return [need.kind for need in desk_of(club.tournament, now).needs]


def finish(club: ClubEvent, *numbers: int, confirm: bool = False) -> None:
    for number in numbers:
        table = club.table(number=number)
        club.record(table, win(8, 0))
        tables.finish_table(club.as_referee, table.pk)
        if confirm:
            tables.confirm_table(club.as_referee, table.pk)


def test_an_event_is_led_from_step_to_step(desk: Client, club: ClubEvent) -> None:
    empty = make_event(0)
    assert needs(empty) == ["register"]
    assert needs(club) == ["draw_next"]
    round_ = club.seat_round(start=False)
    assert needs(club) == ["publish", "cards", "start"]
    desk.post(at(club, "desk-publish", round_id=round_.pk))
    desk.post(at(club, "desk-cards", round_id=round_.pk))
    assert needs(club) == ["start"]
    desk.post(at(club, "desk-start", round_id=round_.pk))
    assert needs(club) == []
    finish(club, 1, 2)
    assert needs(club) == ["unconfirmed"]
    for number in (1, 2):
        desk.post(at(club, "desk-confirm", table_id=club.table(number=number).pk))
    assert needs(club) == ["close"]
    desk.post(at(club, "desk-close", round_id=round_.pk))
    assert needs(club) == ["draw_next", "finish"]


def test_planned_rounds_end_the_draws() -> None:
    club = make_event(4, planned_rounds=2)
    for _ in range(2):
        assert needs(club) == ["draw_next"]
        round_ = club.seat_round()
        Round.objects.filter(pk=round_.pk).update(status=Round.Status.CLOSED)
    assert needs(club) == ["finish"]


def test_players_that_fill_no_tables_are_counted(club: ClubEvent) -> None:
    entry = club.entries[0]
    entry.status = Entry.Status.WITHDRAWN
    entry.save()
    need = desk_of(club.tournament).needs[0]
    assert (need.kind, need.values) == ("not_fours", {"playing": 7, "missing": 1})


def test_a_table_without_news_is_named_with_its_minutes(club: ClubEvent) -> None:
    club.seat_round()
    club.record(club.table(number=1), win(8, 0))
    start = timezone.now()
    Round.objects.update(started_at=start - QUIET)
    found = [n for n in desk_of(club.tournament, start).needs if n.kind == "quiet"]
    # Table 1 has sent a hand just now; table 2 has not since the round began.
    assert [(n.table.number, n.values["minutes"]) for n in found if n.table] == [(2, 25)]


def test_an_undone_hand_is_news_as_well(club: ClubEvent) -> None:
    club.seat_round()
    table = club.table()
    club.record(table, win(8, 0))
    hands.undo_hand(club.as_referee, table.pk, number=1, revision=1, client_key="undo-key-000001")
    Round.objects.update(started_at=timezone.now() - QUIET)
    found = [n.table for n in desk_of(club.tournament).needs if n.kind == "quiet"]
    assert [t.number for t in found if t] == [2]


def test_time_that_is_up_comes_first(club: ClubEvent) -> None:
    club.seat_round()
    finish(club, 1)
    late = timezone.now() + dt.timedelta(minutes=club.tournament.minutes + 1)
    assert needs(club, late) == ["time_up", "quiet", "unconfirmed"]
    assert "time_up" not in needs(club)


def test_standings_that_failed_can_be_computed_again(desk: Client, club: ClubEvent) -> None:
    Job.objects.create(
        tournament=club.tournament, kind="standings", key="old", status="failed", error="too odd"
    )
    line = desk.get(at(club, "desk-now")).context["lines"][0]
    assert "too odd" in line.words
    assert line.post
    assert desk.post(line.to).status_code == 302
    assert Job.objects.latest("id").status == Job.Status.QUEUED
    assert "standings_failed" not in needs(club)


def test_totals_that_do_not_sum_to_zero_are_pointed_out(club: ClubEvent) -> None:
    club.seat_round()
    tables.type_totals(
        club.as_referee, club.table().pk, {0: 10, 1: 0, 2: 0, 3: 0}, reason="sheet unreadable"
    )
    need = desk_of(club.tournament).needs[0]
    assert (need.kind, need.values["reason"]) == ("unbalanced", "sheet unreadable")


def test_who_left_but_has_a_seat_is_named(club: ClubEvent) -> None:
    club.seat_round(start=False)
    Entry.objects.filter(pk=club.entries[2].pk).update(status=Entry.Status.WITHDRAWN)
    need = next(n for n in desk_of(club.tournament).needs if n.kind == "gone")
    assert need.values == {"name": club.entries[2].player.name}


def test_every_need_has_words_and_a_button_that_leads_somewhere(
    desk: Client, club: ClubEvent
) -> None:
    club.seat_round()
    finish(club, 1)
    tables.type_totals(
        club.as_referee, club.table(number=2).pk, {0: 9, 1: 0, 2: 0, 3: 0}, reason="unreadable"
    )
    Entry.objects.filter(pk=club.entries[2].pk).update(status=Entry.Status.WITHDRAWN)
    lines = desk.get(at(club, "desk-now")).context["lines"]
    assert len(lines) == 3
    for line in lines:
        assert line.words
        assert line.button
        assert desk.get(line.to).status_code == 200


def test_closing_names_the_open_tables_and_asks(desk: Client, club: ClubEvent) -> None:
    round_ = club.seat_round()
    finish(club, 1, confirm=True)
    address = at(club, "desk-close", round_id=round_.pk)

    page = desk.get(address)
    assert "2" in str(page.context["question"].consequences[0])
    assert page.context["hidden"] == {"unfinished": "2"}

    # Posted without having seen the question: refused, naming the table.
    refused = desk.post(address)
    assert refused.status_code == 400
    round_.refresh_from_db()
    assert round_.status == Round.Status.RUNNING

    assert desk.post(address, {"unfinished": "2"}).status_code == 302
    round_.refresh_from_db()
    assert round_.status == Round.Status.CLOSED
    assert club.table(number=2).status == Table.Status.FINISHED


def test_a_round_is_opened_again_with_a_reason(desk: Client, club: ClubEvent) -> None:
    round_ = club.seat_round()
    Round.objects.update(status=Round.Status.CLOSED)
    address = at(club, "desk-reopen", round_id=round_.pk)
    assert desk.post(address, {"reason": " "}).status_code == 400
    assert desk.post(address, {"reason": "wrong hand at table 1"}).status_code == 302
    round_.refresh_from_db()
    assert round_.status == Round.Status.RUNNING
    # Again: it is open now, and the page says so.
    assert desk.post(address, {"reason": "again"}).status_code == 409


def test_starting_a_closed_round_is_refused_in_words(desk: Client, club: ClubEvent) -> None:
    round_ = club.seat_round()
    Round.objects.update(status=Round.Status.CLOSED)
    response = desk.post(at(club, "desk-start", round_id=round_.pk), follow=True)
    assert response.status_code == 200
    assert [m.level_tag for m in response.context["messages"]] == ["error"]
    round_.refresh_from_db()
    assert round_.status == Round.Status.CLOSED


def test_the_fragment_is_the_page_without_its_frame(desk: Client, club: ClubEvent) -> None:
    club.seat_round(start=False)
    fragment = desk.get(at(club, "desk-now"), headers={"HX-Request": "true"})
    assert b"<html" not in fragment.content
    assert at(club, "desk-start", round_id=Round.objects.get().pk) in fragment.content.decode()


def test_the_page_takes_a_fixed_number_of_queries(
    desk: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (8, 40):
        club = make_event(players)
        club.seat_round()
        for table in Table.objects.filter(round__tournament=club.tournament):
            links.live_link(club.as_organiser, table.pk)
        desk.force_login(club.organiser)
        with django_assert_num_queries(12):
            desk.get(at(club, "desk-now"))


def test_messages_to_other_software_that_were_given_up(desk: Client, club: ClubEvent) -> None:
    hook = webhooks.add_webhook(
        club.as_organiser, club.tournament.pk, url="https://hall.example/", kinds=["entry.*"]
    )
    assert "webhooks" not in needs(club)
    webhooks.ping(club.as_organiser, club.tournament.pk, hook.pk)
    hook.deliveries.update(state="given_up", attempts=8, error="no answer")
    assert "webhooks" in needs(club)
    page = desk.get(at(club, "desk-now")).content.decode()
    assert "1 message to other software was given up" in page
    assert at(club, "desk-webhooks-again") in page
    desk.post(at(club, "desk-webhooks-again"))
    assert "webhooks" not in needs(club)
    assert list(hook.deliveries.values_list("state", "attempts")) == [("waiting", 0)]
    hook.deliveries.update(state="given_up")
    webhooks.change_webhook(club.as_organiser, club.tournament.pk, hook.pk, active=False)
    assert "webhooks" not in needs(club)


def test_a_call_and_a_paper_sheet_that_differs(desk: Client, club: ClubEvent) -> None:
    club.seat_round()
    table = club.table(number=2)
    club.record(table, win(24, 0))
    referee_calls.call_referee(Actor.of_link(club.link(table)[0]), table.pk, "dead hand?")
    paper.check_paper(club.as_referee, table.pk, {0: 84, 1: -20, 2: -32, 3: -32})
    found = [kind for kind in needs(club) if kind in ("called", "paper_differs")]
    assert found == ["called", "paper_differs"]
    page = desk.get(at(club, "desk-now")).content.decode()
    assert "Table 2 calls a referee. dead hand?" in page
    assert "Table 2: paper and hands differ by 12." in page
    desk.post(reverse("referee-come", kwargs={"table_id": table.pk}))
    assert "called" not in needs(club)


def test_results_that_are_held_back_are_not_forgotten(desk: Client) -> None:
    club = make_event(8, release=Tournament.ReleaseMode.HELD)
    round_ = club.seat_round()
    finish(club, 1, 2, confirm=True)
    assert "results" not in needs(club)
    rounds.close_round(club.as_organiser, round_.pk)
    assert "results" in needs(club)
    revision = Tournament.objects.get(pk=club.tournament.pk).revision
    releases.publish(club.as_organiser, club.tournament.pk, revision=revision)
    assert "results" not in needs(club)
