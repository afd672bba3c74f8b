"""What the facts of an event are, row by row, and which rows a transaction has touched.

Every act leaves the rows that it changed in `LoggedRow`: the log by itself holds what the event
was after any act. Nobody has to name those rows. Saving, deleting and the query sets of `FACTS`
note them here, and `tournaments.services.audit.finish_act` writes them as they stand at its end.
"""

import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from django.apps import apps
from django.db import models, transaction
from django.db.models.signals import post_delete, post_save

# Parents before their children: from each model to the event that its rows belong to.
FACTS: dict[str, str] = {
    "tournament": "id",
    "stage": "tournament_id",
    "team": "tournament_id",
    "entry": "tournament_id",
    "stageentry": "stage__tournament_id",
    "placeofown": "entry__tournament_id",
    "keepapart": "tournament_id",
    "round": "tournament_id",
    "bye": "round__tournament_id",
    "forfeit": "round__tournament_id",
    "table": "round__tournament_id",
    "seat": "round__tournament_id",
    "hand": "table__round__tournament_id",
    "signature": "table__round__tournament_id",
    "refereecall": "table__round__tournament_id",
    "penalty": "tournament_id",
    "adjustment": "tournament_id",
}
# What belongs to an event and is no fact of its play: who may do what, keys against doubles, what
# has been shown to visitors, and what is derived.
NO_FACTS = {
    "membership": "a right, given and taken in its own acts",
    "tablelink": "a right, made and revoked in its own acts",
    "submission": "keys of what was sent, against doubles",
    "checkin": "who has come, not what is played",
    "apitoken": "a right, given and taken in its own acts",
    "export": "a file that was made",
    "webhook": "who is told, in its own acts",
    "invitation": "a right, given and taken in its own acts",
    "hallscreen": "what the hall's screens show",
    "announcement": "what was said stays said, or is taken back in its own act",
    "peoplefile": "a list that is being read; who it registers is told by its acts",
    "seasonevent": "which season counts the event, no matter what is played",
    "release": "what visitors were shown stays what they were shown",
    "job": "work that was asked for",
    "standingssnapshot": "derived",
    "eventfigures": "derived",
    "ratingchange": "derived",
    "auditentry": "the log",
    "loggedrow": "the log",
}
# Columns that are no facts: the counter of acts goes on when the past comes back.
LEFT_OUT = {"tournament": {"revision"}}

M = TypeVar("M", bound=models.Model)
_in_transit = threading.local()


def _touched() -> dict[str, set[int]]:
    """Return the rows touched since the transaction began. One that was rolled back is forgotten:
    its marker is gone from what is to be done on commit."""
    connection = transaction.get_connection()
    marker = getattr(_in_transit, "marker", None)
    if marker is not None and all(call[1] is not marker for call in connection.run_on_commit):
        _in_transit.rows, _in_transit.marker = defaultdict(set), None
    if connection.in_atomic_block and getattr(_in_transit, "marker", None) is None:

        def end() -> None:
            _in_transit.rows, _in_transit.marker = defaultdict(set), None

        _in_transit.marker = end
        transaction.on_commit(end)
    if not hasattr(_in_transit, "rows"):
        _in_transit.rows = defaultdict(set)
    rows: dict[str, set[int]] = _in_transit.rows
    return rows


def note(kind: str, rows: Iterable[int]) -> None:
    """Say that these rows of a model of `FACTS` have been made, changed or deleted."""
    _touched()[kind].update(rows)


def touched() -> dict[str, set[int]]:
    """Return the noted rows that no act has written to the log yet, by model."""
    return {kind: set(rows) for kind, rows in _touched().items() if rows}


def written(kind: str, rows: Iterable[int]) -> None:
    """Say that these rows are in the log as they stand."""
    _touched()[kind].difference_update(rows)


@contextmanager
def untouched() -> Iterator[None]:
    """For what is written to be taken back: nothing of it is left to be logged."""
    before = touched()
    try:
        yield
    finally:
        rows = _touched()
        rows.clear()
        rows.update(before)


class FactQuerySet(models.QuerySet[M]):
    """Notes the rows of what sends no signal. `bulk_update` comes down to ``update``."""

    def update(self, **kwargs: Any) -> int:
        note(str(self.model._meta.model_name), self.values_list("pk", flat=True))
        return super().update(**kwargs)

    def bulk_create(self, *args: Any, **kwargs: Any) -> list[M]:
        made = super().bulk_create(*args, **kwargs)
        note(str(self.model._meta.model_name), (row.pk for row in made if row.pk))
        return made


def _note_row(sender: type[models.Model], instance: models.Model, **kwargs: Any) -> None:
    if instance.pk is not None:
        note(str(sender._meta.model_name), [instance.pk])


def fact_models() -> list[type[models.Model]]:
    """Return the models of `FACTS`, parents before their children."""
    return [apps.get_model("tournaments", kind) for kind in FACTS]


def watch() -> None:
    """Listen to what saves and deletes rows, once, when the application is ready."""
    for model in fact_models():
        post_save.connect(_note_row, sender=model, dispatch_uid=f"fact-saved-{model.__name__}")
        post_delete.connect(_note_row, sender=model, dispatch_uid=f"fact-gone-{model.__name__}")
