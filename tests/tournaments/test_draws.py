"""Rounds drawn one after the other know what was drawn before."""

from collections import Counter
from itertools import combinations

import pytest

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.models import Bye, Job, Seat
from tournaments.services import jobs, penalties, seating, standings
from tournaments.services.events import change_tournament
from tournaments.services.tables import table_state

pytestmark = pytest.mark.django_db


def _draw(event: ClubEvent, *, byes: bool = False) -> None:
    job = seating.request_plan(event.as_organiser, event.tournament.pk, rounds=1, byes=byes, seed=5)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE, job.error


def _meetings() -> Counter[tuple[int, int]]:
    tables: dict[int, list[int]] = {}
    for table, entry in Seat.objects.values_list("table_id", "entry_id"):
        tables.setdefault(table, []).append(entry)
    return Counter(pair for t in tables.values() for pair in combinations(sorted(t), 2))


def test_a_round_drawn_later_repeats_no_meeting() -> None:
    event = make_event(32)
    for _round in range(4):
        _draw(event)
    assert max(_meetings().values()) == 1


def test_nobody_sits_out_twice_before_all_have_once() -> None:
    event = make_event(9)
    for _round in range(9):
        _draw(event, byes=True)
    assert sorted(Counter(Bye.objects.values_list("entry", flat=True)).values()) == [1] * 9


def test_points_over_the_whole_round_are_told_by_the_standings_alone() -> None:
    event = make_event(8)
    change_tournament(SYSTEM, event.tournament.pk, scheme="gb1998_group")
    event.tournament.refresh_from_db()
    event.seat_round()
    event.record(event.table(), win(8, 0, 1))
    event.record(event.table(1, 2), win(24, 2))
    assert {seat.points for seat in table_state(event.table()).seats} == {None}
    row = standings.compute_now(event.tournament).rows[0]
    assert row.table_points == 8 * 2520


@pytest.mark.parametrize("scope", ["session", "overall"])
@pytest.mark.parametrize(
    ("mode", "moved"),
    [("deduct", [-10, 0, 0, 0]), ("pay_to", [-10, 0, 10, 0]), ("pay_each", [-30, 10, 10, 10])],
)
def test_a_penalty_moves_the_same_wherever_it_counts(
    scope: str, mode: str, moved: list[int]
) -> None:
    event = make_event(4)
    event.seat_round()
    event.record(event.table(), [{"type": "exhaust"}])
    penalties.give_penalty(
        event.as_referee,
        event.tournament.pk,
        entry_id=event.entries[0].pk,
        scope=scope,
        mode=mode,
        points=10,
        reason="late",
        round_number=1,
        beneficiary_id=event.entries[2].pk if mode == "pay_to" else None,
    )
    rows = {row.entry_id: row.game_points for row in standings.compute_now(event.tournament).rows}
    assert [rows[entry.pk] for entry in event.entries] == moved
