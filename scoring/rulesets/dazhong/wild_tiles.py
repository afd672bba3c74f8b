"""Which tiles are wild, and how many of them a winner holds (dazhong.md §1-§3)."""

from scoring.fields import Winner
from scoring.record import Event
from scoring.ruleset import Game
from scoring.tiles import FLOWERS

SEASONS = frozenset(FLOWERS[:4])


def wild_tiles(game: Game) -> frozenset[int]:
    """Return the wild tiles: the seasons, or what the ``wild`` event lists."""
    if game.options["wild"] == "seasons":
        return SEASONS
    if game.options["wild"] == "none":
        return frozenset()
    return frozenset(tile for event in game.record.of_type("wild") for tile in listed(event))


def listed(wild: Event) -> list[int]:
    return [tile for tiles in wild["tiles"] for tile in tiles]


def wilds_in(game: Game, event: Event, winner: Winner) -> int:
    """Return how many of a winner's fourteen tiles are wild."""
    if winner.hand is None:
        extra = winner.declared.extra if winner.declared else {}
        return int(extra.get("wilds", 0))
    faces = wild_tiles(game)
    return sum(tile in faces for tile in (*winner.hand.concealed, event["tile"]))
