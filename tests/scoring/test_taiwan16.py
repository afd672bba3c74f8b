"""Taiwanese sixteen tiles (taiwan16.md §4): rows of hands, moments, flowers, 宝牌."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scoring.build import Json, kong
from tests.scoring.southern_hands import (
    deltas,
    flowers,
    hand,
    items,
    named,
    random_hand,
    refusal,
    robbed,
    settled,
    won,
)

TW = "taiwan16"
HOME = {"preset": "home"}


def ready(seat: int, kind: str) -> Json:
    return {"type": "ready", "seat": seat, "kind": kind}


def bao(*tiles: str) -> Json:
    return {"type": "reveal", "kind": "bao", "tiles": list(tiles)}


# Seat 1 (South) in the East round wins on the discard of seat 0, and by its own draw.
@pytest.mark.parametrize(
    ("what", "tile", "given", "drawn"),
    [
        # A two-sided wait: runs, no honour.
        ("45s234m678m345p99p678s", "6s", {"men_qing": 1, "ping_hu": 2}, {"men_qing": 1}),
        ("45s234m678m345p99p chow:678s<0", "6s", {"ping_hu": 2}, {}),
        # An honour pair, an edge, a closed wait, a pair are none.
        ("45s234m678m345p55z chow:678s<0", "6s", {}, {}),
        ("12s234m678m345p99p chow:678s<0", "3s", {"du_ting": 1}, {"du_ting": 1}),
        ("89s234m678m345p99p chow:678s<0", "7s", {"du_ting": 1}, {"du_ting": 1}),
        ("46s234m678m345p99p chow:678s<0", "5s", {"du_ting": 1}, {"du_ting": 1}),
        ("456s234m678m345p9p chow:678s<0", "9p", {"du_ting": 1}, {"du_ting": 1}),
        # Two pairs wait for two faces; four tiles in a row for two.
        ("99p44m123m456s222p chow:678s<0", "9p", {}, {}),
        ("3456s234m678m345p chow:678s<0", "6s", {}, {}),
        # 4567 with a pair of 4 that stands: the tile may end a run of its own.
        ("4567s234m678m345p chow:678s<0", "4s", {}, {}),
        # A face held four times counts as waited for: 1 and 4 of 23.
        ("23m99p678s345p closed:1111m chow:678s<0", "4m", {}, {}),
        # Wind and dragon triplets.
        ("99p44m chow:123m<0 chow:456s<0 pung:222z<3 chow:678s<0", "9p",
         {"men_feng_ke": 1}, {"men_feng_ke": 1}),
        ("99p44m chow:123m<0 chow:456s<0 pung:111z<3 chow:678s<0", "9p",
         {"quan_feng_ke": 1}, {"quan_feng_ke": 1}),
        ("99p44m chow:123m<0 chow:456s<0 pung:333z<3 chow:678s<0", "9p", {}, {}),
        ("99p44m chow:123m<0 pung:555z<2 pung:777z<3 chow:678s<0", "9p",
         {"san_yuan_ke": 2}, {"san_yuan_ke": 2}),
        # All melded: 全求 on another's tile, 半求 on the own, and no 独听 beside.
        ("5p chow:123m<0 pung:777s<0 pung:999p<2 pung:333z<0 chow:456s<0", "5p",
         {"quan_qiu": 2}, {"ban_qiu": 1}),
        # With a concealed kong not all is exposed.
        ("5p chow:123m<0 pung:777s<0 pung:999p<2 closed:3333z chow:456s<0", "5p",
         {"du_ting": 1}, {"du_ting": 1}),
        # Concealed triplets; one that another's tile completes is none.
        ("99p44m111222s333m chow:678s<0", "4m", {"san_an_ke": 2}, {"si_an_ke": 5}),
        ("99p44m111222s closed:3333m chow:678s<0", "4m", {"san_an_ke": 2}, {"si_an_ke": 5}),
        ("99p44m111222s open:3333m<0 chow:678s<0", "4m", {}, {"san_an_ke": 2}),
        ("99p44m111222s333m777p", "4m",
         {"men_qing": 1, "si_an_ke": 5, "peng_peng_hu": 4},
         {"men_qing": 1, "wu_an_ke": 8, "peng_peng_hu": 4}),
        # The tile may end the run instead, and the triplet stays concealed.
        ("99p444m666p12223s chow:678m<0", "2s", {"san_an_ke": 2}, {"san_an_ke": 2}),
        ("99p44m pung:111s<0 pung:222s<0 pung:333m<0 pung:777p<2", "4m",
         {"peng_peng_hu": 4}, {"peng_peng_hu": 4}),
        ("78p55z chow:123p<0 chow:456p<0 chow:345p<0 chow:567p<0", "9p",
         {"hun_yi_se": 4}, {"hun_yi_se": 4}),
        ("78p55p chow:123p<0 chow:456p<0 chow:345p<0 pung:111p<0", "9p",
         {"qing_yi_se": 8}, {"qing_yi_se": 8}),
        ("99p66z chow:123m<0 pung:555z<2 pung:777z<3 chow:678s<0", "9p",
         {"xiao_san_yuan": 4}, {"xiao_san_yuan": 4}),
        ("99p44m chow:123m<0 pung:555z<2 pung:777z<3 pung:666z<0", "9p",
         {"da_san_yuan": 8}, {"da_san_yuan": 8}),
        # The four winds swallow those of seat and round.
        ("99p44z chow:123m<0 pung:111z<2 pung:222z<3 pung:333z<0", "9p",
         {"xiao_si_xi": 8}, {"xiao_si_xi": 8}),
        ("9p pung:444z<0 chow:123m<0 pung:111z<2 pung:222z<3 pung:333z<0", "9p",
         {"da_si_xi": 16, "quan_qiu": 2}, {"da_si_xi": 16, "ban_qiu": 1}),
        ("11z55z pung:222z<0 pung:333z<2 pung:777z<0 pung:666z<0", "1z",
         {"zi_yi_se": 16, "peng_peng_hu": 4, "xiao_san_yuan": 4, "men_feng_ke": 1,
          "quan_feng_ke": 1},
         {"zi_yi_se": 16, "peng_peng_hu": 4, "xiao_san_yuan": 4, "men_feng_ke": 1,
          "quan_feng_ke": 1}),
    ],
)  # fmt: skip
def test_rows_of_tiles(what: str, tile: str, given: Json, drawn: Json) -> None:
    assert items(settled(TW, won(1, 0, what, tile), **HOME)) == given
    extra = {"zi_mo": 1, **({"bu_qiu": 1} if "men_qing" in drawn else {})}
    assert items(settled(TW, won(1, None, what, tile), **HOME)) == {**drawn, **extra}
    # Declared, the same rows come to the same.
    names = [n for row, tai in given.items() for n in [row] * _times(row, tai)]
    assert items(settled(TW, won(1, 0, named(*names), tile), **HOME)) == given


def _times(row: str, tai: int) -> int:
    return tai if row == "san_yuan_ke" else 1


def test_a_wind_of_both_counts_twice() -> None:
    what = "99p44m chow:123m<0 chow:456s<0 pung:222z<3 chow:678s<0"
    answer = settled(TW, won(1, 0, what, "9p"), context={"round_wind": 1}, **HOME)
    assert items(answer) == {"men_feng_ke": 1, "quan_feng_ke": 1}


@pytest.mark.parametrize(
    ("what", "tile", "code"),
    [
        ("1122334455667m77s1m", "2m", "not_a_win"),
        ("1133557799m113355p", "9s", "not_a_win"),
        ("45s234m678m345p99p", "6s", "bad_hand_size"),
        ("45s234m678m345p99p678s9s", "6s", "bad_hand_size"),
        ("45s234m678m345p99p chow:678s<2", "6s", "not_allowed"),
        ("45s234m678m345p99p chow:678s<0", "1f", "bad_tile"),
        ("45s234m678m3459p1f chow:678s<0", "6s", "bad_tile"),
    ],
)
def test_hands_that_cannot_be(what: str, tile: str, code: str) -> None:
    assert refusal(TW, won(1, 0, what, tile), **HOME) == code


def test_all_runs_need_no_flower_and_may_have_to_be_open() -> None:
    concealed, open_hand = "45s234m678m345p99p678s", "45s234m678m345p99p chow:678s<0"
    for what in (concealed, open_hand):
        event = won(1, 0, what, "6s")
        assert items(settled(TW, event, **HOME))["ping_hu"] == 2
        # Whose flower it is does not matter, only that the winner has one.
        assert "ping_hu" not in items(settled(TW, flowers(1, 3), event, **HOME))
        assert "ping_hu" in items(settled(TW, flowers(0, 3), event, **HOME))
        closed = items(settled(TW, event, ping_hu_men_qing=False, **HOME))
        assert ("ping_hu" in closed) == (what == open_hand)
    both = won(1, 0, named("men_qing", "ping_hu"))
    assert refusal(TW, both, **HOME) == ""
    assert refusal(TW, both, ping_hu_men_qing=False, **HOME) == "unknown_pattern"


def _event(by: str, what: Any, **more: Any) -> list[Json]:
    if by == "rob_kong":
        events = robbed(1, 0, what, "5m")
        events[-1] |= more
        return events
    return [won(1, None if by == "self_draw" else 0, what, **more)]


@pytest.mark.parametrize(
    ("by", "flags", "expected"),
    [
        ("discard", [], {}),
        ("self_draw", [], {"zi_mo": 1}),
        ("rob_kong", [], {"qiang_gang": 1}),
        ("self_draw", ["flower_draw"], {"zi_mo": 1, "gang_shang_kai_hua": 1}),
        ("self_draw", ["last_tile"], {"zi_mo": 1, "hai_di_lao_yue": 1}),
        ("discard", ["last_tile"], {"he_di_lao_yu": 1}),
        ("self_draw", ["flower_draw", "last_tile"],
         {"zi_mo": 1, "gang_shang_kai_hua": 1, "hai_di_lao_yue": 1}),
        ("self_draw", ["earthly"], {"zi_mo": 1, "di_hu": 16}),
        ("discard", ["human"], {"ren_hu": 16}),
    ],
)  # fmt: skip
def test_moments_of_the_win(by: str, flags: list[str], expected: Json) -> None:
    events = _event(by, named("hun_yi_se"), flags=flags)
    assert items(settled(TW, events)) == {"hun_yi_se": 4, **expected}


def test_out_on_a_kong_counts_once() -> None:
    event = won(1, None, named("hun_yi_se"), flags=["kong_draw", "flower_draw"], kong="k")
    answer = settled(TW, kong(1, id="k"), event)
    assert items(answer) == {"hun_yi_se": 4, "zi_mo": 1, "gang_shang_kai_hua": 1}
    # A discard after a kong is worth nothing here.
    event = won(1, 0, named("hun_yi_se"), flags=["kong_discard"], kong="k")
    assert items(settled(TW, kong(0, id="k"), event)) == {"hun_yi_se": 4}


def test_concealed_and_self_drawn() -> None:
    declared = won(1, None, named("men_qing", "hun_yi_se"))
    assert items(settled(TW, declared)) == {"men_qing": 1, "hun_yi_se": 4, "zi_mo": 1, "bu_qiu": 1}


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (["baoting"], {"men_qing": 1, "bu_qiu": 1, "bao_ting": 1}),
        (["diting"], {"di_ting": 4}),
        (["tianting"], {"tian_ting": 8}),
        # Not with 门清, 不求, 报听; a hand ready as dealt is ready after the first discard too.
        (["diting", "baoting"], {"di_ting": 4}),
        (["tianting", "diting"], {"tian_ting": 8}),
    ],
)
def test_declared_ready_hands(kinds: list[str], expected: Json) -> None:
    events = [ready(1, kind) for kind in kinds]
    base = {"hun_yi_se": 4, "zi_mo": 1}
    for what in (named("men_qing", "hun_yi_se"), "78p55z123p456p345p567p"):
        answer = settled(TW, events, won(1, None, what, "9p"))
        assert items(answer) == {**base, **expected}
    # Another seat's is not the winner's.
    others = [ready(2, kind) for kind in kinds]
    assert items(settled(TW, others, won(1, None, named("hun_yi_se")))) == base


def test_a_declared_ready_hand_is_not_changed() -> None:
    event = won(1, None, named("hun_yi_se"))
    calls = [
        {"type": "pung", "seat": 1, "tile": "3p", "from": 0},
        {"type": "chow", "seat": 1, "tile": "3p", "from": 0},
        kong(1, "exposed", "3p", giver=0),
    ]
    for call in calls:
        assert refusal(TW, ready(1, "baoting"), call, event) == "not_allowed"
        assert refusal(TW, call, ready(1, "baoting"), event) == ""
        assert refusal(TW, ready(2, "baoting"), call, event) == ""
    assert refusal(TW, ready(1, "baoting"), kong(1), event) == ""
    assert refusal(TW, ready(1, "qiao"), event) == "not_allowed"


def test_wins_of_the_first_turn() -> None:
    concealed, tile = "456s234m678m345p9p678s", "9p"
    heavenly = won(0, None, concealed, tile, flags=["heavenly", "flower_draw"])
    # No 门清, 不求, 独听, 杠上开花; 自摸 counts.
    assert items(settled(TW, heavenly)) == {"zi_mo": 1, "tian_hu": 24}
    earthly = won(1, None, concealed, tile, flags=["earthly"])
    assert items(settled(TW, earthly)) == {"zi_mo": 1, "di_hu": 16, "du_ting": 1}
    human = won(1, 0, concealed, tile, flags=["human"])
    assert items(settled(TW, human)) == {"ren_hu": 16, "du_ting": 1}
    # The dealer may make a concealed kong of the tiles dealt.
    events = [
        kong(0, id="k"),
        won(0, None, named("hun_yi_se"), flags=["heavenly", "kong_draw"], kong="k"),
    ]
    assert items(settled(TW, events)) == {"hun_yi_se": 4, "zi_mo": 1, "tian_hu": 24}
    for other in (kong(1), kong(0, "exposed", giver=1)):
        event = won(0, None, named("hun_yi_se"), flags=["heavenly"])
        assert refusal(TW, other, event) == "bad_flags"
    declared = won(0, None, named("men_qing", "du_ting"), flags=["heavenly"])
    assert items(settled(TW, declared)) == {"zi_mo": 1, "tian_hu": 24}


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (won(1, None, named("hun_yi_se"), flags=["heavenly"]), "bad_flags"),
        (won(0, None, named("hun_yi_se"), flags=["earthly"]), "bad_flags"),
        (won(1, None, named("hun_yi_se"), flags=["human"]), "bad_flags"),
        (won(0, 1, named("hun_yi_se"), flags=["human"]), "bad_flags"),
        (won(1, 0, named("hun_yi_se"), flags=["flower_draw"]), "bad_flags"),
        (won(1, 0, named("hun_yi_se"), flags=["eight_flowers"]), "bad_flags"),
        (won(1, None, named("hun_yi_se"), flags=["seven_rob_one"]), "bad_flags"),
        (won(1, None, named("hun_yi_se"), flags=["earthly", "last_tile"]), "bad_flags"),
        (won(1, None, named("hun_yi_se"), flags=["fourth_tile"]), "bad_flags"),
    ],
)
def test_flags_that_cannot_be(event: Json, code: str) -> None:
    assert refusal(TW, event) == code


HALF = named("hun_yi_se")
# The rows whose worth an option says.
WORTH = [
    ("hua_gang_tai", (1, 2), [*flowers(1, 1, 2, 3, 4), won(1, 0, HALF)], "hua_gang"),
    ("zi_yi_se_tai", (8, 16), [won(1, 0, named("zi_yi_se"))], "zi_yi_se"),
    ("tian_hu_tai", (16, 24), [won(0, None, HALF, flags=["heavenly"])], "tian_hu"),
    ("ren_hu_tai", (8, 16), [won(1, 0, HALF, flags=["human"])], "ren_hu"),
    ("tian_ting_tai", (8, 16), [ready(1, "tianting"), won(1, 0, HALF)], "tian_ting"),
    ("di_ting_tai", (4, 8), [ready(1, "diting"), won(1, 0, HALF)], "di_ting"),
    ("bao_ting_tai", (0, 1), [ready(1, "baoting"), won(1, 0, HALF)], "bao_ting"),
]


@pytest.mark.parametrize(("option", "values", "events", "row"), WORTH)
def test_what_rows_are_worth(
    option: str, values: tuple[int, ...], events: list[Json], row: str
) -> None:
    for value in values:
        assert items(settled(TW, events, **{option: value})).get(row, 0) == value
    assert refusal(TW, events, **{option: 3}) == "bad_option"


@pytest.mark.parametrize(
    ("seat", "held", "expected"),
    [
        (0, [1, 5], {"zheng_hua": 2}),
        (1, [2, 6], {"zheng_hua": 2}),
        (2, [3, 7], {"zheng_hua": 2}),
        (3, [4, 8], {"zheng_hua": 2}),
        (1, [1, 3, 4, 5, 7, 8], {}),
        # A whole four swallows the own flower in it, not the one beside it.
        (1, [1, 2, 3, 4], {"hua_gang": 2}),
        (1, [1, 2, 3, 4, 6], {"hua_gang": 2, "zheng_hua": 1}),
        (1, [5, 6, 7, 8, 2], {"hua_gang": 2, "zheng_hua": 1}),
        (1, [1, 2, 3, 4, 5, 6, 7, 8], {"hua_gang": 4}),
    ],
)
def test_flowers(seat: int, held: list[int], expected: Json) -> None:
    event = won(seat, (seat + 2) % 4, named("peng_peng_hu"))
    assert items(settled(TW, flowers(seat, *held), event)) == {"peng_peng_hu": 4, **expected}
    every = settled(TW, flowers(seat, *held), event, all_flowers_score=True)
    assert items(every) == {"peng_peng_hu": 4, "hua_pai": len(held)}
    # Flowers of others are worth nothing.
    other = settled(TW, flowers((seat + 1) % 4, *held), event)
    assert items(other) == {"peng_peng_hu": 4}


def test_flowers_count_for_the_minimum_and_bonus_tiles_do_not() -> None:
    event = won(1, 2, named("quan_qiu"))
    assert refusal(TW, event) == "below_minimum"
    assert refusal(TW, flowers(1, 2), event) == ""
    assert refusal(TW, flowers(1, 1), event) == "below_minimum"
    assert refusal(TW, flowers(1, 1), event, all_flowers_score=True) == ""
    assert refusal(TW, bao("5m"), won(1, 2, named("quan_qiu", bao=3))) == "below_minimum"


def test_bonus_tiles() -> None:
    what = "56778m11z555z closed:9999m chow:234m<0"
    event = won(1, 2, what, "6m")
    shown = [
        bao("9m"),
        kong(1, "concealed", "9m"),
        bao("5z"),
        kong(3, "concealed", "9s"),
        bao("5z"),
    ]
    counted = items(settled(TW, shown, event))
    assert counted["bao_pai"] == 4 + 3 + 3
    # Standing tiles and the winning one: the kong is none of them.
    assert items(settled(TW, shown, event, bao_scope="concealed"))["bao_pai"] == 6
    assert items(settled(TW, [bao("6m")], event, bao_scope="concealed"))["bao_pai"] == 2
    assert "bao_pai" not in items(settled(TW, [bao("1p")], event))


@pytest.mark.parametrize(
    ("events", "options", "code"),
    [
        ([bao("5m")], {}, ""),
        ([bao("5m", "6m")], {}, "not_allowed"),
        ([bao("5m"), bao("6m")], {}, "not_allowed"),
        ([bao("5m"), kong(3), bao("6m")], {}, ""),
        ([kong(3), bao("5m", "6m")], {}, ""),
        ([bao("5m"), bao("6m"), kong(3)], {}, "not_allowed"),
        ([bao("5m")], {"bao": False}, "not_allowed"),
        ([bao("5m")], {"preset": "home"}, "not_allowed"),
        ([bao("5m")], {"bao_max": 0}, "not_allowed"),
        ([bao("5m"), kong(3), bao("6m")], {"bao_max": 1}, "not_allowed"),
        # Faces are shown, not taken out of the wall.
        ([kong(3, "concealed", "5m"), bao("5m", "5m")], {}, ""),
        ([{**bao("5m"), "kind": "horse"}], {}, "not_allowed"),
        ([{"type": "reveal", "kind": "bao"}], {}, "bad_record"),
    ],
)
def test_how_many_bonus_tiles_are_shown(events: list[Json], options: Json, code: str) -> None:
    assert refusal(TW, events, won(1, 2, named("hun_yi_se"), "9p"), **options) == code
    if not code:
        assert refusal(TW, won(1, 2, named("hun_yi_se"), "9p"), events) == "after_end"


@pytest.mark.parametrize(
    ("number", "code"), [(0, "declared_mismatch"), (2, ""), (-1, "bad_record")]
)
def test_declared_bonus_tiles(number: int, code: str) -> None:
    what = {
        "hand": hand("66778m55z chow:123m<0 chow:345m<0 pung:111m<3"),
        "declared": {"bao": number},
    }
    assert refusal(TW, bao("6m"), won(1, 2, what, "8m")) == code
    declared = won(1, 2, named("hun_yi_se", bao=2))
    assert items(settled(TW, declared)) == {"hun_yi_se": 4, "bao_pai": 2}
    assert refusal(TW, declared, bao=False) == "not_allowed"
    assert refusal(TW, won(1, 2, named("hun_yi_se", bao=0)), bao=False) == ""


@given(st.integers(0, 2**32))
def test_whatever_is_laid_sums_to_zero(seed: int) -> None:
    rng = random.Random(seed)
    seat = rng.randrange(4)
    giver = rng.choice([None, (seat + rng.randrange(1, 4)) % 4])
    made = random_hand(rng, seat, sets=5)
    laid = flowers(seat, *rng.sample(range(1, 9), rng.randrange(5)))
    context = {
        "dealer": rng.randrange(4),
        "round_wind": rng.randrange(4),
        "streak": rng.randrange(4),
    }
    options = {"preset": "home", "bao": True, "tai_cap": rng.choice([0, 5])}
    shown = bao(made["tile"])
    event = won(seat, giver, {"hand": made["hand"]}, made["tile"])
    answer = settled(TW, laid, shown, event, context=context, **options)
    assert sum(answer["deltas"]) == 0
    payers = [s for s in range(4) if answer["deltas"][s] < 0]
    assert payers == ([s for s in range(4) if s != seat] if giver is None else [giver])
    rows = items(answer)
    assert rows["bao_pai"] >= 1
    tai = sum(rows.values())
    assert answer["wins"][0]["fan"] == (min(tai, 5) if options["tai_cap"] else tai)
    # The rows found are lawful to declare and come to the same.
    from_event = {"zi_mo", "bu_qiu", "zheng_hua", "hua_gang", "bao_pai"}
    names = [r for r, n in rows.items() if r not in from_event for _ in range(_times(r, n))]
    again = won(seat, giver, named(*names, bao=rows["bao_pai"]), made["tile"])
    same = settled(TW, laid, again, context=context, **options)
    assert items(same) == rows
    assert deltas(TW, laid, again, context=context, **options) == answer["deltas"]
