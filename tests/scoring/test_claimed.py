"""A called total beside the tiles: what makes the difference is named."""

from collections import Counter
from typing import Any

import pytest

from scoring.claimed import Compared, compare
from scoring.ruleset import clashes
from scoring.rulesets import get_ruleset
from scoring.rulesets.guobiao.declared import _name_problems
from scoring.rulesets.guobiao.table import CIRCUMSTANCES, GUOBIAO

GUOBIAO_RULES = get_ruleset("guobiao")
# 三色三同顺 8, 平和 2, 断幺 2, 不求人 4 on a self-draw.
HAND = {"concealed": "234m234p234s67s55p"}


def _win(winner: dict[str, Any], *, by: str = "discard", flowers: int = 0) -> dict[str, Any]:
    event: dict[str, Any] = {"type": "win", "by": by, "tile": "8s", "winners": [winner]}
    if by == "discard":
        event["from"] = 1
    laid = [{"type": "flower", "seat": 0, "tile": f"{n}f"} for n in range(1, flowers + 1)]
    return {"ruleset": "guobiao", "events": [*laid, event]}


def _compare(claimed: int, winner: dict[str, Any], **more: Any) -> Compared:
    record = _win({"seat": 0, **winner}, **more)
    found = compare(
        GUOBIAO_RULES,
        record,
        GUOBIAO_RULES.resolve_options({}),
        event=len(record["events"]) - 1,
        seat=0,
        claimed=claimed,
    )
    assert found is not None
    return found


def _said(found: Compared) -> str:
    return " ".join(words.en for words in found.words)


def test_an_agreement() -> None:
    found = _compare(14, {"hand": HAND})
    assert found.agrees
    assert found.words[0].zh == "喊的14番和牌一致。"


@pytest.mark.parametrize(
    ("claimed", "flowers", "said"),
    [
        (12, 0, "Not called: All Simples 2."),
        (12, 0, "14"),
        (15, 1, "The call has the 1 of the flowers inside."),
        (22, 0, "The call has the base of 8 inside."),
        (17, 0, "3 too many"),
        (17, 0, "Perhaps 3 of the flowers are not entered."),
        (5, 0, "9 too few"),
    ],
)
def test_what_makes_the_difference(claimed: int, flowers: int, said: str) -> None:
    assert said in _said(_compare(claimed, {"hand": HAND}, flowers=flowers))


def test_a_row_that_does_not_count_beside_another() -> None:
    found = _compare(15, {"hand": HAND})
    assert "Called but not counted: " in _said(found)


def test_a_hand_below_the_minimum_is_counted_all_the_same() -> None:
    found = _compare(8, {"hand": {"concealed": "234m456p678s11p67s"}}, flowers=5)
    assert found.counted < 8
    assert "below the minimum of 8" in _said(found)


def test_ticked_rows_are_compared_as_well() -> None:
    patterns = ["san_se_san_tong_shun", "ping_hu"]
    found = _compare(8, {"declared": {"patterns": patterns}})
    assert found.counted == 10
    assert "Not called: All Chows 2." in _said(found)


def test_nothing_is_said_of_tiles_that_are_no_win() -> None:
    record = _win({"seat": 0, "hand": {"concealed": "123m456p789s15p56s"}})
    options = GUOBIAO_RULES.resolve_options({})
    assert compare(GUOBIAO_RULES, record, options, event=0, seat=0, claimed=8) is None


@pytest.mark.parametrize("preset", [{}, {"green_half_flush": True}])
def test_what_is_greyed_out_is_what_the_engine_refuses(preset: dict[str, Any]) -> None:
    options = GUOBIAO_RULES.resolve_options(preset)
    found = clashes(GUOBIAO_RULES, options)
    ticked = [p.id for p in GUOBIAO_RULES.patterns if GUOBIAO_RULES.is_ticked(p)]
    known = [name for name in ticked if GUOBIAO.has(name, options) and name not in CIRCUMSTANCES]
    for name in known:
        for other in known:
            if name == other:
                continue
            refused = bool(_name_problems(Counter([name, other]), GUOBIAO, options))
            greyed = other in found.get(name, {}) or name in found.get(other, {})
            assert refused == greyed, (name, other)
