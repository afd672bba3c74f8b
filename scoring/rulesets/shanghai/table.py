"""The rows of a hand (shanghai.md §4) and what raises its cap (§6)."""

from scoring import pattern_kinds as kinds
from scoring.form_facts import option_on
from scoring.ruleset import Pattern
from scoring.text import Text

MAIN = (
    Pattern(
        "ping_hu",
        Text("垃圾胡", "Plain hand"),
        0,
        Text("四副牌加一对将，没有别的番。", "Four sets and a pair, and no other main row."),
        when=option_on("allow_plain_win"),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "peng_peng_hu",
        Text("碰碰胡", "All triplets"),
        2,
        Text("四副刻子或杠加一对将。", "Four triplets or kongs and a pair."),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "hun_yi_se",
        Text("混一色", "One suit with honours"),
        2,
        Text("一门花色加风、字牌。", "Tiles of one suit and honours."),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "qing_yi_se",
        Text("清一色", "One suit"),
        4,
        Text("全是一门花色。", "One suit only."),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "hun_peng",
        Text("混碰", "Triplets of one suit with honours"),
        4,
        Text("混一色的碰碰胡。", "All triplets of one suit and honours."),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "qing_peng",
        Text("清碰", "Triplets of one suit"),
        5,
        Text("清一色的碰碰胡；封顶两个勒子。", "All triplets of one suit; the cap is doubled."),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "feng_yi_se",
        Text("风一色", "Honours only"),
        5,
        Text(
            "全是风、字牌，不必成副；封顶两个勒子。",
            "Any fourteen honours, in sets or not; the cap is doubled.",
        ),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "feng_peng",
        Text("风碰", "Triplets of honours"),
        6,
        Text("风、字牌的碰碰胡；封顶四个勒子。", "All triplets of honours; four times the cap."),
        kind=kinds.SHAPE,
    ),
)
BA_HUA_QI = Pattern(
    "ba_hua_qi",
    Text("八花齐", "All eight flowers"),
    4,
    Text(
        "抓齐春夏秋冬梅兰竹菊，当场胡牌，手牌不用成。",
        "All eight flowers win at once; no hand is needed.",
    ),
    kind=kinds.FLOWER,
)
BESIDE = (
    Pattern(
        "da_diao_che",
        Text("大吊车", "Last single tile"),
        1,
        Text("四副都在桌上，只剩一张单吊。", "Four melds on the table and a single tile left."),
        kind=kinds.BESIDE,
    ),
    Pattern(
        "men_qing",
        Text("门清", "Concealed hand"),
        None,
        Text("没有吃、碰、明杠。", "No chow, pung or exposed kong."),
        when=option_on("men_qing_fan"),
        kind=kinds.BESIDE,
    ),
)
# These come from the event and from the table, and are never declared.
ADDED = (
    Pattern(
        "gang_kai",
        Text("杠开", "Out on a kong"),
        1,
        Text("杠后补牌胡。", "Won on the replacement tile of a kong."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "kai_bao",
        Text("开宝", "Doubles"),
        1,
        Text(
            "开局两个骰子同点，每次一番；没胡掉的留到下局。",
            "The wall dice were equal: one fan each time, kept until somebody wins.",
        ),
        kind=kinds.TABLE,
    ),
    Pattern(
        "huang_fan",
        Text("黄番", "Drawn hands before"),
        1,
        Text("前面每一局和局一番。", "One fan for each drawn hand since the last win."),
        kind=kinds.TABLE,
    ),
)
FAN = {pattern.id: pattern.fan for pattern in (*MAIN, BA_HUA_QI) if pattern.fan is not None}
NAMES = {pattern.id: pattern.name for pattern in (*MAIN, BA_HUA_QI, *BESIDE, *ADDED)}
MAIN_ROWS = frozenset(pattern.id for pattern in MAIN)
BESIDE_ROWS = frozenset(pattern.id for pattern in BESIDE)
# By how many 勒子 a row lifts the cap.
LIFTS = {"feng_peng": 4, "qing_peng": 2, "feng_yi_se": 2}
