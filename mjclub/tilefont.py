"""The tile font: 44 glyphs cut from Noto Sans Symbols 2 (SIL OFL 1.1) at set-up.

Nothing of the font stands in the project; the wheel named in settings.TILE_FONT_PACKAGE brings it.
"""

import importlib
import importlib.metadata
import io
from pathlib import Path

from django.conf import settings
from fontTools import subset
from fontTools.ttLib import TTFont

# U+1F000 east wind … U+1F02B back of a tile.
TILE_CODES = range(0x1F000, 0x1F02C)
FILE = "tiles.woff"
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
    font.flavor = "woff"
    draft = target.with_suffix(".draft")
    font.save(draft)
    draft.rename(target)
    package = importlib.metadata.distribution(settings.TILE_FONT_PACKAGE.replace("_", "-"))
    for path in package.files or ():
        if "LICENSE" in path.name.upper():
            (folder / path.name).write_bytes(Path(str(path.locate())).read_bytes())
    return target
