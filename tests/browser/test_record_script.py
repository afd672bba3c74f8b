"""The script between taps and records loses nothing: a saved hand can be opened and saved again."""

import json
from collections import Counter
from typing import Any

import pytest

from scoring.rulesets import get_ruleset
from tests.browser.conftest import Site
from tests.scoring.corpus import records

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

THROUGH_THE_FORM = """async ([declaration, deals]) => {
  const { fromEvents, toEvents } = await import("/static/mjclub/hand_form/record.js");
  const extras = declaration.form.extra.map((kind) => kind.id);
  return deals.map((events) => toEvents(fromEvents(events, extras), declaration, 4));
}"""


def _facts(events: list[dict[str, Any]]) -> Counter[str]:
    """The events without their order and the names of kongs."""
    hidden = ("id", "kong")
    return Counter(
        json.dumps({k: v for k, v in event.items() if k not in hidden}, sort_keys=True)
        for event in events
    )


def _through_the_form(site: Site, ruleset: str, deals: list[Any]) -> list[list[dict[str, Any]]]:
    site.open("/rules/")
    declaration = get_ruleset(ruleset).declaration()
    made: list[list[dict[str, Any]]] = site.page.evaluate(THROUGH_THE_FORM, [declaration, deals])
    return made


@pytest.mark.parametrize(
    ("name", "ruleset"),
    [("south_examples.jsonl", "guobiao"), ("central_examples.jsonl", "nanchang")],
)
def test_a_worked_example_opened_and_saved_is_the_same(
    name: str, ruleset: str, laptop: Site
) -> None:
    examples = [r for r in records(name, ruleset) if "error" not in r["expect"]]
    assert len(examples) > 10
    made = _through_the_form(laptop, ruleset, [record["events"] for record in examples])
    for record, events in zip(examples, made, strict=True):
        assert _facts(events) == _facts(record["events"]), record["id"]
        options = record.get("options", {})
        before = get_ruleset(ruleset).settle(record, options)
        after = get_ruleset(ruleset).settle({**record, "events": events}, options)
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
    (made,) = _through_the_form(laptop, "guobiao", [deal])
    assert _facts(made) == _facts(deal)
    assert [e["kong"] for e in made if e["type"] == "win"] == ["mine"]
    assert made[-1]["type"] == "adjust"


def test_typed_numbers_of_any_width(laptop: Site) -> None:
    laptop.open("/rules/")
    numbers = laptop.page.evaluate(
        """async () => {
          const { numberIn } = await import("/static/mjclub/hand_form/record.js");
          return [" 12 ", "１２", "-5", "12x", "", "1e3", "99999999"].map(numberIn);
        }"""
    )
    assert numbers == [12, 12, -5, "12x", "", "1e3", "99999999"]
