"""Seats, standings and results are shown each by its own switch: every combination, as a visitor
meets it and as the organiser is told."""

import itertools
import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.web.reading import text
from tournaments.models import Tournament
from tournaments.services import jobs, releases, rounds, seating, standings, tables
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db

LIVE, HELD, PUBLISHED = "live", "held", "published"
STATES = list(itertools.product([False, True], [False, True], [LIVE, HELD, PUBLISHED]))


def play(event: ClubEvent, number: int, fan: int) -> None:
    """Play a round with one hand, won by the first player of the table."""
    round_ = event.seat_round()
    table = event.table(number)
    event.record(table, win(fan, 0, 2))
    tables.finish_table(SYSTEM, table.pk)
    tables.confirm_table(SYSTEM, table.pk)
    rounds.close_round(SYSTEM, round_.pk)


def event_in(seats: bool, shown: bool, results: str) -> ClubEvent:
    """Return an event whose first round was played, with what is published said by the flags; after
    that a second round was played, and a third has seats."""
    event = make_event(4)
    pk = event.tournament.pk
    play(event, 1, 11)
    mode = "live" if results == LIVE else "held"
    change_tournament(SYSTEM, pk, standings_public=shown, release=mode)
    if results == PUBLISHED:
        revision = Tournament.objects.get(pk=pk).revision
        releases.publish(SYSTEM, pk, revision=revision)
    play(event, 2, 31)
    third = event.seat_round(start=False)
    seating.publish_seats(SYSTEM, third.pk, public=seats)
    jobs.run(standings.request(pk).pk)
    return event


def round_shown(page: HttpResponse) -> int | None:
    """Return the round after which the standings of a page are; None: it shows none."""
    found = re.search(r"After round (\d+)", text(page))
    return int(found[1]) if found else None


@pytest.mark.parametrize(("seats", "shown", "results"), STATES)
def test_every_combination_for_visitors_and_organiser(
    seats: bool, shown: bool, results: str
) -> None:
    event = event_in(seats, shown, results)
    slug = event.tournament.slug
    visitor = Client(headers={"Accept-Language": "en"})

    # Seats: nothing but their own switch counts.
    third = event.tournament.rounds.get(number=3)
    page = visitor.get(reverse("rounds", args=[slug]))
    assert page.status_code == 200
    names = text(page).count(event.entries[0].player.name)
    assert names == (3 if seats else 2), "the seats of the third round"
    assert third.seats_public is seats

    # Standings: open or not by their switch; what stands in them by how results are shown.
    page = visitor.get(reverse("standings", args=[slug]))
    assert (page.status_code == 200) is shown
    if shown:
        assert round_shown(page) == {LIVE: 2, HELD: None, PUBLISHED: 1}[results]

    # Hands: shown where standings are, but not while results are held back, whatever is published.
    page = visitor.get(reverse("table", args=[slug, 2, 1]))
    assert (page.status_code == 200) is (shown and results == LIVE)

    # A referee sees everything in every combination.
    referee = Client(headers={"Accept-Language": "en"})
    referee.force_login(event.referee)
    for address in (
        reverse("rounds", args=[slug]),
        reverse("standings", args=[slug]),
        reverse("table", args=[slug, 2, 1]),
    ):
        assert referee.get(address).status_code == 200
    assert round_shown(referee.get(reverse("standings", args=[slug]))) == 2

    # And the organiser is told plainly.
    desk = Client(headers={"Accept-Language": "en"})
    desk.force_login(event.organiser)
    told = text(desk.get(reverse("desk-results", args=[slug])))
    assert f"round 3: {'shown' if seats else 'hidden'}" in told
    words = {LIVE: "shown as results come", HELD: "held back: nothing is published yet",
             PUBLISHED: "frozen at release 1, after round 1"}[results]  # fmt: skip
    assert (words if shown else "hidden from everybody but referees") in told


def test_switching_one_moves_no_other() -> None:
    event = event_in(True, True, PUBLISHED)
    pk, slug = event.tournament.pk, event.tournament.slug
    visitor = Client(headers={"Accept-Language": "en"})

    def seen() -> tuple[int, int | None, bool]:
        board = visitor.get(reverse("standings", args=[slug]))
        return (
            text(visitor.get(reverse("rounds", args=[slug]))).count(event.entries[0].player.name),
            round_shown(board) if board.status_code == 200 else None,
            visitor.get(reverse("table", args=[slug, 2, 1])).status_code == 200,
        )

    first = seen()
    change_tournament(SYSTEM, pk, standings_public=False)
    assert seen() == (first[0], None, first[2])
    change_tournament(SYSTEM, pk, standings_public=True)
    seating.publish_seats(SYSTEM, event.tournament.rounds.get(number=3).pk, public=False)
    assert seen() == (first[0] - 1, first[1], first[2])
    revision = Tournament.objects.get(pk=pk).revision
    releases.publish(SYSTEM, pk, revision=revision)
    assert seen() == (first[0] - 1, 2, first[2])


def test_a_visitor_is_told_that_results_are_not_shown() -> None:
    event = event_in(True, True, HELD)
    slug = event.tournament.slug
    visitor = Client(headers={"Accept-Language": "en"})
    board = text(visitor.get(reverse("standings", args=[slug])))
    assert "nothing is published yet" in board
    assert "The first hand that is saved shows here" not in board
    held = visitor.get(reverse("highlights", args=[slug]))
    assert held.status_code == 403
    assert "The organiser publishes the results of this event" in held.content.decode()
    change_tournament(SYSTEM, event.tournament.pk, standings_public=False)
    for user in (None, event.outsider):
        if user is not None:
            visitor.force_login(user)
        hidden = visitor.get(reverse("standings", args=[slug]))
        assert hidden.status_code == 403
        assert "does not show the results of this event now" in hidden.content.decode()
        assert reverse("rounds", args=[slug]) in hidden.content.decode()


def test_a_round_is_open_to_appeals_for_its_own_time() -> None:
    event = event_in(True, True, LIVE)
    desk = Client(headers={"Accept-Language": "en"})
    desk.force_login(event.organiser)
    page = text(desk.get(reverse("desk-results", args=[event.tournament.slug])))
    assert page.count("open to appeals until") == 2
    assert "appeals ended" not in page
