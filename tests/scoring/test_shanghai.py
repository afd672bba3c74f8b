"""Shanghai (shanghai.md): rows, 花, the price and its cap, and what is carried on."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets.shanghai.payout import divide
from tests.scoring.build import ABORT, EXHAUST, Json
from tests.scoring.southern_hands import (
    deltas,
    fan_and_points,
    flowers,
    hand,
    items,
    named,
    random_hand,
    refusal,
    robbed,
    settled,
    won,
)

SH = "shanghai"
QI = {"type": "ready", "seat": 1, "kind": "qiao"}
HALF = "12m55z chow:456m<0 chow:789m<0 pung:111m<2"
PLAIN = "45s99m chow:123p<0 chow:789m<0 pung:222s<3"


@pytest.mark.parametrize(
    ("what", "tile", "row"),
    [
        ("45s99m chow:123p<0 chow:789m<0 pung:222s<3", "6s", "ping_hu"),
        ("55p22s pung:111m<0 pung:777s<2 pung:999p<3", "5p", "peng_peng_hu"),
        ("12m55z chow:456m<0 chow:789m<0 pung:111m<2", "3m", "hun_yi_se"),
        ("2234567844499s", "9s", "qing_yi_se"),
        ("11m55z pung:222m<0 pung:999m<0 pung:111z<2", "5z", "hun_peng"),
        ("77s11s pung:222s<0 pung:444s<3 closed:9999s", "7s", "qing_peng"),
        ("1122344566z pung:777z<0", "6z", "feng_yi_se"),
        # Any fourteen honours will do, however many of them are equal.
        ("1111222233344z", "5z", "feng_yi_se"),
        ("22z33z pung:111z<0 pung:444z<2 pung:777z<0", "2z", "feng_peng"),
        # As runs the same tiles are 清一色 only; the dearest reading counts.
        ("1112223335m pung:999m<0", "5m", "qing_peng"),
        ("1112223334445m", "5m", "qing_peng"),
    ],
)
def test_main_rows(what: str, tile: str, row: str) -> None:
    fan = {
        "ping_hu": 0, "peng_peng_hu": 2, "hun_yi_se": 2, "qing_yi_se": 4, "hun_peng": 4,
        "qing_peng": 5, "feng_yi_se": 5, "feng_peng": 6,
    }[row]  # fmt: skip
    answer = settled(SH, won(1, 0, what, tile), allow_plain_win=True, lezi=0)
    assert items(answer)[row] == fan
    assert len(set(items(answer)) - {"da_diao_che", "men_qing"}) == 1
    declared = settled(SH, won(1, 0, named(row), tile), allow_plain_win=True)
    assert items(declared) == {row: fan}


@pytest.mark.parametrize(
    ("what", "tile"),
    [
        # Seven pairs and orphans are no hands.
        ("1199s1199p1199m5s", "5s"),
        ("19m19p19s1234567z", "1z"),
        ("1122334455667m", "8p"),
        ("123456789m1122z", "3z"),
    ],
)
def test_shapes_that_do_not_win(what: str, tile: str) -> None:
    assert refusal(SH, won(1, 0, what, tile), allow_plain_win=True) == "not_a_win"


def test_a_plain_hand_wins_only_where_the_option_lets_it() -> None:
    for what in (PLAIN, named("ping_hu"), named("ping_hu", "da_diao_che")):
        assert refusal(SH, won(1, 0, what, "6s")) == "not_a_win"
        assert refusal(SH, won(1, 0, what, "6s"), preset="old") == ""
    # What stands beside the main row never makes a hand winnable.
    single = "5p pung:111m<0 pung:777s<2 chow:789p<0 pung:222s<3"
    assert refusal(SH, won(1, 0, single, "5p")) == "not_a_win"
    context = {"carry": {"huang_fan": 2, "kai_bao": 1}}
    assert refusal(SH, won(1, 0, PLAIN, "6s"), context=context) == "not_a_win"


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("5p pung:111m<0 pung:777s<2 pung:999p<3 pung:222s<3", {"da_diao_che": 1}),
        ("5p closed:1111m closed:7777s closed:9999p closed:2222s",
         {"da_diao_che": 1, "men_qing": 2}),
        ("55p22s closed:1111m closed:7777s closed:9999p", {"men_qing": 2}),
        ("55p22s pung:111m<0 closed:7777s closed:9999p", {}),
        ("55p22s111m777s999p", {"men_qing": 2}),
    ],
)  # fmt: skip
def test_rows_beside_the_main_one(what: str, expected: Json) -> None:
    answer = settled(SH, won(1, 0, what, "5p"), men_qing_fan=2)
    assert items(answer) == {"peng_peng_hu": 2, **expected}
    assert answer["wins"][0]["fan"] == 2 + sum(expected.values())
    declared = named("peng_peng_hu", *expected)
    assert items(settled(SH, won(1, 0, declared, "5p"), men_qing_fan=2)) == items(answer)
    # Without the option a concealed hand is worth nothing more, declared or not.
    assert "men_qing" not in items(settled(SH, won(1, 0, declared, "5p")))
    assert "men_qing" not in items(settled(SH, won(1, 0, what, "5p")))


@pytest.mark.parametrize("fan", range(5))
def test_what_a_concealed_hand_is_worth(fan: int) -> None:
    answer = settled(SH, won(1, 0, "55p22s111m777s999p", "5p"), men_qing_fan=fan, lezi=0)
    assert fan_and_points(answer) == (2 + fan, 3 * 2 ** (2 + fan))


def test_out_on_a_kong_and_on_a_flower() -> None:
    kong = {"type": "kong", "seat": 3, "kind": "exposed", "tile": "6p", "from": 1, "id": "k"}
    what = "123p78p55z open:6666p<1 chow:234p<2"
    event = won(3, None, what, "9p", flags=["kong_draw"], kong="k")
    assert items(settled(SH, kong, event)) == {"hun_yi_se": 2, "gang_kai": 1}
    flower = won(3, None, what, "9p", flags=["flower_draw"])
    assert items(settled(SH, kong, flower)) == {"hun_yi_se": 2}
    option: dict[str, Any] = {"flower_replacement_kai": True}
    assert items(settled(SH, kong, flower, **option)) == {"hun_yi_se": 2, "gang_kai": 1}
    both = won(3, None, what, "9p", flags=["flower_draw", "kong_draw"], kong="k")
    assert items(settled(SH, kong, both, **option)) == {"hun_yi_se": 2, "gang_kai": 1}


# 花 of melds, by the table of §5.
@pytest.mark.parametrize(
    ("what", "option", "count"),
    [
        ("11m99m pung:111z<0 pung:222m<0 pung:333m<0", "honor_pung_flowers", 1),
        ("111z11m99m pung:222m<0 pung:333m<0", "concealed_honor_pung_flowers", 0),
        ("11m99m open:2222m<0 pung:111z<0 pung:333m<0", "suit_kong_exposed_flowers", 1),
        ("11m99m added:2222m<0 pung:111z<0 pung:333m<0", "suit_kong_exposed_flowers", 1),
        ("11m99m closed:2222m pung:111z<0 pung:333m<0", "suit_kong_concealed_flowers", 2),
        ("11m99m open:1111z<0 pung:222m<0 pung:333m<0", "honor_kong_exposed_flowers", 2),
        ("11m99m added:1111z<0 pung:222m<0 pung:333m<0", "honor_kong_exposed_flowers", 2),
        ("11m99m closed:1111z pung:222m<0 pung:333m<0", "honor_kong_concealed_flowers", 3),
    ],
)
def test_flowers_of_melds(what: str, option: str, count: int) -> None:
    def worth(**options: Any) -> int:
        base = {"honor_pung_flowers": 0} | {option: count} | options
        _fan, points = fan_and_points(settled(SH, won(1, 0, what, "1m"), lezi=0, **base))
        return points // 16 - 3

    assert settled(SH, won(1, 0, what, "1m"), lezi=0)["wins"][0]["fan"] == 4
    assert worth() == count
    assert worth(**{option: 7}) == 7
    assert worth(di=5, flower_point=2) == 2 + 2 * count


def test_default_flowers_of_the_table() -> None:
    what = "11m99m closed:1111z open:2222z<0 pung:333z<2"
    # 3 + 2 + 1 and one laid: (3 + 7) × 16.
    assert fan_and_points(settled(SH, flowers(1, 5), won(1, 0, what, "1m"), lezi=0)) == (4, 160)
    events = [
        {"type": "kong", "seat": 1, "kind": "concealed", "tile": "1z"},
        {"type": "kong", "seat": 1, "kind": "exposed", "tile": "2z", "from": 0},
        {"type": "pung", "seat": 1, "tile": "3z", "from": 2},
        {"type": "pung", "seat": 1, "tile": "4m", "from": 2},
        *flowers(1, 5),
        *flowers(0, 6),
    ]
    # The same by events, where only the row is declared.
    declared = won(1, 0, named("hun_peng"), "1m")
    assert fan_and_points(settled(SH, events, declared, lezi=0)) == (4, 160)
    # A kong replaces the triplet that it was added to.
    added = [{"type": "kong", "seat": 1, "kind": "added", "tile": "3z"}]
    assert fan_and_points(settled(SH, events, added, declared, lezi=0)) == (4, 176)


def test_the_number_of_flowers_replaces_the_count() -> None:
    what = {"hand": hand("11m99m closed:1111z open:2222z<0 pung:333z<2"), "flowers": 2}
    assert fan_and_points(settled(SH, flowers(1, 5), won(1, 0, what, "1m"), lezi=0)) == (4, 80)
    for wrong in (-1, 100):
        event = won(1, 0, {**named("hun_peng"), "flowers": wrong})
        assert refusal(SH, event) == "bad_record"


def test_only_the_winners_flowers_count() -> None:
    event = won(1, 0, named("hun_yi_se"))
    assert deltas(SH, flowers(0, 1, 2, 3), event) == [-12, 12, 0, 0]


@pytest.mark.parametrize(
    ("need", "by", "count", "lawful"),
    [
        ("never", "discard", 0, True),
        ("always", "discard", 0, False),
        ("always", "self_draw", 0, False),
        ("always", "rob_kong", 0, False),
        ("always", "self_draw", 1, True),
        ("for_discard", "discard", 0, False),
        ("for_discard", "discard", 1, True),
        ("for_discard", "self_draw", 0, True),
        ("for_discard", "rob_kong", 0, True),
    ],
)
def test_a_win_may_need_a_flower(need: str, by: str, count: int, lawful: bool) -> None:
    what = "12m55z444m chow:456m<0 chow:789m<0"
    laid = flowers(1, *range(1, count + 1))
    events = [won(1, None if by == "self_draw" else 0, what, "3m")]
    if by == "rob_kong":
        events = robbed(1, 0, what, "3m")
    assert refusal(SH, laid, events, need_flower=need) == ("" if lawful else "not_allowed")
    # A 花 of any kind will do.
    melded = "12m77m chow:456m<0 chow:789m<0 pung:555z<2"
    assert refusal(SH, won(1, 0, melded, "3m"), need_flower=need) == ""


def test_knocking() -> None:
    event = won(1, 0, named("hun_yi_se"))
    assert refusal(SH, event, need_qiao=True) == "not_allowed"
    assert refusal(SH, {**QI, "seat": 2}, event, need_qiao=True) == "not_allowed"
    assert refusal(SH, QI, event, need_qiao=True) == ""
    # Where nobody need knock it is a fact like any other.
    assert refusal(SH, QI, event) == ""
    assert refusal(SH, {**QI, "kind": "baoting"}, event) == "not_allowed"


def test_presets() -> None:
    event = won(1, None, "45s99m123p789m222s", "6s")
    assert deltas(SH, flowers(1, 4, 5), QI, event, preset="qiaoma") == [-10, 30, -10, -10]
    assert deltas(SH, event, preset="old") == [-3, 9, -3, -3]
    assert refusal(SH, flowers(1, 4), event, preset="qiaoma") == "not_allowed"
    assert refusal(SH, QI, event, preset="qiaoma") == "not_allowed"
    assert refusal(SH, event) == "not_a_win"
    assert refusal(SH, event, preset="riichi") == "bad_option"
    # A key on top of the preset takes its place.
    options = {"preset": "qiaoma", "need_qiao": False, "need_flower": "never", "men_qing_fan": 0}
    assert deltas(SH, event, **options) == [-3, 9, -3, -3]


@pytest.mark.parametrize(
    ("row", "carry", "multiples", "cap"),
    [
        ("hun_yi_se", {}, True, 10),
        ("qing_yi_se", {}, True, 10),
        ("hun_peng", {}, True, 10),
        ("qing_peng", {}, True, 20),
        ("feng_yi_se", {}, True, 20),
        ("feng_peng", {}, True, 40),
        ("hun_yi_se", {"kai_bao": 1}, True, 20),
        ("hun_yi_se", {"huang_fan": 1}, True, 20),
        ("qing_peng", {"huang_fan": 3}, True, 20),
        ("feng_peng", {"kai_bao": 1, "huang_fan": 1}, True, 40),
        ("feng_peng", {}, False, 10),
        ("qing_peng", {"huang_fan": 1}, False, 10),
    ],
)
def test_the_cap_and_what_lifts_it(row: str, carry: Json, multiples: bool, cap: int) -> None:
    event = won(1, 0, {**named(row), "flowers": 9})
    options = {"lezi": 10, "lezi_multiples": multiples}
    assert deltas(SH, event, context={"carry": carry}, **options) == [-cap, cap, 0, 0]
    fan, points = fan_and_points(settled(SH, event, context={"carry": carry}, lezi=0))
    assert points == 12 * 2**fan


def test_carry_that_an_option_switches_off() -> None:
    event = won(1, 0, named("hun_yi_se"))
    dice = {"type": "dice", "values": [2, 2], "purpose": "wall"}
    context = {"carry": {"kai_bao": 1, "huang_fan": 2}}

    def fan(**options: Any) -> int:
        return int(settled(SH, dice, event, context=context, **options)["wins"][0]["fan"])

    assert fan() == 2 + 2 + 2
    assert fan(kai_bao=False) == 2 + 2
    assert fan(huang_fan=False) == 2 + 2
    assert fan(kai_bao=False, huang_fan=False) == 2

    def left(*events: Any, **options: Any) -> Json:
        found: Json = settled(SH, *events, context=context, **options)["carry_next"]
        return found

    assert left(dice, EXHAUST) == {"kai_bao": 2, "huang_fan": 3}
    assert left(dice, EXHAUST, kai_bao=False) == {"huang_fan": 3}
    assert left(dice, EXHAUST, huang_fan=False) == {"kai_bao": 2}
    assert left(dice, EXHAUST, kai_bao=False, huang_fan=False) == {}
    assert left(dice, event) == {}
    # An annulled hand leaves what it found; its own dice with it.
    assert left(dice, ABORT) == {"kai_bao": 1, "huang_fan": 2}
    assert left(dice, ABORT, kai_bao=False) == {"huang_fan": 2}


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([{"type": "dice", "values": [2], "purpose": "wall"}], "bad_record"),
        ([{"type": "dice", "values": [2, 7], "purpose": "wall"}], "bad_record"),
        ([{"type": "dice", "values": [0, 0], "purpose": "wall"}], "bad_record"),
        ([{"type": "dice", "values": [1, 1], "purpose": "wall"}] * 2, "not_allowed"),
        # Dice for other ends are a fact like any other.
        ([{"type": "dice", "values": [5], "purpose": "dealer"}] * 2, ""),
    ],
)
def test_wall_dice(events: list[Json], code: str) -> None:
    assert refusal(SH, events, EXHAUST) == code


@pytest.mark.parametrize(
    ("carry", "code"),
    [
        ({"kai_bao": 100}, "bad_record"),
        ({"huang_fan": -1}, "bad_record"),
        ({"gold": 1}, "bad_record"),
    ],
)
def test_carry_that_cannot_be(carry: Json, code: str) -> None:
    assert refusal(SH, EXHAUST, context={"carry": carry}) == code


def test_divide() -> None:
    assert divide([40, 24], 40) == [25, 15]
    assert divide([10, 10], 40) == [10, 10]
    # 40 × 40/70 = 22.86, 40 × 20/70 = 11.43, 40 × 10/70 = 5.71: two left-over chips.
    assert divide([40, 20, 10], 40) == [23, 11, 6]
    # Ties go to the one nearer to the discarder.
    assert divide([5, 5], 5) == [3, 2]
    assert divide([1, 1, 1], 2) == [1, 1, 0]


@given(st.lists(st.integers(0, 500), min_size=1, max_size=3), st.integers(0, 700))
def test_divide_gives_all_and_never_more(amounts: list[int], limit: int) -> None:
    parts = divide(amounts, limit)
    assert sum(parts) == min(sum(amounts), limit)
    assert all(0 <= part <= amount for part, amount in zip(parts, amounts, strict=True))


@given(st.integers(0, 2**32), st.sampled_from(["qinghunpeng", "qiaoma", "old"]))
def test_whatever_is_laid_sums_to_zero(seed: int, preset: str) -> None:
    rng = random.Random(seed)
    seat = rng.randrange(4)
    giver = rng.choice([None, (seat + rng.randrange(1, 4)) % 4])
    made = random_hand(rng, seat)
    event = won(seat, giver, {"hand": made["hand"]}, made["tile"])
    knock = {"type": "ready", "seat": seat, "kind": "qiao"}
    context = {"dealer": rng.randrange(4), "carry": {"huang_fan": rng.randrange(3)}}
    events = [*flowers(seat, *range(1, rng.randrange(2, 9))), knock, event]
    options = {
        "preset": preset,
        "lezi": rng.choice([0, 1, 40]),
        "contract_on_discard": rng.choice(["also", "instead", "none"]),
        "contract_self_draw_others": rng.choice(["exempt", "pay"]),
        "contract_melds": rng.choice([0, 3, 4]),
    }
    code = refusal(SH, events, context=context, **options)
    if code:
        assert (code, preset) == ("not_a_win", "qinghunpeng")
        return
    answer = settled(SH, events, context=context, **options)
    assert sum(answer["deltas"]) == 0
    assert answer["deltas"][seat] > 0
    assert answer["next_dealer"] == seat
    points = answer["wins"][0]["points"]
    assert all(line["amount"] % points == 0 for line in answer["ledger"])
    assert options["lezi"] == 0 or points <= 4 * options["lezi"]
