"""Counting one hand by look-ups: the same answer as `engine.score`, many times as fast."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from scoring.hand import CHOW, PUNG
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.principles import points_of, without_excluded
from scoring.rulesets.guobiao.fans import BY_ID, FANS
from scoring.rulesets.guobiao.profile import fan_points
from scoring.rulesets.guobiao.quick import codes
from scoring.rulesets.guobiao.quick.forms import KNITTED, NINE_GATES, unrelated_wins
from scoring.rulesets.guobiao.quick.keys import (
    FOUR,
    GROUP_OF,
    GROUPS,
    ODD,
    SPLITS,
    TILE,
    kinds,
)
from scoring.rulesets.guobiao.quick.layout import PLACES, counted, fan_bits
from scoring.rulesets.guobiao.quick.parts import (
    CHOW_FANS,
    CHOW_KEY,
    HOG_FANS,
    HONOUR_FANS,
    HONOUR_KEY,
    IN_CHOW_OR_PAIR,
    LUCK_FANS,
    PUNG_FANS,
    SELF_DRAW,
    TRAIT_FANS,
    WAIT_FANS,
    WINDS,
    concealment_fans,
)
from scoring.rulesets.guobiao.quick.tables import Table
from scoring.rulesets.guobiao.quick.waits import ONE_TILE_ONLY, full, waited_for

Fans = tuple[tuple[str, int, int], ...]
RawMeld = tuple[str, int]

Worth = tuple[int, Fans]

_NOTHING: Worth = (-1, ())
_ZU_HE_LONG = fan_bits("zu_he_long")
_JIU_LIAN = fan_bits("jiu_lian_bao_deng")
_YAO_JIU_KE = PLACES["yao_jiu_ke"].mask
_PUNG_OF = tuple(1 << codes.PUNG_AT + tile for tile in range(34))
_CHARACTERS, _DOTS, _BAMBOO, _HONOURS = GROUPS


class Count(NamedTuple):
    """What a hand is worth: without flowers, with them, and fans (id, points each, times)."""

    fan: int
    total: int
    fans: Fans


class Facts(NamedTuple):
    """What all readings of a hand share: the key of its standing tiles before the win and the key
    of its melds, the winning tile, how many melds, their code and traits; the fans that do not
    depend on the reading, `SELF_DRAW` or 0, and the winds."""

    before: int
    laid: int
    win: int
    melds: int
    code: int
    traits: int
    common: int
    drawn: int
    winds: int


def _of_four(key: int, laid: int, melds: Sequence[RawMeld], win: int) -> int:
    """Return the fans of kinds that are held four times: 四归一 without a kong, and 和绝张 where
    the hand's own exposed sets show the other three."""
    four = full(key + laid)
    for kind, tile in melds:
        if kind not in (CHOW, PUNG):
            four &= ~TILE[tile]
    last = fan_bits("hu_jue_zhang") if laid >> 3 * win & 7 == 3 else 0
    return HOG_FANS[four.bit_count()] | last


def _with_flowers(fans: Fans, flowers: int) -> Fans:
    """Return fans with 花牌 in its place of the table."""
    order = [*fans, ("hua_pai", BY_ID["hua_pai"].points, flowers)]
    return tuple(sorted(order, key=lambda fan: BY_ID[fan[0]].no))


