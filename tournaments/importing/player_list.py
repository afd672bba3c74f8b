"""Lists of people and teams: what the columns of a table mean, and the rows for a registration.

Reading writes nothing: the rows are for a preview, and then for `services.people_import`.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.text import simplified
from tournaments.importing.table_file import (
    ENCODINGS,
    LOST_SIGN,
    MAX_BYTES,
    MAX_ROWS,
    Bad,
    TableFile,
    read_table,
    shown,
    unreadable,
)
from tournaments.services.entries import Row, tidy

__all__ = ["ENCODINGS", "MAX_BYTES", "MAX_ROWS", "Bad", "PlayerList", "read_player_list"]

# Headings as they are met, without blanks and in small letters.
HEADINGS = {
    "name": "name player playername nickname 姓名 名字 选手 选手姓名 玩家 玩家昵称 昵称 队员",
    "last_name": "lastname surname familyname 姓",
    "first_name": "firstname givenname 名",
    "club_name": "club clubname 俱乐部 社团 单位 所属",
    "team_name": "team teamname 队 队伍 队名 代表队 球队",
    "number": "number no no. # 编号 序号 号码 座号 参赛号",
    "member_number": "membernumber memberno emanumber ema 会员号 会员编号",
    "leader": "leader captain 领队 队长",
    "reserve": "reserve substituteofteam 替补 候补 替补队员",
}
FIELDS = {title: name for name, titles in HEADINGS.items() for title in titles.split()}
# 队员1, 队员2 …: several people in one row, a team to a line.
MEMBER = re.compile(r"(?:队员|成员|选手|member|player)\d{1,2}")
# What stands beside a heading, and the runs of one script in it.
REMARK = re.compile(r"\([^()]*\)$")
WORDS = re.compile(r"[\u4e00-\u9fff]+|[^\W\u4e00-\u9fff]+|[#]")
# What a column can be said to hold, in the order of the choice.
MEANINGS = {
    "": gettext_lazy("leave out"),
    "name": gettext_lazy("Name"),
    "last_name": gettext_lazy("Family name"),
    "first_name": gettext_lazy("Given name"),
    "club_name": gettext_lazy("Club"),
    "team_name": gettext_lazy("Team"),
    "number": gettext_lazy("Number"),
    "member_number": gettext_lazy("Member number"),
    "reserve": gettext_lazy("Reserve of the team"),
    "member": gettext_lazy("A person of the team in this row"),
    "leader": gettext_lazy("Leader of the team"),
}
MANY = {"", "member"}
NAMES = {"name", "last_name", "first_name", "member", "leader"}
LIMITS = {"name": 80, "last_name": 80, "first_name": 80, "club_name": 120, "team_name": 80,
          "member_number": 32, "member": 80, "leader": 80}  # fmt: skip
# The heading may stand below a title and remarks.
HEAD_WITHIN = 6
# The federation's numbers have eight digits; spreadsheets drop the zero in front.
PADDED = {"emanumber": 8, "ema": 8}
YES = {"1", "y", "yes", "x", "true", "是", "有", "替补", "√", "✓", "reserve"}
NO = {"", "0", "n", "no", "-", "false", "否", "无", "×", "正选"}


@dataclass(frozen=True)
class Layout:
    """What the columns hold (keys of `MEANINGS`), and the place of the heading among the rows,
    from 0; -1 when the first row is a person already."""

    columns: tuple[str, ...]
    head: int = 0


@dataclass(frozen=True)
class PlayerList:
    """What a file holds. ``lines`` are the lines of the file that the rows stand in; ``ignored``
    the headings that mean nothing here. With ``bad``, nothing should be registered."""

    rows: tuple[Row, ...] = ()
    lines: tuple[int, ...] = ()
    encoding: str = ""
    ignored: tuple[str, ...] = ()
    bad: tuple[Bad, ...] = ()


def read_player_list(data: bytes, encoding: str = "") -> PlayerList:
    """Read a file of players as its headings say; never raises for what stands in it."""
    table = read_table(data, encoding)
    return read_people(table, layout_of(table))


def layout_of(table: TableFile) -> Layout:
    """Return what the columns seem to hold: the first of the upper rows that names a column of
    people is the heading."""
    width = max((len(cells) for _line, cells in table.rows), default=0)
    for place, (_line, cells) in enumerate(table.rows[:HEAD_WITHIN]):
        columns = _meanings([_heading(cell) for cell in cells])
        if NAMES & set(columns):
            return Layout(columns + ("",) * (width - len(columns)), place)
    return Layout(("",) * width, -1 if width == 1 else 0)


def _meanings(titles: Sequence[str]) -> tuple[str, ...]:
    """Return what headings mean. A heading that comes again (as that of the event's club does in
    the exports) is left out, unless it is one of people."""
    found = []
    for place, title in enumerate(titles):
        meaning = _meaning(title)
        found.append("" if title in titles[:place] and meaning not in NAMES else meaning)
    return tuple(found)


def _meaning(title: str) -> str:
    """Return what a heading means; one in two languages (“姓名/Name”) where both say the same,
    without a remark in brackets or a mark (“姓名（必填）”, “Name*”)."""
    if MEMBER.fullmatch(title):
        return "member"
    if title in FIELDS:
        return FIELDS[title]
    parts = WORDS.findall(REMARK.sub("", title).strip("*:"))
    said = {FIELDS.get(part, "") for part in parts}
    return said.pop() if len(said) == 1 else ""


def _heading(text: str) -> str:
    plain = "".join(unicodedata.normalize("NFKC", text).split()).lower().replace("_", "")
    return simplified(plain)


def column_name(place: int) -> str:
    """Return the letter under which a spreadsheet shows a column (from 0)."""
    letters = ""
    while place >= 0:
        letters = chr(ord("A") + place % 26) + letters
        place = place // 26 - 1
    return letters


def titles_of(table: TableFile, layout: Layout) -> tuple[str, ...]:
    """Return how each column is called: its heading, or its letter where it has none."""
    head = table.rows[layout.head][1] if 0 <= layout.head < len(table.rows) else ()
    return tuple(
        tidy(head[i]) if i < len(head) and head[i].strip() else column_name(i)
        for i in range(len(layout.columns))
    )


def read_people(table: TableFile, layout: Layout) -> PlayerList:
    """Read the people of a table whose columns hold what ``layout`` says."""
    if table.bad:
        return PlayerList(bad=table.bad)
    reading = _Reading(table, layout)
    empty = PlayerList(encoding=table.encoding, ignored=reading.ignored())
    wrong = reading.wrong_columns()
    if wrong:
        return replace(empty, bad=tuple(wrong))
    reading.read()
    if not reading.rows and not reading.bad:
        reading.bad.append(Bad.of_file(_("The file names nobody.")))
    return replace(
        empty, rows=tuple(reading.rows), lines=tuple(reading.lines), bad=tuple(reading.bad)
    )


@dataclass
class _Reading:
    table: TableFile
    layout: Layout
    rows: list[Row] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    bad: list[Bad] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.titles = titles_of(self.table, self.layout)
        self.padded = [PADDED.get(_heading(title), 0) for title in self.titles]
        # Cells beyond the heading have slipped, where a separator makes them.
        self.width = len(self.layout.columns)
        if self.layout.head >= 0 and self.table.encoding != "xlsx":
            self.width = len(self.table.rows[self.layout.head][1])
        # The line on which a number or a member number stood first.
        self.numbers: dict[int, tuple[int, Row]] = {}
        self.members: dict[tuple[str, str], tuple[int, str]] = {}

    def ignored(self) -> tuple[str, ...]:
        if not 0 <= self.layout.head < len(self.table.rows):
            return ()
        head = self.table.rows[self.layout.head][1]
        meanings = self.layout.columns
        return tuple(
            tidy(cell)
            for i, cell in enumerate(head)
            if cell.strip() and (i >= len(meanings) or not meanings[i])
        )

    def wrong_columns(self) -> list[Bad]:
        columns = self.layout.columns
        if not NAMES - {"leader"} & set(columns):
            words = _(
                "No column of names was found among: %(titles)s. Say below which one holds the "
                "names, or call one “Name” or “姓名”."
            ) % {"titles": shown(", ".join(self.titles))}
            return [Bad.of_file(words)]
        twice = {c for c in columns if c not in MANY and columns.count(c) > 1}
        return [
            Bad.of_file(
                _("Two columns are taken for “%(what)s”: %(titles)s. Leave one out.")
                % {
                    "what": MEANINGS[meaning],
                    "titles": ", ".join(
                        f"{self.titles[i]} ({column_name(i)})"
                        for i, c in enumerate(columns)
                        if c == meaning
                    ),
                }
            )
            for meaning in sorted(twice)
        ]

    def read(self) -> None:
        head = self.layout.head
        heading = self.table.rows[head][1] if head >= 0 else None
        for line, cells in self.table.rows[head + 1 :]:
            # A list that was pasted together repeats its heading.
            if heading is not None and cells == heading:
                continue
            known = len(self.bad)
            values, members = self.values(line, cells)
            made = list(self.entries(line, values, members))
            if len(self.bad) == known:
                self.rows += made
                self.lines += [line] * len(made)

    def wrong(self, line: int, place: int | None, value: str, reason: str) -> None:
        column = "" if place is None else self.titles[place]
        self.bad.append(Bad(line, column, shown(value), reason))

    def place(self, meaning: str) -> int | None:
        columns = self.layout.columns
        return columns.index(meaning) if meaning in columns else None

    def values(self, line: int, cells: Sequence[str]) -> tuple[dict[str, str], list[str]]:
        """Return the cells of a row by what they hold, and the people of a row of its own."""
        values: dict[str, str] = {}
        members: list[str] = []
        for i, cell in enumerate(cells):
            meaning = self.layout.columns[i]
            if not meaning:
                if i >= self.width and cell.strip():
                    words = _("The row has more cells than the heading; is a separator too much?")
                    self.wrong(line, i, cell, words)
                continue
            value = self.value(line, i, cell)
            if meaning == "member":
                members.append(value)
            else:
                values[meaning] = value
        return values, members

    def value(self, line: int, place: int, cell: str) -> str:
        meaning = self.layout.columns[place]
        if cell.startswith(LOST_SIGN + "="):
            words = _("The file does not say what this formula comes to; write its value.")
            self.wrong(line, place, cell[1:], words)
            return ""
        if cell.startswith(LOST_SIGN + "#"):
            self.wrong(line, place, cell[1:], _("The spreadsheet shows an error here."))
            return ""
        if unreadable(cell.strip()):
            self.wrong(line, place, cell, _("Characters here cannot be read."))
            return ""
        value = tidy(cell)
        limit = LIMITS.get(meaning)
        if limit is not None and len(value) > limit:
            words = _("This is longer than %(n)d characters.") % {"n": limit}
            self.wrong(line, place, value, words)
            return ""
        pad = self.padded[place]
        return value.zfill(pad) if pad and value.isdecimal() else value

    def entries(self, line: int, values: dict[str, str], members: Sequence[str]) -> Iterator[Row]:
        """Yield the people of one row: one, or all of a team."""
        shared = Row(club_name=values.get("club_name", ""), team_name=values.get("team_name", ""))
        if "member" in self.layout.columns:
            team = [name for name in (values.get("leader", ""), *members) if name]
            if not team:
                self.wrong(line, None, values.get("team_name", ""), _("The row names nobody."))
            yield from (Row(name=name, **shared) for name in team)
            return
        whole = " ".join(filter(None, (values.get("last_name"), values.get("first_name"))))
        name = values.get("name") or whole
        if not name:
            place = self.place("name")
            place = self.place("last_name") if place is None else place
            if not any(bad.line == line for bad in self.bad[-3:]):
                self.wrong(line, place, "", _("A name is missing."))
            return
        row = Row(name=name, member_number=values.get("member_number", ""), **shared)
        if len(name) > LIMITS["name"]:
            words = _("This is longer than %(n)d characters.") % {"n": LIMITS["name"]}
            self.wrong(line, self.place("last_name"), name, words)
        self.reserve(line, values.get("reserve", ""), row)
        self.number(line, values.get("number", ""), row)
        self.member(line, row)
        yield row

    def number(self, line: int, text: str, row: Row) -> None:
        if not text:
            return
        place = self.place("number")
        if not (text.isascii() and text.isdecimal() and len(text) <= 5 and int(text)):
            self.wrong(line, place, text, _("The number must be a whole number from 1."))
            return
        number = int(text)
        row["number"] = number
        # The very same row twice is one person, written twice.
        first_line, first = self.numbers.setdefault(number, (line, row))
        if first != row:
            words = _("Number %(number)d stands in line %(line)d as well.")
            self.wrong(line, place, text, words % {"number": number, "line": first_line})

    def reserve(self, line: int, text: str, row: Row) -> None:
        word = text.casefold()
        if word in YES:
            row["reserve"] = True
        elif word not in NO:
            self.wrong(line, self.place("reserve"), text, _("Write “yes” or “no” here."))

    def member(self, line: int, row: Row) -> None:
        """Refuse one member number for two people of a club."""
        number = row.get("member_number", "")
        if not number:
            return
        key = (row.get("club_name", ""), number)
        first_line, first = self.members.setdefault(key, (line, row["name"]))
        if first != row["name"]:
            words = _("This member number is that of %(name)s in line %(line)d.")
            told = words % {"name": first, "line": first_line}
            self.wrong(line, self.place("member_number"), number, told)
