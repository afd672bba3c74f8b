"""The rows of common_fan_table.md §4, and what is not counted beside each."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from scoring.form_facts import When, holds, option_on
from scoring.pattern_kinds import BESIDE, MOMENT, SHAPE
from scoring.patterns import Exclusion, Kind
from scoring.ruleset import Pattern
from scoring.rulesets.common_fan_table.examples import EXAMPLES
from scoring.text import Text

_MINOR = option_on("minor_rows")


class Row(NamedTuple):
    """One row: its fan, the rows not counted beside it, its sort, the option that brings it in."""

    id: str
    fan: int
    name: Text
    definition: Text
    excludes: tuple[str, ...] = ()
    kind: Kind = SHAPE
    when: When = ()


def _row(
    id: str,
    fan: int,
    name: tuple[str, str],
    definition: tuple[str, str],
    excludes: str = "",
    kind: Kind = SHAPE,
    when: When = (),
) -> Row:
    return Row(id, fan, Text(*name), Text(*definition), tuple(excludes.split()), kind, when)


ROWS: tuple[Row, ...] = (
    _row(
        "tian_hu",
        30,
        ("天胡", "Heavenly hand"),
        ("庄家起牌即胡。", "The dealer wins with the dealt hand."),
        "bu_qiu_ren dan_diao",
        MOMENT,
    ),
    _row(
        "di_hu",
        30,
        ("地胡", "Earthly hand"),
        ("庄家打第一张，非庄即胡。", "Won on the dealer's first discard."),
        "men_qing",
        MOMENT,
    ),
    _row(
        "shi_san_yao",
        30,
        ("十三幺", "Thirteen orphans"),
        (
            "十三种幺九牌各一张，其中任一种再一张。",
            "One of each terminal and honour and one more of them.",
        ),
        "bu_qiu_ren men_qing dan_diao quan_dai_yao wu_men_qi",
    ),
    _row(
        "quan_feng_qi_dui",
        30,
        ("全风七对", "Seven pairs of honours"),
        ("全是风、箭的七对。", "Seven pairs, all of winds and dragons."),
        "bu_qiu_ren men_qing que_men dan_diao quan_dai_yao qi_dui",
    ),
    _row(
        "quan_feng_dui_dui_hu",
        25,
        ("全风对对胡", "All triplets of honours"),
        (
            "四副风、箭的刻子或杠，风、箭作将；四喜、三元另加。",
            "Four triplets or kongs of honours and a pair of honours; winds and dragons are added.",
        ),
        "dui_dui_hu quan_dai_yao que_men",
    ),
    _row(
        "kou_ting",
        25,
        ("扣听", "Declared ready at the start"),
        (
            "庄家打第一张时报听，闲家在这时报听；以后不换牌，和了才算。",
            "The dealer declares ready with the first discard, another seat at that discard; the "
            "hand is not changed, and wins.",
        ),
        "men_qing",
        MOMENT,
    ),
    _row(
        "da_si_xi",
        25,
        ("大四喜", "Big four winds"),
        ("四副风牌的刻子或杠。", "Triplets or kongs of all four winds."),
        "dui_dui_hu",
    ),
    _row(
        "da_san_yuan",
        20,
        ("大三元", "Big three dragons"),
        ("三副箭牌的刻子或杠。", "Triplets or kongs of all three dragons."),
    ),
    _row(
        "xiao_si_xi",
        20,
        ("小四喜", "Little four winds"),
        ("三副风牌的刻子或杠，第四种风作将。", "Triplets of three winds and a pair of the fourth."),
    ),
    _row(
        "shi_san_bu_kao",
        15,
        ("十三不靠", "Knitted tiles with honours"),
        (
            "三门的147、258、369九张齐全，五张字牌，恰好一种成对。",
            "All nine of 147, 258, 369, one line per suit, and five honours, one of them paired.",
        ),
        "bu_qiu_ren men_qing wu_men_qi",
    ),
    _row(
        "xiao_san_yuan",
        15,
        ("小三元", "Little three dragons"),
        ("两副箭牌的刻子或杠，第三种箭作将。", "Triplets of two dragons, a pair of the third."),
    ),
    _row(
        "qing_yi_se",
        15,
        ("清一色", "One suit"),
        ("全是一门序数牌。", "All tiles of one suit."),
        "que_men que_zi",
    ),
    _row(
        "quan_dai_wu",
        15,
        ("全带五", "A five in every set"),
        ("每副牌和将都有五。", "A 5 in every set and the pair."),
        "duan_yao wu_jiang que_zi",
    ),
    _row(
        "qi_dui",
        10,
        ("七对", "Seven pairs"),
        ("七个对子；四张相同可算两对。", "Seven pairs; four equal tiles may be two of them."),
        "bu_qiu_ren men_qing dan_diao",
    ),
    _row(
        "san_jie_mei",
        10,
        ("三姐妹", "Three equal runs"),
        ("一门里三副相同的顺子。", "Three equal runs of one suit."),
    ),
    _row(
        "san_xiang_ci",
        10,
        ("三箱次", "Three concealed triplets"),
        (
            "三副或更多暗刻，暗杠也算。",
            "Three or more concealed triplets; concealed kongs are such.",
        ),
    ),
    _row(
        "yi_tiao_long",
        8,
        ("一条龙", "Straight"),
        ("一门的123、456、789。", "123, 456 and 789 of one suit."),
    ),
    _row(
        "hun_yi_se",
        8,
        ("混一色", "One suit and honours"),
        ("一门序数牌加字牌。", "Tiles of one suit and honours."),
        "que_men",
    ),
    _row(
        "bu_qiu_ren",
        7,
        ("不求人", "Concealed self-draw"),
        ("门清自摸。", "Concealed and self-drawn."),
        "men_qing",
        MOMENT,
    ),
    _row(
        "dui_dui_hu",
        7,
        ("对对胡", "All triplets"),
        ("四副刻子或杠。", "Four triplets or kongs."),
    ),
    _row(
        "xiao_yu_wu",
        7,
        ("小于五", "Below five"),
        ("全是1到4。", "Only tiles of 1 to 4."),
        "que_zi",
    ),
    _row(
        "da_yu_wu", 7, ("大于五", "Above five"), ("全是6到9。", "Only tiles of 6 to 9."), "que_zi"
    ),
    _row(
        "qiong_hu",
        7,
        ("穷胡", "Poor hand"),
        ("一番也没有。", "Nothing else counts."),
        when=option_on("qiong_hu"),
    ),
    _row(
        "xi_xiang_feng",
        5,
        ("喜相逢", "Same rank in three suits"),
        (
            "三门同点的三副，都是顺子或都是刻子。",
            "Three sets of one rank in all three suits, all runs or all triplets.",
        ),
    ),
    _row(
        "quan_dai_yao",
        5,
        ("全带幺", "Outside hand"),
        ("每副牌和将都有1、9或字。", "A 1, 9 or honour in every set and the pair."),
    ),
    _row(
        "wu_men_qi",
        5,
        ("五门齐", "All five sorts"),
        ("万、条、饼、风、箭都有。", "All three suits, winds and dragons."),
    ),
    _row(
        "men_qing",
        2,
        ("门清", "Concealed"),
        (
            "没有吃碰明杠，和别人的牌；自摸写门清即算不求人。",
            "Concealed, won on another's tile; named with a self-draw it is Concealed self-draw.",
        ),
        kind=BESIDE,
        when=_MINOR,
    ),
    _row(
        "duan_yao",
        2,
        ("断幺", "All simples"),
        ("没有1、9和字。", "No 1, 9 or honour."),
        "que_zi",
        BESIDE,
        _MINOR,
    ),
    _row(
        "que_men",
        1,
        ("缺门", "Two suits"),
        ("恰好两门序数牌。", "Exactly two suits."),
        kind=BESIDE,
        when=_MINOR,
    ),
    _row(
        "que_zi",
        1,
        ("缺字", "No honours"),
        ("没有字牌。", "No honours."),
        kind=BESIDE,
        when=_MINOR,
    ),
    _row(
        "dan_diao",
        1,
        ("单调", "Single wait"),
        ("只听一种牌，钓将。", "The pair's tile is the only one waited for."),
        kind=BESIDE,
        when=_MINOR,
    ),
    _row(
        "wu_jiang",
        1,
        ("五将", "Pair of fives"),
        ("将牌是五。", "The pair is of fives."),
        kind=BESIDE,
        when=_MINOR,
    ),
)
BY_ID = {row.id: row for row in ROWS}
# These come from the event and are never declared.
FROM_EVENT = frozenset({"tian_hu", "di_hu", "kou_ting", "bu_qiu_ren"})
# Of each of these a hand has one only: suits, shapes, ranks, winds, dragons, terminals.
ONE_OF: tuple[tuple[str, ...], ...] = (
    (
        "qing_yi_se",
        "hun_yi_se",
        "que_men",
        "wu_men_qi",
        "quan_feng_qi_dui",
        "quan_feng_dui_dui_hu",
    ),
    ("shi_san_yao", "quan_feng_qi_dui", "shi_san_bu_kao", "qi_dui", "dui_dui_hu"),
    ("xiao_yu_wu", "da_yu_wu"),
    ("da_si_xi", "xiao_si_xi"),
    ("da_san_yuan", "xiao_san_yuan"),
    ("duan_yao", "quan_dai_yao"),
)
_TABLE_RULE = Text("本表规定", "By this table")
_WHY = Text("本表写明“{by}”不算“{row}”。", "This table does not count “{row}” beside “{by}”.")


def is_played(row: str, options: Mapping[str, Any]) -> bool:
    """Whether a row is in the table under the options."""
    return holds(BY_ID[row].when, options)


def standing(found: Iterable[str], options: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the rows that count, each once, in the order of the table.

    From the dearest down each takes away what is not counted beside it; what is taken away takes
    nothing away. Where nothing is left it is 穷胡.
    """
    names = set(found)
    here = [row for row in ROWS if row.id in names and is_played(row.id, options)]
    left: list[str] = []
    gone: set[str] = set()
    for row in here:
        if row.id not in gone:
            left.append(row.id)
            gone.update(row.excludes)
    if not left and is_played("qiong_hu", options):
        return ("qiong_hu",)
    return tuple(left)


def worth(rows: Iterable[str]) -> int:
    return sum(BY_ID[row].fan for row in rows)


def _pattern(row: Row) -> Pattern:
    reasons = tuple(
        Exclusion(other, _TABLE_RULE, _WHY.format(by=row.name, row=BY_ID[other].name))
        for other in row.excludes
    )
    return Pattern(
        row.id,
        row.name,
        row.fan,
        row.definition,
        excludes=row.excludes,
        when=row.when,
        kind=row.kind,
        example=EXAMPLES.get(row.id),
        exclusions=reasons,
    )


PATTERNS: tuple[Pattern, ...] = tuple(map(_pattern, ROWS))
