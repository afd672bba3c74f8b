"""Tables of a round: results, links, QR codes, cards."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from tests.club import ClubEvent, make_event, win
from tournaments.models import AuditEntry, Round, Table, TableLink
from tournaments.services import links, tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubEvent:
    club = make_event(8)
    club.seat_round()
    return club


@pytest.fixture
def desk(client: Client, club: ClubEvent) -> Client:
    client.force_login(club.organiser)
    return client


def at(club: ClubEvent, name: str, **kwargs: object) -> str:
    return reverse(name, kwargs={"event": club.tournament.slug, **kwargs})


def test_totals_and_hands_are_those_of_the_table(desk: Client, club: ClubEvent) -> None:
    club.record(club.table(), win(8, 0), win(20, 1, 2))
    page = desk.get(at(club, "desk-tables"))
    first, second = page.context["states"]
    assert len(first.hands) == 2
    assert first.totals == tables.table_state(club.table()).totals
    assert not second.has_result
    text = page.content.decode()
    for total in first.totals:
        assert f"{total:+d}".replace("-", "−") in text


def test_the_page_opens_on_the_round_that_is_played(desk: Client, club: ClubEvent) -> None:
    club.seat_round(start=False)
    assert desk.get(at(club, "desk-tables")).context["round"].number == 1
    assert desk.get(at(club, "desk-tables"), {"round": "2"}).context["round"].number == 2
    assert desk.get(at(club, "desk-tables"), {"round": "nine"}).context["round"].number == 1


def test_an_event_without_rounds_says_what_comes_next(client: Client) -> None:
    club = make_event(4)
    client.force_login(club.organiser)
    page = client.get(at(club, "desk-tables"))
    assert at(club, "desk-seating") in page.content.decode()


def test_a_result_is_finished_confirmed_and_opened_again(desk: Client, club: ClubEvent) -> None:
    table = club.table()
    club.record(table, win(8, 0))

    def status() -> str:
        return Table.objects.get(pk=table.pk).status

    early = desk.post(at(club, "desk-confirm", table_id=table.pk), follow=True)
    assert [m.level_tag for m in early.context["messages"]] == ["error"]
    assert status() == "open"
    desk.post(at(club, "desk-finish", table_id=table.pk))
    assert status() == "finished"
    desk.post(at(club, "desk-confirm", table_id=table.pk))
    assert status() == "confirmed"
    assert desk.post(at(club, "desk-reopen-table", table_id=table.pk)).status_code == 400
    assert status() == "confirmed"
    desk.post(at(club, "desk-reopen-table", table_id=table.pk), {"reason": "hand 1 is wrong"})
    assert status() == "open"
    assert AuditEntry.objects.latest("id").reason == "hand 1 is wrong"


def test_the_link_page_shows_the_address_and_its_code(desk: Client, club: ClubEvent) -> None:
    table = club.table()
    address = at(club, "desk-link", table_id=table.pk)
    assert not desk.get(address).context["link"]
    assert not TableLink.objects.exists()

    desk.post(address)
    page = desk.get(address)
    link = TableLink.objects.get()
    path = reverse("table-form", kwargs={"token": links.token_of(link)})
    assert page.context["link_address"] == f"http://testserver{path}"
    assert "<svg" in page.context["qr"]
    assert "style=" not in page.context["qr"]


def test_links_use_the_address_the_hall_can_reach(
    desk: Client, club: ClubEvent, settings: Settings
) -> None:
    settings.PUBLIC_URL = "http://192.0.2.7:8000/"
    table = club.table()
    club.link(table)
    page = desk.get(at(club, "desk-link", table_id=table.pk))
    assert page.context["link_address"].startswith("http://192.0.2.7:8000/r/")


def test_a_new_link_kills_the_old_one(desk: Client, club: ClubEvent) -> None:
    table = club.table()
    old, _token = club.link(table)
    address = at(club, "desk-link-renew", table_id=table.pk)
    assert desk.get(address).status_code == 200
    old.refresh_from_db()
    assert old.revoked_at is None
    desk.post(address)
    old.refresh_from_db()
    assert old.revoked_at is not None
    assert table.links.filter(revoked_at=None).count() == 1
    desk.post(at(club, "desk-link-revoke", table_id=table.pk))
    assert not table.links.filter(revoked_at=None).exists()


def test_cards_have_a_code_for_every_table(desk: Client, club: ClubEvent) -> None:
    round_ = Round.objects.get()
    address = at(club, "desk-cards", round_id=round_.pk)
    kept, _token = club.link(club.table(number=2))
    assert desk.get(address).context["bare"] == 1
    assert TableLink.objects.count() == 1

    desk.post(address)
    page = desk.get(address)
    assert page.context["bare"] == 0
    codes = re.findall(r'<svg.*? d="([^"]+)"', page.content.decode())
    assert len(set(codes)) == len(codes) == 2
    kept.refresh_from_db()
    assert kept.revoked_at is None
    desk.post(address)
    assert TableLink.objects.count() == 2


def test_a_closed_round_gives_out_no_links(desk: Client, club: ClubEvent) -> None:
    club.link(club.table())
    Round.objects.update(status=Round.Status.CLOSED)
    page = desk.get(at(club, "desk-link", table_id=club.table().pk))
    assert not page.context["link_address"]
    cards = desk.get(at(club, "desk-cards", round_id=Round.objects.get().pk))
    assert b"<svg" not in cards.content


@pytest.mark.parametrize(("name", "queries"), [("desk-tables", 10), ("desk-cards", 10)])
def test_the_lists_take_a_fixed_number_of_queries(
    desk: Client, django_assert_num_queries: DjangoAssertNumQueries, name: str, queries: int
) -> None:
    for players in (8, 40):
        club = make_event(players)
        round_ = club.seat_round()
        for table in Table.objects.filter(round=round_):
            club.link(table)
            club.record(table, win(8, 0), win(9, 1, 0))
        desk.force_login(club.organiser)
        kwargs = {"round_id": round_.pk} if name == "desk-cards" else {}
        with django_assert_num_queries(queries):
            desk.get(at(club, name, **kwargs))
