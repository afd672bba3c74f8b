"""How a quick count read the hand."""

from collections import Counter

from scoring.readings import meld_block
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.shapes import (
    KNITTED,
    ORPHANS,
    SETS,
    SEVEN_PAIRS,
    UNRELATED,
    Shape,
)
from scoring.rulesets.guobiao.quick import codes
from scoring.rulesets.guobiao.quick.count import Count

_FORM_OF = {"qi_dui": SEVEN_PAIRS, "lian_qi_dui": SEVEN_PAIRS, "shi_san_yao": ORPHANS}


def shape_of(hand: GbHand, count: Count) -> Shape:
    """Return the reading that a count of the hand is of."""
    names = {fan for fan, _points, _times in count.fans}
    if not count.sets:
        form = next((_FORM_OF[name] for name in names if name in _FORM_OF), UNRELATED)
        nine = [tile for tile in hand.standing if tile < 27] if "zu_he_long" in names else ()
        return Shape(form, knitted=frozenset(nine))
    (pair,) = codes.pairs_in(count.sets)
    standing = (*codes.chows_in(count.sets), *codes.pungs_in(count.sets))
    apart = Counter(hand.standing)
    apart.subtract(tile for block in (*standing, pair) for tile in block.faces)
    knitted = frozenset(apart.elements())
    sets = (*map(meld_block, hand.melds), *standing)
    return Shape(KNITTED if knitted else SETS, sets, pair, knitted)
