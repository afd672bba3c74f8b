"""The hands (guizhou_zhuoji.md §4), the 豆 (§6) and the option table (§8)."""

from scoring.form_events import dice_event, kong_events, leave_event, penalty_events, states
from scoring.form_facts import Ask, Choice, FormEvent, option_on
from scoring.options import Option, switch
from scoring.ruleset import Pattern
from scoring.text import Text

_SETS = Text("四副牌加一对将。", "Four sets and a pair.")
_TRIPLETS = Text("四副刻子或杠加一对将", "Four triplets or kongs and a pair")
_PAIRS = Text("七个对子", "Seven pairs")
_DRAGON = Text("七对里有一种四张", "Seven pairs with a face four times")
_ONE_SUIT = Text("{hand}，只有一门。", "{hand}, of one suit.")
_ANY = Text("{hand}。", "{hand}.")
PATTERNS = (
    Pattern("ping_hu", Text("平胡", "Plain hand"), 10, _SETS),
    Pattern("da_dui_zi", Text("大对子", "All triplets"), 30, _ANY.format(hand=_TRIPLETS)),
    Pattern("qi_dui", Text("七对", "Seven pairs"), 40, _ANY.format(hand=_PAIRS)),
    Pattern("long_qi_dui", Text("龙七对", "Dragon seven pairs"), 50, _ANY.format(hand=_DRAGON)),
    Pattern(
        "qing_yi_se",
        Text("清一色", "One suit"),
        50,
        Text("四副牌加一对将，只有一门。", "Four sets and a pair of one suit."),
    ),
    Pattern(
        "qing_da_dui",
        Text("清大对", "One suit, all triplets"),
        80,
        _ONE_SUIT.format(hand=_TRIPLETS),
    ),
    Pattern(
        "qing_qi_dui",
        Text("清七对", "One suit, seven pairs"),
        None,
        _ONE_SUIT.format(hand=_PAIRS),
    ),
    Pattern(
        "qing_long_bei",
        Text("青龙背", "One suit, dragon seven pairs"),
        100,
        _ONE_SUIT.format(hand=_DRAGON),
    ),
)
FAN = {pattern.id: pattern.fan for pattern in PATTERNS if pattern.fan is not None}
NAMES = {pattern.id: pattern.name for pattern in PATTERNS} | {
    "gang_shang_hu": Text("杠上胡", "Out on a kong")
}
# 番 of a 豆 from each payer, and of one that 热炮 voids.
DOU = {"concealed": 20, "added": 10, "exposed": 10}
HOT = {"concealed": 60, "added": 30, "exposed": 10}
DOU_NAMES = {
    "concealed": Text("闷豆", "Concealed kong"),
    "added": Text("转弯豆", "Added kong"),
    "exposed": Text("点豆", "Exposed kong"),
}
FORM_EVENTS = (
    dice_event("dealer", Text("掷庄", "Dice for the dealer"), by=True),
    *kong_events(names=DOU_NAMES),
    FormEvent(
        "ji",
        "ji",
        Text("翻鸡", "Chickens"),
        (Ask("counts", "per_seat_number", Text("各家几只鸡", "Chickens of each seat")),),
        phase="after",
        once="hand",
        when=option_on("ji_points"),
    ),
    *penalty_events(
        Choice("false_win", Text("诈胡", "False win"), amount=10),
        Choice("other", Text("其他处罚", "Other penalty")),
    ),
    leave_event(),
)
FORM_STATES = states(
    "ready",
    "not_ready",
    price={"ready": ("declared", "tiles", "max_fan")},
    optional=("ready",),
    # Nobody is asked where neither ready hands are paid nor kongs depend on them (§3).
    unless=(("cha_jiao", (False,)), ("dou_on_draw", ("keep", "void"))),
)

OPTIONS = (
    Option("unit", 1, Text("一番的分", "Points per fan"), minimum=1, maximum=10_000, source="§4"),
    Option(
        "qing_qi_dui_fan",
        90,
        Text("清七对", "One suit, seven pairs"),
        choices=(90, 50),
        choice_labels={
            90: Text("90番", "90 fan"),
            50: Text("同清一色，50番", "50 fan, as one suit"),
        },
        house_value=True,
        source="§8",
    ),
    Option(
        "kong_draw_fan",
        10,
        Text("杠上胡", "Out on a kong"),
        choices=(10, 0),
        source="§4",
        help=Text("杠牌后马上自摸。", "A self-draw on the replacement tile."),
    ),
    switch(
        "ping_hu_needs_dou",
        True,
        Text("平胡点胡要有豆", "A plain hand on a discard needs a kong"),
        help=Text("自摸、热炮、抢杠不限。", "Not on a self-draw, after a kong, or by robbing one."),
        source="§4",
    ),
    Option(
        "hot_shot",
        "table",
        Text("热炮", "Discard after one's own kong"),
        choices=("table", "void_only", "none"),
        choice_labels={
            "table": Text("豆不算，另付60、30或10番", "The kong is void; 60, 30 or 10 more"),
            "void_only": Text("只是豆不算", "The kong is void"),
            "none": Text("当普通点炮", "As any discard"),
        },
        source="§5",
        help=Text("闷豆60、转弯豆30、点豆10。", "Concealed 60, added 30, exposed 10."),
    ),
    Option(
        "hot_multi",
        "each",
        Text("热炮一炮多响", "Several winners after a kong"),
        choices=("each", "first"),
        choice_labels={
            "each": Text("每家都收", "Each is paid for the kong"),
            "first": Text("只付第一家", "Only the first is"),
        },
        house_value=True,
        help=Text("豆的钱付给谁。", "Who is paid for the kong."),
        source="§8",
    ),
    Option(
        "rob_kong_pays",
        "all_three",
        Text("被抢杠付", "A robbed konger pays"),
        choices=("all_three", "one_share"),
        choice_labels={
            "all_three": Text("包三家", "For all three"),
            "one_share": Text("一份", "One share"),
        },
        source="§5",
        help=Text("只能抢转弯豆，豆不算。", "Only added kongs are robbed; the kong is void."),
    ),
    switch(
        "multi_win",
        True,
        Text("一炮多响", "Several winners on a discard"),
        house_value=True,
        source="§8",
    ),
    Option(
        "multi_win_dealer",
        "discarder",
        Text("一炮多响后的庄家", "The deal after several winners"),
        choices=("discarder", "first_winner"),
        choice_labels={
            "discarder": Text("点炮的人", "The discarder"),
            "first_winner": Text("第一个和的人", "The first winner"),
        },
        house_value=True,
        source="§8",
    ),
    switch(
        "cha_jiao",
        False,
        Text("荒庄查叫", "Ready hands are paid in a draw"),
        house_value=True,
        help=Text(
            "没听的付每个听的，按他最大能和的牌。",
            "Seats not ready pay each ready one the dearest hand it could win.",
        ),
        source="§8",
    ),
    Option(
        "dou_on_draw",
        "keep",
        Text("荒庄时的豆", "Kong money of a drawn hand"),
        choices=("keep", "ready_only", "void"),
        choice_labels={
            "keep": Text("照付", "Stands"),
            "ready_only": Text("听牌的才有", "Only of ready seats"),
            "void": Text("不算", "Void"),
        },
        house_value=True,
        help=Text("和牌的一盘总是照付。", "In a hand that was won they always stand."),
        source="§8",
    ),
    Option(
        "ji_points",
        0,
        Text("一只鸡的分", "Points per chicken"),
        minimum=0,
        maximum=10_000,
        help=Text("0是不算鸡。", "0: chickens are not played."),
        house_value=True,
        source="§8",
    ),
)
