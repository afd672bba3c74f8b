"""Pictures of figures as SVG, drawn on the server. Each says in words what it shows; the numbers
stand beside it as a table. Positions are floats: nothing here is a score.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import leather
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from leather import theme

# The look comes from the style sheet: the library writes attributes, which any rule overrides.
theme.background_color = "none"
theme.tick_color = "var(--line)"
theme.zero_color = "var(--soft)"
theme.label_color = "var(--soft)"
theme.tick_font_family = theme.axis_title_font_family = theme.legend_font_family = "inherit"
theme.tick_font_size = 15
theme.tick_font_char_height, theme.tick_font_char_width = 15, 8
theme.margin = 0.02

WIDTH, HEIGHT = 560, 280
MARGIN = 44
# Lines are told apart by ink and by dash.
LINES = (
    ("var(--felt)", "none"),
    ("var(--m)", "none"),
    ("var(--p)", "none"),
    ("var(--f)", "none"),
    ("var(--felt)", "6 4"),
    ("var(--m)", "6 4"),
    ("var(--p)", "6 4"),
    ("var(--f)", "6 4"),
)


@dataclass(frozen=True)
class Line:
    name: str
    points: Sequence[tuple[int, int]]


class _Unnamed(leather.Line):
    """A line whose name the page tells itself, in the reader's letters."""

    def legend_to_svg(self, series: object, palette: object) -> list[object]:
        return []


def framed(svg: str, title: str, desc: str) -> SafeString:
    """Return a drawing of the library that scales with the page and tells what it is."""
    body = svg[svg.index(">") + 1 :]
    head = format_html(
        '<svg class="chart" viewBox="0 0 {} {}" role="img"><title>{}</title><desc>{}</desc>',
        # The words under the last mark reach beyond it.
        WIDTH + MARGIN,
        HEIGHT,
        title,
        desc,
    )
    # The texts inside are escaped by the library.
    return mark_safe(head + body)


def nice_ticks(low: int, high: int, wanted: int = 5) -> list[int]:
    """Return whole round numbers from below ``low`` to above ``high``, zero among them."""
    low, high = min(low, 0), max(high, 0)
    step = next(
        unit * 10**power
        for power in range(12)
        for unit in (1, 2, 5)
        if (high - low) / (unit * 10**power) <= wanted
    )
    first, last = math.floor(low / step), math.ceil(high / step)
    return [step * n for n in range(first, max(last, first + 1) + 1)]


def with_room(marks: Mapping[int, str], last: int) -> dict[int, str]:
    """Leave out the words below a chart up to ``last`` that would touch others; the last stays."""
    kept: dict[int, str] = {}
    free = math.inf
    for at in sorted(marks, reverse=True):
        middle = at * WIDTH / max(last, 1)
        half = sum(16 if sign > "\u2e80" else 10 for sign in marks[at]) / 2
        if middle + half + 8 <= free:
            kept[at] = marks[at]
            free = middle - half
    return kept


def line_chart(
    lines: Sequence[Line],
    marks: Mapping[int, str],
    *,
    title: str,
    desc: str,
    tick: Callable[[int], str] | None = None,
) -> SafeString:
    """Draw lines over whole numbers; ``marks`` are the words under some of them, ``tick`` writes a
    value beside its line (as gains and losses, if nothing is said)."""
    write = tick or _signed
    values = [y for line in lines for _x, y in line.points]
    ticks = nice_ticks(min(values, default=0), max(values, default=0))
    last = max([x for line in lines for x, _y in line.points] + list(marks), default=1)
    marks = with_room(marks, last)
    chart = leather.Chart()
    chart.add_x_scale(0, max(last, 1))
    chart.add_y_scale(ticks[0], ticks[-1])
    chart.add_x_axis(ticks=sorted(marks), tick_formatter=lambda value, *_rest: marks[int(value)])
    chart.add_y_axis(ticks=ticks, tick_formatter=lambda value, *_rest: write(int(value)))
    for line, (ink, dash) in zip(lines, LINES, strict=False):
        shape = _Unnamed(stroke_color=ink, width=2.5, stroke_dasharray=dash)
        chart.add_series(leather.Series(list(line.points)), shape)
    return framed(chart.to_svg(width=WIDTH, height=HEIGHT), title, desc)


def column_chart(columns: Sequence[tuple[str, int]], *, title: str, desc: str) -> SafeString:
    """Draw counts as columns. More words than fit below are left out evenly."""
    chart = leather.Chart()
    top = nice_ticks(0, max((n for _name, n in columns), default=1))
    chart.add_y_scale(0, top[-1])
    chart.add_y_axis(ticks=top, tick_formatter=lambda value, *_rest: str(int(value)))
    every = math.ceil(len(columns) * max((len(name) for name, _n in columns), default=1) / 44)
    shown = {name for i, (name, _n) in enumerate(columns) if i % max(every, 1) == 0}
    chart.add_x_axis(tick_formatter=lambda value, *_rest: value if value in shown else "")
    chart.add_columns(list(columns), fill_color="var(--felt)")
    return framed(chart.to_svg(width=WIDTH, height=HEIGHT), title, desc)


