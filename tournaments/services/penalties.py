"""Penalties outside a hand: given, and cancelled with a reason; nothing is deleted."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import (
    Act,
    AuditEntry,
    Entry,
    LoggedRow,
    Penalty,
    Round,
    Table,
    Tournament,
)
from tournaments.services.access import Actor, require_referee
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.fact_log import kind_of
from tournaments.services.locks import locked_table, locked_tournament, require_same
from tournaments.services.log import actor_name

MAX_POINTS = 10_000


def facts(penalty: Penalty) -> dict[str, object]:
    return {
        "entry": penalty.entry.number,
        "scope": penalty.scope,
        "mode": penalty.mode,
        "points": penalty.points,
        "to": penalty.beneficiary.number if penalty.beneficiary else None,
        "round": penalty.round_number,
        "code": penalty.code,
        "reason": penalty.reason,
        "cancelled": penalty.cancelled_at is not None,
    }


@transaction.atomic
def give_penalty(
    actor: Actor,
    tournament_id: int,
    *,
    entry_id: int,
    scope: str,
    mode: str,
    points: int,
    reason: str,
    round_number: int | None = None,
    beneficiary_id: int | None = None,
    code: str = "",
) -> Penalty:
    """Give a penalty. A ``session`` one counts at the table where the offender sits in the round;
    given before the seats are drawn it waits for them. ``pay_each`` needs the round as well.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotThere
    require_referee(actor, tournament)
    problems = _field_problems(scope, mode, points, reason, round_number)
    entry = Entry.objects.filter(pk=entry_id, tournament=tournament).first()
    if entry is None:
        problems.append(Problem("entry", _("This player is not in this event.")))
    beneficiary = (
        Entry.objects.filter(pk=beneficiary_id, tournament=tournament).first()
        if beneficiary_id is not None
        else None
    )
    if mode == Penalty.Mode.PAY_TO and (beneficiary is None or beneficiary == entry):
        problems.append(Problem("beneficiary", _("Name the player who is paid.")))
    table = _table_of(entry, round_number, problems) if entry else None
    _hold_event(tournament.pk, entry, round_number, table)
    if scope == Penalty.Scope.SESSION and beneficiary is not None and table is not None:
        problems += _elsewhere(beneficiary, table)
    if problems or entry is None:
        raise Invalid(problems=problems)
    penalty = Penalty.objects.create(
        tournament=tournament,
        entry=entry,
        round_number=round_number,
        scope=scope,
        mode=mode,
        points=points,
        beneficiary=beneficiary if mode == Penalty.Mode.PAY_TO else None,
        code=code,
        reason=reason.strip(),
    )
    _finish(actor, Act.PENALTY_GIVEN, penalty, table, before=None, reason=penalty.reason)
    return penalty


@transaction.atomic
def cancel_penalty(actor: Actor, penalty_id: int, reason: str) -> Penalty:
    """Cancel a penalty with a reason: it stays visible, struck out, and counts for nothing."""
    rows = Penalty.objects.select_related("tournament", "entry", "beneficiary")
    found = rows.filter(pk=penalty_id).first()
    if found is None:
        raise NotThere
    require_referee(actor, found.tournament)
    problems: list[Problem] = []
    table = _table_of(found.entry, found.round_number, problems)
    _hold_event(found.tournament_id, found.entry, found.round_number, table)
    penalty = rows.get(pk=penalty_id)
    if not reason.strip():
        problems.append(Problem("reason", _("Give a reason.")))
    if penalty.cancelled_at is not None:
        raise Conflict(_("This penalty is cancelled already."))
    if problems:
        raise Invalid(problems=problems)
    before = facts(penalty)
    penalty.cancelled_at = timezone.now()
    penalty.cancel_reason = reason.strip()[:200]
    penalty.save(update_fields=["cancelled_at", "cancel_reason"])
    _finish(
        actor, Act.PENALTY_CANCELLED, penalty, table, before=before, reason=penalty.cancel_reason
    )
    return penalty


@dataclass(frozen=True)
class Told:
    """A penalty with the names of who gave it and who cancelled it; empty where the log does not
    know."""

    penalty: Penalty
    given_by: str
    cancelled_by: str


