"""Every option of the Sichuan games, value by value (§10 of the specs)."""

from typing import Any, NamedTuple

import pytest

from scoring.rulesets import get_ruleset
from tests.scoring.build import Json, kong, settle
from tests.scoring.sichuan_hands import (
    FAMILY,
    PLAIN,
    XUELIU,
    XUEZHAN,
    exhaust,
    kong_draw,
    named,
    robbery,
    several,
    shown,
    win_tiles,
)

# What makes 血流 count like 血战, so that the same scenes can be played in both.
LIKE_XUEZHAN: Json = {
    "score_system": "doubling",
    "kong_mode": "instant",
    "self_draw_bonus": "add_base",
    "kong_draw_fan": 1,
    "kong_discard_fan": 1,
    "rob_kong_fan": 1,
    "last_tile_fan": 1,
    "exposed_kong_draw": "feeder",
    "hua_zhu_rule": "flat",
    "hua_zhu_points": 10,
    "hua_zhu_payees": "all_non_pig",
    "hua_zhu_da_jiao": True,
}
LIKE: dict[str, Json] = {
    XUEZHAN: {},
    PLAIN: {
        "self_draw_bonus": "add_base",
        "last_tile_fan": 1,
        "exposed_kong_units": 2,
        "hua_zhu_points": 10,
        "hua_zhu_da_jiao": True,
        "next_dealer": "winner",
    },
    XUELIU: LIKE_XUEZHAN,
}


class Scene(NamedTuple):
    """Events, and what they come to under each value of an option: deltas or a refusal."""

    option: str
    events: list[Json]
    values: list[tuple[Any, Any]]
    games: tuple[str, ...] = FAMILY
    more: Json = {}


END = exhaust("W", 1, 1, 1)
PUNGS = ("pung 222p", "pung 777p", "pung 888p")
CONCEALED_NINES = "kong_concealed 9999s"
DISCARD = [named(0, 1, "ping_hu"), END]
EXCHANGE = ["129m", "189p", "115s", "248m"]
DICE = {"type": "dice", "values": [2, 4], "purpose": "exchange"}
VOIDS = [{"type": "void", "seat": seat, "suit": "s"} for seat in range(4)]
FALSE_WIN = {"type": "penalty", "seat": 1, "kind": "false_win"}
# 6m makes a plain hand, 9m an outside hand.
TWO_WAITS = "12378978m12399p"


def _exchange(direction: str = "", to: int = 2) -> Json:
    """Each bundle goes ``to`` seats further."""
    event: Json = {
        "type": "exchange",
        "given": EXCHANGE,
        "received": [EXCHANGE[(seat - to) % 4] for seat in range(4)],
    }
    return event | ({"direction": direction} if direction else {})


