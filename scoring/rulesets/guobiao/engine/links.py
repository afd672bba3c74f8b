"""Fans made by sets: chows, number pungs, pungs of honours and terminals."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from scoring.hand import CHOW
from scoring.readings import Block
from scoring.tiles import HONOURS, TERMINALS

# The suit (0-2) and the rank (0-8) of the lowest tile of each linked set, in ascending order.
Suits = tuple[int, ...]
Ranks = tuple[int, ...]
Test = Callable[[Suits, Ranks], bool]


class Link(NamedTuple):
    """A fan and the sets it links (one alone for 箭刻 and the like), as positions in the hand's
    sets."""

    fan: str
    sets: tuple[int, ...]


def _one_suit(suits: Suits) -> bool:
    return len(set(suits)) == 1


def _each_suit_once(suits: Suits) -> bool:
    return len(set(suits)) == len(suits)


def _rises_by(ranks: Ranks, *steps: int) -> bool:
    ordered = sorted(ranks)
    found = {after - before for before, after in pairwise(ordered)}
    return len(found) == 1 and found <= set(steps)


CHOW_LINKS: Mapping[int, tuple[tuple[str, Test], ...]] = {
    2: (
        ("yi_ban_gao", lambda suits, ranks: _one_suit(suits) and _rises_by(ranks, 0)),
        ("xi_xiang_feng", lambda suits, ranks: _each_suit_once(suits) and _rises_by(ranks, 0)),
        ("lian_liu", lambda suits, ranks: _one_suit(suits) and _rises_by(ranks, 3)),
        ("lao_shao_fu", lambda suits, ranks: _one_suit(suits) and _rises_by(ranks, 6)),
    ),
    3: (
        ("yi_se_san_tong_shun", lambda suits, ranks: _one_suit(suits) and _rises_by(ranks, 0)),
        ("qing_long", lambda suits, ranks: _one_suit(suits) and _rises_by(ranks, 3)),
        ("yi_se_san_bu_gao", lambda suits, ranks: _one_suit(suits) and _rises_by(ranks, 1, 2)),
        ("hua_long", lambda suits, ranks: _each_suit_once(suits) and _rises_by(ranks, 3)),
        (
            "san_se_san_tong_shun",
            lambda suits, ranks: _each_suit_once(suits) and _rises_by(ranks, 0),
        ),
        ("san_se_san_bu_gao", lambda suits, ranks: _each_suit_once(suits) and _rises_by(ranks, 1)),
    ),
    4: (
        ("yi_se_si_tong_shun", lambda suits, ranks: _one_suit(suits) and _rises_by(ranks, 0)),
        ("yi_se_si_bu_gao", lambda suits, ranks: _one_suit(suits) and _rises_by(ranks, 1, 2)),
    ),
}
PUNG_LINKS: Mapping[int, tuple[tuple[str, Test], ...]] = {
    2: (("shuang_tong_ke", lambda suits, ranks: _each_suit_once(suits) and _rises_by(ranks, 0)),),
    3: (
        ("yi_se_san_jie_gao", lambda suits, ranks: _one_suit(suits) and _rises_by(ranks, 1)),
        ("san_tong_ke", lambda suits, ranks: _each_suit_once(suits) and _rises_by(ranks, 0)),
        ("san_se_san_jie_gao", lambda suits, ranks: _each_suit_once(suits) and _rises_by(ranks, 1)),
    ),
    4: (("yi_se_si_jie_gao", lambda suits, ranks: _one_suit(suits) and _rises_by(ranks, 1)),),
}


def links_of(sets: Sequence[Block]) -> Iterator[Link]:
    """Yield every fan that two, three or four of the sets make, lawful beside each other or not."""
    chows = [at for at, block in enumerate(sets) if block.kind == CHOW]
    pungs = [at for at, block in enumerate(sets) if block.kind != CHOW and block.tile < 27]
    for positions, table in ((chows, CHOW_LINKS), (pungs, PUNG_LINKS)):
        for size, tests in table.items():
            for chosen in combinations(positions, size):
                suits = tuple(sets[at].tile // 9 for at in chosen)
                ranks = tuple(sets[at].tile % 9 for at in chosen)
                for fan, test in tests:
                    if test(suits, ranks):
                        yield Link(fan, chosen)


_WINDS = range(27, 31)
_DRAGONS = range(31, 34)
_DRAGON_PUNGS = {1: "jian_ke", 2: "shuang_jian_ke", 3: "da_san_yuan"}


def honour_links(
    sets: Sequence[Block], pair: int | None, seat_wind: int | None, round_wind: int | None
) -> Iterator[Link]:
    """Yield the fans of dragons and winds, and 幺九刻 for every pung of a terminal or an honour
    whatever else it makes. ``pair`` is the tile of the pair."""
    pungs = {at: block.tile for at, block in enumerate(sets) if block.kind != CHOW}
    dragons = tuple(at for at, tile in pungs.items() if tile in _DRAGONS)
    winds = tuple(at for at, tile in pungs.items() if tile in _WINDS)
    if len(dragons) in _DRAGON_PUNGS:
        yield Link(_DRAGON_PUNGS[len(dragons)], dragons)
    if len(dragons) == 2 and pair in _DRAGONS:
        yield Link("xiao_san_yuan", dragons)
    if len(winds) == 4:
        yield Link("da_si_xi", winds)
    if len(winds) == 3:
        yield Link("san_feng_ke", winds)
        if pair in _WINDS:
            yield Link("xiao_si_xi", winds)
    for fan, wind in (("quan_feng_ke", round_wind), ("men_feng_ke", seat_wind)):
        if wind is not None:
            yield from (Link(fan, (at,)) for at in winds if pungs[at] == 27 + wind)
    for at, tile in pungs.items():
        if tile in TERMINALS or tile in HONOURS:
            yield Link("yao_jiu_ke", (at,))
