"""Answers to whatever a game's declaration asks on the hand form."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from scoring.form_facts import Ask, FormEvent, holds
from scoring.ruleset import Ruleset
from tests.browser.taps import Taps


class FormFiller:
    """Fills the form of one page from the declaration of its ruleset alone."""

    def __init__(self, page: Page, ruleset: Ruleset, options: dict[str, Any]) -> None:
        self.page = page
        self.ruleset = ruleset
        self.options = options
        self.taps = Taps(page)

    def offered(self, **wanted: Any) -> list[FormEvent]:
        """The declared events that the options bring in, with these attributes."""
        return [
            event
            for event in self.ruleset.form.events
            if holds(event.when, self.options)
            and all(getattr(event, name) == value for name, value in wanted.items())
        ]

    def add(self, event: FormEvent) -> None:
        """Add an event with the first answer to everything it must be told."""
        button = self.page.locator(f"[data-add='{event.id}']")
        if event.rare:
            self.open_more()
        button.click()
        panel = self.page.locator("#panel")
        for ask in event.asks:
            if ask.required and holds(ask.when, self.options):
                self.answer(ask, panel)
        # What may be left out only where something else tells it, such as dice.
        for ask in event.asks:
            choices = panel.locator(f"[data-ask='{ask.key}'] .choice")
            if ask.widget == "choice" and not ask.required and choices.count():
                choices.first.click()
        note = self.page.locator("#note")
        if note.count():
            if not note.is_enabled():
                # A page that drew itself anew under the finger lost a tap: tap again.
                for ask in event.asks:
                    if ask.required and holds(ask.when, self.options):
                        self.answer(ask, panel)
            note.click()
        expect(self.page.locator(".happened").first).to_be_visible()

    def open_more(self) -> None:
        more = self.page.locator("details.more").first
        if more.get_attribute("open") is None:
            more.locator("summary").click()

    def answer(self, ask: Ask, panel: Locator) -> None:
        """Answer one required ask, unless the form knows the answer already."""
        asked = panel.locator(f"[data-ask='{ask.key}']")
        if not asked.count():
            return
        if ask.widget == "number" and not asked.locator(".choices").count():
            box = asked.locator("input")
            if not box.input_value():
                box.fill(str(ask.minimum or 1))
        elif ask.widget == "numbers":
            for row in asked.locator(".choices").all():
                row.locator("button").first.click()
        elif ask.widget in ("seat", "tile", "tiles", "choice", "number", "seats"):
            pressed = asked.locator("[aria-pressed='true']")
            if not pressed.count():
                asked.locator(".choice, .tile-key").first.click()
        elif ask.widget == "per_seat_tiles":
            # One face for each tile: nobody gives away what another has.
            seats = asked.locator("[data-seat-tiles]").count()
            for at in range(seats * ask.count):
                asked.locator(".tile-key[data-tile]:enabled").nth(at).click()
        elif ask.widget == "per_seat_number":
            asked.locator(".stepper button").last.click()
        elif ask.widget == "per_seat_pairs":
            asked.locator("select").first.select_option(index=1)
        else:
            raise AssertionError(f"no answer is known to {ask.widget}")

    def win(self, winner: int, giver: int) -> None:
        """Answer what a win asks, in the first way in which the rules let it stand: its number, or
        a pattern; off the discard of a seat, or by self-draw."""
        refusals: list[str] = []
        for by in (giver, None):
            if self.page.locator("#answered").count():
                self.page.locator("#answered").click()
                self.taps.tap(".four [data-value='self']")
            elif len(self.ruleset.wins_by) == 1:
                # The form does not ask how.
                if by is not None:
                    continue
                self.taps.tap(f".five [data-value='{winner}']")
            else:
                self.taps.choose(winner, by)
            for choice in self.page.locator(".fans .choice, .patterns .choice").all():
                choice.click()
                expect(self.page.locator("#preview, #problems")).to_be_visible()
                problems = self.page.locator("#problems")
                if not problems.count():
                    return
                refusals.append(problems.inner_text())
                choice.click()
        raise AssertionError(f"no way to win: {refusals}")

    def draw(self) -> None:
        """Answer what an exhausted wall asks; whoever may be ready is."""
        self.taps.tap(".five [data-value='draw']")
        for row in self.page.locator(".states").all():
            row.locator(".choice").first.click()
        for row in self.page.locator(".max-fan").all():
            row.locator(".choice").first.click()
