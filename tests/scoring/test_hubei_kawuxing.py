"""Hubei Kawuxing (hubei_kawuxing.md): patterns that multiply, open hands, kongs upon kongs."""

from math import prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets.hubei_kawuxing.table import TIMES
from tests.scoring.build import ABORT, EXHAUST, Json, kong, settle, tiles, win

THREE = {"players": 3}
TWO = {"players": 2}


def ready(seat: int, kind: str = "liangdao") -> Json:
    return {"type": "ready", "seat": seat, "kind": kind}


def wins(seat: int, giver: int | None, *patterns: str, **more: Any) -> Json:
    return win(seat, giver, *patterns, **{"tile": "3p", **more})


def run(*events: Json, context: Json | None = None, **options: Any) -> Json:
    return settle("hubei_kawuxing", *events, context={**THREE, **(context or {})}, **options)


def deltas(*events: Json, context: Json | None = None, **options: Any) -> list[int]:
    answer = run(*events, context=context, **options)
    assert "error" not in answer, answer
    found: list[int] = answer["deltas"]
    return found


def error(*events: Json, context: Json | None = None, **options: Any) -> Any:
    return run(*events, context=context, **options).get("error")


def hand(concealed: str, tile: str, *melds: str, giver: int | None = 1, **options: Any) -> Json:
    """Seat 2 wins by tiles; melds of three are pungs, of four concealed kongs."""
    laid = [
        {
            "kind": "chow" if m[0] != m[1] else "pung" if len(m) == 4 else "kong_concealed",
            "tiles": m,
        }
        for m in melds
    ]
    return run(tiles(2, giver, concealed, tile, *laid), **options)


OPEN_SOUTH = ready(1)
EXAMPLES: dict[str, tuple[list[Json], Json, list[int]]] = {
    "hb-03": ([wins(2, 0, "peng_peng_hu")], {}, [-2, 0, 2]),
    "hb-15": ([OPEN_SOUTH, wins(1, 2, "pi_hu")], {}, [0, 4, -4]),
    "hb-18": (
        [kong(1, tile="1p", id="k"), wins(1, None, "pi_hu", flags=["kong_draw"], kong="k")],
        {},
        [-4, 8, -4],
    ),
    "hb-24": ([ready(0), ready(1), ready(2), EXHAUST], {}, [0, 0, 0]),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name: str) -> None:
    events, options, expected = EXAMPLES[name]
    assert deltas(*events, **options) == expected


def test_worked_example_21_two_winners() -> None:
    winners = [
        {"seat": 1, "declared": {"patterns": ["pi_hu"]}},
        {"seat": 2, "declared": {"patterns": ["qing_yi_se"]}},
    ]
    events = [OPEN_SOUTH, wins(1, 0, winners=winners)]
    answer = run(*events)
    assert (answer["deltas"], answer["next_dealer"]) == ([-8, 4, 4], 0)
    assert error(*events, multi_win=False) == "not_allowed"


def test_worked_example_27_two_players() -> None:
    events = [kong(1, "exposed", "5p", 0), ready(0), EXHAUST]
    assert run(*events, context=TWO)["deltas"] == [-3, 3]


