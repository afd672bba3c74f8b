"""Every refusal of the Sichuan games (§12 of the specs), and which comes first."""

from typing import Any

import pytest

from tests.scoring.build import Json, kong, settle, win
from tests.scoring.sichuan_hands import (
    FAMILY,
    PLAIN,
    XUELIU,
    XUEZHAN,
    exhaust,
    kong_draw,
    named,
    refusal,
    robbery,
    several,
    shown,
    win_tiles,
)

READY = exhaust(1, 1, 1, 1)
ROW = {XUEZHAN: "ping_hu", PLAIN: "ping_hu", XUELIU: "ji_ben_hu"}
WAITS = ("45m11p", "pung 999p", "pung 888p", "pung 777p")
IDLE = ("1379m1379p13579m",)
PIG = ("147m258p3699s111p",)
_ROW = {"patterns": ["ping_hu"]}

# What all three refuse; ``ping_hu`` is the plainest row of each.
CASES: list[tuple[str, list[Any], Json]] = [
    # bad_seat
    ("bad_seat", [named(4, 1, "ping_hu")], {}),
    ("bad_seat", [named(1, 1, "ping_hu")], {}),
    ("bad_seat", [named(0, None, "ping_hu", by="discard")], {}),
    ("bad_seat", [named(0, None, "ping_hu", winners=[])], {}),
    ("bad_seat", [several(3, 1, 1)], {}),
    ("bad_seat", [several(1, 0, 2)], {}),
    ("bad_seat", [{**several(1, 2, 3), "by": "self_draw", "from": None}], {}),
    ("bad_seat", [kong(0, "exposed")], {}),
    ("bad_seat", [kong(0, "exposed", giver=0)], {}),
    ("bad_seat", [kong(0, "exposed", giver=0), exhaust("N", 1, 1, 1)], {}),
    ("bad_seat", [{"type": "exhaust", "states": [{"state": "not_ready"}] * 3}], {}),
    ("bad_seat", [{"type": "adjust", "from": 1, "to": 2, "amount": 0}, READY], {}),
    ("bad_seat", [{"type": "adjust", "from": 1, "to": 2, "amount": -3}, READY], {}),
    ("bad_record", [{"type": "adjust", "from": 1, "to": 2, "amount": "3"}, READY], {}),
    ("bad_seat", [{"type": "adjust", "from": 1, "to": 1, "amount": 3}, READY], {}),
    ("bad_seat", [{"type": "penalty", "seat": 0, "kind": "short", "against": [0]}, READY], {}),
    # bad_flags
    ("bad_flags", [named(0, None, "ping_hu", **{"from": 1})], {}),
    ("bad_flags", [kong(0, "added", giver=1), READY], {}),
    ("bad_flags", [kong(0, giver=1), READY], {}),
    ("bad_flags", [kong(0, id="a"), kong(0, "exposed", "8s", giver=1, after="a"), READY], {}),
    ("bad_flags", [named(0, 1, "ping_hu", flags=["lucky"])], {}),
    ("bad_flags", [named(0, 1, "ping_hu", flags=["human"])], {}),
    ("bad_flags", [named(0, 1, "ping_hu", flags=["last_tile", "last_tile"])], {}),
    ("bad_flags", [kong(0, id="k"), named(0, 1, "ping_hu", flags=["kong_draw"], kong="k")], {}),
    ("bad_flags", [named(0, 1, "ping_hu", flags=["heavenly"])], {}),
    ("bad_flags", [named(1, 0, "ping_hu", flags=["earthly"])], {}),
    ("bad_flags", [kong(0, id="k"), kong_draw(0, flags=["kong_discard"])], {}),
    ("bad_flags", [*robbery(3, 1)[:1], {**robbery(3, 1)[1], "flags": ["last_tile"]}], {}),
    ("bad_flags", [named(1, None, "ping_hu", flags=["heavenly"])], {}),
    ("bad_flags", [named(0, None, "ping_hu", flags=["earthly"])], {}),
    ("bad_flags", [named(1, None, "ping_hu", flags=["heavenly", "earthly"])], {}),
    ("bad_flags", [kong(2), named(0, None, "ping_hu", flags=["heavenly"])], {}),
    ("bad_flags", [kong(2), named(1, None, "ping_hu", flags=["earthly"])], {}),
    (
        "bad_flags",
        [{"type": "discard", "seat": 0}, named(0, None, "ping_hu", flags=["heavenly"])],
        {},
    ),
    # bad_reference
    ("bad_reference", [kong_draw(0)], {}),
    ("bad_reference", [kong(0, id="k"), named(0, None, "ping_hu", 1, flags=["kong_draw"])], {}),
    ("bad_reference", [kong(0, id="k"), named(0, None, "ping_hu", 1, kong="k")], {}),
    ("bad_reference", [kong(0, id="k"), named(0, 1, "ping_hu", 1, kong="k")], {}),
    ("bad_reference", [kong(1, id="k"), kong_draw(0)], {}),
    ("bad_reference", [kong(0, id="k"), kong(1, tile="8s"), kong_draw(0)], {}),
    ("bad_reference", [kong(0, id="k"), kong(0, tile="8s", after="k"), kong_draw(0, gen=2)], {}),
    (
        "bad_reference",
        [kong(2, id="k"), named(0, 1, "ping_hu", flags=["kong_discard"], kong="k")],
        {},
    ),
    ("bad_reference", [robbery(3, 1)[0], {**robbery(3, 1)[1], "tile": "5m"}], {}),
    ("bad_reference", [robbery(3, 1)[0], {**robbery(3, 1)[1], "from": 2}], {}),
    ("bad_reference", [robbery(3, 1)[0], {**robbery(3, 1)[1], "kong": "x"}], {}),
    ("bad_reference", [robbery(3, 1)[0], {**robbery(3, 1)[1], "kong": None}], {}),
    ("bad_reference", [kong(0, after="x"), READY], {}),
    ("bad_reference", [kong(0, id="a"), kong(1, tile="8s", after="a"), READY], {}),
    (
        "bad_reference",
        [kong(0, id="a"), kong(1, tile="8s"), kong(0, tile="7s", after="a"), READY],
        {},
    ),
    ("bad_reference", [kong(0, id="a"), kong(0, tile="8s", id="a"), READY], {}),
    # not_allowed
    ("not_allowed", [{"type": "chow", "seat": 1, "tile": "1m", "from": 0}, READY], {}),
    ("not_allowed", [win_tiles(0, 1, "123456m1178p", "9p", "chow 123p")], {}),
    ("not_allowed", [exhaust(shown("ready", "123456m1178p", "chow 123p"), 1, 1, 1)], {}),
    ("not_allowed", [kong(1, tile="4m", id="k"), robbery(3, 1)[1]], {}),
    ("not_allowed", [kong(1, "exposed", "4m", giver=0, id="k"), robbery(3, 1)[1]], {}),
    ("not_allowed", [several(3, 1, 2)], {"multi_win": "nearest"}),
    ("not_allowed", [{"type": "penalty", "seat": 0, "kind": "short"}, named(0, 1, "ping_hu")], {}),
    ("not_allowed", [{"type": "penalty", "seat": 0, "kind": "long"}, named(0, 1, "ping_hu")], {}),
    ("not_allowed", [{"type": "leave", "seat": 0}, named(0, 1, "ping_hu")], {}),
    ("not_allowed", [{"type": "penalty", "seat": 0, "kind": "late"}, READY], {}),
    ("bad_tile", [{"type": "flower", "seat": 0, "tile": "1f"}, READY], {}),
    # tiles
    ("bad_tile", [kong(0, tile="1z"), READY], {}),
    ("bad_tile", [named(0, 1, "ping_hu", tile="1f")], {}),
    ("bad_tile", [win_tiles(0, 1, "123x", "1m")], {}),
    ("bad_hand_size", [win_tiles(0, 1, "11144478m4566p", "6p")], {}),
    ("bad_hand_size", [win_tiles(0, 1, "123456m1178p", "9p", "pung 556p")], {}),
    ("bad_hand_size", [win_tiles(0, 1, "123456m1178p", "9p", "kong_added 555p")], {}),
    ("bad_hand_size", [exhaust(shown("ready", "123m"), 1, 1, 1)], {}),
    ("bad_hand_size", [exhaust(1, shown("not_ready", "123m"), 1, 1)], {}),
    ("too_many_tiles", [win_tiles(0, 1, "1111m567p999s", "1m", "pung 555p")], {}),
    ("too_many_tiles", [kong(0), kong(1), READY], {}),
    ("too_many_tiles", [exhaust(shown("ready", "11111m234567p99p"), 1, 1, 1)], {}),
    (
        "too_many_tiles",
        [kong(1, tile="9p"), win_tiles(0, 2, "123456m1177789p", "1p")],
        {},
    ),
    (
        "too_many_tiles",
        [exhaust(shown("ready", "123456m1177789p"), shown("ready", "111p123456m2277p"), 1, 1)],
        {},
    ),
    (
        "too_many_tiles",
        [
            kong(1, "added", "4m", id="k"),
            win_tiles(3, 1, "44456m11p", "4m", "pung 222p", "pung 333p",
                      by="rob_kong", kong="k"),
        ],
        {},
    ),
    ("not_a_win", [win_tiles(0, 1, "123456m1178p", "8p", "pung 555p")], {}),
    ("void_suit", [win_tiles(0, 1, "123m123p123s1178p", "9p")], {}),
    ("void_suit", [win_tiles(0, 1, "123456m1178p", "9p", "pung 555s")], {}),
    ("void_suit", [exhaust(shown("ready", "123m123p123s1178p"), 1, 1, 1)], {}),
    ("void_suit", [kong(0), kong(0, tile="8m"), named(0, 1, "ping_hu", 2)], {}),
    (
        "void_suit",
        [kong(0), {"type": "pung", "seat": 0, "tile": "8m"}, named(0, 1, "ping_hu", 1)],
        {},
    ),
    # states
    ("not_ready", [exhaust(shown("ready", *IDLE), 1, 1, 1)], {}),
    (
        "not_ready",
        [exhaust(shown("ready", "1111m", "pung 999p", "pung 888p", "pung 777p"), 1, 1, 1)],
        {},
    ),
    ("state_mismatch", [exhaust("W", 1, 1, 1)], {}),
    ("state_mismatch", [exhaust(shown("not_ready", *WAITS), 1, 1, 1)], {}),
    ("state_mismatch", [exhaust(shown("not_ready", *PIG), 1, 1, 1)], {}),
    ("state_mismatch", [exhaust(shown("hua_zhu", *IDLE), 1, 1, 1)], {}),
    ("state_mismatch", [{"type": "penalty", "seat": 0, "kind": "short"}, READY], {}),
    ("state_mismatch", [win_tiles(0, 1, "123456m1178p", "9p", "kong_added 5555p")], {}),
    ("state_mismatch", [kong(0), win_tiles(0, 1, "123456m1122789p", "1p")], {}),
    (
        "state_mismatch",
        [kong(0, tile="5p"), win_tiles(0, 1, "123456m1178p", "9p", "kong_added 5555p")],
        {},
    ),
    ("state_mismatch", [kong(0, tile="5p"), exhaust(shown("ready", *WAITS), 1, 1, 1)], {}),
    (
        "state_mismatch",
        [{"type": "pung", "seat": 0, "tile": "5p"}, win_tiles(0, 1, "123456m1122789p", "1p")],
        {},
    ),
    # declarations
    ("unknown_pattern", [named(0, 1, "nonsense")], {}),
    ("unknown_pattern", [named(0, 1, "tian_hu")], {}),
    ("unknown_pattern", [named(0, 1, "di_hu")], {}),
    ("unknown_pattern", [named(0, 1, "kong_draw")], {}),
    ("unknown_pattern", [win(0, 1, "ping_hu", "qing_yi_se", tile="1p")], {}),
    ("unknown_pattern", [win(0, 1, "ping_hu", "ping_hu", tile="1p")], {}),
    ("unknown_pattern", [exhaust({"state": "ready", "declared": {"patterns": ["x"]}}, 1, 1, 1)],
     {}),
    ("declared_mismatch", [exhaust({**shown("ready", *WAITS), "max_fan": 7}, 1, 1, 1)], {}),
    (
        "declared_mismatch",
        [exhaust({**shown("ready", *WAITS), "declared": {"patterns": ["qing_yi_se"]}}, 1, 1, 1)],
        {},
    ),
    (
        "declared_mismatch",
        [exhaust({"state": "ready", "declared": {"patterns": ["ping_hu"]}, "max_fan": 7}, 1, 1, 1)],
        {},
    ),
    # incomplete
    ("incomplete", [], {}),
    ("incomplete", [kong(0)], {}),
    ("incomplete", [named(0, 1, "ping_hu", winners=[{"seat": 0}])], {}),
    ("incomplete", [win(0, 1, tile="1p")], {}),
    ("incomplete", [exhaust({"state": "ready"}, "N", 1, 1)], {}),
    ("incomplete", [{**win_tiles(0, 1, "123456m1177789p", "1p"), "tile": None}], {}),
    # after_end
    ("after_end", [READY, kong(0)], {}),
    ("after_end", [READY, READY], {}),
    ("after_end", [READY, {"type": "penalty", "seat": 0, "kind": "short"}], {}),
    ("after_end", [{"type": "abort"}, {"type": "leave", "seat": 0}], {}),
    # options
    ("bad_option", [READY], {"cap": 4}),
    ("bad_option", [READY], {"preset": "nobody"}),
    ("bad_option", [READY], {"base": 0}),
    ("bad_option", [READY], {"hua_zhu_points": "cap"}),
    ("bad_option", [READY], {"hua_zhu_points": "full"}),
    # records
    ("bad_record", [{"type": "dance"}, READY], {}),
    ("bad_record", [{**named(0, 1, "ping_hu"), "colour": "red"}], {}),
    ("bad_record", [{"type": "exhaust"}], {}),
    ("bad_record", [exhaust(-1, 1, 1, 1)], {}),
    ("bad_record", [exhaust(10**6, 1, 1, 1)], {}),
    ("bad_record", [exhaust({"state": "ready", "declared": _ROW | {"gen": -1}}, 1, 1, 1)], {}),
    ("bad_record", [exhaust({"state": "ready", "declared": _ROW | {"fan": 8}}, 1, 1, 1)], {}),
    ("incomplete", [win(0, 1, tile="1p", winners=[{"seat": 0, "declared": {"fan": 8}}])], {}),
]  # fmt: skip


