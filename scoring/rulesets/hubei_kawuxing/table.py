"""The patterns (hubei_kawuxing.md §4) and the option table (§8)."""

from scoring.options import Option, switch
from scoring.ruleset import Pattern
from scoring.shared_options import base, kongs_on_draw
from scoring.text import Text

SEVEN_PAIRS = ("qi_dui", "long_qi_dui", "shuang_long_qi_dui", "san_long_qi_dui")
FOURTHS = ("ming_si_gui_yi", "an_si_gui_yi")
# A hand of seven pairs has neither sets nor melds (§4).
OF_SETS = (*FOURTHS, "peng_peng_hu", "shou_zhua_yi", "da_san_yuan", "xiao_san_yuan", "ka_wu_xing")
ALL = (*OF_SETS, *SEVEN_PAIRS, "qing_yi_se")
_DRAGONS = ("da_san_yuan", "xiao_san_yuan")


def _pairs(id: str, name: Text, times: int | None, definition: Text) -> Pattern:
    others = tuple(other for other in SEVEN_PAIRS if other != id)
    return Pattern(id, name, times, definition, excludes=(*others, *OF_SETS))


PATTERNS = (
    Pattern(
        "pi_hu",
        Text("屁胡", "Plain hand"),
        1,
        Text("四副牌加一对将，没有别的。", "Four sets and a pair, and nothing else."),
        excludes=ALL,
    ),
    Pattern(
        "peng_peng_hu",
        Text("碰碰胡", "All triplets"),
        2,
        Text("四副刻子或杠加一对将。", "Four triplets or kongs and a pair."),
        excludes=("ka_wu_xing",),
    ),
    Pattern(
        "ming_si_gui_yi",
        Text("明四归一", "Four in one, melded"),
        2,
        Text(
            "和的牌是自己碰出的那种的第四张；全频道：碰出的第四张在手里就算。",
            "The winning tile is the fourth of a pung on the table; or, with the option, any such "
            "fourth tile in hand.",
        ),
        repeat=3,
    ),
    Pattern(
        "an_si_gui_yi",
        Text("暗四归一", "Four in one, concealed"),
        4,
        Text(
            "和的牌是手里三张的第四张；全频道：手里有四张就算。",
            "The winning tile is the fourth of three held in hand; or, with the option, any four "
            "held in hand.",
        ),
        repeat=3,
    ),
    _pairs("qi_dui", Text("七对", "Seven pairs"), 4, Text("七个对子。", "Seven pairs.")),
    _pairs(
        "long_qi_dui",
        Text("龙七对", "Dragon seven pairs"),
        8,
        Text("七对里有一种四张。", "Seven pairs with one face four times."),
    ),
    _pairs(
        "shuang_long_qi_dui",
        Text("双龙七对", "Double dragon seven pairs"),
        16,
        Text("七对里有两种四张。", "Seven pairs with two faces four times."),
    ),
    _pairs(
        "san_long_qi_dui",
        Text("三龙七对", "Triple dragon seven pairs"),
        None,
        Text("七对里有三种四张。", "Seven pairs with three faces four times."),
    ),
    Pattern(
        "da_san_yuan",
        Text("大三元", "Big three dragons"),
        8,
        Text("中、发、白三副刻子或杠。", "Triplets or kongs of all three dragons."),
        excludes=("xiao_san_yuan", "qing_yi_se"),
    ),
    Pattern(
        "xiao_san_yuan",
        Text("小三元", "Little three dragons"),
        4,
        Text(
            "中、发、白两副刻子或杠，另一种作将。",
            "Triplets or kongs of two dragons and a pair of the third.",
        ),
        excludes=("qing_yi_se",),
    ),
    Pattern(
        "qing_yi_se",
        Text("清一色", "One suit"),
        4,
        Text("只有一门，没有中发白。", "Tiles of one suit only, no dragons."),
    ),
    Pattern(
        "shou_zhua_yi",
        Text("手抓一", "One in hand"),
        4,
        Text(
            "四副都在桌上（暗杠也算），手里只有一张。",
            "Four melds on the table, concealed kongs among them, and one tile in hand.",
        ),
    ),
    Pattern(
        "ka_wu_xing",
        Text("卡五星", "The five between"),
        2,
        Text(
            "和的五饼或五条在手里的四、六之间。",
            "The winning 5 of dots or bamboos stands between a 4 and a 6 of the hand.",
        ),
    ),
)
TIMES = {pattern.id: pattern.fan for pattern in PATTERNS if pattern.fan is not None}
# From the event, each doubles.
MOMENTS = {
    "gang_shang_hua": Text("杠上开花", "Out on a kong"),
    "gang_shang_pao": Text("杠上炮", "Discard after a kong"),
    "qiang_gang_hu": Text("抢杠胡", "Robbing a kong"),
    "hai_di_lao_yue": Text("海底捞月", "Last tile"),
    "liang_dao": Text("亮倒", "Hand laid open"),
}
NAMES = {pattern.id: pattern.name for pattern in PATTERNS} | MOMENTS