P222, P333 = "222p", "333p"
HANDS = [
    # concealed, tile, melds, what counts
    ("12p333s789s66z456p", "3p", (), {"pi_hu"}),
    ("46p123111789s55z", "5p", (), {"ka_wu_xing"}),
    # 5 beside 6-7 and as a pair is not between.
    ("67p123111789s55z", "5p", (), {"pi_hu"}),
    ("5p123111789456s", "5p", (), {"pi_hu"}),
    # 4-5-6 by the 4.
    ("56p123111789s55z", "4p", (), {"pi_hu"}),
    ("46s123p111789p55z", "5s", (), {"ka_wu_xing"}),
    ("12p456s789s66z", "3p", ("333p",), {"ming_si_gui_yi"}),
    ("33312p456789s66z", "3p", (), {"an_si_gui_yi"}),
    # 5p into 46p with 555p held or melded: both.
    ("55546p123789s66z", "5p", (), {"an_si_gui_yi", "ka_wu_xing"}),
    ("46p123789s66z", "5p", ("555p",), {"ming_si_gui_yi", "ka_wu_xing"}),
    ("111122p3344s66z7z", "7z", (), {"long_qi_dui"}),
    ("1122p335577s66z7z", "7z", (), {"qi_dui"}),
    ("1111222233445p", "5p", (), {"shuang_long_qi_dui", "qing_yi_se"}),
    ("1111222233335s", "5s", (), {"san_long_qi_dui", "qing_yi_se"}),
    ("111122223333s5z", "5z", (), {"san_long_qi_dui"}),
    # Seven pairs that could also be runs: 4 is more than 1.
    ("112233p77889s55z", "9s", (), {"qi_dui"}),
    ("777z22p33s", "2p", ("555z", "666z"), {"da_san_yuan", "peng_peng_hu"}),
    ("77z123p45s", "6s", ("555z", "666z"), {"xiao_san_yuan"}),
    ("77z123p456s22s", "2s", ("555z",), {"pi_hu"}),
    ("9p", "9p", ("222p", "444p", "666s", "888s"), {"shou_zhua_yi", "peng_peng_hu"}),
    ("9p", "9p", ("2222p", "444p", "6666s", "888s"), {"shou_zhua_yi", "peng_peng_hu"}),
    ("9p", "9p", ("222p", "444p", "666p", "888p"),
     {"shou_zhua_yi", "peng_peng_hu", "qing_yi_se"}),
    ("1113334447779p", "9p", (), {"peng_peng_hu", "qing_yi_se"}),
    ("123456789p2379s", "1s", (), None),
]  # fmt: skip


@pytest.mark.parametrize(("concealed", "tile", "melds", "names"), HANDS)
def test_hands_read(
    concealed: str, tile: str, melds: tuple[str, ...], names: set[str] | None
) -> None:
    answer = hand(concealed, tile, *melds)
    if names is None:
        assert answer["error"] == "not_a_win"
        return
    assert {name for name, _times in answer["wins"][0]["items"]} == names
    times = {**TIMES, "san_long_qi_dui": 32}
    assert answer["wins"][0]["fan"] == prod(times[name] for name in names)


def test_triple_dragon_seven_pairs_may_be_worth_less() -> None:
    assert hand("111122223333s5z", "5z")["wins"][0]["fan"] == 32
    assert hand("111122223333s5z", "5z", san_long_mult=16)["wins"][0]["fan"] == 16


def test_one_in_hand_without_all_triplets() -> None:
    melds = ("222p", "444p", "666s", "888s")
    answer = hand("9p", "9p", *melds, shou_zhua_yi_peng_peng="exclusive")
    assert answer["wins"][0]["items"] == [["shou_zhua_yi", 4]]
    both = wins(1, 0, "shou_zhua_yi", "peng_peng_hu")
    assert deltas(both) == [-8, 8, 0]
    assert error(both, shou_zhua_yi_peng_peng="exclusive") == "unknown_pattern"
    chow = hand("9p", "9p", "123p", "444p", "666s", "888s", allow_chow=True)
    assert chow["wins"][0]["items"] == [["shou_zhua_yi", 4]]


@pytest.mark.parametrize(
    ("concealed", "tile", "melds", "narrow", "wide"),
    [
        # The fourth 3p stands in a run, whatever the winning tile.
        ("123p456s78s66z", "9s", ("333p",), [], ["ming_si_gui_yi"]),
        ("33312p456s78s66z3p", "9s", (), [], ["an_si_gui_yi"]),
        ("12333p45p678s666s", "3p", (), ["an_si_gui_yi"], ["an_si_gui_yi", "an_si_gui_yi"]),
        ("123333p45p678s66z", "6p", (), [], ["an_si_gui_yi"]),
    ],
)
def test_four_in_one_of_the_whole_hand(
    concealed: str,
    tile: str,
    melds: tuple[str, ...],
    narrow: list[str],
    wide: list[str],
) -> None:
    for scope, names in (("winning_tile", narrow), ("whole_hand", wide)):
        items = hand(concealed, tile, *melds, si_gui_scope=scope)["wins"][0]["items"]
        assert [name for name, _times in items if name != "pi_hu"] == names


