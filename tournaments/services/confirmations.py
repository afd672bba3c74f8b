"""Who has confirmed results, and when: for sheets that are printed and kept."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Act, AuditEntry, Signature, Table
from tournaments.services.tables import TableState


@dataclass(frozen=True)
class Confirmation:
    """The last confirmation of a table that is confirmed now. ``by`` is how the log names who did
    it; "" where the event was brought in from elsewhere and nobody signed."""

    by: str
    at: dt.datetime


def confirmations(states: Sequence[TableState]) -> dict[int, Confirmation]:
    """Return the confirmations by table id, in two queries; tables that are not confirmed are not
    in it. A signature under the totals as they are goes before the log's entry."""
    confirmed = {
        state.table.pk: state for state in states if state.table.status == Table.Status.CONFIRMED
    }
    if not confirmed:
        return {}
    places = {
        (state.tournament.pk, state.round.number, state.table.number): pk
        for pk, state in confirmed.items()
    }
    acts = AuditEntry.objects.filter(
        tournament_id__in={event for event, _round, _table in places},
        act=Act.TABLE_CONFIRMED,
        round_number__in={number for _event, number, _table in places},
    ).order_by("id")
    found: dict[int, Confirmation] = {}
    for act in acts:
        place = (act.tournament_id, act.round_number or 0, act.table_number or 0)
        if place in places:
            found[places[place]] = Confirmation(act.actor, act.at)
    for signature in Signature.objects.filter(table__in=confirmed, agrees=True).order_by("id"):
        if signature.totals == list(confirmed[signature.table_id].totals):
            found[signature.table_id] = Confirmation(signature.actor, signature.created_at)
    return found
