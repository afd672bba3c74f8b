"""What a production site refuses to start with, all named at once."""

import json
import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from mjclub.safety import unreadable, unsafe

SOUND = {
    "MJCLUB_SECRET_KEY": secrets.token_urlsafe(64),
    "DATABASE_URL": "postgres://club@127.0.0.1/club",
    "MJCLUB_ALLOWED_HOSTS": "club.example",
    "MJCLUB_PUBLIC_URL": "https://club.example",
}


def test_sound_values_are_taken() -> None:
    assert unsafe(SOUND, debug=False) == []
    assert unsafe({**SOUND, "MJCLUB_ALLOWED_HOSTS": " .example , localhost"}, debug=False) == []
    assert unsafe({**SOUND, "MJCLUB_METRICS_TOKEN": "m" * 20}, debug=False) == []


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        *((name, "", f"without {name}") for name in SOUND),
        ("MJCLUB_SECRET_KEY", "short", "at least 50 characters"),
        ("MJCLUB_SECRET_KEY", "x" * 60, "at random"),
        ("MJCLUB_SECRET_KEY", "django-insecure-" + secrets.token_urlsafe(64), "at random"),
        ("MJCLUB_SECRET_KEY", "Please-change-me-" + secrets.token_urlsafe(64), "at random"),
        ("MJCLUB_ALLOWED_HOSTS", "club.example,*", "not '*'"),
        ("MJCLUB_ALLOWED_HOSTS", "other.example", "must hold the host"),
        ("MJCLUB_TRUSTED_ORIGINS", "https://*.example", "not '*'"),
        ("MJCLUB_PUBLIC_URL", "club.example", "an address such as"),
        ("MJCLUB_PUBLIC_URL", "ftp://club.example", "an address such as"),
        ("MJCLUB_PUBLIC_URL", "https://club.example/mj", "without a path"),
        ("MJCLUB_METRICS_TOKEN", "guessed", "at least 20 characters"),
    ],
)
def test_unsafe_values_are_refused(name: str, value: str, words: str) -> None:
    (found,) = unsafe({**SOUND, name: value}, debug=False)
    assert words in found


def test_everything_is_named_at_once() -> None:
    assert len(unsafe({"MJCLUB_SECRET_KEY": "x", "MJCLUB_METRICS_TOKEN": "y"}, debug=True)) == 4


# What https needs of a site on the open internet.
HTTPS = {
    "SECURE_HSTS_SECONDS": 31536000,
    "SECURE_SSL_REDIRECT": True,
    "SESSION_COOKIE_SECURE": True,
    "CSRF_COOKIE_SECURE": True,
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "X_FRAME_OPTIONS": "DENY",
    "SECURE_CONTENT_TYPE_NOSNIFF": True,
    "SECURE_REFERRER_POLICY": "same-origin",
}
TELL = (
    "import json; from mjclub import settings as s;"
    f" print(json.dumps([getattr(s, name) for name in {[*HTTPS]}]))"
)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("DATABASE_URL", "postgre://club@127.0.0.1/club", "not 'postgre'"),
        ("DATABASE_URL", "club", "not 'club'"),
        ("CELERY_BROKER_URL", "reddis://127.0.0.1/0", "not 'reddis'"),
        ("MJCLUB_TIME_ZONE", "Asia/Shanghia", "not 'Asia/Shanghia'"),
        ("MJCLUB_TIME_ZONE", "../etc/passwd", "must be a zone"),
        ("MJCLUB_FILES_OPTIONS", "{bucket", "must be a JSON object"),
        ("MJCLUB_FILES_OPTIONS", "[]", "must be a JSON object"),
    ],
)
def test_what_means_nothing_is_refused(name: str, value: str, words: str) -> None:
    (found,) = unreadable({name: value})
    assert found.startswith(name)
    assert words in found
    assert unreadable({name: ""}) == []


def test_a_command_says_what_is_refused_and_nothing_else(tmp_path: Path) -> None:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MJCLUB_", "DATABASE", "CEL"))}
    environment = {**kept, "MJCLUB_VAR": str(tmp_path), "MJCLUB_NO_BOOTSTRAP": "1"}
    done = subprocess.run(
        [sys.executable, "manage.py", "doctor"], cwd=settings.BASE_DIR,
        env={**environment, "DATABASE_URL": "postgre://x", "MJCLUB_TIME_ZONE": "Mars"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "DATABASE_URL" in done.stderr
    assert "MJCLUB_TIME_ZONE" in done.stderr


def start(tmp_path: Path, **more: str) -> subprocess.CompletedProcess[str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("MJCLUB_", "DATABASE", "CEL"))}
    environment = {**kept, **SOUND, "MJCLUB_ENV": "production", "MJCLUB_VAR": str(tmp_path)}
    return subprocess.run(
        [sys.executable, "-c", TELL],
        cwd=settings.BASE_DIR, env={**environment, **more}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def test_a_site_does_not_start_with_them(tmp_path: Path) -> None:
    done = start(tmp_path, MJCLUB_DEBUG="1", MJCLUB_SECRET_KEY="x" * 60)
    assert done.returncode != 0
    assert "MJCLUB_DEBUG" in done.stderr
    assert "at random" in done.stderr
    assert "x" * 60 not in done.stderr


def test_it_starts_with_sound_ones_and_sets_what_https_needs(tmp_path: Path) -> None:
    done = start(tmp_path)
    assert done.returncode == 0, done.stderr
    assert dict(zip(HTTPS, json.loads(done.stdout), strict=True)) == HTTPS
