"""A table and a preview as the hand form reads them. Nothing is computed here."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils import timezone
from django.utils.timezone import localtime

from scoring.progress import Position
from scoring.ruleset import UNFINISHED, Ruleset, clashes
from tournaments.models import Penalty
from tournaments.services.alike import Alike
from tournaments.services.clock import clock_of
from tournaments.services.errors import Conflict, ServiceError
from tournaments.services.hand_ahead import positions_ahead
from tournaments.services.hands import Preview, next_context
from tournaments.services.log import actor_name, last_change
from tournaments.services.refusals import words
from tournaments.services.tables import HandState, TableState


def state_json(state: TableState) -> dict[str, Any]:
    """Describe a table: seats, hands in force, what comes next."""
    return {
        "table": state.table.number,
        "round": state.round.number,
        "status": state.table.status,
        "round_status": state.round.status,
        "now": timezone.now().isoformat(),
        **_clock(state),
        "typed": state.typed,
        "called": state.called,
        "revision": state.table.revision,
        "seats": [
            {
                "chair": seat.chair,
                "name": seat.name,
                "number": seat.entry.number,
                "total": seat.total,
                "place": seat.place,
            }
            for seat in state.seats
        ],
        "next": {
            "number": state.next_number,
            "position": _position(state.next_position) if state.next_position else None,
            "carried": _carried(next_context(state)),
        },
        # Where a chart says who deals it tells the deals after it as well.
        "chart": state.ruleset.dealer_rule == "chart",
        "ahead": [_position(position) for position in positions_ahead(state)],
        "hands": [_hand(hand) for hand in state.hands],
        "penalties": [_penalty(state, penalty) for penalty in state.penalties],
    }


def _clock(state: TableState) -> dict[str, Any]:
    """When the warning and the end come at this table; None before the round has started."""
    clock = clock_of(state.round, state.table)
    return {
        "warns_at": clock.warns.isoformat() if clock.warns else None,
        "extra": state.table.extra_minutes,
        "time_called": state.round.time_called_at is not None,
        "ends_at": clock.ends.isoformat() if clock.ends else None,
        "cut": clock.cut,
    }


def _penalty(state: TableState, penalty: Penalty) -> dict[str, Any]:
    chairs = {seat.entry.pk: seat.chair for seat in state.seats}
    return {
        "id": penalty.pk,
        "chair": chairs[penalty.entry_id],
        "mode": penalty.mode,
        "points": penalty.points,
        "reason": penalty.reason,
        "cancelled": penalty.cancel_reason if penalty.cancelled_at else None,
    }


def _position(position: Position) -> dict[str, Any]:
    return {**position.to_json(), "chairs": list(position.chairs)}


def _carried(context: Mapping[str, Any]) -> dict[str, Any]:
    """What stood at the table before a hand: deals the dealer has kept, what draws left."""
    return {"streak": context.get("streak", 0), "carry": context.get("carry", {})}


def _hand(hand: HandState) -> dict[str, Any]:
    return {
        "number": hand.number,
        "revision": hand.hand.revision,
        "events": hand.hand.record["events"],
        "position": _position(hand.position),
        "carried": _carried(hand.hand.record["context"]),
        "deltas": list(hand.deltas),
        "note": hand.hand.note,
        "end": hand.end,
        "winners": list(hand.winners),
        "giver": hand.giver,
        "fan": hand.fan,
    }


def refusal_json(error: ServiceError) -> dict[str, Any]:
    """Describe a refusal; of the hand in force also whom its seats mean and who saved it when."""
    content = error.as_json()
    hand = error.current if isinstance(error, Conflict) else None
    if hand is not None:
        entry = last_change(hand)
        zone = hand.table.round.tournament.club.zone
        content["current"] |= {
            "position": _position(Position.from_json(hand.position)),
            "changed": f"{localtime(hand.changed_at, zone):%H:%M}",
            "changed_by": "" if entry is None else actor_name(entry),
        }
    return content


def preview_json(preview: Preview, found: Alike | None = None) -> dict[str, Any]:
    """Describe a preview: what each chair gains, and who pays whom, in the page's language."""
    chairs = preview.position.chairs
    return {
        "number": preview.number,
        "ended": preview.settlement.end != UNFINISHED,
        "deltas": list(preview.chair_deltas),
        "sum": sum(preview.chair_deltas),
        "alike": None if found is None else asdict(found),
        "lines": [
            {
                "kind": line.kind,
                "event": line.event,
                "from": chairs[line.payer],
                "to": chairs[line.receiver] if isinstance(line.receiver, int) else None,
                "amount": line.amount,
                "reason": words(line.reason),
            }
            for line in preview.settlement.ledger
        ],
    }


def clashes_json(ruleset: Ruleset, options: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Describe what cannot be ticked beside each pattern, and why, in the page's language."""
    return {
        name: {other: words(why) for other, why in found.items()}
        for name, found in clashes(ruleset, options).items()
    }
