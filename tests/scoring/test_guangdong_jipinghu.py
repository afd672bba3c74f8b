"""鸡平胡 (guangdong_jipinghu.md): rows, the limit, who pays, the house fee, refusals."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scoring.build import ABORT, EXHAUST, Json, kong
from tests.scoring.southern_hands import (
    deltas,
    fan_and_points,
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

JP = "guangdong_jipinghu"
FREE = {"bao_hu": 0}
ORDINARY = {"ji_hu": 0, "ping_hu": 1, "peng_peng_hu": 2, "hun_yi_se": 2, "hun_peng": 4,
            "qing_yi_se": 4}  # fmt: skip
SPECIAL = {"qing_peng": 5, "hun_yao_jiu": 5, "xiao_san_yuan": 5, "xiao_si_xi": 5, "zi_yi_se": 6,
           "qing_yao_jiu": 6, "da_san_yuan": 6, "da_si_xi": 6, "jiu_lian_bao_deng": 6,
           "shi_san_yao": 6}  # fmt: skip


@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_rows_stop_at_the_limit(name: str) -> None:
    fan = ORDINARY[name]
    event = won(1, 0, named(name))
    assert fan_and_points(settled(JP, event)) == (min(fan, 3), 2 ** min(fan, 3))
    assert fan_and_points(settled(JP, event, **FREE)) == (fan, 2**fan)
    assert items(settled(JP, event)) == {name: fan}
    drawn = settled(JP, won(1, None, named(name)), **FREE)
    assert items(drawn) == {name: fan, "zi_mo": 1}
    assert drawn["deltas"] == [-(2 ** (fan + 1)), 3 * 2 ** (fan + 1), *[-(2 ** (fan + 1))] * 2]


@pytest.mark.parametrize("name", SPECIAL)
def test_special_rows_break_the_limit_and_take_nothing_beside(name: str) -> None:
    fan = SPECIAL[name]
    declared = named(name, "men_qing")
    for options in ({}, FREE, {"bao_hu": 1}):
        answer = settled(JP, won(1, None, declared), **options)
        assert items(answer) == {name: fan}
        assert fan_and_points(answer) == (fan, 2**fan)


@pytest.mark.parametrize(
    ("what", "tile", "expected"),
    [
        ("78p22s chow:123m<0 pung:666s<2 chow:345p<0", "9p", {"ji_hu": 0}),
        ("78p22s chow:123m<0 chow:456s<0 chow:345p<0", "9p", {"ping_hu": 1}),
        # Any pair will do.
        ("78p55z chow:123m<0 chow:456s<0 chow:345p<0", "9p", {"ping_hu": 1}),
        ("22s55z pung:111m<0 pung:888p<2 pung:333s<3", "2s", {"peng_peng_hu": 2}),
        ("78p55z chow:123p<0 chow:456p<0 chow:345p<0", "9p", {"hun_yi_se": 2}),
        ("11p55z pung:222p<0 pung:888p<2 pung:333p<3", "1p", {"hun_peng": 4}),
        ("78p55p chow:123p<0 chow:456p<0 chow:345p<0", "9p", {"qing_yi_se": 4}),
        ("99m22m pung:111m<0 pung:444m<2 pung:777m<3", "9m", {"qing_peng": 5}),
        ("11m99p pung:999m<0 pung:111p<2 pung:333z<3", "1m", {"hun_yao_jiu": 5}),
        ("46m55z pung:666z<0 pung:777z<2 chow:789m<0", "5m", {"xiao_san_yuan": 5}),
        ("46m44z pung:222z<0 pung:333z<2 pung:111z<0", "5m", {"xiao_si_xi": 5}),
        ("11z55z pung:222z<0 pung:333z<2 pung:777z<0", "1z", {"zi_yi_se": 6}),
        ("11m99p pung:999m<0 pung:111p<2 pung:999s<3", "1m", {"qing_yao_jiu": 6}),
        ("46m11z pung:666z<0 pung:777z<2 pung:555z<0", "5m", {"da_san_yuan": 6}),
        ("44z55m pung:222z<0 pung:333z<2 pung:111z<0", "4z", {"da_si_xi": 6}),
        ("1112345678999m", "5m", {"jiu_lian_bao_deng": 6}),
        ("1112345678999s", "1s", {"jiu_lian_bao_deng": 6}),
        # The nine gates must be waiting before the win.
        ("1112245678999m", "3m", {"qing_yi_se": 4, "men_qing": 1}),
        ("19m19p19s1234567z", "5z", {"shi_san_yao": 6}),
        # Of two readings the special one counts.
        ("1112223335m pung:888m<0", "5m", {"qing_peng": 5}),
        # Of two special rows the dearest: 小三元 5 and 字一色 6.
        ("11z55z pung:222z<0 pung:666z<2 pung:777z<0", "1z", {"zi_yi_se": 6}),
        ("11m55z pung:666z<0 pung:777z<2 pung:222m<0", "1m", {"xiao_san_yuan": 5}),
        # Nothing else: 平胡 is worth less than 混一色.
        ("123456789m22z23m", "4m", {"hun_yi_se": 2, "men_qing": 1}),
    ],
)
def test_rows_of_tiles(what: str, tile: str, expected: Json) -> None:
    seat, context = 1, {"round_wind": 2}
    answer = settled(JP, won(seat, 0, what, tile), context=context, **FREE)
    found = items(answer)
    found.pop("quan_feng_ke", None)
    assert found == expected


@pytest.mark.parametrize(
    ("what", "tile"),
    [("1122446688p33s5m", "5m"), ("1199s1199p1199m1z", "1z"), ("1234567m12345s2z", "2z")],
)
def test_shapes_that_do_not_win(what: str, tile: str) -> None:
    assert refusal(JP, won(1, 0, what, tile)) == "not_a_win"


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("99p44m123m456s222p", {"men_qing": 1}),
        ("99p44m123m456s closed:2222p", {"men_qing": 1}),
        ("99p44m123m456s open:2222p<0", {}),
        ("99p44m chow:123m<0 pung:555z<2 pung:666z<3", {"san_yuan_ke": 2}),
        ("99p44m chow:123m<0 pung:777z<2 chow:456s<0", {"san_yuan_ke": 1}),
        # Seat 1 is South; the round is South as well, or East.
        ("99p44m chow:123m<0 pung:222z<2 chow:456s<0", {"men_feng_ke": 1}),
        ("99p44m chow:123m<0 pung:111z<2 chow:456s<0", {"quan_feng_ke": 1}),
        ("99p44m chow:123m<0 pung:333z<2 chow:456s<0", {}),
    ],
)
def test_rows_beside_an_ordinary_hand(what: str, expected: Json) -> None:
    answer = settled(JP, won(1, 0, what, "9p"), **FREE)
    assert items(answer) == {"ji_hu": 0, **expected}
    assert answer["wins"][0]["fan"] == sum(expected.values())
    names = [name for name, n in expected.items() for _ in range(n)]
    assert items(settled(JP, won(1, 0, named("ji_hu", *names)), **FREE)) == {"ji_hu": 0, **expected}


def test_a_wind_of_both_counts_twice() -> None:
    what = "99p44m chow:123m<0 pung:222z<2 chow:456s<0"
    answer = settled(JP, won(1, 0, what, "9p"), context={"round_wind": 1})
    assert items(answer) == {"ji_hu": 0, "men_feng_ke": 1, "quan_feng_ke": 1}


def _moments(what: Any) -> dict[str, list[Json]]:
    own, other = kong(1, "concealed", "9s", id="k"), kong(0, "concealed", "9s", id="k")
    return {
        "gang_shang_kai_hua": [own, won(1, None, what, flags=["kong_draw"], kong="k")],
        "gang_shang_pao": [other, won(1, 0, what, flags=["kong_discard"], kong="k")],
        "qiang_gang_hu": robbed(1, 0, what, "6p"),
        "hai_di_lao_yue": [won(1, 0, what, flags=["last_tile"])],
    }


@pytest.mark.parametrize("event_fan", [1, 3])
@pytest.mark.parametrize("name", _moments(named("ji_hu")))
def test_moments_of_the_win(name: str, event_fan: int) -> None:
    events = _moments(named("ping_hu"))[name]
    drawn = {"zi_mo": 1} if name == "gang_shang_kai_hua" else {}
    answer = settled(JP, events, event_fan=event_fan, **FREE)
    assert items(answer) == {"ping_hu": 1, name: event_fan, **drawn}
    assert settled(JP, events, event_fan=event_fan)["wins"][0]["fan"] == min(
        3, 1 + event_fan + len(drawn)
    )
    # A special hand takes none of them.
    special = settled(JP, _moments(named("da_san_yuan"))[name], event_fan=event_fan)
    assert items(special) == {"da_san_yuan": 6}


def test_the_last_draw_counts_as_the_last_discard() -> None:
    event = won(1, None, named("ji_hu"), flags=["last_tile"])
    assert items(settled(JP, event, **FREE)) == {"ji_hu": 0, "zi_mo": 1, "hai_di_lao_yue": 3}


def test_a_self_draw_may_be_worth_nothing() -> None:
    assert items(settled(JP, won(1, None, named("ping_hu")), zi_mo_fan=0)) == {"ping_hu": 1}


@pytest.mark.parametrize(
    ("flag", "seat", "giver", "row"),
    [("heavenly", 0, None, "tian_hu"), ("earthly", 1, None, "di_hu"), ("human", 1, 0, "ren_hu")],
)
def test_wins_of_the_first_turn_are_special(
    flag: str, seat: int, giver: int | None, row: str
) -> None:
    event = won(seat, giver, named("ping_hu", "men_qing"), flags=[flag])
    answer = settled(JP, event)
    assert items(answer) == {row: 6}
    assert fan_and_points(answer) == (6, 64)
    assert fan_and_points(settled(JP, won(seat, giver, named("men_qing"), flags=[flag]))) == (6, 64)
    # Beside another special row one of the dearest counts.
    both = settled(JP, won(seat, giver, named("xiao_san_yuan"), flags=[flag]))
    assert items(both) == {row: 6}


@pytest.mark.parametrize(("bao_hu", "fan"), [(0, 5), (1, 1), (3, 3), (4, 4), (13, 5)])
def test_the_limit(bao_hu: int, fan: int) -> None:
    event = won(1, 0, named("hun_yi_se", "san_yuan_ke", "san_yuan_ke", "men_qing"))
    assert fan_and_points(settled(JP, event, bao_hu=bao_hu)) == (fan, 2**fan)


def test_triplets_of_one_suit_with_honours_and_one_suit_may_be_special() -> None:
    lifted = {"limit_group": "to_hun_yi_se"}
    for name in ("hun_peng", "qing_yi_se"):
        declared = named(name, "men_qing")
        assert fan_and_points(settled(JP, won(1, None, declared))) == (3, 8)
        answer = settled(JP, won(1, None, declared), **lifted)
        assert items(answer) == {name: 4}
        assert fan_and_points(answer) == (4, 16)
    assert fan_and_points(settled(JP, won(1, 0, named("hun_yi_se", "men_qing")), **lifted)) == (
        3,
        8,
    )
    # A special hand is never priced as an ordinary one, even where that would bring more.
    what = "78p55p123p456p345p"
    assert items(settled(JP, won(1, None, what, "9p"), **FREE)) == {
        "qing_yi_se": 4, "men_qing": 1, "zi_mo": 1,
    }  # fmt: skip
    assert items(settled(JP, won(1, None, what, "9p"), **FREE, **lifted)) == {"qing_yi_se": 4}
    # Then they may stand beside other special rows.
    assert refusal(JP, won(1, 0, named("qing_yi_se", "jiu_lian_bao_deng"))) == "unknown_pattern"
    assert refusal(JP, won(1, 0, named("qing_yi_se", "jiu_lian_bao_deng")), **lifted) == ""


@pytest.mark.parametrize(
    ("least", "names", "code"),
    [
        (0, ["ji_hu"], ""),
        (1, ["ji_hu"], "below_minimum"),
        (1, ["ping_hu"], ""),
        (3, ["peng_peng_hu"], "below_minimum"),
        (3, ["peng_peng_hu", "men_qing"], ""),
        (3, ["zi_yi_se"], ""),
    ],
)
def test_the_minimum(least: int, names: list[str], code: str) -> None:
    assert refusal(JP, won(1, 0, named(*names)), min_fan=least) == code
    # The limit does not make a hand too small.
    assert refusal(JP, won(1, 0, named(*names)), min_fan=least, bao_hu=1) == code


# Who pays seat 3 for 平胡 (2) by the discard of seat 2.
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [0, 0, -2, 2]),
        ({"discard_pays": "full"}, [0, 0, -6, 6]),
        ({"discard_pays": "half"}, [-2, -2, -4, 8]),
        ({"room": 600}, [0, 0, -1200, 1200]),
        ({"room": 600, "discard_pays": "half"}, [-1200, -1200, -2400, 4800]),
    ],
)
def test_who_pays_for_a_discard(options: Json, expected: list[int]) -> None:
    answer = settled(JP, won(3, 2, named("ping_hu")), **options)
    assert answer["deltas"] == expected
    assert answer["wins"][0]["points"] == 2 * options.get("room", 1)


def test_several_winners_are_paid_separately() -> None:
    event = several(1, "9p", s3=named("ping_hu"), s0=named("peng_peng_hu"))
    assert deltas(JP, event) == [4, -6, 0, 2]
    assert deltas(JP, event, discard_pays="full") == [12, -18, 0, 6]
    # Bystanders are those who did not win.
    assert deltas(JP, event, discard_pays="half") == [12, -12, -6, 6]
    three = several(1, "9p", s2=named("ping_hu"), s3=named("ping_hu"), s0=named("ping_hu"))
    assert deltas(JP, three, discard_pays="half") == [4, -12, 4, 4]
    assert refusal(JP, event, multi_win="head_bump") == "not_allowed"


@pytest.mark.parametrize("how", ["discarder_only", "full", "half"])
def test_robbing_is_no_discard(how: str) -> None:
    events = robbed(1, 0, named("ji_hu"), "6p")
    assert deltas(JP, events, discard_pays=how) == [-8, 8, 0, 0]
    assert deltas(JP, events, discard_pays=how, rob_kong_pay="triple") == [-24, 24, 0, 0]


def test_the_house_fee() -> None:
    fee = {"house_fee": 250}
    answer = settled(JP, won(3, 2, named("ping_hu")), **fee)
    assert answer["deltas"] == [-250, -250, -252, -248]
    lines = [line for line in answer["ledger"] if line["kind"] == "house_fee"]
    assert [(line["from"], line["to"], line["amount"], line["event"]) for line in lines] == [
        (seat, "house", 250, 0) for seat in range(4)
    ]
    # After a drawn hand too, not after an annulled one.
    assert deltas(JP, kong(0), EXHAUST, **fee) == [-250] * 4
    assert settled(JP, kong(0), EXHAUST, **fee)["ledger"][0]["event"] == 1
    assert deltas(JP, ABORT, **fee) == [0] * 4
    assert deltas(JP, EXHAUST) == [0] * 4


@pytest.mark.parametrize(
    ("event", "dealer", "expected"),
    [
        (won(1, 0, named("ping_hu")), 0, 1),
        (won(3, 0, named("ping_hu")), 0, 1),
        (won(3, 0, named("ping_hu")), 3, 3),
        (won(0, 1, named("ping_hu")), 3, 0),
        (several(1, "9p", s3=named("ping_hu"), s0=named("ping_hu")), 0, 0),
        (several(1, "9p", s3=named("ping_hu"), s0=named("ping_hu")), 1, 2),
        (EXHAUST, 2, 2),
        (ABORT, 2, 2),
    ],
)
def test_who_deals_next(event: Json, dealer: int, expected: int) -> None:
    assert settled(JP, event, context={"dealer": dealer})["next_dealer"] == expected


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (won(1, 0, {}), "incomplete"),
        (won(1, 0, named()), "incomplete"),
        (won(1, 0, named("qi_dui")), "unknown_pattern"),
        (won(1, 0, named("men_qing")), "unknown_pattern"),
        (won(1, 0, named("tian_hu")), "unknown_pattern"),
        (won(1, 0, named("ping_hu", "zi_mo")), "unknown_pattern"),
        (won(1, 0, named("ping_hu", "peng_peng_hu")), "unknown_pattern"),
        (won(1, 0, named("ping_hu", "qing_peng")), "unknown_pattern"),
        (won(1, 0, named("zi_yi_se", "da_si_xi")), ""),
        (won(1, 0, named("ping_hu", "san_yuan_ke")), "unknown_pattern"),
        (won(1, 0, named("ji_hu", *["san_yuan_ke"] * 3)), "unknown_pattern"),
        (won(1, 0, named("da_san_yuan", *["san_yuan_ke"] * 3)), ""),
        (won(1, 0, named("ji_hu", "men_qing", "men_qing")), "unknown_pattern"),
        (won(1, 0, named("ping_hu", fan=1)), "bad_record"),
        (won(1, 0, named("ping_hu"), "5f"), "bad_tile"),
        (won(1, None, named("ping_hu"), flags=["human"]), "bad_flags"),
        (won(1, None, named("ping_hu"), flags=["heavenly"]), "bad_flags"),
        (won(0, None, named("ping_hu"), flags=["earthly"]), "bad_flags"),
        (won(1, 0, named("ping_hu"), flags=["human", "last_tile"]), "bad_flags"),
        (won(1, 0, named("ping_hu"), flags=["kong_draw"]), "bad_flags"),
        (won(1, None, named("ping_hu"), flags=["kong_draw"]), "bad_reference"),
        (won(1, 0, "78p22s chow:123m<2 chow:456s<0 chow:345p<0", "9p"), "not_allowed"),
        ({"type": "chow", "seat": 1, "tile": "3m", "from": 3}, "not_allowed"),
        ({"type": "chow", "seat": 1, "tile": "3m", "from": 0}, ""),
        ({"type": "flower", "seat": 1, "tile": "3f"}, "bad_tile"),
    ],
)
def test_refusals(event: Json, code: str) -> None:
    events = [event] if event["type"] == "win" else [event, EXHAUST]
    assert refusal(JP, events) == code


@pytest.mark.parametrize(
    ("names", "code"),
    [
        (["hun_yi_se", "san_yuan_ke", "san_yuan_ke"], ""),
        (["hun_yi_se", "san_yuan_ke"], "declared_mismatch"),
        (["peng_peng_hu", "san_yuan_ke", "san_yuan_ke"], "declared_mismatch"),
        (["da_san_yuan"], "declared_mismatch"),
    ],
)
def test_tiles_against_what_is_declared(names: list[str], code: str) -> None:
    what = hand("66z99m pung:777z<0 chow:123m<0 chow:456m<0")
    assert refusal(JP, won(1, 0, {"hand": what, **named(*names)}, "6z")) == code


def test_special_tiles_against_what_is_declared() -> None:
    what = hand("44z55z pung:222z<0 pung:333z<2 pung:111z<0")
    for name in ("zi_yi_se", "da_si_xi"):
        assert refusal(JP, won(1, 0, {"hand": what, **named(name)}, "4z")) == ""
    for name in ("xiao_si_xi", "da_san_yuan", "hun_peng"):
        event = won(1, 0, {"hand": what, **named(name)}, "4z")
        assert refusal(JP, event) == "declared_mismatch"


def test_penalties() -> None:
    penalty = {"type": "penalty", "seat": 3, "kind": "false_win"}
    assert deltas(JP, penalty, EXHAUST) == [8, 8, 8, -24]
    assert deltas(JP, penalty, EXHAUST, false_win_each=3, room=100) == [3, 3, 3, -9]
    assert deltas(JP, EXHAUST, {**penalty, "amount": 5, "against": [1]}) == [0, 5, 0, -5]


@given(st.integers(0, 2**32), st.sampled_from([0, 7]))
def test_every_hand_sums_to_the_fees(seed: int, fee: int) -> None:
    rng = random.Random(seed)
    seat = rng.randrange(4)
    giver = rng.choice([None, (seat + rng.randrange(1, 4)) % 4])
    made = random_hand(rng, seat)
    event = won(seat, giver, {"hand": made["hand"]}, made["tile"])
    options = {
        "house_fee": fee,
        "bao_hu": rng.choice([0, 3]),
        "room": rng.randrange(1, 9),
        "discard_pays": rng.choice(["discarder_only", "full", "half"]),
    }
    context = {"dealer": rng.randrange(4), "round_wind": rng.randrange(4)}
    answer = settled(JP, event, context=context, **options)
    assert sum(answer["deltas"]) == -4 * fee
    fan, points = fan_and_points(answer)
    shares = {"discarder_only": 1, "full": 3, "half": 4}[options["discard_pays"]]
    assert points == options["room"] * 2**fan
    assert answer["deltas"][seat] == points * (3 if giver is None else shares) - fee
