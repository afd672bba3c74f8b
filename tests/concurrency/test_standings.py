"""Many referees and an organiser at one event at the same moment, with two workers recomputing: the
standings in the end are those of a fresh computation, no edit is lost and none is made twice."""

import threading
from collections.abc import Callable
from typing import Any

import pytest

from tests.club import DRAW, SYSTEM, ClubEvent, key, make_event, win
from tests.concurrency.threads import at_once
from tournaments.models import (
    Act,
    Adjustment,
    AuditEntry,
    Hand,
    Job,
    Penalty,
    StandingsSnapshot,
    Table,
    Tournament,
)
from tournaments.services import absences, adjustments, hands, jobs, penalties, standings, tables
from tournaments.services.errors import Conflict

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
TABLES = 5


@pytest.fixture
def event() -> ClubEvent:
    """Five tables with a hand each; the last one has finished."""
    made = make_event(4 * TABLES)
    made.seat_round()
    for number in range(1, TABLES + 1):
        made.record(made.table(1, number), win(8, 0, 1))
    tables.finish_table(SYSTEM, made.table(1, TABLES).pk)
    return made


def worker(done: threading.Event) -> Callable[[], int]:
    """Take up jobs until everybody else has finished, and then what is still waiting."""

    def work() -> int:
        worked, last = 0, False
        while True:
            waiting = Job.objects.filter(status=Job.Status.QUEUED).values_list("pk", flat=True)
            for pk in list(waiting):
                worked += jobs.run(pk) is not None
            if last:
                return worked
            last = done.wait(0.02)

    return work


def together(acts: list[Callable[[], Any]]) -> tuple[list[Any], list[Any]]:
    """Run the acts at once beside two workers, who stop when all acts are done."""
    done, left = threading.Event(), threading.Semaphore(0)

    def counted(act: Callable[[], Any]) -> Callable[[], Any]:
        def run() -> Any:
            try:
                return act()
            finally:
                left.release()

        return run

    def watch() -> None:
        for _ in acts:
            left.acquire(timeout=60)
        done.set()

    found = at_once(*map(counted, acts), watch, worker(done), worker(done))
    return found[: len(acts)], found[len(acts) + 1 :]


def twenty(event: ClubEvent) -> list[Callable[[], Any]]:
    """Edits of a recorded hand, new hands, penalties, adjustments, forfeits, a confirmation."""
    people, id_ = event.entries, event.tournament.pk

    def amend(number: int) -> Callable[[], Any]:
        return lambda: hands.amend_hand(
            event.as_referee, event.table(1, number).pk, 1, events=win(24, 1), revision=1,
            client_key=key(), reason="paper",
        )  # fmt: skip

    def record(number: int) -> Callable[[], Any]:
        return lambda: hands.record_hand(
            event.as_referee, event.table(1, number).pk, events=win(16, 2), client_key=key(),
            number=2,
        )  # fmt: skip

    def fine(player: int) -> Callable[[], Any]:
        return lambda: penalties.give_penalty(
            event.as_referee, id_, entry_id=people[player].pk, scope="session", mode="pay_each",
            points=10, reason="seen", round_number=1,
        )  # fmt: skip

    def adjust(player: int) -> Callable[[], Any]:
        return lambda: adjustments.give_adjustment(
            event.as_organiser, id_, entry_id=people[player].pk, table_points=-1, reason="appeal"
        )

    def forfeit(player: int) -> Callable[[], Any]:
        return lambda: absences.give_forfeit(
            event.as_referee, event.table().round_id, people[player].pk, "has left"
        )

    last = event.table(1, TABLES).pk
    return [
        *(amend(number) for number in (1, 2, 3, 4)),
        *(record(number) for number in (1, 2, 3, 4)),
        *(fine(player) for player in (0, 1, 2, 5, 9, 13)),
        *(adjust(player) for player in (0, 7, 11)),
        *(forfeit(player) for player in (14, 15)),
        lambda: tables.confirm_table(event.as_organiser, last),
    ]


