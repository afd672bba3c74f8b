"""The rows that house tables add, worked out a second time, on hands of the corpus and others."""

import random
from itertools import pairwise, permutations

import pytest

from scoring.hand import CHOW
from scoring.rulesets import get_ruleset
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.principles import points_of
from scoring.rulesets.guobiao.engine.score import Reading, readings
from scoring.rulesets.guobiao.engine.shapes import Shape
from scoring.rulesets.guobiao.house import HouseGuobiao, Moment
from tests.scoring import gb_hands

BARS_258 = {"quan_dai_wu", "yi_se_shuang_long_hui", "san_se_shuang_long_hui"}


def _stepped(tiles: list[int], size: int, suits: set[int]) -> bool:
    """Whether some of the sets, in some order, begin at ranks one after the other."""
    return any(
        all(b % 9 == a % 9 + 1 for a, b in pairwise(some))
        and len({tile // 9 for tile in some}) in suits
        for some in permutations(tiles, size)
    )


def _rows(shape: Shape, suits_of_four: set[int]) -> int:
    """What the mixed steps of a reading are worth."""
    chows = [block.tile for block in shape.sets if block.kind == CHOW]
    pungs = [block.tile for block in shape.sets if block.kind != CHOW and block.tile < 27]
    worth = 0
    for tiles, four, three in ((pungs, 6, 4), (chows, 4, 2)):
        if _stepped(tiles, 4, suits_of_four):
            worth += four
        elif _stepped(tiles, 3, {2}):
            worth += three
    return worth


def _of_pair(reading: Reading) -> int:
    pair = reading.shape.pair
    if pair is None or pair.tile >= 27:
        return 0
    rank = pair.tile % 9 + 1
    if rank in (2, 5, 8):
        return int(BARS_258.isdisjoint(reading.fans))
    return int(rank in (1, 9) and "qing_yao_jiu" not in reading.fans)


def close_sets(rng: random.Random) -> GbHand:
    """A hand of chows and pungs that begin at few ranks."""
    while True:
        low = rng.randrange(5)
        kinds = rng.choice([(0,), (1,), (0, 1)])
        tiles: list[int] = []
        for _ in range(4):
            first = 9 * rng.randrange(3) + low + rng.randrange(4)
            chow = rng.choice(kinds) and first % 9 <= 6
            tiles += [first, first + 1, first + 2] if chow else [first] * 3
        tiles += [rng.randrange(34)] * 2
        if all(tiles.count(tile) <= 4 for tile in tiles):
            rng.shuffle(tiles)
            return GbHand(tuple(tiles[1:]), tiles[0], self_draw=rng.random() < 0.5)


@pytest.mark.parametrize(
    ("game", "choice", "suits"),
    [
        ("lianzhong", "two_or_three", {2, 3}),
        ("lianzhong", "three_only", {3}),
        ("dazhong", "three_only", {3}),
    ],
)
def test_rows_of_many_hands(game: str, choice: str, suits: set[int]) -> None:
    ruleset = get_ruleset(game)
    assert isinstance(ruleset, HouseGuobiao)
    options = ruleset.resolve_options({"mixed_four_suits": choice, "min_fan": 0})
    guobiao = gb_hands.profile("chinese")
    rng = random.Random(game + choice)
    corpus = rng.sample(gb_hands.lines("guobiao_hands.jsonl"), 100)
    hands = [*map(gb_hands.hand_of, corpus), *(close_sets(rng) for _ in range(250))]
    touched = 0
    for hand in hands:
        if min(hand.counts[27:31]) >= 3:
            # 四方大发 or 大四喜: tried by themselves.
            continue
        worth = []
        for reading in readings(hand, guobiao):
            own = points_of(reading.fans, guobiao)
            more = _rows(reading.shape, suits) + _of_pair(reading)
            worth.append(more if more and "wu_fan_hu" in reading.fans else own + more)
            touched += more > 1
        best = ruleset.best([hand], Moment(), options)
        assert best is not None
        assert ruleset.table.worth(best, options) == max(worth)
    assert touched > 50
