"""Name cards: who somebody is, and where their page is found; ten to a page, to be cut."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.exporting.cells import Label
from tournaments.exporting.paper import Paper
from tournaments.exporting.prints.drawing import EAST, FELT, qr_code, tile

CARD_WIDTH, CARD_HEIGHT = 90.0, 54.0
COLUMNS, ROWS = 2, 5
MARGIN_X = (210 - COLUMNS * CARD_WIDTH) / 2
MARGIN_Y = (297 - ROWS * CARD_HEIGHT) / 2


@dataclass(frozen=True)
class NamedPlayer:
    """Who the card is for; ``address`` is that of the player's page, "" for no code."""

    number: int
    name: str
    club: str = ""
    team: str = ""
    address: str = ""


class NameCards:
    content_type = "application/pdf"
    suffix = "pdf"

    def render(self, label: Label, players: Sequence[NamedPlayer]) -> bytes:
        paper = Paper(
            landscape=False, title=f"{label.event} · {_('Name cards')}", made_at=label.made_at
        )
        each = COLUMNS * ROWS
        for start in range(0, max(1, len(players)), each):
            paper.add_page()
            _marks(paper)
            for place, player in enumerate(players[start : start + each]):
                down, across = divmod(place, COLUMNS)
                x, y = MARGIN_X + across * CARD_WIDTH, MARGIN_Y + down * CARD_HEIGHT
                _card(paper, x, y, label, player)
        return paper.data()


def _card(paper: Paper, x: float, y: float, label: Label, player: NamedPlayer) -> None:
    paper.shade(x, y + 3, 2.2, CARD_HEIGHT - 6, FELT)
    paper.write_wrapped(x + 6, y + 3, CARD_WIDTH - 18, 8, label.event, size=9, align="L")
    tile(paper, x + CARD_WIDTH - 10, y + 3.5, 8.5, EAST + (player.number - 1) % 4)
    wide = CARD_WIDTH - 36 if player.address else CARD_WIDTH - 12
    paper.write_wrapped(x + 6, y + 13, wide, 21, player.name, size=26, align="L")
    belongs = " · ".join(part for part in (player.club, player.team) if part)
    paper.write_wrapped(x + 6, y + 35, wide, 8, belongs, size=10, align="L")
    number = _("No. %(n)d") % {"n": player.number}
    paper.write_in(x + 6, y + 44, 40, 7, number, size=14, align="L", ink=FELT)
    if player.address:
        qr_code(paper, x + CARD_WIDTH - 30, y + 15, 28, player.address)
        paper.write_in(
            x + CARD_WIDTH - 32, y + 43.5, 32, 4, _("my seat and my results"), size=6.5, grey=True
        )


def _marks(paper: Paper) -> None:
    """Draw short lines outside the cards where they are cut."""
    paper.set_draw_color(120)
    paper.set_line_width(0.1)
    bottom, right = MARGIN_Y + ROWS * CARD_HEIGHT, MARGIN_X + COLUMNS * CARD_WIDTH
    for column in range(COLUMNS + 1):
        x = MARGIN_X + column * CARD_WIDTH
        paper.line(x, MARGIN_Y - 8, x, MARGIN_Y - 2)
        paper.line(x, bottom + 2, x, bottom + 8)
    for row in range(ROWS + 1):
        y = MARGIN_Y + row * CARD_HEIGHT
        paper.line(MARGIN_X - 8, y, MARGIN_X - 2, y)
        paper.line(right + 2, y, right + 8, y)
