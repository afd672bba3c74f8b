"""Two players (two_player.md): the fan table, the cap, 报听, face-up tiles, the fished tile."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets.two_player.table import FAN, LIMIT_NAMES
from tests.scoring.build import ABORT, EXHAUST, Json, kong, settle, win

BAO: Json = {"type": "ready", "seat": 1, "kind": "baoting"}


def run(*events: Json, context: Json | None = None, **options: Any) -> Json:
    return settle("two_player", *events, context={"players": 2, **(context or {})}, **options)


def deltas(*events: Json, context: Json | None = None, **options: Any) -> list[int]:
    answer = run(*events, context=context, **options)
    assert "error" not in answer, answer
    found: list[int] = answer["deltas"]
    return found


def error(*events: Json, context: Json | None = None, **options: Any) -> Any:
    return run(*events, context=context, **options).get("error")


def hand(concealed: str, tile: str, *melds: str, giver: int | None = 0, **more: Any) -> Json:
    """Seat 1 wins by tiles. Melds: ``123m``, ``777z``, kongs ``1111p`` open and ``(1111p)``."""
    laid = []
    for m in melds:
        kind = "kong_concealed" if m[0] == "(" else "kong_added" if len(m) == 5 else "pung"
        kind = "chow" if m[0] != "(" and m[0] != m[1] else kind
        laid.append({"kind": kind, "tiles": m.strip("()")})
    given: Json = {"concealed": concealed, "melds": laid}
    return win(1, giver, tile=tile, winners=[{"seat": 1, "hand": given}], **more)


def names(answer: Json) -> list[str]:
    return [name for name, _fan in answer["wins"][0]["items"]]


def hua(*faces: str) -> Json:
    return {"type": "hua", "tiles": list(faces)}


PLAIN = "46m123p789s111z77m"
EXAMPLES: dict[str, tuple[list[Json], Json, int]] = {
    "tp-03": ([BAO, hand(PLAIN, "5m")], {}, 3),
    "tp-06": (
        [kong(0, "added", "5m", id="k"), hand(PLAIN, "5m", by="rob_kong", kong="k")],
        {"rob_kong": "as_discard"},
        2,
    ),
    "tp-09": ([hand("1122334477m11z5z", "5z", giver=None)], {}, 9),
    "tp-12": ([hua("7s", "1z"), hand("46m777s22p123p", "5m", "789m")],
              {}, 4),
    "tp-15": ([{"type": "haidi", "seat": 1, "tile": "5m", "ready": [1, 0]}, EXHAUST], {}, 0),
    "tp-18": (
        [BAO, hand("1112345677899p", "6p", giver=None)],
        {"fan_to_points": "double"},
        512,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name: str) -> None:
    events, options, expected = EXAMPLES[name]
    assert deltas(*events, **options) == [-expected, expected]


# Hands on a discard, and what they have beside 平胡.
HANDS = [
    (PLAIN, "5m", (), ["men_qing"]),
    ("46m123p789s77m", "5m", ("111z",), []),
    ("46m123p789s77m", "5m", ("(1111z)",), ["men_qing"]),
    ("46m123p789s77m", "5m", ("1111z",), []),
    ("34m345p678s55m", "5m", ("234p",), ["duan_yao"]),
    ("46m123p77m", "5m", ("789s", "555z"), ["jian_ke"]),
    ("46m77m", "5m", ("789s", "555z", "666z"), ["jian_ke", "jian_ke"]),
    ("46m77z", "5m", ("789s", "555z", "666z"), ["xiao_san_yuan"]),
    ("12m456p77m", "3m", ("456m", "789m"), ["yi_tiao_long"]),
    ("46m123m11z789m", "5m", ("333z",), ["yi_tiao_long", "hun_yi_se"]),
    ("46m123m11z678m", "5m", ("333z",), ["hun_yi_se"]),
    ("22p33s", "2p", ("444m", "888s", "111m"), ["peng_peng_hu"]),
    ("22p33s", "2p", ("444m", "888s", "777z"), ["jian_ke", "peng_peng_hu"]),
    ("1122p3355m7799s7z", "7z", (), ["qi_dui"]),
    ("1111p3355m7799s7z", "7z", (), ["qi_dui"]),
    ("2233p4455m6688s7m", "7m", (), ["duan_yao", "qi_dui"]),
    ("2233445566778m", "8m", (), ["duan_yao", "qi_dui", "qing_yi_se"]),
    ("46m123m11m678m", "5m", ("333m",), ["qing_yi_se"]),
    ("46m44z", "5m", ("111z", "222z", "333z"), ["hun_yi_se", "xiao_si_xi"]),
    ("46m123p789s11347z", "5m", (), None),
]


@pytest.mark.parametrize(("concealed", "tile", "melds", "beside"), HANDS)
def test_hands_read(
    concealed: str, tile: str, melds: tuple[str, ...], beside: list[str] | None
) -> None:
    answer = run(hand(concealed, tile, *melds), cap=100)
    if beside is None:
        assert answer["error"] == "not_a_win"
        return
    assert sorted(names(answer)) == sorted(["ping_hu", *beside])
    assert answer["wins"][0]["fan"] == 1 + sum(FAN[name] for name in beside)


LIMIT_HANDS = [
    ("19m19p1s1234567z1z", "9s", (), "shi_san_yao"),
    ("19m19p19s1234567z", "1z", (), "shi_san_yao"),
    ("5m", "5m", ("111z", "222z", "333z", "444z"), "da_si_xi"),
    ("2p345s", "2p", ("555z", "666z", "777z"), "da_san_yuan"),
    ("11z55z", "5z", ("222z", "333z", "666z"), "zi_yi_se"),
    ("1122334455667z", "7z", (), "zi_yi_se"),
    ("111p9m", "9m", ("111s", "999s", "111m"), "qing_yao_jiu"),
    ("2233445566s", "6s", ("666z",), None),
    ("2233446s8s66s", "8s", ("666z",), "lv_yi_se"),
    ("1112345678999p", "5p", (), "jiu_lian_bao_deng"),
    ("1112345678889p", "9p", (), None),
    ("111m333p555s777s9m", "9m", (), "si_an_ke"),
    ("333p555s777s9m", "9m", ("(1111m)",), "si_an_ke"),
    ("3p", "3p", ("1111m", "(2222p)", "5555s", "(6666m)"), "si_gang"),
]


@pytest.mark.parametrize(("concealed", "tile", "melds", "name"), LIMIT_HANDS)
def test_limit_hands(concealed: str, tile: str, melds: tuple[str, ...], name: str | None) -> None:
    answer = run(hand(concealed, tile, *melds))
    if name is None:
        assert not set(names(answer)) & set(LIMIT_NAMES)
        return
    assert answer["wins"][0]["items"] == [[name, 13]]
    assert answer["deltas"] == [-13, 13]
    assert run(hand(concealed, tile, *melds), cap=8)["wins"][0]["fan"] == 8
    # Nothing is added.
    more = run(hua("9m", "9p", "5p"), BAO, hand(concealed, tile, *melds, giver=None), cap=50)
    assert more["wins"][0]["items"] == [[name, 50]]


def test_a_triplet_finished_by_a_discard_is_not_concealed() -> None:
    concealed = "111m333p555s99m77s"
    assert names(run(hand(concealed, "7s", giver=None))) == ["si_an_ke"]
    assert names(run(hand(concealed, "7s"))) == ["ping_hu", "peng_peng_hu", "men_qing"]


def test_the_rows_stand_in_the_order_of_the_worked_examples() -> None:
    long = ["ping_hu", "qing_yi_se", "yi_tiao_long", "men_qing", "zi_mo"]
    assert names(run(hand("1234567895578p", "9p", giver=None))) == long
    assert names(run(hand("22p33s", "2p", "777z", "444m", "888s"))) == [
        "ping_hu", "jian_ke", "peng_peng_hu",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("seat", "flag", "name"), [(0, "heavenly", "tian_hu"), (1, "earthly", "di_hu")]
)
def test_heavenly_and_earthly(seat: int, flag: str, name: str) -> None:
    answer = run(win(seat, None, "ping_hu", flags=[flag]), cap=20)
    assert answer["wins"][0]["items"] == [[name, 20]]
    assert error(win(1 - seat, None, "ping_hu", flags=[flag])) == "bad_flags"


MOMENTS = [
    ([win(1, 0, "ping_hu")], {}, [["ping_hu", 1]]),
    ([win(1, 0)], {}, [["ping_hu", 1]]),
    ([win(1, 0, "qi_dui")], {}, [["ping_hu", 1], ["qi_dui", 4]]),
    ([win(1, None, "ping_hu")], {}, [["ping_hu", 1], ["zi_mo", 1]]),
    ([BAO, win(1, 0, "ping_hu")], {}, [["ping_hu", 1], ["bao_ting", 1]]),
    ([BAO, win(1, 0, "ping_hu")], {"bao_ting_fan": 2}, [["ping_hu", 1], ["bao_ting", 2]]),
    ([BAO, win(1, 0, "ping_hu")], {"bao_ting_fan": 0}, [["ping_hu", 1]]),
    ([{**BAO, "seat": 0}, win(1, 0, "ping_hu")], {}, [["ping_hu", 1]]),
    (
        [kong(1, id="k"), win(1, None, "ping_hu", flags=["kong_draw"], kong="k")],
        {},
        [["ping_hu", 1], ["zi_mo", 1], ["gang_shang_hua", 1]],
    ),
]


@pytest.mark.parametrize(("events", "options", "items"), MOMENTS)
def test_what_the_moment_brings(events: list[Json], options: Json, items: list[Any]) -> None:
    assert run(*events, **options)["wins"][0]["items"] == items


def test_robbing_a_kong() -> None:
    events = [kong(0, "added", "5m", id="k"), win(1, 0, by="rob_kong", kong="k")]
    assert names(run(*events)) == ["ping_hu", "zi_mo"]
    assert names(run(*events, rob_kong="as_discard")) == ["ping_hu"]
    # The kong is void.
    assert deltas(*events, kong_money=True) == [-2, 2]
    for kind, giver in (("concealed", None), ("exposed", 1)):
        assert error(kong(0, kind, "5m", giver, id="k"), events[1]) == "not_allowed"


@pytest.mark.parametrize(
    ("faces", "count"),
    [((), 0), (("2m",), 0), (("1z",), 3), (("1z", "1z"), 3), (("5m", "7m"), 3), (("9s", "1z"), 4)],
)
def test_face_up_tiles(faces: tuple[str, ...], count: int) -> None:
    events = [hua(*faces), hand(PLAIN, "5m")] if faces else [hand(PLAIN, "5m")]
    items = run(*events, cap=50)["wins"][0]["items"]
    assert (["hua_pai", count] in items) == (count > 0)
    assert "hua_pai" not in names(run(*events, hua_fan=0))


def test_face_up_tiles_of_kongs_and_named_hands() -> None:
    laid = run(hua("1z"), hand("46m123p789s77m", "5m", "(1111z)"))
    assert ["hua_pai", 4] in laid["wins"][0]["items"]
    named: Json = {"patterns": ["ping_hu"], "hua": 3}
    event = win(1, 0, winners=[{"seat": 1, "declared": named}])
    assert run(hua("1z"), event)["wins"][0]["fan"] == 4
    assert error(win(1, 0, winners=[{"seat": 1, "declared": {**named, "hua": -1}}])) == "bad_record"
    both: Json = {"hand": {"concealed": PLAIN}, "declared": {"patterns": ["men_qing"], "hua": 2}}
    event = win(1, 0, tile="5m", winners=[{"seat": 1, **both}])
    assert error(hua("1z"), event) == "declared_mismatch"
    both["declared"]["hua"] = 3
    assert error(hua("1z"), event) is None


@pytest.mark.parametrize(("rule", "points"), [("linear", 5), ("double", 16)])
def test_from_fan_to_points(rule: str, points: int) -> None:
    event = win(1, 0, "qi_dui")
    assert deltas(event, fan_to_points=rule) == [-points, points]
    found = run(event, fan_to_points=rule, base=3)["wins"][0]
    assert (found["fan"], found["points"]) == (5, 3 * points)
    capped = run(event, fan_to_points=rule, cap=2)["wins"][0]
    assert (capped["fan"], capped["points"]) == (2, 2)
    assert capped["items"] == [["ping_hu", 1], ["qi_dui", 4]]


def test_a_cap_may_be_out_of_reach() -> None:
    answer = run(hand("19m19p19s1234567z", "1m", giver=None), cap=1000)
    assert answer["deltas"] == [-1000, 1000]


def test_a_winning_dealer_may_be_paid_double() -> None:
    for winner, expected in ((0, [10, -10]), (1, [-5, 5])):
        answer = run(win(winner, 1 - winner, "qi_dui"), dealer_double=True)
        assert answer["deltas"] == expected
        assert answer["wins"][0]["points"] == 5


@pytest.mark.parametrize("least", [1, 2, 3])
def test_the_least_fan(least: int) -> None:
    for fan, event in ((1, win(1, 0)), (2, win(1, None)), (3, win(1, None, "men_qing"))):
        assert error(event, min_fan=least) == (None if fan >= least else "below_minimum")


@pytest.mark.parametrize(
    ("event", "pays"),
    [(kong(1), 2), (kong(1, "added"), 1), (kong(1, "exposed", giver=0), 1)],
)
def test_kong_money(event: Json, pays: int) -> None:
    assert deltas(event, EXHAUST) == [0, 0]
    assert deltas(event, EXHAUST, kong_money=True, base=3) == [-3 * pays, 3 * pays]
    assert deltas(event, EXHAUST, kong_money=True, kongs_on_draw="void") == [0, 0]
    won = deltas(event, win(0, 1), kong_money=True, kongs_on_draw="void")
    assert won == [1 - pays, pays - 1]


def test_chows_may_be_off() -> None:
    chow = {"type": "chow", "seat": 1, "tile": "1m", "from": 0}
    laid = hand("46m123p77m111z", "5m", "789s")
    for events in ([chow, EXHAUST], [laid]):
        assert error(*events) is None
        assert error(*events, allow_chow=False) == "not_allowed"


HAIDI: Json = {"type": "haidi", "seat": 1, "tile": "5m", "ready": [1]}
LAST = win(1, None, "ping_hu", flags=["last_tile"])


@pytest.mark.parametrize(("fan", "total"), [(1, 3), (2, 4)])
def test_the_last_tile_fished(fan: int, total: int) -> None:
    assert deltas(HAIDI, LAST, hai_di_fan=fan) == [-total, total]
    assert ["hai_di_lao_yue", fan] in run(HAIDI, LAST, hai_di_fan=fan)["wins"][0]["items"]


NOT = {"state": "not_ready"}
WAITS = {"state": "ready", "hand": {"concealed": PLAIN}}


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([HAIDI, EXHAUST], None),
        ([{**HAIDI, "ready": [1, 0]}, EXHAUST], None),
        ([{**HAIDI, "ready": [0, 1]}, EXHAUST], "not_allowed"),
        ([{**HAIDI, "ready": [0]}, EXHAUST], "not_allowed"),
        ([{**HAIDI, "ready": []}, EXHAUST], "not_allowed"),
        ([{**HAIDI, "ready": [1, 1]}, EXHAUST], "bad_seat"),
        ([{**HAIDI, "ready": [1, 2]}, EXHAUST], "bad_seat"),
        ([HAIDI, HAIDI, EXHAUST], "not_allowed"),
        ([HAIDI], "incomplete"),
        ([LAST], "bad_flags"),
        ([win(1, 0, flags=["last_tile"])], "bad_flags"),
        ([HAIDI, win(1, None)], "bad_reference"),
        ([HAIDI, win(1, 0)], "bad_reference"),
        ([HAIDI, win(1, 0, flags=["last_tile"])], "bad_reference"),
        ([HAIDI, win(0, None, flags=["last_tile"])], "bad_reference"),
        ([HAIDI, {**LAST, "tile": "6m"}], "bad_reference"),
        ([HAIDI, kong(1), EXHAUST], "not_allowed"),
        ([HAIDI, BAO, EXHAUST], "not_allowed"),
        ([BAO, EXHAUST], "incomplete"),
        ([BAO, HAIDI, EXHAUST], None),
        ([{**BAO, "seat": 0}, HAIDI, EXHAUST], "state_mismatch"),
        ([{"type": "exhaust", "states": [NOT, WAITS]}], "incomplete"),
        ([{"type": "exhaust", "states": [NOT, {"state": "ready"}]}], "incomplete"),
        ([HAIDI, {"type": "exhaust", "states": [NOT, WAITS]}], None),
        ([HAIDI, {"type": "exhaust", "states": [WAITS, WAITS]}], "state_mismatch"),
        ([HAIDI, {"type": "exhaust", "states": [NOT, NOT]}], "state_mismatch"),
        ([{"type": "exhaust", "states": [NOT, {**WAITS, "state": "not_ready"}]}],
         "state_mismatch"),
        ([{"type": "exhaust", "states": [NOT, {"state": "won"}]}], "state_mismatch"),
        ([{"type": "exhaust", "states": [NOT, NOT]}], None),
        ([HAIDI, ABORT], None),
    ],
)  # fmt: skip
def test_the_order_of_fishing(events: list[Json], code: str | None) -> None:
    assert error(*events) == code


def test_thirteen_orphans_and_seven_pairs_are_ready_too() -> None:
    for concealed in ("19m19p19s1234567z", "1122p3355m7799s7z"):
        states = [NOT, {"state": "ready", "hand": {"concealed": concealed}}]
        assert error(HAIDI, {"type": "exhaust", "states": states}) is None
    states = [NOT, {"state": "ready", "hand": {"concealed": "1122p3355m779s17z"}}]
    assert error(HAIDI, {"type": "exhaust", "states": states}) == "not_ready"


TOGETHER = [
    ("qing_yi_se", "hun_yi_se"),
    ("qi_dui", "peng_peng_hu"),
    ("qi_dui", "men_qing"),
    ("qi_dui", "yi_tiao_long"),
    ("qi_dui", "jian_ke"),
    ("peng_peng_hu", "yi_tiao_long"),
    ("xiao_san_yuan", "jian_ke"),
    ("jian_ke", "jian_ke", "jian_ke"),
    ("qi_dui", "qi_dui"),
    ("zi_mo",),
    ("bao_ting",),
    ("hua_pai",),
    ("tian_hu",),
    ("nonsense",),
]


@pytest.mark.parametrize("patterns", TOGETHER)
def test_patterns_that_cannot_be(patterns: tuple[str, ...]) -> None:
    assert error(win(1, 0, *patterns)) == "unknown_pattern"
    assert error(win(1, 0, *reversed(patterns))) == "unknown_pattern"


def test_names_and_tiles_agree() -> None:
    def both(concealed: str, tile: str, *patterns: str) -> Any:
        given = {"hand": {"concealed": concealed}, "declared": {"patterns": [*patterns]}}
        return error(win(1, 0, tile=tile, winners=[{"seat": 1, **given}]))

    assert both(PLAIN, "5m", "ping_hu", "men_qing") is None
    assert both(PLAIN, "5m", "men_qing") is None
    assert both(PLAIN, "5m", "ping_hu") == "declared_mismatch"
    orphans = "19m19p19s1234567z"
    assert both(orphans, "1z", "shi_san_yao") is None
    assert both(orphans, "1z", "da_san_yuan") == "declared_mismatch"
    assert both("111m333p555s777s9m", "9m", "si_an_ke", "peng_peng_hu") is None


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([BAO, BAO, EXHAUST], "not_allowed"),
        ([{**BAO, "kind": "liangdao"}, EXHAUST], "not_allowed"),
        ([BAO, {"type": "pung", "seat": 1, "tile": "1m", "from": 0}, HAIDI, EXHAUST],
         "not_allowed"),
        ([BAO, {"type": "chow", "seat": 1, "tile": "1m", "from": 0}, HAIDI, EXHAUST],
         "not_allowed"),
        ([{"type": "pung", "seat": 2, "tile": "1m", "from": 0}, EXHAUST], "bad_seat"),
        ([{"type": "penalty", "seat": 1, "kind": "x"}, EXHAUST], "incomplete"),
        ([{"type": "flower", "seat": 1, "tile": "1f"}, EXHAUST], "bad_tile"),
        ([hua("1f"), EXHAUST], "bad_tile"),
        ([{"type": "hua"}, EXHAUST], "bad_record"),
        ([win(1, 0, winners=[{"seat": 1}])], "incomplete"),
        ([hand("46m123p789s114z", "5m")], "bad_hand_size"),
    ],
)  # fmt: skip
def test_refusals(events: list[Json], code: str) -> None:
    assert error(*events) == code


@pytest.mark.parametrize("context", [None, {}, {"players": 3}, {"players": 4}])
def test_there_are_two_players(context: Json | None) -> None:
    assert settle("two_player", EXHAUST, context=context)["error"] == "not_allowed"


def test_a_penalty_goes_to_the_other_seat() -> None:
    penalty = {"type": "penalty", "seat": 1, "kind": "false_win", "amount": 7}
    assert deltas(EXHAUST, penalty) == [7, -7]


@pytest.mark.parametrize(
    ("events", "dealer"),
    [([win(0, 1)], 0), ([win(1, 0)], 1), ([EXHAUST], 1), ([ABORT], 1), ([HAIDI, EXHAUST], 1)],
)
def test_the_winner_deals_next(events: list[Json], dealer: int) -> None:
    assert run(*events, context={"dealer": 1})["next_dealer"] == dealer


@given(
    st.lists(st.sampled_from([*FAN, *LIMIT_NAMES]), unique=True, max_size=3),
    st.integers(0, 1),
    st.booleans(),
    st.lists(
        st.tuples(st.integers(0, 1), st.sampled_from(["exposed", "added", "concealed"])), max_size=4
    ),
    st.sampled_from(["linear", "double"]),
    st.booleans(),
    st.integers(1, 9),
)
def test_lawful_records_sum_to_zero(
    patterns: list[str],
    winner: int,
    drawn: bool,
    kongs: list[tuple[int, str]],
    rule: str,
    double: bool,
    base: int,
) -> None:
    events: list[Json] = []
    for i, (seat, kind) in enumerate(kongs):
        events.append(kong(seat, kind, f"{i + 1}p", 1 - seat if kind == "exposed" else None))
    events.append(win(winner, None if drawn else 1 - winner, *patterns))
    options: Json = {"fan_to_points": rule, "dealer_double": double, "kong_money": True}
    one = run(*events, **options)
    if one.get("error") == "unknown_pattern":
        return
    assert sum(one["deltas"]) == 0
    assert one["wins"][0]["fan"] <= 13
    assert run(*events, **options, base=base)["deltas"] == [base * n for n in one["deltas"]]
