"""What a breach costs this time: the catalogue of the event, and what the record already has of the
same person and breach (competition-rules.md §2.4)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from scoring.ledger import Settlement
from scoring.penalties import PRESETS, Breach, Effect
from scoring.progress import Position
from tournaments.models import Hand, Seat, Tournament

Key = tuple[int, str]


@dataclass(frozen=True)
class Earlier:
    """A breach that is on record: of which round (None: of the whole event), in which hand (None:
    outside the hands), and what it cost the offender."""

    round_number: int | None
    hand_number: int | None
    points: int


@dataclass(frozen=True)
class Proposal:
    """What the catalogue proposes. ``number`` counts the time, 1 for the first; ``graded`` says
    whether that matters. The referee decides."""

    breach: Breach
    effect: Effect
    number: int
    earlier: tuple[Earlier, ...]
    graded: bool


def breaches_of(tournament: Tournament) -> Mapping[str, Breach]:
    return PRESETS[tournament.breaches].breaches


def earlier_of(
    tournament: Tournament, entry_ids: Collection[int]
) -> Mapping[Key, Sequence[Earlier]]:
    """Return what is on record by (entry, code): outside the hands, then in hands in force.
    Cancelled penalties and undone hands are not on it."""
    found: dict[Key, list[Earlier]] = defaultdict(list)
    given = tournament.penalties.filter(entry_id__in=entry_ids, cancelled_at=None).exclude(code="")
    for penalty in given:
        key = (penalty.entry_id, penalty.code)
        found[key].append(Earlier(penalty.round_number, None, penalty.points))
    chairs: dict[int, dict[int, int]] = defaultdict(dict)
    seats = Seat.objects.filter(round__tournament=tournament, entry_id__in=entry_ids)
    for table_id, wind, entry_id in seats.values_list("table_id", "wind", "entry_id"):
        chairs[table_id][wind] = entry_id
    hands = (
        Hand.objects.in_force()
        .filter(table_id__in=chairs)
        .exclude(chair_marks__penalised=[])
        .select_related("table__round")
        .order_by("table__round__number", "number")
    )
    for hand in hands:
        for chair, kind, points in _penalties_in(hand):
            offender = chairs[hand.table_id].get(chair)
            if offender is not None:
                number = hand.table.round.number
                found[offender, kind].append(Earlier(number, hand.number, points))
    return found


def _penalties_in(hand: Hand) -> list[tuple[int, str, int]]:
    """Return the penalties of a hand's record: (chair, kind, points in all)."""
    seats = Position.from_json(hand.position).chairs
    ledger = Settlement.from_stored(hand.settlement).ledger
    return [
        (
            seats[event["seat"]],
            str(event.get("kind") or ""),
            sum(
                line.amount
                for line in ledger
                if line.event == index and line.payer == event["seat"]
            ),
        )
        for index, event in enumerate(hand.record["events"])
        if event["type"] == "penalty"
    ]


def propose(breach: Breach, earlier: Sequence[Earlier]) -> Proposal:
    """Return what a breach costs after the earlier ones; one that asks for something else than how
    often it happened has the effect of its first grade."""
    number = len(earlier) + 1
    graded = breach.asks == "nth_in_hand"
    effect = breach.at(number if graded else 1) if breach.asks else breach.effect
    return Proposal(breach, effect, number, tuple(earlier), graded)


def proposal_for(tournament: Tournament, entry_id: int, code: str) -> Proposal | None:
    """Return what the event's catalogue proposes for a person; None for an unknown breach."""
    breach = breaches_of(tournament).get(code)
    if breach is None:
        return None
    return propose(breach, earlier_of(tournament, [entry_id]).get((entry_id, code), ()))
