"""Tianjin (tianjin.md): stakes between dealer and seats, wild tiles, kongs, side bets, options."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scoring.build import ABORT, EXHAUST, Json, kong, settle, tiles, win


def stake(seat: int, kind: str, value: Any = 1, **more: Any) -> Json:
    return {"type": "stake", "seat": seat, "kind": kind, "value": value, **more}


def wild(indicator: str, *others: str) -> Json:
    return {"type": "wild", "indicator": indicator, "tiles": [indicator, *others]}


def cai(name: str, seat: int) -> Json:
    return {"type": "cai", "cai": name, "seat": seat}


SITS = stake(0, "zuo_zhuang")
CHAN: Json = {"type": "chan", "tile": "1z"}
W56 = wild("5s", "6s")
SIDE_BETS = [stake(0, "cai", 5, cai="yi_li_san"), stake(1, "cai", 3, cai="san_dui_zi")]


def deltas(*events: Json, context: Json | None = None, **options: Any) -> list[int]:
    answer = settle("tianjin", *events, context=context, **options)
    assert "error" not in answer, answer
    found: list[int] = answer["deltas"]
    return found


def error(*events: Json, context: Json | None = None, **options: Any) -> Any:
    return settle("tianjin", *events, context=context, **options).get("error")


# The lines of §12: events, options, what the four seats get.
EXAMPLES: dict[str, tuple[list[Json], Json, list[int]]] = {
    "tj-03": ([SITS, win(2, None, "zhuo_wu")], {}, [-6, -3, 12, -3]),
    "tj-06": (
        [stake(1, "la_zhuang"), stake(2, "la_zhuang", 2), win(0, None, "hun_diao")],
        {},
        [14, -4, -8, -2],
    ),
    "tj-09": (
        [SITS, stake(2, "la_zhuang"), stake(3, "la_zhuang", 2), CHAN, EXHAUST],
        {"kong_unit": 2, "chan_zuo_doubles": False},
        [-14, 2, 4, 8],
    ),
    "tj-12": ([W56, tiles(3, None, "12346m123p789s55z", "5m")], {}, [-6, -6, -6, 18]),
    "tj-15": ([SITS, W56, tiles(1, None, "123m777p999s22z56s", "5m")], {}, [-12, 24, -6, -6]),
    "tj-18": (
        [
            SITS,
            kong(1, "exposed", "7p", 0, id="k"),
            win(1, None, "ti_liu", flags=["kong_draw"], kong="k"),
        ],
        {},
        [-6, 12, -3, -3],
    ),
    "tj-21": (
        [kong(2, "exposed", "8s", 3), EXHAUST],
        {"draw_dealer": "kong_rule"},
        [-1, -1, 3, -1],
    ),
    "tj-24": (
        [*SIDE_BETS, cai("yi_li_san", 0), cai("san_dui_zi", 2), win(3, None, "ti_liu")],
        {"xia_cai": True},
        [14, -9, -3, -2],
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name: str) -> None:
    events, options, expected = EXAMPLES[name]
    assert deltas(*events, **options) == expected


# §5: what the patterns that may stand together are worth, and the older tables beside it.
WORTH = [
    ((), 1, 1, 1),
    (("ti_liu",), 1, 1, 1),
    (("zhuo_wu",), 3, 1, 2),
    (("su",), 2, 1, 2),
    (("su", "zhuo_wu"), 6, 2, 4),
    (("shuang_hun_diao", "zhuo_wu"), 6, 2, 4),
    (("long",), 4, 2, 4),
    (("su", "long"), 8, 3, 8),
    (("hun_diao", "long"), 8, 3, 8),
    (("zhuo_wu", "long"), 7, 3, 8),
    (("su", "zhuo_wu", "long"), 14, 4, 16),
    (("ben_hun_long",), 8, 3, 8),
    (("su", "ben_hun_long"), 16, 4, 16),
    (("zhuo_wu", "ben_hun_long"), 14, 4, 16),
    (("hun_diao",), 2, 1, 2),
    (("shuang_hun_diao",), 2, 1, 2),
]


@pytest.mark.parametrize(("names", "points", "added", "doubled"), WORTH)
def test_what_patterns_are_worth(
    names: tuple[str, ...], points: int, added: int, doubled: int
) -> None:
    event = win(1, None, *names)
    for table, worth in (("points", points), ("hemu_add", added), ("hemu_double", doubled)):
        answer = settle("tianjin", event, fan_table=table)
        assert answer["wins"][0]["points"] == worth
        assert answer["deltas"] == [-worth, 3 * worth, -worth, -worth]
        assert "fan" not in answer["wins"][0]


@pytest.mark.parametrize(
    "names",
    [
        ("long", "ben_hun_long"),
        ("hun_diao", "zhuo_wu"),
        ("hun_diao", "shuang_hun_diao"),
        ("su", "hun_diao"),
        ("su", "shuang_hun_diao"),
        ("ti_liu", "long"),
        ("long", "long"),
        ("qi_dui",),
        ("gang_kai",),
    ],
)
def test_patterns_that_cannot_be(names: tuple[str, ...]) -> None:
    assert error(win(1, None, *names)) == "unknown_pattern"


# What the dealer (seat 0) and seat 1 owe each other per point, by their stakes.
FACTORS = [
    ([], {}, 1),
    ([SITS], {}, 2),
    ([], {"zuo_zhuang": "always"}, 2),
    ([SITS], {"zuo_zhuang": "always"}, 2),
    ([stake(1, "la_zhuang", 0)], {}, 1),
    ([stake(1, "la_zhuang")], {}, 2),
    ([stake(1, "la_zhuang", 2)], {}, 4),
    ([SITS, stake(1, "la_zhuang", 2)], {}, 8),
    ([stake(0, "chuai")], {"chuai": True}, 1),
    ([stake(1, "la_zhuang"), stake(0, "chuai")], {"chuai": True}, 4),
    ([SITS, stake(1, "la_zhuang", 2), stake(0, "chuai")], {"chuai": True}, 16),
    ([stake(2, "la_zhuang", 2)], {}, 1),
]


@pytest.mark.parametrize(("stakes", "options", "times"), FACTORS)
def test_stakes_bind_the_dealer_and_one_seat(stakes: list[Json], options: Json, times: int) -> None:
    wins = deltas(*stakes, win(1, None, "long"), **options)
    assert wins[0] == -4 * times
    assert wins[2] == wins[3] == -4
    assert deltas(*stakes, win(0, None, "long"), **options)[1] == -4 * times
    assert deltas(*stakes, kong(1), EXHAUST, **options)[0] == -2 * times
    assert deltas(*stakes, win(3, None, "long"), **options)[1] == -4
    follow = deltas(*stakes, CHAN, EXHAUST, **options)
    assert follow[1] == times
    sits = bool(options.get("zuo_zhuang")) or SITS in stakes
    half = deltas(*stakes, CHAN, EXHAUST, **options, chan_zuo_doubles=False)
    assert half[1] == (times // 2 if sits else times)


@pytest.mark.parametrize(
    ("events", "options"),
    [
        ([stake(1, "zuo_zhuang")], {}),
        ([stake(0, "zuo_zhuang", 2)], {}),
        ([SITS, SITS], {}),
        ([stake(0, "la_zhuang")], {}),
        ([stake(1, "la_zhuang", 3)], {}),
        ([stake(1, "la_zhuang", -1)], {}),
        ([stake(1, "la_zhuang", 2)], {"max_la": 1}),
        ([stake(1, "la_zhuang", 1)], {"max_la": 0}),
        ([stake(0, "chuai")], {}),
        ([stake(1, "chuai")], {"chuai": True}),
        ([stake(0, "kouzi")], {}),
        ([stake(0, "cai", 5, cai="yi_li_san")], {}),
        ([stake(0, "cai", 0, cai="yi_li_san")], {"xia_cai": True}),
        ([stake(0, "cai", 1, cai="hui_diao"), stake(0, "cai", 2, cai="hui_diao")],
         {"xia_cai": True}),
        ([kong(1), SITS], {}),
        ([cai("yi_li_san", 1)], {}),
        ([CHAN], {"chan": False}),
        ([CHAN, CHAN], {}),
        ([W56, W56], {}),
        ([{"type": "chow", "seat": 1, "tile": "1m", "from": 0}], {}),
        ([W56, kong(1, "exposed", "6s", 0)], {}),
        ([W56, kong(1, "added", "6s")], {}),
        ([W56, {"type": "pung", "seat": 1, "tile": "5s", "from": 0}], {}),
        ([{"type": "ready", "seat": 1, "kind": "baoting"}], {}),
    ],
)  # fmt: skip
def test_what_is_not_allowed(events: list[Json], options: Json) -> None:
    assert error(*events, EXHAUST, **options) == "not_allowed"


@pytest.mark.parametrize("value", ["1", None, True, 1.0])
def test_stakes_are_numbers(value: Any) -> None:
    assert error(stake(0, "zuo_zhuang", value), EXHAUST) == "bad_record"


def test_side_bets_name_their_bet() -> None:
    bare, beside = stake(0, "cai", 5), stake(0, "zuo_zhuang", cai="yi_li_san")
    unknown = stake(0, "cai", 5, cai="rain")
    for event in (bare, beside, unknown, cai("rain", 1)):
        assert error(event, EXHAUST, xia_cai=True) == "bad_record"


def test_wins_are_self_drawn() -> None:
    assert error(win(1, 0, "ti_liu")) == "not_allowed"
    assert error(win(1, 0, "ti_liu"), context={"dealer": 2}) == "not_allowed"
    robbed = win(1, 3, "ti_liu", by="rob_kong", kong="k")
    assert error(kong(3, "added", "5m", id="k"), robbed) == "not_allowed"


def test_the_least_worth_of_a_win() -> None:
    assert error(win(1, None), min_points=2) == "below_minimum"
    assert error(win(1, None), min_points=2, base=5) == "below_minimum"
    assert error(win(1, None, "su"), fan_table="hemu_add", min_points=2) == "below_minimum"
    assert deltas(win(1, None, "su"), min_points=2) == [-2, 6, -2, -2]
    assert deltas(win(0, None, flags=["heavenly"]), min_points=2) == [12, -4, -4, -4]


def test_the_cap_stands_before_the_stakes() -> None:
    event = win(1, None, "su", "long")
    assert deltas(SITS, event, max_points=5) == [-10, 20, -5, -5]
    assert deltas(event, max_points=12, base=2) == [-12, 36, -12, -12]
    assert deltas(event, max_points=None, base=2) == [-16, 48, -16, -16]


@pytest.mark.parametrize(("mult", "points"), [(1, 4), (2, 8)])
def test_out_on_a_kong(mult: int, points: int) -> None:
    events = [kong(1, id="k"), win(1, None, "long", flags=["kong_draw"], kong="k")]
    answer = settle("tianjin", *events, kong_draw_mult=mult)
    assert answer["wins"][0]["points"] == points
    assert (["gang_kai", 2] in answer["wins"][0]["items"]) == (mult == 2)
    older = settle("tianjin", *events, fan_table="hemu_double", kong_draw_mult=mult)
    assert older["wins"][0] == {
        "event": 1,
        "seat": 1,
        "points": 8,
        "items": [["long", 2], ["gang_kai", 1]],
    }


@pytest.mark.parametrize("mult", [1, 2, 4, 8])
@pytest.mark.parametrize(
    ("seat", "flag", "item"), [(0, "heavenly", "tian_hu"), (1, "earthly", "di_hu")]
)
def test_heavenly_and_earthly(mult: int, seat: int, flag: str, item: str) -> None:
    answer = settle("tianjin", win(seat, None, flags=[flag]), heavenly_mult=mult)
    assert answer["wins"][0]["points"] == mult
    assert ([item, mult] in answer["wins"][0]["items"]) == (mult > 1)
    assert error(win(1 - seat, None, flags=[flag])) == "bad_flags"
    older = settle("tianjin", win(seat, None, flags=[flag]), fan_table="hemu_double")
    assert (older["wins"][0]["points"], older["wins"][0]["items"]) == (4, [[item, 2]])


@pytest.mark.parametrize(
    ("event", "options", "each"),
    [
        (kong(1, "exposed", "9p", 2), {}, 1),
        (kong(1, "added", "9p"), {}, 1),
        (kong(1, "concealed", "9p"), {}, 2),
        (kong(1, "concealed", "6s"), {}, 4),
        (kong(1, "concealed", "6s"), {"gold_kong_units": 8}, 8),
        (kong(1, "concealed", "6s"), {"kong_unit": 2}, 8),
        (kong(1, "exposed", "9p", 2), {"kong_unit": 2, "base": 3}, 6),
    ],
)
def test_kongs_collect_from_all_three(event: Json, options: Json, each: int) -> None:
    assert deltas(W56, event, EXHAUST, **options) == [-each, 3 * each, -each, -each]
    assert deltas(W56, event, EXHAUST, **options, kongs_on_draw="void") == [0] * 4
    won = deltas(W56, event, win(1, None), **options, kongs_on_draw="void")
    assert won[0] == -each - options.get("base", 1)


def test_the_tile_turned_up_is_dead() -> None:
    assert error(W56, kong(1, "concealed", "5s"), EXHAUST) == "too_many_tiles"
    four = tiles(1, None, "5555s123m456p11z7s", "7s")
    assert error(W56, four) == "too_many_tiles"
    assert error({**W56, "tiles": ["6s"]}, four, wild_mode="next_only") == "too_many_tiles"


def test_wild_tiles_follow_from_the_tile_turned_up() -> None:
    for indicator, following in (("9s", "1s"), ("4z", "1z"), ("5z", "7z"), ("7z", "6z")):
        assert deltas(wild(indicator, following), EXHAUST) == [0] * 4
    assert error(wild("5s", "7s"), EXHAUST) == "state_mismatch"
    assert error(wild("5s"), EXHAUST) == "state_mismatch"
    assert error(W56, EXHAUST, wild_mode="next_only") == "state_mismatch"
    assert error(wild("1f", "2f"), EXHAUST) == "bad_tile"
    assert error(tiles(3, None, "12346m123p789s55z", "5m")) == "incomplete"


def test_the_face_turned_up_may_be_no_wild_tile() -> None:
    event = {"type": "wild", "indicator": "5s", "tiles": ["6s"]}
    pung = {"type": "pung", "seat": 2, "tile": "5s", "from": 0}
    assert deltas(event, pung, EXHAUST, wild_mode="next_only") == [0] * 4
    natural = tiles(1, None, "12346m123p567s55z", "5m")
    # 5s is natural, 6s stands for itself and is wild all the same: no 素.
    assert deltas(event, natural, wild_mode="next_only") == [-3, 9, -3, -3]


def test_flowers_have_no_value() -> None:
    flower = {"type": "flower", "seat": 1, "tile": "1f"}
    assert deltas(flower, EXHAUST, tile_count=144) == [0] * 4
    assert error(flower, EXHAUST) == "bad_tile"
    assert error(W56, tiles(1, None, "1f2346m123p789s55z", "5m"), tile_count=144) == "bad_tile"
    assert error(win(1, None, tile="1f"), tile_count=144) == "bad_tile"


LATER = ("shang_xia_mo", "men_qian_qing", "que_yi_men", "hui_diao")
DEALT = ("san_dui_zi", "yi_li_san", "wu_ge_zi")


@pytest.mark.parametrize("name", [*DEALT, *LATER])
@pytest.mark.parametrize("reverse", ["deal_only", "all", "none"])
def test_side_bets(name: str, reverse: str) -> None:
    options: Json = {"xia_cai": True, "cai_reverse": reverse, "base": 7}
    bet = stake(1, "cai", 3, cai=name)
    assert deltas(SITS, bet, cai(name, 1), EXHAUST, **options) == [-3, 9, -3, -3]
    pays = reverse == "all" or (reverse == "deal_only" and name in DEALT)
    back = [0, -3, 3, 0] if pays else [0] * 4
    assert deltas(bet, cai(name, 2), EXHAUST, **options) == back
    # A bettor who meets his own bet owes nobody.
    assert deltas(bet, cai(name, 2), cai(name, 1), EXHAUST, **options) == [-3, 9, -3, -3]
    assert deltas(bet, EXHAUST, cai(name, 1), cai(name, 1), **options) == [-6, 18, -6, -6]
    assert deltas(cai(name, 1), EXHAUST, **options) == [0] * 4


def test_two_seats_may_bet_on_the_same() -> None:
    bets = [stake(1, "cai", 3, cai="yi_li_san"), stake(2, "cai", 5, cai="yi_li_san")]
    # South has it: three from each; West, who has not, pays South five.
    assert deltas(*bets, cai("yi_li_san", 1), EXHAUST, xia_cai=True) == [-3, 14, -8, -3]


@pytest.mark.parametrize(
    ("events", "options", "dealer"),
    [
        ([win(2, None)], {}, 2),
        ([win(1, None)], {}, 1),
        ([EXHAUST], {}, 1),
        ([kong(0), EXHAUST], {}, 1),
        ([EXHAUST], {"draw_dealer": "kong_rule"}, 1),
        ([kong(0), EXHAUST], {"draw_dealer": "kong_rule"}, 2),
        ([kong(0), kong(1, tile="8s"), EXHAUST], {"draw_dealer": "kong_rule"}, 1),
        ([ABORT], {"draw_dealer": "kong_rule"}, 1),
        ([win(2, None), {"type": "leave", "seat": 3}], {}, None),
        ([{"type": "leave", "seat": 3}, EXHAUST], {}, None),
    ],
)
def test_the_next_dealer(events: list[Json], options: Json, dealer: int | None) -> None:
    answer = settle("tianjin", *events, context={"dealer": 1}, **options)
    assert answer["next_dealer"] == dealer


def test_an_annulled_hand_moves_nothing() -> None:
    events = [stake(1, "cai", 3, cai="yi_li_san"), CHAN, cai("yi_li_san", 1), kong(2), ABORT]
    answer = settle("tianjin", *events, xia_cai=True)
    assert (answer["deltas"], answer["end"]) == ([0] * 4, "abort")


def test_dice_are_noted_and_move_nothing() -> None:
    dice = {"type": "dice", "by": 2, "values": [3, 4], "purpose": "wild"}
    assert deltas(dice, win(1, None)) == deltas(win(1, None))


NAMES = ["ti_liu", "zhuo_wu", "long", "ben_hun_long", "su", "hun_diao", "shuang_hun_diao"]


@given(
    st.lists(st.sampled_from(NAMES), unique=True, max_size=3),
    st.integers(0, 3),
    st.integers(0, 3),
    st.lists(st.integers(0, 2), min_size=4, max_size=4),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(["added", "concealed"])), max_size=3),
    st.integers(1, 9),
    st.sampled_from(["points", "hemu_add", "hemu_double"]),
)
def test_lawful_records_sum_to_zero(
    names: list[str],
    winner: int,
    dealer: int,
    pulls: list[int],
    sits: bool,
    kongs: list[tuple[int, str]],
    base: int,
    table: str,
) -> None:
    stakes = [stake(s, "la_zhuang", n) for s, n in enumerate(pulls) if s != dealer]
    stakes += [stake(dealer, "zuo_zhuang")] * sits
    made = [kong(seat, kind, f"{i + 1}p") for i, (seat, kind) in enumerate(kongs)]
    events = [*stakes, CHAN, *made, win(winner, None, *names)]
    one = settle("tianjin", *events, context={"dealer": dealer}, fan_table=table)
    if one.get("error") == "unknown_pattern":
        return
    assert sum(one["deltas"]) == 0
    more = settle("tianjin", *events, context={"dealer": dealer}, fan_table=table, base=base)
    assert more["deltas"] == [base * n for n in one["deltas"]]


NOT = {"state": "not_ready"}


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ({"state": "ready", "hand": {"concealed": "12346m123p789s55z"}}, None),
        # A wild tile waits with anything.
        ({"state": "ready", "hand": {"concealed": "123456m789p111z5s"}}, None),
        ({"state": "not_ready", "hand": {"concealed": "123456m789p111z5s"}}, "state_mismatch"),
        ({"state": "ready", "hand": {"concealed": "1122m3344p77s117z"}}, "not_ready"),
        ({"state": "ready", "hand": {"concealed": "1f2346m123p789s55z"}}, "bad_tile"),
        ({"state": "ready", "hand": {"concealed": "12346m"}}, "bad_hand_size"),
        ({"state": "hua_zhu"}, "state_mismatch"),
        ({"state": "ready"}, None),
    ],
)
def test_states_of_a_drawn_hand(state: Json, code: str | None) -> None:
    drawn = {"type": "exhaust", "states": [state, NOT, NOT, NOT]}
    assert error(W56, drawn, tile_count=144) == code


def test_wild_tiles_and_flowers_are_not_melded() -> None:
    melded = tiles(1, None, "123456m78p11z", "9p", {"kind": "pung", "tiles": "666s"})
    assert error(W56, melded) == "not_allowed"
    for event in (kong(1, "concealed", "1f"), {"type": "pung", "seat": 1, "tile": "1f"}):
        assert error(event, EXHAUST, tile_count=144) == "bad_tile"
