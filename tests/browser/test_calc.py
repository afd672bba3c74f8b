"""The calculator in a real browser: keys, quick thumbs, the link, and how it fits."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
STRAIGHT = ["1m", "2m", "3m", "4m", "5m", "6m", "2s", "3s", "5p", "5p"]
SMALL = """() => [...document.querySelectorAll('#calc button, #calc select, #calc .segments span')]
  .filter(e => e.offsetParent && e.getBoundingClientRect().height < 39.5)
  .map(e => e.outerHTML.slice(0, 120))"""


def key(page: Page, code: str) -> None:
    page.locator(f"#calc .key[value='{code}']").click()


def fans_of(page: Page) -> list[str]:
    return page.locator(".fans tbody tr").all_inner_texts()


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f"#calc label:has(input[name='{name}'][value='{value}'])").click()


def lay_straight(page: Page) -> None:
    for code in STRAIGHT:
        key(page, code)
    expect(page.locator(".calc-hand .laid")).to_have_count(10)
    choose(page, "as", "chow")
    expect(page.locator("#calc .key[value='1z']")).to_be_disabled()
    key(page, "7m")
    expect(page.locator(".calc-hand .set")).to_have_count(1)
    key(page, "4s")


@pytest.mark.parametrize("window", ["phone", "laptop"])
def test_a_hand_by_keys_and_the_same_by_its_link(
    window: str, request: pytest.FixtureRequest
) -> None:
    site: Site = request.getfixturevalue(window)
    page = site.open("/calc/")
    lay_straight(page)
    expect(page.locator(".calc-total strong")).to_have_text("18")
    choose(page, "by", "self_draw")
    choose(page, "f", "last_tile")
    expect(page.locator(".calc-total strong")).to_have_text("26")
    page.select_option("#fl", "2")
    expect(page.locator(".calc-total strong")).to_have_text("28")
    fans = fans_of(page)
    assert any("Pure Straight" in row for row in fans)
    assert page.locator(".not-counted li").count() > 2
    assert page.locator(".waits li").count() == 2
    assert site.fits()
    assert page.evaluate(SMALL) == []
    page.locator(".calc-link a").click()
    page.wait_for_url(re.compile(r"\?h=123456m55p23s"))
    expect(page.locator(".calc-total strong")).to_have_text("28")
    assert fans_of(page) == fans
    page.reload()
    assert fans_of(page) == fans


def test_quick_thumbs_lose_nothing_on_a_slow_line(phone: Site) -> None:
    page = phone.open("/calc/")

    def slowly(route: Route) -> None:
        page.wait_for_timeout(120)
        route.continue_()

    page.route("**/calc/?*", slowly)
    page.evaluate(
        """codes => { for (const code of codes)
            document.querySelector(`#calc .key[value='${code}']`).click(); }""",
        [*STRAIGHT, "7m", "8m", "9m", "4s"],
    )
    expect(page.locator(".calc-total strong")).to_have_text("20")
    assert page.locator("#h").input_value() == "123456m23s55p789m +4s"


def test_text_is_pasted_and_what_is_wrong_is_told(laptop: Site) -> None:
    page = laptop.open("/calc/")
    page.fill("#h", "123m 78S")
    page.press("#h", "Enter")
    expect(page.locator("#h-wrong")).to_contain_text("either 7s, 8s")
    expect(page.locator("#calc .key[value='1z']")).to_be_disabled()
    assert page.locator("#h").input_value() == "123m 78S"
    page.fill("#h", "一二三四五六七八九万 2条3条 5饼5饼 4条")
    page.click("text=Read")
    expect(page.locator(".calc-total strong")).to_have_text("20")
    page.locator(".calc-hand .win").click()
    expect(page.locator("#result")).to_contain_text("8 tiles unseen")
    page.click("text=Clear")
    expect(page.locator("#result")).to_contain_text("14 tiles to a whole hand")


def test_who_changes_the_language_keeps_the_hand(laptop: Site) -> None:
    page = laptop.open("/calc/")
    key(page, "5m")
    choose(page, "seat", "2")
    page.wait_for_url(re.compile(r"/calc/\?h=5m&seat=2$"))
    page.click(".language button >> nth=0")
    expect(page.locator("h1")).to_contain_text("算番")
    assert page.locator("#h").input_value() == "5m"
    assert page.locator("input[name='seat'][value='2']").is_checked()


def test_it_works_without_scripts(browser: Any, live_server: Any) -> None:
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(live_server.url + "/calc/")
    key(page, "1m")
    key(page, "2m")
    page.locator("#calc label:has(input[name='as'][value='pung'])").click()
    key(page, "5p")
    assert page.locator("#h").input_value() == "12m [555p]"
    page.fill("#h", "123456789m23s55p4s")
    page.locator("#calc label:has(input[name='by'][value='self_draw'])").click()
    page.click("text=Read")
    expect(page.locator(".calc-total strong")).to_have_text("22")
    context.close()


def test_the_policy_forbids_nothing_that_it_needs(laptop: Site) -> None:
    said: list[str] = []
    laptop.page.on("console", lambda message: said.append(message.text))
    page = laptop.open("/calc/?h=123456789m23s55p4s")
    choose(page, "f", "last_tile")
    expect(page.locator(".calc-total strong")).to_have_text("28")
    assert said == []


@pytest.mark.parametrize("language", ["zh-CN", "en-GB"])
def test_it_fits_a_phone(browser: Any, live_server: Any, language: str) -> None:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale=language, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    for query in ("", "?h=123789m23s55p[456m]%2B4s&fl=2", "?h=14m25p36s12345z7m9s", "?h=78SS"):
        page.goto(live_server.url + "/calc/" + query)
        assert page.evaluate("document.documentElement.scrollWidth <= 390"), query
    context.close()
