"""What is wrong is refused in plain words, and nothing is saved."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.club import DRAW, ClubEvent, key, make_event, win
from tournaments.models import AuditEntry, Hand, Round, Table
from tournaments.services import seating
from tournaments.services.errors import Invalid
from tournaments.services.links import revoke_link
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db


class Phone:
    """A phone that holds the link of a table."""

    def __init__(self, event: ClubEvent, table: Table) -> None:
        self.client = Client()
        self.base = f"/r/{event.link(table)[1]}/"

    def post(self, act: str, **content: Any) -> Any:
        return self.client.post(
            self.base + act, json.dumps(content), content_type="application/json"
        )

    def save(self, events: Any, number: Any = 1, **more: Any) -> Any:
        more.setdefault("client_key", key())
        return self.post("hands/", events=events, number=number, **more)


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(8)
    made.seat_round()
    return made


@pytest.fixture
def phone(event: ClubEvent) -> Phone:
    return Phone(event, event.table())


def _refused(response: Any, status: int, *words: str) -> None:
    assert response.status_code == status, response.content
    body = response.json()
    text = body["message"] + " ".join(p["message"] for p in body["problems"])
    for word in words:
        assert word in text, text
    assert not Hand.objects.exists()
    assert not AuditEntry.objects.filter(act__startswith="hand.").exists()


WRONG = {
    "winner is discarder": (win(8, 1, 1), "cannot win on the own discard"),
    "seven fan and two flowers": (win(7, 0, 1, flowers=2), "7 fan without flowers"),
    "letters for fan": (
        [{"type": "win", "by": "self_draw", "winners": [{"seat": 0, "declared": {"fan": "abc"}}]}],
        "must be a whole number",
    ),
    "no such seat": (win(8, 5, 1), "names no seat"),
    "no end": ([{"type": "flower", "seat": 0, "tile": "1f"}], "has no end"),
    "no such event": ([{"type": "dance"}], "no event"),
    "not a list": ({"type": "exhaust"}, "list"),
    "two winners": (
        [
            {
                "type": "win",
                "by": "discard",
                "from": 0,
                "winners": [
                    {"seat": 1, "declared": {"fan": 8}},
                    {"seat": 2, "declared": {"fan": 8}},
                ],
            }
        ],
        "turn order",
    ),
}


@pytest.mark.parametrize("case", sorted(WRONG))
def test_a_wrong_hand_is_refused(case: str, phone: Phone) -> None:
    events, words = WRONG[case]
    _refused(phone.save(events), 400, words)


def test_all_problems_are_named_at_once(phone: Phone) -> None:
    events = [
        {"type": "flower", "seat": 7, "tile": "9f"},
        {"type": "win", "by": "discard", "winners": [{"seat": 0, "declared": {"fan": "x"}}]},
    ]
    response = phone.save(events)
    assert len(response.json()["problems"]) >= 3
    _refused(response, 400, "seat", "tile", "whole number")


@pytest.mark.parametrize("number", [None, "1", 0, -1, 1.5, True])
def test_a_number_that_is_none(number: Any, phone: Phone) -> None:
    _refused(phone.save(DRAW, number), 400, "hand number")


def test_a_key_is_needed(phone: Phone) -> None:
    _refused(phone.save(DRAW, client_key=""), 400, "key")


@pytest.mark.parametrize("body", [b"", b"[1]", b"{", b"\xff", b"null", b"[" * 5000])
def test_a_body_that_is_no_object(body: bytes, phone: Phone) -> None:
    response = phone.client.post(phone.base + "hands/", body, content_type="application/json")
    assert response.status_code == 400
    assert not Hand.objects.exists()


def test_a_hand_out_of_turn(phone: Phone) -> None:
    _refused(phone.save(DRAW, 2), 409, "Hand 1 is not recorded yet")


def test_the_seventeenth_hand(event: ClubEvent, phone: Phone) -> None:
    event.record(event.table(), *([DRAW] * 16))
    response = phone.save(DRAW, 17)
    assert response.status_code == 409
    assert "over" in response.json()["message"]
    assert Hand.objects.count() == 16


def test_a_taken_number_shows_what_is_there(event: ClubEvent, phone: Phone) -> None:
    event.record(event.table(), win(8, 0, 1))
    body = phone.save(DRAW, 1).json()
    assert body["current"]["events"] == win(8, 0, 1)
    assert Hand.objects.count() == 1


def test_the_same_key_again_is_the_same_hand(phone: Phone) -> None:
    same = key()
    first = phone.save(win(8, 0, 1), client_key=same)
    again = phone.save(win(8, 0, 1), client_key=same)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json()["repeated"] is True
    other = phone.save(DRAW, 2, client_key=same)
    assert other.status_code == 400
    assert Hand.objects.count() == 1


def test_a_stale_edit_shows_both(event: ClubEvent, phone: Phone) -> None:
    event.record(event.table(), DRAW)
    assert phone.save(win(9, 0, 1), 1, revision=1).status_code == 201
    response = phone.save(win(8, 0, 1), 1, revision=1)
    assert response.status_code == 409
    assert response.json()["error"] == "stale"
    assert response.json()["current"]["revision"] == 2
    assert Hand.objects.get().record["events"] == win(9, 0, 1)


def test_a_table_of_another_event(event: ClubEvent) -> None:
    other = make_event(4)
    other.seat_round()
    client = Client()
    client.force_login(other.referee)
    response = client.post(
        f"/referee/table/{event.table().pk}/hands/",
        json.dumps({"events": DRAW, "number": 1, "client_key": key()}),
        content_type="application/json",
    )
    _refused(response, 403)


def test_nothing_after_the_link_is_revoked(event: ClubEvent, phone: Phone) -> None:
    revoke_link(event.as_organiser, event.table().pk)
    _refused(phone.save(DRAW), 403, "revoked")


def test_nothing_after_the_round_is_closed(event: ClubEvent, phone: Phone) -> None:
    close_round(event.as_organiser, Round.objects.get().pk, force=True)
    _refused(phone.save(DRAW), 403, "closed")


def test_a_player_seated_twice_in_a_round() -> None:
    event = make_event(8)
    ids = [entry.pk for entry in event.entries]
    with pytest.raises(Invalid, match=r"sits at table 1 and at table 2"):
        seating.set_round(
            event.as_organiser, event.tournament.pk, tables=[ids[:4], [ids[0], *ids[4:7]]]
        )
    assert not Round.objects.exists()


def test_totals_that_do_not_sum_to_zero(event: ClubEvent, phone: Phone) -> None:
    totals = {"0": 100, "1": -40, "2": -40, "3": -10}
    response = phone.post("totals/", totals=totals)
    assert response.status_code == 400
    assert "+10" in response.json()["message"]
    assert phone.post("totals/", totals={"0": "x"}).status_code == 400
    assert phone.post("totals/", totals=totals, reason="fine of 10").status_code == 200
