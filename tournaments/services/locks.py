"""Row locks, held to the end of the transaction.

Order, against deadlocks: round, then tables, then the event's own row last (`finish_act` takes
it), people after their events. Each helper reads the row again after the lock is held: what a lock
waited for is seen.

Whoever records holds the table alone, so that tables do not wait for each other. Rounds, tables and
seats are made and taken away under the event's lock: an act that relies on which of them there are,
or whose rows point to people of the event, takes that lock before it looks.
SQLite has no row locks and needs none: its transactions take the only write lock when they begin.
"""

from typing import TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _

from tournaments.models import Round, Table, Tournament
from tournaments.services.errors import Conflict, NotThere

M = TypeVar("M", bound=Model)


def locked(rows: QuerySet[M]) -> list[M]:
    """Lock rows in the order of their keys and return them as they are then.

    Only these: the usual order of tables goes by way of their round and event, and a lock on every
    row of such a query would let all tables of an event wait for each other.
    """
    _in_transaction()
    return list(rows.select_for_update(no_key=True, of=("self",)).order_by("pk"))


def _in_transaction() -> None:
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("A lock needs a transaction.")


def locked_tournament(tournament_id: int) -> Tournament:
    """Return the event, locked; raise `NotThere`."""
    found = locked(Tournament.objects.filter(pk=tournament_id))
    if not found:
        raise NotThere
    return found[0]


def locked_round(round_id: int) -> Round:
    """Return the round, locked, with its event; raise `NotThere`."""
    if not locked(Round.objects.filter(pk=round_id)):
        raise NotThere
    return Round.objects.select_related("tournament__club", "stage").get(pk=round_id)


def locked_table(table_id: int) -> Table:
    """Return the table, locked, with its round and event; raise `NotThere`."""
    if not locked(Table.objects.filter(pk=table_id)):
        raise NotThere
    return Table.objects.select_related("round__tournament__club").get(pk=table_id)


def locked_rounds(
    rounds: QuerySet[Round], tournament_id: int
) -> tuple[list[Round], list[Table], Tournament]:
    """Return rounds of an event, their tables and the event, all locked, so that no table comes or
    goes any more. Raises `Conflict` where one did while the locks were waited for."""
    found = locked(rounds)
    tables = locked(Table.objects.filter(round__in=found))
    tournament = locked_tournament(tournament_id)
    require_same(rounds, found)
    require_same(Table.objects.filter(round__in=found), tables)
    return found, tables, tournament


def require_same(rows: QuerySet[M], found: list[M]) -> None:
    """Refuse to go on with ``found`` where ``rows`` are others by now."""
    if set(rows.order_by().values_list("pk", flat=True)) != {row.pk for row in found}:
        raise Conflict(_("This was changed elsewhere at this moment; please do it again."))


def locked_wholly(tournament_id: int) -> Tournament:
    """Return the event with every round and table of it locked: for acts on all of it."""
    return locked_rounds(Round.objects.filter(tournament_id=tournament_id), tournament_id)[2]
