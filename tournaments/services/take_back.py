"""Taking steps of a table back, the newest first, in one transaction; each by an act of its own.
The same call says beforehand what it would come to."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import Act, Hand, Submission, Table
from tournaments.services.access import Actor, require_reopening
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, Problem
from tournaments.services.hand_order import put_in, taken_out
from tournaments.services.hands import (
    Sheet,
    begin,
    changed,
    checked_key,
    fingerprint_of,
    reopens,
    taken_off,
)
from tournaments.services.steps import Step, live, steps_of, to_bring_again
from tournaments.services.tables import require_open, table_state, touch

MOST = 200


@dataclass(frozen=True)
class Outcome:
    """What a table has after steps were taken back."""

    hands: int
    totals: tuple[int, ...]
    status: str


class _OnlyAsked(Exception):
    """Nothing is to be kept: it was only asked what it would come to."""


def take_back(
    actor: Actor, table_id: int, groups: object, *, client_key: object, only_ask: bool = False
) -> Outcome:
    """Take back the newest steps of a table: ``groups`` are their ids, newest first, as they were
    seen. One that itself took something back may stand alone: then that thing is there again.
    With ``only_ask`` nothing is written.

    Raises `Conflict` where the newest steps are others by now, or hands were moved by something
    that is not taken back here; `NotAllowed` where a finished table may not be opened.
    """
    wanted = _checked(groups)
    key = checked_key(client_key)
    found: list[Outcome] = []
    try:
        with transaction.atomic():
            _take_back(actor, table_id, wanted, key)
            found.append(_outcome(table_id))
            if only_ask:
                raise _OnlyAsked
    except _OnlyAsked:
        pass
    return found[0]


def _checked(groups: object) -> list[str]:
    fits = isinstance(groups, list) and all(isinstance(group, str) for group in groups)
    if not isinstance(groups, list) or not fits or not 1 <= len(groups) <= MOST:
        raise Invalid(problems=[Problem("groups", _("Say which steps are taken back."))])
    return list(groups)


def _outcome(table_id: int) -> Outcome:
    state = table_state(table_id)
    return Outcome(len(state.hands), state.totals, state.table.status)


def _take_back(actor: Actor, table_id: int, wanted: list[str], key: str) -> None:
    table = begin(actor, table_id)
    asked = fingerprint_of("take back", wanted)
    earlier = Submission.objects.filter(key=key).first()
    if earlier is not None:
        if earlier.fingerprint == asked and earlier.table_id == table.pk:
            return
        words = _("This submission key was used for something else already.")
        raise Invalid(problems=[Problem("client_key", words)])
    require_open(table)
    chosen = _chosen(table, wanted)
    sheet = Sheet(table)
    done = [(step, _back(actor, sheet, step)) for step in chosen]
    Submission.objects.create(key=key, table=table, act="take_back", fingerprint=asked)
    touch(table, "status")
    for step, changes in done:
        finish_act(actor, sheet.tournament.pk, *changes, takes_back=step.group)


def _chosen(table: Table, wanted: Sequence[str]) -> list[Step]:
    steps = steps_of(table)
    again = to_bring_again(steps)
    if again is not None and list(wanted) == [str(again.group)]:
        return [again]
    newest = live(steps)[: len(wanted)]
    if [str(step.group) for step in newest] != list(wanted):
        raise Conflict(_("Something else was done at this table meanwhile; look at the steps."))
    return newest


def _back(actor: Actor, sheet: Sheet, step: Step) -> list[Change]:
    """Do the opposite of a step; returns the audit changes."""
    if step.act in (Act.TABLE_FINISHED, Act.TABLE_REOPENED):
        return [_table_back(actor, sheet.table, step)]
    was_over = reopens(actor, sheet)
    changes = _hand_back(sheet, step)
    sheet.settle_status(was_over)
    return changes


def _table_back(actor: Actor, table: Table, step: Step) -> Change:
    finished = step.act == Act.TABLE_FINISHED
    if finished:
        require_reopening(actor, table)
    before = table.status
    table.status = Table.Status.OPEN if finished else Table.Status.FINISHED
    act = Act.TABLE_REOPENED if finished else Act.TABLE_FINISHED
    name = f"table {table.round.number}/{table.number}"
    return Change(act, name, before=before, after=table.status, table=table)


def _hand_back(sheet: Sheet, step: Step) -> list[Change]:
    if step.act in (Act.HAND_UNDONE, Act.HAND_REMOVED):
        return _here_again(sheet, step)
    hand = _as_told(sheet, step)
    if step.act == Act.HAND_AMENDED:
        return changed(sheet, hand, step.before["events"])
    if step.act == Act.HAND_RECORDED and hand is sheet.hands[-1]:
        return taken_off(sheet, hand)
    return taken_out(sheet, hand)


def _as_told(sheet: Sheet, step: Step) -> Hand:
    """Return the hand of a step, if it still is what the step has left."""
    hand = next((h for h in sheet.hands if h.number == step.number), None)
    if hand is None or hand.record["events"] != step.facts.get("events"):
        raise _moved(step)
    return hand


def _moved(step: Step) -> Conflict:
    words = _("Hand %(n)d was changed in another way since; change it by itself.")
    return Conflict(words % {"n": step.number})


def _here_again(sheet: Sheet, step: Step) -> list[Change]:
    """Put a hand back that was undone or taken out: the same row, with its note."""
    facts = step.before
    rows = sheet.table.hands.filter(number=step.number).exclude(undone_at=None)
    hand = next(
        (h for h in rows.order_by("-undone_at") if h.record["events"] == facts["events"]), None
    )
    if hand is None or step.number > len(sheet.hands) + 1:
        raise _moved(step)
    hand.undone_at = None
    hand.revision += 1
    dealer = hand.position.get("given_dealer")
    changes = put_in(sheet, step.number - 1, hand, facts["events"], dealer)
    if step.number == len(sheet.hands) and step.act == Act.HAND_UNDONE:
        changes[0] = _recorded(changes[0])
    return changes


def _recorded(change: Change) -> Change:
    return Change(Act.HAND_RECORDED, change.target, None, change.after, table=change.table)
