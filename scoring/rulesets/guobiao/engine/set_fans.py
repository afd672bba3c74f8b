"""Fans that look at the sets and the pair of one reading."""

from collections.abc import Iterator

from scoring.hand import CHOW, KONG_CONCEALED
from scoring.readings import KONG, Block
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.links import Link, honour_links
from scoring.rulesets.guobiao.engine.principles import used_up
from scoring.rulesets.guobiao.engine.shapes import KNITTED, Shape
from scoring.tiles import HONOURS, TERMINALS

_OUTSIDE = TERMINALS | frozenset(HONOURS)
_CONCEALED_PUNGS = {2: "shuang_an_ke", 3: "san_an_ke", 4: "si_an_ke"}


def set_fans(hand: GbHand, shape: Shape, split: bool) -> Iterator[str]:
    """Yield the fans of a reading with sets; ``split`` counts one kong of each kind apart."""
    yield from every_set_fans(shape)
    yield from terminal_chow_fans(shape)
    honours = single_links(hand, shape)
    inside = used_up(honours)
    yield from (link.fan for link in honours if link not in inside)
    yield from _kong_fans(hand, split)
    concealed = concealed_pungs(hand, shape)
    if concealed in _CONCEALED_PUNGS:
        yield _CONCEALED_PUNGS[concealed]


def every_set_fans(shape: Shape) -> Iterator[str]:
    """Yield the fans that ask something of every set and of the pair."""
    if shape.pair is None:
        return
    if len(shape.chows) == len(shape.sets) and shape.pair.tile not in HONOURS:
        yield "ping_hu"
    if shape.form == KNITTED:
        return
    if len(shape.pungs) == 4:
        yield "peng_peng_hu"
        if all(_is_even(block.tile) for block in shape.blocks):
            yield "quan_shuang_ke"
    if all(_OUTSIDE.intersection(block.faces) for block in shape.blocks):
        yield "quan_dai_yao"
    if all(any(_is_five(tile) for tile in block.faces) for block in shape.blocks):
        yield "quan_dai_wu"


def _is_even(tile: int) -> bool:
    return tile not in HONOURS and (tile % 9 + 1) % 2 == 0


def _is_five(tile: int) -> bool:
    return tile not in HONOURS and tile % 9 == 4


def terminal_chow_fans(shape: Shape) -> Iterator[str]:
    """双龙会: 123 and 789 twice, with a pair of 5s."""
    if len(shape.chows) != 4 or shape.pair is None or not _is_five(shape.pair.tile):
        return
    lows = sorted(block.tile // 9 for block in shape.chows if block.tile % 9 == 0)
    highs = sorted(block.tile // 9 for block in shape.chows if block.tile % 9 == 6)
    if len(lows) != 2 or lows != highs:
        return
    suits = {*lows, shape.pair.tile // 9}
    if len(suits) == 1:
        yield "yi_se_shuang_long_hui"
    elif len(suits) == 3:
        yield "san_se_shuang_long_hui"


def single_links(hand: GbHand, shape: Shape) -> tuple[Link, ...]:
    """Return the fans of dragons, winds and terminals with their sets, 幺九刻 for each of them."""
    pair = None if shape.pair is None else shape.pair.tile
    return tuple(honour_links(shape.sets, pair, hand.seat_wind, hand.round_wind))


def _kong_fans(hand: GbHand, split: bool) -> Iterator[str]:
    """One fan for all kongs (single kinds may be added under 四杠 by an option)."""
    concealed = sum(meld.kind == KONG_CONCEALED for meld in hand.melds)
    kongs = sum(meld.is_kong for meld in hand.melds)
    if kongs == 4:
        yield "si_gang"
        yield from ["an_gang"] * concealed
    elif kongs == 3:
        yield "san_gang"
    elif kongs == 2 and concealed == 1:
        yield from ("an_gang", "ming_gang") if split else ("ming_an_gang",)
    elif kongs == 2:
        yield "shuang_an_gang" if concealed else "shuang_ming_gang"
    elif kongs == 1:
        yield "an_gang" if concealed else "ming_gang"


def concealed_pungs(hand: GbHand, shape: Shape) -> int:
    """Return how many pungs and kongs no other player's tile was needed for."""
    return sum(_is_concealed(hand, shape, block) for block in shape.pungs)


def _is_concealed(hand: GbHand, shape: Shape, pung: Block) -> bool:
    """Whether a pung or kong is concealed: no tile of another player is needed for it."""
    if pung.meld is not None:
        return pung.kind == KONG and not pung.meld.is_exposed
    if hand.self_draw or pung.tile != hand.win_tile:
        return True
    # The tile of another player may as well be in a chow of the standing tiles.
    return hand.win_tile in shape.knitted or any(
        block.kind == CHOW and block.holds(hand.win_tile) for block in shape.sets
    )
