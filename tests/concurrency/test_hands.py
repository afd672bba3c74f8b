"""Two referees at one table at the same moment."""

import os
import threading
from typing import Any

import pytest
from django.db import IntegrityError

from tests.club import DRAW, key, make_event, win
from tests.concurrency.threads import at_once, kinds
from tournaments.models import Act, AuditEntry, Hand, Table
from tournaments.services import hands
from tournaments.services.tables import table_state

pytestmark = pytest.mark.django_db(transaction=True)


def _table() -> tuple[Any, Table]:
    event = make_event(4)
    event.seat_round()
    return event, event.table()


def _save(
    event: Any, table: Table, deal: Any, client_key: str | None = None, number: int = 1
) -> Any:
    return lambda: hands.record_hand(
        event.as_referee,
        table.pk,
        events=deal,
        client_key=client_key or key(),
        number=number,
    )


@pytest.mark.postgres
def test_without_the_lock_two_saves_meet_and_the_constraint_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The race exists: with the lock left out both see the number free, and only the database's
    constraint keeps one of them out."""
    event, table = _table()
    meeting = threading.Barrier(2, timeout=30)
    refused: list[str] = []
    fill = hands.fill

    def unlocked(table_id: int) -> Table:
        return Table.objects.select_related("round__tournament__club").get(pk=table_id)

    def both_have_looked(hand: Hand, preview: hands.Preview) -> None:
        meeting.wait()
        fill(hand, preview)

    real_save = Hand.save

    def save(self: Hand, *args: Any, **kwargs: Any) -> None:
        try:
            real_save(self, *args, **kwargs)
        except IntegrityError:
            refused.append("constraint")
            raise

    monkeypatch.setattr(hands, "locked_table", unlocked)
    monkeypatch.setattr(hands, "fill", both_have_looked)
    monkeypatch.setattr(Hand, "save", save)
    results = at_once(_save(event, table, win(8, 0, 1)), _save(event, table, DRAW))
    assert kinds(results) == ["Conflict", "Recorded"]
    assert refused == ["constraint"]
    assert Hand.objects.in_force().count() == 1


def test_with_the_lock_the_second_save_is_told_of_the_first() -> None:
    event, table = _table()
    results = at_once(_save(event, table, win(8, 0, 1)), _save(event, table, DRAW))
    assert kinds(results) == ["Conflict", "Recorded"]
    conflict = next(r for r in results if type(r).__name__ == "Conflict")
    assert conflict.current == Hand.objects.get()
    assert AuditEntry.objects.filter(act=Act.HAND_RECORDED).count() == 1


def test_one_submission_sent_five_times_at_once_is_one_hand() -> None:
    event, table = _table()
    same = key()
    results = at_once(*[_save(event, table, win(12, 2), same) for _ in range(5)])
    assert kinds(results) == ["Recorded"] * 5
    assert sorted(r.repeated for r in results) == [False, True, True, True, True]
    assert len({r.hand.pk for r in results}) == 1
    assert AuditEntry.objects.filter(act=Act.HAND_RECORDED).count() == 1
    assert table_state(table).totals == (-20, -20, 60, -20)


def test_two_edits_of_one_revision() -> None:
    event, table = _table()
    event.record(table, DRAW)

    def edit(deal: Any) -> Any:
        return lambda: hands.amend_hand(
            event.as_referee, table.pk, 1, events=deal, revision=1, client_key=key()
        )

    results = at_once(edit(win(8, 0, 1)), edit(win(9, 1, 0)))
    assert kinds(results) == ["Recorded", "Stale"]
    stale = next(r for r in results if type(r).__name__ == "Stale")
    assert stale.current.revision == 2
    assert Hand.objects.get().revision == 2


def test_an_undo_and_the_next_hand() -> None:
    """Whatever comes first, the sheet has no gap and no hand twice."""
    event, table = _table()
    event.record(table, DRAW)
    at_once(
        lambda: hands.undo_hand(event.as_referee, table.pk, number=1, revision=1, client_key=key()),
        _save(event, table, win(8, 0, 1), number=2),
    )
    numbers = [hand.number for hand in table_state(table).hands]
    assert numbers in ([], [1, 2])


def test_many_tables_at_once_lose_nothing() -> None:
    event = make_event(16)
    event.seat_round()
    tables = list(Table.objects.order_by("number"))
    for number in (1, 2, 3):
        results = at_once(*[_save(event, t, win(8, 0, 1), number=number) for t in tables])
        assert kinds(results) == ["Recorded"] * 4
    event.tournament.refresh_from_db()
    acts = AuditEntry.objects.filter(tournament=event.tournament).values("group").distinct()
    assert event.tournament.revision == acts.count()
    assert all(len(table_state(t).hands) == 3 for t in tables)


RACES = int(os.environ.get("MJCLUB_RACES", "12"))
GAME = 16


@pytest.mark.postgres
def test_two_referees_and_the_same_hand_again_and_again() -> None:
    """MJCLUB_RACES says how often (the long run is 200): always one hand, and the other referee is
    told which hand is there, of whom, and that nothing of theirs was written."""
    event = make_event(4 * -(-RACES // GAME))
    event.seat_round()
    tables = list(Table.objects.order_by("number"))
    for race in range(RACES):
        table, number = tables[race // GAME], race % GAME + 1
        mine, theirs = win(8 + race % 60, 0, 1), win(8 + race % 60, 2)

        def save(actor: Any, deal: Any, table: Table = table, number: int = number) -> Any:
            return lambda: hands.record_hand(
                actor, table.pk, events=deal, client_key=key(), number=number
            )

        results = at_once(save(event.as_referee, mine), save(event.as_organiser, theirs))
        assert kinds(results) == ["Conflict", "Recorded"], (race, results)
        conflict = next(r for r in results if type(r).__name__ == "Conflict")
        saved = Hand.objects.in_force().get(table=table, number=number)
        assert conflict.current == saved
        assert str(number) in str(conflict)
    assert Hand.objects.count() == RACES
    assert AuditEntry.objects.filter(act=Act.HAND_RECORDED).count() == RACES
