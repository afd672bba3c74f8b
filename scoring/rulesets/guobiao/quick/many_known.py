"""What all readings of each of many hands share."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from scoring.rulesets.guobiao.quick.forms import NINE_GATES
from scoring.rulesets.guobiao.quick.keys import FOUR, TILE
from scoring.rulesets.guobiao.quick.layout import fan_bits
from scoring.rulesets.guobiao.quick.many_fans import luck_fans, melds
from scoring.rulesets.guobiao.quick.many_hands import NO_MELD, Bytes, Hands
from scoring.rulesets.guobiao.quick.many_tables import (
    KEY_AT,
    KEY_TILES,
    Flags,
    Rows,
    SetWords,
    Small,
    Words,
    halves,
    two_words,
)
from scoring.rulesets.guobiao.quick.parts import HOG_FANS


class Keys(NamedTuple):
    """The tiles of each hand as a key (`keys`) of two words."""

    low: Words
    high: Words

    def of(self, hands: Rows) -> "Keys":
        """Return the keys of some hands only."""
        return Keys(self.low[hands], self.high[hands])

    def plus(self, other: "Keys") -> "Keys":
        return Keys(self.low + other.low, self.high + other.high)

    def have(self, key: int) -> Flags:
        """Return which keys have all bits of one."""
        low, high = halves(key, KEY_AT)
        found: Flags = (self.low & low == low) & (self.high & high == high)
        return found

    def are(self, key: int) -> Flags:
        low, high = halves(key, KEY_AT)
        found: Flags = (self.low == low) & (self.high == high)
        return found

    def masked(self, key: int) -> "Keys":
        low, high = halves(key, KEY_AT)
        return Keys(self.low & low, self.high & high)

    def digit(self, tiles: Small) -> Words:
        """Return of each hand how many of one tile there are."""
        word = np.where(tiles < KEY_TILES, self.low, self.high)
        return word >> _SHIFT[tiles] & 7

    def numbers(self) -> list[int]:
        return [
            low | high << KEY_AT for low, high in zip(*map(np.ndarray.tolist, self), strict=True)
        ]


class Known(NamedTuple):
    """What all readings of each hand share.

    ``sets`` are the melds' codes, ``melds`` their number; ``key`` holds the standing tiles with the
    winning one, ``before`` without it, ``laid`` the melds'. ``drawn`` is 1 for a self-draw.
    ``lower`` and ``upper`` are the fans that do not depend on the reading.
    """

    sets: SetWords
    melds: Small
    key: Keys
    before: Keys
    laid: Keys
    win: Small
    drawn: Words
    winds: Words
    lower: Words
    upper: Words


_SHIFT = 3 * (np.arange(34) % KEY_TILES)
# By tile, and nothing for what is none.
_TILE_KEYS = Keys(*two_words([*TILE, 0], KEY_AT))
_HOG_FANS = two_words(HOG_FANS)[1]
_HU_JUE_ZHANG = halves(fan_bits("hu_jue_zhang"))[0]
_JIU_LIAN = halves(fan_bits("jiu_lian_bao_deng"))[0]


def known_of(hands: Hands) -> Known:
    tables, win = melds(), hands.win.astype(np.int64)
    sets = SetWords(
        _sum(tables.sets.chows, hands.melds),
        _sum(tables.sets.others, hands.melds),
        np.bitwise_and.reduce([tables.sets.traits[column] for column in hands.melds]),
    )
    laid = Keys(*(_sum(table, hands.melds) for table in tables.keys))
    kongs = Keys(*(_sum(table, hands.melds) for table in tables.kongs))
    before = Keys(*(_sum(table, hands.tiles) for table in _TILE_KEYS))
    key = before.plus(Keys(*(table[win] for table in _TILE_KEYS)))
    fours = key.plus(laid).masked(FOUR)
    hogs = np.bitwise_count(fours.low & ~kongs.low) + np.bitwise_count(fours.high & ~kongs.high)
    last = laid.digit(win) == 3
    gates = np.logical_or.reduce([before.are(gate) for gate in NINE_GATES])
    return Known(
        sets,
        (hands.melds != NO_MELD).sum(axis=0),
        key,
        before,
        laid,
        win,
        (hands.luck & 1).astype(np.int64),
        hands.winds[0] | hands.winds[1].astype(np.int64) << 3,
        luck_fans()[hands.luck] | np.where(last, _HU_JUE_ZHANG, 0) | np.where(gates, _JIU_LIAN, 0),
        _HOG_FANS[hogs],
    )


def _sum(table: Words, columns: Iterable[Bytes]) -> Words:
    """Return the sum of what a table says of each column."""
    first, *others = columns
    total = table[first]
    for column in others:
        total += table[column]
    return total
