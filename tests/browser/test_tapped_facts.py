"""What used to be typed is tapped: exchanged tiles, givers of melds, tiles not all seen."""

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


def _form(site: Site, ruleset: str, **options: Any) -> tuple[Table, Page, Taps]:
    event = make_event(4, ruleset=ruleset, options=options)
    event.seat_round()
    table = event.table()
    page = site.open(f"/r/{event.link(table)[1]}/")
    return table, page, Taps(page)


def test_three_tiles_are_exchanged(phone: Site) -> None:
    _table, page, taps = _form(phone, "sichuan_xuezhan", exchange_three=True)
    taps.tap("[data-add='exchange']")
    given = page.locator("[data-ask='given']")
    for suit in "mps":
        for rank in (1, 2, 3):
            given.locator(f".tile-key[data-tile='{rank}{suit}']").click()
    # One too many for the third seat is taken away, and the right one laid.
    rows = given.locator(".seat-tiles")
    expect(rows.nth(3)).to_contain_text("0/3")
    rows.nth(2).locator(".laid .tile-key").first.click()
    expect(rows.nth(2)).to_contain_text("2/3")
    expect(rows.nth(2).locator("[data-seat-tiles]")).to_have_attribute("aria-pressed", "true")
    given.locator(".tile-key[data-tile='9s']").click()
    for rank in (4, 5, 6):
        given.locator(f".tile-key[data-tile='{rank}m']").click()
    taps.tap("[data-ask='direction'] [data-value='next']")
    assert phone.fits()
    in_every_look(page)
    page.locator("#note").click()
    expect(page.locator("#happened")).to_contain_text("Exchange of three")
    kept = page.evaluate(
        "JSON.parse(Object.entries(localStorage).find(([k]) => k.startsWith('mjclub.draft'))[1])"
    )
    [event] = kept["draft"]["before"]
    assert event["given"] == ["123m", "123p", "239s", "456m"]


def test_from_whom_a_meld_was_claimed(phone: Site) -> None:
    table, page, taps = _form(phone, "shanghai")
    taps.choose(1, None)
    taps.tap(".ways [data-value='tiles']")
    taps.tap(".lay-kinds [data-value='pung']")
    taps.tap(".tile-pad [data-tile='7m']")
    givers = page.locator("[data-giver='0']")
    expect(givers.locator("button")).to_have_count(3)
    givers.locator("[data-value='3']").click()
    expect(givers.locator("[data-value='3']")).to_have_attribute("aria-pressed", "true")
    assert phone.fits()
    in_every_look(page)
    page.locator(".lay .typed summary").last.click()
    expect(page.locator("#tiles-melds")).to_have_value("pung 777m 3")
    page.fill("#tiles-concealed", "123456m99m44m")
    page.fill("#tiles-win", "9m")
    taps.save()
    won = table_state(table).hands[0].hand.record["events"][0]["winners"][0]
    assert won["hand"]["melds"] == [{"kind": "pung", "tiles": "777m", "from": 3}]


@pytest.mark.parametrize(("counts", "asked"), [(True, 0), (False, 1)])
def test_tiles_that_are_not_all_seen(counts: bool, asked: int, phone: Site) -> None:
    table, page, taps = _form(phone, "sichuan_xuezhan", dead_wait_counts=counts, declare_void=False)
    taps.tap(".five [data-value='draw']")
    for seat in (1, 2, 3):
        page.locator(".states [data-value='not_ready']").nth(seat).click()
    page.locator(".states [data-value='ready']").first.click()
    price = page.locator("[data-price='0']")
    price.locator(".ways [data-value='tiles']").click()
    expect(price.locator("[data-ask='unseen']")).to_have_count(asked)
    price.locator("details summary").last.click()
    page.fill("#state-0-concealed", "111222333m5567s")
    if asked:
        price.locator("[data-ask='unseen'] [data-tile='8s']").click()
        expect(price.locator("[data-ask='unseen'] .laid .tile-key")).to_have_count(1)
    assert phone.fits()
    taps.save()
    state = table_state(table).hands[0].hand.record["events"][-1]["states"][0]
    assert state.get("unseen") == ("8s" if asked else None)