def _for(game: str, content: Any) -> Any:
    """Put the plainest row of a game in, and no 根 where it has none."""
    if isinstance(content, dict):
        if game == XUELIU and content.get("gen", 0) > 0 and "patterns" in content:
            content = {**content, "gen": 0}
        return {key: _for(game, value) for key, value in content.items()}
    if isinstance(content, list):
        return [_for(game, item) for item in content]
    return ROW[game] if content == "ping_hu" else content


@pytest.mark.parametrize("game", FAMILY)
@pytest.mark.parametrize(("code", "events", "options"), CASES)
def test_what_all_three_refuse(game: str, code: str, events: list[Any], options: Json) -> None:
    found = settle(game, *_for(game, events), **options)
    assert found.get("error") == code, found


HUNG = [named(0, 1, "ping_hu"), exhaust("W", 1, 1, 1)]
BATTLE: list[tuple[str, list[Any], Json]] = [
    ("already_won", [HUNG[0], named(0, 2, "ping_hu")], {}),
    ("already_won", [HUNG[0], named(0, None, "ping_hu")], {}),
    ("already_won", [HUNG[0], named(2, 0, "ping_hu")], {}),
    ("already_won", [HUNG[0], kong(0), HUNG[1]], {}),
    ("already_won", [HUNG[0], kong(2, "exposed", giver=0), HUNG[1]], {}),
    ("already_won", [HUNG[0], {"type": "pung", "seat": 0, "tile": "9s", "from": 1}, HUNG[1]], {}),
    ("already_won", [HUNG[0], {"type": "pung", "seat": 1, "tile": "9s", "from": 0}, HUNG[1]], {}),
    ("already_won", [HUNG[0], {"type": "draw", "seat": 0}, HUNG[1]], {}),
    ("already_won", [HUNG[0], {"type": "discard", "seat": 0, "tile": "9s"}, HUNG[1]], {}),
    ("already_won", [HUNG[0], {"type": "penalty", "seat": 0, "kind": "false_win"}, HUNG[1]], {}),
    ("bad_flags", [HUNG[0], named(1, None, "ping_hu", flags=["earthly"]), HUNG[1]], {}),
    ("bad_reference", [
        kong(2, id="k"), named(0, 2, "ping_hu"),
        named(1, 2, "ping_hu", flags=["kong_discard"], kong="k"), exhaust("W", "W", 1, 1)], {}),
    ("bad_reference", [
        kong(2, id="k"), named(0, 2, "ping_hu"), kong(2, tile="8s", after="k"), HUNG[1]], {}),
    ("after_end", [several(3, 0, 1, 2), kong(3)], {}),
    ("after_end", [several(3, 0, 1, 2), exhaust("W", "W", "W", "N")], {}),
    ("after_end", [several(3, 0, 1, 2), named(3, 0, "ping_hu")], {}),
    ("after_end", [several(3, 0, 1, 2), named(0, 0, "ping_hu")], {}),
    ("incomplete", HUNG[:1], {}),
    ("incomplete", [several(3, 0, 1)], {}),
    ("incomplete", [exhaust({"state": "ready"}, 1, 1, 1)], {}),
    ("state_mismatch", [HUNG[0], exhaust(1, 1, 1, 1)], {}),
    ("state_mismatch", [HUNG[0], exhaust("W", "W", 1, 1)], {}),
    ("state_mismatch", [HUNG[0], exhaust("N", 1, 1, 1)], {}),
    ("state_mismatch", [
        win_tiles(0, 1, "123456m1122789p", "1p"),
        exhaust(shown("won", "123456m1133789p"), 1, 1, 1)], {}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "events", "options"), BATTLE)
