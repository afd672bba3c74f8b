"""Many hands as arrays: the form in which `many` counts them."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from scoring.hand import CHOW, KONG_KINDS, MELD_KINDS, Meld
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.quick.parts import Luck

Bytes = NDArray[np.uint8]

# What stands in the place of a tile or meld that a hand does not have, and of an unknown wind.
NO_TILE = 34
NO_MELD = 34 * len(MELD_KINDS)
NO_WIND = 4
TILES, MELDS = 13, 4
# A meld's number is the first of its kind plus its lowest tile.
FIRST_OF_KIND = {kind: 34 * at for at, kind in enumerate(MELD_KINDS)}


class Hands(NamedTuple):
    """Hands as arrays of small numbers (``uint8``), one column for each hand.

    * ``tiles`` (13, n): the standing tiles without the winning one in any order, 0-33 as everywhere
      (`scoring.tiles`), then `NO_TILE` for each tile that melds stand for;
    * ``melds`` (4, n): `FIRST_OF_KIND` of the meld's kind plus its lowest tile, then `NO_MELD`;
    * ``win`` (n): the winning tile;
    * ``luck`` (n): one bit for each fact of `parts.Luck`, the lowest for the first (self-draw);
    * ``winds`` (2, n): seat and round wind, 0-3 for East to North or `NO_WIND`;
    * ``flowers`` (n): how many.
    """

    tiles: Bytes
    melds: Bytes
    win: Bytes
    luck: Bytes
    winds: Bytes
    flowers: Bytes

    def __len__(self) -> int:
        return len(self.win)

    def part(self, start: int, stop: int) -> "Hands":
        """Return the hands from ``start`` to before ``stop``."""
        return Hands(*(array[..., start:stop] for array in self))


def check(hands: Hands) -> None:
    """Raise `ValueError` that names the first hand whose tiles cannot be: numbers that stand for
    nothing, more or fewer tiles than a hand has, five of a kind. (Not what the facts say together.)
    """
    sound = (
        (hands.tiles <= NO_TILE).all(axis=0)
        & (hands.melds <= NO_MELD).all(axis=0)
        & (hands.win < NO_TILE)
        & (hands.luck < 1 << len(Luck._fields))
        & (hands.winds <= NO_WIND).all(axis=0)
    )
    if sound.all():
        sound = _sound_tiles(hands)
    if not sound.all():
        raise ValueError(f"Hand {int(np.argmin(sound))} is no hand of Guobiao.")


def _sound_tiles(hands: Hands) -> NDArray[np.bool_]:
    standing = (hands.tiles < NO_TILE).sum(axis=0)
    laid = (hands.melds < NO_MELD).sum(axis=0)
    tiles = np.concatenate([hands.tiles, hands.win[None], *_faces()[:, hands.melds]])
    places = tiles + (NO_TILE + 1) * np.arange(len(hands))
    counts = np.bincount(places.ravel(), minlength=(NO_TILE + 1) * len(hands))
    most = counts.reshape(-1, NO_TILE + 1)[:, :NO_TILE].max(axis=1)
    lawful = _faces()[0, hands.melds] < NO_TILE
    sound: NDArray[np.bool_] = (
        (standing + 3 * laid == TILES) & (lawful.sum(axis=0) == laid) & (most <= 4)
    )
    return sound


@cache
def _faces() -> Bytes:
    """Return the tiles of melds by their number, `NO_TILE` where there is none."""
    faces = np.full((4, NO_MELD + 1), NO_TILE, np.uint8)
    for kind, first in FIRST_OF_KIND.items():
        for tile in range(34):
            meld = Meld(kind, _tiles_of(kind, tile))
            if meld.is_lawful():
                faces[: len(meld.tiles), first + tile] = meld.tiles
    return faces


def _tiles_of(kind: str, tile: int) -> tuple[int, ...]:
    if kind == CHOW:
        return (tile, tile + 1, tile + 2)
    return (tile,) * (4 if kind in KONG_KINDS else 3)


_FACTS = attrgetter(*Luck._fields, "win_tile", "flowers")
_WINDS: dict[int | None, int] = {None: NO_WIND, 0: 0, 1: 1, 2: 2, 3: 3}


def hands_of(hands: Sequence[GbHand]) -> Hands:
    """Return sound hands as arrays."""
    melds = list(map(attrgetter("melds"), hands))
    laid = _array(map(len, melds))
    tiles = _array(chain.from_iterable(map(attrgetter("concealed"), hands)))
    facts = _array(chain.from_iterable(map(_FACTS, hands))).reshape(-1, len(Luck._fields) + 2).T
    *luck, win, flowers = facts
    winds = [
        _array(map(_WINDS.__getitem__, map(attrgetter(wind), hands)))
        for wind in ("seat_wind", "round_wind")
    ]
    return Hands(
        _in_columns(tiles, TILES - 3 * laid, TILES, NO_TILE),
        _in_columns(_array(map(_number, chain.from_iterable(melds))), laid, MELDS, NO_MELD),
        np.ascontiguousarray(win),
        np.bitwise_or.reduce([fact << bit for bit, fact in enumerate(luck)]),
        np.stack(winds),
        np.ascontiguousarray(flowers),
    )


def _number(meld: Meld) -> int:
    return FIRST_OF_KIND[meld.kind] + meld.tiles[0]


def _array(values: Iterable[int]) -> Bytes:
    return np.frombuffer(bytes(values), np.uint8)


def _in_columns(values: Bytes, lengths: Bytes, height: int, filler: int) -> Bytes:
    """Return values that stand one after another, so many for each hand, as columns."""
    rows = np.full((len(lengths), height), filler, np.uint8)
    rows[np.arange(height) < lengths[:, None]] = values
    return np.ascontiguousarray(rows.T)
