"""The state of a table: the one derivation of winds, dealers, hands and totals that form, page,
sheet, export and standings show; and the acts on a table as a whole.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db import transaction
from django.db.models import Exists, OuterRef, Prefetch
from django.utils.translation import gettext as _

from scoring.ledger import Settlement
from scoring.progress import Outcome, Position, table_positions
from scoring.ruleset import Ruleset
from scoring.rulesets import get_ruleset
from scoring.table_points import get_scheme, table_points
from scoring.text import Text
from tournaments.models import (
    Act,
    Entry,
    Hand,
    Penalty,
    RefereeCall,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournaments.services.access import (
    Actor,
    require_recorder,
    require_referee,
    require_reopening,
)
from tournaments.services.audit import Change, finish_act
from tournaments.services.confirm_rights import require_reason, require_second
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.locks import locked_table
from tournaments.services.penalty_moves import penalty_moves

MAX_TOTAL = 1_000_000


@dataclass(frozen=True)
class Claim:
    """One winning tile: the chairs that won on it, the chair that gave it (None: self-drawn), and
    whether it was robbed from a kong."""

    winners: tuple[int, ...]
    giver: int | None
    robbed: bool


@dataclass(frozen=True)
class HandState:
    """A hand in force. ``deltas`` and ``running`` are per chair (the wind of the first hand)."""

    hand: Hand
    position: Position
    settlement: Settlement
    deltas: tuple[int, ...]
    running: tuple[int, ...]

    @property
    def number(self) -> int:
        return self.hand.number

    @property
    def end(self) -> str:
        return self.settlement.end

    @property
    def winners(self) -> tuple[int, ...]:
        """The chairs that won."""
        return tuple(self.position.chairs[win.seat] for win in self.settlement.wins)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """The winning tiles in their order; several where the hand goes on after a win."""
        chairs = self.position.chairs
        return tuple(
            Claim(
                tuple(chairs[winner["seat"]] for winner in event["winners"]),
                None if event.get("from") is None else chairs[event["from"]],
                event["by"] == "rob_kong",
            )
            for event in self.hand.record["events"]
            if event["type"] == "win"
        )

    @property
    def giver(self) -> int | None:
        """The chair that discarded the first winning tile; None on a self-draw or draw."""
        return self.claims[0].giver if self.claims else None

    @property
    def fan(self) -> int | None:
        """The fan of the (first) winner, where the ruleset counts fan."""
        return self.settlement.wins[0].fan if self.settlement.wins else None


@dataclass(frozen=True)
class SeatState:
    """One chair: who sits there, and what it came to. ``place`` and ``points`` (标准分 in 1/2520)
    are None while nothing is recorded; ``points`` also where the scheme ranks the whole round.
    ``total`` is the game points, penalties included."""

    chair: int
    seat: Seat
    entry: Entry
    total: int
    hands_total: int
    penalty: int
    place: int | None
    points: int | None

    @property
    def name(self) -> str:
        """The name that everybody may read."""
        return self.entry.shown_name


@dataclass(frozen=True)
class TableState:
    """Everything about a table, derived. ``positions`` belong to ``hands``; ``next_position`` is
    None when the game is over. ``total_sum`` is not zero only where ``imbalance`` says why."""

    table: Table
    ruleset: Ruleset
    seats: tuple[SeatState, ...]
    hands: tuple[HandState, ...]
    next_position: Position | None
    penalties: tuple[Penalty, ...] = field(default=())

    @property
    def round(self) -> Round:
        return self.table.round

    @property
    def tournament(self) -> Tournament:
        return self.table.round.tournament

    @property
    def typed(self) -> bool:
        return self.table.source == Table.Source.TOTALS

    @property
    def finished(self) -> bool:
        return self.table.status != Table.Status.OPEN

    @property
    def has_result(self) -> bool:
        return bool(self.hands) or self.typed

    @property
    def played(self) -> int:
        """Hands that were played to an end: a win or a drawn wall. One that time cut off, or that
        was annulled, is none of them (competition-rules.md §1.3)."""
        return sum(hand.end != "abort" for hand in self.hands)

    @property
    def called(self) -> bool:
        """Whether somebody at the table waits for a referee."""
        return bool(getattr(self.table, "is_called", False))

    @property
    def next_number(self) -> int:
        return len(self.hands) + 1

    @property
    def total_sum(self) -> int:
        return sum(seat.total for seat in self.seats)

    @property
    def imbalances(self) -> tuple[Text, ...]:
        """Why hands do not sum to zero, where they need not: a house fee. Each reason once."""
        found = (hand.settlement.imbalance for hand in self.hands)
        return tuple(dict.fromkeys(reason for reason in found if reason))

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(seat.total for seat in self.seats)

    @cached_property
    def by_number(self) -> dict[int, HandState]:
        return {hand.number: hand for hand in self.hands}


def outcome_of(record: Mapping[str, object], settlement: Mapping[str, object]) -> Outcome:
    """Return how a stored hand ended, as `scoring.progress` asks for it."""
    events = record["events"]
    reason = ""
    for event in events if isinstance(events, list) else ():
        if event.get("type") == "abort":
            reason = str(event.get("reason") or "")
    next_dealer = settlement["next_dealer"]
    return Outcome(
        str(settlement["end"]), next_dealer if isinstance(next_dealer, int) else None, reason
    )


def positions_of(
    tournament: Tournament,
    hands: Sequence[Hand],
    players: int,
    given_dealers: Mapping[int, int] | None = None,
) -> list[Position | None]:
    """Return the positions of a table's hands in force, in order, and of the next one.

    ``given_dealers`` (index → chair) are dealers of the dice beside those that the hands keep.
    """
    return table_positions(
        get_ruleset(tournament.ruleset),
        tournament.seat_change,
        [outcome_of(hand.record, hand.settlement) for hand in hands],
        players=players,
        given_dealers={
            i: hand.position["given_dealer"]
            for i, hand in enumerate(hands)
            if hand.position.get("given_dealer") is not None
        }
        | dict(given_dealers or {}),
    )


def for_states(tables: Iterable[int] | None = None, **filters: object) -> list[Table]:
    """Fetch tables with all that `state_of` needs, in a fixed number of queries."""
    waiting = RefereeCall.objects.filter(table=OuterRef("pk"), answered_at=None)
    queryset = Table.objects.filter(**filters).annotate(is_called=Exists(waiting))
    if tables is not None:
        queryset = queryset.filter(pk__in=list(tables))
    return list(
        queryset.select_related("round__tournament__club")
        .prefetch_related(
            Prefetch(
                "seats",
                Seat.objects.select_related("entry__player__club", "entry__team").order_by("wind"),
            )
        )
        .prefetch_related(Prefetch("hands", Hand.objects.in_force().order_by("number")))
    )


def table_state(table: Table | int) -> TableState:
    """Return the state of one table; raise `NotThere`."""
    pk = table.pk if isinstance(table, Table) else table
    found = for_states([pk])
    if not found:
        raise NotThere
    return states_of(found)[0]


def states_of(tables: Sequence[Table]) -> list[TableState]:
    """Return the states of tables fetched by `for_states` (one query more, for penalties)."""
    rounds = {(t.round.tournament_id, t.round.number) for t in tables}
    penalties = Penalty.objects.filter(
        scope=Penalty.Scope.SESSION,
        tournament_id__in={t for t, _number in rounds},
        round_number__in={number for _t, number in rounds},
    ).select_related("entry__player", "beneficiary")
    by_round: dict[tuple[int, int], list[Penalty]] = {}
    for penalty in penalties if tables else ():
        if penalty.round_number is not None:
            key = (penalty.tournament_id, penalty.round_number)
            by_round.setdefault(key, []).append(penalty)
    return [state_of(t, by_round.get((t.round.tournament_id, t.round.number), [])) for t in tables]


def state_of(table: Table, round_penalties: Sequence[Penalty]) -> TableState:
    """Derive the state of a fetched table; ``round_penalties`` are those of its round."""
    tournament = table.round.tournament
    seats = sorted(table.seats.all(), key=lambda seat: seat.wind)
    hands = list(table.hands.all())
    positions = positions_of(tournament, hands, len(seats) or 4)
    states: list[HandState] = []
    running = [0] * len(seats)
    for hand, position in zip(hands, positions, strict=False):
        if position is None:
            position = Position.from_json(hand.position)
        deltas = tuple(hand.chair_deltas)
        running = [a + b for a, b in zip(running, deltas, strict=True)]
        settlement = Settlement.from_stored(hand.settlement)
        states.append(HandState(hand, position, settlement, deltas, tuple(running)))
    typed = table.source == Table.Source.TOTALS
    sums = [seat.typed_points or 0 for seat in seats] if typed else running
    own = penalty_moves([seat.entry_id for seat in seats], round_penalties)
    totals = [total + change for total, change in zip(sums, own, strict=True)]
    scored = bool(hands) or typed
    result = table_points(totals, tournament.scheme, tournament.tie) if scored else None
    # A scheme over the whole round is worth nothing by the table alone: the standings tell it.
    by_table = get_scheme(tournament.scheme).kind != "group"
    at_table = {seat.entry_id for seat in seats}
    return TableState(
        table=table,
        ruleset=get_ruleset(tournament.ruleset),
        seats=tuple(
            SeatState(
                chair=seat.wind,
                seat=seat,
                entry=seat.entry,
                total=totals[i],
                hands_total=sums[i],
                penalty=own[i],
                place=result.places[i] if result else None,
                points=result.points[i] if result and by_table else None,
            )
            for i, seat in enumerate(seats)
        ),
        hands=tuple(states),
        next_position=positions[-1],
        penalties=tuple(p for p in round_penalties if p.entry_id in at_table),
    )


def require_open(table: Table) -> None:
    """Refuse acts on a table whose result is confirmed or whose round is closed."""
    if table.round.status == Round.Status.CLOSED:
        raise Conflict(_("The round is closed; reopen it first."))
    if table.status == Table.Status.CONFIRMED:
        raise Conflict(_("The result is confirmed; reopen the table first."))


def touch(table: Table, *fields: str) -> None:
    """Count the table's revision up and save it with the fields named."""
    table.revision += 1
    table.save(update_fields=["revision", *fields])


