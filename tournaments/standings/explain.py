"""Why somebody stands where they stand, from the standings alone (also from a stored snapshot)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import zip_longest

from scoring.table_points import display_units, to_units
from scoring.text import Text
from tournaments.standings.metrics import METRICS, NOT_ASKED, PointsText
from tournaments.standings.model import BYE, FORFEIT, Cell, Row, Standings


@dataclass(frozen=True, slots=True)
class Part:
    """One summand of the totals: 标准分 in 1/2520 and game points; ``counted`` is False for a
    round that is not among the best ones."""

    words: Text
    points: int
    game_points: int
    counted: bool = True
    round_no: int | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where two values come from: a round (None: outside the rounds, as ``words`` say) and what
    it gave to each; None where it gave nothing."""

    round_no: int | None
    words: Text
    above: str | None
    below: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """``above`` stands before ``below``. ``key`` is the first key that tells them apart; None when
    they share the rank, or something stronger than points decides. ``sentence`` says it all;
    ``sources`` are the rounds that the two values come from."""

    above: Row
    below: Row
    key: str | None
    above_value: str
    below_value: str
    sentence: Text
    sources: tuple[Source, ...] = ()


CARRIED = Text("上一阶段带入", "carried from the stage before")
ADJUSTED = Text("全赛事的罚分或加分", "penalties and bonuses of the whole event")


def parts_of(row: Row) -> list[Part]:
    """Return what the totals of an entry are made of; the counted parts sum to them exactly."""
    parts = []
    if any(row.carried):
        parts.append(Part(CARRIED, *row.carried))
    parts += [
        Part(_cell_words(cell), cell.points, cell.game_points, not cell.dropped, cell.round_no)
        for cell in row.cells
    ]
    if any(row.adjusted):
        parts.append(Part(ADJUSTED, *row.adjusted))
    return parts


def _cell_words(cell: Cell) -> Text:
    zh, en = [f"第{cell.round_no}轮"], [f"round {cell.round_no}"]
    if cell.kind == BYE:
        zh.append("轮空")
        en.append("bye")
    elif cell.kind == FORFEIT:
        zh.append("弃权")
        en.append("forfeit")
    else:
        zh.append(f"第{cell.table_no}桌")
        en.append(f"table {cell.table_no}")
        if cell.place is not None:
            zh.append(f"第{cell.place}名")
            en.append(f"place {cell.place}")
    for said, words in (
        (cell.penalty, Text("有罚分", "with a penalty")),
        (cell.provisional, Text("未结束", "still playing")),
        (cell.dropped, Text("不计入", "not counted")),
    ):
        if said:
            zh.append(words.zh)
            en.append(words.en)
    return Text("，".join(zh), ", ".join(en))


# What decides before any key, in this order: a figure of the row (the smaller one stands above),
# and the words when it does.
BEFORE_KEYS: tuple[tuple[Callable[[Row], int], Text], ...] = (
    (
        lambda row: row.rank is None,
        Text("{below}不参加排名。", "{below} is not ranked."),
    ),
    (
        lambda row: row.bottom,
        Text("{below}已退赛，排在仍在比赛的人之后。", "{below} has withdrawn: after all who play."),
    ),
    (
        lambda row: row.tier,
        Text(
            "{above}进入了下一阶段，排在没有进入的{below}之前。",
            "{above} went through to the next stage, {below} did not.",
        ),
    ),
)


def _signed_number(value: int) -> str:
    return _signed(str(value))


# What a round gives to a key, and how it is shown.
FIGURES: dict[str, tuple[Callable[[Cell], int], Callable[[int], str]]] = {
    "table_points": (lambda cell: cell.points, display_units),
    "game_points": (lambda cell: cell.game_points, _signed_number),
    "best_session_tp": (lambda cell: cell.points, display_units),
    "tp_countback": (lambda cell: cell.points, display_units),
    "best_session_gp": (lambda cell: cell.game_points, _signed_number),
    "hands_won": (lambda cell: cell.hands_won, str),
}
BEST = frozenset({"best_session_tp", "best_session_gp"})
# Sums that hold something from outside the rounds: its place in (points, game points).
OUTSIDE: dict[str, tuple[int, Callable[[int], str]]] = {
    "table_points": (0, display_units),
    "game_points": (1, _signed_number),
}
# Keys whose values are gains and losses.
SIGNED = frozenset({"game_points", "best_session_gp"})


