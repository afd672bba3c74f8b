"""Whether what the site stands on is there: database, migrations, broker, folders, fonts. Used by
the readiness address and by `manage.py doctor`."""

import datetime as dt
import importlib.util
import os
import re
import secrets
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import psycopg
from django.conf import settings
from django.core.checks import run_checks
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Min, Q
from django.utils import timezone
from kombu import Connection
from kombu.exceptions import OperationalError

from mjclub.ops import backup, maintenance
from tournaments.models import Job

SEE_DATABASE = "See the database first."
# Connections are asked for so long before their pool gives up; a direct one says why.
ASK = 3
# Workers on other machines go by the same clocks: when another's job counts as left (30 s).
SKEW = dt.timedelta(seconds=5)
# The schedule says every 30 s that it goes on.
SCHEDULE_SILENT = dt.timedelta(minutes=5)
LOW_SPACE = 500 * 2**20
WAITS_LONG = dt.timedelta(minutes=5)
# So many migrations are named that are not applied.
NAMED = 5
# Subdomains and preload lists are the choice of who owns the domain; https has a line of its own;
# the rest is about the API's document, which its own tests look after.
ACCEPTED = {"security.W004", "security.W005", "security.W008", "security.W012", "security.W016",
            "security.W021", "drf_spectacular.W001", "drf_spectacular.W002"}  # fmt: skip


@dataclass(frozen=True)
class Finding:
    """One thing looked at: whether it is well, what was seen, and what to do if not."""

    name: str
    well: bool
    seen: str
    remedy: str = ""


def database() -> Finding:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        seen = f"does not answer: {_why() or _line(error)}"
        return Finding("database", False, seen, "Start it; check DATABASE_URL.")
    return Finding("database", True, f"{connection.vendor} answers")


def _why() -> str:
    """Return what PostgreSQL itself says: a pool tells only that it has waited."""
    if connection.vendor != "postgresql":
        return ""
    own = connection.settings_dict
    try:
        psycopg.connect(
            host=own["HOST"] or None,
            port=own["PORT"] or None,
            user=own["USER"] or None,
            password=own["PASSWORD"] or None,
            dbname=own["NAME"],
            connect_timeout=ASK,
        ).close()
    except psycopg.Error as error:
        return _line(error)
    return ""


def migrations() -> Finding:
    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return Finding("migrations", False, _line(error), SEE_DATABASE)
    if plan:
        waiting = ", ".join(f"{m.app_label}.{m.name}" for m, _back in plan[:NAMED])
        waiting += f" and {len(plan) - NAMED} more" if len(plan) > NAMED else ""
        return Finding("migrations", False, f"not applied: {waiting}", "Run manage.py migrate.")
    return Finding("migrations", True, "all applied")


def broker() -> Finding:
    kind = settings.CELERY_BROKER_URL.split(":", 1)[0]
    try:
        with Connection(
            settings.CELERY_BROKER_URL,
            connect_timeout=2,
            transport_options=settings.CELERY_BROKER_TRANSPORT_OPTIONS,
        ) as link:
            link.ensure_connection(max_retries=1, timeout=2)
    except (OperationalError, OSError) as error:
        return Finding(
            "broker",
            False,
            f"{kind} does not answer: {_line(error)}",
            "Start it; check CELERY_BROKER_URL. Jobs wait meanwhile and are taken up later.",
        )
    return Finding("broker", True, f"{kind} answers")


def folders() -> Finding:
    if not os.access(settings.VAR_DIR, os.W_OK):
        return Finding(
            "folder", False, f"{settings.VAR_DIR} cannot be written", "Set MJCLUB_VAR to one's own."
        )
    free = shutil.disk_usage(settings.VAR_DIR).free
    seen = f"{settings.VAR_DIR}, {free // 2**20} MB free"
    return Finding("folder", free > LOW_SPACE, seen, "" if free > LOW_SPACE else "Make room.")


