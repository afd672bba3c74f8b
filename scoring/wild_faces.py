"""Wild tiles that a tile turned up before play names: which they are, and the checks of them."""

from scoring.record import Event
from scoring.ruleset import Game
from scoring.tiles import FLOWERS, next_face


def wild_event(game: Game) -> Event | None:
    return next(iter(game.record.of_type("wild")), None)


def faces_of(wild: Event | None, *, next_only: bool = False) -> tuple[int, ...]:
    """Return the wild faces: the one turned up and the next one, or the next one alone.

    Without the event there is none.
    """
    if wild is None or wild.get("indicator") is None or wild["indicator"] in FLOWERS:
        return ()
    following = next_face(wild["indicator"])
    return (following,) if next_only else (wild["indicator"], following)


def check_wild(game: Game, *, next_only: bool = False) -> None:
    """One tile is turned up, and what the record calls wild is what follows from it."""
    events = game.record.of_type("wild")
    for event in events[1:]:
        game.problem(
            "not_allowed", "混只翻一次。", "The wild tiles are turned up once.", event=event
        )
    for event in events[:1]:
        if event["indicator"] in FLOWERS:
            game.problem(
                "bad_tile", "翻出的不能是花牌。", "A flower makes no wild tiles.", event=event
            )
            continue
        told = sorted(tile for tiles in event["tiles"] for tile in tiles)
        if told != sorted(faces_of(event, next_only=next_only)):
            game.problem(
                "state_mismatch",
                "写的混牌和翻出的牌不合。",
                "The wild tiles do not follow from the tile turned up.",
                event=event,
            )
