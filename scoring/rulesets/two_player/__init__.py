"""二人麻将 (Two players): 71 tiles out of 136, a cap of 13 fan."""

from scoring.rulesets.two_player.payout import TwoPlayer

__all__ = ["TwoPlayer"]
