"""Who may confirm a table's result, and what it needs (`Tournament.confirmation`)."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournaments.models import Act, AuditEntry, Round, Table, Tournament
from tournaments.services.access import Actor, may_referee
from tournaments.services.errors import Invalid, NotAllowed, Problem

RECORDING = (Act.HAND_RECORDED, Act.HAND_AMENDED, Act.HAND_INSERTED, Act.TOTALS_TYPED)


def sits_at(actor: Actor, table: Table) -> bool:
    """Whether the actor's own account is of a player of this table."""
    return (
        actor.user is not None and table.seats.filter(entry__player__user_id=actor.user.pk).exists()
    )


def recorded_by(actor: Actor, table: Table) -> bool:
    """Whether the actor has recorded something of what stands at this table."""
    if actor.user is None:
        return False
    return AuditEntry.objects.filter(
        tournament_id=table.round.tournament_id,
        round_number=table.round.number,
        table_number=table.number,
        act__in=RECORDING,
        user=actor.user,
    ).exists()


def may_sign(actor: Actor, table: Table) -> bool:
    """A referee of the event; where a second person confirms, also a player of the table."""
    event = table.round.tournament
    if may_referee(actor, event):
        return True
    return event.confirmation != Tournament.Confirmation.ANY and sits_at(actor, table)


def awaits(actor: Actor, table: Table) -> bool:
    """Whether the table's result waits for this person to confirm it."""
    return (
        table.status == Table.Status.FINISHED
        and table.round.status == Round.Status.RUNNING
        and may_sign(actor, table)
        and (_any_may(table) or not recorded_by(actor, table))
    )


def _any_may(table: Table) -> bool:
    return table.round.tournament.confirmation == Tournament.Confirmation.ANY


def require_second(actor: Actor, table: Table) -> None:
    """Refuse whoever has recorded at the table, where a second person confirms."""
    if not _any_may(table) and recorded_by(actor, table):
        raise NotAllowed(
            _("You have recorded at this table; somebody else confirms the result."),
            code="second_person",
        )


def require_reason(table: Table, totals: Sequence[int], reason: str) -> None:
    """Ask for a reason where the totals of the paper are not those recorded."""
    if table.paper_totals in (None, list(totals)) or reason.strip():
        return
    words = _("Paper and hands differ: put one of them right, or give the reason.")
    raise Invalid(problems=[Problem("reason", words)])
