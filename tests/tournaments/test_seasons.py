"""Seasons of a club: who runs them, what counts, what visitors see; the archive of evenings."""

import datetime as dt
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.club import SYSTEM, ClubEvent, key, make_event, win
from tournaments.models import AuditEntry, Entry, Season, Tournament
from tournaments.services import (
    club_night,
    events,
    hands,
    jobs,
    releases,
    rounds,
    seasons,
    seating,
    tables,
)
from tournaments.services.access import Actor
from tournaments.services.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


def _played(same: ClubEvent | None = None, *, best: int = 0, **settings: Any) -> ClubEvent:
    """An event of four in which the chair ``best`` wins and the next one is second; with ``same``
    the people of another event."""
    event = make_event(0 if same else 4, **settings)
    if same is not None:
        event.entries = [
            Entry.objects.create(
                tournament=event.tournament, player=entry.player, number=entry.number
            )
            for entry in same.entries
        ]
    round_ = seating.set_round(SYSTEM, event.tournament.pk, tables=[[e.pk for e in event.entries]])
    rounds.start_round(SYSTEM, round_.pk)
    event.record(event.table(), win(24, best))
    tables.finish_table(SYSTEM, event.table().pk)
    rounds.close_round(SYSTEM, round_.pk)
    jobs.run(jobs.request_standings(event.tournament.pk).pk)
    return event


@pytest.fixture
def season() -> Season:
    event = _played()
    season = seasons.create_season(
        event.as_organiser, name="Autumn 2026", club_id=event.tournament.club_id, best_n=2
    )
    for best in (None, 1, 0):
        one = event if best is None else _played(event, best=best)
        seasons.add_event(SYSTEM, season.pk, one.tournament.pk)
    return season


def test_the_best_count_and_the_table_is_that_of_the_pure_function(season: Season) -> None:
    table = seasons.table_of(season)
    first = table.rows[0]
    assert first.person.name.endswith(".1")
    assert first.row.total == 8
    assert [cell.dropped for cell in first.cells] == [False, True, False]
    assert sum(row.row.total for row in table.rows) == sum(
        sum(row.row.counted) for row in table.rows
    )
    assert table.rows[1].reason is not None
    assert table.rows[1].reason.key == "total"


def test_a_correction_of_an_event_moves_the_season(season: Season) -> None:
    event = season.events.order_by("pk").last()
    assert event is not None
    first = seasons.table_of(season).rows[0]
    assert first.row.total == 8
    round_ = event.rounds.get()
    rounds.reopen_round(SYSTEM, round_.pk, "wrong")
    table = round_.tables.get()
    tables.reopen_table(SYSTEM, table.pk, "wrong")
    hands.amend_hand(SYSTEM, table.pk, 1, events=win(24, 3), revision=1, client_key=key())
    jobs.run(jobs.request_standings(event.pk).pk)
    moved = {found.person: found.row.total for found in seasons.table_of(season).rows}
    # First once and, with three equal others, second once: 4 and (2 + 1 + 0) / 3.
    assert moved[first.person] == 5


def test_practice_events_never_count(season: Season) -> None:
    practice = _played(practice=True)
    with pytest.raises(Invalid, match="practice"):
        seasons.add_event(SYSTEM, season.pk, practice.tournament.pk)
    event = season.events.order_by("pk").first()
    assert event is not None
    events.change_tournament(SYSTEM, event.pk, practice=True)
    assert len(seasons.table_of(season).events) == 2


def test_results_held_back_count_as_they_were_published(season: Season) -> None:
    held = _played(release="held")
    seasons.add_event(SYSTEM, season.pk, held.tournament.pk)
    shown = seasons.table_of(season)
    assert shown.events[-1].waiting
    assert all(row.cells[-1] is None for row in shown.rows)
    releases.publish(
        SYSTEM, held.tournament.pk,
        revision=Tournament.objects.get(pk=held.tournament.pk).revision,
    )  # fmt: skip
    assert not seasons.table_of(season).events[-1].waiting


def test_hidden_standings_stay_hidden(season: Season) -> None:
    event = season.events.order_by("pk").first()
    assert event is not None
    events.change_tournament(SYSTEM, event.pk, standings_public=False)
    table = seasons.table_of(season)
    assert [shown.hidden for shown in table.events] == [True, False, False]
    assert all(row.cells[0] is None for row in table.rows)


def test_who_may_do_what(season: Season) -> None:
    stranger = make_event(4)
    events_of_stranger = stranger.tournament.pk
    club = stranger.tournament.club
    assert seasons.may_run(stranger.as_organiser, club)
    assert not seasons.may_run(stranger.as_referee, club)
    with pytest.raises(NotAllowed):
        seasons.change_season(Actor.of(stranger.referee), season.pk, name="Mine")
    theirs = season.events.first()
    assert theirs is not None
    with pytest.raises(NotAllowed):
        seasons.remove_event(stranger.as_organiser, season.pk, theirs.pk)
    seasons.add_event(stranger.as_organiser, season.pk, events_of_stranger)
    assert season.events.count() == 4
    elsewhere = events.create_tournament(SYSTEM, name="Other", club_name="Another club")
    with pytest.raises(Invalid, match="another club"):
        seasons.add_event(SYSTEM, season.pk, elsewhere.pk)


