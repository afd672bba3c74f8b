"""What the penalties of a round move at one table (competition-rules.md §2.3, §2.4)."""

from collections.abc import Iterable, Sequence

from scoring.penalties import moves_of
from tournaments.models import Penalty


def penalty_moves(entries: Sequence[int], penalties: Iterable[Penalty]) -> list[int]:
    """Return per chair what a round's penalties move; ``entries`` are the entries by chair.

    Cancelled ones move nothing; a payee at another table receives there.
    """
    chair = {entry: i for i, entry in enumerate(entries)}
    moved = [0] * len(entries)
    for penalty in penalties:
        if penalty.cancelled_at is not None:
            continue
        moves = moves_of(
            penalty.mode,
            penalty.points,
            penalty.entry_id,
            others=[e for e in entries if e != penalty.entry_id]
            if penalty.entry_id in chair
            else (),
            to=penalty.beneficiary_id,
        )
        for entry, change in moves.items():
            if entry in chair:
                moved[chair[entry]] += change
    return moved