ALL_READY = exhaust(1, 1, 1, 1)
ROBBED = [*robbery(3, 1), exhaust(1, 1, 1, "W")]
GUN = [
    kong(1, id="k0", tile="9s", kind="added"),
    kong(1, id="k", tile="8s", after="k0"),
    named(2, 1, "ping_hu", flags=["kong_discard"], kong="k"),
    exhaust(1, 1, "W", 1),
]
SCENES = [
    Scene("base", [kong(2), *DISCARD], [(1, [-1, -3, 6, -2]), (5, [-5, -15, 30, -10]), (0, None)]),
    Scene(
        "cap_fan",
        [named(0, 1, "qing_yi_se", 2), END],
        [(0, [16, -16, 0, 0]), (5, [16, -16, 0, 0]), (4, [8, -8, 0, 0]), (1, [1, -1, 0, 0])],
    ),
    Scene(
        "multi_win",
        [several(0, 1, 2), exhaust(1, "W", "W", 1)],
        [("all", [-2, 1, 1, 0]), ("nearest", "not_allowed")],
    ),
    Scene(
        "multi_win",
        [named(1, 0, "ping_hu"), exhaust(1, "W", 1, 1)],
        [("all", [-1, 1, 0, 0]), ("nearest", [-1, 1, 0, 0])],
    ),
    Scene(
        "false_win_points",
        [FALSE_WIN, ALL_READY],
        [(0, [0, 0, 0, 0]), (1, [1, -3, 1, 1]), (4, [4, -12, 4, 4])],
    ),
    Scene(
        "false_win_effect",
        [FALSE_WIN, ALL_READY],
        [("continue", [1, -3, 1, 1]), ("end_hand", "after_end")],
    ),
    Scene(
        "false_win_effect", [FALSE_WIN], [("continue", "incomplete"), ("end_hand", [1, -3, 1, 1])]
    ),
    Scene(
        "xianggong_payees",
        [named(0, 1, "ping_hu"), {**FALSE_WIN, "seat": 2, "kind": "long"}, exhaust("W", 1, "N", 1)],
        [("all", [2, 1, -5, 2]), ("active", [1, 1, -4, 2])],
        (XUEZHAN,),
    ),
    Scene(
        "xianggong_payees",
        [{**FALSE_WIN, "kind": "short"}, exhaust(1, "N", 1, 1)],
        [("all", [2, -6, 2, 2]), ("active", [2, -6, 2, 2])],
        (PLAIN, XUELIU),
    ),
    Scene(
        "leaver_forfeits",
        [kong(0), named(0, 1, "ping_hu", 1), {"type": "leave", "seat": 0}, END],
        [(False, [8, -4, -2, -2]), (True, [6, -2, -2, -2])],
        (XUEZHAN, XUELIU),
    ),
    Scene(
        "leaver_forfeits",
        [{"type": "leave", "seat": 0}, kong(0), named(1, 0, "ping_hu")],
        [(False, [5, -1, -2, -2]), (True, [5, -1, -2, -2])],
        (PLAIN,),
    ),
    Scene(
        "gen_counts",
        [kong(0), win_tiles(0, 1, "123456s1178p", "9p", CONCEALED_NINES), END],
        [("all", [8, -4, -2, -2]), ("undeclared_only", [7, -3, -2, -2])],
    ),
    Scene(
        "long_qi_dui_fan",
        [win_tiles(0, 1, "111199m4466889p", "9p"), END],
        [(4, [8, -8, 0, 0]), (5, [16, -16, 0, 0]), (3, None)],
    ),
    Scene(
        "jiang_dui_fan",
        [win_tiles(0, 1, "8885m222555888s", "5m"), END],
        [(4, [8, -8, 0, 0]), (3, [4, -4, 0, 0]), (5, None)],
    ),
    Scene(
        "yi_tiao_long_fan",
        [win_tiles(0, 1, "123456789m4566p", "6p"), END],
        [(0, [1, -1, 0, 0]), (3, [4, -4, 0, 0]), (1, None)],
    ),
    Scene(
        "tian_hu_fan",
        [named(0, None, "ping_hu", flags=["heavenly"]), END],
        [(0, [6, -2, -2, -2]), (6, [99, -33, -33, -33])],
    ),
    Scene(
        "di_hu_fan",
        [named(1, None, "ping_hu", flags=["earthly"]), exhaust(1, "W", 1, 1)],
        [(0, [-2, 6, -2, -2]), (5, [-17, 51, -17, -17])],
    ),
    Scene(
        "men_qing_fan",
        [win_tiles(0, 1, "123456m1177789p", "1p"), END],
        [(0, [1, -1, 0, 0]), (1, [2, -2, 0, 0]), (2, None)],
    ),
    Scene(
        "zhong_zhang_fan",
        [win_tiles(0, 1, "234456m4445667p", "8p"), END],
        [(0, [1, -1, 0, 0]), (1, [2, -2, 0, 0])],
    ),
    Scene(
        "jin_gou_diao_fan",
        [win_tiles(0, 1, "3m", "3m", "pung 111m", *PUNGS), END],
        [(0, [2, -2, 0, 0]), (1, [4, -4, 0, 0])],
    ),
    Scene(
        "self_draw_bonus",
        [named(0, None, "qing_yi_se"), END],
        [
            ("none", [12, -4, -4, -4]),
            ("add_base", [15, -5, -5, -5]),
            ("add_fan", [24, -8, -8, -8]),
        ],
    ),
    Scene(
        "self_draw_bonus",
        [named(0, None, "qing_yi_se"), END],
        [
            ("none", [12, -4, -4, -4]),
            ("add_base", [15, -5, -5, -5]),
            ("add_fan", [12, -4, -4, -4]),
        ],
        more={"cap_fan": 3},
    ),
    Scene(
        "kong_draw_fan",
        [kong(0, id="k"), kong_draw(0), END],
        [(0, [15, -5, -5, -5]), (1, [21, -7, -7, -7]), (2, [33, -11, -11, -11])],
    ),
    Scene("kong_discard_fan", GUN, [(0, [-3, 8, -2, -3]), (1, [-3, 7, -1, -3])]),
    Scene("rob_kong_fan", ROBBED, [(0, [0, -1, 0, 1]), (1, [0, -2, 0, 2])]),
    Scene(
        "last_tile_fan",
        [named(0, 1, "ping_hu", flags=["last_tile"]), END],
        [(0, [1, -1, 0, 0]), (1, [2, -2, 0, 0])],
    ),
    Scene(
        "exposed_kong_draw",
        [kong(0, "exposed", giver=2, id="k"), kong_draw(0), END],
        [("feeder", [6, 0, -6, 0]), ("all", [17, -5, -7, -5])],
    ),
    Scene(
        "exposed_kong_units",
        [kong(0, "exposed", giver=1), ALL_READY],
        [(0, [0, 0, 0, 0]), (1, [1, -1, 0, 0]), (2, [2, -2, 0, 0])],
    ),
    Scene(
        "added_kong_units",
        [kong(0, "added"), ALL_READY],
        [(0, [0, 0, 0, 0]), (1, [3, -1, -1, -1]), (2, [6, -2, -2, -2])],
    ),
    Scene(
        "concealed_kong_units",
        [kong(0), ALL_READY],
        [(0, [0, 0, 0, 0]), (1, [3, -1, -1, -1]), (3, [9, -3, -3, -3])],
    ),
    Scene(
        "kong_refund",
        [kong(0), kong(1, tile="8s"), exhaust("N", 1, 1, 1)],
        [(True, [-5, 7, -1, -1]), (False, [1, 5, -3, -3])],
    ),
    Scene(
        "kong_transfer",
        GUN,
        [("off", [-3, 7, -1, -3]), ("last_kong", [-3, 1, 5, -3]), ("chain", [-3, -2, 8, -3])],
    ),
    Scene(
        "hua_zhu_points",
        [exhaust("P", 1, 1, 1)],
        [(0, [-3, 1, 1, 1]), (16, [-51, 17, 17, 17]), ("cap", None), (-1, None)],
    ),
    Scene(
        "hua_zhu_points",
        [exhaust("P", 1, 1, 1)],
        [("cap", [-27, 9, 9, 9]), (2, [-9, 3, 3, 3])],
        more={"cap_fan": 4},
    ),
    Scene(
        "hua_zhu_payees",
        [named(0, 1, "ping_hu"), exhaust("W", "P", 1, "N")],
        [("active", [1, -22, 12, 9]), ("all", [11, -32, 12, 9])],
        (XUEZHAN,),
    ),
    Scene(
        "hua_zhu_payees",
        [named(0, 1, "ping_hu"), exhaust({"state": "won", "max_fan": 1}, "P", 1, "N")],
        [("ready_or_won", [13, -23, 12, -2]), ("all_non_pig", [13, -33, 12, 8])],
        (XUELIU,),
    ),
    Scene(
        "hua_zhu_da_jiao",
        [exhaust(3, "P", "N", 1)],
        [(True, [18, -35, 5, 12]), (False, [14, -30, 5, 11])],
    ),
    Scene(
        "da_jiao_value",
        [exhaust(TWO_WAITS, "N", "N", "N")],
        [("max", [12, -4, -4, -4]), ("min", [3, -1, -1, -1])],
    ),
    Scene(
        "dead_wait_counts",
        [exhaust(shown("ready", TWO_WAITS, unseen="6m3p"), "N", "N", "N")],
        [(True, [12, -4, -4, -4]), (False, [3, -1, -1, -1])],
    ),
    Scene(
        "dead_wait_counts",
        [exhaust(shown("ready", TWO_WAITS, unseen="55s"), "N", "N", "N")],
        [(True, [12, -4, -4, -4]), (False, "not_ready")],
    ),
    Scene(
        "dead_wait_counts",
        [exhaust(1, shown("not_ready", TWO_WAITS, unseen="55s"), 1, 1)],
        [(True, "state_mismatch"), (False, [1, -3, 1, 1])],
    ),
    Scene("dead_wait_counts", [exhaust(TWO_WAITS, "N", "N", "N")], [(False, [12, -4, -4, -4])]),
    Scene("declare_void", [*VOIDS, ALL_READY], [(False, "not_allowed"), (True, [0, 0, 0, 0])]),
    Scene("declare_void", [ALL_READY], [(False, [0, 0, 0, 0]), (True, "incomplete")]),
    Scene(
        "exchange_three",
        [DICE, _exchange(), ALL_READY],
        [(False, "not_allowed"), (True, [0, 0, 0, 0])],
    ),
    Scene(
        "exchange_direction",
        [DICE, _exchange(), ALL_READY],
        [
            ("dice_plus_one", [0, 0, 0, 0]),
            ("dice_thirds", "bad_record"),
            ("fixed_next", "state_mismatch"),
            ("fixed_across", [0, 0, 0, 0]),
            ("fixed_prev", "state_mismatch"),
            ("recorded", "incomplete"),
            ("random", None),
        ],
        more={"exchange_three": True},
    ),
    Scene(
        "exchange_direction",
        [_exchange("next", 1), ALL_READY],
        [
            ("dice_plus_one", [0, 0, 0, 0]),
            ("dice_thirds", [0, 0, 0, 0]),
            ("fixed_next", [0, 0, 0, 0]),
            ("fixed_across", "state_mismatch"),
            ("recorded", [0, 0, 0, 0]),
        ],
        more={"exchange_three": True},
    ),
]
XUELIU_SCENES = [
    Scene(
        "score_system",
        [named(0, 1, "qing_yi_se"), END],
        [("additive", [6, -6, 0, 0]), ("doubling", [4, -4, 0, 0])],
        more={"kong_mode": "instant"},
    ),
    Scene("score_system", DISCARD, [("doubling", None)]),
    Scene(
        "pattern_points",
        [named(0, 1, "qing_yi_se"), named(1, 2, "ji_ben_hu"), exhaust("W", "W", 1, 1)],
        [({}, [6, -5, -1, 0]), ({"qing_yi_se": 8}, [8, -7, -1, 0]), ({"nine": 9}, None)],
    ),
    Scene(
        "pattern_points",
        [win_tiles(0, 1, "123456m1177789p", "1p"), END],
        [
            ({}, [2, -2, 0, 0]),
            ({"men_qian_qing": 0}, [1, -1, 0, 0]),
            ({"men_qian_qing": 5}, [5, -5, 0, 0]),
        ],
    ),
    Scene(
        "pattern_points",
        [win_tiles(0, 1, "1133446677889m", "9m"), END],
        [({}, "not_a_win"), ({"qi_dui": 3}, [6, -6, 0, 0]), ({"qi_dui": 7}, [7, -7, 0, 0])],
    ),
    Scene(
        "men_qing_self_draw",
        [named(0, None, "men_qian_qing"), END],
        [(0, [6, -2, -2, -2]), (1, [9, -3, -3, -3]), (2, [12, -4, -4, -4])],
    ),
    Scene(
        "kong_mode",
        [kong(0), kong(1, "exposed", tile="8s", giver=2), named(0, 1, "ji_ben_hu"), END],
        [
            ("in_out", [4, -4, 0, 0]),
            ("in_only", [3, -3, 0, 0]),
            ("instant", [7, -1, -4, -2]),
            ("never", None),
        ],
    ),
    Scene(
        "exposed_kong_fan",
        [kong(0, "added"), kong(1, "exposed", tile="8s", giver=2), named(0, 1, "ji_ben_hu"), END],
        [(0, [1, -1, 0, 0]), (1, [3, -3, 0, 0]), (4, [9, -9, 0, 0])],
    ),
    Scene(
        "concealed_kong_fan",
        [kong(0), kong(1, tile="8s"), named(0, 1, "ji_ben_hu"), END],
        [(0, [1, -1, 0, 0]), (2, [5, -5, 0, 0]), (3, [7, -7, 0, 0])],
    ),
    Scene(
        "san_tou_hu",
        [win_tiles(0, 1, "11m45678s", "3s", "pung 999s", "pung 222s"), END],
        [(0, [1, -1, 0, 0]), (1, [2, -2, 0, 0]), (5, [6, -6, 0, 0])],
    ),
    # Two waits are not enough.
    Scene(
        "san_tou_hu",
        [win_tiles(0, 1, "11m234567s78s", "9s", "pung 888m"), END],
        [(0, [1, -1, 0, 0]), (1, [1, -1, 0, 0])],
    ),
    Scene(
        "rob_kong_value",
        [*robbery(3, 1, "qing_yi_se"), exhaust(1, 1, 1, "W")],
        [("pattern", [0, -6, 0, 6]), ("basic", [0, -1, 0, 1])],
    ),
    Scene(
        "post_win_exposed_kong",
        [named(0, 1, "ji_ben_hu"), kong(0, "exposed", giver=1), END],
        [(False, "not_allowed"), (True, [1, -1, 0, 0])],
    ),
    Scene(
        "hua_zhu_rule",
        [exhaust(4, "P", 1, 1)],
        [("times_max", [20, -30, 5, 5]), ("flat", [16, -48, 16, 16])],
    ),
    Scene(
        "hua_zhu_times",
        [exhaust(4, "P", 1, 1)],
        [(0, [0, 0, 0, 0]), (2, [8, -12, 2, 2]), (5, [20, -30, 5, 5])],
    ),
    Scene(
        "bao_zi_kong_out",
        [kong(1), exhaust(4, "N", 1, 1)],
        [(True, [6, -12, 3, 3]), (False, [4, -6, 1, 1])],
    ),
    Scene("cap_fan", [named(0, 1, "qing_dui"), END], [(0, [10, -10, 0, 0]), (4, [4, -4, 0, 0])]),
    Scene(
        "cap_fan",
        [kong(1), named(0, 1, "qing_dui"), END],
        [(0, [12, -12, 0, 0]), (4, [6, -6, 0, 0])],
    ),
    Scene(
        "rob_kong_fan",
        [*robbery(3, 1, "ji_ben_hu"), exhaust(1, 1, 1, "W")],
        [(0, [0, -1, 0, 1]), (1, [0, -2, 0, 2])],
    ),
]


