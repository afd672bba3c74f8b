"""The score sheet of one table on one A4 page, in the form of the 1998 rules (appendix 5).

Sixteen columns; per player four lines (sign, name of the win, points won, points lost), then
total, place and signature. Labels are bilingual: paper does not know who reads it.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.text import Text
from tournaments.exporting.paper import Paper

COLUMNS = 16
WINDS = (Text("东", "E"), Text("南", "S"), Text("西", "W"), Text("北", "N"))
DEALER = "●"
MINUS = "−"

LEFT = 9.0
TOP = 8.0
NAME = 27.0
LABEL = 15.0
COLUMN = 11.6
TOTAL = 16.0
PLACE = 13.0
SIGN = 22.4
RIGHT = LEFT + NAME + LABEL + COLUMNS * COLUMN + TOTAL + PLACE + SIGN
CELLS = LEFT + NAME + LABEL
TALLY = CELLS + COLUMNS * COLUMN
CELL_LINES = 3
HEAD_Y = 31.0
HEAD = 6.0
LINE = 8.0
LINES = (
    Text("门风", "Wind"),
    Text("和名", "Win"),
    Text("得分", "Won"),
    Text("失分", "Lost"),
)


@dataclass(frozen=True)
class SheetCell:
    """What one player has in one column: the short name of the win and the points moved."""

    words: tuple[str, ...] = ()
    delta: int | None = None


@dataclass(frozen=True)
class SheetColumn:
    """One hand: winds and cells in the order of the chairs; cells are empty on a blank sheet."""

    number: int
    prevailing: int | None = None
    winds: tuple[int, ...] = ()
    dealer: int | None = None
    cells: tuple[SheetCell, ...] = ()


@dataclass(frozen=True)
class SheetPlayer:
    """One block of the sheet; empty texts leave a line to write on."""

    name: str = ""
    detail: str = ""
    total: int | None = None
    place: str = ""
    table_points: str = ""


@dataclass(frozen=True)
class SheetForm:
    """Everything on one sheet. ``made_at`` is a moment in the zone in which it is shown."""

    event: str
    rules: str
    made_at: dt.datetime
    zone: str
    players: tuple[SheetPlayer, ...] = (SheetPlayer(),) * 4
    columns: tuple[SheetColumn, ...] = ()
    round: str = ""
    table: str = ""
    date: str = ""
    notes: tuple[str, ...] = ()
    revision: int | None = None
    # What stands where the hands would be when only the totals are known.
    instead: str = ""
    # When the result was confirmed, and by whom where the reader may know.
    confirmed: str = ""


class ScoreSheetPdf:
    """Sheets as one PDF: a page per sheet and sixteen hands."""

    content_type = "application/pdf"
    suffix = "pdf"

    def render(self, forms: Sequence[SheetForm]) -> bytes:
        """Return the document; ``forms`` holds at least one sheet."""
        first = forms[0]
        paper = Paper(
            landscape=True, title=f"{first.event} · 记分表 Score sheet", made_at=first.made_at
        )
        for form in forms:
            pages = max(1, -(-len(form.columns) // COLUMNS))
            for page in range(pages):
                paper.add_page()
                columns = form.columns[page * COLUMNS : (page + 1) * COLUMNS]
                _Page(paper, form, columns, page, pages).draw()
        return paper.data()


class _Page:
    def __init__(
        self,
        paper: Paper,
        form: SheetForm,
        columns: Sequence[SheetColumn],
        page: int,
        pages: int,
    ) -> None:
        self.paper = paper
        self.form = form
        self.columns = columns
        self.page = page
        self.pages = pages
        self.body = HEAD_Y + 2 * HEAD
        # Fewer players leave their blocks out; the lines keep their height.
        self.bottom = self.body + len(form.players) * len(LINES) * LINE

    def draw(self) -> None:
        self._title()
        self._column_heads()
        for i, player in enumerate(self.form.players):
            self._player(i, player)
        self._grid()
        self._foot()

    def _title(self) -> None:
        form, paper = self.form, self.paper
        kind = "记分表 Score sheet"
        if self.pages > 1:
            kind += f" {self.page + 1}/{self.pages}"
        paper.write_in(LEFT, TOP, 200, 10, form.event or "____________", size=18, align="L", pad=0)
        paper.write_in(LEFT + 205, TOP, RIGHT - LEFT - 205, 10, kind, size=12, align="R", pad=0)
        fields = (
            ("轮次 Round", form.round, 48.0),
            ("桌号 Table", form.table, 48.0),
            ("日期 Date", form.date, 62.0),
            ("规则 Rules", form.rules, RIGHT - LEFT - 158),
        )
        x = LEFT
        for label, value, width in fields:
            paper.write_in(x, TOP + 13, 20, 8, label, size=8, align="L", grey=True, pad=0)
            paper.write_in(x + 20, TOP + 12.6, width - 24, 8, value, size=11, align="L", pad=0)
            paper.rule(x + 20, TOP + 20.5, x + width - 4, TOP + 20.5)
            x += width

    def _column_heads(self) -> None:
        paper = self.paper
        paper.shade(LEFT, HEAD_Y, RIGHT - LEFT, 2 * HEAD)
        paper.write_in(LEFT, HEAD_Y, NAME, 2 * HEAD, "选手 Player", size=8)
        paper.write_in(LEFT + NAME, HEAD_Y, LABEL, HEAD, "圈风 Round", size=6.5)
        paper.write_in(LEFT + NAME, HEAD_Y + HEAD, LABEL, HEAD, "盘 Hand", size=6.5)
        for x, width, words in (
            (TALLY, TOTAL, ["合计", "Total"]),
            (TALLY + TOTAL, PLACE, ["名次", "Place"]),
            (TALLY + TOTAL + PLACE, SIGN, ["签名", "Signature"]),
        ):
            paper.write_lines(x, HEAD_Y + 1, width, 2 * HEAD - 2, words, size=8)
        offset = self.page * COLUMNS
        for i in range(COLUMNS):
            column = self.columns[i] if i < len(self.columns) else None
            number = column.number if column else offset + i + 1
            paper.write_in(CELLS + i * COLUMN, HEAD_Y + HEAD, COLUMN, HEAD, str(number), size=9)
        self._prevailing()

    def _prevailing(self) -> None:
        """Write each prevailing wind once over the hands that it covers."""
        start = 0
        winds = [column.prevailing for column in self.columns]
        while start < len(winds):
            end = start
            while end < len(winds) and winds[end] == winds[start]:
                end += 1
            wind = winds[start]
            x = CELLS + start * COLUMN
            width = (end - start) * COLUMN
            if wind is not None:
                label = WINDS[wind]
                wide = end - start > 1
                text = f"{label.zh}圈 {label.en}" if wide else f"{label.zh} {label.en}"
                self.paper.write_in(x, HEAD_Y, width, HEAD, text, size=8)
            self.paper.rule(x + width, HEAD_Y, x + width, self.bottom, weight=0.5)
            start = end

    def _player(self, chair: int, player: SheetPlayer) -> None:
        paper = self.paper
        y = self.body + chair * len(LINES) * LINE
        height = len(LINES) * LINE
        wind = WINDS[chair]
        paper.write_in(LEFT, y + 1.5, NAME, 6, f"{wind.zh} {wind.en}", size=9, grey=True)
        paper.write_wrapped(LEFT, y + 8, NAME, 11, player.name, size=13)
        paper.write_in(LEFT, y + 20, NAME, 5, player.detail, size=7, grey=True)
        for row, label in enumerate(LINES):
            text = f"{label.zh} {label.en}"
            paper.write_in(LEFT + NAME, y + row * LINE, LABEL, LINE, text, size=7.5, align="L")
        for i, column in enumerate(self.columns):
            self._cell(CELLS + i * COLUMN, y, chair, column)
        if self.form.instead:
            width = COLUMNS * COLUMN
            paper.write_in(CELLS, y + LINE, width, 2 * LINE, self.form.instead, size=9, grey=True)
        if self.page == self.pages - 1:
            total = "" if player.total is None else signed(player.total)
            paper.write_in(TALLY, y, TOTAL, height, total, size=13)
            paper.write_in(TALLY + TOTAL, y + 4, PLACE, 12, player.place, size=15)
            if player.table_points:
                words = ["标准分", player.table_points]
                paper.write_lines(TALLY + TOTAL, y + 18, PLACE, 9, words, size=7)

    def _cell(self, x: float, y: float, chair: int, column: SheetColumn) -> None:
        paper = self.paper
        if chair < len(column.winds):
            wind = WINDS[column.winds[chair]]
            sign = f"{wind.zh} {wind.en}"
            if column.dealer == chair:
                paper.shade(x + 0.3, y + 0.3, COLUMN - 0.6, LINE - 0.6)
                sign += f" {DEALER}"
            paper.write_in(x, y, COLUMN, LINE, sign, size=9)
        if chair >= len(column.cells):
            return
        cell = column.cells[chair]
        _write_words(paper, x, y + LINE, cell.words)
        if cell.delta:
            row = 2 if cell.delta > 0 else 3
            paper.write_in(x, y + row * LINE, COLUMN, LINE, signed(cell.delta), size=10)

    def _grid(self) -> None:
        paper = self.paper
        for i in range(COLUMNS + 1):
            x = CELLS + i * COLUMN
            paper.rule(x, HEAD_Y + HEAD, x, self.bottom, weight=0.5 if i % 4 == 0 else 0.15)
        for x in (LEFT + NAME, CELLS, TALLY, TALLY + TOTAL, TALLY + TOTAL + PLACE):
            paper.rule(x, HEAD_Y, x, self.bottom, weight=0.4)
        paper.rule(LEFT + NAME, HEAD_Y + HEAD, TALLY, HEAD_Y + HEAD)
        for i in range(len(self.form.players) * len(LINES) + 1):
            y = self.body + i * LINE
            strong = i % len(LINES) == 0
            start, end = (LEFT, RIGHT) if strong else (LEFT + NAME, TALLY)
            paper.rule(start, y, end, y, weight=0.5 if strong else 0.15)
        paper.frame(LEFT, HEAD_Y, RIGHT - LEFT, self.bottom - HEAD_Y)

    def _foot(self) -> None:
        paper, form = self.paper, self.form
        y = 177.0
        if form.notes:
            half = -(-len(form.notes) // 2) if len(form.notes) > 2 else 1
            lines = ["    ".join(form.notes[:half]), "    ".join(form.notes[half:])]
            paper.write_lines(LEFT, y - 4, RIGHT - LEFT, 9, lines, size=7.5, align="L")
        y += 8
        for i, label in enumerate(("裁判员 Referee", "记录员 Recorder")):
            x = LEFT + i * 90
            paper.write_in(x, y, 26, 8, label, size=8, align="L", grey=True, pad=0)
            paper.rule(x + 26, y + 7, x + 80, y + 7)
        made = f"{form.made_at:%Y-%m-%d %H:%M} {form.zone}"
        if form.revision is not None:
            made += f" · 版本 revision {form.revision}"
        paper.write_in(
            LEFT + 180, y, RIGHT - LEFT - 180, 8, made, size=7, align="R", grey=True, pad=0
        )
        key = f"{DEALER} 庄家 dealer"
        unknown = paper.unknown_words()
        if unknown:
            key += f" · {unknown}"
        paper.write_in(LEFT, y + 9, 90, 5, key, size=7, align="L", grey=True, pad=0)
        if form.confirmed:
            where = LEFT + 90, y + 9, RIGHT - LEFT - 90, 5
            paper.write_in(*where, form.confirmed, size=8, align="R", pad=0)


def _write_words(paper: Paper, x: float, y: float, words: Sequence[str]) -> None:
    """Write the words of a cell in two lines, or in three where more was won and given."""
    lines = list(words)
    while len(lines) > CELL_LINES:
        lines[-2:] = [f"{lines[-2]}, {lines[-1]}"]
    if len(lines) < CELL_LINES:
        paper.write_lines(x, y + 0.5, COLUMN, LINE - 1, lines, size=8)
    else:
        paper.write_lines(x, y + 0.2, COLUMN, LINE - 0.4, lines, size=8)


def signed(number: int) -> str:
    """Return +32, −8 or 0, with the minus sign that is as wide as the plus."""
    if number > 0:
        return f"+{number}"
    return f"{MINUS}{-number}" if number else "0"
