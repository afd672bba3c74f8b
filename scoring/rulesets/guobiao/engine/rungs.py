"""Fans that a dearer one of the same ladder contains: found for the explanation only, since they
never count beside it."""

from collections.abc import Iterator

from scoring.hand import KONG_CONCEALED
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.set_fans import concealed_pungs
from scoring.rulesets.guobiao.engine.shapes import SEVEN_PAIRS, Shape


def lower_rungs(hand: GbHand, shape: Shape, one_wait: bool, split: bool) -> Iterator[str]:
    """Yield the lesser fans of the same sort that a reading has too.

    ``one_wait`` says that one kind only was waited for; ``split`` that a melded and a concealed
    kong count apart.
    """
    yield from _of_pungs(hand, shape)
    yield from _of_kongs(hand, split)
    if shape.form == SEVEN_PAIRS:
        if one_wait:
            yield "dan_diao_jiang"
        yield "qi_dui"


def _of_pungs(hand: GbHand, shape: Shape) -> Iterator[str]:
    concealed = concealed_pungs(hand, shape)
    if concealed > 2:
        yield "shuang_an_ke"
    if concealed > 3:
        yield "san_an_ke"
    honours = [block.tile for block in shape.pungs if block.tile >= 27]
    dragons = sum(tile >= 31 for tile in honours)
    if dragons > 1:
        yield "jian_ke"
    if dragons > 2:
        yield "shuang_jian_ke"
    if len(honours) - dragons > 3:
        yield "san_feng_ke"


def _of_kongs(hand: GbHand, split: bool) -> Iterator[str]:
    kongs = [meld.kind == KONG_CONCEALED for meld in hand.melds if meld.is_kong]
    concealed, melded = sum(kongs), len(kongs) - sum(kongs)
    mixed = bool(concealed and melded and not split)
    if len(kongs) > 3:
        yield "san_gang"
    if len(kongs) > 2:
        yield from ["shuang_an_gang"] * (concealed > 1) + ["shuang_ming_gang"] * (melded > 1)
        yield from ["ming_an_gang"] * mixed
    if len(kongs) > 2 or (len(kongs) == 2 and (mixed or concealed != 1)):
        yield from ["an_gang"] * bool(concealed) + ["ming_gang"] * bool(melded)
