"""Why fans do not count."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice
from random import Random

import pytest

from scoring.hand import CHOW
from scoring.readings import Block
from scoring.rulesets.guobiao.engine.explain import REASONS, Explanation, explain
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.links import Link, links_of
from scoring.rulesets.guobiao.engine.principles import chosen_links
from scoring.rulesets.guobiao.engine.score import NotAWin, ranked, score
from scoring.rulesets.guobiao.fans import BY_ID
from tests.scoring.gb_hands import hand, meld, profile
from tests.scoring.guobiao_quick.random_hands import FAMILIES, winning_hands

Why = tuple[str, str, str | None]


def _why(explanation: Explanation) -> Counter[Why]:
    found: Counter[Why] = Counter()
    for fan, times, reason, by, _words in explanation.not_counted:
        found[fan, reason, by] += times
    return found


EAST_AND_WHITE = hand(
    "99m34p", "5p", meld("pung", "1z"), meld("pung", "5z"), meld("chow", "2s"), round_wind=0
)
GATES = hand("1112345678999m", "5m", self_draw=True)

CASES: list[tuple[GbHand, Why, int]] = [
    # 清龙 holds 连六 twice and 老少副 once.
    (hand("123456789m23s55p", "4s"), ("lian_liu", "no_repeat", "qing_long"), 2),
    (hand("123456789m23s55p", "4s"), ("lao_shao_fu", "no_repeat", "qing_long"), 1),
    (hand("123345m567p67s55p", "8s"), ("wu_zi", "no_repeat", "ping_hu"), 1),
    # 135 and 345 are both 一色三步高, with two chows in common.
    (hand("123345456567m5p", "5p"), ("yi_se_san_bu_gao", "no_splitting", "yi_se_san_bu_gao"), 1),
    # One 789 has made 老少副 with the 123.
    (hand("123789789m456p5s", "5s"), ("lao_shao_fu", "no_same", "lao_shao_fu"), 1),
    # Four chows are linked three times.
    (hand("123m123p789m789p5s", "5s"), ("lao_shao_fu", "once", None), 1),
    # The spare chow goes with one of the three; the others are joined through it.
    (hand("234m234p234s23m5p5p", "4m"), ("xi_xiang_feng", "once", None), 2),
    (hand("1234m234p678s222p", "1m"), ("dan_diao_jiang", "several_waits", None), 1),
    # A pung of dragons or of the round wind is no 幺九刻 besides.
    (EAST_AND_WHITE, ("yao_jiu_ke", "no_repeat", "quan_feng_ke"), 1),
    (EAST_AND_WHITE, ("yao_jiu_ke", "no_repeat", "jian_ke"), 1),
    (GATES, ("yao_jiu_ke", "no_repeat", "jiu_lian_bao_deng"), 1),
    (GATES, ("bu_qiu_ren", "no_repeat", "jiu_lian_bao_deng"), 1),
]


@pytest.mark.parametrize(("won", "why", "times"), CASES)
def test_why_a_fan_does_not_count(won: GbHand, why: Why, times: int) -> None:
    assert _why(explain(won))[why] == times


def test_the_other_readings_are_shown() -> None:
    # 111222333 as pungs or as chows.
    explanation = explain(hand("111222333m567p5s", "5s", self_draw=True))
    assert "yi_se_san_jie_gao" in (fan for fan, _points, _times in explanation.score.fans)
    names = [{fan for fan, _points, _times in other.fans} for other in explanation.others]
    assert any("yi_se_san_tong_shun" in fans for fans in names)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_explanation_is_of_the_count(family: str) -> None:
    reasons = Counter[str]()
    for won in islice(winning_hands(8, family), 150):
        explanation = explain(won)
        assert explanation.score == score(won)
        assert all(other.fan <= explanation.score.fan for other in explanation.others)
        for fan, times, reason, by, words in explanation.not_counted:
            assert times > 0
            assert fan in BY_ID
            assert by is None or by in BY_ID
            assert words.zh
            assert words.en
            assert "{" not in words.zh + words.en
            assert BY_ID[fan].name.zh in words.zh
            reasons[reason] += 1
    assert set(reasons) <= set(REASONS)
    assert reasons["no_repeat"]


@pytest.mark.parametrize("name", ["chinese", "wmo2006", "seed_list"])
@pytest.mark.parametrize("family", FAMILIES)
def test_whatever_is_found_counts_or_is_left_with_a_reason(family: str, name: str) -> None:
    options = profile(name)
    for won in islice(winning_hands(21, family), 60):
        explanation = explain(won, options)
        best = ranked(won, options)[0]
        counted = {fan for fan, _points, _times in explanation.score.fans}
        left = {row.fan for row in explanation.not_counted}
        assert {fan for fan, times in best.found.items() if times > 0} <= counted | left
        for other in explanation.others:
            fans = {fan for fan, _points, _times in other.fans}
            assert fans - {"wu_fan_hu", "hua_pai"} <= counted | left
        assert sorted(tile for group in explanation.groups for tile in group.tiles) == sorted(
            won.all_tiles
        )
        assert won.win_tile in explanation.waits


def test_a_fan_of_a_cheaper_reading_is_left_for_the_higher_one() -> None:
    # Three pungs of one suit in a row; as chows the tiles are worth less.
    why = _why(explain(hand("222333444p56m88s", "7m", self_draw=True)))
    assert why["yi_se_san_tong_shun", "highest", None] == 1
    pairs = _why(explain(hand("1122335577889s", "9s", self_draw=True)))
    assert pairs["qi_dui", "highest", None] == 1


def test_all_reasons_occur() -> None:
    seen = {why[1] for won, _, _ in CASES for why in _why(explain(won))}
    assert seen >= {"no_repeat", "no_splitting", "no_same", "once", "several_waits"}


def _groups(links: Sequence[Link]) -> list[int]:
    groups = list(range(4))
    for link in links:
        joined = {groups[at] for at in link.sets}
        groups = [min(joined) if group in joined else group for group in groups]
    return groups


def test_a_link_that_is_left_joins_what_is_joined_or_repeats() -> None:
    random = Random(9)
    runs = [tile for tile in range(27) if tile % 9 < 7]
    left = 0
    for _ in range(400):
        links = list(links_of([Block(CHOW, tile) for tile in random.choices(runs[:10], k=4)]))
        chosen = chosen_links(links)
        groups = _groups(chosen)
        for link in set(links) - set(chosen):
            circle = len({groups[at] for at in link.sets}) < len(link.sets)
            same = [c for c in chosen if c.fan == link.fan and set(c.sets) & set(link.sets)]
            assert circle or same
            left += 1
    assert left > 100


def test_options_change_what_is_ruled_out() -> None:
    pairs = hand("1122335577m113p", "3p", self_draw=True)
    assert _why(explain(pairs))["bu_qiu_ren", "no_repeat", "qi_dui"] == 1
    wmo = _why(explain(pairs, profile("wmo2006")))
    assert wmo["zi_mo", "no_repeat", "bu_qiu_ren"] == 1
    assert not wmo["bu_qiu_ren", "no_repeat", "qi_dui"]


def test_tiles_that_do_not_win_are_not_explained() -> None:
    with pytest.raises(NotAWin):
        explain(hand("1379m1379p1379s1z", "2z"))
