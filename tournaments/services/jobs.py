"""Long work. The `Job` row is the truth; the broker's message only wakes a worker.

Promises: equal waiting requests are one row; of one key one job runs at a time; a job that a
killed worker left behind is taken up again; running a job twice does no harm.
"""

import datetime as dt
import logging
from collections.abc import Callable
from typing import Any

from celery import current_app
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from tournaments.models import Job, Tournament
from tournaments.services.access import Actor, require_organiser
from tournaments.services.errors import NotThere, ServiceError

log = logging.getLogger(__name__)

# A worker that has not said anything for so long is taken to be dead.
LEASE = dt.timedelta(minutes=2)
MAX_ATTEMPTS = 5

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
    """Ask for work; an equal request that still waits is answered with its job."""
    defaults = {
        "tournament_id": tournament_id,
        "kind": kind,
        "arguments": arguments or {},
        "actor": actor.label if actor else "",
    }
    # get_or_create answers a lost race on the partial unique index with the winner's row.
    job, made = Job.objects.get_or_create(key=key, status=Job.Status.QUEUED, defaults=defaults)
    if made:
        transaction.on_commit(lambda: wake(job.pk), robust=True)
    return job


def request_standings(tournament_id: int) -> Job:
    """Ask for the standings of an event to be computed anew."""
    return request(Job.Kind.STANDINGS, tournament_id, key=f"standings:{tournament_id}")


def wake(job_id: int) -> None:
    """Send the message; without a broker the job waits for the next `resume`."""
    try:
        current_app.send_task("tournaments.tasks.run_job", args=[job_id])
    except (OperationalError, OSError) as error:
        log.warning("job %s waits, the broker does not answer: %s", job_id, error)


def run(job_id: int) -> Job | None:
    """Do a waiting job. Returns it, or None when there was nothing to do."""
    job = _claim(job_id)
    if job is None:
        return None
    try:
        result = _handlers[job.kind](Run(job))
    except CancelledError:
        _finish(job, Job.Status.CANCELLED)
    except ServiceError as error:
        _finish(job, Job.Status.FAILED, error=str(error), result=error.as_json())
    except DatabaseError:
        # Likely to pass: back into the queue, where `resume` finds it.
        log.exception("job %s met the database's refusal", job.pk)
        _requeue(job)
    except Exception:
        log.exception("job %s failed", job.pk)
        _finish(job, Job.Status.FAILED, error=_("Our own mistake; it is in the log."))
        raise
    else:
        _finish(job, Job.Status.DONE, result=result)
    _wake_next(job.key)
    return job


def _claim(job_id: int) -> Job | None:
    now = timezone.now()
    try:
        with transaction.atomic():
            claimed = Job.objects.filter(pk=job_id, status=Job.Status.QUEUED).update(
                status=Job.Status.RUNNING, heartbeat_at=now
            )
    except IntegrityError:
        # One of this key is running; when it ends it wakes the next.
        return None
    if not claimed:
        return None
    job = Job.objects.get(pk=job_id)
    job.attempts += 1
    job.save(update_fields=["attempts"])
    if job.cancel_requested:
        _finish(job, Job.Status.CANCELLED)
        return None
    return job


def _finish(job: Job, status: str, *, error: str = "", result: Any = None) -> None:
    job.status = status
    job.error = error
    job.result = result
    job.finished_at = timezone.now()
    job.save(update_fields=["status", "error", "result", "finished_at"])


def _requeue(job: Job) -> None:
    if job.attempts >= MAX_ATTEMPTS:
        _finish(job, Job.Status.FAILED, error=_("Tried too often; it is in the log."))
        return
    try:
        with transaction.atomic():
            Job.objects.filter(pk=job.pk, status=Job.Status.RUNNING).update(
                status=Job.Status.QUEUED
            )
    except IntegrityError:
        # An equal request waits already; it does the same work.
        _finish(job, Job.Status.CANCELLED)


def _wake_next(key: str) -> None:
    waiting = Job.objects.filter(key=key, status=Job.Status.QUEUED).first()
    if waiting is not None:
        wake(waiting.pk)


def cancel(actor: Actor, job_id: int) -> Job:
    """Stop a job: a waiting one at once, a running one at its next step."""
    job = Job.objects.select_related("tournament").filter(pk=job_id).first()
    if job is None:
        raise NotThere
    require_organiser(actor, job.tournament)
    stopped = Job.objects.filter(pk=job_id, status=Job.Status.QUEUED).update(
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


def resume(*, all_running: bool = False) -> int:
    """Take up again what was left: wake every waiting job, and put running ones whose worker has
    fallen silent back into the queue (``all_running``: every one, when this is the only worker).
    Returns how many were woken.
    """
    stuck = Job.objects.filter(status=Job.Status.RUNNING)
    if not all_running:
        silent = Q(heartbeat_at=None) | Q(heartbeat_at__lt=timezone.now() - LEASE)
        stuck = stuck.filter(silent)
    for job in stuck:
        _requeue(job)
    waiting = list(Job.objects.filter(status=Job.Status.QUEUED).values_list("pk", flat=True))
    for job_id in waiting:
        wake(job_id)
    return len(waiting)


def latest(tournament: Tournament, kind: str) -> Job | None:
    return Job.objects.filter(tournament=tournament, kind=kind).order_by("-id").first()
