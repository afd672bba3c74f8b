"""Tables of one round do not wait for each other."""

import threading

import pytest
from django.db import OperationalError, connection, transaction
from django.db.models import QuerySet

from tests.club import DRAW, key, make_event
from tests.concurrency.threads import at_once
from tests.conftest import locks_more_than_it_says
from tournaments.models import Round, Table
from tournaments.services import hands, locks
from tournaments.services.locks import locked, locked_round, locked_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
SOON = "SET LOCAL lock_timeout = '1s'"


def _both_locked(first: int, second: int) -> list[object]:
    """Lock two tables at the same moment, each for as long as the other tries; return what came
    of it, `OperationalError` for the one that had to wait."""
    held = threading.Barrier(2, timeout=30)
    over = threading.Barrier(2, timeout=30)

    def lock(table_id: int, *, begins: bool) -> int:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(SOON)
            if not begins:
                held.wait()
            try:
                return locked_table(table_id).number
            finally:
                if begins:
                    held.wait()
                over.wait()

    return at_once(lambda: lock(first, begins=True), lambda: lock(second, begins=False))


def _two_tables() -> tuple[int, int]:
    event = make_event(8)
    event.seat_round()
    first, second = Table.objects.order_by("number").values_list("pk", flat=True)
    return first, second


def test_a_lock_in_the_usual_order_of_tables_lets_the_round_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The trap exists: the usual order joins round and event, and their rows are locked as well."""
    first, second = _two_tables()

    def usual(rows: QuerySet[Table]) -> list[Table]:
        wide = rows.select_for_update(no_key=True)
        assert locks_more_than_it_says(str(wide.query))
        # This thread's own connection: what watches the tests would refuse the query.
        connection.execute_wrappers.clear()
        return list(wide)

    monkeypatch.setattr(locks, "locked", usual)
    one, other = _both_locked(first, second)
    assert one == 1
    assert isinstance(other, OperationalError)


def test_two_tables_of_a_round_are_locked_at_the_same_time() -> None:
    assert _both_locked(*_two_tables()) == [1, 2]


def test_a_table_is_locked_by_one_at_a_time() -> None:
    first, _second = _two_tables()
    one, other = _both_locked(first, first)
    assert one == 1
    assert isinstance(other, OperationalError)


def test_a_hand_is_saved_while_another_table_of_the_round_is_held() -> None:
    event = make_event(8)
    event.seat_round()
    first, second = Table.objects.order_by("number")
    with transaction.atomic():
        locked_table(first.pk)

        def save() -> int:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(SOON)
                made = hands.record_hand(
                    event.as_referee, second.pk, events=DRAW, client_key=key(), number=1
                )
                return made.hand.number

        assert at_once(save) == [1]


def test_a_round_is_locked_without_its_event() -> None:
    event = make_event(4)
    event.seat_round()
    round_ = Round.objects.get()
    with transaction.atomic():
        locked_round(round_.pk)

        def lock_event() -> int:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(SOON)
                return locks.locked_tournament(round_.tournament_id).pk

        assert at_once(lock_event) == [round_.tournament_id]


def test_rows_are_locked_only_inside_a_transaction() -> None:
    with pytest.raises(RuntimeError, match="transaction"):
        locked(Table.objects.all())
