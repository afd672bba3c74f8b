"""The door from a record to the tile engine."""

from scoring.fields import Winner
from scoring.record import Event
from scoring.ruleset import Game


def fan_of_tiles(game: Game, event: Event, winner: Winner) -> int:
    """Return the fan of a winner's tiles without flowers; raise `Refusal`."""
    raise NotImplementedError
