"""推倒胡 (guangdong_tuidaohu.md): hand types, ghosts, kong money, horses, options, refusals."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import format_tile
from tests.scoring.build import ABORT, EXHAUST, Json, kong
from tests.scoring.southern_hands import (
    deltas,
    hand,
    items,
    named,
    random_hand,
    refusal,
    robbed,
    settled,
    several,
    won,
)

TD = "guangdong_tuidaohu"
# 4s is the ghost.
WILD = {"type": "wild", "indicator": "3s", "tiles": ["4s"]}
NO_GHOSTS = {"ghost": "none"}
PLAIN = "12m99p pung:555p<0 pung:777s<2 pung:111z<3"
PUNGS = "99p44m pung:555p<0 pung:777s<2 pung:111z<3"


def _declared(*rows: str, ghosts: int = 0) -> Json:
    return named(*rows, ghosts=ghosts)


def horse(seat: int, *tiles: str) -> Json:
    return {"type": "reveal", "kind": "horse", "seat": seat, "tiles": list(tiles)}


@pytest.mark.parametrize(
    ("what", "tile", "rows"),
    [
        (PLAIN, "3m", {"ji_hu": 2}),
        (PUNGS, "9p", {"peng_peng_hu": 8}),
        ("12m55z pung:444m<0 pung:999m<2 pung:111z<3", "3m", {"hun_yi_se": 8}),
        ("11m55z pung:444m<0 pung:999m<2 pung:111z<3", "5z", {"hun_yi_se": 8, "peng_peng_hu": 8}),
        ("1234567899m pung:555m<0", "9m", {"qing_yi_se": 16}),
        ("1144m3377p2255s7z", "7z", {"qi_dui": 16}),
        ("1133557799m22m6m", "6m", {"qi_dui": 16, "qing_yi_se": 16}),
        ("1111m33p55p77s99s8p", "8p", {"hao_hua_qi_dui": 32}),
        # Two fours of a kind count once.
        ("1111m5555p77s99s8p", "8p", {"hao_hua_qi_dui": 32}),
        ("111m999p111s7z pung:555z<0", "7z", {"hun_yao_jiu": 32}),
        # One suit with honours beside it.
        ("111999m1177z pung:555z<0", "7z", {"hun_yao_jiu": 32, "hun_yi_se": 8}),
        ("1199m1199p11s55z7z", "7z", {"qi_dui": 16, "hun_yao_jiu": 32}),
        ("77z66z pung:555z<0 pung:888p<3 pung:222p<0", "7z",
         {"xiao_san_yuan": 48, "hun_yi_se": 8, "peng_peng_hu": 8}),
        ("11122233344z23m", "4m", {"xiao_si_xi": 48, "hun_yi_se": 8}),
        ("111333z2z pung:555z<0 pung:777z<2", "2z", {"zi_yi_se": 64}),
        ("1122334455667z", "7z", {"qi_dui": 16, "zi_yi_se": 64}),
        ("111m999m111p9p pung:999s<0", "9p", {"qing_yao_jiu": 64}),
        ("19m19p1s12345677z", "9s", {"shi_san_yao": 88}),
        ("1m pung:555z<0 pung:666z<2 pung:777z<3 pung:222s<0", "1m",
         {"da_san_yuan": 88, "peng_peng_hu": 8}),
        ("9m pung:111z<0 pung:222z<2 pung:333z<3 pung:444z<0", "9m",
         {"da_si_xi": 88, "hun_yi_se": 8, "hun_yao_jiu": 32}),
        ("5m pung:111z<0 pung:222z<2 pung:333z<3 pung:444z<0", "5m",
         {"da_si_xi": 88, "hun_yi_se": 8}),
        ("5z pung:111z<0 pung:222z<2 pung:333z<3 pung:444z<0", "5z",
         {"da_si_xi": 88, "zi_yi_se": 64}),
        # A concealed kong is no four of a kind in pairs: four melds of triplets.
        ("5m closed:1111m closed:2222p closed:3333s closed:4444z", "5m", {"peng_peng_hu": 8}),
    ],
)  # fmt: skip
def test_hand_types_add_up(what: str, tile: str, rows: Json) -> None:
    answer = settled(TD, won(1, None, what, tile), **NO_GHOSTS)
    assert items(answer) == rows
    total = sum(rows.values())
    assert answer["wins"][0]["fan"] == total
    assert answer["deltas"] == [-2 * total, 6 * total, -2 * total, -2 * total]
    assert items(settled(TD, won(1, None, named(*rows), tile), **NO_GHOSTS)) == rows


def test_shapes_that_do_not_win() -> None:
    assert refusal(TD, won(1, None, "1234567m12345s2z", "2z"), **NO_GHOSTS) == "not_a_win"
    # Pairs with a kong are none.
    assert refusal(TD, won(1, None, "1133557799m closed:2222p", "8m"), **NO_GHOSTS) == "not_a_win"


MOMENTS = [
    ("gang_shang_kai_hua", 8),
    ("qiang_gang_hu", 8),
    ("gang_shang_pao", 8),
    ("hai_di_lao_yue", 8),
    ("tian_hu", 64),
    ("di_hu", 64),
]


def _moment(name: str, what: Any, tile: str = "3m") -> list[Json]:
    own, other = kong(1, "concealed", "2z", id="k"), kong(0, "concealed", "2z", id="k")
    if name == "gang_shang_kai_hua":
        return [own, won(1, None, what, tile, flags=["kong_draw"], kong="k")]
    if name == "gang_shang_pao":
        return [other, won(1, 0, what, tile, flags=["kong_discard"], kong="k")]
    if name == "qiang_gang_hu":
        return robbed(1, 0, what, tile)
    if name == "tian_hu":
        event = won(1, None, what, tile, flags=["heavenly"])
        return [event]
    flag = {"hai_di_lao_yue": "last_tile", "di_hu": "earthly"}[name]
    return [won(1, None, what, tile, flags=[flag])]


@pytest.mark.parametrize(("name", "value"), MOMENTS)
def test_moments_of_the_win(name: str, value: int) -> None:
    context = {"dealer": 1 if name == "tian_hu" else 0}
    free = {"kong_concealed": 0, **NO_GHOSTS}

    def counted(what: str, **options: Any) -> Json:
        return items(settled(TD, _moment(name, named(what)), context=context, **free, **options))

    assert counted("hun_yi_se") == {"hun_yi_se": 8, name: value}
    if name == "gang_shang_pao":
        # 杠上炮 is a discard like any other.
        assert refusal(TD, _moment(name, named("ji_hu")), **free) == "not_allowed"
        assert counted("ji_hu", ji_hu_discard=True) == {name: value}
    else:
        assert counted("ji_hu") == {name: value}
        assert counted("ji_hu", ji_hu_with_event="add") == {"ji_hu": 2, name: value}
    assert counted("hun_yi_se", ji_hu_with_event="add") == {"hun_yi_se": 8, name: value}


def test_a_last_discard_is_worth_nothing() -> None:
    event = won(1, 0, named("hun_yi_se"), flags=["last_tile"])
    assert items(settled(TD, event, **NO_GHOSTS)) == {"hun_yi_se": 8}


def test_chicken_hands_win_on_no_discard() -> None:
    for what in (PLAIN, _declared("ji_hu")):
        assert refusal(TD, WILD, won(1, 0, what, "3m")) == "not_allowed"
        assert deltas(TD, WILD, won(1, 0, what, "3m"), ji_hu_discard=True) == [-4, 4, 0, 0]
        assert deltas(TD, WILD, won(1, None, what, "3m")) == [-8, 24, -8, -8]


@pytest.mark.parametrize(
    ("options", "drawn", "given"),
    [
        ({}, 32, 16),
        ({"zi_mo": 1}, 16, 16),
        ({"ying_hu": 1}, 16, 8),
        ({"zi_mo": 1, "ying_hu": 1}, 8, 8),
        ({"di": 5}, 160, 80),
        ({"cap": 20}, 20, 16),
        ({"cap": 20, "di": 3}, 60, 48),
        ({"cap": 0}, 32, 16),
    ],
)
def test_factors_and_limit(options: Json, drawn: int, given: int) -> None:
    free = {**options, "horses": 0}
    assert deltas(TD, WILD, won(1, None, PUNGS, "9p"), **free) == [
        -drawn, 3 * drawn, -drawn, -drawn,
    ]  # fmt: skip
    assert deltas(TD, WILD, won(1, 2, PUNGS, "9p"), **free) == [
        0, given, -given, 0,
    ]  # fmt: skip


# Hands of seat 1 with ghosts (4s): the points that the giver pays.
@pytest.mark.parametrize(
    ("events", "what", "options", "points"),
    [
        ([WILD], PUNGS, {}, 16),
        ([WILD], "99p4s4m pung:555p<2 pung:777s<2 pung:111z<3", {}, 8),
        # A ghost in its own place is a ghost all the same.
        ([WILD], "99p44s pung:555p<2 pung:777s<2 pung:111z<3", {}, 8),
        ([], PUNGS, {}, 8),
        ([], "99p44s pung:555p<2 pung:777s<2 pung:111z<3", {}, 8),
        ([], PUNGS, {"ghost": "hongzhong"}, 16),
        ([], "99p77z pung:555p<2 pung:777s<2 pung:111z<3", {"ghost": "hongzhong"}, 8),
        ([], "99p7z4m pung:555p<2 pung:777s<2 pung:111z<3", {"ghost": "hongzhong"}, 8),
        ([], PUNGS, NO_GHOSTS, 8),
        # Four ghosts laid down are a kong of their face, and no hand without ghosts.
        ([WILD], "99p44m pung:555p<2 closed:4444s pung:111z<3", {}, 8),
    ],
)
def test_a_win_without_ghosts_is_worth_twice(
    events: list[Json], what: str, options: Json, points: int
) -> None:
    event = won(1, 0, what, "9p")
    assert deltas(TD, events, event, **options) == [-points, points, 0, 0]


@pytest.mark.parametrize(("ghosts", "points"), [(0, 16), (1, 8), (4, 8)])
def test_declared_ghosts(ghosts: int, points: int) -> None:
    event = won(1, 0, _declared("peng_peng_hu", ghosts=ghosts))
    assert deltas(TD, WILD, event) == [-points, points, 0, 0]
    # 中 is the ghost, with the event or without.
    red = {"type": "wild", "indicator": "7z", "tiles": ["7z"]}
    for events in ([], [red]):
        assert deltas(TD, events, event, ghost="hongzhong") == [-points, points, 0, 0]


@pytest.mark.parametrize(
    ("events", "winner", "options", "code"),
    [
        ([WILD], named("peng_peng_hu"), {}, "incomplete"),
        ([], named("peng_peng_hu"), {"ghost": "hongzhong"}, "incomplete"),
        ([], named("peng_peng_hu"), {}, ""),
        ([], named("peng_peng_hu"), NO_GHOSTS, ""),
        ([], _declared("peng_peng_hu"), NO_GHOSTS, ""),
        ([], _declared("peng_peng_hu", ghosts=1), NO_GHOSTS, "declared_mismatch"),
        ([], _declared("peng_peng_hu", ghosts=1), {}, "declared_mismatch"),
        ([WILD], _declared("peng_peng_hu", ghosts=5), {}, "bad_record"),
        ([WILD], _declared("peng_peng_hu", ghosts=-1), {}, "bad_record"),
        ([WILD], {"hand": hand(PUNGS)}, {}, ""),
        ([WILD], {"hand": hand(PUNGS), **named("peng_peng_hu")}, {}, ""),
        ([WILD], {"hand": hand(PUNGS), **_declared("peng_peng_hu")}, {}, ""),
        ([WILD], {"hand": hand(PUNGS), **_declared("peng_peng_hu", ghosts=1)},
         {}, "declared_mismatch"),
        ([WILD], {"hand": hand(PUNGS), **_declared("qing_yi_se")}, {},
         "declared_mismatch"),
    ],
)  # fmt: skip
def test_ghosts_are_told_with_declared_hands(
    events: list[Json], winner: Json, options: Json, code: str
) -> None:
    assert refusal(TD, events, won(1, 0, winner, "9p"), **options) == code


@pytest.mark.parametrize(
    ("indicator", "ghost"),
    [("3s", "4s"), ("9m", "1m"), ("9p", "1p"), ("9s", "1s"), ("1z", "2z"), ("4z", "1z"),
     ("7z", "6z"), ("6z", "5z"), ("5z", "7z")],
)  # fmt: skip
def test_the_ghost_follows_the_tile_turned_up(indicator: str, ghost: str) -> None:
    wild = {"type": "wild", "indicator": indicator, "tiles": [ghost]}
    assert refusal(TD, wild, EXHAUST) == ""
    assert refusal(TD, {**wild, "tiles": [indicator]}, EXHAUST) == "state_mismatch"
    assert refusal(TD, {**wild, "tiles": [indicator, ghost]}, EXHAUST) == "state_mismatch"
    assert refusal(TD, wild, EXHAUST, ghost="hongzhong") == (
        "" if ghost == "7z" else "state_mismatch"
    )
    assert refusal(TD, wild, EXHAUST, ghost="none") == "not_allowed"
    assert refusal(TD, wild, wild, EXHAUST) == "not_allowed"
    assert refusal(TD, EXHAUST, wild) == "after_end"


@pytest.mark.parametrize(
    "events",
    [
        [won(1, 0, _declared("qing_yi_se"), "4s")],
        [{"type": "discard", "seat": 0, "tile": "4s"}, EXHAUST],
        [{"type": "pung", "seat": 0, "tile": "4s", "from": 1}, EXHAUST],
        [kong(0, "exposed", "4s", giver=1), EXHAUST],
        [kong(0, "added", "4s"), EXHAUST],
        [won(1, None, "99p44m pung:555p<0 pung:444s<2 pung:111z<3", "9p")],
        [won(1, None, "99p44m pung:555p<0 open:4444s<2 pung:111z<3", "9p")],
        robbed(1, 0, _declared("ji_hu"), "4s"),
    ],
)
def test_a_ghost_is_never_open(events: list[Json]) -> None:
    assert refusal(TD, WILD, events) == "not_allowed"


def test_four_ghosts_may_be_a_concealed_kong() -> None:
    assert deltas(TD, WILD, kong(0, "concealed", "4s"), EXHAUST) == [6, -2, -2, -2]


def test_the_tile_turned_up_is_one_of_its_face() -> None:
    three = won(1, None, "99p44m pung:333s<0 pung:777s<2 pung:111z<3", "9p")
    four = won(1, None, "99p44m open:3333s<0 pung:777s<2 pung:111z<3", "9p")
    assert refusal(TD, WILD, three) == ""
    assert refusal(TD, WILD, four) == "too_many_tiles"
    assert refusal(TD, four) == ""
    assert refusal(TD, WILD, kong(2, "concealed", "3s"), EXHAUST) == "too_many_tiles"
    # Where 中 is the ghost anyway no tile need be turned up.
    red = {"type": "wild", "indicator": "7z", "tiles": ["7z"]}
    ghosts = won(1, None, "1234567m99p7777z", "9p")
    assert refusal(TD, red, ghosts, ghost="hongzhong") == ""


def test_kong_money() -> None:
    events = [kong(0, "exposed", "7p", giver=2), kong(1, "added", "2m"), kong(3, "concealed", "9s")]
    assert deltas(TD, events, EXHAUST) == [0, 1, -6, 5]
    assert deltas(TD, events, EXHAUST, di=4) == [0, 4, -24, 20]
    assert deltas(TD, events, EXHAUST, kong_on_draw="void") == [0] * 4
    assert deltas(TD, events, ABORT) == [0] * 4
    other = {"kong_exposed": 10, "kong_added": 0, "kong_concealed": 5}
    assert deltas(TD, events, EXHAUST, **other) == [5, -5, -15, 15]
    # Beside a win they stand, even where a drawn hand voids them.
    event = won(1, 0, named("peng_peng_hu"))
    assert deltas(TD, events, event, kong_on_draw="void", **NO_GHOSTS) == [-8, 9, -6, 5]
    # A robbed kong brings nothing.
    assert deltas(TD, robbed(1, 0, named("peng_peng_hu"), "2m"), **NO_GHOSTS) == [-16, 16, 0, 0]


def test_robbing_may_cost_three_shares() -> None:
    events = robbed(1, 0, named("peng_peng_hu"), "2m")
    answer = settled(TD, events, rob_kong_pay="triple", **NO_GHOSTS)
    assert answer["deltas"] == [-48, 48, 0, 0]
    assert answer["wins"][0]["points"] == 16
    for kind in ("exposed", "concealed"):
        changed = [{**events[1], "kind": kind} | ({"from": 2} if kind == "exposed" else {})]
        assert refusal(TD, changed, events[2], **NO_GHOSTS) == "not_allowed"


# Seat 1 self-draws 8 from each; the seats that the faces name, counted from it.
@pytest.mark.parametrize(
    ("tiles", "named_seat"),
    [
        (("1m", "5p", "9s", "1z"), 1),
        (("2m", "6p", "2s", "2z", "7z"), 2),
        (("3m", "7p", "3s", "3z", "6z"), 3),
        (("4m", "8p", "4p", "4z", "5z"), 0),
    ],
)
def test_which_seat_a_horse_names(tiles: tuple[str, ...], named_seat: int) -> None:
    event = won(1, None, _declared("ji_hu"), "3m")
    for tile in tiles:
        found = deltas(TD, WILD, event, horse(1, tile))
        # The winner's own horse: with itself it collects once more, with a loser it pays nobody.
        expected = [-16, 48, -16, -16] if named_seat == 1 else [-8, 24, -8, -8]
        assert found == expected, tile
        other = deltas(TD, WILD, event, horse((named_seat + 1) % 4, tile))
        owner = (named_seat + 1) % 4
        moved = [b - a for a, b in zip([-8, 24, -8, -8], other, strict=True)]
        if named_seat == 1:
            assert moved == [-8, 0, 16, -8]
        elif owner == 1:
            assert moved == [0] * 4
        else:
            assert moved == [8 if s == 1 else -8 if s == owner else 0 for s in range(4)]


def test_two_horses_of_one_seat() -> None:
    event = won(0, 2, _declared("peng_peng_hu"))
    # From seat 0: 1s names the winner, 3z the giver.
    assert deltas(TD, WILD, event, horse(1, "1s", "3z"), horses=2) == [32, 0, -32, 0]
    assert refusal(TD, WILD, event, horse(1, "1s", "3z")) == "not_allowed"


def test_horses_may_be_counted_from_the_dealer() -> None:
    event = won(1, None, _declared("ji_hu"), "3m")
    options = {"horse_origin": "dealer"}
    # 2s names seat 1 from dealer 0: seat 0 collects from the two others.
    assert deltas(TD, WILD, event, horse(0, "2s"), **options) == [8, 24, -16, -16]
    context = {"dealer": 3}
    assert deltas(TD, WILD, event, horse(0, "3s"), context=context, **options) == [
        8, 24, -16, -16,
    ]  # fmt: skip


def test_horses_of_several_winners_are_counted_from_the_giver() -> None:
    event = several(1, "5m", s3=_declared("peng_peng_hu"), s0=_declared("hun_yi_se", ghosts=1))
    # From seat 1: 3p names seat 3, which was paid 16.
    assert deltas(TD, WILD, event, horse(2, "3p")) == [8, -40, 16, 16]
    # 1p names the giver, for whom seat 2 pays both winners.
    assert deltas(TD, WILD, event, horse(2, "1p")) == [16, -24, -24, 32]


def test_horses_pay_on_what_was_paid() -> None:
    events = robbed(1, 0, _declared("ji_hu"), "2m")
    found = deltas(TD, WILD, events, horse(2, "1p"), rob_kong_pay="triple")
    assert found == [-96, 48, 48, 0]
    # Kong money is never multiplied.
    extra = deltas(TD, WILD, kong(0, "concealed", "9m"), events, horse(2, "1p"))
    assert extra == [-32 + 6, 16 - 2, 16 - 2, -2]


@pytest.mark.parametrize(
    ("events", "options", "code"),
    [
        ([won(1, None, _declared("ji_hu"), "3m"), horse(0, "5p")], {}, ""),
        ([horse(0, "5p"), won(1, None, _declared("ji_hu"), "3m")], {}, ""),
        ([won(1, None, _declared("ji_hu"), "3m"), horse(0, "5p")], {"horses": 0}, "not_allowed"),
        ([won(1, None, _declared("ji_hu"), "3m"), horse(0, "5p"), horse(0, "6p")], {},
         "not_allowed"),
        ([won(1, None, _declared("ji_hu"), "3m"), horse(0, "5p", "6p", "7p")], {"horses": 2},
         "not_allowed"),
        ([EXHAUST, horse(0, "5p")], {}, "not_allowed"),
        ([ABORT, horse(0, "5p")], {}, "not_allowed"),
        ([horse(0, "5p"), EXHAUST], {}, "not_allowed"),
        ([won(1, None, _declared("ji_hu"), "3m"), horse(0, "5f")], {}, "bad_tile"),
        ([won(1, None, _declared("ji_hu"), "3m"), horse(4, "5p")], {}, "bad_seat"),
        ([won(1, None, _declared("ji_hu"), "3m"),
          {"type": "reveal", "kind": "horse", "tiles": ["5p"]}], {}, "bad_record"),
        ([won(1, None, _declared("ji_hu"), "3m"), {"type": "reveal", "kind": "horse", "seat": 1}],
         {}, "bad_record"),
        ([won(1, None, _declared("ji_hu"), "3m"), {**horse(0, "5p"), "kind": "bird"}], {},
         "not_allowed"),
        ([won(1, None, "12m99p pung:555p<0 pung:777s<2 pung:111z<3", "3m"), horse(0, "3s", "5p"),
          horse(2, "5p")], {"horses": 2}, "too_many_tiles"),
    ],
)  # fmt: skip
def test_refusals_of_horses(events: list[Json], options: Json, code: str) -> None:
    assert refusal(TD, WILD, events, **options) == code


TWO = several(1, "5m", s2=named("hun_yi_se"), s3=named("peng_peng_hu"))


@pytest.mark.parametrize(
    ("event", "dealer", "how", "expected"),
    [
        (won(1, 0, named("hun_yi_se")), 0, "winner", 1),
        (won(1, 0, named("hun_yi_se")), 0, "pass", 1),
        (won(3, 0, named("hun_yi_se")), 0, "winner", 3),
        (won(3, 0, named("hun_yi_se")), 0, "pass", 1),
        (won(3, 0, named("hun_yi_se")), 3, "pass", 3),
        (TWO, 0, "winner", 1),
        (TWO, 0, "pass", 1),
        (TWO, 3, "winner", 3),
        (TWO, 3, "pass", 3),
        (EXHAUST, 2, "winner", 2),
        (EXHAUST, 2, "pass", 2),
        (ABORT, 2, "pass", 2),
    ],
)
def test_who_deals_next(event: Json, dealer: int, how: str, expected: int) -> None:
    context = {"dealer": dealer}
    answer = settled(TD, event, context=context, next_dealer=how, **NO_GHOSTS)
    assert answer["next_dealer"] == expected


def test_several_winners_are_paid_in_full() -> None:
    assert deltas(TD, TWO, **NO_GHOSTS) == [0, -16, 8, 8]
    assert refusal(TD, TWO, multi_win="head_bump", **NO_GHOSTS) == "not_allowed"


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (won(1, 0, {}), "incomplete"),
        # No row is a plain hand.
        (won(1, 0, named()), "not_allowed"),
        (won(1, None, named()), ""),
        (won(1, 0, named("men_qing")), "unknown_pattern"),
        (won(1, 0, named("tian_hu")), "unknown_pattern"),
        (won(1, 0, named("ji_hu", "hun_yi_se")), "unknown_pattern"),
        (won(1, 0, named("qi_dui", "hao_hua_qi_dui")), "unknown_pattern"),
        (won(1, 0, named("qi_dui", "peng_peng_hu")), "unknown_pattern"),
        (won(1, 0, named("hun_yao_jiu", "peng_peng_hu")), "unknown_pattern"),
        (won(1, 0, named("zi_yi_se", "peng_peng_hu")), "unknown_pattern"),
        (won(1, 0, named("qing_yao_jiu", "peng_peng_hu")), "unknown_pattern"),
        (won(1, 0, named("qing_yao_jiu", "hun_yao_jiu")), "unknown_pattern"),
        (won(1, 0, named("shi_san_yao", "hun_yao_jiu")), "unknown_pattern"),
        (won(1, 0, named("da_si_xi", "peng_peng_hu")), "unknown_pattern"),
        (won(1, 0, named("hun_yi_se", "hun_yi_se")), "unknown_pattern"),
        (won(1, 0, named("hun_yi_se", "peng_peng_hu", "xiao_san_yuan")), ""),
        (won(1, 0, named("da_si_xi", "zi_yi_se")), ""),
        (won(1, 0, named("hun_yi_se", fan=8)), "bad_record"),
        (won(1, 0, named("hun_yi_se"), "5f"), "bad_tile"),
        (won(1, 0, named("hun_yi_se"), flags=["heavenly"]), "bad_flags"),
        (won(1, None, named("hun_yi_se"), flags=["heavenly"]), "bad_flags"),
        (won(0, None, named("hun_yi_se"), flags=["earthly"]), "bad_flags"),
        (won(1, None, named("hun_yi_se"), flags=["fourth_tile"]), "bad_flags"),
        (won(1, None, "123m55p789m22z chow:456s<0", "5p"), "not_allowed"),
        (won(1, None, "123m55p789m22z chow:456s<3", "5p"), "not_allowed"),
        ({"type": "chow", "seat": 1, "tile": "3m", "from": 0}, "not_allowed"),
    ],
)
def test_refusals(event: Json, code: str) -> None:
    events = [event] if event["type"] == "win" else [event, EXHAUST]
    assert refusal(TD, events, **NO_GHOSTS) == code


def test_penalties() -> None:
    penalty = {"type": "penalty", "seat": 3, "kind": "false_win"}
    assert deltas(TD, penalty, EXHAUST) == [8, 8, 8, -24]
    assert deltas(TD, penalty, EXHAUST, false_win_each=3, di=9) == [3, 3, 3, -9]
    assert deltas(TD, EXHAUST, {**penalty, "amount": 5, "against": [1]}) == [0, 5, 0, -5]


@given(st.integers(0, 2**32))
def test_whatever_is_laid_sums_to_zero(seed: int) -> None:
    rng = random.Random(seed)
    seat = rng.randrange(4)
    giver = rng.choice([None, (seat + rng.randrange(1, 4)) % 4])
    made = random_hand(rng, seat, chows=False)
    event = won(seat, giver, {"hand": made["hand"]}, made["tile"])
    horses = [horse(s, format_tile(rng.randrange(34))) for s in range(4) if rng.random() < 0.5]
    options = {
        "ghost": rng.choice(["none", "hongzhong"]),
        "horse_origin": rng.choice(["winner", "dealer"]),
        "cap": rng.choice([0, 10]),
    }
    context = {"dealer": rng.randrange(4)}
    code = refusal(TD, event, horses, context=context, **options)
    if code:
        # 中 may lie open, and a horse may be a fifth copy.
        assert code in ("not_allowed", "too_many_tiles")
        return
    answer = settled(TD, event, horses, context=context, **options)
    plain = settled(TD, event, context=context, **options)
    assert sum(answer["deltas"]) == 0
    assert plain["deltas"][seat] == plain["wins"][0]["points"] * (3 if giver is None else 1)
    assert {line["kind"] for line in answer["ledger"]} <= {"win", "horse"}
