"""The disputed readings (guobiao.md §8): the values of each profile, and a hand that tells each
value of each option from the others."""

from itertools import combinations
from typing import Any

import pytest

from scoring.errors import Refusal
from scoring.rulesets import get_ruleset
from scoring.rulesets.guobiao.engine.score import score
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS
from scoring.rulesets.guobiao.quick.count import QuickCounter
from tests.scoring.gb_hands import hand_from, profile

# §8 and the sentences under its table.
VALUES: dict[str, dict[str, Any]] = {
    "chinese": {
        "self_draw_special": "zi_mo",
        "two_concealed_kongs": 6,
        "mixed_kongs": 5,
        "terminals_double_pung": False,
        "knit_wait": True,
        "formal_wait": True,
        "green_half_flush": False,
        "four_kongs_concealed": False,
    },
    "wmo2006": {
        "self_draw_special": "bu_qiu_ren",
        "two_concealed_kongs": 8,
        "mixed_kongs": 6,
        "terminals_double_pung": True,
        "knit_wait": False,
        "formal_wait": True,
        "green_half_flush": False,
        "four_kongs_concealed": False,
    },
    "seed_list": {
        "self_draw_special": "bu_qiu_ren_three",
        "two_concealed_kongs": 6,
        "mixed_kongs": 5,
        "terminals_double_pung": True,
        "knit_wait": True,
        "formal_wait": True,
        "green_half_flush": True,
        "four_kongs_concealed": True,
    },
}

PAIRS = ("1155m2277p3399s6z +6z", "draw")
GATES = ("1112345678999m +5m", "draw")
# Option, hand, facts, fan by value: each worked out by the rule.
TELLING: list[tuple[str, tuple[str, str], dict[Any, int]]] = [
    # 七对 24, 自摸 1 or 不求人 4.
    ("self_draw_special", PAIRS, {"zi_mo": 25, "bu_qiu_ren": 28, "bu_qiu_ren_three": 25}),
    # 七对 24, 妙手回春 8, 不求人 beside it or not.
    (
        "self_draw_special",
        (PAIRS[0], "draw last"),
        {"zi_mo": 32, "bu_qiu_ren": 36, "bu_qiu_ren_three": 32},
    ),
    # 四暗刻 64, 暗杠 2, 幺九刻 1, 杠上开花 8, the wait 1.
    (
        "self_draw_special",
        ("222m555p777s9p (1111z) +9p", "draw kong seat=S round=W"),
        {"zi_mo": 76, "bu_qiu_ren": 80, "bu_qiu_ren_three": 76},
    ),
    # 九莲宝灯 88, 双暗刻 2, one 幺九刻 1.
    ("self_draw_special", GATES, {"zi_mo": 92, "bu_qiu_ren": 95, "bu_qiu_ren_three": 95}),
    (
        "self_draw_special",
        ("2233445566778m +8m", "draw"),
        {"zi_mo": 91, "bu_qiu_ren": 94, "bu_qiu_ren_three": 94},
    ),
    (
        "self_draw_special",
        ("19m19p19s1234567z +1m", "draw"),
        {"zi_mo": 89, "bu_qiu_ren": 92, "bu_qiu_ren_three": 92},
    ),
    (
        "self_draw_special",
        ("14s258p39m123456z +7z", "draw"),
        {"zi_mo": 25, "bu_qiu_ren": 28, "bu_qiu_ren_three": 25},
    ),
    (
        "self_draw_special",
        ("25m147p369s12346z +7z", "draw"),
        {"zi_mo": 13, "bu_qiu_ren": 16, "bu_qiu_ren_three": 13},
    ),
    # On a discard nothing changes: 门前清 stays excluded.
    ("self_draw_special", (PAIRS[0], ""), {"zi_mo": 24, "bu_qiu_ren": 24, "bu_qiu_ren_three": 24}),
    # 门前清 2, 幺九刻 1, 无字 1; never 双暗刻 beside exactly two concealed kongs.
    ("two_concealed_kongs", ("67m22s345p (1111s) (8888p) +5m", ""), {6: 10, 8: 12}),
    # With a third concealed pung 三暗刻 16 counts.
    ("two_concealed_kongs", ("222s67m55p (1111s) (8888p) +5m", ""), {6: 26, 8: 28}),
    # 幺九刻 1, 无字 1.
    ("mixed_kongs", ("56s77p234m [9999m] (2222p) +4s", ""), {5: 7, 6: 8, "split": 5}),
    # Three kongs are one fan whatever two of them would be.
    ("mixed_kongs", ("234s5p [8888m] [1111s] (3333p) +5p", ""), {5: 35, 6: 35, "split": 35}),
    # 清幺九 64, 双同刻 2 twice.
    ("terminals_double_pung", ("999s11m11p [111s] [999p] +1p", ""), {False: 64, True: 68}),
    # 三同刻 16 counts in any case; the fourth pung makes one 双同刻.
    ("terminals_double_pung", ("9m [111m] [111p] [111s] [999p] +9m", ""), {False: 86, True: 86}),
    # 组合龙 12, 平和 2, 门前清 2, and the edge of a tile that is one of the nine too.
    ("knit_wait", ("147s258m369p12s99m +3s", ""), {True: 17, False: 17}),
    ("knit_wait", ("147s258m369p56s99m +7s", ""), {True: 16, False: 16}),
    ("knit_wait", ("147s258m369p89s99m +7s", ""), {True: 17, False: 16}),
    # 坎张 on the 4 of the nine.
    ("knit_wait", ("147s258m369p35s99m +4s", ""), {True: 17, False: 16}),
    # 单钓将 on a tile of the nine; 无字 counts where 平和 does not.
    ("knit_wait", ("147s258m369p9p [222s] +9p", ""), {True: 14, False: 13}),
    # 2345 waits on 2 and 5; all four twos are the player's own. 四归一 2, 无字 1, 单钓将 or none.
    ("formal_wait", ("2345m567p [222m] [789s] +5m", ""), {True: 3, False: 4}),
    # One two is somewhere else: two kinds are waited for in any case.
    ("formal_wait", ("2345m567p [888m] [789s] +5m", ""), {True: 1, False: 1}),
    # 绿一色 88, 箭刻 2, 四归一 2; 混一色 6.
    ("green_half_flush", ("222s34s66s [666z] [888s] +2s", ""), {False: 92, True: 98}),
    # Without 发 it is 清一色, never 混一色.
    ("green_half_flush", ("888s3s [222s] [444s] [666s] +3s", ""), {False: 121, True: 121}),
    # 四杠 88, 双暗刻 2, 断幺 2; 暗杠 2 each.
    (
        "four_kongs_concealed",
        ("5s [2222m] (3333s) [6666m] (7777p) +5s", ""),
        {False: 92, True: 96},
    ),
]


