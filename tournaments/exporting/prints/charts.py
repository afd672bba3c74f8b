"""Charts drawn on paper: bars, a bar of parts, lines by round. Exact figures stand beside them."""

import itertools
from collections.abc import Sequence

from tournaments.exporting.paper import Colour, Paper
from tournaments.exporting.prints.drawing import BLUE, FELT, GREEN, RED

INKS: tuple[Colour, ...] = (FELT, RED, BLUE, GREEN, (158, 122, 38), (110, 70, 140), (70, 70, 70))


def _set(paper: Paper, colour: Colour, weight: float = 0.3) -> None:
    rgb = (colour, colour, colour) if isinstance(colour, int) else colour
    paper.set_draw_color(*rgb)
    paper.set_fill_color(*rgb)
    paper.set_line_width(weight)


def bars(
    paper: Paper, x: float, y: float, width: float, height: float, parts: Sequence[tuple[str, int]]
) -> None:
    """Draw upright bars, each with its figure above and its name below."""
    most = max((count for _name, count in parts), default=0) or 1
    each = width / max(1, len(parts))
    room = height - 11
    for place, (name, count) in enumerate(parts):
        left = x + place * each
        tall = room * count / most
        _set(paper, FELT)
        if count:
            paper.rect(left + each * 0.15, y + 6 + room - tall, each * 0.7, tall, style="F")
        paper.write_in(left, y + room - tall, each, 5.5, str(count), size=8)
        paper.write_in(left, y + height - 5, each, 5, name, size=7.5)
    paper.rule(x, y + 6 + room, x + width, y + 6 + room, weight=0.3)


def parts_of_whole(
    paper: Paper, x: float, y: float, width: float, parts: Sequence[tuple[str, int]]
) -> None:
    """Draw one bar divided into parts; below it the names with their figures and shares."""
    whole = sum(count for _name, count in parts) or 1
    at = x
    for place, (_name, count) in enumerate(parts):
        wide = width * count / whole
        _set(paper, INKS[place % len(INKS)])
        if wide:
            paper.rect(at, y, wide, 9, style="F")
        at += wide
    each = width / max(1, len(parts))
    for place, (name, count) in enumerate(parts):
        left = x + place * each
        _set(paper, INKS[place % len(INKS)])
        paper.rect(left, y + 12.5, 3, 3, style="F")
        words = f"{name}: {count} ({count * 100 / whole:.1f} %)"
        paper.write_in(left + 4, y + 11, each - 5, 6, words, size=8.5, align="L")


def lines(
    paper: Paper,
    x: float,
    y: float,
    width: float,
    height: float,
    marks: Sequence[str],
    rows: Sequence[tuple[str, Sequence[float]]],
) -> None:
    """Draw a line for each row over the marks, its name at its end; values may be below zero."""
    values = [value for _name, own in rows for value in own] or [0.0]
    low, high = min(0.0, *values), max(values)
    span = (high - low) or 1.0
    names = 46.0
    room, deep = width - names, height - 7
    step = room / max(1, len(marks) - 1)

    def up(value: float) -> float:
        return y + deep * (1 - (value - low) / span)

    _set(paper, 200, 0.1)
    for place in range(len(marks)):
        paper.line(x + place * step, y, x + place * step, y + deep)
    paper.rule(x, up(0.0), x + room, up(0.0), weight=0.2)
    for place, mark in enumerate(marks):
        paper.write_in(x + place * step - 8, y + deep + 1, 16, 5, mark, size=7.5)
    ends = []
    for place, (name, own) in enumerate(rows):
        _set(paper, INKS[place % len(INKS)], 0.7)
        points = [(x + i * step, up(value)) for i, value in enumerate(own)]
        for one, other in itertools.pairwise(points):
            paper.line(*one, *other)
        for across, down in points:
            paper.circle(across, down, 0.8, style="F")
        if points:
            ends.append((points[-1][1], place, name))
    _names(paper, x + room + 2, y, deep, names - 2, ends)


def _names(
    paper: Paper,
    x: float,
    y: float,
    deep: float,
    width: float,
    ends: Sequence[tuple[float, int, str]],
) -> None:
    """Write the names beside the ends of their lines, moved apart where they would meet."""
    each = min(5.5, deep / max(1, len(ends)))
    floor = y - each
    for rank, (down, place, name) in enumerate(sorted(ends)):
        left = len(ends) - rank
        top = min(max(down - each / 2, floor + each), y + deep - left * each + each / 2)
        paper.write_in(x, top, width, each, name, size=8.5, align="L", ink=INKS[place % len(INKS)])
        floor = top