def test_several_fours_in_one() -> None:
    # 111p and 999s melded, the fourth of each in a run.
    answer = hand("123p78s66z", "9s", "111p", "999s", si_gui_scope="whole_hand")
    assert answer["wins"][0]["items"] == [["ming_si_gui_yi", 2], ["ming_si_gui_yi", 2]]
    twice = wins(1, 0, "ming_si_gui_yi", "ming_si_gui_yi")
    assert deltas(twice, si_gui_scope="whole_hand") == [-4, 4, 0]
    assert error(twice) == "unknown_pattern"
    assert error(wins(1, 0, "ming_si_gui_yi", "an_si_gui_yi")) == "unknown_pattern"


def test_only_the_dearest_pattern() -> None:
    events = [ready(1), wins(1, None, "peng_peng_hu", "qing_yi_se", flags=["last_tile"])]
    answer = run(*events, combine="highest")
    assert answer["wins"][0]["fan"] == 16
    assert answer["wins"][0]["items"] == [
        ["qing_yi_se", 4],
        ["hai_di_lao_yue", 2],
        ["liang_dao", 2],
    ]
    assert run(*events)["wins"][0]["fan"] == 32
    assert hand("1113334447779p", "9p", combine="highest")["wins"][0]["fan"] == 4


MOMENTS: list[tuple[list[Json], list[list[Any]]]] = [
    ([wins(1, 0, "pi_hu")], [["pi_hu", 1]]),
    ([wins(1, 0)], [["pi_hu", 1]]),
    ([wins(1, None, "pi_hu", flags=["last_tile"])], [["hai_di_lao_yue", 2]]),
    ([wins(1, 0, "pi_hu", flags=["last_tile"])], [["hai_di_lao_yue", 2]]),
    (
        [kong(0, tile="9s", id="k"), wins(1, 0, "qi_dui", flags=["kong_discard"], kong="k")],
        [["qi_dui", 4], ["gang_shang_pao", 2]],
    ),
    (
        [kong(1, tile="9s", id="k"), wins(1, None, "pi_hu", flags=["kong_draw"], kong="k")],
        [["gang_shang_hua", 2]],
    ),
    (
        [kong(0, "added", "3p", id="k"), wins(1, 0, "pi_hu", by="rob_kong", kong="k")],
        [["qiang_gang_hu", 2]],
    ),
    ([ready(1), wins(1, 0, "pi_hu")], [["liang_dao", 2]]),
    ([ready(0), wins(1, 0, "pi_hu")], [["pi_hu", 1]]),
]


@pytest.mark.parametrize(("events", "items"), MOMENTS)
def test_what_the_moment_brings(events: list[Json], items: list[list[Any]]) -> None:
    found = run(*events)["wins"][0]
    assert found["items"] == items
    assert found["fan"] == found["points"] == prod(times for _name, times in items)
    based = run(*events, base=3)["wins"][0]
    assert (based["fan"], based["points"]) == (found["fan"], 3 * found["fan"])


# Who pays what for a plain hand of seat 1: open seats, discarder, option, expected of the giver.
BAOHU = [
    ((), "double", 1),
    ((1,), "double", 4),
    ((0, 1), "double", 4),
    ((1,), "double_unless_liangdao", 4),
    ((0, 1), "double_unless_liangdao", 2),
    ((1,), "single", 2),
]


@pytest.mark.parametrize(("opened", "baohu", "amount"), BAOHU)
def test_into_an_open_hand(opened: tuple[int, ...], baohu: str, amount: int) -> None:
    laid = [ready(seat) for seat in opened]
    assert deltas(*laid, wins(1, 0, "pi_hu"), baohu=baohu) == [-amount, amount, 0]
    robbed = [*laid, kong(0, "added", "3p", id="k"), wins(1, 0, by="rob_kong", kong="k")]
    assert deltas(*robbed, baohu=baohu) == [-2 * amount, 2 * amount, 0]
    both = deltas(*robbed, baohu=baohu, rob_kong_pays="all_shares")
    assert both == [-4 * amount, 4 * amount, 0]
    alone = run(*robbed, context=TWO, baohu=baohu, rob_kong_pays="all_shares")
    assert alone["deltas"] == [-2 * amount, 2 * amount]
    drawn = 1 if 1 not in opened else 2
    assert deltas(*laid, wins(1, None, "pi_hu"), baohu=baohu) == [-drawn, 2 * drawn, -drawn]


