"""Recording, changing and undoing hands. The preview and the saved result are one call."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.errors import Refusal
from scoring.ledger import Settlement
from scoring.progress import Played, Position, context_after
from scoring.reseat import reseat_events
from scoring.ruleset import Ruleset
from scoring.rulesets import get_ruleset
from tournaments.models import Act, Hand, Submission, Table, Tournament
from tournaments.services.access import Actor, require_recorder, require_reopening
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem, Stale
from tournaments.services.hand_derived import set_per_chair
from tournaments.services.hand_seats import as_seated
from tournaments.services.locks import locked_table
from tournaments.services.refusals import invalid_from
from tournaments.services.tables import TableState, positions_of, require_open, touch

Events = Sequence[Mapping[str, Any]]
MAX_EVENTS = 200


@dataclass(frozen=True)
class Preview:
    """What a hand would come to, exactly as saving it would make it. While the hand is still going
    on (``end`` of the settlement is ``unfinished``) it says what the events until now move."""

    number: int
    position: Position
    record: dict[str, Any]
    settlement: Settlement

    @property
    def chair_deltas(self) -> tuple[int, ...]:
        return self.position.by_chair(self.settlement.deltas)


@dataclass(frozen=True)
class Recorded:
    """A saved hand; ``repeated`` when the same submission had been saved before."""

    hand: Hand
    repeated: bool = False


def context_of(ruleset: Ruleset, earlier: Sequence[Hand], position: Position) -> dict[str, Any]:
    """Return what stands at the table before a hand (EVENTS §2): ``earlier`` are the hands in
    force before it, ``position`` its own."""
    return context_after(
        ruleset,
        [Played(Position.from_json(hand.position), hand.settlement) for hand in earlier],
        position,
    )


def next_context(state: TableState) -> dict[str, Any]:
    """Return what stands at a table before its next hand; nothing when the game is over."""
    if state.next_position is None:
        return {}
    return context_of(state.ruleset, [h.hand for h in state.hands], state.next_position)


class Sheet:
    """The hands in force of one table while one of them is added, changed or taken away."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tournament: Tournament = table.round.tournament
        self.ruleset = get_ruleset(self.tournament.ruleset)
        self.hands = list(table.hands.in_force().order_by("number"))
        self.players = table.seats.count()

    def positions(self) -> list[Position | None]:
        return positions_of(self.tournament, self.hands, self.players)

    def hand(self, number: int) -> Hand:
        for hand in self.hands:
            if hand.number == number:
                return hand
        raise NotThere(_("There is no hand %(n)d at this table.") % {"n": number})

    def context(self, index: int, position: Position) -> dict[str, Any]:
        return context_of(self.ruleset, self.hands[:index], position)

    def draft(
        self,
        index: int,
        events: Events,
        given_dealer: int | None = None,
        *,
        unfinished: bool = False,
    ) -> Preview:
        """Settle events as the hand of this index (0-based); raise `Invalid` or `Conflict`.

        ``unfinished``: the hand may still be going on.
        """
        position = self.position_of(index, given_dealer)
        made = [dict(event) for event in events]
        return self.settled(index, position, made, unfinished=unfinished)

    def position_of(self, index: int, given_dealer: int | None = None) -> Position:
        """Return where the hand of an index (0-based) stands; raise `Invalid` or `Conflict`."""
        if given_dealer is not None and not 0 <= given_dealer < self.players:
            raise Invalid(problems=[Problem("dealer", _("There is no such chair at this table."))])
        given = {} if given_dealer is None else {index: given_dealer}
        positions = positions_of(self.tournament, self.hands, self.players, given)
        position = positions[index] if index < len(positions) else None
        if position is None:
            raise Conflict(_("The game at this table is over; no further hand can be recorded."))
        if position.dealer is None:
            raise Invalid(problems=[Problem("dealer", _("Say who deals."))])
        return position

    def record_of(
        self, index: int, position: Position, events: list[dict[str, Any]]
    ) -> dict[str, Any]:
        """Return the record of events as the hand of this index."""
        context = self.context(index, position)
        return {"ruleset": self.ruleset.id, "context": context, "events": events}

    def settled(
        self,
        index: int,
        position: Position,
        events: list[dict[str, Any]],
        *,
        unfinished: bool = False,
    ) -> Preview:
        record = self.record_of(index, position, events)
        settle = self.ruleset.running if unfinished else self.ruleset.settle
        try:
            settlement = settle(record, self.tournament.ruleset_options)
        except Refusal as refusal:
            raise invalid_from(refusal) from refusal
        return Preview(index + 1, position, record, settlement)

    def rederive(self, start: int) -> list[Change]:
        """Settle the hands from index ``start`` on again where an earlier one has changed what
        they are: other winds (the same people), another context. Returns the audit changes.
        """
        changes: list[Change] = []
        for index in range(start, len(self.hands)):
            hand = self.hands[index]
            position = self.positions()[index]
            if position is None:
                raise Conflict(
                    _("Hand %(n)d would stand after the end of the game; undo it first.")
                    % {"n": hand.number}
                )
            old = Position.from_json(hand.position)
            events = hand.record["events"]
            if old.winds != position.winds:
                new_seat = [position.winds[chair] for chair in old.chairs]
                events = reseat_events(events, self.ruleset.vocabulary, new_seat)
            if old == position and hand.record["context"] == self.context(index, position):
                continue
            before = facts(hand)
            fill(hand, self.settled_again(hand, index, position, events))
            hand.revision += 1
            hand.save()
            changes.append(hand_change(Act.HAND_AMENDED, hand, self.table, before, facts(hand)))
        return changes

    def settled_again(
        self, hand: Hand, index: int, position: Position, events: list[dict[str, Any]]
    ) -> Preview:
        """Settle a later hand under its new context; what is wrong then names the hand."""
        try:
            return self.settled(index, position, events)
        except Invalid as refused:
            name = _("hand %(n)d") % {"n": hand.number}
            raise Invalid(
                problems=[Problem(p.field, f"{name}: {p.message}") for p in refused.problems],
                code=refused.code,
            ) from refused

    def settle_status(self, was_over: bool) -> None:
        """A table is finished when its game is over, and open again when it no longer is."""
        over = self.positions()[-1] is None
        if over:
            self.table.status = Table.Status.FINISHED
        elif was_over:
            self.table.status = Table.Status.OPEN


