"""What the frame of house games checks for all: kongs shown, tiles counted, who has left."""

import pytest

from tests.scoring.build import EXHAUST, Json, kong, settle, tiles, win

FOUR: Json = {"kind": "kong_concealed", "tiles": "9999s"}
# A game, what is told before play, and the patterns of a plain hand.
GAMES = {
    "gangu": ({"type": "stake", "seat": 0, "kind": "kouzi", "value": "hu_chi_luan_peng"}, ()),
    "guizhou_zhuoji": (None, ("ping_hu",)),
    "hubei_kawuxing": (None, ("pi_hu",)),
    "nanchang": (None, ("ping_hu",)),
    "tianjin": ({"type": "wild", "indicator": "1s", "tiles": ["1s", "2s"]}, ("ti_liu",)),
    "two_player": (None, ("ping_hu",)),
}
SEATS = {"two_player": 2, "hubei_kawuxing": 3}


def answer(name: str, *events: Json) -> Json:
    told = GAMES[name][0]
    context = {"players": SEATS.get(name, 4)}
    return settle(name, *([told] if told else []), *events, context=context)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("concealed", "melds", "code"),
    [
        ("46p123789p77s", (FOUR,), None),
        ("46p123789p77s", ({"kind": "kong_exposed", "tiles": "9999s"},), "state_mismatch"),
        ("46p123789p77s345s", (), "state_mismatch"),
        ("46p123789p77s345s", None, None),
        ("46p123789p77s", ({"kind": "kong_concealed", "tiles": ""},), "bad_hand_size"),
    ],
)
def test_a_kong_on_record_is_shown(
    name: str, concealed: str, melds: tuple[Json, ...] | None, code: str | None
) -> None:
    events = [] if melds is None else [kong(1, "concealed", "9s")]
    assert answer(name, *events, tiles(1, None, concealed, "5p", *melds or ())).get("error") == code


def test_ready_hands_show_their_kongs_too() -> None:
    ready = {"state": "ready", "hand": {"concealed": "46p123789p77s345s"}}
    exhaust = {"type": "exhaust", "states": [ready, *[{"state": "not_ready"}] * 3]}
    assert answer("guizhou_zhuoji", exhaust)["deltas"] == [0] * 4
    assert answer("guizhou_zhuoji", kong(0), exhaust)["error"] == "state_mismatch"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (kong(1, "added", "5p"), None),
        (kong(1, "concealed", "5p"), "too_many_tiles"),
        (kong(1, "exposed", "5p", 0), "too_many_tiles"),
        (kong(0, "added", "5p"), "too_many_tiles"),
    ],
)
@pytest.mark.parametrize("name", GAMES)
def test_only_an_added_kong_takes_up_a_pung(name: str, more: Json, code: str | None) -> None:
    pung = {"type": "pung", "seat": 1, "tile": "5p", "from": 0}
    assert answer(name, pung, more, EXHAUST).get("error") == code
    assert answer(name, more, pung, EXHAUST)["error"] == "too_many_tiles"


@pytest.mark.parametrize("name", GAMES)
def test_who_has_left_wins_no_more(name: str) -> None:
    leave, patterns = {"type": "leave", "seat": 1}, GAMES[name][1]
    won = win(1, None, *patterns, tile="5p")
    assert answer(name, leave, won)["error"] == "not_allowed"
    assert "error" not in answer(name, won, leave)
    assert "error" not in answer(name, leave, win(0, None, *patterns, tile="5p"))


@pytest.mark.parametrize("name", ["gangu", "nanchang", "two_player"])
@pytest.mark.parametrize(("tile", "code"), [("5s", None), ("3z", "not_allowed")])
def test_honours_make_no_run(name: str, tile: str, code: str | None) -> None:
    chow = {"type": "chow", "seat": 1, "tile": tile, "from": 0}
    assert answer(name, chow, EXHAUST).get("error") == code


@pytest.mark.parametrize(("giver", "code"), [(0, None), (1, "bad_seat"), (7, "bad_seat")])
@pytest.mark.parametrize("name", GAMES)
def test_the_pung_under_a_kong_is_from_another_seat(
    name: str, giver: int, code: str | None
) -> None:
    added = kong(1, "added", "5p", pung_from=giver)
    assert answer(name, added, EXHAUST).get("error") == code


@pytest.mark.parametrize(("count", "code"), [(4, None), (5, "too_many_tiles")])
@pytest.mark.parametrize("name", GAMES)
def test_a_face_is_discarded_four_times_at_most(name: str, count: int, code: str | None) -> None:
    discards = [{"type": "discard", "seat": n % 2, "tile": "5p"} for n in range(count)]
    assert answer(name, *discards, EXHAUST).get("error") == code
