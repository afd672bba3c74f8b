"""The rulesets' declarations hold together, and the check of it can fail."""

from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from scoring.form_facts import FormFacts
from scoring.health import findings
from scoring.options import switch
from scoring.patterns import Example as Shown
from scoring.ruleset import Pattern, Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from scoring.rulesets.nanchang import Nanchang
from scoring.text import NO_TEXT, Text
from scoring.worked import examples_of

SPECS = {
    "common_fan_table", "dazhong", "gangu", "guangdong_jipinghu", "guangdong_tuidaohu",
    "guizhou_zhuoji", "guobiao", "guobiao_variant_full_table", "hubei_kawuxing", "lianzhong",
    "nanchang", "shanghai", "sichuan_plain", "sichuan_xueliu", "sichuan_xuezhan", "taiwan16",
    "tianjin", "two_player",
}  # fmt: skip


def test_every_rule_system_is_in_the_index() -> None:
    assert {ruleset.id for ruleset in all_rulesets()} == SPECS


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
def test_nothing_declared_is_without_words_example_or_form(ruleset: Ruleset) -> None:
    assert [str(finding) for finding in findings([ruleset])] == []


def broken(**changes: Any) -> list[str]:
    """Return what is found wrong with Nanchang when some declarations are others."""
    ruleset = type("Broken", (Nanchang,), changes)()
    return [finding.what for finding in findings([ruleset])]


def test_an_option_without_example_is_found() -> None:
    lonely = switch("lonely", False, Text("孤", "Lonely"))
    assert broken(options=(*Nanchang.options, lonely)) == ["option lonely"]


def test_an_option_that_changes_nothing_is_found() -> None:
    shown = next(e for e in examples_of("nanchang") if e.shows)
    blunt = tuple(
        replace(o, choices=(o.default,)) if o.id == shown.shows[0] else o for o in Nanchang.options
    )
    assert f"option {shown.shows[0]}" in broken(options=blunt)


def test_missing_words_are_found() -> None:
    half = Pattern("half", Text("半", ""), 1, Text("有", "There"), example=Shown((0,) * 13, 0))
    assert broken(patterns=(*Nanchang.patterns, half)) == ["pattern half"]
    assert "who pays" in broken(money_flow=NO_TEXT)


def test_a_pattern_with_a_hand_beside_it_has_an_example() -> None:
    hand = Shown((0,) * 13, 0)
    words = Text("样", "Sample")
    assert broken(patterns=(*Nanchang.patterns, Pattern("sample", words, 1, words))) == [
        "pattern sample",
        "pattern sample",
    ]
    shown = Pattern("sample", words, 1, words, example=hand)
    assert broken(patterns=(*Nanchang.patterns, shown)) == []


def test_an_event_that_the_form_does_not_offer_is_found() -> None:
    assert "event wild" in broken(form=replace(Nanchang.form, events=()))
    assert "patterns" in broken(form=FormFacts(ways=("fan",)))


def test_the_command_says_so() -> None:
    out = StringIO()
    call_command("check_rulesets", "nanchang", stdout=out)
    assert "nanchang: 16 options" in out.getvalue()
    assert "all well" in out.getvalue()
    with pytest.raises(CommandError, match="no ruleset"):
        call_command("check_rulesets", "nothing", stdout=out)


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
def test_every_worked_example_is_settled(ruleset: Ruleset) -> None:
    ids = [example.id for example in examples_of(ruleset.id)]
    assert len(ids) == len(set(ids)) > 0
    for example in examples_of(ruleset.id):
        unknown = set(example.shows) - {option.id for option in ruleset.options}
        assert not unknown
        settled = get_ruleset(ruleset.id).settle(example.content, example.options)
        assert sum(settled.deltas) == 0 or settled.imbalance is not None
