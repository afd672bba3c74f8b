"""Who sits where: designs, search, winds, quality. Pure calculation."""

from tournaments.seating.errors import SeatingCancelledError, SeatingError
from tournaments.seating.plan import METHODS, Plan, plan
from tournaments.seating.quality import quality

__all__ = ["METHODS", "Plan", "SeatingCancelledError", "SeatingError", "plan", "quality"]
