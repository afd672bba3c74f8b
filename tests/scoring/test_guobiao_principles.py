"""The five principles of counting Guobiao, each by itself."""

import re
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.hand import CHOW, PUNG
from scoring.readings import Block
from scoring.rulesets.guobiao.engine import principles
from scoring.rulesets.guobiao.engine.links import Link, honour_links, links_of
from scoring.rulesets.guobiao.engine.principles import (
    best_links,
    chosen_links,
    one_taken,
    points_of,
    preference,
    used_up,
    why_left,
    without_excluded,
)
from scoring.rulesets.guobiao.engine.score import score
from scoring.rulesets.guobiao.fans import BY_ID, FANS
from scoring.tiles import parse_tile
from tests.scoring.gb_hands import hand, meld, profile

CHINESE = profile("chinese")


def chows(*tiles: str) -> list[Block]:
    return [Block(CHOW, parse_tile(tile)) for tile in tiles]


def pungs(*tiles: str) -> list[Block]:
    return [Block(PUNG, parse_tile(tile)) for tile in tiles]


def worth(fans: tuple[str, ...]) -> int:
    return sum(BY_ID[fan].points for fan in fans)


@pytest.mark.parametrize(
    ("sets", "fans"),
    [
        (chows("1m", "4m", "7m", "1p"), ["qing_long", "xi_xiang_feng"]),
        (chows("1m", "1p", "7m", "7p"), ["xi_xiang_feng", "xi_xiang_feng", "lao_shao_fu"]),
        # 不得相同: the second 789 makes no second 老少副 with the same 123.
        (chows("1m", "7m", "7m"), ["yi_ban_gao", "lao_shao_fu"]),
        # 套算一次: the fourth chow is linked once, though it meets two of the three.
        (chows("2m", "2p", "2s", "2m"), ["san_se_san_tong_shun", "yi_ban_gao"]),
        (chows("2m", "2m", "2m", "2m"), ["yi_se_si_tong_shun"]),
        (chows("1m", "3m", "5m", "7m"), ["yi_se_si_bu_gao"]),
        (chows("1m", "2m", "3m", "4m"), ["yi_se_si_bu_gao"]),
        (chows("1m", "2m", "6m", "5p"), []),
        (chows("1m", "4p", "7s", "4s"), ["hua_long", "xi_xiang_feng"]),
        (chows("3m", "4p", "5s"), ["san_se_san_bu_gao"]),
        (chows("3m", "5p", "7s"), []),
        (pungs("3m", "4m", "5m", "6m"), ["yi_se_si_jie_gao"]),
        (pungs("3m", "4m", "5m", "4p"), ["yi_se_san_jie_gao", "shuang_tong_ke"]),
        (pungs("3m", "3p", "3s", "4m"), ["san_tong_ke"]),
        (pungs("2m", "3p", "4s", "3s"), ["san_se_san_jie_gao", "shuang_tong_ke"]),
        (pungs("2m", "2p", "4s", "4p"), ["shuang_tong_ke", "shuang_tong_ke"]),
        (pungs("1z", "2z", "3z", "5z"), []),
        ([*chows("3m"), *pungs("3p")], []),
    ],
)
def test_the_dearest_links(sets: list[Block], fans: list[str]) -> None:
    for order in permutations(sets):
        assert Counter(best_links(links_of(order))) == Counter(fans)


ANY_CHOWS = st.lists(
    st.sampled_from([tile for tile in range(27) if tile % 9 < 7]), min_size=2, max_size=4
).map(lambda tiles: [Block(CHOW, tile) for tile in tiles])
ANY_PUNGS = st.sets(st.integers(0, 33), min_size=2, max_size=4).map(
    lambda tiles: [Block(PUNG, tile) for tile in sorted(tiles)]
)


@given(st.one_of(ANY_CHOWS, ANY_PUNGS))
def test_links_never_run_in_a_circle(sets: list[Block]) -> None:
    links = list(links_of(sets))
    fans = best_links(links)
    # A fan of n sets is n - 1 links.
    size = {link.fan: len(link.sets) for link in links}
    assert sum(size[fan] - 1 for fan in fans) <= len(sets) - 1
    if links:
        assert worth(fans) >= max(BY_ID[link.fan].points for link in links)
    else:
        assert fans == ()


