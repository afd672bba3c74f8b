"""What a ruleset declares is whole, plain data, and said in both languages."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from scoring.fields import COMMON_EVENTS
from scoring.ruleset import Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from scoring.text import Text

RULESETS = pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
HAN = re.compile("[\u4e00-\u9fff]")


def _texts(content: Any) -> Iterator[tuple[str, list[str]]]:
    """Yield the texts of a declaration with their keys."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key in ("name", "label", "summary", "definition", "help", "money_flow"):
                yield key, value
            else:
                yield from _texts(value)
    elif isinstance(content, list):
        for item in content:
            yield from _texts(item)


@RULESETS
def test_a_declaration_is_plain_data(ruleset: Ruleset) -> None:
    declaration = ruleset.declaration()
    assert json.loads(json.dumps(declaration)) == declaration


@RULESETS
def test_texts_are_in_both_languages(ruleset: Ruleset) -> None:
    texts = list(_texts(ruleset.declaration()))
    assert len(texts) > 40
    for key, (zh, en) in texts:
        # Only help may be left out, and then in both languages.
        assert bool(zh) == bool(en)
        assert zh or key == "help"
    names = [en for key, (_zh, en) in texts if key in ("name", "summary", "money_flow")]
    assert names
    assert not [en for en in names if HAN.search(en)]


@RULESETS
def test_names_are_used_once(ruleset: Ruleset) -> None:
    for things in (ruleset.options, ruleset.patterns, ruleset.circumstances):
        names = [thing.id for thing in things]
        assert len(names) == len(set(names))
    assert {b.id for b in ruleset.bundles}.isdisjoint(o.id for o in ruleset.options)


@RULESETS
def test_patterns_exclude_patterns(ruleset: Ruleset) -> None:
    names = {pattern.id for pattern in ruleset.patterns}
    for pattern in ruleset.patterns:
        assert set(pattern.excludes) <= names - {pattern.id}


@RULESETS
def test_events_are_known_ones(ruleset: Ruleset) -> None:
    vocabulary = ruleset.vocabulary
    assert ruleset.events <= set(COMMON_EVENTS)
    assert set(ruleset.extra_events).isdisjoint(COMMON_EVENTS)
    for event_type in (*ruleset.events, *ruleset.extra_events):
        fields = vocabulary.fields_of(event_type)
        assert fields
        assert len({f.key for f in fields}) == len(fields)
    assert vocabulary.fields_of("nonsense") is None


@RULESETS
def test_the_registry_knows_it(ruleset: Ruleset) -> None:
    assert get_ruleset(ruleset.id) is ruleset


def test_there_is_no_other_ruleset() -> None:
    with pytest.raises(KeyError):
        get_ruleset("riichi")


def test_texts_speak_the_language_asked_for() -> None:
    text = Text("{n}番", "{n} fan").format(n=8)
    assert text.in_language("zh-hans") == "8番"
    assert text.in_language("zh_Hant") == "8番"
    assert text.in_language("en-gb") == text.in_language("fr") == "8 fan"
    assert Text("和{what}", "win {what}").format(what=text) == Text("和8番", "win 8 fan")
