"""What thirteen tiles wait on: the tiles, how many are unseen, and what each win is worth."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.hand import Meld
from scoring.rulesets.guobiao.quick.count import Count, QuickCounter
from scoring.rulesets.guobiao.quick.keys import TILE, key_of
from scoring.rulesets.guobiao.quick.parts import WINDS
from scoring.rulesets.guobiao.quick.waits import set_waits, waited_for


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
    key = key_of(tuple(concealed))
    found = set_waits(key) if sets_only else waited_for(key, melds)
    return [tile for tile in range(34) if found & TILE[tile]]


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
    laid = [tile for meld in melds for tile in meld.tiles]
    shown = [tile for meld in melds if meld.is_exposed for tile in meld.tiles]
    standing, held, open_ = Counter(concealed), Counter([*concealed, *laid]), Counter(shown)
    open_.update(seen)
    raw = [(meld.kind, meld.tile) for meld in melds]
    winds = WINDS[seat_wind, round_wind]
    found = []
    for tile in waiting_tiles(concealed, len(melds)):
        if held[tile] >= 4:
            continue
        last = open_[tile] >= 3 and not standing[tile]
        discard, drawn = (
            counter.count(concealed, raw, tile, (self_draw, False, False, False, last), winds)
            for self_draw in (False, True)
        )
        if discard is not None and drawn is not None:
            hidden = held[tile] - Counter(shown)[tile]
            found.append(Wait(tile, max(0, 4 - open_[tile] - hidden), discard, drawn))
    return tuple(found)
