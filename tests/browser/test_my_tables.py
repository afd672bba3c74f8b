"""One referee with a phone and eight tables: the list follows what is saved elsewhere."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Site
from tests.browser.test_axe import in_every_look
from tests.club import SYSTEM, make_event, win
from tournaments.services import clock

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_eight_tables_on_one_phone(phone: Site) -> None:
    event = make_event(32)
    event.seat_round()
    phone.log_in(event.referee.username)
    page = phone.open("/referee/")
    cards = page.locator(".table-card")
    expect(cards).to_have_count(8)
    assert phone.fits()
    event.record(event.table(1, 5), win(24, 2, 1))
    fifth = page.locator(f"#table-{event.table(1, 5).pk}")
    expect(fifth.locator(".badge")).to_contain_text("2/16", timeout=3000)
    expect(fifth).to_contain_text("+48")
    fifth.locator("a").click()
    expect(page.locator("#hand-form .status")).to_contain_text("Table 5")


def test_time_for_all_tables_from_the_phone(phone: Site, laptop: Site) -> None:
    event = make_event(8)
    event.seat_round()
    form = laptop.open(f"/r/{event.link(event.table(1, 2))[1]}/")
    phone.log_in(event.referee.username)
    page = phone.open("/referee/")
    page.get_by_role("button", name="Time! At all tables").click()
    expect(page.locator(".round-line .clock.over")).to_be_visible()
    expect(page.locator(".lack.urgent")).to_have_count(2)
    # The form at the table hears of it by itself.
    expect(form.locator("#hand-form")).to_contain_text("time is up", timeout=4000)
    page.get_by_role("button", name="Take the call of time back").click()
    expect(page.locator(".round-line .clock.playing")).to_be_visible()


def test_a_table_is_given_more_time_at_its_form(phone: Site, laptop: Site) -> None:
    event = make_event(4, minutes=90)
    event.seat_round()
    table = event.table()
    other = laptop.open(f"/r/{event.link(table)[1]}/")
    expect(other.locator("#clock")).to_contain_text("89:")
    expect(other.locator("#extra-time")).to_have_count(0)
    phone.log_in(event.referee.username)
    page = phone.open(f"/referee/table/{table.pk}/")
    page.locator("#extra-time > summary").click()
    expect(page.locator("[data-minutes='-1']")).to_have_count(0)
    page.locator("[data-minutes='5']").click()
    expect(page.locator("#extra-time > summary")).to_contain_text("(+5 min)")
    expect(page.locator("#clock")).to_contain_text("94:")
    expect(other.locator("#clock")).to_contain_text("94:", timeout=4000)
    page.locator("[data-minutes='-1']").click()
    expect(page.locator("#extra-time > summary")).to_contain_text("(+4 min)")
    in_every_look(page)
    assert phone.fits()
    table.refresh_from_db()
    assert table.extra_minutes == 4


def test_the_list_keeps_the_tables_chosen(phone: Site) -> None:
    event = make_event(16)
    event.seat_round()
    phone.log_in(event.referee.username)
    page = phone.open("/referee/")
    page.locator(".which summary").click()
    page.get_by_label(event.tournament.name).fill("2-3")
    page.get_by_role("button", name="Show these").click()
    expect(page.locator(".table-card")).to_have_count(2)
    clock.give_table_time(SYSTEM, event.table(1, 2).pk, 10)
    expect(page.locator(f"#table-{event.table(1, 2).pk} .clock")).to_be_visible(timeout=3000)
