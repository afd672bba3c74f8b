"""What a hand is worth: the doubling table and the additive one (§4 and §5 of the specs).

Both work out the items of a hand, from its tiles or from a declared row; their sum is the fan
(doubling) or the multiple F (additive).
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.hand import HandTiles
from scoring.rulesets.sichuan.rows import (
    ADDITIVE_ROWS,
    DOUBLING_ROWS,
    DRAGONS,
    EXTRAS,
    PRICES,
    SEVEN_PAIRS,
    Row,
)
from scoring.rulesets.sichuan.shapes import (
    FLUSH,
    PAIRS,
    features,
    quads,
    wait_faces,
)
from scoring.text import Text
from scoring.tiles import rank_of
from scoring.waits import waits

Items = tuple[tuple[str, int], ...]
# An item that needs tiles: a declared hand has no way to name it.
OF_TILES_ONLY = frozenset({"san_tou_hu"})


@dataclass(frozen=True, slots=True)
class Moment:
    """What a win is beside its tiles. The standard moment is a plain discard, as waits are priced.

    ``as_draw``: it is paid as a self-draw. ``kongs`` are the kinds of the winner's kongs that
    still count for him.
    """

    by: str = "discard"
    flags: frozenset[str] = frozenset()
    as_draw: bool = False
    kongs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A hand that is declared: one row, what stands beside it, 根 if the table has them."""

    row: str
    beside: frozenset[str] = frozenset()
    gen: int = 0


class Scale(ABC):
    """A table of rows under the options of a hand."""

    rows: tuple[Row, ...]
    # What may be declared beside a row.
    beside: tuple[str, ...]
    has_gen = False
    # What its numbers are called.
    unit = Text("倍", " bases")
    # What a declared number may lie between.
    least_fan = 0
    most_fan = 100_000
    # The row that stands for any hand (抢杠 under ``rob_kong_value`` ``basic``).
    plain: str

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options

    @abstractmethod
    def row_fan(self, row: Row) -> int:
        """Return what a row is worth; 0 may switch it off (`is_on`)."""

    @abstractmethod
    def is_on(self, name: str) -> bool:
        """Whether a row, or what may stand beside it, is played."""

    @abstractmethod
    def of_tiles(self, hand: HandTiles, tile: int, moment: Moment) -> Items | None:
        """Return the items of a hand with its winning tile; None where it is no win."""

    @abstractmethod
    def of_names(self, named: Named, moment: Moment) -> Items:
        """Return the items of a declared hand."""

    @abstractmethod
    def plain_points(self, fan: int) -> int:
        """Return the points of a capped fan before the base, bonus and payer."""

    def capped(self, fan: int) -> int:
        cap: int = self.options["cap_fan"]
        return min(fan, cap) if cap else fan

    def points(self, fan: int) -> int:
        """Return the points of a capped fan."""
        base: int = self.options["base"]
        return base * self.plain_points(fan)

    def bonus(self, moment: Moment) -> int:
        """Return what each payer of this win pays beside its points."""
        return 0

    def waits_of(
        self, hand: HandTiles, kongs: tuple[str, ...], unseen: tuple[int, ...] | None
    ) -> dict[int, int]:
        """Return the waits of a hand with their fan as a plain discard, not capped."""
        moment = Moment(kongs=kongs)

        def fan(tile: int) -> int | None:
            items = self.of_tiles(hand, tile, moment)
            return None if items is None else total(items)

        return waits(tuple(hand.all_tiles()), wait_faces(hand), fan, unseen=unseen)

    def circumstances(self, moment: Moment) -> Items:
        found = [
            (name, int(self.options[f"{name}_fan"]))
            for name in ("kong_draw", "kong_discard", "rob_kong", "last_tile")
            if name in moment.flags or name == moment.by
        ]
        return tuple(found)

    def candidates(self, moment: Moment, rows: Iterable[Row]) -> list[Row]:
        """Return the rows that a win may be counted by, in their order."""
        if moment.by == "rob_kong" and self.options["rob_kong_value"] == "basic":
            return [row for row in self.rows if row.id == self.plain]
        return list(rows)


def total(items: Items) -> int:
    return sum(number for _name, number in items)


def _counted(*items: tuple[str, int]) -> Items:
    """Leave out what is worth nothing."""
    return tuple((name, number) for name, number in items if number)


