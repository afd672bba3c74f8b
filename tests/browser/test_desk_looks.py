"""Every page of the desk that an organiser walks through: axe finds nothing serious in any look,
nothing scrolls sideways on a phone, and everything to be tapped is as large as a finger."""

from collections.abc import Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.conftest import Site
from tests.browser.test_axe import in_every_look, serious
from tests.browser.test_public import play
from tests.club import SYSTEM, ClubEvent, make_event
from tournaments.models import Tournament
from tournaments.services import checkin, club_night, desk, invitations, seasons
from tournaments.services.event_presets import PRESETS

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Links inside a sentence are as high as their line; everything else is pressed with a finger.
SMALL = """() => [...document.querySelectorAll(
  'main .button, main button, main select, main summary, .tabs a, .round-choice a, .presets a, '
  + 'main input:not([type=hidden], [type=checkbox], [type=radio]), main textarea, '
  + 'main label:has(> [type=checkbox], > [type=radio])'
)].filter(e => e.checkVisibility() && !e.closest('.visually-hidden')
    && !e.classList.contains('visually-hidden') && e.getBoundingClientRect().height < 43.5)
  .map(e => `${e.getBoundingClientRect().height} ${e.outerHTML.slice(0, 160)}`)"""


def opened(site: Site, paths: Iterator[str]) -> None:
    """Open every page and gather what is wrong, so that one run names all of it."""
    wrong = []
    for path in paths:
        page = site.open(path)
        if not site.fits():
            wrong.append(f"{path} scrolls sideways")
        wrong += [f"{path}: {line}" for line in page.evaluate(SMALL)]
        wrong += [f"{path}: {line}" for line in serious(page)]
    assert not wrong, "\n".join(wrong)


def desk_pages(event: ClubEvent) -> Iterator[str]:
    slug = event.tournament.slug
    names = (
        *("now", "people", "people-file", "paste", "player-links", "merges", "checkin"),
        *("checkin-again", "lots", "seating", "quality", "apart", "places", "by-hand"),
        *("tables", "penalties", "adjustments", "forfeits", "stages", "stage-new", "hall"),
        *("results", "roles", "export", "settings", "jobs", "rescore", "log"),
    )
    for name in names:
        yield reverse(f"desk-{name}", args=[slug])
    entry, table = event.entries[0], event.table()
    for name in ("entry", "player-link", "erase", "replace", "merge"):
        yield reverse(f"desk-{name}", args=[slug, entry.pk])
    yield f"{reverse('desk-merge', args=[slug, entry.pk])}?with={event.entries[1].player_id}"
    for name in ("close", "round-time", "reset", "round", "cards"):
        yield reverse(f"desk-{name}", args=[slug, event.table(2).round_id])
    yield reverse("desk-reopen", args=[slug, table.round_id])
    for name in ("link", "table-time", "reopen-table", "reseat"):
        yield reverse(f"desk-{name}", args=[slug, event.table(2).pk])
    yield reverse("desk-restore", args=[slug, event.tournament.revision // 2])


def test_the_desk_of_an_event(phone: Site) -> None:
    event = play(2)
    event.tournament.refresh_from_db()
    checkin.check_in(SYSTEM, event.tournament.pk, event.entries[0].pk)
    desk.link_all_tables(event.as_organiser, event.table(2).round_id)
    phone.context.set_default_timeout(60_000)
    phone.log_in(event.organiser.username)
    opened(phone, desk_pages(event))


def test_setting_up_and_what_stands_beside_events(phone: Site) -> None:
    event = make_event(8, kind="club_night", ruleset="sichuan_xuezhan")
    slug = event.tournament.slug
    Tournament.objects.filter(pk=event.tournament.pk).update(practice=True)
    club_night.open_table(
        event.as_organiser, event.tournament.pk, entry_ids=[e.pk for e in event.entries[:4]]
    )
    invitation = invitations.invite(event.as_organiser, event.tournament.pk, role="referee")
    season = seasons.create_season(
        event.as_organiser, name="Autumn", club_id=event.tournament.club_id
    )
    pages = [reverse(name) for name in ("desk", "desk-new", "desk-presets", "desk-seasons")]
    pages += [reverse(name) for name in ("rights", "account", "tokens", "password", "my-data")]
    pages += [reverse("desk-setup", args=[preset.id]) for preset in PRESETS[:2]]
    pages += [reverse(f"desk-{name}", args=[slug]) for name in ("night", "night-close", "now")]
    pages += [reverse("desk-practice-delete", args=[slug]), reverse("settle-up", args=[slug])]
    pages += [reverse("desk-invitation", args=[slug, invitation.pk])]
    pages += [reverse("desk-season", args=[season.slug])]
    phone.context.set_default_timeout(60_000)
    phone.log_in(event.organiser.username)
    opened(phone, iter(pages))


def test_the_wizard_to_its_end(phone: Site) -> None:
    event = make_event(0)
    phone.context.set_default_timeout(60_000)
    phone.log_in(event.organiser.username)
    page = phone.open(reverse("desk-setup", args=["guobiao-open"]))
    page.fill("[name=name]", "Demo cup")
    page.fill("[name=club_name]", "Demo club")
    for _ in range(4):
        page.get_by_role("button", name="Next").click()
        page.wait_for_load_state()
        assert phone.fits()
        assert page.evaluate(SMALL) == []
        in_every_look(page)
    # From the summary to the page that asked, and what was answered is still there.
    page.get_by_role("button", name="Change What and where").click()
    expect(page.locator("[name=name]")).to_have_value("Demo cup")


def test_the_export_page_on_a_laptop(laptop: Site) -> None:
    event = play(2)
    laptop.context.set_default_timeout(60_000)
    laptop.log_in(event.organiser.username)
    page = laptop.open(reverse("desk-export", args=[event.tournament.slug]))
    assert laptop.fits()
    in_every_look(page)
