"""The fan table (guangdong_jipinghu.md §4)."""

from scoring import pattern_kinds as kinds
from scoring.patterns import Kind
from scoring.ruleset import Pattern
from scoring.text import Text

ORDINARY_KIND = Kind("ordinary", Text("普通牌型", "Ordinary hand"))
SPECIAL_KIND = Kind("special", Text("特殊牌型", "Special hand"))


def _ordinary(id: str, zh: str, en: str, fan: int, definition: Text) -> Pattern:
    return Pattern(id, Text(zh, en), fan, definition, kind=ORDINARY_KIND)


def _special(id: str, zh: str, en: str, fan: int, definition: Text) -> Pattern:
    return Pattern(id, Text(zh, en), fan, definition, kind=SPECIAL_KIND)


ORDINARY = (
    _ordinary(
        "ji_hu", "鸡胡", "Chicken hand", 0,
        Text("四副牌加一对将，没有别的番种。", "Four sets and a pair, and no other main row."),
    ),
    _ordinary(
        "ping_hu", "平胡", "All runs", 1, Text("四副顺子加任何一对将。", "Four runs and any pair.")
    ),
    _ordinary(
        "peng_peng_hu", "碰碰胡", "All triplets", 2,
        Text("四副刻子或杠加一对将。", "Four triplets or kongs and a pair."),
    ),
    _ordinary(
        "hun_yi_se", "混一色", "One suit with honours", 2,
        Text("一门花色加字牌。", "Tiles of one suit and honours."),
    ),
    _ordinary(
        "hun_peng", "混碰", "Triplets of one suit with honours", 4,
        Text("混一色的碰碰胡。", "All triplets of one suit and honours."),
    ),
    _ordinary("qing_yi_se", "清一色", "One suit", 4, Text("全是一门花色。", "One suit only.")),
)  # fmt: skip
SPECIAL = (
    _special(
        "qing_peng", "清碰", "Triplets of one suit", 5,
        Text("清一色的碰碰胡。", "All triplets of one suit."),
    ),
    _special(
        "hun_yao_jiu", "混幺九", "Terminals and honours", 5,
        Text("一、九和字牌的碰碰胡。", "Triplets of terminals and honours."),
    ),
    _special(
        "xiao_san_yuan", "小三元", "Small three dragons", 5,
        Text("两副箭刻，另一种箭牌作将。", "Two dragon triplets and a pair of the third."),
    ),
    _special(
        "xiao_si_xi", "小四喜", "Small four winds", 5,
        Text("三副风刻，另一种风牌作将。", "Three wind triplets and a pair of the fourth."),
    ),
    _special("zi_yi_se", "字一色", "Honours only", 6, Text("全是字牌。", "Honours only.")),
    _special(
        "qing_yao_jiu", "清幺九", "Terminals only", 6,
        Text("一、九的碰碰胡。", "Triplets of terminals."),
    ),
    _special(
        "da_san_yuan", "大三元", "Big three dragons", 6,
        Text("中发白三副刻子。", "Triplets of all three dragons."),
    ),
    _special(
        "da_si_xi", "大四喜", "Big four winds", 6,
        Text("东南西北四副刻子。", "Triplets of all four winds."),
    ),
    _special(
        "jiu_lian_bao_deng", "九莲宝灯", "Nine gates", 6,
        Text(
            "门清，一门花色1112345678999，听同门任何一张。",
            "Concealed 1112345678999 of one suit, waiting for any tile of it.",
        ),
    ),
    _special(
        "shi_san_yao", "十三幺", "Thirteen orphans", 6,
        Text(
            "三门的一、九和七种字牌，其中一种成对。",
            "One of every terminal and honour, and one of them twice.",
        ),
    ),
)  # fmt: skip
OF_FLAGS = (
    Pattern(
        "tian_hu", Text("天胡", "Heavenly hand"), 6,
        Text("庄家起手就胡。", "The dealer wins with the tiles dealt."), kind=kinds.MOMENT,
    ),
    Pattern(
        "di_hu", Text("地胡", "Earthly hand"), 6,
        Text("闲家第一次摸牌就胡。", "Another seat wins with its first draw."), kind=kinds.MOMENT,
    ),
    Pattern(
        "ren_hu", Text("人胡", "Human hand"), 6,
        Text("第一巡别家打的牌胡。", "Won on a discard of the first go-round."),
        kind=kinds.MOMENT,
    ),
)  # fmt: skip
HONOUR_SETS = ("san_yuan_ke", "quan_feng_ke", "men_feng_ke")
BESIDE = (
    Pattern(
        "men_qing", Text("门清", "Concealed hand"), 1,
        Text("没有吃、碰、明杠；暗杠可以。", "No chow, pung or exposed kong."), kind=kinds.BESIDE,
    ),
    Pattern(
        "san_yuan_ke", Text("三元牌", "Dragon triplet"), 1,
        Text("中、发、白每一副刻子。", "Each triplet of a dragon."), repeat=3,
        excludes=("ping_hu", "qing_yi_se"), kind=kinds.BESIDE,
    ),
    Pattern(
        "quan_feng_ke", Text("圈风刻", "Triplet of the round wind"), 1,
        Text("圈风的刻子。", "A triplet of the prevailing wind."),
        excludes=("ping_hu", "qing_yi_se"), kind=kinds.BESIDE,
    ),
    Pattern(
        "men_feng_ke", Text("门风刻", "Triplet of the seat wind"), 1,
        Text("门风的刻子。", "A triplet of the seat's own wind."),
        excludes=("ping_hu", "qing_yi_se"), kind=kinds.BESIDE,
    ),
)  # fmt: skip
ADDED = (
    Pattern(
        "zi_mo", Text("自摸", "Self-draw"), None, Text("自己摸到胡牌。", "Won on the own draw."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "gang_shang_kai_hua", Text("杠上开花", "Out on a kong"), None,
        Text("杠后补牌胡。", "Won on the replacement tile of a kong."), kind=kinds.MOMENT,
    ),
    Pattern(
        "gang_shang_pao", Text("杠上炮", "Discard after a kong"), None,
        Text("别家杠后打出的牌胡。", "Won on the discard after another seat's kong."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "qiang_gang_hu", Text("抢杠胡", "Robbing a kong"), None,
        Text("胡别家补杠的牌。", "Won on the tile that another seat adds to a pung."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "hai_di_lao_yue", Text("海底", "Last tile"), None,
        Text("胡最后一张摸的或打的牌。", "Won on the last draw or the last discard."),
        kind=kinds.MOMENT,
    ),
)  # fmt: skip
PATTERNS = (*ORDINARY, *SPECIAL, *OF_FLAGS, *BESIDE, *ADDED)
DECLARABLE = (*ORDINARY, *SPECIAL, *BESIDE)
FAN = {pattern.id: pattern.fan for pattern in PATTERNS if pattern.fan is not None}
NAMES = {pattern.id: pattern.name for pattern in PATTERNS}
ORDINARY_ROWS = frozenset(pattern.id for pattern in ORDINARY)
SPECIAL_ROWS = frozenset(pattern.id for pattern in (*SPECIAL, *OF_FLAGS))
# Ordinary hands that `limit_group` may lift above the limit.
LIFTED = frozenset({"hun_peng", "qing_yi_se"})
FLAG_ROWS = {"heavenly": "tian_hu", "earthly": "di_hu", "human": "ren_hu"}
MOMENTS = {
    "kong_draw": "gang_shang_kai_hua",
    "kong_discard": "gang_shang_pao",
    "last_tile": "hai_di_lao_yue",
}
