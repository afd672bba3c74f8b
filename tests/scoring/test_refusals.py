"""Every code of refusal: what is said, where, and in which order (EVENTS §6)."""

import json
from typing import Any

import pytest

from scoring.errors import CODES, Problem, Refusal, refuse
from scoring.text import Text
from scoring.web.lines import settle_record
from tests.scoring.build import ABORT, EXHAUST, Json, kong, number, settle, tiles, win

FLUSH = "qing_yi_se"
ROBBED = {"by": "rob_kong", "from": 3, "kong": "k"}

# What the two games share: code, index of the event, events (a Guobiao number or flush wins).
CASES: list[tuple[str, int | None, list[Any]]] = [
    ("bad_record", 0, ["no object"]),
    ("bad_record", 0, [{"no": "type"}]),
    ("bad_record", 0, [{"type": "dance"}]),
    ("bad_record", 0, [{"type": ["win"]}]),
    ("bad_record", 0, [{"type": None}]),
    ("bad_record", 0, [win(1, 0, FLUSH, colour="red")]),
    ("bad_record", 0, [win(1, 0, FLUSH, by="magic")]),
    ("bad_record", 0, [{"type": "win", "by": "self_draw"}]),
    ("bad_record", 0, [win(1, 0, FLUSH, winners={"seat": 1})]),
    ("bad_record", 0, [win(1, 0, winners=[{"seat": 1, "declared": "qing_yi_se"}])]),
    ("bad_record", 0, [win(1, 0, winners=[{"seat": 1, "declared": {"pattern": []}}])]),
    ("bad_record", 0, [win(1, 0, winners=[{"seat": 1, "luck": 3}])]),
    ("bad_record", 0, [win(1, 0, FLUSH, flags="last_tile")]),
    ("bad_record", 0, [win(1, 0, FLUSH, id=5)]),
    ("bad_record", 0, [{"type": "adjust", "from": 0, "to": 1, "amount": 1.5}, EXHAUST]),
    ("bad_record", 0, [{"type": "adjust", "from": 0, "to": 1, "amount": 10**10}, EXHAUST]),
    ("bad_record", 0, [{"type": "penalty", "seat": 0, "kind": "x", "amount": -3}, EXHAUST]),
    ("bad_seat", 0, [win(4, 0, FLUSH)]),
    ("bad_seat", 0, [win(1, -1, FLUSH)]),
    ("bad_seat", 0, [win(1, 1, FLUSH)]),
    ("bad_seat", 0, [win(1, None, FLUSH, by="discard")]),
    ("bad_seat", 0, [win(1, 0, winners=[])]),
    ("bad_seat", 0, [{"type": "adjust", "from": 2, "to": 2, "amount": 5}, EXHAUST]),
    ("bad_seat", 0, [{"type": "adjust", "from": 2, "to": 1, "amount": 0}, EXHAUST]),
    ("bad_seat", 0, [{"type": "penalty", "seat": 0, "kind": "x", "amount": 1, "against": [0]}]),
    ("bad_seat", 0, [{"type": "penalty", "seat": 0, "kind": "x", "amount": 1, "against": [1, 1]}]),
    ("bad_seat", 0, [kong(0, "exposed"), EXHAUST]),
    ("bad_seat", 0, [kong(0, "exposed", giver=0), EXHAUST]),
    ("bad_seat", 0, [{"type": "pung", "seat": 1, "tile": "1m", "from": 1}, EXHAUST]),
    ("bad_seat", 0, [{"type": "exhaust", "states": [{"state": "not_ready"}] * 3}]),
    ("bad_tile", 0, [win(1, 0, FLUSH, tile="0m")]),
    ("bad_tile", 0, [win(1, 0, FLUSH, tile="5x")]),
    ("bad_tile", 0, [win(1, 0, FLUSH, tile="55m")]),
    ("bad_tile", 0, [tiles(1, 0, "123456789m12345", "1m")]),
    ("bad_tile", 0, [tiles(1, 0, "123456789m123z9f", "1m")]),
    ("bad_hand_size", 0, [tiles(1, 0, "123456789m123p", "1m")]),
    ("bad_hand_size", 0, [tiles(1, 0, "123456789m12355p", "1m")]),
    (
        "bad_hand_size",
        0,
        [tiles(1, 0, "123456789m5p", "5p", {"kind": "pung", "tiles": "112p"})],
    ),
    (
        "bad_hand_size",
        0,
        [tiles(1, 0, "123456789m5p", "5p", {"kind": "kong_added", "tiles": "111p"})],
    ),
    (
        "bad_hand_size",
        0,
        [tiles(1, 0, "123456789m5p", "5p", {"kind": "chow", "tiles": "891p"})],
    ),
    ("too_many_tiles", 0, [tiles(1, 0, "1111m234567p999s", "1m")]),
    (
        "too_many_tiles",
        None,
        [kong(2, tile="9s"), tiles(1, 0, "123456789m5p99s5p", "9s")],
    ),
    ("too_many_tiles", 1, [kong(2, tile="9s"), kong(1, tile="9s"), EXHAUST]),
    ("bad_reference", 0, [win(1, None, FLUSH, flags=["kong_draw"])]),
    ("bad_reference", 1, [kong(2, id="k"), win(1, None, FLUSH, flags=["kong_draw"], kong="k")]),
    ("bad_reference", 0, [win(1, None, FLUSH, flags=["kong_draw"], kong="x")]),
    ("bad_reference", 1, [kong(3, "added", "5m"), win(1, None, FLUSH, **ROBBED)]),
    ("bad_reference", 1, [kong(2, "added", "5m", id="k"), win(1, None, FLUSH, **ROBBED)]),
    ("bad_reference", 1, [kong(3, "added", "6m", id="k"), win(1, None, FLUSH, **ROBBED)]),
    ("bad_reference", 1, [kong(0, id="k"), win(1, 0, FLUSH, kong="k")]),
    (
        "bad_reference",
        2,
        [
            kong(1, id="k"),
            kong(1, tile="8s"),
            win(1, None, FLUSH, flags=["kong_draw"], kong="k"),
        ],
    ),
    ("bad_reference", 1, [kong(0, id="k"), kong(1, tile="8s", id="k"), EXHAUST]),
    ("bad_reference", 1, [kong(0, id="a"), kong(0, tile="8s", after="x"), EXHAUST]),
    ("not_allowed", 1, [kong(3, "concealed", "5m", id="k"), win(1, None, FLUSH, **ROBBED)]),
    (
        "not_allowed",
        1,
        [kong(3, "exposed", "5m", giver=0, id="k"), win(1, None, FLUSH, **ROBBED)],
    ),
    ("not_allowed", 0, [{"type": "void", "seat": 0, "suit": "m"}, EXHAUST]),
    ("bad_flags", 0, [win(1, None, FLUSH, **{"from": 2})]),
    ("bad_flags", 0, [win(1, 0, FLUSH, flags=["windy"])]),
    ("bad_flags", 0, [win(1, 0, FLUSH, flags=["last_tile", "last_tile"])]),
    ("bad_flags", 1, [kong(1, id="k"), win(1, 0, FLUSH, flags=["kong_draw"], kong="k")]),
    ("bad_flags", 1, [kong(1, id="k"), win(1, None, FLUSH, flags=["kong_discard"], kong="k")]),
    ("bad_flags", 0, [kong(0, "concealed", giver=1), EXHAUST]),
    ("after_end", 1, [EXHAUST, kong(0)]),
    ("after_end", 1, [EXHAUST, EXHAUST]),
    ("after_end", 1, [ABORT, number(8, 1, 0)]),
    ("incomplete", None, []),
    ("incomplete", None, [kong(0)]),
    ("incomplete", 0, [win(1, 0, winners=[{"seat": 1}])]),
    ("incomplete", 0, [win(1, 0, winners=[{"seat": 1, "declared": {}}])]),
]
NANCHANG_NAMES = {FLUSH: "ping_hu"}


