"""甘谷麻将 (Gangu): the dealer names the rule of the hand, the 口子, before the deal."""

from scoring.rulesets.gangu.payout import Gangu

__all__ = ["Gangu"]
