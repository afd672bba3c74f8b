"""A sheet of rows with typed columns: what CSV and workbook are both written from."""

import datetime as dt
import enum
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.table_points import UNIT

# What a spreadsheet program would take for a formula or a command at the head of a text.
DANGEROUS = ("=", "+", "-", "@", "\t", "\r")


class Kind(enum.Enum):
    """What stands in a column."""

    TEXT = "text"
    NUMBER = "number"
    SIGNED = "signed"
    # Thousandths of a percent as an integer: 12345 is 12.345 %.
    SHARE = "share"
    # 标准分 in 1/2520, with two decimals alone: lists of others know no fractions.
    DECIMAL = "decimal"
    # 标准分 in 1/2520: written twice, as an exact fraction and with two decimals.
    POINTS = "points"


Cell = str | int | None


@dataclass(frozen=True)
class Column:
    title: str
    kind: Kind = Kind.TEXT
    width: int = 10


@dataclass(frozen=True)
class Sheet:
    """One table of cells; a row has a cell for every column, None where nothing is known."""

    name: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]


@dataclass(frozen=True)
class Label:
    """What every export says of itself: of which event, after which round, when and from what.

    ``made_at`` is a moment in the club's zone, ``zone`` the name of it."""

    event: str
    slug: str
    club: str
    after_round: int
    made_at: dt.datetime
    zone: str
    revision: int

    def file_name(self, what: str, suffix: str) -> str:
        """Return a name that tells files of one event apart, in plain ASCII."""
        stamp = f"{self.made_at:%Y%m%d-%H%M}"
        return f"{self.slug}-{what}-r{self.after_round}-{stamp}-v{self.revision}.{suffix}"


def exact(units: int) -> str:
    """Return 标准分 as a mixed number, ``2 1/3``: no spreadsheet takes it for a date, as it does
    ``7/3``."""
    return exact_fraction(Fraction(units, UNIT))


def exact_fraction(value: Fraction) -> str:
    """Return a number as a mixed number."""
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest.numerator}/{rest.denominator}"


def share(value: Fraction | None) -> int | None:
    """Return a share as thousandths of a percent, rounded; None stays None."""
    return None if value is None else round(value * 100_000)


def share_text(thousandths: int) -> str:
    """Return such a share with a point: ``12.345``."""
    whole, rest = divmod(thousandths, 1000)
    return f"{whole}.{rest:03d}"


def mean_text(value: Fraction | None) -> str:
    """Return a mean of points as an exact mixed number, "" where there is none."""
    return "" if value is None else exact_fraction(value)


def safe(text: str) -> str:
    """Return a text that no spreadsheet program runs as a formula; `bare` undoes it."""
    return f"'{text}" if text.lstrip("'").startswith(DANGEROUS) else text


def bare(cell: str) -> str:
    """Return a cell of a CSV without the apostrophe that `safe` put before it."""
    safe_one = cell.startswith("'") and cell.lstrip("'").startswith(DANGEROUS)
    return cell[1:] if safe_one else cell


def labelled(label: Label, words: Sequence[str]) -> list[tuple[str, str]]:
    """Return the label as pairs of title and text; ``words`` are the titles in the reader's
    language: event, club, after round, made at, revision."""
    values = (
        label.event,
        label.club,
        str(label.after_round),
        f"{label.made_at:%Y-%m-%d %H:%M} {label.zone}",
        str(label.revision),
    )
    return list(zip(words, values, strict=True))
