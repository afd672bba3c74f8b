"""The end of every act: its audit entry, the rows it changed, the event's next revision, the
standings to recompute."""

import uuid
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from tournaments.models import Act, AuditEntry, Table, Tournament
from tournaments.services import fact_log, jobs, webhook_outbox
from tournaments.services.access import Actor


@dataclass(frozen=True)
class Change:
    """What an act did to one thing: its name as text, and the facts before and after."""

    act: Act
    target: str
    before: Any = None
    after: Any = None
    reason: str = ""
    table: Table | None = None
    round_number: int | None = None


def finish_act(
    actor: Actor, tournament_id: int, *changes: Change, takes_back: uuid.UUID | None = None
) -> uuid.UUID:
    """Write the entries of one act as one group and count the event's revision up. ``takes_back``
    is the group of the act that this one takes back.

    To be called last inside the act's transaction: the event's row stays locked from here to the
    commit, so everything slow comes before. Returns the group.
    """
    connection = transaction.get_connection()
    if not connection.in_atomic_block:
        raise RuntimeError("An act ends inside its own transaction.")
    group = uuid.uuid4()
    rows = fact_log.changed_rows(tournament_id)
    # Counting up locks the row: the next act on this event waits, and logs after this one.
    _counter(tournament_id).update(revision=F("revision") + 1)
    revision = _counter(tournament_id).values_list("revision", flat=True).get()
    fact_log.save(rows, revision)
    AuditEntry.objects.bulk_create(
        AuditEntry(
            tournament_id=tournament_id,
            group=group,
            takes_back=takes_back,
            revision=revision,
            user=actor.user,
            actor=actor.label[:80] or "?",
            act=change.act,
            target=change.target[:60],
            round_number=change.table.round.number if change.table else change.round_number,
            table_number=change.table.number if change.table else None,
            before=change.before,
            after=change.after,
            reason=change.reason[:200],
        )
        for change in changes
    )
    webhook_outbox.write(tournament_id, group, changes)
    transaction.on_commit(lambda: jobs.request_standings(tournament_id), robust=True)
    return group


def _counter(tournament_id: int) -> QuerySet[Tournament]:
    """Return the event's row; a plain query set, since the counter is no fact to be logged."""
    return QuerySet(Tournament).filter(pk=tournament_id)