def test_twenty_acts_at_once_and_two_workers(event: ClubEvent) -> None:
    acts = twenty(event)
    assert len(acts) == 20
    before = Tournament.objects.get(pk=event.tournament.pk).revision
    results, workers = together(acts)
    failed = [result for result in (*results, *workers) if isinstance(result, Exception)]
    # A hand recorded or amended beside another act at its table waits for it; nothing is refused.
    assert failed == []
    after = Tournament.objects.get(pk=event.tournament.pk)
    assert after.revision == before + 20
    # No edit is lost, none is there twice.
    for number in range(1, TABLES):
        first, second = Hand.objects.in_force().filter(table=event.table(1, number)).order_by("pk")
        assert (first.revision, second.number) == (2, 2)
        assert first.record["events"][0]["winners"][0]["declared"] == {"fan": 24}
    assert Penalty.objects.count() == 6
    assert Adjustment.objects.count() == 3
    assert event.table().round.forfeits.count() == 2
    assert event.table(1, TABLES).status == Table.Status.CONFIRMED
    made = (Act.HAND_AMENDED, Act.HAND_RECORDED, Act.PENALTY_GIVEN, Act.ADJUSTMENT_GIVEN,
            Act.FORFEIT_GIVEN, Act.TABLE_CONFIRMED)  # fmt: skip
    entries = AuditEntry.objects.filter(tournament=after, act__in=made)
    assert entries.count() == TABLES + 20
    # The workers left nothing behind, and what they kept is the truth.
    assert not Job.objects.filter(status__in=[Job.Status.QUEUED, Job.Status.RUNNING]).exists()
    kept = standings.current(after)
    assert kept is not None
    assert (kept.fresh, kept.revision) == (True, after.revision)
    assert kept.standings == standings.compute_now(after)
    assert StandingsSnapshot.objects.count() == 1


def test_twenty_edits_of_one_hand_are_one_edit(event: ClubEvent) -> None:
    """All were made from the same revision: one is saved, the others are told what is there."""
    table = event.table()
    deals = [win(8 + n, n % 4) for n in range(20)]
    acts: list[Callable[[], Any]] = [
        lambda deal=deal: hands.amend_hand(  # type: ignore[misc]  # one deal for each
            event.as_referee, table.pk, 1, events=deal, revision=1, client_key=key(), reason="x"
        )
        for deal in deals
    ]
    results, workers = together(acts)
    assert [r for r in workers if isinstance(r, Exception)] == []
    saved = [n for n, r in enumerate(results) if not isinstance(r, Exception)]
    assert len(saved) == 1
    assert all(isinstance(r, Conflict) for n, r in enumerate(results) if n not in saved)
    hand = Hand.objects.in_force().get(table=table)
    assert hand.record["events"] == hands.preview_hand(
        SYSTEM, table.pk, deals[saved[0]], number=1
    ).record["events"]  # fmt: skip
    after = Tournament.objects.get(pk=event.tournament.pk)
    kept = standings.current(after)
    assert kept is not None
    assert kept.standings == standings.compute_now(after)


def test_a_confirmed_table_and_its_last_hand_never_cross(event: ClubEvent) -> None:
    """Confirming a result and changing it at the same moment: either the change is in what was
    confirmed, or it is refused."""
    table = event.table(1, TABLES)
    results, workers = together(
        [
            lambda: tables.confirm_table(event.as_organiser, table.pk),
            lambda: hands.amend_hand(
                event.as_referee, table.pk, 1, events=DRAW, revision=1, client_key=key(),
                reason="paper",
            ),
        ]
    )  # fmt: skip
    assert [r for r in workers if isinstance(r, Exception)] == []
    amended = not isinstance(results[1], Exception)
    assert amended or isinstance(results[1], Conflict)
    hand = Hand.objects.in_force().get(table=table)
    assert (hand.revision == 2) == amended
    after = Tournament.objects.get(pk=event.tournament.pk)
    kept = standings.current(after)
    assert kept is not None
    assert kept.standings == standings.compute_now(after)
