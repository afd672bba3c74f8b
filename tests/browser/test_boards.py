"""The live boards and the hall's projector in a real browser, with scripts and without."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.test_public import addresses, count, play
from tests.browser.windows import PROJECTOR
from tests.club import DRAW, ClubEvent, make_event, win
from tournaments.models import Round
from tournaments.services import announcements, hall

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
POLL = 2_700
NEWS = 6_000


def projector(event: ClubEvent) -> str:
    return reverse("projector", args=[event.tournament.slug])


def test_the_projector_does_what_the_desk_says(screen: Site) -> None:
    event = play(2)
    id_ = event.tournament.pk
    hall.choose(event.as_organiser, id_, scene="standings", paused=True, language="en")
    screen.page.clock.install()
    page = screen.open(projector(event))
    expect(page.locator("h2")).to_contain_text("Standings")
    expect(page.locator("#corner .left")).to_contain_text(re.compile(r"\d+:\d\d"))
    before = page.locator("#corner .left").inner_text()
    hall.choose(event.as_organiser, id_, scene="tables", look="light")
    announcements.announce(event.as_organiser, id_, text_en="Lunch at noon")
    page.clock.run_for(POLL)
    expect(page.locator("h2")).to_contain_text("Tables now")
    expect(page.locator("footer")).to_contain_text("Lunch at noon")
    expect(page.locator("html")).to_have_attribute("data-look", "light")
    page.clock.run_for(2_000)
    assert page.locator("#corner .left").inner_text() != before


# What is smaller than three hundredths of the screen's height, or does not fit into it.
TOO_SMALL = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.data.trim() || e.closest('.visually-hidden, script, noscript')) continue;
    const size = parseFloat(getComputedStyle(e).fontSize);
    const box = e.getBoundingClientRect();
    if (size < innerHeight * 0.03 - 0.1) found.push(`small ${size} ${e.outerHTML.slice(0, 80)}`);
    if (box.bottom > innerHeight + 1 || box.right > innerWidth + 1)
      found.push(`outside ${e.outerHTML.slice(0, 80)}`);
  }
  return found;
}"""
SCENES = ("standings", "seats", "tables", "best", "news", "clock")


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_projector_is_readable_from_afar(screen: Site, language: str) -> None:
    event = play(2)
    event.seat_round(start=False)
    Round.objects.filter(tournament=event.tournament).update(seats_public=True)
    announcements.announce(event.as_organiser, event.tournament.pk, text_en="Lunch at noon")
    count(event)
    for scene in SCENES:
        hall.choose(event.as_organiser, event.tournament.pk, scene=scene, language=language)
        page = screen.open(projector(event))
        expect(page.locator(f".slide.scene-{scene}")).to_be_visible()
        assert page.evaluate(TOO_SMALL) == [], scene


# Whether a mark beside the heading is cut off, or stands on something else of the head.
CROWDED = """() => {
  const boxes = [...document.querySelectorAll('.slide header > *, .slide .marks span, .corner')]
    .filter((e) => !e.matches('.marks'))
    .map((e) => [e.className || e.tagName, e.getBoundingClientRect()]);
  const edge = document.querySelector('.marks').getBoundingClientRect();
  const cut = [...document.querySelectorAll('.marks span')]
    .filter((e) => e.getBoundingClientRect().right > edge.right + 1)
    .map((e) => 'cut ' + e.innerText);
  const on = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const onto = ([m, a], rest) => rest.filter(([, b]) => on(a, b)).map(([n]) => `${m} on ${n}`);
  return cut.concat(boxes.flatMap((one, i) => onto(one, boxes.slice(i + 1))));
}"""


def test_the_marks_of_the_standings_stand_clear(screen: Site) -> None:
    event = make_event(16)
    event.seat_round()
    event.record(event.table(), win(8, 0, 2))
    count(event)
    hall.choose(event.as_organiser, event.tournament.pk, scene="standings", language="en")
    page = screen.open(projector(event))
    expect(page.locator(".slide .pages")).to_be_visible()
    expect(page.locator(".slide .marks span")).to_be_visible()
    assert page.evaluate(CROWDED) == []


def test_the_clock_alone_fills_the_wall(screen: Site) -> None:
    event = play()
    hall.choose(event.as_organiser, event.tournament.pk, scene="clock", language="en")
    page = screen.open(projector(event))
    expect(page.locator(".only-clock")).to_be_visible()
    clock = page.locator(".corner .left").bounding_box()
    words = page.locator(".beside-clock").bounding_box()
    assert clock is not None
    assert words is not None
    assert clock["height"] > 0.35 * PROJECTOR["height"]
    assert clock["x"] >= 0
    assert clock["x"] + clock["width"] <= PROJECTOR["width"]
    assert clock["y"] + clock["height"] <= words["y"]


def test_who_is_followed_stays_on_top(laptop: Site) -> None:
    event = play(2)
    address = reverse("standings", args=[event.tournament.slug])
    laptop.open(reverse("person", args=[event.tournament.slug, 5])).get_by_role(
        "link", name="Follow on the leaderboard"
    ).click()
    expect(laptop.page.locator(".follow-row tr")).to_have_attribute("data-number", "5")
    laptop.page.clock.install()
    page = laptop.open(address)
    expect(page.locator(".follow-row tr")).to_have_attribute("data-number", "5")
    event.record(event.table(2), win(24, 2))
    count(event)
    with page.expect_response(lambda r: "/board/" in r.url and r.status == 200):
        page.clock.run_for(POLL)
    expect(page.locator(".follow-row tr")).to_have_attribute("data-number", "5")
    expect(page.locator(".follow-row")).to_have_count(1)


