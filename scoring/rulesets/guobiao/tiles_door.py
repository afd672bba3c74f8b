"""The door from a record to the tile engine."""

from scoring.errors import refuse
from scoring.fields import Winner
from scoring.record import Event
from scoring.ruleset import Game


def fan_of_tiles(game: Game, event: Event, winner: Winner) -> int:
    """Return the fan of a winner's tiles without flowers; raise `Refusal`."""
    raise refuse(
        "not_allowed",
        "还不能按牌计番，请写番数或番种。",
        "Tiles cannot be counted yet; give the fan or the patterns.",
        event=event.index,
        seat=winner.seat,
    )
