"""Make screenshots of every page against a running site with the demo data.

Call: ``python -m tests.browser.make_screens URL FOLDER [--groups public desk referee]
[--user NAME --password WORD] [--looks light hall contrast]``. Phone and laptop, Chinese and
English; says which pages scroll sideways or broke. Without a log-in only the public pages are shot.
"""

import argparse
import itertools
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.windows import FLAGS, LAPTOP, PHONE

PUBLIC = {
    "home": "/",
    "standings": "/t/demo-open/",
    "standings-round-1": "/t/demo-open/?after=1",
    "teams": "/t/demo-open/?teams",
    "rounds": "/t/demo-open/rounds/",
    "table": "/t/demo-open/tables/1-1/",
    "table-night": "/t/demo-night/tables/1-1/",
    "people": "/t/demo-open/people/",
    "person": "/t/demo-open/people/1/",
    "person-compared": "/t/demo-open/people/1/?than=2",
    "event-rules": "/t/demo-open/rules/",
    "rules": "/rules/",
    "ruleset": "/rules/guobiao/",
    "ruleset-nanchang": "/rules/nanchang/",
    "compare": "/rules/compare/?a=guobiao&b=nanchang",
    "settle-up": "/t/demo-night/settle-up/",
    "option-example": "/rules/nanchang/options/base/",
    "calc": "/calc/",
    "calc-won": "/calc/?h=123789m23s55p[456m]%2B4s&by=self_draw&f=last_tile&fl=2",
    "calc-ready": "/calc/?h=123456789m23s55p",
    "calc-wrong": "/calc/?h=123m78S+x",
    "login": "/account/login/",
    "missing": "/nothing-here/",
}
DESK = {
    "desk": "/desk/",
    "desk-new": "/desk/new/",
    "desk-now": "/desk/demo-open/",
    "desk-people": "/desk/demo-open/people/",
    "desk-paste": "/desk/demo-open/people/paste/",
    "desk-seating": "/desk/demo-open/seating/",
    "desk-by-hand": "/desk/demo-open/seating/by-hand/",
    "desk-quality": "/desk/demo-open/seating/quality/",
    "desk-apart": "/desk/demo-open/seating/apart/",
    "desk-places": "/desk/demo-open/seating/places/",
    "desk-tables": "/desk/demo-open/tables/",
    "desk-penalties": "/desk/demo-open/penalties/",
    "desk-adjustments": "/desk/demo-open/adjustments/",
    "desk-forfeits": "/desk/demo-open/forfeits/",
    "desk-lots": "/desk/demo-open/people/lots/",
    "desk-stages": "/desk/demo-open/stages/",
    "desk-stage-new": "/desk/demo-open/stages/new/",
    "desk-results": "/desk/demo-open/results/",
    "desk-roles": "/desk/demo-open/roles/",
    "desk-export": "/desk/demo-open/export/",
    "desk-settings": "/desk/demo-open/settings/",
    "desk-log": "/desk/demo-open/log/",
    "home-in": "/",
    "account": "/account/",
    "password": "/account/password/",
}
REFEREE = {"referee": "/referee/"}
WINDOWS = {"phone": PHONE, "laptop": LAPTOP}
LOCALES = {"zh": "zh-CN", "en": "en-GB"}
Found = list[str]


def shoot(page: Page, args: argparse.Namespace, pages: dict[str, str], tag: str) -> Found:
    """Save one picture a page; return what is wrong with which page."""
    wrong = []
    for name, path in pages.items():
        response = page.goto(args.url + path)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=str(args.folder / f"{name}-{tag}.png"), full_page=True)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append(f"{name}-{tag} scrolls sideways")
        if response is not None and response.status >= 500:
            wrong.append(f"{name}-{tag} answers {response.status}")
    return wrong


def log_in(page: Page, args: argparse.Namespace) -> None:
    page.goto(args.url + "/account/login/")
    page.fill("#id_username", args.user)
    page.fill("#id_password", args.password)
    page.click("form.narrow button[type=submit]")
    page.wait_for_load_state("networkidle")


def table_pages(page: Page, args: argparse.Namespace) -> dict[str, str]:
    """Return the form and the sheet of the second table that the referee may open."""
    page.goto(args.url + "/referee/")
    links = page.locator("a[href^='/referee/table/']")
    found = [links.nth(i).get_attribute("href") or "" for i in range(links.count())]
    return {"form": found[1], "sheet": found[1] + "sheet/"} if len(found) > 1 else {}


def shoot_all(page: Page, args: argparse.Namespace, tag: str) -> Iterator[str]:
    if "public" in args.groups:
        yield from shoot(page, args, PUBLIC, tag)
    if not args.user:
        return
    log_in(page, args)
    if "desk" in args.groups:
        yield from shoot(page, args, DESK, tag)
    if "referee" in args.groups:
        yield from shoot(page, args, REFEREE | table_pages(page, args), tag)


def in_every_window(browser: Browser, args: argparse.Namespace) -> Iterator[str]:
    for language, size, look in itertools.product(LOCALES, WINDOWS, args.looks):
        context = browser.new_context(viewport=WINDOWS[size], locale=LOCALES[language])
        context.add_init_script(f"localStorage.setItem('mjclub.look', '{look}')")
        page = context.new_page()
        page.on("pageerror", lambda error: sys.stderr.write(f"{error}\n"))
        yield from shoot_all(page, args, f"{language}-{size}-{look}")
        context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("url")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--groups", nargs="+", default=["public", "desk", "referee"])
    parser.add_argument("--looks", nargs="+", default=["light"])
    parser.add_argument("--user", default="")
    parser.add_argument("--password", default="")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        wrong = list(in_every_window(browser, args))
        browser.close()
    sys.stdout.write("\n".join(wrong or ["Nothing scrolls sideways."]) + "\n")


if __name__ == "__main__":
    main()
