"""Long work. The `Job` row is the truth; the broker's message only wakes a worker.

Promises: equal waiting requests are one row; of one key one job runs at a time; a job that a
killed worker left behind is taken up again; one that fails or kills its worker again and again is
set aside with its reason; running a job twice does no harm.
"""

import datetime as dt
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from celery import current_app
from django.db import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    OperationalError,
    connection,
    transaction,
)
from django.db.models import Case, F, Q, When
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError as NoBroker

from tournaments.models import Job, Tournament
from tournaments.services import erasures
from tournaments.services.access import Actor, require_organiser
from tournaments.services.errors import Conflict, NotThere, ServiceError

log = logging.getLogger(__name__)

# A worker says every BEAT seconds that it is at it; one that is silent for LEASE is taken for dead.
BEAT = 5.0
LEASE = dt.timedelta(seconds=30)
# A message about a waiting job may have been lost with its broker: after so long it is sent again.
RESEND = dt.timedelta(minutes=1)
# So often a job may fail or lose its worker before it is set aside; a database that does not answer
# is rarely the job's own fault.
MAX_ATTEMPTS = 5
MAX_REFUSED = 20
# Seconds before the next try, after the first, second, … failure.
PAUSES = (0, 5, 20, 60)
# Outcomes that tell names.
TELLING = {Job.Kind.EXPORT, Job.Kind.PEOPLE, Job.Kind.RESCORE, Job.Kind.SEAT_PLAN}
# How long an equal job waits where one was set aside.
ASIDE_PAUSE = dt.timedelta(minutes=2)

Handler = Callable[["Run"], dict[str, Any] | None]
_handlers: dict[str, Handler] = {}


class CancelledError(Exception):
    """Raised inside a handler when somebody has cancelled its job."""


class Run:
    """What a handler holds of its job: the arguments, and how to tell its progress."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.arguments: dict[str, Any] = job.arguments

    def progress(self, done: int, total: int, message: str = "") -> None:
        """Tell how far the work is (outside transactions); raise `CancelledError` if stopped."""
        Job.objects.filter(pk=self.job.pk).update(
            progress=done, total=total, message=message[:200], heartbeat_at=timezone.now()
        )
        if self.cancelled():
            raise CancelledError

    def cancelled(self) -> bool:
        return self._asked("cancel_requested")

    def enough(self) -> bool:
        """Whether somebody has said that what there is so far is good enough."""
        return self._asked("enough_requested")

    def _asked(self, field: str) -> bool:
        return Job.objects.filter(pk=self.job.pk).values_list(field, flat=True).first() or False


def handler(kind: str) -> Callable[[Handler], Handler]:
    """Name the function that does the work of a kind of job."""

    def register(function: Handler) -> Handler:
        _handlers[kind] = function
        return function

    return register


def request(
    kind: str,
    tournament_id: int,
    *,
    key: str,
    arguments: dict[str, Any] | None = None,
    actor: Actor | None = None,
) -> Job:
    """Ask for work; an equal request that still waits is answered with its job. Where an equal one
    was set aside, the new one waits a while and has one try: what kills workers kills few.
    """
    for _try in range(10):
        waiting = Job.objects.filter(key=key, status=Job.Status.QUEUED).first()
        if waiting is not None:
            return waiting
        job = Job(
            tournament_id=tournament_id,
            kind=kind,
            key=key,
            arguments=arguments or {},
            actor=actor.label if actor else "",
        )
        if Job.objects.filter(key=key, status=Job.Status.SET_ASIDE).exists():
            job.attempts = MAX_ATTEMPTS - 1
            job.not_before = timezone.now() + ASIDE_PAUSE
        try:
            with transaction.atomic():
                job.save(force_insert=True)
        except IntegrityError:
            # Somebody asked at the same moment: theirs is found, unless it is running already.
            continue
        transaction.on_commit(partial(_begin, job), robust=True)
        return job
    raise RuntimeError(f"No job could be made for {key}.")


def request_standings(tournament_id: int) -> Job:
    """Ask for the standings of an event to be computed anew."""
    return request(Job.Kind.STANDINGS, tournament_id, key=f"standings:{tournament_id}")


def _begin(job: Job) -> None:
    # Under the id of the request: the job's own lines carry the job's.
    log.info("job %s (%s) is asked for", job.pk, job.key)
    wake(job)


def wake(job: Job) -> None:
    """Send the message; without a broker the job waits for the next `resume`."""
    pause = 0.0
    if job.not_before is not None:
        pause = max(0.0, (job.not_before - timezone.now()).total_seconds())
    try:
        current_app.send_task(
            "tournaments.tasks.run_job",
            args=[job.pk],
            kwargs={"kind": job.kind},
            countdown=pause or None,
        )
    except (NoBroker, OSError) as error:
        log.warning("job %s waits, the broker does not answer: %s", job.pk, error)


def run(job_id: int) -> Job | None:
    """Do a waiting job. Returns it, or None when there was nothing to do."""
    job = _claim(job_id)
    if job is None:
        return None
    try:
        _do(job)
    except CancelledError:
        _finish(job, Job.Status.CANCELLED)
    except erasures.ErasedMeanwhile:
        _again(job, _("somebody was erased meanwhile"), MAX_REFUSED)
    except (OperationalError, InterfaceError) as error:
        log.exception("job %s met the database's refusal", job.pk)
        _again(job, _told(error), MAX_REFUSED)
    except Exception as error:
        log.exception("job %s failed", job.pk)
        _again(job, _told(error), MAX_ATTEMPTS)
    _wake_next(job.key)
    return job


def _do(job: Job) -> None:
    """Let the handler work and write what came of it."""
    revision = _revision(job) if job.kind in TELLING else None
    try:
        with _beating(job):
            result = _handlers[job.kind](Run(job))
    except ServiceError as error:
        _conclude(job, revision, Job.Status.FAILED, error=str(error), result=error.as_json())
        return
    if _conclude(job, revision, Job.Status.DONE, result=result):
        log.info("job %s (%s) is done", job.pk, job.key)
        # What had been set aside is done with this one.
        Job.objects.filter(key=job.key, status=Job.Status.SET_ASIDE).update(
            status=Job.Status.CANCELLED
        )


def _revision(job: Job) -> int:
    events = Tournament.objects.filter(pk=job.tournament_id)
    return events.values_list("revision", flat=True).first() or 0


def _conclude(job: Job, revision: int | None, status: str, **outcome: Any) -> bool:
    """Finish a job, unless its outcome may tell the name of somebody who was erased meanwhile."""
    if revision is None:
        return _finish(job, status, **outcome)
    with transaction.atomic():
        erasures.hold(job.tournament_id, revision)
        return _finish(job, status, **outcome)


@contextmanager
def _beating(job: Job) -> Iterator[None]:
    """Let the job's row show, while the work goes on, that its worker is alive."""
    done = threading.Event()

    def beat() -> None:
        while not done.wait(BEAT):
            try:
                Job.objects.filter(pk=job.pk, attempts=job.attempts).update(
                    heartbeat_at=timezone.now()
                )
            except DatabaseError as error:
                log.warning("job %s could not say that it goes on: %s", job.pk, error)
            finally:
                connection.close()

    thread = threading.Thread(target=beat, daemon=True, name=f"job-{job.pk}-beat")
    thread.start()
    try:
        yield
    finally:
        done.set()


