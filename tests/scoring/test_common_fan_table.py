"""The common fan table (common_fan_table.md): rows, exclusions, money, options, refusals."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import HandTiles
from scoring.patterns import parse_example
from scoring.rulesets import get_ruleset
from scoring.rulesets.common_fan_table.count import Win, dearest
from scoring.rulesets.common_fan_table.table import BY_ID, FROM_EVENT, ROWS
from tests.scoring.build import ABORT, EXHAUST, Json, kong, number, settle, win
from tests.scoring.house_hands import fan_or_error, laid, ready

CF = "common_fan_table"
MINOR = {"men_qing", "duan_yao", "que_men", "que_zi", "dan_diao", "wu_jiang"}


def _rows(text: str, facts: str = "", *told: str, **options: Any) -> set[str]:
    example = parse_example(text, facts)
    hand = HandTiles(example.concealed, example.melds)
    resolved = get_ruleset(CF).resolve_options(options)
    found = dearest(Win(hand, example.win_tile, example.by == "self_draw"), told, resolved)
    assert found is not None
    assert len(set(found)) == len(found)
    return set(found)


# Whole answers: the hand, its facts, all rows that count.
HANDS = [
    # 十三幺 and the seven pairs of honours hold the wait, concealment and the sorts of tiles.
    ("19m19p1s12345677z +9s", "", "shi_san_yao"),
    ("19m19p19s1234567z +1m", "draw", "shi_san_yao"),
    ("11z22z33z44z55z66z7z +7z", "draw", "quan_feng_qi_dui"),
    ("11z11z33z44z55z66z7z +7z", "", "quan_feng_qi_dui"),
    ("1133m5577s2299p7p +7p", "", "qi_dui que_zi"),
    ("1111m5577s2299p7p +7p", "draw", "qi_dui que_zi"),
    ("2233m5577m2288m4m +4m", "", "qi_dui qing_yi_se duan_yao"),
    ("1199m1199p1199s1z +1z", "", "qi_dui quan_dai_yao"),
    ("1122m1199p1199s1z +1z", "", "qi_dui"),
    ("11m22p33s44p55z66s1z +1z", "", "qi_dui wu_men_qi"),
    # 十三不靠: nine knitted tiles, five honours, one pair.
    ("147m258p36s12344z +9s", "draw", "shi_san_bu_kao"),
    ("147m258p369s1234z +4z", "", "shi_san_bu_kao"),
    ("258m369p14s12351z +7s", "", "shi_san_bu_kao"),
    # All honours, winds and dragons together.
    ("44z55z [111z] [222z] [333z] +4z", "", "quan_feng_dui_dui_hu da_si_xi"),
    ("4z [111z] [222z] [333z] [555z] +4z", "", "quan_feng_dui_dui_hu xiao_si_xi dan_diao"),
    ("1z [555z] [666z] [777z] [333z] +1z", "", "quan_feng_dui_dui_hu da_san_yuan dan_diao"),
    ("7z [555z] [666z] [222z] [333z] +7z", "", "quan_feng_dui_dui_hu xiao_san_yuan dan_diao"),
    ("7z111z222z333z555z +7z", "draw", "quan_feng_dui_dui_hu san_xiang_ci bu_qiu_ren dan_diao"),
    # 大四喜 holds 对对胡; 混一色 and 全带幺 are added.
    ("9m [111z] [222z] [333z] [444z] +9m", "", "da_si_xi hun_yi_se quan_dai_yao dan_diao"),
    ("5m [111z] [222z] [333z] [444z] +5m", "", "da_si_xi hun_yi_se dan_diao wu_jiang"),
    ("44z [111z] [222z] [333z] 12m +3m", "", "xiao_si_xi hun_yi_se quan_dai_yao"),
    ("55z99m [666z] [777z] [123p] +5z", "", "da_san_yuan quan_dai_yao que_men"),
    ("77z34m [555z] [666z] [123p] +5m", "", "xiao_san_yuan que_men"),
    # One suit, one suit and honours.
    ("23m [567m] [111m] [999m] 88m +4m", "", "qing_yi_se"),
    ("23m [567m] [111m] [999m] 22z +4m", "", "hun_yi_se"),
    ("23m [567m] [111p] [999m] 88m +4m", "", "que_men que_zi"),
    # A five everywhere holds 断幺, 五将 and 缺字.
    ("45m55s [345p] [555p] [567s] +6m", "", "quan_dai_wu"),
    ("45m66s [345p] [555p] [567s] +6m", "", "duan_yao"),
    ("45m55s [345p] [222p] [567s] +6m", "", "duan_yao wu_jiang"),
    # Runs.
    ("2m333s [567p] [567p] [567p] +2m", "draw", "duan_yao san_jie_mei dan_diao"),
    ("12345678m55z [111p] +9m", "draw", "yi_tiao_long que_men"),
    ("12s99m [123m] [123p] [789p] +3s", "", "quan_dai_yao que_zi xi_xiang_feng"),
    ("22s99m [222m] [222p] [789p] +2s", "", "que_zi xi_xiang_feng"),
    ("22s99m [222m] [234p] [789p] +2s", "", "que_zi"),
    ("12s99m [123m] [456p] [789p] +3s", "", "que_zi"),
    # Triplets.
    ("55m22z [222m] [888p] [777s] +5m", "", "dui_dui_hu"),
    ("44s22m777p999m [345p] +4s", "draw", "que_zi san_xiang_ci"),
    ("44s22m777p999m [345p] +4s", "", "que_zi"),
    ("44s22m777p (9999m) [345p] +4s", "draw", "que_zi san_xiang_ci"),
    # The discarded tile may as well stand in a run: the triplets stay concealed.
    ("44456s22m777p999m +4s", "", "que_zi men_qing san_xiang_ci"),
    # Ranks.
    ("13s22m [234m] [444p] [123p] +2s", "draw", "xiao_yu_wu"),
    ("13s55m [234m] [444p] [123p] +2s", "draw", "que_zi wu_jiang"),
    ("78s66m [678m] [777p] [999p] +9s", "", "da_yu_wu"),
    # All five sorts.
    ("23m55z [111z] [567p] [123s] +4m", "", "wu_men_qi"),
    ("23m55z [666z] [567p] [123s] +4m", "", "qiong_hu"),
    # Concealed or not.
    ("23m567m345p666s99s +4m", "", "men_qing que_zi"),
    ("23m567m345p666s99s +4m", "draw", "bu_qiu_ren que_zi"),
    ("23m567m345p99s (6666s) +4m", "draw", "bu_qiu_ren que_zi"),
    ("23m567m345p99s [6666s] +4m", "draw", "que_zi"),
    # The wait: one face alone, the pair's own; a face held four times counts too.
    ("5z [111p] [234m] [567p] [888s] +5z", "", "dan_diao"),
    ("3456m [111p] [567p] [222z] +6m", "", "que_men"),
    ("3334m [111p] [567p] [222z] +4m", "", "que_men"),
    ("1222m [111p] [567p] [222z] +1m", "", "que_men"),
    ("5556m [567p] [111s] [999s] +6m", "", "que_zi"),
    ("7m [7777p] [123p] [789m] [222z] +7m", "", "que_men dan_diao"),
    # Three equal runs or three triplets: the dearer one.
    ("111222333m4z [789p] +4z", "draw", "san_jie_mei que_men quan_dai_yao dan_diao"),
]


@pytest.mark.parametrize(("text", "facts", "expected"), HANDS)
def test_hands(text: str, facts: str, expected: str) -> None:
    assert _rows(text, facts) == set(expected.split())


def test_every_row_of_the_tiles_is_tried() -> None:
    tried = {row for _, _, rows in HANDS for row in rows.split()}
    assert tried == {row.id for row in ROWS} - {"tian_hu", "di_hu", "kou_ting"}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        # Fourteen single tiles, eight knitted ones, a knitted pair: no 十三不靠 here.
        ("147m258p369s1234z +5z", ""),
        ("147m258p36s12344z +5z", ""),
        ("147m258p369s1123z +1z", ""),
        ("147m258p369s1122z +3z", ""),
        ("147m147p369s1234z +4z", ""),
        # 组合龙 with a set and a pair wins in Guobiao only.
        ("147m258p369s234m5p +5p", ""),
        ("19m19p19s1234567z +2m", ""),
        ("1133m5577s2299p7p +8p", ""),
    ],
)
def test_tiles_that_do_not_win(text: str, facts: str) -> None:
    assert fan_or_error(CF, laid(text, facts=facts)) == "not_a_win"


@pytest.mark.parametrize(
    ("text", "facts", "told", "expected"),
    [
        ("234m678m345p88s55p +5p", "draw", "tian_hu", "tian_hu duan_yao"),
        ("123m567p345s789s2m +2m", "draw", "tian_hu", "tian_hu que_zi"),
        ("123m567p345s78s22m +9s", "", "di_hu", "di_hu que_zi"),
        ("23m567m345p666s99s +4m", "", "kou_ting", "kou_ting que_zi"),
        ("23m567m345p666s99s +4m", "draw", "kou_ting", "kou_ting bu_qiu_ren que_zi"),
        ("1133m5577s2299p7p +7p", "draw", "tian_hu", "tian_hu qi_dui que_zi"),
    ],
)
def test_rows_of_the_event(text: str, facts: str, told: str, expected: str) -> None:
    assert _rows(text, facts, told) == set(expected.split())


@pytest.mark.parametrize(("text", "facts", "expected"), HANDS)
def test_without_the_minor_rows(text: str, facts: str, expected: str) -> None:
    left = set(expected.split()) - MINOR or {"qiong_hu"}
    assert _rows(text, facts, minor_rows=False) == left


def test_without_the_poor_hand() -> None:
    poor = "23m55z [666z] [567p] [123s] +4m"
    assert _rows(poor, qiong_hu=False) == set()
    assert fan_or_error(CF, laid(poor), options={"qiong_hu": False}) == 0
    assert settle(CF, laid(poor), qiong_hu=False)["deltas"] == [0] * 4
    assert fan_or_error(CF, laid(poor), options={"qiong_hu": False, "min_fan": 1}) == (
        "below_minimum"
    )


def test_every_row_bars_what_the_table_says() -> None:
    for row in ROWS:
        assert set(row.excludes) <= set(BY_ID)
    assert BY_ID["quan_dai_wu"].excludes == ("duan_yao", "wu_jiang", "que_zi")


EVENT = laid("23m567m345p666s99s +4m", 1, 0)


@pytest.mark.parametrize(
    ("events", "dealer", "fan"),
    [
        ([ready(1), EVENT], 0, 26),
        ([ready(2), EVENT], 0, 3),
        ([ready(1), ready(1), EVENT], 0, "not_allowed"),
        ([ready(1, "baoting"), EVENT], 0, "not_allowed"),
        # The hand was changed afterwards.
        ([ready(1), laid("23m345p666s99s [567m] +4m", 1, 0)], 0, 1),
        ([ready(1), laid("23m345p99s567m (6666s) +4m", 1, 0)], 0, 26),
        (
            [
                ready(1),
                {"type": "pung", "seat": 1, "tile": "6s", "from": 0},
                laid("23m567m345p99s [666s] +4m", 1, 0),
            ],
            0,
            1,
        ),
        ([{"type": "pung", "seat": 2, "tile": "1s", "from": 0}, ready(1), EVENT], 0, 26),
        ([EVENT | {"flags": ["earthly"]}], 0, 31),
        # 地胡 is on the dealer's discard, before any call, and nobody is ready before it.
        ([EVENT | {"flags": ["earthly"]}], 3, "bad_flags"),
        ([ready(1), EVENT | {"flags": ["earthly"]}], 0, "bad_flags"),
        ([kong(0), EVENT | {"flags": ["earthly"]}], 0, "bad_flags"),
        (
            [
                {"type": "pung", "seat": 2, "tile": "1s", "from": 0},
                EVENT | {"flags": ["earthly"]},
            ],
            0,
            "bad_flags",
        ),
        ([laid("23m345p666s99s [567m] +4m", 1, 0, flags=["earthly"])], 0, "bad_flags"),
        ([laid("23m567m345p666s99s +4m", 1, None, flags=["earthly"])], 0, "bad_flags"),
        ([laid("23m567m345p666s99s +4m", 0, None, flags=["heavenly"])], 0, 31),
        ([laid("23m567m345p666s99s +4m", 1, None, flags=["heavenly"])], 0, "bad_flags"),
        ([laid("23m567m345p666s99s +4m", 0, 1, flags=["heavenly"])], 0, "bad_flags"),
        ([ready(0), laid("23m567m345p666s99s +4m", 0, None, flags=["heavenly"])], 0, "bad_flags"),
        ([{"type": "flower", "seat": 1, "tile": "1f"}, EVENT], 0, "bad_tile"),
        ([laid("23m567m345p666s99s +4m", 1, 0, flags=["human"])], 0, 3),
    ],
)
def test_first_turns_and_ready_hands(events: list[Json], dealer: int, fan: int | str) -> None:
    assert fan_or_error(CF, *events, context={"dealer": dealer}) == fan


DECLARED = [
    (["qing_yi_se", "dui_dui_hu"], {"from": 0}, 22),
    (["hun_yi_se", "men_qing"], {"from": 0}, 10),
    (["hun_yi_se", "men_qing"], {}, 15),
    (["qiong_hu"], {"from": 0}, 7),
    ([], {"from": 0}, 7),
    ([], {"from": 0, "flags": ["earthly"]}, 30),
    (["que_zi", "men_qing"], {"from": 0, "flags": ["earthly"]}, 31),
    (["duan_yao", "men_qing", "dan_diao"], {"flags": ["heavenly"]}, 32),
    (["da_si_xi", "quan_feng_dui_dui_hu"], {}, 50),
    (["qiong_hu", "que_men"], {"from": 0}, "declared_mismatch"),
    (["qiong_hu"], {"from": 0, "flags": ["earthly"]}, "declared_mismatch"),
    (["men_qing", "men_qing"], {}, "unknown_pattern"),
    (["qing_yi_se", "que_zi"], {}, "unknown_pattern"),
    (["qing_yi_se", "hun_yi_se"], {}, "unknown_pattern"),
    (["qi_dui", "dui_dui_hu"], {}, "unknown_pattern"),
    (["qi_dui", "men_qing"], {}, "unknown_pattern"),
    (["da_yu_wu", "xiao_yu_wu"], {}, "unknown_pattern"),
    (["wu_fan_hu"], {}, "unknown_pattern"),
    *(([row], {}, "unknown_pattern") for row in sorted(FROM_EVENT)),
]


@pytest.mark.parametrize(("patterns", "more", "fan"), DECLARED)
def test_declared_patterns(patterns: list[str], more: Json, fan: int | str) -> None:
    rest = {k: v for k, v in more.items() if k != "from"}
    seat = 0 if "heavenly" in more.get("flags", ()) else 1
    assert fan_or_error(CF, win(seat, more.get("from"), *patterns, **rest)) == fan


def test_rows_switched_off_cannot_be_declared() -> None:
    for row in sorted(MINOR):
        options = {"minor_rows": False}
        assert fan_or_error(CF, win(1, 0, "hun_yi_se", row), options=options) == "unknown_pattern"
    # A self-drawn hand is still named concealed: it is 不求人.
    event = win(1, None, "hun_yi_se", "men_qing")
    assert fan_or_error(CF, event, options={"minor_rows": False}) == 15
    assert fan_or_error(CF, win(1, 0, "qiong_hu"), options={"qiong_hu": False}) == (
        "unknown_pattern"
    )


def test_numbers_of_a_sheet() -> None:
    answer = settle(CF, number(9, 1, 0), unit=3)
    assert answer["wins"] == [{"event": 0, "seat": 1, "fan": 9, "points": 27}]
    assert answer["deltas"] == [-27, 27, 0, 0]
    # Nothing is added from the way of the win.
    assert fan_or_error(CF, ready(1), number(9, 1, None)) == 9
    assert fan_or_error(CF, number(4, 1, 0), options={"min_fan": 5}) == "below_minimum"
    for declared, fan in (
        ({"fan": 15, "patterns": ["qing_yi_se"]}, 15),
        ({"fan": 16, "patterns": ["qing_yi_se"]}, "declared_mismatch"),
        ({"fan_with_flowers": 15}, 15),
        ({"fan_with_flowers": 17, "patterns": ["qing_yi_se"]}, "declared_mismatch"),
        ({"fan": 4, "fan_with_flowers": 5}, "declared_mismatch"),
        ({"fan": 4, "fan_with_flowers": 4}, "declared_mismatch"),
        ({"fan": 4, "gen": 1}, "bad_record"),
        ({}, "incomplete"),
    ):
        event = win(1, 0, winners=[{"seat": 1, "declared": declared}])
        assert fan_or_error(CF, event) == fan


def test_tiles_and_patterns_agree() -> None:
    for names, fan in ((["men_qing", "que_zi"], 3), (["men_qing"], "declared_mismatch")):
        event = laid("23m567m345p666s99s +4m", 1, 0)
        event["winners"][0]["declared"] = {"patterns": names}
        assert fan_or_error(CF, event) == fan


@pytest.mark.parametrize(
    ("giver", "options", "deltas"),
    [
        (None, {}, [-7, 21, -7, -7]),
        (2, {}, [0, 7, -7, 0]),
        (2, {"discard_pays": "all_equal"}, [-7, 21, -7, -7]),
        (2, {"discard_pays": "discarder_double"}, [-7, 28, -14, -7]),
        (2, {"dealer_double": True}, [0, 7, -7, 0]),
        (0, {"dealer_double": True}, [-14, 14, 0, 0]),
        (None, {"dealer_double": True, "unit": 2}, [-28, 56, -14, -14]),
        (2, {"dealer_double": True, "discard_pays": "discarder_double"}, [-14, 35, -14, -7]),
        (0, {"dealer_double": True, "discard_pays": "discarder_double"}, [-28, 42, -7, -7]),
    ],
)
def test_who_pays(giver: int | None, options: Json, deltas: list[int]) -> None:
    assert settle(CF, number(7, 1, giver), **options)["deltas"] == deltas


def test_the_dealer_wins_double() -> None:
    assert settle(CF, number(7, 0), dealer_double=True)["deltas"] == [42, -14, -14, -14]


def test_a_robbed_kong_is_paid_like_a_discard() -> None:
    events = [kong(2, "added", "5m", id="k"), win(3, 2, "hun_yi_se", by="rob_kong", kong="k")]
    assert settle(CF, *events)["deltas"] == [0, 0, -8, 8]
    assert settle(CF, *events, discard_pays="all_equal")["deltas"] == [-8, -8, -8, 24]


def test_several_winners() -> None:
    winners = [{"seat": s, "declared": {"fan": f}} for s, f in ((1, 8), (3, 10))]
    event = win(1, 0, winners=winners)
    assert settle(CF, event)["error"] == "not_allowed"
    assert settle(CF, event, multi_win="all")["deltas"] == [-18, 8, 0, 10]
    both = settle(CF, event, multi_win="all", discard_pays="all_equal")
    assert both["deltas"] == [-18, 16, -18, 20]


@pytest.mark.parametrize(
    ("events", "stays", "rotates"),
    [
        ([number(7, 2, 0)], 2, 3),
        ([number(7, 1, 0)], 3, 3),
        ([number(7, 0, 2)], 3, 3),
        ([EXHAUST], 2, 3),
        ([ABORT], 2, 2),
    ],
)
def test_the_next_dealer(events: list[Json], stays: int, rotates: int) -> None:
    context = {"dealer": 2}
    assert settle(CF, *events, context=context)["next_dealer"] == stays
    assert settle(CF, *events, context=context, next_dealer="rotate")["next_dealer"] == rotates


def test_a_false_win() -> None:
    penalty = {"type": "penalty", "seat": 2, "kind": "false_win"}
    assert settle(CF, penalty, EXHAUST)["deltas"] == [10, 10, -30, 10]
    assert settle(CF, EXHAUST, penalty, false_win_each=4)["deltas"] == [4, 4, -12, 4]
    one = {**penalty, "amount": 5, "against": [0]}
    assert settle(CF, one, EXHAUST)["deltas"] == [5, 0, -5, 0]


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"preset": "table", "unit": 5, "min_fan": 3}, None),
        ({"unit": 0}, "bad_option"),
        ({"min_fan": -1}, "bad_option"),
        ({"discard_pays": "all"}, "bad_option"),
        ({"minor_rows": "yes"}, "bad_option"),
        ({"base": 8}, "bad_option"),
        ({"preset": "house"}, "bad_option"),
    ],
)
def test_options(options: Json, error: str | None) -> None:
    assert settle(CF, EXHAUST, **options).get("error") == error


@given(
    st.sampled_from(HANDS),
    st.integers(0, 3),
    st.integers(0, 3),
    st.sampled_from(["discarder_only", "all_equal", "discarder_double"]),
    st.booleans(),
)
def test_money_sums_to_zero(
    hand: tuple[str, str, str], seat: int, dealer: int, pays: str, doubled: bool
) -> None:
    text, facts, _ = hand
    giver = None if facts else (seat + 1) % 4
    event = laid(text, seat, giver)
    context = {"dealer": dealer}
    answer = settle(CF, event, context=context, discard_pays=pays, dealer_double=doubled)
    won = answer["wins"][0]
    assert sum(answer["deltas"]) == 0
    assert won["fan"] == won["points"] == sum(worth for _row, worth in won["items"])
    assert answer["deltas"][seat] >= won["points"]
