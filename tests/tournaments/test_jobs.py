"""Jobs: by queues, tried again, set aside when they fail or kill too often, one owner at a time."""

import datetime as dt
from typing import Any

import pytest
from celery import current_app
from django.db import OperationalError
from django.utils import timezone

from mjclub import queues
from tests.club import ClubEvent, make_event
from tournaments import tasks
from tournaments.models import Job
from tournaments.services import jobs, standings
from tournaments.services.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db
KIND = Job.Kind.STANDINGS
Sent = list[dict[str, Any]]


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(4)
    Job.objects.all().delete()
    return made


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any) -> Sent:
    """The messages that were sent, instead of a broker."""
    found: Sent = []
    monkeypatch.setattr(current_app, "send_task", lambda name, **more: found.append(more))
    return found


def ask(event: ClubEvent, key: str = "a") -> Job:
    return jobs.request(KIND, event.tournament.pk, key=key)


def does(monkeypatch: pytest.MonkeyPatch, work: Any) -> None:
    monkeypatch.setitem(jobs._handlers, KIND, work)


def fails(error: Exception) -> Any:
    def work(_run: jobs.Run) -> None:
        raise error

    return work


def due(job: Job) -> None:
    """Let the pause before the next try be over."""
    Job.objects.filter(pk=job.pk).update(not_before=None)


class TestQueues:
    def test_every_kind_of_job_and_every_task_has_one(self) -> None:
        for kind in Job.Kind.values:
            assert queues.queue_of(kind).startswith(f"{queues.prefix()}-")
        current_app.loader.import_default_modules()
        own = [name for name in current_app.tasks if name.startswith("tournaments.")]
        for name in own:
            if name != tasks.run_job.name:
                assert queues.queue_of(name.rpartition(".")[2])

    def test_celery_sends_a_job_by_its_kind(self) -> None:
        for kind in ("standings", "seat_plan"):
            found = current_app.amqp.router.route(
                {}, tasks.run_job.name, args=[1], kwargs={"kind": kind}
            )
            assert found["queue"].name == queues.queue_of(kind)
            assert found["queue"].routing_key == queues.queue_of(kind)

    def test_one_worker_takes_from_all(self) -> None:
        assert set(current_app.amqp.queues.consume_from) == {
            queues.full_name(name) for name in queues.QUEUES
        }

    def test_what_is_not_declared_is_refused(self) -> None:
        with pytest.raises(KeyError):
            queues.queue_of("something else")


def test_one_that_fails_is_tried_again_after_a_pause(
    event: ClubEvent, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    does(monkeypatch, fails(ValueError("no such thing")))
    job = ask(event)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.attempts, job.not_before) == (Job.Status.QUEUED, 1, None)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.QUEUED
    assert job.error == "ValueError: no such thing"
    assert job.not_before is not None
    assert 0 < sent[-1]["countdown"] <= 5
    assert jobs.run(job.pk) is None  # too early
    due(job)
    does(monkeypatch, lambda run: {"done": True})
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.error, job.attempts) == (Job.Status.DONE, "", 3)


