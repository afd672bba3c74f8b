"""Counting many hands at once: the same answer as `QuickCounter`, from arrays.

Worth its while from a few hundred hands on; the tables take half a second, once. A chunk of hands
goes through three steps: every reading of every hand (`_Readings`), the fans of each as two words
(`layout`), and what they are worth once exclusions are applied; the dearest reading counts.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.quick.count import Fans, QuickCounter, counter_for, with_flowers
from scoring.rulesets.guobiao.quick.layout import UPPER
from scoring.rulesets.guobiao.quick.many_hands import Hands, check, hands_of
from scoring.rulesets.guobiao.quick.many_known import known_of
from scoring.rulesets.guobiao.quick.many_readings import readings_of
from scoring.rulesets.guobiao.quick.many_tables import Small, Words
from scoring.rulesets.guobiao.quick.many_worth import Worths

# Of chunks much smaller or larger each hand takes longer.
CHUNK = 32_768


class Scores(NamedTuple):
    """What hands are worth: ``fan`` without flowers, -1 for tiles that are no win; ``total`` with
    them. ``lower`` and ``upper`` are the fans that stand, as two words (`layout`)."""

    fan: Small
    total: Small
    lower: Words
    upper: Words


class ManyCounter:
    """Counts many hands under one set of options (guobiao.md §8)."""

    def __init__(self, counter: QuickCounter) -> None:
        self._counter = counter
        self._worths = Worths(counter)

    def count(self, hands: Hands) -> Scores:
        """Count sound hands (`many_hands.check`)."""
        starts = range(0, max(1, len(hands)), CHUNK)
        parts = [self._chunk(hands.part(start, start + CHUNK)) for start in starts]
        return Scores(*map(np.concatenate, zip(*parts, strict=True)))

    def _chunk(self, hands: Hands) -> Scores:
        known = known_of(hands)
        found = readings_of(hands, known, self._counter.options)
        lower, upper = self._worths.standing(found.lower, found.upper)
        points = self._worths.points(lower, upper)
        fan = np.full(len(hands), -1, np.int64)
        np.maximum.at(fan, found.hand, points)
        best = np.flatnonzero(points == fan[found.hand])
        chosen = np.zeros(len(hands), np.int64)
        chosen[found.hand[best]] = best
        self._break_ties(found.hand, lower, upper, best, chosen)
        won = np.flatnonzero(fan >= 0)
        total, left = fan.copy(), np.zeros((2, len(hands)), np.int64)
        total[won] += hands.flowers[won]
        left[:, won] = lower[chosen[won]], upper[chosen[won]]
        return Scores(fan, total, left[0], left[1])

    def _break_ties(
        self, hand: Small, lower: Words, upper: Words, best: Small, chosen: Small
    ) -> None:
        """Choose of readings of a hand that are worth the same the one that is to be shown."""
        rivals = chosen[hand[best]]
        differ = (lower[best] != lower[rivals]) | (upper[best] != upper[rivals])
        for row in best[differ].tolist():
            rival = chosen[hand[row]]
            one, other = (
                self._counter.listed(int(lower[at]) | int(upper[at]) << UPPER)[1]
                for at in (row, rival)
            )
            if self._counter.goes_first(one, other):
                chosen[hand[row]] = row


def score_many(hands: Hands | Sequence[GbHand], options: Mapping[str, Any]) -> Scores:
    """Count hands given as arrays or as objects; resolved options as for `counter_for`.

    Raises `ValueError` where arrays hold what is no sound hand (`many_hands.check`); objects must
    be sound as for a single count.
    """
    if isinstance(hands, Hands):
        check(hands)
    else:
        hands = hands_of(hands)
    return many_counter(counter_for(options)).count(hands)


def fans_at(scores: Scores, at: int, options: Mapping[str, Any]) -> Fans:
    """Return the fans of one of many hands as `Count` has them; none where it is no win."""
    if scores.fan[at] < 0:
        return ()
    bits = int(scores.lower[at]) | int(scores.upper[at]) << UPPER
    fans = counter_for(options).listed(bits)[1]
    return with_flowers(fans, int(scores.total[at] - scores.fan[at]))


@lru_cache(maxsize=8)
def many_counter(counter: QuickCounter) -> ManyCounter:
    return ManyCounter(counter)
