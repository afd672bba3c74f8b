"""Taiwanese sixteen tiles (taiwan16.md §5-§7, EVENTS §10): money, the dealer, numbers, refusals."""

from typing import Any

import pytest

from tests.scoring.build import ABORT, EXHAUST, Json, kong
from tests.scoring.southern_hands import (
    deltas,
    fan_and_points,
    flowers,
    hand,
    items,
    named,
    refusal,
    robbed,
    settled,
    several,
    won,
)

TW = "taiwan16"
HALF = named("hun_yi_se")


def number(n: int, key: str = "fan", **more: Any) -> Json:
    return {"declared": {key: n, **more}}


@pytest.mark.parametrize(
    ("seat", "giver", "streak", "expected"),
    [
        (1, 2, 0, [0, 7, -7, 0]),
        (1, 2, 3, [0, 7, -7, 0]),
        (1, 0, 0, [-8, 8, 0, 0]),
        (1, 0, 1, [-10, 10, 0, 0]),
        (0, 2, 0, [8, 0, -8, 0]),
        (0, 2, 2, [12, 0, -12, 0]),
        (1, None, 0, [-9, 25, -8, -8]),
        (1, None, 2, [-13, 29, -8, -8]),
        (0, None, 2, [39, -13, -13, -13]),
    ],
)
def test_who_pays(seat: int, giver: int | None, streak: int, expected: list[int]) -> None:
    answer = settled(TW, won(seat, giver, HALF), context={"streak": streak})
    assert answer["deltas"] == expected
    tai = 4 if giver is not None else 5
    # What one payer owes before the dealer's part.
    assert fan_and_points(answer) == (tai, 3 + tai)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"di": 10}, [-23, 23, 0, 0]),
        ({"tai": 5}, [-68, 68, 0, 0]),
        ({"di": 0, "tai": 0}, [0, 0, 0, 0]),
        ({"dealer_tai": 0}, [-15, 15, 0, 0]),
        ({"dealer_tai": 3}, [-18, 18, 0, 0]),
        ({"streak_tai": 0}, [-8, 8, 0, 0]),
        ({"streak_tai": 1}, [-12, 12, 0, 0]),
        ({"tai_cap": 2}, [-14, 14, 0, 0]),
        ({"tai_cap": 4}, [-16, 16, 0, 0]),
    ],
)
def test_options_of_the_money(options: Json, expected: list[int]) -> None:
    answer = settled(TW, won(1, 0, HALF), context={"streak": 4}, **options)
    assert answer["deltas"] == expected
    assert answer["wins"][0]["fan"] == options.get("tai_cap", 4)


def test_the_dealer_is_whoever_deals() -> None:
    context = {"dealer": 2, "streak": 1}
    assert deltas(TW, won(1, 2, HALF), context=context) == [0, 10, -10, 0]
    assert deltas(TW, won(1, 0, HALF), context=context) == [-7, 7, 0, 0]


def test_robbing_a_kong() -> None:
    events = robbed(1, 2, HALF, "3m")
    assert deltas(TW, events) == [0, 8, -8, 0]
    assert deltas(TW, events, rob_kong_pay="triple") == [0, 24, -24, 0]
    by_dealer = robbed(1, 0, HALF, "3m")
    assert deltas(TW, by_dealer, context={"streak": 1}, rob_kong_pay="triple") == [-33, 33, 0, 0]
    answer = settled(TW, by_dealer, rob_kong_pay="triple")
    assert answer["wins"][0]["points"] == 8


def test_kongs_bring_no_money() -> None:
    assert deltas(TW, kong(2), kong(3, "added", "1p"), EXHAUST) == [0] * 4


TWO = several(1, "5m", s2=HALF, s0=HALF)


def test_several_winners() -> None:
    assert refusal(TW, TWO) == "not_allowed"
    # The dealer is among them and collects one 台 more.
    assert deltas(TW, TWO, multi_win="all") == [8, -15, 7, 0]
    answer = settled(TW, TWO, preset="home", context={"streak": 1})
    assert (answer["next_dealer"], answer["streak_next"]) == (0, 2)


