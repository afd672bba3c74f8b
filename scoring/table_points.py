"""标准分 of one table, exact: integers in units of 1/2520 (competition-rules.md §2.1, §2.2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from scoring.text import Text

# lcm(1..10): ties of up to ten share exactly.
UNIT = 2520
Tie = Literal["split", "high", "low"]


@dataclass(frozen=True, slots=True)
class Scheme:
    """What each place at a table of four is worth, in whole points."""

    id: str
    name: Text
    values: tuple[int, ...]
    source: str = ""


SCHEMES: dict[str, Scheme] = {
    scheme.id: scheme
    for scheme in (
        Scheme("mcr_4210", Text("4-2-1-0", "4-2-1-0"), (4, 2, 1, 0), "WMC07, DK05, CA23, MT"),
        Scheme("linear_4321", Text("4-3-2-1", "4-3-2-1"), (4, 3, 2, 1), "SC43, PKU"),
    )
}


@dataclass(frozen=True, slots=True)
class TablePoints:
    """Per seat: the place (1 for first, shared places show the higher one) and 标准分 in 1/2520."""

    places: tuple[int, ...]
    points: tuple[int, ...]


def scheme_values(scheme: str | Sequence[int]) -> tuple[int, ...]:
    """Return the values of a scheme's places; raise `ValueError` for an unknown one."""
    if not isinstance(scheme, str):
        return tuple(scheme)
    if scheme not in SCHEMES:
        raise ValueError(f"unknown scheme {scheme!r}")
    return SCHEMES[scheme].values


def places_of(scores: Sequence[int]) -> tuple[int, ...]:
    """Return the place of each score: 1 for the highest, equal scores share the higher place."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def table_points(
    scores: Sequence[int], scheme: str | Sequence[int] = "mcr_4210", tie: str = "split"
) -> TablePoints:
    """Return places and 标准分 of a table from its game points.

    ``tie``: ``split`` shares the values of the places covered equally, ``high`` gives everybody
    the highest of them, ``low`` the lowest. A table of two or three uses the first values.
    """
    values = scheme_values(scheme)
    if len(scores) > len(values):
        raise ValueError("more scores than the scheme has places")
    places = places_of(scores)
    points = []
    for place in places:
        covered = values[place - 1 : place - 1 + places.count(place)]
        if tie == "split":
            points.append(sum(covered) * UNIT // len(covered))
        elif tie in ("high", "low"):
            points.append((covered[0] if tie == "high" else covered[-1]) * UNIT)
        else:
            raise ValueError(f"unknown way to treat ties: {tie!r}")
    return TablePoints(places, tuple(points))


def to_fraction(units: int) -> Fraction:
    return Fraction(units, UNIT)


def format_units(units: int) -> str:
    """Return the exact value as a reduced fraction: ``"7/4"``, ``"3"``, ``"-1/2"``."""
    return str(to_fraction(units))


_VULGAR = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}


def display_units(units: int) -> str:
    """Return the value as pages show it: ``2½``, ``7⅓``, ``1 5/12``; never a decimal."""
    sign = "−" if units < 0 else ""
    whole, rest = divmod(abs(units), UNIT)
    if not rest:
        return f"{sign}{whole}"
    part = Fraction(rest, UNIT)
    if part in _VULGAR:
        return f"{sign}{whole or ''}{_VULGAR[part]}"
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"


def decimal_units(units: int) -> str:
    """Return the value with two decimals, rounded half up (away from zero), for files only."""
    hundredths = (abs(units) * 200 + UNIT) // (2 * UNIT)
    sign = "-" if units < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02d}"
