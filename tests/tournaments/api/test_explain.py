"""Why somebody stands where they stand, through the API."""

from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.models import Tournament
from tournaments.services import adjustments, jobs, standings
from tournaments.services.events import change_tournament


@pytest.fixture
def event(db: None) -> ClubEvent:
    made = make_event(8)
    made.seat_round()
    made.record(made.table(), win(10, 0, 2))
    adjustments.give_adjustment(
        SYSTEM, made.tournament.pk, entry_id=made.entries[0].pk, table_points=-1, reason="appeal"
    )
    jobs.run(standings.request(made.tournament.pk).pk)
    return made


def ask(event: ClubEvent, name: str, query: dict[str, Any] | None = None, **kwargs: Any) -> Any:
    where = reverse(name, kwargs={"event": event.tournament.slug, **kwargs})
    return APIClient().get(where, query or {}, headers={"Accept-Language": "en"})


def test_one_entry_and_what_its_totals_are_made_of(event: ClubEvent) -> None:
    answer = ask(event, "api-standing", number=1).json()
    assert answer["revision"] == Tournament.objects.get(pk=event.tournament.pk).revision
    assert (answer["row"]["table_points"], answer["row"]["game_points"]) == ("3", 34)
    assert answer["row"]["adjusted"] == {"table_points": "-1", "game_points": 0}
    assert [(p["round"], p["table_points"], p["counted"]) for p in answer["parts"]] == [
        (1, "4", True),
        (None, "-1", True),
    ]


def test_rounds_that_do_not_count_are_marked(event: ClubEvent) -> None:
    event.seat_round()
    event.record(event.table(2), win(10, 1, 2))
    change_tournament(SYSTEM, event.tournament.pk, best_n=1)
    jobs.run(standings.request(event.tournament.pk).pk)
    row = ask(event, "api-standing", number=1).json()["row"]
    assert [cell["dropped"] for cell in row["rounds"]] == [False, True]
    listed = ask(event, "api-standings").json()
    # Player 2 lost the first round and won the second.
    assert [cell["dropped"] for cell in listed["rows"][0]["rounds"]] == [True, False]


def test_the_first_key_that_separates_two(event: ClubEvent) -> None:
    answer = ask(event, "api-explain", {"a": "3", "b": "2"}).json()
    assert (answer["above"], answer["below"], answer["key"]) == (2, 3, "table_points")
    assert (answer["above_value"], answer["below_value"]) == ("3/2", "0")
    assert answer["sentence"]["en"].startswith("table points:")
    assert answer["sources"] == [
        {"words": {"zh": "第1轮", "en": "round 1"}, "round": 1, "above": "1½", "below": "0"}
    ]
    assert ask(event, "api-explain", {"a": "2", "b": "4"}).json()["key"] is None


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ({}, ["a", "b"]),
        ({"a": "1", "b": "99"}, ["b"]),
        ({"a": "1", "b": "1"}, ["b"]),
        ({"a": "x", "b": "²"}, ["a", "b"]),
        ({"a": "1", "b": "2", "after_round": "x"}, ["after_round"]),
    ],
)
def test_refusals(event: ClubEvent, query: dict[str, str], fields: list[str]) -> None:
    answer = ask(event, "api-explain", query)
    assert answer.status_code == 400
    assert [problem["field"] for problem in answer.json()["problems"]] == fields


def test_held_results_are_not_told(event: ClubEvent) -> None:
    change_tournament(SYSTEM, event.tournament.pk, release="held")
    assert ask(event, "api-standing", number=1).status_code == 404
    assert ask(event, "api-explain", {"a": "1", "b": "2"}).status_code == 400


@pytest.mark.parametrize("players", [8, 24])
def test_queries(players: int, db: None, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = make_event(players)
    event.seat_round()
    jobs.run(standings.request(event.tournament.pk).pk)
    # The event, the snapshot, the revision, whose names are hidden.
    with django_assert_num_queries(4):
        ask(event, "api-explain", {"a": "1", "b": "2"})
    with django_assert_num_queries(4):
        ask(event, "api-standing", number=1)