# Next dealer and streak; the streak was 2 and the dealer is seat 0.
@pytest.mark.parametrize(
    ("event", "options", "expected"),
    [
        (won(0, 1, HALF), {}, (0, 3)),
        (won(0, None, HALF), {"streak_limit": 3}, (0, 3)),
        (won(0, None, HALF), {"streak_limit": 2}, (1, 0)),
        (won(1, 0, HALF), {}, (1, 0)),
        (won(3, 0, HALF), {}, (1, 0)),
        (EXHAUST, {}, (1, 0)),
        (EXHAUST, {"draw_dealer": "stay"}, (0, 3)),
        (EXHAUST, {"draw_dealer": "stay", "streak_limit": 2}, (1, 0)),
        (EXHAUST, {"preset": "home"}, (0, 3)),
        (ABORT, {}, (0, 2)),
        (ABORT, {"streak_limit": 1}, (0, 2)),
    ],
)
def test_who_deals_next(event: Json, options: Json, expected: tuple[int, int]) -> None:
    answer = settled(TW, event, context={"streak": 2}, **options)
    assert (answer["next_dealer"], answer["streak_next"]) == expected


@pytest.mark.parametrize(
    ("seat", "giver", "streak", "code"),
    [
        # 全求 is 2 台; between the dealer and the other 1 and 2 for each deal kept are added.
        (1, 2, 3, "below_minimum"),
        (1, 0, 0, ""),
        (0, 2, 0, ""),
    ],
)
def test_the_dealers_part_may_count_for_the_minimum(
    seat: int, giver: int, streak: int, code: str
) -> None:
    event, context = won(seat, giver, named("quan_qiu")), {"streak": streak}
    assert refusal(TW, event, context=context) == "below_minimum"
    assert refusal(TW, event, context=context, min_counts_dealer=True) == code
    # On a self-draw the dealer always pays.
    drawn = won(1, None, named("ban_qiu"))
    assert refusal(TW, drawn) == "below_minimum"
    assert refusal(TW, drawn, min_counts_dealer=True) == ""


@pytest.mark.parametrize("least", [0, 4, 5, 10])
def test_the_minimum(least: int) -> None:
    code = "below_minimum" if least > 4 else ""
    assert refusal(TW, won(1, 0, HALF), min_tai=least) == code
    assert refusal(TW, won(1, 0, number(4)), min_tai=least) == code
    assert refusal(TW, won(1, 0, number(4, "fan_with_flowers")), min_tai=least) == code
    assert refusal(TW, won(1, 0, HALF), min_tai=11) == "bad_option"


def test_all_eight_flowers() -> None:
    laid = flowers(1, *range(1, 9))
    event = won(1, None, {}, "8f", flags=["eight_flowers"])
    # Alone: no 自摸, no 花杠; the dealer pays his 台.
    assert items(settled(TW, laid, event)) == {"ba_xian_guo_hai": 8}
    assert deltas(TW, laid, event) == [-12, 34, -11, -11]
    # Declined, the eight are two 花杠.
    assert items(settled(TW, laid, won(1, 2, HALF))) == {"hun_yi_se": 4, "hua_gang": 4}


def test_seven_flowers_take_the_eighth() -> None:
    for missing in (1, 8):
        laid = flowers(3, *(n for n in range(1, 9) if n != missing))
        event = won(3, 1, {}, f"{missing}f", flags=["seven_rob_one"])
        assert items(settled(TW, laid, event)) == {"qi_qiang_yi": 8}
        assert deltas(TW, laid, event) == [0, -11, 0, 11]
    from_dealer = won(3, 0, {}, "8f", flags=["seven_rob_one"])
    assert deltas(TW, flowers(3, *range(1, 8)), from_dealer) == [-12, 0, 0, 12]


