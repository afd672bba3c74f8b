"""What printed pages are made of beside text: tiles and QR codes."""

import segno

from tournaments.exporting.fonts import TILES
from tournaments.exporting.paper import POINT, Colour, Paper

IVORY: Colour = (251, 247, 234)
EDGE: Colour = (176, 164, 128)
FELT: Colour = (27, 94, 66)
RED: Colour = (179, 38, 30)
GREEN: Colour = (27, 127, 59)
BLUE: Colour = (29, 78, 216)
BLACK: Colour = (30, 30, 30)

# Width of a tile's face by its height.
FACE = 0.74
EAST, RED_DRAGON, GREEN_DRAGON, WHITE_DRAGON = 0x1F000, 0x1F004, 0x1F005, 0x1F006
FIRST_WAN, FIRST_TIAO, FIRST_BING = 0x1F007, 0x1F010, 0x1F019
PLUM = 0x1F022


def _ink(code: int) -> Colour:
    if code in (RED_DRAGON, *range(FIRST_WAN, FIRST_WAN + 9)):
        return RED
    if code in (GREEN_DRAGON, *range(FIRST_TIAO, FIRST_TIAO + 9)):
        return GREEN
    if code in (WHITE_DRAGON, *range(FIRST_BING, FIRST_BING + 9)):
        return BLUE
    return BLACK


def tile(paper: Paper, x: float, y: float, height: float, code: int) -> None:
    """Draw a tile: an ivory body with a soft edge, its picture in the ink of its suit."""
    width = height * FACE
    paper.set_fill_color(*_rgb(EDGE))
    paper.set_draw_color(*_rgb(EDGE))
    paper.set_line_width(0.1)
    round_by = height * 0.09
    lift = height * 0.035
    paper.rect(
        x + lift, y + lift, width, height, style="F", round_corners=True, corner_radius=round_by
    )
    paper.set_fill_color(*_rgb(IVORY))
    paper.rect(x, y, width, height, style="DF", round_corners=True, corner_radius=round_by)
    paper.glyph(x, y, width, height, code, part=TILES, ink=_ink(code))


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return (colour, colour, colour) if isinstance(colour, int) else colour


def row_width(height: float, count: int, gap: float) -> float:
    return count * height * FACE + (count - 1) * gap


def tiles(
    paper: Paper, x: float, y: float, height: float, codes: list[int], gap: float = 1.0
) -> None:
    """Draw tiles side by side."""
    for place, code in enumerate(codes):
        tile(paper, x + place * (height * FACE + gap), y, height, code)


def qr_code(paper: Paper, x: float, y: float, size: float, address: str) -> None:
    """Draw the QR code of an address, with its quiet zone inside the square."""
    matrix = [
        list(row) for row in segno.make(address, error="m", micro=False).matrix_iter(border=2)
    ]
    each = size / len(matrix)
    paper.set_fill_color(0)
    for down, row in enumerate(matrix):
        start = None
        for across, dark in enumerate([*row, 0]):
            if dark and start is None:
                start = across
            elif not dark and start is not None:
                # A hair wider than it is: readers of PDF leave white lines between neighbours.
                paper.rect(
                    x + start * each, y + down * each, (across - start) * each, each + 0.02, "F"
                )
                start = None


def size_for(height: float) -> float:
    """Return the size in points of a line that fills a height in millimetres."""
    return height / POINT / 1.2
