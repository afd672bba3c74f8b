"""Entries that come twice, at once, for the wrong people, or for the wrong round."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.club import DRAW, ClubEvent, make_event, win
from tests.concurrency.threads import at_once
from tests.scenarios.doors import Doors
from tournaments.models import Act, AuditEntry, Hand, Round, Seat

TWICE = "scenario-key-0001"


@pytest.fixture
def event(transactional_db: None) -> ClubEvent:
    made = make_event(12)
    made.seat_round()
    made.record(made.table(1, 3), *[DRAW] * 4)
    return made


@pytest.fixture
def doors(event: ClubEvent) -> Doors:
    return Doors(event)


def recorded() -> int:
    return AuditEntry.objects.filter(act=Act.HAND_RECORDED).count()


def five(doors: Doors) -> list[Hand]:
    return list(Hand.objects.filter(table=doors.event.table(1, 3), number=5))


def test_a_hand_sent_twice_after_a_lost_answer_is_one_hand(doors: Doors) -> None:
    """Hand 5 of table 3 is saved, its answer lost, and sent again."""
    before = recorded()
    first = doors.hand(win(12, 1), 5, table=3, client_key=TWICE)
    again = doors.hand(win(12, 1), 5, table=3, client_key=TWICE)
    assert (first.status_code, again.status_code) == (201, 200)
    assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert len(five(doors)) == 1
    assert recorded() == before + 1
    assert sum(doors.totals(3)) == 0
    assert max(doors.totals(3)) == 60


def test_a_hand_sent_five_times_at_once_is_one_hand(doors: Doors) -> None:
    before = recorded()
    send = [lambda: doors.hand(win(12, 1), 5, table=3, client_key=TWICE).status_code] * 5
    answers = at_once(*send)
    assert sorted(answers) == [200, 200, 200, 200, 201]
    assert len(five(doors)) == 1
    assert recorded() == before + 1
    assert max(doors.totals(3)) == 60


def test_a_hand_saved_from_two_windows_at_once_is_one_hand(doors: Doors) -> None:
    """Each window has a key of its own: one is saved, the other is told what is there."""
    before = recorded()
    answers = at_once(
        lambda: doors.hand(win(12, 1), 5, table=3),
        lambda: doors.hand(win(30, 2), 5, table=3),
    )
    assert sorted(a.status_code for a in answers) == [201, 409]
    saved = next(a for a in answers if a.status_code == 201)
    told = next(a for a in answers if a.status_code == 409).json()
    (hand,) = five(doors)
    assert told["current"]["number"] == 5
    assert told["current"]["chair_deltas"] == hand.chair_deltas
    assert recorded() == before + 1
    assert doors.totals(3) == hand.chair_deltas
    assert saved.json()["number"] == 5


def test_a_hand_sent_twice_through_both_doors_is_one_hand(doors: Doors) -> None:
    """By the page first, then by the API: the key knows."""
    doors.hand(win(12, 1), 5, table=3, client_key=TWICE)
    _link, token = doors.event.link(doors.event.table(1, 3))
    where = reverse("api-hands", kwargs={"event": doors.slug, "round": 1, "table": 3})
    body = {"events": win(12, 1), "number": 5, "client_key": TWICE}
    answer = Client(headers={"Authorization": f"Table {token}"}).post(
        where, json.dumps(body), content_type="application/json"
    )
    assert (answer.status_code, answer.json()["repeated"]) == (200, True)
    assert len(five(doors)) == 1


def test_a_key_used_for_another_hand_is_refused(doors: Doors) -> None:
    """The class's other side: what is no repetition must not be taken for one."""
    doors.hand(win(12, 1), 5, table=3, client_key=TWICE)
    other = doors.hand(win(30, 2), 6, table=3, client_key=TWICE)
    assert other.status_code == 400
    assert other.json()["problems"][0]["field"] == "client_key"
    elsewhere = doors.hand(win(12, 1), 1, table=1, client_key=TWICE)
    assert elsewhere.status_code == 400
    assert not Hand.objects.filter(table=doors.event.table(1, 1)).exists()


def test_an_undo_sent_twice_takes_one_hand_back(doors: Doors) -> None:
    body = {"number": 4, "revision": 1, "client_key": TWICE}
    for _time in range(2):
        assert doors.by_link("undo", 3, **body).status_code == 200
    assert [h["number"] for h in doors.at_table(3)["hands"]] == [1, 2, 3]
    assert AuditEntry.objects.filter(act=Act.HAND_UNDONE).count() == 1


def test_a_winner_who_is_his_own_discarder_is_refused(doors: Doors) -> None:
    answer = doors.hand(win(8, 2, 2), 1)
    assert answer.status_code == 400
    (problem,) = answer.json()["problems"]
    assert (answer.json()["error"], problem["field"]) == ("bad_seat", "bad_seat")
    assert problem["message"]
    assert not Hand.objects.filter(table=doors.event.table()).exists()


