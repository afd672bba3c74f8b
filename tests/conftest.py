"""What some tests need beside Python, and what happens where it is not there; what all need."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db.backends.signals import connection_created
from django.dispatch import receiver
from django.http import FileResponse
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

# A busy machine is no reason to fail: nothing here is timed.
hypothesis_settings.register_profile(
    "club", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("club")

# Why a test cannot run that must run here.
REQUIRED = pytest.StashKey[list[str]]()
REFERENCE = Path(__file__).resolve().parent.parent.parent / "shared" / "corpus"


def _missing(mark: str) -> str:
    """Return why tests of this mark cannot run here, or nothing."""
    if mark == "browser" and not (shutil.which("chromium") or shutil.which("chromium-browser")):
        return "no Chromium on this machine"
    if mark == "postgres" and "postgresql" not in settings.DATABASES["default"]["ENGINE"]:
        return "DATABASE_URL does not name a PostgreSQL database"
    if mark == "broker" and not settings.CELERY_BROKER_URL.startswith(("redis", "amqp")):
        return "CELERY_BROKER_URL does not name a broker"
    if mark == "reference" and not REFERENCE.is_dir():
        return "the reference folder with public play is not beside the checkout"
    return ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip what cannot run, with its reason; let it fail where it is required."""
    chosen = config.getoption("markexpr", "") or ""
    for item in items:
        for mark in ("browser", "postgres", "broker", "reference"):
            if item.get_closest_marker(mark) is None:
                continue
            reason = _missing(mark)
            if mark == "browser" and not reason and "browser" not in chosen:
                reason = "browser tests run on their own: pytest -m browser"
            if not reason:
                continue
            if os.environ.get(f"MJCLUB_REQUIRE_{mark.upper()}") == "1":
                item.stash.setdefault(REQUIRED, []).append(f"{mark} tests are required: {reason}")
            else:
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    reasons = item.stash.get(REQUIRED, [])
    if reasons:
        pytest.fail("; ".join(reasons), pytrace=False)


def locks_more_than_it_says(sql: str) -> bool:
    """Whether a query locks rows of each table that it joins, without naming those it means. Most
    often only an order by way of another table has joined them."""
    _, lock, of = sql.partition(" FOR NO KEY UPDATE" if "NO KEY" in sql else " FOR UPDATE")
    return bool(lock) and " JOIN " in sql and not of.startswith(" OF ")


def _look_at_locks(execute: Any, sql: Any, params: Any, many: bool, context: Any) -> Any:
    if isinstance(sql, str):
        assert not locks_more_than_it_says(sql), f"locks all that it joins: {sql}"
    return execute(sql, params, many, context)


@receiver(connection_created)
def _watch_locks(connection: Any, **_more: Any) -> None:
    """Only PostgreSQL is asked for locks of rows."""
    if connection.vendor == "postgresql" and _look_at_locks not in connection.execute_wrappers:
        connection.execute_wrappers.append(_look_at_locks)


@pytest.fixture(autouse=True)
def sent_files_are_closed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Close the files of answers after each test: a server does it when an answer is sent, the
    clients of tests only when they read one to its end."""
    sent: list[Any] = []
    set_headers = FileResponse.set_headers

    def noted(response: FileResponse, file: Any) -> None:
        sent.append(file)
        set_headers(response, file)

    monkeypatch.setattr(FileResponse, "set_headers", noted)
    yield
    for file in sent:
        file.close()
