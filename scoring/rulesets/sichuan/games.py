"""The three games of the family: their options, presets and hooks."""

from scoring.form_facts import option_on
from scoring.options import Bundle, Option, switch
from scoring.rulesets.sichuan.family import SichuanGame
from scoring.rulesets.sichuan.form import form_of
from scoring.rulesets.sichuan.options import (
    BEFORE_PLAY,
    DOUBLING,
    EXHAUSTED,
    HUA_ZHU_PAYEES,
    KONGS,
    MOMENTS,
    MULTI_WIN_DEALER,
    NEXT_DEALER,
    SHARED,
    changed,
    with_defaults,
)
from scoring.rulesets.sichuan.rows import (
    ADDITIVE_ROWS,
    PRICES,
    doubling_patterns,
    xueliu_patterns,
)
from scoring.text import Text

# Options of the family that its papers list for games in which they can change nothing.
_IDLE = {
    "xianggong_payees": Text(
        "这种玩法没有人下场，两样一样。", "Nobody drops out here: both are alike."
    ),
    "leaver_forfeits": Text(
        "一家胡就结束，离场的人胡不了，这里没有作用。",
        "The first win ends the hand and who has left cannot win: it changes nothing here.",
    ),
}


def _idle(options: tuple[Option, ...], *ids: str) -> tuple[Option, ...]:
    return tuple(
        changed(option, idle=True, help=_IDLE[option.id]) if option.id in ids else option
        for option in options
    )


def _only(options: tuple[Option, ...], zh: str, en: str) -> tuple[Option, ...]:
    """Say of options under which other one they are looked at."""
    return tuple(
        changed(o, help=Text(f"{o.help.zh}{zh}", f"{o.help.en} {en}".strip())) for o in options
    )


_PRESET = Text("预设", "Preset")
_ONLINE = Text("网络平台", "Online rooms")


class Xuezhan(SichuanGame):
    """血战到底: the others play on until three have won or the wall is used up."""

    id = "sichuan_xuezhan"
    name = Text("四川血战到底", "Sichuan: battle to the end")
    summary = Text(
        "胡了就下，其他人接着打，到三家胡或黄庄；刮风下雨当场付；黄庄查花猪、查大叫。",
        "Who wins is out and the others play on, until three have won or the wall is used up; "
        "kongs are paid at once; at the end of the wall unready hands pay.",
    )
    options = (
        *SHARED, *DOUBLING, *MOMENTS, *KONGS, *EXHAUSTED, HUA_ZHU_PAYEES, NEXT_DEALER,
        MULTI_WIN_DEALER, *BEFORE_PLAY,
    )  # fmt: skip
    bundles = (
        Bundle(
            "preset", "kangshifu", _PRESET,
            {
                "kangshifu": {},
                "capped4": {
                    "cap_fan": 4, "kong_draw_fan": 2, "last_tile_fan": 0,
                    "self_draw_bonus": "none", "da_jiao_value": "min", "hua_zhu_points": "cap",
                    "hua_zhu_da_jiao": False,
                },
                "online": {
                    "gen_counts": "undeclared_only", "long_qi_dui_fan": 5, "tian_hu_fan": 6,
                    "di_hu_fan": 6, "self_draw_bonus": "none", "last_tile_fan": 0,
                    "exposed_kong_units": 1, "hua_zhu_points": 16, "hua_zhu_payees": "all",
                    "hua_zhu_da_jiao": False, "next_dealer": "dice", "leaver_forfeits": True,
                },
            },
            {
                "kangshifu": Text("康师傅第5版", "Kangshifu, 5th edition"),
                "capped4": Text("封顶四番", "Capped at 4 fan"),
                "online": _ONLINE,
            },
        ),
    )  # fmt: skip
    patterns = doubling_patterns()
    ends_on_first_win = False
    wins_end = 3
    form = form_of(winners_leave=True, exhausted=("won", "ready", "not_ready", "hua_zhu"))
    money_flow = Text(
        "点炮的一家付，自摸在场的都付；胡了的人不再付也不再收，只退杠分给他。",
        "The discarder pays, or on a self-draw everybody who is still in; who has won neither pays "
        "nor receives any more, but for kong money refunded.",
    )
    next_dealer_words = Text(
        "最先胡的人坐庄；第一次就一炮多响，由放炮（被抢杠）的人坐庄。没人胡或作废，庄家连"
        "庄；照选项也可以掷骰，或荒庄时由上一盘的庄家坐庄。",
        "The first winner deals; where the first win had several winners, their discarder "
        "(or robbed konger). When nobody wins the dealer stays. Options: dice, or after a "
        "drawn hand the dealer of the hand before.",
    )


