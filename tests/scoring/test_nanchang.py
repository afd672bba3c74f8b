"""Nanchang (nanchang.md): one formula, wild tiles, kong and 精 money, and the options."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets.nanchang.payout import jing_scores
from scoring.rulesets.nanchang.table import FACTORS
from tests.scoring.build import ABORT, EXHAUST, Json, kong, settle, tiles, win

WILD: Json = {"type": "wild", "indicator": "4s", "tiles": ["4s", "5s"]}

# The table of §5 for winners who are not the dealer (seat 1; seat 0 deals): what the other three
# pay on a self-draw (dealer, others) and on a discard (discarder, dealer, other), and by the
# dealer's discard (dealer, others); the sums in brackets are the seed's own.
TABLE = {
    "ping_hu": ((4, 2), (2, 2, 1), (4, 1)),
    "de_guo": ((13, 9), (9, 4, 2), (13, 2)),
    "xiao_qi_dui": ((8, 4), (4, 4, 2), (8, 2)),
    "da_qi_dui": ((16, 8), (8, 8, 4), (16, 4)),
    "de_guo_xiao_qi_dui": ((37, 21), (21, 16, 8), (37, 8)),
    "de_guo_da_qi_dui": ((37, 21), (21, 16, 8), (37, 8)),
    "de_guo_qi_xing": ((37, 21), (21, 16, 8), (37, 8)),
    "shi_san_lan": ((8, 4), (4, 4, 2), (8, 2)),
    "de_guo_shi_san_lan": ((21, 13), (13, 8, 4), (21, 4)),
}
# What the dealer wins from each on a self-draw, and on a discard from the discarder and others.
DEALER = {
    "ping_hu": (4, (4, 2)),
    "de_guo": (13, (13, 4)),
    "xiao_qi_dui": (8, (8, 4)),
    "da_qi_dui": (16, (16, 8)),
    "de_guo_xiao_qi_dui": (37, (37, 16)),
    "shi_san_lan": (8, (8, 4)),
    "de_guo_shi_san_lan": (21, (21, 8)),
}


@pytest.mark.parametrize("name", TABLE)
def test_the_table_of_payments(name: str) -> None:
    drawn, given, by_dealer = TABLE[name]
    dealer, other = drawn
    assert _deltas(win(1, None, name)) == [-dealer, dealer + 2 * other, -other, -other]
    discarder, dealer, other = given
    assert _deltas(win(1, 2, name)) == [-dealer, sum(given), -discarder, -other]
    dealer, other = by_dealer
    assert _deltas(win(1, 0, name)) == [-dealer, dealer + 2 * other, -other, -other]


@pytest.mark.parametrize("name", DEALER)
def test_the_dealer_wins(name: str) -> None:
    each, (discarder, other) = DEALER[name]
    assert _deltas(win(0, None, name)) == [3 * each, -each, -each, -each]
    expected = [discarder + 2 * other, -other, -discarder, -other]
    assert _deltas(win(0, 2, name)) == expected


def _deltas(*events: Json, **options: Any) -> list[int]:
    answer = settle("nanchang", *events, **options)
    assert "error" not in answer, answer
    deltas: list[int] = answer["deltas"]
    return deltas


@given(
    st.sampled_from(sorted(FACTORS)),
    st.integers(1, 50),
    st.integers(0, 3),
    st.integers(0, 3),
    st.integers(0, 3),
)
def test_the_base_multiplies_everything(
    name: str, base: int, winner: int, step: int, dealer: int
) -> None:
    giver = None if step == 0 else (winner + step) % 4
    events = [kong(2), {"type": "kong", "seat": 3, "kind": "added", "tile": "1z"}]
    context = {"dealer": dealer}
    event = win(winner, giver, name)
    one = settle("nanchang", *events, event, context=context)
    more = settle("nanchang", *events, event, context=context, base=base)
    assert more["deltas"] == [base * n for n in one["deltas"]]
    assert sum(one["deltas"]) == 0
    assert one["wins"][0]["points"] == FACTORS[name]
    assert one["next_dealer"] == (dealer if winner == dealer else (dealer + 1) % 4)


def _type(*events: Json, **options: Any) -> str:
    answer = settle("nanchang", *events, **options)
    assert "error" not in answer, answer
    name: str = answer["wins"][0]["items"][0][0]
    return name


PUNG = {"kind": "pung", "tiles": "222m"}


@pytest.mark.parametrize(
    ("concealed", "tile", "melds", "wild", "name"),
    [
        # Without a turned-up tile there is no 德国.
        ("123456m789p55z67s", "8s", (), False, "ping_hu"),
        ("123456m789p55z67s", "8s", (), True, "de_guo"),
        # 5s stands for 7s.
        ("123456m789p55z56s", "8s", (), True, "ping_hu"),
        ("11223344m5566p7z", "7z", (), False, "xiao_qi_dui"),
        ("11223344m5566p7z", "7z", (), True, "de_guo_xiao_qi_dui"),
        ("1122334m5566p7z4s", "7z", (), True, "xiao_qi_dui"),
        ("111m333p99s77z", "7z", (PUNG,), False, "da_qi_dui"),
        ("111m333p99s77z", "7z", (PUNG,), True, "de_guo_da_qi_dui"),
        ("111m333p9s5s77z", "7z", (PUNG,), True, "da_qi_dui"),
        ("147m258p369s1234z", "5z", (), False, "shi_san_lan"),
        ("147m258p369s1234z", "5z", (), True, "de_guo_shi_san_lan"),
        ("147m258p39s5s1234z", "5z", (), True, "shi_san_lan"),
        ("147m258p3s123456z", "7z", (), False, "qi_xing"),
        ("147m258p3s123456z", "7z", (), True, "de_guo_qi_xing"),
        ("147m258p5s123456z", "7z", (), True, "de_guo_qi_xing"),
        ("147m258p35s12346z", "7z", (), True, "qi_xing"),
        # Wild tiles as their own faces are natural: 345s.
        ("123456m789p55z34s", "5s", (), True, "de_guo"),
    ],
)
def test_types_of_hands(
    concealed: str, tile: str, melds: tuple[Json, ...], wild: bool, name: str
) -> None:
    events = [WILD] if wild else []
    assert _type(*events, tiles(1, None, concealed, tile, *melds)) == name


def test_wild_tiles_as_themselves_may_not_be_natural() -> None:
    event = tiles(1, None, "123456m789p55z34s", "5s")
    assert _type(WILD, event, de_guo_restored=False) == "ping_hu"
    other = tiles(1, None, "123456m789p55z67s", "8s")
    assert _type(WILD, other, de_guo_restored=False) == "de_guo"


def test_a_discarded_wild_tile_is_its_own_face_only() -> None:
    concealed = "123456m789p55z67s"
    # Drawn, 4s stands for 5s or 8s; discarded it fits nowhere.
    assert _type(WILD, tiles(1, None, concealed, "4s")) == "ping_hu"
    assert settle("nanchang", WILD, tiles(1, 0, concealed, "4s"))["error"] == "not_a_win"


def test_the_dearest_reading_counts() -> None:
    # 456s as it stands is a natural plain hand; 6s with both wild tiles makes a fourth triplet.
    assert _type(WILD, tiles(1, None, "111222m77799p45s", "6s")) == "da_qi_dui"
    # Seven pairs with a wild tile bring less than the natural plain hand of the same tiles.
    assert _type(WILD, tiles(1, None, "112233m112233p4s", "4s")) == "de_guo_xiao_qi_dui"


def test_melds_of_wild_tiles_are_what_they_show() -> None:
    meld = {"kind": "pung", "tiles": "444s"}
    event = tiles(1, None, "123456m55z78p", "9p", meld)
    assert _type(WILD, event) == "de_guo"
    assert _type(WILD, event, de_guo_restored=False) == "ping_hu"


@pytest.mark.parametrize(
    ("option", "events", "deltas"),
    [
        ({}, [kong(1)], [-2, 6, -2, -2]),
        ({}, [kong(1, "exposed", giver=0)], [-1, 3, -1, -1]),
        ({}, [kong(1, "added")], [-1, 3, -1, -1]),
        ({"kong_money": False}, [kong(1)], [0, 0, 0, 0]),
        ({"kong_dealer_double": True}, [kong(1)], [-4, 8, -2, -2]),
        ({"kong_dealer_double": True}, [kong(0)], [12, -4, -4, -4]),
        ({"kongs_on_draw": "void"}, [kong(1)], [0, 0, 0, 0]),
    ],
)
def test_kong_money_of_a_drawn_hand(option: Json, events: list[Json], deltas: list[int]) -> None:
    assert _deltas(*events, EXHAUST, **option) == deltas


def test_kong_money_stands_beside_a_win_even_where_draws_void_it() -> None:
    plain = _deltas(win(2, 3, "ping_hu"))
    with_kong = _deltas(kong(1), win(2, 3, "ping_hu"), kongs_on_draw="void")
    assert [b - a for a, b in zip(plain, with_kong, strict=True)] == [-2, 6, -2, -2]


def _robbery(**options: Any) -> list[int]:
    events = [
        kong(3, "added", "5m", id="k"),
        win(1, 3, "de_guo", by="rob_kong", kong="k"),
    ]
    return _deltas(*events, **options)


def test_robbing_a_kong() -> None:
    # As a self-draw, and the konger pays all three shares: 13 + 9 + 9. The kong is void.
    assert _robbery() == [0, 31, 0, -31]
    assert _robbery(rob_kong="as_discard") == [-4, 15, -2, -9]


def test_several_winners_where_they_are_allowed() -> None:
    winners = [{"seat": s, "declared": {"patterns": ["ping_hu"]}} for s in (1, 2)]
    assert _deltas(win(1, 3, winners=winners), multi_win="each") == [-4, 4, 4, -4]


def test_out_on_a_kong_may_double() -> None:
    event = win(1, None, "de_guo", flags=["kong_draw"], kong="k")
    answer = settle("nanchang", kong(1, id="k"), event, kong_draw_mult=2, kong_money=False)
    # Twice the factor, not the bonus: 4 × 2 × 2 + 5 from the dealer, 4 × 2 + 5 from the others.
    assert answer["deltas"] == [-21, 47, -13, -13]
    assert answer["wins"][0]["items"] == [["de_guo", 2], ["gang_kai", 2]]
    assert answer["wins"][0]["points"] == 4
    plain = settle("nanchang", kong(1, id="k"), event, kong_money=False)
    assert plain["deltas"] == [-13, 31, -9, -9]


@pytest.mark.parametrize(("seat", "flag"), [(0, "heavenly"), (1, "earthly")])
def test_heavenly_and_earthly_hands(seat: int, flag: str) -> None:
    event = win(seat, None, "de_guo", flags=[flag])
    assert _deltas(event) == _deltas(win(seat, None, "de_guo"))
    flat = _deltas(event, heavenly="flat20", base=2)
    assert flat == [120 if s == seat else -40 for s in range(4)]


def test_twice_natural_doubles_once_more() -> None:
    event = win(1, None, "de_guo", "de_zhong_de")
    answer = settle("nanchang", event, de_zhong_de=True)
    assert answer["deltas"] == [-21, 47, -13, -13]
    assert answer["wins"][0]["items"] == [["de_guo", 2], ["de_zhong_de", 2]]


def test_natural_seven_pairs_by_formula_and_without_bonus() -> None:
    assert _deltas(win(1, None, "de_guo_xiao_qi_dui"), de_guo_xiao_qi_dui="formula") == [
        -21,
        47,
        -13,
        -13,
    ]
    assert _deltas(win(1, None, "de_guo"), de_guo_bonus=0) == [-8, 16, -4, -4]


@pytest.mark.parametrize(
    ("held", "scores"),
    [
        ([(0, 0)] * 4, [0, 0, 0, 0]),
        ([(1, 0), (0, 1), (0, 0), (0, 0)], [2, 1, 0, 0]),
        # 冲关 from five on.
        ([(2, 0), (0, 1), (0, 0), (0, 0)], [4, 1, 0, 0]),
        ([(2, 1), (0, 1), (0, 0), (0, 0)], [10, 1, 0, 0]),
        ([(3, 0), (1, 0), (0, 0), (0, 0)], [18, 2, 0, 0]),
        # 霸王: nobody else holds any.
        ([(1, 0), (0, 0), (0, 0), (0, 0)], [4, 0, 0, 0]),
        ([(0, 0), (4, 4), (0, 0), (0, 0)], [0, 216, 0, 0]),
    ],
)
def test_scores_of_wild_tiles(held: list[tuple[int, int]], scores: list[int]) -> None:
    assert jing_scores(tuple(held)) == scores


def test_wild_tiles_are_paid_beside_a_win() -> None:
    jing = {"type": "jing", "held": [[0, 0], [1, 0], [0, 1], [0, 0]]}
    answer = settle("nanchang", win(1, 2, "ping_hu"), jing, jing_score=True)
    assert answer["deltas"] == [-2 - 3, 5 + 6 - 1, -2 + 3 - 2, -1 - 3]
    assert {line["kind"] for line in answer["ledger"]} == {"win", "jing"}


def test_all_four_discarding_the_same_tile() -> None:
    chan = {"type": "chan", "tile": "1z"}
    for events in ([chan, EXHAUST], [EXHAUST, chan]):
        answer = settle("nanchang", *events, chao_zhuang=5, base=2, context={"dealer": 1})
        assert answer["deltas"] == [10, -30, 10, 10]


def test_an_annulled_hand_moves_nothing() -> None:
    events = [kong(1), {"type": "chan", "tile": "1z"}, ABORT]
    answer = settle("nanchang", *events, chao_zhuang=5, context={"dealer": 2})
    assert (answer["deltas"], answer["next_dealer"], answer["end"]) == ([0] * 4, 2, "abort")


@pytest.mark.parametrize(("choice", "dealer"), [("pass", 3), ("stay", 2)])
def test_the_deal_after_a_drawn_hand(choice: str, dealer: int) -> None:
    answer = settle("nanchang", EXHAUST, context={"dealer": 2}, draw_dealer=choice)
    assert answer["next_dealer"] == dealer


def test_penalties_and_departures_may_follow_the_end() -> None:
    penalty = {"type": "penalty", "seat": 3, "kind": "false_win", "amount": 5}
    events = [win(1, None, "ping_hu"), penalty, {"type": "leave", "seat": 3}]
    answer = settle("nanchang", *events)
    assert answer["deltas"] == [-4 + 5, 8 + 5, -2 + 5, -2 - 15]


NOT = {"state": "not_ready"}


@pytest.mark.parametrize(
    ("state", "code"),
    [
        ({"state": "ready", "hand": {"concealed": "123456m789p55z67s"}}, None),
        # Waits with the wild tile alone.
        ({"state": "ready", "hand": {"concealed": "123456m789p55z16s"}}, "not_ready"),
        ({"state": "ready", "hand": {"concealed": "123456m789p55z14s"}}, None),
        ({"state": "ready", "hand": {"concealed": "147m258p369s1234z"}}, None),
        ({"state": "not_ready", "hand": {"concealed": "147m258p369s1234z"}}, "state_mismatch"),
        ({"state": "ready", "hand": {"concealed": "147m258p369s1134z"}}, "not_ready"),
        ({"state": "hua_zhu"}, "state_mismatch"),
        ({"state": "won"}, "state_mismatch"),
        ({"state": "ready"}, None),
    ],
)
def test_states_of_a_drawn_hand(state: Json, code: str | None) -> None:
    drawn = {"type": "exhaust", "states": [state, NOT, NOT, NOT]}
    assert settle("nanchang", WILD, drawn).get("error") == code
