"""The fan table (two_player.md §4, ours) and the option table (§8)."""

from scoring.options import Option, switch
from scoring.pattern_kinds import BESIDE, SHAPE
from scoring.patterns import Kind
from scoring.ruleset import Pattern
from scoring.shared_options import base, kongs_on_draw
from scoring.text import Text

LIMIT = Kind("limit", Text("役满", "Limit hand"))
_OF_SETS = ("jian_ke", "yi_tiao_long", "peng_peng_hu", "xiao_san_yuan", "xiao_si_xi")
_HONOURS = ("jian_ke", "xiao_san_yuan", "xiao_si_xi")
ORDINARY = (
    Pattern(
        "ping_hu",
        Text("平胡", "Winning hand"),
        1,
        Text(
            "每副和牌都有：四副牌加一对将，或七对。",
            "Every win: four sets and a pair, or seven pairs.",
        ),
        kind=SHAPE,
    ),
    Pattern(
        "duan_yao",
        Text("断幺", "No ends"),
        1,
        Text("没有一、九、字牌。", "No ones, nines or honours."),
        excludes=("hun_yi_se", "yi_tiao_long", *_HONOURS),
        kind=BESIDE,
    ),
    Pattern(
        "men_qing",
        Text("门清", "Concealed hand"),
        1,
        Text(
            "没有吃碰杠，暗杠不算；七对不另计。",
            "Nothing melded but concealed kongs; not with seven pairs.",
        ),
        kind=BESIDE,
    ),
    Pattern(
        "jian_ke",
        Text("箭刻", "Dragon triplet"),
        1,
        Text("中、发、白的刻子或杠，每副一番。", "A triplet or kong of dragons, one fan each."),
        repeat=2,
        excludes=("xiao_san_yuan", "qing_yi_se"),
        kind=BESIDE,
    ),
    Pattern(
        "yi_tiao_long",
        Text("一条龙", "Dragon"),
        2,
        Text("同一门的一二三、四五六、七八九。", "Runs 123, 456 and 789 of one suit."),
        excludes=("peng_peng_hu", "xiao_san_yuan", "xiao_si_xi"),
        kind=SHAPE,
    ),
    Pattern(
        "hun_yi_se",
        Text("混一色", "One suit and honours"),
        3,
        Text("一门加字牌。", "Tiles of one suit and honours."),
        excludes=("qing_yi_se",),
        kind=SHAPE,
    ),
    Pattern(
        "peng_peng_hu",
        Text("碰碰胡", "All triplets"),
        3,
        Text("四副刻子或杠加一对将。", "Four triplets or kongs and a pair."),
        kind=SHAPE,
    ),
    Pattern(
        "qi_dui",
        Text("七对", "Seven pairs"),
        4,
        Text("七个对子，四张一样的是两对。", "Seven pairs; four of a face are two."),
        excludes=("men_qing", *_OF_SETS),
        kind=SHAPE,
    ),
    Pattern(
        "xiao_san_yuan",
        Text("小三元", "Little three dragons"),
        4,
        Text("两副箭刻，另一种箭牌作将。", "Two dragon triplets and a pair of the third."),
        excludes=("qing_yi_se", "xiao_si_xi"),
        kind=SHAPE,
    ),
    Pattern(
        "qing_yi_se",
        Text("清一色", "One suit"),
        6,
        Text("只有一门。", "Tiles of one suit only."),
        excludes=("xiao_si_xi",),
        kind=SHAPE,
    ),
    Pattern(
        "xiao_si_xi",
        Text("小四喜", "Little four winds"),
        8,
        Text("三副风刻，另一种风作将。", "Three wind triplets and a pair of the fourth."),
        kind=SHAPE,
    ),
)


def _limit(id: str, zh: str, en: str, zh_asks: str, en_asks: str) -> Pattern:
    return Pattern(id, Text(zh, en), None, Text(zh_asks, en_asks), kind=LIMIT)