def test_what_the_battle_refuses(code: str, events: list[Any], options: Json) -> None:
    assert refusal(XUEZHAN, *events, **options) == code


def test_five_winning_tiles_are_too_many() -> None:
    wins = [named(0, 1, "ji_ben_hu"), *(named(2, giver, "ji_ben_hu") for giver in (0, 1, 3))]
    assert refusal(XUELIU, *wins, exhaust("W", 1, "W", 1)) == ""
    assert refusal(XUELIU, *wins, wins[0], exhaust("W", 1, "W", 1)) == "too_many_tiles"


@pytest.mark.parametrize("game", FAMILY)
def test_these_games_are_for_four(game: str) -> None:
    assert refusal(game, READY, context={"players": 3}) == "not_allowed"


@pytest.mark.parametrize("last", [named(2, 1, "ping_hu"), kong(2), READY, {"type": "abort"}])
def test_the_plain_game_ends_with_a_win(last: Json) -> None:
    assert refusal(PLAIN, named(0, 1, "ping_hu"), last) == "after_end"


GEN: list[tuple[str, list[Any], Json]] = [
    ("declared_mismatch", [kong(0), named(0, 1, "ping_hu", 0)], {}),
    ("", [kong(0), named(0, 1, "ping_hu", 0)], {"gen_counts": "undeclared_only"}),
    ("declared_mismatch", [kong(0), named(0, 1, "qi_dui", 1)], {}),
    ("declared_mismatch", [kong(0, "added", id="k"), named(1, 0, "ping_hu", by="rob_kong",
                           kong="k", tile="9s"), named(0, 2, "qi_dui")], {}),
    ("declared_mismatch", [named(0, 1, "long_qi_dui", 0)], {}),
    ("declared_mismatch", [named(0, 1, "qing_long_qi_dui", 0)], {}),
    ("declared_mismatch", [named(0, 1, "ping_hu", 5)], {}),
    ("unknown_pattern", [named(0, 1, "yi_tiao_long")], {}),
    ("unknown_pattern", [named(0, 1, "ji_ben_hu")], {}),
    ("unknown_pattern", [win(0, 1, "ping_hu", "men_qing", tile="1p")], {}),
    ("unknown_pattern", [win(0, 1, "ping_hu", "zhong_zhang", tile="1p")], {}),
    ("declared_mismatch", [win(0, 1, "qi_dui", "men_qing", tile="1p")], {"men_qing_fan": 1}),
    ("declared_mismatch", [kong(0, "added"), win(0, 1, tile="1p", winners=[{"seat": 0,
        "declared": {"patterns": ["ping_hu", "men_qing"], "gen": 1}}])], {"men_qing_fan": 1}),
    ("incomplete", [win(0, 1, "men_qing", tile="1p")], {"men_qing_fan": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("code", "events", "options"), GEN)
def test_declarations_of_the_doubling_table(code: str, events: list[Any], options: Json) -> None:
    end = {0: "W", 1: "W" if len(events) > 2 else 1}
    states = exhaust(*(end.get(seat, 1) for seat in range(4)))
    assert refusal(XUEZHAN, *events, states, **options) == code


FLOW: list[tuple[str, list[Any], Json]] = [
    ("incomplete", [several(3, 0, 1, 2, row="ji_ben_hu")], {}),
    ("not_allowed", [named(0, 1, "ji_ben_hu"), kong(0, "exposed", giver=1)], {}),
    ("not_allowed", [named(0, 1, "ji_ben_hu"), {"type": "pung", "seat": 0, "tile": "9s"}], {}),
    (
        "not_allowed",
        [named(0, 1, "ji_ben_hu"), {"type": "pung", "seat": 0, "tile": "9s"}],
        {"post_win_exposed_kong": True},
    ),
    # A winner's tiles stay as they are.
    (
        "state_mismatch",
        [
            win_tiles(0, 1, "123456m1122789p", "1p"),
            win_tiles(0, 1, "123456m1133789p", "1p"),
        ],
        {},
    ),
    # Whoever has won is neither unready nor a pig.
    ("state_mismatch", [named(0, 1, "ji_ben_hu"), exhaust("N", 1, 1, 1)], {}),
    ("state_mismatch", [named(0, 1, "ji_ben_hu"), exhaust("P", 1, 1, 1)], {}),
    ("state_mismatch", [exhaust(1, 1, 1, "W")], {}),
    # Somebody must pay a hand whose price is not known.
    ("incomplete", [named(0, 1, "ji_ben_hu"), exhaust("W", "N", 1, 1)], {}),
    ("incomplete", [named(0, 1, "ji_ben_hu"), exhaust("W", "P", 1, 1)], {}),
    ("", [named(0, 1, "ji_ben_hu"), exhaust("W", "P", 1, 1)], {"hua_zhu_rule": "flat"}),
    ("", [named(0, 1, "ji_ben_hu"), exhaust("W", {"state": "ready"}, 1, 1)], {}),
    ("", [win_tiles(0, 1, "123456m1122789p", "1p"), exhaust("W", "N", 1, 1)], {}),
    (
        "incomplete",
        [
            win_tiles(0, 1, "123456m1178p", "9p", "pung 555p"),
            kong(0, "added", tile="5p"),
            exhaust("W", "N", 1, 1),
        ],
        {},
    ),
    (
        "state_mismatch",
        [named(0, 1, "ji_ben_hu"), exhaust(shown("won", *IDLE), 1, 1, 1)],
        {},
    ),
    ("bad_option", [READY], {"score_system": "doubling"}),
    ("bad_option", [READY], {"score_system": "doubling", "kong_mode": "in_only"}),
    ("", [READY], {"score_system": "doubling", "kong_mode": "instant"}),
    ("bad_option", [READY], {"preset": "chengdu", "kong_mode": "in_out"}),
    ("bad_option", [READY], {"pattern_points": {"ping_hu": 3}}),
    ("bad_option", [READY], {"pattern_points": {"ji_ben_hu": -1}}),
    ("bad_option", [READY], {"pattern_points": 3}),
    ("unknown_pattern", [named(0, 1, "qi_dui")], {}),
    ("unknown_pattern", [named(0, 1, "men_qian_qing")], {"pattern_points": {"men_qian_qing": 0}}),
    ("unknown_pattern", [named(0, 1, "ping_hu")], {}),
    ("declared_mismatch", [kong(0, "added"), named(0, 1, "men_qian_qing")], {}),
    ("declared_mismatch", [kong(0, "exposed", giver=1), win(0, 1, "qing_yi_se", "men_qing")], {}),
    ("", [kong(0), named(0, 1, "men_qian_qing"), exhaust("W", 1, 1, 1)], {}),
    ("bad_record", [named(0, 1, "ji_ben_hu", 1), exhaust("W", 1, 1, 1)], {}),
]


@pytest.mark.parametrize(("code", "events", "options"), FLOW)
def test_what_blood_flows_refuses(code: str, events: list[Any], options: Json) -> None:
    assert refusal(XUELIU, *events, **options) == code


ORDERED: list[tuple[str, list[Any]]] = [
    # Earlier events first, whatever is wrong with them.
    ("not_a_win", [win_tiles(0, 1, "123456m1178p", "8p", "pung 555p"), kong(0, "exposed")]),
    ("bad_flags", [named(1, None, "ping_hu", flags=["x"]), named(1, 1, "ping_hu")]),
    # Seats, who is out, flags, references, tiles.
    ("bad_seat", [HUNG[0], named(0, 0, "nonsense", flags=["x"], kong="y")]),
    ("already_won", [HUNG[0], named(0, 1, "nonsense", flags=["x"], kong="y")]),
    ("bad_flags", [named(0, 1, "nonsense", flags=["x"], kong="y")]),
    ("bad_reference", [named(0, 1, "nonsense", kong="y")]),
]


@pytest.mark.parametrize(("code", "events"), ORDERED)
def test_what_is_refused_first(code: str, events: list[Any]) -> None:
    assert refusal(XUEZHAN, *events) == code


@pytest.mark.parametrize("game", FAMILY)
def test_every_problem_is_told(game: str) -> None:
    events = _for(game, [kong(0, "exposed"), named(0, 1, "nonsense"), exhaust("N", 1, 1, 1)])
    message = settle(game, *events)["message"]
    for words in ("Event 1", "Event 2", "第1个事件"):
        assert words in message
