"""PyMahjongGB, an independent calculator: hands in its form (requirements-bench.txt)."""

from scoring.hand import CHOW, KONG_CONCEALED, Meld
from scoring.rulesets.guobiao.engine.hand import GbHand

NAMES = (
    *(f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)),
    *("F1", "F2", "F3", "F4", "J3", "J2", "J1"),
)
PeerMeld = tuple[str, str, int]
PeerHand = tuple[tuple[PeerMeld, ...], tuple[str, ...], str, int, bool, bool, bool, bool, int, int]


def peer_meld(meld: Meld) -> PeerMeld:
    if meld.kind == CHOW:
        return ("CHI", NAMES[meld.tiles[1]], 1)
    if meld.is_kong:
        return ("GANG", NAMES[meld.tile], 0 if meld.kind == KONG_CONCEALED else 1)
    return ("PENG", NAMES[meld.tile], 1)


def peer_hand(hand: GbHand) -> PeerHand:
    """Return the arguments of its one function."""
    return (
        tuple(peer_meld(meld) for meld in hand.melds),
        tuple(NAMES[tile] for tile in hand.concealed),
        NAMES[hand.win_tile],
        hand.flowers,
        hand.self_draw,
        hand.last_lies_open,
        hand.kong_draw or hand.rob_kong,
        hand.last_tile,
        hand.seat_wind or 0,
        hand.round_wind or 0,
    )