def test_the_tables_keep_themselves_new(laptop: Site) -> None:
    event = play(1)
    laptop.page.clock.install()
    page = laptop.open(reverse("live-tables", args=[event.tournament.slug]))
    expect(page.locator(".tables-now li").first).to_contain_text("3 hands")
    event.record(event.table(1), DRAW)
    count(event)
    page.clock.run_for(POLL)
    expect(page.locator(".tables-now li").first).to_contain_text("4 hands")


def top_of(page: Page) -> float:
    return float(page.locator("#hand-form").bounding_box()["y"])  # type: ignore[index]  # it is there


def test_an_announcement_reaches_the_referee_and_moves_nothing(phone: Site) -> None:
    event = play(1)
    phone.page.clock.install()
    page = phone.open(f"/r/{event.link(event.table())[1]}/")
    expect(page.locator(".five, .choices").first).to_be_visible()
    before = top_of(page)
    announcements.announce(event.as_organiser, event.tournament.pk, text_en="Lunch at noon")
    with page.expect_response(lambda r: "/news/" in r.url and r.status == 200):
        page.clock.run_for(NEWS)
    expect(page.locator(".news-bar")).to_contain_text("Lunch at noon")
    assert top_of(page) == before
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".news-bar")).to_be_hidden()


def test_an_announcement_that_is_there_leaves_the_head_of_the_page_alone(phone: Site) -> None:
    """Log-in and language stay within reach; reading it gives the room back, and what is said
    later lies over the head."""
    event = play(1)
    announcements.announce(event.as_organiser, event.tournament.pk, text_en="Lunch at noon")
    phone.page.clock.install()
    page = phone.open(f"/t/{event.tournament.slug}/people/")
    expect(page.locator(".news-bar")).to_contain_text("Lunch at noon")
    log_in = page.locator(".log-in")
    log_in.click(trial=True)
    heading = page.locator("h1").first
    below = heading.bounding_box()
    page.get_by_role("button", name="Got it").click()
    expect(page.locator(".news-bar")).to_be_hidden()
    alone = heading.bounding_box()
    assert below is not None
    assert alone is not None
    assert below["y"] - alone["y"] >= 48
    announcements.announce(event.as_organiser, event.tournament.pk, text_en="Back at one")
    with page.expect_response(lambda r: "/news/" in r.url and r.status == 200):
        page.clock.run_for(NEWS)
    expect(page.locator(".news-bar")).to_contain_text("Back at one")
    assert heading.bounding_box() == alone


def test_the_desk_leaves_room_for_what_it_asks_for_at_once(phone: Site) -> None:
    event = play(1)
    announcements.announce(event.as_organiser, event.tournament.pk, text_en="Lunch at noon")
    phone.log_in(event.organiser.username)
    page = phone.open(f"/desk/{event.tournament.slug}/people/")
    expect(page.locator(".news-bar.with-room")).to_contain_text("Lunch at noon")
    page.get_by_role("link", name="Desk", exact=True).click(trial=True)


def test_room_of_an_announcement_stays_when_it_is_over(phone: Site) -> None:
    event = play(1)
    said = announcements.announce(event.as_organiser, event.tournament.pk, text_en="Lunch at noon")
    phone.page.clock.install()
    page = phone.open(f"/t/{event.tournament.slug}/people/")
    heading = page.locator("h1").first
    before = heading.bounding_box()
    announcements.take_back(event.as_organiser, said.pk)
    with page.expect_response(lambda r: "/news/" in r.url and r.status == 200):
        page.clock.run_for(NEWS)
    expect(page.locator(".news-bar .news")).to_have_count(0)
    assert heading.bounding_box() == before


def test_every_public_page_works_without_scripts(bare: Site) -> None:
    event = play()
    announcements.announce(event.as_organiser, event.tournament.pk, text_en="Lunch at noon")
    for address in addresses(event):
        response = bare.page.goto(bare.url + address)
        assert response is not None
        assert response.status == 200, address
        expect(bare.page.locator("main h1, main h2").first).to_be_attached()
        if f"/t/{event.tournament.slug}/" in address:
            assert "Lunch at noon" in bare.page.locator("body").inner_text(), address


def test_the_board_s_choices_work_without_scripts(bare: Site) -> None:
    event = play(1)
    page = bare.open(reverse("standings", args=[event.tournament.slug]))
    page.select_option("#board-team", "Team 2")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("table.board tbody tr")).to_have_count(4)
    bare.open(reverse("person", args=[event.tournament.slug, 2])).get_by_role(
        "link", name="Follow on the leaderboard"
    ).click()
    expect(page.locator(".follow-row tr")).to_have_attribute("data-number", "2")


def test_a_seat_is_found_in_one_step(phone: Site) -> None:
    event = play(1)
    page = phone.open(reverse("find-seat", args=[event.tournament.slug]))
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(page.locator(".seat-table")).to_contain_text("Table 2")
    expect(page.locator(".seat-others li")).to_have_count(4)
    assert phone.fits()
