"""上海麻将 (Shanghai): hand rows, flowers, caps, contracts, options and payouts."""

from scoring.rulesets.shanghai.payout import Shanghai

__all__ = ["Shanghai"]