def _for(ruleset: str, events: list[Any]) -> list[Any]:
    if ruleset == "guobiao":
        return events
    changed: list[Any] = json.loads(json.dumps(events).replace(FLUSH, NANCHANG_NAMES[FLUSH]))
    return changed


@pytest.mark.parametrize("ruleset", ["guobiao", "nanchang"])
@pytest.mark.parametrize(("code", "event", "events"), CASES)
def test_shared_refusals(ruleset: str, code: str, event: int | None, events: list[Any]) -> None:
    answer = settle(ruleset, *_for(ruleset, events))
    assert (answer.get("error"), answer.get("event")) == (code, event), answer


FLOWER = {"type": "flower", "seat": 0, "tile": "1f"}
GUOBIAO: list[tuple[str, list[Any], Json]] = [
    ("below_minimum", [number(7, 1, 0)], {}),
    ("below_minimum", [win(1, 0, "ping_hu")], {}),
    (
        "below_minimum",
        [win(1, 0, winners=[{"seat": 1, "declared": {"fan_with_flowers": 7}}])],
        {},
    ),
    ("unknown_pattern", [win(1, 0, "nonsense")], {}),
    ("unknown_pattern", [win(1, 0, FLUSH, "zi_mo")], {}),
    ("unknown_pattern", [win(1, 0, FLUSH, "hua_pai")], {}),
    ("unknown_pattern", [win(1, 0, FLUSH, FLUSH)], {}),
    ("unknown_pattern", [win(1, 0, FLUSH, "hun_yi_se")], {}),
    ("unknown_pattern", [win(1, 0, "da_si_xi", "peng_peng_hu")], {}),
    ("unknown_pattern", [win(1, 0, FLUSH, "ming_an_gang")], {"mixed_kongs": "split"}),
    ("declared_mismatch", [win(1, None, FLUSH, "quan_qiu_ren")], {}),
    (
        "declared_mismatch",
        [win(1, 0, winners=[{"seat": 1, "declared": {"fan": 25, "patterns": [FLUSH]}}])],
        {},
    ),
    (
        "declared_mismatch",
        [
            win(
                1,
                0,
                winners=[{"seat": 1, "declared": {"fan_with_flowers": 33, "patterns": [FLUSH]}}],
            )
        ],
        {},
    ),
    (
        "declared_mismatch",
        [win(1, 0, winners=[{"seat": 1, "declared": {"fan": 9, "fan_with_flowers": 9}}])],
        {},
    ),
    (
        "not_allowed",
        [win(1, 0, winners=[{"seat": s, "declared": {"fan": 8}} for s in (1, 2)])],
        {},
    ),
    (
        "bad_seat",
        [win(1, 0, winners=[{"seat": s, "declared": {"fan": 8}} for s in (2, 1)])],
        {"multi_win": "all"},
    ),
    (
        "bad_seat",
        [win(1, None, winners=[{"seat": s, "declared": {"fan": 8}} for s in (1, 2)])],
        {"multi_win": "all"},
    ),
    (
        "too_many_tiles",
        [*[{"type": "flower", "seat": s, "tile": "1f"} for s in (0, 1)], EXHAUST],
        {},
    ),
    ("bad_tile", [{**FLOWER, "tile": "1m"}, EXHAUST], {}),
    (
        "bad_record",
        [win(1, 0, winners=[{"seat": 1, "declared": {"fan": 8, "gen": 1}}])],
        {},
    ),
    ("bad_option", [number(8, 1, 0)], {"base": "eight"}),
    ("bad_option", [number(8, 1, 0)], {"minimum": 8}),
    ("bad_option", [number(8, 1, 0)], {"preset": "nobody"}),
]


