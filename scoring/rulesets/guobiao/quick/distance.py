"""How far tiles are from a win, over all forms of winning hands, and which tiles bring them nearer.

A hand wants the tiles that a winning hand holds beyond its own; the winning hand with the fewest of
them is looked for. Tiles that the player has laid down limit what is left of their kind: a winning
hand holds no tile five times.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.hand import Meld
from scoring.readings import THIRTEEN_ORPHANS
from scoring.rulesets.guobiao.quick.forms import KNITTED
from scoring.rulesets.guobiao.quick.keys import (
    GROUPS,
    HONOUR_KEYS,
    ODD,
    TILE,
    counts_of_key,
    key_of,
    kinds,
)


class Distance(NamedTuple):
    """``shanten`` is how many tiles are wanting until the hand is ready: 0 when it is ready, -1
    when it has won. ``accepting`` are the tiles that lower it by one, in tile order."""

    shanten: int
    accepting: tuple[int, ...]


# How many tiles are wanting, and which ones can be among them (a key with one of each).
Near = tuple[int, int]
# How many sets and pairs.
Want = tuple[int, int]
_NEVER: Near = (99, 0)
_ORPHANS = key_of(THIRTEEN_ORPHANS)
_SETS, _COPIES = 4, 4


def distance(concealed: Sequence[int], melds: Sequence[Meld] = ()) -> Distance:
    """Return how far sound tiles are from ready, all forms considered.

    ``concealed`` are 13 tiles with three for each meld, or 14 with the one just drawn; of 14 the
    accepting tiles are those that would be drawn after the best discard.
    """
    own = key_of(tuple(concealed))
    laid = sum(TILE[tile] for meld in melds for tile in meld.tiles)
    missing, wanted = _nearest(_forms(own, laid, len(melds)))
    accepting = (tile for tile in range(34) if wanted & TILE[tile])
    return Distance(missing - 1, tuple(accepting))


def _nearest(ways: Iterable[Near]) -> Near:
    """Return the fewest tiles, and every tile that a way with so few wants."""
    found, wanted = _NEVER
    for missing, tiles in ways:
        if missing < found:
            found, wanted = missing, tiles
        elif missing == found:
            wanted |= tiles
    return found, wanted


def _forms(own: int, laid: int, melds: int) -> list[Near]:
    ways = [_of_sets(own, laid, _SETS - melds)]
    if melds <= 1:
        ways.extend(_of_knitted(own, laid, nine, 1 - melds) for nine in KNITTED)
    if not melds:
        held = kinds(own)
        ways.extend((_of_pairs(own), _of_orphans(own, held)))
        ways.extend(_of_single_tiles(held, nine) for nine in KNITTED)
    return ways


def _of_pairs(own: int) -> Near:
    """Seven pairs: every odd tile wants another. Of 13 tiles or 14 enough kinds are odd."""
    pairs = sum(n // 2 for n in counts_of_key(own))
    return 7 - pairs, own & ODD if pairs < 7 else 0


def _of_orphans(own: int, held: int) -> Near:
    absent = _ORPHANS & ~held
    if any(own >> 3 * tile & 7 >= 2 for tile in THIRTEEN_ORPHANS):
        return absent.bit_count(), absent
    return absent.bit_count() + 1, _ORPHANS


def _of_single_tiles(held: int, nine: int) -> Near:
    """全不靠: fourteen of the sixteen tiles that nine knitted ones and the honours are."""
    allowed = nine | HONOUR_KEYS & ODD
    missing = 14 - (held & allowed).bit_count()
    return missing, allowed & ~held if missing else 0


def _of_knitted(own: int, laid: int, nine: int, sets: int) -> Near:
    """组合龙: nine tiles that count as laid, the rest as sets and a pair."""
    absent = nine & ~kinds(own)
    missing, wanted = _of_sets(own - (nine & ~absent), laid + nine, sets)
    return absent.bit_count() + missing, absent | wanted


def _of_sets(own: int, laid: int, sets: int) -> Near:
    """Return what sets and a pair want, the groups of tiles joined one after another."""
    states: dict[Want, Near] = {(0, 0): (0, 0)}
    for group, mask in enumerate(GROUPS):
        ways = defaultdict(list)
        for want, more in _of_group(group, own & mask, laid & mask).items():
            for before, near in states.items():
                after = before[0] + want[0], before[1] + want[1]
                if after[0] <= sets and after[1] <= 1:
                    ways[after].append((near[0] + more[0], near[1] | more[1]))
        states = {want: _nearest(found) for want, found in ways.items()}
    return states.get((sets, 1), _NEVER)


@lru_cache(maxsize=50_000)
def _of_group(group: int, own: int, laid: int) -> dict[Want, Near]:
    """Return what tiles of one group want to be so many sets and pairs."""
    tiles = range(9 * group, min(9 * group + 9, 34))
    contents = _contents(group == 3)
    held = np.array([own >> 3 * tile & 7 for tile in tiles], np.int8)
    lacking = np.maximum(contents.counts - held[:, None], 0)
    missing = lacking.sum(axis=0, dtype=np.int8)
    if laid:
        room = np.array([_COPIES - (laid >> 3 * tile & 7) for tile in tiles], np.int8)
        missing[(contents.counts > room[:, None]).any(axis=0)] = _NEVER[0]
    found = {}
    for want, part in contents.parts.items():
        least = missing[part].min()
        if least < _NEVER[0]:
            wanted = lacking[:, part][:, missing[part] == least].any(axis=1)
            found[want] = int(least), sum(TILE[t] for t, w in zip(tiles, wanted, strict=True) if w)
    return found


class _Contents(NamedTuple):
    """Everything that a group can hold as sets and pairs: how many of each tile, a column each; and
    which columns hold so many sets and pairs."""

    counts: NDArray[np.int8]
    parts: dict[Want, slice]


@cache
def _contents(honours: bool) -> _Contents:
    size = 7 if honours else 9
    same = np.eye(size, dtype=np.int8)
    runs = np.array([[at <= i < at + 3 for i in range(size)] for at in range(size - 2)], np.int8)
    sets = 3 * same if honours else np.vstack([3 * same, runs])
    found = {(0, 0): np.zeros((1, size), np.int8)}
    for n in range(_SETS):
        found[n + 1, 0] = _joined(found[n, 0], sets)
    for n in range(_SETS + 1):
        found[n, 1] = _joined(found[n, 0], 2 * same)
    ends = np.cumsum([len(rows) for rows in found.values()]).tolist()
    parts = dict(zip(found, map(slice, [0, *ends], ends), strict=False))
    return _Contents(np.ascontiguousarray(np.vstack(list(found.values())).T), parts)


def _joined(contents: NDArray[np.int8], more: NDArray[np.int8]) -> NDArray[np.int8]:
    """Return the contents with one of ``more`` added, equal ones once, no tile five times."""
    every = (contents[:, None] + more[None]).reshape(-1, contents.shape[1])
    return np.unique(every[every.max(axis=1) <= _COPIES], axis=0)