def compare(standings: Standings, entry: int, other: int) -> Comparison:
    """Say why one of two entries stands above the other. Raises `KeyError` for an unknown one,
    `ValueError` for the same one twice.
    """
    if entry == other:
        raise ValueError("an entry is not compared with itself")
    wanted = {entry, other}
    for id_ in wanted:
        standings.row(id_)
    above, below = (row for row in standings.rows if row.entry_id in wanted)
    names = {"above": above.name, "below": below.name}
    for figure, words in BEFORE_KEYS:
        if figure(above) != figure(below):
            return Comparison(above, below, None, "", "", words.format(**names))
    if above.rank is None:
        words = Text("两人都不参加排名。", "Neither of the two is ranked.")
        return Comparison(above, below, None, "", "", words)
    pairs = zip(standings.order, above.values, below.values, strict=True)
    for place, (key, high, low) in enumerate(pairs):
        if high != low:
            words = _decided(key, high, low, above, below)
            tied = [row for row in standings.rows if _equal_before(place, row, above)]
            sources = tuple(_sources(key, above, below, tied))
            return Comparison(above, below, key, high, low, words, sources)
    equal = Text(
        "{above}和{below}各项全部相同，名次并列。", "{above} and {below} are equal on all."
    )
    return Comparison(above, below, None, "", "", equal.format(**names))


def _equal_before(place: int, row: Row, other: Row) -> bool:
    """Whether nothing before the key at ``place`` tells two ranked entries apart."""
    classes = [(one.rank is None, one.bottom, one.tier) for one in (row, other)]
    return classes[0] == classes[1] and row.values[:place] == other.values[:place]


def _sources(key: str, above: Row, below: Row, tied: Sequence[Row]) -> Iterator[Source]:
    """Return the rounds that the values of a key come from, then what came from outside them."""
    if key == "head_to_head":
        high, low = (_of_meetings(row, tied) for row in (above, below))
    else:
        high, low = (_of_rounds(key, row) for row in (above, below))
    for round_no in sorted({*high, *low}):
        words = Text(f"第{round_no}轮", f"round {round_no}")
        yield Source(round_no, words, high.get(round_no), low.get(round_no))
    outside = OUTSIDE.get(key)
    if outside is None:
        return
    index, show = outside
    for name, words in (("carried", CARRIED), ("adjusted", ADJUSTED)):
        first, second = (getattr(row, name)[index] for row in (above, below))
        if first or second:
            yield Source(None, words, show(first), show(second))


def _of_rounds(key: str, row: Row) -> dict[int, str]:
    """Return round → what it gave to the value of a key; only rounds that count. Of a best round
    those that are as good; nothing where a key does not come from rounds of one entry."""
    counted = [cell for cell in row.cells if not cell.dropped]
    figure = FIGURES.get(key)
    if figure is None:
        return {}
    get, show = figure
    best = max(map(get, counted), default=0) if key in BEST else None
    return {c.round_no: show(get(c)) for c in counted if best is None or get(c) == best}


def _of_meetings(row: Row, tied: Sequence[Row]) -> dict[int, str]:
    """Return round → what the entry won there over the tied at its table."""
    seats = {
        (cell.round_no, cell.table_no, other.entry_id): cell.points
        for other in tied
        if other.entry_id != row.entry_id
        for cell in other.cells
        if cell.table_no is not None
    }
    won: dict[int, int] = {}
    for cell in row.cells:
        for (round_no, table_no, _other), points in seats.items():
            if (round_no, table_no) == (cell.round_no, cell.table_no):
                won[round_no] = won.get(round_no, 0) + cell.points - points
    return {round_no: display_units(value) for round_no, value in won.items()}


def _decided(key: str, high: str, low: str, above: Row, below: Row) -> Text:
    """Return the words for the first key that two entries differ in, with both values."""
    name = METRICS[key].name
    name = name._replace(en=name.en[0].lower() + name.en[1:])
    if key == "tp_countback":
        place, high, low = _first_difference(high, low)
        name = Text(f"第{place}好的一轮标准分", f"table points of best round no. {place}")
    if isinstance(METRICS[key], PointsText):
        high, low = _shown(high), _shown(low)
    elif key in SIGNED:
        high, low = _signed(high), _signed(low)
    words = Text("{key}：{above} {high}，{below} {low}。", "{key}: {above} {high}, {below} {low}.")
    return words.format(key=name, above=above.name, below=below.name, high=high, low=low)


def _signed(value: str) -> str:
    """Return game points as pages write them: +32, −8."""
    return value.replace("-", "−") if value.startswith(("-", "0", NOT_ASKED)) else f"+{value}"


def _shown(value: str) -> str:
    """Return an exact fraction as pages write it."""
    if value == NOT_ASKED:
        return value
    return display_units(to_units(Fraction(value))[0])


def _first_difference(high: str, low: str) -> tuple[int, str, str]:
    """Return where two countbacks part: the position from 1 and both values."""
    pairs = zip_longest(high.split(), low.split(), fillvalue=NOT_ASKED)
    return next((i, a, b) for i, (a, b) in enumerate(pairs, 1) if a != b)
