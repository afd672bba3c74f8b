"""Charts: published ones, and those that somebody brings along, read from text.

A chart is ``rounds[r][t]``: four numbers from 1, East first; who is not in a round sits out.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.text import Text
from tournaments.seating.designs import rotation
from tournaments.seating.errors import SeatingError

Chart = tuple[tuple[tuple[int, ...], ...], ...]
MOST_LINES = 60_000
_NUMBERS = re.compile(r"[\s,;|，；、\t]+")
_ROUNDS = ("rounds", "schedule")


@dataclass(frozen=True)
class Published:
    """A chart by its source (competition-rules.md §4)."""

    id: str
    name: Text
    players: int
    rounds: int
    make: Callable[[], Chart]


def _affine(first: bool) -> Chart:
    """The lines of the affine plane of order four, with or without those that are the teams."""
    teams = [[(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)]]
    rounds = [
        [(1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16)],
        [(1, 6, 11, 16), (2, 5, 12, 15), (3, 8, 9, 14), (4, 7, 10, 13)],
        [(1, 8, 10, 15), (4, 5, 11, 14), (2, 7, 9, 16), (3, 6, 12, 13)],
        [(1, 7, 12, 14), (3, 5, 10, 16), (4, 6, 9, 15), (2, 8, 11, 13)],
    ]
    return tuple(tuple(tables) for tables in ([*teams, *rounds] if first else rounds))


def _teams_of_seven() -> Chart:
    """Seven teams, position i of a team moving on i tables a round; number 4k + i + 1."""
    return tuple(
        tuple(tuple(4 * ((y + i * t) % 7) + i + 1 for i in range(4)) for y in range(7))
        for t in range(1, 7)
    )


def _areas() -> Chart:
    """Four areas of 36; nobody of one area meets."""
    return tuple(
        tuple(tuple(p + 1 for p in table) for table in tables) for tables in rotation(144, 9)
    )


PUBLISHED: Mapping[str, Published] = {
    chart.id: chart
    for chart in (
        Published(
            "gb1998_1",
            Text("1998年规则附表1：4队16人", "1998 rules, table 1: 4 teams of 4"),
            16,
            4,
            lambda: _affine(first=False),
        ),
        Published(
            "gb1998_4",
            Text("1998年规则附表4：7队28人", "1998 rules, table 4: 7 teams of 4"),
            28,
            6,
            _teams_of_seven,
        ),
        Published(
            "gb1998_5",
            Text("1998年规则附表5：16人个人", "1998 rules, table 5: 16 single players"),
            16,
            5,
            lambda: _affine(first=True),
        ),
        Published(
            "wmc2007",
            Text("2007年世锦赛：四区各36人", "World Championship 2007: 4 areas of 36"),
            144,
            9,
            _areas,
        ),
    )
}


def read_chart(text: str) -> Chart:
    """Read a chart: JSON (``rounds`` or ``schedule``, or the list itself), or lines of four numbers
    with a blank line between rounds (or none: a number that comes again begins the next round), or
    lines of six: round, table, East, South, West, North; a head line is passed over. Raises
    `SeatingError` with every line that is wrong.
    """
    stripped = text.lstrip("\ufeff \t\r\n")
    rounds = _from_json(stripped) if stripped[:1] in ("{", "[") else _from_lines(stripped)
    reasons = list(_problems(rounds))
    if reasons:
        raise SeatingError(*reasons)
    return tuple(tuple(tuple(table) for table in tables) for tables in rounds)


def _from_json(text: str) -> list[list[list[int]]]:
    wrong = SeatingError(Text("这不是编排表的JSON。", "This is not the JSON of a chart."))
    try:
        content: Any = json.loads(text)
    except (ValueError, RecursionError):
        raise wrong from None
    if isinstance(content, dict):
        content = next((content[key] for key in _ROUNDS if key in content), None)
    if not isinstance(content, list) or not all(
        isinstance(tables, list)
        and all(
            isinstance(table, list) and all(type(p) is int and 0 < p < 10**6 for p in table)
            for table in tables
        )
        for tables in content
    ):
        raise wrong
    return content


def _from_lines(text: str) -> list[list[list[int]]]:
    rows: list[list[int] | None] = []
    reasons = []
    for number, line in enumerate(text.splitlines()[:MOST_LINES], 1):
        words = [word for word in _NUMBERS.split(line.strip()) if word]
        if not words:
            rows.append(None)
        elif all(word.isdecimal() and len(word) < 7 for word in words):
            rows.append([int(word) for word in words])
        elif number > 1:
            reasons.append(
                Text(
                    f"第{number}行不是数字：{line[:40]}",
                    f"Line {number} is not numbers: {line[:40]}",
                )
            )
    if reasons:
        raise SeatingError(*reasons)
    full = [row for row in rows if row]
    if full and all(len(row) == 6 for row in full):
        return _by_round(full)
    return _by_blank_lines(rows)


def _by_round(rows: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    found: dict[int, dict[int, list[int]]] = {}
    for round_no, table, *players in rows:
        if table in found.setdefault(round_no, {}):
            raise SeatingError(
                Text(
                    f"第{round_no}轮第{table}桌写了两次。",
                    f"Table {table} of round {round_no} is there twice.",
                )
            )
        found[round_no][table] = players
    return [[tables[no] for no in sorted(tables)] for _no, tables in sorted(found.items())]


def _by_blank_lines(rows: Sequence[Sequence[int] | None]) -> list[list[list[int]]]:
    rounds: list[list[list[int]]] = [[]]
    parted = None in rows[1:-1]
    for row in rows:
        seen = {p for table in rounds[-1] for p in table}
        if row is None or (not parted and seen & set(row)):
            rounds.append([])
        if row is not None:
            rounds[-1].append(list(row))
    return [tables for tables in rounds if tables]


def _problems(rounds: Sequence[Sequence[Sequence[int]]]) -> list[Text]:
    if not rounds or not all(rounds):
        return [Text("表里没有座位。", "The chart has no seats.")]
    found = []
    for number, tables in enumerate(rounds, 1):
        for at, table in enumerate(tables, 1):
            if len(table) != 4:
                found.append(
                    Text(
                        f"第{number}轮第{at}桌有{len(table)}人。",
                        f"Round {number}, table {at} has {len(table)} people.",
                    )
                )
        counts = Counter(p for table in tables for p in table)
        found += [
            Text(
                f"第{number}轮{p}号坐了{count}个座位。",
                f"Round {number}: number {p} has {count} seats.",
            )
            for p, count in sorted(counts.items())
            if count > 1
        ]
    return found


def numbers_of(chart: Chart) -> set[int]:
    return {p for tables in chart for table in tables for p in table}
