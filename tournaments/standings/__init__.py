"""Metrics, ranking and standings: pure calculation."""

from tournaments.standings.config import DEFAULT_ORDER, StandingsConfig
from tournaments.standings.facts import EntryFacts, EventFacts, TableFacts
from tournaments.standings.metrics import METRICS
from tournaments.standings.standings import Cell, Row, Standings, TeamRow, compute

__all__ = [
    "DEFAULT_ORDER",
    "METRICS",
    "Cell",
    "EntryFacts",
    "EventFacts",
    "Row",
    "Standings",
    "StandingsConfig",
    "TableFacts",
    "TeamRow",
    "compute",
]
