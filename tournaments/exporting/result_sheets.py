"""The sheets of results: standings, teams, rounds, hands, penalties, statistics; and the list that
other federations take."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.text import Text
from tournaments.exporting.cells import Cell, Column, Kind, Sheet, mean_text, share
from tournaments.exporting.score_sheet import WINDS
from tournaments.exporting.snapshot import EventSnapshot
from tournaments.models import Entry, Penalty
from tournaments.services.played_hands import played_hands
from tournaments.services.refusals import words
from tournaments.services.tables import HandState, TableState
from tournaments.standings import Row
from tournaments.standings.hand_figures import HandFigures, hand_figures

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
        statistics_sheet(snapshot),
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
        ", ".join(names[chair] for chair in _givers(hand)),
        max((win.fan for win in hand.settlement.wins if win.fan is not None), default=None),
        *deltas,
    )


def _givers(hand: HandState) -> list[int]:
    """Return every chair whose tile was won on, each once, in their order."""
    given = [claim.giver for claim in hand.claims if claim.giver is not None]
    return list(dict.fromkeys(given))


def _result(hand: HandState) -> str:
    if hand.end in ENDS:
        return words(ENDS[hand.end])
    ways = [
        words(BY[event["by"]]) for event in hand.hand.record["events"] if event["type"] == "win"
    ]
    return ", ".join(dict.fromkeys(ways)) or hand.end


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
        penalty.entry.shown_name,
        -penalty.points,
        str(penalty.get_scope_display()),
        str(penalty.get_mode_display()),
        f"{receiver.number} {receiver.shown_name}" if receiver else "",
        penalty.reason,
        f"{penalty.created_at.astimezone(zone):%Y-%m-%d %H:%M}",
        f"{cancelled.astimezone(zone):%Y-%m-%d %H:%M}" if cancelled else "",
        penalty.cancel_reason,
    )


def figures(snapshot: EventSnapshot) -> dict[int, HandFigures]:
    """Return the figures of the hands that the reader may see, by entry."""
    return dict(hand_figures(played_hands(snapshot.tables)))


def statistics_sheet(snapshot: EventSnapshot) -> Sheet:
    """What everybody's hands came to; who has played none is left out."""
    columns = (
        Column(_("Number"), Kind.NUMBER, 8),
        Column(_("Name"), width=22),
        Column(_("Games"), Kind.NUMBER, 7),
        Column(_("Hands"), Kind.NUMBER, 7),
        Column(_("Hands won"), Kind.NUMBER, 8),
        Column(_("of these self-drawn"), Kind.NUMBER, 9),
        Column(_("Dealt in"), Kind.NUMBER, 8),
        Column(_("Hands won, share"), Kind.SHARE, 9),
        Column(_("Self-drawn of the won, share"), Kind.SHARE, 11),
        Column(_("Dealt in, share"), Kind.SHARE, 9),
        Column(_("Points of a win, mean"), width=11),
        Column(_("Points of dealing in, mean"), width=11),
        Column(_("Best hand, fan"), Kind.NUMBER, 9),
        Column(_("Best hand, points"), Kind.SIGNED, 9),
        Column(_("Best hand, where"), width=14),
    )
    own = figures(snapshot)
    rows = tuple(
        _statistics(row, own[row.entry_id])
        for row in sorted(snapshot.standings.rows, key=lambda row: row.number)
        if row.entry_id in own
    )
    return Sheet(_("Statistics"), columns, rows)


def _statistics(row: Row, own: HandFigures) -> tuple[Cell, ...]:
    best = own.best
    return (
        row.number,
        row.name,
        own.games,
        own.hands,
        own.wins,
        own.self_draws,
        own.deal_ins,
        share(own.win_rate),
        share(own.self_draw_rate),
        share(own.deal_in_rate),
        mean_text(own.average_win),
        mean_text(own.average_deal_in),
        best.fan if best else None,
        best.points if best else None,
        "{}-{}-{}".format(*best.where) if best else "",
    )


def ema_sheet(snapshot: EventSnapshot) -> Sheet:
    """The results as the European association lists them. The club keeps no country of its people:
    the column is there to be filled in. Only who is ranked is in it."""
    columns = (
        Column(_("Place"), Kind.NUMBER, 7),
        Column(_("EMA number"), width=12),
        Column(_("Name"), width=26),
        Column(_("Country"), width=10),
        Column(_("Table points"), Kind.DECIMAL, 10),
        Column(_("MCR points"), Kind.NUMBER, 10),
    )
    # The number would tell who it is that asked for the name to be hidden.
    numbers = dict(
        snapshot.tournament.entries.filter(player__name_hidden=False).values_list(
            "pk", "player__member_number"
        )
    )
    rows = tuple(
        (
            row.rank,
            numbers.get(row.entry_id, ""),
            row.name,
            "",
            row.table_points,
            row.game_points,
        )
        for row in snapshot.standings.rows
        if row.rank is not None
    )
    return Sheet(_("EMA results"), columns, rows)
