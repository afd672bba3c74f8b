"""The clock of a round where referees and visitors look."""

import datetime as dt
import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.club import SYSTEM, ClubEvent, make_event
from tournaments.models import Round
from tournaments.services import clock, rounds
from tournaments.services.desk import desk_of
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubEvent:
    club = make_event(8, minutes=90)
    club.seat_round()
    return club


def ended(club: ClubEvent, minutes: int) -> None:
    """Let the round have begun so long ago."""
    start = timezone.now() - dt.timedelta(minutes=minutes)
    Round.objects.filter(tournament=club.tournament).update(started_at=start)


def page(client: Client, name: str, **kwargs: object) -> str:
    found = client.get(reverse(name, kwargs=kwargs), headers={"Accept-Language": "en"})
    assert found.status_code == 200
    return found.content.decode()


def phases(html: str) -> list[str]:
    return re.findall(r'class="clock (\w+)" data-clock', html)


@pytest.mark.parametrize(("minutes", "phase"), [(10, "playing"), (80, "warning"), (95, "over")])
def test_everybody_sees_the_clock(
    client: Client, club: ClubEvent, minutes: int, phase: str
) -> None:
    ended(club, minutes)
    slug = club.tournament.slug
    assert phases(page(client, "rounds", event=slug)) == [phase]
    client.force_login(club.organiser)
    assert phases(page(client, "desk-tables", event=slug)) == [phase]
    assert phases(page(client, "referee")) == [phase]


def test_a_closed_round_has_none(client: Client, club: ClubEvent) -> None:
    rounds.close_round(SYSTEM, club.table().round_id, force=True)
    assert phases(page(client, "rounds", event=club.tournament.slug)) == []


def test_a_referee_gives_a_table_more_time(client: Client, club: ClubEvent) -> None:
    table = club.table()
    address = reverse("referee-extra", kwargs={"table_id": table.pk})

    def give(minutes: object) -> HttpResponse:
        return client.post(address, {"minutes": minutes}, content_type="application/json")

    assert give(5).status_code == 403
    client.force_login(club.referee)
    before = client.get(reverse("referee-state", kwargs={"table_id": table.pk})).json()["state"]
    after = give(5).json()["state"]
    assert after["extra"] == 5
    moved = dt.datetime.fromisoformat(after["ends_at"])
    assert moved - dt.datetime.fromisoformat(before["ends_at"]) == dt.timedelta(minutes=5)
    assert [give(wrong).status_code for wrong in ("5", None, 121)] == [400, 400, 400]
    client.force_login(club.outsider)
    assert give(5).status_code == 403
    table.refresh_from_db()
    assert table.extra_minutes == 5


def test_a_table_with_extra_time_has_a_clock_of_its_own(client: Client, club: ClubEvent) -> None:
    ended(club, 92)
    clock.give_table_time(SYSTEM, club.table().pk, 5)
    client.force_login(club.referee)
    assert phases(page(client, "referee")) == ["over", "warning"]
    state = client.get(reverse("referee-state", kwargs={"table_id": club.table().pk})).json()
    other = club.table(1, 2).pk
    plain = client.get(reverse("referee-state", kwargs={"table_id": other})).json()
    ends = [dt.datetime.fromisoformat(s["state"]["ends_at"]) for s in (state, plain)]
    assert ends[0] - ends[1] == dt.timedelta(minutes=5)
    warns = dt.datetime.fromisoformat(state["state"]["warns_at"])
    assert ends[0] - warns == dt.timedelta(minutes=15)
    assert state["state"]["cut"] is True


def test_the_end_is_said_as_the_event_has_it(client: Client, club: ClubEvent) -> None:
    ended(club, 95)
    assert "is void" in page(client, "rounds", event=club.tournament.slug)
    change_tournament(SYSTEM, club.tournament.pk, time_end="finish_hand")
    assert "is finished" in page(client, "rounds", event=club.tournament.slug)


def test_the_desk_says_that_time_is_up_table_by_table(club: ClubEvent) -> None:
    ended(club, 92)
    clock.give_table_time(SYSTEM, club.table().pk, 5)

    def late() -> list[int]:
        needs = desk_of(club.tournament).needs
        return [need.values["open"] for need in needs if need.kind == "time_up"]

    assert late() == [1]
    clock.give_round_time(SYSTEM, club.table().round_id, 10)
    assert late() == []
