"""The option table of common_fan_table.md §7."""

from scoring.options import Bundle, Option, switch
from scoring.text import Text

PRESET = Bundle(
    "preset",
    "table",
    Text("预设", "Preset"),
    {"table": {}},
    {"table": Text("照本表", "As the table")},
)
OPTIONS: tuple[Option, ...] = (
    Option(
        "unit",
        1,
        Text("一番的分", "Points per fan"),
        minimum=1,
        maximum=10_000,
        source="§5",
        house_value=True,
    ),
    Option(
        "min_fan",
        0,
        Text("起胡番", "Minimum fan"),
        minimum=0,
        maximum=1_000,
        source="§7",
        house_value=True,
    ),
    Option(
        "discard_pays",
        "discarder_only",
        Text("点炮谁付", "Who pays for a discard"),
        choices=("discarder_only", "all_equal", "discarder_double"),
        choice_labels={
            "discarder_only": Text("点炮者一家付", "The discarder alone"),
            "all_equal": Text("三家一样付", "All three alike"),
            "discarder_double": Text("三家付，点炮者加倍", "All three, the discarder double"),
        },
        source="§1",
        house_value=True,
    ),
    switch(
        "minor_rows",
        True,
        Text("小番", "Minor rows"),
        help=Text(
            "门清、断幺、缺门、缺字、单调、五将：原表只在不计里提到，番数照国标。",
            "Concealed, All simples, Two suits, No honours, Single wait, Pair of fives: the table "
            "names them among its exclusions only; worth as in Guobiao.",
        ),
        source="§1",
    ),
    switch("qiong_hu", True, Text("穷胡", "Poor hand"), source="§4"),
    switch(
        "dealer_double",
        False,
        Text("庄家输赢加倍", "Doubled for the dealer"),
        help=Text("付给庄家和庄家付的都加倍。", "A payment to or from the dealer is doubled."),
        source="§5",
    ),
    Option(
        "multi_win",
        "head_bump",
        Text("一炮多响", "Several claims for one discard"),
        choices=("head_bump", "all"),
        choice_labels={
            "head_bump": Text("按次序只有一家胡", "Only the first in turn wins"),
            "all": Text("都胡", "All win"),
        },
        source="§7",
        house_value=True,
    ),
    Option(
        "next_dealer",
        "stay_on_win",
        Text("下一盘的庄家", "The next dealer"),
        choices=("stay_on_win", "rotate"),
        choice_labels={
            "stay_on_win": Text("庄家胡或荒庄连庄", "The dealer stays on a win or a drawn hand"),
            "rotate": Text("总是下家", "Always the next seat"),
        },
        source="§6",
        house_value=True,
    ),
    Option(
        "false_win_each",
        10,
        Text("诈胡付每家", "False win, to each other seat"),
        minimum=0,
        maximum=10_000,
        source="§7",
        house_value=True,
    ),
)
BUNDLES = (PRESET,)
