"""标准分 of one table, exact: integers in units of 1/2520 (competition-rules.md §2.1, §2.2)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import isqrt
from typing import Literal

from scoring.text import Text

# lcm(1..10): ties of up to ten share exactly.
UNIT = 2520
Tie = Literal["split", "high", "low"]
TIES = ("split", "high", "low")
Kind = Literal["places", "group", "raw", "root"]


@dataclass(frozen=True, slots=True)
class Scheme:
    """How results become 标准分.

    ``places``: ``values`` are what the places of a table of four are worth, in whole points.
    ``group``: the places of all players of the round count, first = N, the others N − place.
    ``raw``: the game points themselves. ``root``: the square root of the game points with their
    sign, to the nearest 1/2520: roots are irrational, what is kept and added up is exact again.
    """

    id: str
    name: Text
    values: tuple[int, ...] = ()
    source: str = ""
    kind: Kind = "places"


SCHEMES: dict[str, Scheme] = {
    scheme.id: scheme
    for scheme in (
        Scheme("mcr_4210", Text("4-2-1-0", "4-2-1-0"), (4, 2, 1, 0), "WMC07, DK05, CA23, MT"),
        Scheme("linear_4321", Text("4-3-2-1", "4-3-2-1"), (4, 3, 2, 1), "SC43, PKU"),
        Scheme(
            "gb1998_group",
            Text("1998：全组名次", "1998: place in the whole group"),
            source="GB98 Art.10.2(2), App.6",
            kind="group",
        ),
        Scheme("raw", Text("只计比赛分", "game points alone"), kind="raw"),
        Scheme(
            "sqrt",
            Text("比赛分的平方根", "square root of the game points"),
            source="WSOM",
            kind="root",
        ),
    )
}
_CUSTOM = re.compile(r"\s*-?\d{1,4}(?:\s*[,，、]\s*-?\d{1,4}){3}\s*")
CUSTOM_FORM = Text(
    "自定名次分写成四个不增的整数，如“5,3,2,1”。",
    "A scheme of one's own is four whole numbers that do not rise, such as “5,3,2,1”.",
)


@dataclass(frozen=True, slots=True)
class TablePoints:
    """Per seat: the place (1 for first, shared places show the higher one) and 标准分 in 1/2520.
    ``rounded`` when a tie of more than ten did not share exactly (half away from zero)."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    rounded: bool = False


def get_scheme(scheme: str | Sequence[int]) -> Scheme:
    """Return a scheme by its id, or one of one's own: four integers that do not rise, as numbers
    or as text (``"5,3,2,1"``). Raises `ValueError` for anything else.
    """
    if isinstance(scheme, str) and scheme in SCHEMES:
        return SCHEMES[scheme]
    if isinstance(scheme, str):
        if not _CUSTOM.fullmatch(scheme):
            raise ValueError(f"unknown scheme {scheme!r}")
        values = tuple(int(value) for value in re.findall(r"-?\d+", scheme))
    else:
        values = tuple(scheme)
    if len(values) != 4 or list(values) != sorted(values, reverse=True):
        raise ValueError(CUSTOM_FORM.en)
    id_ = ",".join(map(str, values))
    return Scheme(id_, Text(id_, id_), values)


def scheme_values(scheme: str | Sequence[int]) -> tuple[int, ...]:
    """Return what the four places of a table are worth, () where places do not decide; raise
    `ValueError` for an unknown scheme.
    """
    found = get_scheme(scheme)
    return group_values(4) if found.kind == "group" else found.values


def group_values(players: int) -> tuple[int, ...]:
    """Return the values of the 1998 rules for a group: first = N, others N − place, last 0."""
    return (players, *range(players - 2, -1, -1)) if players else ()