OPTIONS = (
    base("§8"),
    Option(
        "cap",
        None,
        Text("封顶倍数", "Cap"),
        minimum=1,
        maximum=1_000_000,
        nullable=True,
        help=Text("包胡加倍在封顶之后。", "Before the double payment into an open hand."),
        house_value=True,
        source="§8",
    ),
    Option(
        "combine",
        "multiply",
        Text("几个牌型", "Several patterns"),
        choices=("multiply", "highest"),
        choice_labels={
            "multiply": Text("累加（相乘）", "All multiply"),
            "highest": Text("牌型只算最大的", "Only the dearest pattern counts"),
        },
        source="§4",
        help=Text(
            "杠上开花、抢杠、海底、亮倒总是相乘。", "What the moment brings always multiplies."
        ),
    ),
    Option(
        "shou_zhua_yi_peng_peng",
        "stack",
        Text("手抓一和碰碰胡", "One in hand and all triplets"),
        choices=("stack", "exclusive"),
        choice_labels={
            "stack": Text("都算", "Both count"),
            "exclusive": Text("只算手抓一", "Only one in hand"),
        },
        source="§4",
    ),
    Option(
        "si_gui_scope",
        "winning_tile",
        Text("四归一", "Four in one"),
        choices=("winning_tile", "whole_hand"),
        choice_labels={
            "winning_tile": Text("只看和的牌（半频道）", "Of the winning tile only"),
            "whole_hand": Text("看整副牌（全频道）", "Anywhere in the hand"),
        },
        source="§4",
        help=Text("七对不算四归一。", "Never with seven pairs."),
    ),
    Option(
        "san_long_mult",
        32,
        Text("三龙七对倍数", "Triple dragon seven pairs"),
        choices=(16, 32),
        house_value=True,
        source="§8",
    ),
    Option(
        "baohu",
        "double",
        Text("给亮倒的放炮（包胡）", "Discarding into an open hand"),
        choices=("double", "double_unless_liangdao", "single"),
        choice_labels={
            "double": Text("付双份", "Pays twice"),
            "double_unless_liangdao": Text("自己也亮倒付一份，否则双份", "Twice, unless open too"),
            "single": Text("付一份", "Pays once"),
        },
        source="§5",
        help=Text("抢杠也一样。", "Robbed kongs likewise."),
    ),
    switch(
        "liangdao_self_draw_only",
        False,
        Text("亮倒只能自摸", "Open hands win by self-draw only"),
        source="§9",
    ),
    Option(
        "rob_kong_pays",
        "one_share",
        Text("被抢杠付", "A robbed konger pays"),
        choices=("one_share", "all_shares"),
        choice_labels={
            "one_share": Text("一份", "One share"),
            "all_shares": Text("各家的份", "The shares of all"),
        },
        source="§5",
        help=Text("给亮倒的先加倍。", "After the doubling for an open hand."),
    ),
    Option(
        "kong_on_kong",
        "double",
        Text("杠上杠", "Kong upon kong"),
        choices=("double", "none"),
        choice_labels={
            "double": Text("一杠一翻倍", "Each next one doubles"),
            "none": Text("不翻倍", "No doubling"),
        },
        source="§6",
        help=Text(
            "开杠后补的牌再杠，或打出去被别人杠。",
            "A kong on the replacement tile, or of the discard right after it.",
        ),
    ),
    Option(
        "late_kong",
        "forbidden",
        Text("没有马上补的杠", "Adding to a pung later"),
        choices=("forbidden", "free_of_charge", "allowed"),
        choice_labels={
            "forbidden": Text("不许", "Not allowed"),
            "free_of_charge": Text("可以杠，不收钱", "Allowed, unpaid"),
            "allowed": Text("照算", "Allowed and paid"),
        },
        source="§6",
        help=Text(
            "碰了以后摸到第四张没有马上杠。", "The fourth tile was drawn and not added at once."
        ),
    ),
    kongs_on_draw(
        "§6",
        Text("荒庄时的喜钱", "Kong money of a drawn hand"),
        Text("有效", "Stands"),
        house_value=False,
    ),
    Option(
        "draw_liangdao_pay",
        1,
        Text("荒庄时亮倒付每家", "An open hand pays in a drawn hand"),
        choices=(0, 1),
        source="§7",
        help=Text("付给每个没有亮倒的人。", "To each seat whose hand is not open."),
    ),
    switch(
        "multi_win",
        True,
        Text("一炮双响", "Two winners on one discard"),
        source="§5",
        help=Text("各自按自己的牌收。", "Each is paid for the own hand."),
    ),
    switch(
        "allow_chow",
        False,
        Text("可以吃", "Chows are played"),
        house_value=True,
        source="§8",
    ),
    Option(
        "next_dealer",
        "winner",
        Text("下一庄", "The next dealer"),
        choices=("winner", "rotate"),
        choice_labels={
            "winner": Text("和的人", "The winner"),
            "rotate": Text("轮流", "In turn"),
        },
        house_value=True,
        help=Text(
            "一炮双响是点炮者；荒庄连庄。",
            "After two winners the discarder; after a draw the dealer stays.",
        ),
        source="§8",
    ),
)
