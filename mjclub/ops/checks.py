"""Whether what the site stands on is there: database, migrations, broker, folders, fonts. Used by
the readiness address and by `manage.py doctor`."""

import importlib.util
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from kombu import Connection
from kombu.exceptions import OperationalError

LOW_SPACE = 500 * 2**20


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
        return Finding(
            "database", False, f"does not answer: {_line(error)}", "Start it; check DATABASE_URL."
        )
    return Finding("database", True, f"{connection.vendor} answers")


def migrations() -> Finding:
    try:
        executor = MigrationExecutor(connection)
        plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return Finding("migrations", False, _line(error), "See the database first.")
    if plan:
        waiting = ", ".join(f"{migration.app_label}.{migration.name}" for migration, _back in plan)
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


def safety() -> Iterator[Finding]:
    """What a site on the open internet should not leave as it is."""
    if not settings.PRODUCTION:
        yield Finding("mode", True, "embedded: for a club's own machine or a hall")
        return
    yield Finding("mode", True, "production")
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


NEEDED: tuple[Callable[[], Finding], ...] = (database, migrations)


def readiness() -> list[Finding]:
    """Return what a web process needs to take requests. The broker is not among it: hands are
    saved without one, and jobs wait in the database."""
    return [check() for check in NEEDED]


def everything() -> list[Finding]:
    return [*readiness(), broker(), folders(), fonts(), *safety()]


def _line(error: BaseException) -> str:
    return str(error).strip().split("\n")[0][:200]
