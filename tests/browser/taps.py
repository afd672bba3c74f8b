"""What a thumb does on the hand form."""

import re

from playwright.sync_api import Page, expect


class Taps:
    """Taps on the form of one page, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.count += 1

    def choose(self, winner: int, giver: int | None) -> None:
        self.tap(f".five [data-value='{winner}']")
        self.tap(f".four [data-value='{'self' if giver is None else giver}']")

    def win(self, winner: int, giver: int | None, fan: int) -> None:
        self.choose(winner, giver)
        self.tap(f".fans [data-value='{fan}']")
        self.save()

    def draw(self) -> None:
        self.tap(".five [data-value='draw']")
        self.save()

    def save(self) -> None:
        number = self.page.locator(".past[data-hand]").count() + 1
        self.tap("#save")
        expect(self.page.locator(f".past[data-hand='{number}']")).to_be_visible()
        expect(self.page.locator("#net")).to_have_text(re.compile("Saved|已存"))


def told_beforehand(page: Page) -> None:
    """Wait until the page has what plain hands come to."""
    expect(page.locator("#hand-form")).to_have_attribute("data-plain", "known")
