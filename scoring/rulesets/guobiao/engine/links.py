"""Fans that link chows with chows and number pungs with number pungs."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from scoring.hand import CHOW
from scoring.readings import Block

# The suit (0-2) and the rank (0-8) of the lowest tile of each linked set, in ascending order.
Suits = tuple[int, ...]
Ranks = tuple[int, ...]
Test = Callable[[Suits, Ranks], bool]


class Link(NamedTuple):
    """A fan and the sets it links, as positions in the hand's sets."""

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
