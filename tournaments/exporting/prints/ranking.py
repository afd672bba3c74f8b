"""The standings on paper: ranks, sums, and a cell for every round; teams on pages of their own."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from scoring.table_points import display_units
from tournaments.exporting.cells import Label
from tournaments.exporting.prints.frame import BODY, LEFT, Frame, Heading
from tournaments.exporting.score_sheet import signed
from tournaments.services.refusals import words
from tournaments.standings import Row, Standings
from tournaments.standings.model import BYE, FORFEIT, Cell, TeamRow

LINE = 6.4
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
        self.each = int((frame.foot - BODY - HEAD - 2) // LINE)
        self.count = max(1, -(-len(self.people) // self.each)) + -(-len(self.teams) // self.each)

    def draw(self) -> None:
        frame, each = self.frame, self.each
        for start in range(0, max(1, len(self.people)), each):
            frame.start_page()
            _people(frame, self.people[start : start + each], self.rounds)
            frame.end_page()
        for start in range(0, len(self.teams), each):
            frame.start_page()
            _teams(frame, self.teams[start : start + each], self.people)
            frame.end_page()


def _people(frame: Frame, rows: Sequence[Row], rounds: Sequence[int]) -> None:
    room = frame.right - LEFT
    cell = min(13.0, (room - 12 - 10 - 17 - 17 - 62) / max(1, len(rounds)))
    widths = [12.0, 10.0, 0.0, 0.0, 17.0, 17.0, *[cell] * len(rounds)]
    left = room - sum(widths)
    widths[2], widths[3] = left * 0.62, left * 0.38
    heads = [_("Rank"), _("No."), _("Name"), _("Club"), _("Table points"), _("Game points")]
    heads += [_("R%(n)d") % {"n": number} for number in rounds]
    _heads(frame, widths, heads)
    for place, row in enumerate(rows):
        _person(frame, BODY + HEAD + 0.4 + place * LINE, widths, row, rounds, shaded=place % 2 == 0)


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
    *,
    shaded: bool,
) -> None:
    paper = frame.paper
    if shaded:
        paper.shade(LEFT, y, frame.right - LEFT, LINE, 245)
    rank = "–" if row.rank is None else f"{'= ' if row.tied else ''}{row.rank}"
    x = LEFT
    paper.write_in(x, y, widths[0], LINE, rank, size=11)
    x += widths[0]
    paper.write_in(x, y, widths[1], LINE, str(row.number), size=7.5, grey=True)
    x += widths[1]
    paper.write_wrapped(x, y, widths[2], LINE, row.name, size=10.5, align="L")
    x += widths[2]
    belongs = " · ".join(part for part in (row.club, row.team) if part)
    paper.write_wrapped(x, y, widths[3], LINE, belongs, size=7.5, align="L")
    x += widths[3]
    points = display_units(row.table_points)
    paper.write_in(x, y, widths[4], LINE, points, size=11)
    x += widths[4]
    paper.write_in(x, y, widths[5], LINE, signed(row.game_points), size=9.5, align="R", pad=2)
    x += widths[5]
    cells = {cell.round_no: cell for cell in row.cells}
    for number, width in zip(rounds, widths[6:], strict=True):
        _round(frame, x, y, width, cells.get(number))
        x += width


def _round(frame: Frame, x: float, y: float, width: float, cell: Cell | None) -> None:
    paper = frame.paper
    if cell is None:
        paper.write_in(x, y, width, LINE, "–", size=8, grey=True)
        return
    named = {BYE: _("bye"), FORFEIT: _("forfeit")}
    place = named.get(cell.kind) or ("" if cell.place is None else str(cell.place))
    if cell.penalty:
        place += "·"
    if cell.dropped:
        place = f"({place})"
    paper.write_in(x, y + 0.2, width, LINE * 0.55, place, size=8, grey=cell.dropped)
    paper.write_in(
        x, y + LINE * 0.53, width, LINE * 0.45, signed(cell.game_points), size=6, grey=True
    )


def _teams(frame: Frame, teams: Sequence[TeamRow], people: Sequence[Row]) -> None:
    paper = frame.paper
    names = {row.entry_id: row.name for row in people}
    room = frame.right - LEFT
    widths = [14.0, 52.0, 20.0, 20.0, room - 106]
    heads = [_("Rank"), _("Team"), _("Table points"), _("Game points"), _("Members")]
    _heads(frame, widths, heads)
    for place, team in enumerate(teams):
        y = BODY + HEAD + 0.4 + place * LINE
        if place % 2 == 0:
            paper.shade(LEFT, y, room, LINE, 245)
        rank = f"{'= ' if team.tied else ''}{team.rank}"
        members = ", ".join(names[member] for member in team.members if member in names)
        x = LEFT
        paper.write_in(x, y, widths[0], LINE, rank, size=11)
        x += widths[0]
        paper.write_wrapped(x, y, widths[1], LINE, team.name, size=10.5, align="L")
        x += widths[1]
        paper.write_in(x, y, widths[2], LINE, display_units(team.table_points), size=11)
        x += widths[2]
        paper.write_in(x, y, widths[3], LINE, signed(team.game_points), size=9.5)
        x += widths[3]
        paper.write_wrapped(x, y, widths[4], LINE, members, size=8, align="L")
