"""The option table of guangdong_jipinghu.md §7."""

from scoring.options import Bundle, Option
from scoring.text import Text

BUNDLES = (
    Bundle(
        "preset",
        "qq",
        Text("预设", "Preset"),
        {"qq": {}},
        {"qq": Text("QQ游戏", "As on QQ")},
    ),
)
OPTIONS = (
    Option(
        "room",
        1,
        Text("房间系数", "Points per unit"),
        minimum=1,
        maximum=1_000_000,
        help=Text("2的番次方再乘这个数。", "Multiplies 2 to the power of fan."),
        source="§5, N",
    ),
    Option(
        "bao_hu",
        3,
        Text("爆胡（封顶番）", "Limit of ordinary hands"),
        minimum=0,
        maximum=13,
        help=Text("0是不封顶；特殊牌型不受限制。", "0 is none; special hands break it."),
        source="§4",
    ),
    Option(
        "limit_group",
        "ordinary",
        Text("混碰、清一色", "混碰 and 清一色"),
        choices=("ordinary", "to_hun_yi_se"),
        choice_labels={
            "ordinary": Text("普通牌型，受爆胡限制", "Ordinary, under the limit"),
            "to_hun_yi_se": Text("特殊牌型，4番", "Special, four fan"),
        },
        source="§1",
    ),
    Option(
        "event_fan",
        3,
        Text("杠上开花、杠上炮、抢杠、海底的番", "Fan of kong and last-tile wins"),
        choices=(1, 3),
        source="§4",
    ),
    Option(
        "zi_mo_fan",
        1,
        Text("自摸的番", "Fan of a self-draw"),
        choices=(0, 1),
        source="§4",
    ),
    Option(
        "min_fan",
        0,
        Text("起胡番", "Minimum fan"),
        choices=(0, 1, 3),
        source="§7",
    ),
    Option(
        "discard_pays",
        "discarder_only",
        Text("点炮谁付", "Who pays for a discard"),
        choices=("discarder_only", "full", "half"),
        choice_labels={
            "discarder_only": Text("点炮者付一份", "The discarder, one share"),
            "full": Text("全铳：点炮者付三份", "The discarder, three shares"),
            "half": Text("半铳：点炮者两份，别家各一份", "The discarder two, the others one each"),
        },
        source="§5, P",
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
        house_value=True,
    ),
    Option(
        "multi_win",
        "all",
        Text("一炮多响", "Several winners on one discard"),
        choices=("all", "head_bump"),
        choice_labels={
            "all": Text("都胡", "All win"),
            "head_bump": Text("只有最近的一家", "Only the nearest"),
        },
        source="§1",
    ),
    Option(
        "house_fee",
        0,
        Text("每局台费（每家）", "House fee per hand and seat"),
        minimum=0,
        maximum=1_000_000,
        help=Text("交给场地，不给任何一家。", "Paid to the house, not to a seat."),
        source="§5, A",
    ),
    Option(
        "false_win_each",
        8,
        Text("诈胡付每家", "False win, to each other seat"),
        minimum=0,
        maximum=1_000_000,
        source="§7",
        house_value=True,
    ),
)
