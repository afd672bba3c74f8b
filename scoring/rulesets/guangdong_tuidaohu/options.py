"""The option table of guangdong_tuidaohu.md §9."""

from scoring.options import Bundle, Option, switch
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


def _kong(id: str, default: int, label: Text) -> Option:
    return Option(id, default, label, minimum=0, maximum=1_000_000, source="§6")


HAND_OPTIONS = (
    Option("di", 1, Text("底分", "Base"), minimum=1, maximum=1_000_000, source="§4"),
    Option(
        "ghost",
        "flip_next",
        Text("鬼牌", "Ghosts (wild tiles)"),
        choices=("flip_next", "hongzhong", "none"),
        choice_labels={
            "flip_next": Text("翻牌的下一张", "The face after the tile turned up"),
            "hongzhong": Text("红中", "Red dragons"),
            "none": Text("没有鬼", "None"),
        },
        help=Text(
            "翻牌时没有写鬼牌就是没有鬼。",
            "Where a tile is turned up, a record without it has no ghosts.",
        ),
        source="§2",
    ),
    Option(
        "ying_hu",
        2,
        Text("硬胡倍数", "Factor of a win without ghosts"),
        choices=(1, 2),
        help=Text("有鬼的局里，手里没有鬼。", "Ghosts are played and the hand has none."),
        source="§4",
    ),
    Option("zi_mo", 2, Text("自摸倍数", "Factor of a self-draw"), choices=(1, 2), source="§4"),
    switch("ji_hu_discard", False, Text("鸡胡可以点炮胡", "鸡胡 on a discard"), source="§1"),
    Option(
        "ji_hu_with_event",
        "replace",
        Text("鸡胡遇上杠开、抢杠、海底", "鸡胡 with a kong or last-tile win"),
        choices=("replace", "add"),
        choice_labels={
            "replace": Text("鸡胡的2不算", "Its own 2 is dropped"),
            "add": Text("鸡胡的2加上去", "Its own 2 is added"),
        },
        source="§1",
    ),
    Option(
        "cap",
        0,
        Text("封顶（几个底分）", "Limit, in bases"),
        minimum=0,
        maximum=1_000_000,
        help=Text("0是不封顶。", "0 is none."),
        source="§5",
        house_value=True,
    ),
)
KONG_OPTIONS = (
    _kong("kong_exposed", 3, Text("点杠（放杠者付）", "Exposed kong, from its giver")),
    _kong("kong_added", 1, Text("补杠（每家）", "Added kong, from each")),
    _kong("kong_concealed", 2, Text("暗杠（每家）", "Concealed kong, from each")),
    Option(
        "kong_on_draw",
        "keep",
        Text("流局时的杠分", "Kong money of a drawn hand"),
        choices=("keep", "void"),
        choice_labels={"keep": Text("照付", "Stands"), "void": Text("不算", "Void")},
        source="§1",
    ),
)
HORSE_OPTIONS = (
    Option(
        "horses",
        1,
        Text("每家买马张数", "Horses of each seat"),
        choices=(0, 1, 2),
        choice_labels={0: Text("不买马", "None")},
        source="§7",
    ),
    Option(
        "horse_origin",
        "winner",
        Text("马从谁数起", "Horses are counted from"),
        choices=("winner", "dealer"),
        choice_labels={
            "winner": Text("赢家（一炮多响从点炮者）", "The winner (of several: the discarder)"),
            "dealer": Text("庄家", "The dealer"),
        },
        source="§1",
    ),
)
OTHER_OPTIONS = (
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
        source="§5",
    ),
    Option(
        "next_dealer",
        "winner",
        Text("闲家胡后的庄家", "The deal after another seat's win"),
        choices=("winner", "pass"),
        choice_labels={
            "winner": Text("赢家（一炮多响：点炮者）", "The winner (of several: the discarder)"),
            "pass": Text("下家", "The next seat"),
        },
        source="§8",
        house_value=True,
    ),
    Option(
        "false_win_each",
        8,
        Text("诈胡付每家", "False win, to each other seat"),
        minimum=0,
        maximum=1_000_000,
        source="§9",
        house_value=True,
    ),
)
OPTIONS = (*HAND_OPTIONS, *KONG_OPTIONS, *HORSE_OPTIONS, *OTHER_OPTIONS)
