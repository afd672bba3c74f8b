"""Hands that go on after a win, recorded event by event on a phone."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.rulesets import get_ruleset
from tests.browser.conftest import Site
from tests.browser.taps import Taps
from tests.club import DRAW, ClubEvent, make_event, win
from tournaments.models import Hand, Table
from tournaments.services.tables import table_state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WINDS = "ESWN"
THREE_WON: list[dict[str, Any]] = [
    {
        "type": "win",
        "by": "discard",
        "from": 3,
        "winners": [{"seat": seat, "declared": {"patterns": ["ping_hu"]}}],
    }
    for seat in range(3)
]


def _form(site: Site, ruleset: str, **settings: Any) -> tuple[ClubEvent, Table, Page]:
    event = make_event(4, ruleset=ruleset, **settings)
    event.seat_round()
    table = event.table()
    return event, table, site.open(f"/r/{event.link(table)[1]}/")


def _kong(page: Page, kind: str, seat: int, tile: str, giver: int | None = None) -> None:
    page.locator(f"[data-add='kong_{kind}']").click()
    page.locator(f"[data-ask='seat'] [data-value='{seat}']").click()
    if giver is not None:
        page.locator(f"[data-ask='from'] [data-value='{giver}']").click()
    page.locator(f"[data-tile='{tile}']").click()
    expect(page.locator("#panel")).to_have_count(0)


def _money(page: Page, line: int) -> list[int]:
    """What one event of the list moved, by seat, as the page says it."""
    shown = page.locator("#happened > li").nth(line).locator(".money .delta")
    expect(shown.first).to_be_visible()
    return _by_seat(shown.all_inner_texts())


def _by_seat(texts: list[str]) -> list[int]:
    moved = [0] * 4
    for text in texts:
        wind, amount = text.split()
        moved[WINDS.index(wind)] = int(amount.replace("−", "-"))
    return moved


def _settled(record: dict[str, Any], event: int | None = None) -> list[int]:
    """What the engine says that a record, or one event of it, moves."""
    settlement = get_ruleset(record["ruleset"]).settle(record, record.get("options", {}))
    moved = [0] * 4
    for line in settlement.ledger:
        if event is None or line.event == event:
            moved[line.payer] -= line.amount
            assert isinstance(line.receiver, int)
            moved[line.receiver] += line.amount
    return moved


def test_a_hand_of_xuezhan_to_the_exhausted_wall(phone: Site) -> None:
    _event, table, page = _form(phone, "sichuan_xuezhan")
    taps = Taps(page)
    _kong(page, "exposed", 1, "7m", giver=2)
    assert _money(page, 0) == [0, 2, -2, 0]

    # West and North win on one tile of East's.
    taps.choose(3, 0)
    taps.tap("[data-also='2']")
    first, second = page.locator(".patterns").all()
    first.locator("[data-pattern='qing_yi_se']").click()
    second.locator("[data-pattern='ping_hu']").click()
    expect(page.locator("#preview")).to_contain_text("so far")
    expect(page.locator("#save")).to_have_count(0)
    taps.tap("#note")
    assert _money(page, 1) == [-5, 0, 1, 4]

    # They are out: nobody can pick them, and the next kong costs them nothing.
    for seat in (2, 3):
        expect(page.locator(f".five [data-value='{seat}']")).to_be_disabled()
    expect(page.locator(".chair.out")).to_have_count(2)
    page.locator("[data-add='kong_concealed']").click()
    expect(page.locator("[data-ask='seat'] button")).to_have_count(2)
    page.locator("[data-ask='seat'] [data-value='0']").click()
    page.locator("[data-tile='1s']").click()
    assert _money(page, 2) == [2, -2, 0, 0]

    taps.tap(".five [data-value='draw']")
    expect(page.locator(".states")).to_have_count(2)
    expect(page.locator("#save")).to_be_disabled()
    page.locator(".states").first.locator("[data-value='ready']").click()
    page.locator(".max-fan [data-value='3']").click()
    page.locator(".states").last.locator("[data-value='not_ready']").click()
    expect(page.locator("#preview")).to_contain_text("sum")
    record = {
        "ruleset": "sichuan_xuezhan",
        "events": [
            {"type": "kong", "id": "k1", "kind": "exposed", "seat": 1, "from": 2, "tile": "7m"},
            {
                "type": "win",
                "by": "discard",
                "from": 0,
                "winners": [
                    {"seat": 2, "declared": {"patterns": ["ping_hu"]}},
                    {"seat": 3, "declared": {"patterns": ["qing_yi_se"]}},
                ],
            },
            {"type": "kong", "id": "k2", "kind": "concealed", "seat": 0, "tile": "1s"},
            {
                "type": "exhaust",
                "states": [
                    {"state": "ready", "max_fan": 3},
                    {"state": "not_ready"},
                    {"state": "won"},
                    {"state": "won"},
                ],
            },
        ],
    }
    # South is not ready: pays East for the dearest win and gives the kong money back.
    shown = _by_seat(page.locator("#preview .delta").all_inner_texts())
    assert shown == _settled(record)
    for line in range(3):
        assert _money(page, line) == _settled(record, line)
    lines = page.locator("#preview .lines li").all_inner_texts()
    settlement = get_ruleset("sichuan_xuezhan").settle(record)
    assert len(lines) == sum(line.event == 3 for line in settlement.ledger)
    assert phone.fits()

    taps.save()
    hand = table_state(table).hands[0]
    assert hand.hand.record["events"] == record["events"]
    assert list(hand.deltas) == _settled(record)
    assert hand.end == "exhaust"
    assert Hand.objects.count() == 1


def test_three_winners_end_the_hand_and_the_list_opens_again(phone: Site) -> None:
    _event, table, page = _form(phone, "sichuan_xuezhan")
    taps = Taps(page)
    for seat, giver in ((0, 3), (1, None)):
        taps.choose(seat, giver)
        taps.tap("[data-pattern='ping_hu']")
        taps.tap("#note")
    taps.choose(2, 3)
    taps.tap("[data-pattern='peng_peng_hu']")
    taps.save()
    before = table_state(table).hands[0].hand.record["events"]
    assert [e["type"] for e in before] == ["win"] * 3
    assert table_state(table).hands[0].end == "three_won"

    # The second win was a discard of North's: opened in the list, changed, saved.
    page.locator(".past .edit").click()
    expect(page.locator("#happened > li")).to_have_count(3)
    expect(page.locator("#ended")).to_be_visible()
    page.locator("#happened > li").nth(1).locator("button").click()
    page.locator("#answered").click()
    page.locator(".four [data-value='3']").click()
    page.locator("#save").click()
    expect(page.locator(".past")).to_contain_text("−4")
    after = table_state(table).hands[0].hand.record["events"]
    assert after == [before[0], {**before[1], "by": "discard", "from": 3}, before[2]]
    assert phone.fits()


def test_the_last_event_can_be_taken_back_and_an_earlier_one_changed(phone: Site) -> None:
    _event, _table, page = _form(phone, "sichuan_xuezhan")
    taps = Taps(page)
    _kong(page, "concealed", 0, "1s")
    _kong(page, "added", 1, "2s")
    page.locator("#take-back").click()
    expect(page.locator("#happened > li")).to_have_count(1)
    page.locator("#happened > li button").first.click()
    page.locator("[data-folded='seat']").click()
    page.locator("[data-ask='seat'] [data-value='2']").click()
    page.locator("#note").click()
    assert _money(page, 0) == [-2, -2, 6, -2]
    page.locator("#take-back").click()
    expect(page.locator("#happened")).to_have_count(0)
    # A seat that won and was taken back is in again.
    taps.choose(3, 0)
    taps.tap("[data-pattern='ping_hu']")
    taps.tap("#note")
    expect(page.locator(".five [data-value='3']")).to_be_disabled()
    page.locator("#take-back").click()
    expect(page.locator(".five [data-value='3']")).to_be_enabled()


def test_a_robbed_kong_and_a_flower_on_a_kong(phone: Site) -> None:
    _event, table, page = _form(phone, "sichuan_xuezhan")
    taps = Taps(page)
    _kong(page, "added", 1, "2s")
    taps.choose(2, 1)
    taps.tap("#robbed")
    taps.tap("[data-pattern='ping_hu']")
    taps.tap("#note")
    expect(page.locator("#happened > li").first.locator(".money")).to_have_count(0)
    _kong(page, "concealed", 3, "5p")
    taps.choose(3, None)
    taps.tap("[data-pattern='ping_hu']")
    taps.tap("[data-ask='declared.gen'] [data-value='1']")
    taps.tap("[data-flag='kong_draw']")
    taps.tap("#note")
    taps.choose(0, 1)
    taps.tap("[data-pattern='ping_hu']")
    taps.save()
    events = table_state(table).hands[0].hand.record["events"]
    assert events[1]["by"] == "rob_kong"
    assert (events[1]["kong"], events[1]["tile"]) == ("k1", "2s")
    assert (events[3]["flags"], events[3]["kong"]) == (["kong_draw"], "k2")
    assert sum(table_state(table).hands[0].deltas) == 0


def test_an_entry_without_a_network_holds_the_whole_hand(phone: Site) -> None:
    _event, table, page = _form(phone, "sichuan_xuezhan")
    taps = Taps(page)
    phone.cut()
    _kong(page, "concealed", 0, "1s")
    for seat in (0, 1, 2):
        taps.choose(seat, 3)
        taps.tap("[data-pattern='ping_hu']")
        if seat == 0:
            taps.tap("[data-ask='declared.gen'] [data-value='1']")
        taps.tap("#save" if seat == 2 else "#note")
    expect(page.locator("#net")).to_have_text("Waiting 1")
    expect(page.locator("#unsent")).to_contain_text("Concealed kong")
    stored = page.evaluate(
        "localStorage[Object.keys(localStorage).find((k) => k.includes('outbox'))]"
    )
    assert len(json.loads(stored)[0]["content"]["events"]) == 4
    phone.mend()
    expect(page.locator("#net")).to_have_text("Saved 1")
    assert table_state(table).hands[0].end == "three_won"


def test_what_earlier_hands_left_is_shown(phone: Site) -> None:
    event, table, page = _form(phone, "shanghai")
    expect(page.locator("#carried")).to_have_count(0)
    event.record(table, DRAW)
    page.reload()
    expect(page.locator("#carried")).to_have_text("Drawn hands before 1")
    # The hand before it was dealt with nothing left over.
    page.locator(".past .edit").click()
    expect(page.locator("#editing, .notice").first).to_contain_text("changing hand 1")
    expect(page.locator("#carried")).to_have_count(0)


def test_deals_that_the_dealer_kept_are_shown(phone: Site) -> None:
    event, table, page = _form(phone, "taiwan16")
    event.record(table, win(5, 0, 1))
    page.reload()
    expect(page.locator("#carried")).to_have_text("deals kept: 1")


def test_the_dice_say_who_deals_and_so_who_sits_where(phone: Site) -> None:
    event, table, page = _form(phone, "sichuan_xuezhan", options={"next_dealer": "dice"})
    event.record(table, [{"type": "abort", "reason": "misdeal"}])
    states = [{"state": "not_ready"}] * 4
    event.record(table, [{"type": "exhaust", "states": states}])
    page.reload()
    taps = Taps(page)
    expect(page.locator(".question.loud")).to_contain_text("Who deals?")
    expect(page.locator(".five")).to_have_count(0)
    page.get_by_role("group", name="Who deals?").get_by_text(".3").click()
    # The third chair deals, so it is East now, and the fourth is South.
    expect(page.locator(".chair.dealer")).to_contain_text("Player 0.3")
    expect(page.locator(".five [data-value='1']")).to_contain_text("Player 0.4")
    for seat, giver in ((1, 0), (2, 0), (3, 0)):
        taps.choose(seat, giver)
        taps.tap("[data-pattern='ping_hu']")
        if seat < 3:
            taps.tap("#note")
    taps.save()
    hand = table_state(table).hands[-1]
    assert hand.position.dealer == 2
    assert list(hand.deltas) == [1, 1, -3, 1]


def test_a_winner_of_xueliu_stays_in(phone: Site) -> None:
    _event, table, page = _form(phone, "sichuan_xueliu")
    taps = Taps(page)
    for giver in (1, 2):
        taps.choose(0, giver)
        taps.tap(".patterns .choice")
        taps.tap("#note")
    expect(page.locator(".five [data-value='0']")).to_be_enabled()
    expect(page.locator(".chair.out")).to_have_count(0)
    taps.tap(".five [data-value='draw']")
    # East has won: it has no other state to be given.
    expect(page.locator(".states").first.locator("button")).to_have_count(1)
    for row in page.locator(".states").all()[1:]:
        row.locator("[data-value='ready']").click()
    for row in page.locator(".price:not([data-price='0']) .max-fan").all():
        row.locator("[data-value='1']").click()
    taps.save()
    events = table_state(table).hands[0].hand.record["events"]
    assert [event["type"] for event in events] == ["win", "win", "exhaust"]
    assert [state["state"] for state in events[2]["states"]] == ["won"] + ["ready"] * 3
    assert table_state(table).hands[0].deltas[0] > 0


def test_every_seat_names_its_void_suit_in_one_go(phone: Site) -> None:
    _event, _table, page = _form(phone, "sichuan_xuezhan", options={"declare_void": True})
    page.locator("[data-add='void']").click()
    for seat in range(4):
        if seat < 3:
            page.locator(f"[data-ask='seat'] [data-value='{seat}']").click()
        page.locator("[data-ask='suit'] [data-value='m']").click()
    expect(page.locator("#panel")).to_have_count(0)
    expect(page.locator("#happened > li")).to_have_count(4)
    expect(page.locator("[data-add='void']")).to_have_count(0)


def test_a_reload_keeps_the_hand_that_is_being_entered(phone: Site) -> None:
    event, table, page = _form(phone, "sichuan_xuezhan")
    event.record(table, THREE_WON)
    page.reload()
    taps = Taps(page)
    _kong(page, "concealed", 0, "1s")
    taps.choose(1, 2)
    taps.tap("[data-pattern='ping_hu']")
    taps.tap("#note")
    taps.tap(".five [data-value='3']")
    page.reload()
    expect(page.locator("#happened > li")).to_have_count(2)
    expect(page.locator(".five [data-value='3']")).to_have_attribute("aria-pressed", "true")
    assert _money(page, 1) == [0, 1, -1, 0]

    # An earlier hand is looked at meanwhile, and left as it is.
    page.locator(".past .edit").click()
    expect(page.locator("#happened > li")).to_have_count(3)
    page.locator("#leave").click()
    expect(page.locator("#happened > li")).to_have_count(2)

    # Taken back altogether, nothing is left to be taken up.
    for _event in range(3):
        page.locator("#take-back").click()
    page.reload()
    expect(page.locator(".five")).to_be_visible()
    expect(page.locator("#happened")).to_have_count(0)


def test_a_hand_that_was_saved_elsewhere_is_not_taken_up(phone: Site) -> None:
    event, table, page = _form(phone, "sichuan_xuezhan")
    _kong(page, "concealed", 0, "1s")
    event.record(table, THREE_WON)
    page.reload()
    expect(page.locator(".past")).to_have_count(1)
    expect(page.locator("#happened")).to_have_count(0)


def test_what_another_version_of_the_page_kept_does_no_harm(phone: Site) -> None:
    _event, _table, page = _form(phone, "sichuan_xuezhan")
    _kong(page, "concealed", 0, "1s")
    page.evaluate(
        """() => {
          const name = Object.keys(localStorage).find((key) => key.startsWith("mjclub.draft"));
          const kept = JSON.parse(localStorage.getItem(name));
          localStorage.setItem(name, JSON.stringify({ ...kept, draft: { list: [] } }));
        }"""
    )
    page.reload()
    expect(page.locator(".five [data-value='0']")).to_be_enabled()
    expect(page.locator("#happened")).to_have_count(0)
