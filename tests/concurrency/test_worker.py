"""A real worker on a real broker: a hand that is saved comes to the leaderboard by itself."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings
from django.db import connection

from tests.club import make_event, win
from tournaments.models import Job
from tournaments.services import seating, standings

pytestmark = [
    pytest.mark.broker,
    pytest.mark.postgres,
    pytest.mark.django_db(transaction=True),
]
WAIT = 120


def start_worker(*more: str, **environment: str) -> "subprocess.Popen[bytes]":
    """Start a worker of its own process on the test database."""
    name = connection.settings_dict["NAME"]
    base = os.environ["DATABASE_URL"].rsplit("/", 1)[0]
    own = {**os.environ, "DATABASE_URL": f"{base}/{name}", "MJCLUB_DB_POOL": "4"}
    own["DJANGO_SETTINGS_MODULE"] = "mjclub.settings"
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "celery", "--app", "mjclub.celery", "worker"),
            *("--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING", *more),
        ],
        cwd=Path(settings.BASE_DIR),
        env={**own, **environment},
    )


def stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@pytest.fixture
def worker() -> Iterator[subprocess.Popen[bytes]]:
    """A worker on the test database, stopped afterwards."""
    current_app.control.purge()  # what other tests of this process have left
    process = start_worker()
    yield process
    stop(process)


def _until(done: object, what: str, seconds: float = WAIT) -> None:
    assert callable(done)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if done():
            return
        time.sleep(0.2)
    pytest.fail(f"{what} did not happen within {seconds} s")


def test_a_saved_hand_reaches_the_leaderboard(worker: subprocess.Popen[bytes]) -> None:
    event = make_event(4)
    event.seat_round()
    event.record(event.table(), win(24, 2))

    def shown() -> bool:
        current = standings.current(event.tournament)
        return current is not None and current.fresh and bool(current.standings.rounds)

    _until(shown, "the recomputation")
    current = standings.current(event.tournament)
    assert current is not None
    assert {row.game_points for row in current.standings.rows} == {96, -32}
    assert worker.poll() is None


def test_seats_are_drawn_with_progress(worker: subprocess.Popen[bytes]) -> None:
    event = make_event(16)
    job = seating.request_plan(event.as_organiser, event.tournament.pk, rounds=4)

    def done() -> bool:
        job.refresh_from_db()
        return not job.active

    _until(done, "the draw")
    assert job.status == Job.Status.DONE, job.error
    assert job.result["quality"]["repeat_meetings"] == 0
    assert event.tournament.rounds.count() == 4
    assert worker.poll() is None
