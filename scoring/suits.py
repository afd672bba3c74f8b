"""Of how many suits tiles are: the question behind 清一色, 混一色 and 字一色 in every game."""

from collections.abc import Iterable

from scoring.tiles import suit_of

ONE_SUIT = "one_suit"
ONE_SUIT_AND_HONOURS = "one_suit_and_honours"
HONOURS_ONLY = "honours_only"
MIXED = "mixed"


def suit_class(tiles: Iterable[int]) -> str:
    """Return `ONE_SUIT`, `ONE_SUIT_AND_HONOURS`, `HONOURS_ONLY` or `MIXED`."""
    suits = {suit_of(tile) for tile in tiles}
    numbered = suits - {"z"}
    if len(numbered) > 1:
        return MIXED
    if not numbered:
        return HONOURS_ONLY
    return ONE_SUIT_AND_HONOURS if "z" in suits else ONE_SUIT
