"""Points over several events after the European ranking: exact fractions.

The European Mahjong Association gives a result between 0 (last) and 1000 (first) per event, evenly
spaced, weighs results, and takes the mean of two parts: A, all results but for the worst ones of
who has many (one of ten, two of fifteen, …), and B, the four best. Results older than a year count
half, older than two years not at all; who has fewer than five gets zeros of weight 1 up to five,
who has fewer than two is not listed. The association weighs an event by its length, size and
countries; in the list of one club every event has the weight 1.

Source: the association's ranking overview (mahjong-europe.org, "Ranking overview", in force since
2018) as public descriptions retell it.
"""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

BEST = 4
LEAST = 5
LISTED_FROM = 2


@dataclass(frozen=True, slots=True)
class EventResult:
    """A rank among ``players`` ranked in an event that ended on a day."""

    on: dt.date
    rank: int
    players: int


def base(rank: int, players: int) -> int:
    """Return the result of one event: whole, rounded down. An event of one has no result."""
    if not 1 <= rank <= players or players < 2:
        raise ValueError(f"no rank {rank} among {players}")
    return 1000 * (players - rank) // (players - 1)


def weight(on: dt.date, today: dt.date) -> Fraction:
    """Return 1 for the last year, ½ for the year before, 0 for what is older."""
    if on > _years_before(today, 1):
        return Fraction(1)
    return Fraction(1, 2) if on > _years_before(today, 2) else Fraction(0)


def _years_before(day: dt.date, years: int) -> dt.date:
    try:
        return day.replace(year=day.year - years)
    except ValueError:
        return day.replace(year=day.year - years, day=28)


def counted_for_a(results: int) -> int:
    """Return how many results make part A: five, and four of every five beyond."""
    return min(results, LEAST) + -(-4 * max(results - LEAST, 0) // 5)


def ema_points(results: Iterable[EventResult], today: dt.date) -> Fraction | None:
    """Return the points on a day, exactly; None for who is not listed."""
    weighed = [
        (base(r.rank, r.players), w)
        for r in results
        if r.players > 1 and r.on <= today and (w := weight(r.on, today))
    ]
    if len(weighed) < LISTED_FROM:
        return None
    weighed += [(0, Fraction(1))] * (LEAST - len(weighed))
    # Of equal results the weightier first.
    weighed.sort(reverse=True)
    part_a = _mean(weighed[: counted_for_a(len(weighed))])
    return (part_a + _mean(weighed[:BEST])) / 2


def _mean(weighed: Sequence[tuple[int, Fraction]]) -> Fraction:
    total = sum((w for _result, w in weighed), Fraction(0))
    return sum((result * w for result, w in weighed), Fraction(0)) / total
