"""Claims of a record against the hands it shows: sets laid, first turns, hands ready as dealt."""

from typing import Any

import pytest

from tests.scoring.build import EXHAUST, Json, kong, settle
from tests.scoring.southern_hands import hand, named, refusal, won

PLAIN = "23m567m345p666s99s"
CALLED = "23m567m345p99s pung:666s<0"
HOUSE: dict[str, Json] = {
    "guobiao": {"min_fan": 0},
    "lianzhong": {"min_fan": 0},
    "dazhong": {"min_fan": 0},
    "guobiao_variant_full_table": {"min_fan": 0},
    "common_fan_table": {},
    "shanghai": {"allow_plain_win": True},
    "guangdong_jipinghu": {},
    "taiwan16": {"preset": "home"},
}


def _answer(ruleset: str, *events: Any, **options: Any) -> str:
    answer: str = settle(ruleset, *events, **{**HOUSE[ruleset], **options}).get("error", "")
    return answer


def _laid(ruleset: str, text: str) -> str:
    """A hand of sixteen tiles where the game has them."""
    return f"111z{text}" if ruleset == "taiwan16" else text


def _pung(seat: int, tile: str, giver: int) -> Json:
    return {"type": "pung", "seat": seat, "tile": tile, "from": giver}


def _ready(seat: int, kind: str = "tianting") -> Json:
    return {"type": "ready", "seat": seat, "kind": kind}


@pytest.mark.parametrize("ruleset", HOUSE)
def test_what_a_winner_claimed_is_among_the_sets_laid(ruleset: str) -> None:
    chow = {"type": "chow", "seat": 1, "tile": "4p", "from": 0}
    for claims, text, error in (
        ([_pung(1, "6s", 0)], CALLED, ""),
        ([_pung(1, "7s", 0)], CALLED, "state_mismatch"),
        ([_pung(1, "6s", 0)], PLAIN, "state_mismatch"),
        ([_pung(2, "7s", 0)], CALLED, ""),
        ([kong(1, "concealed", "6s")], "23m567m345p99s closed:6666s", ""),
        ([kong(1, "concealed", "1s")], "23m567m345p99s closed:6666s", "state_mismatch"),
        ([kong(1, "added", "6s")], "23m567m345p99s closed:6666s", "state_mismatch"),
        ([chow], "23m567m99s666s chow:345p<0", ""),
        ([{**chow, "tile": "6p"}], "23m567m99s666s chow:345p<0", "state_mismatch"),
        # Sets that no event tells are let be.
        ([], CALLED, ""),
    ):
        win = won(1, None, _laid(ruleset, text), "4m")
        assert _answer(ruleset, *claims, win) == error, (claims, text)
    added = kong(1, "added", "6s", id="k")
    pung_and_kong = [_pung(1, "6s", 0), added]
    laid = _laid(ruleset, "23m567m345p99s added:6666s")
    assert _answer(ruleset, *pung_and_kong, won(1, None, laid, "4m")) == ""


@pytest.mark.parametrize("ruleset", HOUSE)
def test_pungs_of_others_are_tiles_too(ruleset: str) -> None:
    win = won(1, None, _laid(ruleset, PLAIN), "4m")
    assert _answer(ruleset, _pung(2, "6s", 0), win) == "too_many_tiles"
    assert _answer(ruleset, _pung(2, "8s", 0), win) == ""
    twice = [_pung(2, "8s", 0), kong(3, "concealed", "8s")]
    assert _answer(ruleset, *twice, EXHAUST) == "too_many_tiles"
    assert _answer(ruleset, _pung(2, "8s", 0), kong(2, "added", "8s"), EXHAUST) == ""


def test_a_flag_says_more_than_a_set_that_is_missing() -> None:
    win = won(0, None, PLAIN, "4m", flags=["heavenly"])
    assert _answer("dazhong", kong(0, "concealed", "6p"), win) == "bad_flags"


@pytest.mark.parametrize("ruleset", ["guangdong_jipinghu", "taiwan16", "lianzhong", "dazhong"])
@pytest.mark.parametrize(("seat", "flag"), [(0, "heavenly"), (1, "earthly")])
def test_a_first_turn_has_no_claimed_set(ruleset: str, seat: int, flag: str) -> None:
    giver = (seat - 1) % 4
    called = _laid(ruleset, f"23m567m345p99s pung:666s<{giver}")
    assert _answer(ruleset, won(seat, None, called, "4m", flags=[flag])) == "bad_flags"
    plain = _laid(ruleset, PLAIN)
    assert _answer(ruleset, won(seat, None, plain, "4m", flags=[flag])) == ""


@pytest.mark.parametrize("ruleset", ["lianzhong", "dazhong", "taiwan16"])
def test_a_hand_ready_as_dealt_takes_nothing(ruleset: str) -> None:
    called, plain = _laid(ruleset, CALLED), _laid(ruleset, PLAIN)
    assert _answer(ruleset, _ready(1), won(1, None, plain, "4m")) == ""
    assert _answer(ruleset, _ready(1), won(1, None, called, "4m")) == "not_allowed"
    assert _answer(ruleset, _pung(1, "6s", 0), _ready(1), EXHAUST) == "not_allowed"
    assert _answer(ruleset, _ready(1), _pung(1, "6s", 0), EXHAUST) == "not_allowed"
    assert _answer(ruleset, _pung(2, "6s", 0), _ready(1), EXHAUST) == ""
    concealed = kong(2, "concealed", "9p")
    assert _answer(ruleset, concealed, _ready(1), EXHAUST) == ""