def _fan(text: tuple[str, str], options: dict[str, Any]) -> int:
    won = hand_from(*text)
    readable, quick = score(won, options), QuickCounter(options).of_hand(won)
    assert quick is not None
    assert readable.fan == quick.fan
    return readable.fan


@pytest.mark.parametrize("name", VALUES)
def test_the_values_of_a_profile(name: str) -> None:
    resolved = get_ruleset("guobiao").resolve_options({"profile": name})
    assert {option.id: resolved[option.id] for option in PROFILE_OPTIONS} == VALUES[name]


def test_there_is_no_other_profile_and_chinese_is_the_standard() -> None:
    assert PROFILE.values.keys() == VALUES.keys() == PROFILE.value_labels.keys()
    assert profile("chinese") == dict(get_ruleset("guobiao").resolve_options({}))
    with pytest.raises(Refusal):
        profile("wmo1998")


@pytest.mark.parametrize(("option", "text", "by_value"), TELLING)
def test_what_each_value_makes_of_a_hand(
    option: str, text: tuple[str, str], by_value: dict[Any, int]
) -> None:
    for value, fan in by_value.items():
        assert _fan(text, profile("chinese", **{option: value})) == fan, value


def test_every_value_of_every_option_is_told_apart() -> None:
    for option in PROFILE_OPTIONS:
        values = set(option.choices) or {False, True}
        rows = [row[2] for row in TELLING if row[0] == option.id]
        assert all(row.keys() == values for row in rows)
        for one, other in combinations(values, 2):
            assert any(row[one] != row[other] for row in rows), (option.id, one, other)


@pytest.mark.parametrize("option", [option.id for option in PROFILE_OPTIONS])
def test_an_option_set_by_hand_goes_before_the_profile(option: str) -> None:
    rows = [row for row in TELLING if row[0] == option and len(set(row[2].values())) > 1]
    for name, values in VALUES.items():
        for _option, text, by_value in rows:
            found = {value: _fan(text, profile(name, **{option: value})) for value in by_value}
            assert len(set(found.values())) == len(set(by_value.values()))
            assert found[values[option]] == _fan(text, profile(name))


SEED: list[tuple[tuple[str, str], int, int]] = [
    # Hand, fan as chinese, fan by the founding papers: 不求人 for three special hands only.
    (GATES, 92, 95),
    (("2233445566778m +8m", "draw"), 91, 94),
    (("19m19p19s1234567z +1m", "draw"), 89, 92),
    (PAIRS, 25, 25),
    (("222m555p777s88s33z +3z", "draw seat=S round=S"), 66, 66),
    (("14s258p39m123456z +7z", "draw"), 25, 25),
    (("25m147p369s12346z +7z", "draw"), 13, 13),
    (("222s34s66s [666z] [888s] +2s", ""), 92, 98),
    (("999s11m11p [111s] [999p] +1p", ""), 64, 68),
    (("5s [2222m] (3333s) [6666m] (7777p) +5s", ""), 92, 96),
]


@pytest.mark.parametrize(("text", "chinese", "seed_list"), SEED)
def test_the_profile_of_the_founding_papers(
    text: tuple[str, str], chinese: int, seed_list: int
) -> None:
    assert _fan(text, profile("chinese")) == chinese
    assert _fan(text, profile("seed_list")) == seed_list