def facts(hand: Hand) -> dict[str, Any]:
    """Return a hand as it is written to the audit log."""
    return {
        "number": hand.number,
        "revision": hand.revision,
        "events": hand.record["events"],
        "position": hand.position,
        "chair_deltas": hand.chair_deltas,
    }


def fill(hand: Hand, preview: Preview) -> None:
    given = hand.position.get("given_dealer") if hand.position else None
    hand.record = preview.record
    hand.settlement = preview.settlement.to_stored()
    hand.position = preview.position.to_json()
    if given is not None:
        hand.position["given_dealer"] = given
    set_per_chair(hand, preview.record, preview.settlement, preview.position)


def hand_change(
    act: Act, hand: Hand, table: Table, before: Any, after: Any, reason: str = ""
) -> Change:
    return Change(act, f"hand {hand.number}", before, after, reason, table=table)


def checked_events(events: object) -> Events:
    """Return the events if they are a list of objects of a sensible length."""
    if not isinstance(events, list) or not all(isinstance(e, Mapping) for e in events):
        raise Invalid(problems=[Problem("events", _("The events must be a list of objects."))])
    if len(events) > MAX_EVENTS:
        raise Invalid(problems=[Problem("events", _("A hand has at most 200 events."))])
    return events


def checked_key(key: object) -> str:
    if not isinstance(key, str) or not 8 <= len(key) <= 64:
        raise Invalid(
            problems=[Problem("client_key", _("A submission has a key of 8 to 64 characters."))]
        )
    return key


def preview_hand(
    actor: Actor,
    table_id: int,
    events: object,
    *,
    number: int | None = None,
    dealer: int | None = None,
    winds: object = None,
) -> Preview:
    """Say what a hand would come to, or what it has come to so far; writes nothing. ``number``
    names an earlier hand that is being changed. ``dealer`` is a chair, needed only where dice
    decide. ``winds``: see `record_hand`.
    """
    sheet, index = sheet_and_index(actor, table_id, number)
    seated, dealer = as_seated(sheet, index, checked_events(events), dealer, winds)
    return sheet.draft(index, seated, dealer, unfinished=True)


