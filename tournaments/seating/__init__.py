"""Who sits where: designs, search, winds, quality. Pure calculation."""

from tournaments.seating.plan import Plan, SeatingError, plan
from tournaments.seating.quality import quality

__all__ = ["Plan", "SeatingError", "plan", "quality"]
