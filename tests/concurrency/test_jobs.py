"""Jobs asked for and taken up at the same moment."""

import pytest

from tests.club import DRAW, make_event, win
from tests.concurrency.threads import at_once
from tournaments.models import Job, StandingsSnapshot
from tournaments.services import jobs, standings

pytestmark = pytest.mark.django_db(transaction=True)


def test_equal_requests_are_one_job() -> None:
    event = make_event(4)
    Job.objects.all().delete()
    results = at_once(*[lambda: standings.request(event.tournament.pk) for _ in range(8)])
    assert len({job.pk for job in results}) == 1
    assert Job.objects.filter(status=Job.Status.QUEUED).count() == 1


def test_two_workers_do_one_job_once() -> None:
    event = make_event(4)
    event.seat_round()
    event.record(event.table(), win(8, 0, 1))
    Job.objects.all().delete()
    job = standings.request(event.tournament.pk)
    results = at_once(lambda: jobs.run(job.pk), lambda: jobs.run(job.pk))
    assert [r for r in results if isinstance(r, Exception)] == []
    assert len([r for r in results if r is not None]) == 1
    job.refresh_from_db()
    assert (job.status, job.attempts) == (Job.Status.DONE, 1)


def test_a_job_of_a_dead_worker_is_taken_up_again() -> None:
    event = make_event(4)
    Job.objects.all().delete()
    job = standings.request(event.tournament.pk)
    Job.objects.filter(pk=job.pk).update(status=Job.Status.RUNNING, heartbeat_at=None)
    assert jobs.resume() == 1
    assert jobs.run(job.pk) is not None
    assert StandingsSnapshot.objects.get().tournament == event.tournament


def test_hands_and_two_workers_end_with_the_true_standings() -> None:
    event = make_event(8)
    event.seat_round()
    tables = [event.table(1, 1), event.table(1, 2)]

    def work() -> None:
        for _ in range(6):
            for pk in Job.objects.filter(status=Job.Status.QUEUED).values_list("pk", flat=True):
                jobs.run(pk)

    at_once(
        lambda: event.record(tables[0], win(8, 0, 1), DRAW, win(24, 2)),
        lambda: event.record(tables[1], win(16, 3), win(9, 1, 2)),
        work,
        work,
    )
    jobs.run(standings.request(event.tournament.pk).pk)
    current = standings.current(event.tournament)
    assert current is not None
    assert current.fresh
    assert current.standings == standings.compute_now(event.tournament)
