"""The fan table (tianjin.md §5) and the option table (§10)."""

from scoring.form_facts import When, option_on
from scoring.options import Option, switch
from scoring.ruleset import Pattern
from scoring.shared_options import kongs_on_draw
from scoring.text import Text

# What doubles the sum of the rest.
DOUBLING = frozenset({"su", "hun_diao", "shuang_hun_diao"})
ADDED = ("zhuo_wu", "long", "ben_hun_long")
DIAO = ("hun_diao", "shuang_hun_diao")
PATTERNS = (
    Pattern(
        "ti_liu",
        Text("提溜", "Bare hand"),
        1,
        Text("没有捉五，也没有龙。", "Neither the caught five nor a dragon."),
        excludes=ADDED,
    ),
    Pattern(
        "zhuo_wu",
        Text("捉五", "Caught five"),
        3,
        Text(
            "摸来的牌是手里四五六万的五万；混可以当四万、六万，摸来的混可以当五万。",
            "The drawn tile is the 5 of a concealed run 4-5-6 characters; wild tiles may stand "
            "for the 4 and 6, a drawn wild tile for the 5.",
        ),
        excludes=("hun_diao",),
    ),
    Pattern(
        "long",
        Text("龙", "Dragon"),
        4,
        Text("同一门的一二三、四五六、七八九。", "Runs 123, 456 and 789 of one suit."),
        excludes=("ben_hun_long",),
    ),
    Pattern(
        "ben_hun_long",
        Text("本混龙", "Dragon in the wild suit"),
        8,
        Text(
            "龙和混是同一门：四分，整副再加倍。",
            "A dragon in the suit of the wild faces: 4 points, and the hand is doubled.",
        ),
    ),
    Pattern(
        "su",
        Text("素", "No wild tile"),
        2,
        Text(
            "没有混；或者本混龙里恰好两张混，一样一张，都当本身用。",
            "No wild tile; or a dragon in the wild suit with exactly one tile of each wild face, "
            "both as themselves.",
        ),
        excludes=DIAO,
    ),
    Pattern(
        "hun_diao",
        Text("混吊", "Wild wait"),
        2,
        Text(
            "将是手里原有的一张混加摸来的牌。",
            "The pair is a wild tile that was in hand and the drawn tile.",
        ),
        excludes=("shuang_hun_diao",),
    ),
    Pattern(
        "shuang_hun_diao",
        Text("双混吊", "Double wild wait"),
        2,
        Text(
            "摸来的牌和手里原有的两张混成一副。",
            "The drawn tile makes a set with two wild tiles that were in hand.",
        ),
    ),
)
NAMES = {pattern.id: pattern.name for pattern in PATTERNS} | {
    "gang_kai": Text("杠开", "Out on a kong"),
    "tian_hu": Text("天胡", "Heavenly hand"),
    "di_hu": Text("地胡", "Earthly hand"),
}
# 番 of the older table (§5); a bare hand has none.
FAN = {
    "zhuo_wu": 1,
    "long": 2,
    "su": 1,
    "ben_hun_long": 3,
    "hun_diao": 1,
    "shuang_hun_diao": 1,
    "gang_kai": 1,
    "tian_hu": 2,
    "di_hu": 2,
}
DEAL_BETS = {
    "san_dui_zi": Text("三对子", "Three pairs dealt"),
    "yi_li_san": Text("一立三", "A triplet dealt"),
    "wu_ge_zi": Text("五个字", "Five honours dealt"),
}
LATER_BETS = {
    "shang_xia_mo": Text("上下摸", "Drawing what the seat before discarded"),
    "men_qian_qing": Text("门前清", "Concealed hand"),
    "que_yi_men": Text("缺一门", "A suit missing"),
    "hui_diao": Text("绘钓", "Wild wait"),
}
BETS = DEAL_BETS | LATER_BETS
POINTS: When = option_on("fan_table", "points")
BETTING: When = option_on("xia_cai")

