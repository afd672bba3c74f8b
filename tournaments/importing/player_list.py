"""Lists of players from spreadsheets: CSV in the encodings that are met, or XLSX.

Reading writes nothing: the rows are for a preview, and then for `services.entries.register_many`.
"""

import csv
import io
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from tournaments.exporting.cells import DANGEROUS
from tournaments.services.entries import Row, tidy
from tournaments.services.errors import Problem

MAX_ROWS = 2000
MAX_BYTES = 2_000_000
# The order of trial: a mark says what it is; UTF-8 is hard to mistake; then what a Chinese
# spreadsheet program saves. Others must be named by whoever uploads.
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
GUESSES = ("utf-8", "gb18030")
ENCODINGS = ("utf-8", "gb18030", "big5", "cp1252", "utf-16")
SEPARATORS = ",;\t，；"
XLSX_MARK = b"PK\x03\x04"

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
}
FIELDS = {title: name for name, titles in HEADINGS.items() for title in titles.split()}
# 队员1, 队员2 …: several people in one row, a team to a line.
MEMBER = re.compile(r"(?:队员|成员|选手|member|player)\d{1,2}")
# The federation's numbers have eight digits; spreadsheets drop the zero in front.
PADDED = {"emanumber": 8, "ema": 8}


@dataclass(frozen=True)
class PlayerList:
    """What a file holds. ``lines`` are the lines of the file that the rows stand in; ``ignored``
    the headings that mean nothing here. With problems, nothing should be registered."""

    rows: tuple[Row, ...] = ()
    lines: tuple[int, ...] = ()
    encoding: str = ""
    ignored: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass
class _Reading:
    rows: list[Row] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def problem(self, place: str, words: str) -> None:
        self.problems.append(Problem(place, words))


def read_player_list(data: bytes, encoding: str = "") -> PlayerList:
    """Read a file of players; never raises for what stands in it.

    ``encoding`` (one of `ENCODINGS`) says how a CSV is written where the guess is wrong.
    """
    if len(data) > MAX_BYTES:
        return _refused(_("The file is too large."))
    if data.startswith(XLSX_MARK):
        table = _sheet(data)
        if table is None:
            return _refused(_("The file is not a workbook that can be read."))
        return _read(table, "xlsx")
    text, used = _decoded(data, encoding)
    if text is None:
        return _refused(_("The file is in an encoding that is not known; save it as UTF-8."))
    return _read(_table(text), used)


def _refused(words: str) -> PlayerList:
    return PlayerList(problems=(Problem("file", words),))


def _decoded(data: bytes, encoding: str) -> tuple[str | None, str]:
    marked = [name for mark, name in MARKS if data.startswith(mark)]
    wanted = [encoding] if encoding in ENCODINGS and not marked else []
    for name in marked or wanted or GUESSES:
        try:
            return data.decode(name), name.removesuffix("-sig")
        except UnicodeDecodeError:
            continue
    return None, ""


def _table(text: str) -> list[list[str]]:
    first = text.lstrip().split("\n", 1)[0]
    separator = max(SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        return [[_bare(cell) for cell in row] for row in reader]
    except csv.Error:
        return []


def _bare(cell: str) -> str:
    """Return a cell without the apostrophe that exports put before dangerous texts."""
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(DANGEROUS) else cell


def _sheet(data: bytes) -> list[list[str]] | None:
    """Return the first sheet of a workbook; None when it is none."""
    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        page = book.worksheets[0]
        rows = page.iter_rows(values_only=True, max_row=MAX_ROWS + 2, max_col=60)
        return [["" if cell is None else _plain(cell) for cell in row] for row in rows]
    except (zipfile.BadZipFile, InvalidFileException, KeyError, ValueError, IndexError):
        return None


def _plain(cell: object) -> str:
    # A spreadsheet keeps whole numbers as floats.
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def _heading(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split()).lower().replace("_", "")


def _read(table: Sequence[Sequence[str]], encoding: str) -> PlayerList:
    filled = [(n, row) for n, row in enumerate(table, 1) if any(cell.strip() for cell in row)]
    if not filled:
        return _refused(_("The file holds no rows."))
    (_line, head), *body = filled
    titles = [_heading(cell) for cell in head]
    people = [i for i, title in enumerate(titles) if MEMBER.fullmatch(title)]
    fields = {i: FIELDS[title] for i, title in enumerate(titles) if title in FIELDS}
    named = people or {"name", "last_name", "first_name"} & set(fields.values())
    ignored = tuple(
        tidy(cell)
        for i, cell in enumerate(head)
        if i not in fields and i not in people and cell.strip()
    )
    if not named:
        words = _("No column of names was found among: %(titles)s. Call one “Name” or “姓名”.")
        return _refused(words % {"titles": ", ".join(tidy(c) for c in head if c.strip())})
    if len(body) > MAX_ROWS:
        return _refused(_("At most %(n)d rows can be read at once.") % {"n": MAX_ROWS})
    reading = _Reading()
    for line, row in body:
        values = {
            name: _padded(titles[i], tidy(row[i])) for i, name in fields.items() if i < len(row)
        }
        members = [tidy(row[i]) for i in people if i < len(row)]
        for entry in _entries(values, members, f"line {line}", reading):
            reading.rows.append(entry)
            reading.lines.append(line)
    return PlayerList(
        tuple(reading.rows), tuple(reading.lines), encoding, ignored, tuple(reading.problems)
    )


def _padded(title: str, value: str) -> str:
    return value.zfill(PADDED[title]) if title in PADDED and value.isdecimal() else value


def _entries(
    values: dict[str, str], members: Sequence[str], place: str, reading: _Reading
) -> Iterator[Row]:
    """Yield the people of one row: one, or all of a team."""
    shared = Row(club_name=values.get("club_name", ""), team_name=values.get("team_name", ""))
    team = [name for name in (values.get("leader", ""), *members) if name]
    if members:
        if not team:
            reading.problem(place, _("The row names nobody."))
        yield from (Row(name=name, **shared) for name in team)
        return
    whole = " ".join(filter(None, (values.get("last_name"), values.get("first_name"))))
    name = values.get("name") or whole
    if not name:
        reading.problem(place, _("A name is missing."))
        return
    row = Row(name=name, member_number=values.get("member_number", ""), **shared)
    number = values.get("number", "")
    if number.isascii() and number.isdecimal() and len(number) <= 5 and int(number):
        row["number"] = int(number)
    elif number:
        reading.problem(place, _("The number must be a whole number from 1."))
    yield row
