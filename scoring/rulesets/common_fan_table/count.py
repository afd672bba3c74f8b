"""Counting tiles by the common fan table: every reading, the dearest of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scoring.hand import CHOW, HandTiles
from scoring.readings import (
    KONG,
    Block,
    is_seven_pairs,
    is_thirteen_orphans,
    readings,
)
from scoring.rulesets.common_fan_table.table import standing, worth
from scoring.rulesets.guobiao.engine.shapes import KNITTED_STRAIGHTS
from scoring.tiles import HONOURS, TERMINALS, counts_of

_WINDS = frozenset(range(27, 31))
_DRAGONS = frozenset(range(31, 34))
_OUTSIDE = TERMINALS | frozenset(HONOURS)
_ALL = range(34)


@dataclass(frozen=True, slots=True)
class Win:
    """A winner's tiles, the winning one, and whether it was drawn."""

    hand: HandTiles
    tile: int
    self_draw: bool

    @property
    def tiles(self) -> list[int]:
        return [*self.hand.all_tiles(), self.tile]


@dataclass(frozen=True, slots=True)
class Form:
    """One reading: sets and a pair, or none of them in a form of its own (``own``)."""

    sets: tuple[Block, ...] = ()
    pair: Block | None = None
    own: str = ""

    @property
    def blocks(self) -> tuple[Block, ...]:
        return self.sets if self.pair is None else (*self.sets, self.pair)


def dearest(win: Win, told: Iterable[str], options: Mapping[str, Any]) -> tuple[str, ...] | None:
    """Return the rows of the dearest reading, None where the tiles are no win.

    ``told`` are the rows that the event brings.
    """
    forms = list(forms_of([*win.hand.concealed, win.tile], win.hand))
    if not forms:
        return None
    common = {*told, *_of_tiles(win.tiles), *_of_win(win)}
    single = _waits(win.hand) == [win.tile]
    found = [standing({*common, *_of_form(win, form, single)}, options) for form in forms]
    return max(found, key=worth)


def forms_of(standing_tiles: Sequence[int], hand: HandTiles) -> Iterator[Form]:
    """Yield every reading of standing tiles, the winning one among them, with a hand's melds."""
    counts = counts_of(standing_tiles)
    for reading in readings(counts, melds=hand.melds):
        yield Form(reading.sets, reading.pair)
    if hand.melds:
        return
    if is_seven_pairs(counts):
        yield Form(own="qi_dui")
    if is_thirteen_orphans(counts):
        yield Form(own="shi_san_yao")
    if _is_knitted(counts):
        yield Form(own="shi_san_bu_kao")


def _is_knitted(counts: Sequence[int]) -> bool:
    """Whether the tiles are a knitted nine and five honours, exactly one of them paired."""
    honours = sorted(n for n in counts[27:] if n)
    suited = {tile: n for tile, n in enumerate(counts[:27]) if n}
    return (
        honours == [1, 1, 1, 2]
        and set(suited.values()) == {1}
        and any(nine == suited.keys() for nine in KNITTED_STRAIGHTS)
    )


def _waits(hand: HandTiles) -> list[int]:
    """Return the faces that complete a hand; one that it holds four times counts too."""
    return [
        tile for tile in _ALL if next(forms_of([*hand.concealed, tile], hand), None) is not None
    ]


def _of_win(win: Win) -> Iterator[str]:
    if win.hand.is_concealed:
        yield "bu_qiu_ren" if win.self_draw else "men_qing"


def _of_tiles(tiles: Sequence[int]) -> Iterator[str]:
    """Yield the rows that look at the tiles, whatever sets they make."""
    held = frozenset(tiles)
    suits = {tile // 9 for tile in held if tile not in HONOURS}
    winds, dragons = bool(held & _WINDS), bool(held & _DRAGONS)
    ranks = {tile % 9 + 1 for tile in held if tile not in HONOURS}
    if len(suits) == 1:
        yield "hun_yi_se" if winds or dragons else "qing_yi_se"
    elif len(suits) == 2:
        yield "que_men"
    elif len(suits) == 3 and winds and dragons:
        yield "wu_men_qi"
    if winds or dragons:
        return
    yield "que_zi"
    if ranks <= {1, 2, 3, 4}:
        yield "xiao_yu_wu"
    if ranks <= {6, 7, 8, 9}:
        yield "da_yu_wu"
    if not ranks & {1, 9}:
        yield "duan_yao"


def _of_form(win: Win, form: Form, single: bool) -> Iterator[str]:
    """Yield the rows of one reading; ``single``: only this face completed the hand."""
    held = frozenset(win.tiles)
    if form.own:
        yield form.own
        if form.own == "qi_dui" and held <= frozenset(HONOURS):
            yield "quan_feng_qi_dui"
        if held <= _OUTSIDE:
            yield "quan_dai_yao"
        return
    yield from _of_honours(form)
    yield from _of_sets(form)
    pungs = [block for block in form.sets if block.is_triplet]
    if sum(_is_concealed(win, form, pung) for pung in pungs) >= 3:
        yield "san_xiang_ci"
    if len(pungs) == 4:
        yield "dui_dui_hu"
        if held <= frozenset(HONOURS):
            yield "quan_feng_dui_dui_hu"
    pair = form.pair
    if pair is not None and pair.tile == win.tile and single:
        yield "dan_diao"
    if pair is not None and _is_five(pair.tile):
        yield "wu_jiang"


def _is_five(tile: int) -> bool:
    return tile not in HONOURS and tile % 9 == 4


def _of_honours(form: Form) -> Iterator[str]:
    pair = form.pair.tile if form.pair else -1
    triplets = {block.tile for block in form.sets if block.is_triplet}
    for faces, big, little in (
        (_WINDS, "da_si_xi", "xiao_si_xi"),
        (_DRAGONS, "da_san_yuan", "xiao_san_yuan"),
    ):
        if faces <= triplets:
            yield big
        elif faces <= triplets | {pair}:
            yield little


def _of_sets(form: Form) -> Iterator[str]:
    if all(_OUTSIDE.intersection(block.faces) for block in form.blocks):
        yield "quan_dai_yao"
    if all(any(_is_five(tile) for tile in block.faces) for block in form.blocks):
        yield "quan_dai_wu"
    runs = [block.tile for block in form.sets if block.kind == CHOW]
    triplets = [b.tile for b in form.sets if b.is_triplet and b.tile not in HONOURS]
    for sets in (runs, triplets):
        if any(_same_rank_three_suits(three) for three in combinations(sets, 3)):
            yield "xi_xiang_feng"
    if any(runs.count(tile) >= 3 for tile in runs):
        yield "san_jie_mei"
    if any({first, first + 3, first + 6} <= set(runs) for first in (0, 9, 18)):
        yield "yi_tiao_long"


def _same_rank_three_suits(tiles: Sequence[int]) -> bool:
    return len({tile % 9 for tile in tiles}) == 1 and len({tile // 9 for tile in tiles}) == 3


def _is_concealed(win: Win, form: Form, triplet: Block) -> bool:
    """Whether a triplet needs no tile of another player."""
    if triplet.meld is not None:
        return triplet.kind == KONG and not triplet.meld.is_exposed
    if win.self_draw or triplet.tile != win.tile:
        return True
    # The tile of another player may as well be in a run of the standing tiles.
    return any(block.kind == CHOW and block.holds(win.tile) for block in form.sets)
