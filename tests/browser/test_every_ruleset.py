"""The hand form of every game, built from its declaration alone: a win after a kong, and a draw."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.form_facts import FormEvent, When, holds
from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets
from tests.browser.answers import FormFiller
from tests.browser.conftest import Site
from tests.club import make_event
from tournaments.models import Table
from tournaments.services.tables import table_state

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

GAMES = pytest.mark.parametrize(
    ("ruleset", "players"),
    [
        pytest.param(ruleset, players, id=f"{ruleset.id}-{players}")
        for ruleset in all_rulesets()
        for players in ruleset.players
    ],
)


def _form(site: Site, ruleset: Ruleset, players: int, **options: Any) -> tuple[Table, FormFiller]:
    event = make_event(players, ruleset=ruleset.id, options=options)
    event.seat_round(size=players)
    table = event.table()
    page = site.open(f"/r/{event.link(table)[1]}/")
    return table, FormFiller(page, ruleset, event.tournament.ruleset_options)


def _shown(page: Page) -> list[int]:
    """The preview's deltas by seat."""
    texts = page.locator("#preview > p .delta").all_inner_texts()
    return [int(text.split()[1].replace("−", "-")) for text in texts]


def _check(page: Page, table: Table, site: Site, filler: FormFiller) -> None:
    """Save; the page has shown what the engine makes of the record that was saved."""
    expect(page.locator("#preview")).to_be_visible()
    shown = _shown(page)
    assert site.fits()
    filler.taps.save()
    hand = table_state(table).hands[-1]
    record: dict[str, Any] = hand.hand.record
    settlement = filler.ruleset.settle(record, filler.options)
    assert list(settlement.deltas) == shown
    assert list(hand.position.by_chair(settlement.deltas)) == list(hand.deltas)


@GAMES
def test_a_win_after_a_kong(ruleset: Ruleset, players: int, phone: Site) -> None:
    table, filler = _form(phone, ruleset, players)
    for event in filler.offered(required=True):
        filler.add(event)
    kongs = [event for event in filler.offered(type="kong", rare=False) if not event.rare]
    for event in kongs[:1]:
        filler.add(event)
    # Seat 0 is taken first by whatever is asked; a win of seat 1 off seat 0 suits every game.
    while not filler.page.locator("#save:enabled").count():
        inside = filler.page.locator(".five button:enabled:not([data-value='draw'])")
        winner = int(inside.last.get_attribute("data-value") or 0)
        filler.win(winner, 0)
        note = filler.page.locator("#note")
        expect(filler.page.locator("#note, #save:enabled")).to_be_visible()
        if note.count():
            note.click()
            if filler.page.locator(".five button:enabled:not([data-value='draw'])").count() < 2:
                break
            if ruleset.form.states and not ruleset.form.winners_leave:
                filler.draw()
    _check(filler.page, table, phone, filler)


@GAMES
def test_a_drawn_hand(ruleset: Ruleset, players: int, phone: Site) -> None:
    table, filler = _form(phone, ruleset, players)
    for event in filler.offered(required=True):
        filler.add(event)
    filler.draw()
    _check(filler.page, table, phone, filler)


@GAMES
def test_every_event_can_be_added(ruleset: Ruleset, players: int, phone: Site) -> None:
    _table, filler = _form(phone, ruleset, players)
    for event in filler.offered():
        if event.phase != "after":
            filler.add(event)
    assert phone.fits()


def _with(ruleset: Ruleset, when: When) -> dict[str, Any]:
    """Options under which a condition holds."""
    options = {option.id: option for option in ruleset.options}
    chosen = {}
    for name, values in when:
        choices = [*values, True, *options[name].choices, 1] if name in options else [*values]
        chosen[name] = next(
            v for v in choices if v and (name not in options or options[name].allows(v))
        )
    return chosen


BY_OPTION = [
    pytest.param(ruleset, event, id=f"{ruleset.id}-{event.id}")
    for ruleset in all_rulesets()
    for event in ruleset.form.events
    if event.phase == "after" or not holds(event.when, ruleset.resolve_options({}))
]


@pytest.mark.parametrize(("ruleset", "event"), BY_OPTION)
def test_an_event_that_an_option_brings_in(ruleset: Ruleset, event: FormEvent, phone: Site) -> None:
    players = max(ruleset.players)
    _table, filler = _form(phone, ruleset, players, **_with(ruleset, event.when))
    if event.phase == "after":
        filler.draw()
    filler.add(event)
    assert phone.fits()
