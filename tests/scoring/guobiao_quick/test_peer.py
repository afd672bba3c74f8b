"""The quick count against an independent calculator; skipped where that is not installed."""

from itertools import islice

import pytest

from scoring.rulesets.guobiao.quick.count import QuickCounter
from tests.scoring.gb_hands import profile
from tests.scoring.guobiao_quick.peer import peer_hand
from tests.scoring.guobiao_quick.random_hands import FAMILIES, winning_hands

peer = pytest.importorskip("MahjongGB", reason="PyMahjongGB (requirements-bench.txt) is missing")


@pytest.mark.parametrize("family", FAMILIES)
def test_the_same_total(family: str) -> None:
    quick = QuickCounter(profile("chinese"))
    wrong = []
    for won in islice(winning_hands(4, family), 3000):
        theirs = sum(points for points, _name in peer.MahjongFanCalculator(*peer_hand(won)))
        ours = quick.of_hand(won)
        if ours is None or ours.total != theirs:
            wrong.append((won, ours, theirs))
    assert wrong == []
