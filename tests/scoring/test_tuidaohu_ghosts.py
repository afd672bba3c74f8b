"""推倒胡 hands with ghosts against a count that tries every face for every ghost.

The count here shares nothing with the ruleset but the numbers of the table: it takes the pair out,
then sets one by one from the lowest tile, and knows no wild tiles at all.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

import pytest

from scoring.hand import HandTiles, Meld
from scoring.rulesets.guangdong_tuidaohu.hand import rows_of

VALUE = {
    "ji_hu": 2, "peng_peng_hu": 8, "hun_yi_se": 8, "qing_yi_se": 16, "qi_dui": 16,
    "hao_hua_qi_dui": 32, "hun_yao_jiu": 32, "xiao_san_yuan": 48, "xiao_si_xi": 48,
    "zi_yi_se": 64, "qing_yao_jiu": 64, "shi_san_yao": 88, "da_san_yuan": 88, "da_si_xi": 88,
}  # fmt: skip
ENDS = {0, 8, 9, 17, 18, 26}
ORPHANS = ENDS | set(range(27, 34))


@cache
def _sets(tiles: tuple[int, ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Every way to cut sorted tiles into sets."""
    if not tiles:
        return ((),)
    first, found = tiles[0], []
    wanted = [(first, first, first)]
    if first < 27 and first % 9 < 7:
        wanted.append((first, first + 1, first + 2))
    for block in wanted:
        rest = list(tiles)
        try:
            for tile in block:
                rest.remove(tile)
        except ValueError:
            continue
        found += [(block, *more) for more in _sets(tuple(rest))]
    return tuple(found)


