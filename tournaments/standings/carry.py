"""From stage to stage: what is carried, who goes through (competition-rules.md §3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from scoring.table_points import UNIT, round_half_away, to_units
from scoring.text import Text
from tournaments.standings.model import Row, Standings

MODES = ("all", "none", "table_points_only", "fraction")
ROUNDINGS: Mapping[str, Callable[[Fraction], int]] = {
    "half_away": round_half_away,
    "up": ceil,
    "down": floor,
}


@dataclass(frozen=True, slots=True)
class Carried:
    """``totals[id]`` = (points in 1/2520, game points) at the start of the next stage;
    ``rounded`` the ids whose points did not fit the unit and were rounded, for the audit log."""

    totals: Mapping[int, tuple[int, int]]
    rounded: tuple[int, ...] = ()


def carry_in(
    mode: str,
    totals: Mapping[int, tuple[int, int]],
    *,
    fraction: Fraction = Fraction(1),
    round_tp: str | None = None,
    round_gp: str = "half_away",
) -> Carried:
    """Return what a stage hands on of its totals (points in 1/2520, game points).

    ``fraction`` keeps that part of both; points stay exact unless ``round_tp`` asks for whole
    ones, game points are rounded to whole ones. Raises `ValueError` for an unknown mode or way of
    rounding, or a fraction outside 0 to 1.
    """
    if mode not in MODES:
        raise ValueError(f"unknown way to carry: {mode!r}")
    if round_gp not in ROUNDINGS or (round_tp is not None and round_tp not in ROUNDINGS):
        raise ValueError(f"unknown way to round: {round_tp!r}, {round_gp!r}")
    if not 0 <= fraction <= 1:
        raise ValueError(f"a fraction to carry lies between 0 and 1, not {fraction}")
    if mode == "all":
        return Carried(dict(totals))
    if mode == "none":
        return Carried(dict.fromkeys(totals, (0, 0)))
    if mode == "table_points_only":
        return Carried({id_: (points, 0) for id_, (points, _gp) in totals.items()})
    result: dict[int, tuple[int, int]] = {}
    rounded = []
    for id_, (points, game_points) in totals.items():
        part = Fraction(points, UNIT) * fraction
        if round_tp is not None:
            part = Fraction(ROUNDINGS[round_tp](part))
        units, exact = to_units(part)
        if not exact:
            rounded.append(id_)
        result[id_] = (units, ROUNDINGS[round_gp](game_points * fraction))
    return Carried(result, tuple(rounded))


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes through: ``inside`` for certain, and where equal ranks stand across the line,
    ``tied`` for ``places`` places: the organiser lets them draw, the product never splits a tie
    by itself."""

    inside: tuple[int, ...]
    tied: tuple[int, ...] = ()
    places: int = 0

    @property
    def words(self) -> Text:
        if not self.tied:
            n = len(self.inside)
            return Text(f"前{n}名晋级。", f"The first {n} go through.")
        n = len(self.tied)
        return Text(
            f"{n}人并列争{self.places}个名额，请抽签决定。",
            f"{n} players are equal for {self.places} places: let them draw lots.",
        )


def cut(standings: Standings, size: int) -> Cut:
    """Return who the first ``size`` are by the full chain of keys. Withdrawn players never go
    through. Raises `ValueError` when fewer are ranked.
    """
    playing = [row for row in standings.rows if row.rank is not None and row.status == "active"]
    if not 0 < size <= len(playing):
        raise ValueError(f"{size} of {len(playing)} ranked players cannot go through")
    line = playing[size - 1].rank
    at_line = [row for row in playing if row.rank == line]
    above = _ids([row for row in playing[:size] if row.rank != line])
    places = size - len(above)
    if len(at_line) == places:
        return Cut(above + _ids(at_line))
    return Cut(above, _ids(at_line), places)


def _ids(rows: list[Row]) -> tuple[int, ...]:
    return tuple(row.entry_id for row in rows)
