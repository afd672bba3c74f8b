"""Metrics, ranking and standings: pure calculation."""

from tournaments.standings.carry import Cut, carry_in, cut
from tournaments.standings.config import DEFAULT_ORDER, ConfigError, StandingsConfig
from tournaments.standings.explain import Comparison, Part, Source, compare, parts_of
from tournaments.standings.facts import EntryFacts, EventFacts, TableFacts
from tournaments.standings.metrics import METRICS
from tournaments.standings.model import Cell, Row, Standings, TeamRow
from tournaments.standings.stages import StageFacts, compute_stages
from tournaments.standings.standings import compute
from tournaments.standings.strength import strength_of_schedule

__all__ = [
    "DEFAULT_ORDER",
    "METRICS",
    "Cell",
    "Comparison",
    "ConfigError",
    "Cut",
    "EntryFacts",
    "EventFacts",
    "Part",
    "Row",
    "Source",
    "StageFacts",
    "Standings",
    "StandingsConfig",
    "TableFacts",
    "TeamRow",
    "carry_in",
    "compare",
    "compute",
    "compute_stages",
    "cut",
    "parts_of",
    "strength_of_schedule",
]
