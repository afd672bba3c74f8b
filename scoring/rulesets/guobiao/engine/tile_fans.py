"""Fans that look at the tiles alone, whatever sets they make."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.hand import Meld
from scoring.tiles import HONOURS, TERMINALS, parse_tiles

_WINDS = frozenset(range(27, 31))
_DRAGONS = frozenset(range(31, 34))
_HONOURS = frozenset(HONOURS)
_SUITED = frozenset(range(27))


def _ranks(*ranks: int) -> frozenset[int]:
    return frozenset(tile for tile in _SUITED if tile % 9 + 1 in ranks)


# Fans of hands that hold nothing but these tiles.
ONLY: dict[str, frozenset[int]] = {
    "lv_yi_se": frozenset(parse_tiles("23468s6z")),
    "qing_yao_jiu": TERMINALS,
    "zi_yi_se": _HONOURS,
    "hun_yao_jiu": TERMINALS | _HONOURS,
    "quan_da": _ranks(7, 8, 9),
    "quan_zhong": _ranks(4, 5, 6),
    "quan_xiao": _ranks(1, 2, 3),
    "da_yu_wu": _ranks(6, 7, 8, 9),
    "xiao_yu_wu": _ranks(1, 2, 3, 4),
    "tui_bu_dao": frozenset(parse_tiles("1234589p245689s5z")),
    "duan_yao": _SUITED - TERMINALS,
    "wu_zi": _SUITED,
}


class Colours(NamedTuple):
    """Which suits (0-2) a hand has, and whether it has winds and dragons."""

    suits: frozenset[int]
    winds: bool
    dragons: bool


def colours_of(held: frozenset[int]) -> Colours:
    suits = frozenset(tile // 9 for tile in held & _SUITED)
    return Colours(suits, not held.isdisjoint(_WINDS), not held.isdisjoint(_DRAGONS))


def tile_fans(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[str]:
    """Yield the fans of a hand's tiles (counts of the 34 kinds), 四归一 once for each kind."""
    held = frozenset(tile for tile, n in enumerate(counts) if n)
    yield from (fan for fan, tiles in ONLY.items() if held <= tiles)
    colours = colours_of(held)
    honours = colours.winds or colours.dragons
    if len(colours.suits) == 1:
        yield "hun_yi_se" if honours else "qing_yi_se"
    elif len(colours.suits) == 2:
        yield "que_yi_men"
    elif len(colours.suits) == 3 and colours.winds and colours.dragons:
        yield "wu_men_qi"
    kongs = {meld.tile for meld in melds if meld.is_kong}
    for tile, n in enumerate(counts):
        if n == 4 and tile not in kongs:
            yield "si_gui_yi"