def fonts() -> Finding:
    wanted = (settings.PDF_FONT_PACKAGE, settings.TILE_FONT_PACKAGE)
    missing = [name for name in wanted if importlib.util.find_spec(name) is None]
    if missing:
        return Finding(
            "fonts", False, f"not installed: {', '.join(missing)}", "Install requirements.txt."
        )
    return Finding("fonts", True, "Chinese and tiles are there")


def schedule() -> Finding:
    """Whether the worker with ``--beat`` is there, and one that does what it asks for."""
    seen = maintenance.schedule_last_seen()
    remedy = (
        "Start one worker with --beat, and one for the maintenance queue (one may do both): "
        "without them nothing that was lost is taken up, and no backup is made."
    )
    if seen is None:
        return Finding("schedule", False, "has never said anything", remedy)
    silent = timezone.now() - seen
    well = silent < SCHEDULE_SILENT
    told = "goes on" if well else f"silent for {int(silent.total_seconds() // 60)} minutes"
    return Finding("schedule", well, told, "" if well else remedy)


def clock() -> Finding:
    """Whether this machine and the database agree about the time."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        apart = abs(timezone.now() - cursor.fetchone()[0])
    seen = f"{apart.total_seconds():.1f} s from the database's"
    well = apart < SKEW
    return Finding("clock", well, seen, "" if well else "Let both machines keep time by NTP.")


def characters() -> Finding:
    """Whether the database keeps Chinese."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_encoding")
        encoding = cursor.fetchone()[0]
    remedy = "Make the database anew: createdb --encoding UTF8 --template template0."
    return Finding("characters", encoding == "UTF8", str(encoding), remedy)


def _asked(look: Callable[[], Finding], name: str, *, there: bool) -> Finding:
    """Look at what only a database can tell; where there is none, do not wait for it again."""
    if not there:
        return Finding(name, False, "not known", SEE_DATABASE)
    try:
        return look()
    except DatabaseError as error:
        return Finding(name, False, _line(error), SEE_DATABASE)


def safety(*, there: bool = True) -> Iterator[Finding]:
    """What a site on the open internet should not leave as it is. ``there``: the database is."""
    if not settings.PRODUCTION:
        yield Finding("mode", True, "embedded: for a club's own machine or a hall")
        return
    yield Finding("mode", True, "production")
    yield static_files()
    yield _asked(schedule, "schedule", there=there)
    if connection.vendor == "postgresql":
        yield _asked(clock, "clock", there=there)
        yield _asked(characters, "characters", there=there)
    yield _asked(backup_tools, "backup programs", there=there)
    if settings.BACKUP_DAYS:
        yield backups()
    yield from deployment()
    yield Finding(
        "https",
        settings.HTTPS,
        settings.PUBLIC_URL,
        "" if settings.HTTPS else "Serve it by https: phones work offline only there.",
    )
    yield Finding(
        "database for production",
        connection.vendor == "postgresql",
        connection.vendor,
        "" if connection.vendor == "postgresql" else "Take PostgreSQL for an event of many tables.",
    )
    yield Finding(
        "broker for production",
        not settings.EMBEDDED_BROKER,
        settings.CELERY_BROKER_URL.split(":", 1)[0],
        "" if not settings.EMBEDDED_BROKER else "Take Redis or RabbitMQ: CELERY_BROKER_URL.",
    )


