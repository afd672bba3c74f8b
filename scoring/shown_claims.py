"""The chows, pungs and kongs of a record, against the hand that its winner lays (EVENTS §4)."""

from scoring.fields import Winner
from scoring.hand import CHOW, PUNG
from scoring.record import Event
from scoring.ruleset import Game
from scoring.tiles import tile_name
from scoring.walk import SEAT_NAMES


def check_claims_shown(game: Game) -> None:
    """Refuse a winner's hand in which a set is missing that the seat claimed (``state_mismatch``).

    A record need not list every claim, so sets that no event tells are let be.
    """
    robbed = game.walk.robbed()
    claims = [
        claim for claim in game.record.of_type("chow", "pung", "kong") if claim.index not in robbed
    ]
    for event in game.walk.wins:
        for winner in event["winners"]:
            for claim in claims:
                if claim.index < event.index and not _is_shown(claim, winner):
                    name, seat = tile_name(claim["tile"]), SEAT_NAMES[winner.seat]
                    game.problem(
                        "state_mismatch",
                        f"{seat.zh}家的副露里没有吃碰杠过的{name.zh}。",
                        f"{seat.en} claimed {name.en}, but shows no such set.",
                        event=event,
                        seat=winner.seat,
                    )


def _is_shown(claim: Event, winner: Winner) -> bool:
    if winner.hand is None or claim.seat != winner.seat:
        return True
    tile, melds = claim["tile"], winner.hand.melds
    if claim.type == "chow":
        return any(meld.kind == CHOW and tile in meld.tiles for meld in melds)
    if claim.type == "pung":
        # A kong may have been added to it.
        return any((meld.kind == PUNG or meld.is_kong) and tile in meld.tiles for meld in melds)
    return any(meld.kind == f"kong_{claim['kind']}" and tile in meld.tiles for meld in melds)
