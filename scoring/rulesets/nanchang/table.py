"""The hand types (nanchang.md §4) and the option table (§9)."""

from scoring.form_facts import option_on
from scoring.options import Option, switch
from scoring.patterns import Kind
from scoring.ruleset import Pattern
from scoring.shared_options import kong_dealer_double, kongs_on_draw
from scoring.text import Text

GERMAN = "de_guo"
GERMAN_OF = {
    "ping_hu": "de_guo",
    "xiao_qi_dui": "de_guo_xiao_qi_dui",
    "da_qi_dui": "de_guo_da_qi_dui",
    "shi_san_lan": "de_guo_shi_san_lan",
    "qi_xing": "de_guo_qi_xing",
}
TWICE = "de_zhong_de"
FLAT = 20

_PAIRS = Text("七个对子。", "Seven pairs.")
_TRIPLETS = Text("四副刻子或杠加一对将。", "Four triplets or kongs and a pair.")
_LAN = Text(
    "十四张不同的牌，同一门里相邻两张差三或更多。",
    "Fourteen different tiles; in each suit neighbours are three or more apart.",
)
_STARS = Text("十三烂，七张字牌齐全。", "Thirteen scattered with all seven honours.")
_PLAIN = Text("四副牌加一对将。", "Four sets and a pair.")
_NATURAL = Text("精牌都只当本身用：{hand}", "Every wild tile read as its own face: {hand}")
# No tiles tell it: the players declare it.
DECLARED = Kind("declared", Text("另加", "Counted beside"), of_tiles=False, beside=True)
PATTERNS = (
    Pattern("ping_hu", Text("平胡", "Plain hand"), 1, _PLAIN),
    Pattern("xiao_qi_dui", Text("小七对", "Seven pairs"), 2, _PAIRS),
    Pattern("da_qi_dui", Text("大七对", "All triplets"), 4, _TRIPLETS),
    Pattern("shi_san_lan", Text("十三烂", "Thirteen scattered"), 2, _LAN),
    Pattern("qi_xing", Text("七星十三烂", "Seven stars"), 4, _STARS),
    Pattern("de_guo", Text("德国", "Natural hand"), 2, _NATURAL.format(hand=_PLAIN)),
    Pattern(
        "de_guo_xiao_qi_dui",
        Text("德国小七对", "Natural seven pairs"),
        8,
        _NATURAL.format(hand=_PAIRS),
    ),
    Pattern(
        "de_guo_da_qi_dui",
        Text("德国大七对", "Natural all triplets"),
        8,
        _NATURAL.format(hand=_TRIPLETS),
    ),
    Pattern(
        "de_guo_shi_san_lan",
        Text("德国十三烂", "Natural thirteen scattered"),
        4,
        _NATURAL.format(hand=_LAN),
    ),
    Pattern(
        "de_guo_qi_xing",
        Text("德国七星", "Natural seven stars"),
        8,
        _NATURAL.format(hand=_STARS),
    ),
    Pattern(
        TWICE,
        Text("德中德", "Twice natural"),
        None,
        Text("和德国一起写，再加一倍。", "Beside a natural hand: doubles it once more."),
        when=option_on("de_zhong_de"),
        kind=DECLARED,
    ),
)
FACTORS = {pattern.id: pattern.fan for pattern in PATTERNS if pattern.fan is not None}
NAMES = {pattern.id: pattern.name for pattern in PATTERNS}

