"""Who confirms a result: any referee, or a second person beside those who recorded, who may have to
type the totals without seeing them (competition-rules.md §1.3; `Tournament.confirmation`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Act, Signature, Table, Tournament
from tournaments.services.access import Actor
from tournaments.services.audit import Change, finish_act
from tournaments.services.confirm_rights import may_sign, require_reason, require_second
from tournaments.services.errors import Conflict, Invalid, NotAllowed, Problem
from tournaments.services.locks import locked_table
from tournaments.services.tables import (
    MAX_TOTAL,
    SeatState,
    TableState,
    require_open,
    table_state,
    touch,
)


@dataclass(frozen=True)
class Signed:
    """What somebody signed; ``differs`` are the chairs where the totals typed are others."""

    signature: Signature
    differs: tuple[int, ...]


def holding(state: TableState) -> list[Signature]:
    """Return the signatures that agree with the result as it is now."""
    totals = list(state.totals)
    return [s for s in state.table.signatures.all() if s.agrees and s.totals == totals]


@dataclass(frozen=True)
class SignatureLine:
    """A line at the foot of the sheet: for the player of a ``seat``, or (None) for whoever else
    signed or is to sign; ``signature`` is None while it is empty."""

    seat: SeatState | None
    signature: Signature | None


def signature_lines(state: TableState) -> list[SignatureLine]:
    """Return the lines of the sheet: the players in order of chairs, then those who signed as
    referees, at least one. Only signatures that hold are shown."""
    held = holding(state)
    by_user = {s.user_id: s for s in held if s.user_id is not None}
    lines = [
        SignatureLine(seat, by_user.pop(seat.entry.player.user_id or 0, None))
        for seat in state.seats
    ]
    shown = {line.signature.pk for line in lines if line.signature}
    others = [SignatureLine(None, s) for s in held if s.pk not in shown]
    return lines + (others or [SignatureLine(None, None)])


def disputes(state: TableState) -> list[Signature]:
    """Return the last totals of each person that are not those of the result."""
    last = {s.actor: s for s in state.table.signatures.all()}
    totals = list(state.totals)
    return [s for s in last.values() if s.totals != totals]


@transaction.atomic
def sign_result(
    actor: Actor,
    table_id: int,
    *,
    totals: Mapping[int, object] | None = None,
    reason: str = "",
) -> Signed:
    """Agree to a finished result, which confirms and locks it; or, with other ``totals`` (chair →
    game points), say what it should be: then nothing is confirmed and both versions stay.

    Raises `NotAllowed` (not a second person where one is asked for), `Invalid` (totals missing
    where they are typed blindly; paper and hands differ and there is no ``reason``), `Conflict`.
    """
    table = locked_table(table_id)
    event = table.round.tournament
    if not may_sign(actor, table):
        raise NotAllowed(_("Only a referee of this event may do this."))
    require_open(table)
    if table.status != Table.Status.FINISHED:
        raise Conflict(_("The table has not finished yet."))
    require_second(actor, table)
    state = table_state(table)
    blind = event.confirmation == Tournament.Confirmation.BLIND
    if blind and totals is None:
        raise Invalid(problems=[Problem("totals", _("Type the four totals."))])
    given = list(state.totals) if totals is None else typed_totals(totals, len(state.seats))
    differs = tuple(i for i, total in enumerate(state.totals) if total != given[i])
    signature = Signature.objects.create(
        table=table,
        user=actor.user,
        actor=actor.label[:80] or "?",
        totals=given,
        agrees=not differs,
        blind=blind,
    )
    changes = [_change(Act.RESULT_SIGNED, table, state.totals, given, reason)]
    if not differs:
        require_reason(table, state.totals, reason)
        table.paper_reason = reason.strip()[:200]
        table.status = Table.Status.CONFIRMED
        touch(table, "status", "paper_reason")
        changes.append(_change(Act.TABLE_CONFIRMED, table, None, table.status, reason))
    else:
        touch(table)
    finish_act(actor, event.pk, *changes)
    return Signed(signature, differs)


def typed_totals(totals: Mapping[int, object], seats: int) -> list[int]:
    """Return totals as a list per chair; raise `Invalid` naming each that is missing."""
    given: list[int] = []
    problems = []
    for chair in range(seats):
        total = totals.get(chair)
        if not isinstance(total, int) or isinstance(total, bool) or abs(total) > MAX_TOTAL:
            problems.append(Problem(f"total {chair}", _("Enter a whole number.")))
        else:
            given.append(total)
    if problems:
        raise Invalid(problems=problems)
    return given


def _change(act: Act, table: Table, before: object, after: object, reason: str) -> Change:
    def plain(value: object) -> object:
        return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value

    return Change(
        act,
        f"table {table.round.number}/{table.number}",
        before=plain(before),
        after=plain(after),
        reason=reason.strip(),
        table=table,
    )
