"""A fan table over the tile engine: Guobiao's rows, or these with rows added or taken away.

A game that builds on Guobiao has a table of its own and no engine of its own. A reading of a hand
has the fans that the engine finds in it and the rows that its table adds; the exclusions of the
table say which of them stand.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scoring.form_facts import When, holds
from scoring.rulesets.guobiao.engine.principles import without_excluded
from scoring.rulesets.guobiao.fans import BY_ID, FANS, Fan
from scoring.rulesets.guobiao.profile import fan_points

# These come from the event and are never declared.
CIRCUMSTANCES = frozenset(
    {
        "zi_mo",
        "bu_qiu_ren",
        "miao_shou_hui_chun",
        "hai_di_lao_yue",
        "gang_shang_kai_hua",
        "qiang_gang_hu",
        "hu_jue_zhang",
        "hua_pai",
    }
)
# Of each row a hand can have one only: suits, waits, shapes, number of kongs, concealment.
ONE_OF: tuple[tuple[str, ...], ...] = (
    ("qing_yi_se", "hun_yi_se", "zi_yi_se", "wu_men_qi", "que_yi_men"),
    ("bian_zhang", "kan_zhang", "dan_diao_jiang"),
    (
        "qi_dui",
        "lian_qi_dui",
        "shi_san_yao",
        "qi_xing_bu_kao",
        "quan_bu_kao",
        "peng_peng_hu",
        "ping_hu",
    ),
    ("si_gang", "san_gang", "shuang_ming_gang", "shuang_an_gang", "ming_an_gang"),
    ("men_qian_qing", "quan_qiu_ren"),
)


@dataclass(frozen=True)
class FanTable:
    """The rows that a game counts by.

    ``from_event`` are those that the event tells and nobody declares; of each of ``one_of`` a hand
    has one only. ``when`` names the options that bring a row in, ``priced`` the option that says
    what a row is worth.
    """

    rows: tuple[Fan, ...] = FANS
    from_event: frozenset[str] = CIRCUMSTANCES
    one_of: tuple[tuple[str, ...], ...] = ONE_OF
    when: Mapping[str, When] = field(default_factory=dict)
    priced: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def by_id(self) -> dict[str, Fan]:
        return {fan.id: fan for fan in self.rows}

    def has(self, row: str, options: Mapping[str, Any]) -> bool:
        """Whether a row is played under the options."""
        if row == "ming_an_gang" and options["mixed_kongs"] == "split":
            return False
        return row in self.by_id and holds(self.when.get(row, ()), options)

    def points(self, row: str, options: Mapping[str, Any]) -> int:
        """Return what a row is worth once."""
        if row in self.priced:
            return int(options[self.priced[row]])
        return fan_points(row, options, self.by_id)

    def worth(self, fans: Mapping[str, int], options: Mapping[str, Any]) -> int:
        """Return what fans that stand are worth together."""
        return sum(self.points(row, options) * times for row, times in fans.items())

    def own_worth(self, fans: Mapping[str, int], options: Mapping[str, Any]) -> int:
        """Return what Guobiao's own rows among the fans are worth."""
        own = {row: times for row, times in fans.items() if row in BY_ID}
        return self.worth(own, options)

    def standing(self, found: Mapping[str, int], options: Mapping[str, Any]) -> Counter[str]:
        """Return the fans that stand once exclusions are applied; may be empty."""
        return without_excluded(found, options, self.by_id)


GUOBIAO = FanTable()
