"""What the engine counts: a winner's tiles and the facts of the win."""

from dataclasses import dataclass

from scoring.hand import Meld
from scoring.tiles import counts_of


@dataclass(frozen=True, slots=True)
class GbHand:
    """A win of one seat.

    ``concealed`` are the standing tiles without the winning one: 13 with 3 for every meld.
    ``last_tile`` is the last draw of the wall or the discard after it; ``kong_draw`` a draw on
    one's own kong; ``fourth_tile`` says that the other three of the winning tile lie open.
    Winds are 0-3 for East to North, None where nobody knows them.
    """

    concealed: tuple[int, ...]
    win_tile: int
    melds: tuple[Meld, ...] = ()
    self_draw: bool = False
    last_tile: bool = False
    kong_draw: bool = False
    rob_kong: bool = False
    fourth_tile: bool = False
    seat_wind: int | None = None
    round_wind: int | None = None
    flowers: int = 0

    @property
    def standing(self) -> tuple[int, ...]:
        """The standing tiles with the winning one."""
        return (*self.concealed, self.win_tile)

    @property
    def all_tiles(self) -> tuple[int, ...]:
        """Every tile, the winning one and all four of a kong among them."""
        return (*self.standing, *(tile for meld in self.melds for tile in meld.tiles))

    @property
    def counts(self) -> list[int]:
        """How many of each of the 34 kinds there are."""
        return counts_of(self.all_tiles)

    @property
    def is_concealed(self) -> bool:
        """No chow, pung or melded kong."""
        return not any(meld.is_exposed for meld in self.melds)

    @property
    def is_all_exposed(self) -> bool:
        """No concealed kong among the melds."""
        return all(meld.is_exposed for meld in self.melds)

    @property
    def last_lies_open(self) -> bool:
        """Whether the other three of the winning tile lie open, by the record or by the own melds.

        The referee need not note what the exposed sets show; those of a robbed kong lie in it.
        """
        shown = [tile for meld in self.melds if meld.is_exposed for tile in meld.tiles]
        return self.fourth_tile or self.rob_kong or shown.count(self.win_tile) == 3
