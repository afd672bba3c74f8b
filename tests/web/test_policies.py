"""What holds for every page and file of the site: no script in a page, no act without its token, no
secret in the repository, nothing kept by a proxy."""

import re
import subprocess
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from rest_framework.authentication import SessionAuthentication

from mjclub.middleware import POLICY
from tests.club import make_event
from tests.web.addresses import PAGES, PATTERNS, WITHOUT_RULE, address_of, view_of
from tests.web.things import things_of
from tournaments.models import AuditEntry
from tournaments.views.rules import Rule

ROOT = Path(settings.BASE_DIR)
# Scripts, handlers and styles written into a page; the policy would let none of them work.
INLINE = re.compile(
    r"""\son[a-z]+\s*=\s*["'{]|\sstyle\s*=\s*["'{]|javascript:|<style"""
    r"""|<script(?![^>]*\bsrc=)(?![^>]*application/json)|\bhx-on\b|hx-vals=["']js:""",
    re.IGNORECASE,
)


def test_no_template_holds_a_script_a_handler_or_a_style() -> None:
    # `screen.html` is a file that is taken away and brings its styles along.
    pages = [p for p in (ROOT / "templates").rglob("*.html") if p.name != "screen.html"]
    assert len(pages) > 100
    found = [f"{page.name}: {m[0]}" for page in pages for m in INLINE.finditer(page.read_text())]
    assert found == []


def test_the_policy_names_this_site_alone() -> None:
    parts = {words[0]: words[1:] for part in POLICY.split("; ") if (words := part.split())}
    for name in ("default-src", "script-src", "style-src", "form-action"):
        assert parts.pop(name) == ["'self'"], name
    for name in ("object-src", "base-uri", "frame-ancestors"):
        assert parts.pop(name) == ["'none'"], name
    assert parts == {"img-src": ["'self'", "data:"]}


def test_no_page_is_exempt_from_the_token_of_its_forms() -> None:
    exempt = [n for n, p in PAGES.items() if getattr(p.callback, "csrf_exempt", False)]
    assert exempt == []
    # The framework exempts all of the API; there the way in by a session asks for the token.
    sessions = {
        way
        for name, pattern in PATTERNS.items()
        if name not in PAGES and name not in WITHOUT_RULE
        for way in view_of(pattern).authentication_classes
        if issubclass(way, SessionAuthentication)
    }
    assert sessions == {SessionAuthentication}
    assert "django.middleware.csrf.CsrfViewMiddleware" in settings.MIDDLEWARE


@pytest.mark.django_db
def test_no_button_works_without_its_token_and_no_page_is_kept_on_the_way() -> None:
    """As the organiser, who may do all of it."""
    event = make_event(4)
    things = things_of(event)
    client = Client(enforce_csrf_checks=True)
    client.force_login(event.organiser)
    written = AuditEntry.objects.count()
    acts, kept, unguarded = [], [], []
    for name, pattern in sorted(PAGES.items()):
        address = address_of(name, things)
        if hasattr(view_of(pattern), "post") and client.post(address).status_code != 403:
            acts.append(name)
        if view_of(pattern).rule is Rule.PUBLIC and not name.startswith(("join", "my-", "new-p")):
            continue
        answer = client.get(address)
        told = set(re.split(r",\s*", answer.headers.get("Cache-Control", "")))
        # Parts of boards are kept for those alone who ask with the same cookie, and asked for anew.
        of_reader = "no-cache" in told and "Cookie" in answer.headers.get("Vary", "")
        if not (of_reader or {"private", "no-store"} & told):
            kept.append(f"{name}: {told}")
        if answer.headers.get("Content-Security-Policy") != POLICY:
            unguarded.append(name)
    assert acts == []
    assert kept == []
    assert unguarded == []
    assert AuditEntry.objects.count() == written


# --- secrets -----------------------------------------------------------------------------

SECRETS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_[A-Za-z0-9]{30,}"
    r"|\bxox[abpr]-[A-Za-z0-9-]{10,}|\bsk-[A-Za-z0-9_-]{24,}|\bglpat-[\w-]{18,}"
    r"|(?:SECRET_KEY|PASSWORD|TOKEN)\s*=\s*[\"'][^\"'{}$<\s]{16,}[\"']"
)
# Passwords of accounts that tests make for themselves.
OF_TESTS = {"tests/club.py"}


def _files() -> list[str]:
    """Return the files of the repository, or of a checkout without its history."""
    done = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode == 0 and done.stdout:
        return [name for name in done.stdout.split("\0") if name]
    hidden = (".venv", ".git", "var", "node_modules", "__pycache__")
    found = (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
    return [str(path) for path in found if path.parts[0] not in hidden]


def test_no_secret_lies_in_the_repository() -> None:
    names = _files()
    assert len(names) > 500
    found = []
    for name in names:
        path = ROOT / name
        if name in OF_TESTS or not path.is_file():
            continue
        text = path.read_bytes().decode("utf-8", "replace")
        found += [f"{name}: {match[0][:20]}" for match in SECRETS.finditer(text)]
    assert found == []
    kinds = (".sqlite3", ".pem", ".key", ".p12", ".env")
    assert [name for name in names if name.endswith(kinds) or "secret_key" in name.lower()] == []


# What stands at the top: a file that some try left behind is nobody's.
TOP = {
    ".ci", ".dockerignore", ".gitignore", "README.md", "benchmarks", "docs", "locale", "manage.py",
    "mjclub", "pyproject.toml", "scoring", "static", "templates", "tests", "tournaments",
    *(f"requirements{kind}.{end}" for kind in ("", "-dev", "-bench") for end in ("in", "txt")),
}  # fmt: skip


def test_nothing_stands_in_the_repository_that_has_no_place_there() -> None:
    names = _files()
    assert sorted({Path(name).parts[0] for name in names} - TOP) == []
    large = [n for n in names if (ROOT / n).is_file() and (ROOT / n).stat().st_size > 2_000_000]
    assert large == []


@pytest.mark.parametrize(
    "text",
    [
        "-----BEGIN RSA " + "PRIVATE KEY-----",
        "AKIA" + "ABCDEFGHIJKLMNOP",
        "ghp_" + "a1" * 18,
        'SECRET_KEY = "' + "s3cr3t" * 5 + '"',
    ],
)
def test_secrets_are_known_by_their_looks(text: str) -> None:
    assert SECRETS.search(text)


def test_the_whole_check_asks_what_is_known_of_the_packages() -> None:
    run = (ROOT / ".ci" / "run").read_text()
    assert re.search(r'^part "Dependency audit" python3 \.ci/audit$', run, re.MULTILINE)