def _told(error: BaseException) -> str:
    """What a reason says of an error: its name and its first line."""
    line = (str(error).strip().splitlines() or [""])[0]
    return f"{type(error).__name__}: {line}"[:200].rstrip(": ")


def _claim(job_id: int) -> Job | None:
    now = timezone.now()
    try:
        with transaction.atomic():
            claimed = (
                Job.objects.filter(pk=job_id, status=Job.Status.QUEUED)
                .filter(Q(not_before=None) | Q(not_before__lte=now))
                .update(status=Job.Status.RUNNING, heartbeat_at=now, attempts=F("attempts") + 1)
            )
    except IntegrityError:
        # One of this key is running; when it ends it wakes the next.
        return None
    if not claimed:
        return None
    job = Job.objects.get(pk=job_id)
    if job.cancel_requested:
        _finish(job, Job.Status.CANCELLED)
        return None
    return job


def _mine(job: Job) -> Any:
    """The row, while it is still this try of it: a worker that was taken for dead and is not has
    nothing more to say."""
    return Job.objects.filter(pk=job.pk, status=Job.Status.RUNNING, attempts=job.attempts)


def _finish(job: Job, status: str, *, error: str = "", result: Any = None) -> bool:
    job.status = status
    job.error = error
    job.result = result
    job.finished_at = timezone.now()
    done: int = _mine(job).update(
        status=status, error=error, result=result, finished_at=job.finished_at
    )
    return bool(done)


def _again(job: Job, reason: str, limit: int) -> None:
    """Put a running job back into the queue; set it aside when that has been tried enough."""
    if job.attempts >= limit:
        _set_aside(job, reason)
        return
    pause = PAUSES[min(max(job.attempts, 1), len(PAUSES)) - 1]
    job.not_before = timezone.now() + dt.timedelta(seconds=pause) if pause else None
    job.error = reason
    try:
        with transaction.atomic():
            back = _mine(job).update(
                status=Job.Status.QUEUED, not_before=job.not_before, error=reason
            )
    except IntegrityError:
        # An equal request waits already; it does the same work.
        _finish(job, Job.Status.CANCELLED, error=reason)
        return
    job.status = Job.Status.QUEUED
    if back:
        wake(job)


