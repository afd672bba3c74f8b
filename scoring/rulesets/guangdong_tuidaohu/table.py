"""The hand types and their values (guangdong_tuidaohu.md §4)."""

from scoring import pattern_kinds as kinds
from scoring.ruleset import Pattern
from scoring.text import Text

_NOT_PUNGS = ("peng_peng_hu",)
SHAPES = (
    Pattern(
        "ji_hu", Text("鸡胡", "Chicken hand"), 2,
        Text("四副牌加一对将，没有别的番型。", "Four sets and a pair, and nothing else counted."),
        excludes=(
            "peng_peng_hu", "hun_yi_se", "qing_yi_se", "qi_dui", "hao_hua_qi_dui", "hun_yao_jiu",
            "xiao_san_yuan", "xiao_si_xi", "zi_yi_se", "qing_yao_jiu", "shi_san_yao",
            "da_san_yuan", "da_si_xi",
        ),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "peng_peng_hu", Text("碰碰胡", "All triplets"), 8,
        Text("四副刻子或杠加一对将。", "Four triplets or kongs and a pair."),
        excludes=("qi_dui", "hao_hua_qi_dui", "shi_san_yao"), kind=kinds.SHAPE,
    ),
    Pattern(
        "hun_yi_se", Text("混一色", "One suit with honours"), 8,
        Text("一门花色加字牌。", "Tiles of one suit and honours."),
        excludes=("qing_yi_se", "zi_yi_se", "shi_san_yao"), kind=kinds.SHAPE,
    ),
    Pattern(
        "qing_yi_se", Text("清一色", "One suit"), 16, Text("全是一门花色。", "One suit only."),
        excludes=(
            "zi_yi_se", "hun_yao_jiu", "shi_san_yao", "xiao_san_yuan", "xiao_si_xi",
            "da_san_yuan", "da_si_xi",
        ),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "qi_dui", Text("七对", "Seven pairs"), 16, Text("七个对子。", "Seven pairs."),
        excludes=(
            "hao_hua_qi_dui", "xiao_san_yuan", "xiao_si_xi", "qing_yao_jiu", "shi_san_yao",
            "da_san_yuan", "da_si_xi",
        ),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "hao_hua_qi_dui", Text("豪华七对", "Seven pairs with four of a kind"), 32,
        Text(
            "七对里有四张一样的牌，没有杠出；代替七对。",
            "Seven pairs, four tiles of them the same and not declared as a kong; instead of "
            "seven pairs.",
        ),
        excludes=(
            "xiao_san_yuan", "xiao_si_xi", "qing_yao_jiu", "shi_san_yao", "da_san_yuan", "da_si_xi",
        ),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "hun_yao_jiu", Text("混幺九", "Terminals and honours"), 32,
        Text("全是一、九和字牌，两样都有。", "Terminals and honours only, some of both."),
        excludes=(*_NOT_PUNGS, "zi_yi_se", "qing_yao_jiu", "shi_san_yao"), kind=kinds.SHAPE,
    ),
    Pattern(
        "xiao_san_yuan", Text("小三元", "Small three dragons"), 48,
        Text("两副箭刻，另一种箭牌作将。", "Two dragon triplets and a pair of the third."),
        excludes=("xiao_si_xi", "qing_yao_jiu", "shi_san_yao", "da_san_yuan", "da_si_xi"),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "xiao_si_xi", Text("小四喜", "Small four winds"), 48,
        Text("三副风刻，另一种风牌作将。", "Three wind triplets and a pair of the fourth."),
        excludes=("qing_yao_jiu", "shi_san_yao", "da_san_yuan", "da_si_xi"), kind=kinds.SHAPE,
    ),
    Pattern(
        "zi_yi_se", Text("字一色", "Honours only"), 64,
        Text("全是字牌的刻子、对子。", "Honours only, in triplets or pairs."),
        excludes=(*_NOT_PUNGS, "qing_yao_jiu", "shi_san_yao"), kind=kinds.SHAPE,
    ),
    Pattern(
        "qing_yao_jiu", Text("清幺九", "Terminals only"), 64,
        Text("全是一、九的碰碰胡。", "Four triplets and a pair of terminals."),
        excludes=(*_NOT_PUNGS, "shi_san_yao", "da_san_yuan", "da_si_xi"), kind=kinds.SHAPE,
    ),
    Pattern(
        "shi_san_yao", Text("十三幺", "Thirteen orphans"), 88,
        Text(
            "三门的一、九和七种字牌，其中一种成对。",
            "One of every terminal and honour, and one of them twice.",
        ),
        excludes=("da_san_yuan", "da_si_xi"), kind=kinds.SHAPE,
    ),
    Pattern(
        "da_san_yuan", Text("大三元", "Big three dragons"), 88,
        Text("中发白三副刻子。", "Triplets of all three dragons."),
        excludes=("da_si_xi",), kind=kinds.SHAPE,
    ),
    Pattern(
        "da_si_xi", Text("大四喜", "Big four winds"), 88,
        Text("东南西北四副刻子。", "Triplets of all four winds."),
        excludes=_NOT_PUNGS, kind=kinds.SHAPE,
    ),
)  # fmt: skip
MOMENTS = (
    Pattern(
        "qiang_gang_hu", Text("抢杠胡", "Robbing a kong"), 8,
        Text("胡别家补杠的牌。", "Won on the tile that another seat adds to a pung."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "gang_shang_kai_hua", Text("杠上开花", "Out on a kong"), 8,
        Text("杠后补牌自摸。", "Won on the replacement tile of a kong."), kind=kinds.MOMENT,
    ),
    Pattern(
        "gang_shang_pao", Text("杠上炮", "Discard after a kong"), 8,
        Text("别家杠后打出的牌胡。", "Won on the discard after another seat's kong."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "hai_di_lao_yue", Text("海底捞月", "Last draw"), 8,
        Text("摸到牌墙最后一张胡。", "Won on the last tile of the wall."), kind=kinds.MOMENT,
    ),
    Pattern(
        "tian_hu", Text("天胡", "Heavenly hand"), 64,
        Text("庄家起手就胡。", "The dealer wins with the tiles dealt."), kind=kinds.MOMENT,
    ),
    Pattern(
        "di_hu", Text("地胡", "Earthly hand"), 64,
        Text("闲家第一次摸牌就胡。", "Another seat wins with its first draw."), kind=kinds.MOMENT,
    ),
)  # fmt: skip
PATTERNS = (*SHAPES, *MOMENTS)
VALUE = {pattern.id: pattern.fan for pattern in PATTERNS if pattern.fan is not None}
NAMES = {pattern.id: pattern.name for pattern in PATTERNS}
JI_HU = "ji_hu"
