"""A player's tiles at the end of a hand: standing tiles and melds (EVENTS §3)."""

from collections.abc import Iterator
from dataclasses import dataclass

CHOW = "chow"
PUNG = "pung"
KONG_EXPOSED = "kong_exposed"
KONG_ADDED = "kong_added"
KONG_CONCEALED = "kong_concealed"
MELD_KINDS = (CHOW, PUNG, KONG_EXPOSED, KONG_ADDED, KONG_CONCEALED)
KONG_KINDS = (KONG_EXPOSED, KONG_ADDED, KONG_CONCEALED)


@dataclass(frozen=True, slots=True)
class Meld:
    """A set laid down. ``tiles`` ascending; ``giver`` the seat that gave the tile, if known."""

    kind: str
    tiles: tuple[int, ...]
    giver: int | None = None

    @property
    def is_kong(self) -> bool:
        return self.kind in KONG_KINDS

    @property
    def is_exposed(self) -> bool:
        return self.kind != KONG_CONCEALED

    @property
    def tile(self) -> int:
        """The lowest tile of the set."""
        return self.tiles[0]

    def is_lawful(self, *, chows: bool = True) -> bool:
        """Say whether the tiles are what the kind promises."""
        first = self.tiles[0] if self.tiles else -1
        if self.kind == CHOW:
            run = (first, first + 1, first + 2)
            return chows and self.tiles == run and 0 <= first < 27 and first % 9 <= 6
        length = 4 if self.is_kong else 3
        return len(self.tiles) == length and set(self.tiles) == {first}


@dataclass(frozen=True, slots=True)
class HandTiles:
    """Standing tiles without the winning tile, and melds; flowers are not among them."""

    concealed: tuple[int, ...]
    melds: tuple[Meld, ...] = ()

    @property
    def length(self) -> int:
        """Concealed tiles plus three for every meld: 13 (16 in sixteen-tile games)."""
        return len(self.concealed) + 3 * len(self.melds)

    @property
    def is_concealed(self) -> bool:
        """No chow, pung or melded kong."""
        return not any(meld.is_exposed for meld in self.melds)

    def all_tiles(self) -> Iterator[int]:
        yield from self.concealed
        for meld in self.melds:
            yield from meld.tiles
