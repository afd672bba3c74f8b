"""麻将番数计算全部番型（国标版番种）: Guobiao's fans and payouts, other exclusions.

Spec: guobiao_variant_full_table.md. Disputed fans are read as Guobiao's default profile does.
"""

from collections.abc import Iterable

from scoring.options import Bundle
from scoring.ruleset import Options
from scoring.rulesets.guobiao.engine.shapes import Shape
from scoring.rulesets.guobiao.house import HouseGuobiao, patterns_of
from scoring.rulesets.guobiao.house_rows import with_bars
from scoring.rulesets.guobiao.options import OPTIONS, PROFILE_OPTIONS
from scoring.rulesets.guobiao.table import FanTable
from scoring.text import Text

PRESET = Bundle(
    "preset",
    "table",
    Text("预设", "Preset"),
    {"table": {}},
    {"table": Text("照本表", "As the table")},
)
# What the table bars beside Guobiao's own exclusions (§3).
BARS: dict[str, str] = {
    **dict.fromkeys(
        (
            "da_san_yuan",
            "xiao_san_yuan",
            "zi_yi_se",
            "yi_se_si_bu_gao",
            "yi_se_shuang_long_hui",
        ),
        "que_yi_men",
    ),
    **dict.fromkeys(("da_si_xi", "xiao_si_xi"), "que_yi_men yao_jiu_ke"),
    "qing_yao_jiu": "san_tong_ke",
}
TABLE = FanTable(rows=with_bars(BARS))
# The names that the table uses (§2).
NAMES: dict[str, Text] = {
    name: Text(zh, TABLE.by_id[name].name.en)
    for name, zh in {
        "peng_peng_hu": "对对胡",
        "que_yi_men": "缺门",
        "quan_dai_yao": "浑带幺",
        "bu_qiu_ren": "门清自摸",
        "duan_yao": "断幺九",
        "qing_long": "青龙",
        "san_tong_ke": "三色同刻",
        "lao_shao_fu": "老少",
    }.items()
}


class GuobiaoVariant(HouseGuobiao):
    """Guobiao's fans with the exclusions of another printed table."""

    id = "guobiao_variant_full_table"
    name = Text("国标版番种（全部番型表）", "Guobiao, full-table variant")
    summary = Text(
        "番种、番数、付分同国标；四喜、三元、字一色、一色四步高、一色双龙会不计缺门，清幺九不计同刻。",
        "Guobiao's fans, worth and payouts; no One Voided Suit beside winds, dragons, All Honors, "
        "Four Pure Shifted Chows and Pure Terminal Chows; no Double or Triple Pung beside All "
        "Terminals.",
    )
    table = TABLE
    options = tuple(option for option in OPTIONS if option not in PROFILE_OPTIONS)
    bundles = (PRESET,)
    patterns = patterns_of(TABLE, NAMES)

    def rows_of_shape(self, shape: Shape, options: Options) -> Iterable[str]:
        return ()