SEVEN, EIGHT = flowers(1, *range(1, 8)), flowers(1, *range(1, 9))


@pytest.mark.parametrize(
    ("laid", "event", "code"),
    [
        (SEVEN, won(1, None, {}, "8f", flags=["eight_flowers"]), "state_mismatch"),
        (EIGHT, won(1, None, {}, "5m", flags=["eight_flowers"]), "state_mismatch"),
        ([*SEVEN, *flowers(2, 8)], won(1, None, {}, "8f", flags=["eight_flowers"]),
         "state_mismatch"),
        (EIGHT, won(1, 0, {}, "8f", flags=["seven_rob_one"]), "state_mismatch"),
        (SEVEN[1:], won(1, 0, {}, "8f", flags=["seven_rob_one"]), "state_mismatch"),
        (SEVEN, won(1, 0, {}, "7f", flags=["seven_rob_one"]), "state_mismatch"),
        ([*SEVEN, *flowers(0, 8)], won(1, 0, {}, "8f", flags=["seven_rob_one"]), "state_mismatch"),
        (EIGHT, won(1, None, named("ba_xian_guo_hai"), "8f", flags=["eight_flowers"]), ""),
        (EIGHT, won(1, None, HALF, "8f", flags=["eight_flowers"]), "declared_mismatch"),
        (EIGHT, won(1, None, named("qi_dui"), "8f", flags=["eight_flowers"]), "unknown_pattern"),
        ([*EIGHT, *flowers(2, 8)], won(1, None, {}, "8f", flags=["eight_flowers"]),
         "too_many_tiles"),
        ([], won(1, 0, named("ba_xian_guo_hai")), "unknown_pattern"),
    ],
)  # fmt: skip
def test_wins_by_flowers_that_cannot_be(laid: list[Json], event: Json, code: str) -> None:
    assert refusal(TW, laid, event) == code


def test_a_sheet_that_holds_only_a_number() -> None:
    answer = settled(TW, won(1, 2, number(5)))
    assert (answer["deltas"], fan_and_points(answer)) == ([0, 8, -8, 0], (5, 8))
    assert "items" not in answer["wins"][0]
    # Nothing is added from the event; own flowers and fours are.
    assert fan_and_points(settled(TW, won(1, None, number(5), flags=["last_tile"])))[0] == 5
    laid = flowers(1, 1, 2, 3, 4, 6)
    assert fan_and_points(settled(TW, laid, won(1, 2, number(5))))[0] == 8
    every = settled(TW, laid, won(1, 2, number(5)), all_flowers_score=True)
    assert every["wins"][0]["fan"] == 10
    # Flowers count for the minimum, 宝牌 are added and do not.
    assert fan_and_points(settled(TW, flowers(1, 2), won(1, 2, number(2))))[0] == 3
    assert refusal(TW, won(1, 2, number(2))) == "below_minimum"
    assert refusal(TW, won(1, 2, number(2, bao=3))) == "below_minimum"
    assert fan_and_points(settled(TW, won(1, 2, number(3, bao=4))))[0] == 7
    assert fan_and_points(settled(TW, won(1, 2, number(30, bao=4)), tai_cap=20))[0] == 20
    assert fan_and_points(settled(TW, won(1, 2, number(0)), min_tai=0))[0] == 0


