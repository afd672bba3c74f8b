"""大众麻将 (Dazhong): Guobiao with more rows and wild season tiles."""

from scoring.rulesets.dazhong.payout import Dazhong

__all__ = ["Dazhong"]
