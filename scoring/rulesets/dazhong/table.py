"""The fan table of 大众麻将 (dazhong.md §4): Guobiao's rows and sixteen more."""

from scoring.form_facts import option_on
from scoring.rulesets.guobiao.fans import Fan
from scoring.rulesets.guobiao.house_rows import (
    HONOUR_SETS,
    MOMENT,
    OF_FOUR_WINDS,
    ONE_OF,
    PAIR_BARS,
    PAIRS,
    STEPS,
    barring,
    by_worth,
    row,
    with_bars,
)
from scoring.rulesets.guobiao.house_words import DEFINITIONS, NAMES
from scoring.rulesets.guobiao.table import CIRCUMSTANCES, FanTable
from scoring.rulesets.guobiao.table import ONE_OF as GUOBIAO_ONE_OF
from scoring.text import Text

_WAITS = "dan_diao_jiang bian_zhang kan_zhang"
_OF_MOMENT = (
    row(
        102,
        "tian_hu",
        48,
        MOMENT,
        Text("天胡", "Heavenly Hand"),
        Text(
            "庄家发完牌就和，可以先补花，不可先暗杠。",
            "The dealer wins with the dealt hand, flowers replaced; no concealed kong before.",
        ),
    ),
    row(
        103,
        "di_hu",
        32,
        MOMENT,
        Text("地胡", "Earthly Hand"),
        Text(
            "闲家第一次摸牌就和，可以先补花；前面没有人吃碰杠。",
            "Another seat wins on its first draw, flowers replaced; no call or kong before.",
        ),
    ),
    row(
        104,
        "si_hun",
        32,
        MOMENT,
        Text("四混", "Four Wild Tiles"),
        Text(
            "牌里有四个混；其他番（连花）超过界限就不计。",
            "Four wild tiles in the hand; not if all else, flowers too, exceeds the limit.",
        ),
    ),
    row(
        105,
        "si_jun_zi",
        24,
        MOMENT,
        Text("四君子", "Four Gentlemen"),
        Text("梅兰竹菊四张花齐全。", "All four flowers: plum, orchid, bamboo, chrysanthemum."),
    ),
    row(
        106,
        "ren_hu",
        24,
        MOMENT,
        Text("人胡", "Human Hand"),
        Text(
            "和庄家打出的第一张牌；庄家没有先暗杠。",
            "Won on the dealer's first discard; no concealed kong of the dealer before.",
        ),
    ),
    row(
        107,
        "tian_ting",
        16,
        MOMENT,
        NAMES["tian_ting"],
        Text(
            "庄家打第一张时报听，闲家发完牌就报听，后来和牌；庄家先暗杠不算。",
            "Declared ready with the dealer's first discard, or as dealt, and won; not for a "
            "dealer who has made a concealed kong first.",
        ),
    ),
    row(
        112,
        "li_zhi",
        2,
        MOMENT,
        Text("立直", "Declared Ready"),
        Text(
            "报听而且门清；天听不另计。", "Declared ready and concealed; not beside Ready as Dealt."
        ),
    ),
    row(
        115,
        "ji_hua",
        1,
        MOMENT,
        Text("季花", "Own Flower"),
        Text("本门的花再计一次。", "The flower of the own seat counts once more."),
    ),
    row(
        116,
        "wu_hun",
        0,
        MOMENT,
        Text("无混", "No Wild Tile"),
        Text("有混的玩法，和牌时牌里没有混。", "No wild tile in the hand while there are wilds."),
    ),
)
_BARS = {"tian_hu": _WAITS, "si_jun_zi": "ji_hua hua_pai"}
_OF_TILES = (
    ("hun_si_jie", 108, 6, STEPS),
    ("hun_si_bu", 109, 4, STEPS),
    ("hun_san_jie", 110, 4, STEPS),
    ("hun_san_bu", 111, 2, STEPS),
    ("er_wu_ba_jiang", 113, 1, PAIRS),
    ("yao_jiu_tou", 114, 1, PAIRS),
)

ROWS: tuple[Fan, ...] = tuple(
    sorted(
        (
            barring(
                row(
                    101,
                    "si_fang_da_fa",
                    168,
                    HONOUR_SETS,
                    Text("四方大发财", "Four Winds and Green"),
                    DEFINITIONS["si_fang_da_fa"],
                ),
                f"{OF_FOUR_WINDS} dan_diao_jiang",
            ),
            *(barring(fan, _BARS.get(fan.id, "")) for fan in _OF_MOMENT),
            *(
                row(no, name, points, kind, NAMES[name], DEFINITIONS[name])
                for name, no, points, kind in _OF_TILES
            ),
        ),
        key=lambda fan: fan.no,
    )
)
# Rows that the seed has lost and public tables have (†); one option for all five.
RECONSTRUCTED = ("li_zhi", "er_wu_ba_jiang", "yao_jiu_tou", "hua_pai", "ji_hua")
OF_THE_EVENT = frozenset(fan.id for fan in _OF_MOMENT)
_WITH_RECONSTRUCTED = option_on("reconstructed_rows")

TABLE = FanTable(
    rows=by_worth((*ROWS, *with_bars(PAIR_BARS))),
    from_event=CIRCUMSTANCES | OF_THE_EVENT,
    one_of=(*GUOBIAO_ONE_OF, *ONE_OF),
    when={
        **dict.fromkeys(RECONSTRUCTED, _WITH_RECONSTRUCTED),
        "si_hun": option_on("wild", "seasons", "flip"),
        "wu_hun": (*option_on("wild", "seasons", "flip"), *option_on("wu_hun_fan")),
    },
    priced={"wu_hun": "wu_hun_fan", "hua_pai": "flower_fan", "ji_hua": "flower_fan"},
)