@pytest.mark.parametrize("seat", [4, -1, "1", None, 1.5])
def test_a_winner_who_does_not_sit_at_the_table_is_refused(doors: Doors, seat: Any) -> None:
    answer = doors.hand(win(8, seat, 1), 1)
    assert answer.status_code == 400
    assert "winners" in json.dumps(answer.json()["problems"])
    assert not Hand.objects.filter(table=doors.event.table()).exists()


def test_a_player_of_another_table_is_not_paid_at_this_one(doors: Doors) -> None:
    """A penalty paid to somebody who does not sit there: the points would arrive nowhere."""
    entries = doors.event.entries
    answer = doors.desk(
        "desk-penalties",
        {
            "entry": entries[0].pk, "beneficiary": entries[9].pk, "scope": "session",
            "mode": "pay_to", "points": "20", "round_number": "1", "reason": "x",
        },
    )  # fmt: skip
    assert answer.status_code == 400
    (error,) = answer.context["form"].errors["beneficiary"]
    assert error == f"{entries[9].player.name} does not sit at table 1 in this round."
    assert not doors.event.tournament.penalties.exists()


def test_a_player_in_two_seats_of_a_game_is_refused_by_name(doors: Doors) -> None:
    answer = doors.desk("desk-by-hand", {"tables": "1 2 3 1\n5 6 7 8"})
    assert answer.status_code == 400
    (error,) = answer.context["form"].non_field_errors()
    assert doors.event.entries[0].player.name in error
    assert Round.objects.count() == 1


def test_a_player_at_two_tables_of_a_round_is_refused_by_name(doors: Doors) -> None:
    before = Seat.objects.count()
    answer = doors.desk("desk-by-hand", {"tables": "1 2 3 4\n5 6 7 2"})
    (error,) = answer.context["form"].non_field_errors()
    assert doors.event.entries[1].player.name in error
    assert "table 1" in error
    assert "table 2" in error
    assert Seat.objects.count() == before


def everything_of(round_id: int) -> str:
    """Return every stored byte of a round: seats, tables, hands."""
    with connection.cursor() as cursor:
        found = []
        for query in (
            "SELECT * FROM tournaments_table WHERE round_id = %s ORDER BY id",
            "SELECT * FROM tournaments_seat WHERE round_id = %s ORDER BY id",
            "SELECT h.* FROM tournaments_hand h JOIN tournaments_table t ON t.id = h.table_id"
            " WHERE t.round_id = %s ORDER BY h.id",
        ):
            cursor.execute(query, [round_id])
            found.append(repr(cursor.fetchall()))
    return "\n".join(found)


def test_saving_one_table_leaves_the_same_table_of_another_round_alone(
    transactional_db: None,
) -> None:
    """Two rounds with the same table numbers and the same four players."""
    event = make_event(4)
    doors = Doors(event)
    first = event.seat_round()
    doors.hand(win(24, 0, 1), 1)
    doors.hand(win(8, 2), 2)
    second = event.seat_round()
    before = everything_of(first.pk)
    doors.hand(win(50, 1, 0), 1, round=2)
    assert doors.change(win(60, 1, 0), 1, 1, round=2).status_code == 201
    doors.hand(DRAW, 2, round=2)
    assert doors.undo(2, round=2).status_code == 200
    doors.by_link("finish", 1, 2)
    assert everything_of(first.pk) == before
    assert everything_of(second.pk) != before
    assert doors.totals(1, 2)[1] == 60 + 24


def test_twenty_points_off_in_one_hand_are_counted_once_everywhere(doors: Doors) -> None:
    fine = {"type": "penalty", "seat": 0, "kind": "empty_call", "against": [2], "amount": 20}
    plain = doors.hand(win(8, 1, 0), 1)
    assert plain.status_code == 201
    answer = doors.change([fine, *win(8, 1, 0)], 1, 1)
    assert answer.status_code == 201, answer.json()
    (hand,) = doors.at_table()["hands"]
    assert hand["deltas"] == [-16 - 20, 32, -8 + 20, -8]
    assert doors.totals()[0] == -36
    assert doors.game_points(1) == {-36}
    assert doors.game_points(3) == {12}


def test_twenty_points_off_outside_a_hand_are_counted_once_everywhere(doors: Doors) -> None:
    doors.hand(win(8, 1, 0), 1)
    answer = doors.desk(
        "desk-penalties",
        {
            "entry": doors.event.entries[0].pk, "scope": "session", "mode": "deduct",
            "points": "20", "round_number": "1", "reason": "late",
        },
    )  # fmt: skip
    assert answer.status_code == 302
    seat = doors.at_table()["seats"][0]
    assert (seat["total"], seat["penalty"]) == (-36, -20)
    assert doors.at_table()["hands"][0]["deltas"][0] == -16
    assert doors.game_points(1) == {-36}
