"""Settings of the tests: the site's own, with a place of their own for data and messages."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

if "MJCLUB_VAR" not in os.environ:
    # A folder for this run alone: two runs at once must not share a database, and tests must not
    # put messages where a running site's worker would take them up. Workers of the run inherit it.
    os.environ["MJCLUB_VAR"] = tempfile.mkdtemp(prefix="mjclub-tests-")
    atexit.register(shutil.rmtree, os.environ["MJCLUB_VAR"], ignore_errors=True)
# Cutting fonts takes seconds and gives equal bytes each time: runs may share them.
os.environ.setdefault(
    "MJCLUB_FONT_DIR", str(Path(__file__).resolve().parent.parent / "var" / "test-fonts")
)
os.environ.setdefault("CELERY_BROKER_URL", "memory://")
# Each process of a run has a database of its own, so its jobs are nobody else's.
os.environ["MJCLUB_QUEUE"] = f"mjclub-tests-{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"

from mjclub.settings import *  # noqa: F403  (the environment must be set before)

# Tests ask much faster than people; the limit has a test of its own.
CALCULATOR_RATE = "1000000/min"
API_RATE = API_ADDRESS_RATE = API_LOGIN_RATE = ""
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# Boards show at once what a test has just done; keeping them has a test of its own.
BOARD_SECONDS = 0.0