def _cases() -> list[Any]:
    made = []
    scenes = [(scene, game, LIKE[game]) for scene in SCENES for game in scene.games]
    scenes += [(scene, XUELIU, {}) for scene in XUELIU_SCENES]
    for number, (scene, game, like) in enumerate(scenes):
        for value, result in scene.values:
            name = f"{game}-{scene.option}-{number}-{value}"
            options = {**like, **scene.more, scene.option: value}
            made.append(pytest.param(game, scene.events, options, result, id=name))
    return made


def _events_of(game: str, events: list[Json]) -> list[Json]:
    """In the plain game the hand is over with the win."""
    if game != PLAIN:
        return events
    last = next((i for i, event in enumerate(events) if event["type"] == "win"), len(events))
    return events[: last + 1]


@pytest.mark.parametrize(("game", "events", "options", "result"), _cases())
def test_every_value(game: str, events: list[Json], options: Json, result: Any) -> None:
    """``result`` is the deltas, the code of a refusal, or None for a value that is not allowed."""
    found = settle(game, *_events_of(game, events), **options)
    expected = {"error": "bad_option"} if result is None else {"deltas": result}
    if isinstance(result, str):
        expected = {"error": result}
    assert {key: found.get(key) for key in expected} == expected, found


# Options that only say who deals next are tried in test_sichuan_dealers.
DEALER_OPTIONS = {"next_dealer", "multi_win_dealer", "draw_dealer"}


@pytest.mark.parametrize("game", FAMILY)
def test_no_option_is_left_out(game: str) -> None:
    tried: dict[str, list[Any]] = {}
    for scene in SCENES:
        if game in scene.games:
            tried.setdefault(scene.option, []).extend(value for value, _result in scene.values)
    for scene in XUELIU_SCENES if game == XUELIU else ():
        tried.setdefault(scene.option, []).extend(value for value, _result in scene.values)
    options = {o.id: o for o in get_ruleset(game).options if o.id not in DEALER_OPTIONS}
    assert set(tried) >= set(options)
    for name, option in options.items():
        assert [c for c in option.choices if c not in tried[name]] == [], name
