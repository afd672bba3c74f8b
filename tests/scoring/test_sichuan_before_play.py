"""换三张 and 定缺 (§2 of sichuan_xueliu.md): directions, bundles, void suits."""

from typing import Any

import pytest

from tests.scoring.build import Json
from tests.scoring.sichuan_hands import FAMILY, deltas, exhaust, refusal, shown, win_tiles

ALL_READY = exhaust(1, 1, 1, 1)
BUNDLES = ["129m", "189p", "115s", "248m"]
DICE: Json = {"type": "dice", "values": [2, 4], "purpose": "exchange"}
VOIDS = [{"type": "void", "seat": seat, "suit": "s"} for seat in range(4)]


def _exchange(direction: str = "", to: int = 2, given: list[str] = BUNDLES) -> Json:
    """Each bundle goes ``to`` seats further."""
    received = [given[(seat - to) % len(given)] for seat in range(len(given))]
    event: Json = {"type": "exchange", "given": given, "received": received}
    return event | ({"direction": direction} if direction else {})


# Direction of the exchange by the dice (§2 of sichuan_xueliu.md).
@pytest.mark.parametrize(
    ("rule", "values", "to"),
    [
        *[("dice_plus_one", [n], n % 4) for n in range(1, 7)],
        *[("dice_plus_one", [a, b], (a + b) % 4) for a in (1, 4, 6) for b in range(1, 7)],
        *[("dice_thirds", [n], (n + 1) // 2) for n in range(1, 7)],
    ],
)
def test_dice_say_where_the_tiles_go(rule: str, values: list[int], to: int) -> None:
    dice = {**DICE, "values": values}
    options: dict[str, Any] = {"exchange_three": True, "exchange_direction": rule}
    for game in FAMILY:
        if to == 0:
            # The dealer himself is reached: the dice are thrown again.
            assert refusal(game, dice, _exchange(), ALL_READY, **options) == "not_allowed"
            again = [dice, {**DICE, "values": [3]}, _exchange("prev", 3), ALL_READY]
            assert deltas(game, *again, **options) == [0, 0, 0, 0]
            continue
        name = ("next", "across", "prev")[to - 1]
        assert deltas(game, dice, _exchange("", to), ALL_READY, **options) == [0, 0, 0, 0]
        assert deltas(game, dice, _exchange(name, to), ALL_READY, **options) == [0, 0, 0, 0]
        wrong = _exchange("next" if name == "prev" else "prev", to)
        assert refusal(game, dice, wrong, ALL_READY, **options) == "state_mismatch"
        swapped = _exchange("", to % 3 + 1)
        assert refusal(game, dice, swapped, ALL_READY, **options) == "state_mismatch"


def _exchanged(*events: Json, rule: str = "fixed_across") -> str:
    options: dict[str, Any] = {"exchange_three": True, "exchange_direction": rule}
    return refusal(FAMILY[0], *events, ALL_READY, **options)


@pytest.mark.parametrize(
    ("code", "event"),
    [
        ("", _exchange()),
        ("not_allowed", _exchange(given=["12m9p", "189p", "115s", "248m"])),
        ("not_allowed", _exchange(given=["12m", "189p", "115s", "248m"])),
        ("not_allowed", _exchange(given=["1234m", "189p", "115s", "248m"])),
        ("bad_seat", _exchange(given=["129m", "189p", "115s"])),
        ("bad_seat", {**_exchange(), "received": ["115s"]}),
        ("bad_tile", _exchange(given=["129z", "189p", "115s", "248m"])),
        ("bad_record", {"type": "exchange", "direction": "across"}),
        ("bad_record", {**_exchange(), "direction": "left"}),
        ("too_many_tiles", _exchange(given=["111m", "111m", "115s", "248m"])),
        ("state_mismatch", {**_exchange(), "received": BUNDLES}),
    ],
)
def test_bundles(code: str, event: Json) -> None:
    assert _exchanged(event) == code


def test_the_order_inside_a_bundle_does_not_matter() -> None:
    event = _exchange()
    event["received"] = [bundle[2::-1] + bundle[3:] for bundle in event["received"]]
    assert _exchanged(event) == ""


def test_what_was_received_may_be_left_out_and_there_is_one_exchange() -> None:
    event = {key: value for key, value in _exchange().items() if key != "received"}
    assert _exchanged(event) == ""
    assert _exchanged(event, event) == "not_allowed"


def test_dice_for_other_purposes_do_not_count() -> None:
    dealer = {**DICE, "values": [1], "purpose": "dealer"}
    assert _exchanged(DICE, dealer, _exchange(), rule="dice_plus_one") == ""
    assert _exchanged(dealer, _exchange(), rule="dice_plus_one") == "incomplete"
    assert _exchanged({**DICE, "values": [7]}, _exchange()) == "bad_record"
    assert _exchanged({**DICE, "values": []}, _exchange()) == "bad_record"


@pytest.mark.parametrize("game", FAMILY)
def test_each_seat_declares_one_void_suit(game: str) -> None:
    assert refusal(game, *VOIDS, ALL_READY, declare_void=True) == ""
    assert refusal(game, *VOIDS[:3], ALL_READY, declare_void=True) == "incomplete"
    assert refusal(game, *VOIDS, VOIDS[0], ALL_READY, declare_void=True) == "not_allowed"
    assert refusal(game, {"type": "abort"}, declare_void=True) == ""


VOID_ENDS = [
    ("", exhaust(1, shown("not_ready", "1379m1379p13579m"), 1, 1)),
    # Two suits, but one of them is the voided one: 花猪.
    ("state_mismatch", exhaust(1, shown("not_ready", "1379m1379s13579m"), 1, 1)),
    ("", exhaust(1, shown("hua_zhu", "1379m1379s13579m"), 1, 1)),
    ("state_mismatch", exhaust(1, shown("hua_zhu", "1379m1379p13579m"), 1, 1)),
    ("void_suit", exhaust(1, shown("ready", "123456m1122789s"), 1, 1)),
    ("", exhaust(1, shown("ready", "123456m1122789p"), 1, 1)),
]


@pytest.mark.parametrize(("code", "end"), VOID_ENDS)
def test_tiles_of_the_void_suit_at_the_end(code: str, end: Json) -> None:
    for game in FAMILY:
        assert refusal(game, *VOIDS, end, declare_void=True) == code


def test_nobody_wins_with_the_void_suit() -> None:
    laid = win_tiles(0, 1, "123456m1122789s", "1s")
    assert refusal(FAMILY[1], *VOIDS, laid, declare_void=True) == "void_suit"
    assert refusal(FAMILY[1], laid) == ""
    melded = win_tiles(0, 1, "123456m1122p", "1p", "pung 999s")
    assert refusal(FAMILY[1], *VOIDS, melded, declare_void=True) == "void_suit"
    drawn = {**laid, "tile": "1s", "winners": [
        {"seat": 0, "declared": {"patterns": ["ping_hu"]}}]}  # fmt: skip
    assert refusal(FAMILY[1], *VOIDS, drawn, declare_void=True) == "void_suit"