def test_one_that_fails_again_and_again_is_set_aside_with_its_reason(
    event: ClubEvent, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    does(monkeypatch, fails(ZeroDivisionError("division by zero\nand more")))
    job = ask(event)
    for _try in range(jobs.MAX_ATTEMPTS):
        due(job)
        jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.SET_ASIDE
    assert job.error == (
        "Tried 5 times without success. The last time: ZeroDivisionError: division by zero"
    )
    assert not job.active
    jobs.resume(starting=True)
    job.refresh_from_db()
    assert job.status == Job.Status.SET_ASIDE


def test_one_that_kills_its_worker_is_set_aside(event: ClubEvent, sent: Sent) -> None:
    job = ask(event)
    for attempt in range(1, jobs.MAX_ATTEMPTS + 1):
        due(job)
        assert jobs._claim(job.pk) is not None
        # The worker is gone; the next one starts.
        jobs.resume(starting=True, all_running=True)
        job.refresh_from_db()
        assert job.attempts == attempt
    assert job.status == Job.Status.SET_ASIDE
    assert "its worker ended or fell silent" in job.error


def test_after_one_was_set_aside_an_equal_one_has_one_try_later(
    event: ClubEvent, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What kills workers must not kill one with every hand that is entered."""
    first = ask(event)
    Job.objects.filter(pk=first.pk).update(status=Job.Status.SET_ASIDE)
    second = ask(event)
    assert second.pk != first.pk
    assert second.not_before is not None
    assert second.not_before > timezone.now() + dt.timedelta(seconds=60)
    due(second)
    does(monkeypatch, fails(ValueError("still")))
    jobs.run(second.pk)
    found = dict(Job.objects.values_list("pk", "status"))
    assert found == {first.pk: Job.Status.CANCELLED, second.pk: Job.Status.SET_ASIDE}


def test_success_clears_what_had_been_set_aside(event: ClubEvent, sent: Sent) -> None:
    first = ask(event, f"standings:{event.tournament.pk}")
    Job.objects.filter(pk=first.pk).update(status=Job.Status.SET_ASIDE)
    standings.request_stale()
    assert Job.objects.count() == 1  # nobody asks by himself
    second = jobs.request_standings(event.tournament.pk)
    due(second)
    jobs.run(second.pk)
    assert not Job.objects.filter(status=Job.Status.SET_ASIDE).exists()


def test_an_organiser_tries_it_again(event: ClubEvent, sent: Sent) -> None:
    job = ask(event)
    Job.objects.filter(pk=job.pk).update(
        status=Job.Status.SET_ASIDE, attempts=5, error="x", finished_at=timezone.now()
    )
    with pytest.raises(NotAllowed):
        jobs.retry(event.as_referee, job.pk)
    again = jobs.retry(event.as_organiser, job.pk)
    assert (again.status, again.attempts, again.finished_at) == (Job.Status.QUEUED, 0, None)
    assert sent[-1]["args"] == [job.pk]
    assert jobs.retry(event.as_organiser, job.pk).pk == job.pk  # twice is harmless
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    with pytest.raises(Conflict):
        jobs.retry(event.as_organiser, job.pk)


def test_trying_again_beside_an_equal_one_that_waits_is_that_one(
    event: ClubEvent, sent: Sent
) -> None:
    first = ask(event)
    Job.objects.filter(pk=first.pk).update(status=Job.Status.FAILED)
    second = ask(event)
    assert jobs.retry(event.as_organiser, first.pk).pk == second.pk


def test_a_refusal_is_no_reason_to_try_again(
    event: ClubEvent, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    does(monkeypatch, fails(Invalid("Two people are missing.")))
    job = ask(event)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.error) == (Job.Status.FAILED, "Two people are missing.")


def test_a_database_that_went_away_is_not_held_against_the_job(
    event: ClubEvent, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    does(monkeypatch, fails(OperationalError("server closed the connection unexpectedly")))
    job = ask(event)
    for _try in range(jobs.MAX_ATTEMPTS + 1):
        due(job)
        jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.QUEUED


def test_a_worker_that_was_taken_for_dead_has_nothing_more_to_say(
    event: ClubEvent, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was only slow: meanwhile another has the job, whose answer counts."""
    job = ask(event)

    def slow(_run: jobs.Run) -> dict[str, Any]:
        long_ago = timezone.now() - jobs.LEASE - dt.timedelta(seconds=1)
        Job.objects.filter(pk=job.pk).update(heartbeat_at=long_ago)
        jobs.resume()
        assert jobs._claim(job.pk) is not None  # the other worker
        return {"who": "the slow one"}

    does(monkeypatch, slow)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.result, job.attempts) == (Job.Status.RUNNING, None, 2)


def test_a_long_job_shows_that_its_worker_is_alive(
    event: ClubEvent, sent: Sent, monkeypatch: pytest.MonkeyPatch
) -> None:
    beats: list[int] = []
    real = Job.objects.filter

    def filtered(*args: Any, **kwargs: Any) -> Any:
        if set(kwargs) == {"pk", "attempts"}:
            beats.append(kwargs["pk"])
            enough.set()
            return real(pk=0)
        return real(*args, **kwargs)

    import threading

    enough = threading.Event()
    monkeypatch.setattr(jobs, "BEAT", 0.01)
    monkeypatch.setattr(jobs.connection, "close", lambda: None)
    job = ask(event)
    monkeypatch.setattr(Job.objects, "filter", filtered)
    does(monkeypatch, lambda _run: {"beaten": enough.wait(20)})
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.result == {"beaten": True}
    assert set(beats) == {job.pk}


def test_messages_are_not_sent_again_with_every_look(event: ClubEvent, sent: Sent) -> None:
    ask(event)
    assert jobs.resume() == 1
    assert jobs.resume() == 0
    assert jobs.resume(starting=True) == 1
    Job.objects.update(heartbeat_at=timezone.now() - jobs.RESEND - dt.timedelta(seconds=1))
    assert jobs.resume() == 1


def test_one_that_was_set_aside_can_be_dropped(event: ClubEvent, sent: Sent) -> None:
    job = ask(event)
    Job.objects.filter(pk=job.pk).update(status=Job.Status.SET_ASIDE)
    jobs.cancel(event.as_organiser, job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.CANCELLED
