"""南昌麻将 (Nanchang): hand types, options and payouts."""

from scoring.rulesets.nanchang.payout import Nanchang

__all__ = ["Nanchang"]