OPTIONS = (
    Option(
        "base",
        1,
        Text("一个算子的分", "Points per counter"),
        minimum=1,
        maximum=10_000,
        help=Text("德国加的5个也是算子。", "The bonus of natural hands is in counters too."),
        source="§5",
    ),
    Option(
        "de_guo_xiao_qi_dui",
        "table",
        Text("德国小七对", "Natural seven pairs"),
        choices=("table", "formula"),
        choice_labels={
            "table": Text("按表8倍", "Factor 8, as the table says"),
            "formula": Text("按公式4倍", "Factor 4, as the formula says"),
        },
        source="§10",
        help=Text(
            "原始资料的表和公式不一致。", "The founding paper's table and its formula differ."
        ),
    ),
    Option(
        "de_guo_bonus",
        5,
        Text("德国加分", "Bonus of natural hands"),
        choices=(0, 5),
        help=Text(
            "自摸的每家、放炮的一家付。", "Paid on a self-draw by all, else by the discarder."
        ),
        source="§5",
    ),
    switch(
        "de_guo_restored",
        True,
        Text("精牌还原也算德国", "A wild as its own face is natural"),
        house_value=True,
        help=Text("手里的精当本身用，不当百搭。", "A wild tile held counts as what it shows."),
        source="§9",
    ),
    switch(
        "de_zhong_de",
        False,
        Text("德中德", "Twice natural"),
        house_value=True,
        help=Text("牌型倍数再加一倍，加分不变。", "Doubles the factor, not the bonus."),
        source="§9",
    ),
    Option(
        "rob_kong",
        "konger_pays_all",
        Text("抢杠", "Robbing a kong"),
        choices=("konger_pays_all", "as_discard", "forbidden"),
        choice_labels={
            "konger_pays_all": Text("被抢者包三家的自摸分", "The konger pays all three shares"),
            "as_discard": Text("当点炮", "As a discard"),
            "forbidden": Text("不许", "Not allowed"),
        },
        house_value=True,
        help=Text("只能抢补杠，杠不算。", "Only added kongs are robbed; the kong is void."),
        source="§9",
    ),
    Option(
        "kong_draw_mult",
        1,
        Text("杠开倍数", "Out on a kong"),
        choices=(1, 2),
        house_value=True,
        help=Text("只乘牌型倍数，不乘加分。", "On the factor, not on the bonus."),
        source="§9",
    ),
    Option(
        "heavenly",
        "table",
        Text("天胡、地胡", "Heavenly and earthly hands"),
        choices=("table", "flat20"),
        choice_labels={
            "table": Text("照牌型", "As the hand"),
            "flat20": Text("每家20个", "20 counters from each"),
        },
        house_value=True,
        source="§9",
    ),
    switch(
        "kong_money",
        True,
        Text("杠分", "Kong money"),
        house_value=True,
        help=Text("明杠每家1，暗杠每家2。", "Melded 1, concealed 2 from each."),
        source="§9",
    ),
    kong_dealer_double("§9"),
    kongs_on_draw("§9"),
    switch(
        "jing_score",
        False,
        Text("算精分", "Wild tiles score"),
        house_value=True,
        help=Text(
            "正精2、副精1；5分起冲关，独有的加倍。",
            "First 2, second 1; from five on they multiply, alone they double.",
        ),
        source="§9",
    ),
    Option(
        "chao_zhuang",
        0,
        Text("抄庄，庄家付每家", "Same tile in round one: the dealer pays each"),
        choices=(0, 5),
        house_value=True,
        help=Text("四家头一轮打一样的牌。", "All four discard the same tile in the first round."),
        source="§9",
    ),
    Option(
        "multi_win",
        "forbidden",
        Text("一炮多响", "Several winners on one discard"),
        choices=("forbidden", "each"),
        choice_labels={
            "forbidden": Text("只有一家和", "One winner"),
            "each": Text("各付各的", "Each is paid in full"),
        },
        house_value=True,
        help=Text("没和的付每一家。", "Those who did not win pay every winner."),
        source="§9",
    ),
    switch(
        "allow_chow",
        True,
        Text("可以吃", "Chows are played"),
        house_value=True,
        source="§9",
    ),
    Option(
        "draw_dealer",
        "pass",
        Text("荒庄后的庄家", "The deal after a drawn hand"),
        choices=("pass", "stay"),
        choice_labels={"pass": Text("下庄", "Passes"), "stay": Text("连庄", "Stays")},
        house_value=True,
        source="§9",
    ),
)
