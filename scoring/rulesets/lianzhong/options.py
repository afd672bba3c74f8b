"""The option table of lianzhong.md §4."""

from scoring.options import Bundle, Option
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
    "house",
    Text("预设", "Preset"),
    {"house": {}},
    {"house": Text("联众", "Lianzhong")},
)
OPTIONS: tuple[Option, ...] = (
    *GUOBIAO_OPTIONS,
    COUNTS_FOR_MINIMUM,
    Option(
        "di_hu_scope",
        "xia_jia",
        Text("谁能地和", "Who has an earthly hand"),
        choices=("xia_jia", "any_first_draw"),
        choice_labels={
            "xia_jia": Text("只有庄家的下家", "Only the seat after the dealer"),
            "any_first_draw": Text("任何闲家第一次摸牌", "Any other seat on its first draw"),
        },
        source="§1",
    ),
    mixed_four_suits("two_or_three"),
    Option(
        "hun_gang",
        "off",
        Text("混杠", "Kong of wild tiles"),
        choices=("off", "winner_fan", "instant"),
        choice_labels={
            "off": Text("没有混牌", "No wild tiles"),
            "winner_fan": Text("和家有杠才算88番", "88 fan, if the winner has it"),
            "instant": Text("开杠即收三家各88分", "88 points from each other seat at once"),
        },
        source="§3",
    ),
    SELF_DRAW_ONLY,
)
BUNDLES = (PRESET, PROFILE)
