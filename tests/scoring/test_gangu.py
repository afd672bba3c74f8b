"""Gangu (gangu.md): the 口子 and what it lets win, shares, kongs, 花子, 铲庄."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets.gangu.kouzi import BY_ID
from tests.scoring.build import ABORT, EXHAUST, Json, kong, settle, tiles, win


def kouzi(value: Any = "hu_chi_luan_peng", seat: int = 0) -> Json:
    return {"type": "stake", "seat": seat, "kind": "kouzi", "value": value}


PLAIN = kouzi()
CHAN: Json = {"type": "chan", "tile": "4z"}
FLOWER: Json = {"type": "flower", "seat": 1, "tile": "1f"}


def run(*events: Json, context: Json | None = None, **options: Any) -> Json:
    return settle("gangu", *events, context=context, **options)


def deltas(*events: Json, context: Json | None = None, **options: Any) -> list[int]:
    answer = run(*events, context=context, **options)
    assert "error" not in answer, answer
    found: list[int] = answer["deltas"]
    return found


def error(*events: Json, context: Json | None = None, **options: Any) -> Any:
    return run(*events, context=context, **options).get("error")


def robbed(name: str = "hu_chi_luan_peng") -> list[Json]:
    return [
        kouzi(name),
        kong(3, "added", "5m", id="k"),
        win(1, 3, by="rob_kong", kong="k"),
    ]


RUN = {"kind": "chow", "tiles": "789p"}
EXAMPLES: dict[str, tuple[list[Json], Json, list[int]]] = {
    "gg-03": ([PLAIN, win(1, 2, "ban_dao_hu")], {}, [0, 1, -1, 0]),
    "gg-18": ([kong(1, "exposed", "9s", 0), kong(2, tile="8s"), EXHAUST], {}, [-3, -1, 6, -2]),
    "gg-21": ([PLAIN, FLOWER, win(1, None)], {"hua_zi": "bonus"}, [-4, 8, -2, -2]),
}
REFUSED = {
    "gg-06": ([kouzi("que_feng_ying_bu_chi"), tiles(2, None, "123456m22s67s", "8s", RUN)],
              "not_allowed"),
    "gg-09": ([kouzi("jing_que"), tiles(3, 1, "123456789m77z67p", "8p")], "void_suit"),
    "gg-12": ([kouzi("ying_ba_ye"), tiles(1, None, "12345678m11z345p", "9m")], "not_a_win"),
    "gg-15": ([kouzi("duan_yao"), tiles(0, None, "23423m456p67855s", "1m")], "not_a_win"),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name: str) -> None:
    events, options, expected = EXAMPLES[name]
    assert deltas(*events, **options) == expected


@pytest.mark.parametrize("name", REFUSED)
def test_worked_examples_refused(name: str) -> None:
    events, code = REFUSED[name]
    assert error(*events) == code


# Hands of seat 1, self-drawn, and the 口子 under which they win beside those without a test.
FREE = {"hu_chi_luan_peng", "shui_zhang"}
P2: Json = {"kind": "pung", "tiles": "222p"}
K9: Json = {"kind": "kong_concealed", "tiles": "9999m"}
HANDS = [
    # All three suits, no honours, no suit of eight.
    ("123456m789p22s67s", "8s", (), {"que_feng_ying_bu_chi"}),
    ("23456m678p22s567s", "4m", (), {"que_feng_ying_bu_chi", "duan_yao"}),
    # Eight characters, then nine.
    ("12345699m345p67s", "8s", (), {"que_feng_ying_bu_chi", "ye_zi", "ying_ba_ye"}),
    ("12345678m11z345p", "9m", (), {"hun_que", "ye_zi"}),
    ("123456789m22p67p", "8p", (), {"que_feng_ying_bu_chi", "jing_que", "hun_que", "ye_zi"}),
    ("123456789m77z67p", "8p", (), {"hun_que", "ye_zi"}),
    # One suit lacks two.
    ("1234567892228m", "8m", (), {"que_feng_ying_bu_chi", "jing_que", "hun_que", "ye_zi"}),
    ("111z222z333z44z66z", "6z", (), {"hun_que"}),
    ("2345m678p22s567s3m", "4m", (), {"que_feng_ying_bu_chi", "duan_yao"}),
    # A kong is four: 4 + 4 runs … 234m and the pair make nine with it.
    ("234m345p55m67s", "8s", (K9,), {"que_feng_ying_bu_chi", "ye_zi"}),
    ("55m345p678s67s", "8s", (K9,), {"que_feng_ying_bu_chi"}),
]


@pytest.mark.parametrize(("concealed", "tile", "melds", "under"), HANDS)
@pytest.mark.parametrize("name", BY_ID)
def test_the_rule_of_the_hand(
    name: str, concealed: str, tile: str, melds: tuple[Json, ...], under: set[str]
) -> None:
    event = tiles(1, None, concealed, tile, *melds)
    code = error(kouzi(name), event)
    if name in under | FREE:
        assert code is None
    else:
        assert code == ("void_suit" if name in ("jing_que", "hun_que") else "not_a_win")


def test_a_kong_may_count_three() -> None:
    event = tiles(1, None, "234m345p55m67s", "8s", K9)
    assert error(kouzi("ying_ba_ye"), event) == "not_a_win"
    assert error(kouzi("ying_ba_ye"), event, ye_zi_kong_count=3) is None
    assert error(kouzi("ye_zi"), event, ye_zi_kong_count=3) is None
    five = tiles(1, None, "234m345p567s5s", "5s", K9)
    assert error(kouzi("ye_zi"), five) == "not_a_win"


@pytest.mark.parametrize("name", BY_ID)
def test_a_named_hand_is_trusted(name: str) -> None:
    for patterns in ((), ("ban_dao_hu",)):
        answer = run(kouzi(name), win(1, None, *patterns))
        assert answer["wins"][0]["items"] == [[name, 1]]
        assert answer["deltas"] == [-2, 4, -1, -1]
    pays = run(kouzi(name), win(1, None), kouzi_points={name: 3}, base=2)
    assert (pays["wins"][0]["points"], pays["wins"][0]["items"]) == (6, [[name, 3]])
    assert run(kouzi(name), win(1, None), kouzi_points={})["deltas"] == [-2, 4, -1, -1]


@pytest.mark.parametrize("name", BY_ID)
def test_chows(name: str) -> None:
    events = [kouzi(name), {"type": "chow", "seat": 2, "tile": "1m", "from": 1}, EXHAUST]
    assert error(*events) == ("not_allowed" if name == "que_feng_ying_bu_chi" else None)


def test_water_tiles_are_self_drawn() -> None:
    for event in ([kouzi("shui_zhang"), win(1, 2)], robbed("shui_zhang")):
        assert error(*event) == "not_allowed"
        assert error(*event, shui_zhang_rule="free") is None
    assert error(kouzi("shui_zhang"), win(1, None)) is None


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([win(1, None)], "incomplete"),
        ([kouzi(seat=1), win(1, None)], "not_allowed"),
        ([PLAIN, PLAIN, win(1, None)], "not_allowed"),
        ([kouzi("nonsense"), win(1, None)], "bad_record"),
        ([kouzi(5), win(1, None)], "bad_record"),
        ([{**PLAIN, "kind": "zuo_zhuang", "value": 1}, EXHAUST], "not_allowed"),
        ([kong(1), PLAIN, EXHAUST], "not_allowed"),
        ([PLAIN, win(1, None, "ping_hu")], "unknown_pattern"),
        ([PLAIN, win(1, None, "ban_dao_hu", "ban_dao_hu")], "unknown_pattern"),
        ([PLAIN, win(1, None, tile="5z")], "bad_tile"),
        ([{**FLOWER, "tile": "2f"}, EXHAUST], "bad_tile"),
        ([FLOWER, {**FLOWER, "seat": 2}, EXHAUST], "too_many_tiles"),
        ([CHAN, EXHAUST], "not_allowed"),
        ([{"type": "penalty", "seat": 1, "kind": "x"}, EXHAUST], "incomplete"),
        ([PLAIN, tiles(1, None, "123456m789p1f2s67s", "8s")], "bad_tile"),
        ([PLAIN, tiles(1, None, "123456m789p13s67s", "8s")], "not_a_win"),
        ([PLAIN, win(1, 0, winners=[{"seat": s, "declared": {"patterns": []}} for s in (1, 2)])],
         "not_allowed"),
    ],
)  # fmt: skip
def test_refusals(events: list[Json], code: str) -> None:
    assert error(*events) == code


def test_a_drawn_hand_needs_no_rule() -> None:
    assert deltas(EXHAUST) == [0] * 4


@pytest.mark.parametrize(
    ("by", "pips", "dealer"),
    [(0, [1, 1], 1), (0, [1, 2], 2), (0, [2, 2], 3), (0, [2, 3], 0), (0, [6, 6], 3),
     (2, [3, 3], 3), (1, [4, 5], 1), (3, [5, 6], 1)],
)  # fmt: skip
def test_the_dice_name_the_dealer(by: int, pips: list[int], dealer: int) -> None:
    dice = {"type": "dice", "by": by, "values": pips, "purpose": "dealer"}
    for seat in range(4):
        code = error(dice, EXHAUST, context={"dealer": seat})
        assert code == (None if seat == dealer else "state_mismatch")
        assert error({**dice, "purpose": "wall"}, EXHAUST, context={"dealer": seat}) is None


def test_the_dice_are_two_and_somebodys() -> None:
    dice: Json = {"type": "dice", "by": 0, "values": [2, 3], "purpose": "dealer"}
    for wrong in ({"values": [5]}, {"values": [7, 5]}, {"by": None}):
        assert error({**dice, **wrong}, EXHAUST) == "bad_record"


# Seat 1 wins; seat 0 deals. What the others pay: by self-draw, by West's discard, by the dealer's.
PAYERS: list[tuple[Json, list[int], list[int], list[int]]] = [
    ({}, [-2, 4, -1, -1], [0, 1, -1, 0], [-2, 2, 0, 0]),
    ({"dealer_double": False}, [-1, 3, -1, -1], [0, 1, -1, 0], [-1, 1, 0, 0]),
    ({"self_draw_mult": 2}, [-4, 8, -2, -2], [0, 1, -1, 0], [-2, 2, 0, 0]),
    ({"discard_payer": "discarder_pays_all"}, [-2, 4, -1, -1], [0, 4, -4, 0], [-4, 4, 0, 0]),
    ({"discard_payer": "all"}, [-2, 4, -1, -1], [-2, 4, -1, -1], [-2, 4, -1, -1]),
]


@pytest.mark.parametrize(("options", "drawn", "west", "dealer"), PAYERS)
def test_who_pays(options: Json, drawn: list[int], west: list[int], dealer: list[int]) -> None:
    assert deltas(PLAIN, win(1, None), **options) == drawn
    assert deltas(PLAIN, win(1, 2), **options) == west
    assert deltas(PLAIN, win(1, 0), **options) == dealer
    north = deltas(*robbed(), **options)
    assert north == [west[0], west[1], west[3], west[2]]
    own = 6 if options.get("dealer_double", True) else 3
    times = options.get("self_draw_mult", 1)
    assert deltas(PLAIN, win(0, None), **options)[0] == own * times


def test_several_winners_pay_each_other_nothing() -> None:
    event = win(1, 0, winners=[{"seat": s, "declared": {"patterns": []}} for s in (1, 2)])
    assert deltas(PLAIN, event, multi_win=True) == [-4, 2, 2, 0]
    everybody = deltas(PLAIN, event, multi_win=True, discard_payer="all")
    assert everybody == [-4, 3, 3, -2]
    alone = deltas(PLAIN, event, multi_win=True, discard_payer="discarder_pays_all")
    assert alone == [-6, 3, 3, 0]


def test_robbing_may_be_off() -> None:
    assert error(*robbed(), rob_kong=False) == "not_allowed"


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (kong(1), [-2, 6, -2, -2]),
        (kong(1, "added"), [-1, 3, -1, -1]),
        (kong(1, "exposed", giver=0), [-1, 1, 0, 0]),
        (kong(0), [6, -2, -2, -2]),
    ],
)
def test_kong_money(event: Json, expected: list[int]) -> None:
    assert deltas(event, EXHAUST) == expected
    assert deltas(event, EXHAUST, base=3) == [3 * n for n in expected]
    assert deltas(event, EXHAUST, kong_money=False) == [0] * 4
    assert deltas(event, EXHAUST, kongs_on_draw="void") == [0] * 4
    doubled = deltas(event, EXHAUST, kong_dealer_double=True)
    assert doubled[0] == 2 * expected[0]
    if event["seat"] == 1:
        assert doubled[2:] == expected[2:]
    with_win = deltas(PLAIN, event, win(2, None), kongs_on_draw="void")
    assert with_win[3] == expected[3] - 1


def test_the_flower_laid_aside() -> None:
    for seat, worth in ((1, 2), (2, 1)):
        events = [PLAIN, {**FLOWER, "seat": seat}, win(1, None)]
        answer = run(*events, hua_zi="bonus")
        assert answer["wins"][0]["points"] == worth
        assert (["hua_zi", 1] in answer["wins"][0]["items"]) == (seat == 1)
        assert run(*events)["wins"][0]["points"] == 1
    three = run(PLAIN, FLOWER, win(1, None), hua_zi="bonus", base=4,
                kouzi_points={"hu_chi_luan_peng": 2})  # fmt: skip
    assert three["wins"][0]["points"] == 12


def test_the_flower_is_wild() -> None:
    wild: Json = {"hua_zi": "wild"}
    assert error(PLAIN, FLOWER, win(1, None), **wild) == "not_allowed"
    hand = tiles(1, None, "123456m789p2s1f67s", "8s")
    assert error(PLAIN, hand, **wild) is None
    # The test is made on the face that it stands for: as 2s it is the eighth bamboo.
    leaves = tiles(1, None, "123m456p2s1f34567s", "8s")
    assert error(kouzi("ying_ba_ye"), leaves, **wild) is None
    assert error(kouzi("ying_ba_ye"), hand, **wild) == "not_a_win"
    assert error(kouzi("jing_que"), hand, **wild) == "void_suit"
    lacking = tiles(1, None, "123456m789m2s1f67s", "8s")
    assert error(kouzi("jing_que"), lacking, **wild) is None
    # As an honour it would break 断幺, as 2s it does not.
    ends = tiles(1, None, "234456m678p2s1f67s", "8s")
    assert error(kouzi("duan_yao"), ends, **wild) is None
    drawn = tiles(1, None, "123456m789p22s67s", "1f")
    assert error(PLAIN, drawn, **wild) is None
    assert error(PLAIN, tiles(1, 0, "123456m789p22s67s", "1f"), **wild) == "not_allowed"
    two = tiles(1, None, "123456m789p1f1f67s", "8s")
    assert error(PLAIN, two, **wild) == "too_many_tiles"
    melded = tiles(1, None, "123456m789p2s", "2s", {"kind": "pung", "tiles": "1f55m"})
    assert error(PLAIN, melded, **wild) == "bad_hand_size"


def test_following_the_dealer() -> None:
    rule: Json = {"chan_zhuang": "follow_discard"}
    assert deltas(CHAN, EXHAUST, **rule, context={"dealer": 2}) == [1, 1, -3, 1]
    assert deltas(EXHAUST, CHAN, **rule, base=4) == [-12, 4, 4, 4]
    assert error(CHAN, CHAN, EXHAUST, **rule) == "not_allowed"
    assert deltas(CHAN, ABORT, **rule) == [0] * 4


@pytest.mark.parametrize(
    ("events", "rotation", "dealer"),
    [
        ([PLAIN, win(0, None)], "play_order", 0),
        ([PLAIN, win(2, None)], "play_order", 1),
        ([PLAIN, win(2, None)], "against_play", 3),
        ([EXHAUST], "play_order", 0),
        ([ABORT], "against_play", 0),
    ],
)
def test_the_next_dealer(events: list[Json], rotation: str, dealer: int) -> None:
    assert run(*events, deal_rotation=rotation)["next_dealer"] == dealer


@pytest.mark.parametrize(
    ("state", "name", "code"),
    [
        ({"state": "ready", "hand": {"concealed": "123456m789p22s67s"}}, "jing_que", "not_ready"),
        ({"state": "ready", "hand": {"concealed": "123456m789p22s67s"}}, "hu_chi_luan_peng", None),
        (
            {"state": "not_ready", "hand": {"concealed": "123456m789p22s67s"}},
            "hu_chi_luan_peng",
            "state_mismatch",
        ),
        ({"state": "hua_zhu"}, "hu_chi_luan_peng", "state_mismatch"),
    ],
)
def test_states_of_a_drawn_hand(state: Json, name: str, code: str | None) -> None:
    states = [state] + [{"state": "not_ready"}] * 3
    assert error(kouzi(name), {"type": "exhaust", "states": states}) == code


@given(
    st.sampled_from(list(BY_ID)),
    st.integers(0, 3),
    st.none() | st.integers(1, 3),
    st.integers(0, 3),
    st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from(["exposed", "added", "concealed"])), max_size=4
    ),
    st.fixed_dictionaries(
        {
            "discard_payer": st.sampled_from(["discarder", "discarder_pays_all", "all"]),
            "self_draw_mult": st.sampled_from([1, 2]),
            "kong_dealer_double": st.booleans(),
        }
    ),
    st.integers(1, 9),
)
def test_lawful_records_sum_to_zero(
    name: str,
    winner: int,
    step: int | None,
    dealer: int,
    kongs: list[tuple[int, str]],
    options: Json,
    base: int,
) -> None:
    giver = None if step is None or name == "shui_zhang" else (winner + step) % 4
    events = [kouzi(name, dealer), CHAN]
    for i, (seat, kind) in enumerate(kongs):
        events.append(kong(seat, kind, f"{i + 1}p", (seat + 1) % 4 if kind == "exposed" else None))
    events.append(win(winner, giver))
    options = {**options, "chan_zhuang": "follow_discard"}
    one = run(*events, context={"dealer": dealer}, **options)
    assert sum(one["deltas"]) == 0
    more = run(*events, context={"dealer": dealer}, **options, base=base)
    assert more["deltas"] == [base * n for n in one["deltas"]]
