"""The common fan table against the rows that Guobiao's engine has under other names."""

import random

from scoring.hand import HandTiles
from scoring.rulesets import get_ruleset
from scoring.rulesets.common_fan_table.count import Win, dearest, forms_of
from scoring.rulesets.common_fan_table.table import BY_ID, standing
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.links import links_of
from scoring.rulesets.guobiao.engine.score import found_in
from scoring.rulesets.guobiao.engine.shapes import SEVEN_PAIRS, Shape
from scoring.rulesets.guobiao.engine.win_fans import waits
from tests.scoring import gb_hands
from tests.scoring.test_house_rows import close_sets

SAME = {
    "da_si_xi", "da_san_yuan", "xiao_si_xi", "xiao_san_yuan", "shi_san_yao", "qing_yi_se",
    "quan_dai_wu", "hun_yi_se", "bu_qiu_ren", "xiao_yu_wu", "da_yu_wu", "quan_dai_yao",
    "wu_men_qi", "duan_yao", "qi_dui",
}  # fmt: skip
OTHER_NAMES = {
    "lian_qi_dui": "qi_dui",
    "si_an_ke": "san_xiang_ci",
    "san_an_ke": "san_xiang_ci",
    "peng_peng_hu": "dui_dui_hu",
    "que_yi_men": "que_men",
    "wu_zi": "que_zi",
    "men_qian_qing": "men_qing",
    "yi_se_san_tong_shun": "san_jie_mei",
    "yi_se_si_tong_shun": "san_jie_mei",
    "qing_long": "yi_tiao_long",
    "san_se_san_tong_shun": "xi_xiang_feng",
    "san_tong_ke": "xi_xiang_feng",
}


def _rows(hand: GbHand, shape: Shape, found: set[str], one_wait: bool) -> set[str]:
    """Guobiao's fans of a reading in the names of the table."""
    fans = found | {link.fan for link in links_of(shape.sets)}
    rows = {OTHER_NAMES.get(fan, fan) for fan in fans if fan in SAME or fan in OTHER_NAMES}
    if "zi_yi_se" in fans:
        rows.add("quan_feng_qi_dui" if shape.form == SEVEN_PAIRS else "quan_feng_dui_dui_hu")
        rows.add("quan_dai_yao")
    if shape.form == SEVEN_PAIRS and fans & {"hun_yao_jiu", "qing_yao_jiu"}:
        rows.add("quan_dai_yao")
    if shape.pair is not None and shape.pair.tile in (4, 13, 22):
        rows.add("wu_jiang")
    if one_wait and shape.pair is not None and shape.pair.tile == hand.win_tile:
        # Guobiao calls it a closed or edge wait where it can.
        rows.add("dan_diao")
    return rows


def test_the_same_hands_in_both_tables() -> None:
    rng = random.Random(31)
    options = get_ruleset("common_fan_table").resolve_options({})
    guobiao = gb_hands.profile("chinese")
    corpus = rng.sample(gb_hands.lines("guobiao_hands.jsonl"), 500)
    hands = [*map(gb_hands.hand_of, corpus), *(close_sets(rng) for _ in range(250))]
    seen: set[str] = set()
    for hand in hands:
        tiles = HandTiles(hand.concealed, hand.melds)
        waited = _waits(tiles)
        if list(waits(hand.concealed, hand.melds)) != waited:
            # 组合龙 and 全不靠 win in Guobiao only.
            continue
        best = dearest(Win(tiles, hand.win_tile, hand.self_draw), (), options)
        found = [_rows(hand, *some, len(waited) == 1) for some in _readings(hand, guobiao)]
        readings = [standing(rows, options) for rows in found]
        assert best is not None
        assert _worth(best) == max(map(_worth, readings))
        assert set(best) in map(set, readings)
        seen.update(best)
    never_here = {"tian_hu", "di_hu", "kou_ting", "shi_san_bu_kao"}
    assert len(set(BY_ID) - never_here - seen) <= 3, set(BY_ID) - never_here - seen


def _readings(hand: GbHand, options: dict[str, object]) -> list[tuple[Shape, set[str]]]:
    return [(shape, {f for f, n in found.items() if n}) for shape, found in found_in(hand, options)]


def _waits(tiles: HandTiles) -> list[int]:
    return [t for t in range(34) if any(True for _ in forms_of([*tiles.concealed, t], tiles))]


def _worth(rows: tuple[str, ...]) -> int:
    return sum(BY_ID[row].fan for row in rows)