def test_open_hands_may_have_to_draw() -> None:
    for giver, by in ((0, "discard"), (None, "self_draw")):
        refused = error(ready(1), wins(1, giver, "pi_hu"), liangdao_self_draw_only=True)
        assert refused == (None if by == "self_draw" else "not_allowed")
    robbed = [ready(1), kong(0, "added", "3p", id="k"), wins(1, 0, by="rob_kong", kong="k")]
    assert error(*robbed, liangdao_self_draw_only=True) == "not_allowed"
    assert error(ready(2), wins(1, 0, "pi_hu"), liangdao_self_draw_only=True) is None


def test_the_cap_stands_before_the_double_payment() -> None:
    event = [ready(1), wins(1, 0, "qing_yi_se")]
    assert deltas(*event, cap=5) == [-10, 10, 0]
    assert deltas(*event, cap=5, base=2) == [-20, 20, 0]
    assert deltas(*event, cap=None) == [-16, 16, 0]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (kong(1, "exposed", giver=2), [0, 2, -2]),
        (kong(1, "added"), [-1, 2, -1]),
        (kong(1), [-2, 4, -2]),
    ],
)
def test_kong_money(event: Json, expected: list[int]) -> None:
    assert deltas(event, EXHAUST) == expected
    assert deltas(event, EXHAUST, base=4) == [4 * n for n in expected]
    assert deltas(event, EXHAUST, kongs_on_draw="void") == [0, 0, 0]
    assert deltas(event, wins(0, None), kongs_on_draw="void")[1] == expected[1] - 1
    # Two players: the one opponent.
    if event.get("from") != 2:
        pays = expected[0]
        assert run(event, EXHAUST, context=TWO)["deltas"] == [pays, -pays]


CHAIN = [
    kong(0, tile="2p", id="k1"),
    kong(0, "added", "3p", id="k2", after="k1"),
    kong(0, tile="4p", id="k3", after="k2"),
    kong(1, "exposed", "5p", 0, id="k4", after_discard="k3"),
]


def test_kongs_upon_kongs_double() -> None:
    lines = run(*CHAIN, EXHAUST)["ledger"]
    by_event = {n: [x["amount"] for x in lines if x["event"] == n] for n in range(4)}
    assert by_event == {0: [2, 2], 1: [2, 2], 2: [8, 8], 3: [16]}
    plain = run(*CHAIN, EXHAUST, kong_on_kong="none")["ledger"]
    assert [line["amount"] for line in plain] == [2, 2, 1, 1, 2, 2, 2]


K1 = kong(0, tile="2p", id="k1")


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([K1, kong(1, "exposed", "5p", 2, after_discard="k1")], "bad_reference"),
        ([K1, kong(1, "exposed", "5p", 0, after_discard="k9")], "bad_reference"),
        ([K1, kong(1, "added", "5p", after_discard="k1")], "bad_reference"),
        ([K1, kong(0, tile="5p", after_discard="k1")], "bad_reference"),
        ([K1, kong(0, "exposed", "5p", 1, after="k1")], "bad_reference"),
        ([K1, kong(1, "added", "5p", after="k1")], "bad_reference"),
        ([K1, kong(1, tile="6p"), kong(0, tile="5p", after="k1")], "bad_reference"),
        (
            [K1, kong(0, tile="6p"), kong(1, "exposed", "5p", 0, after_discard="k1")],
            "bad_reference",
        ),
        ([kong(1, "exposed", "5p", 0, after_discard="k1"), K1], "bad_reference"),
        ([ready(1), ready(1)], "not_allowed"),
        ([ready(1, "baoting")], "not_allowed"),
        ([ready(1), {"type": "pung", "seat": 1, "tile": "1p", "from": 0}], "not_allowed"),
        ([kong(1, "added", late=True)], "not_allowed"),
        ([{"type": "chow", "seat": 1, "tile": "1p", "from": 0}], "not_allowed"),
        ([{"type": "wild", "indicator": "1p", "tiles": ["1p"]}], "not_allowed"),
        ([{"type": "pung", "seat": 1, "tile": "1m", "from": 0}], "bad_tile"),
        ([{"type": "pung", "seat": 1, "tile": "1z", "from": 0}], "bad_tile"),
        ([{"type": "discard", "seat": 3, "tile": "1p"}], "bad_seat"),
        ([{"type": "penalty", "seat": 1, "kind": "false_win"}], "incomplete"),
    ],
)
def test_refusals(events: list[Json], code: str) -> None:
    assert error(*events, EXHAUST) == code


