"""The hand form where things go wrong or another way: no network, stale edits, keys, tiles."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Site
from tests.browser.taps import Taps, told_beforehand
from tests.browser.test_axe import in_every_look
from tests.club import DRAW, ClubEvent, make_event, win
from tournaments.models import AuditEntry, Hand, Table
from tournaments.services import hands
from tournaments.services.tables import table_state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _table(**settings: Any) -> tuple[ClubEvent, Table]:
    event = make_event(4, **settings)
    event.seat_round()
    return event, event.table()


def _form(site: Site, event: ClubEvent, table: Table) -> Page:
    return site.open(f"/r/{event.link(table)[1]}/")


def _lose_answers(page: Page, times: int) -> list[str]:
    """Let the first submissions reach the server but not its answers come back."""
    sent: list[str] = []

    def lose(route: Route) -> None:
        sent.append(str((route.request.post_data_json or {})["client_key"]))
        response = route.fetch()
        if len(sent) <= times:
            route.abort()
        else:
            route.fulfill(response=response)

    page.route(re.compile(r"/hands/$"), lose)
    return sent


def test_no_network_keeps_the_hand_until_there_is_one(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    taps = Taps(page)
    told_beforehand(page)
    phone.cut()
    taps.tap(".five [data-value='draw']")
    expect(page.locator("#preview")).to_contain_text("No connection")
    taps.tap("#save")
    expect(page.locator("#net")).to_have_text("Waiting 1")
    expect(page.locator("#unsent")).to_contain_text("Drawn hand")
    expect(page.locator("[data-waiting='1']")).to_contain_text("Drawn hand")
    assert not Hand.objects.exists()
    phone.mend()
    expect(page.locator("#net")).to_have_text("Saved 1")
    assert Hand.objects.count() == 1


def test_a_lost_answer_makes_no_second_hand(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    sent = _lose_answers(page, 1)
    taps = Taps(page)
    taps.choose(0, 1)
    taps.tap(".fans [data-value='8']")
    taps.tap("#save")
    expect(page.locator("#unsent")).to_be_visible()
    page.locator("#retry").click()
    expect(page.locator("#net")).to_have_text("Saved 1")
    assert len(sent) == 2
    assert len(set(sent)) == 1
    assert Hand.objects.count() == 1
    assert AuditEntry.objects.filter(act="hand.recorded").count() == 1


def test_a_reload_sends_the_hand_that_has_no_answer(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    sent = _lose_answers(page, 1)
    taps = Taps(page)
    taps.tap(".five [data-value='draw']")
    taps.tap("#save")
    expect(page.locator("#unsent")).to_be_visible()
    page.reload()
    expect(page.locator("#net")).to_have_text("Saved 1")
    expect(page.locator(".past")).to_have_count(1)
    assert len(set(sent)) == 1
    assert Hand.objects.count() == 1


def test_a_server_in_trouble_is_asked_again(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    answers = iter([502, 503])

    def trouble(route: Route) -> None:
        status = next(answers, None)
        if status is None:
            route.continue_()
        else:
            route.fulfill(status=status, content_type="text/html", body="<h1>in trouble</h1>")

    page.route(re.compile(r"/hands/$"), trouble)
    taps = Taps(page)
    taps.tap(".five [data-value='draw']")
    taps.tap("#save")
    expect(page.locator("#unsent")).to_be_visible()
    page.locator("#retry").click()
    expect(page.locator("#unsent")).to_be_visible()
    page.locator("#retry").click()
    expect(page.locator("#net")).to_have_text("Saved 1")
    assert Hand.objects.count() == 1


def test_a_double_tap_saves_once(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    Taps(page).tap(".five [data-value='draw']")
    page.locator("#save").dblclick()
    expect(page.locator("#net")).to_have_text("Saved 1")
    expect(page.locator(".past")).to_have_count(1)
    assert Hand.objects.count() == 1


def test_a_typed_number_is_saved_by_the_next_tap(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    taps = Taps(page)
    taps.choose(0, None)
    page.locator("#fan-number").press_sequentially("29")
    taps.save()
    assert table_state(table).hands[0].fan == 29


def test_letters_for_a_number_are_refused_beside_the_button(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    Taps(page).choose(0, None)
    page.fill("#fan-number", "abc")
    expect(page.locator("#problems")).to_contain_text("whole number")
    expect(page.locator("#save")).to_be_disabled()
    page.fill("#fan-number", "12")
    expect(page.locator("#preview")).to_contain_text("+60")
    assert not Hand.objects.exists()


def _stale(phone: Site) -> tuple[Page, Table]:
    """A change of hand 2 is saved from a page that does not know the newest one."""
    event, table = _table()
    event.record(table, DRAW, DRAW)
    page = _form(phone, event, table)
    hands.amend_hand(
        event.as_referee, table.pk, 2, events=win(9, 1, 2), revision=1, client_key="somebody-else"
    )
    page.locator(".past[data-hand='2'] .edit").click()
    taps = Taps(page)
    taps.tap(".five [data-value='0']")
    taps.tap(".four [data-value='self']")
    taps.tap(".fans [data-value='12']")
    taps.tap("#save")
    refusal = page.locator("#refusal")
    expect(refusal).to_contain_text("Yours")
    expect(refusal).to_contain_text("Saved by referee0 at")
    # Hand 2 is dealt by the second chair: the names are those of that hand's seats.
    expect(refusal.locator(".two > div").first).to_contain_text("Player 0.2 · Self-draw")
    expect(refusal.locator(".two > div").last).to_contain_text("Player 0.3 · ← Player 0.4")
    expect(page.locator("#net")).to_have_text("Refused 1")
    return page, table


def test_a_stale_change_asks_and_keeps_what_is_saved(phone: Site) -> None:
    page, table = _stale(phone)
    page.locator("#drop").click()
    expect(page.locator(".past[data-hand='2']")).to_contain_text("9 fan")
    expect(page.locator("#net")).to_have_text("Saved 2")
    assert table_state(table).hands[1].fan == 9


def test_a_stale_change_asks_and_saves_mine(phone: Site) -> None:
    page, table = _stale(phone)
    page.locator("#use-mine").click()
    expect(page.locator(".past[data-hand='2']")).to_contain_text("12 fan")
    assert table_state(table).hands[1].fan == 12
    assert Hand.objects.count() == 2


def test_a_hand_by_keys_alone(laptop: Site) -> None:
    event, table = _table()
    page = _form(laptop, event, table)
    page.locator("h2").first.wait_for()
    for key in ("1", "2"):  # East won, South discarded
        page.keyboard.press(key)
    page.locator("#fan-number").focus()
    page.keyboard.type("16")
    expect(page.locator("#preview")).to_be_visible()
    # The box keeps the focus while the preview comes and goes.
    page.keyboard.press("Backspace")
    expect(page.locator("#fan-number")).to_have_value("1")
    page.keyboard.type("8")
    expect(page.locator("#preview")).to_contain_text("+42")
    page.locator("#save").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#net")).to_have_text("Saved 1")
    page.keyboard.press("0")
    page.locator("#save").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#net")).to_have_text("Saved 2")
    assert [hand.end for hand in table_state(table).hands] == ["win", "exhaust"]


def test_focus_stays_on_what_was_pressed(laptop: Site) -> None:
    event, table = _table()
    page = _form(laptop, event, table)
    chosen = page.locator(".five [data-value='2']")
    chosen.focus()
    page.keyboard.press("Enter")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(chosen).to_be_focused()


def test_fans_are_ticked_and_found_by_either_name(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    taps = Taps(page)
    taps.choose(1, None)
    taps.tap(".ways [data-value='patterns']")
    search = page.locator("#pattern-search-0")
    for word in ("清一色", "qing yi se", "full flush"):
        search.fill(word)
        expect(page.locator("[data-pattern='qing_yi_se']")).to_be_visible()
        expect(page.locator("[data-pattern='da_si_xi']")).to_have_count(0)
    taps.tap("[data-pattern='qing_yi_se']")
    taps.tap("[data-flag='last_tile']")
    expect(page.locator("#preview")).to_contain_text(f"+{3 * (8 + 24 + 8)}")
    taps.save()
    event_saved = table_state(table).hands[0].hand.record["events"][0]
    assert event_saved["flags"] == ["last_tile"]
    assert event_saved["winners"][0]["declared"] == {"patterns": ["qing_yi_se"]}


def test_two_winners_on_one_tile(phone: Site) -> None:
    event, table = _table(options={"multi_win": "all"})
    page = _form(phone, event, table)
    taps = Taps(page)
    taps.choose(3, 1)
    taps.tap("[data-also='2']")
    first, second = page.locator(".fans").all()
    first.locator("[data-value='8']").click()
    second.locator("[data-value='12']").click()
    taps.save()
    state = table_state(table)
    # In turn order from the discarder: West before North.
    assert [w["seat"] for w in state.hands[0].hand.record["events"][0]["winners"]] == [2, 3]
    assert sum(state.hands[0].deltas) == 0
    assert state.hands[0].deltas[1] == -(8 + 12) - (8 + 8)
    assert phone.fits()


@pytest.mark.parametrize(
    ("ruleset", "multi_win", "several"),
    [
        ("guobiao", "head_bump", 0),
        ("sichuan_plain", "nearest", 0),
        ("sichuan_plain", "all", 2),
        ("nanchang", "forbidden", 0),
        ("nanchang", "each", 2),
        ("guizhou_zhuoji", False, 0),
        ("guizhou_zhuoji", True, 2),
    ],
)
def test_as_many_winners_as_the_rules_say(
    ruleset: str, multi_win: str | bool, several: int, phone: Site
) -> None:
    event, table = _table(ruleset=ruleset, options={"multi_win": multi_win})
    page = _form(phone, event, table)
    Taps(page).choose(3, 1)
    expect(page.locator("#answered")).to_be_visible()
    expect(page.locator("[data-also]")).to_have_count(several)


def test_the_winner_cannot_be_the_one_who_discarded(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    Taps(page).tap(".five [data-value='2']")
    values = page.locator(".four button").evaluate_all("all => all.map(b => b.dataset.value)")
    assert values == ["self", "0", "1", "3"]


def test_laid_tiles_come_back_to_be_changed(phone: Site) -> None:
    event, table = _table(ruleset="nanchang")
    page = _form(phone, event, table)
    taps = Taps(page)
    taps.choose(1, None)
    taps.tap(".ways [data-value='tiles']")
    page.locator(".lay .typed summary").click()
    page.fill("#tiles-concealed", "123m456m789p5s")
    page.fill("#tiles-melds", "pung 222z 3")
    page.fill("#tiles-win", "5s")
    expect(page.locator("#preview")).to_be_visible()
    taps.save()
    page.locator(".past .edit").click()
    page.locator(".lay .typed summary").click()
    expect(page.locator("#tiles-concealed")).to_have_value("123m456m789p5s")
    expect(page.locator("#tiles-melds")).to_have_value("pung 222z 3")
    expect(page.locator("#tiles-win")).to_have_value("5s")
    before = table_state(table).hands[0].hand.record["events"]
    page.locator("#save").click()
    expect(page.locator("#net")).to_have_text("Saved 1")
    expect(page.locator(".question.loud")).to_contain_text("Who won?")
    assert table_state(table).hands[0].hand.record["events"] == before


def test_a_hand_is_laid_by_thumb(phone: Site) -> None:
    event, table = _table(ruleset="sichuan_plain")
    page = _form(phone, event, table)
    taps = Taps(page)
    page.locator("[data-add='kong_concealed']").click()
    page.locator("[data-ask='seat'] [data-value='1']").click()
    page.locator("[data-tile='9s']").click()
    taps.choose(1, 2)
    taps.tap(".ways [data-value='tiles']")
    # The kong on record lies there already.
    expect(page.locator(".lay .meld-key")).to_have_count(1)
    page.locator(".lay-kinds [data-value='pung']").click()
    page.locator(".lay [data-tile='5p']").click()
    for tile in ("2p", "1p", "3p", "7p", "7p", "7p", "8p"):
        page.locator(f".lay .tile-pad [data-tile='{tile}']").click()
    # The hand is full: the next tile is the one that won. One too many is taken away again.
    page.locator(".lay .tile-pad [data-tile='9p']").click()
    page.locator(".lay .won").click()
    page.locator(".lay .tile-pad [data-tile='8p']").click()
    expect(page.locator("#preview")).to_be_visible()
    assert phone.fits()
    taps.save()
    won = table_state(table).hands[0].hand.record["events"][1]
    assert won["tile"] == "8p"
    assert won["winners"][0]["hand"] == {
        "concealed": "1237778p",
        "melds": [
            {"kind": "kong_concealed", "tiles": "9999s"},
            {"kind": "pung", "tiles": "555p"},
        ],
    }


def test_events_that_a_ruleset_declares_are_asked_for(phone: Site) -> None:
    event, table = _table(ruleset="nanchang", options={"jing_score": True})
    page = _form(phone, event, table)
    taps = Taps(page)
    expect(page.locator("[data-add='jing']")).to_have_count(0)  # only after the end
    expect(page.locator("[data-add='chan']")).to_have_count(0)  # its option is off
    taps.tap(".five [data-value='draw']")
    page.locator("[data-add='jing']").click()
    # The worked example nc-46: South holds 2 and 1, West 0 and 1.
    held = page.locator(".row select")
    for place, count in ((2, "2"), (3, "1"), (5, "1")):
        held.nth(place).select_option(count)
    expect(page.locator("#preview")).to_contain_text("+29")
    taps.tap("#note")
    taps.save()
    assert list(table_state(table).hands[0].deltas) == [-11, 29, -7, -11]


def test_totals_of_a_sheet_without_hands(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    page.locator(".totals summary").click()
    for chair, total in enumerate(("100", "-40", "-40", "-10")):
        page.fill(f"#total-{chair}", total)
    expect(page.locator("#totals-sum")).to_have_text("+10")
    page.locator(".totals button").click()
    expect(page.locator("#totals-errors")).to_contain_text("+10")
    assert not table_state(table).has_result
    page.fill("#total-3", "−20")
    expect(page.locator("#totals-sum")).to_have_text("0")
    page.locator(".totals button").click()
    expect(page.locator("#typed")).to_be_visible()
    assert table_state(table).totals == (100, -40, -40, -20)
    assert phone.fits()


def test_a_penalty_outside_a_hand(phone: Site) -> None:
    event, table = _table()
    event.record(table, win(8, 0, 1))
    phone.log_in(event.referee.username)
    page = phone.open("/referee/")
    page.locator(".table-card > a").click()
    page.locator("#outside > summary").click()
    give = page.locator(".give")
    expect(page.locator("#give-penalty")).to_be_disabled()
    give.get_by_role("button", name="Player 0.3").click()
    page.locator("#give-penalty").click()
    expect(give.locator(".errors")).to_contain_text("whole number")
    page.fill("#penalty-points", "15")
    page.fill("#penalty-reason", "late")
    page.locator("#give-penalty").click()
    expect(page.locator("#outside > summary")).to_contain_text("(1)")
    expect(page.locator(".chair-total").nth(2)).to_have_text("−23")
    page.locator("#outside .cancel summary").click()
    page.locator("#outside .cancel input").fill("mistaken")
    page.locator("#outside .cancel button").click()
    expect(page.locator("#outside s")).to_be_visible()
    expect(page.locator(".chair-total").nth(2)).to_have_text("−8")
    assert phone.fits()


def test_a_breach_of_the_catalogue_in_three_taps(phone: Site) -> None:
    event, table = _table(breaches="gb1998")
    phone.log_in(event.referee.username)
    page = phone.open(f"/referee/table/{table.pk}/")
    page.locator("#outside > summary").click()
    given = page.locator("#outside > .past")
    page.locator(".breaches").get_by_role("button", name="forfeit of the round").click()
    expect(page.locator("#at-desk")).to_contain_text("given at the desk")
    for points in (0, 5):
        taps = Taps(page)
        taps.tap(".offenders [data-value='1']")
        taps.tap(".breaches [data-value='empty_call']")
        expect(page.locator("#next-step")).to_contain_text("By the record the next step is")
        expect(page.locator("#penalty-points")).to_have_value(str(points))
        in_every_look(page)
        taps.tap("#give-penalty")
        assert taps.count == 3
        expect(page.locator(".offenders [aria-pressed='true']")).to_have_count(0)
        expect(given.last).to_contain_text("5 ·" if points else "warning")
    expect(page.locator(".chair-total").nth(1)).to_have_text("−5")
    assert phone.fits()


def test_what_another_phone_saved_appears_by_itself(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    event.record(table, win(8, 0, 1))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".past")).to_have_count(1)
    # While a hand is being entered it keeps its seats; what was saved is shown beside it.
    taps = Taps(page)
    taps.tap(".five [data-value='0']")
    taps.tap(".four [data-value='self']")
    taps.tap(".fans [data-value='24']")
    event.record(table, win(8, 0, 1))
    expect(page.locator("#clash")).to_contain_text("Hand 2 was saved meanwhile", timeout=3500)
    expect(page.locator("#answered")).to_contain_text("Player 0.2")
    page.locator("#mine-is-next").click()
    expect(page.locator("#save")).to_contain_text("3")
    taps.save()
    # East of the second hand was meant, and it is South's chair that won the third.
    assert table_state(table).hands[2].winners == (1,)


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_form_fits_a_phone_and_a_thumb(phone: Site, language: str) -> None:
    event, table = _table()
    event.record(table, win(8, 0, 1), win(88, 2, flowers=8))
    phone.context.add_cookies([{"name": "django_language", "value": language, "url": phone.url}])
    page = _form(phone, event, table)
    taps = Taps(page)
    taps.choose(0, 2)
    page.locator("details.more > summary").first.click()
    page.locator("[data-add='kong_exposed']").click()
    page.locator("[data-ask='seat'] [data-value='0']").click()
    assert phone.fits()
    small = page.locator("main :is(button, select, summary, a.button, input)").evaluate_all(
        "all => all.filter(e => e.offsetParent && e.getBoundingClientRect().height < 48)"
        ".map(e => e.outerHTML)"
    )
    assert small == []
    page.locator("#turn").click()
    assert page.locator(".chair.bottom .chair-wind").inner_text()[0] in "ESWN东南西北"
    for path in ("sheet/",):
        page.goto(page.url + path)
        assert phone.fits()


def test_the_hall_look_lasts(phone: Site) -> None:
    event, table = _table()
    page = _form(phone, event, table)
    page.locator("[data-look-choice='hall']").click()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-look", "hall")
