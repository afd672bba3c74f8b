"""The option table of dazhong.md §5."""

from scoring.options import Bundle, Option, switch
from scoring.rulesets.guobiao.house_checks import (
    COUNTS_FOR_MINIMUM,
    SELF_DRAW_ONLY,
    mixed_four_suits,
)
from scoring.rulesets.guobiao.options import OPTIONS as GUOBIAO_OPTIONS
from scoring.rulesets.guobiao.options import PROFILE
from scoring.text import Text

PRESET = Bundle(
    "preset",
    "table",
    Text("预设", "Preset"),
    {"table": {}},
    {"table": Text("照本表", "As the table")},
)
OPTIONS: tuple[Option, ...] = (
    *GUOBIAO_OPTIONS,
    Option(
        "wild",
        "seasons",
        Text("混牌", "Wild tiles"),
        choices=("seasons", "flip", "none"),
        choice_labels={
            "seasons": Text("春夏秋冬是混", "The four seasons are wild"),
            "flip": Text("翻牌定混", "Named by a tile turned up"),
            "none": Text("没有混", "None"),
        },
        source="§1",
    ),
    Option(
        "si_hun_limit",
        32,
        Text("四混的界限", "Limit of four wild tiles"),
        minimum=0,
        maximum=10_000,
        help=Text(
            "其他番连花合计超过此数，不计四混。",
            "Four Wild Tiles do not count where all else, flowers too, exceeds this number.",
        ),
        source="§1",
    ),
    switch(
        "reconstructed_rows",
        True,
        Text("补出的番种", "Rows filled in"),
        help=Text(
            "原表失落、由别的表补出的五种：立直、258将、幺九头、花牌、季花。",
            "Five rows that the table has lost and other tables have: Declared Ready, the two pair "
            "rows, Flower Tiles and Own Flower.",
        ),
        source="§1",
    ),
    Option(
        "wu_hun_fan",
        0,
        Text("无混", "No wild tile"),
        minimum=0,
        maximum=8,
        help=Text("0就是不算。", "0: not counted."),
        source="§1",
    ),
    mixed_four_suits("three_only"),
    COUNTS_FOR_MINIMUM,
    SELF_DRAW_ONLY,
)
BUNDLES = (PRESET, PROFILE)
