"""The standings of an event, a pure function of its facts and settings; never patched, always
computed anew. Page, draw, projector, export and API all show what this returns.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from scoring.text import Text
from tournaments.standings.config import StandingsConfig
from tournaments.standings.facts import (
    DISQUALIFIED,
    SUBSTITUTE,
    WITHDRAWN,
    EntryFacts,
    EventFacts,
)
from tournaments.standings.metrics import METRICS, NOT_ASKED, Board, Result, Tally, Value
from tournaments.standings.model import Cell, Row, Standings
from tournaments.standings.ranking import Key, Ranked, rank
from tournaments.standings.rounds import round_results
from tournaments.standings.teams import team_rows

Pair = tuple[int, int]
# Who is not ranked, in the order in which they are listed after those who are.
IDLE = "idle"
UNRANKED = (IDLE, DISQUALIFIED, SUBSTITUTE)
ROUNDED = Text(
    "第{round}轮并列人数超过十人，均分的标准分按四舍五入取到1/2520。",
    "Round {round}: more than ten shared places; their points are rounded to 1/2520.",
)


def compute(
    facts: EventFacts, config: StandingsConfig, after_round: int | None = None
) -> Standings:
    """Compute the standings after a round (default: all rounds).

    Raises `ConfigError` with every problem of the settings, `KeyError` when a fact names an entry
    that is not there.
    """
    config.check()
    statuses = {entry.id: entry.status_after(after_round) for entry in facts.entries}
    results = round_results(facts, config, statuses, after_round)
    cells = {entry: mark_dropped(own, config.best_n) for entry, own in results.cells.items()}
    carried = _sums(facts.carry_in, statuses)
    adjusted = _sums(facts.adjustments, statuses)
    tallies = {
        entry.id: tally_of(
            entry.id, cells[entry.id], carried[entry.id], adjusted[entry.id], entry.lot
        )
        for entry in facts.entries
    }
    unranked = {
        entry: reason
        for entry, status in statuses.items()
        if (reason := _unranked(status, tallies[entry], played=bool(cells[entry]), config=config))
    }
    ranked = _rank(facts.entries, statuses, unranked, Board(tallies, results.tables), config)
    rows = [
        _row(
            entry,
            statuses[entry.id],
            tallies[entry.id],
            ranked[entry.id],
            config,
            cells=cells[entry.id],
            carried=carried[entry.id],
            adjusted=adjusted[entry.id],
        )
        for entry in facts.entries
    ]
    rows.sort(key=partial(_display_order, unranked=unranked))
    return Standings(
        rows=tuple(rows),
        teams=team_rows(rows, facts, config),
        rounds=results.rounds,
        after_round=max(results.rounds, default=0),
        provisional=any(cell.provisional for own in cells.values() for cell in own),
        order=config.order,
        notes=tuple(ROUNDED.format(round=round_no) for round_no in results.rounded),
    )


def _sums(parts: Iterable[tuple[int, int, int]], entries: Iterable[int]) -> dict[int, Pair]:
    sums = dict.fromkeys(entries, (0, 0))
    for entry, points, game_points in parts:
        before = sums[entry]
        sums[entry] = (before[0] + points, before[1] + game_points)
    return sums


def mark_dropped(cells: Sequence[Cell], best_n: int | None) -> tuple[Cell, ...]:
    """Mark the rounds beyond the n best; of equal ones the earlier counts."""
    if best_n is None or len(cells) <= best_n:
        return tuple(cells)
    order = sorted(cells, key=lambda c: (-c.points, -c.game_points, c.round_no))
    kept = {cell.round_no for cell in order[:best_n]}
    return tuple(
        cell
        if cell.dropped == (cell.round_no not in kept)
        else replace(cell, dropped=not cell.dropped)
        for cell in cells
    )


def tally_of(
    entry_id: int, cells: Sequence[Cell], carried: Pair, adjusted: Pair, lot: int | None
) -> Tally:
    """Sum up one entry: its cells, those that count, with what was carried and adjusted."""
    counted = [cell for cell in cells if not cell.dropped]
    return Tally(
        entry_id=entry_id,
        results=tuple(Result(c.round_no, c.points, c.game_points) for c in counted),
        points=sum(c.points for c in counted) + carried[0] + adjusted[0],
        game_points=sum(c.game_points for c in counted) + carried[1] + adjusted[1],
        hands_won=sum(c.hands_won for c in counted),
        lot=lot,
    )


def _at_bottom(status: str, config: StandingsConfig) -> bool:
    return status == WITHDRAWN and config.withdrawn == "bottom"


def _unranked(status: str, tally: Tally, *, played: bool, config: StandingsConfig) -> str:
    """Return why somebody is not ranked (one of `UNRANKED`), "" for who is. Points that were
    carried or given without a game rank as well."""
    if status in UNRANKED:
        return status
    has = played or tally.points or tally.game_points
    return "" if has or config.rank_idle else IDLE


def _rank(
    entries: Sequence[EntryFacts],
    statuses: Mapping[int, str],
    unranked: Mapping[int, str],
    board: Board,
    config: StandingsConfig,
) -> dict[int, Ranked]:
    """Rank those who are ranked; the others get rank 0 and the values they would have."""
    classes: dict[int, Value] = {
        entry.id: (-_at_bottom(statuses[entry.id], config), -entry.tier) for entry in entries
    }

    def by_class(tied: Sequence[int]) -> Mapping[int, Value]:
        return {entry: classes[entry] for entry in tied}

    keys: list[Key[int]] = [by_class]
    keys += [partial(METRICS[key].values, board=board) for key in config.order]
    ranked = rank([e.id for e in entries if e.id not in unranked], keys)
    for entry in entries:
        if entry.id not in ranked:
            alone = rank([entry.id], keys)[entry.id]
            ranked[entry.id] = Ranked(0, False, alone.values)
    return ranked


def _row(
    entry: EntryFacts,
    status: str,
    tally: Tally,
    ranked: Ranked,
    config: StandingsConfig,
    *,
    cells: tuple[Cell, ...],
    carried: Pair,
    adjusted: Pair,
) -> Row:
    # The first value is the class, which is no key of the event.
    values = zip(config.order, ranked.values[1:], strict=True)
    return Row(
        entry_id=entry.id,
        number=entry.number,
        name=entry.name,
        club=entry.club,
        team=entry.team,
        status=status,
        rank=ranked.rank or None,
        tied=ranked.tied,
        table_points=tally.points,
        game_points=tally.game_points,
        cells=cells,
        values=tuple(
            NOT_ASKED if value is None else METRICS[key].show(value) for key, value in values
        ),
        tier=entry.tier,
        bottom=_at_bottom(status, config),
        carried=carried,
        adjusted=adjusted,
    )


def _display_order(row: Row, unranked: Mapping[int, str]) -> tuple[int, int, int, int, int]:
    reason = unranked.get(row.entry_id)
    if reason:
        place = UNRANKED.index(reason) + 1
        return (place, 0, -row.table_points, -row.game_points, row.number)
    return (0, row.rank or 0, 0, 0, row.number)
