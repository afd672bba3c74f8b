"""What a declaration may tell of a pattern beside its name and worth: its kind, a hand that has it,
and why others do not count beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.hand import CHOW, KONG_ADDED, KONG_CONCEALED, PUNG, Meld
from scoring.text import Text
from scoring.tiles import format_tile, format_tiles, parse_tile, parse_tiles


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of patterns. ``of_tiles`` tells what the tiles of a hand make from what the moment or
    the way of the win brings."""

    id: str
    name: Text
    of_tiles: bool = True
    # Counted beside the row of a game that has one row for each hand.
    beside: bool = False

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, "name": list(self.name), "of_tiles": self.of_tiles}


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Another pattern that does not count beside this one, and the principle that says so.

    ``scope`` is ``hand`` where it never counts, ``own_sets`` where only the sets that this pattern
    uses do not make it, ``one`` where one of several is taken away, ``reading`` where the tiles
    must be read in another way to have it.
    """

    pattern: str
    principle: Text
    why: Text
    scope: str = "hand"

    def to_json(self) -> dict[str, Any]:
        return {
            "id": self.pattern,
            "principle": list(self.principle),
            "why": list(self.why),
            "scope": self.scope,
        }


@dataclass(frozen=True, slots=True)
class Example:
    """A winning hand that has a pattern: ``concealed`` without the winning tile.

    ``facts`` are win flags of EVENTS §5 and ``self_draw`` or ``rob_kong``; a discard where neither
    is named. Winds are 0-3, None where they do not matter. ``wild`` are the faces that stand for
    any tile in this hand, ``turned`` the tile that was turned up for them (the first of them where
    it is None). ``options`` are needed for the hand to win, ``before`` events that a record of it
    holds first.
    """

    concealed: tuple[int, ...]
    win_tile: int
    melds: tuple[Meld, ...] = ()
    facts: frozenset[str] = frozenset()
    seat_wind: int | None = None
    round_wind: int | None = None
    flowers: int = 0
    wild: tuple[int, ...] = ()
    turned: int | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    before: tuple[Mapping[str, Any], ...] = ()

    @property
    def by(self) -> str:
        return next((by for by in ("self_draw", "rob_kong") if by in self.facts), "discard")

    @property
    def flags(self) -> tuple[str, ...]:
        return tuple(sorted(self.facts - {"self_draw", "rob_kong"}))

    def to_json(self) -> dict[str, Any]:
        """Return the hand in the keys of EVENTS §3 and §5."""
        return {
            "concealed": format_tiles(self.concealed),
            "melds": [{"kind": m.kind, "tiles": format_tiles(m.tiles)} for m in self.melds],
            "tile": format_tile(self.win_tile),
            "by": self.by,
            "flags": list(self.flags),
            "seat_wind": self.seat_wind,
            "round_wind": self.round_wind,
            "flowers": self.flowers,
            "wild": [format_tile(tile) for tile in self.wild],
            "options": dict(self.options),
        }


_WINDS = "ESWN"
_FACTS = {
    "draw": "self_draw",
    "rob": "rob_kong",
    "last": "last_tile",
    "kong": "kong_draw",
    "fourth": "fourth_tile",
    "heavenly": "heavenly",
    "earthly": "earthly",
    "human": "human",
}


def parse_example(text: str, facts: str = "") -> Example:
    """Read a hand written as ``23m55z [567s] (1111p) +4m`` with facts such as ``draw last seat=S``.

    ``[ ]`` are melds that lie open, ``( )`` concealed kongs, ``+`` the winning tile. Facts: ``draw
    rob last kong fourth heavenly earthly human``, ``seat=`` and ``round=`` with E S W N,
    ``flowers=``, ``wild=5s6s``, ``turned=4s``. Raises `ValueError` (`scoring.tiles.TileError` for
    tiles).
    """
    concealed: tuple[int, ...] = ()
    melds: list[Meld] = []
    win: int | None = None
    for word in text.split():
        if word[0] in "[(":
            melds.append(_meld(word))
        elif word[0] == "+":
            win = parse_tile(word[1:])
        else:
            concealed += parse_tiles(word)
    if win is None:
        raise ValueError(f"{text}: no winning tile")
    words = facts.split()
    named = dict(word.split("=") for word in words if "=" in word)
    return Example(
        concealed,
        win,
        tuple(melds),
        frozenset(_FACTS[word] for word in words if "=" not in word),
        _WINDS.index(named["seat"]) if "seat" in named else None,
        _WINDS.index(named["round"]) if "round" in named else None,
        int(named.get("flowers", 0)),
        parse_tiles(named.get("wild", "")),
        parse_tile(named["turned"]) if "turned" in named else None,
    )


def _meld(word: str) -> Meld:
    tiles = parse_tiles(word[1:-1])
    if len(tiles) == 4:
        return Meld(KONG_CONCEALED if word[0] == "(" else KONG_ADDED, tiles)
    return Meld(PUNG if len(set(tiles)) == 1 else CHOW, tiles)
