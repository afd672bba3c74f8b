"""What is kept of a hand per chair beside its settlement, so that sums over an event stay quick:
made here alone, whenever a hand is settled."""

from collections.abc import Mapping
from typing import Any

from scoring.ledger import Settlement
from scoring.progress import Position
from tournaments.models import Hand


def set_per_chair(
    hand: Hand, record: Mapping[str, Any], settlement: Settlement, position: Position
) -> None:
    """Fill `Hand.chair_deltas` and `Hand.chair_marks` from a settlement."""
    hand.chair_deltas = list(position.by_chair(settlement.deltas))
    chairs = position.chairs
    penalised = {chairs[e["seat"]] for e in record["events"] if e["type"] == "penalty"}
    hand.chair_marks = {
        # Once for each win: where the hand goes on a seat may win several times.
        "won": [chairs[win.seat] for win in settlement.wins],
        "penalised": sorted(penalised),
    }
