"""The script between taps and records loses nothing: a saved hand can be opened and saved again."""

import json
from collections import Counter
from typing import Any

import pytest

from scoring.rulesets import all_rulesets, get_ruleset
from tests.browser.conftest import Site
from tests.scoring.test_corpus import RECORDS

Record = dict[str, Any]

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THROUGH_THE_FORM = """async ([declaration, deals]) => {
  const { fromEvents, toEvents } = await import("/static/mjclub/hand_form/draft.js");
  return deals.map(({ events, options, players, dealer }) => {
    const table = { declaration, options, players, dealer };
    return toEvents(fromEvents(events, table), table);
  });
}"""


def _facts(events: list[dict[str, Any]]) -> Counter[str]:
    """The events without their order and the names of kongs."""
    hidden = ("id", "kong")
    return Counter(
        json.dumps({k: v for k, v in event.items() if k not in hidden}, sort_keys=True)
        for event in events
    )


def _through_the_form(
    site: Site, ruleset: str, records_: list[Record]
) -> list[list[dict[str, Any]]]:
    site.open("/rules/")
    rules = get_ruleset(ruleset)
    deals = [
        {
            "events": record["events"],
            "options": rules.resolve_options(record.get("options", {})),
            "players": record.get("context", {}).get("players", 4),
            "dealer": record.get("context", {}).get("dealer", 0),
        }
        for record in records_
    ]
    made: list[list[dict[str, Any]]] = site.page.evaluate(
        THROUGH_THE_FORM, [rules.declaration(), deals]
    )
    return made


@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in all_rulesets()])
def test_a_worked_example_opened_and_saved_is_the_same(ruleset: str, laptop: Site) -> None:
    examples = [
        record
        for record in RECORDS
        if record["ruleset"] == ruleset and "error" not in record["expect"]
    ]
    assert examples
    rules = get_ruleset(ruleset)
    made = _through_the_form(laptop, ruleset, examples)
    for record, events in zip(examples, made, strict=True):
        assert _facts(events) == _facts(record["events"]), record["id"]
        options = record.get("options", {})
        before = rules.settle(record, options)
        after = rules.settle({**record, "events": events}, options)
        assert after.deltas == before.deltas, record["id"]


def test_what_the_form_does_not_show_is_kept(laptop: Site) -> None:
    deal = [
        {"type": "flower", "seat": 2, "tile": "3f"},
        {"type": "flower", "seat": 0, "tile": "6f"},
        {"type": "kong", "id": "mine", "seat": 0, "kind": "added", "tile": "7m", "note": "late"},
        {"type": "penalty", "seat": 3, "kind": "false_win", "against": [1], "amount": 5},
        {
            "type": "win",
            "by": "rob_kong",
            "from": 0,
            "tile": "7m",
            "kong": "mine",
            "note": "seen by two",
            "winners": [{"seat": 1, "declared": {"fan": 16, "patterns": ["qiang_gang_hu"]}}],
        },
        {"type": "adjust", "from": 0, "to": 1, "amount": 3, "reason": "tea"},
    ]
    (made,) = _through_the_form(laptop, "guobiao", [{"events": deal}])
    assert _facts(made) == _facts(deal)
    assert [e["kong"] for e in made if e["type"] == "win"] == ["mine"]
    assert made[-1]["type"] == "adjust"


def test_typed_numbers_of_any_width(laptop: Site) -> None:
    laptop.open("/rules/")
    numbers = laptop.page.evaluate(
        """async () => {
          const { numberIn } = await import("/static/mjclub/hand_form/facts.js");
          return [" 12 ", "１２", "-5", "12x", "", "1e3", "99999999"].map(numberIn);
        }"""
    )
    assert numbers == [12, 12, -5, "12x", "", "1e3", "99999999"]