def told(tournament: Tournament) -> Sequence[Told]:
    """Return every penalty of an event, the newest first, in a fixed number of queries."""
    given: dict[int, int] = {}
    cancelled: dict[int, int] = {}
    logged = LoggedRow.objects.filter(tournament=tournament, kind=kind_of(Penalty))
    for pk, revision, values in logged.order_by("revision", "id").values_list(
        "row", "revision", "values"
    ):
        given.setdefault(pk, revision)
        if values is None or values["cancelled_at"] is None:
            cancelled.pop(pk, None)
        else:
            # What touches a cancelled penalty later has not cancelled it.
            cancelled.setdefault(pk, revision)
    # Whoever read an event from a file has given none of its penalties.
    acts = AuditEntry.objects.filter(
        tournament=tournament, revision__in={*given.values(), *cancelled.values()}
    ).exclude(act=Act.TOURNAMENT_IMPORTED)
    names = {entry.revision: actor_name(entry) for entry in acts}
    found = tournament.penalties.select_related("entry__player", "beneficiary__player")
    return [
        Told(p, names.get(given.get(p.pk), ""), names.get(cancelled.get(p.pk), ""))
        for p in found.order_by("-created_at", "-id")
    ]


def _field_problems(
    scope: str, mode: str, points: int, reason: str, round_number: int | None
) -> list[Problem]:
    problems = []
    if scope not in Penalty.Scope.values:
        problems.append(Problem("scope", _("Choose what the penalty counts for.")))
    if mode not in Penalty.Mode.values:
        problems.append(Problem("mode", _("Choose how the penalty is paid.")))
    if not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= MAX_POINTS:
        problems.append(Problem("points", _("Points must be a whole number from 0 to 10000.")))
    if not reason.strip():
        problems.append(Problem("reason", _("Give a reason.")))
    elif len(reason.strip()) > 200:
        problems.append(Problem("reason", _("The reason is longer than 200 characters.")))
    if round_number is None and scope == Penalty.Scope.SESSION:
        problems.append(Problem("round", _("Name the round the penalty counts for.")))
    elif round_number is None and mode == Penalty.Mode.PAY_EACH:
        problems.append(Problem("round", _("Name the round whose table is paid.")))
    return problems


def _elsewhere(beneficiary: Entry, table: Table) -> list[Problem]:
    """Paid to somebody of another table, the points would leave this one and arrive nowhere."""
    if table.seats.filter(entry=beneficiary).exists():
        return []
    words = _("%(name)s does not sit at table %(table)d in this round.") % {
        "name": beneficiary.player.name,
        "table": table.number,
    }
    return [Problem("beneficiary", words)]


def _table_of(entry: Entry, round_number: int | None, problems: list[Problem]) -> Table | None:
    """Return the offender's table in the round, locked; None where there is none (yet)."""
    if round_number is None:
        return None
    found = _seated_at(entry, round_number).first()
    if found is None:
        return None
    table = locked_table(found.pk)
    if table.round.status == Round.Status.CLOSED:
        problems.append(Problem("round", _("The round is closed; reopen it first.")))
    elif table.status == Table.Status.CONFIRMED:
        problems.append(Problem("round", _("The result is confirmed; reopen the table first.")))
    return table


def _seated_at(entry: Entry, round_number: int) -> QuerySet[Table]:
    """Return the table where somebody sits in a round: one row or none."""
    return Table.objects.filter(seats__entry=entry, round__number=round_number)


def _hold_event(
    tournament_id: int, entry: Entry | None, round_number: int | None, table: Table | None
) -> None:
    """Lock the event after the table; raise `Conflict` where the offender sits elsewhere by now."""
    locked_tournament(tournament_id)
    if entry is None or round_number is None:
        return
    require_same(_seated_at(entry, round_number), [table] if table else [])


def _finish(
    actor: Actor,
    act: Act,
    penalty: Penalty,
    table: Table | None,
    *,
    before: dict[str, object] | None,
    reason: str,
) -> None:
    if table is not None:
        table.revision += 1
        table.save(update_fields=["revision"])
    finish_act(
        actor,
        penalty.tournament_id,
        Change(
            act,
            f"entry {penalty.entry.number}",
            before=before,
            after=facts(penalty),
            reason=reason,
            table=table,
            round_number=penalty.round_number,
        ),
    )
