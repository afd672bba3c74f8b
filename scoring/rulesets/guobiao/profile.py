"""What the options say about disputed fans (guobiao.md §8), for tiles and for named fans alike."""

from collections.abc import Collection, Mapping
from typing import Any

from scoring.rulesets.guobiao.fans import BY_ID, Fan

# Hands that cannot be other than concealed; which of them take 不求人 depends on the profile.
ALWAYS_CONCEALED = frozenset(
    {
        "jiu_lian_bao_deng",
        "lian_qi_dui",
        "shi_san_yao",
        "si_an_ke",
        "qi_dui",
        "qi_xing_bu_kao",
        "quan_bu_kao",
    }
)
# By value of ``self_draw_special``: the fans that take it (three only by P1, P2).
_TAKE_BU_QIU_REN: Mapping[str, frozenset[str]] = {
    "zi_mo": frozenset(),
    "bu_qiu_ren": ALWAYS_CONCEALED,
    "bu_qiu_ren_three": frozenset({"jiu_lian_bao_deng", "lian_qi_dui", "shi_san_yao"}),
}
# What an option lets stand beside a fan that otherwise excludes it.
ALLOWED_BY_OPTION = {
    ("qing_yao_jiu", "shuang_tong_ke"): "terminals_double_pung",
    ("lv_yi_se", "hun_yi_se"): "green_half_flush",
    ("si_gang", "an_gang"): "four_kongs_concealed",
}


def fan_points(pattern: str, options: Mapping[str, Any], rows: Mapping[str, Fan] = BY_ID) -> int:
    """Return what a fan is worth under the options (two depend on them)."""
    if pattern == "shuang_an_gang":
        return int(options["two_concealed_kongs"])
    if pattern == "ming_an_gang" and options["mixed_kongs"] != "split":
        return int(options["mixed_kongs"])
    return rows[pattern].points


def may_stand_beside(fan: str, excluded: str, options: Mapping[str, Any]) -> bool:
    """Whether an option lets a fan count that ``fan`` excludes in the table."""
    option = ALLOWED_BY_OPTION.get((fan, excluded))
    return option is not None and bool(options.get(option, False))


def most_times(
    fan: str,
    patterns: Collection[str],
    options: Mapping[str, Any],
    rows: Mapping[str, Fan] = BY_ID,
) -> int:
    """Return how often a fan may stand among ``patterns``: as the table says, but for 暗杠 that an
    option counts kong by kong beside 四杠."""
    if fan == "an_gang" and "si_gang" in patterns and may_stand_beside("si_gang", fan, options):
        return 4
    return rows[fan].times


def takes_bu_qiu_ren(patterns: Collection[str], options: Mapping[str, Any]) -> bool:
    """Whether a hand that is always concealed takes 不求人 on a self-draw."""
    return not _TAKE_BU_QIU_REN[options["self_draw_special"]].isdisjoint(patterns)
