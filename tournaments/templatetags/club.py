"""How figures, winds, moments and tiles are written on a page."""

import datetime as dt
from collections.abc import Iterable, Sized
from dataclasses import replace
from fractions import Fraction
from zoneinfo import ZoneInfo

from django import template
from django.conf import settings
from django.template import Context
from django.template.defaultfilters import date as date_format
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.table_points import UNIT, display_units
from scoring.text import Text
from scoring.tile_words import picture
from scoring.tiles import parse_tiles, suit_of, tile_name
from tournaments.models import Club, Round, Table, Tournament
from tournaments.services import last_round
from tournaments.services.clock import Clock, clock_of
from tournaments.services.kept import Kept
from tournaments.standings import Cell, Row, Standings
from tournaments.standings.model import BYE

register = template.Library()

MINUS = "−"
TEXT_STYLE = "\ufe0e"
_WINDS = (Text("东", "E"), Text("南", "S"), Text("西", "W"), Text("北", "N"))
_WIND_NAMES = (Text("东", "East"), Text("南", "South"), Text("西", "West"), Text("北", "North"))


def _chinese() -> bool:
    return (get_language() or "").startswith("zh")


@register.simple_tag
def colon() -> str:
    """What stands between a name and its value, as the language of the page writes it."""
    return "：" if _chinese() else ": "


@register.simple_tag
def comma() -> str:
    """What stands between the things of a list."""
    return "、" if _chinese() else ", "


@register.filter
def listed(things: Iterable[object]) -> str:
    """Return things in a row."""
    return comma().join(str(thing) for thing in things)


@register.filter
def signed(number: int | None) -> str:
    """+32, −8, 0: the sign is always shown. A template hands "" on where nothing is."""
    if not isinstance(number, int):
        return ""
    if number == 0:
        return "0"
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


@register.filter
def gain(number: int | None) -> str:
    """The class of a delta: gains and losses differ by weight as well as by sign."""
    if not number:
        return "even"
    return "gain" if number > 0 else "loss"


@register.filter
def points(units: int | None) -> str:
    """标准分 from 1/2520, exactly: 2½. A template hands "" on where nothing is."""
    return display_units(units) if isinstance(units, int) else ""


@register.filter
def fraction(value: Fraction) -> str:
    """Return an exact value as people read it: 7⅓, or 7 3/11 where there is no sign for it."""
    units = value * UNIT
    if units.denominator == 1:
        return display_units(units.numerator)
    whole, rest = divmod(abs(value), 1)
    text = f"{rest.numerator}/{rest.denominator}"
    return f"{MINUS if value < 0 else ''}{f'{whole} {text}' if whole else text}"


@register.filter
def fractions(values: Iterable[Fraction]) -> str:
    """Return exact values in a row."""
    return " + ".join(fraction(value) for value in values)


@register.filter
def wind(number: int | None) -> str:
    """东, 東 or E, in the language of the page."""
    if number is None:
        return ""
    return _WINDS[number].in_language(get_language() or "en")


@register.filter
def wind_name(number: int | None) -> str:
    if number is None:
        return ""
    return _WIND_NAMES[number].in_language(get_language() or "en")


@register.filter
def words(text: Text | Iterable[str] | None) -> str:
    """A bilingual text (or a [Chinese, English] list) in the language of the page."""
    if text is None:
        return ""
    found = text if isinstance(text, Text) else Text(*text)
    return found.in_language(get_language() or "en")


@register.filter
def other_words(text: Text | Iterable[str]) -> str:
    """The same in the other language, where a name is known by both."""
    zh, en = text
    return en if _chinese() else zh


@register.filter
def club_time(moment: dt.datetime | None, where: Tournament | Club | None = None) -> str:
    """A moment as the club's clock showed it, in the reader's form: 29 Mar 2026 14:05."""
    if moment is None:
        return ""
    return date_format(localtime(moment, zone_of(where)), "DATETIME_FORMAT")


@register.filter
def club_clock(moment: dt.datetime | None, where: Tournament | Club | None = None) -> str:
    """The time of day in the club's zone."""
    return "" if moment is None else f"{localtime(moment, zone_of(where)):%H:%M}"


@register.filter
def club_moment(moment: dt.datetime | None, where: Tournament | Club | None = None) -> str:
    """The time of day in the club's zone, with the date in the reader's form on another day."""
    if moment is None:
        return ""
    zone = zone_of(where)
    local, today = localtime(moment, zone), localtime(timezone.now(), zone).date()
    time = f"{local:%H:%M}"
    return time if local.date() == today else f"{day(local.date())} {time}"


@register.inclusion_tag("_clock.html")
def clock(round_: Round, table: Table | None = None) -> dict[str, object]:
    """The time that a round, or one of its tables, has left; nothing when it does not run."""
    now = timezone.now()
    found = clock_of(round_, table, now)
    return {"clock": found, "now": now, "tournament": round_.tournament}


@register.filter
def time_left(found: Clock) -> str:
    """41:20, minutes and seconds."""
    minutes, seconds = divmod(found.seconds_left or 0, 60)
    return f"{minutes}:{seconds:02}"


@register.filter
def zone_name(where: Tournament | Club | None) -> str:
    return zone_of(where).key


def zone_of(where: Tournament | Club | None) -> ZoneInfo:
    club = where.club if isinstance(where, Tournament) else where
    return club.zone if club else ZoneInfo(settings.CLUB_TIME_ZONE)


@register.filter
def day(value: dt.date | None) -> str:
    """A date in the reader's form."""
    return date_format(value, "DATE_FORMAT") if value else ""


