"""A reading as a page shows it: groups of tiles, one beside the other."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.readings import KONG
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.shapes import SEVEN_PAIRS, Shape


class Group(NamedTuple):
    """Tiles that belong together. ``kind`` is ``chow``, ``pung``, ``kong``, ``pair``, ``knitted``
    (a row of 147, 258 or 369) or ``single`` (tiles that make no set); ``melded`` tells melds from
    standing tiles, ``open`` whether all can see them."""

    kind: str
    tiles: tuple[int, ...]
    melded: bool = False
    open: bool = False


def groups_of(hand: GbHand, shape: Shape) -> tuple[Group, ...]:
    """Return the groups of a reading, all tiles of the hand in them: the knitted rows first, then
    sets in the order of tiles, the pair last."""
    return tuple(_groups(hand, shape))


def _groups(hand: GbHand, shape: Shape) -> Iterator[Group]:
    standing = sorted(hand.standing)
    if shape.form == SEVEN_PAIRS:
        yield from (Group("pair", (tile, tile)) for tile in standing[::2])
        return
    for suit in range(3):
        row = tuple(sorted(tile for tile in shape.knitted if tile // 9 == suit))
        if row:
            yield Group("knitted", row)
    if not shape.sets:
        yield Group("single", tuple(tile for tile in standing if tile not in shape.knitted))
        return
    for block in sorted(shape.sets, key=lambda block: (block.faces, block.kind == KONG)):
        meld = block.meld
        is_open = meld is not None and meld.is_exposed
        yield Group(block.kind, block.faces, meld is not None, is_open)
    if shape.pair is not None:
        yield Group("pair", shape.pair.faces)
