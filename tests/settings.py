"""Settings of the tests: the site's own, with a place of their own for data and messages."""

import os
import tempfile
from pathlib import Path

_root = Path(__file__).resolve().parent.parent
# Tests must not put messages where a running site's worker would take them up.
os.environ.setdefault("MJCLUB_VAR", str(Path(tempfile.gettempdir()) / "mjclub-tests"))
os.environ.setdefault("CELERY_BROKER_URL", "memory://")

from mjclub.settings import *  # noqa: E402, F403  (the environment must be set before)

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
