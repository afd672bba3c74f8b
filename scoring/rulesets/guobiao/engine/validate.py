"""What is wrong with a hand before it can be counted: tiles, sizes and facts that cannot be."""

from collections.abc import Iterator

from scoring.errors import Problem
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.text import Text
from scoring.tiles import FLOWERS, TileSet, format_tile, surplus, tile_name

_KINDS = range(34)
_TILES = TileSet("mpsz")


def hand_problems(hand: GbHand) -> list[Problem]:
    """Return everything that keeps a hand from being counted, in the codes of EVENTS §6.

    ``field`` names the part of the hand; whether it wins is not looked at.
    """
    strange = sorted({tile for tile in hand.all_tiles if tile not in _KINDS})
    if strange:
        # Nothing more can be said of tiles that Guobiao hands do not have.
        return [_strange(tile) for tile in strange]
    return [*_size_problems(hand), *_copies_problems(hand), *_flag_problems(hand)]


def _strange(tile: int) -> Problem:
    if tile in FLOWERS:
        words = Text("花牌（{code}）不在手牌里。", "Flowers ({code}) do not stand in the hand.")
        return Problem("bad_tile", words.format(code=format_tile(tile)), field="concealed")
    words = Text("{tile}不是一张牌。", "{tile} is no tile.")
    return Problem("bad_tile", words.format(tile=tile), field="concealed")


def _size_problems(hand: GbHand) -> Iterator[Problem]:
    length = len(hand.concealed) + 3 * len(hand.melds)
    if length != 13:
        words = Text(
            "手牌应是13张（不算和的那张），这里是{n}张。",
            "The hand has {n} tiles beside the winning one; it needs 13.",
        )
        yield Problem("bad_hand_size", words.format(n=length), field="concealed")
    for at, meld in enumerate(hand.melds):
        if not meld.is_lawful():
            words = Text("“{kind}”不是一副好的牌。", "The tiles of “{kind}” do not make that set.")
            yield Problem("bad_hand_size", words.format(kind=meld.kind), field=f"melds.{at}")


def _copies_problems(hand: GbHand) -> Iterator[Problem]:
    for extra in surplus(hand.all_tiles, _TILES):
        words = Text("{name}（{code}）有{n}张。", "There are {n} of {name} ({code}).")
        filled = words.format(
            name=tile_name(extra.tile), code=format_tile(extra.tile), n=extra.copies
        )
        yield Problem("too_many_tiles", filled, field="concealed")


def _flag_problems(hand: GbHand) -> Iterator[Problem]:
    """Facts of the win that contradict each other or the tiles."""
    held = (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles))
    checks = (
        (
            hand.self_draw and hand.rob_kong,
            "rob_kong",
            Text("抢杠不是自摸。", "A robbed kong is no self-draw."),
        ),
        (
            hand.kong_draw and not hand.self_draw,
            "kong_draw",
            Text("杠上开花要自摸。", "Out on a kong is a self-draw."),
        ),
        (
            hand.kong_draw and not any(meld.is_kong for meld in hand.melds),
            "kong_draw",
            Text("没有杠，不能杠上开花。", "Out on a kong needs a kong among the melds."),
        ),
        (
            hand.rob_kong and hand.last_tile,
            "last_tile",
            Text("抢杠和的不是最后一张牌。", "A robbed kong is not the last tile."),
        ),
        (
            hand.rob_kong and hand.win_tile in held,
            "rob_kong",
            Text("手里已有这张牌，别家不能用它补杠。", "A tile of the hand cannot be robbed."),
        ),
        (
            hand.fourth_tile and hand.win_tile in hand.concealed,
            "fourth_tile",
            Text(
                "手里还有这张牌，不是和绝张。",
                "The hand holds another copy, so it is not the last tile of its kind.",
            ),
        ),
    )
    for wrong, field, words in checks:
        if wrong:
            yield Problem("bad_flags", words, field=field)
