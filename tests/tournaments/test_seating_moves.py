"""People change places under recorded hands: the hands stay with the chairs, or go with people."""

from typing import Any

import pytest

from tests.club import DRAW, ClubEvent, make_event, win
from tournaments.models import Act, AuditEntry, Seat, Table
from tournaments.services import seating, tables
from tournaments.services.errors import Conflict, Invalid, NotAllowed
from tournaments.services.standings import compute_now
from tournaments.services.tables import table_state, type_totals

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    event = make_event(8)
    event.seat_round()
    event.record(event.table(), win(24, 0), win(8, 1, 3), DRAW)
    return event


def order(event: ClubEvent, number: int = 1) -> list[int]:
    seats = Seat.objects.filter(table=event.table(1, number)).order_by("wind")
    return list(seats.values_list("entry__number", flat=True))


def totals(event: ClubEvent) -> dict[int, int]:
    return {
        seat.entry.number: seat.total
        for number in (1, 2)
        for seat in table_state(event.table(1, number)).seats
    }


def move(event: ClubEvent, wanted: dict[int, int], **more: Any) -> None:
    """Move people: whoever sits in the seat of the first number is really the second."""
    seats = {s.entry.number: s for s in Seat.objects.filter(round__tournament=event.tournament)}
    people = {seats[a].pk: seats[b].entry_id for a, b in wanted.items()}
    round_id = seats[next(iter(wanted))].round_id
    seating.move_under_hands(
        event.as_organiser, round_id, people, **{"reason": "sat wrong", **more}
    )


def test_hands_stay_with_the_chairs_and_points_change_owners(event: ClubEvent) -> None:
    before = totals(event)
    records = list(event.table().hands.values_list("record", "chair_deltas"))
    move(event, {1: 2, 2: 3, 3: 1})
    assert order(event) == [2, 3, 1, 4]
    after = totals(event)
    assert (after[2], after[3], after[1], after[4]) == tuple(before[n] for n in (1, 2, 3, 4))
    assert list(event.table().hands.values_list("record", "chair_deltas")) == records
    rows = {row.number: row.game_points for row in compute_now(event.tournament).rows}
    assert rows == after


def test_people_of_two_tables_change_places_under_hands(event: ClubEvent) -> None:
    before = totals(event)
    event.record(event.table(1, 2), win(16, 2))
    other = totals(event)
    move(event, {1: 7, 7: 1})
    after = totals(event)
    assert after[7] == before[1]
    assert after[1] == other[7]
    assert sum(after.values()) == 0


def test_hands_go_with_people_to_their_new_winds(event: ClubEvent) -> None:
    before = totals(event)
    move(event, {1: 3, 3: 1, 2: 4, 4: 2}, hands="people")
    assert order(event) == [3, 4, 1, 2]
    # In this game the winds of the players make no difference to the points.
    assert totals(event) == before
    first, second, _third = event.table().hands.in_force().order_by("number")
    assert first.record["events"][0]["winners"][0]["seat"] == 2
    assert second.revision == 2
    assert sum(second.chair_deltas) == 0


def test_hands_of_another_game_settle_again_at_their_new_winds() -> None:
    event = make_event(4, ruleset="gangu")
    event.seat_round()
    event.record(event.table(), [{"type": "exhaust"}])
    move(event, {1: 2, 2: 1}, hands="people")
    (hand,) = event.table().hands.in_force()
    assert hand.revision == 2
    assert sum(totals_of(event).values()) == 0


def totals_of(event: ClubEvent) -> dict[int, int]:
    return {seat.entry.number: seat.total for seat in table_state(event.table()).seats}


def test_it_is_one_act_in_the_log(event: ClubEvent) -> None:
    move(event, {1: 3, 3: 1}, hands="people")
    newest = AuditEntry.objects.filter(tournament=event.tournament).first()
    assert newest is not None
    group = AuditEntry.objects.filter(group=newest.group).order_by("id")
    acts = list(group.values_list("act", flat=True))
    assert acts == [Act.SEATS_MOVED, *[Act.HAND_AMENDED] * 3]
    seats: Any = group[0]
    assert seats.before[0] == [e.pk for e in event.entries[:4]]
    assert seats.reason == "sat wrong"
    assert seats.after[0][0] == event.entries[2].pk


def test_typed_totals_stay_with_the_chair_or_go_with_people() -> None:
    for hands, expected in (("chairs", [30, 10]), ("people", [10, 30])):
        event = make_event(4)
        event.seat_round()
        type_totals(event.as_referee, event.table().pk, {0: 30, 1: 10, 2: -20, 3: -20})
        move(event, {1: 2, 2: 1}, hands=hands)
        after = totals_of(event)
        assert [after[2], after[1]] == expected


def test_what_is_wrong_is_named_and_nothing_changes(event: ClubEvent) -> None:
    seats = {s.entry.number: s for s in Seat.objects.filter(round__tournament=event.tournament)}
    cases: list[tuple[dict[int, int], dict[str, Any], str]] = [
        ({1: 2, 2: 1}, {"reason": " "}, "reason"),
        ({1: 1}, {}, "Nobody"),
        ({1: 2}, {}, "same people"),
        ({1: 2, 2: 1}, {"hands": "stars"}, "Choose"),
        ({1: 5, 5: 1}, {"hands": "people"}, "one table"),
    ]
    for wanted, more, words in cases:
        with pytest.raises(Invalid) as caught:
            move(event, wanted, **more)
        assert any(words in str(p.message) for p in caught.value.problems), words
    with pytest.raises(Invalid):
        seating.move_under_hands(event.as_organiser, seats[1].round_id, {0: 1}, reason="x")
    with pytest.raises(NotAllowed):
        seating.move_under_hands(
            event.as_referee, seats[1].round_id, {seats[1].pk: seats[2].entry_id}, reason="x"
        )
    assert order(event) == [1, 2, 3, 4]


def test_a_confirmed_table_is_left_alone(event: ClubEvent) -> None:
    tables.finish_table(event.as_referee, event.table().pk)
    tables.confirm_table(event.as_referee, event.table().pk)
    with pytest.raises(Conflict):
        move(event, {1: 2, 2: 1})
    assert Table.objects.get(pk=event.table().pk).status == Table.Status.CONFIRMED
