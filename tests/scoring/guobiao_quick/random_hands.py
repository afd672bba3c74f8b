"""Made-up winning hands of Guobiao, for comparing one count with another."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from scoring.hand import CHOW, KONG_ADDED, KONG_CONCEALED, KONG_EXPOSED, PUNG, Meld
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.shapes import KNITTED_STRAIGHTS
from scoring.rulesets.guobiao.engine.validate import hand_problems

HONOURS = tuple(range(27, 34))
KONGS = (KONG_EXPOSED, KONG_ADDED, KONG_CONCEALED)
FAMILIES = ("mixed", "crowded", "special")


def winning_hands(seed: int, family: str) -> Iterator[GbHand]:
    """Yield sound winning hands without end: a family gives the sort of tiles."""
    random = Random(f"{family} {seed}")
    make = {"mixed": _mixed, "crowded": _crowded, "special": _special}[family]
    while True:
        melds, standing = make(random)
        hand = _with_facts(random, melds, standing)
        if not hand_problems(hand):
            yield hand


def _mixed(random: Random) -> tuple[list[Meld], list[int]]:
    """Sets and a pair of any tiles."""
    return _sets(random, range(34), kong=0.2, chow=random.choice((0.1, 0.5, 0.9)))


def _crowded(random: Random) -> tuple[list[Meld], list[int]]:
    """Few tiles, so that the hand can be read in many ways, or one sort of tiles only."""
    first = random.randrange(3) * 9 + random.randrange(4)
    pools = (
        range(first, first + 6),
        range(first - first % 9, first - first % 9 + 9),
        (*range(first, first + 4), *range(27, 30)),
        tuple(tile for tile in range(27) if 2 <= tile % 9 <= 5),
        (0, 8, 9, 17, 18, 26, *HONOURS),
        (19, 20, 21, 23, 25, 32),
        (0, 1, 2, 6, 7, 8, 4, 9, 10, 11, 15, 16, 17, 13),
    )
    return _sets(random, random.choice(pools), kong=0.05, chow=random.choice((0.2, 0.8, 1.0)))


def _sets(
    random: Random, pool: range | tuple[int, ...], kong: float, chow: float
) -> tuple[list[Meld], list[int]]:
    melds: list[Meld] = []
    standing: list[int] = []
    runs = [t for t in pool if t < 27 and t % 9 <= 6 and {t + 1, t + 2} <= set(pool)]
    exposed = random.choice((0.0, 0.3, 0.6, 1.0))
    for _ in range(4):
        if runs and random.random() < chow:
            first = random.choice(runs)
            meld = Meld(CHOW, (first, first + 1, first + 2))
        else:
            tile = random.choice(pool)
            is_kong = random.random() < kong
            meld = Meld(random.choice(KONGS) if is_kong else PUNG, (tile,) * (3 + is_kong))
        if meld.is_kong or random.random() < exposed:
            melds.append(meld)
        else:
            standing.extend(meld.tiles)
    standing.extend([random.choice(pool)] * 2)
    return melds, standing


def _special(random: Random) -> tuple[list[Meld], list[int]]:
    """Seven pairs, orphans, knitted hands, nine gates."""
    sort = random.randrange(6)
    nine = sorted(random.choice(KNITTED_STRAIGHTS))
    if sort == 0:
        suit = random.randrange(3) * 9
        pool = random.choice((range(34), range(suit, suit + 9), (0, 8, 9, 17, *HONOURS)))
        return [], [tile for tile in random.choices(pool, k=7) for _ in (0, 1)]
    if sort == 1:
        first = random.randrange(3) * 9 + random.randrange(3)
        return [], [tile for tile in range(first, first + 7) for _ in (0, 1)]
    if sort == 2:
        orphans = [0, 8, 9, 17, 18, 26, *HONOURS]
        return [], [*orphans, random.choice(orphans)]
    if sort == 3:
        return [], random.sample([*nine, *HONOURS], 14)
    if sort == 4:
        suit = random.randrange(3) * 9
        gates = [suit + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)]
        return [], [*gates, suit + random.randrange(9)]
    melds, standing = _sets(random, range(34), kong=0.3, chow=0.6)
    pair = standing[-2:]
    chosen = random.choice([*melds, None]) if melds else None
    rest = [] if chosen else standing[:3]
    if not chosen and len(standing) < 5:
        rest = list(melds[0].tiles[:3])
    return ([chosen] if chosen else []), [*nine, *rest, *pair]


def _with_facts(random: Random, melds: list[Meld], standing: list[int]) -> GbHand:
    at = random.randrange(len(standing))
    win = standing[at]
    rest = standing[:at] + standing[at + 1 :]
    random.shuffle(rest)
    self_draw = random.random() < 0.5
    others = Counter([*rest, *(tile for meld in melds for tile in meld.tiles)])
    return GbHand(
        concealed=tuple(rest),
        win_tile=win,
        melds=tuple(melds),
        self_draw=self_draw,
        last_tile=random.random() < 0.1,
        kong_draw=self_draw and random.random() < 0.1,
        rob_kong=not self_draw and not others[win] and random.random() < 0.1,
        fourth_tile=not rest.count(win) and random.random() < 0.1,
        seat_wind=random.randrange(4),
        round_wind=random.randrange(4),
        flowers=random.choice((0, 0, 0, 1, 2)),
    )
