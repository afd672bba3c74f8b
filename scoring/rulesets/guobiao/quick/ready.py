"""What thirteen tiles wait on: the tiles, how many are unseen, and what each win is worth."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.hand import Meld
from scoring.rulesets.guobiao.quick.codes import MELDED
from scoring.rulesets.guobiao.quick.count import Count, QuickCounter, laid_of
from scoring.rulesets.guobiao.quick.keys import key_of
from scoring.rulesets.guobiao.quick.parts import WINDS
from scoring.rulesets.guobiao.quick.waits import full, set_waits, waited_for


class Wait(NamedTuple):
    """A tile that completes the hand: how many of it nobody has shown, and the win by discard and
    by self-draw (flowers and the luck of the moment left out, 和绝张 counted where it is sure)."""

    tile: int
    unseen: int
    discard: Count
    self_draw: Count


def waiting_tiles(
    concealed: Sequence[int], melds: int = 0, *, sets_only: bool = False
) -> list[int]:
    """Return the tiles that complete standing tiles, kinds held four times among them.

    ``sets_only`` leaves out seven pairs, orphans and knitted hands; the tiles may then be of any
    number that sets and a pair wait with (1, 4, 7 …).
    """
    key = key_of(concealed)
    return _tiles_in(set_waits(key) if sets_only else waited_for(key, melds))


def waits(
    counter: QuickCounter,
    concealed: Sequence[int],
    melds: Sequence[Meld] = (),
    *,
    seat_wind: int | None = None,
    round_wind: int | None = None,
    seen: Iterable[int] = (),
) -> tuple[Wait, ...]:
    """Return the waits of a sound hand of thirteen tiles, three for each meld, in tile order.

    ``seen`` are tiles that lie open elsewhere: discards and other players' sets. A kind of which
    the player holds all four is left out; one of which all are seen is not, its ``unseen`` is 0.
    """
    before, own_melds = key_of(concealed), laid_of(melds)
    laid = own_melds[2]
    shown = sum(MELDED[meld.kind, meld.tile].key for meld in melds if meld.is_exposed)
    elsewhere = tuple(seen)
    winds = WINDS[seat_wind, round_wind]
    found = []
    for tile in _tiles_in(waited_for(before, len(melds)) & ~full(before + laid)):
        at = 3 * tile
        own, open_ = before + laid - shown >> at & 7, (shown >> at & 7) + elsewhere.count(tile)
        last = open_ >= 3 and not before >> at & 7
        discard = counter.count(before, own_melds, tile, (False, False, False, False, last), winds)
        drawn = counter.count(before, own_melds, tile, (True, False, False, False, last), winds)
        if discard is not None and drawn is not None:
            found.append(Wait(tile, max(0, 4 - open_ - own), discard, drawn))
    return tuple(found)


def _tiles_in(key: int) -> list[int]:
    """Return the tiles of a key that has one of each."""
    tiles = []
    while key:
        tiles.append((key & -key).bit_length() // 3)
        key &= key - 1
    return tiles
