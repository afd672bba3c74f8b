"""A table of cells from a spreadsheet: CSV in the encodings that are met, or XLSX.

Reading writes nothing and never raises for what stands in a file: what is wrong comes back as
`Bad`, with line, column, value and reason.
"""

import csv
import datetime as dt
import io
import re
import unicodedata
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import ParseError

from django.utils.translation import gettext as _
from openpyxl import load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from tournaments.exporting.cells import bare

MAX_ROWS = 10_000
MAX_COLUMNS = 60
MAX_BYTES = 4_000_000
# What a workbook may unfold to: a small file can hold a very large one.
MAX_UNPACKED = 120_000_000
SHOWN_VALUE = 40
# The order of trial: a mark says what it is; UTF-8 is hard to mistake; then what a Chinese
# spreadsheet program saves. Others must be named by whoever uploads.
MARKS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
GUESSES = ("utf-8", "gb18030")
ENCODINGS = ("utf-8", "gb18030", "big5", "cp1252", "utf-16")
SEPARATORS = ",;\t，；"
XLSX_MARK = b"PK\x03\x04"
# The older workbook, and one that is locked by a password.
OLD_MARK = b"\xd0\xcf\x11\xe0"
LINE_END = re.compile(r"\r\n|\r|\n")
SEPARATOR_LINE = re.compile(r"sep=(.)(?:\r\n|\r|\n)", re.IGNORECASE)
# Stand for what cannot be kept or is not known; `unreadable` finds them again.
NUL_SIGN, LOST_SIGN = "\u2400", "\ufffd"
BROKEN_BOOK = (
    zipfile.BadZipFile,
    zlib.error,
    InvalidFileException,
    ParseError,
    KeyError,
    ValueError,
    IndexError,
    TypeError,
    AttributeError,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
)


@dataclass(frozen=True)
class Bad:
    """What is wrong with a file. ``line`` counts from 1 (0: the file as a whole); ``column`` is
    its heading or letter, ``value`` what stands there, shortened."""

    line: int
    column: str
    value: str
    reason: str

    @classmethod
    def of_file(cls, reason: str) -> "Bad":
        return cls(0, "", "", reason)

    def __str__(self) -> str:
        return self.reason


@dataclass(frozen=True)
class TableFile:
    """The rows of a file that hold something: (line, cells). With ``bad`` there are none."""

    rows: tuple[tuple[int, tuple[str, ...]], ...] = ()
    encoding: str = ""
    bad: tuple[Bad, ...] = ()


class _RefusedError(Exception):
    def __init__(self, bad: Bad) -> None:
        super().__init__(bad.reason)
        self.bad = bad


def read_table(data: bytes, encoding: str = "") -> TableFile:
    """Read a file. ``encoding`` (one of `ENCODINGS`) says how a CSV is written where the guess is
    wrong."""
    try:
        if len(data) > MAX_BYTES:
            raise _RefusedError(Bad.of_file(_("The file is too large.")))
        if data.startswith(OLD_MARK):
            words = _("This is an old .xls workbook, or one with a password: save it as .xlsx.")
            raise _RefusedError(Bad.of_file(words))
        if data.startswith(XLSX_MARK):
            rows, used = list(_sheet(data)), "xlsx"
        else:
            text, used = _decoded(data, encoding)
            rows = list(_lines(text))
    except _RefusedError as refusal:
        return TableFile(bad=(refusal.bad,))
    trimmed = ((line, _trimmed(cells)) for line, cells in rows)
    filled = tuple((line, cells) for line, cells in trimmed if cells)
    if not filled:
        return TableFile(bad=(Bad.of_file(_("The file holds no rows.")),))
    if len(filled) > MAX_ROWS + 1:
        words = _("At most %(n)d rows can be read at once.") % {"n": MAX_ROWS}
        return TableFile(bad=(Bad.of_file(words),))
    return TableFile(filled, used)


def unreadable(cell: str) -> bool:
    """Say whether a cell holds what nobody can have meant: control characters, lost ones."""
    return any(
        c in (NUL_SIGN, LOST_SIGN) or (unicodedata.category(c) == "Cc" and c not in "\n\r\t")
        for c in cell
    )


def shown(cell: str) -> str:
    """Return a cell as it is told in a sentence."""
    plain = "".join(" " if unicodedata.category(c) == "Cc" else c for c in cell)
    return plain if len(plain) <= SHOWN_VALUE else plain[:SHOWN_VALUE] + "…"


def _trimmed(cells: tuple[str, ...]) -> tuple[str, ...]:
    """Return a row without the empty cells at its end."""
    end = len(cells)
    while end and not cells[end - 1].strip():
        end -= 1
    return cells[:end]


def _kept(cell: str) -> str:
    """Return a cell without the character that no database keeps, a sign in its place."""
    return cell.replace("\0", NUL_SIGN)


