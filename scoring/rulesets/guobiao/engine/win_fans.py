"""Fans of how the hand was won: concealment, circumstances and the wait."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from scoring.hand import CHOW, Meld
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.shapes import Shape, is_win
from scoring.tiles import HONOURS, counts_of

KINDS = 34
_NINE_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def win_fans(hand: GbHand) -> Iterator[str]:
    """Yield the fans of the facts of the win, the same for every reading."""
    if hand.self_draw:
        yield "zi_mo"
    if hand.is_concealed:
        yield "bu_qiu_ren" if hand.self_draw else "men_qian_qing"
    elif len(hand.concealed) == 1 and not hand.self_draw and hand.is_all_exposed:
        yield "quan_qiu_ren"
    if hand.last_tile:
        yield "miao_shou_hui_chun" if hand.self_draw else "hai_di_lao_yue"
    if hand.kong_draw:
        yield "gang_shang_kai_hua"
    if hand.rob_kong:
        yield "qiang_gang_hu"
    if hand.last_lies_open:
        yield "hu_jue_zhang"
    if is_nine_gates(hand):
        yield "jiu_lian_bao_deng"


def is_nine_gates(hand: GbHand) -> bool:
    """Whether the thirteen tiles before the win are 1112345678999 of one suit."""
    counts = counts_of(hand.concealed)
    own = {tile // 9 for tile in hand.standing if tile not in HONOURS}
    if hand.melds or len(own) != 1:
        return False
    first = 9 * own.pop()
    return tuple(counts[first : first + 9]) == _NINE_GATES


def waits(
    concealed: Sequence[int], melds: Sequence[Meld] = (), *, formal: bool = True
) -> tuple[int, ...]:
    """Return the kinds that complete thirteen tiles (3 for every meld), in the order of tiles.

    A kind held four times is waited for too, unless ``formal`` is off (option ``formal_wait``).
    """
    found = _completing(tuple(concealed), tuple(melds))
    if formal:
        return found
    held = counts_of([*concealed, *(tile for meld in melds for tile in meld.tiles)])
    return tuple(tile for tile in found if held[tile] < 4)


# A count and its explanation ask for the same hand.
@lru_cache(maxsize=256)
def _completing(concealed: tuple[int, ...], melds: tuple[Meld, ...]) -> tuple[int, ...]:
    return tuple(tile for tile in range(KINDS) if is_win((*concealed, tile), melds))


def wait_fan(hand: GbHand, shape: Shape, options: Mapping[str, Any]) -> str | None:
    """Return the fan of a wait on one kind only, as this reading has it; `waits` is the caller's.

    Of several ways to place the tile one counts, an edge before a closed before a single wait.
    """
    tile = hand.win_tile
    if tile in shape.knitted and not options["knit_wait"]:
        return None
    chows = [block.tile for block in shape.sets if block.kind == CHOW and block.holds(tile)]
    rank = tile % 9
    if (rank == 2 and tile - 2 in chows) or (rank == 6 and tile in chows):
        return "bian_zhang"
    if tile - 1 in chows:
        return "kan_zhang"
    if shape.pair is not None and shape.pair.tile == tile:
        return "dan_diao_jiang"
    return None