class QuickCounter:
    """Counts hands under one set of options (guobiao.md §8)."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = dict(options)
        split = options["mixed_kongs"] == "split"
        self._concealment: Table[int] = Table(lambda key: concealment_fans(key, split_kongs=split))
        self._resolved: Table[tuple[int, Fans]] = Table(self.resolve)
        self._formal = bool(options["formal_wait"])
        self._knit_wait = bool(options["knit_wait"])

    def resolve(self, bits: int) -> tuple[int, Fans]:
        """Return what a set of fans is worth once exclusions are applied, and what stands."""
        found = Counter({fan.id: times for fan, times in counted(bits)})
        left = without_excluded(found, self.options) or Counter(["wu_fan_hu"])
        listed = tuple(
            (fan.id, fan_points(fan.id, self.options), left[fan.id]) for fan in FANS if left[fan.id]
        )
        return points_of(left, self.options), listed

    def of_hand(self, hand: GbHand) -> Count | None:
        """Count a hand; None where the tiles are no win."""
        luck = (
            hand.self_draw,
            hand.last_tile,
            hand.kong_draw,
            hand.rob_kong,
            hand.fourth_tile,
        )
        melds = [(meld.kind, meld.tiles[0]) for meld in hand.melds]
        winds = WINDS[hand.seat_wind, hand.round_wind]
        return self.count(hand.concealed, melds, hand.win_tile, luck, winds, hand.flowers)

    def count(
        self,
        concealed: Iterable[int],
        melds: Sequence[RawMeld],
        win: int,
        luck: tuple[bool, ...],
        winds: int = WINDS[None, None],
        flowers: int = 0,
    ) -> Count | None:
        """Count a sound hand given by its parts; None where the tiles are no win.

        Melds are kind and lowest tile, ``luck`` is in the order of `parts.Luck`, ``winds`` one of
        `parts.WINDS`.
        """
        before = sum(map(TILE.__getitem__, concealed))
        key = before + TILE[win]
        code, traits, laid = 0, codes.ALL_TRAITS, 0
        for meld in melds:
            meld_code, meld_traits, meld_key = codes.MELDED[meld]
            code += meld_code
            traits &= meld_traits
            laid += meld_key
        common = LUCK_FANS[luck]
        if (key + laid) & FOUR:
            common |= _of_four(key, laid, melds, win)
        if before in NINE_GATES and not melds:
            common |= _JIU_LIAN
        drawn = SELF_DRAW if luck[0] else 0
        facts = Facts(before, laid, win, len(melds), code, traits, common, drawn, winds)
        best = self._of_sets(key, facts)
        if not melds and not key & ODD:
            pairs = self._of_pairs(key, facts)
            best = pairs if pairs[0] > best[0] else best
        if best is _NOTHING:
            best = self._of_other_forms(key, facts)
        fan, fans = best
        if best is _NOTHING:
            return None
        if flowers:
            return Count(fan, fan + flowers, _with_flowers(fans, flowers))
        return Count(fan, fan, fans)

    def _of_sets(self, key: int, facts: Facts) -> Worth:
        """Return the dearest reading of standing tiles as sets and a pair."""
        ways_m, ways_p = SPLITS[key & _CHARACTERS], SPLITS[key & _DOTS]
        ways_s, ways_z = SPLITS[key & _BAMBOO], SPLITS[key & _HONOURS]
        if not (ways_m and ways_p and ways_s and ways_z):
            return _NOTHING
        one_wait = self._waits_once(key, facts)
        best = _NOTHING
        for (code_z, traits_z), (code_m, traits_m) in product(ways_z, ways_m):
            for (code_p, traits_p), (code_s, traits_s) in product(ways_p, ways_s):
                code = code_m + code_p + code_s + code_z
                if code & codes.FOUR_PAIRS:
                    continue
                traits = traits_m & traits_p & traits_s & traits_z
                worth = self._of_reading(code, traits, facts, one_wait)
                if worth[0] > best[0]:
                    best = worth
        return best

    def _waits_once(self, key: int, facts: Facts) -> bool:
        """Whether the winning tile was the only one waited for; ``key`` is of sets and a pair.

        Seven pairs may wait beside them: then all kinds but one stand in even numbers.
        """
        before, laid, win, melds, *_ = facts
        rest = key & GROUP_OF[win]
        if not rest & 7 * TILE[win]:
            # It stands in the knitted nine.
            return False
        if not self._knit_wait and (before + TILE[win] - key) & TILE[win]:
            return False
        if not self._formal:
            return waited_for(before, melds) & ~full(before + laid) == TILE[win]
        odd = before & ODD
        return ONE_TILE_ONLY[rest - TILE[win]] and bool(melds or odd & odd - 1 or odd == TILE[win])

    def _of_reading(self, standing: int, traits: int, facts: Facts, one_wait: bool) -> Worth:
        """Return what one reading is worth: the fans of its parts, exclusions applied."""
        _, _, win, _, melded, meld_traits, common, drawn, winds = facts
        code = standing + melded
        concealment = code & codes.CONCEALMENT
        if drawn:
            concealment |= drawn
        elif standing & _PUNG_OF[win] and not standing & IN_CHOW_OR_PAIR[win]:
            # Finished by another player's tile.
            concealment -= codes.ONE_HIDDEN
        bits = (
            common
            | CHOW_FANS[code & CHOW_KEY]
            | PUNG_FANS[code & codes.NUMBER_PUNGS]
            | HONOUR_FANS[code & HONOUR_KEY | winds]
            | TRAIT_FANS[traits & meld_traits]
            | self._concealment[concealment]
        )
        if one_wait:
            for sets, fan in WAIT_FANS[win]:
                if standing & sets:
                    bits |= fan
                    break
        if common & _JIU_LIAN:
            # One of the two terminal pungs of the shape is inside it.
            pungs = bits & _YAO_JIU_KE
            bits ^= pungs & -pungs
        return self._resolved[bits]

    def _of_pairs(self, key: int, facts: Facts) -> Worth:
        tiles = [tile for tile in range(34) if key & 6 * TILE[tile]]
        run = len(tiles) == 7 and tiles[-1] - tiles[0] == 6 and tiles[0] // 9 == tiles[-1] // 9 < 3
        bits = fan_bits("lian_qi_dui" if run else "qi_dui") | facts.common
        bits |= TRAIT_FANS[codes.tile_traits(tiles)]
        bits |= self._concealment[facts.drawn]
        return self._resolved[bits]

    def _of_other_forms(self, key: int, facts: Facts) -> Worth:
        """Count 组合龙 with a set and a pair, and hands of single tiles."""
        held = kinds(key)
        for nine in KNITTED if facts.melds <= 1 else ():
            if held & nine == nine:
                knitted = facts._replace(
                    traits=facts.traits & codes.KNITTED_TRAITS, common=facts.common | _ZU_HE_LONG
                )
                best = self._of_sets(key - nine, knitted)
                if best is not _NOTHING:
                    return best
        single = None if facts.melds else unrelated_wins().get(key)
        if single is None:
            return _NOTHING
        return self._resolved[single | facts.common | self._concealment[facts.drawn]]
