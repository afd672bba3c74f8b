"""Hands that are shown, against what the record says of their seats."""

from collections import Counter

from scoring.hand import KONG_KINDS, PUNG, HandTiles
from scoring.record import Event
from scoring.rulesets.sichuan.play import Play
from scoring.rulesets.sichuan.shapes import suits


def check_melds(play: Play, hand: HandTiles, event: Event, seat: int) -> bool:
    """Check the kongs and pungs of a hand against those on record; say whether they agree."""
    made = Counter((f"kong_{kong.kind}", kong.tile) for kong in play.kongs_of(seat))
    laid = Counter((meld.kind, meld.tile) for meld in hand.melds if meld.kind in KONG_KINDS)
    if made != laid:
        play.problem(
            "state_mismatch",
            "{seat}家亮出的杠和记录的杠不一样。",
            "The kongs that {seat} shows are not those on record.",
            event,
            seat,
        )
        return False
    robbed = {kong.tile for kong in play.kongs if kong.seat == seat and kong.robbed}
    ponged = {tile for s, tile in play.pungs if s == seat}
    pungs = {meld.tile for meld in hand.melds if meld.kind == PUNG}
    konged = {tile for _kind, tile in laid}
    if robbed - pungs or ponged - pungs - konged:
        play.problem(
            "state_mismatch",
            "{seat}家碰过的牌没有亮出来。",
            "A pung of {seat} is not among the melds shown.",
            event,
            seat,
        )
        return False
    return True


def thirteen(hand: HandTiles) -> Counter[int]:
    """Return the tiles of a hand, each kong counted as three."""
    found = Counter(hand.concealed)
    for meld in hand.melds:
        found.update(meld.tiles[:3])
    return found


def check_frozen(play: Play, hand: HandTiles, event: Event, seat: int) -> bool:
    """Check a winner's hand against the one that it won with before."""
    before = play.shown.get(seat)
    if before is None or thirteen(before[0]) == thirteen(hand):
        return True
    play.problem(
        "state_mismatch",
        "{seat}家胡过以后手牌不能变。",
        "{seat}'s hand is not the one that won before.",
        event,
        seat,
    )
    return False


def breaks_void(play: Play, found: set[str], seat: int) -> bool:
    """Whether a hand of these suits may not win: three of them, or the voided one."""
    return len(found) > 2 or play.voids.get(seat) in found


def holds_pig(play: Play, hand: HandTiles, seat: int) -> bool:
    """Whether a hand is 花猪."""
    return breaks_void(play, suits(hand), seat)