@pytest.mark.parametrize(("code", "events", "options"), GUOBIAO)
def test_guobiao_refusals(code: str, events: list[Any], options: Json) -> None:
    assert settle("guobiao", *events, **options).get("error") == code


WILD = {"type": "wild", "indicator": "4s", "tiles": ["4s", "5s"]}
JING = {"type": "jing", "held": [[1, 0], [0, 0], [0, 0], [0, 0]]}
NANCHANG: list[tuple[str, list[Any], Json]] = [
    ("unknown_pattern", [win(1, 0, "nonsense")], {}),
    ("unknown_pattern", [win(1, 0, "ping_hu", "da_qi_dui")], {}),
    ("unknown_pattern", [win(1, 0, "de_guo", "de_zhong_de")], {}),
    ("unknown_pattern", [win(1, 0, "ping_hu", "de_zhong_de")], {"de_zhong_de": True}),
    ("not_a_win", [tiles(1, 0, "123456m789p1234z", "8s")], {}),
    (
        "declared_mismatch",
        [
            WILD,
            win(
                1,
                None,
                tile="8s",
                winners=[
                    {
                        "seat": 1,
                        "hand": {"concealed": "123456m789p55z67s"},
                        "declared": {"patterns": ["ping_hu"]},
                    }
                ],
            ),
        ],
        {},
    ),
    ("bad_record", [number(8, 1, 0)], {}),
    (
        "bad_record",
        [win(1, 0, winners=[{"seat": 1, "declared": {"patterns": ["ping_hu"], "fan": 8}}])],
        {},
    ),
    (
        "bad_record",
        [win(1, 0, winners=[{"seat": 1, "declared": {"patterns": ["ping_hu"], "gen": 1}}])],
        {},
    ),
    ("not_allowed", [EXHAUST, JING], {}),
    ("not_allowed", [EXHAUST, {"type": "chan", "tile": "1z"}], {}),
    ("not_allowed", [EXHAUST, JING, JING], {"jing_score": True}),
    ("not_allowed", [{"type": "chow", "seat": 1, "tile": "1m"}, EXHAUST], {"allow_chow": False}),
    (
        "not_allowed",
        [tiles(1, 0, "123456m789p5z", "5z", {"kind": "chow", "tiles": "123s"})],
        {"allow_chow": False},
    ),
    (
        "not_allowed",
        [kong(3, "added", "5m", id="k"), win(1, None, "ping_hu", **ROBBED)],
        {"rob_kong": "forbidden"},
    ),
    (
        "not_allowed",
        [win(1, 0, winners=[{"seat": s, "declared": {"patterns": ["ping_hu"]}} for s in (1, 2)])],
        {},
    ),
    ("bad_flags", [win(1, None, "ping_hu", flags=["heavenly"])], {}),
    ("bad_flags", [win(0, None, "ping_hu", flags=["earthly"])], {}),
    ("bad_flags", [kong(2), win(0, None, "ping_hu", flags=["heavenly"])], {}),
    ("state_mismatch", [{**WILD, "tiles": ["4s", "6s"]}, EXHAUST], {}),
    ("state_mismatch", [{**WILD, "tiles": ["4s"]}, EXHAUST], {}),
    ("incomplete", [{"type": "penalty", "seat": 0, "kind": "false_win"}, EXHAUST], {}),
    (
        "bad_record",
        [EXHAUST, {**JING, "held": [[1, 0], [0], [0, 0], [0, 0]]}],
        {"jing_score": True},
    ),
    (
        "bad_record",
        [EXHAUST, {**JING, "held": [[1, 0], [-1, 0], [0, 0], [0, 0]]}],
        {"jing_score": True},
    ),
    ("bad_seat", [EXHAUST, {**JING, "held": [[1, 0]]}], {"jing_score": True}),
    (
        "too_many_tiles",
        [EXHAUST, {**JING, "held": [[3, 0], [2, 0], [0, 0], [0, 0]]}],
        {"jing_score": True},
    ),
    ("bad_tile", [win(1, 0, "ping_hu", tile="1f")], {}),
    ("bad_option", [EXHAUST], {"base": 0}),
    ("bad_option", [EXHAUST], {"chao_zhuang": 3}),
]


