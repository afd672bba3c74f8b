"""国标麻将 (Guobiao, MCR): fans, the tile engine and the payouts."""

from scoring.rulesets.guobiao.payout import Guobiao

__all__ = ["Guobiao"]