def test_a_number_with_the_flowers_inside() -> None:
    laid, inside = flowers(1, 2, 6), "fan_with_flowers"
    answer = settled(TW, laid, won(1, 2, number(5, inside)))
    assert fan_and_points(answer) == (5, 8)
    assert "items" not in answer["wins"][0]
    assert fan_and_points(settled(TW, laid, won(1, 2, number(5, inside, bao=2))))[0] == 7
    assert refusal(TW, laid, won(1, 2, number(2, inside))) == "below_minimum"
    both = won(1, 2, {"declared": {"fan": 5, inside: 7}})
    assert refusal(TW, both) == "declared_mismatch"


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        ({"fan": 4}, ""),
        ({"fan": 5}, "declared_mismatch"),
        ({"fan": 3}, "declared_mismatch"),
        ({"fan_with_flowers": 4}, ""),
        ({"fan_with_flowers": 12}, ""),
        ({"fan_with_flowers": 13}, "declared_mismatch"),
        ({"fan_with_flowers": 3}, "declared_mismatch"),
    ],
)
def test_a_number_beside_patterns_or_tiles(keys: Json, code: str) -> None:
    tiles = hand("78p55z chow:123p<0 chow:456p<0 chow:345p<0 chow:567p<0")
    patterns = {"patterns": ["hun_yi_se"]}
    for winner in (
        {"declared": {**patterns, **keys}},
        {"hand": tiles, "declared": keys},
        {"hand": tiles, "declared": {**patterns, **keys}},
    ):
        assert refusal(TW, won(1, 2, winner, "9p")) == code
        # Self-drawn there is one more.
        drawn = {k: n + 1 for k, n in keys.items()}
        more = {**winner, "declared": {**winner["declared"], **drawn}}
        assert refusal(TW, won(1, None, more, "9p")) == code


@pytest.mark.parametrize("key", ["fan", "fan_with_flowers"])
def test_a_number_is_not_negative(key: str) -> None:
    assert refusal(TW, won(1, 2, number(-1, key)), min_tai=0) == "bad_record"
    assert refusal(TW, won(1, 2, {"declared": {key: "5"}})) == "bad_record"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (won(1, 0, {}), "incomplete"),
        (won(1, 0, {"declared": {}}), "incomplete"),
        (won(1, 0, named()), "below_minimum"),
        (won(1, 0, named("hun_yi_se", gen=1)), "bad_record"),
        (won(1, 0, named("qi_dui")), "unknown_pattern"),
        (won(1, 0, named("hun_yi_se", "zi_mo")), "unknown_pattern"),
        (won(1, 0, named("hun_yi_se", "bu_qiu")), "unknown_pattern"),
        (won(1, 0, named("hun_yi_se", "zheng_hua")), "unknown_pattern"),
        (won(1, 0, named("hun_yi_se", "bao_ting")), "unknown_pattern"),
        (won(1, 0, named("hun_yi_se", "bao_pai")), "unknown_pattern"),
        (won(1, 0, named("hun_yi_se", "qing_yi_se")), "unknown_pattern"),
        (won(1, 0, named("hun_yi_se", "hun_yi_se")), "unknown_pattern"),
        (won(1, 0, named("san_an_ke", "si_an_ke")), "unknown_pattern"),
        (won(1, 0, named("xiao_san_yuan", "san_yuan_ke")), "unknown_pattern"),
        (won(1, 0, named("da_si_xi", "men_feng_ke")), "unknown_pattern"),
        (won(1, 0, named("xiao_si_xi", "quan_feng_ke")), "unknown_pattern"),
        (won(1, 0, named("quan_qiu", "du_ting")), "unknown_pattern"),
        (won(1, 0, named("quan_qiu", "men_qing")), "unknown_pattern"),
        (won(1, 0, named("ping_hu", "peng_peng_hu")), "unknown_pattern"),
        (won(1, 0, named(*["san_yuan_ke"] * 3)), "unknown_pattern"),
        (won(1, 0, named("hun_yi_se", *["san_yuan_ke"] * 2)), ""),
        (won(1, 0, named("wu_an_ke", "peng_peng_hu", "zi_yi_se")), ""),
        (won(1, None, named("quan_qiu", "hun_yi_se")), "declared_mismatch"),
        (won(1, 0, named("ban_qiu", "hun_yi_se")), "declared_mismatch"),
        (won(1, None, named("ping_hu", "men_qing")), "declared_mismatch"),
        (won(1, 0, named("hun_yi_se"), "5f"), "bad_tile"),
    ],
)
def test_refusals(event: Json, code: str) -> None:
    assert refusal(TW, event) == code


