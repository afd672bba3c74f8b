"""The option table of shanghai.md §8."""

from scoring.options import Bundle, Option, switch
from scoring.text import Text

PRESET = Bundle(
    "preset",
    "qinghunpeng",
    Text("预设", "Preset"),
    {
        "qinghunpeng": {},
        "qiaoma": {
            "allow_plain_win": True,
            "need_flower": "always",
            "need_qiao": True,
            "men_qing_fan": 1,
        },
        "old": {"allow_plain_win": True},
    },
    {
        "qinghunpeng": Text("清混碰", "清混碰: only hands with fan"),
        "qiaoma": Text("敲麻", "敲麻: knock first, any hand"),
        "old": Text("老式", "Old style: any hand"),
    },
)


def _flowers(id: str, default: int, label: Text, *, source: str = "§5", own: bool = True) -> Option:
    return Option(id, default, label, minimum=0, maximum=1_000, source=source)


PRICE_OPTIONS = (
    Option(
        "di",
        3,
        Text("底", "Base"),
        minimum=0,
        maximum=1_000_000,
        help=Text("筹码数，加上花以后翻番。", "Chips; flowers are added, then fan double it."),
        source="§6, C",
    ),
    Option(
        "flower_point",
        1,
        Text("一个花的分", "Chips per flower"),
        minimum=0,
        maximum=1_000_000,
        source="§6, C",
    ),
    Option(
        "lezi",
        40,
        Text("勒子（封顶）", "勒子 (cap of a share)"),
        minimum=0,
        maximum=1_000_000,
        help=Text("每份最多这么多；0是不封顶。", "A share is never more; 0 is no cap."),
        source="§6, C",
    ),
    switch(
        "lezi_multiples",
        True,
        Text("双勒、四勒", "Double and fourfold caps"),
        help=Text(
            "清碰、风一色、开宝、黄番两个勒子，风碰四个。",
            "Two caps for 清碰, 风一色, doubles and drawn hands before; four for 风碰.",
        ),
        source="§6, A",
    ),
)
WIN_OPTIONS = (
    switch(
        "allow_plain_win",
        False,
        Text("垃圾胡", "Plain hands may win"),
        source="§4, A; C",
    ),
    Option(
        "need_flower",
        "never",
        Text("要有花才能胡", "A win needs a flower"),
        choices=("never", "for_discard", "always"),
        choice_labels={
            "never": Text("不要", "Never"),
            "for_discard": Text("点炮胡要", "On a discard"),
            "always": Text("都要", "Always"),
        },
        source="§5, A; C",
    ),
    switch("need_qiao", False, Text("不敲不能胡", "Only after knocking"), source="§4, C"),
    Option(
        "men_qing_fan",
        0,
        Text("门清的番", "Fan of a concealed hand"),
        choices=(0, 1, 2, 3, 4),
        source="§4, C",
    ),
    switch(
        "dragons_as_flowers",
        False,
        Text("中发白当花", "Dragons are flowers"),
        help=Text("共二十个花，只有风是字牌。", "Twenty flowers; only the winds are honours."),
        source="§2, C",
    ),
)
FLOWER_OPTIONS = (
    _flowers(
        "honor_pung_flowers",
        1,
        Text("碰出来的风、字的花", "Flowers of a melded honour pung"),
        source="§5, C",
    ),
    _flowers(
        "concealed_honor_pung_flowers",
        0,
        Text("手里的风、字刻子的花", "Flowers of a concealed honour triplet"),
    ),
    _flowers(
        "suit_kong_exposed_flowers", 1, Text("序数牌明杠的花", "Flowers of an open suit kong")
    ),
    _flowers(
        "suit_kong_concealed_flowers", 2, Text("序数牌暗杠的花", "Flowers of a concealed suit kong")
    ),
    _flowers(
        "honor_kong_exposed_flowers", 2, Text("风、字明杠的花", "Flowers of an open honour kong")
    ),
    _flowers(
        "honor_kong_concealed_flowers",
        3,
        Text("风、字暗杠的花", "Flowers of a concealed honour kong"),
    ),
)
CONTRACT_OPTIONS = (
    Option(
        "contract_melds",
        3,
        Text("承包要几副", "Melds that make a contract"),
        choices=(0, 3, 4),
        choice_labels={0: Text("没有承包", "No contracts")},
        help=Text(
            "一家吃、碰、明杠另一家这么多副，两家承包。",
            "Two seats are bound when one took so many melds from the other.",
        ),
        source="§6, A; C",
    ),
    Option(
        "contract_self_draw_others",
        "exempt",
        Text("承包自摸时另两家", "The others on a self-draw under contract"),
        choices=("exempt", "pay"),
        choice_labels={
            "exempt": Text("不付", "Pay nothing"),
            "pay": Text("各付一份", "Pay one share each"),
        },
        source="§6, A",
    ),
    Option(
        "contract_on_discard",
        "also",
        Text("点炮时承包的人", "The contract party on a discard"),
        choices=("also", "instead", "none"),
        choice_labels={
            "also": Text("也付一份", "Pays one share as well"),
            "instead": Text("代点炮的人付", "Pays in place of the discarder"),
            "none": Text("不付", "Pays nothing"),
        },
        source="§6, A",
    ),
    Option(
        "contract_same_payer",
        "single",
        Text("点炮或被抢杠的就是承包的人", "The contract party is the payer already"),
        choices=("single", "stack"),
        choice_labels={
            "single": Text("只算一次", "Pays once"),
            "stack": Text("两样相加", "Pays both"),
        },
        source="§6",
        house_value=True,
    ),
)
OTHER_OPTIONS = (
    Option(
        "multi_win",
        "all",
        Text("一炮多响", "Several winners on one discard"),
        choices=("all", "head_bump"),
        choice_labels={
            "all": Text("都胡", "All win"),
            "head_bump": Text("只有最近的一家", "Only the nearest"),
        },
        source="§6, A",
    ),
    Option(
        "multi_winner_cap",
        "pro_rata",
        Text("一炮多响的封顶", "Cap with several winners"),
        choices=("pro_rata", "none"),
        choice_labels={
            "pro_rata": Text("最多输一家的封顶，按比例分", "One cap in all, divided in proportion"),
            "none": Text("各付各的", "Each is paid in full"),
        },
        source="§6, A",
    ),
    Option(
        "multi_win_dealer",
        "nearest_winner",
        Text("一炮多响后的庄家", "The deal after several winners"),
        choices=("nearest_winner", "discarder"),
        choice_labels={
            "nearest_winner": Text("离点炮者最近的赢家", "The winner nearest to the discarder"),
            "discarder": Text("点炮者", "The discarder"),
        },
        source="§7, A / B",
    ),
    Option(
        "rob_kong_shares",
        3,
        Text("被抢杠付几份", "Shares of a robbed kong"),
        choices=(1, 3),
        source="§6, A",
    ),
    switch(
        "kai_bao",
        True,
        Text("开宝", "Doubles"),
        help=Text("骰子同点加一番。", "Equal wall dice are worth a fan."),
        source="§7, A",
    ),
    switch(
        "huang_fan",
        True,
        Text("黄番", "Drawn hands before"),
        help=Text("前面每一局和局加一番。", "Each drawn hand since the last win is worth a fan."),
        source="§7, A",
    ),
    switch(
        "flower_replacement_kai",
        False,
        Text("补花胡也算杠开", "Out on a flower's replacement counts as 杠开"),
        source="§8",
        house_value=True,
    ),
    Option(
        "false_win_each",
        40,
        Text("诈胡付每家", "False win, to each other seat"),
        minimum=0,
        maximum=1_000_000,
        source="§8",
        house_value=True,
    ),
)
OPTIONS = (*PRICE_OPTIONS, *WIN_OPTIONS, *FLOWER_OPTIONS, *CONTRACT_OPTIONS, *OTHER_OPTIONS)
BUNDLES = (PRESET,)
