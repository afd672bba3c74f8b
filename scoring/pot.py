"""A stake that everybody at a table pays into a pot, won by the first place.

Who shares the first place shares the pot. What cannot be divided goes, one unit each, to those of
them who sat first, counted from East of the first hand; the result names them.
"""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pot:
    """``net`` per chair, what the pot gave less the stake: it sums to zero. ``winners`` are chairs;
    each got ``share``, and those of ``extra`` one unit more."""

    stake: int
    net: tuple[int, ...]
    winners: tuple[int, ...]
    share: int
    extra: tuple[int, ...]

    @property
    def total(self) -> int:
        return self.stake * len(self.net)


def share_pot(places: Sequence[int], stake: int) -> Pot:
    """Return what a stake (>= 0) moves at a table; ``places`` per chair from East, 1 the first.

    Raises `ValueError` when nobody is first, or the stake is negative.
    """
    winners = tuple(chair for chair, place in enumerate(places) if place == 1)
    if not winners:
        raise ValueError("nobody has the first place")
    if stake < 0:
        raise ValueError("a stake is not negative")
    share, rest = divmod(stake * len(places), len(winners))
    extra = winners[:rest]
    net = tuple(
        (share + (chair in extra) if chair in winners else 0) - stake
        for chair in range(len(places))
    )
    return Pot(stake, net, winners, share, extra)
