"""A referee plays a whole table on a phone, by the table's link."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.taps import Taps
from tests.club import DRAW, ClubEvent, make_event, win
from tournaments.models import Hand
from tournaments.services import jobs, standings
from tournaments.services.tables import table_state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _leaderboard(event: ClubEvent, site: Site) -> Page:
    jobs.run(standings.request(event.tournament.pk).pk)
    return site.open(f"/t/{event.tournament.slug}/")


def test_a_whole_table_on_a_phone(phone: Site) -> None:
    event = make_event(4)
    event.seat_round()
    table = event.table()
    page = phone.open(f"/r/{event.link(table)[1]}/")
    taps = Taps(page)

    taps.win(0, 1, 8)
    assert taps.count <= 5
    taps.count = 0
    taps.draw()
    assert taps.count <= 2

    # A penalty for a false win inside the third hand, which is then won.
    page.locator("#entry details.more > summary").click()
    page.locator("[data-add='penalty_false_win']").click()
    page.locator("[data-ask='seat'] [data-value='0']").click()
    page.locator("#note").click()
    taps.win(2, None, 24)
    penalty = table_state(table).hands[2].hand.record["events"][0]
    assert penalty == {"type": "penalty", "kind": "false_win", "seat": 0, "amount": 10}

    # The fourth was entered wrongly: undone and entered again.
    taps.win(1, 0, 88)
    page.locator(".past .undo").click()
    page.locator("#ask-yes").click()
    expect(page.locator(".past")).to_have_count(3)
    taps.win(1, 0, 16)

    # The second was no draw: changed to a win.
    page.locator(".past[data-hand='2'] button").first.click()
    taps.tap(".five [data-value='3']")
    taps.tap(".four [data-value='self']")
    taps.tap(".fans [data-value='10']")
    page.locator("#save").click()
    expect(page.locator(".past[data-hand='2']")).to_contain_text("10")

    for number in range(5, 17):
        taps.count = 0
        if number % 5:
            taps.win(number % 4, (number + 1) % 4, 8 + number % 6)
            assert taps.count <= 5
        else:
            taps.draw()
            assert taps.count <= 2
    expect(page.locator("#over")).to_be_visible()
    assert phone.fits()

    state = table_state(table)
    assert [hand.number for hand in state.hands] == list(range(1, 17))
    assert state.total_sum == 0
    assert Hand.objects.filter(table=table).count() == 17  # the undone one stays

    page = _leaderboard(event, phone)
    assert phone.fits()
    shown = dict(
        zip(
            [text.splitlines()[0] for text in page.locator(".board .who a").all_inner_texts()],
            page.locator(".board td.total").all_inner_texts(),
            strict=True,
        )
    )
    order = sorted(state.seats, key=lambda seat: -seat.total)
    assert len({seat.total for seat in order}) == 4, "the deals above leave no tie"
    assert shown == {
        seat.name: points for seat, points in zip(order, ("4", "2", "1", "0"), strict=True)
    }


def test_two_tabs_save_one_hand(phone: Site) -> None:
    event = make_event(4)
    event.seat_round()
    table = event.table()
    address = f"/r/{event.link(table)[1]}/"
    first = phone.open(address)
    second = phone.context.new_page()
    phone.watch(second)
    second.goto(phone.url + address)
    first.bring_to_front()
    Taps(first).win(0, 1, 8)
    second.bring_to_front()
    late = Taps(second)
    late.tap(".five [data-value='draw']")
    late.tap("#save")
    expect(second.locator("#refusal")).to_contain_text("recorded already")
    second.locator("#drop").click()
    expect(second.locator(".past")).to_have_count(1)
    assert Hand.objects.filter(table=table).count() == 1


def test_too_few_fan_cannot_be_saved(phone: Site) -> None:
    event = make_event(4)
    event.seat_round()
    table = event.table()
    page = phone.open(f"/r/{event.link(table)[1]}/")
    taps = Taps(page)
    taps.tap(".five [data-value='0']")
    taps.tap(".four [data-value='1']")
    page.fill("#fan-number", "7")
    page.locator("#fan-number").blur()
    page.locator(".stepper button").last.click()
    page.locator(".stepper button").last.click()
    expect(page.locator("#problems")).to_contain_text("7 fan")
    expect(page.locator("#save")).to_be_disabled()
    assert not Hand.objects.exists()


def test_a_nanchang_hand_with_a_kong(phone: Site) -> None:
    event = make_event(4, ruleset="nanchang")
    event.seat_round()
    table = event.table()
    page = phone.open(f"/r/{event.link(table)[1]}/")
    taps = Taps(page)
    taps.tap(".five [data-value='1']")
    taps.tap(".four [data-value='self']")
    page.locator(".patterns .choice").first.click()
    page.locator("[data-add='kong_concealed']").click()
    page.locator("[data-ask='seat'] [data-value='1']").click()
    page.locator("[data-tile='7m']").click()
    expect(page.locator("#happened .money")).to_contain_text("S +6")
    expect(page.locator("#preview")).to_be_visible()
    taps.save()
    deltas = table_state(table).hands[0].deltas
    assert sum(deltas) == 0
    assert deltas[1] == 2 + 2 + 4 + 6
    assert phone.fits()


def test_a_table_page_shows_who_paid_whom(laptop: Site) -> None:
    event = make_event(4)
    event.seat_round()
    event.record(event.table(), win(8, 0, 1), DRAW)
    page = laptop.open(f"/t/{event.tournament.slug}/tables/1-1/")
    page.locator("details summary").first.click()
    expect(page.locator("details ul").first).to_contain_text("16")
    assert laptop.fits()
