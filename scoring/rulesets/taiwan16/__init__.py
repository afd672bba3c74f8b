"""台湾十六张 (Taiwanese sixteen tiles): 台 table, 宝牌, keeping the deal, options and payouts."""

from scoring.rulesets.taiwan16.payout import Taiwan16

__all__ = ["Taiwan16"]
