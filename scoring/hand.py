"""A player's tiles at the end of a hand: standing tiles and melds (EVENTS §3), and what can be
wrong with them: each check once, for records, engines and calculators."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from scoring.errors import Problem
from scoring.text import Text
from scoring.tiles import FLOWERS, TileSet, format_tile, surplus, tile_name

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


def hand_problems(
    hand: HandTiles, length: int = 13, *, seat: int | None = None, players: int = 4
) -> Iterator[Problem]:
    """Yield what is wrong with the tiles of a hand, whatever they are worth: their number, melds
    that are none, givers that cannot be.

    ``field`` is ``concealed`` or ``melds.0`` …; ``seat`` is the player's where it is known. Flowers
    and the number of each tile have checks of their own below.
    """
    if hand.length != length:
        words = Text(
            "手牌应是{wanted}张（不算和的那张），这里是{n}张。",
            "The hand has {n} tiles beside the winning one; it needs {wanted}.",
        )
        filled = words.format(wanted=length, n=hand.length)
        yield Problem("bad_hand_size", filled, field="concealed", seat=seat)
    for at, meld in enumerate(hand.melds):
        for code, words in _meld_problems(meld, seat, players):
            yield Problem(code, words, field=f"melds.{at}", seat=seat)


def _meld_problems(meld: Meld, seat: int | None, players: int) -> Iterator[tuple[str, Text]]:
    if not meld.is_lawful():
        words = Text("“{kind}”不是一副好的牌。", "The tiles of “{kind}” do not make that set.")
        yield "bad_hand_size", words.format(kind=meld.kind)
    if meld.giver is None:
        return
    if meld.kind == KONG_CONCEALED:
        yield "bad_flags", Text("暗杠没有引杠的人。", "A concealed kong has no giver.")
    if seat is None:
        return
    if meld.giver == seat:
        words = Text("不能吃碰杠自己的牌。", "A meld is not from its own seat.")
        yield "bad_seat", words
    if meld.kind == CHOW and meld.giver != (seat - 1) % players:
        yield "not_allowed", Text("只能吃上家的牌。", "A chow is only from the seat before.")


def flower_problems(hand: HandTiles) -> Iterator[Problem]:
    """Yield the flowers among the tiles: where they are not wild they are laid aside."""
    names = [tile_name(tile) for tile in sorted(set(hand.all_tiles())) if tile in FLOWERS]
    if names:
        words = Text("花牌（{zh}）不在手牌里。", "Flowers ({en}) do not stand in the hand.").format(
            zh="、".join(name.zh for name in names), en=", ".join(name.en for name in names)
        )
        yield Problem("bad_tile", words, field="concealed")


def copies_problems(tiles: Iterable[int], tile_set: TileSet) -> Iterator[Problem]:
    """Yield the tiles of which there are more than the set has (``too_many_tiles``)."""
    for extra in surplus(tiles, tile_set):
        words = too_many(extra.tile, extra.copies)
        yield Problem("too_many_tiles", words, field="concealed")


def too_many(tile: int, copies: int) -> Text:
    """Say that there are more of a tile than there can be."""
    words = Text("{name}（{code}）有{n}张。", "There are {n} of {name} ({code}).")
    return words.format(name=tile_name(tile), code=format_tile(tile), n=copies)


def luck_problems(
    hand: HandTiles, win_tile: int, by: str, flags: Collection[str]
) -> Iterator[Problem]:
    """Yield the facts of a win that contradict each other or the tiles (``bad_flags``).

    ``by`` and ``flags`` are those of a win event (EVENTS §5); ``field`` names the fact.
    """
    drawn, robbed = by == "self_draw", by == "rob_kong"
    if "kong_draw" in flags and not drawn:
        yield _luck("kong_draw", "杠上开花要自摸。", "Out on a kong is a self-draw.")
    if "kong_draw" in flags and not any(meld.is_kong for meld in hand.melds):
        yield _luck(
            "kong_draw",
            "没有杠，不能杠上开花。",
            "Out on a kong needs a kong among the melds.",
        )
    if robbed and "last_tile" in flags:
        yield _luck("last_tile", "抢杠和的不是最后一张牌。", "A robbed kong is not the last tile.")
    if robbed and win_tile in hand.all_tiles():
        yield _luck(
            "rob_kong",
            "手里已有这张牌，别家不能用它补杠。",
            "A tile of the hand cannot be robbed: nobody else has four of it.",
        )
    if "fourth_tile" in flags and win_tile in hand.concealed:
        yield _luck(
            "fourth_tile",
            "手里还有这张牌，不是和绝张。",
            "The hand holds another copy, so it is not the last tile of its kind.",
        )


def _luck(field: str, zh: str, en: str) -> Problem:
    return Problem("bad_flags", Text(zh, en), field=field)
