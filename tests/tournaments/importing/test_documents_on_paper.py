"""The pages docs/record.md and docs/event-document.md say what is so."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scoring.fields import COMMON_EVENTS
from scoring.rulesets import get_ruleset
from tournaments.importing.event_form import DocumentForm

DOCS = Path(__file__).resolve().parents[3] / "docs"


def examples(page: str) -> list[Any]:
    text = (DOCS / page).read_text(encoding="utf-8")
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.S)]


def test_the_example_record_gives_the_example_settlement() -> None:
    record, _hand, settlement = examples("record.md")
    assert get_ruleset(record["ruleset"]).settle(record).to_json() == settlement


def test_the_laid_hand_has_thirteen_tiles() -> None:
    hand = examples("record.md")[1]
    tiles = len(re.findall(r"\d", hand["concealed"])) + 3 * len(hand["melds"])
    assert tiles == 13


def test_every_common_event_is_named() -> None:
    text = (DOCS / "record.md").read_text(encoding="utf-8")
    assert [name for name in COMMON_EVENTS if f"`{name}`" not in text] == []


def keys(form: Any) -> set[str]:
    found = set()
    for name, field in form.fields.items():
        found.add(name)
        inner = getattr(field, "child", field)
        if hasattr(inner, "fields"):
            found |= keys(inner)
    return found


@pytest.mark.parametrize("key", sorted(keys(DocumentForm())))
def test_every_key_of_the_document_is_described(key: str) -> None:
    text = (DOCS / "event-document.md").read_text(encoding="utf-8")
    assert f"`{key}`" in text
