"""A hand laid tile by tile: what a key does, and which keys there are."""

from collections import Counter
from dataclasses import replace

from scoring.hand import CHOW, KONG_KINDS, Meld
from scoring.tile_text import TileText

TILES = range(34)
COPIES = 4
# Standing tiles of a hand, three for each meld, beside the winning one.
LENGTH = 13


def tiles_of(tile: int, kind: str | None) -> tuple[int, ...]:
    """Return the tiles that a key lays: one, or the set of that kind (of a chow the lowest tile is
    pressed; 8 and 9 stand for 789). Honours have no chow: nothing."""
    if kind is None:
        return (tile,)
    if kind != CHOW:
        return (tile,) * (4 if kind in KONG_KINDS else 3)
    if tile >= 27:
        return ()
    first = min(tile, tile - tile % 9 + 6)
    return (first, first + 1, first + 2)


def left(hand: TileText) -> list[int]:
    """Return how many of each tile are not in the hand; less than 0 where it has too many."""
    laid = [tile for meld in hand.melds for tile in meld.tiles]
    won = [] if hand.win_tile is None else [hand.win_tile]
    held = Counter([*hand.standing, *laid, *won])
    return [COPIES - held[tile] for tile in TILES]


def length(hand: TileText) -> int:
    """Return the standing tiles with three for each meld, without the marked winning tile."""
    return len(hand.standing) + 3 * len(hand.melds)


def fits(hand: TileText, tile: int, kind: str | None = None) -> bool:
    """Whether there is room for a key's tiles, and there are enough of them."""
    wanted = Counter(tiles_of(tile, kind))
    room = LENGTH - length(hand) + (kind is None and hand.win_tile is None)
    there = left(hand)
    enough = all(there[each] >= n for each, n in wanted.items())
    return bool(wanted) and enough and room >= (1 if kind is None else 3)


def lay(hand: TileText, tile: int, kind: str | None = None) -> TileText:
    """Return the hand with a tile or a set more; the fourteenth tile is the winning one.

    What does not fit (`fits`) is left out.
    """
    if not fits(hand, tile, kind):
        return hand
    tiles = tiles_of(tile, kind)
    if kind is not None:
        return replace(hand, melds=(*hand.melds, Meld(kind, tiles)))
    if length(hand) == LENGTH:
        return replace(hand, win_tile=tile)
    return replace(hand, standing=(*hand.standing, tile))


def take_back(hand: TileText) -> TileText:
    """Return the hand without the winning tile, else the last standing tile, else the last set."""
    if hand.win_tile is not None:
        return replace(hand, win_tile=None)
    if hand.standing:
        return replace(hand, standing=hand.standing[:-1])
    return replace(hand, melds=hand.melds[:-1])


def drop(hand: TileText, place: str) -> TileText:
    """Return the hand without what stands at a place: ``s3`` the fourth standing tile, ``m0`` the
    first meld, ``w`` the winning tile. A place that there is none of changes nothing."""
    row, number = place[:1], place[1:]
    if place == "w":
        return replace(hand, win_tile=None)
    if not (number.isascii() and number.isdecimal()) or len(number) > 2:
        return hand
    at = int(number)
    if row == "s":
        return replace(hand, standing=hand.standing[:at] + hand.standing[at + 1 :])
    if row == "m":
        return replace(hand, melds=hand.melds[:at] + hand.melds[at + 1 :])
    return hand
