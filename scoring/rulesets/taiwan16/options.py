"""The option table of taiwan16.md §7."""

from scoring.options import Bundle, Option, switch
from scoring.text import Text

BUNDLES = (
    Bundle(
        "preset",
        "xigu",
        Text("预设", "Preset"),
        {
            "xigu": {},
            "home": {"min_tai": 0, "bao": False, "draw_dealer": "stay", "multi_win": "all"},
        },
        {
            "xigu": Text("戏谷：三台起胡、宝牌", "Xigu: three to win, bonus tiles"),
            "home": Text("家常", "At home"),
        },
    ),
)
MONEY_OPTIONS = (
    Option("di", 3, Text("底", "Base"), minimum=0, maximum=1_000_000, source="§5"),
    Option("tai", 1, Text("一台的分", "Points per 台"), minimum=0, maximum=1_000_000, source="§5"),
    Option("min_tai", 3, Text("起胡台数", "Minimum"), minimum=0, maximum=10, source="§1"),
    Option(
        "tai_cap",
        0,
        Text("封顶台数", "Limit"),
        minimum=0,
        maximum=1_000,
        help=Text("0是不封顶；庄家台另加。", "0 is none; the dealer's 台 come on top."),
        source="§5",
    ),
    Option(
        "dealer_tai", 1, Text("庄家台", "台 of the dealer"), minimum=0, maximum=1_000, source="§5"
    ),
    Option(
        "streak_tai",
        2,
        Text("每连一庄的台", "台 for each deal kept"),
        minimum=0,
        maximum=1_000,
        help=Text("连N拉N。", "Added between the dealer and whoever pays or wins."),
        source="§5",
    ),
    switch(
        "min_counts_dealer",
        False,
        Text("庄家台算起胡", "The dealer's 台 count for the minimum"),
        source="§1",
        house_value=True,
    ),
    Option(
        "rob_kong_pay",
        "single",
        Text("被抢杠付", "A robbed kong pays"),
        choices=("single", "triple"),
        choice_labels={
            "single": Text("一份", "One share"),
            "triple": Text("三份", "Three shares"),
        },
        source="§5",
    ),
    Option(
        "false_win_tai",
        8,
        Text("诈胡台数", "台 of a false win"),
        minimum=0,
        maximum=1_000,
        help=Text("付每家底加这么多台。", "The base and these 台, to each other seat."),
        source="§3",
    ),
)
BAO_OPTIONS = (
    switch("bao", True, Text("宝牌", "Bonus tiles"), source="§1"),
    Option(
        "bao_max", 5, Text("最多几张宝牌", "Most bonus tiles"), minimum=0, maximum=5, source="§3"
    ),
    Option(
        "bao_scope",
        "all",
        Text("宝牌算哪些牌", "Bonus tiles count in"),
        choices=("all", "concealed"),
        choice_labels={
            "all": Text("所有的牌", "All tiles"),
            "concealed": Text("手里的牌", "Standing tiles"),
        },
        source="§1",
    ),
)
TABLE_OPTIONS = (
    Option(
        "draw_dealer",
        "pass",
        Text("流局后的庄家", "The deal after a drawn hand"),
        choices=("pass", "stay"),
        choice_labels={"pass": Text("下庄", "Passes"), "stay": Text("连庄", "Stays")},
        source="§1",
    ),
    Option(
        "streak_limit",
        0,
        Text("最多连几庄", "Most deals kept"),
        minimum=0,
        maximum=1_000,
        help=Text("0是不限。", "0 is no limit."),
        source="§6",
    ),
    Option(
        "multi_win",
        "head_bump",
        Text("一炮多响", "Several winners on one discard"),
        choices=("head_bump", "all"),
        choice_labels={
            "head_bump": Text("只有最近的一家", "Only the nearest"),
            "all": Text("都胡", "All win"),
        },
        source="§1",
    ),
)


def _tai(id: str, default: int, other: int, label: Text) -> Option:
    return Option(id, default, label, choices=tuple(sorted((default, other))), source="§4")


ROW_OPTIONS = (
    switch(
        "all_flowers_score",
        False,
        Text("每张花都算台", "Every flower scores"),
        help=Text("代替正花和花杠。", "Instead of own flowers and sets of four."),
        source="§4",
    ),
    _tai("hua_gang_tai", 2, 1, Text("花杠台数", "台 of four flowers")),
    _tai("zi_yi_se_tai", 16, 8, Text("字一色台数", "台 of honours only")),
    _tai("tian_hu_tai", 24, 16, Text("天胡台数", "台 of a heavenly hand")),
    _tai("ren_hu_tai", 16, 8, Text("人胡台数", "台 of a human hand")),
    _tai("tian_ting_tai", 8, 16, Text("天听台数", "台 of ready as dealt")),
    _tai("di_ting_tai", 4, 8, Text("地听台数", "台 of ready after the first discard")),
    _tai("bao_ting_tai", 1, 0, Text("报听台数", "台 of declared ready")),
    switch(
        "ping_hu_men_qing",
        True,
        Text("门清可以平胡", "A concealed hand may be all runs"),
        source="§4",
    ),
)
OPTIONS = (*MONEY_OPTIONS, *BAO_OPTIONS, *TABLE_OPTIONS, *ROW_OPTIONS)
