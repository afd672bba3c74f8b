"""Real Chromium, phone and laptop windows; any request to another host fails the test."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize

from tests.browser.windows import FLAGS, LAPTOP, PHONE, PROJECTOR
from tests.club import PASSWORD

# The sync API runs an event loop; Django's own guard would refuse the database there.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    return {"executable_path": found, "args": FLAGS}


def _hold_back(route: Route) -> None:
    if route.request.method == "GET":
        route.fallback()
    else:
        route.abort("internetdisconnected")


class Site:
    """The live site in one window."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.foreign: list[str] = []
        self.errors: list[str] = []
        self.page = context.new_page()
        self.watch(self.page)

    def watch(self, page: Page) -> None:
        page.on("request", self._request)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _request(self, request: Any) -> None:
        if not request.url.startswith((self.url, "data:", "about:")):
            self.foreign.append(request.url)

    def open(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page

    def log_in(self, username: str) -> None:
        page = self.open("/account/login/")
        page.fill("#id_username", username)
        page.fill("#id_password", PASSWORD)
        page.click("form.narrow button[type=submit]")
        page.wait_for_url(self.url + "/")

    def cut(self) -> None:
        """Take the network away. A page that is just being loaded may get a request out before
        Chromium's own switch holds, so what would write is held back here as well."""
        self.context.route("**/*", _hold_back)
        self.context.set_offline(True)

    def mend(self) -> None:
        self.context.unroute("**/*", _hold_back)
        self.context.set_offline(False)

    def fits(self) -> bool:
        """Whether the page does not scroll sideways."""
        return bool(
            self.page.evaluate(
                "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
            )
        )


def _site(browser: Browser, url: str, size: ViewportSize, **options: Any) -> Iterator[Site]:
    context = browser.new_context(viewport=size, locale="en-GB", **options)
    context.set_default_timeout(15_000)
    # The first page of a process loads all of the site, on a busy machine beside other work.
    context.set_default_navigation_timeout(60_000)
    site = Site(context, url)
    yield site
    context.close()
    assert not site.foreign, f"requests to other hosts: {site.foreign}"
    assert not site.errors, f"script errors: {site.errors}"


@pytest.fixture
def phone(browser: Browser, live_server: Any) -> Iterator[Site]:
    yield from _site(browser, live_server.url, PHONE, has_touch=True, is_mobile=True)


@pytest.fixture
def laptop(browser: Browser, live_server: Any) -> Iterator[Site]:
    yield from _site(browser, live_server.url, LAPTOP)


@pytest.fixture
def screen(browser: Browser, live_server: Any) -> Iterator[Site]:
    """The hall's screen."""
    yield from _site(browser, live_server.url, PROJECTOR)


@pytest.fixture
def bare(browser: Browser, live_server: Any) -> Iterator[Site]:
    """A browser that runs no scripts."""
    yield from _site(browser, live_server.url, LAPTOP, java_script_enabled=False)
