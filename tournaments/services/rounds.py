"""Running a round: start, close, reopen."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Act, Round, Table, Tournament
from tournaments.services.access import Actor, require_organiser, require_referee
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, Problem
from tournaments.services.locks import locked_round, locked_rounds, locked_tournament


@transaction.atomic
def start_round(actor: Actor, round_id: int) -> Round:
    """Start the clock of a seated round; its seats become public. Starting twice is harmless."""
    round_ = locked_round(round_id)
    require_referee(actor, round_.tournament)
    if round_.status == Round.Status.RUNNING:
        return round_
    if round_.status != Round.Status.SEATED:
        raise Conflict(_("The round is closed; reopen it first."))
    locked_tournament(round_.tournament_id)
    round_.status = Round.Status.RUNNING
    round_.started_at = timezone.now()
    round_.seats_public = True
    round_.save(update_fields=["status", "started_at", "seats_public"])
    Tournament.objects.filter(pk=round_.tournament_id, status=Tournament.Status.PLANNED).update(
        status=Tournament.Status.RUNNING
    )
    finish_act(
        actor,
        round_.tournament_id,
        Change(Act.ROUND_STARTED, f"round {round_.number}", round_number=round_.number),
    )
    return round_


@transaction.atomic
def close_round(actor: Actor, round_id: int, *, force: bool = False) -> Round:
    """Close a round: nothing at its tables can be changed until it is reopened.

    Tables still open are listed and the round stays open, unless ``force``: then they count as
    they stand (time was called).
    """
    round_ = locked_round(round_id)
    require_organiser(actor, round_.tournament)
    if round_.status == Round.Status.CLOSED:
        return round_
    # Lock the tables as well: a hand being saved now is either in or refused.
    _rounds, found, _event = locked_rounds(Round.objects.filter(pk=round_.pk), round_.tournament_id)
    tables = sorted(found, key=lambda table: table.number)
    open_tables = [t for t in tables if t.status == Table.Status.OPEN]
    if open_tables and not force:
        raise Invalid(
            problems=[
                Problem(f"table {t.number}", _("Table %(n)s is not finished.") % {"n": t.number})
                for t in open_tables
            ]
        )
    for table in open_tables:
        table.status = Table.Status.FINISHED
        table.revision += 1
        table.save(update_fields=["status", "revision"])
        table.round = round_
    round_.status = Round.Status.CLOSED
    round_.closed_at = timezone.now()
    round_.save(update_fields=["status", "closed_at"])
    finish_act(
        actor,
        round_.tournament_id,
        Change(Act.ROUND_CLOSED, f"round {round_.number}", round_number=round_.number),
        *(
            Change(Act.TABLE_FINISHED, f"table {t.number}", reason=_("round closed"), table=t)
            for t in open_tables
        ),
    )
    return round_


@transaction.atomic
def reopen_round(actor: Actor, round_id: int, reason: str) -> Round:
    """Open a closed round again, with a reason."""
    round_ = locked_round(round_id)
    require_organiser(actor, round_.tournament)
    if not reason.strip():
        raise Invalid(problems=[Problem("reason", _("Give a reason."))])
    if round_.status != Round.Status.CLOSED:
        raise Conflict(_("The round is not closed."))
    round_.status = Round.Status.RUNNING
    round_.closed_at = round_.confirmed_at = None
    round_.save(update_fields=["status", "closed_at", "confirmed_at"])
    finish_act(
        actor,
        round_.tournament_id,
        Change(
            Act.ROUND_REOPENED,
            f"round {round_.number}",
            reason=reason.strip(),
            round_number=round_.number,
        ),
    )
    return round_
