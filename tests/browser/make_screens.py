"""Make screenshots of every page.

Call: ``python -m tests.browser.make_screens URL FOLDER USER PASSWORD``.

Run by hand against a running site with the demo data; phone and laptop, Chinese and English.
"""

import re
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.browser.windows import FLAGS, LAPTOP, PHONE

PUBLIC = {
    "home": "/",
    "standings": "/t/demo-open/",
    "teams": "/t/demo-open/?teams",
    "rounds": "/t/demo-open/rounds/",
    "table": "/t/demo-open/tables/1-1/",
    "people": "/t/demo-open/people/",
    "person": "/t/demo-open/people/1/",
    "event-rules": "/t/demo-open/rules/",
    "rules": "/rules/",
    "ruleset": "/rules/guobiao/",
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
    "desk-tables": "/desk/demo-open/tables/",
    "desk-penalties": "/desk/demo-open/penalties/",
    "desk-roles": "/desk/demo-open/roles/",
    "desk-export": "/desk/demo-open/export/",
    "desk-settings": "/desk/demo-open/settings/",
    "desk-log": "/desk/demo-open/log/",
    "referee": "/referee/",
    "account": "/account/",
    "password": "/account/password/",
}


def shoot(page: Page, base: str, folder: Path, pages: dict[str, str], tag: str) -> list[str]:
    """Save one picture a page; return the pages that scroll sideways."""
    wide = []
    for name, path in pages.items():
        page.goto(base + path)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=str(folder / f"{name}-{tag}.png"), full_page=True)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(f"{name}-{tag}")
    return wide


def main(base: str, folder: Path, user: str, password: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    wide: list[str] = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        for language, locale in (("zh", "zh-CN"), ("en", "en-GB")):
            for size, window in (("phone", PHONE), ("laptop", LAPTOP)):
                context = browser.new_context(viewport=window, locale=locale)
                page = context.new_page()
                tag = f"{language}-{size}"
                wide += shoot(page, base, folder, PUBLIC, tag)
                page.goto(base + "/account/login/")
                page.fill("#id_username", user)
                page.fill("#id_password", password)
                page.click("form.narrow button[type=submit]")
                page.wait_for_load_state("networkidle")
                wide += shoot(page, base, folder, DESK, tag)
                page.goto(base + "/referee/")
                links = page.locator(".seats h3 a")
                found = [links.nth(i).get_attribute("href") or "" for i in range(links.count())]
                forms = {"form": found[1], "sheet": found[1] + "sheet/"} if len(found) > 1 else {}
                wide += shoot(page, base, folder, forms, tag)
                if forms:
                    page.goto(base + forms["form"])
                    page.locator(".five button").first.click()
                    page.locator(".four button").first.click()
                    page.locator(".fans button").first.click()
                    page.locator("#preview, #problems").first.wait_for()
                    page.screenshot(path=str(folder / f"form-filled-{tag}.png"))
                context.close()
        browser.close()
    sys.stdout.write("scrolls sideways: " + (re.sub(r"[\[\]']", "", str(wide)) or "none") + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3], sys.argv[4])