@transaction.atomic
def finish_table(actor: Actor, table_id: int) -> Table:
    """Say that a table has played its last hand. Finishing twice is harmless."""
    table = locked_table(table_id)
    require_recorder(actor, table)
    require_open(table)
    if table.status == Table.Status.FINISHED:
        return table
    if not table_state(table).has_result:
        raise Invalid(problems=[Problem("table", _("Nothing is recorded at this table yet."))])
    table.status = Table.Status.FINISHED
    touch(table, "status")
    _finish(actor, Act.TABLE_FINISHED, table)
    return table


@transaction.atomic
def confirm_table(actor: Actor, table_id: int, *, reason: str = "") -> Table:
    """Confirm a finished result: it is locked from now on. A ``reason`` is needed where the totals
    of the paper differ. Where a second person types the totals, `confirming.sign_result` does it.
    """
    table = locked_table(table_id)
    require_referee(actor, table.round.tournament)
    if table.status == Table.Status.CONFIRMED:
        return table
    require_open(table)
    if table.status != Table.Status.FINISHED:
        raise Conflict(_("The table has not finished yet."))
    blind = table.round.tournament.confirmation == Tournament.Confirmation.BLIND
    if blind and not actor.system:
        raise Conflict(_("The result is confirmed by typing its four totals."))
    require_second(actor, table)
    if table.paper_totals is not None:
        require_reason(table, table_state(table).totals, reason)
    table.status = Table.Status.CONFIRMED
    table.paper_reason = reason.strip()[:200]
    touch(table, "status", "paper_reason")
    _finish(actor, Act.TABLE_CONFIRMED, table, reason=table.paper_reason)
    return table


