"""Whether a hand that is about to be saved equals one just entered: often it is the same hand, or
the wrong table."""

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

from tournaments.models import Act, AuditEntry, Hand, Table
from tournaments.services.access import Actor
from tournaments.services.hands import Preview

# A hand takes longer to play than this.
JUST_NOW = dt.timedelta(seconds=90)


@dataclass(frozen=True)
class Alike:
    """An equal hand: at this table (``other`` False), or one that the same person has entered at
    another table of the round."""

    table: int
    number: int
    other: bool


def alike(actor: Actor, table_id: int, preview: Preview) -> Alike | None:
    """Return the hand entered in the last moments that equals this one in who won, from whom, with
    what; at another table by seats. Drawn hands say too little to be compared between tables."""
    since = timezone.now() - JUST_NOW
    last = Hand.objects.in_force().filter(table_id=table_id).order_by("-number").first()
    if last is not None and last.created_at >= since:
        same_people = last.chair_deltas == list(preview.chair_deltas)
        ended_alike = last.settlement["end"] == preview.settlement.end
        if same_people and ended_alike and last.number < preview.number:
            return Alike(last.table.number, last.number, other=False)
    if actor.user is None or not preview.settlement.wins:
        return None
    return _elsewhere(actor, table_id, preview, since)


def _elsewhere(actor: Actor, table_id: int, preview: Preview, since: dt.datetime) -> Alike | None:
    round_id = Table.objects.values_list("round_id", flat=True).get(pk=table_id)
    hands = (
        Hand.objects.in_force()
        .filter(table__round_id=round_id, created_at__gte=since)
        .exclude(table_id=table_id)
        .select_related("table__round")
        .order_by("-id")
    )
    for hand in hands:
        if hand.record["events"] == preview.record["events"] and _entered_by(actor, hand):
            return Alike(hand.table.number, hand.number, other=True)
    return None


def _entered_by(actor: Actor, hand: Hand) -> bool:
    return AuditEntry.objects.filter(
        tournament_id=hand.table.round.tournament_id,
        act=Act.HAND_RECORDED,
        round_number=hand.table.round.number,
        table_number=hand.table.number,
        target=f"hand {hand.number}",
        user=actor.user,
    ).exists()
