"""Many hands read as sets and a pair, the knitted nine taken out or not."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from scoring.rulesets.guobiao.quick import codes
from scoring.rulesets.guobiao.quick.keys import ODD
from scoring.rulesets.guobiao.quick.layout import fan_bits
from scoring.rulesets.guobiao.quick.many_fans import (
    HONOUR_PAIR_AT,
    HONOUR_PUNGS_AT,
    NO_HONOUR_PAIR,
    TRAITS_WIDTH,
    chow_links,
    concealment,
    honour_fans,
    pung_links,
    trait_fans,
    twin_dragons,
)
from scoring.rulesets.guobiao.quick.many_hands import Bytes
from scoring.rulesets.guobiao.quick.many_known import Keys, Known
from scoring.rulesets.guobiao.quick.many_tables import (
    BASE,
    FINISHED_PUNG,
    HIDDEN_AT,
    PAIR_TILE_AT,
    PAIRS_AT,
    WAIT,
    WAIT_ORDER,
    Flags,
    Readings,
    Rows,
    Small,
    Words,
    halves,
    readings,
    sets_of,
    words,
)
from scoring.rulesets.guobiao.quick.waits import full, waited_for

_GROUP = np.arange(34) // 9
_RANK = np.arange(34) % 9
_WAIT_FANS = words([0, *(halves(fan_bits(fan))[0] for fan in WAIT_ORDER)])
_ZU_HE_LONG = halves(fan_bits("zu_he_long"))[0]
_KNITTED_TRAITS = codes.KNITTED_TRAITS
_PAIR_PLACE = words([*[NO_HONOUR_PAIR] * 27, *range(7)])
_SUIT = (1 << 27) - 1
# Keys are turned into numbers to base 5 by so many digits at a time.
_DIGITS = 5


class Standing(NamedTuple):
    """Tiles that are sets and pairs: which hand (by its place) they stand in, the contents of the
    four groups with a reading of each (`many_tables.Readings`), and the knitted nine tiles that
    were taken out of the hand, or none."""

    hand: Small
    contents: tuple[Small, ...]
    reading: tuple[Small, ...]
    nine: Keys

    def of(self, rows: Rows) -> "Standing":
        """Return some only."""
        return Standing(
            self.hand[rows],
            tuple(group[rows] for group in self.contents),
            tuple(group[rows] for group in self.reading),
            self.nine.of(rows),
        )

    def and_also(self, other: "Standing") -> "Standing":
        return Standing(
            np.concatenate([self.hand, other.hand]),
            tuple(map(np.concatenate, zip(self.contents, other.contents, strict=True))),
            tuple(map(np.concatenate, zip(self.reading, other.reading, strict=True))),
            Keys(*map(np.concatenate, zip(self.nine, other.nine, strict=True))),
        )


@cache
def _to_base_5() -> Small:
    """Return by a key of `_DIGITS` tiles its digits as a number to base 5."""
    keys = np.arange(1 << 3 * _DIGITS)
    digits: Small = np.sum([(keys >> 3 * at & 7) * BASE[at] for at in range(_DIGITS)], axis=0)
    return digits


def _contents(keys: Keys) -> tuple[Small, ...]:
    """Return the contents of the four groups."""
    table, width = _to_base_5(), 3 * _DIGITS
    groups = (keys.low & _SUIT, keys.low >> 27, keys.high & _SUIT, keys.high >> 27)
    return tuple(
        table[key & (1 << width) - 1] + BASE[_DIGITS] * table[key >> width] for key in groups
    )


def _tables() -> list[Readings]:
    return [readings(honours=False)] * 3 + [readings(honours=True)]


def as_sets(hand: Small, key: Keys, nine: Keys) -> Standing:
    """Return every reading of tiles as sets and pairs, of which there are any number."""
    contents, tables = _contents(key), _tables()
    ways = [table.ways[group] for table, group in zip(tables, contents, strict=True)]
    total = ways[0].astype(np.int64) * ways[1] * ways[2] * ways[3]
    first = tuple(
        table.first[group].astype(np.int64) for table, group in zip(tables, contents, strict=True)
    )
    found = Standing(hand, contents, first, nine)
    several = np.flatnonzero(total > 1)
    return found.of(total == 1).and_also(_each(found, ways, total, several))


def _each(found: Standing, ways: list[Bytes], total: Small, several: Small) -> Standing:
    """Return the readings of tiles that have several: the groups' numbers run like the digits of a
    clock."""
    rows = np.repeat(several, total[several])
    begin = np.cumsum(total[several]) - total[several]
    left = np.arange(len(rows)) - np.repeat(begin, total[several])
    reading = []
    for way, group in zip(ways, found.reading, strict=True):
        left, nth = np.divmod(left, way[rows])
        reading.append(group[rows] + nth)
    return found.of(rows)._replace(reading=tuple(reading))


class Sets(NamedTuple):
    """Readings and their fans before any is excluded, as two words."""

    hand: Small
    lower: Words
    upper: Words


def fans_of_sets(found: Standing, known: Known, options: Mapping[str, Any]) -> Sets:
    """Return the fans of readings; those of more than one pair are left out."""
    chows, others, traits = _joined(found.reading)
    single = (others >> PAIRS_AT & 7) == 1
    if not single.all():
        found, chows, others, traits = (
            found.of(single),
            chows[single],
            others[single],
            traits[single],
        )
    hand = found.hand
    drawn, win = known.drawn[hand], known.win[hand]
    finish = _finish(found, win)
    lower = known.lower[hand] | _WAIT_FANS[_waits(found, known, finish & WAIT, options)]
    # A pung that another player's tile has finished is not hidden.
    others -= (finish // FINISHED_PUNG & ~drawn) << HIDDEN_AT
    chows += known.sets.chows[hand]
    others += known.sets.others[hand]
    traits &= known.sets.traits[hand]
    knitted = np.flatnonzero(found.nine.low)
    lower[knitted] |= _ZU_HE_LONG
    traits[knitted] &= _KNITTED_TRAITS
    return _earned(Sets(hand, lower, known.upper[hand]), known, chows, others, traits, options)


def _joined(reading: Sequence[Small]) -> tuple[Words, Words, Words]:
    """Return the codes and the traits of the groups' readings together."""
    m, p, s, z = ([table[rows] for table in sets_of(group)] for group, rows in enumerate(reading))
    return m[0] + p[0] + s[0] + z[0], m[1] + p[1] + s[1] + z[1], m[2] & p[2] & s[2] & z[2]