class Plain(SichuanGame):
    """普通场: one win event ends the hand."""

    id = "sichuan_plain"
    name = Text("四川麻将普通场", "Sichuan: one win")
    summary = Text(
        "一家胡（或一炮多响）这一盘就结束；刮风下雨当场付；流局查花猪、查大叫。",
        "One win, or several on one tile, ends the hand; kongs are paid at once; at the end of "
        "the wall unready hands pay.",
    )
    options = (
        *with_defaults(
            (*_idle(SHARED, *_IDLE), *DOUBLING, *MOMENTS, *KONGS, *EXHAUSTED),
            self_draw_bonus="none", last_tile_fan=0, exposed_kong_units=1, hua_zhu_points=16,
            hua_zhu_da_jiao=False,
        ),
        Option(
            "next_dealer", "discarder", Text("下一盘的庄家", "Next dealer"),
            choices=("discarder", "winner"), source="seeds 000, 003; 001, 002",
            choice_labels={
                "discarder": Text("点炮的人；自摸是胡的人", "Who paid alone; else the winner"),
                "winner": Text("胡的人；一炮多响是点炮的人",
                               "The winner; of several the discarder"),
            },
        ),
        *BEFORE_PLAY,
    )  # fmt: skip
    bundles = (
        Bundle(
            "preset", "online", _PRESET,
            {
                "online": {},
                "teahouse": {
                    "self_draw_bonus": "add_base", "last_tile_fan": 1, "exposed_kong_units": 2,
                    "hua_zhu_points": 10, "hua_zhu_da_jiao": True, "next_dealer": "winner",
                    "draw_dealer": "previous",
                },
            },
            {"online": _ONLINE, "teahouse": Text("茶馆", "Teahouse")},
        ),
    )  # fmt: skip
    patterns = doubling_patterns()
    wins_end = 1
    form = form_of(winners_leave=True, exhausted=("ready", "not_ready", "hua_zhu"))
    money_flow = Text(
        "点炮的一家付，自摸三家都付；谁胡都不影响杠分。",
        "The discarder pays, or on a self-draw all three; kong money stands whoever wins.",
    )
    next_dealer_words = Text(
        "点炮、被抢杠的人坐庄；自摸由胡牌的人坐庄。流局或作废，庄家连庄。照选项也可以由胡"
        "牌的人坐庄，或荒庄时由上一盘的庄家坐庄。",
        "Who gave the winning tile deals; after a self-draw the winner. After a drawn or "
        "annulled hand the dealer stays. Options: the winner deals, or after a drawn hand "
        "the dealer of the hand before.",
    )


