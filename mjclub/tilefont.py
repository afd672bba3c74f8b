"""The tile font: 44 glyphs cut from Noto Sans Symbols 2 (SIL OFL 1.1) at set-up, without the frame
that each has around its sign: the page draws the tile.

Nothing of the font stands in the project; the wheel named in settings.TILE_FONT_PACKAGE brings it.
"""

import importlib
import importlib.metadata
import io
from pathlib import Path

from django.conf import settings
from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont

# U+1F000 east wind … U+1F02B back of a tile.
TILE_CODES = range(0x1F000, 0x1F02C)
BACK = 0x1F02B
# In units of the font: the middle of every tile above the baseline, and the height of a line.
MIDDLE, LINE = 333, 1700
FILE = "signs.woff"
FONT_MODULE = "NotoSansSymbols2_Regular"


def build(folder: Path | None = None) -> Path:
    """Cut the font into ``folder`` (default: the built static files) unless it is there already;
    its licence stands beside it. Returns the font's path."""
    folder = folder or settings.BUILT_STATIC / "tiles"
    target = folder / FILE
    if target.exists():
        return target
    folder.mkdir(parents=True, exist_ok=True)
    module = importlib.import_module(f"{settings.TILE_FONT_PACKAGE}.{FONT_MODULE}")
    font = TTFont(io.BytesIO(module.fontbuffer))
    options = subset.Options()
    options.layout_features = []
    options.name_IDs = ["*"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=TILE_CODES)
    cutter.subset(font)
    for code in TILE_CODES:
        if code != BACK:
            _take_frame_off(font, font.getBestCmap()[code])
    _centre(font)
    font.flavor = "woff"
    draft = target.with_suffix(".draft")
    font.save(draft)
    draft.rename(target)
    package = importlib.metadata.distribution(settings.TILE_FONT_PACKAGE.replace("_", "-"))
    for path in package.files or ():
        if "LICENSE" in path.name.upper():
            (folder / path.name).write_bytes(Path(str(path.locate())).read_bytes())
    return target


def _centre(font: TTFont) -> None:
    """Let the middle of a line be the middle of a tile, however high the line is."""
    high, low = MIDDLE + LINE // 2, MIDDLE - LINE // 2
    font["hhea"].ascent, font["hhea"].descent = high, low
    font["OS/2"].sTypoAscender, font["OS/2"].sTypoDescender = high, low
    font["OS/2"].usWinAscent, font["OS/2"].usWinDescent = high, -low


def _take_frame_off(font: TTFont, name: str) -> None:
    """Redraw a glyph without its first two contours, the outer and the inner edge of its frame."""
    glyphs = font.getGlyphSet()
    drawn = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(drawn)
    ends = [n for n, (step, _points) in enumerate(drawn.value) if step == "closePath"]
    strings = font["CFF "].cff.topDictIndex[0].CharStrings
    private = strings[name].private
    width = glyphs[name].width
    same = width == private.defaultWidthX
    pen = T2CharStringPen(None if same else width - private.nominalWidthX, glyphs)
    for step, points in drawn.value[ends[1] + 1 :]:
        getattr(pen, step)(*points)
    strings[name] = pen.getCharString(private, strings[name].globalSubrs)
