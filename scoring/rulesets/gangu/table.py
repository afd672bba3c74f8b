"""The option table (gangu.md §9) and the entry form (§4). What is marked † there is ours."""

from dataclasses import replace

from scoring.form_events import (
    TILE,
    dice_event,
    flower_event,
    kong_events,
    leave_event,
    penalty_events,
    stake_event,
)
from scoring.form_facts import Choice, FormEvent, option_on
from scoring.options import Option, switch
from scoring.ruleset import Pattern
from scoring.rulesets.gangu.kouzi import KOUZI
from scoring.shared_options import kong_dealer_double, kongs_on_draw
from scoring.text import Text

PATTERNS = (
    Pattern(
        "ban_dao_hu",
        Text("搬到胡", "Winning hand"),
        1,
        Text("四副牌加一对将。", "Four sets and a pair."),
    ),
)
NAMES = {kouzi.id: kouzi.name for kouzi in KOUZI} | {"hua_zi": Text("花子", "Flower")}
FORM_EVENTS = (
    stake_event(
        "kouzi",
        Text("下口子", "Rule of the hand"),
        role="dealer",
        choices=tuple(Choice(kouzi.id, kouzi.name) for kouzi in KOUZI),
        required=True,
    ),
    dice_event("dealer", Text("掷庄", "Dice for the dealer"), by=True),
    replace(
        flower_event(Text("花子", "Flower laid aside"), tile="1f"),
        when=option_on("hua_zi", "blank", "bonus"),
    ),
    *kong_events(),
    FormEvent(
        "chan",
        "chan",
        Text("铲庄", "All followed the dealer's first discard"),
        (TILE,),
        phase="any",
        once="hand",
        when=option_on("chan_zhuang", "follow_discard"),
    ),
    *penalty_events(
        Choice("false_win", Text("诈胡", "False win"), amount=10),
        Choice("other", Text("其他处罚", "Other penalty")),
    ),
    leave_event(),
)

OPTIONS = (
    Option(
        "base",
        1,
        Text("底分", "Base"),
        minimum=1,
        maximum=10_000,
        source="§9",
    ),
    Option(
        "kouzi_points",
        {},
        Text("各口子的分", "Points of each rule"),
        minimum=1,
        maximum=10_000,
        keys={kouzi.id: kouzi.name for kouzi in KOUZI},
        help=Text("没写的是1分。", "Those left out are 1."),
        house_value=True,
        source="§9",
    ),
    switch(
        "dealer_double",
        True,
        Text("庄家加倍", "The dealer pays and wins double"),
        house_value=True,
        help=Text("庄家输赢的每一份都加倍。", "Every share that the dealer pays or wins."),
        source="§9",
    ),
    Option(
        "self_draw_mult",
        1,
        Text("自摸倍数", "A self-draw multiplies by"),
        choices=(1, 2),
        house_value=True,
        source="§9",
    ),
    Option(
        "discard_payer",
        "discarder",
        Text("点炮时谁付", "Who pays on a discard"),
        choices=("discarder", "discarder_pays_all", "all"),
        choice_labels={
            "discarder": Text("点炮者付自己的份", "The discarder, one share"),
            "discarder_pays_all": Text("点炮者包三家", "The discarder, all shares"),
            "all": Text("三家各付", "All three, each a share"),
        },
        house_value=True,
        help=Text("抢杠也一样，杠的人当点炮。", "Robbed kongs likewise, the konger as discarder."),
        source="§9",
    ),
    switch(
        "kong_money",
        True,
        Text("杠分", "Kong money"),
        house_value=True,
        help=Text(
            "直杠点的人1，补杠每家1，暗杠每家2。",
            "Exposed 1 from the giver, added 1 and concealed 2 from each.",
        ),
        source="§9",
    ),
    kong_dealer_double("§9"),
    kongs_on_draw("§9"),
    Option(
        "hua_zi",
        "blank",
        Text("花子", "The flower tile"),
        choices=("blank", "bonus", "wild"),
        choice_labels={
            "blank": Text("放一边，不算", "Laid aside, worth nothing"),
            "bonus": Text("放一边，和了加1", "Laid aside, 1 more for a winner"),
            "wild": Text("当百搭", "A wild tile"),
        },
        house_value=True,
        help=Text(
            "当百搭时口子按它代的牌算。",
            "As a wild tile it counts for the rule as the face it stands for.",
        ),
        source="§9",
    ),
    Option(
        "ye_zi_kong_count",
        4,
        Text("杠算几张叶子", "Tiles a kong counts towards a suit"),
        choices=(4, 3),
        house_value=True,
        help=Text("用于叶子和硬八叶。", "For the two rules that count a suit."),
        source="§9",
    ),
    Option(
        "shui_zhang_rule",
        "self_draw_only",
        Text("水张", "What 'self-draw' asks for"),
        choices=("self_draw_only", "free"),
        choice_labels={
            "self_draw_only": Text("只能自摸", "Self-draw only"),
            "free": Text("不限", "Any win"),
        },
        house_value=True,
        source="§9",
    ),
    Option(
        "chan_zhuang",
        "overthrow",
        Text("铲庄", "Following the dealer's first discard"),
        choices=("overthrow", "follow_discard"),
        choice_labels={
            "overthrow": Text("只是下庄，不算钱", "Moves no money"),
            "follow_discard": Text("都跟打庄家第一张，庄家付每家1", "The dealer pays each 1"),
        },
        house_value=True,
        source="§9",
    ),
    switch(
        "rob_kong",
        True,
        Text("可以抢杠", "Added kongs may be robbed"),
        house_value=True,
        source="§9",
    ),
    switch(
        "multi_win",
        False,
        Text("一炮多响", "Several winners on a discard"),
        house_value=True,
        help=Text("和的人之间不付。", "Winners pay each other nothing."),
        source="§9",
    ),
    Option(
        "deal_rotation",
        "play_order",
        Text("庄家轮转", "The deal passes"),
        choices=("play_order", "against_play"),
        choice_labels={
            "play_order": Text("按打牌的次序", "In the order of play"),
            "against_play": Text("和打牌的次序相反", "Against the order of play"),
        },
        source="§8",
        help=Text(
            "庄家被别人和了才下庄，荒庄连庄。",
            "The deal passes when another seat wins; it stays after a draw.",
        ),
    ),
)
