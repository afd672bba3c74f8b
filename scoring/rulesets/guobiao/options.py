"""The option table of guobiao.md §8."""

from scoring.options import Bundle, Option, switch
from scoring.text import Text

PROFILE_OPTIONS: tuple[Option, ...] = (
    Option(
        "self_draw_special",
        "zi_mo",
        Text("必为门清的牌型自摸", "Self-draw of hands that are always concealed"),
        choices=("zi_mo", "bu_qiu_ren", "bu_qiu_ren_three"),
        choice_labels={
            "zi_mo": Text("自摸1番", "Self-Drawn 1"),
            "bu_qiu_ren": Text("不求人4番", "Fully Concealed 4"),
            "bu_qiu_ren_three": Text(
                "九莲宝灯、连七对、十三幺不求人4番，其余自摸1番",
                "Fully Concealed 4 with Nine Gates, Seven Shifted Pairs and Thirteen Orphans, "
                "Self-Drawn 1 with the others",
            ),
        },
        source="P1, P2, P6, P7",
    ),
    Option(
        "two_concealed_kongs",
        6,
        Text("双暗杠", "Two Concealed Kongs"),
        choices=(6, 8),
    ),
    Option(
        "mixed_kongs",
        5,
        Text("一明杠一暗杠", "One melded and one concealed kong"),
        choices=(5, 6, "split"),
        choice_labels={"split": Text("暗杠2加明杠1", "Concealed 2 and melded 1")},
    ),
    switch(
        "terminals_double_pung",
        False,
        Text("清幺九另计双同刻", "Double Pung counts with All Terminals"),
        source="P1, P2 / P6, P7",
    ),
    switch("knit_wait", True, Text("组合龙里的听牌番", "Wait fans inside a Knitted Straight")),
    switch(
        "formal_wait",
        True,
        Text("自己握满四张的牌也算听", "A tile held four times still counts as waited for"),
    ),
    switch(
        "green_half_flush",
        False,
        Text("绿一色另计混一色", "Half Flush counts with All Green"),
        source="P1, P2",
    ),
    switch(
        "four_kongs_concealed",
        False,
        Text("四杠另计暗杠", "Concealed kongs count with Four Kongs"),
        source="P1, P2",
    ),
)

PROFILE = Bundle(
    "profile",
    "chinese",
    Text("有争议的番种", "Disputed fans"),
    {
        "chinese": {},
        "wmo2006": {
            "self_draw_special": "bu_qiu_ren",
            "two_concealed_kongs": 8,
            "mixed_kongs": 6,
            "terminals_double_pung": True,
            "knit_wait": False,
        },
        "seed_list": {
            "self_draw_special": "bu_qiu_ren_three",
            "green_half_flush": True,
            "four_kongs_concealed": True,
            "terminals_double_pung": True,
        },
    },
    {
        "chinese": Text("中国现行比赛", "Present Chinese competitions"),
        "wmo2006": Text("世界麻将组织2006", "World Mahjong Organization 2006"),
        "seed_list": Text("原始资料的不计番表", "The exclusions of the founding papers"),
    },
)

PRESET = Bundle(
    "preset",
    "west_swap",
    Text("预设", "Preset"),
    {"west_swap": {"seat_change": "west_swap"}, "wmc": {"seat_change": "every_round"}},
    {
        "west_swap": Text("西圈前换位", "Seats change before the West round"),
        "wmc": Text("每圈换位", "Seats change after every wind round"),
    },
)

OPTIONS: tuple[Option, ...] = (
    Option("base", 8, Text("底分", "Base payment"), minimum=0, maximum=10_000, source="P1, P3"),
    Option("min_fan", 8, Text("起和番", "Minimum fan"), minimum=0, maximum=1_000, source="P3"),
    Option("flower_fan", 1, Text("每张花的番", "Fan per flower"), choices=(0, 1), source="P3, P4"),
    Option(
        "multi_win",
        "head_bump",
        Text("一炮多响", "Several claims for one discard"),
        choices=("head_bump", "all"),
        choice_labels={
            "head_bump": Text("按次序只有一家和", "Only the first in turn wins"),
            "all": Text("都和", "All win"),
        },
        house_value=True,
    ),
    Option(
        "seat_change",
        "west_swap",
        Text("换位", "Seat change"),
        choices=("west_swap", "every_round", "none"),
        choice_labels={
            "west_swap": Text("西圈前换一次", "Once, before the West round"),
            "every_round": Text("每圈换位", "After every wind round"),
            "none": Text("不换", "Never"),
        },
        source="P1",
        help=Text(
            "决定一场里各盘谁坐庄、坐哪里；一盘的分数不变。",
            "Says who deals and sits where in the hands of a game; no hand is worth more or less.",
        ),
        idle=True,
    ),
    Option(
        "start_score",
        500,
        Text("起始分", "Starting score"),
        minimum=0,
        maximum=1_000_000,
        help=Text(
            "开局时各家的分；一盘的分数不变。",
            "What everybody starts with; no hand is worth more or less.",
        ),
        idle=True,
    ),
    Option(
        "false_win_each",
        10,
        Text("错和付每家", "False win, to each other seat"),
        minimum=0,
        maximum=10_000,
        house_value=True,
    ),
    *PROFILE_OPTIONS,
)
BUNDLES = (PRESET, PROFILE)
