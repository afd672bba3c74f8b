"""A test that lacks its service is skipped with the reason, or fails where it is required."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tournaments.management.commands.test import WORKERS, workers

ROOT = Path(__file__).resolve().parent.parent


def without_services(**environment: str) -> subprocess.CompletedProcess[str]:
    """Run tests that need Chromium, PostgreSQL and a broker where there is none of them."""
    names = ("DATABASE_URL", "CELERY_BROKER_URL", "PYTEST_XDIST_WORKER", "PYTEST_ADDOPTS")
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in names and not name.startswith("MJCLUB_REQUIRE_")
    }
    return subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"),
            *("-m", "browser or broker", "tests/browser", "tests/concurrency/test_worker.py"),
        ],
        cwd=ROOT,
        env={**kept, "PATH": "/nonexistent", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_skipped_with_the_reason() -> None:
    done = without_services()
    assert done.returncode == 0, done.stdout
    assert "no Chromium on this machine" in done.stdout
    assert "DATABASE_URL does not name a PostgreSQL database" in done.stdout
    assert "passed" not in done.stdout


@pytest.mark.parametrize(
    ("required", "reason"),
    [
        ("BROWSER", "browser tests are required: no Chromium on this machine"),
        ("BROKER", "broker tests are required: CELERY_BROKER_URL does not name a broker"),
        ("POSTGRES", "postgres tests are required: DATABASE_URL does not name a PostgreSQL"),
    ],
)
def test_failed_where_required(required: str, reason: str) -> None:
    done = without_services(**{f"MJCLUB_REQUIRE_{required}": "1"})
    assert done.returncode == 1, done.stdout
    assert reason in done.stdout


@pytest.mark.parametrize(
    ("arguments", "shared"),
    [
        ([], True),
        (["tests/web", "-k", "desk", "-x"], True),
        (["-n", "1"], False),
        (["-n0"], False),
        (["--numprocesses=3"], False),
        (["--pdb"], False),
        (["-p", "no:xdist"], False),
    ],
)
def test_the_whole_check_shares_the_processors_unless_told(
    arguments: list[str], shared: bool
) -> None:
    assert workers(arguments) == (WORKERS if shared else ())