@register.filter
def at(items: object, index: object) -> object:
    """The item of a list or a mapping; nothing when there is none."""
    try:
        return items[index]  # type: ignore[index]  # any container will do
    except (KeyError, IndexError, TypeError):
        return ""


def glyph(tile: int) -> str:
    """The sign of a tile in the tile font, asked for as text and not as a coloured picture."""
    return picture(tile) + TEXT_STYLE


@register.simple_tag
def tiles(text: str, extra: str = "") -> SafeString:
    """Draw a tile string such as ``123m44z``; each tile says its name to a screen reader."""
    language = get_language() or "en"
    drawn = font_is_there()
    pictures = format_html_join(
        "",
        '<span class="tile tile-{}{}" role="img" aria-label="{}">{}</span>',
        (
            (
                ink(tile),
                "" if drawn else " in-words",
                tile_name(tile).in_language(language),
                glyph(tile) if drawn else tile_name(tile).in_language(language),
            )
            for tile in parse_tiles(text)
        ),
    )
    return format_html('<span class="tiles {}">{}</span>', extra, pictures)


@register.simple_tag
def wind_tile(number: int) -> SafeString:
    """Draw a seat's wind as its tile, which says its name to a screen reader."""
    return tiles(f"{number + 1}z", "of-wind")


def font_is_there() -> bool:
    """Whether the tile font was cut at set-up; without it tiles are written as words."""
    return (settings.BUILT_STATIC / "tiles" / "signs.woff").exists()


def ink(tile: int) -> str:
    """The suit in whose ink the tile is drawn."""
    if tile == 32:
        return "s"
    if tile == 33:
        return "m"
    return suit_of(tile)


@register.filter
def by_round(row: Row, rounds: Iterable[int]) -> list[tuple[int, Cell | None]]:
    """The cells of a row in the order of the rounds; None where the player had no seat."""
    cells = {cell.round_no: cell for cell in row.cells}
    return [(number, cells.get(number)) for number in rounds]


@register.filter
def with_base(row: Row, event: Tournament) -> int:
    """局分: the game points with what every game that counts began with."""
    games = sum(cell.kind != BYE and not cell.dropped for cell in row.cells)
    return row.game_points + event.base_points * games


@register.filter
def columns(table: Standings) -> int:
    """How many columns the leaderboard has at most; a cell may span more than there are."""
    return 6 + len(table.rounds)


# Rows of leaderboards drawn last, without their ranks: from one hand to the next most of them stay
# as they are, while many ranks move.
_drawn_rows: Kept[SafeString] = Kept(4096)


@register.simple_tag(takes_context=True)
def board_row(context: Context, row: Row, *, mark: bool = False) -> SafeString:
    """Draw one row of the leaderboard; ``mark``: the one on top, of whom the reader follows."""
    table, event, current = context["table"], context["tournament"], context["current"]
    move = current.moves.get(row.entry_id)
    mine = not mark and context.get("followed") == row
    needs = bool(row.rank) and last_round.is_asked(event, table)
    parts = {"tournament": event, "table": table, "row": row, "mark": mark, "needs": needs}
    unranked = replace(row, rank=None, tied=False)
    key = (get_language(), event.pk, event.base_points, table.rounds, unranked, mark, needs)
    rest = _drawn_rows.get(key, lambda: render_to_string("public/_row_rest.html", parts))
    shown = {"row": row, "move": move, "mark": mark, "mine": mine, "rest": rest}
    return SafeString(render_to_string("public/_row.html", shown))


SPARK_STEP, SPARK_WIDTH, SPARK_HEIGHT = 14, 84, 32


@register.filter
def fold(rounds: Sized) -> str:
    """Say how much room the cells of these rounds take: few, some, many, or more than any page."""
    wide = ((4, "few"), (9, "some"), (13, "many"))
    return next((name for limit, name in wide if len(rounds) < limit), "too-many")


@register.simple_tag
def places(row: Row, rounds: Iterable[int]) -> SafeString:
    """Draw the places of a row round by round as a small curve, the first place on top."""
    cells = [cell for _round, cell in by_round(row, rounds)]
    step = max(4, min(SPARK_STEP, SPARK_WIDTH // max(len(cells), 1)))
    spots = [
        (7 + i * step, 6 + (cell.place - 1) * 20 // 3)
        for i, cell in enumerate(cells)
        if cell is not None and cell.place is not None
    ]
    if not spots:
        return SafeString("")
    said = ", ".join(str(c.place) if c is not None and c.place else "–" for c in cells)
    dots = format_html_join(
        "",
        '<circle class="{}" cx="{}" cy="{}" r="3"></circle>',
        (("first" if y == 6 else "", x, y) for x, y in spots),
    )
    return format_html(
        '<svg class="spark" role="img" aria-label="{}" width="{}" height="{}">'
        '<polyline points="{}"></polyline>{}</svg>',
        _("places: %(places)s") % {"places": said},
        14 + (len(cells) - 1) * step,
        SPARK_HEIGHT,
        " ".join(f"{x},{y}" for x, y in spots),
        dots,
    )


@register.filter
def moved(ranks: int | None) -> SafeString | str:
    """How many ranks a row went up or down, as a mark with its words."""
    if not ranks:
        return ""
    up = ranks > 0
    words_ = (_("up %(n)d") if up else _("down %(n)d")) % {"n": abs(ranks)}
    return format_html(
        '<span class="move" title="{0}"><span aria-hidden="true">{1}{2}</span>'
        '<span class="visually-hidden">{0}</span></span>',
        words_,
        "▲" if up else "▼",
        abs(ranks),
    )
