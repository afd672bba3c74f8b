"""Who sits where: a list by name, a list by table, and the cards that stand on the tables."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.exporting.cells import Label
from tournaments.exporting.paper import Paper
from tournaments.exporting.prints.drawing import qr_code
from tournaments.exporting.prints.frame import (
    BODY,
    FOOT,
    HEIGHT,
    LEFT,
    WIDTH,
    Frame,
    Heading,
    wind_words,
)


@dataclass(frozen=True)
class SeatedPlayer:
    number: int
    name: str
    club: str
    wind: int


@dataclass(frozen=True)
class SeatedTable:
    """A table of a round; ``address`` is that of its link, "" when it has none."""

    number: int
    players: tuple[SeatedPlayer, ...]
    address: str = ""


@dataclass(frozen=True)
class SeatedRound:
    """The seats of a round; ``resting`` are those who sit out."""

    event: str
    number: int
    tables: tuple[SeatedTable, ...]
    resting: tuple[SeatedPlayer, ...] = ()


def reading_order(name: str) -> tuple[bool, bytes]:
    """Return a key that sorts names as a reader looks for them: Latin by letter, Chinese by sound
    (the common characters of GB 18030 stand in that order), Latin first."""
    folded = name.strip().casefold()
    code = folded.encode("gb18030", "replace")
    return (not folded[:1].isascii(), code)


class SeatsByName:
    """Every name once, with table and wind; two columns to a page."""

    content_type = "application/pdf"
    suffix = "pdf"
    rows, columns = 40, 2
    line = (FOOT - BODY - 8) / rows

    def render(self, label: Label, seated: SeatedRound) -> bytes:
        places = [(p, table) for table in seated.tables for p in table.players]
        everybody = [*places, *((p, None) for p in seated.resting)]
        everybody.sort(key=lambda place: (reading_order(place[0].name), place[0].number))
        each = self.rows * self.columns
        pages = -(-len(everybody) // each)
        heading = Heading(_("Seats by name"), seated.event, seated.number)
        frame = Frame(heading, label, pages)
        for start in range(0, max(1, len(everybody)), each):
            frame.start_page()
            for column in range(self.columns):
                first = start + column * self.rows
                self._column(frame, column, everybody[first : first + self.rows])
            frame.end_page()
        return frame.paper.data()

    def _column(
        self,
        frame: Frame,
        column: int,
        places: Sequence[tuple[SeatedPlayer, SeatedTable | None]],
    ) -> None:
        if not places:
            return
        paper = frame.paper
        width = (frame.right - LEFT - 6) / self.columns
        x = LEFT + column * (width + 6)
        widths = (11.0, width - 11 - 14 - 24, 14.0, 24.0)
        heads = (_("No."), _("Name"), _("Table"), _("Wind"))
        at = x
        for head, wide in zip(heads, widths, strict=True):
            paper.write_in(at, BODY, wide, 6, head, size=7.5, grey=True)
            at += wide
        y = BODY + 6
        for row, (player, table) in enumerate(places):
            if row % 2 == 0:
                paper.shade(x, y, width, self.line, 244)
            paper.write_in(x, y, widths[0], self.line, str(player.number), size=9, grey=True)
            paper.write_wrapped(
                x + widths[0], y, widths[1], self.line, player.name, size=12, align="L"
            )
            at = x + widths[0] + widths[1]
            if table is None:
                paper.write_in(at, y, widths[2] + widths[3], self.line, _("rests"), size=10)
            else:
                paper.write_in(at, y, widths[2], self.line, str(table.number), size=14)
                wind = wind_words(player.wind)
                paper.write_in(at + widths[2], y, widths[3], self.line, wind, size=10)
            y += self.line


class SeatsByTable:
    """Every table with its four chairs; sixteen tables to a page."""

    content_type = "application/pdf"
    suffix = "pdf"
    columns, rows = 2, 8
    height = 30.0

    def render(self, label: Label, seated: SeatedRound) -> bytes:
        each = self.columns * self.rows
        pages = -(-len(seated.tables) // each)
        note = ""
        if seated.resting:
            names = ", ".join(f"{p.number} {p.name}" for p in seated.resting)
            note = _("Sitting out: %(names)s") % {"names": names}
        heading = Heading(_("Seats by table"), seated.event, seated.number, note)
        frame = Frame(heading, label, pages)
        for start in range(0, max(1, len(seated.tables)), each):
            frame.start_page()
            for place, table in enumerate(seated.tables[start : start + each]):
                down, across = divmod(place, self.columns)
                self._table(frame, across, down, table)
            frame.end_page()
        return frame.paper.data()

    def _table(self, frame: Frame, across: int, down: int, table: SeatedTable) -> None:
        paper = frame.paper
        width = (frame.right - LEFT - 6) / self.columns
        x, y = LEFT + across * (width + 6), BODY + 1 + down * (self.height + 1)
        paper.frame(x, y, width, self.height, 0.2)
        paper.shade(x, y, 18, self.height)
        paper.write_in(x, y + 2, 18, 5, _("Table"), size=7.5, grey=True)
        paper.write_in(x, y + 7, 18, self.height - 12, str(table.number), size=30)
        line = self.height / max(4, len(table.players))
        for row, player in enumerate(table.players):
            top = y + row * line
            paper.write_in(x + 18, top, 18, line, wind_words(player.wind), size=9, align="L", pad=2)
            paper.write_in(x + 36, top, 9, line, str(player.number), size=8, grey=True)
            paper.write_wrapped(x + 45, top, width - 46, line, player.name, size=12, align="L")
            if row:
                paper.rule(x + 18, top, x + width, top, weight=0.1)


class TableCards:
    """A card for each table with the QR code of its link; four to a page, to be cut."""

    content_type = "application/pdf"
    suffix = "pdf"
    width, height = WIDTH / 2, HEIGHT / 2

    def render(self, label: Label, seated: SeatedRound) -> bytes:
        paper = Paper(
            landscape=False, title=f"{seated.event} · {_('Table cards')}", made_at=label.made_at
        )
        for place, table in enumerate(seated.tables):
            if place % 4 == 0:
                paper.add_page()
                _cutting_lines(paper)
            down, across = divmod(place % 4, 2)
            self._card(paper, across * self.width, down * self.height, seated, table)
        if not seated.tables:
            paper.add_page()
        return paper.data()

    def _card(
        self, paper: Paper, x: float, y: float, seated: SeatedRound, table: SeatedTable
    ) -> None:
        inner = self.width - 16
        x += 8
        paper.write_in(x, y + 7, 30, 6, _("Table"), size=11, align="L", grey=True, pad=0)
        paper.write_in(x, y + 12, 40, 24, str(table.number), size=60, align="L", pad=0)
        words = _("Round %(n)d") % {"n": seated.number}
        paper.write_in(x + 40, y + 8, inner - 40, 8, words, size=16, align="R", pad=0)
        paper.write_wrapped(x + 40, y + 17, inner - 40, 18, seated.event, size=11, align="R")
        top = y + 40
        for row, player in enumerate(table.players):
            line = top + row * 9.5
            paper.rule(x, line, x + inner, line, weight=0.1)
            wind = wind_words(player.wind)
            paper.write_in(x, line, 20, 9.5, wind, size=11, align="L", pad=0)
            paper.write_in(x + 20, line, 9, 9.5, str(player.number), size=9, grey=True)
            paper.write_wrapped(x + 29, line, inner - 29, 9.5, player.name, size=13, align="L")
        below = top + 4 * 9.5 + 2
        if table.address:
            qr_code(paper, x + (inner - 54) / 2, below, 54, table.address)
            words = _("Scan to record this table. It works until the round is closed.")
        else:
            words = _("no link")
        paper.write_in(x, y + self.height - 12, inner, 5, words, size=7.5, grey=True)


def _cutting_lines(paper: Paper) -> None:
    paper.set_draw_color(170)
    paper.set_line_width(0.1)
    paper.set_dash_pattern(dash=2, gap=2)
    paper.line(WIDTH / 2, 4, WIDTH / 2, HEIGHT - 4)
    paper.line(4, HEIGHT / 2, WIDTH - 4, HEIGHT / 2)
    paper.set_dash_pattern()
