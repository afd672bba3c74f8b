"""The standings of a season: results of events in, one table out. Pure calculation.

An event is worth its table points (exact, 1/2520), its game points, or points for the place that
somebody took; people who share a place share the points of the places that they cover. Of a person
the best N events count; the others stay, marked as dropped. Ranks go by the sum, then by the best
event that counts, then the next best and so on; equal on all of them is a shared rank.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from scoring.table_points import UNIT

TABLE_POINTS, GAME_POINTS, PLACES = "table_points", "game_points", "places"
SCHEMES = (TABLE_POINTS, GAME_POINTS, PLACES)
# Points for the first, second … place where the season names none: further places get nothing.
USUAL_PLACES = (25, 18, 15, 12, 10, 8, 6, 4, 2, 1)


@dataclass(frozen=True, slots=True)
class EventResult:
    """What one person has from one event: the rank (None: played and is not ranked), table points
    in 1/2520 and game points. Events are numbered in their order."""

    event: int
    person: int
    rank: int | None
    table_points: int
    game_points: int


@dataclass(frozen=True, slots=True)
class SeasonConfig:
    """``best_n``: how many events of a person count (None: all); ``places``: points by place."""

    scheme: str = TABLE_POINTS
    best_n: int | None = None
    places: tuple[int, ...] = USUAL_PLACES


@dataclass(frozen=True, slots=True)
class SeasonCell:
    """One event of one person. ``value`` is None for who played unranked; ``dropped`` when it is
    not among the best that count."""

    event: int
    rank: int | None
    shared: bool
    value: Fraction | None
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A person in the final order; ``counted`` are the values that make ``total``, best first."""

    person: int
    rank: int
    tied: bool
    total: Fraction
    cells: tuple[SeasonCell, ...]
    counted: tuple[Fraction, ...]

    def cell(self, event: int) -> SeasonCell | None:
        return next((cell for cell in self.cells if cell.event == event), None)


@dataclass(frozen=True, slots=True)
class SeasonReason:
    """Why one person stands where the next better one does not: the first figure in which they
    differ. ``key`` is "total", "event" (``place``: the first, second …
    best), "number" (of events) or "shared"."""

    key: str
    place: int
    theirs: Fraction
    own: Fraction


def season_standings(results: Iterable[EventResult], config: SeasonConfig) -> tuple[SeasonRow, ...]:
    """Return the table of a season. People without a ranked result are not in it.

    Raises `ValueError` for a scheme that is not known or a best N below one.
    """
    if config.scheme not in SCHEMES:
        raise ValueError(f"there is no scheme {config.scheme!r}")
    if config.best_n is not None and config.best_n < 1:
        raise ValueError("at least one event counts")
    found = list(results)
    sharing = _sharing(found)
    people: dict[int, list[SeasonCell]] = defaultdict(list)
    for result in sorted(found, key=lambda r: (r.person, r.event)):
        number = sharing[result.event, result.rank] if result.rank is not None else 0
        value = _value(result, number, config)
        people[result.person].append(SeasonCell(result.event, result.rank, number > 1, value))
    drafts = [_row(person, cells, config.best_n) for person, cells in people.items()]
    ranked = sorted(
        (row for row in drafts if row.counted), key=lambda row: (_key(row), -row.person),
        reverse=True,
    )  # fmt: skip
    rows: list[SeasonRow] = []
    for _values, group in groupby(ranked, key=_key):
        same = list(group)
        rank = len(rows) + 1
        rows += [
            SeasonRow(r.person, rank, len(same) > 1, r.total, r.cells, r.counted) for r in same
        ]
    return tuple(rows)


def _sharing(results: Sequence[EventResult]) -> Mapping[tuple[int, int], int]:
    """Return how many people share each rank of each event."""
    found: dict[tuple[int, int], int] = defaultdict(int)
    for result in results:
        if result.rank is not None:
            found[result.event, result.rank] += 1
    return found


def _value(result: EventResult, sharing: int, config: SeasonConfig) -> Fraction | None:
    if result.rank is None:
        return None
    if config.scheme == TABLE_POINTS:
        return Fraction(result.table_points, UNIT)
    if config.scheme == GAME_POINTS:
        return Fraction(result.game_points)
    covered = range(result.rank - 1, result.rank - 1 + sharing)
    return Fraction(sum(config.places[i] for i in covered if i < len(config.places)), sharing)


def _row(person: int, cells: Sequence[SeasonCell], best_n: int | None) -> SeasonRow:
    valued = [cell for cell in cells if cell.value is not None]
    # Of equal values the earlier event counts: what was dropped never depends on chance.
    best = sorted(valued, key=lambda c: (-(c.value or Fraction(0)), c.event))[:best_n]
    kept = {cell.event for cell in best}
    counted = tuple(cell.value for cell in best if cell.value is not None)
    return SeasonRow(
        person=person,
        rank=0,
        tied=False,
        total=sum(counted, Fraction(0)),
        cells=tuple(
            replace(cell, dropped=cell.value is not None and cell.event not in kept)
            for cell in cells
        ),
        counted=counted,
    )


def _key(row: SeasonRow) -> tuple[Fraction, tuple[Fraction, ...]]:
    """Return what rows are ordered by: the sum, then the events that count from the best down."""
    return row.total, row.counted


def why_below(row: SeasonRow, above: SeasonRow) -> SeasonReason:
    """Return the first figure in which a row is not as good as one above it."""
    if row.total != above.total:
        return SeasonReason("total", 0, above.total, row.total)
    for place, (theirs, own) in enumerate(zip(above.counted, row.counted, strict=False), 1):
        if theirs != own:
            return SeasonReason("event", place, theirs, own)
    if len(above.counted) != len(row.counted):
        # As many events as both have are equal: the sum is, so the others are worth nothing.
        return SeasonReason("number", 0, Fraction(len(above.counted)), Fraction(len(row.counted)))
    return SeasonReason("shared", 0, above.total, row.total)
