"""The best hand of a day, for the hall to see."""

import datetime as dt

from django.db.models import F, QuerySet
from django.db.models.fields.json import KeyTransform

from tournaments.models import Hand, Tournament
from tournaments.services.tables import HandState, TableState, for_states, states_of


def best_hand(tournament: Tournament) -> tuple[TableState, HandState] | None:
    """Return the dearest hand of the last day on which hands were played (the club's calendar):
    by fan where they are counted, else by what the winner won; of equals the first."""
    hands = (
        Hand.objects.in_force()
        .filter(table__round__tournament=tournament, settlement__end="win")
        .order_by()
    )
    last = hands.order_by("-created_at").values_list("created_at", flat=True).first()
    if last is None:
        return None
    local = last.astimezone(tournament.club.zone)
    midnight = local.replace(hour=0, minute=0, second=0, microsecond=0)
    today = hands.filter(created_at__gte=midnight.astimezone(dt.UTC))
    found = _most_fan(today) or _most_won(today)
    if found is None:
        return None
    table_id, number = found
    state = states_of(for_states([table_id]))[0]
    return state, state.by_number[number]


def _most_fan(hands: QuerySet[Hand]) -> tuple[int, int] | None:
    fan = KeyTransform("fan", KeyTransform(0, KeyTransform("wins", "settlement")))
    best = (
        hands.exclude(settlement__wins__0__fan=None)
        .annotate(fan=fan)
        .order_by(F("fan").desc(nulls_last=True), "created_at", "pk")
        .values_list("table_id", "number", "fan")
        .first()
    )
    if best is None or not isinstance(best[2], int):
        return None
    return best[0], best[1]


def _most_won(hands: QuerySet[Hand]) -> tuple[int, int] | None:
    best, found = 0, None
    rows = hands.order_by("created_at", "pk").values_list("table_id", "number", "chair_deltas")
    for table_id, number, deltas in rows:
        if max(deltas) > best:
            best, found = max(deltas), (table_id, number)
    return found
