"""Make screenshots of every page against a running site with the demo data.

Call: ``python -m tests.browser.make_screens URL FOLDER [--groups public desk referee projector]
[--user NAME --password WORD] [--looks light hall contrast] [--languages zh zh-hant en]
[--sizes phone laptop] [--only PART …] [--also NAME=ADDRESS …]``

The pages are those of the site's own list of addresses (`tests.browser.page_list`): a page for
which no address was found is complained about, and so is one that scrolls sideways or broke. Ends
with 1 then. Without a log-in of an organiser only the public pages are shot. Ratings, seasons, what
is needed in a last round, hands in tiles, full desks and pages behind a secret are shot with
``--also $(python -m tests.browser.screen_events)``, run where the site has its data.
"""

import argparse
import itertools
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mjclub.settings")

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.browser.page_list import Pages, name_of
from tests.browser.windows import FLAGS, LAPTOP, PHONE, PROJECTOR

WINDOWS = {"phone": PHONE, "laptop": LAPTOP}
LOCALES = {"zh": "zh-CN", "zh-hant": "zh-TW", "en": "en-GB"}
GROUPS = ("public", "referee", "desk", "projector")
SCENES = ("standings", "seats", "tables", "best", "news", "clock")


def shoot(page: Page, args: argparse.Namespace, pages: dict[str, str], tag: str) -> Iterator[str]:
    """Save one picture a page; yield what is wrong with which page."""
    for name, path in pages.items():
        if args.only and not any(part in name for part in args.only):
            continue
        response = page.goto(args.url + path)
        page.wait_for_load_state("load")
        page.wait_for_timeout(args.settle)
        page.screenshot(path=str(args.folder / f"{name}-{tag}.png"), full_page=True)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            yield f"{name}-{tag} scrolls sideways"
        if response is not None and response.status >= (500 if name == "missing" else 400):
            yield f"{name}-{tag} answers {response.status}"


def log_in(page: Page, args: argparse.Namespace) -> None:
    page.goto(args.url + "/account/login/")
    page.fill("#id_username", args.user)
    page.fill("#id_password", args.password)
    page.click("form.narrow button[type=submit]")
    page.wait_for_load_state("load")


def found_pages(browser: Browser, args: argparse.Namespace) -> Pages:
    """Find an address of every page, as the organiser sees the links."""
    visitor = browser.new_context(locale="en-GB")
    context = browser.new_context(locale="en-GB")
    if args.user:
        log_in(context.new_page(), args)
    pages = Pages(
        lambda path: read(context, args.url, path),
        lambda path: read(visitor, args.url, path),
        dict(also.split("=", 1) for also in args.also),
    )
    context.close()
    visitor.close()
    return pages


def read(context: BrowserContext, url: str, path: str) -> str:
    """Return a page's text; nothing where the address is none: a file, a redirect, an error."""
    answer = context.request.get(url + path, max_redirects=0)
    to = answer.headers.get("location", "")
    if to and to != path and name_of(to) == name_of(path):
        # The link of a mail: the page hides the secret and asks for itself again.
        return read(context, url, to)
    html = "text/html" in answer.headers.get("content-type", "")
    text = answer.text() if html and answer.status == 200 else ""
    answer.dispose()
    return text if "<!doctype" in text[:200].lower() else ""


def shoot_projector(browser: Browser, args: argparse.Namespace, tag: str) -> Iterator[str]:
    """Shoot every scene on the hall's screen, chosen at the desk as an organiser does."""
    desk = browser.new_context(viewport=PHONE, locale="en-GB").new_page()
    log_in(desk, args)
    screen = browser.new_context(viewport=PROJECTOR, locale=LOCALES[tag]).new_page()
    for look, scene in itertools.product(("hall", "light", "contrast"), SCENES):
        for field, value in (("scene", scene), ("look", look)):
            desk.goto(f"{args.url}/desk/demo-open/hall/")
            desk.click(f"button[name={field}][value={value}]")
            desk.wait_for_load_state("load")
        screen.goto(f"{args.url}/t/demo-open/projector/")
        screen.wait_for_timeout(args.settle)
        screen.screenshot(path=str(args.folder / f"projector-{scene}-{tag}-{look}.png"))
        if not screen.locator(".slide").count():
            yield f"projector-{scene}-{tag}-{look} broke"
        if screen.evaluate("document.documentElement.scrollWidth > innerWidth"):
            yield f"projector-{scene}-{tag} scrolls sideways"
    desk.click("button[name=scene][value=auto]")
    desk.context.close()
    screen.context.close()


def shoot_all(browser: Browser, args: argparse.Namespace) -> Iterator[str]:
    pages = found_pages(browser, args)
    if not pages.has_pictures():
        yield "no events to take pictures of: run tests.browser.screen_events"
    if args.user:
        yield from (f"no address found for {name}" for name in pages.missing())
        yield from (f"{name} is wrongly left out" for name in pages.wrongly_left_out())
    for language, size, look in itertools.product(args.languages, args.sizes, args.looks):
        context = browser.new_context(viewport=WINDOWS[size], locale=LOCALES[language])
        context.add_init_script(f"localStorage.setItem('mjclub.look', '{look}')")
        page = context.new_page()
        page.on("pageerror", lambda error: sys.stderr.write(f"{error}\n"))
        tag = f"{language}-{size}-{look}"
        if "public" in args.groups:
            yield from shoot(page, args, pages.group("public"), tag)
        if args.user:
            log_in(page, args)
            for group in ("referee", "desk"):
                if group in args.groups:
                    yield from shoot(page, args, pages.group(group), tag)
        context.close()
    if args.user and "projector" in args.groups:
        for language in args.languages:
            yield from shoot_projector(browser, args, language)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--groups", nargs="+", default=list(GROUPS), choices=GROUPS)
    parser.add_argument("--looks", nargs="+", default=["light"])
    parser.add_argument("--languages", nargs="+", default=list(LOCALES), choices=list(LOCALES))
    parser.add_argument("--sizes", nargs="+", default=list(WINDOWS), choices=list(WINDOWS))
    parser.add_argument("--only", nargs="+", default=[], help="parts of names of pages")
    parser.add_argument(
        "--also", nargs="+", default=[], help="name=address, as tests.browser.screen_events prints"
    )
    parser.add_argument("--settle", type=int, default=400, help="milliseconds before a picture")
    parser.add_argument("--user", default="")
    parser.add_argument("--password", default="")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        wrong = list(shoot_all(browser, args))
        browser.close()
    sys.stdout.write("\n".join(wrong or ["Every page was shot; none scrolls sideways."]) + "\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