def test_the_archive_closes_a_season_and_opens_it_again(season: Season) -> None:
    event = season.events.first()
    assert event is not None
    seasons.archive(SYSTEM, season.pk)
    with pytest.raises(Conflict, match="archived"):
        seasons.remove_event(SYSTEM, season.pk, event.pk)
    with pytest.raises(Invalid, match="archived"):
        seasons.add_event(SYSTEM, season.pk, event.pk)
    assert seasons.table_of(season).rows, "its table stays"
    seasons.archive(SYSTEM, season.pk, archived=False)
    seasons.remove_event(SYSTEM, season.pk, event.pk)
    acts = set(AuditEntry.objects.filter(tournament=event).values_list("act", flat=True))
    assert {"season.joined", "season.left", "season.changed"} <= acts


@pytest.mark.parametrize("places", [[1, 2], [-1], ["a"], [True], list(range(200, 0, -1)), "12"])
def test_points_by_place_are_checked(season: Season, places: Any) -> None:
    with pytest.raises(Invalid):
        seasons.change_season(SYSTEM, season.pk, places=places)


def test_the_money_of_a_season_sums_to_zero() -> None:
    season = None
    for stake in (5, 7):
        event = make_event(5, kind="club_night", stake=stake)
        season = season or seasons.create_season(
            SYSTEM, name="Nights", club_id=event.tournament.club_id
        )
        seasons.add_event(SYSTEM, season.pk, event.tournament.pk)
        ids = [entry.pk for entry in event.entries]
        table = club_night.open_table(SYSTEM, event.tournament.pk, ids[:4], sitting_out=ids[4])
        for n in range(3):
            event.record(event.table(table.round.number, table.number), win(8 + n, n))
            tables.finish_table(SYSTEM, table.pk)
            table = club_night.next_game(SYSTEM, table.pk)
    assert season is not None
    found = seasons.money_of(season)
    assert len(found.people) == 10
    assert sum(total for _person, _nights, total in found.people) == 0
    assert found.house == 0


class TestPages:
    def test_the_public_page_marks_what_is_dropped_and_says_why(
        self, client: Client, season: Season, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        address = f"/seasons/{season.slug}/"
        page = client.get(address).content.decode()
        assert "<s>" in page
        assert "dropped" in page
        assert "against" in page
        with django_assert_num_queries(4) as few:
            client.get(address)
        seasons.add_event(SYSTEM, season.pk, _played().tournament.pk)
        with django_assert_num_queries(len(few.captured_queries)):
            client.get(address)
        assert season.name in client.get("/seasons/").content.decode()
        assert client.get(f"{address}money/").status_code == 200
        assert client.get("/seasons/nowhere/").status_code == 404

    def test_the_desk_makes_one_and_lets_events_count(self, client: Client) -> None:
        event = _played()
        client.force_login(event.organiser)
        answer = client.post(
            "/desk/seasons/",
            {"name": "Spring", "club": event.tournament.club_id, "scheme": "places",
             "places": "10 7, 5"},
        )  # fmt: skip
        assert answer.status_code == 302
        season = Season.objects.get()
        assert season.places == [10, 7, 5]
        address = f"/desk/seasons/{season.slug}/"
        assert event.tournament.name in client.get(address).content.decode()
        client.post(f"{address}add/", {"event": event.tournament.slug})
        assert "10" in client.get(f"/seasons/{season.slug}/").content.decode()
        wrong = client.post(address, {"name": "", "scheme": "magic", "places": "x"})
        assert wrong.status_code == 400
        saved = {"name": "Spring", "scheme": "table_points", "best_n": "1", "places": ""}
        assert client.post(address, saved).status_code == 302
        client.post(f"{address}archive/")
        season.refresh_from_db()
        assert season.archived_at is not None
        client.post(f"{address}archive/")
        client.post(f"{address}remove/", {"event": event.tournament.slug})
        assert not season.events.exists()
        assert client.post(f"{address}add/", {"event": "nowhere"}).status_code == 404

    def test_evenings_stand_in_the_archive(
        self, client: Client, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        first = make_event(4, kind="club_night", starts_on=dt.date(2026, 3, 28))
        make_event(4, kind="club_night", standings_public=False)
        make_event(4, kind="club_night", practice=True)
        with django_assert_num_queries(3):
            page = client.get("/nights/").content.decode()
        assert page.count("/settle-up/") == 1
        assert first.tournament.name in page
        assert client.get("/nights/?club=abc&page=9").status_code == 200
