"""The door from a record to the tile engine: the quick count, since no reasons are asked for."""

from scoring.errors import Refusal, refuse
from scoring.fields import Winner
from scoring.hand import HandTiles
from scoring.record import Event
from scoring.ruleset import Game
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.validate import hand_problems
from scoring.rulesets.guobiao.quick.count import counter_for
from scoring.walk import SEAT_NAMES


def fan_of_tiles(game: Game, event: Event, winner: Winner) -> int:
    """Return the fan of a winner's tiles without flowers.

    The winner's hand must be given. Raises `Refusal`: ``not_a_win`` for tiles that make no winning
    hand, or everything that `hand_problems` finds.
    """
    if winner.hand is None:
        raise RuntimeError("Tiles are counted only where the record has them.")
    hand = hand_of(game, event, winner.seat, winner.hand)
    check_hand(hand, event, winner.seat)
    count = counter_for(game.options).of_hand(hand)
    if count is None:
        raise not_a_win(event, winner.seat)
    return count.fan


def check_hand(hand: GbHand, event: Event, seat: int) -> None:
    """Raise `Refusal` with everything that keeps a hand from being counted."""
    problems = hand_problems(hand)
    if problems:
        raise Refusal(
            problem._replace(event=event.index, seat=seat, field="") for problem in problems
        )


def not_a_win(event: Event, seat: int) -> Refusal:
    """Return the refusal of tiles that make no winning hand."""
    name = SEAT_NAMES[seat]
    return refuse(
        "not_a_win",
        f"{name.zh}家的牌没有和。",
        f"{name.en}'s tiles are no winning hand.",
        event=event.index,
        seat=seat,
    )


def hand_of(game: Game, event: Event, seat: int, tiles: HandTiles) -> GbHand:
    """A hand of the engine; the seat number is the seat wind (EVENTS §2)."""
    flags = event.get("flags", ())
    return GbHand(
        concealed=tiles.concealed,
        win_tile=event["tile"],
        melds=tiles.melds,
        self_draw=event["by"] == "self_draw",
        last_tile="last_tile" in flags,
        kong_draw="kong_draw" in flags,
        rob_kong=event["by"] == "rob_kong",
        fourth_tile="fourth_tile" in flags,
        seat_wind=seat,
        round_wind=game.record.context.round_wind,
    )
