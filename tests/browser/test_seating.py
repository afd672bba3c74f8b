"""An organiser draws, swaps people by tapping and by dragging, and looks at the plan."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Site
from tests.club import SYSTEM, make_event, win
from tournaments.services import seating_rules

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_two_taps_tell_what_a_swap_would_come_to(phone: Site) -> None:
    club = make_event(8)
    seating_rules.keep_apart(SYSTEM, club.tournament.pk, club.entries[0].pk, club.entries[5].pk)
    round_ = club.seat_round(start=False)
    phone.log_in(club.organiser.username)
    page = phone.open(f"/desk/{club.tournament.slug}/rounds/{round_.pk}/seats/")
    ticks = page.locator(".seat-tables .tick")
    ticks.nth(0).click()
    ticks.nth(6).click()
    expect(page.locator("#judged")).to_contain_text("must not meet")
    # A third tap lets go of the first.
    ticks.nth(1).click()
    expect(page.locator(".seat-tables input:checked")).to_have_count(2)
    expect(page.locator("#judged .figures")).to_be_visible()
    assert phone.fits()
    page.get_by_role("button", name="Change places").click()
    expect(page.locator(".notice")).to_contain_text("changed places")
    numbers = list(
        round_.seats.order_by("table__number", "wind").values_list("entry__number", flat=True)
    )
    assert numbers == [1, 7, 3, 4, 5, 6, 2, 8]


def test_one_person_is_drawn_onto_another(laptop: Site) -> None:
    club = make_event(8)
    round_ = club.seat_round(start=False)
    laptop.log_in(club.organiser.username)
    page = laptop.open(f"/desk/{club.tournament.slug}/rounds/{round_.pk}/seats/")
    rows = page.locator(".seat-tables li[draggable]")
    rows.nth(2).drag_to(rows.nth(4))
    expect(page.locator(".seat-tables input:checked")).to_have_count(2)
    expect(page.locator("#judged .figures")).to_be_visible()
    page.get_by_role("button", name="Change places").click()
    expect(page.locator(".notice")).to_contain_text("changed places")
    assert not laptop.errors


def test_the_draw_asks_for_what_its_method_needs(laptop: Site) -> None:
    club = make_event(8)
    laptop.log_in(club.organiser.username)
    page = laptop.open(f"/desk/{club.tournament.slug}/seating/")
    expect(page.locator("[name=chart_text]")).to_be_hidden()
    page.select_option("[name=method]", "chart")
    page.select_option("[name=chart]", "own")
    page.fill("[name=chart_text]", "1 5 2 6\n3 7 4 9")
    page.fill("[name=rounds]", "1")
    page.get_by_role("button", name="Draw seats").click()
    expect(page.locator(".desk-wrong")).to_be_visible()
    expect(page.locator("[name=chart_text]")).to_be_visible()
    page.select_option("[name=method]", "swiss")
    expect(page.locator("[name=confirmed]")).to_be_visible()
    expect(page.locator("[name=rounds]")).to_have_value("1")


@pytest.mark.parametrize("path", ["quality/", "apart/", "places/", "by-hand/", ""])
def test_seating_pages_fit_a_phone(phone: Site, path: str) -> None:
    club = make_event(24)
    for _round in range(2):
        club.seat_round(start=False)
    seating_rules.give_place(SYSTEM, club.entries[0].pk, table=1, reason="accessible table")
    seating_rules.keep_apart(SYSTEM, club.tournament.pk, club.entries[0].pk, club.entries[5].pk)
    phone.log_in(club.organiser.username)
    phone.open(f"/desk/{club.tournament.slug}/seating/{path}")
    assert phone.fits()


def test_a_table_is_seated_anew_on_a_phone(phone: Site) -> None:
    club = make_event(4)
    club.seat_round()
    club.record(club.table(), win(8, 0))
    phone.log_in(club.organiser.username)
    page = phone.open(f"/desk/{club.tournament.slug}/tables/{club.table().pk}/reseat/")
    seats = list(club.table().seats.order_by("wind"))
    for seat, other in ((seats[0], seats[1]), (seats[1], seats[0])):
        page.select_option(f"[name=seat_{seat.pk}]", str(other.entry_id))
    page.fill("[name=reason]", "sat wrong")
    assert phone.fits()
    page.get_by_role("button", name="Save these seats").click()
    expect(page.locator(".notice")).to_contain_text("Table 1")
