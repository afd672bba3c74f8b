"""Shanghai (shanghai.md §6, §7, §9): shares, 承包, several winners, the next dealer, refusals."""

from typing import Any

import pytest

from tests.scoring.build import ABORT, EXHAUST, Json
from tests.scoring.southern_hands import (
    deltas,
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

SH = "shanghai"
# 混一色 by declaration is 12 a share.
SHARE = 12


def _bound(*seats: int) -> Json:
    return {**named("hun_yi_se"), "contract": list(seats)}


def _shares(*events: Any, **options: Any) -> list[int]:
    """What the others pay seat 1, in shares, by seat."""
    found = deltas(SH, *events, **options)
    assert sum(found) == 0
    assert all(n % SHARE == 0 for n in found)
    return [-n // SHARE for s, n in enumerate(found) if s != 1]


# Shares of seats 0, 2 and 3 when seat 1 wins: self-draw, by the discard of 0, by robbing 0.
@pytest.mark.parametrize(
    ("bound", "options", "drawn", "given", "robbing"),
    [
        ((), {}, [1, 1, 1], [1, 0, 0], [3, 0, 0]),
        ((), {"rob_kong_shares": 1}, [1, 1, 1], [1, 0, 0], [1, 0, 0]),
        ((2,), {}, [0, 3, 0], [1, 1, 0], [3, 3, 0]),
        ((0,), {}, [3, 0, 0], [1, 0, 0], [3, 0, 0]),
        ((2,), {"contract_self_draw_others": "pay"}, [1, 3, 1], [1, 1, 0], [3, 3, 0]),
        ((2,), {"contract_on_discard": "instead"}, [0, 3, 0], [0, 1, 0], [3, 3, 0]),
        ((0,), {"contract_on_discard": "instead"}, [3, 0, 0], [1, 0, 0], [3, 0, 0]),
        ((2,), {"contract_on_discard": "none"}, [0, 3, 0], [1, 0, 0], [3, 3, 0]),
        ((0,), {"contract_on_discard": "none"}, [3, 0, 0], [1, 0, 0], [3, 0, 0]),
        ((0,), {"contract_same_payer": "stack"}, [3, 0, 0], [2, 0, 0], [6, 0, 0]),
        ((2,), {"contract_same_payer": "stack"}, [0, 3, 0], [1, 1, 0], [3, 3, 0]),
        ((2,), {"rob_kong_shares": 1}, [0, 3, 0], [1, 1, 0], [1, 3, 0]),
        ((0,), {"rob_kong_shares": 1}, [3, 0, 0], [1, 0, 0], [3, 0, 0]),
        (
            (0,),
            {"rob_kong_shares": 1, "contract_same_payer": "stack"},
            [3, 0, 0],
            [2, 0, 0],
            [4, 0, 0],
        ),
        # Two contract parties: each pays in full.
        ((2, 3), {}, [0, 3, 3], [1, 1, 1], [3, 3, 3]),
        ((0, 2), {}, [3, 3, 0], [1, 1, 0], [3, 3, 0]),
        ((2, 3), {"contract_on_discard": "instead"}, [0, 3, 3], [0, 1, 1], [3, 3, 3]),
        ((2,), {"contract_melds": 0}, [1, 1, 1], [1, 0, 0], [3, 0, 0]),
    ],
)
def test_who_pays_how_many_shares(
    bound: tuple[int, ...], options: Json, drawn: list[int], given: list[int], robbing: list[int]
) -> None:
    what = _bound(*bound)
    assert _shares(won(1, None, what), **options) == drawn
    assert _shares(won(1, 0, what), **options) == given
    assert _shares(robbed(1, 0, what, "5m"), **options) == robbing


def _chow(seat: int) -> Json:
    return {"type": "chow", "seat": seat, "tile": "2p", "from": (seat - 1) % 4}


def _pung(seat: int, giver: int, tile: str) -> Json:
    return {"type": "pung", "seat": seat, "tile": tile, "from": giver}


def _kong(seat: int, kind: str, tile: str, **more: Any) -> Json:
    return {"type": "kong", "seat": seat, "kind": kind, "tile": tile, **more}


# Melds that seat 1 took from others or others from it; is the seat named bound?
TAKINGS: list[tuple[str, list[Json], int, bool]] = [
    ("three chows of the winner", [_chow(1)] * 3, 0, True),
    ("two chows only", [_chow(1)] * 2, 0, False),
    ("from two seats", [_chow(1), _chow(1), _pung(1, 2, "1s")], 0, False),
    ("three given by the winner", [_chow(2), _chow(2), _pung(2, 1, "1s")], 2, True),
    ("two each way", [_pung(1, 2, "1s"), _pung(1, 2, "2s"), _chow(2), _chow(2)], 2, False),
    (
        "a kong is a meld",
        [_chow(1), _pung(1, 0, "1s"), _kong(1, "exposed", "2s", **{"from": 0})],
        0,
        True,
    ),
    (
        "a kong added to a pung is no second one",
        [_chow(1), _pung(1, 0, "1s"), _kong(1, "added", "1s", pung_from=0)],
        0,
        False,
    ),
    (
        "the added kong tells of the pung",
        [_chow(1), _chow(1), _kong(1, "added", "1s", pung_from=0)],
        0,
        True,
    ),
    ("a concealed kong is nobody's", [_chow(1), _chow(1), _kong(1, "concealed", "1s")], 0, False),
]


@pytest.mark.parametrize(
    ("events", "seat", "bound"),
    [pytest.param(e, s, b, id=name) for name, e, s, b in TAKINGS],
)
def test_who_is_bound_by_the_events(events: list[Json], seat: int, bound: bool) -> None:
    found = _shares(events, won(1, None, {**named("hun_yi_se"), "flowers": 0}, "5m"))
    expected = [0, 0, 0] if bound else [1, 1, 1]
    if bound:
        expected[[0, 2, 3].index(seat)] = 3
    assert found == expected


def test_four_melds_may_be_needed() -> None:
    event = won(1, None, {**named("hun_yi_se"), "flowers": 0})
    assert _shares([_chow(1)] * 3, event, contract_melds=4) == [1, 1, 1]
    assert _shares([_chow(1)] * 4, event, contract_melds=4) == [3, 0, 0]
    assert _shares([_chow(1)] * 4, event, contract_melds=0) == [1, 1, 1]


@pytest.mark.parametrize(
    ("what", "bound"),
    [
        ("12m55z chow:456m<0 chow:789m<0 pung:111m<0", True),
        # A chow can be of nobody else.
        ("12m55z chow:456m chow:789m pung:111m<0", True),
        ("12m55z chow:456m<0 chow:789m<0 pung:111m<2", False),
        ("12m55z chow:456m<0 chow:789m<0 pung:111m", False),
        ("12m55z chow:456m<0 chow:789m<0 closed:3333z", False),
        ("12m55z chow:456m<0 chow:789m<0 added:3333z<0", True),
        ("12m55z chow:456m<0 chow:789m<0 open:3333z<0", True),
    ],
)
def test_who_is_bound_by_the_hand(what: str, bound: bool) -> None:
    event = won(1, None, {"hand": hand(what), "flowers": 0}, "3m")
    assert _shares(event) == ([3, 0, 0] if bound else [1, 1, 1])
    # What the record says of it takes the place of the count.
    said = won(1, None, {"hand": hand(what), "flowers": 0, "contract": []}, "3m")
    assert _shares(said) == [1, 1, 1]
    other = won(1, None, {"hand": hand(what), "flowers": 0, "contract": [3]}, "3m")
    assert _shares(other) == [0, 0, 3]


def test_a_meld_is_not_counted_twice_by_hand_and_events() -> None:
    events = [{**_chow(1), "tile": "4m"}, _pung(1, 0, "1m")]
    what = {"hand": hand("12m789m55z chow:456m<0 pung:111m<0"), "flowers": 0}
    assert _shares(events, won(1, None, what, "3m")) == [1, 1, 1]


@pytest.mark.parametrize("seats", [[1], [2, 2], [4]])
def test_contracts_that_cannot_be(seats: list[int]) -> None:
    assert refusal(SH, won(1, 0, {**named("hun_yi_se"), "contract": seats})) == "bad_seat"


TWO = several(1, "5s", s2=named("qing_yi_se"), s3=named("hun_peng"))


def test_several_winners_share_one_cap() -> None:
    # 48 cut to 40 each; the giver loses 40, half to each.
    assert deltas(SH, TWO) == [0, -40, 20, 20]
    assert deltas(SH, TWO, multi_winner_cap="none") == [0, -80, 40, 40]
    assert deltas(SH, TWO, lezi=0) == [0, -96, 48, 48]
    assert deltas(SH, TWO, lezi=1000) == [0, -96, 48, 48]
    # The largest cap of the two is the limit: 清碰 has two 勒子.
    higher = several(1, "5s", s2=named("qing_peng"), s3=named("hun_peng"))
    assert deltas(SH, higher) == [0, -80, 53, 27]
    assert refusal(SH, TWO, multi_win="head_bump") == "not_allowed"


def test_shares_of_a_robbed_kong_raise_the_cap_of_the_payer() -> None:
    events = robbed(2, 1, named("qing_yi_se"), "5s")
    events[-1]["winners"].append({"seat": 3, **named("hun_peng")})
    # Three shares of 40 to each: at most 120 in all.
    assert deltas(SH, events) == [0, -120, 60, 60]
    assert deltas(SH, events, rob_kong_shares=1) == [0, -40, 20, 20]


def test_a_contract_party_may_owe_several_winners() -> None:
    event = several(
        1,
        "5s",
        s2={**named("qing_yi_se"), "contract": [0]},
        s3={**named("hun_yi_se"), "contract": [0]},
    )
    # 40 and 12 from each of the two, cut to 40: 40 × 40/52 = 30.77, 40 × 12/52 = 9.23.
    assert deltas(SH, event) == [-40, -40, 62, 18]


def test_three_winners() -> None:
    event = several(0, "5s", s1=named("qing_yi_se"), s2=named("qing_yi_se"), s3=named("qing_yi_se"))
    assert deltas(SH, event) == [-40, 14, 13, 13]
    assert settled(SH, event)["wins"][0]["points"] == 40


@pytest.mark.parametrize(("how", "one", "two"), [("nearest_winner", 2, 2), ("discarder", 2, 1)])
def test_who_deals_next(how: str, one: int, two: int) -> None:
    assert settled(SH, TWO, multi_win_dealer=how)["next_dealer"] == two
    single = won(2, 1, named("hun_yi_se"))
    assert settled(SH, single, multi_win_dealer=how)["next_dealer"] == one
    for end in (EXHAUST, ABORT):
        assert settled(SH, end, context={"dealer": 3})["next_dealer"] == 3


def test_all_eight_flowers() -> None:
    laid = flowers(2, *range(1, 9))
    event = won(2, None, {}, "8f", flags=["eight_flowers"])
    assert deltas(SH, laid, event) == [-40, -40, 120, -40]
    assert deltas(SH, laid, event, lezi=0) == [-176, -176, 528, -176]
    context = {"carry": {"huang_fan": 1, "kai_bao": 1}}
    carried = settled(SH, laid, event, context=context, men_qing_fan=1, lezi=0)
    assert items(carried) == {"ba_hua_qi": 4, "huang_fan": 1, "kai_bao": 1}
    assert carried["carry_next"] == {}
    # Neither knocking nor a hand is needed.
    assert deltas(SH, laid, event, preset="qiaoma") == [-40, -40, 120, -40]
    # The number alone will do where no flower is told one by one.
    assert deltas(SH, won(2, None, {"flowers": 8}, "8f", flags=["eight_flowers"])) == [
        -40, -40, 120, -40,
    ]  # fmt: skip
    # Melds count for 花 and for 承包.
    melded = {"hand": hand("1357m pung:555z<1 pung:666z<1 pung:777z<1")}
    with_hand = won(2, None, melded, "8f", flags=["eight_flowers"])
    assert deltas(SH, laid, with_hand, lezi=0) == [0, -672, 672, 0]
    # 3 + 8 and nothing for the three honours that stand in the hand.
    standing = {"hand": hand("1357m999s111222z")}
    event = won(2, None, standing, "8f", flags=["eight_flowers"])
    options = {"concealed_honor_pung_flowers": 5, "lezi": 0}
    assert deltas(SH, laid, event, **options)[2] == 528


@pytest.mark.parametrize(
    ("laid", "winner", "tile", "code"),
    [
        (flowers(2, *range(1, 8)), {}, "8f", "state_mismatch"),
        ([*flowers(2, *range(1, 8)), *flowers(0, 8)], {}, "8f", "state_mismatch"),
        ([], {}, "8f", "state_mismatch"),
        ([], {"flowers": 7}, "8f", "state_mismatch"),
        (flowers(2, *range(1, 9)), {"flowers": 7}, "8f", "state_mismatch"),
        (flowers(0, 1), {"flowers": 8}, "8f", "state_mismatch"),
        (flowers(2, *range(1, 9)), {}, "5m", "state_mismatch"),
        (flowers(2, *range(1, 9)), named("ba_hua_qi"), "8f", ""),
        (flowers(2, *range(1, 9)), named("hun_yi_se"), "8f", "declared_mismatch"),
        (flowers(2, *range(1, 9)), named("yi_tiao_long"), "8f", "unknown_pattern"),
        ([*flowers(2, *range(1, 9)), *flowers(2, 8)], {}, "8f", "too_many_tiles"),
    ],
)
def test_wins_by_flowers_that_cannot_be(
    laid: list[Json], winner: Json, tile: str, code: str
) -> None:
    event = won(2, None, winner, tile, flags=["eight_flowers"])
    assert refusal(SH, laid, event) == code


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (won(1, 0, {}), "incomplete"),
        (won(1, 0, named()), "incomplete"),
        (won(1, 0, named("qi_dui")), "unknown_pattern"),
        (won(1, 0, named("da_diao_che")), "unknown_pattern"),
        (won(1, 0, named("qing_yi_se", "peng_peng_hu")), "unknown_pattern"),
        (won(1, 0, named("qing_yi_se", "qing_yi_se")), "unknown_pattern"),
        (won(1, 0, named("qing_yi_se", "men_qing", "men_qing")), "unknown_pattern"),
        (won(1, 0, named("qing_yi_se", "gang_kai")), "unknown_pattern"),
        (won(1, 0, named("ba_hua_qi")), "declared_mismatch"),
        (won(1, 0, named("qing_yi_se", gen=1)), "bad_record"),
        (won(1, 0, named("qing_yi_se", fan=4)), "bad_record"),
        (won(1, 0, named("qing_yi_se"), flags=["eight_flowers"]), "bad_flags"),
        (won(1, 0, named("qing_yi_se"), flags=["flower_draw"]), "bad_flags"),
        (won(1, 0, named("qing_yi_se"), flags=["heavenly"]), "bad_flags"),
        (won(1, None, named("qing_yi_se"), flags=["heavenly"]), "bad_flags"),
        (won(0, None, named("qing_yi_se"), flags=["heavenly", "last_tile"]), "bad_flags"),
        (won(1, 0, named("qing_yi_se"), flags=["last_tile"]), ""),
        (won(1, 0, named("qing_yi_se"), "5f"), "bad_tile"),
        (won(1, 0, "12m55z chow:456m<2 chow:789m<0 pung:111m<2", "3m"), "not_allowed"),
        (won(1, 0, "12m55z chow:456m<0 chow:789m<0 pung:111m<1", "3m"), "bad_seat"),
        (won(1, 0, "122m55z chow:456m<0 chow:789m<0 pung:111m<2", "3m"), "bad_hand_size"),
        (won(1, 0, "12m55z chow:456m<0 chow:789m<0 pung:112m<2", "3m"), "bad_hand_size"),
        (won(1, 0, "11m55z chow:456m<0 chow:789m<0 pung:111m<2", "5z"), "too_many_tiles"),
        (won(1, 0, "1m5f55z chow:456m<0 chow:789m<0 pung:111m<2", "3m"), "bad_tile"),
    ],
)
def test_refusals_of_wins(event: Json, code: str) -> None:
    assert refusal(SH, event) == code


