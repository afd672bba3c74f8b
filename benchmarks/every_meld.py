"""One hand for every four sets that can stand together, counted three ways:
`python benchmarks/every_meld.py [--every N]`.

Counts each hand singly, all of them at once, and with PyMahjongGB (requirements-bench.txt); prints
the hands on which the three do not agree and ends with 1 when there is one. ``--every N`` takes
each N-th of the 366,528 hands.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from MahjongGB import MahjongFanCalculator

from scoring.hand import CHOW, PUNG, Meld
from scoring.options import resolve
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS
from scoring.rulesets.guobiao.quick.count import counter_for
from scoring.rulesets.guobiao.quick.many import score_many
from scoring.tiles import format_tile, format_tiles
from tests.scoring.guobiao_quick.peer import peer_hand

SETS = (
    *(Meld(CHOW, (tile, tile + 1, tile + 2)) for tile in range(27) if tile % 9 <= 6),
    *(Meld(PUNG, (tile,) * 3) for tile in range(34)),
)


def hands() -> Iterator[GbHand]:
    """Yield the hands, always the same: pair, melds and facts are drawn for each."""
    random = Random(1)
    for sets in combinations_with_replacement(SETS, 4):
        held = Counter(tile for one in sets for tile in one.tiles)
        if max(held.values()) <= 4:
            yield _hand(random, sets, held)


def _hand(random: Random, sets: tuple[Meld, ...], held: Counter[int]) -> GbHand:
    pair = random.choice([tile for tile in range(34) if held[tile] <= 2])
    shown = random.choice((0, 0, 1, 2, 3, 4))
    melds = tuple(random.sample(sets, shown))
    left = list(sets)
    for meld in melds:
        left.remove(meld)
    standing = [tile for one in left for tile in one.tiles] + [pair, pair]
    win = standing.pop(random.randrange(len(standing)))
    return GbHand(
        tuple(standing),
        win,
        melds,
        self_draw=random.random() < 0.5,
        seat_wind=random.randrange(4),
        round_wind=random.randrange(4),
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--every", type=int, default=1, metavar="N")
    step = parser.parse_args().every
    options = resolve(PROFILE_OPTIONS, (PROFILE,), {})
    counter = counter_for(options)
    chosen = [hand for at, hand in enumerate(hands()) if at % step == 0]
    batch = score_many(chosen, options).total.tolist()
    different = 0
    for hand, many in zip(chosen, batch, strict=True):
        count = counter.of_hand(hand)
        single = -1 if count is None else count.total
        peer = sum(points for points, _name in MahjongFanCalculator(*peer_hand(hand)))
        if not single == many == peer:
            different += 1
            print(_words(hand), f"single {single}, batch {many}, peer {peer}")
    print(f"{len(chosen)} hands, {different} differences")
    return 1 if different else 0


def _words(hand: GbHand) -> str:
    melds = " ".join(f"[{format_tiles(meld.tiles)}]" for meld in hand.melds)
    drawn = "self-drawn" if hand.self_draw else "discard"
    return f"{format_tiles(hand.concealed)} {melds} +{format_tile(hand.win_tile)} {drawn}"


if __name__ == "__main__":
    sys.exit(main())
