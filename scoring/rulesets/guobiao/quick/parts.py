"""What each part of a hand earns: the readable rules of the engine, tabled part by part.

No rule is written here a second time. A part of a hand (its chows; its pungs of numbers; its
honours with the winds; what stands open; what all tiles have in common) is rebuilt as a small hand,
the engine is asked for its fans, and those that belong to the part are remembered under the integer
that holds the part. Exclusions are left to `QuickCounter.resolve`.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from scoring.hand import KONG_CONCEALED, KONG_EXPOSED, PUNG, Meld
from scoring.readings import PAIR, Block, meld_block
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.links import CHOW_LINKS, PUNG_LINKS, links_of
from scoring.rulesets.guobiao.engine.principles import best_links
from scoring.rulesets.guobiao.engine.set_fans import (
    set_fans,
    single_links,
    terminal_chow_fans,
)
from scoring.rulesets.guobiao.engine.shapes import SETS, Shape
from scoring.rulesets.guobiao.engine.tile_fans import tile_fans
from scoring.rulesets.guobiao.engine.win_fans import wait_fan, win_fans
from scoring.rulesets.guobiao.quick import codes
from scoring.rulesets.guobiao.quick.layout import fan_bits, fan_bits_from_top, fan_names
from scoring.rulesets.guobiao.quick.tables import MOST_ENTRIES, Table
from scoring.tiles import TERMINALS, counts_of

TWIN_DRAGONS = frozenset({"yi_se_shuang_long_hui", "san_se_shuang_long_hui"})
OF_CHOWS = frozenset(fan for row in CHOW_LINKS.values() for fan, _ in row) | TWIN_DRAGONS
OF_PUNGS = frozenset(fan for row in PUNG_LINKS.values() for fan, _ in row) | {"yao_jiu_ke"}
OF_HONOURS = fan_names(
    """da_si_xi da_san_yuan xiao_si_xi xiao_san_yuan san_feng_ke shuang_jian_ke jian_ke
    quan_feng_ke men_feng_ke yao_jiu_ke"""
)
OF_CONCEALMENT = fan_names(
    """si_gang san_gang shuang_ming_gang shuang_an_gang ming_an_gang ming_gang an_gang si_an_ke
    san_an_ke shuang_an_ke zi_mo bu_qiu_ren men_qian_qing quan_qiu_ren"""
)
OF_COLOURS = fan_names("qing_yi_se hun_yi_se que_yi_men wu_men_qi")
OF_LUCK = fan_names(
    "miao_shou_hui_chun hai_di_lao_yue gang_shang_kai_hua qiang_gang_hu hu_jue_zhang"
)

_ANY_HAND = GbHand((), 0)
TERMINAL_PUNGS = sum(1 << tile for tile in TERMINALS)
_NO_PAIR = Block(PAIR, 0)


def _bits(fans: Iterable[str], part: frozenset[str]) -> int:
    """Return the fans of a part as a set of fans."""
    names = [fan for fan in fans if fan in part]
    bits = 0
    for fan in names:
        bits |= fan_bits(fan, names.count(fan))
    return bits


def of_chows(key: int) -> int:
    links = _linked_chows(_alike(key & codes.CHOWS, 7, 3))
    if not key & codes.FIVE_PAIRS:
        return links
    shape = Shape(SETS, tuple(codes.chows_in(key)), codes.pairs_in(key)[0])
    return links | _bits(terminal_chow_fans(shape), TWIN_DRAGONS)


def of_pungs(key: int) -> int:
    key >>= codes.PUNG_AT
    return _linked_pungs(_alike(key, 9, 1)) | _single_pungs(key & TERMINAL_PUNGS)


def _alike(key: int, ranks: int, width: int) -> int:
    """Return the same key for hands that differ only in which suit is which or in whether ranks run
    up or down: no link looks at that. The key has so many bits for each of the ranks of a suit."""
    size = ranks * width
    suits = [key >> size * suit & (1 << size) - 1 for suit in range(3)]
    rising = sorted(suits)
    falling = sorted(_turned(suit, ranks, width) for suit in suits)
    first, second, third = min(rising, falling)
    return first | second << size | third << 2 * size


@lru_cache(MOST_ENTRIES)
def _turned(suit: int, ranks: int, width: int) -> int:
    turned = 0
    for at in range(ranks):
        turned = turned << width | suit >> width * at & (1 << width) - 1
    return turned


@lru_cache(MOST_ENTRIES)
def _linked_chows(key: int) -> int:
    return _bits(best_links(links_of(tuple(codes.chows_in(key)))), OF_CHOWS)


@lru_cache(MOST_ENTRIES)
def _linked_pungs(key: int) -> int:
    pungs = tuple(codes.pungs_in(key << codes.PUNG_AT))
    return _bits(best_links(links_of(pungs)), OF_PUNGS)


@lru_cache(MOST_ENTRIES)
def _single_pungs(key: int) -> int:
    pungs = tuple(codes.pungs_in(key << codes.PUNG_AT))
    return _bits((link.fan for link in single_links(_ANY_HAND, Shape(SETS, pungs))), OF_PUNGS)


# Seat and round wind stand in the lowest six bits of an honour key; 4 where a wind is not known.
WINDS: dict[tuple[int | None, int | None], int] = {
    (seat, round_): (4 if seat is None else seat) | (4 if round_ is None else round_) << 3
    for seat in (None, 0, 1, 2, 3)
    for round_ in (None, 0, 1, 2, 3)
}


def of_honours(key: int) -> int:
    pungs = key & codes.HONOUR_PUNGS
    if pungs.bit_count() < 2:
        # A pair earns something beside pungs of the two other dragons or three other winds alone.
        key &= ~codes.HONOUR_PAIRS
    seat, round_ = (
        wind if wind < 4 and pungs >> codes.PUNG_AT + 27 + wind & 1 else None
        for wind in (key & 7, key >> 3 & 7)
    )
    return _of_honours_alone(key & ~63 | WINDS[seat, round_])


@lru_cache(MOST_ENTRIES)
def _of_honours_alone(key: int) -> int:
    seat, round_ = (wind if wind < 4 else None for wind in (key & 7, key >> 3 & 7))
    hand = GbHand((), 0, seat_wind=seat, round_wind=round_)
    pair = (codes.pairs_in(key) or [_NO_PAIR])[0]
    shape = Shape(SETS, tuple(codes.pungs_in(key & codes.HONOUR_PUNGS)), pair)
    fans = list(set_fans(hand, shape, False))
    winds = fans.count("yao_jiu_ke")
    plain = _bits(fans, OF_HONOURS - {"yao_jiu_ke"})
    # From the top, so that they can be joined with the terminals' own.
    return plain | (fan_bits_from_top("yao_jiu_ke", winds) if winds else 0)


class Concealment(NamedTuple):
    """What stands hidden and open. ``hidden`` counts concealed kongs too."""

    hidden: int
    concealed_kongs: int
    melded_kongs: int
    exposed: int
    self_draw: bool

    def example(self) -> tuple[GbHand, Shape]:
        """Return a hand of that sort, for the fans that look at nothing else."""
        melds = tuple(
            Meld(kind, (tile,) * length)
            for tile, (kind, length) in enumerate(
                [(KONG_CONCEALED, 4)] * self.concealed_kongs
                + [(KONG_EXPOSED, 4)] * self.melded_kongs
                + [(PUNG, 3)] * (self.exposed - self.melded_kongs)
            )
        )
        standing = self.hidden - self.concealed_kongs
        pungs = tuple(Block(PUNG, 20 + tile) for tile in range(standing))
        hand = GbHand((33,) * (13 - 3 * len(melds)), 33, melds, self_draw=self.self_draw)
        return hand, Shape(SETS, (*map(meld_block, melds), *pungs))


SELF_DRAW = 1


def concealment_in(key: int) -> Concealment:
    """Read a key: the counters of a code, and `SELF_DRAW`."""
    places = (
        codes.HIDDEN_AT,
        codes.CONCEALED_KONG_AT,
        codes.MELDED_KONG_AT,
        codes.EXPOSED_AT,
    )
    hidden, concealed, melded, exposed = (key >> at & 7 for at in places)
    return Concealment(hidden, concealed, melded, exposed, bool(key & SELF_DRAW))


def concealment_fans(key: int, *, split_kongs: bool) -> int:
    """Return the fans of kongs, hidden pungs and concealment."""
    hand, shape = concealment_in(key).example()
    return _bits((*set_fans(hand, shape, split_kongs), *win_fans(hand)), OF_CONCEALMENT)


def of_traits(word: int) -> int:
    bits = 0
    for name, trait in codes.TRAITS.items():
        if word & trait:
            bits |= fan_bits(name)
    absent = word >> codes.ABSENT_AT
    one_of_each = [part[0] for i, part in enumerate(codes.PARTS) if not absent >> i & 1]
    return bits | _bits(tile_fans(counts_of(one_of_each), ()), OF_COLOURS)


class Luck(NamedTuple):
    """The facts of the win."""

    self_draw: bool = False
    last_tile: bool = False
    kong_draw: bool = False
    rob_kong: bool = False
    fourth_tile: bool = False


class LuckTable(dict[tuple[bool, ...], int]):
    """The fans of the moment of the win, by the facts in the order of `Luck`."""

    def __missing__(self, luck: tuple[bool, ...]) -> int:
        facts = Luck(*map(bool, luck))._asdict()
        bits = self[luck] = _bits(win_fans(GbHand((), 0, **facts)), OF_LUCK)
        return bits


class WaitTable(dict[int, tuple[tuple[int, int], ...]]):
    """By winning tile: the codes of the sets it can finish as a one-tile wait, with the fan, the
    fan that goes before others first."""

    _OPTIONS = {"knit_wait": True}
    _ORDER = ("bian_zhang", "kan_zhang", "dan_diao_jiang")

    def __missing__(self, tile: int) -> tuple[tuple[int, int], ...]:
        masks: Counter[str] = Counter()
        for block in _sets_with(tile):
            is_pair = block.kind == PAIR
            shape = Shape(SETS, () if is_pair else (block,), block if is_pair else None)
            fan = wait_fan(GbHand((), tile), shape, self._OPTIONS)
            if fan is not None:
                code = codes.STANDING[block.kind, block.tile].code
                masks[fan] += code * 7 & codes.CHOWS or code & ((1 << codes.PAIRS_AT) - 1)
        found = self[tile] = tuple((masks[f], fan_bits(f)) for f in self._ORDER if masks[f])
        return found


def _sets_with(tile: int) -> list[Block]:
    """Return the pair and the chows that hold a tile."""
    chows = [Block("chow", tile - i) for i in range(3) if _begins_chow(tile - i)]
    return [Block(PAIR, tile), *(chow for chow in chows if chow.holds(tile))]


def _begins_chow(tile: int) -> bool:
    return 0 <= tile < 27 and tile % 9 <= 6


class InChowOrPair(dict[int, int]):
    """By winning tile: the codes of the chows and of the pair that it can stand in."""

    def __missing__(self, tile: int) -> int:
        mask = 0
        for block in _sets_with(tile):
            code = codes.STANDING[block.kind, block.tile].code
            mask |= code * 7 & codes.CHOWS or code & ((1 << codes.PAIRS_AT) - 1)
        self[tile] = mask
        return mask


CHOW_KEY = codes.CHOWS | codes.FIVE_PAIRS
HONOUR_KEY = codes.HONOUR_PUNGS | codes.HONOUR_PAIRS

CHOW_FANS: Table[int] = Table(of_chows)
PUNG_FANS: Table[int] = Table(of_pungs)
HONOUR_FANS: Table[int] = Table(of_honours)
TRAIT_FANS: Table[int] = Table(of_traits)
LUCK_FANS = LuckTable()
WAIT_FANS = WaitTable()
IN_CHOW_OR_PAIR = InChowOrPair()
HOG_FANS = tuple(fan_bits("si_gui_yi", n) if n else 0 for n in range(4))