def sheet_and_index(actor: Actor, table_id: int, number: int | None) -> tuple[Sheet, int]:
    """Return the sheet of a table for somebody who only asks, and the index (0-based) of an earlier
    hand, or of the next one."""
    table = Table.objects.select_related("round__tournament").filter(pk=table_id).first()
    if table is None:
        raise NotThere
    require_recorder(actor, table)
    sheet = Sheet(table)
    index = len(sheet.hands) if number is None else min(number - 1, len(sheet.hands))
    return sheet, max(index, 0)


def repeated_of(key: str, fingerprint: str, table: Table) -> Recorded | None:
    """Return what a submission of this key has made already; refuse a key used for another."""
    earlier = Submission.objects.select_related("hand").filter(key=key).first()
    if earlier is None:
        return None
    if earlier.fingerprint != fingerprint or earlier.table_id != table.pk or earlier.hand is None:
        words = _("This submission key was used for something else already.")
        raise Invalid(problems=[Problem("client_key", words)], code="key_reused")
    return Recorded(earlier.hand, repeated=True)


def fingerprint_of(*parts: object) -> str:
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def begin(actor: Actor, table_id: int) -> Table:
    table = locked_table(table_id)
    require_recorder(actor, table)
    return table


def record_hand(
    actor: Actor,
    table_id: int,
    *,
    events: object,
    client_key: object,
    number: int,
    dealer: int | None = None,
    winds: object = None,
) -> Recorded:
    """Save the next hand of a table. The same ``client_key`` again answers with the saved hand.
    ``winds`` (of each chair) are those the hand was entered for: a phone without network may not
    know what earlier hands have done to the deal, and means people.

    Raises `NotAllowed`, `Invalid` (every problem), `Conflict` (the number is taken, with the hand
    that is there; the game is over; the round is closed).
    """
    checked = checked_events(events)
    key = checked_key(client_key)
    try:
        with transaction.atomic():
            return _record(actor, table_id, checked, key, number, dealer, winds)
    except IntegrityError:
        # The constraint has the last word wherever the row lock does not reach.
        current = Hand.objects.in_force().filter(table_id=table_id, number=number).first()
        raise Conflict(
            _("Hand %(n)d was saved at the same moment by somebody else.") % {"n": number},
            current=current,
        ) from None


def _record(
    actor: Actor,
    table_id: int,
    events: Events,
    key: str,
    number: int,
    dealer: int | None,
    winds: object,
) -> Recorded:
    table = begin(actor, table_id)
    fingerprint = fingerprint_of("record", events)
    repeated = repeated_of(key, fingerprint, table)
    if repeated is not None:
        return repeated
    require_open(table)
    sheet = Sheet(table)
    _check_number(sheet, number)
    if table.status == Table.Status.FINISHED and sheet.positions()[-1] is not None:
        raise Conflict(_("The table is marked as finished; reopen it first."))
    seated, dealer = as_seated(sheet, len(sheet.hands), events, dealer, winds)
    preview = sheet.draft(len(sheet.hands), seated, dealer)
    hand = Hand(table=table, number=number)
    hand.position = {} if dealer is None else {"given_dealer": dealer}
    fill(hand, preview)
    hand.save()
    sheet.hands.append(hand)
    Submission.objects.create(
        key=key, table=table, act="record", fingerprint=fingerprint, hand=hand
    )
    sheet.settle_status(was_over=False)
    touch(table, "status")
    change = hand_change(Act.HAND_RECORDED, hand, table, None, facts(hand))
    finish_act(actor, sheet.tournament.pk, change)
    return Recorded(hand)


def _check_number(sheet: Sheet, number: object) -> None:
    expected = len(sheet.hands) + 1
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise Invalid(problems=[Problem("number", _("The hand number must be a whole number."))])
    if number < expected:
        raise Conflict(
            _("Hand %(n)d is recorded already.") % {"n": number}, current=sheet.hand(number)
        )
    if number > expected:
        raise Conflict(_("Hand %(n)d is not recorded yet.") % {"n": expected})


