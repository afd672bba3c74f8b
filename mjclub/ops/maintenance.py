"""What is done beside the play, at night: a backup is kept, what nobody needs any more goes.

Each may be done twice, or stopped in the middle and done again.
"""

import datetime as dt
import fcntl
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from zoneinfo import ZoneInfo

from django.apps import apps
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.files.storage import Storage, default_storage
from django.db.models import Max
from django.utils import timezone

from mjclub.ops import backup
from tournaments.models import Export, Job, Pulse, Round, Submission
from tournaments.services import exports

log = logging.getLogger(__name__)
DAY = dt.timedelta(days=1)
NIGHTLY = "nightly-"
# A phone that was away longer than this with an unsent hand is not expected back.
KEYS_KEPT = 90 * DAY
JOBS_KEPT = 30 * DAY
MESSAGES_KEPT = 1 * DAY
EXPORTS = "exports"
# A made file without a row: one that could not be deleted, or that is being written just now.
LOST_AFTER = DAY / 24
SCHEDULE = "schedule"


def schedule_goes_on() -> None:
    """Note that the worker with ``--beat`` is there, and one that does what it asks for."""
    Pulse.objects.update_or_create(name=SCHEDULE, defaults={"at": timezone.now()})


def schedule_last_seen() -> dt.datetime | None:
    return Pulse.objects.filter(name=SCHEDULE).values_list("at", flat=True).first()


# --- backups -------------------------------------------------------------------------------


def nightly_backups() -> list[Path]:
    """Return the backups that were made by themselves, the newest first."""
    return sorted(backup.folder().glob(f"*{NIGHTLY}*"), reverse=True)


def backup_due(now: dt.datetime) -> bool:
    """At the hour that MJCLUB_BACKUP_HOUR names, once a night; at any hour when one was missed."""
    if not settings.BACKUP_DAYS:
        return False
    newest = next(iter(nightly_backups()), None)
    if newest is None:
        return True
    age = now.timestamp() - newest.stat().st_mtime
    at_night = now.astimezone(ZoneInfo(settings.CLUB_TIME_ZONE)).hour == settings.BACKUP_HOUR
    return age > (12 if at_night else 26) * 3600


def keep_backup(now: dt.datetime | None = None) -> Path | None:
    """Make the night's backup when it is due, and drop those older than MJCLUB_BACKUP_DAYS (never
    the newest). Returns its file; none where another worker is at it. Raises
    `backup.BackupError`."""
    now = now or timezone.now()
    with _alone() as alone:
        return _keep_backup(now) if alone and backup_due(now) else None


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether nobody else keeps a backup in this folder meanwhile: two schedules ask twice."""
    with (settings.VAR_DIR / "backup.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            yield False
            return
        yield True


def _keep_backup(now: dt.datetime) -> Path:
    path = backup.default_path(f"{NIGHTLY}{now:%Y%m%d-%H%M%S}")
    backup.make(path)
    oldest = now.timestamp() - settings.BACKUP_DAYS * 86_400
    for old in nightly_backups()[1:]:
        if old.stat().st_mtime < oldest:
            old.unlink(missing_ok=True)
    log.info("backup kept: %s", path)
    return path


# --- clean-up ------------------------------------------------------------------------------


def _sessions(now: dt.datetime) -> int:
    return Session.objects.filter(expire_date__lt=now).delete()[0]


def _keys(now: dt.datetime) -> int:
    """Keys of submissions at tables of rounds that were closed long ago."""
    old = Submission.objects.filter(
        created_at__lt=now - KEYS_KEPT, table__round__status=Round.Status.CLOSED
    )
    return old.delete()[0]


def _jobs(now: dt.datetime) -> int:
    """Ended jobs; the last of each kind in an event stays, since pages tell of it."""
    last = Job.objects.order_by().values("tournament", "kind").annotate(last=Max("pk"))
    ended = [Job.Status.DONE, Job.Status.CANCELLED, Job.Status.FAILED]
    old = Job.objects.filter(status__in=ended, finished_at__lt=now - JOBS_KEPT)
    return old.exclude(pk__in=list(last.values_list("last", flat=True))).delete()[0]


def _tokens(now: dt.datetime) -> int:
    """Tokens of the API whose time is over."""
    name: str = getattr(settings, "KNOX_TOKEN_MODEL", "")
    if not name:
        return 0
    done: tuple[int, object] = apps.get_model(name)._default_manager.filter(expiry__lt=now).delete()
    return done[0]


def _exports(now: dt.datetime) -> int:
    """Files that were made to be taken away: the old ones, and those that no row names (they may
    hold the name of somebody who was erased when the storage did not answer)."""
    named = set(Export.objects.values_list("file", flat=True))
    gone = 0
    for name in list(files_below(default_storage, EXPORTS)):
        kept = settings.EXPORT_DAYS * DAY if name in named else LOST_AFTER
        try:
            old = default_storage.get_modified_time(name) < now - kept
        except FileNotFoundError:
            continue  # somebody else was here
        if old:
            default_storage.delete(name)
            gone += 1
    return gone


def _messages(now: dt.datetime) -> int:
    """Read messages of the embedded queue; the jobs' rows are the truth."""
    if not settings.EMBEDDED_BROKER:
        return 0
    folder = settings.VAR_DIR / "queue" / "processed"
    oldest = now.timestamp() - MESSAGES_KEPT.total_seconds()
    old = [file for file in folder.glob("*") if file.stat().st_mtime < oldest]
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)


CLEANERS: dict[str, Callable[[dt.datetime], int]] = {
    "sessions": _sessions,
    "submission keys": _keys,
    "jobs": _jobs,
    "tokens": _tokens,
    "made files": exports.clear_old,
    # Those of which no row is left.
    "exported files": _exports,
    "messages": _messages,
}


def clean_up(now: dt.datetime | None = None) -> dict[str, int]:
    """Take away what is past its time; return how many of each went. What fails does not keep the
    rest from going."""
    now = now or timezone.now()
    gone: dict[str, int] = {}
    began = time.monotonic()
    for name, clean in CLEANERS.items():
        try:
            gone[name] = clean(now)
        except Exception:
            log.exception("clean-up of %s failed", name)
    told = ", ".join(f"{count} {name}" for name, count in gone.items())
    log.info("cleaned up in %.1f s: %s", time.monotonic() - began, told)
    return gone


def files_below(storage: Storage, folder: str) -> Iterator[str]:
    """Yield the names of all files of a storage below a folder; none where it is not there."""
    try:
        folders, files = storage.listdir(folder)
    except FileNotFoundError:
        return
    for name in files:
        yield f"{folder}/{name}"
    for name in folders:
        yield from files_below(storage, f"{folder}/{name}")
