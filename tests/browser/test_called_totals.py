"""Ticking fans that cannot stand together, and totals that were called beside tiles or fans."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.taps import Taps
from tests.browser.test_axe import in_every_look
from tests.club import make_event
from tournaments.models import Table
from tournaments.services.tables import table_state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _form(site: Site, **settings: Any) -> tuple[Table, Page, Taps]:
    event = make_event(4, **settings)
    event.seat_round()
    table = event.table()
    page = site.open(f"/r/{event.link(table)[1]}/")
    return table, page, Taps(page)


def _tick(page: Page, pattern: str) -> None:
    # Barred ones are told to assistive technology as disabled, and answer a tap with the reason.
    page.locator(f"[data-pattern='{pattern}']").click(force=True)


@pytest.mark.parametrize("window", ["phone", "laptop"])
def test_what_cannot_stand_together_says_why(window: str, request: pytest.FixtureRequest) -> None:
    site: Site = request.getfixturevalue(window)
    table, page, taps = _form(site)
    taps.choose(1, 0)
    taps.tap(".ways [data-value='patterns']")
    _tick(page, "qing_yi_se")
    barred = page.locator("[data-pattern='hun_yi_se']")
    expect(barred).to_have_attribute("aria-disabled", "true")
    expect(barred).to_contain_text("not with these")
    why = page.locator("[data-barred='0']")
    _tick(page, "hun_yi_se")
    expect(why).to_have_text("No hand is both “Full Flush” and “Half Flush”.")
    expect(barred).to_have_attribute("aria-pressed", "false")
    page.locator("[data-pattern='wu_zi']").focus()
    expect(why).to_contain_text("“No Honors” does not count beside “Full Flush”.")
    in_every_look(page)
    assert site.fits()
    taps.save()
    record = table_state(table).hands[0].hand.record
    assert record["events"][0]["winners"][0]["declared"] == {"patterns": ["qing_yi_se"]}


def test_a_dearer_fan_takes_what_it_has_inside(phone: Site) -> None:
    _table, page, taps = _form(phone)
    taps.choose(1, 0)
    taps.tap(".ways [data-value='patterns']")
    _tick(page, "wu_zi")
    _tick(page, "qing_yi_se")
    expect(page.locator("[data-pattern='wu_zi']")).to_have_attribute("aria-pressed", "false")
    expect(page.locator("[data-barred='0']")).to_contain_text("does not count beside")
    expect(page.locator("#preview")).to_contain_text("+48")


def test_what_this_way_of_winning_rules_out(phone: Site) -> None:
    _table, page, taps = _form(phone)
    taps.choose(1, None)
    taps.tap(".ways [data-value='patterns']")
    _tick(page, "quan_qiu_ren")
    expect(page.locator("[data-barred='0']")).to_contain_text("cannot be won by: Self-draw")


@pytest.mark.parametrize("word", ["清一", "qys", "qing yi", "full fl"])
def test_a_fan_is_found_by_any_of_its_names(word: str, phone: Site) -> None:
    _table, page, taps = _form(phone)
    taps.choose(1, None)
    taps.tap(".ways [data-value='patterns']")
    page.fill("#pattern-search-0", word)
    expect(page.locator("[data-pattern='qing_yi_se']")).to_be_visible()
    expect(page.locator("[data-pattern='da_si_xi']")).to_have_count(0)


def test_a_called_total_beside_the_tiles(phone: Site) -> None:
    table, page, taps = _form(phone)
    taps.choose(0, 1)
    page.fill("#fan-number", "12")
    taps.tap(".ways [data-value='tiles']")
    expect(page.locator("#claimed")).to_have_value("12")
    page.locator(".lay .typed summary").click()
    page.fill("#tiles-concealed", "234m234p234s67s55p")
    page.fill("#tiles-win", "8s")
    compared = page.locator("[data-compared='differs']")
    expect(compared).to_contain_text("12 was called; the hand has 14.")
    expect(compared).to_contain_text("Not called: All Simples 2.")
    assert phone.fits()
    in_every_look(page)
    page.fill("#claimed", "14")
    expect(page.locator("[data-compared='agrees']")).to_contain_text("14 fan was called")
    page.fill("#claimed", "12")
    page.locator("[data-take-claimed]").click()
    expect(page.locator("#fan-number")).to_have_value("12")
    taps.save()
    assert table_state(table).hands[0].fan == 12


def test_a_call_that_differs_does_not_stand_in_the_way(phone: Site) -> None:
    table, page, taps = _form(phone)
    taps.choose(0, 1)
    taps.tap(".ways [data-value='patterns']")
    _tick(page, "san_se_san_tong_shun")
    page.fill("#claimed", "10")
    expect(page.locator("[data-compared='differs']")).to_contain_text("2 too many")
    taps.save()
    assert table_state(table).hands[0].fan == 8


def test_tiles_below_the_minimum(phone: Site) -> None:
    _table, page, taps = _form(phone)
    taps.choose(0, 1)
    page.fill("#fan-number", "8")
    taps.tap(".ways [data-value='tiles']")
    page.locator(".lay .typed summary").click()
    page.fill("#tiles-concealed", "234m567p678s11p34s")
    page.fill("#tiles-win", "5s")
    expect(page.locator("[data-compared]")).to_contain_text("below the minimum of 8")
    expect(page.locator("#problems")).to_be_visible()
    expect(page.locator("#save")).to_be_disabled()
    page.locator("[data-take-claimed]").click()
    expect(page.locator("#save")).to_be_enabled()
