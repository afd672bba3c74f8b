"""Who sits where: designs, search, winds, quality. Pure calculation."""

from tournaments.seating.errors import SeatingCancelledError, SeatingError
from tournaments.seating.plan import METHODS, Plan, plan
from tournaments.seating.quality import quality
from tournaments.seating.standing import METHODS as STANDING_METHODS
from tournaments.seating.standing import nearest_round, pair_by_standing

__all__ = [
    "METHODS",
    "STANDING_METHODS",
    "Plan",
    "SeatingCancelledError",
    "SeatingError",
    "nearest_round",
    "pair_by_standing",
    "plan",
    "quality",
]
