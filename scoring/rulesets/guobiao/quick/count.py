"""Counting one hand by look-ups: the same answer as `engine.score`, many times as fast."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

from scoring.hand import CHOW, PUNG, Meld
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.principles import preference, struck_out
from scoring.rulesets.guobiao.fans import BY_ID
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS
from scoring.rulesets.guobiao.profile import fan_points
from scoring.rulesets.guobiao.quick import codes
from scoring.rulesets.guobiao.quick.forms import KNITTED, NINE_GATES, RUNS_OF_PAIRS, unrelated_wins
from scoring.rulesets.guobiao.quick.keys import (
    FOUR,
    GROUP_OF,
    GROUPS,
    ODD,
    SPLITS,
    TILE,
    kinds,
)
from scoring.rulesets.guobiao.quick.layout import PLACES, Place, fan_bits, fan_mask, places_in
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

Worth = tuple[int, Fans]
# As `Count`: fan, fans, sets.
Reading = tuple[int, Fans, int]

_NOTHING: Reading = (-1, (), 0)
_ZU_HE_LONG = fan_bits("zu_he_long")
_QI_DUI = fan_bits("qi_dui")
_LIAN_QI_DUI = fan_bits("lian_qi_dui")
_WU_FAN_HU = fan_bits("wu_fan_hu")
_HU_JUE_ZHANG = fan_bits("hu_jue_zhang")
_JIU_LIAN = fan_bits("jiu_lian_bao_deng")
_HUA_PAI = BY_ID["hua_pai"]
_YAO_JIU_KE = PLACES["yao_jiu_ke"].mask
_PUNG_OF = tuple(1 << codes.PUNG_AT + tile for tile in range(34))
_number = itemgetter(2)
_tile = TILE.__getitem__
_CHARACTERS, _DOTS, _BAMBOO, _HONOURS = GROUPS


class Count(NamedTuple):
    """What a hand is worth: without flowers, with them, and fans (id, points each, times).

    ``sets`` is the code of the standing sets and the pair of the reading, 0 for hands of none.
    """

    fan: int
    total: int
    fans: Fans
    sets: int


# What all readings of a hand share: the melds' code and traits, the fans that do not depend on the
# reading, `SELF_DRAW` or 0, the winds; the standing tiles without the winning one and the melds'
# tiles as keys, the winning tile, how many melds. (A plain tuple: this is the hot path.)
Facts = tuple[int, int, int, int, int, int, int, int, int]


# The melds' code, traits and tiles (a key), a mark where a key has the four of each kong, and how
# many melds there are.
Laid = tuple[int, int, int, int, int]


def laid_of(melds: Iterable[Meld]) -> Laid:
    """Return what has to be known of melds to count a hand."""
    code, traits, key, kongs, number = 0, codes.ALL_TRAITS, 0, 0, 0
    for meld in melds:
        kind, tile = meld.kind, meld.tiles[0]
        own, common, tiles = codes.MELDED[kind, tile]
        code += own
        traits &= common
        key += tiles
        if kind not in (CHOW, PUNG):
            kongs |= TILE[tile] << 2
        number += 1
    return code, traits, key, kongs, number


def with_flowers(fans: Fans, flowers: int) -> Fans:
    """Return fans with 花牌 in its place of the table: 明暗杠 alone stands after it."""
    if not flowers:
        return fans
    row = (_HUA_PAI.id, _HUA_PAI.points, flowers)
    if fans[-1][0] == "ming_an_gang":
        return (*fans[:-1], row, fans[-1])
    return (*fans, row)


class QuickCounter:
    """Counts hands under one set of options (guobiao.md §8)."""

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = dict(options)
        split = options["mixed_kongs"] == "split"
        self._concealment: Table[int] = Table(lambda key: concealment_fans(key, split_kongs=split))
        self._resolved: Table[Worth] = Table(self.resolve)
        self._struck: Table[int] = Table(self._strikes)
        self._points = {name: fan_points(name, options) for name in PLACES}
        self._formal = bool(options["formal_wait"])
        self._knit_wait = bool(options["knit_wait"])

    def resolve(self, bits: int) -> Worth:
        """Return what a set of fans is worth once exclusions are applied, and what stands."""
        if bits & _JIU_LIAN:
            # One of the two terminal pungs of the shape is inside it.
            pungs = bits & _YAO_JIU_KE
            bits ^= pungs & -pungs
        for place in places_in(bits):
            if bits & place.mask:
                bits &= ~self._struck[place.low]
        return self.listed(bits or _WU_FAN_HU)

    def listed(self, bits: int) -> Worth:
        """Return what fans are worth of which none excludes another, and the fans by name."""
        left = sorted(places_in(bits), key=_number)
        fans = tuple(
            (name, self._points[name], (bits & mask).bit_count())
            for _rank, name, _no, _low, mask, _times in left
        )
        return sum(points * times for _name, points, times in fans), fans

    def struck_by(self, place: Place) -> int:
        """Return the fans that the fan of a place strikes out."""
        return self._struck[place.low]

    def _strikes(self, low: int) -> int:
        """Return what the fan of a place strikes out, as the engine says it of the two alone."""
        fan = BY_ID[places_in(low)[0].fan]
        return fan_mask(
            other
            for other in fan.excludes
            if other in PLACES and other in struck_out({fan.id: 1, other: 1}, self.options)
        )

    def of_hand(self, hand: GbHand) -> Count | None:
        """Count a hand; None where the tiles are no win."""
        luck = (
            hand.self_draw,
            hand.last_tile,
            hand.kong_draw,
            hand.rob_kong,
            hand.fourth_tile,
        )
        before, laid = sum(map(_tile, hand.concealed)), laid_of(hand.melds)
        winds = WINDS[hand.seat_wind, hand.round_wind]
        return self.count(before, laid, hand.win_tile, luck, winds, hand.flowers)

    def count(
        self,
        before: int,
        melds: Laid,
        win: int,
        luck: tuple[bool, ...],
        winds: int = WINDS[None, None],
        flowers: int = 0,
    ) -> Count | None:
        """Count a sound hand given by its parts; None where the tiles are no win.

        ``before`` is the key of the standing tiles without the winning one, ``luck`` is in the
        order of `parts.Luck`, ``winds`` one of `parts.WINDS`.
        """
        key = before + TILE[win]
        code, traits, laid, kongs, number = melds
        common = LUCK_FANS[luck]
        four = key + laid & FOUR
        if four:
            common |= HOG_FANS[(four & ~kongs).bit_count()]
            if laid >> 3 * win & 7 == 3:
                # The hand's own exposed sets show the other three.
                common |= _HU_JUE_ZHANG
        if not number and before in NINE_GATES:
            common |= _JIU_LIAN
        drawn = SELF_DRAW if luck[0] else 0
        facts = (code, traits, common, drawn, winds, before, laid, win, number)
        best = self._of_sets(key, facts)
        if not number and not key & ODD:
            pairs = self._of_pairs(key, facts)
            if pairs[0] > best[0] or (pairs[0] == best[0] and self.goes_first(pairs[1], best[1])):
                best = (*pairs, 0)
        if best is _NOTHING:
            best = self._of_other_forms(key, facts)
            if best is _NOTHING:
                return None
        fan, fans, sets = best
        if flowers:
            fans = with_flowers(fans, flowers)
        # Twice as quick as the call of the class.
        return tuple.__new__(Count, (fan, fan + flowers, fans, sets))

    def _of_sets(self, key: int, facts: Facts) -> Reading:
        """Return the dearest reading of standing tiles (``key``) as sets and a pair."""
        ways_m, ways_p = SPLITS[key & _CHARACTERS], SPLITS[key & _DOTS]
        ways_s, ways_z = SPLITS[key & _BAMBOO], SPLITS[key & _HONOURS]
        points, fans, sets = _NOTHING
        for code_m, traits_m in ways_m:
            for code_p, traits_p in ways_p:
                for code_s, traits_s in ways_s:
                    for code_z, traits_z in ways_z:
                        code = code_m + code_p + code_s + code_z
                        if code & codes.FOUR_PAIRS:
                            continue
                        traits = traits_m & traits_p & traits_s & traits_z
                        worth = self._of_reading(code, traits, key, facts)
                        if worth[0] < points:
                            continue
                        if worth[0] > points or self.goes_first(worth[1], fans):
                            points, fans = worth
                            sets = code
        return (points, fans, sets) if sets else _NOTHING

    def goes_first(self, fans: Fans, others: Fans) -> bool:
        """Whether of two lists worth the same the first is to be shown."""
        if fans == others:
            return False
        ranks = [
            preference({fan: times for fan, _points, times in listed}, self.options)
            for listed in (fans, others)
        ]
        return ranks[0] > ranks[1]

    def _of_reading(self, standing: int, traits: int, key: int, facts: Facts) -> Worth:
        """Return what one reading is worth: the fans of its parts, exclusions applied."""
        melded, meld_traits, bits, drawn, winds, _before, _laid, win, _melds = facts
        code = standing + melded
        concealment = code & codes.CONCEALMENT
        if drawn:
            concealment |= drawn
        elif standing & _PUNG_OF[win] and not standing & IN_CHOW_OR_PAIR[win]:
            # Finished by another player's tile.
            concealment -= codes.ONE_HIDDEN
        for sets, fan in WAIT_FANS[win]:
            if standing & sets:
                if self._waits_once(key, facts):
                    bits |= fan
                break
        return self._resolved[
            bits
            | CHOW_FANS[code & CHOW_KEY]
            | PUNG_FANS[code & codes.NUMBER_PUNGS]
            | HONOUR_FANS[code & HONOUR_KEY | winds]
            | TRAIT_FANS[traits & meld_traits]
            | self._concealment[concealment]
        ]

    def _waits_once(self, key: int, facts: Facts) -> bool:
        """Whether the winning tile was the only one waited for; ``key`` is of sets and a pair.

        Seven pairs may wait beside them: then all kinds but one stand in even numbers.
        """
        before, laid, win, melds = facts[5:]
        tile = TILE[win]
        rest = key & GROUP_OF[win]
        if not rest & 7 * tile:
            # It stands in the knitted nine.
            return False
        if not self._knit_wait and before + tile - key & tile:
            return False
        if not self._formal:
            return waited_for(before, melds) & ~full(before + laid) == tile
        odd = before & ODD
        return ONE_TILE_ONLY[rest - tile] and bool(melds or odd & odd - 1 or odd == tile)

    def _of_pairs(self, key: int, facts: Facts) -> Worth:
        held = kinds(key)
        bits = facts[2] | (_LIAN_QI_DUI if held in RUNS_OF_PAIRS else _QI_DUI)
        traits = codes.OF_TILES
        for group in GROUPS:
            traits &= codes.TILE_TRAITS[held & group]
        return self._resolved[bits | TRAIT_FANS[traits] | self._concealment[facts[3]]]

    def _of_other_forms(self, key: int, facts: Facts) -> Reading:
        """Count 组合龙 with a set and a pair, and hands of single tiles."""
        held = kinds(key)
        code, traits, bits, drawn, winds, before, laid, win, melds = facts
        traits &= codes.KNITTED_TRAITS
        for nine in KNITTED if melds <= 1 else ():
            if held & nine == nine:
                fans = bits | _ZU_HE_LONG
                knitted = (code, traits, fans, drawn, winds, before, laid, win, melds)
                best = self._of_sets(key - nine, knitted)
                if best is not _NOTHING:
                    return best
        single = None if melds else unrelated_wins().get(key)
        if single is None:
            return _NOTHING
        return (*self._resolved[single | bits | self._concealment[drawn]], 0)


# What the options of a game say about counting; its other options make no counter of their own.
_ASKED = (PROFILE.id, *(option.id for option in PROFILE_OPTIONS))


def counter_for(options: Mapping[str, Any]) -> QuickCounter:
    """Return the counter for resolved options, the same one for equal options."""
    return _counter(tuple((name, options[name]) for name in _ASKED))


@lru_cache(maxsize=32)
def _counter(values: tuple[tuple[str, Any], ...]) -> QuickCounter:
    return QuickCounter(dict(values))