def _signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


@dataclass(frozen=True)
class Tie:
    """An arrow of the network: from one place on the circle to another, so often."""

    start: int
    end: int
    count: int


def network(names: Sequence[str], ties: Sequence[Tie], *, title: str, desc: str) -> SafeString:
    """Draw people round a circle and an arrow, the wider the more, from who gave to who won."""
    size, radius = 560, 200
    middle = size / 2
    most = max((tie.count for tie in ties), default=1)

    def place(n: int, out: float = 0) -> tuple[float, float]:
        angle = 2 * math.pi * n / max(len(names), 1) - math.pi / 2
        return (
            round(middle + (radius + out) * math.cos(angle), 1),
            round(middle + (radius + out) * math.sin(angle), 1),
        )

    arrows = format_html_join(
        "",
        '<path class="tie{}" d="{}" stroke-width="{}" marker-end="url(#arrow)"></path>',
        (
            (
                " strong" if 2 * tie.count > most else "",
                _bow(place(tie.start), place(tie.end), middle),
                round(1 + 6 * tie.count / most, 1),
            )
            for tie in sorted(ties, key=lambda tie: tie.count)
        ),
    )
    heads = format_html_join(
        "",
        '<circle class="person" cx="{}" cy="{}" r="5"></circle>'
        '<text x="{}" y="{}" text-anchor="{}" dy="0.35em">{}</text>',
        (
            (
                *place(n),
                *place(n, 14),
                _anchor(place(n)[0], middle),
                name if len(name) <= 12 else name[:11] + "…",
            )
            for n, name in enumerate(names)
        ),
    )
    return format_html(
        '<svg class="chart network" viewBox="-110 40 780 {}" role="img"><title>{}</title>'
        '<desc>{}</desc><defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" '
        'markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">'
        '<path d="M0 0 8 4 0 8z"></path></marker></defs>{}{}</svg>',
        size - 80,
        title,
        desc,
        arrows,
        heads,
    )


def _anchor(x: float, middle: float) -> str:
    if abs(x - middle) < 1:
        return "middle"
    return "start" if x > middle else "end"


def _bow(start: tuple[float, float], end: tuple[float, float], middle: float) -> str:
    """Bend an arrow to its right, so that there and back are two."""
    (x1, y1), (x2, y2) = start, end
    dx, dy = x2 - x1, y2 - y1
    length = math.hypot(dx, dy) or 1
    # It ends before the dot of the person.
    x2, y2 = x2 - 7 * dx / length, y2 - 7 * dy / length
    bend = 0.14
    cx = (x1 + x2) / 2 * 0.75 + middle * 0.25 - bend * dy
    cy = (y1 + y2) / 2 * 0.75 + middle * 0.25 + bend * dx
    return f"M{x1} {y1}Q{cx:.1f} {cy:.1f} {x2:.1f} {y2:.1f}"


def matrix(
    names: Sequence[str], counts: Mapping[tuple[int, int], int], *, title: str, desc: str
) -> SafeString:
    """Draw how often pairs have met: a square per pair, the darker the more."""
    cell, head = 16, 30
    size = head + cell * len(names)
    most = max(counts.values(), default=1)
    squares = format_html_join(
        "",
        '<rect class="met m{}" x="{}" y="{}" width="{}" height="{}"></rect>',
        (
            (
                _shade(counts.get((min(a, b), max(a, b)), 0), most),
                head + cell * b,
                head + cell * a,
                cell - 2,
                cell - 2,
            )
            for a in range(len(names))
            for b in range(len(names))
            if a != b
        ),
    )
    labels = format_html_join(
        "",
        '<text x="{0}" y="{1}" text-anchor="end" dy="0.8em">{2}</text>'
        '<text x="{3}" y="{4}" text-anchor="middle">{2}</text>',
        (
            (head - 6, head + cell * n, name, head + cell * n + cell // 2 - 1, head - 6)
            for n, name in enumerate(names)
        ),
    )
    return format_html(
        '<svg class="chart matrix" viewBox="0 0 {0} {0}" role="img"><title>{1}</title>'
        "<desc>{2}</desc>{3}{4}</svg>",
        size,
        title,
        desc,
        labels,
        squares,
    )


def _shade(count: int, most: int) -> int:
    return 0 if not count else min(3, 1 + 2 * (count - 1) // max(most - 1, 1)) if most > 1 else 2
