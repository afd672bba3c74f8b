"""Certificates, one A4 each: the first places, and taking part."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.table_points import display_units
from tournaments.exporting.cells import Label
from tournaments.exporting.paper import Colour, Paper
from tournaments.exporting.prints.drawing import (
    EAST,
    FELT,
    FIRST_BING,
    FIRST_TIAO,
    FIRST_WAN,
    GREEN_DRAGON,
    PLUM,
    RED_DRAGON,
    WHITE_DRAGON,
    row_width,
    tile,
    tiles,
)
from tournaments.exporting.score_sheet import signed

WIDTH, HEIGHT = 297.0, 210.0
GOLD: Colour = (158, 122, 38)
PLACES_NAMED = 3


@dataclass(frozen=True)
class Honoured:
    """Whom a certificate is for. ``rank`` None: for taking part, without figures."""

    name: str
    club: str = ""
    rank: int | None = None
    tied: bool = False
    table_points: int = 0
    game_points: int = 0


@dataclass(frozen=True)
class Occasion:
    """The event as it is named on the paper; ``day`` and ``venue`` may be empty."""

    event: str
    club: str
    rules: str
    day: str = ""
    venue: str = ""
    players: int = 0


class Certificates:
    content_type = "application/pdf"
    suffix = "pdf"

    def render(self, label: Label, occasion: Occasion, honoured: Sequence[Honoured]) -> bytes:
        title = f"{occasion.event} · {_('Certificates')}"
        paper = Paper(landscape=True, title=title, made_at=label.made_at)
        for person in honoured:
            paper.add_page()
            _border(paper)
            _words(paper, occasion, person)
            _foot(paper, occasion)
        if not honoured:
            paper.add_page()
            paper.write_in(20, 90, WIDTH - 40, 20, _("Nobody is ranked yet."), size=16)
        return paper.data()


def _border(paper: Paper) -> None:
    """Draw a double frame; in its corners the four winds, in its middle a row of tiles."""
    paper.set_draw_color(*_rgb(FELT))
    paper.set_line_width(1.6)
    paper.rect(9, 9, WIDTH - 18, HEIGHT - 18)
    paper.set_draw_color(*_rgb(GOLD))
    paper.set_line_width(0.35)
    paper.rect(12.5, 12.5, WIDTH - 25, HEIGHT - 25)
    corners = ((15, 15), (WIDTH - 29, 15), (WIDTH - 29, HEIGHT - 34), (15, HEIGHT - 34))
    for wind, (x, y) in enumerate(corners):
        tile(paper, x, y, 18, EAST + wind)


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return (colour, colour, colour) if isinstance(colour, int) else colour


def _row(rank: int | None) -> list[int]:
    """Return the tiles of a place: a pung of its number and the dragons; flowers for all."""
    if rank is None or rank > PLACES_NAMED:
        return [PLUM + n for n in range(8)]
    own = [suit + rank - 1 for suit in (FIRST_WAN, FIRST_TIAO, FIRST_BING)]
    return [RED_DRAGON, *own, GREEN_DRAGON, *own[::-1], WHITE_DRAGON]


def place_words(rank: int, *, tied: bool) -> str:
    named = {1: _("First place"), 2: _("Second place"), 3: _("Third place")}
    place = named.get(rank) or _("Place %(n)d") % {"n": rank}
    return _("%(place)s, shared") % {"place": place} if tied else place


def _words(paper: Paper, occasion: Occasion, person: Honoured) -> None:
    middle, width = 40.0, WIDTH - 80
    paper.write_in(middle, 24, width, 18, _("Certificate"), size=40, ink=FELT)
    row = _row(person.rank)
    height = 17.0
    tiles(paper, (WIDTH - row_width(height, len(row), 1.4)) / 2, 46, height, row, 1.4)
    paper.write_in(middle, 69, width, 7, _("awarded to"), size=12, grey=True)
    paper.write_wrapped(middle, 76, width, 24, person.name, size=44)
    paper.set_draw_color(*_rgb(GOLD))
    paper.set_line_width(0.3)
    paper.line(WIDTH / 2 - 60, 101.5, WIDTH / 2 + 60, 101.5)
    if person.club:
        paper.write_wrapped(middle, 103, width, 8, person.club, size=13)
    if person.rank is None:
        lines = [_("for taking part in"), occasion.event]
    else:
        lines = [place_words(person.rank, tied=person.tied), occasion.event]
    size = 15 if person.rank is None else 27
    paper.write_in(middle, 113, width, 14, lines[0], size=size, ink=GOLD)
    paper.write_wrapped(middle, 127, width, 15, lines[1], size=20)
    paper.write_in(middle, 143, width, 7, _figures(occasion, person), size=11, grey=True)


def _figures(occasion: Occasion, person: Honoured) -> str:
    parts = [occasion.rules]
    if person.rank is not None:
        parts.append(_("%(points)s table points") % {"points": display_units(person.table_points)})
        parts.append(_("%(points)s game points") % {"points": signed(person.game_points)})
    if occasion.players:
        parts.append(_("%(n)d players") % {"n": occasion.players})
    return " · ".join(parts)


def _foot(paper: Paper, occasion: Occasion) -> None:
    y = 178.0
    where = " · ".join(part for part in (occasion.day, occasion.venue) if part)
    for x, words in ((52.0, where), (WIDTH - 52 - 75, occasion.club)):
        paper.write_wrapped(x, y - 11, 75, 10, words, size=11)
        paper.rule(x, y, x + 75, y, weight=0.2)
    paper.write_in(52, y + 1, 75, 5, _("Date and place"), size=8, grey=True)
    paper.write_in(WIDTH - 127, y + 1, 75, 5, _("The organiser"), size=8, grey=True)
