"""Draws that are unfair, stop half-way, do not fit, or count what nobody has confirmed."""

from collections import Counter
from typing import Any

import pytest
from django.test import Client

from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tests.scenarios.doors import Doors
from tournaments.models import Bye, Job, Penalty, Round, Seat, Table
from tournaments.services import entries, rounds, standings, tables

pytestmark = pytest.mark.django_db


def draw(doors: Doors, **form: Any) -> Any:
    answer = doors.desk("desk-seating", {"rounds": 1, "method": "random", **form})
    doors.work()
    return answer


def byes(doors: Doors) -> list[int]:
    found = Bye.objects.filter(round__tournament=doors.event.tournament).order_by("round__number")
    return list(found.values_list("entry__number", flat=True))


def chart(event: ClubEvent) -> list[list[int]]:
    seats = Seat.objects.filter(round__tournament=event.tournament)
    seats = seats.order_by("round__number", "table__number", "wind")
    numbers = list(seats.values_list("entry__number", flat=True))
    return [numbers[i : i + 4] for i in range(0, len(numbers), 4)]


def test_nobody_sits_out_twice_before_everybody_sat_out_once() -> None:
    """9 players, 8 rounds; one withdraws after round 4, one comes in round 5."""
    doors = Doors(make_event(9))
    event = doors.event
    for _round in range(4):
        assert draw(doors, byes="on", seed=5).status_code == 302
    leaver = next(e for e in event.entries if e.number not in byes(doors))
    entries.change_entry(SYSTEM, leaver.pk, status="withdrawn", status_from=5)
    doors.desk("desk-people", {"name": "Newcomer"})
    for _round in range(4):
        assert draw(doors, byes="on", seed=5).status_code == 302
    had = byes(doors)
    assert len(had) == 8
    assert max(Counter(had).values()) == 1
    assert leaver.number not in had[4:]


APART = [(2, 3), (3, 4), (2, 4)]


@pytest.mark.parametrize("language", ["en", "zh-CN"])
def test_a_draw_that_cannot_be_says_why_and_seats_nobody(language: str) -> None:
    """Three people who must not meet, and two tables: they are named, in the reader's language, by
    the numbers they have, though number 1 has gone. By the page first, then by the API."""
    doors = Doors(make_event(9))
    doors.organiser = Client(headers={"Accept-Language": language})
    doors.organiser.force_login(doors.event.organiser)
    for one, other in APART:
        assert doors.desk("desk-apart", {"one": one, "other": other}).status_code == 302
    entries.change_entry(SYSTEM, doors.event.entries[0].pk, status="withdrawn", status_from=1)
    assert draw(doors).status_code == 302
    page = doors.organiser.get(f"/desk/{doors.slug}/seating/").content.decode()
    people = {e.number: f"{e.number} {e.player.name}" for e in doors.event.entries}
    word, sentence = {
        "en": (" and ", " must not meet, and no such plan was found."),
        "zh-CN": ("和", "不能同桌，但找不到这样的编排。"),
    }[language]
    reasons = [f"{people[one]}{word}{people[other]}{sentence}" for one, other in APART]
    assert [reason in page for reason in reasons].count(True) == 1
    asked = doors.organiser.post(
        f"/api/tournaments/{doors.slug}/seating/draw/",
        {"rounds": 1, "method": "random"},
        content_type="application/json",
    )
    assert asked.status_code == 202
    doors.work()
    told = doors.json(f"jobs/{asked.json()['id']}/")
    assert told["status"] == "failed"
    assert told["error"] in reasons
    assert not Round.objects.exists()
    assert not Seat.objects.exists()


def test_byes_that_cannot_be_are_refused_with_the_reason_before_anything_is_drawn() -> None:
    """Nine people fill no tables and nobody may sit out: page and API say what would help."""
    doors = Doors(make_event(9))
    refused = draw(doors)
    assert refused.status_code == 400
    said = str(refused.context["form"].errors)
    assert "9" in said
    assert "sit out" in said
    asked = doors.organiser.post(
        f"/api/tournaments/{doors.slug}/seating/draw/",
        {"rounds": 1, "method": "random"},
        content_type="application/json",
    )
    assert asked.status_code == 400
    (problem,) = asked.json()["problems"]
    assert "sit out" in problem["message"]
    assert not Job.objects.filter(kind=Job.Kind.SEAT_PLAN).exists()


def test_the_same_seed_gives_the_same_draw() -> None:
    first, second = Doors(make_event(9)), Doors(make_event(9))
    for doors in (first, second):
        draw(doors, rounds=3, method="auto", byes="on", seed=77)
    assert chart(first.event) == chart(second.event)
    assert byes(first) == byes(second)
    other = Doors(make_event(9))
    draw(other, rounds=3, method="auto", byes="on", seed=78)
    assert chart(other.event) != chart(first.event)