def test_nobody_calls_before_diting() -> None:
    assert _answer("taiwan16", _pung(2, "6s", 0), _ready(1, "diting"), EXHAUST) == "not_allowed"
    assert _answer("taiwan16", _ready(1, "diting"), _pung(2, "6s", 0), EXHAUST) == ""
    assert _answer("taiwan16", _pung(1, "6s", 0), _ready(1, "baoting"), EXHAUST) == ""


def _states(state: str, text: str) -> Json:
    first = {"state": state, "hand": hand(text)}
    return {"type": "exhaust", "states": [first, *[{"state": "not_ready"}] * 3]}


@pytest.mark.parametrize(
    "ruleset",
    ["guobiao", "lianzhong", "dazhong", "guobiao_variant_full_table", "common_fan_table"],
)
def test_states_of_guobiao_and_its_relatives(ruleset: str) -> None:
    for state, text, error in (
        ("ready", PLAIN, ""),
        ("ready", "23m567m345p99s pung:666s<3", ""),
        ("ready", "19m19p19s1234567z", ""),
        ("ready", "1133557799m224p", ""),
        ("not_ready", PLAIN, "state_mismatch"),
        ("not_ready", "24m568m345p666s9s8s", ""),
        ("ready", "24m568m345p666s9s8s", "not_ready"),
        # Only a fifth tile would complete it.
        ("ready", "1m pung:222m pung:333m pung:444m closed:1111m", "too_many_tiles"),
        ("ready", "4m closed:1111p pung:222m pung:333m pung:444m", "not_ready"),
        ("won", PLAIN, "state_mismatch"),
        ("hua_zhu", PLAIN, "state_mismatch"),
    ):
        assert _answer(ruleset, _states(state, text)) == error, (state, text)


def test_a_wild_tile_makes_a_hand_ready() -> None:
    for text in ("1f4m568m345p666s99s", "1f12m345m345p66s99s"):
        assert _answer("dazhong", _states("ready", text)) == ""
        assert _answer("dazhong", _states("not_ready", text)) == "state_mismatch"
    far = "1f159m159p159s123z"
    assert _answer("dazhong", _states("ready", far)) == "not_ready"
    assert _answer("dazhong", _states("not_ready", far)) == ""


@pytest.mark.parametrize("ruleset", ["guobiao", "lianzhong", "shanghai", "taiwan16"])
def test_nobody_melds_a_flower(ruleset: str) -> None:
    assert _answer(ruleset, _pung(1, "5f", 0), EXHAUST) == "bad_tile"
    assert _answer(ruleset, {"type": "discard", "seat": 1, "tile": "5f"}, EXHAUST) == "bad_tile"


@pytest.mark.parametrize("ruleset", ["common_fan_table", "guangdong_jipinghu"])
def test_a_game_without_flowers_has_no_such_tile(ruleset: str) -> None:
    flower = {"type": "flower", "seat": 1, "tile": "1f"}
    assert _answer(ruleset, flower, EXHAUST) == "bad_tile"


def test_a_ghost_without_a_tile_turned_up() -> None:
    red, game = {"type": "wild", "tiles": ["7z"]}, "guangdong_tuidaohu"
    assert refusal(game, red, EXHAUST, ghost="hongzhong") == ""
    assert refusal(game, {**red, "tiles": ["6z"]}, EXHAUST, ghost="hongzhong") == "state_mismatch"
    # Elsewhere the ghost follows from it.
    assert refusal(game, red, EXHAUST) == "bad_record"
    assert refusal(game, red, won(1, None, named("ji_hu"))) == "bad_record"


def test_a_plain_hand_is_declared_by_its_row_or_by_none() -> None:
    tiles = hand("12m99p555p777s111z")
    for names in ([], ["ji_hu"]):
        winner = {"hand": tiles, **named(*names)}
        for flags in ([], ["last_tile"]):
            win = won(1, None, winner, "3m", flags=flags)
            assert refusal("guangdong_tuidaohu", win, ghost="none") == ""
    pungs = {"hand": hand("99p555p777s111z22m"), **named()}
    assert refusal("guangdong_tuidaohu", won(1, None, pungs, "9p"), ghost="none") == (
        "declared_mismatch"
    )


@pytest.mark.parametrize("ruleset", [game for game in HOUSE if game != "taiwan16"])
def test_tiles_shown_after_the_hand_move_nothing(ruleset: str) -> None:
    shown = {"type": "reveal", "kind": "hands", "tiles": ["123m", "5p"]}
    win = won(1, None, PLAIN, "4m")
    assert _answer(ruleset, win, shown) == ""
    assert _answer(ruleset, EXHAUST, shown) == ""
    assert _answer(ruleset, win, kong(2)) == "after_end"
