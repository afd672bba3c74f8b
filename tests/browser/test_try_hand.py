"""Trying a hand in Chromium: the form of a table feeds the answer beside it; nothing is saved."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets
from tests.browser.answers import FormFiller
from tests.browser.conftest import Site
from tests.browser.taps import Taps
from tournaments.models import Hand
from tournaments.services import trial

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def _sums(page: Page) -> list[int]:
    cells = page.locator("#answer .sums tbody td").all_inner_texts()
    return [int(text.replace("−", "-")) for text in cells]


def test_a_hand_of_sichuan_runs_on_with_its_reasons(phone: Site) -> None:
    page = phone.open("/rules/sichuan_xuezhan/try/")
    taps = Taps(page)
    page.locator("[data-add='kong_concealed']").click()
    page.locator("[data-ask='seat'] [data-value='1']").click()
    page.locator("[data-tile='7m']").click()
    answer = page.locator("#answer")
    expect(answer).to_contain_text("South: Concealed kong")
    expect(answer).to_contain_text("So far")
    assert _sums(page) == [-2, 6, -2, -2]
    taps.choose(3, 0)
    page.locator("[data-pattern='ping_hu']").click()
    expect(answer).to_contain_text("North wins on a discard (Plain hand)")
    expect(page.locator("#save")).to_have_count(0)
    page.locator("#note").click()
    expect(page.locator("#happened > li")).to_have_count(2)
    assert phone.fits()

    # The address is the hand: opened anew it stands there again.
    before = _sums(page)
    phone.open(page.url.removeprefix(phone.url))
    expect(page.locator("#happened > li")).to_have_count(2)
    assert _sums(page) == before
    page.locator("#take-back").click()
    expect(page.locator("#answer")).not_to_contain_text("North wins")
    expect(page.locator("#answer")).to_contain_text("South: Concealed kong")
    page.locator("#take-back").click()
    expect(page.locator("#answer")).to_contain_text("Nothing has happened yet.")
    packed = parse_qs(urlsplit(page.url).query)["hand"][0]
    assert trial.unpacked(packed)["events"] == []
    assert not Hand.objects.exists()


def test_options_and_what_was_carried_are_chosen_and_the_hand_stays(laptop: Site) -> None:
    page = laptop.open("/rules/shanghai/try/")
    Taps(page).choose(1, None)
    page.locator("[data-pattern='hun_yi_se']").click()
    expect(page.locator("#answer")).to_contain_text("One suit with honours")
    assert _sums(page) == [-12, 36, -12, -12]
    page.get_by_text("Rules and table").click()
    page.locator("[name='carried-huang_fan']").fill("1")
    page.get_by_role("button", name="Use these").click()
    page.wait_for_url(re.compile("carried-huang_fan=1"))
    expect(page.locator("#carried")).to_have_text("Drawn hands before 1")
    expect(page.locator("#answer")).to_contain_text("South wins by self-draw")
    assert _sums(page) == [-24, 72, -24, -24]
    link = page.locator("#hand-link").get_attribute("href")
    assert link is not None
    packed = parse_qs(urlsplit(link).query)["hand"][0]
    assert trial.unpacked(packed)["context"]["carry"] == {"huang_fan": 1}
    page.get_by_text("Rules and table").click()
    page.get_by_role("link", name="Start again").click()
    expect(page.locator("#answer")).to_contain_text("Nothing has happened yet.")


def test_a_refusal_stands_at_the_form(phone: Site) -> None:
    page = phone.open("/rules/taiwan16/try/")
    Taps(page).choose(1, 2)
    page.locator("[data-value='patterns']").click()
    page.locator("[data-pattern='du_ting']").click()
    expect(page.locator("#problems")).to_contain_text("a win needs 3")


def test_an_example_of_the_rules_leads_here(laptop: Site) -> None:
    page = laptop.open("/rules/hubei_kawuxing/")
    page.locator("#ka_wu_xing .count").click()
    page.wait_for_url(re.compile("/rules/hubei_kawuxing/try/"))
    expect(page.locator(".chair")).to_have_count(3)
    expect(page.locator("#preview")).to_be_visible()
    expect(page.locator("#answer")).to_contain_text("wins on a discard")


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
def test_every_ruleset(ruleset: Ruleset, phone: Site) -> None:
    page = phone.open(f"/rules/{ruleset.id}/try/")
    filler = FormFiller(page, ruleset, ruleset.resolve_options({}))
    for event in filler.offered(required=True):
        filler.add(event)
    filler.win(1, 0)
    sums = page.locator("#answer .sums tbody td")
    expect(sums).to_have_count(ruleset.players[0])
    expect(page.locator("#answer")).to_contain_text("Next dealer" if _ends(ruleset) else "So far")
    shown = page.locator("#preview > p .delta").all_inner_texts()
    assert [text.split()[1] for text in shown] == sums.all_inner_texts()
    assert phone.fits()


def _ends(ruleset: Ruleset) -> bool:
    return ruleset.ends_on_first_win


def test_without_scripts_a_record_is_settled(browser, live_server) -> None:  # type: ignore[no-untyped-def]  # fixtures
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"{live_server.url}/rules/gangu/try/")
    page.get_by_text("As a record").click()
    page.fill("#record", '{"events": [{"type": "exhaust"}]}')
    page.get_by_role("button", name="Settle this record").click()
    expect(page.locator("#answer")).to_contain_text("The wall is used up")
    context.close()
