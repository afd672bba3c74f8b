"""联众 (Lianzhong): Guobiao with twelve more rows."""

from scoring.rulesets.lianzhong.payout import Lianzhong

__all__ = ["Lianzhong"]
