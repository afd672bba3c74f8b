"""Guobiao payouts (guobiao.md §3-§6): from fan to points, whatever the entry."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets import get_ruleset
from scoring.rulesets.guobiao.fans import BY_ID, FANS
from tests.scoring.build import ABORT, EXHAUST, Json, kong, number, settle, win

FLUSH = "qing_yi_se"


def flowers(seat: int, count: int) -> list[Json]:
    return [{"type": "flower", "seat": seat, "tile": f"{n + 1}f"} for n in range(count)]


@given(st.integers(8, 400), st.integers(0, 3), st.integers(1, 3), st.integers(0, 8))
def test_a_discard(fan: int, winner: int, step: int, flower_count: int) -> None:
    giver = (winner + step) % 4
    answer = settle("guobiao", *flowers(winner, flower_count), number(fan, winner, giver))
    total = fan + flower_count
    expected = [-8] * 4
    expected[giver] = -8 - total
    expected[winner] = 24 + total
    assert answer["deltas"] == expected
    assert answer["wins"][0]["fan"] == total


@given(st.integers(8, 400), st.integers(0, 3), st.integers(0, 8))
def test_a_self_draw(fan: int, winner: int, flower_count: int) -> None:
    answer = settle("guobiao", *flowers(winner, flower_count), number(fan, winner))
    share = 8 + fan + flower_count
    expected = [-share] * 4
    expected[winner] = 3 * share
    assert answer["deltas"] == expected


@given(st.permutations(range(8)), st.integers(0, 8))
def test_the_order_of_flowers_means_nothing(order: list[int], mine: int) -> None:
    events = [
        {"type": "flower", "seat": 1 if n < mine else 2, "tile": f"{tile + 1}f"}
        for n, tile in enumerate(order)
    ]
    assert settle("guobiao", *events, number(8, 1))["wins"][0]["fan"] == 8 + mine


def test_flowers_may_be_worth_nothing() -> None:
    answer = settle("guobiao", *flowers(1, 4), number(8, 1), flower_fan=0)
    assert answer["wins"][0]["fan"] == 8


def test_base_and_minimum_are_options() -> None:
    assert settle("guobiao", number(3, 1, 0), base=2, min_fan=3)["deltas"] == [-5, 9, -2, -2]


def test_several_winners_are_paid_apart_and_owe_each_other_nothing() -> None:
    winners = [{"seat": s, "declared": {"fan": f}} for s, f in ((1, 8), (3, 10))]
    answer = settle("guobiao", win(1, 0, winners=winners), multi_win="all")
    assert answer["deltas"] == [-16 - 18, 16 + 8, -16, 18 + 8]
    assert [w["seat"] for w in answer["wins"]] == [1, 3]


def test_a_robbed_kong_is_paid_like_a_discard() -> None:
    events = [kong(2, "added", "5m", id="k"), win(3, 2, FLUSH, by="rob_kong", kong="k")]
    answer = settle("guobiao", *events)
    assert answer["wins"][0]["fan"] == 24 + 8
    assert answer["deltas"] == [-8, -8, -40, 56]


@pytest.mark.parametrize(
    ("patterns", "more", "fan"),
    [
        ([FLUSH], {"from": 0}, 24),
        ([FLUSH], {}, 25),
        ([FLUSH, "men_qian_qing"], {"from": 0}, 26),
        # Concealed and self-drawn: 不求人 takes the place of 门前清 and 自摸.
        ([FLUSH, "men_qian_qing"], {}, 28),
        ([FLUSH], {"from": 0, "flags": ["last_tile"]}, 32),
        # 妙手回春 takes the place of 自摸.
        ([FLUSH], {"flags": ["last_tile"]}, 32),
        ([FLUSH, "men_qian_qing"], {"flags": ["last_tile"]}, 36),
        ([FLUSH], {"from": 0, "flags": ["fourth_tile"]}, 28),
        ([FLUSH], {"flags": ["fourth_tile"]}, 29),
        ([FLUSH], {"flags": ["fourth_tile", "last_tile"]}, 36),
        (["qi_dui"], {}, 25),
        (["si_gui_yi", "si_gui_yi", FLUSH], {"from": 0}, 28),
        # Facts that Guobiao gives nothing for.
        ([FLUSH], {"flags": ["heavenly"]}, 25),
    ],
)
def test_what_the_event_adds(patterns: list[str], more: Json, fan: int) -> None:
    event = win(1, more.get("from"), *patterns, **{k: v for k, v in more.items() if k != "from"})
    assert settle("guobiao", event)["wins"][0]["fan"] == fan


def test_out_on_a_kong_takes_the_place_of_self_drawn() -> None:
    event = win(1, None, FLUSH, "an_gang", flags=["kong_draw"], kong="k")
    assert settle("guobiao", kong(1, id="k"), event)["wins"][0]["fan"] == 24 + 2 + 8


def test_a_robbed_kong_excludes_the_last_tile_of_its_kind() -> None:
    event = win(3, 2, FLUSH, by="rob_kong", kong="k", flags=["fourth_tile"])
    answer = settle("guobiao", kong(2, "added", "5m", id="k"), event)
    assert answer["wins"][0]["fan"] == 24 + 8


@pytest.mark.parametrize(
    ("pattern", "profile", "fan"),
    [
        ("qi_dui", "chinese", 25),
        ("qi_dui", "wmo2006", 28),
        ("qi_dui", "seed_list", 25),
        ("shi_san_yao", "chinese", 89),
        ("shi_san_yao", "wmo2006", 92),
        ("shi_san_yao", "seed_list", 92),
        (FLUSH, "wmo2006", 25),
    ],
)
def test_self_drawn_hands_that_are_always_concealed(pattern: str, profile: str, fan: int) -> None:
    answer = settle("guobiao", win(1, None, pattern), profile=profile)
    assert answer["wins"][0]["fan"] == fan


@pytest.mark.parametrize(
    ("options", "fan"),
    [({}, 6), ({"profile": "wmo2006"}, 8), ({"two_concealed_kongs": 8}, 8)],
)
def test_two_concealed_kongs(options: Json, fan: int) -> None:
    answer = settle("guobiao", win(1, 0, FLUSH, "shuang_an_gang"), **options)
    assert answer["wins"][0]["fan"] == 24 + fan


def test_split_kongs_stand_side_by_side() -> None:
    event = win(1, 0, FLUSH, "an_gang", "ming_gang")
    assert settle("guobiao", event, mixed_kongs="split")["wins"][0]["fan"] == 27


def test_an_option_may_lift_an_exclusion() -> None:
    event = win(1, 0, "lv_yi_se", "hun_yi_se")
    assert settle("guobiao", event)["error"] == "unknown_pattern"
    assert settle("guobiao", event, green_half_flush=True)["wins"][0]["fan"] == 94


@pytest.mark.parametrize("fan", [24, 32])
def test_a_number_with_its_flowers_inside_may_exceed_the_patterns(fan: int) -> None:
    declared = {"fan_with_flowers": fan, "patterns": [FLUSH]}
    event = win(1, 0, winners=[{"seat": 1, "declared": declared}])
    # The flowers are inside the number already.
    answer = settle("guobiao", *flowers(1, 2), event)
    assert answer["wins"][0] == {"event": 2, "seat": 1, "fan": fan}


@pytest.mark.parametrize(("fan", "error"), [(8, ""), (9, ""), (7, "below_minimum")])
def test_the_minimum_looks_at_a_number_with_its_flowers_alone(fan: int, error: str) -> None:
    declared = {"fan_with_flowers": fan, "patterns": ["ping_hu", "duan_yao"]}
    event = win(1, 0, winners=[{"seat": 1, "declared": declared}])
    assert settle("guobiao", event).get("error", "") == error


def test_a_chicken_hand_stands_alone() -> None:
    assert settle("guobiao", win(1, 0, "wu_fan_hu"))["wins"][0]["fan"] == 8
    answer = settle("guobiao", win(1, 0, "wu_fan_hu", "ping_hu"))
    assert answer["error"] in ("unknown_pattern", "declared_mismatch")
    assert settle("guobiao", win(1, None, "wu_fan_hu"))["error"] == "declared_mismatch"


def test_a_drawn_hand_moves_nothing_and_the_deal_passes() -> None:
    answer = settle("guobiao", kong(0), EXHAUST, context={"dealer": 3})
    assert (answer["deltas"], answer["next_dealer"], answer["end"]) == ([0] * 4, 0, "exhaust")


def test_an_annulled_hand_is_dealt_again_by_the_same_dealer() -> None:
    penalty = {"type": "penalty", "seat": 0, "kind": "false_win"}
    answer = settle("guobiao", penalty, ABORT, context={"dealer": 2})
    assert (answer["deltas"], answer["next_dealer"], answer["end"]) == ([0] * 4, 2, "abort")


@pytest.mark.parametrize(
    ("more", "deltas"),
    [
        ({}, [10, 10, -30, 10]),
        ({"amount": 8}, [8, 8, -24, 8]),
        ({"against": [0]}, [10, 0, -10, 0]),
        ({"against": []}, [0, 0, 0, 0]),
        ({"against": [0, 3], "amount": 5}, [5, 0, -10, 5]),
        ({"amount": 0}, [0, 0, 0, 0]),
    ],
)
def test_a_false_win(more: Json, deltas: list[int]) -> None:
    penalty = {"type": "penalty", "seat": 2, "kind": "false_win", **more}
    assert settle("guobiao", penalty, EXHAUST)["deltas"] == deltas
    assert settle("guobiao", EXHAUST, penalty)["deltas"] == deltas


def test_adjustments_are_always_scored_as_given() -> None:
    adjust = {"type": "adjust", "from": 1, "to": 3, "amount": 7, "reason": "tip"}
    for end in (EXHAUST, ABORT):
        for events in ([adjust, end], [end, adjust]):
            answer = settle("guobiao", *events)
            assert answer["deltas"] == [0, -7, 0, 7]
            assert answer["ledger"][0]["kind"] == "adjust"


def test_every_line_of_the_ledger_says_why_in_both_languages() -> None:
    events = [
        {"type": "penalty", "seat": 2, "kind": "false_win"},
        {"type": "adjust", "from": 1, "to": 3, "amount": 7, "reason": "tip"},
        number(12, 1, 0),
    ]
    settlement = get_ruleset("guobiao").settle({"ruleset": "guobiao", "events": events})
    assert len(settlement.ledger) == 3 + 1 + 3
    for line in settlement.ledger:
        assert line.reason.zh
        assert line.reason.en.isascii()
    assert settlement.ledger[0].reason.zh.endswith("底分8＋12番")


@given(st.lists(st.sampled_from([fan.id for fan in FANS]), max_size=5), st.booleans())
def test_declared_fans_are_refused_or_sum_up(names: list[str], drawn: bool) -> None:
    answer = settle("guobiao", win(1, None if drawn else 0, *names), min_fan=0)
    if "error" in answer:
        assert answer["error"] in {"unknown_pattern", "declared_mismatch", "incomplete"}
        return
    named = sum(BY_ID[name].points for name in names)
    # On a self-draw 自摸 1, or 不求人 4 in the place of 门前清 2.
    added: Any = {0, 1, 2} if drawn else {0}
    assert answer["wins"][0]["fan"] - named in added
    assert sum(answer["deltas"]) == 0


def test_the_table_of_fans() -> None:
    assert [fan.no for fan in FANS] == list(range(1, 83))
    assert len(BY_ID) == 82
    for fan in FANS:
        assert set(fan.excludes) | set(fan.excludes_used) <= set(BY_ID)
        assert fan.id not in fan.excludes
        assert fan.times >= 1
