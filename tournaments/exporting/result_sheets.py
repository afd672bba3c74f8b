"""The sheets of results: standings, teams, rounds, hands, penalties."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.text import Text
from tournaments.exporting.cells import Cell, Column, Kind, Sheet
from tournaments.exporting.score_sheet import WINDS
from tournaments.exporting.snapshot import EventSnapshot
from tournaments.models import Entry, Penalty
from tournaments.services.refusals import words
from tournaments.services.tables import HandState, TableState
from tournaments.standings import Row

BY = {
    "self_draw": Text("自摸", "self-draw"),
    "discard": Text("点炮", "discard"),
    "rob_kong": Text("抢杠", "robbed kong"),
}
ENDS = {"exhaust": Text("荒牌", "drawn"), "abort": Text("作废", "void")}


def result_sheets(snapshot: EventSnapshot) -> list[Sheet]:
    """Return all sheets of an event, the standings first."""
    return [
        standings_sheet(snapshot),
        teams_sheet(snapshot),
        rounds_sheet(snapshot),
        hands_sheet(snapshot),
        penalties_sheet(snapshot),
    ]


def standings_sheet(snapshot: EventSnapshot) -> Sheet:
    standings = snapshot.standings
    columns = [
        Column(_("Rank"), Kind.NUMBER, 6),
        Column(_("Shared"), width=7),
        Column(_("Number"), Kind.NUMBER, 8),
        Column(_("Name"), width=22),
        Column(_("Club"), width=18),
        Column(_("Team"), width=14),
        Column(_("Status"), width=12),
        Column(_("Table points"), Kind.POINTS, 9),
        Column(_("Game points"), Kind.SIGNED, 9),
    ]
    for number in standings.rounds:
        where = {"n": number}
        columns += [
            Column(_("R%(n)d place") % where, Kind.NUMBER, 7),
            Column(_("R%(n)d table points") % where, Kind.POINTS, 9),
            Column(_("R%(n)d game points") % where, Kind.SIGNED, 9),
        ]
    rows = tuple(tuple(_standing(row, standings.rounds)) for row in standings.rows)
    return Sheet(_("Standings"), tuple(columns), rows)


def _standing(row: Row, rounds: tuple[int, ...]) -> Iterator[Cell]:
    yield row.rank
    yield _("yes") if row.tied else ""
    yield from (row.number, row.name, row.club, row.team, str(Entry.Status(row.status).label))
    yield from (row.table_points, row.game_points)
    cells = {cell.round_no: cell for cell in row.cells}
    for number in rounds:
        cell = cells.get(number)
        if cell is None:
            yield from (None, None, None)
        else:
            yield from (cell.place, cell.points, cell.game_points)


def teams_sheet(snapshot: EventSnapshot) -> Sheet:
    names = {row.entry_id: f"{row.number} {row.name}" for row in snapshot.standings.rows}
    columns = (
        Column(_("Rank"), Kind.NUMBER, 6),
        Column(_("Shared"), width=7),
        Column(_("Team"), width=18),
        Column(_("Table points"), Kind.POINTS, 9),
        Column(_("Game points"), Kind.SIGNED, 9),
        Column(_("Members"), width=60),
    )
    rows = tuple(
        (
            team.rank,
            _("yes") if team.tied else "",
            team.name,
            team.table_points,
            team.game_points,
            ", ".join(names[member] for member in team.members),
        )
        for team in snapshot.standings.teams
    )
    return Sheet(_("Teams"), columns, rows)


def rounds_sheet(snapshot: EventSnapshot) -> Sheet:
    """One row per seat."""
    columns = (
        Column(_("Round"), Kind.NUMBER, 7),
        Column(_("Table"), Kind.NUMBER, 7),
        Column(_("Wind"), width=7),
        Column(_("Number"), Kind.NUMBER, 8),
        Column(_("Name"), width=22),
        Column(_("Place"), Kind.NUMBER, 7),
        Column(_("Table points"), Kind.POINTS, 9),
        Column(_("Game points"), Kind.SIGNED, 9),
        Column(_("of these penalties"), Kind.SIGNED, 9),
        Column(_("Hands"), Kind.NUMBER, 7),
        Column(_("Table is"), width=12),
        Column(_("Entered as"), width=12),
    )
    rows = tuple(row for state in snapshot.tables for row in _seats(state))
    return Sheet(_("Rounds"), columns, rows)


def _seats(state: TableState) -> Iterator[tuple[Cell, ...]]:
    for seat in state.seats:
        known = state.has_result
        yield (
            state.round.number,
            state.table.number,
            words(WINDS[seat.chair]),
            seat.entry.number,
            seat.name,
            seat.place,
            seat.points,
            seat.total if known else None,
            seat.penalty or None,
            len(state.hands),
            str(state.table.get_status_display()),
            str(state.table.get_source_display()),
        )


def hands_sheet(snapshot: EventSnapshot) -> Sheet:
    """One row per hand in force; deltas in the order of the chairs (winds of the first hand)."""
    columns = (
        Column(_("Round"), Kind.NUMBER, 7),
        Column(_("Table"), Kind.NUMBER, 7),
        Column(_("Hand"), Kind.NUMBER, 7),
        Column(_("Prevailing wind"), width=9),
        Column(_("Dealer"), width=22),
        Column(_("Result"), width=12),
        Column(_("Winner"), width=22),
        Column(_("From"), width=22),
        Column(_("Fan"), Kind.NUMBER, 6),
        *(Column(_("%(wind)s ±") % {"wind": words(wind)}, Kind.SIGNED, 8) for wind in WINDS),
    )
    rows = tuple(_hand(state, hand) for state in snapshot.tables for hand in state.hands)
    return Sheet(_("Hands"), columns, rows)


def _hand(state: TableState, hand: HandState) -> tuple[Cell, ...]:
    names = [f"{seat.entry.number} {seat.name}" for seat in state.seats]
    dealer = hand.position.dealer
    deltas = [*hand.deltas, *[None] * (4 - len(hand.deltas))]
    return (
        state.round.number,
        state.table.number,
        hand.number,
        words(WINDS[hand.position.prevailing]),
        "" if dealer is None else names[dealer],
        _result(hand),
        ", ".join(names[chair] for chair in hand.winners),
        "" if hand.giver is None else names[hand.giver],
        hand.fan,
        *deltas,
    )


def _result(hand: HandState) -> str:
    if hand.end in ENDS:
        return words(ENDS[hand.end])
    for event in hand.hand.record["events"]:
        if event["type"] == "win":
            return words(BY[event["by"]])
    return hand.end


def penalties_sheet(snapshot: EventSnapshot) -> Sheet:
    """Penalties outside a hand, cancelled ones marked; those in a hand stand in its deltas."""
    columns = (
        Column(_("Round"), Kind.NUMBER, 7),
        Column(_("Number"), Kind.NUMBER, 8),
        Column(_("Name"), width=22),
        Column(_("Points"), Kind.SIGNED, 8),
        Column(_("Counts for"), width=14),
        Column(_("How it is paid"), width=24),
        Column(_("Paid to"), width=22),
        Column(_("Reason"), width=36),
        Column(_("Given at"), width=17),
        Column(_("Cancelled at"), width=17),
        Column(_("Cancelled because"), width=30),
    )
    rows = tuple(_penalty(snapshot, penalty) for penalty in snapshot.penalties)
    return Sheet(_("Penalties"), columns, rows)


def _penalty(snapshot: EventSnapshot, penalty: Penalty) -> tuple[Cell, ...]:
    zone = snapshot.label.made_at.tzinfo
    receiver = penalty.beneficiary
    cancelled = penalty.cancelled_at
    return (
        penalty.round_number,
        penalty.entry.number,
        penalty.entry.player.name,
        -penalty.points,
        str(penalty.get_scope_display()),
        str(penalty.get_mode_display()),
        f"{receiver.number} {receiver.player.name}" if receiver else "",
        penalty.reason,
        f"{penalty.created_at.astimezone(zone):%Y-%m-%d %H:%M}",
        f"{cancelled.astimezone(zone):%Y-%m-%d %H:%M}" if cancelled else "",
        penalty.cancel_reason,
    )
