"""Lianzhong (lianzhong.md): the twelve rows, what they exclude, options and refusals."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets.lianzhong.table import OF_THE_EVENT, ROWS
from tests.scoring.build import ABORT, EXHAUST, Json, kong, number, settle, win
from tests.scoring.house_hands import fan_or_error, fans, laid, ready

LZ = "lianzhong"
PLAIN = "123m567p345s78s22m +9s"


def _names(text: str, facts: str = "", *rows: str, **options: Any) -> set[str]:
    return set(fans(LZ, text, facts, *rows, **options))


HAS = [
    ("si_fang_da_fa", "6z [111z] [222z] [333z] [444z] +6z"),
    ("si_fang_da_fa", "66z44z (1111z) [222z] [333z] +4z"),
    ("hun_si_jie", "55m88s [222m] [333p] [444s] +5m"),
    ("hun_si_jie", "55m88s [222m] [3333p] (4444m) +5m"),
    ("hun_si_bu", "123m234p345p45s99p +6s"),
    ("hun_si_bu", "123m234p345p45m99p +6m"),
    ("hun_san_jie", "44m99s [222m] [333p] [777p] +4m"),
    ("hun_san_jie", "44m123s99s [222m] [333p] +4m"),
    ("hun_san_bu", "34m234p123m777s99p +5m"),
    ("hun_san_bu", "234m345p456m678s9s +9s"),
    ("er_wu_ba_jiang", "45m22p [456p] [456s] [888s] +6m"),
    ("er_wu_ba_jiang", "45m55p [456p] [456s] [888s] +6m"),
    ("er_wu_ba_jiang", "45m88p [456p] [456s] [888s] +6m"),
    # A knitted straight has a pair too.
    ("er_wu_ba_jiang", "147m258p369s45m88s +6m"),
    ("yao_jiu_tou", "12s99s [123m] [123p] [789m] +3s"),
    ("yao_jiu_tou", "12s11s [456m] [123p] [789m] +3s"),
    # 混幺九 bars nothing of the pair.
    ("yao_jiu_tou", "11m99p [111z] [999s] [555z] +1m"),
]
HAS_NOT = [
    # The pair is not 发; a wind makes the pair.
    ("si_fang_da_fa", "5z [111z] [222z] [333z] [444z] +5z"),
    ("si_fang_da_fa", "6z [111z] [222z] [333z] [999m] +6z"),
    # One suit; ranks with a gap; the same rank twice.
    ("hun_si_jie", "55m88s [222m] [333m] [444m] +5m"),
    ("hun_si_jie", "66m88s [222m] [333p] [444s] +6m"),
    ("hun_si_jie", "44m88s [222m] [333p] [444s] +4m"),
    ("hun_si_bu", "123m234m345m45m99p +6m"),
    ("hun_si_bu", "123m234p345p56s99p +7s"),
    # All three suits are 三色三节高, one suit is 一色三节高.
    ("hun_san_jie", "44s99s [222m] [333p] [777p] +4s"),
    ("hun_san_jie", "44m99s [222m] [333m] [777p] +4m"),
    ("hun_san_jie", "66m99s [222m] [444p] [777p] +6m"),
    # Honours have no rank.
    ("hun_san_jie", "11z99s [222m] [333p] [222z] +1z"),
    ("hun_san_bu", "34s234p123m777s99p +5s"),
    ("hun_san_bu", "567m234p123m777s9p +9p"),
    # Four sets hide three.
    ("hun_san_jie", "55m88s [222m] [333p] [444m] +5m"),
    ("hun_san_bu", "123m234p345m45s99p +6s"),
    ("er_wu_ba_jiang", "45m33p [456p] [456s] [888s] +6m"),
    ("er_wu_ba_jiang", "45m22z [456p] [456s] [888s] +6m"),
    ("yao_jiu_tou", "12s11z [456m] [123p] [789m] +3s"),
    # Seven pairs and single tiles have no pair of their own.
    ("er_wu_ba_jiang", "2233m5588p1177s2z +2z"),
    ("yao_jiu_tou", "1199m1199p1177s2z +2z"),
    ("yao_jiu_tou", "19m19p19s1234567z +1m"),
]


@pytest.mark.parametrize(("row", "text"), HAS)
def test_a_hand_that_has_the_row(row: str, text: str) -> None:
    assert fans(LZ, text)[row] == 1


@pytest.mark.parametrize(("row", "text"), HAS_NOT)
def test_a_hand_that_looks_like_it(row: str, text: str) -> None:
    assert row not in _names(text)


def test_every_row_of_the_tiles_is_tried() -> None:
    of_tiles = {row.id for row in ROWS} - OF_THE_EVENT
    assert {row for row, _ in HAS} == of_tiles == {row for row, _ in HAS_NOT}


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        ("6z [111z] [222z] [333z] [444z] +6z", "draw", "si_fang_da_fa dan_diao_jiang zi_mo"),
        ("6z [111z] [222z] [333z] [444z] +6z", "", "si_fang_da_fa quan_qiu_ren"),
        (
            "6z (1111z) (2222z) [333z] [444z] +6z",
            "draw seat=E round=S",
            "si_fang_da_fa shuang_an_gang dan_diao_jiang zi_mo",
        ),
        (
            "6z111z222z333z444z +6z",
            "draw",
            "si_fang_da_fa si_an_ke dan_diao_jiang zi_mo",
        ),
        (
            "6z (1111z) (2222z) (3333z) (4444z) +6z",
            "draw",
            "si_fang_da_fa si_gang si_an_ke zi_mo",
        ),
    ],
)
def test_what_four_winds_and_green_hold(text: str, facts: str, expected: str) -> None:
    assert _names(text, facts) == set(expected.split())


@pytest.mark.parametrize(
    ("text", "row"),
    [
        # 全带五, 一色双龙会 and 三色双龙会 bar 258将, 清幺九 bars 幺九头.
        ("45m55s [345p] [555p] [567s] +6m", "quan_dai_wu"),
        ("12m5m [123m] [789m] [789m] 5m +3m", "yi_se_shuang_long_hui"),
        ("12m5s [123p] [789m] [789p] 5s +3m", "san_se_shuang_long_hui"),
        ("9s [111m] [111p] [999m] [999p] +9s", "qing_yao_jiu"),
    ],
)
def test_fans_that_bar_the_rows_of_the_pair(text: str, row: str) -> None:
    found = _names(text)
    assert row in found
    assert found.isdisjoint({"er_wu_ba_jiang", "yao_jiu_tou"})


@pytest.mark.parametrize(
    ("row", "gone", "kept"),
    [
        ("tian_hu", {"zi_mo", "bu_qiu_ren", "bian_zhang"}, {"hua_long"}),
        ("di_hu", {"zi_mo", "bu_qiu_ren"}, {"hua_long", "bian_zhang"}),
        ("ren_hu", set(), {"hua_long", "bian_zhang", "bu_qiu_ren"}),
        ("tian_ting", set(), {"hua_long", "bian_zhang", "bu_qiu_ren"}),
        ("hun_gang", set(), {"hua_long", "bian_zhang", "bu_qiu_ren"}),
    ],
)
def test_what_rows_of_the_event_exclude(row: str, gone: set[str], kept: set[str]) -> None:
    found = _names("12m456p789s345s88s +3m", "draw", row, hun_gang="winner_fan")
    assert {row} | kept <= found
    assert found.isdisjoint(gone)


@pytest.mark.parametrize("profile", ["chinese", "wmo2006", "seed_list"])
def test_a_heavenly_hand_never_counts_as_concealed(profile: str) -> None:
    found = _names("1122334455667m +7m", "draw", "tian_hu", profile=profile)
    assert "lian_qi_dui" in found
    assert found.isdisjoint({"zi_mo", "bu_qiu_ren"})


def test_a_row_of_the_table_is_no_chicken_hand() -> None:
    lone = "44m22z [678p] [123s] [789m] +4m"
    assert _names(lone) == {"wu_fan_hu"}
    assert _names(lone, "", "ren_hu") == {"ren_hu"}


FLAGS = [
    ("heavenly", 0, None, 168 + 2 + 1),
    ("earthly", 1, None, 158 + 2 + 1),
    ("human", 2, None, 108 + 4 + 2 + 1),
    ("human", 2, 0, 108 + 2 + 2 + 1),
]


@pytest.mark.parametrize(("flag", "seat", "giver", "fan"), FLAGS)
def test_wins_of_the_first_turn(flag: str, seat: int, giver: int | None, fan: int) -> None:
    # 平和 2, 258将 1, and what the way of the win adds.
    event = laid(PLAIN, seat, giver, flags=[flag])
    assert fan_or_error(LZ, event) == fan


@pytest.mark.parametrize(
    ("flag", "seat", "giver"),
    [
        ("heavenly", 1, None),
        ("heavenly", 0, 1),
        ("earthly", 0, None),
        ("earthly", 2, None),
        ("earthly", 3, None),
        ("earthly", 1, 0),
    ],
)
def test_flags_of_the_wrong_seat(flag: str, seat: int, giver: int | None) -> None:
    assert fan_or_error(LZ, laid(PLAIN, seat, giver, flags=[flag])) == "bad_flags"


@pytest.mark.parametrize(("dealer", "seat", "fan"), [(2, 3, 161), (3, 0, 161), (3, 1, "bad_flags")])
def test_the_seat_after_the_dealer(dealer: int, seat: int, fan: int | str) -> None:
    event = laid(PLAIN, seat, None, flags=["earthly"])
    assert fan_or_error(LZ, event, context={"dealer": dealer}) == fan


@pytest.mark.parametrize(("seat", "fan"), [(0, "bad_flags"), (1, 161), (2, 161), (3, 161)])
def test_any_first_draw_may_be_earthly(seat: int, fan: int | str) -> None:
    event = laid(PLAIN, seat, None, flags=["earthly"])
    assert fan_or_error(LZ, event, options={"di_hu_scope": "any_first_draw"}) == fan


@pytest.mark.parametrize("flag", ["heavenly", "earthly"])
@pytest.mark.parametrize(
    "before",
    [
        {"type": "pung", "seat": 3, "tile": "7z", "from": 0},
        {"type": "chow", "seat": 1, "tile": "1p", "from": 0},
        {"type": "kong", "seat": 0, "kind": "concealed", "tile": "9p"},
    ],
)
def test_a_call_before_ends_the_first_turn(flag: str, before: Json) -> None:
    event = laid(PLAIN, 0 if flag == "heavenly" else 1, None, flags=[flag])
    assert fan_or_error(LZ, before, event) == "bad_flags"


def test_a_dealt_hand_has_no_melds() -> None:
    event = laid("567p345s78s22m (1111m) +9s", 0, None, flags=["heavenly"])
    assert fan_or_error(LZ, event) == "bad_flags"


@pytest.mark.parametrize(
    "flags",
    [
        ["heavenly", "earthly"],
        ["heavenly", "human"],
        ["earthly", "human"],
        ["heavenly", "last_tile"],
        ["earthly", "last_tile"],
        ["human", "last_tile"],
    ],
)
def test_flags_that_contradict_each_other(flags: list[str]) -> None:
    for seat in (0, 1):
        assert fan_or_error(LZ, laid(PLAIN, seat, None, flags=flags)) == "bad_flags"


def test_ready_as_dealt() -> None:
    event = laid(PLAIN, 3, 0)
    options = {"min_fan": 0}
    assert fan_or_error(LZ, event, options=options) == 5
    assert fan_or_error(LZ, ready(3), event) == 5 + 32
    # Another seat's declaration is nothing to the winner.
    assert fan_or_error(LZ, ready(2), event, options=options) == 5
    assert fan_or_error(LZ, ready(3), laid(PLAIN, 3, 0, flags=["human"])) == 5 + 32 + 108


@pytest.mark.parametrize("kind", ["baoting", "liangdao", ""])
def test_other_ready_hands_are_refused(kind: str) -> None:
    assert fan_or_error(LZ, ready(3, kind), laid(PLAIN, 3, 0)) == "not_allowed"


def test_ready_is_declared_once_and_before_the_win() -> None:
    event = laid(PLAIN, 3, 0)
    assert fan_or_error(LZ, ready(3), ready(3), event) == "not_allowed"
    assert fan_or_error(LZ, event, ready(3)) == "after_end"


MINIMUM = "34m234p123m777s99p +5m"


def test_rows_count_towards_the_minimum_by_option() -> None:
    event = laid(MINIMUM, 1, None)
    assert fan_or_error(LZ, event) == 8
    off = {"extension_counts_for_min": False}
    assert fan_or_error(LZ, event, options=off) == "below_minimum"
    assert fan_or_error(LZ, event, options={**off, "min_fan": 5}) == 8
    assert fan_or_error(LZ, laid(MINIMUM, 0, None, flags=["heavenly"]), options=off) == (
        "below_minimum"
    )
    named = win(1, 0, "hun_si_jie", "peng_peng_hu")
    assert fan_or_error(LZ, named) == 12
    assert fan_or_error(LZ, named, options=off) == "below_minimum"


@pytest.mark.parametrize(("choice", "row"), [("two_or_three", True), ("three_only", False)])
def test_suits_of_four_mixed_steps(choice: str, row: bool) -> None:
    for name, three, text in (
        ("hun_si_jie", "hun_san_jie", "55m88s [222m] [333p] [444m] +5m"),
        ("hun_si_bu", "hun_san_bu", "123m234p345p45m99p +6m"),
    ):
        found = _names(text, mixed_four_suits=choice)
        assert (name in found) is row
        assert (three in found) is not row
    assert "hun_si_jie" in _names("55m88s [222m] [333p] [444s] +5m", mixed_four_suits=choice)


def test_wins_by_self_draw_only() -> None:
    only = {"self_draw_only": True, "min_fan": 0}
    assert fan_or_error(LZ, laid(PLAIN, 1, 0), options=only) == "not_allowed"
    assert fan_or_error(LZ, laid(PLAIN, 1, None), options=only) == 7
    assert fan_or_error(LZ, number(9, 1, 2), options=only) == "not_allowed"
    robbed = [kong(2, "added", "5m", id="k"), win(3, 2, "qing_yi_se", by="rob_kong", kong="k")]
    assert fan_or_error(LZ, *robbed, options=only) == 32


WILD: Json = {"type": "wild", "tiles": ["5z"]}
WILD_KONG = kong(2, "concealed", "5z", wild=True)
HUA_LONG = win(2, 0, "hua_long")


@pytest.mark.parametrize(
    ("choice", "fan", "deltas"),
    [
        ("winner_fan", 96, [-104, -8, 120, -8]),
        ("instant", 8, [-16 - 88, -8 - 88, 32 + 264, -8 - 88]),
    ],
)
def test_a_kong_of_wild_tiles(choice: str, fan: int, deltas: list[int]) -> None:
    answer = settle(LZ, WILD, WILD_KONG, HUA_LONG, hun_gang=choice)
    assert answer["wins"][0]["fan"] == fan
    assert answer["deltas"] == deltas
    # Whose kong it is decides.
    other = settle(LZ, WILD, {**WILD_KONG, "seat": 1}, HUA_LONG, hun_gang=choice)
    assert other["wins"][0]["fan"] == 8
    plain = settle(LZ, WILD, {**WILD_KONG, "wild": False}, HUA_LONG, hun_gang=choice)
    assert plain["deltas"] == settle(LZ, HUA_LONG)["deltas"]


def test_a_kong_of_wild_tiles_is_paid_in_a_drawn_hand_not_in_an_annulled_one() -> None:
    for end, share in ((EXHAUST, 88), (ABORT, 0)):
        answer = settle(LZ, WILD, WILD_KONG, end, hun_gang="instant", base=3)
        assert answer["deltas"] == [-share, -share, 3 * share, -share]
        assert settle(LZ, WILD, WILD_KONG, end, hun_gang="winner_fan")["deltas"] == [0] * 4


@pytest.mark.parametrize(
    ("events", "choice", "error"),
    [
        ([WILD_KONG], "off", "not_allowed"),
        ([WILD], "off", "not_allowed"),
        ([WILD, {**WILD_KONG, "kind": "added"}], "winner_fan", "not_allowed"),
        ([WILD, {**WILD_KONG, "kind": "exposed", "from": 0}], "instant", "not_allowed"),
        ([WILD, WILD], "instant", "not_allowed"),
        ([WILD, {**WILD_KONG, "tile": "6z"}], "instant", "not_allowed"),
        ([WILD, WILD_KONG, {**WILD_KONG, "seat": 1, "tile": "6z"}], "instant", "too_many_tiles"),
        ([{"type": "wild", "indicator": "5z"}], "instant", "bad_record"),
        ([{**WILD_KONG, "wild": "yes"}], "instant", "bad_record"),
        ([{**WILD_KONG, "wild": False}], "off", 8),
        ([{"type": "wild", "indicator": "4z", "tiles": ["5z"]}], "instant", 8),
    ],
)
def test_wild_tiles_that_are_refused(events: list[Json], choice: str, error: int | str) -> None:
    assert fan_or_error(LZ, *events, HUA_LONG, options={"hun_gang": choice}) == error


def test_four_wild_flowers_may_be_turned_into_any_face() -> None:
    seasons = {"type": "wild", "tiles": ["1f", "2f", "3f", "4f"]}
    options = {"hun_gang": "winner_fan"}
    assert fan_or_error(LZ, seasons, {**WILD_KONG, "tile": "9m"}, HUA_LONG, options=options) == 96


@pytest.mark.parametrize(
    ("patterns", "flags", "fan"),
    [
        (["si_fang_da_fa"], [], 168 + 1),
        (["hun_si_bu", "ping_hu", "yao_jiu_tou"], ["human"], 108 + 4 + 2 + 1 + 1),
        # What the event's row excludes is not counted.
        (["qing_long", "men_qian_qing", "dan_diao_jiang"], ["heavenly"], 168 + 16),
        (["qi_dui"], ["heavenly"], 168 + 24),
        (["qing_long", "men_qian_qing", "dan_diao_jiang"], ["earthly"], 158 + 16 + 1),
        (["qing_long", "men_qian_qing"], ["human"], 108 + 16 + 4),
        (["wu_fan_hu"], ["human"], "declared_mismatch"),
        (["tian_hu"], ["heavenly"], "unknown_pattern"),
        (["ren_hu"], [], "unknown_pattern"),
        (["tian_ting"], [], "unknown_pattern"),
        (["hun_gang"], [], "unknown_pattern"),
        (["qing_long", "er_wu_ba_jiang", "er_wu_ba_jiang"], [], "unknown_pattern"),
        (["qing_long", "er_wu_ba_jiang", "yao_jiu_tou"], [], "unknown_pattern"),
        (["peng_peng_hu", "hun_si_jie", "hun_san_jie"], [], "unknown_pattern"),
        (["ping_hu", "hun_si_bu", "hun_san_bu"], [], "unknown_pattern"),
        (["si_fang_da_fa", "da_si_xi"], [], "unknown_pattern"),
        (["si_fang_da_fa", "zi_yi_se"], [], "unknown_pattern"),
        (["qi_dui", "er_wu_ba_jiang"], [], "unknown_pattern"),
        (["quan_dai_wu", "er_wu_ba_jiang"], [], "unknown_pattern"),
        (["qing_yao_jiu", "yao_jiu_tou"], [], "unknown_pattern"),
    ],
)
def test_declared_patterns(patterns: list[str], flags: list[str], fan: int | str) -> None:
    seat = 0 if "heavenly" in flags else 1
    assert fan_or_error(LZ, win(seat, None, *patterns, flags=flags)) == fan


def test_a_number_holds_the_circumstances_already() -> None:
    event = number(40, 1, None, flags=["earthly"])
    assert fan_or_error(LZ, ready(1), event) == 40
    assert fan_or_error(LZ, number(7, 1, None)) == "below_minimum"
    both = {"fan": 169, "patterns": ["si_fang_da_fa"]}
    event = win(1, None, winners=[{"seat": 1, "declared": both}])
    assert fan_or_error(LZ, event) == 169
    assert fan_or_error(LZ, ready(1), event) == "declared_mismatch"


def test_tiles_and_patterns_agree() -> None:
    event = laid("123m234p345p45s99p +6s", 0, 3)
    names = ["men_qian_qing", "ping_hu", "hun_si_bu", "yao_jiu_tou"]
    event["winners"][0]["declared"] = {"patterns": names}
    assert fan_or_error(LZ, event) == 9
    event["winners"][0]["declared"] = {"patterns": names[:-1]}
    assert fan_or_error(LZ, event) == "declared_mismatch"


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"preset": "house"}, None),
        ({"preset": "west_swap"}, "bad_option"),
        ({"di_hu_scope": "all"}, "bad_option"),
        ({"mixed_four_suits": 3}, "bad_option"),
        ({"hun_gang": True}, "bad_option"),
        ({"self_draw_only": 1}, "bad_option"),
        ({"wild": "none"}, "bad_option"),
        ({"profile": "wmo2006", "base": 0, "seat_change": "every_round"}, None),
    ],
)
def test_options(options: Json, error: str | None) -> None:
    assert settle(LZ, EXHAUST, **options).get("error") == error


@given(
    st.sampled_from([text for _, text in HAS]),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 6),
    st.booleans(),
    st.booleans(),
)
def test_money_sums_to_zero(
    text: str, seat: int, dealer: int, flowers: int, drawn: bool, dealt: bool
) -> None:
    giver = None if drawn else (seat + 1) % 4
    events = [{"type": "flower", "seat": seat, "tile": f"{n + 1}f"} for n in range(flowers)]
    # Only a hand without claimed sets was ready as dealt.
    events += [ready(seat)] if dealt and "[" not in text else []
    context = {"dealer": dealer, "round_wind": 1}
    answer = settle(LZ, *events, laid(text, seat, giver), context=context, min_fan=0)
    fan = answer["wins"][0]["fan"]
    assert sum(answer["deltas"]) == 0
    assert sum(worth for _row, worth in answer["wins"][0]["items"]) == fan
    assert answer["deltas"][seat] == (3 * (8 + fan) if drawn else 24 + fan)
    assert answer["next_dealer"] == (dealer + 1) % 4
