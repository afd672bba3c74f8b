"""What sets of fans are worth, many at once."""

from typing import NamedTuple

import numpy as np

from scoring.rulesets.guobiao.profile import fan_points
from scoring.rulesets.guobiao.quick.count import QuickCounter
from scoring.rulesets.guobiao.quick.layout import PLACES, UPPER, fan_bits
from scoring.rulesets.guobiao.quick.many_tables import Small, Words, halves

_JIU_LIAN = halves(fan_bits("jiu_lian_bao_deng"))[0]
_WU_FAN_HU = halves(fan_bits("wu_fan_hu"))[0]
_YAO_JIU_KE = halves(PLACES["yao_jiu_ke"].mask)[1]
# The words are looked up in slices of so many bits.
_SLICE = 14


class Strike(NamedTuple):
    """A fan by its bits, and what it strikes out, each a lower and an upper word."""

    lower: int
    upper: int
    struck_lower: int
    struck_upper: int


class Worths:
    """Applies exclusions and adds up, under the options of a counter."""

    def __init__(self, counter: QuickCounter) -> None:
        self._strikes = [
            Strike(*halves(place.mask), *halves(struck))
            for place in sorted(PLACES.values())
            if (struck := counter.struck_by(place))
        ]
        points = {
            bit: fan_points(place.fan, counter.options)
            for place in PLACES.values()
            for bit in range(2 * UPPER)
            if place.mask >> bit & 1
        }
        self._lower = _slices([points.get(bit, 0) for bit in range(UPPER)])
        self._upper = _slices([points.get(bit, 0) for bit in range(UPPER, 2 * UPPER)])

    def standing(self, lower: Words, upper: Words) -> tuple[Words, Words]:
        """Return what is left of sets of fans, the dearest striking out first."""
        gates = np.flatnonzero(lower & _JIU_LIAN)
        if len(gates):
            # One of the two terminal pungs of the shape is inside it.
            pungs = upper[gates] & _YAO_JIU_KE
            upper[gates] ^= pungs & -pungs
        for strike in self._strikes:
            word, bits = (lower, strike.lower) if strike.lower else (upper, strike.upper)
            hits = np.flatnonzero(word & bits)
            if len(hits):
                lower[hits] &= ~strike.struck_lower
                upper[hits] &= ~strike.struck_upper
        lower[(lower | upper) == 0] = _WU_FAN_HU
        return lower, upper

    def points(self, lower: Words, upper: Words) -> Small:
        total = np.zeros(len(lower), np.int64)
        for word, slices in ((lower, self._lower), (upper, self._upper)):
            for at, table in enumerate(slices):
                total += table[word >> _SLICE * at & (1 << _SLICE) - 1]
        return total


def _slices(points: list[int]) -> list[Small]:
    """Return what each slice of a word is worth, every bit as much as its fan."""
    tables = []
    for at in range(0, UPPER, _SLICE):
        table = np.zeros(1, np.int64)
        for worth in points[at : at + _SLICE]:
            table = np.concatenate([table, table + worth])
        tables.append(table)
    while len(tables) > 1 and not tables[-1].any():
        tables.pop()
    return tables
