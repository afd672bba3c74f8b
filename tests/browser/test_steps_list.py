"""The steps of a table on the page: what was done, and taking the newest back, named beforehand."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.taps import Taps
from tests.browser.test_axe import in_every_look
from tests.club import DRAW, ClubEvent, key, make_event, win
from tournaments.models import Table
from tournaments.services import hands, penalties, tables
from tournaments.services.access import Actor
from tournaments.services.events import change_tournament
from tournaments.services.tables import table_state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _event() -> tuple[ClubEvent, Table]:
    event = make_event(4)
    event.seat_round()
    table = event.table()
    event.record(table, win(8, 0, 1), win(24, 2), DRAW)
    hands.amend_hand(
        event.as_referee, table.pk, 2, events=win(16, 1, 2), revision=1, client_key=key()
    )
    return event, table


def _steps(page: Page) -> None:
    page.locator("#steps > summary").click()
    expect(page.locator(".step").first).to_be_visible()


@pytest.mark.parametrize("window", ["phone", "laptop"])
def test_a_change_is_taken_back_and_had_again(window: str, request: pytest.FixtureRequest) -> None:
    site: Site = request.getfixturevalue(window)
    event, table = _event()
    page = site.open(f"/r/{event.link(table)[1]}/")
    _steps(page)
    first = page.locator(".step").first
    expect(first).to_contain_text("Hand 2: hand changed: Player 0.4 · Self-draw · 24 fan →")
    expect(first).to_contain_text("Player 0.3 · ← Player 0.4 · 16 fan")
    expect(first).to_contain_text("referee0")
    assert site.fits()
    page.locator(".step-back").first.click()
    ask = page.locator(".ask")
    expect(ask).to_contain_text("Take this step back?")
    expect(ask).to_contain_text("The table then has 3 hands")
    expect(ask).to_contain_text("Player 0.4 −32 → +88")
    assert table_state(table).hands[1].fan == 16  # asking has changed nothing
    page.locator("#ask-yes").click()
    expect(page.locator(".past[data-hand='2']")).to_contain_text("24 fan")
    expect(page.locator(".step").first).to_contain_text("Taken back: Hand 2")
    expect(page.locator(".step[data-state='gone']")).to_contain_text("taken back")
    assert table_state(table).hands[1].fan == 24
    page.locator(".step-again").click()
    page.locator("#ask-yes").click()
    expect(page.locator(".past[data-hand='2']")).to_contain_text("16 fan")
    expect(page.locator(".step").first).to_contain_text("There again: Hand 2")


def test_many_are_taken_back_at_once(phone: Site) -> None:
    event, table = _event()
    page = phone.open(f"/r/{event.link(table)[1]}/")
    _steps(page)
    in_every_look(page)
    page.get_by_role("button", name="Take back the last 3").click()
    ask = page.locator(".ask")
    for words in (
        "Take back the last 3 steps?",
        "Hand 3: Drawn hand",
        "Self-draw · 24 fan",
        "has 1",
    ):
        expect(ask).to_contain_text(words)
    in_every_look(page)
    page.locator("#ask-yes").click()
    expect(page.locator("#net")).to_have_text("Saved 1")
    assert [hand.fan for hand in table_state(table).hands] == [8]
    # The form goes on where the table is now.
    Taps(page).win(1, 0, 12)
    expect(page.locator(".step").first).to_contain_text("Hand 2")


def test_somebody_else_was_quicker(phone: Site) -> None:
    event, table = _event()
    page = phone.open(f"/r/{event.link(table)[1]}/")
    _steps(page)
    page.locator(".step-back").first.click()
    expect(page.locator(".ask")).to_be_visible()
    event.record(table, win(12, 1, 0))
    page.locator("#ask-yes").click()
    expect(page.locator("#refusal")).to_contain_text("Something else was done at this table")
    page.locator("#drop").click()
    expect(page.locator(".step").first).to_contain_text("Hand 4")
    assert len(table_state(table).hands) == 4


def test_penalties_stand_in_the_list(phone: Site) -> None:
    event, table = _event()
    penalties.give_penalty(
        event.as_referee,
        event.tournament.pk,
        entry_id=event.entries[1].pk,
        scope="session",
        mode="deduct",
        points=10,
        reason="late",
        round_number=1,
    )
    page = phone.open(f"/r/{event.link(table)[1]}/")
    _steps(page)
    first = page.locator(".step").first
    expect(first).to_contain_text("Player 0.2 · 10")
    expect(first.locator("button")).to_have_count(0)
    expect(page.locator(".step-back").first).to_contain_text("Take it back")


def test_a_finished_table_is_opened_by_whom_the_event_lets(phone: Site, laptop: Site) -> None:
    event, table = _event()
    tables.finish_table(event.as_referee, table.pk)
    page = phone.open(f"/r/{event.link(table)[1]}/")
    expect(page.locator("#over")).to_be_visible()
    expect(page.locator("#reopen")).to_have_count(0)
    laptop.log_in(event.referee.username)
    desk = laptop.open(f"/referee/table/{table.pk}/")
    desk.locator("#reopen").click()
    expect(desk.get_by_role("alert")).to_contain_text("Give a reason")
    desk.fill("#reopen-why", "one hand more was played")
    desk.locator("#reopen").click()
    expect(desk.locator(".five")).to_be_visible()
    tables.finish_table(event.as_referee, table.pk)
    change_tournament(Actor.of_system("t"), event.tournament.pk, reopening="recorder")
    page.reload()
    page.fill("#reopen-why", "one hand more was played")
    page.locator("#reopen").click()
    expect(page.locator(".five")).to_be_visible()


def test_a_referee_says_who_sits_where_if_the_event_lets(phone: Site) -> None:
    event, table = _event()
    phone.log_in(event.referee.username)
    page = phone.open(f"/referee/table/{table.pk}/")
    expect(page.locator("#call")).to_be_visible()
    expect(page.locator("#to-reseat")).to_have_count(0)
    change_tournament(Actor.of_system("t"), event.tournament.pk, reseating="referee")
    page.reload()
    before = table_state(table).totals
    page.locator("#to-reseat").click()
    selects = page.locator("form select")
    first, second = (selects.nth(i).input_value() for i in range(2))
    selects.nth(0).select_option(second)
    selects.nth(1).select_option(first)
    page.locator("input[name='hands'][value='people']").check()
    page.fill("input[name='reason']", "sat down in each other's chairs")
    assert phone.fits()
    in_every_look(page)
    page.get_by_role("button", name="Save these seats").click()
    expect(page.locator(".past[data-hand='1']")).to_be_visible()
    after = table_state(table).totals
    assert after == (before[1], before[0], *before[2:])
    page.locator("#steps > summary").click()
    expect(page.locator(".step").first).to_have_attribute("data-state", "fixed")
    expect(page.locator(".step-back")).to_have_count(0)
