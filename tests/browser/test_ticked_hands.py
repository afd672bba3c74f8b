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
