"""A forgotten hand is put in, a hand too many taken out: the others keep people and points."""

from typing import Any

import pytest

from tests.club import DRAW, ClubEvent, key, make_event, win
from tournaments.models import Act, AuditEntry, Hand, Table
from tournaments.services import hand_order
from tournaments.services.errors import Conflict, Invalid, Stale
from tournaments.services.tables import table_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(4)
    made.seat_round()
    return made


def _insert(event: ClubEvent, before: int, events: Any, **more: Any) -> Any:
    table = event.table()
    content = {"table_revision": table.revision, "client_key": key(), **more}
    return hand_order.insert_hand(event.as_referee, table.pk, before, events=events, **content)


def _remove(event: ClubEvent, number: int, revision: int = 1, **more: Any) -> Any:
    content = {"revision": revision, "client_key": key(), **more}
    return hand_order.remove_hand(event.as_referee, event.table().pk, number, **content)


def _people(table: Table) -> list[tuple[tuple[int, ...], int | None, int | None]]:
    return [(hand.winners, hand.giver, hand.fan) for hand in table_state(table).hands]


def test_a_forgotten_hand_is_put_in(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1), win(24, 2), DRAW, win(88, 3, 0))
    before = table_state(table)
    _insert(event, 2, win(16, 1, 0), reason="forgotten")
    after = table_state(table)
    assert [hand.number for hand in after.hands] == [1, 2, 3, 4, 5]
    people = _people(table)
    assert people[1] == ((2,), 1, 16)  # South of the second deal is the third chair
    assert people[:1] + people[2:] == [(h.winners, h.giver, h.fan) for h in before.hands]
    # Each later hand is another deal now, with the same people and the same points.
    assert [h.deltas for h in after.hands[2:]] == [h.deltas for h in before.hands[1:]]
    assert [h.position.deal for h in after.hands] == [1, 2, 3, 4, 5]
    assert after.hands[2].hand.record["events"] != before.hands[1].hand.record["events"]
    assert after.total_sum == 0
    acts = AuditEntry.objects.filter(reason="forgotten").get()
    group = AuditEntry.objects.filter(group=acts.group)
    assert sorted(group.values_list("act", flat=True)) == [Act.HAND_AMENDED] * 3 + [
        Act.HAND_INSERTED
    ]


def test_a_hand_too_many_is_taken_out(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1), win(24, 2), win(24, 2), win(88, 3, 0))
    before = table_state(table)
    _remove(event, 3)
    after = table_state(table)
    assert _people(table) == [(h.winners, h.giver, h.fan) for h in before.hands if h.number != 3]
    assert [hand.position.deal for hand in after.hands] == [1, 2, 3]
    assert Hand.objects.count() == 4
    assert AuditEntry.objects.filter(act=Act.HAND_REMOVED).count() == 1
    for chair in range(4):
        kept = before.totals[chair] - before.hands[2].deltas[chair]
        assert after.totals[chair] == kept


def test_the_only_hand_and_the_last_one(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1))
    _remove(event, 1)
    assert table_state(table).totals == (0, 0, 0, 0)
    assert table_state(table).next_number == 1
    event.record(table, DRAW, win(8, 0, 1))
    _remove(event, 2)
    assert [hand.end for hand in table_state(table).hands] == ["exhaust"]


def test_putting_in_and_taking_out_leaves_everything_as_it_was(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1), win(24, 2), DRAW)
    before = [hand.hand.record for hand in table_state(table).hands]
    _insert(event, 1, win(64, 3, 1))
    _remove(event, 1)
    assert [hand.hand.record for hand in table_state(table).hands] == before


def test_where_the_result_decides_the_deal_follows() -> None:
    event = make_event(4, ruleset="common_fan_table")
    event.seat_round()
    table = event.table()
    event.record(table, win(5, 0, 1), win(5, 1, 0), win(5, 2, 3))
    people = _people(table)
    _insert(event, 1, win(5, 3, 0))
    assert _people(table)[1:] == people
    positions = [hand.position.dealer for hand in table_state(table).hands]
    first = table_state(table).hands[0]
    assert positions[1] == first.position.chairs[first.settlement.next_dealer or 0]


def test_a_full_game_has_no_room(event: ClubEvent) -> None:
    event.record(event.table(), *[DRAW] * 16)
    with pytest.raises(Conflict, match="end of the game"):
        _insert(event, 3, win(8, 0, 1))
    assert [hand.end for hand in table_state(event.table()).hands] == ["exhaust"] * 16
    _remove(event, 3)
    assert event.table().status == Table.Status.OPEN
    assert table_state(event.table()).next_number == 16


def test_refusals_write_nothing(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1), DRAW)
    seen = table.revision
    with pytest.raises(Conflict, match="meanwhile"):
        _insert(event, 1, DRAW, table_revision=seen)
    with pytest.raises(Invalid):
        _insert(event, 1, DRAW, table_revision=None)
    with pytest.raises(Invalid):
        _insert(event, 1, win(7, 0, 1))
    with pytest.raises(Stale):
        _remove(event, 1, revision=2)
    assert [hand.number for hand in table_state(table).hands] == [1, 2]
    assert Hand.objects.count() == 2


def test_a_key_works_once(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1))
    revision, same = event.table().revision, key()
    for _ in range(2):
        made = _insert(event, 1, DRAW, table_revision=revision, client_key=same)
    assert made.repeated
    for _ in range(2):
        gone = _remove(event, 1, client_key="taken-out")
    assert gone.repeated
    assert _people(table) == [((0,), 1, 8)]