LIMITS = (
    _limit("shi_san_yao", "十三幺", "Thirteen orphans",
           "十三种幺九牌各一张，再加其中一张。",
           "One of each terminal and honour, and one more of them."),
    _limit("da_si_xi", "大四喜", "Big four winds",
           "四副风刻。", "Triplets or kongs of all four winds."),
    _limit("da_san_yuan", "大三元", "Big three dragons",
           "三副箭刻。", "Triplets or kongs of all three dragons."),
    _limit("zi_yi_se", "字一色", "All honours",
           "全是字牌。", "Honours only."),
    _limit("qing_yao_jiu", "清幺九", "All terminals",
           "一、九的碰碰胡。", "All triplets, of ones and nines only."),
    _limit("lv_yi_se", "绿一色", "All green",
           "只有二三四六八条和发。", "Only 2, 3, 4, 6, 8 of bamboos and green dragons."),
    _limit("jiu_lian_bao_deng", "九莲宝灯", "Nine gates",
           "没有吃碰杠，一门的1112345678999加任一张。",
           "Concealed 1112345678999 of one suit and any one more of it."),
    _limit("si_an_ke", "四暗刻", "Four concealed triplets",
           "四副暗刻或暗杠；点炮时和的牌要是将。",
           "Four concealed triplets or kongs; on a discard the winning tile is the pair."),
    _limit("si_gang", "四杠", "Four kongs", "四个杠。", "Four kongs."),
)  # fmt: skip
PATTERNS = (*ORDINARY, *LIMITS)
FAN = {pattern.id: pattern.fan for pattern in ORDINARY if pattern.fan is not None}
LIMIT_NAMES = tuple(pattern.id for pattern in LIMITS)
MOMENTS = {
    "zi_mo": Text("自摸", "Self-draw"),
    "bao_ting": Text("报听", "Declared ready"),
    "gang_shang_hua": Text("杠上开花", "Out on a kong"),
    "hai_di_lao_yue": Text("海底捞月", "Fished from the sea bed"),
    "hua_pai": Text("花牌", "Face-up tiles"),
    "tian_hu": Text("天胡", "Heavenly hand"),
    "di_hu": Text("地胡", "Earthly hand"),
}
NAMES = {pattern.id: pattern.name for pattern in PATTERNS} | MOMENTS

OPTIONS = (
    base("§8"),
    Option(
        "cap",
        13,
        Text("封顶番", "Cap in fan"),
        minimum=1,
        maximum=1_000,
        source="§1",
        help=Text("役满正好是封顶番。", "Limit hands are exactly the cap."),
    ),
    Option(
        "fan_to_points",
        "linear",
        Text("番和分", "From fan to points"),
        choices=("linear", "double"),
        choice_labels={
            "linear": Text("一番一份底", "A base for each fan"),
            "double": Text("一番一倍", "Each fan doubles"),
        },
        house_value=True,
        help=Text(
            "加倍：底分乘二的（番减一）次方。",
            "Doubled: the base by two to the power of fan less one.",
        ),
        source="§8",
    ),
    Option(
        "bao_ting_fan",
        1,
        Text("报听", "Declared ready"),
        choices=(0, 1, 2),
        house_value=True,
        source="§8",
    ),
    Option(
        "hai_di_fan",
        1,
        Text("海底捞月", "Fished from the sea bed"),
        choices=(1, 2),
        house_value=True,
        help=Text(
            "牌摸完后先听的一家捞一张。",
            "When the wall is used up the seat ready first fishes one.",
        ),
        source="§8",
    ),
    Option(
        "hua_fan",
        1,
        Text("每张花牌", "Each face-up tile"),
        choices=(1, 0),
        house_value=True,
        help=Text(
            "城墙上亮着的那种牌，和牌里每张算一次。",
            "For each copy of a tile lying face up on the wall.",
        ),
        source="§8",
    ),
    Option(
        "rob_kong",
        "as_self_draw",
        Text("抢杠", "Robbing a kong"),
        choices=("as_self_draw", "as_discard"),
        choice_labels={
            "as_self_draw": Text("当自摸", "As a self-draw"),
            "as_discard": Text("当点炮", "As a discard"),
        },
        source="§5",
        help=Text("当自摸多一番自摸。", "As a self-draw it has the fan of one."),
    ),
    Option(
        "min_fan",
        1,
        Text("起和番", "Least fan of a win"),
        choices=(1, 2, 3),
        house_value=True,
        source="§8",
    ),
    switch(
        "kong_money",
        False,
        Text("杠分", "Kong money"),
        house_value=True,
        help=Text("明杠1，暗杠2。", "Melded 1, concealed 2."),
        source="§8",
    ),
    kongs_on_draw("§8", Text("流局时的杠分", "Kong money of a drawn hand")),
    switch(
        "dealer_double",
        False,
        Text("庄家和加倍", "A winning dealer is paid double"),
        house_value=True,
        source="§8",
    ),
    switch("allow_chow", True, Text("可以吃", "Chows are played"), source="§2"),
)