@pytest.mark.parametrize(("code", "events", "options"), NANCHANG)
def test_nanchang_refusals(code: str, events: list[Any], options: Json) -> None:
    assert settle("nanchang", *events, **options).get("error") == code


@pytest.mark.parametrize(
    ("code", "record"),
    [
        ("bad_record", []),
        ("bad_record", None),
        ("bad_record", "text"),
        ("bad_record", {"id": "x"}),
        ("bad_record", {"id": "x", "ruleset": "riichi", "events": []}),
        ("bad_record", {"id": "x", "ruleset": ["guobiao"], "events": []}),
        ("bad_record", {"id": "x", "ruleset": "guobiao"}),
        ("bad_record", {"id": 5, "ruleset": "guobiao", "events": [EXHAUST]}),
        ("bad_record", {"id": "x", "ruleset": "guobiao", "events": {}}),
        ("bad_record", {"id": "x", "ruleset": "guobiao", "events": [EXHAUST], "extra": 1}),
        ("bad_option", {"id": "x", "ruleset": "guobiao", "events": [EXHAUST], "options": []}),
    ],
)
def test_malformed_records(code: str, record: object) -> None:
    assert settle_record(record)["error"] == code


@pytest.mark.parametrize(
    ("code", "context"),
    [
        ("bad_record", []),
        ("not_allowed", {"players": 3}),
        ("bad_record", {"players": "4"}),
        ("bad_record", {"players": True}),
        ("bad_seat", {"dealer": 4}),
        ("bad_seat", {"dealer": -1}),
        ("bad_record", {"dealer": "East"}),
        ("bad_record", {"round_wind": 4}),
        ("bad_record", {"streak": -1}),
        ("bad_record", {"carry": {"huang_fan": 1}}),
        ("bad_record", {"carry": 3}),
        ("bad_record", {"last_dealers": 1}),
        ("bad_seat", {"last_dealers": [5]}),
        ("bad_record", {"weather": "fine"}),
    ],
)
def test_malformed_contexts(code: str, context: Any) -> None:
    assert settle("guobiao", EXHAUST, context=context)["error"] == code


