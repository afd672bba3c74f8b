"""Row locks, held to the end of the transaction.

Order, against deadlocks: round, then tables, then the event's own row last (`finish_act` takes
it). Each helper reads the row again after the lock is held: what a lock waited for is seen.
SQLite has no row locks and needs none: its transactions take the only write lock when they begin.
"""

from django.db import transaction

from tournaments.models import Round, Table, Tournament
from tournaments.services.errors import NotThere


def _in_transaction() -> None:
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("A lock needs a transaction.")


def locked_tournament(tournament_id: int) -> Tournament:
    """Return the event, locked; raise `NotThere`."""
    _in_transaction()
    tournament = Tournament.objects.select_for_update(no_key=True).filter(pk=tournament_id).first()
    if tournament is None:
        raise NotThere
    return tournament


def locked_round(round_id: int) -> Round:
    """Return the round, locked, with its event; raise `NotThere`."""
    _in_transaction()
    # The rows are fetched: an `exists()` would not take the lock.
    if not list(Round.objects.select_for_update(no_key=True).filter(pk=round_id)):
        raise NotThere
    return Round.objects.select_related("tournament__club", "stage").get(pk=round_id)


def locked_table(table_id: int) -> Table:
    """Return the table, locked, with its round and event; raise `NotThere`."""
    _in_transaction()
    if not list(Table.objects.select_for_update(no_key=True).filter(pk=table_id)):
        raise NotThere
    return Table.objects.select_related("round__tournament__club").get(pk=table_id)


def locked_wholly(tournament_id: int) -> Tournament:
    """Return the event with every round and table of it locked: for acts on all of it."""
    _in_transaction()
    rounds = Round.objects.select_for_update(no_key=True).filter(tournament_id=tournament_id)
    ids = [round_.pk for round_ in rounds.order_by("pk")]
    list(Table.objects.select_for_update(no_key=True).filter(round__in=ids).order_by("pk"))
    return locked_tournament(tournament_id)