def _value_of_sets(triplets: set[int], all_triplets: bool, pair: int, faces: set[int]) -> int:
    """Add up the rows of four sets and a pair, exclusion by exclusion."""
    suits = {face // 9 for face in faces if face < 27}
    honours = any(face >= 27 for face in faces)
    total, no_pungs = 0, False
    if faces <= ORPHANS and honours and suits:
        total, no_pungs = total + 32, True
    if not suits:
        total, no_pungs = total + 64, True
    if faces <= ENDS and all_triplets:
        total, no_pungs = total + 64, True
    if len(suits) == 1:
        total += 8 if honours else 16
    winds, dragons = triplets & {27, 28, 29, 30}, triplets & {31, 32, 33}
    if len(winds) == 4:
        total, no_pungs = total + 88, True
    if len(winds) == 3 and pair in {27, 28, 29, 30} - winds:
        total += 48
    if len(dragons) == 3:
        total += 88
    if len(dragons) == 2 and pair in {31, 32, 33} - dragons:
        total += 48
    if all_triplets and not no_pungs:
        total += 8
    return total or 2


def _value_of_others(counts: Counter[int]) -> Iterator[int]:
    """Seven pairs and thirteen orphans."""
    faces = set(counts)
    if all(n % 2 == 0 for n in counts.values()):
        total = 32 if max(counts.values()) >= 4 else 16
        suits = {face // 9 for face in faces if face < 27}
        honours = any(face >= 27 for face in faces)
        if not suits:
            total += 64
        elif len(suits) == 1:
            total += 8 if honours else 16
        if faces <= ORPHANS and honours and suits:
            total += 32
        yield total
    if faces == ORPHANS:
        yield 88


def _best_of(standing: Sequence[int], melds: Sequence[Meld]) -> int:
    """The dearest value of tiles without wild ones; 0 for no win."""
    counts = Counter(standing)
    best = max(_value_of_others(counts), default=0) if not melds else 0
    for pair in [tile for tile, n in counts.items() if n >= 2]:
        rest = sorted(standing)
        rest.remove(pair)
        rest.remove(pair)
        for blocks in _sets(tuple(rest)):
            whole = [*blocks, *(meld.tiles[:3] for meld in melds)]
            triplets = {block[0] for block in whole if block[0] == block[1]}
            every = all(block[0] == block[1] for block in whole)
            faces = {pair, *(tile for block in whole for tile in block)}
            best = max(best, _value_of_sets(triplets, every, pair, faces))
    return best


def _brute_force(standing: Sequence[int], melds: Sequence[Meld], ghost: int) -> int:
    natural = [tile for tile in standing if tile != ghost]
    ghosts = len(standing) - len(natural)
    return max(
        _best_of([*natural, *faces], melds)
        for faces in combinations_with_replacement(range(34), ghosts)
    )


def _engine(standing: Sequence[int], melds: Sequence[Meld], ghost: int) -> int:
    *concealed, tile = standing
    found = rows_of(HandTiles(tuple(concealed), tuple(melds)), tile, {ghost})
    return max((sum(VALUE[row] for row in rows) for rows in found), default=0)


def _random(rng: random.Random, ghosts: int) -> tuple[list[int], list[Meld], int]:
    """A hand that is near some shape, with ghosts put in the place of a few tiles."""
    ghost = rng.randrange(34)
    shape = rng.random()
    pool = _pool(rng)
    melds: list[Meld] = []
    if shape < 0.15:
        standing = [tile for tile in rng.choices(pool, k=7) for _ in range(2)]
    elif shape < 0.25:
        standing = [*sorted(ORPHANS), rng.choice(sorted(ORPHANS))]
    else:
        blocks = [_block(rng, pool) for _ in range(4)]
        open_ones = rng.choice([0, 0, 1, 2, 3]) if shape > 0.5 else 0
        for block in blocks[:open_ones]:
            if block[0] == block[1] and block[0] != ghost:
                melds.append(Meld("pung", block))
        laid = [meld.tiles for meld in melds]
        for block in laid:
            blocks.remove(block)
        standing = [tile for block in blocks for tile in block] + [rng.choice(pool)] * 2
    rng.shuffle(standing)
    # Other tiles that happen to be the ghost's face are ghosts too.
    places = rng.sample(range(len(standing)), ghosts)
    standing = [ghost if i in places else _not(tile, ghost) for i, tile in enumerate(standing)]
    if rng.random() < 0.15:
        spoilt = rng.choice([i for i, tile in enumerate(standing) if tile != ghost])
        standing[spoilt] = _not(rng.randrange(34), ghost)
    return standing, melds, ghost


def _not(tile: int, ghost: int) -> int:
    return tile if tile != ghost else (tile + 1) % 34


def _pool(rng: random.Random) -> list[int]:
    suit = rng.randrange(3)
    pools = [
        list(range(34)),
        list(range(suit * 9, suit * 9 + 9)),
        [*range(suit * 9, suit * 9 + 9), *range(27, 34)],
        sorted(ORPHANS),
        sorted(ENDS),
        list(range(27, 34)),
    ]
    return rng.choice(pools)


def _block(rng: random.Random, pool: list[int]) -> tuple[int, ...]:
    tile = rng.choice(pool)
    if tile < 27 and tile % 9 < 7 and rng.random() < 0.4:
        return (tile, tile + 1, tile + 2)
    return (tile,) * 3


@pytest.mark.parametrize(("ghosts", "hands"), [(0, 200), (1, 900), (2, 150), (3, 8)])
def test_the_dearest_faces_of_the_ghosts(ghosts: int, hands: int) -> None:
    rng = random.Random(ghosts)
    won = 0
    values = set()
    for _ in range(hands):
        standing, melds, ghost = _random(rng, ghosts)
        expected = _brute_force(standing, melds, ghost)
        assert _engine(standing, melds, ghost) == expected, (standing, melds, ghost)
        won += expected > 0
        values.add(expected)
    # Most of them win, in many ways, and some do not.
    assert hands * 0.6 < won
    assert len(values) > min(hands // 4, 7)


@pytest.mark.parametrize(
    ("natural", "value"),
    [
        # Four ghosts beside ten tiles: what is left decides.
        ([0, 0, 0, 8, 8, 8, 9, 9, 9, 17], 64),
        ([27, 27, 27, 28, 28, 28, 29, 29, 29, 30], 64 + 88),
        ([31, 31, 31, 32, 32, 32, 33, 33, 33, 27], 64 + 88),
        ([0, 8, 9, 17, 18, 26, 27, 28, 29, 30], 88),
        ([0, 1, 2, 3, 4, 5, 6, 7, 8, 8], 16),
        ([0, 0, 1, 1, 2, 2, 3, 3, 4, 4], 16 + 32),
        ([0, 0, 9, 9, 18, 18, 27, 27, 31, 31], 32 + 32),
        ([0, 3, 6, 9, 12, 15, 18, 21, 24, 27], 0),
    ],
)
def test_four_ghosts(natural: list[int], value: int) -> None:
    assert _engine([*natural, 20, 20, 20, 20], [], 20) == value
