"""The tables of links hold what the engine says of every choice of sets, whatever suits and ranks
they share an entry with."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement

from scoring.hand import CHOW, PUNG
from scoring.readings import Block
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.links import links_of
from scoring.rulesets.guobiao.engine.principles import best_links
from scoring.rulesets.guobiao.engine.set_fans import set_fans
from scoring.rulesets.guobiao.engine.shapes import SETS, Shape
from scoring.rulesets.guobiao.quick.codes import STANDING
from scoring.rulesets.guobiao.quick.layout import places_in
from scoring.rulesets.guobiao.quick.parts import OF_PUNGS, of_chows, of_pungs
from scoring.tiles import TERMINALS


def _counted(bits: int) -> Counter[str]:
    return Counter({place.fan: (bits & place.mask).bit_count() for place in places_in(bits)})


def _code(sets: Iterable[Block], mask: int) -> int:
    return sum(STANDING[one.kind, one.tile].code for one in sets) & mask


def test_every_choice_of_chows() -> None:
    chows = [Block(CHOW, tile) for tile in range(27) if tile % 9 <= 6]
    wrong = [
        chosen
        for n in range(5)
        for chosen in combinations_with_replacement(chows, n)
        if _counted(of_chows(_code(chosen, -1))) != Counter(best_links(links_of(chosen)))
    ]
    assert wrong == []


def test_every_choice_of_pungs() -> None:
    pungs = [Block(PUNG, tile) for tile in range(27)]
    nobody, mask = GbHand((), 0), (1 << 97) - 1
    wrong = []
    for n in range(5):
        for chosen in combinations(pungs, n):
            expected = Counter(best_links(links_of(chosen)))
            if any(pung.tile in TERMINALS for pung in chosen):
                fans = set_fans(nobody, Shape(SETS, chosen), False)
                expected.update(fan for fan in fans if fan in OF_PUNGS)
            if _counted(of_pungs(_code(chosen, mask))) != expected:
                wrong.append(chosen)
    assert wrong == []
