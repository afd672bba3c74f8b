"""What is wrong with a hand before it can be counted: tiles, sizes and facts that cannot be."""

from scoring.errors import Problem
from scoring.hand import HandTiles, copies_problems, flower_problems, luck_problems
from scoring.hand import hand_problems as tile_problems
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.text import Text
from scoring.tiles import FLOWERS, KINDS, TileSet, tile_name

# The flowers are laid aside: they stand in no hand.
TILES = TileSet("mpsz", flowers=8)


def hand_problems(hand: GbHand) -> list[Problem]:
    """Return everything that keeps a hand from being counted, in the codes of EVENTS §6.

    ``field`` names the part of the hand; whether it wins is not looked at.
    """
    strange = sorted({tile for tile in hand.all_tiles if not 0 <= tile < KINDS})
    if strange:
        # Nothing more can be said of what is no tile at all.
        return [_no_tile(tile) for tile in strange]
    tiles = HandTiles(hand.concealed, hand.melds)
    problems = [*flower_problems(tiles), *tile_problems(tiles, seat=hand.seat_wind)]
    if hand.win_tile in FLOWERS:
        words = Text("花牌（{tile}）不能和。", "Nobody wins on a flower ({tile}).")
        filled = words.format(tile=tile_name(hand.win_tile))
        problems.append(Problem("bad_tile", filled, field="win_tile"))
    problems.extend(copies_problems(hand.all_tiles, TILES))
    return problems + _flag_problems(hand)


def _no_tile(tile: int) -> Problem:
    words = Text("{tile}不是一张牌。", "{tile} is no tile.")
    return Problem("bad_tile", words.format(tile=tile), field="concealed")


def _flag_problems(hand: GbHand) -> list[Problem]:
    """Facts of the win that contradict each other or the tiles."""
    problems = []
    if hand.self_draw and hand.rob_kong:
        words = Text("抢杠不是自摸。", "A robbed kong is no self-draw.")
        problems.append(Problem("bad_flags", words, field="rob_kong"))
    facts = {
        "last_tile": hand.last_tile,
        "kong_draw": hand.kong_draw,
        "fourth_tile": hand.fourth_tile,
    }
    by = "rob_kong" if hand.rob_kong else "self_draw" if hand.self_draw else "discard"
    flags = [flag for flag, given in facts.items() if given]
    problems.extend(luck_problems(HandTiles(hand.concealed, hand.melds), hand.win_tile, by, flags))
    return problems
