"""Dazhong (dazhong.md): its rows, flowers, wild tiles as events, options and refusals."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets import get_ruleset
from scoring.rulesets.dazhong.payout import Dazhong
from scoring.rulesets.dazhong.table import OF_THE_EVENT, RECONSTRUCTED, ROWS
from tests.scoring.build import ABORT, EXHAUST, Json, kong, number, settle, win
from tests.scoring.house_hands import fan_or_error, fans, laid, ready
from tests.scoring.test_lianzhong import HAS, HAS_NOT

DZ = "dazhong"
PLAIN = "123m567p345s78s22m +9s"
SEASONS: Json = {"type": "wild", "tiles": ["1f", "2f", "3f", "4f"]}
ANY = {"min_fan": 0}
TWO_OR_THREE = {"mixed_four_suits": "two_or_three"}


def flowers(seat: int, *tiles: int) -> list[Json]:
    return [{"type": "flower", "seat": seat, "tile": f"{tile}f"} for tile in tiles]


def named(*patterns: str, seat: int = 1, giver: int | None = 0, wilds: int | None = None) -> Json:
    declared: Json = {"patterns": list(patterns)}
    if wilds is not None:
        declared["wilds"] = wilds
    return win(seat, giver, winners=[{"seat": seat, "declared": declared}])


@pytest.mark.parametrize(("row", "text"), HAS)
def test_a_hand_that_has_the_row(row: str, text: str) -> None:
    assert fans(DZ, text, **TWO_OR_THREE)[row] == 1


@pytest.mark.parametrize(("row", "text"), HAS_NOT)
def test_a_hand_that_looks_like_it(row: str, text: str) -> None:
    assert fans(DZ, text, **TWO_OR_THREE)[row] == 0


@pytest.mark.parametrize(
    ("four", "three", "text"),
    [
        ("hun_si_jie", "hun_san_jie", "55m88s [222m] [333p] [444m] +5m"),
        ("hun_si_bu", "hun_san_bu", "123m234p345p45m99p +6m"),
    ],
)
def test_four_mixed_steps_are_of_three_suits(four: str, three: str, text: str) -> None:
    assert fans(DZ, text)[four] == 0
    assert fans(DZ, text)[three] == 1
    assert fans(DZ, text, **TWO_OR_THREE)[three] == 0


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        # Unlike in Lianzhong the single wait is inside.
        ("6z [111z] [222z] [333z] [444z] +6z", "draw", "si_fang_da_fa zi_mo"),
        ("6z [111z] [222z] [333z] [444z] +6z", "", "si_fang_da_fa quan_qiu_ren"),
        ("66z44z (1111z) [222z] [333z] +4z", "", "si_fang_da_fa an_gang"),
    ],
)
def test_what_four_winds_and_green_hold(text: str, facts: str, expected: str) -> None:
    assert set(fans(DZ, text, facts)) == set(expected.split())


@pytest.mark.parametrize(
    ("row", "gone"),
    [
        ("tian_hu", {"bian_zhang"}),
        ("di_hu", set()),
        ("ren_hu", set()),
        ("tian_ting", set()),
        ("si_jun_zi", set()),
        ("li_zhi", set()),
    ],
)
def test_what_rows_of_the_event_exclude(row: str, gone: set[str]) -> None:
    kept = {"hua_long", "bian_zhang", "bu_qiu_ren"} - gone
    found = set(fans(DZ, "12m456p789s345s88s +3m", "draw", row))
    assert {row} | kept <= found
    assert found.isdisjoint(gone)


@pytest.mark.parametrize(
    ("flag", "seat", "giver", "fan"),
    [
        ("heavenly", 0, None, 48 + 4 + 2 + 1),
        ("earthly", 1, None, 32 + 4 + 2 + 1),
        ("earthly", 3, None, 32 + 4 + 2 + 1),
        ("human", 1, 0, 24 + 2 + 2 + 1),
        ("heavenly", 1, None, "bad_flags"),
        ("earthly", 0, None, "bad_flags"),
        ("human", 1, 2, "bad_flags"),
        ("human", 1, None, "bad_flags"),
        ("earthly", 1, 0, "bad_flags"),
    ],
)
def test_wins_of_the_first_turn(flag: str, seat: int, giver: int | None, fan: int | str) -> None:
    event = laid(PLAIN, seat, giver, flags=[flag])
    assert fan_or_error(DZ, SEASONS, event) == fan
    # Flowers may be replaced before.
    with_flower = fan_or_error(DZ, SEASONS, *flowers(seat, 5 + (seat + 1) % 4), event)
    assert with_flower == (fan if isinstance(fan, str) else fan + 1)


@pytest.mark.parametrize(
    "before",
    [
        {"type": "pung", "seat": 3, "tile": "7z", "from": 0},
        {"type": "chow", "seat": 1, "tile": "1p", "from": 0},
        kong(0, "concealed", "9p"),
        kong(2, "concealed", "9p"),
    ],
)
@pytest.mark.parametrize(
    ("flag", "seat", "giver"), [("heavenly", 0, None), ("earthly", 1, None), ("human", 1, 0)]
)
def test_a_call_or_kong_before(before: Json, flag: str, seat: int, giver: int | None) -> None:
    event = laid(PLAIN, seat, giver, flags=[flag])
    assert fan_or_error(DZ, SEASONS, before, event) == "bad_flags"


def test_the_dealer_may_sit_elsewhere() -> None:
    event = laid(PLAIN, 0, 2, flags=["human"])
    assert fan_or_error(DZ, event, context={"dealer": 2}) == 29
    assert fan_or_error(DZ, event, context={"dealer": 1}) == "bad_flags"


@pytest.mark.parametrize(
    ("events", "fan"),
    [
        ([ready(3)], 5 + 16),
        ([ready(3, "baoting")], 5 + 2),
        ([ready(3), ready(3, "baoting")], 5 + 16),
        ([ready(2), ready(2, "baoting")], 5),
        ([ready(3, "liangdao")], "not_allowed"),
        ([ready(3), ready(3)], "not_allowed"),
        # A kong of another seat, or after it, voids nothing.
        ([kong(0, "concealed", "9p"), ready(3)], 5 + 16),
    ],
)
def test_declared_ready(events: list[Json], fan: int | str) -> None:
    assert fan_or_error(DZ, SEASONS, *events, laid(PLAIN, 3, 1), options=ANY) == fan


def test_a_concealed_kong_voids_the_dealers_ready_hand() -> None:
    event = laid("567p345s78s22m (1111m) +9s", 0, 1)
    own = kong(0, "concealed", "1m")
    plain = fan_or_error(DZ, own, event, options=ANY)
    assert isinstance(plain, int)
    assert fan_or_error(DZ, own, ready(0), event, options=ANY) == plain
    assert fan_or_error(DZ, ready(0), own, event, options=ANY) == plain + 16
    other = laid("567p345s78s22m (1111m) +9s", 1, 0)
    assert fan_or_error(DZ, {**own, "seat": 1}, ready(1), other, options=ANY) == plain + 16


def test_declared_ready_counts_when_concealed() -> None:
    call = ready(1, "baoting")
    melded = laid("567p345s78s22m [123m] +9s", 1, 0)
    assert fan_or_error(DZ, call, melded, options=ANY) == fan_or_error(DZ, melded, options=ANY)
    assert fan_or_error(DZ, call, named("hua_long", "men_qian_qing")) == 8 + 2 + 2
    assert fan_or_error(DZ, call, named("hua_long")) == 8
    assert fan_or_error(DZ, call, named("qi_dui", giver=None)) == 24 + 1 + 2


@pytest.mark.parametrize(
    ("shown", "fan"),
    [
        ([], 8),
        ([5], 9),
        ([6], 10),
        ([5, 6], 11),
        ([5, 6, 7], 12),
        ([5, 7, 8], 11),
        # 四君子 takes the place of 花牌 and 季花.
        ([5, 6, 7, 8], 8 + 24),
    ],
)
def test_flowers(shown: list[int], fan: int) -> None:
    assert fan_or_error(DZ, SEASONS, *flowers(1, *shown), named("hua_long")) == fan
    # Somebody else's flowers are nothing to the winner.
    assert fan_or_error(DZ, SEASONS, *flowers(2, *shown), named("hua_long")) == 8


def test_flowers_do_not_help_to_the_minimum_but_four_gentlemen_do() -> None:
    hand = laid(PLAIN, 1, 0)
    assert fan_or_error(DZ, *flowers(1, 5, 6, 7), hand) == "below_minimum"
    assert fan_or_error(DZ, *flowers(1, 5, 6, 7, 8), hand) == 5 + 24
    off = {"extension_counts_for_min": False}
    assert fan_or_error(DZ, *flowers(1, 5, 6, 7, 8), hand, options=off) == "below_minimum"


def test_flowers_worth_nothing() -> None:
    events = [*flowers(1, 5, 6), named("hua_long")]
    assert fan_or_error(DZ, *events, options={"flower_fan": 0}) == 8
    assert fan_or_error(DZ, *events, options={"reconstructed_rows": False}) == 8
    four = [*flowers(1, 5, 6, 7, 8), named("hua_long")]
    assert fan_or_error(DZ, *four, options={"reconstructed_rows": False, "flower_fan": 0}) == 32


def test_seasons_are_flowers_where_they_are_not_wild() -> None:
    events = [*flowers(1, 1, 2, 6), named("hua_long")]
    assert fan_or_error(DZ, *events, options={"wild": "none"}) == 8 + 3 + 1
    assert fan_or_error(DZ, *events) == "not_allowed"
    flip = {"type": "wild", "indicator": "4z", "tiles": ["5z"]}
    assert fan_or_error(DZ, flip, *events, options={"wild": "flip"}) == 8 + 3 + 1


@pytest.mark.parametrize(
    ("wilds", "patterns", "limit", "fan"),
    [
        (4, ["hun_yi_se", "peng_peng_hu"], 32, 44),
        (3, ["hun_yi_se", "peng_peng_hu"], 32, 12),
        (4, ["qing_yi_se", "san_an_ke"], 32, 40),
        (4, ["qing_yi_se", "peng_peng_hu", "jian_ke"], 32, 64),
        (4, ["qing_yi_se", "peng_peng_hu", "jian_ke"], 31, 32),
        (4, ["duan_yao"], 2, 34),
        (4, [], 0, 32),
        (4, ["wu_fan_hu"], 8, 40),
    ],
)
def test_four_wilds(wilds: int, patterns: list[str], limit: int, fan: int) -> None:
    event = named(*patterns, wilds=wilds)
    assert fan_or_error(DZ, SEASONS, event, options={"si_hun_limit": limit}) == fan


def test_flowers_are_inside_the_limit_of_four_wilds() -> None:
    event = named("qing_yi_se", "peng_peng_hu", wilds=4)
    assert fan_or_error(DZ, *flowers(1, 5, 7), event) == 30 + 2 + 32
    assert fan_or_error(DZ, *flowers(1, 5, 6), event) == 30 + 3


def test_no_wild_tile() -> None:
    options = {"wu_hun_fan": 5, "min_fan": 0}
    assert fan_or_error(DZ, named("hua_long"), options=options) == 13
    assert fan_or_error(DZ, named("hua_long", wilds=1), options=options) == 8
    assert fan_or_error(DZ, named("hua_long"), options={**options, "wild": "none"}) == 8
    assert fan_or_error(DZ, laid(PLAIN, 1, 0), options=options) == 5 + 5
    assert fan_or_error(DZ, named("wu_hun"), options=options) == "unknown_pattern"


def test_rows_that_were_filled_in() -> None:
    off: Json = {"reconstructed_rows": False, "min_fan": 0}
    assert fan_or_error(DZ, laid(PLAIN, 1, 0), options=off) == 4
    assert fan_or_error(DZ, ready(1, "baoting"), laid(PLAIN, 1, 0), options=off) == 4
    assert fan_or_error(DZ, ready(1), laid(PLAIN, 1, 0), options=off) == 20
    pair = named("hua_long", "er_wu_ba_jiang")
    assert fan_or_error(DZ, pair) == 9
    assert fan_or_error(DZ, pair, options=off) == "unknown_pattern"
    patterns = {p.id: p for p in get_ruleset(DZ).patterns}
    assert {name for name, p in patterns.items() if ("reconstructed_rows", ()) in p.when} == set(
        RECONSTRUCTED
    )


def test_every_row_is_tried_somewhere() -> None:
    of_tiles = {row for row, _ in HAS}
    assert {row.id for row in ROWS} - of_tiles == OF_THE_EVENT


WILD_HAND = "3m1f234p123m777s99p +5m"


@pytest.mark.parametrize(
    ("events", "options", "fan"),
    [
        ([SEASONS, laid(WILD_HAND, 1, None)], {}, 8),
        # The option names the wild tiles; the event may be left out.
        ([laid(WILD_HAND, 1, None)], {}, 8),
        ([{**SEASONS, "indicator": "1f"}, laid(WILD_HAND, 1, None)], {}, 8),
        ([laid(WILD_HAND, 1, None)], {"wild": "none"}, "bad_tile"),
        ([SEASONS, laid(WILD_HAND, 1, None)], {"wild": "none"}, "not_allowed"),
        ([SEASONS, SEASONS, laid(WILD_HAND, 1, None)], {}, "not_allowed"),
        ([{"type": "wild", "tiles": ["1f"]}, named("hua_long")], {}, "state_mismatch"),
        ([{"type": "wild", "tiles": ["5z"]}, named("hua_long")], {}, "state_mismatch"),
        ([{"type": "wild", "tiles": ["1234f"]}, laid(WILD_HAND, 1, None)], {}, 8),
        ([{"type": "wild"}, named("hua_long")], {}, "bad_record"),
        ([laid(WILD_HAND.replace("1f", "5f"), 1, None)], {}, "bad_tile"),
        ([laid(WILD_HAND.replace("3m1f", "1f1f"), 1, None)], {}, "too_many_tiles"),
        ([laid("34m234p123m777s99p +5f", 1, None)], {}, "bad_tile"),
        ([laid("34m234p123m777s99p +1f", 1, None)], {"wild": "none"}, "bad_tile"),
        ([*flowers(1, 1), named("hua_long")], {}, "not_allowed"),
        ([{"type": "flower", "seat": 1, "tile": "5m"}, named("hua_long")], {}, "bad_tile"),
        ([kong(1, "concealed", "1f"), named("hua_long")], {}, "not_allowed"),
        ([kong(1, "concealed", "5f"), named("hua_long")], {}, "bad_tile"),
        ([laid("11m1f39p47s1235z28s +5p", 1, None)], {}, "not_a_win"),
    ],
)
def test_wild_seasons(events: list[Json], options: Json, fan: int | str) -> None:
    assert fan_or_error(DZ, *events, options=options) == fan


FLIP = {"type": "wild", "indicator": "4z", "tiles": ["5z"]}


@pytest.mark.parametrize(
    ("events", "fan"),
    [
        ([FLIP, laid(WILD_HAND.replace("1f", "5z"), 1, None)], 8),
        ([{"type": "wild", "tiles": ["5z"]}, laid(WILD_HAND.replace("1f", "5z"), 1, None)], 8),
        # A wild tile may stand for its own face.
        ([FLIP, laid("19m19p19s1234567z +1m", 1, None)], 88 + 1),
        ([laid(WILD_HAND.replace("1f", "5z"), 1, None)], "incomplete"),
        ([named("hua_long")], 8),
        ([FLIP, laid("34m234p77s999p [555z] +5m", 1, 0)], "not_allowed"),
        ([FLIP, {"type": "pung", "seat": 2, "tile": "5z", "from": 0}, named("hua_long")],
         "not_allowed"),
        ([FLIP, FLIP, named("hua_long")], "not_allowed"),
        ([{"type": "wild", "tiles": []}, named("hua_long")], "state_mismatch"),
        ([{"type": "wild", "tiles": ["5f"]}, named("hua_long")], "state_mismatch"),
        ([{"type": "wild", "tiles": ["5z", "5z"]}, named("hua_long")], "state_mismatch"),
        ([{"type": "wild", "tiles": ["5z", "6z", "7z"]}, named("hua_long")], "state_mismatch"),
        ([{"type": "wild", "tiles": ["5z", "6z"]}, named("hua_long")], 8),
        ([SEASONS, laid(WILD_HAND, 1, None)], 8),
        ([FLIP, laid(WILD_HAND, 1, None)], "bad_tile"),
    ],
)  # fmt: skip
def test_a_face_turned_up(events: list[Json], fan: int | str) -> None:
    assert fan_or_error(DZ, *events, options={"wild": "flip"}) == fan


@pytest.mark.parametrize(
    ("wilds", "options", "fan"),
    [
        (0, {}, 8),
        (4, {}, 40),
        (5, {}, "too_many_tiles"),
        (-1, {}, "bad_record"),
        ("1", {}, "bad_record"),
        (1, {"wild": "none"}, "not_allowed"),
        (0, {"wild": "none"}, 8),
    ],
)
def test_the_number_of_wilds(wilds: Any, options: Json, fan: int | str) -> None:
    assert fan_or_error(DZ, named("hua_long", wilds=wilds), options=options) == fan


@pytest.mark.parametrize(
    ("wilds", "fan"), [(1, 8), (0, "declared_mismatch"), (2, "declared_mismatch")]
)
def test_wilds_beside_the_tiles(wilds: int, fan: int | str) -> None:
    event = laid(WILD_HAND, 1, None)
    event["winners"][0]["declared"] = {"wilds": wilds}
    assert fan_or_error(DZ, SEASONS, event) == fan
    names = ["men_qian_qing", "wu_zi", "hun_san_bu", "yao_jiu_tou"]
    event["winners"][0]["declared"] = {"wilds": wilds, "patterns": names}
    assert fan_or_error(DZ, SEASONS, event) == fan


def test_facts_of_the_win_are_held_against_the_tiles() -> None:
    wild = laid("34m1f234p123m77s99p +9p", 1, None, flags=["fourth_tile"])
    assert fan_or_error(DZ, SEASONS, wild) == "bad_flags"
    other = laid(WILD_HAND, 1, None, flags=["fourth_tile"])
    assert fan_or_error(DZ, SEASONS, other) == 8 + 4
    by_wild = laid("34m234p123m777s99p +1f", 1, None, flags=["fourth_tile"])
    assert fan_or_error(DZ, SEASONS, by_wild) == "bad_flags"
    kong_draw = laid(WILD_HAND, 1, None, flags=["kong_draw"], kong="k")
    assert fan_or_error(DZ, kong(1, "concealed", "9s", id="k"), kong_draw) == "bad_flags"


def test_a_wild_tile_may_be_discarded_and_won() -> None:
    drawn = fan_or_error(DZ, laid("34m234p123m777s99p +1f", 1, None))
    discarded = fan_or_error(DZ, laid("34m234p123m777s99p +1f", 1, 0), options=ANY)
    assert (drawn, discarded) == (8, 6)


def test_numbers_leave_flowers_out() -> None:
    assert fan_or_error(DZ, *flowers(1, 5, 6), ready(1), number(9, 1, 0)) == 9 + 3
    assert fan_or_error(DZ, *flowers(1, 5, 6, 7, 8), number(40, 1, 0)) == 40
    assert fan_or_error(DZ, *flowers(1, 5, 6, 7), number(7, 1, 0)) == "below_minimum"
    inside = {"fan_with_flowers": 11, "patterns": ["hua_long"]}
    event = win(1, 0, winners=[{"seat": 1, "declared": inside}])
    assert fan_or_error(DZ, *flowers(1, 5, 6), event) == 11
    inside["fan_with_flowers"] = 17
    assert fan_or_error(DZ, *flowers(1, 5, 6), event) == "declared_mismatch"


@pytest.mark.parametrize(
    ("patterns", "fan"),
    [
        (["si_fang_da_fa"], 168),
        (["si_fang_da_fa", "dan_diao_jiang"], "unknown_pattern"),
        (["si_hun"], "unknown_pattern"),
        (["si_jun_zi"], "unknown_pattern"),
        (["li_zhi"], "unknown_pattern"),
        (["hua_pai"], "unknown_pattern"),
        (["ji_hua"], "unknown_pattern"),
        (["tian_ting"], "unknown_pattern"),
        (["hun_si_bu", "ping_hu", "men_qian_qing", "yao_jiu_tou"], 9),
        (["hun_san_bu", "hun_si_bu", "ping_hu"], "unknown_pattern"),
    ],
)
def test_declared_patterns(patterns: list[str], fan: int | str) -> None:
    assert fan_or_error(DZ, named(*patterns)) == fan


def test_wins_by_self_draw_only() -> None:
    options = {"self_draw_only": True}
    assert fan_or_error(DZ, named("hua_long"), options=options) == "not_allowed"
    assert fan_or_error(DZ, named("hua_long", giver=None), options=options) == 9


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"preset": "table", "wild": "flip", "si_hun_limit": 0, "wu_hun_fan": 8}, None),
        ({"profile": "wmo2006", "min_fan": 4}, None),
        ({"wu_hun_fan": 9}, "bad_option"),
        ({"wu_hun_fan": -1}, "bad_option"),
        ({"wild": "all"}, "bad_option"),
        ({"preset": "house"}, "bad_option"),
        ({"di_hu_scope": "xia_jia"}, "bad_option"),
        ({"hun_gang": "off"}, "bad_option"),
    ],
)
def test_options(options: Json, error: str | None) -> None:
    assert settle(DZ, EXHAUST, **options).get("error") == error


def test_an_annulled_hand_and_the_deal() -> None:
    assert settle(DZ, SEASONS, ABORT, context={"dealer": 2})["next_dealer"] == 2
    assert settle(DZ, SEASONS, EXHAUST, context={"dealer": 2})["next_dealer"] == 3


@given(
    st.sampled_from([text for _, text in HAS]),
    st.integers(0, 3),
    st.lists(st.integers(5, 8), unique=True),
    st.booleans(),
    st.integers(0, 3),
)
def test_money_sums_to_zero(
    text: str, seat: int, shown: list[int], drawn: bool, wilds: int
) -> None:
    """Tiles of the hand are put for wild ones: the fan does not fall below what it was."""
    giver = None if drawn else (seat + 1) % 4
    event = laid(text, seat, giver)
    plain = settle(DZ, *flowers(seat, *shown), event, min_fan=0)
    concealed = event["winners"][0]["hand"]["concealed"]
    codes = [f"{digit}{suit}" for digit, suit in _tiles_of(concealed)]
    taken = min(wilds, len(codes))
    event["winners"][0]["hand"]["concealed"] = "".join(
        [*codes[taken:], *(f"{n + 1}f" for n in range(taken))]
    )
    answer = settle(DZ, *flowers(seat, *shown), event, min_fan=0)
    assert sum(answer["deltas"]) == sum(plain["deltas"]) == 0
    won = answer["wins"][0]
    assert won["fan"] >= plain["wins"][0]["fan"]
    assert sum(worth for _row, worth in won["items"]) == won["fan"]


def _tiles_of(text: str) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    digits = ""
    for char in text:
        if char.isdigit():
            digits += char
        else:
            found += [(digit, char) for digit in digits]
            digits = ""
    return found


def test_it_is_a_game_over_guobiao() -> None:
    ruleset = get_ruleset(DZ)
    assert isinstance(ruleset, Dazhong)
    assert (ruleset.dealer_rule, ruleset.deal_limit, ruleset.start_score) == ("chart", 16, 500)