OPTIONS = (
    Option(
        "base",
        1,
        Text("底分", "Base"),
        minimum=1,
        maximum=10_000,
        source="§10",
    ),
    Option(
        "fan_table",
        "points",
        Text("和牌的分", "How hands count"),
        choices=("points", "hemu_add", "hemu_double"),
        choice_labels={
            "points": Text("分数相加再翻倍", "Points added, then doubled"),
            "hemu_add": Text("和目，一番一分", "Older table, a point for each fan"),
            "hemu_double": Text("和目，一番一倍", "Older table, each fan doubles"),
        },
        source="§5",
        help=Text(
            "老打法论番：捉五1，龙2，本混龙3，其余各1，天地胡2。",
            "The older table counts fan: dragon 2, in the wild suit 3, heavenly and earthly 2, "
            "all others 1.",
        ),
    ),
    Option(
        "min_points",
        1,
        Text("起和", "Least worth of a win"),
        choices=(1, 2),
        choice_labels={
            1: Text("提溜可以和", "A bare hand wins"),
            2: Text("只和大和（2分起）", "Two points or more"),
        },
        help=Text("底分不算在内。", "Before the base."),
        source="P3",
    ),
    Option(
        "max_points",
        None,
        Text("封顶", "Cap"),
        minimum=1,
        maximum=1_000_000,
        nullable=True,
        help=Text("每家最多付这么多，坐庄、拉庄另算。", "Of a hand, before dealer and stakes."),
        house_value=True,
        source="§10",
    ),
    Option(
        "kong_draw_mult",
        2,
        Text("杠开倍数", "Out on a kong multiplies by"),
        choices=(1, 2),
        house_value=True,
        help=Text(
            "只用于分数表；和目里杠开是1番。", "For points only; in the older table it is 1 fan."
        ),
        source="§10",
    ),
    Option(
        "heavenly_mult",
        4,
        Text("天胡、地胡倍数", "Heavenly and earthly hands multiply by"),
        choices=(1, 2, 4, 8),
        house_value=True,
        help=Text(
            "只用于分数表；和目里是2番。", "For points only; in the older table they are 2 fan."
        ),
        source="§10",
    ),
    Option(
        "kong_unit",
        1,
        Text("一个明杠的分", "Points of a melded kong"),
        choices=(1, 2),
        source="P3; 2 = P1",
        help=Text(
            "暗杠算两个，铲算一个。", "A concealed kong is two of them, followed discards one."
        ),
    ),
    Option(
        "gold_kong_units",
        4,
        Text("金杠合几个明杠", "A kong of wild tiles, in melded kongs"),
        choices=(4, 8),
        source="P3",
        help=Text("手里四张一样的混暗杠。", "Four equal wild tiles held in hand."),
    ),
    kongs_on_draw("§10"),
    Option(
        "zuo_zhuang",
        "optional",
        Text("坐庄", "The dealer's doubling"),
        choices=("optional", "always"),
        choice_labels={
            "optional": Text("庄家自选", "As the dealer chooses"),
            "always": Text("总是坐庄", "Always"),
        },
        source="P1, P3",
        help=Text(
            "坐庄：庄家和每家之间的输赢、杠分都加倍。",
            "Wins, losses and kongs between the dealer and the others double.",
        ),
    ),
    Option(
        "max_la",
        2,
        Text("最多拉几庄", "Most doublings by another seat"),
        choices=(0, 1, 2),
        source="P1",
        help=Text(
            "拉一次，这一家和庄家之间再加倍一次。",
            "Each time doubles what goes between that seat and the dealer.",
        ),
    ),
    switch(
        "chuai",
        False,
        Text("踹", "The dealer doubles in answer"),
        source="P3",
        help=Text(
            "拉了庄的，和庄家之间再加倍。", "Doubles once more against the seats that doubled."
        ),
    ),
    switch(
        "chan",
        True,
        Text("铲", "Discards that follow the dealer's"),
        source="P1",
        help=Text(
            "三家头一轮都跟打庄家的第一张，庄家付每家一个明杠。",
            "All three follow the dealer's first discard: the dealer pays each a melded kong.",
        ),
    ),
    switch(
        "chan_zuo_doubles",
        True,
        Text("坐庄时铲加倍", "The dealer's doubling counts for followed discards"),
        source="P1, §11",
    ),
    Option(
        "draw_dealer",
        "stay",
        Text("荒庄后的庄家", "The deal after a drawn hand"),
        choices=("stay", "kong_rule"),
        choice_labels={
            "stay": Text("连庄", "Stays"),
            "kong_rule": Text("庄家无杠别家有杠则下庄", "Passes if only others have konged"),
        },
        source="P1; P3",
        help=Text("庄家有杠总是连庄。", "A dealer who konged always stays."),
    ),
    Option(
        "wild_mode",
        "indicator_and_next",
        Text("混", "Wild tiles"),
        choices=("indicator_and_next", "next_only"),
        choice_labels={
            "indicator_and_next": Text("翻出的和下一张", "The face turned up and the next"),
            "next_only": Text("只有下一张", "The next face only"),
        },
        source="P1, P2; P3",
        help=Text("翻出来的那张是死牌。", "The tile turned up is out of play."),
    ),
    Option(
        "tile_count",
        136,
        Text("牌数", "Tiles"),
        choices=(136, 144),
        choice_labels={
            136: Text("136张", "136"),
            144: Text("144张，花牌不算分", "144, flowers without value"),
        },
        source="P3; P1",
    ),
    switch(
        "xia_cai",
        False,
        Text("下彩", "Side bets"),
        source="P2",
        help=Text("坐庄、拉庄不影响彩。", "The doublings do not touch side bets."),
    ),
    Option(
        "cai_reverse",
        "deal_only",
        Text("别家有彩时下彩者付", "The bettor pays others who meet the bet"),
        choices=("deal_only", "all", "none"),
        choice_labels={
            "deal_only": Text("只限起手的彩", "For bets on the deal"),
            "all": Text("所有的彩", "For every bet"),
            "none": Text("不付", "Never"),
        },
        source="P2",
        help=Text("下彩的人自己中了就不付。", "Not where the bettor meets the bet too."),
    ),
)
