"""Every reading of many hands, with its fans before any is excluded."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from scoring.rulesets.guobiao.quick.codes import OF_TILES, tile_traits
from scoring.rulesets.guobiao.quick.forms import KNITTED, RUNS_OF_PAIRS, unrelated_wins
from scoring.rulesets.guobiao.quick.keys import ODD
from scoring.rulesets.guobiao.quick.layout import fan_bits
from scoring.rulesets.guobiao.quick.many_fans import TRAITS_WIDTH, concealment, trait_fans
from scoring.rulesets.guobiao.quick.many_hands import Hands
from scoring.rulesets.guobiao.quick.many_known import Keys, Known
from scoring.rulesets.guobiao.quick.many_sets import Sets, Standing, as_sets, fans_of_sets
from scoring.rulesets.guobiao.quick.many_tables import KEY_AT, Small, halves, two_words, words

_QI_DUI = halves(fan_bits("qi_dui"))[0]
_LIAN_QI_DUI = halves(fan_bits("lian_qi_dui"))[0]
_TILE_TRAITS = words([*(tile_traits([tile]) & OF_TILES for tile in range(34)), OF_TILES])


def readings_of(hands: Hands, known: Known, options: Mapping[str, Any]) -> Sets:
    """Return every reading of every hand, in no order; hands that are no win have none."""
    every = np.arange(len(hands))
    nothing = np.zeros(len(hands), np.int64)
    standing = as_sets(every, known.key, Keys(nothing, nothing))
    won = np.zeros(len(hands), np.bool_)
    won[standing.hand] = True
    odd = known.key.masked(ODD)
    paired = (odd.low | odd.high | known.melds) == 0
    rest = np.flatnonzero(~won & ~paired)
    standing = standing.and_also(_knitted(known, rest))
    return _together(
        [
            fans_of_sets(standing, known, options),
            _of_pairs(hands, known, np.flatnonzero(paired), options),
            _of_single_tiles(known, rest[known.melds[rest] == 0], options),
        ]
    )


def _together(found: list[Sets]) -> Sets:
    return Sets(*map(np.concatenate, zip(*found, strict=True)))


def _knitted(known: Known, hand: Small) -> Standing:
    """Return the readings of hands that hold knitted nine tiles, those taken out."""
    hand = hand[known.melds[hand] <= 1]
    key = known.key.of(hand)
    held = Keys(*(word | word >> 1 | word >> 2 for word in key))
    found = [
        _without(hand[rows], key.of(rows), nine) for nine in KNITTED for rows in [held.have(nine)]
    ]
    first, *others = found
    for other in others:
        first = first.and_also(other)
    return first


def _without(hand: Small, key: Keys, nine: int) -> Standing:
    low, high = (np.full(len(hand), word) for word in halves(nine, KEY_AT))
    return as_sets(hand, Keys(key.low - low, key.high - high), Keys(low, high))


def _of_pairs(hands: Hands, known: Known, hand: Small, options: Mapping[str, Any]) -> Sets:
    """Return seven pairs; no two readings of them."""
    traits = np.bitwise_and.reduce(
        [_TILE_TRAITS[column] for column in (*hands.tiles[:, hand], hands.win[hand])]
    )
    of_traits, of_absent = trait_fans()
    key = known.key.of(hand)
    run = np.logical_or.reduce([key.are(2 * kinds) for kinds in RUNS_OF_PAIRS])
    lower = known.lower[hand] | np.where(run, _LIAN_QI_DUI, _QI_DUI)
    lower |= of_traits[traits & (1 << TRAITS_WIDTH) - 1] | of_absent[traits >> TRAITS_WIDTH]
    return _concealed(Sets(hand, lower, known.upper[hand]), known, options)


def _of_single_tiles(known: Known, hand: Small, options: Mapping[str, Any]) -> Sets:
    """Return 十三幺, 全不靠 and 七星不靠."""
    wins = unrelated_wins()
    fans = [wins.get(key, 0) for key in known.key.of(hand).numbers()]
    lower, upper = two_words(fans)
    rows = np.flatnonzero(lower)
    hand = hand[rows]
    sets = Sets(hand, known.lower[hand] | lower[rows], known.upper[hand] | upper[rows])
    return _concealed(sets, known, options)


def _concealed(sets: Sets, known: Known, options: Mapping[str, Any]) -> Sets:
    """Add what hands without melds and pungs earn by being concealed."""
    lower, upper = concealment(options["mixed_kongs"] == "split")
    drawn = known.drawn[sets.hand]
    return Sets(sets.hand, sets.lower | lower[drawn], sets.upper | upper[drawn])
