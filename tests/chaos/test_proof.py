"""The proof of the chaos test finds what it is there to find."""

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.chaos.hall import Counts, Sheet, some_deal, winds
from tests.chaos.proof import examine
from tests.club import ClubEvent, make_event
from tournaments.models import Act, AuditEntry, Hand, Submission, Tournament
from tournaments.services import jobs, standings

pytestmark = pytest.mark.django_db


class Direct:
    """Asks the site within this process; each request is answered."""

    def __init__(self, token: str) -> None:
        self.client = Client(headers={"Authorization": f"Table {token}"})
        self.counts = Counts()

    def until_told(self, _chance: Random, method: str, path: str, body: Any) -> tuple[int, Any]:
        answer = self.client.generic(
            method, path, json.dumps(body), content_type="application/json"
        )
        return answer.status_code, answer.json()

    and_hang_up = until_told


@pytest.fixture
def played() -> tuple[ClubEvent, dict[int, Sheet]]:
    """A table whose game was played with repeats, undone and changed hands."""
    event = make_event(4)
    event.seat_round()
    table = event.table()
    client: Any = Direct(event.link(table)[1])
    where = reverse("api-hands", kwargs={"event": event.tournament.slug, "round": 1, "table": 1})
    sheet = Sheet(where, client, "chaos/proof")
    for number in range(1, 17):
        manner = ("plain", "lost", "undo")[number % 3]
        sheet.enter(number, manner)
        if manner == "undo":
            sheet.undo()
            sheet.enter(number, "plain")
        if number % 5 == 0:
            sheet.amend(sheet.hands[number // 2])
    assert client.counts.faults == []
    jobs.run(standings.request(event.tournament.pk).pk)
    return event, {table.pk: sheet}


Played = tuple[ClubEvent, dict[int, Sheet]]


def test_a_sound_event_has_no_fault(played: Played) -> None:
    event, sheets = played
    verdict = examine(event.tournament, sheets)
    assert verdict.faults == []
    assert (verdict.hands, verdict.lost, verdict.doubled) == (16 + 5, 0, 0)


def lose(hand: Hand) -> None:
    hand.delete()


def double(hand: Hand) -> None:
    hand.pk, hand.number = None, 17
    hand.save(force_insert=True)


def change(hand: Hand) -> None:
    hand.record["events"] = some_deal(Random(5)).events()
    hand.save()


def move(hand: Hand) -> None:
    hand.chair_deltas = [1, -1, 0, 0]
    hand.save()


def bring_back(_hand: Hand) -> None:
    hand = Hand.objects.exclude(undone_at=None).first()
    assert hand is not None
    hand.undone_at, hand.number = None, 17
    hand.save()


def log_twice(_hand: Hand) -> None:
    entry = AuditEntry.objects.filter(act=Act.HAND_RECORDED).first()
    assert entry is not None
    entry.pk = None
    entry.save(force_insert=True)


def count_twice(_hand: Hand) -> None:
    Tournament.objects.update(revision=1000)


@pytest.mark.parametrize(
    ("fault", "words", "counted"),
    [
        (lose, "is not there", (1, 0)),
        (double, "nobody was told", (0, 1)),
        (change, "holds", (0, 0)),
        (move, "moves", (0, 0)),
        (bring_back, "is in force", (0, 0)),
        (log_twice, "the log holds", (0, 0)),
        (count_twice, "revision is 1000", (0, 0)),
    ],
)
def test_a_fault_is_found(
    played: Played, fault: Callable[[Hand], None], words: str, counted: tuple[int, int]
) -> None:
    event, sheets = played
    hand = Hand.objects.in_force().order_by("number")[3]
    assert Submission.objects.filter(hand=hand).exists()
    fault(hand)
    verdict = examine(event.tournament, sheets)
    assert any(words in found for found in verdict.faults), verdict.faults
    assert (verdict.lost, verdict.doubled) == counted


def test_standings_that_are_not_the_truth_are_found(played: Played) -> None:
    event, sheets = played
    snapshot = event.tournament.standings_snapshot
    snapshot.content["rows"][0]["game_points"] += 1
    snapshot.save()
    found = examine(event.tournament, sheets).faults
    assert any("differ" in words for words in found)
    assert any("by hand" in words for words in found)


def test_the_winds_by_the_book() -> None:
    """The deal passes on within a round; a new round begins from its own seats."""
    assert [winds(n) for n in (1, 2, 5, 9, 13)] == [
        [0, 1, 2, 3],
        [3, 0, 1, 2],
        [1, 0, 3, 2],
        [3, 2, 0, 1],
        [2, 3, 1, 0],
    ]
