"""The rows of the two tables: 2^n fan (§4 of sichuan_xuezhan.md) and multiples (§4a of
sichuan_xueliu.md), in the order in which the later of two equal ones is taken."""

from dataclasses import dataclass, replace

from scoring.form_facts import When, option_on
from scoring.pattern_kinds import BESIDE, SHAPE
from scoring.patterns import parse_example
from scoring.ruleset import Pattern
from scoring.rulesets.sichuan.shapes import (
    CONCEALED,
    FLUSH,
    OUTSIDE,
    PAIRS,
    QUADS,
    SETS,
    STRAIGHT,
    TRIPLETS,
    TWO_FIVE_EIGHT,
)
from scoring.text import Text


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. ``needs`` are features of the tiles that make it; ``fan`` its worth, or
    ``option`` the option that gives it (0 switches it off)."""

    id: str
    name: Text
    definition: Text
    needs: frozenset[str]
    fan: int = 0
    option: str = ""
    example: str = ""

    def pattern(self, when: When = ()) -> Pattern:
        """Return the row as the help page and the form show it."""
        switch = option_on(self.option) if self.option == "yi_tiao_long_fan" else ()
        return Pattern(
            self.id,
            self.name,
            self.fan or None,
            self.definition,
            when=(*when, *switch),
            kind=SHAPE,
            example=parse_example(self.example) if self.example else None,
        )


def _row(
    id: str, zh: str, en: str, worth: int | str, needs: tuple[str, ...], example: str,
    says: tuple[str, str],
) -> Row:  # fmt: skip
    fan, option = (worth, "") if isinstance(worth, int) else (0, worth)
    return Row(id, Text(zh, en), Text(*says), frozenset(needs), fan, option, example)


DOUBLING_ROWS = (
    _row(
        "ping_hu", "平胡", "Plain hand", 1, (SETS,), "111444789m4566p +6p",
        ("四副牌加一对将，最多两门牌；什么对子都可以做将。",
         "Four sets and a pair in at most two suits; any pair will do."),
    ),
    _row(
        "peng_peng_hu", "对对胡", "All triplets", 2, (TRIPLETS,), "111444m2229996p +6p",
        ("四副刻子或杠加一对将。", "Four triplets or kongs and a pair."),
    ),
    _row(
        "qing_yi_se", "清一色", "One suit", 3, (SETS, FLUSH), "1235672348889s +9s",
        ("四副牌加一对将，全是一门牌。", "Four sets and a pair, all of one suit."),
    ),
    _row(
        "dai_yao_jiu", "带幺九", "Outside hand", 3, (OUTSIDE,), "123789m1237899s +9s",
        ("每副牌和将都有一或九。", "Every set and the pair hold a 1 or a 9."),
    ),
    _row(
        "qi_dui", "七对", "Seven pairs", 3, (PAIRS,), "112299m4466889p +9p",
        ("七个对子，没有碰也没有杠。", "Seven pairs, nothing melded or konged."),
    ),
    _row(
        "yi_tiao_long", "一条龙", "Straight", "yi_tiao_long_fan", (STRAIGHT,),
        "12345678m11456p +9m",
        ("同一门的一二三、四五六、七八九三副顺子。", "123 456 789 of one suit as three runs."),
    ),
    _row(
        "qing_dui", "清对", "One-suit triplets", 4, (TRIPLETS, FLUSH), "1112224449996m +6m",
        ("清一色的对对胡。", "All triplets in one suit."),
    ),
    _row(
        "jiang_dui", "将对", "Triplets of 2, 5, 8", "jiang_dui_fan", (TWO_FIVE_EIGHT,),
        "8885m222555888s +5m",
        ("对对胡，只有二、五、八。", "All triplets with only 2, 5 and 8."),
    ),
    _row(
        "long_qi_dui", "龙七对", "Dragon seven pairs", "long_qi_dui_fan", (PAIRS, QUADS),
        "111199m4466889p +9p",
        ("七对里有四张一样的牌（没有杠出来）；其中一根算在里面。",
         "Seven pairs with four equal tiles not konged; one set of four is counted inside."),
    ),
    _row(
        "qing_qi_dui", "清七对", "One-suit seven pairs", 5, (PAIRS, FLUSH), "1122335577889m +9m",
        ("清一色的七对。", "Seven pairs in one suit."),
    ),
    _row(
        "qing_yao_jiu", "清幺九", "One-suit outside hand", 5, (OUTSIDE, FLUSH),
        "1112223337899m +9m",
        ("清一色的带幺九。", "An outside hand in one suit."),
    ),
    _row(
        "qing_long_qi_dui", "清龙七对", "One-suit dragon seven pairs", 6, (PAIRS, QUADS, FLUSH),
        "1122444455779m +9m",
        ("清七对里有四张一样的牌；其中一根算在里面。",
         "Seven pairs in one suit with four equal tiles; one set of four is counted inside."),
    ),
)  # fmt: skip
SEVEN_PAIRS = frozenset({"qi_dui", "long_qi_dui", "qing_qi_dui", "qing_long_qi_dui"})
DRAGONS = frozenset({"long_qi_dui", "qing_long_qi_dui"})

ADDITIVE_ROWS = (
    _row(
        "ji_ben_hu", "基本胡", "Basic hand", 0, (SETS,), "123567m9967p [222p] +8p",
        ("四副牌加一对将，最多两门牌。", "Four sets and a pair in at most two suits."),
    ),
    _row(
        "men_qian_qing", "门前清", "Concealed hand", 0, (SETS, CONCEALED),
        "123567m2349967p +8p",
        ("没有碰也没有明杠的四副牌加一对将；可以有暗杠。",
         "Four sets and a pair with no pung and no melded kong; concealed kongs may be."),
    ),
    _row(
        "dui_dui_hu", "对对胡", "All triplets", 0, (TRIPLETS,), "222m7755p [444m] [888p] +7p",
        ("四副刻子或杠加一对将。", "Four triplets or kongs and a pair."),
    ),
    _row(
        "qing_yi_se", "清一色", "One suit", 0, (SETS, FLUSH), "",
        ("全是一门牌。", "All tiles of one suit."),
    ),
    _row(
        "qing_dui", "清一色碰碰胡", "One-suit triplets", 0, (TRIPLETS, FLUSH), "",
        ("清一色的对对胡。", "All triplets in one suit."),
    ),
    _row(
        "qi_dui", "七对", "Seven pairs", 0, (PAIRS,), "",
        ("七个对子；定了价才算和。", "Seven pairs; a win only where it has a price."),
    ),
)  # fmt: skip
PRICES = {"ji_ben_hu": 1, "men_qian_qing": 2, "dui_dui_hu": 4, "qing_yi_se": 6, "qing_dui": 10}
PRICES["qi_dui"] = 0

MEN_QING = Pattern(
    "men_qing",
    Text("门清", "Concealed"),
    None,
    Text("没有碰也没有明杠；可以有暗杠。", "No pung and no melded kong; concealed kongs may be."),
    kind=BESIDE,
    example=parse_example("123567m2349967p +8p"),
)
ZHONG_ZHANG = Pattern(
    "zhong_zhang",
    Text("中张", "Simples"),
    None,
    Text("没有一和九。", "No 1 and no 9."),
    when=option_on("zhong_zhang_fan"),
    kind=BESIDE,
    example=parse_example("234567m3458867p +8p"),
)
JIN_GOU_DIAO = Pattern(
    "jin_gou_diao",
    Text("金钩钓", "Golden hook"),
    None,
    Text("碰、杠四副，手里只剩一张。", "Four melds and one tile left in the hand."),
    when=option_on("jin_gou_diao_fan"),
    kind=BESIDE,
    example=parse_example("5p [222m] [777p] [444m] [888p] +5p"),
)
# What is said of a doubling hand beside its row, with the option that brings it in.
EXTRAS = {
    "men_qing": "men_qing_fan",
    "zhong_zhang": "zhong_zhang_fan",
    "jin_gou_diao": "jin_gou_diao_fan",
}


def doubling_patterns() -> tuple[Pattern, ...]:
    """Return what may be declared by the doubling table alone."""
    beside = (replace(MEN_QING, when=option_on("men_qing_fan")), ZHONG_ZHANG, JIN_GOU_DIAO)
    return (*(row.pattern() for row in DOUBLING_ROWS), *beside)


def xueliu_patterns() -> tuple[Pattern, ...]:
    """Return what may be declared where an option chooses the table. Rows that both tables have
    stand once, without a worth of their own."""
    doubling = option_on("score_system", "doubling")
    additive = option_on("score_system", "additive")
    both = {row.id for row in DOUBLING_ROWS} & {row.id for row in ADDITIVE_ROWS}
    rows = [row.pattern(additive) for row in ADDITIVE_ROWS if row.id not in both]
    rows += [
        replace(row.pattern(() if row.id in both else doubling), fan=None)
        if row.id in both
        else row.pattern(doubling)
        for row in DOUBLING_ROWS
    ]
    beside = [replace(p, when=(*doubling, *p.when)) for p in (ZHONG_ZHANG, JIN_GOU_DIAO)]
    too = replace(
        MEN_QING,
        name=Text("门清（自摸另加）", "Concealed too"),
        definition=Text(
            "写在别的牌型旁边：没有碰也没有明杠，自摸时另加；可以有暗杠。",
            "Beside another row: no pung and no melded kong, which adds on a self-draw; concealed "
            "kongs may be.",
        ),
        example=parse_example("222444888m7755p +7p", "draw"),
    )
    return (*(_under_its_table(row) for row in rows), too, *map(_under_its_table, beside))


def _under_its_table(row: Pattern) -> Pattern:
    """Show a row's hand under the table that prices it; seven pairs have a price in one alone."""
    doubled = row.id == "qi_dui" or ("score_system", ("doubling",)) in row.when
    if row.example is None or not doubled:
        return row
    options = {"score_system": "doubling", "kong_mode": "instant"}
    return replace(row, example=replace(row.example, options=options))


# Items that come from the moment of a win, with the option that gives their worth.
ITEM_NAMES = {
    "gen": Text("根", "fours"),
    "kong_draw": Text("杠上花", "out on a kong"),
    "kong_discard": Text("杠上炮", "discard after a kong"),
    "rob_kong": Text("抢杠", "robbed kong"),
    "last_tile": Text("海底", "last tile"),
    "self_draw": Text("自摸", "self-draw"),
    "tian_hu": Text("天胡", "heavenly hand"),
    "di_hu": Text("地胡", "earthly hand"),
    "men_qing": Text("门清", "concealed"),
    "zhong_zhang": Text("中张", "simples"),
    "jin_gou_diao": Text("金钩钓", "golden hook"),
    "men_qing_self_draw": Text("门清自摸", "concealed self-draw"),
    "exposed_kong": Text("明杠", "melded kongs"),
    "concealed_kong": Text("暗杠", "concealed kongs"),
    "san_tou_hu": Text("三头胡", "three or more waits"),
}
# The words of every row and item.
NAMES = {row.id: row.name for row in (*DOUBLING_ROWS, *ADDITIVE_ROWS)} | ITEM_NAMES