def test_tiles_against_what_is_declared() -> None:
    what = "12m55z chow:456m<0 chow:789m<0 pung:111m<2"

    def code(*patterns: str, **options: Any) -> str:
        winner = {"hand": hand(what), **named(*patterns)}
        return refusal(SH, won(1, 0, winner, "3m"), **options)

    assert code("hun_yi_se") == ""
    assert code("qing_yi_se") == "declared_mismatch"
    assert code("hun_yi_se", "da_diao_che") == "declared_mismatch"
    assert code("hun_yi_se", "men_qing", men_qing_fan=1) == "declared_mismatch"
    single = {"hand": hand("5p pung:111m<0 pung:777s<2 pung:999p<3 pung:222s<3")}
    event = won(1, 0, {**single, **named("peng_peng_hu")}, "5p")
    assert refusal(SH, event) == "declared_mismatch"


DRAGONS = {"dragons_as_flowers": True}


def test_dragons_may_be_flowers() -> None:
    laid = [{"type": "flower", "seat": 1, "tile": tile} for tile in ("5z", "5z", "7z", "1f")]
    event = won(1, 0, named("hun_yi_se"))
    assert deltas(SH, laid, event, **DRAGONS) == [-28, 28, 0, 0]
    assert refusal(SH, laid, event) == "bad_tile"
    five = [{"type": "flower", "seat": 1, "tile": "5z"}] * 5
    assert refusal(SH, five, event, **DRAGONS) == "too_many_tiles"
    assert (
        refusal(SH, [{"type": "flower", "seat": 1, "tile": "1z"}], event, **DRAGONS) == "bad_tile"
    )


