"""An A4 page with text that never leaves its box; Chinese from a font inside a wheel."""

import datetime as dt
import re
import unicodedata
from typing import Literal

from django.utils.translation import get_language
from fpdf import FPDF
from fpdf.enums import XPos, YPos
from fpdf.fonts import SubsetMap, TTFFont

from tournaments.exporting import fonts

FAMILY = "common"
SMALLEST = 4.5  # points; below this a text is cut rather than shrunk
POINT = 25.4 / 72  # millimetres
# The geta mark: printers have long set it for a character that is not in the case.
MISSING = "〓"
LEADING = 1.2
# What a line may be broken into: a Chinese character, or a word with the blanks before it.
_HAN = r"\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
WORDS = re.compile(rf"[{_HAN}]|\s*[^\s{_HAN}]+|\s+")
GREY = 110
INK = 0

Align = Literal["L", "C", "R"]
Colour = int | tuple[int, int, int]


class Paper(FPDF):
    """A document in millimetres. All text goes through `write_in`, which shrinks it to its box.

    ``unknown`` are the characters that no font draws, in the order met: `MISSING` stands for them
    in the text, and `unknown_words` names them for the foot of a page.
    """

    def __init__(self, *, landscape: bool, title: str, made_at: dt.datetime) -> None:
        super().__init__("landscape" if landscape else "portrait", "mm", "A4")
        self.set_auto_page_break(False)
        self.set_margin(0)
        self.c_margin = 0
        self.language = get_language() or ""
        self.unknown: dict[str, None] = {}
        self._known: dict[str, bool] = {" ": True}
        self._open(FAMILY)
        self.set_font(FAMILY, size=9)
        self.set_title(title)
        self.set_creator("mjclub")
        # Equal facts give equal bytes: the moment is the snapshot's, not the clock's.
        self.set_creation_date(made_at)

    def _open(self, part: str) -> TTFFont | None:
        """Open a part of the fonts, once; later ones stand in where the first has no glyph."""
        if part not in self.fonts:
            path = fonts.part_path(part, self.language)
            if path is None:
                return None
            self.add_font(part, "", str(path))
            others = [name for name in self.fonts if name != FAMILY]
            self.set_fallback_fonts(others)
        font = self.fonts[part]
        return font if isinstance(font, TTFFont) else None

    def _has(self, character: str) -> bool:
        """Whether a font draws the character; opens the font that does."""
        if character not in self._known:
            code = ord(character)
            opened = (self._open(part) for part in fonts.parts_for(code))
            self._known[character] = any(font and code in font.cmap for font in opened)
        return self._known[character]

    def drawable(self, text: str) -> str:
        """Return the text as one line, composed, without marks that have no width, and with
        `MISSING` for every character that no font draws."""
        line = " ".join(unicodedata.normalize("NFC", text).split())
        drawn = []
        for character in line:
            if unicodedata.category(character) in ("Cf", "Cc"):
                continue
            if not self._has(character):
                self.unknown[character] = None
                character = MISSING
                self._has(character)
            drawn.append(character)
        return "".join(drawn)

    def unknown_words(self) -> str:
        """Return which characters `MISSING` stands for, "" when there are none."""
        if not self.unknown:
            return ""
        return f"{MISSING} = " + ", ".join(f"U+{ord(c):04X}" for c in self.unknown)

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
        ink: Colour = INK,
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
        colour = GREY if grey else ink
        self.set_text_color(*((colour,) if isinstance(colour, int) else colour))
        self.set_xy(x + pad, y)
        self.cell(room, height, line, align=align, new_x=XPos.RIGHT, new_y=YPos.TOP)

    def _cut(self, line: str, room: float) -> str:
        if self.get_string_width(line) <= room:
            return line
        while line and self.get_string_width(line + "…") > room:
            line = line[:-1]
        return line + "…"

    def write_wrapped(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        text: str,
        *,
        size: float,
        align: Align = "C",
        ink: Colour = INK,
    ) -> None:
        """Write a text over as many lines as the box has room for, at the largest size up to
        ``size`` at which all of it fits; lines break at blanks and between Chinese characters."""
        line = self.drawable(text)
        y, height, room = y + 0.3, height - 0.6, width - 1.2
        lines = [line]
        while line:
            self.set_font(FAMILY, size=size)
            fitting = max(1, int(height / (size * POINT * LEADING)))
            lines = self._broken(line, room)
            if len(lines) <= fitting or size <= SMALLEST:
                lines = [*lines[: fitting - 1], "".join(lines[fitting - 1 :])]
                break
            size = max(SMALLEST, size * 0.94)
        each = min(height / len(lines), size * POINT * LEADING)
        top = y + (height - each * len(lines)) / 2
        for i, part in enumerate(lines):
            self.write_in(x, top + i * each, width, each, part, size=size, align=align, ink=ink)

    def _broken(self, line: str, room: float) -> list[str]:
        """Break a line into lines of the current size that are no wider than ``room``."""
        lines = [""]
        for word in WORDS.findall(line):
            if self.get_string_width((lines[-1] + word).strip()) <= room:
                lines[-1] += word
            elif self.get_string_width(word.strip()) <= room:
                lines.append(word)
            else:
                for character in word:
                    if self.get_string_width((lines[-1] + character).strip()) > room:
                        lines.append("")
                    lines[-1] += character
        return [found for found in (part.strip() for part in lines) if found] or [""]

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

    def glyph(
        self, x: float, y: float, width: float, height: float, code: int, *, part: str, ink: Colour
    ) -> None:
        """Draw one character of a part of the fonts as large as the box takes, in its middle."""
        font = self._open(part)
        if font is None or code not in font.cmap:
            raise ValueError(f"There is no U+{code:04X} in {part}.")
        room = min(height * 1.15 / POINT, 1000 * width * 0.96 / POINT / font.cw[code])
        self.set_font(part, size=room)
        self.set_text_color(*((ink,) if isinstance(ink, int) else ink))
        self.set_xy(x, y)
        self.cell(width, height, chr(code), align="C", new_x=XPos.RIGHT, new_y=YPos.TOP)
        self.set_font(FAMILY, size=9)

    def shade(self, x: float, y: float, width: float, height: float, colour: Colour = 232) -> None:
        self.set_fill_color(*((colour,) if isinstance(colour, int) else colour))
        self.rect(x, y, width, height, style="F")

    def data(self) -> bytes:
        """Return the finished document, and let go of its fonts."""
        try:
            return bytes(self.output())
        finally:
            self.let_go()

    def let_go(self) -> None:
        """Close the font files. fpdf2 keeps what it looks up in caches of its classes, which
        would hold every font of every document for as long as the site runs: they are emptied."""
        for font in self.fonts.values():
            if isinstance(font, TTFFont):
                font.ttfont.close()
        SubsetMap.pick.cache_clear()
        SubsetMap.get_glyph.cache_clear()