def _decoded(data: bytes, encoding: str) -> tuple[str, str]:
    marked = [name for mark, name in MARKS if data.startswith(mark)]
    wanted = [encoding] if encoding in ENCODINGS and not marked else []
    for name in marked or wanted or [*_wide(data), *GUESSES]:
        if name == "gb18030" and not wanted:
            _refuse_mixed(data)
        try:
            text = data.decode(name)
        except UnicodeDecodeError:
            continue
        return text, name.removesuffix("-sig")
    raise _RefusedError(
        Bad.of_file(_("The file is in an encoding that is not known; save it as UTF-8."))
    )


def _wide(data: bytes) -> list[str]:
    """Return the UTF-16 that a file without a mark is in, if it looks like one: its blanks, commas
    and line ends are two bytes wide, with the zero always on the same side."""
    zeros = {i % 2 for i, byte in enumerate(data[:4096]) if not byte}
    if len(data) % 2 or len(zeros) != 1:
        return []
    name = "utf-16-le" if zeros == {1} else "utf-16-be"
    try:
        return [name] if LINE_END.search(data.decode(name)) else []
    except UnicodeDecodeError:
        return []


def _refuse_mixed(data: bytes) -> None:
    """Raise for a file of which some lines are UTF-8 and others are not: whatever it is read as,
    some names come out as rubbish."""
    chinese, others = [], []
    for number, line in enumerate(data.splitlines(), 1):
        if line.isascii():
            continue
        try:
            text = line.decode("utf-8")
        except UnicodeDecodeError:
            others.append(number)
        else:
            if any("\u4e00" <= c <= "\u9fff" for c in text):
                chinese.append(number)
    if chinese and others:
        fewer = chinese if len(chinese) < len(others) else others
        words = _("Lines %(lines)s are in another encoding than the others.") % {
            "lines": ", ".join(map(str, fewer[:10])) + ("…" if len(fewer) > 10 else "")
        }
        raise _RefusedError(Bad(fewer[0], "", "", words))


def _lines(text: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the rows of a CSV with the line on which each begins."""
    skipped = 0
    declared = SEPARATOR_LINE.match(text)
    if declared:
        text, skipped = text[declared.end() :], 1
    head = LINE_END.split(text.lstrip(), maxsplit=1)[0]
    separator = declared[1] if declared else max(SEPARATORS, key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    try:
        for row in reader:
            yield line + skipped, tuple(_kept(bare(cell)) for cell in row[: MAX_COLUMNS + 1])
            line = reader.line_num + 1
    except csv.Error as error:
        words = _("The quotation marks of this line do not match.")
        if "field larger" in str(error):
            words = _("A cell of this line is far too long; is a quotation mark missing?")
        raise _RefusedError(Bad(line + skipped, "", "", words)) from error


def _sheet(data: bytes) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield the rows of the first sheet that holds something."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(info.file_size for info in packed.infolist()) > MAX_UNPACKED:
                raise _RefusedError(Bad.of_file(_("The file is too large.")))
        with warnings.catch_warnings():
            # Openpyxl tells of styles and extensions that it leaves out; names have none.
            warnings.simplefilter("ignore")
            yield from _book_rows(data)
    except BROKEN_BOOK as error:
        words = _("The file is not a workbook that can be read.")
        raise _RefusedError(Bad.of_file(words)) from error


def _book_rows(data: bytes) -> list[tuple[int, tuple[str, ...]]]:
    rows: list[Sequence[Any]] = []
    name = ""
    for page in load_workbook(io.BytesIO(data), read_only=True).worksheets:
        # The size that a file tells of itself may be wrong.
        page.reset_dimensions()
        rows = list(page.iter_rows(max_row=MAX_ROWS + 50, max_col=MAX_COLUMNS))
        name = page.title
        if any(cell.value is not None for row in rows for cell in row):
            break
    values: dict[tuple[int, int], Any] = {}
    if any(cell.data_type == "f" for row in rows for cell in row if cell.value is not None):
        # What a formula came to when the file was saved.
        page = load_workbook(io.BytesIO(data), read_only=True, data_only=True)[name]
        page.reset_dimensions()
        found = page.iter_rows(max_row=MAX_ROWS + 50, max_col=MAX_COLUMNS, values_only=True)
        values = {(r, c): v for r, row in enumerate(found) for c, v in enumerate(row)}
    return [
        (r + 1, tuple(_cell(cell, values.get((r, c))) for c, cell in enumerate(row)))
        for r, row in enumerate(rows)
    ]


def _cell(cell: Any, computed: Any) -> str:
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        # Without a kept value nobody knows what the formula comes to.
        return LOST_SIGN + str(value) if computed is None else _plain(computed)
    if cell.data_type == "e":
        return LOST_SIGN + str(value)
    return _kept(_plain(value))


def _plain(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        # A spreadsheet keeps whole numbers as floats.
        return str(int(value))
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return value.date().isoformat()
    return str(value)
