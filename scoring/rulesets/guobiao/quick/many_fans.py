"""What the parts of many hands earn, as arrays filled by the functions of `parts`."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import NamedTuple

import numpy as np

from scoring.hand import CHOW, KONG_KINDS, MELD_KINDS
from scoring.rulesets.guobiao.quick import codes
from scoring.rulesets.guobiao.quick.codes import MELDED
from scoring.rulesets.guobiao.quick.layout import fan_bits
from scoring.rulesets.guobiao.quick.many_hands import NO_MELD
from scoring.rulesets.guobiao.quick.many_tables import (
    KEY_AT,
    SetWords,
    Words,
    halves,
    set_words,
    two_words,
    words,
)
from scoring.rulesets.guobiao.quick.parts import (
    LUCK_FANS,
    SELF_DRAW,
    Luck,
    concealment_fans,
    concealment_in,
    of_chows,
    of_honours,
    of_pungs,
    of_traits,
)

TRAITS_WIDTH = codes.ABSENT_AT
CONCEALMENT_WIDTH = 13
# Where honours are looked up: seven bits of pungs, three for the pair, six for the winds.
NO_HONOUR_PAIR = 7
HONOUR_PAIR_AT, HONOUR_PUNGS_AT = 6, 9


class Links(NamedTuple):
    """Fans (upper words) by key, the keys in ascending order."""

    keys: Words
    fans: Words

    def of(self, keys: Words) -> Words:
        return self.fans[np.searchsorted(self.keys, keys)]


def _links(keys: Iterator[int], fans: Callable[[int], int]) -> Links:
    ordered = sorted(keys)
    return Links(words(ordered), two_words([fans(key) for key in ordered])[1])


@cache
def chow_links() -> Links:
    """Return what up to four chows earn by their code."""
    ones = [1 << 3 * at for at in range(21)]
    return _links(
        (sum(chosen) for n in range(5) for chosen in combinations_with_replacement(ones, n)),
        of_chows,
    )


@cache
def pung_links() -> Links:
    """Return what up to four pungs of numbers earn by their tiles, a bit for each."""
    ones = [1 << tile for tile in range(27)]
    return _links(
        (sum(chosen) for n in range(5) for chosen in combinations(ones, n)),
        lambda key: of_pungs(key << codes.PUNG_AT),
    )


class Twins(NamedTuple):
    """A 双龙会: the code of its chows, the tile of its pair, its fan as an upper word."""

    chows: int
    pair: int
    fan: int


@cache
def twin_dragons() -> tuple[Twins, ...]:
    """Return the six 双龙会. They alone of what chows earn look at the pair."""
    ends = [1 << 3 * (7 * suit + rank) for suit in range(3) for rank in (0, 6)]
    found = []
    for chosen, five in product(combinations_with_replacement(ends, 4), (4, 13, 22)):
        key = sum(chosen)
        fans = of_chows(key | 1 << codes.PAIR_AT + five) & ~of_chows(key)
        if fans:
            found.append(Twins(key, five, halves(fans)[1]))
    return tuple(found)


@cache
def honour_fans() -> Words:
    """Return what pungs of honours earn with the pair and the winds."""
    table = np.zeros(1 << HONOUR_PUNGS_AT + 7, np.int64)
    pairs = [0, *(1 << codes.PAIR_AT + 27 + at for at in range(7))]
    places = [NO_HONOUR_PAIR, *range(7)]
    winds = [seat | round_ << 3 for seat in range(5) for round_ in range(5)]
    for pungs in range(1, 1 << 7):
        if pungs.bit_count() > 4:
            continue
        for (pair, place), wind in product(zip(pairs, places, strict=True), winds):
            at = pungs << HONOUR_PUNGS_AT | place << HONOUR_PAIR_AT | wind
            table[at] = halves(of_honours(pungs << codes.PUNG_AT + 27 | pair | wind))[1]
    return table


@cache
def trait_fans() -> tuple[Words, Words]:
    """Return what tiles and sets have in common earns (lower words): by traits, and by the parts
    whose tiles are absent."""
    table = np.zeros(1 << TRAITS_WIDTH, np.int64)
    numbers = np.arange(len(table))
    for name, trait in codes.TRAITS.items():
        table[(numbers & trait) > 0] |= halves(fan_bits(name))[0]
    absent = [of_traits(parts << codes.ABSENT_AT) for parts in range(1 << len(codes.PARTS))]
    return table, two_words(absent)[0]


@cache
def concealment(split_kongs: bool) -> tuple[Words, Words]:
    """Return what kongs, hidden pungs and concealment earn, by the counters and self-draw."""
    found = np.zeros((2, 1 << CONCEALMENT_WIDTH), np.int64)
    for at in range(1 << CONCEALMENT_WIDTH):
        key = at >> 1 << codes.HIDDEN_AT | (SELF_DRAW if at & 1 else 0)
        counted = concealment_in(key)
        if (
            counted.concealed_kongs <= counted.hidden
            and counted.melded_kongs <= counted.exposed
            and counted.hidden + counted.exposed <= 4
        ):
            found[:, at] = halves(concealment_fans(key, split_kongs=split_kongs))
    return found[0], found[1]


@cache
def luck_fans() -> Words:
    """Return what the facts of the win earn, by a bit for each."""
    size = len(Luck._fields)
    facts = product((False, True), repeat=size)
    return two_words([LUCK_FANS[luck[::-1]] for luck in facts])[0]


class Melds(NamedTuple):
    """Melds by their number (`many_hands`): codes, tiles as a key of two words, and the tiles of
    which a kong is laid, marked where a key has its fours."""

    sets: SetWords
    keys: tuple[Words, Words]
    kongs: tuple[Words, Words]


@cache
def melds() -> Melds:
    found = [(0, codes.ALL_TRAITS, 0, 0)] * (NO_MELD + 1)
    for at, (kind, tile) in enumerate(product(MELD_KINDS, range(34))):
        if kind != CHOW or (tile < 27 and tile % 9 <= 6):
            code, traits, key = MELDED[kind, tile]
            found[at] = code, traits, key, 4 << 3 * tile if kind in KONG_KINDS else 0
    return Melds(
        set_words([row[:2] for row in found]),
        two_words([row[2] for row in found], KEY_AT),
        two_words([row[3] for row in found], KEY_AT),
    )


def lawful_melds() -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return which numbers of melds stand for one, or for none."""
    keys = melds().keys
    lawful = (keys[0] | keys[1]) > 0
    lawful[NO_MELD] = True
    return lawful
