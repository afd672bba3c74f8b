"""A hand that was forgotten is put before a later one; a hand too many is taken out. Later hands
move by one and are derived again, in the same act."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Act, Hand, Table
from tournaments.services.access import Actor
from tournaments.services.audit import Change
from tournaments.services.errors import Conflict, Invalid, Problem
from tournaments.services.hands import (
    Events,
    Recorded,
    Sheet,
    begin,
    check_revision,
    checked_events,
    checked_key,
    facts,
    fill,
    fingerprint_of,
    finish,
    hand_change,
    reopens,
    repeated_of,
)
from tournaments.services.tables import require_open


class TableChanged(Conflict):
    """The table is no longer the one that the editor saw."""

    code = "table_changed"


@transaction.atomic
def insert_hand(
    actor: Actor,
    table_id: int,
    before: int,
    *,
    events: object,
    table_revision: object,
    client_key: object,
    dealer: int | None = None,
    reason: str = "",
) -> Recorded:
    """Record a hand that was forgotten before hand ``before``, as the seats were in that deal.

    ``table_revision`` is the one the editor saw: a table that has changed meanwhile is refused,
    since numbers may mean other hands. Later hands keep their people and get the next number; where
    that makes them other deals they are settled again. Raises as `amend_hand` does.
    """
    checked = checked_events(events)
    key = checked_key(client_key)
    table = begin(actor, table_id)
    asked = fingerprint_of("insert", before, table_revision, checked)
    earlier = repeated_of(key, asked, table)
    if earlier is not None:
        return earlier
    require_open(table)
    sheet = Sheet(table)
    _check_same(table, table_revision)
    index = sheet.hands.index(sheet.hand(before))
    was_over = sheet.positions()[-1] is None
    hand = Hand(table=table, number=before)
    hand.position = {} if dealer is None else {"given_dealer": dealer}
    changes = put_in(sheet, index, hand, checked, dealer, reason.strip())
    finish(actor, sheet, key, "insert", asked, hand, was_over, changes)
    return Recorded(hand)


def put_in(
    sheet: Sheet, index: int, hand: Hand, events: Events, dealer: int | None, reason: str = ""
) -> list[Change]:
    """Put a hand at an index (0-based) and move the later ones; returns the audit changes."""
    kept = _numbers(sheet.hands[index:])
    preview = sheet.draft(index, events, dealer)
    for later in reversed(sheet.hands[index:]):
        _renumber(later, later.number + 1)
    fill(hand, preview)
    hand.number = index + 1
    hand.save()
    sheet.hands.insert(index, hand)
    changes = [hand_change(Act.HAND_INSERTED, hand, sheet.table, None, facts(hand), reason)]
    changes += sheet.rederive(index + 1)
    changes += _moved(sheet, kept, changes)
    return changes


@transaction.atomic
def remove_hand(
    actor: Actor,
    table_id: int,
    number: int,
    *,
    revision: object,
    client_key: object,
    reason: str = "",
) -> Recorded:
    """Take out any hand; it stays, marked, and the later ones move up by one with their people.
    Raises as `undo_hand` does."""
    key = checked_key(client_key)
    table = begin(actor, table_id)
    asked = fingerprint_of("remove", number, revision)
    earlier = repeated_of(key, asked, table)
    if earlier is not None:
        return earlier
    require_open(table)
    sheet = Sheet(table)
    hand = sheet.hand(number)
    check_revision(hand, revision, [])
    was_over = reopens(actor, sheet)
    changes = taken_out(sheet, hand, reason.strip())
    finish(actor, sheet, key, "remove", asked, hand, was_over, changes)
    return Recorded(hand)


def taken_out(sheet: Sheet, hand: Hand, reason: str = "") -> list[Change]:
    """Mark a hand as undone and let the later ones move up; returns the audit changes."""
    index = sheet.hands.index(hand)
    before = facts(hand)
    hand.undone_at = timezone.now()
    hand.revision += 1
    hand.save()
    sheet.hands.pop(index)
    kept = _numbers(sheet.hands[index:])
    for later in sheet.hands[index:]:
        _renumber(later, later.number - 1)
    changes = [hand_change(Act.HAND_REMOVED, hand, sheet.table, before, None, reason)]
    changes += sheet.rederive(index)
    changes += _moved(sheet, kept, changes)
    return changes


def _check_same(table: Table, revision: object) -> None:
    if not isinstance(revision, int) or isinstance(revision, bool):
        raise Invalid(problems=[Problem("table_revision", _("Say which state you have seen."))])
    if table.revision != revision:
        raise TableChanged(_("The table was changed meanwhile by somebody else; look at it again."))


def _renumber(hand: Hand, number: int) -> None:
    """One at a time, into the gap: a number belongs to one hand in force at every moment."""
    hand.number = number
    hand.save(update_fields=["number", "changed_at"])


def _numbers(hands: Sequence[Hand]) -> dict[int, int]:
    return {hand.pk: hand.number for hand in hands}


def _moved(sheet: Sheet, kept: dict[int, int], told: Sequence[Change]) -> list[Change]:
    """The later hands that only got another number; those settled again are told already."""
    done = {change.target for change in told if change.act == Act.HAND_AMENDED}
    changes = []
    for hand in sheet.hands:
        if hand.pk not in kept or f"hand {hand.number}" in done:
            continue
        hand.revision += 1
        hand.save(update_fields=["revision"])
        before = {"number": kept[hand.pk]}
        after = {"number": hand.number}
        changes.append(hand_change(Act.HAND_AMENDED, hand, sheet.table, before, after))
    return changes
