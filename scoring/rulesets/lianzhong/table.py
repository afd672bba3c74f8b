"""The fan table of 联众 (lianzhong.md §2): Guobiao's rows and twelve more."""

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

_STEPS = (
    ("hun_si_jie", 6, STEPS),
    ("hun_si_bu", 4, STEPS),
    ("hun_san_jie", 4, STEPS),
    ("hun_san_bu", 2, STEPS),
    ("er_wu_ba_jiang", 1, PAIRS),
    ("yao_jiu_tou", 1, PAIRS),
)

ROWS: tuple[Fan, ...] = (
    barring(
        row(
            101,
            "si_fang_da_fa",
            168,
            HONOUR_SETS,
            Text("四方大发", "Four Winds and Green"),
            DEFINITIONS["si_fang_da_fa"],
        ),
        OF_FOUR_WINDS,
    ),
    barring(
        row(
            102,
            "tian_hu",
            168,
            MOMENT,
            Text("天和", "Heavenly Hand"),
            Text("庄家起牌即和。", "The dealer wins with the dealt hand."),
        ),
        "zi_mo bu_qiu_ren men_qian_qing bian_zhang kan_zhang dan_diao_jiang hu_jue_zhang",
    ),
    barring(
        row(
            103,
            "di_hu",
            158,
            MOMENT,
            Text("地和", "Earthly Hand"),
            Text(
                "庄家打出第一张后，下家第一次摸牌即和（照选项也可以是任何闲家）。",
                "The seat after the dealer (by option any other seat) wins on its first draw.",
            ),
        ),
        "zi_mo bu_qiu_ren men_qian_qing",
    ),
    row(
        104,
        "ren_hu",
        108,
        MOMENT,
        Text("人和", "Human Hand"),
        Text(
            "第一圈内和牌，不是天和、地和；自摸、点炮都算。",
            "Any other win within the first go-round, drawn or discarded.",
        ),
    ),
    row(
        105,
        "hun_gang",
        88,
        MOMENT,
        Text("混杠", "Kong of Wild Tiles"),
        Text("四张混开暗杠。", "A concealed kong of four wild tiles."),
    ),
    row(
        106,
        "tian_ting",
        32,
        MOMENT,
        NAMES["tian_ting"],
        Text("起牌即听，后来和牌。", "Ready as dealt, and won."),
    ),
    *(
        row(107 + at, name, points, kind, NAMES[name], DEFINITIONS[name])
        for at, (name, points, kind) in enumerate(_STEPS)
    ),
)
OF_THE_EVENT = frozenset({"tian_hu", "di_hu", "ren_hu", "hun_gang", "tian_ting"})

TABLE = FanTable(
    rows=by_worth((*ROWS, *with_bars(PAIR_BARS))),
    from_event=CIRCUMSTANCES | OF_THE_EVENT,
    one_of=(*GUOBIAO_ONE_OF, *ONE_OF),
    when={"hun_gang": option_on("hun_gang", "winner_fan")},
)
