"""The steps of a table: what was done there, and taking the newest back, each by its own act."""

from typing import Any

import pytest

from tests.club import DRAW, ClubEvent, key, make_event, win
from tournaments.models import Act, AuditEntry, Hand, Table
from tournaments.services import hand_order, hands, tables
from tournaments.services.access import Actor
from tournaments.services.errors import Conflict, NotAllowed
from tournaments.services.events import change_tournament
from tournaments.services.seating_moves import PEOPLE, move_under_hands
from tournaments.services.steps import Step, live, steps_of, to_bring_again
from tournaments.services.tables import table_state
from tournaments.services.take_back import take_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(4)
    made.seat_round()
    return made


def _steps(event: ClubEvent) -> list[Step]:
    return steps_of(event.table())


def _back(event: ClubEvent, count: int = 1, actor: Actor | None = None, **more: Any) -> Any:
    groups = [str(step.group) for step in live(_steps(event))[:count]]
    actor = actor or event.as_referee
    return take_back(actor, event.table().pk, groups, client_key=key(), **more)


def _again(event: ClubEvent) -> None:
    step = to_bring_again(_steps(event))
    assert step is not None
    take_back(event.as_referee, event.table().pk, [str(step.group)], client_key=key())


def _shown(event: ClubEvent) -> list[tuple[Any, ...]]:
    """What the table holds: number, events, winds and points of every hand."""
    return [
        (h.number, h.hand.record["events"], h.position.winds, h.deltas, h.hand.note)
        for h in table_state(event.table()).hands
    ]


def _do_everything(event: ClubEvent) -> list[list[tuple[Any, ...]]]:
    """Do one of each; return what the table held before each step and at the end."""
    table, held = event.table(), [_shown(event)]

    def keep() -> None:
        held.append(_shown(event))

    for deal in (win(8, 0, 1), win(24, 2), DRAW, win(88, 3, 0)):
        event.record(table, deal)
        keep()
    by = event.as_referee
    hands.amend_hand(by, table.pk, 2, events=win(16, 1, 2), revision=1, client_key=key())
    keep()
    hands.undo_hand(by, table.pk, number=4, revision=1, client_key=key())
    keep()
    seen = event.table().revision
    hand_order.insert_hand(
        by, table.pk, 2, events=win(9, 1, 0), table_revision=seen, client_key=key()
    )
    keep()
    one = table_state(table).hands[0].hand.revision
    hand_order.remove_hand(by, table.pk, 1, revision=one, client_key=key())
    keep()
    return held


def test_every_step_is_taken_back_to_what_was_before(event: ClubEvent) -> None:
    held = _do_everything(event)
    audit = AuditEntry.objects.count()
    for before in reversed(held[:-1]):
        _back(event)
        assert _shown(event) == before
    assert AuditEntry.objects.count() > audit
    assert live(_steps(event)) == []
    assert {s.state for s in _steps(event)} == {"gone", "back"}
    # And all of it again, step by step.
    for after in held[1:]:
        _again(event)
        assert _shown(event) == after
    assert to_bring_again(_steps(event)) is None


def test_many_at_once_and_what_they_would_come_to(event: ClubEvent) -> None:
    held = _do_everything(event)
    before = _shown(event)
    told = _back(event, 5, only_ask=True)
    assert _shown(event) == before
    assert (told.hands, told.status) == (len(held[3]), "open")
    done = _back(event, 5)
    assert done == told
    assert _shown(event) == held[3]
    assert table_state(event.table()).totals == told.totals


def test_a_table_taken_back_is_as_if_it_had_never_been(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1))
    other = make_event(4)
    other.seat_round()
    other.record(other.table(), win(8, 0, 1), win(12, 1, 2))
    event.record(table, win(24, 2))
    _back(event)
    event.record(table, win(12, 1, 2))
    assert table_state(table).totals == table_state(other.table()).totals
    # What came after keeps the older thing from coming again.
    assert to_bring_again(_steps(event)) is None
    assert [s.number for s in live(_steps(event))] == [2, 1]


