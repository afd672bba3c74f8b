"""What pages tell of a person's games and of an event: figures, pictures, files, ratings."""

import csv
import datetime as dt
import io
import re
from typing import Any

import pytest
from django.utils import timezone

from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tests.web.reading import count, get, play, text
from tournaments.models import Job, RatingBook, RatingChange
from tournaments.services import (
    adjustments,
    event_figures,
    jobs,
    penalties,
    ratings,
    releases,
    rounds,
    seasons,
    seating,
    standings,
    tables,
)
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    return play(make_event(8))


def finish(event: ClubEvent, round_number: int = 1) -> None:
    """Close a round with every table."""
    for number in range(1, len(event.entries) // 4 + 1):
        if not event.table(round_number, number).hands.exists():
            event.record(event.table(round_number, number), DRAW)
        tables.finish_table(event.as_referee, event.table(round_number, number).pk)
    rounds.close_round(SYSTEM, event.table(round_number).round_id)


def person(event: ClubEvent, number: int = 1) -> int:
    return event.entries[number - 1].player_id


class TestPerson:
    def test_figures_are_exact_and_rounded_for_show_only(self, event: ClubEvent) -> None:
        """Round 1: 8 fan on a discard and a drawn hand; round 2: another's 10 + 1 on a discard."""
        page = text(get("person", event, number=1))
        assert "played 3 · 2 tables" in page
        assert "won 1 · 33.3%" in page
        assert "paid as the discarder 0 · 0.0%" in page
        assert "points for a hand won 32.0" in page
        assert "points for a hand dealt in –" in page

    def test_pictures_tell_what_they_show(self, event: ClubEvent) -> None:
        page = get("person", event, number=1).content.decode()
        assert re.search(
            r'<svg class="chart"[^>]*role="img"><title>[^<]+</title><desc>A line', page
        )
        assert "over 3 steps; lowest +0, highest +32." in page
        assert page.count("As a table") >= 2

    def test_a_penalty_is_counted_once(self, event: ClubEvent) -> None:
        """−20 for round 2: once in the curve, the sum, the file, and nowhere in round 1."""
        penalties.give_penalty(
            event.as_organiser,
            event.tournament.pk,
            entry_id=event.entries[0].pk,
            scope="session",
            mode="deduct",
            points=20,
            reason="late",
            round_number=2,
        )
        count(event)
        page = text(get("person", event, number=1))
        assert "R1 +32 +32 R2 −28 +4" in page
        lines = _csv(get("person-hands", event, number=1).content)
        assert [(line["Hand"], line["Points"]) for line in lines] == [
            ("1", "32"),
            ("2", "0"),
            ("1", "-8"),
            ("", "-20"),
        ]
        assert lines[-1]["Sum"] == "4"

    def test_nothing_is_told_while_results_are_held_back(self, event: ClubEvent) -> None:
        change_tournament(SYSTEM, event.tournament.pk, release="held")
        assert "points for a hand won" not in text(get("person", event, number=1))
        assert get("person-hands", event, number=1).status_code == 403
        assert get("highlights", event).status_code == 403
        assert "points for a hand won" not in text(get("player", player_id=person(event)))
        assert "points for a hand won" in text(get("person", event, event.referee, number=1))


class TestOverAllEvents:
    def test_sums_up_the_events_of_a_person(self, event: ClubEvent) -> None:
        other = make_event(4)
        other.entries[0].player = event.entries[0].player
        other.entries[0].save()
        other.seat_round()
        other.record(other.table(), win(24, 0), DRAW)
        finish(other)
        page = text(get("player", player_id=person(event)))
        assert "2 events" in page
        assert "played 5 · 3 tables" in page
        assert "won 2 · 40.0%" in page
        assert other.tournament.name in page
        lines = _csv(get("player-hands", player_id=person(event)).content)
        assert len(lines) == 5
        assert lines[-1]["Sum"] == str(32 - 8 + 96)

    def test_practice_is_left_out(self, event: ClubEvent) -> None:
        event.tournament.practice = True
        event.tournament.save()
        assert get("player", player_id=person(event)).status_code == 404
        assert get("player-hands", player_id=person(event)).status_code == 404

    def test_the_day_is_the_club_s(self, event: ClubEvent) -> None:
        """A hand of 00:10 in Shanghai is of that day, though UTC has the day before."""
        hand = event.table().hands.first()
        assert hand is not None
        moment = dt.datetime(2026, 3, 28, 16, 10, tzinfo=dt.UTC)
        type(hand).objects.filter(pk=hand.pk).update(created_at=moment)
        with timezone.override("Europe/Berlin"):
            lines = _csv(get("person-hands", event, number=1).content)
        assert lines[0]["Date"] == "2026-03-29"


def _csv(content: bytes) -> list[dict[str, str]]:
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


class TestHighlights:
    def test_tells_the_best(self, event: ClubEvent) -> None:
        page = text(get("highlights", event))
        assert "24 fan Player" in page
        assert "Highest game" in page
        assert "Most self-draws" in page
        assert "Who dealt to whom" in page
        assert "Nobody has met the same person twice." not in page
        content = get("highlights", event).content.decode()
        assert content.count('role="img"><title>') >= 4
        assert content.count("<details") >= 4

    def test_an_event_that_has_not_begun(self) -> None:
        assert "Nothing is played yet" in text(get("highlights", make_event(4)))

    def test_a_game_without_fan(self) -> None:
        made = make_event(4, ruleset="sichuan_xuezhan")
        made.seat_round()
        assert "Nothing is played yet" in text(get("highlights", made))

    def test_a_large_event_is_counted_by_a_job(
        self, event: ClubEvent, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(event_figures, "AT_ONCE", 1)
        assert "being counted" in text(get("highlights", event))
        job = Job.objects.get(kind=Job.Kind.FIGURES)
        jobs.run(job.pk)
        by_job = text(get("highlights", event))
        assert "24 fan" in by_job
        monkeypatch.setattr(event_figures, "AT_ONCE", 1000)
        assert text(get("highlights", event)) == by_job
        # An act makes them stale: they are shown with their moment, and asked for again.
        monkeypatch.setattr(event_figures, "AT_ONCE", 1)
        event.record(event.table(2), DRAW)
        assert "newer hands are being counted" in text(get("highlights", event))


class TestNeeds:
    def test_before_the_last_round(self, event: ClubEvent) -> None:
        change_tournament(SYSTEM, event.tournament.pk, planned_rounds=3)
        assert "More than one round" in text(get("needs", event, number=1))
        finish(event, 2)
        count(event)
        page = text(get("needs", event, number=1, query="?rank=8"))
        assert "To be ranked 8 or better after round 3" in page
        assert page.count("✓ certain") == 10
        # The seats of the last round are not public: a referee knows them.
        assert "seats are not known" in page
        assert "seats are not known" not in text(get("needs", event, event.referee, number=1))

    def test_held_corrections_are_not_told_by_the_answer_of_a_referee(
        self, event: ClubEvent
    ) -> None:
        """Answers are kept, and what a referee sees is not what was published."""
        pk = event.tournament.pk
        finish(event, 2)
        change_tournament(SYSTEM, pk, planned_rounds=3, release="held")
        event.tournament.refresh_from_db()
        releases.publish(SYSTEM, pk, revision=event.tournament.revision)
        adjustments.give_adjustment(
            SYSTEM, pk, entry_id=event.entries[0].pk, table_points=40, reason="appeal"
        )
        seating.publish_seats(SYSTEM, event.table(3).round_id)
        asked = {"number": 1, "query": "?rank=1"}
        assert text(get("needs", event, event.referee, **asked)).count("✓ certain") == 10
        page = text(get("needs", event, **asked))
        assert "To be ranked 1 or better" in page
        assert "✓ certain" not in page

    def test_says_why_not(self, event: ClubEvent) -> None:
        assert "Nothing is played yet" in text(get("needs", make_event(4), number=1))

    @pytest.mark.parametrize("query", ["?rank=x", "?rank=0", "?rank=-1", "?rank=99999", "?rank=٣"])
    def test_no_number_is_the_own_rank(self, event: ClubEvent, query: str) -> None:
        finish(event, 2)
        change_tournament(SYSTEM, event.tournament.pk, planned_rounds=3)
        assert get("needs", event, number=1, query=query).status_code == 200


class TestRatings:
    def test_counted_once_a_round_is_closed(self, event: ClubEvent) -> None:
        assert _run_ratings() == 1
        changes = RatingChange.objects.filter(tournament=event.tournament)
        assert changes.count() == 8
        assert all(change.games == 1 for change in changes)
        page = text(get("ratings", club_id=event.tournament.club_id))
        assert event.entries[0].player.name in page
        # Hands of the running round ask for nothing.
        event.record(event.table(2), win(30, 0))
        count(event)
        assert _run_ratings() == 0

    def test_shared_places_are_equal(self, event: ClubEvent) -> None:
        """Third and fourth of the first table share: they move alike."""
        _run_ratings()
        third, fourth = (
            RatingChange.objects.get(player_id=person(event, number)) for number in (3, 4)
        )
        assert third.mean == pytest.approx(fourth.mean)

    def test_a_correction_rebuilds_them(self, event: ClubEvent) -> None:
        """The winner of a closed round turns out to be another: everybody's rating follows, and
        the same counted anew from nothing is the same."""
        _run_ratings()
        before = _all()
        round_ = event.table().round_id
        rounds.reopen_round(SYSTEM, round_, "wrong winner")
        tables.reopen_table(SYSTEM, event.table().pk, "wrong winner")
        event.record(event.table(), win(40, 3))
        tables.finish_table(SYSTEM, event.table().pk)
        rounds.close_round(SYSTEM, round_)
        count(event)
        assert _run_ratings() >= 1
        after = _all()
        assert after != before
        RatingBook.objects.all().delete()
        ratings.rebuild_club(event.tournament.club)
        assert _all() == after
        ratings.rebuild_club(event.tournament.club)
        assert _all() == after

    @pytest.mark.parametrize("setting", [{"practice": True}, {"standings_public": False}])
    def test_what_is_not_public_does_not_count(
        self, event: ClubEvent, setting: dict[str, Any]
    ) -> None:
        for field, value in setting.items():
            setattr(event.tournament, field, value)
        event.tournament.save()
        assert ratings.rebuild_club(event.tournament.club) == 0
        page = text(get("ratings", club_id=event.tournament.club_id))
        assert "No published results" in page

    def test_held_results_count_from_their_release_on(self, event: ClubEvent) -> None:
        change_tournament(SYSTEM, event.tournament.pk, release="held")
        assert ratings.rebuild_club(event.tournament.club) == 0
        event.tournament.refresh_from_db()
        releases.publish(SYSTEM, event.tournament.pk, revision=event.tournament.revision)
        assert ratings.rebuild_club(event.tournament.club) == 8

    def test_why_it_changed(self, event: ClubEvent) -> None:
        _run_ratings()
        club = event.tournament.club_id
        page = text(get("rating-of", club_id=club, player_id=person(event)))
        assert "Round 1, table 1 1 +" in page
        found = ratings.history_of(person(event))
        assert found[0].delta == sum(step.delta for step in found[0].steps)
        assert get("rating-of", club_id=club, player_id=10**6).status_code == 404

    @pytest.mark.parametrize("sort", ["name", "-name", "games", "change", "ema", "-rating", "x"])
    def test_sorted_by_a_column(self, event: ClubEvent, sort: str) -> None:
        _run_ratings()
        club = event.tournament.club_id
        response = get("ratings", club_id=club, query=f"?sort={sort}")
        assert response.status_code == 200
        assert 'aria-sort="' in response.content.decode()


def _run_ratings() -> int:
    found = list(Job.objects.filter(kind=Job.Kind.RATINGS, status=Job.Status.QUEUED))
    for job in found:
        jobs.run(job.pk)
    return len(found)


def _all() -> list[tuple[Any, ...]]:
    return list(
        RatingChange.objects.order_by("tournament_id", "player_id").values_list(
            "tournament_id", "player_id", "number", "mean", "deviation", "steps"
        )
    )


@pytest.mark.parametrize(
    ("name", "queries"),
    [
        ("highlights", 15),
        ("needs", 13),
        ("player", 10),
        ("player-hands", 9),
        ("ratings", 3),
        ("rating-of", 3),
    ],
)
def test_a_page_asks_as_often_for_many_as_for_few(
    name: str, queries: int, django_assert_num_queries: Any
) -> None:
    for players in (4, 16):
        made = play(make_event(players, club_name=f"Club of {players}"))
        _run_ratings()
        change_tournament(SYSTEM, made.tournament.pk, planned_rounds=2)
        count(made)
        _run_ratings()
        kwargs: dict[str, Any] = {
            "player": {"player_id": person(made)},
            "player-hands": {"player_id": person(made)},
            "ratings": {"club_id": made.tournament.club_id},
            "rating-of": {"club_id": made.tournament.club_id, "player_id": person(made)},
            "needs": {"number": 1},
        }.get(name, {})
        with django_assert_num_queries(queries):
            get(name, made if name in ("highlights", "needs") else None, **kwargs)


@pytest.mark.parametrize(("name", "queries"), [("seasons", 1), ("season", 4), ("season-money", 2)])
def test_seasons_ask_as_often_for_many(
    name: str, queries: int, django_assert_num_queries: Any
) -> None:
    for players in (4, 16):
        made = play(make_event(players, club_name=f"Club of {players}"))
        club = made.tournament.club_id
        season = [seasons.create_season(SYSTEM, name=f"S{n}", club_id=club) for n in range(players)]
        seasons.add_event(SYSTEM, season[0].pk, made.tournament.pk)
        kwargs = {} if name == "seasons" else {"season": season[0].slug}
        with django_assert_num_queries(queries):
            get(name, **kwargs)


class TestLeaderboardLink:
    """A row leads to what its player needs while the last round is the next, or plays."""

    @pytest.mark.parametrize(("rounds_planned", "linked"), [(0, 0), (2, 8), (3, 0), (4, 0)])
    def test_only_before_the_last_round(
        self, event: ClubEvent, rounds_planned: int, linked: int
    ) -> None:
        change_tournament(SYSTEM, event.tournament.pk, planned_rounds=rounds_planned)
        count(event)
        page = get("standings", event).content.decode()
        assert page.count('class="needs-link"') == linked


def test_current_standings_are_left_alone(event: ClubEvent) -> None:
    """Reading pages writes nothing but the request for figures."""
    before = standings.current(event.tournament)
    get("highlights", event)
    get("needs", event, number=1)
    get("player", player_id=person(event))
    assert standings.current(event.tournament) == before