def test_no_flower_goes_with_all_runs() -> None:
    event = won(1, 0, named("ping_hu", "men_qing"))
    assert refusal(TW, flowers(0, 3), event) == ""
    assert refusal(TW, flowers(1, 3), event) == "declared_mismatch"


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["hun_yi_se"], ""),
        (["qing_yi_se"], "declared_mismatch"),
        (["hun_yi_se", "du_ting"], "declared_mismatch"),
        (["hun_yi_se", "men_qing"], "declared_mismatch"),
    ],
)
def test_tiles_against_what_is_declared(names: list[str], code: str) -> None:
    what = hand("78p55z chow:123p<0 chow:456p<0 chow:345p<0 chow:567p<0")
    assert refusal(TW, won(1, 2, {"hand": what, **named(*names)}, "9p")) == code


PENALTY = {"type": "penalty", "seat": 3, "kind": "false_win"}


@pytest.mark.parametrize(
    ("penalty", "streak", "options", "expected"),
    [
        # 底 3 + 8 台, and between the dealer and the other his 台.
        (PENALTY, 0, {}, [12, 11, 11, -34]),
        (PENALTY, 2, {}, [16, 11, 11, -38]),
        ({**PENALTY, "seat": 0}, 0, {}, [-36, 12, 12, 12]),
        ({**PENALTY, "against": [1]}, 2, {}, [0, 11, 0, -11]),
        (PENALTY, 0, {"di": 1, "tai": 2, "false_win_tai": 5}, [13, 11, 11, -35]),
        ({**PENALTY, "amount": 6}, 2, {}, [6, 6, 6, -18]),
    ],
)
def test_penalties(penalty: Json, streak: int, options: Json, expected: list[int]) -> None:
    context = {"streak": streak}
    assert deltas(TW, penalty, EXHAUST, context=context, **options) == expected
    assert deltas(TW, EXHAUST, penalty, context=context, **options) == expected


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([EXHAUST, *flowers(1, 2)], "after_end"),
        ([{"type": "wild", "indicator": "3m", "tiles": ["4m"]}, EXHAUST], "not_allowed"),
        ([{"type": "flower", "seat": 1, "tile": "5z"}, EXHAUST], "bad_tile"),
        ([*flowers(1, 2), *flowers(2, 2), EXHAUST], "too_many_tiles"),
        ([{"type": "chow", "seat": 1, "tile": "3m", "from": 2}, EXHAUST], "not_allowed"),
    ],
)
def test_refusals_of_events(events: list[Json], code: str) -> None:
    assert refusal(TW, events) == code


def test_states_of_a_drawn_hand_are_held_against_their_tiles() -> None:
    def states(state: str, text: str) -> Json:
        first = {"state": state, "hand": hand(text)}
        return {"type": "exhaust", "states": [first, *[{"state": "not_ready"}] * 3]}

    assert refusal(TW, states("ready", "12m55z345s678p999p123s")) == ""
    assert refusal(TW, states("ready", "14m55z345s678p999p123s")) == "not_ready"
    assert refusal(TW, states("not_ready", "12m55z345s678p999p123s")) == "state_mismatch"
    assert refusal(TW, states("ready", "12m55z345s678p999p")) == "bad_hand_size"


@pytest.mark.parametrize("names", [[], ["men_qing"]])
def test_a_row_that_the_moment_hides_may_be_declared_or_not(names: list[str]) -> None:
    winner = {"hand": hand("45s234m678m345p99p678s"), **named(*names)}
    ready = {"type": "ready", "seat": 1, "kind": "tianting"}
    assert refusal(TW, ready, won(1, None, winner, "6s")) == ""
    assert refusal(TW, won(0, None, winner, "6s", flags=["heavenly"])) == ""
    # Otherwise it is a row like any other.
    assert refusal(TW, won(1, None, winner, "6s"), min_tai=0) == (
        "" if names else "declared_mismatch"
    )
