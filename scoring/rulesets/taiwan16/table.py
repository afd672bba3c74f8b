"""The 台 table (taiwan16.md §4)."""

from scoring import pattern_kinds as kinds
from scoring.form_facts import option_on
from scoring.ruleset import Options, Pattern
from scoring.text import Text

_HONOUR_SETS = ("men_feng_ke", "quan_feng_ke", "san_yuan_ke")
_WIND_HANDS = ("xiao_si_xi", "da_si_xi")
_DRAGON_HANDS = ("xiao_san_yuan", "da_san_yuan")
_CONCEALED_TRIPLETS = ("san_an_ke", "si_an_ke", "wu_an_ke")
# Of how many concealed triplets each row is.
AN_KE = {3: "san_an_ke", 4: "si_an_ke", 5: "wu_an_ke"}

HAND = (
    Pattern(
        "men_qing", Text("门清", "Concealed hand"), 1,
        Text("没有吃、碰、明杠；暗杠可以。", "No chow, pung or exposed kong."),
        excludes=("ban_qiu", "quan_qiu"), kind=kinds.BESIDE,
    ),
    Pattern(
        "men_feng_ke", Text("门风", "Triplet of the seat wind"), 1,
        Text("门风的刻子。", "A triplet of the seat's own wind."),
        excludes=_WIND_HANDS, kind=kinds.BESIDE,
    ),
    Pattern(
        "quan_feng_ke", Text("圈风", "Triplet of the round wind"), 1,
        Text("圈风的刻子。", "A triplet of the prevailing wind."),
        excludes=_WIND_HANDS, kind=kinds.BESIDE,
    ),
    Pattern(
        "san_yuan_ke", Text("三元牌", "Dragon triplet"), 1,
        Text("中、发、白每一副刻子。", "Each triplet of a dragon."), repeat=2,
        excludes=_DRAGON_HANDS, kind=kinds.BESIDE,
    ),
    Pattern(
        "du_ting", Text("独听", "Only one face waited for"), 1,
        Text(
            "只听一种牌：边张、嵌张或单吊。",
            "One face only completes the hand: as edge, closed or pair.",
        ),
        excludes=("ban_qiu", "quan_qiu", "ping_hu"), kind=kinds.BESIDE,
    ),
    Pattern(
        "ban_qiu", Text("半求", "All melded, self-drawn"), 1,
        Text("五副都吃碰杠下，单吊自摸。", "Five exposed melds, and the pair self-drawn."),
        excludes=("quan_qiu", "ping_hu", *_CONCEALED_TRIPLETS), kind=kinds.BESIDE,
    ),
    Pattern(
        "quan_qiu", Text("全求", "All melded"), 2,
        Text("五副都吃碰杠下，单吊别家的牌。", "Five exposed melds, won on another seat's tile."),
        excludes=("ping_hu", *_CONCEALED_TRIPLETS), kind=kinds.BESIDE,
    ),
    Pattern(
        "ping_hu", Text("平胡", "All runs"), 2,
        Text(
            "五副顺子，没有字、没有花，两面听，胡别家的牌。",
            "Five runs, no honour, no flower, a two-sided wait, another seat's tile.",
        ),
        excludes=(
            *_HONOUR_SETS, *_CONCEALED_TRIPLETS, *_WIND_HANDS, *_DRAGON_HANDS, "peng_peng_hu",
            "hun_yi_se", "zi_yi_se",
        ),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "san_an_ke", Text("三暗刻", "Three concealed triplets"), 2,
        Text("三副暗刻或暗杠。", "Three concealed triplets or kongs."),
        excludes=("si_an_ke", "wu_an_ke"), kind=kinds.SHAPE,
    ),
    Pattern(
        "si_an_ke", Text("四暗刻", "Four concealed triplets"), 5,
        Text("四副暗刻或暗杠。", "Four concealed triplets or kongs."),
        excludes=("wu_an_ke",), kind=kinds.SHAPE,
    ),
    Pattern(
        "wu_an_ke", Text("五暗刻", "Five concealed triplets"), 8,
        Text("五副暗刻或暗杠。", "Five concealed triplets or kongs."), kind=kinds.SHAPE,
    ),
    Pattern(
        "peng_peng_hu", Text("碰碰胡", "All triplets"), 4,
        Text("五副刻子或杠加一对将。", "Five triplets or kongs and a pair."), kind=kinds.SHAPE,
    ),
    Pattern(
        "hun_yi_se", Text("混一色", "One suit with honours"), 4,
        Text("一门花色加字牌。", "Tiles of one suit and honours."),
        excludes=("qing_yi_se", "zi_yi_se"), kind=kinds.SHAPE,
    ),
    Pattern(
        "xiao_san_yuan", Text("小三元", "Small three dragons"), 4,
        Text("两副箭刻，另一种箭牌作将；不另计三元牌。",
             "Two dragon triplets and a pair of the third; no dragon triplet beside it."),
        excludes=("da_san_yuan", "xiao_si_xi"), kind=kinds.SHAPE,
    ),
    Pattern(
        "da_san_yuan", Text("大三元", "Big three dragons"), 8,
        Text("中发白三副刻子；不另计三元牌。",
             "Triplets of all three dragons; no dragon triplet beside it."),
        excludes=_WIND_HANDS, kind=kinds.SHAPE,
    ),
    Pattern(
        "xiao_si_xi", Text("小四喜", "Small four winds"), 8,
        Text("三副风刻，另一种风牌作将；不另计门风、圈风。",
             "Three wind triplets and a pair of the fourth; no wind triplet beside it."),
        excludes=("da_si_xi",), kind=kinds.SHAPE,
    ),
    Pattern(
        "da_si_xi", Text("大四喜", "Big four winds"), 16,
        Text("东南西北四副刻子；不另计门风、圈风。",
             "Triplets of all four winds; no wind triplet beside it."),
        kind=kinds.SHAPE,
    ),
    Pattern(
        "qing_yi_se", Text("清一色", "One suit"), 8, Text("全是一门花色。", "One suit only."),
        excludes=("zi_yi_se", *_HONOUR_SETS, *_DRAGON_HANDS, *_WIND_HANDS), kind=kinds.SHAPE,
    ),
    Pattern(
        "zi_yi_se", Text("字一色", "Honours only"), None,
        Text("全是字牌；碰碰胡另计。", "Honours only; all triplets are added."), kind=kinds.SHAPE,
    ),
)  # fmt: skip
MOMENTS = (
    Pattern(
        "bu_qiu", Text("不求", "Concealed and self-drawn"), 1,
        Text("门清自摸。", "A concealed hand that is self-drawn."), kind=kinds.MOMENT,
    ),
    Pattern(
        "zi_mo", Text("自摸", "Self-draw"), 1, Text("自己摸到胡牌。", "Won on the own draw."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "qiang_gang", Text("抢杠", "Robbing a kong"), 1,
        Text("胡别家补杠的牌。", "Won on the tile that another seat adds to a pung."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "gang_shang_kai_hua", Text("杠上开花", "Out on a replacement"), 1,
        Text("杠或花后补牌自摸。", "Won on the replacement tile of a kong or a flower."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "hai_di_lao_yue", Text("海底捞月", "Last draw"), 1,
        Text("摸到最后一张胡。", "Won on the last draw."), kind=kinds.MOMENT,
    ),
    Pattern(
        "he_di_lao_yu", Text("河底捞鱼", "Last discard"), 1,
        Text("胡最后一张打出的牌。", "Won on the last discard."), kind=kinds.MOMENT,
    ),
    Pattern(
        "bao_ting", Text("报听", "Declared ready"), None,
        Text("宣告听牌后胡。", "Won after declaring ready."),
        when=option_on("bao_ting_tai"), kind=kinds.MOMENT,
    ),
    Pattern(
        "di_ting", Text("地听", "Ready after the first discard"), None,
        Text("打出第一张就听；不计门清、不求、报听。",
             "Ready after the own first discard; instead of concealed and declared ready."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "tian_ting", Text("天听", "Ready as dealt"), None,
        Text("起手就听；不计门清、不求、报听。",
             "Ready with the tiles dealt; instead of concealed and declared ready."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "ren_hu", Text("人胡", "Human hand"), None,
        Text("自己摸牌以前胡别家打的牌；不计门清。",
             "Won on a discard before the own first draw; instead of concealed."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "di_hu", Text("地胡", "Earthly hand"), 16,
        Text("闲家第一次摸牌就胡；不计门清、不求。",
             "Another seat wins with its first draw; instead of concealed."),
        kind=kinds.MOMENT,
    ),
    Pattern(
        "tian_hu", Text("天胡", "Heavenly hand"), None,
        Text("庄家起手就胡；不计门清、不求、独听、杠上开花。",
             "The dealer wins with the tiles dealt; instead of concealed, wait and replacement."),
        kind=kinds.MOMENT,
    ),
)  # fmt: skip
FLOWERS = (
    Pattern(
        "zheng_hua", Text("正花", "Own flower"), 1,
        Text("和座位同号的花，在花杠里的除外。", "Flowers of the seat's number, not in a four."),
        kind=kinds.FLOWER,
    ),
    Pattern(
        "hua_gang", Text("花杠", "Four flowers"), None,
        Text("春夏秋冬或梅兰竹菊齐。", "All four seasons or all four plants."), kind=kinds.FLOWER,
    ),
    Pattern(
        "hua_pai", Text("花牌", "Flower"), 1,
        Text("每张花一台，代替正花、花杠。", "One for every flower, instead of the two above."),
        when=option_on("all_flowers_score"), kind=kinds.FLOWER,
    ),
    Pattern(
        "ba_xian_guo_hai", Text("八仙过海", "All eight flowers"), 8,
        Text("八张花齐，三家付，不计别的。", "All eight flowers; paid by all, nothing beside it."),
        kind=kinds.FLOWER,
    ),
    Pattern(
        "qi_qiang_yi", Text("七抢一", "Seven flowers take the eighth"), 8,
        Text("有七张花，抢别家摸到的第八张，摸到的人付。",
             "Seven flowers take the eighth from the seat that draws it, which pays alone."),
        kind=kinds.FLOWER,
    ),
    Pattern(
        "bao_pai", Text("宝牌", "Bonus tile"), 1,
        Text("每张宝牌、每次翻出一台，不算起胡。",
             "One for each tile and each time its face was shown; not for the minimum."),
        when=option_on("bao"), kind=kinds.TABLE,
    ),
)  # fmt: skip
PATTERNS = (*HAND, *MOMENTS, *FLOWERS)
NAMES = {pattern.id: pattern.name for pattern in PATTERNS}
_FIXED = {pattern.id: pattern.fan for pattern in PATTERNS if pattern.fan is not None}


def tai_of(name: str, options: Options) -> int:
    """Return what a row is worth; options set some of them (`<row>_tai`)."""
    return int(options[f"{name}_tai"]) if name not in _FIXED else _FIXED[name]
