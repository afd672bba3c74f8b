"""Laid hands against the kongs that the record has of their seats (EVENTS §3, §4)."""

from collections import Counter
from collections.abc import Iterator

from scoring.hand import HandTiles
from scoring.record import Event
from scoring.ruleset import Game
from scoring.walk import SEAT_NAMES


def check_laid_kongs(game: Game) -> None:
    """Refuse a laid hand without a kong that its seat made (``state_mismatch``).

    A hand may show more: where a kong moves no money the record need not have it.
    """
    for event, seat, hand in _laid_hands(game):
        made = Counter(
            (f"kong_{kong['kind']}", kong["tile"])
            for kong in game.walk.standing_kongs()
            if kong.seat == seat and kong.index < event.index
        )
        # A meld without tiles is refused elsewhere.
        if made - Counter((meld.kind, meld.tile) for meld in hand.melds if meld.tiles):
            name = SEAT_NAMES[seat]
            game.problem(
                "state_mismatch",
                f"{name.zh}家开过的杠没有亮出来。",
                f"A kong of {name.en} is not among the melds shown.",
                event=event,
                seat=seat,
            )


def _laid_hands(game: Game) -> Iterator[tuple[Event, int, HandTiles]]:
    for event in game.record.of_type("win", "exhaust"):
        for winner in event.get("winners", ()):
            if winner.hand is not None:
                yield event, winner.seat, winner.hand
        for seat, state in enumerate(event.get("states", ())):
            if state.hand is not None:
                yield event, seat, state.hand
