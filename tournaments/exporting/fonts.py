"""The fonts of printed pages, in parts that are cut once and load quickly.

A font with every Chinese character takes seconds to open and to embed. It is cut by how often its
characters are used; a document opens the parts that its texts need. The parts are kept in
`settings.FONT_DIR` and made when first asked for.
"""

import functools
import importlib
import importlib.metadata
import io
import logging
import os
import tempfile
import unicodedata
from collections.abc import Callable, Iterator
from importlib import resources
from pathlib import Path

from django.conf import settings
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

from mjclub import tilefont

# It tells every glyph at INFO and tables that are not wanted as warnings: no news to anybody.
logging.getLogger("fontTools.subset").setLevel(logging.ERROR)

TILES = "tiles"
# What the Chinese font lacks, in the order in which it is asked: fonts of the tile font's package.
OTHERS = {"latin": "NotoSans_Regular", "world": "FiraGO_Regular", TILES: tilefont.FONT_MODULE}
# Characters beside the Chinese levels that every document may need: Latin, signs, full-width forms.
PLAIN = (range(0x20, 0x180), range(0x2000, 0x2800), range(0x3000, 0x3100), range(0xFF00, 0xFFF0))
# How far a curve may be from the one drawn, in thousandths of the font's size.
MAX_ERROR = 1.0
# All others stand in parts of this many code points: a rare one costs no more than its part.
SLICE = 512


def _legacy(codec: str, rows: range, columns: range) -> frozenset[int]:
    """Return the characters of a level of a Chinese character set, which are sorted by use."""
    found = set()
    for high in rows:
        for low in columns:
            try:
                found.add(ord(bytes((high, low)).decode(codec)))
            except UnicodeDecodeError:
                continue
    return frozenset(found)


@functools.cache
def _levels() -> tuple[tuple[str, frozenset[int]], ...]:
    plain = frozenset(code for part in PLAIN for code in part)
    columns = range(0xA1, 0xFF)
    return (
        ("common", plain | _legacy("gb2312", range(0xB0, 0xD8), columns)),
        ("traditional", _legacy("big5", range(0xA4, 0xC7), range(0x40, 0xFF))),
        ("second", _legacy("gb2312", range(0xD8, 0xF8), columns)),
    )


@functools.cache
def part_of(code: int) -> str:
    """Return the name of the part of the Chinese font in which a character stands, if anywhere."""
    for name, level in _levels():
        if code in level:
            return name
    return f"u{code // SLICE * SLICE:05x}"


LARGE_PARTS = ("common", "second", "traditional")
# Where the Chinese characters begin and the plane of pictures; the other fonts know no Han.
HAN_FROM, PICTURES = 0x2E80, range(0x1F000, 0x20000)
DRAWN = frozenset("LMNPSZ")


def parts_for(code: int) -> Iterator[str]:
    """Name the parts in which a character may stand, the likeliest first; none for what no font
    draws: controls, private use, code points without a character."""
    if unicodedata.category(chr(code))[0] not in DRAWN:
        return
    own = part_of(code)
    if own in LARGE_PARTS:
        yield own
    if code < HAN_FROM or code in PICTURES:
        yield from OTHERS
    yield own


def _face(language: str) -> tuple[str, int]:
    """Return the font's face for a language: its name and its place in the collection."""
    faces = settings.PDF_FONT_FACES
    key = language if language in faces else "zh-hans"
    return key, faces[key]


def part_path(part: str, language: str = "") -> Path | None:
    """Return the file of a part of the Chinese font (`part_of`) or of another font (`OTHERS`),
    cutting it when it is not there yet; None when the font has no character of that part."""
    if part in OTHERS:
        return _kept(f"{settings.TILE_FONT_PACKAGE}-{part}", lambda: _other(part))
    key, number = _face(language)
    return _kept(
        f"{settings.PDF_FONT_PACKAGE}-{key}-{part}",
        lambda: _cut(number, lambda code: part_of(code) == part),
    )


def _kept(name: str, make: Callable[[], bytes]) -> Path | None:
    version = importlib.metadata.version(name.split("-", 1)[0])
    folder = Path(settings.FONT_DIR)
    path = folder / f"{name}-{version}.ttf"
    if path.exists():
        # An empty file remembers that there is nothing to cut.
        return path if path.stat().st_size else None
    folder.mkdir(parents=True, exist_ok=True)
    content = make()
    # Another process may be doing the same: whoever is last replaces equal bytes.
    handle, draft = tempfile.mkstemp(dir=folder)
    with os.fdopen(handle, "wb") as stream:
        stream.write(content)
    Path(draft).chmod(0o644)
    Path(draft).replace(path)
    return path if content else None


def _source(number: int) -> TTFont:
    package = importlib.import_module(settings.PDF_FONT_PACKAGE)
    file = resources.files(package).joinpath(settings.PDF_FONT_FILE)
    return TTFont(io.BytesIO(file.read_bytes()), fontNumber=number, lazy=True)


def _cut(number: int, holds: Callable[[int], bool]) -> bytes:
    font = _source(number)
    codes = [code for code in sorted(font.getBestCmap()) if holds(code)]
    return _curves(font, codes) if codes else b""


def _other(part: str) -> bytes:
    module = importlib.import_module(f"{settings.TILE_FONT_PACKAGE}.{OTHERS[part]}")
    content: bytes = module.fontbuffer
    if part != TILES:
        return content
    return _curves(TTFont(io.BytesIO(content)), list(tilefont.TILE_CODES))


def _curves(font: TTFont, codes: list[int]) -> bytes:
    """Return some characters of a font as one with curves of the second degree. fpdf2 embeds those
    of the third slowly, and in ways that not every reader of PDF takes."""
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    # Every part has the blank: fpdf2 takes the first character for the one that stands for none.
    mapped = {code: names[code] for code in sorted({0x20, *codes})}
    order = [".notdef", *dict.fromkeys(mapped.values())]
    drawn = {}
    for name in order:
        pen = TTGlyphPen(None)
        glyphs[name].draw(Cu2QuPen(pen, max_err=MAX_ERROR, reverse_direction=True))
        drawn[name] = pen.glyph()
    made = FontBuilder(font["head"].unitsPerEm, isTTF=True)
    made.setupGlyphOrder(order)
    made.setupCharacterMap(mapped)
    made.setupGlyf(drawn)
    made.setupHorizontalMetrics(
        {name: (font["hmtx"][name][0], getattr(drawn[name], "xMin", 0)) for name in order}
    )
    rise = {"ascent": font["hhea"].ascent, "descent": font["hhea"].descent}
    made.setupHorizontalHeader(**rise)
    title = font["name"].getBestFamilyName()
    made.setupNameTable({"familyName": title, "styleName": "Regular", "fullName": title})
    made.setupOS2(sTypoAscender=rise["ascent"], sCapHeight=700, usWeightClass=400)
    made.setupPost()
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def build() -> None:
    """Cut the large parts, some seconds each, so that no document has to wait for them."""
    for part in LARGE_PARTS:
        part_path(part)
    part_path(TILES)
