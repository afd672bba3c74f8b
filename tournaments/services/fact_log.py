"""The rows of an event in the log: written by every act, read back as the event once was."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db import models
from django.db.models import Max, Min

from tournaments.models import LoggedRow
from tournaments.models.facts import FACTS, LEFT_OUT, fact_models, touched, written

Values = dict[str, Any]
# The facts of an event: model → row → its columns as plain data.
State = dict[str, dict[int, Values]]
# Databases limit how many values a question may hold.
CHUNK = 500


def kind_of(model: type[models.Model]) -> str:
    return str(model._meta.model_name)


def chunks(rows: Sequence[int]) -> Iterator[Sequence[int]]:
    for start in range(0, len(rows), CHUNK):
        yield rows[start : start + CHUNK]


def plain(value: Any) -> Any:
    """Return a column's value as JSON keeps it, moments with every microsecond."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat()
    return value.isoformat() if isinstance(value, dt.date) else value


def _columns(model: type[models.Model]) -> list[str]:
    left_out = LEFT_OUT.get(kind_of(model), set())
    return [f.attname for f in model._meta.concrete_fields if f.name not in left_out]


def _read(model: type[models.Model], tournament_id: int, **narrowed: Any) -> Iterator[Values]:
    rows = model._default_manager.filter(
        **{FACTS[kind_of(model)]: tournament_id}, **narrowed
    ).order_by()
    for row in rows.values(*_columns(model)):
        yield {name: plain(value) for name, value in row.items()}


def changed_rows(tournament_id: int) -> list[LoggedRow]:
    """Return the touched rows of an event as they stand now, to be saved with a revision.

    A touched row that is not there is one that was deleted, if the log knows it as the event's.
    """
    found: list[LoggedRow] = []
    hints = touched()
    for model in fact_models():
        kind = kind_of(model)
        for some in chunks(sorted(hints.get(kind, ()))):
            rows = {row["id"]: row for row in _read(model, tournament_id, pk__in=some)}
            found += [_logged(tournament_id, kind, pk, values) for pk, values in rows.items()]
            gone = _known(tournament_id, kind, [pk for pk in some if pk not in rows])
            found += [_logged(tournament_id, kind, pk, None) for pk in gone]
            written(kind, [*rows, *gone])
    return found


def _logged(tournament_id: int, kind: str, pk: int, values: Values | None) -> LoggedRow:
    return LoggedRow(tournament_id=tournament_id, kind=kind, row=pk, values=values)


def _known(tournament_id: int, kind: str, missing: list[int]) -> list[int]:
    """Return those of the missing rows that the log holds as standing rows of this event."""
    if not missing:
        return []
    logged = LoggedRow.objects.filter(tournament_id=tournament_id, kind=kind, row__in=missing)
    last = logged.order_by().values("row").annotate(last=Max("id")).values("last")
    standing = LoggedRow.objects.filter(pk__in=last, values__isnull=False)
    return sorted(standing.values_list("row", flat=True))


def save(rows: Iterable[LoggedRow], revision: int) -> None:
    """Write what `changed_rows` returned as left by the act of this revision."""
    rows = list(rows)
    for row in rows:
        row.revision = revision
    LoggedRow.objects.bulk_create(rows, batch_size=CHUNK)


def state_at(tournament_id: int, revision: int | None = None) -> State:
    """Return the facts of an event after the act of ``revision`` (None: the last), from the log
    alone."""
    state: State = {kind: {} for kind in FACTS}
    logged = LoggedRow.objects.filter(tournament_id=tournament_id).order_by("revision", "id")
    if revision is not None:
        logged = logged.filter(revision__lte=revision)
    for kind, row, values in logged.values_list("kind", "row", "values").iterator(CHUNK):
        if values is None:
            state[kind].pop(row, None)
        elif kind in state:
            state[kind][row] = values
    return state


def state_now(tournament_id: int) -> State:
    """Return the facts of an event as the database holds them."""
    return {
        kind_of(model): {row["id"]: row for row in _read(model, tournament_id)}
        for model in fact_models()
    }


def first_revision(tournament_id: int) -> int | None:
    """Return the earliest revision that can be read back."""
    return LoggedRow.objects.filter(tournament_id=tournament_id).aggregate(first=Min("revision"))[
        "first"
    ]
