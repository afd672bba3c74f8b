"""Pages of the desk for stages and for publishing results."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.models import Release, Round, Stage
from tournaments.services import hands, rounds, standings, tables
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db


def play_round(club: ClubEvent, number: int = 1) -> None:
    """A closed round: the first of each table wins, the other three are equal behind."""
    club.seat_round()
    for table in table_numbers(club, number):
        club.record(club.table(number, table), win(8, 0))
        tables.finish_table(SYSTEM, club.table(number, table).pk)
    rounds.close_round(SYSTEM, club.table(number).round_id)
    club.tournament.refresh_from_db()


def table_numbers(club: ClubEvent, number: int) -> range:
    return range(1, len(club.entries) // 4 + 1)


@pytest.fixture
def club() -> ClubEvent:
    club = make_event(8)
    play_round(club)
    return club


@pytest.fixture
def desk(client: Client, club: ClubEvent) -> Client:
    client.force_login(club.organiser)
    return client


def at(club: ClubEvent, name: str, **kwargs: object) -> str:
    return reverse(name, kwargs={"event": club.tournament.slug, **kwargs})


def text(response: HttpResponse) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


class TestStages:
    def add(self, desk: Client, club: ClubEvent, **typed: Any) -> Any:
        return desk.post(at(club, "desk-stage-new"), {"carry": "all", "for_teams": "on", **typed})

    def test_everybody_plays_on(self, desk: Client, club: ClubEvent) -> None:
        made = self.add(desk, club, name="Second", carry="fraction", numerator="2", denominator="3")
        assert made.status_code == 302
        stage = Stage.objects.get(number=2)
        assert (stage.carry, stage.numerator, stage.denominator) == ("fraction", 2, 3)
        assert (stage.cut_size, stage.round_tp, stage.round_gp) == (None, "", "half_away")
        page = desk.get(at(club, "desk-stages"), headers={"Accept-Language": "en"})
        assert "Second" in text(page)
        assert page.context["waits"]

    def test_a_cut_is_shown_before_it_is_written(self, desk: Client, club: ClubEvent) -> None:
        shown = self.add(desk, club, name="Final", cut_size="2")
        assert shown.status_code == 200
        assert [row.number for row in shown.context["cut"].inside] == [1, 5]
        assert Stage.objects.count() == 1
        made = self.add(desk, club, name="Final", cut_size="2", seen=shown.context["seen"])
        assert made.status_code == 302
        members = Stage.objects.get(number=2).members
        assert sorted(members.values_list("entry__number", flat=True)) == [1, 5]

    def test_another_size_or_newer_facts_are_shown_again(
        self, desk: Client, club: ClubEvent
    ) -> None:
        seen = self.add(desk, club, cut_size="2").context["seen"]
        assert self.add(desk, club, cut_size="1", seen=seen).status_code == 200
        change_tournament(SYSTEM, club.tournament.pk, venue="Hall 2")
        assert self.add(desk, club, cut_size="2", seen=seen).status_code == 200
        assert Stage.objects.count() == 1

    def test_a_tie_at_the_line_is_decided_by_the_organiser(
        self, desk: Client, club: ClubEvent
    ) -> None:
        shown = self.add(desk, club, cut_size="4")
        seen = shown.context["seen"]
        assert [row.number for row in shown.context["cut"].tied] == [2, 3, 4, 6, 7, 8]
        assert not shown.context["form"].errors
        refused = self.add(desk, club, cut_size="4", seen=seen)
        assert refused.status_code == 400
        assert set(refused.context["form"].errors) == {"chosen", "cut_reason"}
        chosen = [str(club.entries[i].pk) for i in (1, 7)]
        made = self.add(desk, club, cut_size="4", seen=seen, chosen=chosen, cut_reason="drew lots")
        assert made.status_code == 302
        stage = Stage.objects.get(number=2)
        decided = stage.members.filter(decided=True).order_by("entry__number")
        assert [m.entry.number for m in decided] == [2, 8]
        page = text(desk.get(at(club, "desk-stages"), headers={"Accept-Language": "en"}))
        assert "drew lots" in page
        assert page.count("tie decided") == 2

    def test_a_cut_that_is_not_possible_says_why(self, desk: Client, club: ClubEvent) -> None:
        for size in ("9", "99999"):
            assert self.add(desk, club, cut_size=size).context["cut"].problem
        club.seat_round()
        assert self.add(desk, club, cut_size="2").context["cut"].problem
        assert set(self.add(desk, club, cut_size="x").context["form"].errors) == {"cut_size"}

    def test_changed_and_taken_back(self, desk: Client, club: ClubEvent) -> None:
        self.add(desk, club, name="Final")
        stage = Stage.objects.get(number=2)
        change = at(club, "desk-stage", stage_id=stage.pk)
        more = {"carry": "fraction", "numerator": "3", "denominator": "2"}
        refused = desk.post(change, more)
        assert set(refused.context["form"].errors) == {"numerator"}
        assert desk.post(change, {"name": "Finals", "carry": "none"}).status_code == 302
        stage.refresh_from_db()
        assert (stage.name, stage.carry, stage.for_teams) == ("Finals", "none", False)
        assert desk.post(at(club, "desk-stage-remove", stage_id=stage.pk)).status_code == 302
        assert Stage.objects.count() == 1
        first = Stage.objects.get().pk
        assert desk.post(at(club, "desk-stage-remove", stage_id=first)).status_code == 409


class TestResults:
    @pytest.fixture
    def held(self, club: ClubEvent) -> ClubEvent:
        change_tournament(SYSTEM, club.tournament.pk, release="held")
        club.tournament.refresh_from_db()
        return club

    def publish(self, desk: Client, club: ClubEvent, **typed: Any) -> Any:
        club.tournament.refresh_from_db()
        revision = club.tournament.revision
        return desk.post(at(club, "desk-results"), {"revision": revision, **typed})

    def correct(self, club: ClubEvent) -> None:
        rounds.reopen_round(SYSTEM, club.table().round_id, "wrong winner")
        tables.reopen_table(SYSTEM, club.table().pk, "wrong winner")
        hands.amend_hand(
            SYSTEM, club.table().pk, 1, events=win(24, 1), revision=1,
            client_key="correction-2", reason="wrong winner",
        )  # fmt: skip

    def test_published_and_listed(self, desk: Client, held: ClubEvent) -> None:
        assert self.publish(desk, held).status_code == 302
        release = Release.objects.get()
        assert (release.after_round, release.published_by) == (1, held.organiser.username)
        page = desk.get(at(held, "desk-results"))
        assert not page.context["report"].difference
        assert [r.number for r in page.context["history"]] == [1]

    def test_the_difference_is_shown_and_a_correction_needs_a_note(
        self, desk: Client, held: ClubEvent
    ) -> None:
        self.publish(desk, held)
        self.correct(held)
        page = desk.get(at(held, "desk-results"), headers={"Accept-Language": "en"})
        said = text(page)
        names = [held.entries[i].player.name for i in (0, 1)]
        for name in names:
            assert name in said
        assert "4 (+48) → 1 (−32)" in said
        assert "already are others now: round 1" in said
        refused = self.publish(desk, held)
        assert set(refused.context["form"].errors) == {"note"}
        assert self.publish(desk, held, note="hand 1: another winner").status_code == 302
        assert "hand 1: another winner" in text(desk.get(at(held, "desk-results")))
        public = Client(headers={"Accept-Language": "en"}).get(at(held, "standings"))
        assert "corrected at" in text(public)

    def test_only_what_was_looked_at_is_published(self, desk: Client, held: ClubEvent) -> None:
        old = held.tournament.revision
        change_tournament(SYSTEM, held.tournament.pk, venue="Hall 2")
        held.tournament.refresh_from_db()
        refused = desk.post(at(held, "desk-results"), {"revision": old})
        assert refused.status_code == 409
        # The page that refuses shows what is so now, and its button publishes that.
        assert refused.context["form"]["revision"].value() == held.tournament.revision
        assert not Release.objects.exists()

    def test_seats_drawn_from_old_places_are_named(self, desk: Client, held: ClubEvent) -> None:
        order = [row.number for row in standings.compute_now(held.tournament).rows]
        held.seat_round(start=False)
        swapped = [order[1], order[0], *order[2:]]
        Round.objects.filter(number=2).update(drawn_from={"revision": 1, "order": swapped})
        (found,) = desk.get(at(held, "desk-results")).context["old_seats"]
        assert found.round.number == 2
        assert [(row.number, used, now) for row, used, now in found.moved] == [
            (order[1], 1, 2),
            (order[0], 2, 1),
        ]

    def test_the_results_of_a_round_are_confirmed(self, desk: Client, club: ClubEvent) -> None:
        round_ = club.table().round
        (appeal,) = desk.get(at(club, "desk-results")).context["appeals"]
        assert appeal.until is not None
        address = at(club, "desk-confirm-results", round_id=round_.pk)
        assert desk.post(address).status_code == 302
        (appeal,) = desk.get(at(club, "desk-results")).context["appeals"]
        assert (appeal.until, appeal.round.confirmed_at is not None) == (None, True)

    def test_live_results_have_no_button_that_publishes(
        self, desk: Client, club: ClubEvent
    ) -> None:
        page = desk.get(at(club, "desk-results")).content.decode()
        assert 'name="revision"' not in page


@pytest.mark.parametrize(("name", "queries"), [("desk-stages", 7), ("desk-results", 19)])
def test_a_fixed_number_of_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, name: str, queries: int
) -> None:
    for players in (8, 24):
        club = make_event(players)
        play_round(club)
        client.force_login(club.organiser)
        client.post(at(club, "desk-stage-new"), {"carry": "all"})
        with django_assert_num_queries(queries):
            client.get(at(club, name))


def test_the_log_says_what_was_decided_in_words(client: Client) -> None:
    club = make_event(8)
    play_round(club)
    client.force_login(club.organiser)
    change_tournament(
        SYSTEM, club.tournament.pk, order_keys=["lot"], bye_points=6300, release="held"
    )
    client.post(at(club, "desk-lots"))
    posted = {"carry": "none", "cut_size": "2", "name": "Final"}
    seen = client.post(at(club, "desk-stage-new"), posted).context["seen"]
    client.post(at(club, "desk-stage-new"), {**posted, "seen": seen})
    club.tournament.refresh_from_db()
    client.post(at(club, "desk-results"), {"revision": club.tournament.revision})
    page = text(client.get(at(club, "desk-log"), headers={"Accept-Language": "en"}))
    for words in (
        "order of keys: Table points → Game points →",
        "table points of a bye: — → 2½",
        "results are shown: as they come → when the organiser publishes them",
        "carried: nothing",
        "results published release 1",
        "stage added stage 2",
    ):
        assert words in page
