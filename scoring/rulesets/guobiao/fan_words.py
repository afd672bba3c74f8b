"""What each fan of Guobiao asks for, in one line (fans.py has the table)."""

from scoring.text import Text

DEFINITIONS: dict[str, Text] = {
    "da_si_xi": Text(
        "东南西北四副风刻（杠）和任意一对将。", "Pungs or kongs of all four winds and any pair."
    ),
    "da_san_yuan": Text("中发白三副箭刻（杠）。", "Pungs or kongs of all three dragons."),
    "lv_yi_se": Text(
        "全部由二、三、四、六、八条和发组成。", "Only 2, 3, 4, 6, 8 of bamboo and Green Dragons."
    ),
    "jiu_lian_bao_deng": Text(
        "门前清，和牌前是同花色1112345678999，听九门。",
        "Concealed 1112345678999 of one suit before the win: it waits on all nine ranks.",
    ),
    "si_gang": Text("四副杠，明暗不论。", "Four kongs of any kind and a pair."),
    "lian_qi_dui": Text("同一花色序数相连的七个对子。", "Seven consecutive pairs of one suit."),
    "shi_san_yao": Text(
        "十三种幺九牌各一张，其中任一种再有一张。",
        "One of each terminal and honor and one more of any of them.",
    ),
    "qing_yao_jiu": Text(
        "全部是序数牌的一和九：刻子（杠）加将，或七对。",
        "Only 1s and 9s of the suits: pungs or kongs and a pair, or seven pairs.",
    ),
    "xiao_si_xi": Text(
        "三副风刻（杠），第四种风牌作将。",
        "Pungs or kongs of three winds and a pair of the fourth.",
    ),
    "xiao_san_yuan": Text(
        "两副箭刻（杠），第三种箭牌作将。", "Pungs or kongs of two dragons and a pair of the third."
    ),
    "zi_yi_se": Text("全部是字牌。", "Only winds and dragons."),
    "si_an_ke": Text(
        "四副暗刻（暗杠），没有一副用了别家的牌。",
        "Four pungs or concealed kongs, none with another player's tile.",
    ),
    "yi_se_shuang_long_hui": Text(
        "同一花色两副123、两副789，五作将。",
        "Two 123 and two 789 chows and a pair of 5s, all in one suit.",
    ),
    "yi_se_si_tong_shun": Text("四副完全相同的顺子。", "Four identical chows."),
    "yi_se_si_jie_gao": Text(
        "同一花色四副依次递增一位的刻子（杠）。",
        "Four pungs or kongs of one suit in consecutive ranks.",
    ),
    "yi_se_si_bu_gao": Text(
        "同一花色四副顺子，依次递增一位，或依次递增两位。",
        "Four chows of one suit, each one rank higher, or each two ranks higher.",
    ),
    "san_gang": Text("三副杠，明暗不论。", "Three kongs of any kind."),
    "hun_yao_jiu": Text(
        "全部是幺九牌，一九和字牌都有：刻子（杠）加将，或七对。",
        "Only terminals and honors, both present: pungs or kongs and a pair, or seven pairs.",
    ),
    "qi_dui": Text(
        "门前清的七个对子；四张相同可作两对。",
        "Seven pairs, fully concealed; four equal tiles may serve as two pairs.",
    ),
    "qi_xing_bu_kao": Text(
        "七种字牌各一张，另七张取自147、258、369各占一门的序数牌，张张不同。",
        "All seven honors and seven different tiles of 147, 258, 369, one line per suit.",
    ),
    "quan_shuang_ke": Text(
        "刻子（杠）和将全是二、四、六、八。", "Pungs or kongs and a pair, all of ranks 2, 4, 6, 8."
    ),
    "qing_yi_se": Text("全部是同一花色的序数牌。", "All tiles of one suit."),
    "yi_se_san_tong_shun": Text("三副完全相同的顺子。", "Three identical chows."),
    "yi_se_san_jie_gao": Text(
        "同一花色三副依次递增一位的刻子（杠）。",
        "Three pungs or kongs of one suit in consecutive ranks.",
    ),
    "quan_da": Text("全部是七、八、九。", "Only 7, 8, 9."),
    "quan_zhong": Text("全部是四、五、六。", "Only 4, 5, 6."),
    "quan_xiao": Text("全部是一、二、三。", "Only 1, 2, 3."),
    "qing_long": Text("同一花色的123、456、789。", "123, 456 and 789 in one suit."),
    "san_se_shuang_long_hui": Text(
        "两种花色各有123和789，第三种花色的五作将。",
        "123 and 789 in each of two suits and a pair of 5s in the third.",
    ),
    "yi_se_san_bu_gao": Text(
        "同一花色三副顺子，依次递增一位，或依次递增两位。",
        "Three chows of one suit, each one rank higher, or each two ranks higher.",
    ),
    "quan_dai_wu": Text("每副牌和将都带五。", "Every set and the pair contains a 5."),
    "san_tong_ke": Text(
        "三种花色序数相同的刻子（杠）。", "Pungs or kongs of the same rank in all three suits."
    ),
    "san_an_ke": Text(
        "三副暗刻（暗杠），没有一副用了别家的牌。",
        "Three pungs or concealed kongs, none with another player's tile.",
    ),
    "quan_bu_kao": Text(
        "十四张各不相同：不到七种的字牌，其余取自147、258、369各占一门的序数牌。",
        "Fourteen different tiles: fewer than seven honors, and 147, 258, 369, one line per suit.",
    ),
    "zu_he_long": Text(
        "147、258、369各占一门的九张牌，另加一副牌和将（全不靠里也可有）。",
        "147, 258, 369, one line per suit, with a set and a pair or in fourteen unrelated tiles.",
    ),
    "da_yu_wu": Text("全部是六、七、八、九。", "Only 6, 7, 8, 9."),
    "xiao_yu_wu": Text("全部是一、二、三、四。", "Only 1, 2, 3, 4."),
    "san_feng_ke": Text("三副风刻（杠）。", "Pungs or kongs of three winds."),
    "hua_long": Text(
        "三种花色各一副，连成123、456、789。", "123, 456 and 789 with one chow in each suit."
    ),
    "tui_bu_dao": Text(
        "牌面倒过来不变：一二三四五八九饼，二四五六八九条，白。",
        "Only tiles that look the same upside down: 1234589 dots, 245689 bamboo, White Dragon.",
    ),
    "san_se_san_tong_shun": Text("三种花色序数相同的顺子。", "The same chow in all three suits."),
    "san_se_san_jie_gao": Text(
        "三种花色各一副，依次递增一位的刻子（杠）。",
        "Pungs or kongs in three suits with consecutive ranks.",
    ),
    "wu_fan_hu": Text(
        "除花牌外什么番也没有的和牌。", "A hand that earns nothing else, flowers not counted."
    ),
    "miao_shou_hui_chun": Text("自摸牌墙的最后一张。", "Self-draw of the last tile of the wall."),
    "hai_di_lao_yue": Text("和本盘最后打出的一张牌。", "Win on the last discard of the hand."),
    "gang_shang_kai_hua": Text(
        "开杠后摸补牌自摸（补花不算）。",
        "Self-draw on the replacement for one's own kong (not for a flower).",
    ),
    "qiang_gang_hu": Text(
        "和别家补杠的那张牌。", "Win on the tile another player adds to a melded pung."
    ),
    "peng_peng_hu": Text("四副刻子（杠）加将。", "Four pungs or kongs and a pair."),
    "hun_yi_se": Text("一种花色的序数牌加字牌。", "Tiles of one suit and honors."),
    "san_se_san_bu_gao": Text(
        "三种花色各一副，依次递增一位的顺子。", "Chows in three suits, each one rank higher."
    ),
    "wu_men_qi": Text(
        "万、饼、条、风、箭五门都有。", "Tiles of all three suits, winds and dragons."
    ),
    "quan_qiu_ren": Text(
        "四副牌都是吃碰明杠得来，单钓别家打出的牌。",
        "Four exposed sets, and the pair completed by another player's tile.",
    ),
    "shuang_an_gang": Text("两副暗杠。", "Two concealed kongs."),
    "shuang_jian_ke": Text("两副箭刻（杠）。", "Pungs or kongs of two dragons."),
    "quan_dai_yao": Text(
        "每副牌和将都带幺九或字牌。", "Every set and the pair contains a terminal or an honor."
    ),
    "bu_qiu_ren": Text("没有吃碰明杠，自摸和牌。", "Self-draw with no chow, pung or melded kong."),
    "shuang_ming_gang": Text("两副明杠。", "Two melded kongs."),
    "hu_jue_zhang": Text(
        "所和的牌另三张都已亮明在牌池或副露里。",
        "Win on a tile whose other three copies lie open in discards or melds.",
    ),
    "jian_ke": Text("一副箭刻（杠）。", "A pung or kong of a dragon."),
    "quan_feng_ke": Text("与圈风相同的风刻（杠）。", "A pung or kong of the round wind."),
    "men_feng_ke": Text("与门风相同的风刻（杠）。", "A pung or kong of the player's own wind."),
    "men_qian_qing": Text(
        "没有吃碰明杠，和别家的牌。", "No chow, pung or melded kong, won on another player's tile."
    ),
    "ping_hu": Text(
        "四副顺子，序数牌作将；组合龙则另一副是顺子。",
        "Four chows (beside a Knitted Straight one) and a suit-tile pair.",
    ),
    "si_gui_yi": Text(
        "一种牌四张都用上而没有开杠，可计几次。",
        "All four copies of a tile used without a kong; may count several times.",
    ),
    "shuang_tong_ke": Text(
        "两种花色序数相同的两副刻子（杠），可计两次。",
        "Two pungs or kongs of the same rank in two suits; may count twice.",
    ),
    "shuang_an_ke": Text(
        "两副暗刻（暗杠），没有一副用了别家的牌。",
        "Two pungs or concealed kongs, none with another player's tile.",
    ),
    "an_gang": Text("一副暗杠。", "One concealed kong."),
    "duan_yao": Text("没有一、九和字牌。", "No terminals and no honors."),
    "yi_ban_gao": Text("两副完全相同的顺子，可计两次。", "Two identical chows; may count twice."),
    "xi_xiang_feng": Text("两种花色序数相同的顺子。", "The same chow in two suits."),
    "lian_liu": Text("同一花色首尾相接的两副顺子。", "Two chows of one suit three ranks apart."),
    "lao_shao_fu": Text("同一花色的123和789。", "123 and 789 of one suit."),
    "yao_jiu_ke": Text(
        "一、九，或不是圈风门风的风牌的刻子（杠）。",
        "A pung or kong of 1s, 9s or of a wind that is neither round nor seat wind.",
    ),
    "ming_gang": Text("一副明杠。", "One melded kong."),
    "que_yi_men": Text(
        "三种花色缺一种，另两种都有。", "Exactly one suit is absent, the other two are present."
    ),
    "wu_zi": Text("没有字牌。", "No honor tiles."),
    "bian_zhang": Text("只听一种牌：12听3，或89听7。", "The only wait is 3 for 12 or 7 for 89."),
    "kan_zhang": Text(
        "只听一种牌：顺子中间的一张。", "The only wait is the middle tile of a chow."
    ),
    "dan_diao_jiang": Text(
        "只听一种牌：将的另一张。", "The only wait is the second tile of the pair."
    ),
    "zi_mo": Text("自己摸牌和牌。", "The winning tile is drawn by the player."),
    "hua_pai": Text(
        "每张花牌一番，不算进起和的八番。",
        "One fan for each flower; does not help to reach the minimum.",
    ),
    "ming_an_gang": Text(
        "一副明杠和一副暗杠（八十一番之外的通例）。",
        "One concealed and one melded kong: a convention outside the 81 fans.",
    ),
}