def test_steps_that_are_no_longer_the_newest(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1))
    seen = [str(step.group) for step in live(_steps(event))]
    event.record(table, win(24, 2))
    with pytest.raises(Conflict, match="meanwhile"):
        take_back(event.as_referee, table.pk, seen, client_key=key())
    assert len(_shown(event)) == 2


def test_the_same_submission_twice(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1), win(24, 2))
    groups, once = [str(live(_steps(event))[0].group)], key()
    first = take_back(event.as_referee, table.pk, groups, client_key=once)
    assert take_back(event.as_referee, table.pk, groups, client_key=once) == first
    assert len(_shown(event)) == 1


def test_a_game_ended_by_mistake_goes_on(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, *[DRAW] * 16)
    assert event.table().status == Table.Status.FINISHED
    _link, token = event.link(table)
    assert token
    _back(event, actor=Actor.of_link(_link))
    assert event.table().status == Table.Status.OPEN
    assert len(_shown(event)) == 15


@pytest.mark.parametrize(("reopening", "link_may"), [("referee", False), ("recorder", True)])
def test_finishing_is_taken_back_by_whom_the_event_lets(
    event: ClubEvent, reopening: str, link_may: bool
) -> None:
    table = event.table()
    link, _token = event.link(table)
    by_link = Actor.of_link(link)
    change_tournament(Actor.of_system("t"), event.tournament.pk, reopening=reopening)
    event.record(table, win(8, 0, 1))
    tables.finish_table(by_link, table.pk)
    if link_may:
        _back(event, actor=by_link)
        assert event.table().status == Table.Status.OPEN
        return
    for count in (1, 2):
        with pytest.raises(NotAllowed):
            _back(event, count, actor=by_link)
    with pytest.raises(NotAllowed):
        hands.undo_hand(by_link, table.pk, number=1, revision=1, client_key=key())
    with pytest.raises(NotAllowed):
        tables.reopen_table(by_link, table.pk, "a hand more")
    assert event.table().status == Table.Status.FINISHED
    _back(event)
    assert event.table().status == Table.Status.OPEN


def test_a_confirmed_table_is_locked(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1))
    tables.finish_table(event.as_referee, table.pk)
    tables.confirm_table(event.as_referee, table.pk)
    with pytest.raises(Conflict, match="confirmed"):
        _back(event)
    change_tournament(Actor.of_system("t"), event.tournament.pk, reopening="recorder")
    with pytest.raises(NotAllowed):
        tables.reopen_table(event.as_referee, table.pk, "a digit misread")
    tables.reopen_table(event.as_organiser, table.pk, "a digit misread")
    _back(event, 2)
    assert not Hand.objects.in_force().exists()


def test_chairs_that_were_changed_stand_in_the_way(event: ClubEvent) -> None:
    table = event.table()
    event.record(table, win(8, 0, 1))
    seats = list(table.seats.order_by("wind"))
    people = {seats[0].pk: seats[1].entry_id, seats[1].pk: seats[0].entry_id}
    with pytest.raises(NotAllowed):
        move_under_hands(event.as_referee, table.round_id, people, reason="wrong", hands=PEOPLE)
    change_tournament(Actor.of_system("t"), event.tournament.pk, reseating="referee")
    move_under_hands(event.as_referee, table.round_id, people, reason="wrong chairs", hands=PEOPLE)
    event.record(table, win(24, 2))
    assert [(s.act, s.state) for s in _steps(event)] == [
        (Act.HAND_RECORDED, "live"),
        (Act.SEATS_MOVED, "fixed"),
        (Act.HAND_RECORDED, "fixed"),
    ]


def test_a_link_takes_back_at_its_own_table_only(event: ClubEvent) -> None:
    other = make_event(4)
    other.seat_round()
    event.record(event.table(), win(8, 0, 1))
    link, _token = other.link(other.table())
    with pytest.raises(NotAllowed):
        _back(event, actor=Actor.of_link(link))


def test_the_list_asks_as_often_for_many(event: ClubEvent, django_assert_num_queries: Any) -> None:
    _do_everything(event)
    table = event.table()
    with django_assert_num_queries(2):
        assert len(steps_of(table)) == 8
