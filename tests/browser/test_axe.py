"""axe finds nothing serious on the public pages and where results are entered, in any look."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Site
from tests.browser.taps import Taps
from tests.browser.test_boards import SCENES
from tests.browser.test_public import addresses, play
from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tournaments.models import Round, Table
from tournaments.services import announcements, hall, tables
from tournaments.services.access import Actor
from tournaments.services.events import change_tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LOOKS = ("light", "hall", "contrast")


def serious(page: Page) -> list[str]:
    """Return what axe finds serious or critical, with the elements."""
    found: list[dict[str, Any]] = Axe().run(page).response["violations"]
    return [
        f"{v['id']}: {node['target']} {node['failureSummary']}"
        for v in found
        if v["impact"] in ("serious", "critical")
        for node in v["nodes"]
    ]


def in_every_look(page: Page) -> None:
    for look in LOOKS:
        page.evaluate("(look) => (document.documentElement.dataset.look = look)", look)
        assert serious(page) == [], look


def _table(**settings: Any) -> tuple[ClubEvent, Table]:
    event = make_event(4, **settings)
    event.seat_round()
    event.record(event.table(), win(8, 0, 1), DRAW, win(24, 2))
    return event, event.table()


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_hand_form(phone: Site, language: str) -> None:
    event, table = _table()
    phone.context.add_cookies([{"name": "django_language", "value": language, "url": phone.url}])
    page = phone.open(f"/r/{event.link(table)[1]}/")
    in_every_look(page)
    taps = Taps(page)
    taps.choose(0, 2)
    taps.tap(".fans [data-value='24']")
    expect(page.locator("#preview")).to_be_visible()
    page.locator(".past[data-hand='2'] .past-more summary").click()
    in_every_look(page)
    taps.tap(".ways [data-value='patterns']")
    in_every_look(page)
    taps.tap(".ways [data-value='tiles']")
    in_every_look(page)


def test_the_form_without_network(phone: Site) -> None:
    event, table = _table()
    page = phone.open(f"/r/{event.link(table)[1]}/")
    phone.context.set_offline(True)
    taps = Taps(page)
    taps.tap(".five [data-value='draw']")
    taps.tap("#save")
    expect(page.locator("#unsent")).to_be_visible()
    in_every_look(page)


def test_a_running_hand(phone: Site) -> None:
    event = make_event(4, ruleset="sichuan_xuezhan")
    event.seat_round()
    page = phone.open(f"/r/{event.link(event.table())[1]}/")
    page.locator("[data-add='kong_concealed']").click()
    in_every_look(page)
    page.locator("[data-ask='seat'] [data-value='0']").click()
    page.locator("[data-tile='1s']").click()
    in_every_look(page)


def test_the_pages_around_it(phone: Site) -> None:
    event, table = _table()
    change_tournament(Actor.of_system("t"), event.tournament.pk, confirmation="blind")
    base = f"/r/{event.link(table)[1]}/"
    phone.log_in(event.referee.username)
    for path in ("/referee/", f"/referee/table/{table.pk}/", f"{base}sheet/", f"{base}paper/"):
        in_every_look(phone.open(path))
    tables.finish_table(event.as_referee, table.pk)
    phone.page.context.clear_cookies()
    phone.log_in(event.organiser.username)
    in_every_look(phone.open(f"/t/{event.tournament.slug}/tables/1-1/confirm/"))


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_public_pages(phone: Site, language: str) -> None:
    event = play(2)
    phone.context.add_cookies([{"name": "django_language", "value": language, "url": phone.url}])
    announcements.announce(SYSTEM, event.tournament.pk, text_en="Lunch at noon")
    for address in addresses(event):
        in_every_look(phone.open(address))


def test_the_desk_of_the_hall_screen(laptop: Site) -> None:
    event = play(2)
    laptop.log_in(event.organiser.username)
    in_every_look(laptop.open(f"/desk/{event.tournament.slug}/hall/"))


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_hall_screen(screen: Site, language: str) -> None:
    event = play(2)
    event.seat_round(start=False)
    Round.objects.filter(tournament=event.tournament).update(seats_public=True)
    announcements.announce(SYSTEM, event.tournament.pk, text_en="Lunch at noon", text_zh="午餐")
    for scene in SCENES:
        hall.choose(SYSTEM, event.tournament.pk, scene=scene, language=language)
        page = screen.open(f"/t/{event.tournament.slug}/projector/")
        expect(page.locator(f".slide.scene-{scene}")).to_be_visible()
        in_every_look(page)
