"""Calling a referee to a table, and what a referee notes on a hand."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Act, Hand, RefereeCall, Round, Table
from tournaments.services.access import Actor, require_recorder, require_referee
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.locks import locked_table
from tournaments.services.tables import require_open, touch


@transaction.atomic
def call_referee(actor: Actor, table_id: int, reason: str = "") -> RefereeCall:
    """Ask for a referee at a table of a running round. One call is open at a time: calling again
    answers with it."""
    table = locked_table(table_id)
    require_recorder(actor, table)
    if table.round.status != Round.Status.RUNNING:
        raise Conflict(_("The round is not running."))
    reason = _checked(reason, "reason")
    open_call = table.calls.filter(answered_at=None).first()
    if open_call is not None:
        return open_call
    call = RefereeCall.objects.create(table=table, reason=reason, actor=actor.label[:80] or "?")
    _finish(actor, Act.REFEREE_CALLED, table, reason)
    return call


@transaction.atomic
def answer_call(actor: Actor, table_id: int) -> None:
    """A referee is at the table; nothing happens when nobody has called."""
    table = locked_table(table_id)
    require_referee(actor, table.round.tournament)
    call = table.calls.filter(answered_at=None).first()
    if call is None:
        return
    call.answered_at = timezone.now()
    call.answered_by = actor.label[:80]
    call.save(update_fields=["answered_at", "answered_by"])
    _finish(actor, Act.REFEREE_CAME, table, call.reason)


@transaction.atomic
def note_on_hand(actor: Actor, table_id: int, number: int | None, note: object) -> Hand:
    """Write a note on a hand in force, or take it away with an empty one. Points stay."""
    table = locked_table(table_id)
    require_recorder(actor, table)
    require_open(table)
    hand = table.hands.in_force().filter(number=number).first() if number else None
    if hand is None:
        raise NotThere
    before, hand.note = hand.note, _checked(note, "note")
    if hand.note != before:
        hand.save(update_fields=["note", "changed_at"])
        touch(table)
        target = f"hand {hand.number}"
        change = Change(Act.HAND_NOTED, target, before=before, after=hand.note, table=table)
        finish_act(actor, table.round.tournament_id, change)
    return hand


def _checked(text: object, field: str) -> str:
    words = " ".join(text.split()) if isinstance(text, str) else ""
    if len(words) > 200:
        raise Invalid(problems=[Problem(field, _("At most 200 characters."))])
    return words


def _finish(actor: Actor, act: Act, table: Table, reason: str) -> None:
    target = f"table {table.round.number}/{table.number}"
    change = Change(act, target, reason=reason, table=table)
    finish_act(actor, table.round.tournament_id, change)
