"""The quick count, single and many at once, against an independent calculator.

PyMahjongGB (requirements-bench.txt) follows the present Chinese rules as we do by default. Its
source was read when two readings were settled, so it is no witness for those. The environment
variable MJCLUB_PEER_HANDS says how many hands to compare.
"""

import os
from itertools import islice
from random import Random
from typing import Any

import pytest

from scoring.rulesets.guobiao.quick.count import counter_for
from scoring.rulesets.guobiao.quick.distance import distance
from scoring.rulesets.guobiao.quick.many import score_many
from tests.scoring.gb_hands import profile
from tests.scoring.guobiao_quick.peer import NAMES, peer_hand
from tests.scoring.guobiao_quick.random_hands import FAMILIES, exchanged, winning_hands

peer = pytest.importorskip("MahjongGB", reason="PyMahjongGB (requirements-bench.txt) is missing")

# How many hands in all.
HANDS = int(os.environ.get("MJCLUB_PEER_HANDS", "8000"))
EACH = HANDS // len(FAMILIES)
OPTIONS = profile("chinese")


def _theirs(arguments: tuple[Any, ...]) -> int:
    """Return their total, -1 for what they take for no win."""
    try:
        fans = peer.MahjongFanCalculator(*arguments)
    except TypeError as error:
        if str(error) != "ERROR_NOT_WIN":
            raise
        return -1
    return sum(points for points, _name in fans)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_same_total(family: str) -> None:
    hands = list(islice(winning_hands(4, family), EACH))
    totals = score_many(hands, OPTIONS).total.tolist()
    counter = counter_for(OPTIONS)
    wrong = []
    for hand, total in zip(hands, totals, strict=True):
        theirs, ours = _theirs(peer_hand(hand)), counter.of_hand(hand)
        if ours is None or not ours.total == total == theirs:
            wrong.append((hand, ours, total, theirs))
    assert wrong == []


@pytest.mark.parametrize("family", FAMILIES)
def test_a_tile_exchanged(family: str) -> None:
    """Mostly no win any more."""
    made = (exchanged(own, 5) for own in islice(winning_hands(5, family), EACH))
    hands = [hand for hand in made if hand]
    ours = score_many(hands, OPTIONS).total.tolist()
    theirs = [_theirs(peer_hand(hand)) for hand in hands]
    differ = [row for row in zip(hands, ours, theirs, strict=True) if row[1] != row[2]]
    assert differ == []
    assert ours.count(-1) > len(ours) // 2


def test_the_same_distance() -> None:
    random = Random(6)
    wall = [tile for tile in range(34) for _ in range(4)]
    for _ in range(HANDS // 40):
        tiles = random.sample(wall, 13)
        theirs = peer.MahjongShanten(pack=(), hand=tuple(NAMES[tile] for tile in tiles))
        assert distance(tiles).shanten == theirs, tiles
