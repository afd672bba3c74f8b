"""A whole event taken away as a file and made anew from it, by the pages of the desk."""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.club import ClubEvent, make_event, win
from tournaments.models import Membership, Tournament
from tournaments.services import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> ClubEvent:
    club = make_event(8)
    club.seat_round()
    for number in (1, 2):
        club.record(club.table(number=number), win(8, 0), win(24, 1, 2), win(13, 3, 0))
    return club


def document_of(client: Client, club: ClubEvent) -> dict[str, Any]:
    answer = client.get(reverse("export-event-json", kwargs={"event": club.tournament.slug}))
    return dict(json.loads(b"".join(answer) if answer.streaming else answer.content))


def send(client: Client, content: bytes, **more: str) -> Any:
    file = SimpleUploadedFile("event.json", content, content_type="application/json")
    return client.post(reverse("desk-event-file"), {"file": file, **more})


def ranks(event: Tournament) -> list[tuple[Any, ...]]:
    rows = standings.compute_now(event).rows
    return [(row.rank, row.number, row.name, row.values) for row in rows]


def test_an_event_comes_back_as_a_new_one(client: Client, played: ClubEvent) -> None:
    client.force_login(played.organiser)
    assert reverse("desk-event-file") in client.get(reverse("desk-presets")).content.decode()
    document = document_of(client, played)
    answer = send(client, b"\xef\xbb\xbf" + json.dumps(document).encode())
    made = Tournament.objects.latest("pk")
    assert answer["Location"] == reverse("desk-now", kwargs={"event": made.slug})
    assert made != played.tournament
    assert ranks(made) == ranks(played.tournament)
    assert Membership.objects.filter(tournament=made, user=played.organiser, role="organiser")


def test_what_is_wrong_with_a_file_is_said_and_nothing_is_made(
    client: Client, played: ClubEvent
) -> None:
    client.force_login(played.organiser)
    document = document_of(client, played)
    document["entries"][0]["nmae"] = "typo"
    number = Tournament.objects.count()
    for content, words in (
        (json.dumps(document).encode(), "nmae"),
        (b"name,club\n", "not an event as JSON"),
        (b"[]", "not an event as JSON"),
        (b" " * 2_500_001, "too large"),
    ):
        answer = send(client, content)
        assert answer.status_code == 400
        assert words in answer.content.decode()
    assert Tournament.objects.count() == number


def test_a_hand_that_is_worth_something_else_is_named_or_settled_anew(
    client: Client, played: ClubEvent
) -> None:
    client.force_login(played.organiser)
    document = document_of(client, played)
    settlement = document["rounds"][0]["tables"][0]["hands"][0]["settlement"]
    settlement["deltas"] = [delta * 2 for delta in settlement["deltas"]]
    content = json.dumps(document).encode()
    answer = send(client, content)
    assert answer.status_code == 400
    assert "round 1 table 1" in answer.content.decode()
    assert send(client, content, rescore="on").status_code == 302
    assert ranks(Tournament.objects.latest("pk")) == ranks(played.tournament)
