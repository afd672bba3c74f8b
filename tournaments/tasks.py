"""Celery's door: tasks take ids, call one service and are safe to run twice."""

import contextlib
import logging
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import close_old_connections
from kombu.exceptions import OperationalError

from mjclub.ops import maintenance
from mjclub.ops.backup import BackupError
from mjclub.ops.logs import logged_as
from tournaments.exporting import fonts, making
from tournaments.services import (
    event_figures,
    jobs,
    kept_answers,
    people_files,
    practice,
    ratings,
    rescoring,
    seating,
    standings,
    tokens,
    webhook_outbox,
    webhook_sending,
)

log = logging.getLogger(__name__)
# The services name their handlers when imported.
HANDLERS = (
    event_figures.recompute,
    making.run_export,
    people_files.run_registration,
    practice.run_practice,
    ratings.rebuild,
    rescoring.make_report,
    rescoring.publish,
    seating.run_plan,
    standings.recompute,
    webhook_sending.send_due,
)


@shared_task
def run_job(job_id: int, kind: str = "") -> None:
    """Do one job; its kind has chosen the queue (`mjclub.queues`)."""
    with logged_as(f"job-{job_id}"):
        jobs.run(job_id)


@shared_task
def resume_jobs() -> None:
    """Take up what killed workers and lost messages left behind."""
    maintenance.schedule_goes_on()
    standings.request_stale()
    webhook_outbox.request_due()
    jobs.resume()


@shared_task
def keep_backup() -> None:
    """Keep the night's backup, if it is due."""
    with logged_as("keep-backup"):
        try:
            maintenance.keep_backup()
        except BackupError as error:
            log.error("no backup was kept: %s", error)


@shared_task
def clean_up() -> None:
    """Take away what is past its time."""
    with logged_as("clean-up"):
        maintenance.clean_up()


@shared_task
def cut_fonts() -> None:
    """Cut the fonts of printed pages, so that nobody waits for them; done once it does nothing."""
    fonts.build()


@shared_task
def forget_api_work() -> None:
    """Delete what the API keeps for a while only."""
    kept_answers.forget_old()
    tokens.forget_expired()
    webhook_sending.forget_old()


@worker_ready.connect
def resume_on_start(**_: Any) -> None:
    """A worker that starts takes up what waits; the embedded one is alone, so all that runs too."""
    standings.request_stale()
    jobs.resume(starting=True, all_running=settings.EMBEDDED_BROKER)
    with contextlib.suppress(OperationalError, OSError):
        cut_fonts.delay()
    close_old_connections()
