"""A table and a preview as the hand form reads them. Nothing is computed here."""

from typing import Any

from scoring.progress import Position
from tournaments.services.hands import Preview
from tournaments.services.refusals import words
from tournaments.services.tables import HandState, TableState


def state_json(state: TableState) -> dict[str, Any]:
    """Describe a table: seats, hands in force, what comes next."""
    return {
        "table": state.table.number,
        "round": state.round.number,
        "status": state.table.status,
        "round_status": state.round.status,
        "typed": state.typed,
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
        },
        "hands": [_hand(hand) for hand in state.hands],
    }


def _position(position: Position) -> dict[str, Any]:
    return {**position.to_json(), "chairs": list(position.chairs)}


def _hand(hand: HandState) -> dict[str, Any]:
    return {
        "number": hand.number,
        "revision": hand.hand.revision,
        "events": hand.hand.record["events"],
        "position": _position(hand.position),
        "deltas": list(hand.deltas),
        "end": hand.end,
        "winners": list(hand.winners),
        "giver": hand.giver,
        "fan": hand.fan,
    }


def preview_json(preview: Preview) -> dict[str, Any]:
    """Describe a preview: what each chair gains, and who pays whom, in the page's language."""
    chairs = preview.position.chairs
    return {
        "number": preview.number,
        "deltas": list(preview.chair_deltas),
        "sum": sum(preview.chair_deltas),
        "lines": [
            {
                "kind": line.kind,
                "from": chairs[line.payer],
                "to": chairs[line.receiver] if isinstance(line.receiver, int) else None,
                "amount": line.amount,
                "reason": words(line.reason),
            }
            for line in preview.settlement.ledger
        ],
    }