def test_a_draw_taken_back_keeps_a_penalty_given_before_the_start() -> None:
    doors = Doors(make_event(8))
    event = doors.event
    draw(doors)
    late = {
        "entry": event.entries[0].pk, "scope": "session", "mode": "deduct", "points": "10",
        "round_number": "1", "reason": "late",
    }  # fmt: skip
    assert doors.desk("desk-penalties", late).status_code == 302
    round_ = Round.objects.get(tournament=event.tournament)
    assert doors.desk("desk-reset", {}, round_id=round_.pk).status_code == 302
    assert not Table.objects.filter(round__tournament=event.tournament).exists()
    assert Penalty.objects.get().cancelled_at is None
    draw(doors, seed=9)
    seats = Counter(Seat.objects.values_list("table", flat=True))
    assert set(seats.values()) == {4}
    assert len(seats) == 2
    new = Round.objects.get(tournament=event.tournament)
    rounds.start_round(SYSTEM, new.pk)
    at = Seat.objects.get(round=new, entry=event.entries[0]).table
    doors.hand(DRAW, 1, table=at.number)
    doors.work()
    assert doors.row(1)["game_points"] == -10
    assert at.seats.count() == 4


def test_a_draw_that_stops_half_way_leaves_no_table_without_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Something fails between the tables of a draw: nothing of it is there, and it works later."""
    from tournaments.services import seating

    doors = Doors(make_event(8))
    real, calls = seating.write_round, []

    def breaks(*args: Any, **more: Any) -> Any:
        calls.append(1)
        if len(calls) == 2:
            raise ZeroDivisionError("in the middle")
        return real(*args, **more)

    monkeypatch.setattr(seating, "write_round", breaks)
    doors.desk("desk-seating", {"rounds": 3, "method": "random", "seed": 1})
    job = Job.objects.get(kind=Job.Kind.SEAT_PLAN)
    from tournaments.services import jobs

    jobs.run(job.pk)
    assert not Table.objects.exists()
    assert not Round.objects.exists()
    job.refresh_from_db()
    assert job.status == Job.Status.QUEUED
    doors.work()
    assert Round.objects.count() == 3
    assert set(Counter(Seat.objects.values_list("table", flat=True)).values()) == {4}


@pytest.mark.parametrize(
    ("players", "named"),
    [
        (24, "These players are not in the chart: 21, 22, 23, 24."),
        (19, "Nobody who plays has these numbers of the chart: 20."),
        (21, "These players are not in the chart: 21."),
    ],
)
def test_a_chart_for_twenty_is_refused_with_what_would_help(players: int, named: str) -> None:
    doors = Doors(make_event(players))
    lines = "\n".join(" ".join(str(n) for n in range(i, i + 4)) for i in range(1, 20, 4))
    answer = draw(doors, method="chart", chart="own", chart_text=lines)
    assert answer.status_code == 400
    errors = str(answer.context["form"].errors.as_json())
    assert not Round.objects.exists()
    assert not Job.objects.filter(kind=Job.Kind.SEAT_PLAN).exists()
    assert named in errors
    assert "Choose another chart" in errors
    assert "register substitutes, or let people sit out" in errors


def second_round(unconfirmed: str) -> Doors:
    """Round 1 confirmed; in round 2 one table is entered with a wild score and not confirmed."""
    doors = Doors(make_event(8))
    event = doors.event
    for number in (1, 2):
        event.seat_round()
        for table in (1, 2):
            wild = number == 2 and table == 2
            doors.hand(win(88 if wild else 8 + table, 0), 1, table=table, round=number)
            doors.by_link("finish", table, number)
            pk = event.table(number, table).pk
            if not wild or unconfirmed == "rejected":
                tables.confirm_table(event.as_referee, pk)
            if wild and unconfirmed == "rejected":
                tables.reopen_table(event.as_organiser, pk, "the players do not agree")
    return doors


@pytest.mark.parametrize("unconfirmed", ["entered", "rejected"])
def test_a_result_nobody_confirmed_is_in_the_way_of_a_draw_by_standing(unconfirmed: str) -> None:
    doors = second_round(unconfirmed)
    refused = draw(doors, method="swiss")
    assert refused.status_code == 400
    assert "2/2" in str(refused.context["form"].errors)
    assert Round.objects.count() == 2


@pytest.mark.parametrize("unconfirmed", ["entered", "rejected"])
def test_a_draw_may_leave_out_what_is_not_confirmed(unconfirmed: str) -> None:
    doors = second_round(unconfirmed)
    event = doors.event
    assert draw(doors, method="swiss", confirmed="on", teams="may").status_code == 302
    third = Round.objects.get(tournament=event.tournament, number=3)
    event.tournament.refresh_from_db()
    event.tournament.confirmed_only = True
    row = {r.number: r for r in standings.compute_now(event.tournament).rows}
    # The wild winner of table 2 leads nothing by it.
    assert row[5].game_points < 8 * 88
    order = third.drawn_from["order"]
    ranks = [row[number].rank for number in order]
    assert ranks == sorted(ranks)
    assert third.drawn_from["revision"] > 0
