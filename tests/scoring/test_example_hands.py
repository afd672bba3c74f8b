"""The example hands beside the patterns have what they show, settled as the records of a table."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.example_hands import read_examples, record_of
from scoring.health import findings
from scoring.patterns import Example, parse_example
from scoring.ruleset import Pattern, Ruleset
from scoring.rulesets import all_rulesets, get_ruleset
from scoring.rulesets.nanchang import Nanchang
from scoring.tiles import parse_tile, parse_tiles

# Guobiao lists no rows beside the number; its hands are counted in the tests of its engine. Gangu
# names the rule of the hand, and every winning hand is of its one row.
UNLISTED = {"guobiao", "gangu"}
LISTED_AS = {("sichuan_xueliu", "men_qing"): "men_qing_self_draw"}
SHOWN = [
    pytest.param(ruleset, pattern, id=f"{ruleset.id}-{pattern.id}")
    for ruleset in all_rulesets()
    for pattern in ruleset.patterns
    if pattern.example is not None
]


@pytest.mark.parametrize(("ruleset", "pattern"), SHOWN)
def test_an_example_has_its_pattern(ruleset: Ruleset, pattern: Pattern) -> None:
    settled = ruleset.running(record_of(ruleset, pattern))
    [win] = settled.wins
    if ruleset.id not in UNLISTED:
        assert LISTED_AS.get((ruleset.id, pattern.id), pattern.id) in dict(win.items or ())
    assert settled.deltas[win.seat] > 0
    assert sum(settled.deltas) == 0


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
def test_every_pattern_of_the_tiles_is_shown(ruleset: Ruleset) -> None:
    lacking = [p.id for p in ruleset.patterns if p.is_of_tiles and p.example is None]
    assert lacking == []


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda r: r.id)
def test_what_no_hand_shows_is_a_matter_of_the_moment_or_the_table(ruleset: Ruleset) -> None:
    for pattern in ruleset.patterns:
        if pattern.example is None:
            assert pattern.kind is not None
            assert not pattern.kind.of_tiles
            with pytest.raises(LookupError):
                record_of(ruleset, pattern)


@pytest.mark.parametrize(("ruleset", "pattern"), SHOWN)
def test_a_hand_has_as_many_tiles_as_the_game_deals(ruleset: Ruleset, pattern: Pattern) -> None:
    example = pattern.example
    assert example is not None
    assert len(example.concealed) + 3 * len(example.melds) == ruleset.hand_length


def test_a_pattern_of_tiles_without_a_hand_is_found() -> None:
    bare = tuple(replace(p, example=None) if p.id == "qi_xing" else p for p in Nanchang.patterns)
    broken = type("Broken", (Nanchang,), {"patterns": bare})()
    assert [str(f) for f in findings([broken])] == [
        "nanchang: pattern qi_xing: no hand of tiles shows it"
    ]


def test_a_hand_with_wild_faces() -> None:
    example = parse_example("123m5s +5m", "draw wild=5s6s turned=4s")
    assert example.wild == parse_tiles("5s6s")
    assert example.turned == parse_tile("4s")
    assert example.to_json()["wild"] == ["5s", "6s"]


def test_lines_with_options_and_events_before() -> None:
    stake = {"type": "stake", "seat": 0}
    found = read_examples("a | 1m +1m\nb | 2m +2m | draw | x=2 y=true z=word", before=[stake])
    assert found["a"] == Example((0,), 0, before=(stake,))
    assert found["b"].by == "self_draw"
    assert found["b"].options == {"x": 2, "y": True, "z": "word"}


class TestRecords:
    def record(self, text: str, facts: str = "", ruleset: str = "guobiao") -> dict[str, Any]:
        rules = get_ruleset(ruleset)
        shown = replace(rules.patterns[0], example=parse_example(text, facts), when=())
        return record_of(rules, shown)

    def test_a_discard_is_the_dealers(self) -> None:
        record = self.record("123m5z +5z", "seat=W round=S")
        assert record["context"] == {"players": 4, "dealer": 0, "round_wind": 1}
        assert record["events"] == [
            {
                "type": "win",
                "by": "discard",
                "tile": "5z",
                "from": 0,
                "winners": [{"seat": 2, "hand": {"concealed": "123m5z"}}],
            }
        ]

    def test_a_win_on_a_kong_names_it(self) -> None:
        kong, win = self.record("5z (1111m) +5z", "draw kong")["events"]
        assert (kong["kind"], kong["seat"], kong["id"]) == ("concealed", 1, win["kong"])
        assert win["flags"] == ["kong_draw"]

    def test_a_robbed_kong_is_the_dealers(self) -> None:
        kong, win = self.record("5z +5z", "rob")["events"]
        assert (kong["kind"], kong["seat"], kong["tile"]) == ("added", 0, "5z")
        assert (win["from"], win["kong"]) == (0, kong["id"])

    def test_the_dealer_wins_a_heavenly_hand(self) -> None:
        assert self.record("5z +5z", "draw heavenly")["events"][-1]["winners"][0]["seat"] == 0

    def test_wild_faces_and_flowers_stand_before_the_win(self) -> None:
        events = self.record("5z +5z", "wild=5s turned=4s flowers=2", "dazhong")["events"]
        assert events[0] == {"type": "wild", "indicator": "4s", "tiles": ["5s"]}
        assert [event["type"] for event in events[1:]] == ["flower", "flower", "win"]

    def test_options_that_bring_a_pattern_in(self) -> None:
        rules = get_ruleset("sichuan_xueliu")
        shown = next(p for p in rules.patterns if p.id == "zhong_zhang")
        options = record_of(rules, shown)["options"]
        assert options["score_system"] == "doubling"
        assert options["zhong_zhang_fan"]
