"""The standings on paper: ranks, sums, and a cell for every round; teams on pages of their own."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.table_points import display_units
from tournaments.exporting.cells import Label
from tournaments.exporting.prints.frame import BODY, LEFT, Frame, Heading
from tournaments.exporting.score_sheet import signed
from tournaments.services.refusals import words
from tournaments.standings import Row, Standings
from tournaments.standings.model import BYE, FORFEIT, Cell, TeamRow

LINE = 6.4
# Rows of a long list: so low that 64 people stand on one sheet; letters shrink with them, so far.
DENSE = 3.7
SMALLEST = 0.78
# Lower rows have the place and the points of a round side by side.
TWO_LINES = 5.2
HEAD = 7.0
# More rounds than this need the wide page.
UPRIGHT_ROUNDS = 8
LATEST_ROUNDS = 18


class RankingPrint:
    """Standings as they are in a snapshot; of very many rounds the last eighteen."""

    content_type = "application/pdf"
    suffix = "pdf"

    def render(self, label: Label, standings: Standings) -> bytes:
        state = _("provisional") if standings.provisional else _("all tables have finished")
        note = f"{state} · {words(standings.order_sentence)}"
        heading = Heading(_("Standings"), label.event, standings.after_round or None, note)
        landscape = len(standings.rounds[-LATEST_ROUNDS:]) > UPRIGHT_ROUNDS
        frame = Frame(heading, label, 1, landscape=landscape)
        pages = RankingPages(frame, standings)
        frame.pages = pages.count
        pages.draw()
        return frame.paper.data()


class RankingPages:
    """The pages of standings within a document; ``count`` says how many they are."""

    def __init__(self, frame: Frame, standings: Standings) -> None:
        self.frame = frame
        self.people, self.teams = standings.rows, standings.teams
        self.rounds = standings.rounds[-LATEST_ROUNDS:]
        self.people_pages, self.line = self._spread(max(1, len(self.people)))
        self.team_pages, self.team_line = self._spread(len(self.teams))
        self.count = self.people_pages + self.team_pages

    def _spread(self, rows: int) -> tuple[int, float]:
        """Return the fewest pages that hold so many rows, and how high a row is on them."""
        room = self.frame.foot - BODY - HEAD - 2
        pages = -(-rows // int(room // DENSE))
        return pages, min(LINE, room / -(-rows // pages)) if pages else LINE

    def draw(self) -> None:
        frame = self.frame
        for rows in _shares(self.people, self.people_pages):
            frame.start_page()
            _people(frame, rows, self.rounds, self.line)
            frame.end_page()
        for teams in _shares(self.teams, self.team_pages):
            frame.start_page()
            _teams(frame, teams, self.people, self.team_line)
            frame.end_page()


def _shares(rows: Sequence[Any], pages: int) -> Iterator[Sequence[Any]]:
    each = -(-len(rows) // pages) if pages else 0
    for page in range(pages):
        yield rows[page * each : (page + 1) * each]


def _size(points: float, line: float) -> float:
    """Return a size of letters for rows of this height."""
    return points * max(SMALLEST, line / LINE)


def _people(frame: Frame, rows: Sequence[Row], rounds: Sequence[int], line: float) -> None:
    room = frame.right - LEFT
    cell = min(13.0, (room - 12 - 10 - 17 - 17 - 62) / max(1, len(rounds)))
    widths = [12.0, 10.0, 0.0, 0.0, 17.0, 17.0, *[cell] * len(rounds)]
    left = room - sum(widths)
    widths[2], widths[3] = left * 0.62, left * 0.38
    heads = [_("Rank"), _("No."), _("Name"), _("Club"), _("Table points"), _("Game points")]
    heads += [_("R%(n)d") % {"n": number} for number in rounds]
    _heads(frame, widths, heads)
    for place, row in enumerate(rows):
        y = BODY + HEAD + 0.4 + place * line
        if place % 2 == 0:
            frame.paper.shade(LEFT, y, room, line, 245)
        _person(frame, y, widths, row, rounds, line)


def _heads(frame: Frame, widths: Sequence[float], heads: Sequence[str]) -> None:
    x = LEFT
    for head, width in zip(heads, widths, strict=True):
        frame.paper.write_wrapped(x, BODY, width, HEAD, head, size=7.5)
        x += width
    frame.paper.rule(LEFT, BODY + HEAD, frame.right, BODY + HEAD, weight=0.2)


def _person(
    frame: Frame,
    y: float,
    widths: Sequence[float],
    row: Row,
    rounds: Sequence[int],
    line: float,
) -> None:
    paper = frame.paper
    rank = "–" if row.rank is None else f"{'= ' if row.tied else ''}{row.rank}"
    x = LEFT
    paper.write_in(x, y, widths[0], line, rank, size=_size(11, line))
    x += widths[0]
    paper.write_in(x, y, widths[1], line, str(row.number), size=_size(7.5, line), grey=True)
    x += widths[1]
    paper.write_wrapped(x, y, widths[2], line, row.name, size=_size(10.5, line), align="L")
    x += widths[2]
    belongs = " · ".join(part for part in (row.club, row.team) if part)
    paper.write_wrapped(x, y, widths[3], line, belongs, size=_size(7.5, line), align="L")
    x += widths[3]
    points = display_units(row.table_points)
    paper.write_in(x, y, widths[4], line, points, size=_size(11, line))
    x += widths[4]
    paper.write_in(
        x, y, widths[5], line, signed(row.game_points), size=_size(9.5, line), align="R", pad=2
    )
    x += widths[5]
    cells = {cell.round_no: cell for cell in row.cells}
    for number, width in zip(rounds, widths[6:], strict=True):
        _round(frame, x, y, width, line, cells.get(number))
        x += width


def _round(frame: Frame, x: float, y: float, width: float, line: float, cell: Cell | None) -> None:
    paper = frame.paper
    if cell is None:
        paper.write_in(x, y, width, line, "–", size=_size(8, line), grey=True)
        return
    named = {BYE: _("bye"), FORFEIT: _("forfeit")}
    place = named.get(cell.kind) or ("" if cell.place is None else str(cell.place))
    if cell.penalty:
        place += "·"
    if cell.dropped:
        place = f"({place})"
    score = signed(cell.game_points)
    if line < TWO_LINES:
        paper.write_in(x, y, width * 0.4, line, place, size=7, grey=cell.dropped)
        paper.write_in(x + width * 0.4, y, width * 0.6, line, score, size=6, grey=True)
        return
    paper.write_in(x, y + 0.2, width, line * 0.55, place, size=8, grey=cell.dropped)
    paper.write_in(x, y + line * 0.53, width, line * 0.45, score, size=6, grey=True)


def _teams(frame: Frame, teams: Sequence[TeamRow], people: Sequence[Row], line: float) -> None:
    paper = frame.paper
    names = {row.entry_id: row.name for row in people}
    room = frame.right - LEFT
    widths = [14.0, 52.0, 20.0, 20.0, room - 106]
    heads = [_("Rank"), _("Team"), _("Table points"), _("Game points"), _("Members")]
    _heads(frame, widths, heads)
    for place, team in enumerate(teams):
        y = BODY + HEAD + 0.4 + place * line
        if place % 2 == 0:
            paper.shade(LEFT, y, room, line, 245)
        rank = f"{'= ' if team.tied else ''}{team.rank}"
        members = ", ".join(names[member] for member in team.members if member in names)
        x = LEFT
        paper.write_in(x, y, widths[0], line, rank, size=_size(11, line))
        x += widths[0]
        paper.write_wrapped(x, y, widths[1], line, team.name, size=_size(10.5, line), align="L")
        x += widths[1]
        paper.write_in(
            x, y, widths[2], line, display_units(team.table_points), size=_size(11, line)
        )
        x += widths[2]
        paper.write_in(x, y, widths[3], line, signed(team.game_points), size=_size(9.5, line))
        x += widths[3]
        paper.write_wrapped(x, y, widths[4], line, members, size=_size(8, line), align="L")