def _set_aside(job: Job, reason: str) -> None:
    words = _("Tried %(n)d times without success. The last time: %(why)s") % {
        "n": job.attempts,
        "why": reason,
    }
    log.error("job %s (%s) is set aside: %s", job.pk, job.key, words)
    if _finish(job, Job.Status.SET_ASIDE, error=words):
        # One of a key is enough to be looked at.
        Job.objects.filter(key=job.key, status=Job.Status.SET_ASIDE, pk__lt=job.pk).update(
            status=Job.Status.CANCELLED
        )


def _wake_next(key: str) -> None:
    waiting = Job.objects.filter(key=key, status=Job.Status.QUEUED).first()
    if waiting is not None and waiting.not_before is None:
        wake(waiting)


def cancel(actor: Actor, job_id: int) -> Job:
    """Stop a job: one that waits or was set aside at once, a running one at its next step."""
    job = Job.objects.select_related("tournament").filter(pk=job_id).first()
    if job is None:
        raise NotThere
    require_organiser(actor, job.tournament)
    still = [Job.Status.QUEUED, Job.Status.SET_ASIDE]
    stopped = Job.objects.filter(pk=job_id, status__in=still).update(
        status=Job.Status.CANCELLED, finished_at=timezone.now()
    )
    if not stopped:
        Job.objects.filter(pk=job_id, status=Job.Status.RUNNING).update(cancel_requested=True)
    job.refresh_from_db()
    return job


def enough(actor: Actor, job_id: int) -> Job:
    """Let a job that improves something end with the best it has so far."""
    job = Job.objects.select_related("tournament").filter(pk=job_id).first()
    if job is None:
        raise NotThere
    require_organiser(actor, job.tournament)
    Job.objects.filter(pk=job_id, status__in=[Job.Status.QUEUED, Job.Status.RUNNING]).update(
        enough_requested=True
    )
    job.refresh_from_db()
    return job


def retry(actor: Actor, job_id: int) -> Job:
    """Try a job again that failed or was set aside; an equal one that waits already is answered
    with. Asking twice is harmless."""
    job = Job.objects.select_related("tournament").filter(pk=job_id).first()
    if job is None:
        raise NotThere
    require_organiser(actor, job.tournament)
    if job.active:
        return job
    if not job.again:
        raise Conflict(_("This job is done; there is nothing to try again."))
    try:
        with transaction.atomic():
            Job.objects.filter(pk=job_id, status=job.status).update(
                status=Job.Status.QUEUED,
                attempts=0,
                not_before=None,
                cancel_requested=False,
                finished_at=None,
            )
    except IntegrityError:
        return Job.objects.get(key=job.key, status=Job.Status.QUEUED)
    job.refresh_from_db()
    wake(job)
    return job


def resume(*, starting: bool = False, all_running: bool = False) -> int:
    """Take up again what was left: wake waiting jobs whose message may be lost, and put running
    ones whose worker has fallen silent back into the queue. ``starting``: wake every waiting one;
    ``all_running``: take every running one for left, when this is the only worker. Returns how many
    were woken.
    """
    now = timezone.now()
    stuck = Job.objects.filter(status=Job.Status.RUNNING)
    if not all_running:
        stuck = stuck.filter(Q(heartbeat_at=None) | Q(heartbeat_at__lt=now - LEASE))
    left = list(stuck)
    for job in left:
        _again(job, _("its worker ended or fell silent"), MAX_ATTEMPTS)
    waiting = Job.objects.filter(status=Job.Status.QUEUED).exclude(pk__in=[j.pk for j in left])
    waiting = waiting.filter(Q(not_before=None) | Q(not_before__lte=now))
    if not starting:
        waiting = waiting.filter(Q(heartbeat_at=None) | Q(heartbeat_at__lt=now - RESEND))
    found = list(waiting)
    Job.objects.filter(pk__in=[job.pk for job in found], status=Job.Status.QUEUED).update(
        heartbeat_at=now
    )
    for job in found:
        wake(job)
    return len(found) + sum(job.status == Job.Status.QUEUED for job in left)


def latest(tournament: Tournament, kind: str) -> Job | None:
    return Job.objects.filter(tournament=tournament, kind=kind).order_by("-id").first()


def of_event(tournament: Tournament, limit: int) -> list[Job]:
    """Return the newest jobs of an event; first those that wait, run or were set aside."""
    pending = [Job.Status.QUEUED, Job.Status.RUNNING, Job.Status.SET_ASIDE]
    ended = Case(When(status__in=pending, then=0), default=1)
    return list(Job.objects.filter(tournament=tournament).order_by(ended, "-id")[:limit])
