"""Mistakes put right at the table, on a phone: hands put in, taken out, undone, noted; warnings;
the paper sheet; calling a referee; a second person confirms."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.taps import Taps
from tests.club import DRAW, ClubEvent, make_event, win
from tournaments.models import Player, Table
from tournaments.services import tables
from tournaments.services.access import Actor
from tournaments.services.events import change_tournament
from tournaments.services.tables import table_state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _open(site: Site, players: int = 4) -> tuple[ClubEvent, Table, Page]:
    event = make_event(players)
    event.seat_round()
    table = event.table()
    event.record(table, win(8, 0, 1), win(24, 2), DRAW, win(38, 3, 0))
    return event, table, site.open(f"/r/{event.link(table)[1]}/")


def _more(page: Page, number: int) -> None:
    page.locator(f".past[data-hand='{number}'] .past-more summary").click()


def test_a_forgotten_hand_is_put_in(phone: Site) -> None:
    _event, table, page = _open(phone)
    before = table_state(table)
    _more(page, 2)
    assert phone.fits()
    page.locator(".past[data-hand='2'] .put-before").click()
    expect(page.locator("#entry .notice")).to_contain_text("before hand 2")
    taps = Taps(page)
    taps.choose(1, 0)
    taps.tap(".fans [data-value='16']")
    expect(page.locator("#preview")).to_contain_text("+40")
    expect(page.locator("#save")).to_contain_text("Put it in as hand 2")
    taps.tap("#save")
    expect(page.locator(".past[data-hand]")).to_have_count(5)
    expect(page.locator("#net")).to_have_text("Saved 5")
    after = table_state(table)
    assert [hand.fan for hand in after.hands] == [8, 16, 24, None, 38]
    assert [h.deltas for h in after.hands[2:]] == [h.deltas for h in before.hands[1:]]


def test_a_hand_is_taken_out(phone: Site) -> None:
    _event, table, page = _open(phone)
    _more(page, 2)
    page.locator(".past[data-hand='2'] .take-out").click()
    expect(page.locator(".ask")).to_contain_text("24 fan")
    page.locator("#ask-yes").click()
    expect(page.locator(".past[data-hand]")).to_have_count(3)
    assert [hand.fan for hand in table_state(table).hands] == [8, None, 38]


def test_several_hands_are_undone_each_named(phone: Site) -> None:
    _event, table, page = _open(phone)
    _more(page, 2)
    page.locator(".past[data-hand='2'] .undo-to").click()
    ask = page.locator(".ask")
    for words in ("Undo 3 hands", "2: ", "24 fan", "3: Drawn hand", "38 fan"):
        expect(ask).to_contain_text(words)
    page.locator("#ask-yes").click()
    expect(page.locator("#net")).to_have_text("Saved 1")
    assert [hand.fan for hand in table_state(table).hands] == [8]


def test_somebody_else_won_the_same_hand(phone: Site) -> None:
    _event, table, page = _open(phone)
    before = table_state(table).hands
    taps = Taps(page)
    taps.tap(".past[data-hand='4'] .edit")
    taps.tap("#answered")
    taps.tap(".five [data-value='2']")
    expect(page.locator("#preview")).to_contain_text("+62")
    taps.tap("#save")
    expect(page.locator("#net")).to_have_text("Saved 4")
    assert taps.count == 4
    hand = table_state(table).hands[3]
    assert (hand.fan, hand.giver) == (38, before[3].giver)
    assert hand.winners == (hand.position.chairs[2],)
    # Winner and discarder mixed up: the other one is tapped, and they change places.
    page.locator(".past[data-hand='1'] .edit").click()
    page.locator("#answered").click()
    page.locator(".five [data-value='1']").click()
    page.locator("#save").click()
    expect(page.locator(".past[data-hand='1']")).to_contain_text("Player 0.2 · ← Player 0.1")
    first = table_state(table).hands[0]
    assert (first.winners, first.giver, first.fan) == ((1,), 0, 8)


def test_a_note_on_a_hand(phone: Site) -> None:
    _event, table, page = _open(phone)
    _more(page, 1)
    page.fill("#note-1", "tile 5p was shown")
    page.locator(".past[data-hand='1'] .save-note").click()
    expect(page.locator(".past[data-hand='1'] .past-note")).to_have_text("tile 5p was shown")
    assert table_state(table).hands[0].hand.note == "tile 5p was shown"


def test_a_hand_like_the_last_one_is_asked_about(phone: Site) -> None:
    _event, table, page = _open(phone)
    last = table_state(table).hands[-1]
    position = table_state(table).next_position
    assert position is not None
    assert last.giver is not None
    taps = Taps(page)
    taps.choose(position.winds[last.winners[0]], position.winds[last.giver])
    page.fill("#fan-number", "38")
    expect(page.locator("#alike")).to_contain_text("hand 4, saved just now")
    page.fill("#fan-number", "39")
    expect(page.locator("#preview")).to_contain_text("+63")
    expect(page.locator("#alike")).to_have_count(0)


def test_another_table_by_mistake(phone: Site) -> None:
    event = make_event(8)
    event.seat_round()
    event.record(event.table(), win(24, 2, 1))
    phone.log_in(event.referee.username)
    page = phone.open(f"/referee/table/{event.table(1, 2).pk}/")
    taps = Taps(page)
    taps.choose(2, 1)
    taps.tap(".fans [data-value='24']")
    expect(page.locator("#alike")).to_contain_text("hand 1 of table 1")
    taps.save()


def test_paper_and_hands(phone: Site) -> None:
    _event, table, page = _open(phone)
    totals = list(table_state(table).totals)
    page.locator("#to-paper").click()
    for chair, total in enumerate(totals):
        page.fill(f"#total-{chair}", str(total + (6 if chair == 0 else 0)))
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".errors")).to_contain_text("sum to +6")
    page.fill("#total-0", str(totals[1]))
    page.fill("#total-1", str(totals[0]))
    page.get_by_role("button", name="Compare").click()
    expect(page.locator("#slips")).to_contain_text("in each other's place")
    assert phone.fits()
    for chair, total in enumerate(totals):
        page.fill(f"#total-{chair}", f"{total:+d}".replace("-", "−"))
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".notice")).to_contain_text("agree")


def test_a_referee_is_called_and_comes(phone: Site, laptop: Site) -> None:
    event, table, page = _open(phone)
    page.locator("#call").click()
    expect(page.locator("#called")).to_be_visible()
    laptop.log_in(event.referee.username)
    desk = laptop.open("/referee/")
    expect(desk.locator(".call")).to_contain_text("A referee is called")
    desk.get_by_role("button", name="I am coming").click()
    expect(desk.locator("#hand-form .status")).to_be_visible()
    expect(page.locator("#call")).to_be_visible(timeout=5000)
    assert table.calls.get().answered_by == event.referee.username


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_player_confirms_blindly(phone: Site, language: str) -> None:
    event, table, _page = _open(phone)
    totals = list(table_state(table).totals)
    change_tournament(Actor.of_system("t"), event.tournament.pk, confirmation="blind")
    Player.objects.filter(pk=event.entries[1].player_id).update(user=event.outsider)
    tables.finish_table(event.as_referee, table.pk)
    phone.log_in(event.outsider.username)
    phone.context.add_cookies([{"name": "django_language", "value": language, "url": phone.url}])
    page = phone.open(f"/t/{event.tournament.slug}/tables/1-1/confirm/")
    expect(page.locator("#versions")).to_have_count(0)
    for chair, total in enumerate(totals):
        page.fill(f"#total-{chair}", str(total + (8, -8, 0, 0)[chair]))
    page.locator("form .primary").click()
    expect(page.locator("#disputed")).to_be_visible()
    expect(page.locator("#versions strong")).to_have_count(2)
    assert phone.fits()
    for chair, total in enumerate(totals):
        page.fill(f"#total-{chair}", str(total))
    page.locator("form .primary").click()
    expect(page.locator("#confirmed")).to_be_visible()
    table.refresh_from_db()
    assert table.status == Table.Status.CONFIRMED
