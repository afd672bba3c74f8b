"""Registering players at the desk."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.club import ClubEvent, make_event
from tournaments.models import Entry, Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubEvent:
    return make_event(4)


@pytest.fixture
def desk(client: Client, club: ClubEvent) -> Client:
    client.force_login(club.organiser)
    return client


def at(club: ClubEvent, name: str, **kwargs: object) -> str:
    return reverse(name, kwargs={"event": club.tournament.slug, **kwargs})


def test_one_player_gets_the_next_number(desk: Client, club: ClubEvent) -> None:
    response = desk.post(
        at(club, "desk-people"), {"name": "  王　小明 ", "club_name": "Other club"}
    )
    assert response.status_code == 302
    entry = club.tournament.entries.get(number=5)
    assert (entry.player.name, str(entry.player.club)) == ("王 小明", "Other club")


def test_a_number_given_twice_is_refused_at_its_field(desk: Client, club: ClubEvent) -> None:
    response = desk.post(at(club, "desk-people"), {"name": "Demo Late", "number": "2"})
    assert response.status_code == 400
    assert set(response.context["form"].errors) == {"number"}
    assert club.tournament.entries.count() == 4


def test_a_pasted_list_is_registered_whole(desk: Client, club: ClubEvent) -> None:
    text = "欧阳甲,东社,红队\n\n𠮷田乙，东社，红队\r\n张丙\t西社\n李丁\n"
    response = desk.post(at(club, "desk-paste"), {"players": text})
    assert response.status_code == 302
    rows = list(
        club.tournament.entries.filter(number__gt=4).values_list(
            "number", "player__name", "player__club__name", "team__name"
        )
    )
    assert rows == [
        (5, "欧阳甲", "东社", "红队"),
        (6, "𠮷田乙", "东社", "红队"),
        (7, "张丙", "西社", None),
        (8, "李丁", None, None),
    ]


def test_problems_of_a_list_name_their_lines_and_save_nothing(
    desk: Client, club: ClubEvent
) -> None:
    text = "甲一,东社\n\n,西社\n甲一,东社\n乙二"
    response = desk.post(at(club, "desk-paste"), {"players": text})
    assert response.status_code == 400
    errors = response.context["form"].non_field_errors()
    assert len(errors) == 2
    assert errors[0].startswith("Line 3: ")
    assert errors[1].startswith("Line 4: 甲一")
    assert club.tournament.entries.count() == 4
    assert not Player.objects.filter(name__in=["甲一", "乙二"]).exists()
    # What was pasted is still there to be put right.
    assert response.context["form"]["players"].value() == text


def test_a_line_of_too_many_parts_is_named(desk: Client, club: ClubEvent) -> None:
    response = desk.post(at(club, "desk-paste"), {"players": "甲\n乙,社,队,多\n,社"})
    assert response.status_code == 400
    errors = response.context["form"]["players"].errors
    assert [error[:7] for error in errors] == ["Line 2 ", "Line 3:"]


def test_an_empty_list_is_refused(desk: Client, club: ClubEvent) -> None:
    response = desk.post(at(club, "desk-paste"), {"players": " \n \n"})
    assert response.status_code == 400
    assert response.context["form"]["players"].errors


def test_a_registration_is_put_right(desk: Client, club: ClubEvent) -> None:
    entry = club.entries[0]
    response = desk.post(
        at(club, "desk-entry", entry_id=entry.pk),
        {"name": "Demo Right", "club_name": "", "team_name": "Blue", "number": "40",
         "status": "substitute"},
    )  # fmt: skip
    assert response.status_code == 302
    entry.refresh_from_db()
    assert (entry.player.name, entry.number, str(entry.team)) == ("Demo Right", 40, "Blue")
    assert entry.status == Entry.Status.SUBSTITUTE


def test_who_has_no_seat_can_be_taken_off(desk: Client, club: ClubEvent) -> None:
    entry = club.entries[3]
    assert desk.get(at(club, "desk-entry-remove", entry_id=entry.pk)).status_code == 200
    assert Entry.objects.filter(pk=entry.pk).exists()
    assert desk.post(at(club, "desk-entry-remove", entry_id=entry.pk)).status_code == 302
    assert not Entry.objects.filter(pk=entry.pk).exists()


def test_who_has_a_seat_stays(desk: Client, club: ClubEvent) -> None:
    club.seat_round()
    entry = club.entries[3]
    page = desk.get(at(club, "desk-entry", entry_id=entry.pk))
    assert not page.context["removable"]
    response = desk.post(at(club, "desk-entry-remove", entry_id=entry.pk))
    assert response.status_code == 400
    assert entry.player.name in str(response.context["form"].non_field_errors())
    assert Entry.objects.filter(pk=entry.pk).exists()


def test_the_search_finds_names_clubs_teams_and_numbers(desk: Client, club: ClubEvent) -> None:
    def found(wanted: str) -> list[int]:
        page = desk.get(at(club, "desk-people-rows"), {"q": wanted})
        return [entry.number for entry in page.context["entries"]]

    name = club.entries[1].player.name
    assert found(name) == [2]
    assert found("3") == [3]
    assert found("team 1") == [1, 2, 3, 4]
    assert found("nobody") == []


def test_the_list_takes_a_fixed_number_of_queries(
    desk: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (4, 40):
        club = make_event(players)
        desk.force_login(club.organiser)
        with django_assert_num_queries(5):
            desk.get(at(club, "desk-people"))
