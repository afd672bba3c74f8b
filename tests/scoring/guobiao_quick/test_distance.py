"""How far tiles are from ready.

Three sentences define it, and each is tried with every draw and every discard of the samples: a win
is -1; of 14 tiles the best discard decides; of 13 tiles the best draw does, and is one nearer.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from scoring.hand import Meld
from scoring.rulesets.guobiao.engine.shapes import is_win
from scoring.rulesets.guobiao.engine.win_fans import waits
from scoring.rulesets.guobiao.quick.distance import distance
from scoring.tiles import format_tiles, parse_tiles
from tests.scoring.gb_hands import meld
from tests.scoring.guobiao_quick.random_hands import FAMILIES, winning_hands

Tiles = tuple[int, ...]
Melds = tuple[Meld, ...]


def _near_hands(seed: int, count: int) -> Iterator[tuple[Tiles, Melds]]:
    """Winning hands with a few tiles exchanged."""
    random = Random(seed)
    for family in FAMILIES:
        for won in islice(winning_hands(seed, family), count):
            concealed = list(won.concealed)
            for at in random.sample(
                range(len(concealed)), random.randrange(min(4, len(concealed)))
            ):
                concealed[at] = random.randrange(34)
            laid = [tile for m in won.melds for tile in m.tiles]
            if max(Counter([*concealed, *laid]).values()) <= 4:
                yield tuple(concealed), won.melds


def _any_hands(seed: int, count: int) -> Iterator[tuple[Tiles, Melds]]:
    random = Random(seed)
    walls = (range(34), range(27), range(9), (*range(9), *range(27, 34)))
    for at in range(count):
        wall = [tile for tile in walls[at % len(walls)] for _ in range(4)]
        yield tuple(random.sample(wall, 13)), ()


def _left(tiles: Tiles, melds: Melds) -> list[int]:
    held = Counter([*tiles, *(tile for m in melds for tile in m.tiles)])
    return [tile for tile in range(34) if held[tile] < 4]


SAMPLES = [*_near_hands(1, 20), *_any_hands(2, 16)]


@pytest.mark.parametrize(
    ("tiles", "melds"), SAMPLES, ids=[format_tiles(tiles) for tiles, _melds in SAMPLES]
)
def test_every_draw(tiles: Tiles, melds: Melds) -> None:
    found = distance(tiles, melds)
    after = {tile: distance((*tiles, tile), melds).shanten for tile in _left(tiles, melds)}
    assert min(after.values()) == found.shanten - 1
    assert found.accepting == tuple(t for t, n in after.items() if n == found.shanten - 1)
    ready = [t for t in waits(tiles, melds) if t in after]
    assert (found.shanten == 0) == bool(ready)
    if ready:
        assert list(found.accepting) == ready


@pytest.mark.parametrize(("tiles", "melds"), [*_near_hands(3, 12), *_any_hands(4, 12)])
def test_every_discard(tiles: Tiles, melds: Melds) -> None:
    for drawn in _left(tiles, melds)[::9]:
        standing = (*tiles, drawn)
        found = distance(standing, melds)
        if is_win(standing, melds):
            assert found == (-1, ())
            continue
        kept = [
            distance((*standing[:at], *standing[at + 1 :]), melds) for at in range(len(standing))
        ]
        assert found.shanten == min(other.shanten for other in kept)
        best = {t for other in kept if other.shanten == found.shanten for t in other.accepting}
        assert set(found.accepting) == best


@pytest.mark.parametrize(
    ("tiles", "shanten", "accepting"),
    [
        ("19m19p19s1234567z", 0, "19m19p19s1234567z"),  # 十三幺, thirteen waits
        ("147m258p369s1234z", 0, "567z"),  # 全不靠 without three honours
        ("147m258p369s1123z", 1, "1234567z"),  # 组合龙 or 全不靠
        ("1112345678999m", 0, "123456789m"),
        ("1111m2222m3333m4z", 0, "4z"),
        ("1133557799m11p2s", 0, "2s"),  # six pairs
        ("11335577m1133p2s", 0, "2s"),
        ("1m5m9m1p5p9p1s5s9s1234z", 3, "19m19p19s1234567z"),
    ],
)
def test_hands_of_every_form(tiles: str, shanten: int, accepting: str) -> None:
    found = distance(parse_tiles(tiles))
    assert found.shanten == shanten
    assert format_tiles(found.accepting) == accepting


def test_a_tile_that_is_used_up_is_no_wait() -> None:
    # Beside 111m a pair is wanted. No second 2p, 3p or 7p is left for it, nor a fifth 1m.
    melds = (meld("pung", "2p"), meld("pung", "3p"), meld("pung", "7p"))
    found = distance(parse_tiles("1111m"), melds)
    assert found.shanten == 1
    assert format_tiles(found.accepting) == "23456789m145689p123456789s1234567z"
