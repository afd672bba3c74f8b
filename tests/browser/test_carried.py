"""What hands leave on the table for the next ones, on the referee's page: it is shown before the
deal, and follows when the first hand is changed."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.taps import Taps
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


def _win(page: Page, taps: Taps, seat: int, giver: int | None, pattern: str) -> None:
    taps.choose(seat, giver)
    ticks = page.locator("[data-value='patterns']")
    if ticks.count():
        ticks.click()
    page.locator(f"[data-pattern='{pattern}']").click()
    expect(page.locator("#preview")).to_be_visible()


def _change_first(page: Page, seat: int, giver: int, pattern: str) -> None:
    """Open the first hand, a drawn one, and make it a win."""
    page.locator(".past[data-hand='1'] .edit").click()
    page.locator("#happened, .five").first.wait_for()
    page.locator(".five [data-value='draw'][aria-pressed='true']").click()
    _win(page, Taps(page), seat, giver, pattern)
    page.locator("#save").click()
    expect(page.locator("#leave")).to_have_count(0)
    expect(page.locator(".past[data-hand='1']")).not_to_contain_text("Drawn hand")


def _totals(page: Page) -> list[int]:
    """The totals by chair, as the felt shows them."""
    texts = page.locator(".chair .chair-total").all_inner_texts()
    return [int(text.replace("−", "-")) for text in texts]


def _past(page: Page, number: int) -> list[int]:
    """What a recorded hand moved, by chair."""
    words = page.locator(f".past[data-hand='{number}'] small").inner_text()
    return [int(part.split()[-1].replace("−", "-")) for part in words.split(" · ")]


def test_a_table_of_shanghai_with_a_drawn_hand(phone: Site) -> None:
    table, page, taps = _form(phone, "shanghai")
    expect(page.locator("#carried")).to_have_count(0)
    taps.draw()
    expect(page.locator("#carried")).to_have_text("Drawn hands before 1")
    assert phone.fits()
    # (3 + 0) × 2^(2 + 1) from the giver.
    _win(page, taps, 1, 3, "hun_yi_se")
    expect(page.locator("#preview")).to_contain_text("S +24")
    taps.save()
    expect(page.locator("#carried")).to_have_count(0)
    # The winner deals: seat 0 of the third hand is the second chair.
    _win(page, taps, 0, None, "peng_peng_hu")
    taps.save()
    _win(page, taps, 2, 0, "hun_yi_se")
    taps.save()
    assert [_past(page, n) for n in range(1, 5)] == [
        [0, 0, 0, 0],
        [0, 24, 0, -24],
        [-12, 36, -12, -12],
        [0, -12, 0, 12],
    ]
    assert _totals(page) == [-12, 48, -12, -24]

    # The first hand was won after all: nothing was carried, and that seat dealt the second.
    _change_first(page, 2, 0, "hun_yi_se")
    assert [_past(page, n) for n in range(1, 5)] == [
        [-12, 0, 12, 0],
        [0, 12, 0, -12],
        [-12, 36, -12, -12],
        [0, -12, 0, 12],
    ]
    assert _totals(page) == [-24, 36, 0, -12] == list(table_state(table).totals)
    page.reload()
    assert _totals(page) == [-24, 36, 0, -12]
    page.locator(".past[data-hand='2'] .edit").click()
    expect(page.locator("#carried")).to_have_count(0)


def test_a_table_of_taiwan_where_the_dealer_keeps_the_deal(laptop: Site) -> None:
    table, page, taps = _form(laptop, "taiwan16", preset="home")
    taps.draw()
    expect(page.locator("#carried")).to_have_text("deals kept: 1")
    # 底3 + 混一色4 + 自摸1, and between dealer and others 庄家1 + 连庄2×1.
    _win(page, taps, 0, None, "hun_yi_se")
    taps.save()
    expect(page.locator("#carried")).to_have_text("deals kept: 2")
    taps.draw()
    expect(page.locator("#carried")).to_have_text("deals kept: 3")
    # Another wins off the dealer: 3 + 4 + 1 + 6.
    _win(page, taps, 1, 0, "hun_yi_se")
    taps.save()
    expect(page.locator("#carried")).to_have_count(0)
    assert [_past(page, n) for n in (2, 4)] == [[33, -11, -11, -11], [-14, 14, 0, 0]]
    assert _totals(page) == [19, 3, -11, -11]

    # The first hand passes the deal on: the streak is gone, and the last win is off no dealer.
    _change_first(page, 1, 2, "hun_yi_se")
    assert [_past(page, n) for n in range(1, 5)] == [
        [0, 7, -7, 0],
        [25, -9, -8, -8],
        [0, 0, 0, 0],
        [-7, 7, 0, 0],
    ]
    assert _totals(page) == [18, 5, -15, -8] == list(table_state(table).totals)
    # The fourth hand is now dealt by the third chair, which kept the deal once.
    page.locator(".past[data-hand='4'] .edit").click()
    expect(page.locator("#carried")).to_have_text("deals kept: 1")
