"""The form by keys alone: one declaration binds them and fills the list that `?` opens."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.test_axe import in_every_look
from tests.club import DRAW, ClubEvent, make_event, win
from tournaments.models import Table
from tournaments.services.tables import table_state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DECLARED = """async () => {
  const { KEYS } = await import("/static/mjclub/hand_form/keys.js");
  return KEYS.map(({ act, ...rest }) => ({ ...rest, acts: Boolean(act) }));
}"""
# Buttons that no key leads to. Digits answer questions; keys that go to a row go on by arrows.
UNREACHED = """async () => {
  const { KEYS } = await import("/static/mjclub/hand_form/keys.js");
  const pressed = KEYS.map(({ press }) => press).filter(Boolean);
  const inside = KEYS.flatMap(({ open, then }) => [open && `${open} *`, then]).filter(Boolean);
  const rows = KEYS.filter(({ row }) => row).map(({ row }) => `.past ${row}`);
  const groups = KEYS.map(({ focus }) => focus).filter(Boolean);
  const answers = [".question .choice", ".question .tile-key", "#save", "#note", "#show-keys"];
  const places = [...pressed, ...inside, ...rows, ...answers, ".past-more *"];
  const group = (node) => node.closest("[role='group']");
  const isIn = (node) => groups.some((place) => group(node)?.querySelector(place));
  return [...document.querySelectorAll("#hand-form :is(button, summary, a)")]
    .filter((node) => node.getClientRects().length && !node.disabled && !isIn(node))
    .filter((node) => !places.some((place) => node.matches(place)))
    .map((node) => node.outerHTML.slice(0, 160));
}"""


def _open(site: Site, **settings: Any) -> tuple[ClubEvent, Table, Page]:
    event = make_event(4, **settings)
    event.seat_round()
    table = event.table()
    site.log_in(event.referee.username)
    page = site.open(f"/referee/table/{table.pk}/")
    expect(page.locator(".five")).to_be_visible()
    return event, table, page


@pytest.mark.parametrize("window", ["phone", "laptop"])
def test_the_list_of_keys_is_what_is_bound(window: str, request: pytest.FixtureRequest) -> None:
    site: Site = request.getfixturevalue(window)
    _event, _table, page = _open(site)
    declared = page.evaluate(DECLARED)
    keys = [key for one in declared for key in one["keys"]]
    assert len(keys) == len(set(keys)), "a key is bound twice"
    page.locator("#show-keys").click()
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    shown = dialog.locator("kbd").all_inner_texts()
    assert shown == [one.get("shown", one["keys"][0]) for one in declared]
    assert all(text.strip() for text in dialog.locator("dd").all_inner_texts())
    assert site.fits()
    in_every_look(page)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("#show-keys")).to_be_focused()
    page.locator("#show-keys").blur()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_every_button_has_a_key(laptop: Site) -> None:
    event, table, page = _open(laptop)
    event.record(table, win(8, 0, 1), DRAW)
    page.reload()
    for key in ("p", "T"):
        page.keyboard.press(key)
    expect(page.locator(".offenders")).to_be_visible()
    expect(page.locator("[data-minutes='1']")).to_be_focused()
    page.keyboard.press("s")
    expect(page.locator(".step").first).to_be_visible()
    assert page.evaluate(UNREACHED) == []
    page.keyboard.press("1")
    page.keyboard.press("2")
    expect(page.locator(".fans")).to_be_visible()
    assert page.evaluate(UNREACHED) == []
    page.keyboard.press("f")
    expect(page.locator(".patterns")).to_be_visible()
    assert page.evaluate(UNREACHED) == []


def test_hands_by_keys_alone(laptop: Site) -> None:
    _event, table, page = _open(laptop)
    keys = page.keyboard
    # South wins off East: the second seat, then the second answer to "how".
    for key in ("2", "2", "2", "4", "Enter"):
        keys.press(key)
    expect(page.locator("#net")).to_have_text("Saved 1")
    for key in ("0", "Enter"):
        keys.press(key)
    expect(page.locator("#net")).to_have_text("Saved 2")
    first = table_state(table).hands[0]
    assert (first.winners, first.giver, first.fan) == ((1,), 0, 24)
    # The last hand is changed, left, undone; the first one is taken out.
    keys.press("e")
    expect(page.locator("#entry")).to_contain_text("You are changing hand 2")
    keys.press("Escape")
    expect(page.locator("#entry")).not_to_contain_text("You are changing")
    keys.press("u")
    expect(page.locator(".ask")).to_contain_text("Undo hand 2")
    keys.press("Escape")
    expect(page.locator(".ask")).to_have_count(0)
    keys.press("u")
    keys.press("Enter")
    expect(page.locator("#net")).to_have_text("Saved 1")
    keys.press("s")
    expect(page.locator(".step").first).to_contain_text("hand undone")
    page.locator("#steps summary").blur()
    keys.press("z")
    expect(page.locator(".ask")).to_contain_text("Take this step back?")
    keys.press("Enter")
    expect(page.locator("#net")).to_have_text("Saved 2")
    assert [hand.end for hand in table_state(table).hands] == ["win", "exhaust"]


def test_fans_and_tiles_by_keys(laptop: Site) -> None:
    _event, table, page = _open(laptop)
    keys = page.keyboard
    for key in ("1", "1", "f", "/"):
        keys.press(key)
    expect(page.locator("#pattern-search-0")).to_be_focused()
    keys.type("qys")
    keys.press("Tab")
    expect(page.locator("[data-pattern='qing_yi_se']")).to_be_focused()
    keys.press("Enter")
    expect(page.locator("#preview")).to_contain_text("+99")
    keys.press("+")
    expect(page.locator("#preview")).to_contain_text("+102")
    page.locator("h1").evaluate("node => document.activeElement.blur()")
    keys.press("t")
    keys.press("v")
    expect(page.locator("#tiles-concealed")).to_be_focused()
    keys.type("123456789m12399p"[:15])
    keys.press("Escape")
    keys.press("Backspace")
    expect(page.locator(".five")).to_be_visible()
    assert not table_state(table).hands


def test_keys_do_nothing_while_something_is_typed(laptop: Site) -> None:
    _event, _table, page = _open(laptop)
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.locator("#fan-number").fill("1")
    page.keyboard.type("2u?")
    expect(page.locator("#fan-number")).to_have_value("12u?")
    expect(page.locator("#keys-help")).to_have_count(0)
    expect(page.locator(".ask")).to_have_count(0)


def test_a_running_hand_by_keys(laptop: Site) -> None:
    _event, _table, page = _open(laptop, ruleset="sichuan_xuezhan")
    keys = page.keyboard
    keys.press("a")
    expect(page.locator("[data-add]").first).to_be_focused()
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    kongs = page.locator("[data-add^='kong']")
    expect(kongs.first).to_be_visible()
    page.locator("[data-add='kong_concealed']").focus()
    keys.press("Enter")
    expect(page.locator("#panel")).to_be_visible()
    page.locator("[data-add]").first.evaluate(
        "() => document.activeElement.blur()"
    ) if page.locator("[data-add]").count() else None
    keys.press("2")
    keys.press("5")
    expect(page.locator("#happened")).to_contain_text("Concealed kong")
    keys.press("Backspace")
    expect(page.locator("#happened")).to_have_count(0)
