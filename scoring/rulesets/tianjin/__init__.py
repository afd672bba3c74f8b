"""天津麻将 (Tianjin): self-draw only, two wild faces, doublings between dealer and others."""

from scoring.rulesets.tianjin.payout import Tianjin

__all__ = ["Tianjin"]