@transaction.atomic
def reopen_table(actor: Actor, table_id: int, reason: str) -> Table:
    """Open a finished table again, with a reason: whom the event lets (`Tournament.reopening`); a
    confirmed one needs an organiser."""
    table = locked_table(table_id)
    require_reopening(actor, table)
    if not reason.strip():
        raise Invalid(problems=[Problem("reason", _("Give a reason."))])
    if table.round.status == Round.Status.CLOSED:
        raise Conflict(_("The round is closed; reopen it first."))
    if table.status == Table.Status.OPEN:
        return table
    before = table.status
    table.status = Table.Status.OPEN
    touch(table, "status")
    _finish(actor, Act.TABLE_REOPENED, table, before=before, reason=reason.strip())
    return table


def _finish(
    actor: Actor, act: Act, table: Table, *, before: object = None, reason: str = ""
) -> None:
    finish_act(
        actor,
        table.round.tournament_id,
        Change(
            act,
            f"table {table.round.number}/{table.number}",
            before=before,
            after=table.status,
            reason=reason,
            table=table,
        ),
    )


@transaction.atomic
def type_totals(
    actor: Actor, table_id: int, totals: Mapping[int, int], *, reason: str = ""
) -> Table:
    """Enter the totals of a table whose sheet holds no hands: ``totals`` chair → game points. They
    sum to zero, or ``reason`` says why not. The table counts as finished.
    """
    table = locked_table(table_id)
    require_recorder(actor, table)
    require_open(table)
    seats = list(table.seats.order_by("wind"))
    problems = _total_problems(table, seats, totals, reason)
    if problems:
        raise Invalid(problems=problems)
    before = {str(seat.wind): seat.typed_points for seat in seats}
    for seat in seats:
        seat.typed_points = totals[seat.wind]
        seat.save(update_fields=["typed_points"])
    table.source = Table.Source.TOTALS
    table.status = Table.Status.FINISHED
    table.imbalance_reason = reason.strip()[:200] if sum(totals.values()) else ""
    touch(table, "source", "status", "imbalance_reason")
    finish_act(
        actor,
        table.round.tournament_id,
        Change(
            Act.TOTALS_TYPED,
            f"table {table.round.number}/{table.number}",
            before=before,
            after={str(chair): total for chair, total in totals.items()},
            reason=table.imbalance_reason,
            table=table,
        ),
    )
    return table


def _total_problems(
    table: Table, seats: Sequence[Seat], totals: Mapping[int, int], reason: str
) -> list[Problem]:
    problems: list[Problem] = []
    if table.hands.filter(undone_at=None).exists():
        problems.append(Problem("table", _("Hands are recorded at this table; undo them first.")))
    for seat in seats:
        total = totals.get(seat.wind)
        if not isinstance(total, int) or isinstance(total, bool) or abs(total) > MAX_TOTAL:
            problems.append(Problem(f"total {seat.wind}", _("Enter a whole number.")))
    if set(totals) - {seat.wind for seat in seats}:
        problems.append(Problem("totals", _("There is no such chair at this table.")))
    difference: int = 0 if problems else sum(totals.values())
    if difference and not reason.strip():
        problems.append(
            Problem(
                "totals",
                _("The totals sum to %(sum)+d, not to zero; correct them or give the reason.")
                % {"sum": difference},
            )
        )
    return problems