# Sorts of fans: what tiles make first, then what the moment and the way of the win bring.
KIND_NAMES: dict[str, Text] = {
    "chows": Text("顺子组合", "Chows together"),
    "pungs": Text("序数牌刻子组合", "Pungs of suits together"),
    "honours": Text("字牌与幺九刻子", "Pungs of honors and terminals"),
    "kongs": Text("杠", "Kongs"),
    "every_set": Text("每副牌的要求", "Every set alike"),
    "tiles": Text("牌的花色与数字", "Suits and ranks of the tiles"),
    "special": Text("特殊牌型", "Special hands"),
    "concealed": Text("暗刻", "Concealed pungs"),
    "open": Text("门清与副露", "Concealed or melded"),
    "wait": Text("听牌方式", "The wait"),
    "moment": Text("和牌时的情况", "The moment of the win"),
    "nothing": Text("没有番种", "Nothing else"),
}

# Why one fan does not count beside another: the name of the reason and a sentence.
PRINCIPLES: dict[str, tuple[Text, Text]] = {
    "no_repeat": (
        Text("不重复", "No repeating"),
        Text(
            "“{fan}”已包含在“{by}”里，不再计。",
            "What makes “{fan}” is inside “{by}” already.",
        ),
    ),
    "no_splitting": (
        Text("不拆移", "No splitting"),
        Text(
            "组成“{by}”的几副牌不拆开再算“{fan}”。",
            "The sets of “{by}” are not taken apart for “{fan}”.",
        ),
    ),
    "no_same": (
        Text("不得相同", "Not the same again"),
        Text(
            "已计过“{by}”的一副牌不再和别的牌组成“{fan}”。",
            "A set that has made “{by}” does not make “{fan}” with another set.",
        ),
    ),
    "highest": (
        Text("就高不就低", "The higher one"),
        Text(
            "同样的牌另作一种读法才有“{fan}”，只取高的一种。",
            "The same tiles have “{fan}” in another reading only; the higher one counts.",
        ),
    ),
    "once": (
        Text("套算一次", "Joined once"),
        Text(
            "这几副牌已经连在一起，“{fan}”不再套算。",
            "These sets are joined already; “{fan}” would join them once more.",
        ),
    ),
    "list": (
        Text("番种表规定", "By the list"),
        Text("1998年番种表写明“{by}”不计“{fan}”。", "The list of 1998 bars “{fan}” beside “{by}”."),
    ),
    "definition": (
        Text("定义不合", "By definition"),
        Text("“{by}”的牌不合“{fan}”的定义。", "A hand with “{by}” does not meet “{fan}”."),
    ),
}
# Of sets that are used already, and of one of several, the sentence says so.
SCOPE_WORDS: dict[str, Text] = {
    "own_sets": Text(
        "组成“{by}”的牌不再算“{fan}”；别的牌可以算。",
        "The sets of “{by}” make no “{fan}” besides; other sets may.",
    ),
    "one": Text("“{by}”里已有一副“{fan}”，少计一副。", "One “{fan}” is inside “{by}”."),
}
