"""Hands that are ticked: one row, what counts beside it, and the kongs that were made."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.taps import Taps
from tests.club import make_event
from tournaments.models import Table
from tournaments.services.tables import table_state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _form(site: Site, **options: Any) -> tuple[Table, Page]:
    event = make_event(4, ruleset="sichuan_plain", options=options)
    event.seat_round()
    table = event.table()
    return table, site.open(f"/r/{event.link(table)[1]}/")


def _kong(page: Page, seat: int, tile: str) -> None:
    page.locator("[data-add='kong_concealed']").click()
    page.locator(f"[data-ask='seat'] [data-value='{seat}']").click()
    page.locator(f"[data-tile='{tile}']").click()
    expect(page.locator("#panel")).to_have_count(0)


def _declared(table: Table) -> dict[str, Any]:
    record: dict[str, Any] = table_state(table).hands[-1].hand.record
    declared: dict[str, Any] = record["events"][-1]["winners"][0]["declared"]
    return declared


def test_kongs_of_the_winner_are_counted_already(phone: Site) -> None:
    table, page = _form(phone)
    taps = Taps(page)
    _kong(page, 1, "7m")
    _kong(page, 2, "8m")
    taps.choose(1, 0)
    taps.tap("[data-pattern='ping_hu']")
    taps.save()
    assert _declared(table) == {"patterns": ["ping_hu"], "gen": 1}


def test_they_are_not_where_only_other_fours_count(phone: Site) -> None:
    table, page = _form(phone, gen_counts="undeclared_only")
    taps = Taps(page)
    _kong(page, 1, "7m")
    taps.choose(1, 0)
    taps.tap("[data-pattern='ping_hu']")
    taps.save()
    assert _declared(table).get("gen", 0) == 0


def test_one_row_and_what_counts_beside_it(phone: Site) -> None:
    table, page = _form(phone, men_qing_fan=1, zhong_zhang_fan=1)
    taps = Taps(page)
    taps.choose(1, 0)
    for pattern in ("ping_hu", "men_qing", "zhong_zhang", "qing_yi_se", "zhong_zhang"):
        taps.tap(f"[data-pattern='{pattern}']")
    taps.save()
    assert sorted(_declared(table)["patterns"]) == ["men_qing", "qing_yi_se"]


def test_what_else_is_asked_of_a_winner(phone: Site) -> None:
    event = make_event(4, ruleset="shanghai")
    event.seat_round()
    table = event.table()
    page = phone.open(f"/r/{event.link(table)[1]}/")
    taps = Taps(page)
    taps.choose(1, 0)
    taps.tap("[data-pattern='qing_yi_se']")
    flowers = page.locator("[data-ask='flowers']")
    for _flower in range(3):
        flowers.get_by_role("button", name="+").click()
    flowers.get_by_role("button", name="−").click()
    expect(flowers.locator("input")).to_have_value("2")
    contract = page.locator("[data-ask='contract']")
    expect(contract.locator("button")).to_have_count(3)
    contract.locator("[data-value='3']").click()
    page.locator("#winning-tile summary").click()
    page.locator("#winning-tile [data-tile='5m']").click()
    expect(page.locator("#preview")).to_be_visible()
    taps.save()
    won = table_state(table).hands[0].hand.record["events"][0]
    assert won["tile"] == "5m"
    assert won["winners"] == [
        {"seat": 1, "declared": {"patterns": ["qing_yi_se"]}, "flowers": 2, "contract": [3]}
    ]
    # Opened again, every answer stands where it was given.
    page.locator(".past .edit").click()
    expect(page.locator("[data-ask='flowers'] input")).to_have_value("2")
    pressed = page.locator("[data-ask='contract'] [aria-pressed='true']")
    expect(pressed).to_have_attribute("data-value", "3")


def test_a_penalty_to_some_and_an_adjustment(phone: Site) -> None:
    event = make_event(4)
    event.seat_round()
    table = event.table()
    page = phone.open(f"/r/{event.link(table)[1]}/")
    taps = Taps(page)
    page.locator("details.more > summary").first.click()
    page.locator("[data-add='penalty_false_win']").click()
    page.locator("[data-ask='seat'] [data-value='2']").click()
    expect(page.locator("[data-ask='against'] button")).to_have_count(3)
    for seat in (3, 0, 1, 1):
        page.locator(f"[data-ask='against'] [data-value='{seat}']").click()
    page.locator("[data-ask='amount'] input").fill("7")
    page.locator("#note").click()
    expect(page.locator("#happened .money")).to_contain_text("W −14")
    page.locator("[data-add='adjust']").click()
    page.locator("[data-ask='from'] [data-value='0']").click()
    expect(page.locator("[data-ask='to'] [data-value='0']")).to_have_count(0)
    page.locator("[data-ask='to'] [data-value='1']").click()
    page.locator("[data-ask='amount'] input").fill("4")
    page.locator("[data-ask='reason'] input").fill(" tea ")
    page.locator("#note").click()
    taps.draw()
    record = table_state(table).hands[0].hand.record
    assert record["events"][:2] == [
        {"type": "penalty", "kind": "false_win", "seat": 2, "amount": 7, "against": [3, 0]},
        {"type": "adjust", "from": 0, "to": 1, "amount": 4, "reason": "tea"},
    ]
    assert list(table_state(table).hands[0].deltas) == [3, 4, -14, 7]