class Xueliu(SichuanGame):
    """血流成河: nobody drops out; a winner may win again until the wall is used up."""

    id = "sichuan_xueliu"
    name = Text("四川血流成河", "Sichuan: blood flows")
    summary = Text(
        "胡了还接着打、接着胡，到牌摸完；杠进杠出；没听的吃包子，花猪赔五倍。",
        "Winners play on and may win again until the wall is used up; kongs count for the winner "
        "and against the payer; at the end unready hands pay everybody.",
    )
    options = (
        Option(
            "score_system", "additive", Text("算分办法", "Way of counting"),
            choices=("additive", "doubling"), source="seeds 002, 000",
            choice_labels={
                "additive": Text("底金的倍数相加", "Multiples of the base are added"),
                "doubling": Text("番数翻倍，同血战", "Fan double, as in battle to the end"),
            },
        ),
        Option(
            "pattern_points", PRICES, Text("牌型的倍数", "Multiples of the hands"), minimum=0,
            maximum=10_000, source="seed 002", keys={row.id: row.name for row in ADDITIVE_ROWS},
            help=Text("门前清、七对填0是没有。", "0 switches concealed hands or seven pairs off."),
        ),
        Option("men_qing_self_draw", 1, Text("门清自摸", "Concealed self-draw"), minimum=0,
               maximum=10_000, source="seed 002"),
        Option(
            "kong_mode", "in_out", Text("杠怎么算", "Kongs"),
            choices=("in_out", "in_only", "instant"), source="seeds 000, 002",
            choice_labels={
                "in_out": Text("杠进杠出", "Count for the winner and against the payer"),
                "in_only": Text("杠进不杠出", "Count for the winner only"),
                "instant": Text("刮风下雨，当场付", "Paid at once"),
            },
        ),
        Option("exposed_kong_fan", 1, Text("明杠的倍数", "Melded kong"), minimum=0,
               maximum=10_000, source="seed 002"),
        Option("concealed_kong_fan", 2, Text("暗杠的倍数", "Concealed kong"), minimum=0,
               maximum=10_000, source="seed 002"),
        Option("san_tou_hu", 0, Text("三头胡", "Three or more waits"), minimum=0, maximum=10_000,
               source="seed 000", house_value=True,
               help=Text("听三张或更多另加；要写手牌。",
                         "Added where a hand waits on three faces or more; needs tiles.")),
        *with_defaults(
            (
                *_idle(SHARED, "xianggong_payees"),
                *_only(DOUBLING, "只用于番数翻倍。", "Only with the doubling table."),
                *MOMENTS,
                *_only(KONGS, "只用于刮风下雨。", "Only where kongs are paid at once."),
                *EXHAUSTED,
            ),
            self_draw_bonus="none", kong_draw_fan=0, kong_discard_fan=0, rob_kong_fan=0,
            last_tile_fan=0, exposed_kong_draw="all", hua_zhu_points=16, hua_zhu_da_jiao=False,
        ),
        Option(
            "rob_kong_value", "pattern", Text("抢杠按什么算", "A robbed kong counts as"),
            choices=("pattern", "basic"), source="seed 002",
            choice_labels={
                "pattern": Text("照牌型", "The hand that it makes"),
                "basic": Text("基本胡", "The basic hand"),
            },
        ),
        switch("post_win_exposed_kong", False,
               Text("胡过还能直杠", "Exposed kongs after the own first win"),
               source="seed 002; P2"),
        Option(
            "hua_zhu_rule", "times_max", Text("花猪怎么赔", "Three suits pays"),
            choices=("times_max", "flat"), source="seeds 000; P2",
            choice_labels={
                "times_max": Text("最大番的几倍", "Times the dearest hand"),
                "flat": Text("固定的数", "A fixed number"),
            },
        ),
        Option("hua_zhu_times", 5, Text("花猪赔几倍", "Three suits pays times"), minimum=0,
               maximum=1_000, source="seed 000"),
        changed(
            HUA_ZHU_PAYEES, default="ready_or_won", choices=("ready_or_won", "all_non_pig"),
            source="seed 000",
            help=Text("只用于固定的数。", "Only for the fixed number."),
            choice_labels={
                "ready_or_won": Text("听了和胡了的人", "Who is ready or has won"),
                "all_non_pig": Text("所有不是花猪的人", "Everybody without three suits"),
            },
        ),
        switch("bao_zi_kong_out", True,
               Text("吃包子加自己的杠", "Unready payers' own kongs count against them"),
               source="seed 002"),
        NEXT_DEALER, MULTI_WIN_DEALER, *BEFORE_PLAY,
    )  # fmt: skip
    bundles = (
        Bundle(
            "preset", "tongcheng", _PRESET,
            {
                "tongcheng": {},
                "yichang": {"exchange_three": True},
                "sanxia": {"exchange_three": True},
                "chengdu": {
                    "score_system": "doubling", "kong_mode": "instant", "kong_draw_fan": 1,
                    "kong_discard_fan": 1, "rob_kong_fan": 1, "exposed_kong_draw": "feeder",
                    "exposed_kong_units": 2, "long_qi_dui_fan": 5, "tian_hu_fan": 6,
                    "di_hu_fan": 6, "hua_zhu_rule": "flat", "hua_zhu_points": 16,
                    "hua_zhu_payees": "all_non_pig", "declare_void": True,
                },
            },
            {
                "tongcheng": Text("同城游", "Tongchengyou"),
                "yichang": Text("宜昌", "Yichang"),
                "sanxia": Text("三峡", "Three Gorges"),
                "chengdu": Text("成都", "Chengdu"),
            },
        ),
    )  # fmt: skip
    patterns = xueliu_patterns()
    ends_on_first_win = False
    winners_leave = False
    form = form_of(
        winners_leave=False,
        exhausted=("won", "ready", "not_ready", "hua_zhu"),
        gen=option_on("score_system", "doubling"),
    )
    money_flow = Text(
        "点炮的一家付，自摸三家都付，已经胡过的也付；每家再加自己的杠。",
        "The discarder pays, or on a self-draw all three, winners too; each adds its own kongs.",
    )
    next_dealer_words = Text(
        "最先胡的人坐庄；第一次就一炮多响，由放炮（被抢杠）的人坐庄。没人胡或作废，庄家连"
        "庄；照选项也可以荒庄时由上一盘的庄家坐庄。",
        "The first winner deals; where the first win had several winners, their discarder "
        "(or robbed konger). When nobody wins the dealer stays, or by an option the "
        "dealer of the hand before deals.",
    )
