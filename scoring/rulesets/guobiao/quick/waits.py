"""Which tiles complete thirteen tiles, all forms of winning hands considered."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from scoring.rulesets.guobiao.quick.forms import KNITTED, unrelated_wins
from scoring.rulesets.guobiao.quick.keys import (
    FOUR,
    GROUPS,
    ODD,
    TILE,
    group_at,
    is_sets,
    is_sets_and_pair,
    kinds,
    pair_ranks,
    rank_sum,
)
from scoring.rulesets.guobiao.quick.tables import MOST_ENTRIES, Table


def _size(key: int) -> int:
    """Return how many tiles there are."""
    ones, twos, fours = key & ODD, key & 2 * ODD, key & FOUR
    return ones.bit_count() + 2 * twos.bit_count() + 4 * fours.bit_count()


def _taken(shape: int, *, honours: bool) -> Iterator[int]:
    """Yield the tiles, as shapes, that make tiles of one group whole: with a pair where one is
    wanting."""
    ranks, paired = rank_sum(shape), _size(shape) % 3 == 1
    for at in range(7) if honours else range(9) if paired else range(-ranks % 3, 9, 3):
        tile = 1 << 3 * at
        if not paired:
            whole = is_sets(shape + tile, honours=honours)
        else:
            pairs = range(7) if honours else pair_ranks(ranks + at)
            whole = is_sets_and_pair(shape + tile, pairs, honours=honours)
        if whole:
            yield tile


def _takes(key: int) -> int:
    """Return the tiles, as a key, that make a group whole."""
    group = group_at(key)
    return sum(_taken(key >> 27 * group, honours=group == 3)) << 27 * group


@lru_cache(MOST_ENTRIES)
def _shape_is_whole(shape: int, *, honours: bool) -> bool:
    if _size(shape) % 3 != 2:
        return is_sets(shape, honours=honours)
    pairs = range(7) if honours else pair_ranks(rank_sum(shape))
    return is_sets_and_pair(shape, pairs, honours=honours)


def _is_whole(key: int) -> bool:
    group = group_at(key)
    return _shape_is_whole(key >> 27 * group, honours=group == 3)


@lru_cache(MOST_ENTRIES)
def _shape_waits_once(shape: int, *, honours: bool) -> bool:
    if len(list(islice(_taken(shape, honours=honours), 2))) != 1:
        return False
    return _size(shape) % 3 != 2 or not _shape_is_whole(shape, honours=honours)


def _one_tile_only(rest: int) -> bool:
    """Whether tiles of one group, complete but for one tile, wait on one kind only.

    When all other groups are complete none of them waits as well, unless these tiles are complete
    as they stand. A kind held four times still counts as waited for.
    """
    group = group_at(rest)
    return _shape_waits_once(rest >> 27 * group, honours=group == 3)


# How many tiles a group has over threes; what makes it whole; whether it is.
_OVER: Table[int] = Table(lambda key: _size(key) % 3)
_TAKES: Table[int] = Table(_takes)
_WHOLE: Table[bool] = Table(_is_whole)
ONE_TILE_ONLY: Table[bool] = Table(_one_tile_only)


def set_waits(before: int) -> int:
    """Return what completes tiles as sets and one pair."""
    open_parts = []
    for group in GROUPS:
        part = before & group
        if part and _OVER[part]:
            open_parts.append(part)
        elif part and not _WHOLE[part]:
            return 0
    if len(open_parts) == 1:
        return _TAKES[open_parts[0]]
    if len(open_parts) != 2 or any(_OVER[part] == 1 for part in open_parts):
        return 0
    a, b = open_parts
    return (_TAKES[a] if _WHOLE[b] else 0) | (_TAKES[b] if _WHOLE[a] else 0)


def waited_for(before: int, melds: int) -> int:
    """Return the tiles that complete a hand, as a key with one of each.

    ``before`` is the key of the standing tiles, ``melds`` how many melds there are: with three for
    each meld they are thirteen. Tiles held four times are among the answer.
    """
    found = set_waits(before)
    if melds <= 1:
        held = kinds(before)
        for nine in KNITTED:
            wanting = nine & ~held
            if not wanting:
                found |= set_waits(before - nine)
            elif not wanting & wanting - 1 and _completes(before - (nine & held)):
                found |= wanting
    if not melds:
        odd = before & ODD
        if not odd & odd - 1:
            found |= odd
        paired = before & 2 * ODD
        if not paired & paired - 1:
            # No such win has two pairs.
            wins = unrelated_wins()
            found |= sum(tile for tile in TILE if before + tile in wins)
    return found


def _completes(rest: int) -> bool:
    """Whether tiles are sets and one pair as they are."""
    parts = [rest & group for group in GROUPS if rest & group]
    pairs = [part for part in parts if _size(part) % 3 == 2]
    return len(pairs) == 1 and all(_WHOLE[part] for part in parts)


def full(held: int) -> int:
    """Return the kinds of which there are four, as a key with one of each."""
    return (held & FOUR) >> 2