@given(st.one_of(ANY_CHOWS, ANY_PUNGS), st.integers(0, 3))
def test_a_further_set_never_makes_links_cheaper(sets: list[Block], at: int) -> None:
    fewer = sets[:at] + sets[at + 1 :]
    assert worth(best_links(links_of(fewer))) <= worth(best_links(links_of(sets)))


@given(st.one_of(ANY_CHOWS, ANY_PUNGS), st.permutations(range(3)))
def test_suits_are_alike_for_links(sets: list[Block], suits: list[int]) -> None:
    def moved(block: Block) -> Block:
        tile = block.tile
        return Block(block.kind, tile if tile > 26 else 9 * suits[tile // 9] + tile % 9)

    changed = [moved(block) for block in sets]
    assert Counter(best_links(links_of(changed))) == Counter(best_links(links_of(sets)))


def test_one_set_makes_no_fan_twice() -> None:
    links = [Link("xi_xiang_feng", (0, 1)), Link("xi_xiang_feng", (0, 2)), Link("lian_liu", (2, 3))]
    assert sorted(best_links(links)) == ["lian_liu", "xi_xiang_feng"]


def test_what_is_struck_out_strikes_out_nothing() -> None:
    # 四暗刻 takes 不求人 away, so 自摸 stays.
    found = Counter(["si_an_ke", "bu_qiu_ren", "zi_mo", "peng_peng_hu"])
    assert set(without_excluded(found, CHINESE)) == {"si_an_ke", "zi_mo"}
    wmo = set(without_excluded(found, profile("wmo2006")))
    assert wmo == {"si_an_ke", "bu_qiu_ren"}


@given(st.sets(st.sampled_from([fan.id for fan in FANS])))
def test_no_two_fans_that_exclude_each_other_stand(found: set[str]) -> None:
    standing = without_excluded(Counter(found), CHINESE)
    assert set(standing) <= found
    assert not any(other in standing for fan in standing for other in BY_ID[fan].excludes)
    assert (points_of(standing, CHINESE) > 0) == bool(found)


def test_the_dearer_reading_counts() -> None:
    # 111222333 is three pungs or three chows; by another player's tile both give 24 and more.
    pungs_win = score(hand("111222333m9p", "9p", meld("pung", "7s"), self_draw=True))
    assert {fan for fan, _points, _times in pungs_win.fans} >= {"yi_se_san_jie_gao", "san_an_ke"}
    chows_win = score(hand("111222333m9p", "9p", meld("chow", "7s"), self_draw=True))
    assert chows_win.fan > 24


def test_a_pung_by_another_player_is_concealed_where_a_chow_takes_the_tile() -> None:
    waiting = "333444m5599p"
    exposed = score(hand(waiting, "5p", meld("chow", "7s")))
    drawn = score(hand(waiting, "5p", meld("chow", "7s"), self_draw=True))
    assert ("shuang_an_ke", 2, 1) in exposed.fans
    assert ("san_an_ke", 16, 1) in drawn.fans
    chow_takes_it = score(hand("333m55546p99s", "5p", meld("chow", "7s")))
    assert ("shuang_an_ke", 2, 1) in chow_takes_it.fans


# ---- 不重复, set by set ----


@pytest.mark.parametrize(
    ("tiles", "pair", "seat", "round_", "names"),
    [
        ("5z 1m 9s 2m", "3m", 0, 0, "jian_ke yao_jiu_ke yao_jiu_ke"),
        ("5z 6z 7z 1z", "3m", 1, 2, "da_san_yuan yao_jiu_ke"),
        ("5z 6z 2m 1z", "7z", 0, 0, "xiao_san_yuan shuang_jian_ke quan_feng_ke men_feng_ke"),
        ("1z 2z 3z 9m", "4z", 1, 2, "xiao_si_xi san_feng_ke quan_feng_ke men_feng_ke yao_jiu_ke"),
        ("1z 2z 3z 4z", "9m", 1, 2, "da_si_xi quan_feng_ke men_feng_ke"),
        ("1z 2z 8m 9m", "9p", 1, 3, "men_feng_ke yao_jiu_ke yao_jiu_ke"),
        ("1z 2z 8m 7m", "9p", None, None, "yao_jiu_ke yao_jiu_ke"),
        ("2m 4m 6m 8m", "9p", 0, 0, ""),
    ],
)
def test_a_pung_of_a_dearer_fan_is_no_terminal_besides(
    tiles: str, pair: str, seat: int | None, round_: int | None, names: str
) -> None:
    links = list(honour_links(pungs(*tiles.split()), parse_tile(pair), seat, round_))
    inside = used_up(links)
    left = Counter(link.fan for link in links if link not in inside)
    assert left == Counter(names.split())
    for link, other in inside.items():
        assert set(link.sets) <= set(other.sets)
        assert BY_ID[other.fan].principle_against(link.fan)


@given(ANY_CHOWS)
def test_links_of_sets_that_a_dearer_fan_uses_are_never_chosen_beside_it(sets: list[Block]) -> None:
    links = list(links_of(sets))
    chosen = chosen_links(links)
    assert not set(used_up(chosen)) & set(chosen)


def test_nine_gates_takes_one_terminal_pung_whatever_else_there_is() -> None:
    assert one_taken({"jiu_lian_bao_deng": 1, "yao_jiu_ke": 2}) == {
        "yao_jiu_ke": "jiu_lian_bao_deng"
    }
    assert one_taken({"jiu_lian_bao_deng": 1, "qing_long": 1}) == {}
    assert one_taken({"qing_yi_se": 1, "yao_jiu_ke": 2}) == {}


# ---- why a link is left ----


@pytest.mark.parametrize(
    ("sets", "fan", "why"),
    [
        (chows("1m", "4m", "7m"), "lian_liu", ("no_repeat", "qing_long")),
        (chows("2m", "3m", "4m", "5m"), "lian_liu", ("no_splitting", "yi_se_si_bu_gao")),
        (chows("1m", "3m", "5m", "7m"), "lao_shao_fu", ("no_splitting", "yi_se_si_bu_gao")),
        (chows("2m", "3m", "4m", "6m"), "yi_se_san_bu_gao", ("no_splitting", "yi_se_san_bu_gao")),
        (chows("1m", "7m", "7m"), "lao_shao_fu", ("no_same", "lao_shao_fu")),
        (chows("2m", "2p", "2s", "2m"), "xi_xiang_feng", ("once", None)),
        (pungs("3m", "3p", "3s"), "shuang_tong_ke", ("no_repeat", "san_tong_ke")),
    ],
)
def test_why_a_link_is_left(sets: list[Block], fan: str, why: tuple[str, str | None]) -> None:
    links = list(links_of(sets))
    chosen = chosen_links(links)
    reasons = {why_left(link, chosen) for link in links if link.fan == fan and link not in chosen}
    assert why in reasons


# ---- 就高不就低 ----


@given(st.lists(st.sampled_from([fan.id for fan in FANS]), min_size=1, max_size=5))
def test_the_dearer_is_preferred_and_equal_ones_have_an_order(names: list[str]) -> None:
    fans = Counter(names)
    dearer = fans + Counter(["qi_dui"])
    assert preference(dearer, CHINESE) > preference(fans, CHINESE)
    backwards = Counter(reversed(names))
    assert preference(backwards, CHINESE) == preference(fans, CHINESE)


def test_of_equal_fans_the_first_in_the_table_is_preferred() -> None:
    # 喜相逢 has a lower number than 连六.
    one, other = Counter(["xi_xiang_feng"]), Counter(["lian_liu"])
    assert points_of(one, CHINESE) == points_of(other, CHINESE)
    assert preference(one, CHINESE) > preference(other, CHINESE)
    for order in permutations(chows("1m", "4m", "1p")):
        # Both may be counted here: three chows are linked twice.
        assert Counter(best_links(links_of(order))) == one + other
    for order in permutations(chows("1p", "7p", "1s", "7s")):
        assert Counter(best_links(links_of(order))) == one + one + Counter(["lao_shao_fu"])


def test_no_other_module_of_the_engine_strikes_out_or_compares() -> None:
    folder = Path(principles.__file__).parent
    words = re.compile(r"\.(excludes|excludes_used|takes_one|barred)\b|\bmax\(.*points")
    found = [file.name for file in folder.glob("*.py") if words.search(file.read_text("utf-8"))]
    assert found == ["principles.py"]