class Doubling(Scale):
    """Fan are added up; each one doubles the points."""

    rows = DOUBLING_ROWS
    beside = tuple(EXTRAS)
    has_gen = True
    unit = Text("番", " fan")
    least_fan = 1
    most_fan = 30
    plain = "ping_hu"

    def row_fan(self, row: Row) -> int:
        return int(self.options[row.option]) if row.option else row.fan

    def is_on(self, name: str) -> bool:
        if name in EXTRAS:
            return bool(self.options[EXTRAS[name]])
        return any(row.id == name and self.row_fan(row) for row in self.rows)

    def plain_points(self, fan: int) -> int:
        return 1 << max(0, fan - 1)

    def bonus(self, moment: Moment) -> int:
        added = moment.as_draw and self.options["self_draw_bonus"] == "add_base"
        return int(self.options["base"]) if added else 0

    def of_tiles(self, hand: HandTiles, tile: int, moment: Moment) -> Items | None:
        found = features(hand, tile)
        if not found:
            return None
        rows = [row for row in self.rows if row.needs <= found and self.row_fan(row)]
        fours = set(quads(hand, tile))
        if self.options["gen_counts"] == "undeclared_only":
            fours -= {meld.tile for meld in hand.melds if meld.is_kong}
        beside = set()
        if hand.is_concealed:
            beside.add("men_qing")
        if all(rank_of(t) not in (1, 9) for t in (*hand.all_tiles(), tile)):
            beside.add("zhong_zhang")
        if len(hand.melds) == 4:
            beside.add("jin_gou_diao")
        return self._items(self.candidates(moment, rows), frozenset(beside), len(fours), moment)

    def of_names(self, named: Named, moment: Moment) -> Items:
        rows = [row for row in self.rows if row.id == named.row]
        return self._items(self.candidates(moment, rows), named.beside, named.gen, moment)

    def _items(
        self, rows: Iterable[Row], beside: frozenset[str], gen: int, moment: Moment
    ) -> Items:
        """Take the row with the most fan, 根 left over included; the later of equal ones."""
        worth = [(row.id, self.row_fan(row), gen - 1 if row.id in DRAGONS else gen) for row in rows]
        for flag, name in (("heavenly", "tian_hu"), ("earthly", "di_hu")):
            if flag in moment.flags and self.options[f"{name}_fan"]:
                worth.append((name, int(self.options[f"{name}_fan"]), gen))
        places = range(len(worth))
        name, fan, left = worth[max(places, key=lambda i: (worth[i][1] + worth[i][2], i))]
        drawn = moment.as_draw and self.options["self_draw_bonus"] == "add_fan"
        extras = [
            (extra, int(self.options[option]))
            for extra, option in EXTRAS.items()
            if extra in beside and not (extra == "men_qing" and name in SEVEN_PAIRS)
        ]
        return _counted(
            (name, fan),
            ("gen", left),
            *self.circumstances(moment),
            ("self_draw", int(drawn)),
            *extras,
        )


class Additive(Scale):
    """Multiples of the base are added up."""

    rows = ADDITIVE_ROWS
    beside = ("men_qing",)
    plain = "ji_ben_hu"

    def row_fan(self, row: Row) -> int:
        prices = {**PRICES, **self.options["pattern_points"]}
        return int(prices[row.id])

    def is_on(self, name: str) -> bool:
        if name in self.beside:
            return True
        return any(row.id == name and self._played(row) for row in self.rows)

    def _played(self, row: Row) -> bool:
        return row.id not in ("men_qian_qing", "qi_dui") or self.row_fan(row) > 0

    def plain_points(self, fan: int) -> int:
        return fan

    def of_tiles(self, hand: HandTiles, tile: int, moment: Moment) -> Items | None:
        found = features(hand, tile)
        rows = [row for row in self.rows if row.needs <= found and self._played(row)]
        if not rows:
            return None
        if {PAIRS, FLUSH} <= found and any(row.id == "qi_dui" for row in rows):
            # Priced seven pairs of one suit are a flush as well.
            rows = [row for row in self.rows if row in rows or row.id == "qing_yi_se"]
        items = self._items(self.candidates(moment, rows), hand.is_concealed, moment)
        bonus: int = self.options["san_tou_hu"]
        if bonus and len(self._waited(hand)) >= 3:
            items += (("san_tou_hu", bonus),)
        return items

    def _waited(self, hand: HandTiles) -> list[int]:
        return [t for t in wait_faces(hand) if self._wins(features(hand, t))]

    def _wins(self, found: frozenset[str]) -> bool:
        return any(row.needs <= found and self._played(row) for row in self.rows)

    def of_names(self, named: Named, moment: Moment) -> Items:
        rows = [row for row in self.rows if row.id == named.row]
        concealed = named.row in ("men_qian_qing", "qi_dui") or "men_qing" in named.beside
        return self._items(self.candidates(moment, rows), concealed, moment)

    def _items(self, rows: list[Row], concealed: bool, moment: Moment) -> Items:
        places = range(len(rows))
        row = rows[max(places, key=lambda i: (self.row_fan(rows[i]), i))]
        hidden = moment.kongs.count("concealed")
        melded = len(moment.kongs) - hidden
        alone = concealed and moment.by == "self_draw"
        return _counted(
            (row.id, self.row_fan(row)),
            ("men_qing_self_draw", int(self.options["men_qing_self_draw"]) if alone else 0),
            ("exposed_kong", melded * self.options["exposed_kong_fan"]),
            ("concealed_kong", hidden * self.options["concealed_kong_fan"]),
            *self.circumstances(moment),
        )


def scale_of(options: Mapping[str, Any]) -> Scale:
    return Additive(options) if options["score_system"] == "additive" else Doubling(options)
