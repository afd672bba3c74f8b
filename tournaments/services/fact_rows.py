"""Putting an event's rows into a state that the log holds: what is missing comes back under its
own id, what was other is as it was, what is not of that state goes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, connection, models
from django.utils.translation import gettext as _

from tournaments.models.facts import FACTS, fact_models
from tournaments.services.errors import Conflict
from tournaments.services.fact_log import State, Values, chunks, kind_of

# Models that rows of others hang on: these keep their rows, all others may be written anew.
KEPT = {"tournament", "stage", "team", "entry", "round", "table", "hand"}
# Columns that no two rows may share, moved aside while several rows change places.
ASIDE = {
    "stage": "number",
    "team": "name",
    "entry": "number",
    "round": "number",
    "table": "number",
}
SMALL = 32_767


@dataclass
class Moves:
    """What leads from one state to another, as row ids by model."""

    made: dict[str, list[int]] = field(default_factory=dict)
    changed: dict[str, list[int]] = field(default_factory=dict)
    gone: dict[str, list[int]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any(rows for part in (self.made, self.changed, self.gone) for rows in part.values())


def moves_between(now: State, then: State) -> Moves:
    """Return what has to happen to the rows of ``now`` for them to be those of ``then``."""
    moves = Moves()
    for kind in FACTS:
        old, new = now[kind], then[kind]
        moves.made[kind] = sorted(new.keys() - old.keys())
        moves.gone[kind] = sorted(old.keys() - new.keys())
        both = old.keys() & new.keys()
        moves.changed[kind] = sorted(pk for pk in both if not same(old[pk], new[pk]))
    return moves


def same(old: Values, new: Values) -> bool:
    """Compare a row with what the log holds; a column that came later is no difference."""
    return all(old[name] == value for name, value in new.items() if name in old)


def put(now: State, then: State) -> Moves:
    """Write what leads from ``now``, the rows as they are, to ``then``, inside a transaction.

    Raises `Conflict` where the database refuses: something that came later holds on to a row.
    """
    moves = moves_between(now, then)
    try:
        for model in reversed(fact_models()):
            _remove(model, moves)
        for model in fact_models():
            _write(model, moves, then[kind_of(model)])
        connection.check_constraints()
    except (models.ProtectedError, models.RestrictedError, IntegrityError) as error:
        raise Conflict(
            _("That state cannot come back: something made since holds on to what would go, or a "
              "person in it is no longer there.")
        ) from error  # fmt: skip
    return moves


def _remove(model: type[models.Model], moves: Moves) -> None:
    kind = kind_of(model)
    rows = moves.gone[kind]
    if kind not in KEPT:
        rows = sorted([*rows, *moves.changed[kind]])
    for some in chunks(rows):
        model._default_manager.filter(pk__in=some).delete()


def _write(model: type[models.Model], moves: Moves, rows: dict[int, Values]) -> None:
    kind = kind_of(model)
    made, changed = moves.made[kind], moves.changed[kind]
    if kind not in KEPT:
        made, changed = sorted([*made, *changed]), []
    _step_aside(model, changed)
    for pk, values in _typed(model, changed, rows):
        model._default_manager.filter(pk=pk).update(**values)
    for pk, values in _typed(model, made, rows):
        # As fixtures are loaded: no clock and no default writes over what stood there.
        model(pk=pk, **values).save_base(raw=True, force_insert=True)


def _step_aside(model: type[models.Model], rows: Sequence[int]) -> None:
    kind = kind_of(model)
    if kind == "hand":
        # A number is unique among hands in force: for a moment none of them is.
        model._default_manager.filter(pk__in=rows, undone_at=None).update(
            undone_at=models.F("created_at")
        )
    if kind not in ASIDE or len(rows) < 2:
        return
    for place, pk in enumerate(rows):
        aside: Any = f"~{pk}" if kind == "team" else SMALL - place
        if kind == "entry":
            aside = 1_000_000_000 + place
        model._default_manager.filter(pk=pk).update(**{ASIDE[kind]: aside})


def _typed(
    model: type[models.Model], rows: Sequence[int], state: dict[int, Values]
) -> Iterator[tuple[int, Values]]:
    """Yield rows with the values that their columns take, the id apart."""
    columns = {f.attname: f for f in model._meta.concrete_fields if not f.primary_key}
    users = _missing_users(columns.values(), [state[pk] for pk in rows])
    for pk in rows:
        values = {
            name: columns[name].to_python(value)
            for name, value in state[pk].items()
            if name in columns
        }
        for name, missing in users.items():
            if values.get(name) in missing:
                values[name] = None
        yield pk, values


def _missing_users(columns: Any, rows: Sequence[Values]) -> dict[str, set[int]]:
    """Return, per column that may be empty, the ids outside the event that are no longer there:
    somebody whose account was deleted."""
    found: dict[str, set[int]] = {}
    for column in columns:
        target = column.related_model
        if target is None or kind_of(target) in FACTS or not column.null:
            continue
        wanted = {row[column.attname] for row in rows if row.get(column.attname) is not None}
        there = set(target._default_manager.filter(pk__in=wanted).values_list("pk", flat=True))
        found[column.attname] = wanted - there
    return found