def jobs() -> Finding:
    """Jobs that were set aside, and whether anybody takes up those that wait."""
    aside = list(Job.objects.filter(status=Job.Status.SET_ASIDE).select_related("tournament"))
    late = timezone.now() - WAITS_LONG
    waiting = Job.objects.filter(status=Job.Status.QUEUED, created_at__lt=late)
    waiting = waiting.filter(Q(not_before=None) | Q(not_before__lt=late))
    oldest = waiting.aggregate(at=Min("created_at"))["at"]
    if aside:
        told = "; ".join(f"{job.tournament.slug}: {job.kind}: {job.error}" for job in aside[:5])
        return Finding(
            "jobs",
            False,
            f"{len(aside)} set aside: {told}",
            "Mend the reason, then let the organiser try again (desk, Jobs).",
        )
    if oldest is not None:
        minutes = int((timezone.now() - oldest).total_seconds() // 60)
        return Finding(
            "jobs", False, f"one has waited for {minutes} minutes", "Start a worker; see its log."
        )
    return Finding("jobs", True, "none is set aside, none waits long")


def files() -> Finding:
    """Whether files for taking away can be written, read and removed where they are kept."""
    kind = settings.FILES_BACKEND.rpartition(".")[2]
    name = f"exports/doctor-{secrets.token_hex(4)}.txt"
    try:
        kept = default_storage.save(name, ContentFile(b"doctor"))
        with default_storage.open(kept) as file:
            same = file.read() == b"doctor"
        default_storage.delete(kept)
    except Exception as error:  # noqa: BLE001  (each storage has errors of its own)
        return Finding(
            "files", False, f"{kind}: {_line(error)}", "Check MJCLUB_FILES_BACKEND and _OPTIONS."
        )
    return Finding("files", same, f"{kind}: written, read and removed")


def backup_tools() -> Finding:
    """The programs that a backup of PostgreSQL needs, of the server's version or newer."""
    if connection.vendor != "postgresql":
        return Finding("backup programs", True, "none needed")
    missing = [name for name in ("pg_dump", "pg_restore") if shutil.which(name) is None]
    remedy = "Install the postgresql-client package of the server's version."
    if missing:
        return Finding("backup programs", False, f"not installed: {', '.join(missing)}", remedy)
    told = subprocess.run(["pg_dump", "--version"], capture_output=True, text=True, check=False)  # noqa: S607
    found = re.search(r"(\d+)[.\d]*\s*(\(|$)", told.stdout.strip())
    mine = int(found[1]) if found else 0
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        server = int(cursor.fetchone()[0]) // 10_000
    return Finding("backup programs", mine >= server, f"version {mine}, server {server}", remedy)


def backups() -> Finding:
    """How old the last backup is that was made by itself or by hand."""
    kept = sorted(backup.folder().glob("mjclub-*"), key=lambda file: file.stat().st_mtime)
    if not kept:
        return Finding("backup", False, "there is none", "Run manage.py backup.")
    hours = int((time.time() - kept[-1].stat().st_mtime) // 3600)
    remedy = "Run manage.py backup; the worker with --beat makes one each night: see its log."
    return Finding("backup", hours <= 48, f"{kept[-1].name}, {hours} hours old", remedy)


def static_files() -> Finding:
    """Whether the files of the pages were collected for this version."""
    there = (settings.STATIC_ROOT / "staticfiles.json").is_file()
    return Finding(
        "page files", there, "collected" if there else "not collected",
        "Run manage.py collectstatic --no-input.",
    )  # fmt: skip


def deployment() -> Iterator[Finding]:
    """Django's own list of what a site on the internet should have."""
    for message in run_checks(include_deployment_checks=True):
        if message.is_serious() or message.id not in ACCEPTED:
            yield Finding("django", False, f"{message.id}: {message.msg}", message.hint or "")


def readiness() -> list[Finding]:
    """Return what a web process needs to take requests. The broker is not among it: hands are
    saved without one, and jobs wait in the database."""
    found = database()
    if not found.well:
        # It would be waited for once more.
        return [found, Finding("migrations", False, "not known", SEE_DATABASE)]
    return [found, migrations()]


def everything() -> list[Finding]:
    ready = readiness()
    there = ready[0].well
    waiting = _asked(jobs, "jobs", there=there)
    return [*ready, broker(), waiting, folders(), files(), fonts(), *safety(there=there)]


def _line(error: BaseException) -> str:
    return str(error).strip().split("\n")[0][:200]
