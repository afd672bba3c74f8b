"""Winning forms that are no sets and pair, as keys."""

from functools import cache
from itertools import combinations

from scoring.readings import THIRTEEN_ORPHANS
from scoring.rulesets.guobiao.engine.shapes import KNITTED_STRAIGHTS
from scoring.rulesets.guobiao.quick.keys import key_of
from scoring.rulesets.guobiao.quick.layout import fan_bits

# The six knitted straights, and the three hands that wait on all nine gates.
KNITTED = tuple(key_of(tuple(nine)) for nine in KNITTED_STRAIGHTS)
NINE_GATES = frozenset(
    key_of(tuple(first + rank for rank in (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8)))
    for first in (0, 9, 18)
)
# Seven pairs in a row, by a key with one of each kind.
RUNS_OF_PAIRS = frozenset(
    key_of(tuple(range(first, first + 7))) for first in range(27) if first % 9 <= 2
)


@cache
def unrelated_wins() -> dict[int, int]:
    """Return the 733 wins of single tiles by key, with their fans: 十三幺, 全不靠 and 七星不靠."""
    wins = {
        key_of((*THIRTEEN_ORPHANS, twice)): fan_bits("shi_san_yao") for twice in THIRTEEN_ORPHANS
    }
    honours = frozenset(range(27, 34))
    for nine in KNITTED_STRAIGHTS:
        for tiles in combinations((*nine, *honours), 14):
            bits = fan_bits("qi_xing_bu_kao" if honours <= set(tiles) else "quan_bu_kao")
            if nine <= set(tiles):
                bits |= fan_bits("zu_he_long")
            wins[key_of(tiles)] = bits
    return wins
