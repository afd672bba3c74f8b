"""The rule systems, by id."""

from scoring.ruleset import Ruleset
from scoring.rulesets.common_fan_table import CommonFanTable
from scoring.rulesets.dazhong import Dazhong
from scoring.rulesets.gangu import Gangu
from scoring.rulesets.guangdong_jipinghu import GuangdongJipinghu
from scoring.rulesets.guangdong_tuidaohu import GuangdongTuidaohu
from scoring.rulesets.guizhou_zhuoji import GuizhouZhuoji
from scoring.rulesets.guobiao import Guobiao
from scoring.rulesets.guobiao_variant_full_table import GuobiaoVariant
from scoring.rulesets.hubei_kawuxing import HubeiKawuxing
from scoring.rulesets.lianzhong import Lianzhong
from scoring.rulesets.nanchang import Nanchang
from scoring.rulesets.shanghai import Shanghai
from scoring.rulesets.sichuan import Plain, Xueliu, Xuezhan
from scoring.rulesets.taiwan16 import Taiwan16
from scoring.rulesets.tianjin import Tianjin
from scoring.rulesets.two_player import TwoPlayer

# Counted up whenever a settlement may come out differently.
ENGINE_VERSION = "2"

_RULESETS: tuple[Ruleset, ...] = (
    Guobiao(),
    Lianzhong(),
    GuobiaoVariant(),
    Dazhong(),
    CommonFanTable(),
    GuangdongJipinghu(),
    GuangdongTuidaohu(),
    Nanchang(),
    Xuezhan(),
    Plain(),
    Xueliu(),
    Shanghai(),
    Taiwan16(),
    Tianjin(),
    HubeiKawuxing(),
    GuizhouZhuoji(),
    Gangu(),
    TwoPlayer(),
)
_BY_ID = {ruleset.id: ruleset for ruleset in _RULESETS}


def get_ruleset(ruleset_id: str) -> Ruleset:
    """Return a rule system; raise `KeyError` when there is none of that id."""
    return _BY_ID[ruleset_id]


def all_rulesets() -> tuple[Ruleset, ...]:
    return _RULESETS