@transaction.atomic
def amend_hand(
    actor: Actor,
    table_id: int,
    number: int,
    *,
    events: object,
    revision: int,
    client_key: object,
    reason: str = "",
) -> Recorded:
    """Change a recorded hand, from the revision that the editor saw. Later hands are derived again
    where the change moves the deal. Raises `Stale` with both versions.
    """
    checked = checked_events(events)
    key = checked_key(client_key)
    table = begin(actor, table_id)
    fingerprint = fingerprint_of("amend", number, revision, checked)
    repeated = repeated_of(key, fingerprint, table)
    if repeated is not None:
        return repeated
    require_open(table)
    sheet = Sheet(table)
    hand = sheet.hand(number)
    check_revision(hand, revision, checked)
    was_over = sheet.positions()[-1] is None
    changes = changed(sheet, hand, checked, reason.strip())
    finish(actor, sheet, key, "amend", fingerprint, hand, was_over, changes)
    return Recorded(hand)


def changed(sheet: Sheet, hand: Hand, events: Events, reason: str = "") -> list[Change]:
    """Give a hand other events and derive the later ones again; returns the audit changes."""
    index = sheet.hands.index(hand)
    before = facts(hand)
    fill(hand, sheet.draft(index, events, hand.position.get("given_dealer")))
    hand.revision += 1
    hand.save()
    own = hand_change(Act.HAND_AMENDED, hand, sheet.table, before, facts(hand), reason)
    return [own, *sheet.rederive(index + 1)]


@transaction.atomic
def undo_hand(
    actor: Actor, table_id: int, *, number: int, revision: int, client_key: object
) -> Recorded:
    """Take back the last hand: it stays, marked, and its number is free again."""
    key = checked_key(client_key)
    table = begin(actor, table_id)
    fingerprint = fingerprint_of("undo", number, revision)
    repeated = repeated_of(key, fingerprint, table)
    if repeated is not None:
        return repeated
    require_open(table)
    sheet = Sheet(table)
    hand = sheet.hand(number)
    check_revision(hand, revision, [])
    if hand is not sheet.hands[-1]:
        raise Conflict(
            _("Only the last hand can be undone; hand %(n)d can be changed.") % {"n": number},
            current=hand,
        )
    was_over = reopens(actor, sheet)
    changes = taken_off(sheet, hand)
    finish(actor, sheet, key, "undo", fingerprint, hand, was_over, changes)
    return Recorded(hand)


def reopens(actor: Actor, sheet: Sheet) -> bool:
    """Whether taking a hand away opens a finished table; one that was finished by hand needs the
    right to open it again (`NotAllowed`)."""
    over = sheet.positions()[-1] is None
    finished = sheet.table.status == Table.Status.FINISHED
    if finished and not over:
        require_reopening(actor, sheet.table)
    return over or finished


def taken_off(sheet: Sheet, hand: Hand) -> list[Change]:
    """Mark the last hand as undone; returns the audit changes."""
    before = facts(hand)
    hand.undone_at = timezone.now()
    hand.revision += 1
    hand.save()
    sheet.hands.pop()
    return [hand_change(Act.HAND_UNDONE, hand, sheet.table, before, None)]


def check_revision(hand: Hand, revision: object, events: Events) -> None:
    if hand.revision != revision:
        raise Stale(
            _("Hand %(n)d was changed meanwhile by somebody else.") % {"n": hand.number},
            current=hand,
            yours=list(events),
        )


def finish(
    actor: Actor,
    sheet: Sheet,
    key: str,
    act: str,
    fingerprint: str,
    hand: Hand,
    was_over: bool,
    changes: Sequence[Change],
) -> None:
    Submission.objects.create(
        key=key, table=sheet.table, act=act, fingerprint=fingerprint, hand=hand
    )
    sheet.settle_status(was_over)
    touch(sheet.table, "status")
    finish_act(actor, sheet.tournament.pk, *changes)
