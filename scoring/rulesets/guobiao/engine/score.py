"""The door of the tile engine: the dearest reading of a hand."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.options import resolve
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.links import links_of
from scoring.rulesets.guobiao.engine.principles import (
    best_links,
    one_taken,
    points_of,
    preference,
    without_excluded,
)
from scoring.rulesets.guobiao.engine.set_fans import set_fans
from scoring.rulesets.guobiao.engine.shapes import (
    ORPHANS,
    SEVEN_PAIRS,
    UNRELATED,
    Shape,
    shapes,
)
from scoring.rulesets.guobiao.engine.tile_fans import tile_fans
from scoring.rulesets.guobiao.engine.win_fans import wait_fan, waits, win_fans
from scoring.rulesets.guobiao.fans import FANS
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS
from scoring.rulesets.guobiao.profile import fan_points


class NotAWin(ValueError):
    """The tiles make no winning shape."""


@dataclass(frozen=True, slots=True)
class GbScore:
    """What a hand is worth. ``fan`` leaves flowers out and is what the minimum looks at;
    ``total`` has them inside. ``fans`` are (id, points each, times) in the order of the table."""

    fan: int
    total: int
    fans: tuple[tuple[str, int, int], ...]
    shape: Shape


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a winning hand: every fan that it has, and those that stand."""

    shape: Shape
    found: Counter[str]
    fans: Counter[str]


def options_of(profile: Mapping[str, Any] | None) -> Mapping[str, Any]:
    """Return the options to count by: those given, or the defaults."""
    return resolve(PROFILE_OPTIONS, (PROFILE,), {}) if profile is None else profile


def score(hand: GbHand, profile: Mapping[str, Any] | None = None) -> GbScore:
    """Return the dearest lawful count of a hand; of equal ones always the same (`preference`).

    ``profile`` are options of guobiao.md §8 (others are not looked at); without it the defaults.
    The hand must be sound (`validate.hand_problems`). Raises `NotAWin`.
    """
    options = options_of(profile)
    best = ranked(hand, options)[0]
    return result(hand, best, options)


def ranked(hand: GbHand, options: Mapping[str, Any]) -> list[Reading]:
    """Return the readings of a sound hand, the one that counts first; raise `NotAWin`."""
    found = readings(hand, options)
    return sorted(found, key=lambda reading: preference(reading.fans, options), reverse=True)


def readings(hand: GbHand, options: Mapping[str, Any]) -> list[Reading]:
    """Return every reading of a sound hand with its fans; raise `NotAWin` where there is none."""
    return [
        Reading(shape, found, without_excluded(found, options) or Counter(["wu_fan_hu"]))
        for shape, found in found_in(hand, options)
    ]


def found_in(
    hand: GbHand, options: Mapping[str, Any], one_wait: bool | None = None
) -> list[tuple[Shape, Counter[str]]]:
    """Return every reading of a sound hand with all fans that it has, excluded ones among them.

    ``one_wait`` says whether the hand waited on one kind only, where the caller knows it. Raises
    `NotAWin`.
    """
    found = shapes(hand.standing, hand.melds)
    if not found:
        raise NotAWin("The tiles make no winning hand.")
    common = Counter([*tile_fans(hand.counts, hand.melds), *win_fans(hand)])
    if one_wait is None:
        one_wait = len(waits(hand.concealed, hand.melds, formal=options["formal_wait"])) == 1
    return [(shape, _found(hand, shape, common, one_wait, options)) for shape in found]


def _found(
    hand: GbHand, shape: Shape, common: Counter[str], one_wait: bool, options: Mapping[str, Any]
) -> Counter[str]:
    fans = common.copy()
    fans.update(_form_fans(hand, shape))
    if shape.sets:
        fans.update(set_fans(hand, shape, options["mixed_kongs"] == "split"))
        fans.update(best_links(links_of(shape.sets)))
        wait = wait_fan(hand, shape, options) if one_wait else None
        if wait is not None:
            fans[wait] += 1
    fans.subtract(one_taken(fans).keys())
    return fans


def _form_fans(hand: GbHand, shape: Shape) -> list[str]:
    """Return the fans of forms other than four sets and a pair."""
    fans = ["zu_he_long"] if shape.knitted else []
    if shape.form == SEVEN_PAIRS:
        fans.append("lian_qi_dui" if _is_run_of_pairs(hand) else "qi_dui")
    elif shape.form == ORPHANS:
        fans.append("shi_san_yao")
    elif shape.form == UNRELATED:
        honours = sum(tile >= 27 for tile in hand.standing)
        fans.append("qi_xing_bu_kao" if honours == 7 else "quan_bu_kao")
    return fans


def _is_run_of_pairs(hand: GbHand) -> bool:
    kinds = sorted(set(hand.standing))
    return kinds[0] // 9 == kinds[-1] // 9 < 3 and kinds == list(range(kinds[0], kinds[0] + 7))


def result(hand: GbHand, reading: Reading, options: Mapping[str, Any]) -> GbScore:
    """Return what a reading is worth, flowers added."""
    points = points_of(reading.fans, options)
    fans = reading.fans + Counter({"hua_pai": hand.flowers})
    listed = tuple((f.id, fan_points(f.id, options), fans[f.id]) for f in FANS if fans[f.id])
    return GbScore(points, points + hand.flowers, listed, reading.shape)
