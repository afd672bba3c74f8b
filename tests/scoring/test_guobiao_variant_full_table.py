"""The full-table variant (guobiao_variant_full_table.md): Guobiao but for its exclusions."""

import random
from collections import Counter

import pytest

from scoring.rulesets import get_ruleset
from scoring.rulesets.guobiao.engine.score import score
from scoring.rulesets.guobiao.fans import BY_ID
from scoring.rulesets.guobiao.house import HouseGuobiao, Moment
from scoring.rulesets.guobiao_variant_full_table.payout import BARS
from tests.scoring import gb_hands
from tests.scoring.build import EXHAUST, Json, number, settle, win
from tests.scoring.house_hands import fan_or_error, fans

VT = "guobiao_variant_full_table"
# Hands with the row and, in Guobiao, what the variant does not count beside it.
CHANGED = [
    ("da_san_yuan", "que_yi_men", "123m9p [555z] [666z] [777z] +9p"),
    ("xiao_san_yuan", "que_yi_men", "345m5z [678p] [666z] [777z] +5z"),
    ("yi_se_si_bu_gao", "que_yi_men", "9p [123m] [234m] [345m] [456m] +9p"),
    ("qing_yao_jiu", "san_tong_ke", "9s [111m] [111p] [111s] [999p] +9s"),
]
# The variant bars these too, but Guobiao never counts them in such a hand.
SAME = [
    ("da_si_xi", "5p [111z] [222z] [333z] [444z] +5p"),
    ("xiao_si_xi", "4z [111z] [222z] [333z] [999m] +4z"),
    ("xiao_si_xi", "4z [111z] [222z] [333z] [456m] +4z"),
    ("zi_yi_se", "5z [111z] [222z] [666z] [777z] +5z"),
    ("yi_se_shuang_long_hui", "12m5m [123m] [789m] [789m] 5m +3m"),
    ("qing_yao_jiu", "9s [111m] [111p] [999m] [999p] +9s"),
    ("hun_yao_jiu", "11m77z [999s] [111z] [999p] +1m"),
    # Other hands of two suits keep 缺一门.
    ("qing_long", "78m22p [123m] [456m] [888p] +9m"),
    ("san_feng_ke", "4p [111z] [222z] [333z] [456m] +4p"),
    ("san_tong_ke", "55m22z [555p] [555s] [678m] +5m"),
    ("yi_se_si_tong_shun", "9p [123m] [123m] [123m] [123m] +9p"),
    ("yi_se_si_jie_gao", "9p [111m] [222m] [333m] [444m] +9p"),
]


@pytest.mark.parametrize(("row", "gone", "text"), CHANGED)
def test_what_the_variant_does_not_count(row: str, gone: str, text: str) -> None:
    guobiao, variant = fans("lianzhong", text), fans(VT, text)
    assert guobiao[row] == variant[row] == 1
    assert guobiao[gone] == 1
    own = {name: n for name, n in guobiao.items() if name in BY_ID}
    assert Counter(own) - variant == Counter([gone])


@pytest.mark.parametrize(("row", "text"), SAME)
def test_hands_that_are_as_in_guobiao(row: str, text: str) -> None:
    variant = fans(VT, text)
    assert variant[row] == 1
    own = {name: n for name, n in fans("lianzhong", text).items() if name in BY_ID}
    assert Counter(own) == variant


def test_every_changed_row_is_tried() -> None:
    tried = {row for row, *_ in CHANGED} | {row for row, _ in SAME}
    assert set(BARS) <= tried


def test_the_corpus_with_the_exclusions_taken_off() -> None:
    ruleset = get_ruleset(VT)
    assert isinstance(ruleset, HouseGuobiao)
    options = {**gb_hands.profile("chinese"), **ruleset.resolve_options({})}
    barring = {BY_ID[row].name.zh for row in BARS}
    every = gb_hands.lines("guobiao_hands.jsonl")
    touched = [line for line in every if barring & {name for name, _, _ in line["fans"]}]
    rng = random.Random(4)
    changed = 0
    for line in [*rng.sample(touched, 200), *rng.sample(every, 100)]:
        hand = gb_hands.hand_of(line)
        counted = score(hand).fans
        dropped = _dropped({fan for fan, _points, _times in counted})
        best = ruleset.best([hand], Moment(), options)
        assert best is not None
        fan = sum(points * n for name, points, n in counted if name not in dropped)
        assert ruleset.table.worth(best, options) == fan - hand.flowers
        changed += bool(dropped)
    assert changed > 15


def _dropped(counted: set[str]) -> set[str]:
    """The rule of the spec, §3, as it stands there."""
    dropped: set[str] = set()
    if counted & {
        "da_si_xi",
        "da_san_yuan",
        "xiao_si_xi",
        "xiao_san_yuan",
        "zi_yi_se",
        "yi_se_si_bu_gao",
        "yi_se_shuang_long_hui",
    }:
        dropped.add("que_yi_men")
    if counted & {"da_si_xi", "xiao_si_xi"}:
        dropped.add("yao_jiu_ke")
    if "qing_yao_jiu" in counted:
        dropped |= {"shuang_tong_ke", "san_tong_ke", "yao_jiu_ke"}
    return dropped & counted


@pytest.mark.parametrize(
    ("patterns", "fan"),
    [
        (["da_san_yuan", "quan_dai_yao"], 93),
        (["da_san_yuan", "que_yi_men"], "unknown_pattern"),
        (["qing_yao_jiu", "san_tong_ke"], "unknown_pattern"),
        (["yi_se_si_bu_gao", "que_yi_men"], "unknown_pattern"),
        (["qing_long", "que_yi_men"], 18),
        (["hun_si_bu"], "unknown_pattern"),
    ],
)
def test_declared_patterns(patterns: list[str], fan: int | str) -> None:
    assert fan_or_error(VT, win(1, None, *patterns)) == fan


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"preset": "table", "base": 4, "min_fan": 0, "flower_fan": 0, "multi_win": "all"}, None),
        ({"seat_change": "none", "start_score": 0, "false_win_each": 5}, None),
        ({"preset": "west_swap"}, "bad_option"),
        ({"profile": "chinese"}, "bad_option"),
        ({"mixed_kongs": 5}, "bad_option"),
        ({"self_draw_only": True}, "bad_option"),
    ],
)
def test_options(options: Json, error: str | None) -> None:
    assert settle(VT, EXHAUST, **options).get("error") == error


def test_the_rest_is_guobiao() -> None:
    events: list[list[Json]] = [
        [number(8, 1, 0)],
        [number(7, 1, 0)],
        [{"type": "flower", "seat": 1, "tile": "1f"}, number(20, 1)],
        [{"type": "ready", "seat": 1, "kind": "tianting"}, number(20, 1)],
        [win(1, None, "qi_dui", flags=["heavenly"])],
        [win(1, None, "qing_yi_se", flags=["last_tile", "fourth_tile"])],
        [{"type": "penalty", "seat": 2, "kind": "false_win"}, EXHAUST],
    ]
    for some in events:
        variant, guobiao = settle(VT, *some), settle("guobiao", *some)
        for won in variant.get("wins", ()):
            assert sum(fan for _row, fan in won.pop("items", [["", won["fan"]]])) == won["fan"]
        assert variant == guobiao


def test_the_table_has_names_of_its_own() -> None:
    names = {pattern.id: pattern.name.zh for pattern in get_ruleset(VT).patterns}
    assert names["peng_peng_hu"] == "对对胡"
    assert names["qing_long"] == "青龙"
    assert names["da_si_xi"] == "大四喜"
