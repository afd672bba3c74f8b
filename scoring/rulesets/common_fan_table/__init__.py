"""常用麻将算番规则表: a plain table of fan for 136 tiles."""

from scoring.rulesets.common_fan_table.payout import CommonFanTable

__all__ = ["CommonFanTable"]