def test_an_open_hand_may_still_kong() -> None:
    events = [ready(1), kong(1, "added"), EXHAUST]
    assert deltas(*events) == [-1 + 1, 2 - 2, -1 + 1]


@pytest.mark.parametrize(
    ("rule", "expected"), [("free_of_charge", [0, 0, 0]), ("allowed", [-1, 2, -1])]
)
def test_kongs_added_late(rule: str, expected: list[int]) -> None:
    assert deltas(kong(1, "added", late=True), EXHAUST, late_kong=rule) == expected
    assert deltas(kong(1, "added", late=False), EXHAUST) == [-1, 2, -1]


@pytest.mark.parametrize("kind", ["concealed", "exposed"])
def test_only_added_kongs_are_robbed(kind: str) -> None:
    made = kong(0, kind, "3p", 2 if kind == "exposed" else None, id="k")
    assert error(made, wins(1, 0, "pi_hu", by="rob_kong", kong="k")) == "not_allowed"


def test_chows_where_they_are_played() -> None:
    concealed = "789s66z45p123s"
    assert hand(concealed, "6p", "123p")["error"] == "not_allowed"
    assert hand(concealed, "6p", "123p", allow_chow=True)["wins"][0]["fan"] == 1
    # A run laid down is not waited into.
    melded = hand("789s66z55p123s", "5p", "456p", allow_chow=True)
    assert melded["wins"][0]["items"] == [["pi_hu", 1]]
    assert error(ready(1), {"type": "chow", "seat": 1, "tile": "1p"}, EXHAUST, allow_chow=True) == (
        "not_allowed"
    )


PAIRS = ("qi_dui", "long_qi_dui", "shuang_long_qi_dui", "san_long_qi_dui")
NEVER = [
    *[(a, b) for a in PAIRS for b in PAIRS if a < b],
    *[
        (a, b)
        for a in PAIRS
        for b in (
            "ming_si_gui_yi",
            "an_si_gui_yi",
            "peng_peng_hu",
            "shou_zhua_yi",
            "da_san_yuan",
            "xiao_san_yuan",
            "ka_wu_xing",
        )
    ],
    ("da_san_yuan", "xiao_san_yuan"),
    ("da_san_yuan", "qing_yi_se"),
    ("pi_hu", "qing_yi_se"),
    ("qing_yi_se", "qing_yi_se"),
    ("hai_di_lao_yue",),
    ("liang_dao",),
    ("nonsense",),
]


@pytest.mark.parametrize("names", NEVER)
def test_patterns_that_cannot_be(names: tuple[str, ...]) -> None:
    assert error(wins(1, 0, *names)) == "unknown_pattern"
    assert error(wins(1, 0, *reversed(names))) == "unknown_pattern"


def test_names_and_tiles_agree() -> None:
    def both(*names: str, **options: Any) -> Any:
        given = {"hand": {"concealed": "1113334447779p"}, "declared": {"patterns": [*names]}}
        return error(win(1, 0, tile="9p", winners=[{"seat": 1, **given}]), **options)

    assert both("qing_yi_se", "peng_peng_hu") is None
    assert both("qing_yi_se", "peng_peng_hu", combine="highest") is None
    assert both("qing_yi_se") == "declared_mismatch"
    assert both("pi_hu") == "declared_mismatch"