@cache
def _finish_table() -> Small:
    """Return what winning tiles do, by reading (the honours' after those of a suit) and rank."""
    return np.concatenate([table.finish for table in _tables()[2:]]).astype(np.int64).ravel()


@cache
def _once_table() -> Flags:
    """Return what waits on one kind only, by contents (the honours' after those of a suit)."""
    return np.concatenate([table.once for table in _tables()[2:]])


def _of_win(groups: Sequence[Small], win: Small, honours_at: int) -> Small:
    """Return of each row the value of the group of the winning tile."""
    m, p, s, z = groups
    value: Small = np.choose(_GROUP[win], [m, p, s, z + honours_at])
    return value


def _finish(found: Standing, win: Small) -> Small:
    reading = _of_win(found.reading, win, len(readings(honours=False).blocks))
    finish: Small = _finish_table()[9 * reading + _RANK[win]]
    return finish


def _waits(found: Standing, known: Known, wait: Small, options: Mapping[str, Any]) -> Small:
    """Return the waits that count, as numbers of `WAIT_ORDER` from 1 on: those on one kind only."""
    rows = np.flatnonzero(wait)
    found, hand = found.of(rows), found.hand[rows]
    win = known.win[hand]
    if options["formal_wait"]:
        rest = _of_win(found.contents, win, 5**9) - BASE[_RANK[win]]
        once = _once_table()[rest] & ~_waits_as_pairs(known, hand, win)
    else:
        once = np.array([_waits_once(known, at) for at in hand.tolist()], np.bool_)
    if not options["knit_wait"]:
        once &= found.nine.digit(win) == 0
    counted = np.zeros_like(wait)
    counted[rows[once]] = wait[rows[once]]
    return counted


def _waits_as_pairs(known: Known, hand: Small, win: Small) -> Flags:
    """Whether six pairs stood and another tile than the winning one made the seventh."""
    odd = known.before.of(hand).masked(ODD)
    single = np.bitwise_count(odd.low) + np.bitwise_count(odd.high) == 1
    blocked: Flags = (known.melds[hand] == 0) & single & (odd.digit(win) == 0)
    return blocked


def _waits_once(known: Known, at: int) -> bool:
    """Whether a hand waited on one kind only of those that it does not hold all of."""
    rows = np.array([at])
    (before,), (laid,) = known.before.of(rows).numbers(), known.laid.of(rows).numbers()
    found = waited_for(before, int(known.melds[at])) & ~full(before + laid)
    return found.bit_count() == 1


def _earned(
    sets: Sets,
    known: Known,
    chows: Words,
    others: Words,
    traits: Words,
    options: Mapping[str, Any],
) -> Sets:
    """Add what codes and traits earn."""
    hand, lower, upper = sets
    pair = others >> PAIR_TILE_AT & 63
    honours = (others >> 27 & 127) << HONOUR_PUNGS_AT | _PAIR_PLACE[pair] << HONOUR_PAIR_AT
    upper |= chow_links().of(chows) | pung_links().of(others & _SUIT)
    upper |= honour_fans()[honours | known.winds[hand]]
    for twins in twin_dragons():
        upper[(chows == twins.chows) & (pair == twins.pair)] |= twins.fan
    of_traits, of_absent = trait_fans()
    lower |= of_traits[traits & (1 << TRAITS_WIDTH) - 1] | of_absent[traits >> TRAITS_WIDTH]
    place = (others >> HIDDEN_AT & (1 << 12) - 1) << 1 | known.drawn[hand]
    more_lower, more_upper = concealment(options["mixed_kongs"] == "split")
    return Sets(hand, lower | more_lower[place], upper | more_upper[place])
