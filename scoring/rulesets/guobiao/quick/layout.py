"""A set of fans as one integer: a bit for every time that a fan can count.

The upper word (from bit 64) holds what sets and kongs earn, the lower word what the hand as a whole
earns, so that each fits a machine word when many hands are counted at once.
"""

from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

from scoring.rulesets.guobiao.fans import FANS

UPPER = 64


def fan_names(text: str) -> frozenset[str]:
    """Return the ids of fans that a text holds with spaces between them."""
    return frozenset(text.split())


# What comes of sets, kongs and equal tiles; every other fan belongs to the hand as a whole.
_OF_SETS = fan_names(
    """
    yi_se_si_tong_shun yi_se_si_bu_gao yi_se_san_tong_shun qing_long yi_se_san_bu_gao hua_long
    san_se_san_tong_shun san_se_san_bu_gao yi_se_shuang_long_hui san_se_shuang_long_hui
    yi_ban_gao xi_xiang_feng lian_liu lao_shao_fu yi_se_si_jie_gao yi_se_san_jie_gao san_tong_ke
    san_se_san_jie_gao shuang_tong_ke da_si_xi da_san_yuan xiao_si_xi xiao_san_yuan san_feng_ke
    shuang_jian_ke jian_ke quan_feng_ke men_feng_ke yao_jiu_ke si_gui_yi si_gang san_gang
    shuang_ming_gang shuang_an_gang ming_an_gang ming_gang an_gang si_an_ke san_an_ke shuang_an_ke
    """
)
# Counted beside 四杠 under an option, one for each concealed kong (guobiao.md §8).
_TIMES = {"an_gang": 4}
# Flowers are counted beside the set of fans.
_APART = frozenset({"hua_pai"})


class Place(NamedTuple):
    """Where a fan stands: its lowest bit and the mask of all its bits. Of two fans the one with the
    lower ``rank`` (by points in the table, then number) goes first in striking out the other."""

    rank: int
    fan: str
    no: int
    low: int
    mask: int
    times: int


def _places() -> dict[str, Place]:
    places: dict[str, Place] = {}
    next_bit = {True: UPPER, False: 0}
    for fan in FANS:
        if fan.id in _APART:
            continue
        upper = fan.id in _OF_SETS
        times = _TIMES.get(fan.id, fan.times)
        low = 1 << next_bit[upper]
        rank = 100 * (100 - fan.points) + fan.no
        places[fan.id] = Place(rank, fan.id, fan.no, low, low * ((1 << times) - 1), times)
        next_bit[upper] += times
    return places


PLACES = _places()
# The place that each single bit belongs to.
_BY_BIT = {
    1 << at: place
    for place in PLACES.values()
    for at in range(place.low.bit_length() - 1, place.mask.bit_length())
}


def fan_bits(name: str, times: int = 1) -> int:
    """Return the set that holds one fan, ``times`` over."""
    place = PLACES[name]
    return place.low * ((1 << times) - 1)


def fan_bits_from_top(name: str, times: int = 1) -> int:
    """As `fan_bits`, filled from the highest bit down: two parts of a hand can then be joined."""
    place = PLACES[name]
    return place.mask & ~(place.mask >> times) if times < place.times else place.mask


def fan_mask(names: Iterable[str]) -> int:
    """Return every bit of the fans named."""
    mask = 0
    for name in names:
        mask |= PLACES[name].mask
    return mask


_rank = itemgetter(0)


def places_in(bits: int) -> list[Place]:
    """Return the places of the fans of a set, by rank."""
    found = []
    while bits:
        place = _BY_BIT[bits & -bits]
        found.append(place)
        bits &= ~place.mask
    found.sort(key=_rank)
    return found