@pytest.mark.parametrize(
    ("opened", "expected"),
    [((), [0, 0, 0]), ((0,), [-2, 1, 1]), ((0, 1), [-1, -1, 2]), ((0, 1, 2), [0, 0, 0])],
)
def test_open_hands_of_a_drawn_hand(opened: tuple[int, ...], expected: list[int]) -> None:
    laid = [ready(seat) for seat in opened]
    assert deltas(*laid, EXHAUST) == expected
    assert deltas(*laid, EXHAUST, base=5) == [5 * n for n in expected]
    assert deltas(*laid, EXHAUST, draw_liangdao_pay=0) == [0, 0, 0]
    assert deltas(*laid, ABORT) == [0, 0, 0]


@pytest.mark.parametrize(
    ("events", "rule", "dealer"),
    [
        ([wins(2, 0)], "winner", 2),
        ([wins(2, None)], "winner", 2),
        ([wins(1, None)], "winner", 1),
        ([EXHAUST], "winner", 1),
        ([ABORT], "winner", 1),
        ([wins(0, 1)], "rotate", 2),
        ([wins(1, 0)], "rotate", 2),
        ([EXHAUST], "rotate", 1),
    ],
)
def test_the_next_dealer(events: list[Json], rule: str, dealer: int) -> None:
    answer = run(*events, context={"dealer": 1}, next_dealer=rule)
    assert answer["next_dealer"] == dealer


@pytest.mark.parametrize("context", [None, {}, {"players": 4}, {"players": 1}])
def test_the_number_of_players_must_be_given(context: Json | None) -> None:
    assert settle("hubei_kawuxing", EXHAUST, context=context)["error"] == "not_allowed"


def test_two_winners_of_two_are_too_many() -> None:
    winners: list[Json] = [{"seat": s, "declared": {"patterns": []}} for s in (0, 1)]
    assert settle("hubei_kawuxing", wins(0, 1, winners=winners), context=TWO)["error"] == "bad_seat"


READY = {"state": "ready", "hand": {"concealed": "46p123111789s55z"}}
WAITING = {"state": "not_ready", "hand": {"concealed": "46p123111789s55z"}}
NOTHING = {"state": "ready", "hand": {"concealed": "147p123111789s5z"}}
NOT = {"state": "not_ready"}


@pytest.mark.parametrize(
    ("states", "code"),
    [
        ([READY, NOT, NOT], None),
        ([WAITING, NOT, NOT], "state_mismatch"),
        ([NOTHING, NOT, NOT], "not_ready"),
        ([{"state": "won"}, NOT, NOT], "state_mismatch"),
        ([{"state": "hua_zhu"}, NOT, NOT], "state_mismatch"),
        ([{"state": "ready", "hand": {"concealed": "123p"}}, NOT, NOT], "bad_hand_size"),
        ([NOT, NOT], "bad_seat"),
    ],
)
def test_states_of_a_drawn_hand(states: list[Json], code: str | None) -> None:
    assert error({"type": "exhaust", "states": states}) == code


def test_an_open_hand_is_ready() -> None:
    states = [NOT, NOT, NOT]
    assert error(ready(1), {"type": "exhaust", "states": states}) == "state_mismatch"


@given(
    st.sampled_from([2, 3]),
    st.data(),
    st.lists(st.sampled_from(["exposed", "added", "concealed"]), max_size=4),
    st.integers(1, 9),
)
def test_lawful_records_sum_to_zero(
    players: int, data: st.DataObject, kinds: list[str], base: int
) -> None:
    seat = st.integers(0, players - 1)
    events: list[Json] = [ready(s) for s in data.draw(st.lists(seat, unique=True))]
    for i, kind in enumerate(kinds):
        konger = data.draw(seat)
        giver = (konger + 1) % players if kind == "exposed" else None
        events.append(kong(konger, kind, f"{i + 1}s", giver))
    winner = data.draw(seat)
    giver = data.draw(st.none() | seat.filter(lambda s: s != winner))
    end = data.draw(st.sampled_from(["win", "exhaust"]))
    names = data.draw(st.sampled_from([(), ("qi_dui",), ("qing_yi_se", "peng_peng_hu")]))
    events.append(EXHAUST if end == "exhaust" else wins(winner, giver, *names))
    one = run(*events, context={"players": players})
    assert sum(one["deltas"]) == 0
    more = run(*events, context={"players": players}, base=base)
    assert more["deltas"] == [base * n for n in one["deltas"]]
