"""Workers that are killed in the middle of a job, on whichever broker this run has."""

import datetime as dt
import time
from collections.abc import Callable

import pytest
from celery import current_app

from tests.club import make_event, win
from tests.concurrency.test_worker import WAIT, _until, start_worker, stop
from tournaments.models import Job
from tournaments.services import jobs, seating, standings

pytestmark = [
    pytest.mark.broker,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]
# Each try is a worker that starts anew, which takes a minute on a busy machine.
PATIENCE = 15 * WAIT
DEADLY = "tests.concurrency.deadly"


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process look after lost jobs as `--beat` does, with the short times of `deadly`."""
    current_app.control.purge()
    monkeypatch.setattr(jobs, "LEASE", dt.timedelta(seconds=2))
    monkeypatch.setattr(jobs, "PAUSES", (0, 0, 0, 0))


def _resumed(job: Job, done: Callable[[], bool]) -> Callable[[], bool]:
    def looked() -> bool:
        jobs.resume()
        job.refresh_from_db()
        return done()

    return looked


def test_a_job_whose_worker_was_killed_is_done_by_the_next(soon: None) -> None:
    """kill -9 in the middle of the work, on whichever broker this run has."""
    event = make_event(8)
    job = seating.request_plan(event.as_organiser, event.tournament.pk, rounds=1)
    first = start_worker("--include", DEADLY, MJCLUB_TESTS_DRAW="never ends")
    try:
        _until(_refreshed(job, lambda: job.progress == 1), "the first half", PATIENCE)
    finally:
        first.kill()
        first.wait()
    assert (job.status, job.attempts) == (Job.Status.RUNNING, 1)
    second = start_worker("--include", DEADLY)
    try:
        _until(_resumed(job, lambda: not job.active), "the second try", PATIENCE)
    finally:
        stop(second)
    assert (job.status, job.attempts) == (Job.Status.DONE, 2), job.error
    assert event.tournament.rounds.count() == 1


def test_a_job_that_kills_every_worker_is_set_aside(soon: None) -> None:
    event = make_event(8)
    job = seating.request_plan(event.as_organiser, event.tournament.pk, rounds=1)
    started = 0
    process = start_worker("--include", DEADLY, MJCLUB_TESTS_DRAW="kills")
    try:
        end = time.monotonic() + PATIENCE
        while job.status != Job.Status.SET_ASIDE and time.monotonic() < end:
            if process.poll() is not None:
                started += 1
                process = start_worker("--include", DEADLY, MJCLUB_TESTS_DRAW="kills")
            jobs.resume()
            job.refresh_from_db()
            time.sleep(0.3)
        assert job.status == Job.Status.SET_ASIDE
        assert started == job.attempts == jobs.MAX_ATTEMPTS
        assert "its worker ended or fell silent" in job.error
        # The worker that was started last goes on with what else there is.
        event.seat_round()
        event.record(event.table(), win(24, 2))

        def fresh() -> bool:
            current = standings.current(event.tournament)
            return current is not None and current.fresh

        _until(fresh, "the recomputation", PATIENCE)
        assert process.poll() is None
    finally:
        stop(process)


def _refreshed(job: Job, done: Callable[[], bool]) -> Callable[[], bool]:
    def looked() -> bool:
        job.refresh_from_db()
        return done()

    return looked
