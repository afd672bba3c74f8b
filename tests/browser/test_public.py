"""Pages for everybody in a real browser: they fit a phone, and the leaderboard keeps itself new."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Site
from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tournaments.models import Player, Season
from tournaments.services import (
    checkin,
    event_figures,
    jobs,
    ratings,
    rounds,
    seasons,
    standings,
    tables,
)
from tournaments.services.demo import NIGHT_DEALS
from tournaments.services.events import change_tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Longer than a board ever waits between two questions.
POLL = 2_700


def play(rounds_played: int = 3, players: int = 8) -> ClubEvent:
    """An event whose names are as long as names get."""
    event = make_event(players)
    for entry in event.entries:
        Player.objects.filter(pk=entry.player_id).update(
            name=f"欧阳很长的名字 Longname-Withoutspaces{entry.number}"
        )
    for number in range(1, rounds_played + 1):
        round_ = event.seat_round()
        event.record(event.table(number), win(24, 0, 1, flowers=2), DRAW, win(88, 2))
        if number < rounds_played:
            for table in round_.tables.all():
                event.record(table, win(8, 3))
                tables.finish_table(event.as_referee, table.pk)
            rounds.close_round(event.as_organiser, round_.pk)
    count(event)
    return event


def count(event: ClubEvent) -> None:
    jobs.run(standings.request(event.tournament.pk).pk)


def addresses(event: ClubEvent) -> list[str]:
    """Return the address of every page for everybody, that of `figures_pages` included."""
    slug = event.tournament.slug
    pages = [reverse(name, args=[slug]) for name in ("standings", "rounds", "people")]
    pages += [reverse("event-rules", args=[slug]), f"{reverse('standings', args=[slug])}?teams"]
    pages += [reverse("table", args=[slug, 1, 1]), reverse("person", args=[slug, 1])]
    pages += [reverse(name, args=[slug]) for name in ("live-tables", "find-seat", "projector")]
    pages += [reverse("seat", args=[slug, 1]), f"{reverse('find-seat', args=[slug])}?q=1"]
    pages += figures_pages(event)
    return [*pages, "/", "/rules/", "/rules/guobiao/", "/rules/nanchang/", "/account/login/"]


def figures_pages(event: ClubEvent) -> list[str]:
    """Return the addresses of what is told of people and events beyond one event's standings, and
    make what they tell of where it is not there yet."""
    slug, club = event.tournament.slug, event.tournament.club_id
    change_tournament(SYSTEM, event.tournament.pk, planned_rounds=event.tournament.rounds.count())
    count(event)
    jobs.run(event_figures.request(event.tournament.pk).pk)
    jobs.run(ratings.request(event.tournament).pk)
    season = Season.objects.filter(club=club).first()
    if season is None:
        season = seasons.create_season(SYSTEM, name="Spring", club_id=club)
        seasons.add_event(SYSTEM, season.pk, event.tournament.pk)
    person = event.entries[0].player_id
    return [
        reverse("highlights", args=[slug]),
        reverse("needs", args=[slug, 1]),
        reverse("person", args=[slug, 1]) + "?than=2",
        reverse("player", args=[person]),
        reverse("ratings", args=[club]),
        reverse("rating-of", args=[club, person]),
        reverse("seasons"),
        reverse("season", args=[season.slug]),
        reverse("nights"),
        "/rules/compare/?a=guobiao&b=nanchang",
        "/calc/?h=123789m23s55p[456m]%2B4s&by=self_draw",
    ]


def pages_of_forms(event: ClubEvent) -> list[str]:
    """Return the addresses of pages for everybody beside `addresses`: who may do what, forms, and
    the money of a club night and of its season."""
    night = make_event(4, ruleset="nanchang", kind="club_night")
    night.seat_round()
    night.record(night.table(), *NIGHT_DEALS)
    tables.finish_table(night.as_referee, night.table().pk)
    season = seasons.create_season(SYSTEM, name="Nights", club_id=night.tournament.club_id)
    seasons.add_event(SYSTEM, season.pk, night.tournament.pk)
    slug, code = event.tournament.slug, checkin.code_of(event.tournament)
    return [
        reverse("rights"),
        reverse("forgot"),
        reverse("try-hand", args=["guobiao"]),
        reverse("say-here", args=[slug, code]),
        reverse("settle-up", args=[night.tournament.slug]),
        reverse("season-money", args=[season.slug]),
    ]


SMALL_TARGETS = """() => [...document.querySelectorAll(
  '.masthead a, .masthead button, .tabs a, .choices a, .button, main button, .who > a, '
  + '.looks button'
)].filter(e => e.offsetParent && e.getBoundingClientRect().height < 47.5)
  .map(e => e.outerHTML.slice(0, 120))"""


# Links by themselves, in lists and tables; a link within a sentence is as high as its line.
SMALL_LINKS = """() => [...document.querySelectorAll(
  'main :is(td, th, li, .links, .game-line) > a, main summary, .needs-link'
)].filter(e => e.offsetParent && e.getBoundingClientRect().height < 43.5)
  .map(e => e.outerHTML.slice(0, 120))"""


def test_every_page_fits_a_phone_and_a_thumb(phone: Site) -> None:
    event = play()
    for address in [*addresses(event), *pages_of_forms(event)]:
        page = phone.open(address)
        assert phone.fits(), address
        assert page.evaluate(SMALL_TARGETS) == [], address


def test_links_of_people_and_figures_are_large_enough(phone: Site) -> None:
    event = play()
    slug = event.tournament.slug
    pages = [*figures_pages(event)[:-2], reverse("person", args=[slug, 2])]
    for address in [*pages, reverse("standings", args=[slug])]:
        page = phone.open(address)
        assert page.evaluate(SMALL_LINKS) == [], address


def test_a_row_that_leads_to_what_is_needed_is_no_higher_for_it(phone: Site) -> None:
    event = make_event(8, planned_rounds=1)
    event.seat_round()
    event.record(event.table(), win(24, 0, 1))
    count(event)
    page = phone.open(reverse("standings", args=[event.tournament.slug]))
    link, row = page.locator(".needs-link").first, page.locator("[data-entry]").first
    assert link.bounding_box()["height"] >= 43.5  # type: ignore[index]  # it is there
    assert row.bounding_box()["height"] < 72  # type: ignore[index]  # it is there
    link.click()
    page.wait_for_url("**/needs/")


# Headings of one sign below the other: high, and hardly wider than a letter.
STACKED = """() => [...document.querySelectorAll('main thead th')].filter(e => {
  if (!e.offsetParent || !e.textContent.trim()) return false;
  const range = document.createRange();
  range.selectNodeContents(e);
  const box = range.getBoundingClientRect();
  return box.width < 1.5 * parseFloat(getComputedStyle(e).fontSize) && box.height > 2 * box.width;
}).map(e => e.textContent)"""


def test_chinese_headings_of_tables_stay_in_one_line(phone: Site) -> None:
    event = play()
    phone.context.add_cookies([{"name": "django_language", "value": "zh-hans", "url": phone.url}])
    for address in [*addresses(event), reverse("rights")]:
        assert phone.open(address).evaluate(STACKED) == [], address
        assert phone.fits(), address


# Forms that nothing but a script could send.
DEAD_FORMS = """() => [...document.querySelectorAll('main form')].filter(
  f => f.offsetParent && ![...f.querySelectorAll('button, input[type=submit]')].some(
    b => b.offsetParent && b.type === 'submit')
).map(e => e.outerHTML.slice(0, 160))"""


def test_every_page_says_the_same_without_scripts(bare: Site, laptop: Site) -> None:
    event = play()
    for address in [*addresses(event), *pages_of_forms(event)]:
        answer = bare.page.goto(bare.url + address)
        assert answer is not None
        assert answer.ok, address
        # The projector shows what the moment shows; the calculator, which has more keys with
        # scripts, is tried by itself in `test_calc`.
        if "projector" in address or "/calc/" in address:
            expect(bare.page.locator("main")).not_to_be_empty()
            continue
        assert bare.page.evaluate(DEAD_FORMS) == [], address
        if "/try/" in address:  # tapped with scripts, written as a record without
            bare.page.locator(".as-record summary").click()
            expect(bare.page.locator("#record")).to_be_visible()
            expect(bare.page.locator(".as-record button[type=submit]")).to_be_visible()
            continue
        with_scripts = laptop.open(address).locator("main").inner_text()
        without = bare.page.locator("main").inner_text()
        assert set(words(with_scripts)) <= set(words(without)), address


def words(text: str) -> list[str]:
    """Return the words of a page but those of the moment: clocks run."""
    return [word for word in text.split() if ":" not in word]


@pytest.mark.parametrize("look", ["light", "hall", "contrast"])
def test_the_policy_forbids_nothing_that_a_page_needs(laptop: Site, look: str) -> None:
    event = play(2)
    said: list[str] = []
    laptop.page.on("console", lambda message: said.append(message.text))
    for address in addresses(event):
        page = laptop.open(address)
        if "projector" in address:  # its look is chosen at the desk
            continue
        page.locator(f"[data-look-choice='{look}']").click()
        assert laptop.fits(), address
    assert said == []


def test_a_chosen_look_stays(laptop: Site) -> None:
    page = laptop.open("/")
    page.locator("[data-look-choice='hall']").click()
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-look", "hall")
    expect(page.locator("[data-look-choice='hall']")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == dark
    page.locator("[data-look-choice='light']").click()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != dark


def test_the_curve_of_places_stands_for_the_cells_on_a_phone(phone: Site) -> None:
    event = play()
    page = phone.open(reverse("standings", args=[event.tournament.slug]))
    expect(page.locator(".spark").first).to_be_visible()
    expect(page.locator("td.cell").first).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(page.locator(".spark").first).to_be_hidden()
    expect(page.locator("td.cell").first).to_be_visible()


@pytest.mark.parametrize("played", [3, 8, 12, 14])
def test_the_leaderboard_fits_every_width(laptop: Site, played: int) -> None:
    event = play(played)
    page = laptop.open(reverse("standings", args=[event.tournament.slug]))
    for width in (360, 641, 800, 961, 1024, 1201, 1280, 1600):
        page.set_viewport_size({"width": width, "height": 800})
        assert laptop.fits(), width
        shown = page.locator("td.cell").first.is_visible()
        assert shown != page.locator(".spark").first.is_visible(), width
        assert shown == (width >= {3: 641, 8: 961, 12: 1201, 14: 9999}[played])


def poll(page: Page) -> Response:
    """Let the time of one poll pass; return its answer."""
    with page.expect_response(lambda response: "/board/" in response.url) as answer:
        page.clock.run_for(POLL)
    answer.value.finished()
    return answer.value


def test_the_leaderboard_keeps_itself_new_and_leaves_the_reader_alone(laptop: Site) -> None:
    event = play()
    laptop.page.clock.install()
    page = laptop.open(reverse("standings", args=[event.tournament.slug]))
    leader = page.locator(".board tbody tr").first.get_attribute("data-entry")
    page.locator(".board tbody a").nth(2).focus()
    page.evaluate("document.querySelector('.board').id = 'the-same-table'")

    assert poll(page).status == 304
    expect(page.locator("#the-same-table")).to_be_visible()

    # The last player wins hands until the order changes.
    for _ in range(4):
        event.record(event.table(3), win(88, event.table(3).hands.count() % 4))
    count(event)
    first = standings.current(event.tournament)
    assert first is not None
    assert poll(page).status == 200
    expect(page.locator("#the-same-table")).to_have_count(0)
    row = page.locator(".board tbody tr").first
    expect(row).to_have_attribute("data-entry", str(first.standings.rows[0].entry_id))
    assert leader is not None
    assert str(page.evaluate("document.activeElement.id")).startswith("row-")
    assert poll(page).status == 304


VISIBILITY = """state => Object.defineProperty(
  document, 'visibilityState', {get: () => state, configurable: true})"""


def test_polling_rests_while_nobody_looks(laptop: Site) -> None:
    event = play(1)
    laptop.page.clock.install()
    page = laptop.open(reverse("standings", args=[event.tournament.slug]))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/t/" in request.url else None)
    page.evaluate(VISIBILITY, "hidden")
    page.clock.run_for(3 * POLL)
    assert asked == []
    page.evaluate(VISIBILITY, "visible")
    assert poll(page).status == 304


def test_the_reader_changes_the_language(phone: Site) -> None:
    event = play(1)
    page = phone.open(reverse("people", args=[event.tournament.slug]) + "?q=1")
    page.locator(".language button").first.click()
    expect(page.locator(".tabs [aria-current]")).to_have_text("人员")
    assert page.url.endswith("?q=1")