def test_every_problem_is_told_at_once() -> None:
    record = {
        "id": "x",
        "ruleset": "guobiao",
        "context": {"dealer": 9},
        "events": [win(7, 0, FLUSH, tile="0m"), {"type": "dance"}],
        "extra": True,
    }
    answer = settle_record(record)
    # A malformed key is named last: the others say more.
    assert answer["error"] == "bad_seat"
    for words in ("extra", "9", "7", "0m", "dance"):
        assert words in answer["message"]


def test_the_problems_of_all_winners_are_told() -> None:
    winners = [{"seat": s, "declared": {"fan": s}} for s in (1, 2)]
    answer = settle("guobiao", win(1, 0, winners=winners), multi_win="all")
    assert answer["error"] == "below_minimum"
    assert "South has 1 fan" in answer["message"]
    assert "West has 2 fan" in answer["message"]


def test_a_refusal_speaks_both_languages() -> None:
    zh, en = settle("guobiao", number(7, 1, 0))["message"].split(" / ")
    assert "不到8番" in zh
    assert "needs 8" in en
    assert en.isascii()


def test_a_refusal_puts_the_malformed_last() -> None:
    first = Problem("bad_record", Text("一", "one"), 0)
    second = Problem("bad_seat", Text("二", "two"), 3)
    refusal = Refusal([first, second])
    assert (refusal.code, refusal.event) == ("bad_seat", 3)
    assert refusal.message == Text("第4个事件：二 第1个事件：一", "Event 4: two Event 1: one")
    assert str(refusal) == refusal.message.en
    # The form knows the place and shows the words alone.
    assert refusal.problems[0].message == Text("二", "two")


def test_a_refusal_names_a_problem() -> None:
    with pytest.raises(RuntimeError):
        Refusal([])


def test_all_codes_used_here_are_of_the_closed_set() -> None:
    used = {code for code, *_ in (*CASES, *GUOBIAO, *NANCHANG)}
    assert used < CODES
    # The others belong to games with exhaust states, suits to avoid, or seats that go out.
    assert CODES - used == {"bad_json", "not_ready", "void_suit", "already_won"}
    assert refuse("bad_json", "坏", "bad").code in CODES
