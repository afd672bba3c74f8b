"""The states that a record gives the seats at an exhausted wall, held against hands and events."""

from collections.abc import Callable, Collection

from scoring.fields import State
from scoring.hand import HandTiles
from scoring.record import Event
from scoring.ruleset import Game
from scoring.tiles import FLOWERS, KINDS, TileSet
from scoring.waits import waits
from scoring.walk import SEAT_NAMES

STATES = ("ready", "not_ready")
# What a hand is worth on a winning tile, None where it is no win.
WaitWorth = Callable[[HandTiles, int], int | None]


def hand_waits(hand: HandTiles, tile_set: TileSet, worth: WaitWorth) -> dict[int, int]:
    """Return the tiles that a hand waits on with what each is worth."""
    faces = [tile for tile in range(KINDS) if tile_set.copies(tile) == 4]
    held = [tile for tile in hand.all_tiles() if tile not in FLOWERS]
    return waits(held, faces, lambda tile: worth(hand, tile))


def states_of(game: Game) -> list[tuple[Event, int, State]]:
    """Return the states of an exhausted wall with their event and seat."""
    return [
        (event, seat, state)
        for event in game.record.of_type("exhaust")
        for seat, state in enumerate(event.get("states", ()))
    ]


def check_states(
    game: Game,
    tile_set: TileSet,
    worth: WaitWorth,
    *,
    flowers: bool = False,
    allowed: Collection[str] = STATES,
    length: int = 13,
) -> None:
    """Refuse states that this game has not (``state_mismatch``), ready hands that wait on nothing
    (``not_ready``) and others that do wait (``state_mismatch``). ``flowers``: they may stand in
    hands as wild tiles. ``length`` is that of a hand without a drawn tile."""
    for event, seat, state in states_of(game):
        if state.hand and not flowers and any(t in FLOWERS for t in state.hand.all_tiles()):
            game.problem(
                "bad_tile", "花牌不在手牌里。", "Flowers do not stand in the hand.", event=event
            )
            continue
        if state.state not in allowed:
            _mismatch(game, event, seat, f"没有“{state.state}”", f"cannot be “{state.state}”")
        elif state.hand is not None and _whole(state.hand, length):
            waiting = hand_waits(state.hand, tile_set, worth)
            if state.state == "ready" and not waiting:
                name = SEAT_NAMES[seat]
                game.problem(
                    "not_ready",
                    f"{name.zh}家没有听牌。",
                    f"{name.en}'s hand waits on nothing.",
                    event=event,
                    seat=seat,
                )
            elif state.state == "not_ready" and waiting:
                _mismatch(game, event, seat, "听牌了", "is ready")


def _whole(hand: HandTiles, length: int) -> bool:
    """Whether the hand is one at all; if not, that has been said already."""
    return hand.length == length and all(meld.is_lawful() for meld in hand.melds)


def _mismatch(game: Game, event: Event, seat: int, zh: str, en: str) -> None:
    name = SEAT_NAMES[seat]
    game.problem("state_mismatch", f"{name.zh}家{zh}。", f"{name.en} {en}.", event=event, seat=seat)
