"""What takes longer than a second says so, until its page is there."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Site
from tests.club import make_event, win

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


# Nobody is answered about a page that is on its way: the page itself notes what it showed.
NOTE = """addEventListener("DOMContentLoaded", () => {
  const busy = document.getElementById("busy");
  new MutationObserver(() => {
    const bar = busy.querySelector("progress").getBoundingClientRect();
    if (!busy.hidden && bar.width > 0) sessionStorage.setItem("seen", location.pathname);
  }).observe(busy, { attributes: true });
});"""


def _late(route: Route) -> None:
    time.sleep(2)
    route.continue_()


def _seen(page: Page) -> str | None:
    seen: str | None = page.evaluate("sessionStorage.getItem('seen')")
    page.evaluate("sessionStorage.clear()")
    return seen


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_slow_page_shows_that_it_is_worked_on(size: str, request: pytest.FixtureRequest) -> None:
    site: Site = request.getfixturevalue(size)
    club = make_event(4)
    club.seat_round()
    club.record(club.table(), win(8, 0), win(12, 1))
    site.log_in(club.organiser.username)
    site.page.add_init_script(NOTE)
    log = f"/desk/{club.tournament.slug}/log/"
    page = site.open(log)
    page.route(re.compile(r"/log/\d+/$"), _late)

    # A page that is asked for, then one that is sent off.
    page.get_by_role("link", name="Back to here…").nth(1).click()
    expect(page.locator(".consequences")).to_be_visible()
    assert _seen(page) == log
    expect(page.locator("#busy")).to_be_hidden()

    page.fill("[name=reason]", "Demo")
    asking = page.url
    page.get_by_role("button", name="Bring this state back").click()
    expect(page.locator(".notice")).to_be_visible()
    assert asking.endswith(_seen(page) or "nothing was shown")
    expect(page.locator("#busy")).to_be_hidden()


def test_a_form_that_a_script_sends_by_itself_shows_nothing(laptop: Site) -> None:
    club = make_event(4)
    club.seat_round()
    club.record(club.table(), win(8, 0), win(12, 1))
    laptop.log_in(club.organiser.username)
    laptop.page.add_init_script(NOTE)
    page = laptop.open(f"/desk/{club.tournament.slug}/log/")
    # Never answered: no page comes, and a script has taken the form for itself.
    page.evaluate("""addEventListener("submit", (event) => event.preventDefault(), true);
      const form = document.createElement("form");
      form.method = "post";
      document.body.append(form);
      form.requestSubmit();""")
    page.wait_for_timeout(1500)
    assert _seen(page) is None
