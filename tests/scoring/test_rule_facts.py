"""What the rule pages tell of a ruleset: facts, worths as the game counts, what options add."""

import pytest

from scoring.compare import OFF, compare, worth
from scoring.form_facts import option_on
from scoring.health import findings
from scoring.rule_facts import carried_in_words, facts, lacking, tiles_in_words, worth_as_standard
from scoring.ruleset import BY_OPTION, Pattern, Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from scoring.rulesets.nanchang import Nanchang
from scoring.text import NO_TEXT, Text
from scoring.tiles import WINDS, TileSet, parse_tile


def pattern(ruleset: str, name: str) -> tuple[Ruleset, Pattern]:
    rules = get_ruleset(ruleset)
    return rules, next(p for p in rules.patterns if p.id == name)


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
def test_every_fact_has_words(ruleset: Ruleset) -> None:
    told = facts(ruleset)
    assert len({fact.id for fact in told}) == len(told)
    assert all(fact.value.zh.strip() and fact.value.en.strip() for fact in told)


@pytest.mark.parametrize(
    ("tiles", "words"),
    [
        (TileSet("mps"), "108 tiles: characters, dots, bamboos"),
        (TileSet("psz", left_out=WINDS), "84 tiles: dots, bamboos, dragons"),
        (TileSet("mpsz", 8), "144 tiles: characters, dots, bamboos, winds, dragons, 8 flowers"),
        (TileSet("mpsz", wall=71), "71 of 136 tiles: characters, dots, bamboos, winds, dragons"),
        (
            TileSet("mz", 1, frozenset({parse_tile("5z")})),
            "61 tiles: characters, East, South, West, North, Green, Red, 1 flower",
        ),
    ],
)
def test_tiles(tiles: TileSet, words: str) -> None:
    assert tiles_in_words(tiles).en == words


def test_what_is_carried() -> None:
    assert carried_in_words(get_ruleset("shanghai")).zh == "黄番、开宝"
    assert carried_in_words(get_ruleset("taiwan16")).en == "Deals kept"
    assert carried_in_words(get_ruleset("gangu")).en == "—"


@pytest.mark.parametrize(
    ("ruleset", "name", "words"),
    [
        ("guobiao", "qing_yi_se", "24 fan"),
        ("taiwan16", "da_si_xi", "16 tai"),
        ("hubei_kawuxing", "qi_dui", "× 4"),
        ("tianjin", "long", "4 points"),
        ("tianjin", "su", "× 2"),
    ],
)
def test_a_worth_is_written_as_the_game_counts(ruleset: str, name: str, words: str) -> None:
    rules, row = pattern(ruleset, name)
    assert rules.worth_words(row).en == words


def test_a_worth_that_an_option_gives() -> None:
    rules, row = pattern("taiwan16", "zi_yi_se")
    assert rules.worth_words(row) == BY_OPTION
    assert worth_as_standard(rules, row) == Text("16台", "16 tai")
    assert worth(rules, row) == Text("16台", "16 tai")


@pytest.mark.parametrize(
    ("ruleset", "name"),
    # By the table itself, by the flowers of the moment, under another table.
    [("guobiao", "qing_yi_se"), ("dazhong", "hua_pai"), ("sichuan_xueliu", "qi_dui")],
)
def test_no_worth_that_the_hand_does_not_tell(ruleset: str, name: str) -> None:
    assert worth_as_standard(*pattern(ruleset, name)) is None


def test_what_must_be_set_for_a_pattern() -> None:
    rules, row = pattern("sichuan_xueliu", "yi_tiao_long")
    assert [text.zh for text in lacking(rules, row.when)][-1] == "一条龙番数"
    assert worth(rules, row) == OFF
    assert lacking(rules, ()) == []
    assert lacking(rules, option_on("score_system", "additive")) == []


def test_a_comparison_tells_the_sections_apart() -> None:
    sections = {
        section.id: section for section in compare(*map(get_ruleset, ("gangu", "shanghai")))
    }
    assert list(sections) == ["game", "patterns", "circumstances", "options"]
    row = next(p for p in sections["game"].pairs if p.label.en == "Carried to the next hand")
    assert row.to_json() == {
        "label": ["留到下一盘的", "Carried to the next hand"],
        "a": ["—", "—"],
        "b": ["黄番、开宝", "Drawn hands before, Doubles"],
        "differs": True,
    }


def test_a_ruleset_without_its_words_is_found() -> None:
    broken = type("Broken", (Nanchang,), {"next_dealer_words": NO_TEXT, "carry": ("left",)})()
    found = {finding.what for finding in findings([broken])}
    assert {"next dealer", "carried left"} <= found
