"""`manage.py test`: the whole check. Arguments go to pytest alone."""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

PYTHON = (sys.executable, "-m")
STEPS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("lint", (*PYTHON, "ruff", "check", ".")),
    ("format", (*PYTHON, "ruff", "format", "--check", "--quiet", ".")),
    ("templates", (*PYTHON, "djlint", "templates", "--lint", "--quiet")),
    ("types", (*PYTHON, "mypy")),
    ("contracts", (str(Path(sys.executable).with_name("lint-imports")),)),
    ("migrations", (sys.executable, "manage.py", "makemigrations", "--check", "--dry-run")),
    ("messages", (sys.executable, "manage.py", "messages", "--check")),
)
# Whoever is done first takes over from the other: the slow tests stand together.
WORKERS = ("-n", "2", "--dist", "worksteal")


class Command(BaseCommand):
    help = "Run lint, types, contracts, migrations, messages and the tests; arguments go to pytest."
    requires_system_checks: list[str] = []

    def run_from_argv(self, argv: list[str]) -> None:
        # Everything after `test` is pytest's, options included.
        sys.exit(run(argv[2:]))

    def handle(self, *args: Any, **options: Any) -> None:
        sys.exit(run([]))


def run(pytest_arguments: Sequence[str]) -> int:
    """Run every step, also after one has failed; return the exit code."""
    failed = [name for name, call in STEPS if not _step(name, call)]
    tests = [*PYTHON, "pytest", *workers(pytest_arguments), *pytest_arguments]
    if not _step("tests", tests):
        failed.append("tests")
    sys.stdout.write(f"Failed: {', '.join(failed)}\n" if failed else "Everything passed.\n")
    return 1 if failed else 0


def workers(pytest_arguments: Sequence[str]) -> tuple[str, ...]:
    """Return how the tests share the processors, unless the caller says it or wants to look in."""
    for argument in pytest_arguments:
        if argument.startswith(("-n", "--numprocesses", "--pdb", "--trace", "-s")):
            return ()
        if argument in ("no:xdist", "-pno:xdist", "--capture=no"):
            return ()
    return WORKERS


def _step(name: str, call: Sequence[str]) -> bool:
    start = time.monotonic()
    sys.stdout.write(f"--- {name}\n")
    sys.stdout.flush()
    # pytest and the other tools choose their settings themselves; the environment is built.
    environment = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
    environment["MJCLUB_NO_BOOTSTRAP"] = "1"
    done = subprocess.run(list(call), cwd=settings.BASE_DIR, env=environment, check=False)
    verdict = "passed" if done.returncode == 0 else "FAILED"
    sys.stdout.write(f"--- {name}: {verdict} ({time.monotonic() - start:.0f} s)\n")
    sys.stdout.flush()
    return done.returncode == 0
