"""Guizhou Zhuoji (guizhou_zhuoji.md): one name per hand, 豆, 热炮, 抢杠, 查叫, chickens."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets.guizhou_zhuoji.table import FAN
from tests.scoring.build import ABORT, EXHAUST, Json, kong, settle, tiles, win


def run(*events: Json, context: Json | None = None, **options: Any) -> Json:
    return settle("guizhou_zhuoji", *events, context=context, **options)


def deltas(*events: Json, context: Json | None = None, **options: Any) -> list[int]:
    answer = run(*events, context=context, **options)
    assert "error" not in answer, answer
    found: list[int] = answer["deltas"]
    return found


def error(*events: Json, context: Json | None = None, **options: Any) -> Any:
    return run(*events, context=context, **options).get("error")


def hot(kind: str, *patterns: str, winner: int = 0) -> list[Json]:
    """West makes a 豆 and discards into a win."""
    made = kong(2, kind, "3m", 3 if kind == "exposed" else None, id="k")
    return [made, win(winner, 2, *patterns, flags=["kong_discard"], kong="k")]


def robbed(*patterns: str) -> list[Json]:
    return [
        kong(3, "added", "5m", id="k"),
        win(1, 3, *patterns, by="rob_kong", kong="k"),
    ]


def exhaust(*states: Any) -> Json:
    return {
        "type": "exhaust",
        "states": [{"state": s} if isinstance(s, str) else s for s in states],
    }


EXAMPLES: dict[str, tuple[list[Json], Json, list[int]]] = {
    "gz-03": ([tiles(2, None, "1122m3344p55667s", "7s")], {}, [-40, -40, 120, -40]),
    "gz-06": (
        [
            tiles(
                1,
                0,
                "6668899m",
                "9m",
                {"kind": "pung", "tiles": "222m"},
                {"kind": "pung", "tiles": "444m"},
            )
        ],
        {},
        [-80, 80, 0, 0],
    ),
    "gz-09": ([kong(1), win(0, None, "ping_hu")], {}, [10, 50, -30, -30]),
    "gz-15": (hot("exposed", "qing_yi_se", winner=1), {}, [0, 60, -60, 0]),
    "gz-18": (robbed("qing_yi_se"), {}, [0, 150, 0, -150]),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples(name: str) -> None:
    events, options, expected = EXAMPLES[name]
    assert deltas(*events, **options) == expected


TWO_WINNERS = [
    {"seat": 3, "declared": {"patterns": ["ping_hu"]}},
    {"seat": 1, "declared": {"patterns": ["qi_dui"]}},
]


def test_worked_example_21_hot_with_two_winners() -> None:
    events = [
        kong(2, tile="3m", id="k"),
        win(0, 2, winners=TWO_WINNERS, flags=["kong_discard"], kong="k"),
    ]
    answer = run(*events)
    assert (answer["deltas"], answer["next_dealer"]) == ([0, 100, -170, 70], 2)
    first = run(*events, hot_multi="first", multi_win_dealer="first_winner")
    assert (first["deltas"], first["next_dealer"]) == ([0, 40, -110, 70], 3)
    assert error(*events, multi_win=False) == "not_allowed"


@pytest.mark.parametrize("name", FAN)
def test_hands_are_paid_by_the_discarder_or_all(name: str) -> None:
    fan = FAN[name]
    assert deltas(win(1, None, name)) == [-fan, 3 * fan, -fan, -fan]
    assert deltas(win(1, 2, name), ping_hu_needs_dou=False) == [0, fan, -fan, 0]
    answer = run(win(1, None, name), unit=3)
    assert answer["wins"][0]["fan"] == fan
    assert answer["wins"][0]["points"] == 3 * fan
    assert answer["wins"][0]["items"] == [[name, fan]]


@pytest.mark.parametrize("fan", [90, 50])
def test_one_suit_seven_pairs(fan: int) -> None:
    assert deltas(win(1, 2, "qing_qi_dui"), qing_qi_dui_fan=fan) == [0, fan, -fan, 0]
    laid = run(tiles(1, 2, "1122335566889p", "9p"), qing_qi_dui_fan=fan)["wins"][0]
    assert (laid["fan"], laid["items"]) == (fan, [["qing_qi_dui", fan]])


PUNG = {"kind": "pung", "tiles": "222m"}
HANDS = [
    ("123456m789p55s67p", "8p", (), "ping_hu"),
    ("111m333p999s7788s", "8s", (), "da_dui_zi"),
    ("111m333p99s77s", "9s", (PUNG,), "da_dui_zi"),
    ("1122m3344p55667s", "7s", (), "qi_dui"),
    ("111122m3344p556s", "6s", (), "long_qi_dui"),
    ("11112222m3344p6s", "6s", (), "long_qi_dui"),
    ("12345678955m67m", "8m", (), "qing_yi_se"),
    ("1113335557779m", "9m", (), "qing_da_dui"),
    # Runs and seven pairs at once: the pairs are dearer.
    ("1122334455667m", "7m", (), "qing_qi_dui"),
    ("1122334455666m", "6m", (), "qing_long_bei"),
    ("112233m445566p7s", "7s", (), "qi_dui"),
    ("123456m789p55s67p", "9p", (), None),
    ("1133557799m113p", "5p", (), None),
]


@pytest.mark.parametrize(("concealed", "tile", "melds", "name"), HANDS)
def test_hands_read(concealed: str, tile: str, melds: tuple[Json, ...], name: str | None) -> None:
    answer = run(tiles(1, None, concealed, tile, *melds))
    if name is None:
        assert answer["error"] == "not_a_win"
        return
    assert [item for item, _fan in answer["wins"][0]["items"]] == [name]


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (kong(1), [-20, 60, -20, -20]),
        (kong(1, "added"), [-10, 30, -10, -10]),
        (kong(1, "exposed", giver=2), [0, 10, -10, 0]),
    ],
)
def test_kongs(event: Json, expected: list[int]) -> None:
    assert deltas(event, EXHAUST) == expected
    assert deltas(event, EXHAUST, unit=2) == [2 * n for n in expected]
    assert deltas(event, EXHAUST, dou_on_draw="void") == [0] * 4
    ready = exhaust("not_ready", "ready", "not_ready", "not_ready")
    other = exhaust("ready", "not_ready", "ready", "ready")
    assert deltas(event, ready, dou_on_draw="ready_only") == expected
    assert deltas(event, other, dou_on_draw="ready_only") == [0] * 4
    won = deltas(event, win(0, None, "qi_dui"), dou_on_draw="void")
    assert won[1] == expected[1] - 40
    assert error(event, EXHAUST, dou_on_draw="ready_only") == "incomplete"


@pytest.mark.parametrize(("fan", "total"), [(10, 50), (0, 40)])
def test_out_on_a_kong(fan: int, total: int) -> None:
    event = win(1, None, "qi_dui", flags=["kong_draw"], kong="k")
    found = run(kong(1, id="k"), event, kong_draw_fan=fan)["wins"][0]
    assert (found["fan"], found["points"]) == (total, total)
    assert (["gang_shang_hu", 10] in found["items"]) == (fan == 10)


def test_a_plain_hand_on_a_discard_needs_a_kong_of_its_own() -> None:
    plain = win(1, 2, "ping_hu")
    assert error(plain) == "not_allowed"
    assert error(plain, ping_hu_needs_dou=False) is None
    assert error(kong(2), plain) == "not_allowed"
    for kind, giver in (("concealed", None), ("added", None), ("exposed", 0)):
        assert error(kong(1, kind, giver=giver), plain) is None
    assert error(win(1, 2, "qi_dui")) is None
    assert error(tiles(1, 2, "123456m789p55s67p", "8p")) == "not_allowed"
    # 热炮 and 抢杠 lift it, whatever they are paid.
    for rule in ("table", "void_only", "none"):
        assert error(*hot("concealed", "ping_hu"), hot_shot=rule) is None
    assert error(*robbed("ping_hu")) is None


@pytest.mark.parametrize(
    ("kind", "extra", "stands"),
    [
        ("concealed", 60, [-20, -20, 60, -20]),
        ("added", 30, [-10, -10, 30, -10]),
        ("exposed", 10, [0, 0, 10, -10]),
    ],
)
def test_a_discard_after_a_kong(kind: str, extra: int, stands: list[int]) -> None:
    events = hot(kind, "da_dui_zi")
    assert deltas(*events) == [30 + extra, 0, -30 - extra, 0]
    assert deltas(*events, unit=2) == [60 + 2 * extra, 0, -60 - 2 * extra, 0]
    assert deltas(*events, hot_shot="void_only") == [30, 0, -30, 0]
    plain = [30, 0, -30, 0]
    kept = [a + b for a, b in zip(plain, stands, strict=True)]
    assert deltas(*events, hot_shot="none") == kept
    kinds = {line["kind"] for line in run(*events)["ledger"]}
    assert kinds == {"win", "hot_dou"}


def test_only_the_last_kong_is_lost() -> None:
    events = [kong(2, tile="8p"), *hot("added", "ping_hu")]
    assert deltas(*events) == [-20 + 40, -20, 60 - 40, -20]


def test_robbing_a_kong() -> None:
    assert deltas(*robbed("da_dui_zi")) == [0, 90, 0, -90]
    assert deltas(*robbed("da_dui_zi"), rob_kong_pays="one_share") == [0, 30, 0, -30]
    assert deltas(*robbed("da_dui_zi"), unit=2) == [0, 180, 0, -180]
    both = [{**w, "seat": s} for w, s in zip(TWO_WINNERS, (0, 1), strict=True)]
    several = [robbed("ping_hu")[0], win(1, 3, winners=both, by="rob_kong", kong="k")]
    answer = run(*several)
    assert (answer["deltas"], answer["next_dealer"]) == ([30, 120, 0, -150], 3)
    for kind, giver in (("concealed", None), ("exposed", 0)):
        made = kong(3, kind, "5m", giver, id="k")
        assert error(made, robbed("ping_hu")[1]) == "not_allowed"


FLUSH = {"state": "ready", "declared": {"patterns": ["qing_yi_se"]}}
TEN = {"state": "ready", "max_fan": 10}
# Waits on 5p and 8p.
LAID = {"state": "ready", "hand": {"concealed": "123456m789p55s67p"}}
PAIRS = {"state": "ready", "hand": {"concealed": "1122m3344p55667s"}}


@pytest.mark.parametrize(
    ("states", "expected"),
    [
        ((FLUSH, TEN, "not_ready", "not_ready"), [100, 20, -60, -60]),
        ((FLUSH, TEN, LAID, TEN), [0, 0, 0, 0]),
        (("not_ready",) * 4, [0, 0, 0, 0]),
        ((LAID, "not_ready", "not_ready", "not_ready"), [30, -10, -10, -10]),
        ((PAIRS, "not_ready", TEN, TEN), [40, -60, 10, 10]),
    ],
)
def test_ready_hands_are_paid_in_a_draw(states: tuple[Any, ...], expected: list[int]) -> None:
    assert deltas(exhaust(*states), cha_jiao=True) == expected
    assert deltas(exhaust(*states), cha_jiao=True, unit=3) == [3 * n for n in expected]
    assert deltas(exhaust(*states)) == [0] * 4


READY = {"state": "ready"}
NOTHING = {"state": "ready", "hand": {"concealed": "147m258p369s1122s"}}


@pytest.mark.parametrize(
    ("state", "code"),
    [
        (READY, "incomplete"),
        ({**READY, "declared": {"patterns": ["qi_dui", "ping_hu"]}}, "unknown_pattern"),
        ({**READY, "declared": {"patterns": ["nonsense"]}}, "unknown_pattern"),
        ({**READY, "declared": {"patterns": ["ping_hu"]}, "max_fan": 50}, "declared_mismatch"),
        ({**LAID, "max_fan": 50}, "declared_mismatch"),
        ({**READY, "max_fan": 0}, "declared_mismatch"),
        (NOTHING, "not_ready"),
        ({**LAID, "state": "not_ready"}, "state_mismatch"),
        ({"state": "won"}, "state_mismatch"),
        ({"state": "hua_zhu"}, "state_mismatch"),
    ],
)
def test_states_that_cannot_be(state: Json, code: str) -> None:
    drawn = exhaust(state, "not_ready", "not_ready", "not_ready")
    assert error(drawn, cha_jiao=True) == code


def test_the_states_are_needed_by_options_alone() -> None:
    assert error(EXHAUST) is None
    assert error(EXHAUST, cha_jiao=True) == "incomplete"
    # Whether a seat is ready is enough to keep its kongs.
    drawn = exhaust(READY, "not_ready", "not_ready", "not_ready")
    assert error(drawn, dou_on_draw="ready_only") is None


def test_chickens() -> None:
    ji = {"type": "ji", "counts": [2, 0, 1, 0]}
    assert deltas(EXHAUST, ji, ji_points=5, unit=9) == [25, -15, 5, -15]
    assert deltas(win(0, None, "qi_dui"), ji, ji_points=1)[0] == 120 + 6 - 1
    assert deltas(ji, ABORT, ji_points=5) == [0] * 4
    assert error(EXHAUST, ji) == "not_allowed"
    assert error(EXHAUST, ji, ji, ji_points=5) == "not_allowed"
    assert error(EXHAUST, {**ji, "counts": [-1, 0, 0, 0]}, ji_points=5) == "bad_record"
    assert error(EXHAUST, {**ji, "counts": [1, 0, 0]}, ji_points=5) == "bad_seat"
    assert error(EXHAUST, {"type": "ji"}, ji_points=5) == "bad_record"


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ([win(1, None, "ping_hu", "qi_dui")], "unknown_pattern"),
        ([win(1, None, "gang_shang_hu")], "unknown_pattern"),
        ([win(1, None)], "incomplete"),
        ([{"type": "chow", "seat": 1, "tile": "1m"}, EXHAUST], "not_allowed"),
        ([tiles(1, None, "456m789p55s67p", "8p", {"kind": "chow", "tiles": "123m"})],
         "not_allowed"),
        ([win(1, None, "qi_dui", tile="1z")], "bad_tile"),
        ([{"type": "flower", "seat": 1, "tile": "1f"}, EXHAUST], "bad_tile"),
        ([{"type": "ready", "seat": 1, "kind": "baoting"}, EXHAUST], "not_allowed"),
        ([{"type": "penalty", "seat": 1, "kind": "x"}, EXHAUST], "incomplete"),
    ],
)  # fmt: skip
def test_refusals(events: list[Json], code: str) -> None:
    assert error(*events) == code


def test_names_and_tiles_agree() -> None:
    def both(name: str) -> Any:
        given = {"hand": {"concealed": "1122334455667m"}, "declared": {"patterns": [name]}}
        return error(win(1, None, tile="7m", winners=[{"seat": 1, **given}]))

    assert both("qing_qi_dui") is None
    assert both("qing_yi_se") == "declared_mismatch"


@pytest.mark.parametrize(
    ("events", "dealer"),
    [
        ([win(0, None, "qi_dui")], 0),
        ([win(1, None, "qi_dui")], 1),
        ([win(3, 1, "qi_dui")], 3),
        ([EXHAUST], 2),
        ([ABORT], 2),
    ],
)
def test_the_winner_deals_next(events: list[Json], dealer: int) -> None:
    assert run(*events, context={"dealer": 2})["next_dealer"] == dealer


@given(
    st.lists(
        st.tuples(st.integers(0, 3), st.sampled_from(["exposed", "added", "concealed"])), max_size=4
    ),
    st.integers(0, 3),
    st.none() | st.integers(1, 3),
    st.sampled_from([*FAN, "qing_qi_dui"]),
    st.lists(st.sampled_from(["not_ready", TEN, FLUSH]), min_size=4, max_size=4),
    st.booleans(),
    st.integers(1, 9),
)
def test_lawful_records_sum_to_zero(
    kongs: list[tuple[int, str]],
    winner: int,
    step: int | None,
    name: str,
    states: list[Any],
    drawn: bool,
    unit: int,
) -> None:
    events: list[Json] = []
    for i, (seat, kind) in enumerate(kongs):
        events.append(kong(seat, kind, f"{i + 1}p", (seat + 1) % 4 if kind == "exposed" else None))
    giver = None if step is None else (winner + step) % 4
    events.append(exhaust(*states) if drawn else win(winner, giver, name))
    options: Json = {"cha_jiao": True, "dou_on_draw": "ready_only", "ping_hu_needs_dou": False}
    one = run(*events, **options)
    assert sum(one["deltas"]) == 0
    assert run(*events, **options, unit=unit)["deltas"] == [unit * n for n in one["deltas"]]
