"""An organiser sets an event up and leads a round through, on a laptop and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Site
from tests.club import ClubEvent, make_event, win
from tournaments.models import Job, Penalty, Round, Table, Tournament
from tournaments.services import jobs

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = "\n".join(f"Demo {letter},Nest" for letter in "ABCDEFGH")


def test_from_a_new_event_to_a_running_round(laptop: Site) -> None:
    club = make_event(0)
    laptop.log_in(club.organiser.username)
    page = laptop.open("/desk/")
    page.get_by_role("link", name="New event").click()
    page.get_by_role("link", name="All settings on one page").click()
    page.fill("[name=name]", "Demo cup")
    page.fill("[name=club_name]", "Demo club")
    # Other rules bring their own options; what was typed stays.
    page.select_option("[name=ruleset_id]", "nanchang")
    expect(page.locator("[name=shown]")).to_have_value("nanchang")
    expect(page.locator("[name=name]")).to_have_value("Demo cup")
    page.get_by_role("button", name="Set up the event").click()
    expect(page.locator(".notice")).to_contain_text("Demo cup")

    page.get_by_role("link", name="Paste a list of names").click()
    page.fill("[name=players]", NAMES)
    page.get_by_role("button", name="Register all").click()
    expect(page.locator("#people tbody tr")).to_have_count(8)
    page.fill("#q", "Demo C")
    expect(page.locator("#people tbody tr")).to_have_count(1)

    page.get_by_role("link", name="Seating").click()
    page.fill("[name=rounds]", "2")
    page.get_by_role("button", name="Draw seats").click()
    expect(page.locator("#draw progress")).to_be_visible()
    job = Job.objects.filter(kind=Job.Kind.SEAT_PLAN).latest("id")
    jobs.run(job.pk)
    # The page notices by itself.
    expect(page.locator("details.round")).to_have_count(2)
    expect(page.locator(".quality")).to_contain_text("repeated meetings")

    page.get_by_role("link", name="Now").click()
    page.locator(".needs").get_by_role("button", name="Publish the seats").click()
    page.locator(".needs").get_by_role("button", name="Start the round").click()
    expect(page.locator(".strip li.running")).to_have_count(1)
    event = Tournament.objects.get(name="Demo cup")
    assert event.ruleset == "nanchang"
    assert event.rounds.get(number=1).status == Round.Status.RUNNING


def _running(players: int = 8) -> ClubEvent:
    club = make_event(players)
    club.seat_round()
    for number in (1, 2):
        club.record(club.table(number=number), win(8, 0))
    return club


def test_a_round_is_closed_on_a_phone(phone: Site) -> None:
    club = _running()
    phone.log_in(club.organiser.username)
    page = phone.open(f"/desk/{club.tournament.slug}/tables/")
    assert phone.fits()
    for _ in range(2):
        page.get_by_role("button", name="Finish the table").first.click()
        page.get_by_role("button", name="Confirm the result").first.click()
    page = phone.open(f"/desk/{club.tournament.slug}/")
    page.locator(".needs").get_by_role("link", name="Close the round").click()
    expect(page.locator(".consequences li")).to_have_count(2)
    page.get_by_role("button", name="Close the round").click()
    expect(page.locator(".strip li.closed")).to_have_count(1)
    assert set(Table.objects.values_list("status", flat=True)) == {Table.Status.CONFIRMED}


def test_a_breach_fills_its_points_in(phone: Site) -> None:
    club = _running()
    phone.log_in(club.organiser.username)
    page = phone.open(f"/desk/{club.tournament.slug}/penalties/")
    assert phone.fits()
    page.select_option("[name=entry]", str(club.entries[0].pk))
    page.select_option("[name=breach]", "late:1")
    expect(page.locator("[name=points]")).to_have_value("10")
    expect(page.locator("[name=beneficiary]")).to_be_hidden()
    page.select_option("[name=mode]", "pay_to")
    page.select_option("[name=beneficiary]", str(club.entries[1].pk))
    page.get_by_role("button", name="Give the penalty").click()
    expect(page.locator(".penalty-list li")).to_have_count(1)
    assert Penalty.objects.get().beneficiary == club.entries[1]


@pytest.mark.parametrize(
    "path",
    ["", "people/", "seating/", "roles/", "export/", "settings/", "log/", "seating/by-hand/"],
)
def test_no_page_scrolls_sideways(phone: Site, path: str) -> None:
    club = _running()
    phone.log_in(club.organiser.username)
    phone.open(f"/desk/{club.tournament.slug}/{path}")
    assert phone.fits()
