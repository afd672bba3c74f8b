"""A total that was called at the table beside what the tiles or the named rows come to: whether
they agree, and if not what may make up the difference."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from scoring.errors import Refusal
from scoring.fields import Winner
from scoring.record import parse_record
from scoring.ruleset import CountedRows, Game, Ruleset, pattern_names
from scoring.text import Text
from scoring.walk import Walk

FLOWERS = "hua_pai"
# Further combinations of rows would tell a referee nothing.
MOST_ROWS, MOST_TOLD, MOST_FLOWERS = 3, 3, 8

AGREES = Text("喊的{n}番和牌一致。", "{n} fan was called, and the hand has it.")
DIFFERS = Text(
    "喊{claimed}番，这副牌是{counted}番。", "{claimed} was called; the hand has {counted}."
)
BELOW = Text(
    "花不算，{counted}番不到{minimum}番起和。",
    "Without flowers {counted} is below the minimum of {minimum}.",
)
WITH_FLOWERS = Text("喊的把{n}番花算进去了。", "The call has the {n} of the flowers inside.")
WITH_BASE = Text("喊的把底分{n}算进去了。", "The call has the base of {n} inside.")
FORGOTTEN = Text("少喊了：{rows}。", "Not called: {rows}.")
NOT_COUNTED = Text("多喊了：{rows}（{why}）", "Called but not counted: {rows} ({why})")
NOT_ENTERED = Text("也许有{n}张花没有录。", "Perhaps {n} of the flowers are not entered.")
TOO_MANY = Text("多喊{n}番，牌里没有能解释的番。", "{n} too many; no row of the hand explains it.")
TOO_FEW = Text("少喊{n}番。", "{n} too few.")
ROW = Text("{name}{fan}", "{name} {fan}")


@dataclass(frozen=True)
class Compared:
    """A winner's called total and the counted one (both without flowers), and what to say of it,
    the likeliest explanation first."""

    seat: int
    claimed: int
    counted: int
    words: tuple[Text, ...]

    @property
    def agrees(self) -> bool:
        return self.claimed == self.counted


def compare(
    ruleset: Ruleset,
    record: Mapping[str, Any],
    options: Mapping[str, Any],
    *,
    event: int,
    seat: int,
    claimed: int,
) -> Compared | None:
    """Compare the total called for one winner of a win (the index of its event) with what the
    record has of the hand. None where the hand cannot be counted: that refusal is told elsewhere.

    A hand below the minimum is counted all the same.
    """
    cheap = {k: v for k, v in ruleset.example_options.items() if k.startswith("min_")}
    chosen = {**options, **cheap}
    try:
        settled = ruleset.running(record, chosen)
        won = next((w for w in settled.wins if (w.event, w.seat) == (event, seat)), None)
        if won is None or won.fan is None:
            return None
        game = _game(ruleset, record, chosen)
        counted, flowers = _rows(ruleset, game, event, seat, won.items, won.fan)
    except Refusal:
        return None
    plain = won.fan - flowers
    words = tuple(_words(ruleset, options, counted, plain, flowers, claimed))
    return Compared(seat, claimed, plain, words)


def names_counted(
    ruleset: Ruleset, record: Mapping[str, Any], options: Mapping[str, Any], event: int, seat: int
) -> tuple[str, ...]:
    """Return the rows that a winner's laid tiles were counted by, each once; none where the game
    tells none, or the tiles are not a winning hand under these options."""
    try:
        game = _game(ruleset, record, options)
        told = _rows_told(ruleset, game, event, seat)
    except Refusal:
        return ()
    return () if told is None else tuple(row for row, _fan in told.rows)


def _game(ruleset: Ruleset, record: Mapping[str, Any], options: Mapping[str, Any]) -> Game:
    parsed = parse_record(record, ruleset.vocabulary)
    return Game(parsed, ruleset.resolve_options(options), Walk(parsed))


def _rows_told(ruleset: Ruleset, game: Game, event: int, seat: int) -> CountedRows | None:
    found = game.record.events[event]
    winners: tuple[Winner, ...] = found["winners"]
    return ruleset.rows_of(game, found, next(w for w in winners if w.seat == seat))


def _rows(
    ruleset: Ruleset,
    game: Game,
    event: int,
    seat: int,
    items: Sequence[tuple[str, int]] | None,
    fan: int,
) -> tuple[CountedRows, int]:
    """Return the rows of the hand and the fan of its flowers."""
    if items is not None:
        own = tuple((row, n) for row, n in items if row != FLOWERS)
        return CountedRows(own), sum(n for row, n in items if row == FLOWERS)
    told = _rows_told(ruleset, game, event, seat)
    if told is None:
        return CountedRows(()), 0
    return told, fan - sum(n for _row, n in told.rows)


def _words(
    ruleset: Ruleset,
    options: Mapping[str, Any],
    counted: CountedRows,
    plain: int,
    flowers: int,
    claimed: int,
) -> Iterator[Text]:
    if claimed == plain:
        yield AGREES.format(n=claimed)
    else:
        yield DIFFERS.format(claimed=claimed, counted=plain)
    minimum = options.get("min_fan", options.get("min_tai", 0))
    if isinstance(minimum, int) and plain < minimum:
        yield BELOW.format(counted=plain, minimum=minimum)
    if claimed > plain:
        yield from _called_too_much(ruleset, options, counted, flowers, claimed - plain)
    elif claimed < plain:
        found = list(_sums(counted.rows, plain - claimed))
        yield from (FORGOTTEN.format(rows=_named(ruleset, rows)) for rows in found[:MOST_TOLD])
        if not found:
            yield TOO_FEW.format(n=plain - claimed)


def _called_too_much(
    ruleset: Ruleset,
    options: Mapping[str, Any],
    counted: CountedRows,
    flowers: int,
    over: int,
) -> Iterator[Text]:
    told = False
    if over == flowers:
        told = True
        yield WITH_FLOWERS.format(n=flowers)
    base = options.get("base")
    if over == base and base not in (0, None):
        told = True
        yield WITH_BASE.format(n=base)
    left = [(row, n) for row, n, _why in counted.left_out if n]
    why = {row: words for row, _n, words in counted.left_out}
    for rows in list(_sums(left, over))[:MOST_TOLD]:
        told = True
        reasons = [why[row] for row, _n in rows]
        said = Text("".join(r.zh for r in reasons), " ".join(r.en for r in reasons))
        yield NOT_COUNTED.format(rows=_named(ruleset, rows), why=said)
    if not told:
        yield TOO_MANY.format(n=over)
    if not flowers and over <= MOST_FLOWERS and ruleset.form.flowers:
        yield NOT_ENTERED.format(n=over)


def _sums(rows: Sequence[tuple[str, int]], wanted: int) -> Iterator[tuple[tuple[str, int], ...]]:
    """Yield the fewest rows that come to a sum: single ones, else pairs, else three."""
    for size in range(1, MOST_ROWS + 1):
        found = [some for some in combinations(rows, size) if sum(n for _r, n in some) == wanted]
        if found:
            yield from found
            return


def _named(ruleset: Ruleset, rows: Sequence[tuple[str, int]]) -> Text:
    table = pattern_names(ruleset.patterns)
    said = [
        ROW.format(name=table[row].name if row in table else Text(row, row), fan=n)
        for row, n in rows
    ]
    return Text("、".join(one.zh for one in said), ", ".join(one.en for one in said))
