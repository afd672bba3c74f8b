"""How good the seats of an event are: figures, who met whom, the balance of winds."""

from collections import Counter
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse

from tournaments.services import seating_checks
from tournaments.services.seating_checks import Sheet
from tournaments.views.organiser.base import DeskView
from tournaments.views.organiser.seating import in_words

# Above, a picture with everybody in it cannot be read any more.
IN_MATRIX, IN_WINDS = 120, 240
PAIRS = 60
CELL = 14


class Square(NamedTuple):
    """A cell of a picture: its corner, how dark it is, what it says."""

    x: int
    y: int
    shade: int
    title: str


class SeatQuality(DeskView):
    tab = "desk-seating"

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        sheet = seating_checks.sheet_of(self.event)
        met = sheet.meetings()
        people = sorted(
            {e for pair in met for e in pair}, key=lambda e: sheet.rules.entries[e].number
        )
        again = sorted(((m, pair) for pair, m in met.items() if m > 1), reverse=True)
        context = {
            "figures": in_words(sheet.figures()) if sheet.rounds else [],
            "reasons": sheet.remarks(),
            "broken": [
                (sheet.numbers[round_id], sheet.rules.broken(sheet.numbers[round_id], tables))
                for round_id, tables in sheet.rounds.items()
            ],
            "again": [(sheet.rules.name(p), sheet.rules.name(q), m) for m, (p, q) in again[:PAIRS]],
            "more": max(0, len(again) - PAIRS),
            "byes": sorted(
                ((sheet.rules.name(e), times) for e, times in sheet.byes.items()),
                key=lambda row: -row[1],
            ),
            **_matrix(sheet, people, met),
            **_winds(sheet, people),
        }
        return self.show("desk/seat_quality.html", context)


def _matrix(sheet: Sheet, people: list[int], met: Counter[tuple[int, int]]) -> dict[str, Any]:
    """Who met whom: one square for every pair that did, darker the more often."""
    if len(people) > IN_MATRIX:
        return {}
    place = {entry: i for i, entry in enumerate(people)}
    name = sheet.rules.name
    squares = []
    for (p, q), times in met.items():
        for one, other in ((p, q), (q, p)):
            title = f"{name(one)} – {name(other)}: {times}"
            x, y = (1 + place[other]) * CELL, (1 + place[one]) * CELL
            squares.append(Square(x, y, min(times, 4), title))
    return {
        "matrix": squares,
        "matrix_size": (len(people) + 1) * CELL,
        "heads": [
            ((1 + i) * CELL, sheet.rules.entries[entry].number) for i, entry in enumerate(people)
        ],
    }


def _winds(sheet: Sheet, people: list[int]) -> dict[str, Any]:
    """The balance of winds: a column for everybody, four squares, darker the more often; and how
    many people have which difference."""
    held = sheet.winds()
    spread = Counter(max(own) - min(own) for own in held.values())
    uneven = [entry for entry in people if max(held[entry]) - min(held[entry]) > 1]
    found: dict[str, Any] = {
        "spread": sorted(spread.items()),
        "uneven": [(sheet.rules.name(entry), held[entry]) for entry in uneven[:PAIRS]],
    }
    if len(people) <= IN_WINDS:
        least = min((min(own) for own in held.values()), default=0)
        found["winds"] = [
            Square(
                (2 + i) * CELL,
                (1 + wind) * CELL,
                min(held[entry][wind] - least, 4),
                f"{sheet.rules.name(entry)}: {'ESWN'[wind]} {held[entry][wind]}",
            )
            for i, entry in enumerate(people)
            for wind in range(4)
        ]
        found["winds_width"] = (len(people) + 2) * CELL
        found["wind_heads"] = [
            ((2 + i) * CELL, sheet.rules.entries[entry].number) for i, entry in enumerate(people)
        ]
    return found
