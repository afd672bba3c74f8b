"""An A4 page with text that never leaves its box; Chinese from a font inside a wheel."""

import datetime as dt
import functools
import importlib
import logging
from pathlib import Path
from typing import Literal

from django.conf import settings
from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import TTFFont

FAMILY = "sheet"
SMALLEST = 4.5  # points; below this a text is cut rather than shrunk
POINT = 25.4 / 72  # millimetres
MISSING = "□"
GREY = 110
INK = 0

Align = Literal["L", "C", "R"]

# It tells every glyph of every page at INFO, which is no news to whoever runs the site.
logging.getLogger("fontTools.subset").setLevel(logging.WARNING)


@functools.cache
def font_path() -> Path:
    """Return the file of the font that the settings name (`PDF_FONT_PACKAGE`)."""
    package = importlib.import_module(settings.PDF_FONT_PACKAGE)
    return Path(package.sans_path())


class Paper(FPDF):
    """A document in millimetres. All text goes through `write_in`, which shrinks it to its box."""

    def __init__(self, *, landscape: bool, title: str, made_at: dt.datetime) -> None:
        super().__init__("landscape" if landscape else "portrait", "mm", "A4")
        self.set_auto_page_break(False)
        self.set_margin(0)
        self.c_margin = 0
        self.add_font(FAMILY, "", str(font_path()))
        self.set_font(FAMILY, size=9)
        self.set_title(title)
        self.set_creator("mjclub")
        # Equal facts give equal bytes: the moment is the snapshot's, not the clock's.
        self.set_creation_date(made_at)
        font = self.fonts[FAMILY]
        self._glyphs = set(font.cmap) if isinstance(font, TTFFont) else set()

    def drawable(self, text: str) -> str:
        """Return the text with a box for every character that the font cannot draw."""
        line = " ".join(text.split())
        return "".join(c if c == " " or ord(c) in self._glyphs else MISSING for c in line)

    def write_in(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        text: str,
        *,
        size: float = 9,
        align: Align = "C",
        grey: bool = False,
        pad: float = 0.6,
    ) -> None:
        """Write one line centred in height inside the box; shrunk, then cut with an ellipsis."""
        line = self.drawable(text)
        if not line:
            return
        room = width - 2 * pad
        size = min(size, height / POINT / 1.15)
        self.set_font(FAMILY, size=size)
        wide = self.get_string_width(line)
        if wide > room:
            self.set_font(FAMILY, size=max(SMALLEST, size * room / wide * 0.99))
            line = self._cut(line, room)
        self.set_text_color(GREY if grey else INK)
        self.set_xy(x + pad, y)
        self.cell(room, height, line, align=align, new_x=XPos.RIGHT, new_y=YPos.TOP)

    def _cut(self, line: str, room: float) -> str:
        if self.get_string_width(line) <= room:
            return line
        while line and self.get_string_width(line + "…") > room:
            line = line[:-1]
        return line + "…"

    def write_wrapped(
        self, x: float, y: float, width: float, height: float, text: str, *, size: float
    ) -> None:
        """Write a text at its size if one line takes it, else over two lines broken at a blank."""
        line = self.drawable(text)
        self.set_font(FAMILY, size=size)
        words = line.split(" ")
        if self.get_string_width(line) <= width - 1.2 or len(words) == 1:
            self.write_in(x, y, width, height, line, size=size)
            return
        halves = [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
        best = min(halves, key=lambda pair: max(map(self.get_string_width, pair)))
        self.write_lines(x, y, width, height, list(best), size=size)

    def write_lines(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        lines: list[str],
        *,
        size: float = 8,
        align: Align = "C",
    ) -> None:
        """Write several lines one under the other in the box."""
        each = height / max(1, len(lines))
        for i, line in enumerate(lines):
            self.write_in(x, y + i * each, width, each, line, size=size, align=align)

    def rule(self, x1: float, y1: float, x2: float, y2: float, *, weight: float = 0.15) -> None:
        self.set_draw_color(INK)
        self.set_line_width(weight)
        self.line(x1, y1, x2, y2)

    def frame(self, x: float, y: float, width: float, height: float, weight: float = 0.4) -> None:
        self.set_draw_color(INK)
        self.set_line_width(weight)
        self.rect(x, y, width, height)

    def shade(self, x: float, y: float, width: float, height: float) -> None:
        self.set_fill_color(232)
        self.rect(x, y, width, height, style="F")

    def data(self) -> bytes:
        return bytes(self.output())