@pytest.mark.parametrize(
    "events",
    [
        [won(1, 0, "12m55z chow:456m<0 chow:789m<0 pung:111m<2", "3m")],
        [won(1, 0, "12m33z chow:456m<0 chow:789m<0 pung:666z<2", "3m")],
        [won(1, 0, named("hun_yi_se"), "6z")],
        [{"type": "pung", "seat": 0, "tile": "5z", "from": 1}, EXHAUST],
        [{"type": "kong", "seat": 0, "kind": "concealed", "tile": "7z"}, EXHAUST],
    ],
)
def test_dragons_that_are_flowers_stand_in_no_hand(events: list[Json]) -> None:
    assert refusal(SH, events) == ""
    assert refusal(SH, events, **DRAGONS) == "bad_tile"


def test_penalties() -> None:
    penalty = {"type": "penalty", "seat": 3, "kind": "false_win"}
    assert deltas(SH, penalty, EXHAUST) == [40, 40, 40, -120]
    assert deltas(SH, penalty, EXHAUST, false_win_each=7) == [7, 7, 7, -21]
    assert deltas(SH, EXHAUST, {**penalty, "amount": 5, "against": [1]}) == [0, 5, 0, -5]
    # What an annulled hand wipes, and what the referee says after it.
    assert deltas(SH, penalty, ABORT) == [0, 0, 0, 0]
    assert deltas(SH, ABORT, penalty) == [40, 40, 40, -120]


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([], "incomplete"),
        ([EXHAUST, EXHAUST], "after_end"),
        ([won(1, 0, named("hun_yi_se")), {"type": "flower", "seat": 0, "tile": "1f"}], "after_end"),
        ([{"type": "chow", "seat": 2, "tile": "3m", "from": 0}, EXHAUST], "not_allowed"),
        (
            [{"type": "kong", "seat": 2, "kind": "exposed", "tile": "3f", "from": 0}, EXHAUST],
            "bad_tile",
        ),
        ([{"type": "wild", "indicator": "3m", "tiles": ["4m"]}, EXHAUST], "not_allowed"),
        ([{"type": "exhaust", "states": [{"state": "not_ready"}] * 4}], ""),
    ],
)
def test_refusals_of_events(events: list[Json], code: str) -> None:
    assert refusal(SH, events) == code


def test_states_of_a_drawn_hand_are_held_against_their_tiles() -> None:
    def states(state: str, text: str) -> Json:
        first = {"state": state, "hand": hand(text)}
        return {"type": "exhaust", "states": [first, *[{"state": "not_ready"}] * 3]}

    assert refusal(SH, states("ready", "12m55z456m789m999m")) == ""
    assert refusal(SH, states("ready", "14m55z456m789m999m")) == "not_ready"
    assert refusal(SH, states("not_ready", "12m55z456m789m999m")) == "state_mismatch"
    # A plain hand waits on nothing where it cannot win.
    plain = "12m55z345s678p999p"
    assert refusal(SH, states("ready", plain)) == "not_ready"
    assert refusal(SH, states("not_ready", plain)) == ""
    assert refusal(SH, states("ready", plain), allow_plain_win=True) == ""
