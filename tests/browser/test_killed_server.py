"""The server dies in the middle of a save, again and again: nothing that was entered is lost, and
nothing comes twice. MJCLUB_KILLS says how often (10; the long run is 50)."""

import http.client
import json
import logging
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from tests.browser.taps import Taps
from tests.browser.windows import PHONE

log = logging.getLogger(__name__)
pytestmark = pytest.mark.browser
KILLS = int(os.environ.get("MJCLUB_KILLS", "10"))
GAME = 16
SETUP = """
import django, json
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.club import make_event
event = make_event(32)
event.seat_round()
print(json.dumps([event.link(event.table(1, n))[1] for n in range(1, 9)]))
"""


class Server:
    """A site of its own, which can be killed and started again on the same data."""

    def __init__(self, var: Path) -> None:
        self.environment = {
            **{k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "MJCLUB_QUEUE")},
            "MJCLUB_VAR": str(var),
            "DJANGO_SETTINGS_MODULE": "mjclub.settings",
        }
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, code: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=settings.BASE_DIR,
            env=self.environment,
            capture_output=True,
            check=False,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "gunicorn", "mjclub.wsgi", "--log-level", "error"),
                *("--bind", f"127.0.0.1:{self.port}", "--threads", "4"),
            ],
            cwd=settings.BASE_DIR,
            env=self.environment,
            start_new_session=True,
        )
        end = time.monotonic() + 60
        while time.monotonic() < end:
            try:
                self.get("/health/")
                return
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
        pytest.fail("the server did not start")

    def kill(self) -> None:
        if self.process is not None:
            # Its own session: the master and its workers, nobody else.
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None

    def hands(self, token: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json.loads(self.get(f"/r/{token}/state/"))["state"]["hands"]
        return found

    def get(self, path: str) -> bytes:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", path)
            return connection.getresponse().read()
        finally:
            connection.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    made = Server(tmp_path)
    yield made
    made.kill()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, locale="en-GB", has_touch=True, is_mobile=True)
    context.set_default_timeout(30_000)
    made = context.new_page()
    yield made
    context.close()


def test_killed_in_the_middle_of_each_save(
    server: Server, page: Page, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    tokens = json.loads(server.run(SETUP).strip().splitlines()[-1])
    chance = random.Random(7)
    acknowledged = 0
    server.start()
    for kill in range(KILLS):
        token, number = tokens[kill // GAME], kill % GAME + 1
        if number == 1:
            page.goto(f"{server.url}/r/{token}/")
        taps = Taps(page)
        taps.choose(kill % 4, (kill + 1) % 4)
        page.fill("#fan-number", str(8 + kill))
        expect(page.locator("#preview")).to_contain_text("+")
        page.locator("#save").click(no_wait_after=True)
        time.sleep(chance.uniform(0, 0.08))
        acknowledged += page.locator("#net").inner_text() == f"Saved {number}"
        server.kill()
        if kill % 3 == 2:
            # Without a server the page comes from the phone where the worker has kept it.
            page.locator("#net").wait_for()
        server.start()
        page.evaluate("window.dispatchEvent(new Event('online'))")
        expect(page.locator("#net")).to_have_text(f"Saved {number}", timeout=30_000)
    entered = [8 + kill for kill in range(KILLS)]
    saved = [
        hand["fan"] for token in tokens[: (KILLS - 1) // GAME + 1] for hand in server.hands(token)
    ]
    assert saved == entered
    log.info("%d saves, %d of them acknowledged before the kill", KILLS, acknowledged)
