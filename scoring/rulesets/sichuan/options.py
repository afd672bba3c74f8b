"""The options of the family (§10 of the specs): each once; a game takes those it has, with its own
defaults (`with_defaults`)."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scoring.options import Option, Value, switch
from scoring.text import Text

_FANS: dict[str, Any] = {"minimum": 0, "maximum": 20}
_POINTS: dict[str, Any] = {"minimum": 0, "maximum": 100_000}
_ON_OFF = {0: Text("不算", "Not counted"), 1: Text("加1番", "1 fan")}
_ALL = Text("都和，各付各的", "All win, each is paid")

SHARED = (
    Option(
        "base", 1, Text("底分", "Base points"), minimum=1, maximum=10_000, source="seed 001",
        help=Text("所有分数都乘这个数，杠分和罚分也乘。",
                  "Multiplies everything, kong money and fixed penalties too."),
    ),
    Option(
        "cap_fan", 0, Text("封顶番数", "Cap in fan"), minimum=0, maximum=100,
        source="seeds 001; 002",
        help=Text("0是不封顶。", "0 is no cap."),
    ),
    Option(
        "multi_win", "all", Text("一炮多响", "Several winners on one tile"),
        choices=("all", "nearest"), source="seeds 000, 001, 002, 003",
        choice_labels={"all": _ALL, "nearest": Text("截胡：只有最近的一家", "Only the nearest")},
    ),
    Option(
        "false_win_points", 1, Text("麻胡、相公的罚分", "False win and wrong number of tiles"),
        source="seed 001", help=Text("赔给每家的底分数。", "In bases, to each payee."), **_POINTS,
    ),
    Option(
        "false_win_effect", "continue", Text("麻胡以后", "After a false win"),
        choices=("continue", "end_hand"), house_value=True, source="EVENTS",
        choice_labels={
            "continue": Text("接着打", "The hand goes on"),
            "end_hand": Text("这一盘结束", "The hand ends"),
        },
    ),
    Option(
        "xianggong_payees", "all", Text("相公赔给谁", "A wrong number of tiles is paid to"),
        choices=("all", "active"), source="seed 001",
        choice_labels={
            "all": Text("所有人", "All others"),
            "active": Text("还没胡的人", "Seats that are still in"),
        },
    ),
    Option(
        "draw_dealer", "keep", Text("黄庄没人胡，下一盘的庄家", "Dealer after a hand nobody won"),
        choices=("keep", "previous"), source="seeds 002; 001",
        choice_labels={
            "keep": Text("原来的庄家", "The same"),
            "previous": Text("再上一盘的庄家", "The dealer of the hand before"),
        },
    ),
    switch("leaver_forfeits", False, Text("离场的人胡了不算", "Wins of those who leave are void"),
           source="seeds 000, 003",
           help=Text("他的杠分和输分照算。", "Their kongs and losses stand.")),
)  # fmt: skip

# What a hand of the doubling table is worth.
DOUBLING = (
    Option(
        "gen_counts", "all", Text("根", "Sets of four (根)"), choices=("all", "undeclared_only"),
        source="seeds 001, 002; P1",
        choice_labels={
            "all": Text("四张一样的都算，杠也算", "Every four equal tiles, kongs too"),
            "undeclared_only": Text("只算没杠出来的", "Only those not declared as a kong"),
        },
    ),
    Option("long_qi_dui_fan", 4, Text("龙七对番数", "Dragon seven pairs"), choices=(4, 5),
           source="seeds 001, 002; P1"),
    Option("jiang_dui_fan", 4, Text("将对番数", "Triplets of 2, 5, 8"), choices=(4, 3),
           source="seeds 001, 002, P1"),
    Option("yi_tiao_long_fan", 0, Text("一条龙番数", "Straight"), choices=(0, 3), source="seed 001",
           choice_labels={0: Text("没有", "Not played")}),
    Option("tian_hu_fan", 0, Text("天胡番数", "Heavenly hand"), source="seeds 001; P1",
           help=Text("0是没有。", "0 is not played."), **_FANS),
    Option("di_hu_fan", 0, Text("地胡番数", "Earthly hand"), source="seeds 001; P1",
           help=Text("0是没有。", "0 is not played."), **_FANS),
    Option("men_qing_fan", 0, Text("门清", "Concealed"), choices=(0, 1), house_value=True,
           choice_labels=_ON_OFF),
    Option("zhong_zhang_fan", 0, Text("中张（没有一和九）", "Simples"), choices=(0, 1),
           house_value=True, choice_labels=_ON_OFF),
    Option("jin_gou_diao_fan", 0, Text("金钩钓", "Golden hook"), choices=(0, 1),
           house_value=True, choice_labels=_ON_OFF),
    Option(
        "self_draw_bonus", "add_base", Text("自摸", "Self-draw"),
        choices=("none", "add_base", "add_fan"), source="seed 001",
        choice_labels={
            "none": Text("不加", "Nothing more"),
            "add_base": Text("加底：每家多付一底", "One base more from each"),
            "add_fan": Text("加1番", "1 fan more"),
        },
    ),
)  # fmt: skip

MOMENTS = (
    Option("kong_draw_fan", 1, Text("杠上花番数", "Out on a kong"), choices=(0, 1, 2),
           source="seeds 001; 002"),
    Option("kong_discard_fan", 1, Text("杠上炮番数", "Discard after a kong"), choices=(0, 1),
           source="seed 001"),
    Option("rob_kong_fan", 1, Text("抢杠番数", "Robbed kong"), choices=(0, 1),
           source="seeds 001, 002"),
    Option("last_tile_fan", 1, Text("海底番数", "Last tile"), choices=(0, 1), source="seed 001"),
    Option(
        "exposed_kong_draw", "feeder", Text("直杠的杠上花谁付", "Exposed kong's draw: payer"),
        choices=("feeder", "all"), source="seeds 001, 002",
        choice_labels={
            "feeder": Text("引杠的人一家", "The giver of the kong alone"),
            "all": Text("三家", "All others"),
        },
    ),
)  # fmt: skip

KONGS = (
    Option("exposed_kong_units", 2, Text("直杠：引杠的人付", "Exposed kong: the giver pays"),
           source="seeds 001; 000, 003", help=Text("几个底。", "In bases."), **_POINTS),
    Option("added_kong_units", 1, Text("面下杠：每家付", "Added kong: each pays"),
           source="seeds 000, 001, 003", help=Text("几个底。", "In bases."), **_POINTS),
    Option("concealed_kong_units", 2, Text("下雨：每家付", "Concealed kong: each pays"),
           source="seeds 000, 001, 003", help=Text("几个底。", "In bases."), **_POINTS),
    switch("kong_refund", True, Text("退税：没听的退杠分", "Who is not ready refunds kong money"),
           source="seeds 000, 001, 003"),
    Option(
        "kong_transfer", "off", Text("呼叫转移", "Kong money moves with a discard after it"),
        choices=("off", "last_kong", "chain"), source="P3, P4", house_value=True,
        help=Text("杠上炮时，点炮的人把杠分交给和的人。",
                  "Who discards into a win after a kong hands over what the kong brought."),
        choice_labels={
            "off": Text("没有", "Not played"),
            "last_kong": Text("只是那一个杠", "That kong alone"),
            "chain": Text("连着的杠都算", "All linked kongs"),
        },
    ),
)  # fmt: skip

EXHAUSTED = (
    Option(
        "hua_zhu_points", 10, Text("花猪付每家", "Three suits: pays each"),
        source="seeds 001; 000, 003",
        help=Text("几个底。", "In bases."), words={"cap": Text("满庄", "The cap")}, **_POINTS,
    ),
    switch("hua_zhu_da_jiao", True, Text("花猪还要查叫", "Three suits pays ready hands too"),
           source="seeds 001; 000"),
    Option(
        "da_jiao_value", "max", Text("查叫按哪张牌", "Who is not ready pays"),
        choices=("max", "min"), source="seeds 000, 003, 001; 002",
        choice_labels={
            "max": Text("最大的叫", "The dearest wait"),
            "min": Text("最小的叫", "The cheapest wait"),
        },
    ),
    switch("dead_wait_counts", True, Text("死叫也算叫", "Dead waits count"), house_value=True,
           help=Text("不算时，叫的牌都看得见的记未听；记录写了手牌和“unseen”的，只认“unseen”里有的牌。",
                     "If not, enter a hand whose waits can all be seen as not ready; where a "
                     "record has tiles and “unseen”, only waits among “unseen” count.")),
)  # fmt: skip

BEFORE_PLAY = (
    switch("declare_void", False, Text("定缺", "A suit is declared void"), source="P2"),
    switch("exchange_three", False, Text("换三张", "Three tiles are exchanged"), source="seed 002"),
    Option(
        "exchange_direction", "dice_plus_one", Text("换三张的方向", "Direction of the exchange"),
        choices=("dice_plus_one", "dice_thirds", "fixed_next", "fixed_across", "fixed_prev",
                 "recorded"),
        source="seed 002",
        choice_labels={
            "dice_plus_one": Text("骰子点数加一，从庄家数", "Pips plus one from the dealer on"),
            "dice_thirds": Text("一颗骰子：1-2下家，3-4对家，5-6上家",
                                "One die: 1-2 next, 3-4 across, 5-6 before"),
            "fixed_next": Text("给下家", "To the next seat"),
            "fixed_across": Text("给对家", "To the seat opposite"),
            "fixed_prev": Text("给上家", "To the seat before"),
            "recorded": Text("照记录", "As recorded"),
        },
    ),
)  # fmt: skip

HUA_ZHU_PAYEES = Option(
    "hua_zhu_payees", "active", Text("花猪付给谁", "Three suits pays"), choices=("active", "all"),
    source="seeds 001, P4; 000, P3",
    choice_labels={
        "active": Text("还没胡的人", "Seats that are still in"),
        "all": Text("也付给已经胡的人", "Winners too"),
    },
)  # fmt: skip
NEXT_DEALER = Option(
    "next_dealer", "first_winner", Text("下一盘的庄家", "Next dealer"),
    choices=("first_winner", "dice"), source="seeds 001, 002; 000, 003",
    choice_labels={
        "first_winner": Text("第一个胡的人；一炮多响是点炮的人",
                             "The first winner; of several at once the discarder"),
        "dice": Text("掷骰子", "By dice"),
    },
)  # fmt: skip
MULTI_WIN_DEALER = Option(
    "multi_win_dealer", "first_event", Text("哪次一炮多响定庄", "Several winners decide the deal"),
    choices=("first_event", "any"), source="P4", house_value=True,
    choice_labels={
        "first_event": Text("只有第一次胡牌时", "Only at the first win"),
        "any": Text("后来的也算", "At later wins too"),
    },
)  # fmt: skip


def with_defaults(options: Iterable[Option], **defaults: Value) -> tuple[Option, ...]:
    """Return the options with a game's own defaults."""
    return tuple(
        replace(option, default=defaults.get(option.id, option.default)) for option in options
    )


def without(options: Iterable[Option], *ids: str) -> tuple[Option, ...]:
    return tuple(option for option in options if option.id not in ids)


def changed(option: Option, **values: Any) -> Option:
    """Return an option that one game has otherwise."""
    return replace(option, **values)