def places_of(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each score: 1 for the highest, equal scores share the higher place."""
    first: dict[int, int] = {}
    for place, score in enumerate(sorted(scores, reverse=True), 1):
        first.setdefault(score, place)
    return tuple(first[score] for score in scores)


def table_points(
    scores: Sequence[int], scheme: str | Sequence[int] = "mcr_4210", tie: str = "split"
) -> TablePoints:
    """Return places and 标准分 of a table from its game points.

    ``tie``: ``split`` shares the values of the places covered equally, ``high`` gives everybody
    the highest of them, ``low`` the lowest. A table of two or three uses the first values. Under
    the group scheme the scores given are the group. Raises `ValueError` for an unknown scheme or
    tie, or more scores than the scheme has places.
    """
    found = get_scheme(scheme)
    if tie not in TIES:
        raise ValueError(f"unknown way to treat ties: {tie!r}")
    places = places_of(scores)
    if found.kind == "raw":
        return TablePoints(places, tuple(score * UNIT for score in scores))
    if found.kind == "root":
        return TablePoints(places, tuple(root_units(score) for score in scores))
    values = group_values(len(scores)) if found.kind == "group" else found.values
    if len(scores) > len(values):
        raise ValueError("more scores than the scheme has places")
    sharing: dict[int, tuple[int, bool]] = {}
    for place in set(places):
        covered = tuple(values[place - 1 : place - 1 + places.count(place)])
        sharing[place] = _share(covered, tie)
    return TablePoints(
        places,
        tuple(sharing[place][0] for place in places),
        rounded=not all(exact for _points, exact in sharing.values()),
    )


# A scheme has few ways to share; a large event asks for them thousands of times.
@lru_cache(maxsize=4096)
def _share(covered: tuple[int, ...], tie: str) -> tuple[int, bool]:
    """Return what each of the tied gets, in 1/2520, and whether that is exact."""
    if tie == "high":
        return covered[0] * UNIT, True
    if tie == "low":
        return covered[-1] * UNIT, True
    return to_units(Fraction(sum(covered), len(covered)))


def root_units(score: int) -> int:
    """Return sign(x)·√|x| to the nearest 1/2520, by whole numbers alone (World Series)."""
    twice = isqrt(4 * UNIT * UNIT * abs(score))
    units = (twice + 1) // 2
    return units if score >= 0 else -units


def mean_points(scheme: str | Sequence[int], players: int = 4) -> int:
    """Return the mean 标准分 of a table in 1/2520 (7/4 for 4-2-1-0): what a bye is worth unless
    the event says otherwise. ``players`` is the size of the group in the group scheme.
    """
    found = get_scheme(scheme)
    if found.kind in ("raw", "root"):
        return 0
    values = group_values(players) if found.kind == "group" else found.values
    return to_units(Fraction(sum(values), len(values)))[0] if values else 0


def to_units(value: Fraction) -> tuple[int, bool]:
    """Return a value in units of 1/2520, and whether it fits exactly; if not it is rounded half
    away from zero.
    """
    units = value * UNIT
    if units.denominator == 1:
        return units.numerator, True
    return round_half_away(units), False


def round_half_away(value: Fraction) -> int:
    whole = (2 * abs(value.numerator) + value.denominator) // (2 * value.denominator)
    return whole if value >= 0 else -whole


def to_fraction(units: int) -> Fraction:
    return Fraction(units, UNIT)


@lru_cache(maxsize=4096)
def format_units(units: int) -> str:
    """Return the exact value as a reduced fraction: ``"7/4"``, ``"3"``, ``"-1/2"``."""
    return str(to_fraction(units))


# Thirds of four-way splits, halves of what was carried: nothing that is shared is finer.
LARGEST_DENOMINATOR = 72
_VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def display_units(units: int) -> str:
    """Return the value as pages show it: ``2½``, ``7⅓``, ``1 5/12``. Only what no division of
    places makes, a rounded square root, is told in decimals: ``≈7.07``."""
    sign = "−" if units < 0 else ""
    whole, rest = divmod(abs(units), UNIT)
    if not rest:
        return f"{sign}{whole}"
    part = Fraction(rest, UNIT)
    if whole and part.denominator > LARGEST_DENOMINATOR:
        return f"≈{sign}{decimal_units(abs(units))}"
    if part in _VULGAR:
        return f"{sign}{whole or ''}{_VULGAR[part]}"
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"


def decimal_units(units: int) -> str:
    """Return the value with two decimals, rounded half up (away from zero), for files only."""
    hundredths = (abs(units) * 200 + UNIT) // (2 * UNIT)
    sign = "-" if units < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"
