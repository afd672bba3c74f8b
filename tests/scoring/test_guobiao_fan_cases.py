"""Three hands of our own for every fan, one of them only alike: how often the fan counts, and the
total. Each total was worked out by the rules before it was compared with any calculator."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.score import score
from scoring.rulesets.guobiao.engine.validate import hand_problems
from scoring.rulesets.guobiao.fans import FANS
from scoring.rulesets.guobiao.quick.count import QuickCounter
from tests.scoring.gb_hands import hand_from, profile

FILE = Path(__file__).parents[1] / "data" / "guobiao_fan_cases.jsonl"
CASES: list[dict[str, Any]] = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]
IDS = {fan.name.zh: fan.id for fan in FANS}
QUICK = QuickCounter(profile("chinese"))


def case_hand(case: dict[str, Any]) -> GbHand:
    return hand_from(case["hand"], case.get("facts", ""))


def test_every_fan_has_cases_with_it_and_without() -> None:
    have = Counter(case["fan"] for case in CASES if case["times"])
    alike = Counter(case["fan"] for case in CASES if not case["times"])
    for fan in FANS:
        assert have[fan.name.zh] >= 2, fan.name
        assert alike[fan.name.zh] >= 1, fan.name
    assert all(("but" in case) == (not case["times"]) for case in CASES)
    assert len({(case["hand"], case.get("facts")) for case in CASES}) > 230


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['fan']}-{case['hand']}")
def test_what_the_hand_is_worth(case: dict[str, Any]) -> None:
    won = case_hand(case)
    assert not hand_problems(won)
    quick = QUICK.of_hand(won)
    assert quick is not None
    for found in (score(won), quick):
        times = {fan: times for fan, _points, times in found.fans}
        assert found.total == case["total"]
        assert found.fan == case["total"] - won.flowers
        assert times.get(IDS[case["fan"]], 0) == case["times"]
