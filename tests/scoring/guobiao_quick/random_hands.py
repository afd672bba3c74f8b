"""Made-up winning hands of Guobiao, for comparing one count with another."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from scoring.hand import CHOW, KONG_ADDED, KONG_CONCEALED, KONG_EXPOSED, PUNG, Meld
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.shapes import KNITTED_STRAIGHTS
from scoring.rulesets.guobiao.engine.validate import hand_problems

HONOURS = tuple(range(27, 34))
KONGS = (KONG_EXPOSED, KONG_ADDED, KONG_CONCEALED)
FAMILIES = ("mixed", "crowded", "special", "tournament")


def winning_hands(seed: int, family: str) -> Iterator[GbHand]:
    """Yield sound winning hands without end: a family gives the sort of tiles."""
    random = Random(f"{family} {seed}")
    makers = {
        "mixed": _mixed,
        "crowded": _crowded,
        "special": _special,
        "tournament": _tournament,
    }
    make = makers[family]
    while True:
        melds, standing = make(random)
        hand = _with_facts(random, melds, standing)
        if not hand_problems(hand):
            yield hand


def exchanged(hand: GbHand, seed: int) -> GbHand | None:
    """Return a hand with one standing tile exchanged, mostly no win any more; None where the tiles
    or the facts would not be sound."""
    random = Random(f"{hand} {seed}")
    at, tile = random.randrange(len(hand.concealed)), random.randrange(34)
    concealed = (*hand.concealed[:at], tile, *hand.concealed[at + 1 :])
    other = replace(hand, concealed=concealed)
    return None if hand_problems(other) else other


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
    random: Random,
    pool: Sequence[int],
    kong: float,
    chow: float,
    begun: Sequence[Meld] = (),
) -> tuple[list[Meld], list[int]]:
    """Four sets and a pair, those of ``begun`` among them; the others of tiles of the pool."""
    melds: list[Meld] = []
    standing: list[int] = []
    runs = [t for t in pool if t < 27 and t % 9 <= 6 and {t + 1, t + 2} <= set(pool)]
    exposed = random.choice((0.0, 0.3, 0.6, 1.0))
    for at in range(4):
        if at < len(begun):
            meld = begun[at]
        elif runs and random.random() < chow:
            meld = _chow(random.choice(runs))
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


def _chow(first: int) -> Meld:
    return Meld(CHOW, (first, first + 1, first + 2))


def _tournament(random: Random) -> tuple[list[Meld], list[int]]:
    """The usual ways to eight fan. How often each is taken is assumed, no statistics are known."""
    if random.random() < 0.11:
        return _special(random)
    route = random.choices(list(_ROUTES), list(_ROUTES.values()))[0]
    if route == "three chows":
        return _sets(random, range(27), kong=0.02, chow=0.8, begun=_three_chows(random))
    suit = random.randrange(3) * 9
    low = random.choice((0, 5))
    own = range(suit, suit + 9)
    pools: dict[str, tuple[Sequence[int], float]] = {
        "pungs": (range(34), 0.0),
        "one suit": (own, 0.8),
        "one suit and honours": ((*own, *HONOURS), 0.6),
        "outside": (
            tuple(t for t in range(34) if t >= 27 or t % 9 in (0, 1, 2, 6, 7, 8)),
            0.6,
        ),
        "low or high": (tuple(t for t in range(27) if low <= t % 9 < low + 4), 0.8),
        "upside down": ((*range(9, 13), 13, 16, 17, 19, 21, 22, 23, 25, 26, 31), 0.3),
        "exposed": (range(34), 0.6),
    }
    pool, chow = pools[route]
    return _sets(random, pool, kong=0.08, chow=chow)


_ROUTES = {
    "three chows": 60,
    "pungs": 10,
    "one suit and honours": 12,
    "one suit": 4,
    "outside": 4,
    "low or high": 3,
    "upside down": 2,
    "exposed": 5,
}


def _three_chows(random: Random) -> list[Meld]:
    """花龙, 清龙, 三色三同顺, 三色三步高 or 一色三步高."""
    suits = random.choice([random.sample(range(3), 3), [random.randrange(3)] * 3])
    mixed = len(set(suits)) == 3
    step = random.choice((3, 3, 1, 0) if mixed else (3, 3, 1, 2))
    first = random.randrange(7 - 2 * step)
    return [_chow(9 * suit + first + step * at) for at, suit in enumerate(suits)]


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
