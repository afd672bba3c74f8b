"""Ranks by keys asked in turn: each only inside a group that is still tied; what stays equal shares
its rank, and is marked so."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from tournaments.standings.metrics import Value

Id = TypeVar("Id", bound=Hashable)
# Values of ids that are still tied; None: the key does not apply to this group.
Key = Callable[[Sequence[Id]], Mapping[Id, Value] | None]


class Ranked(NamedTuple):
    """A rank from 1; ``tied`` when others share it (1, 2, 2, 4). ``values`` has one per key; None
    where the key did not apply."""

    rank: int
    tied: bool
    values: tuple[Value | None, ...]


def rank(ids: Sequence[Id], keys: Sequence[Key[Id]]) -> dict[Id, Ranked]:
    """Rank ids by keys, the first one strongest, higher values better."""
    groups = [list(ids)] if ids else []
    values: dict[Id, list[Value | None]] = {id_: [] for id_ in ids}
    for key in keys:
        groups = [part for group in groups for part in _split(group, key, values)]
    ranked: dict[Id, Ranked] = {}
    place = 1
    for group in groups:
        for id_ in group:
            ranked[id_] = Ranked(place, len(group) > 1, tuple(values[id_]))
        place += len(group)
    return ranked


def _split(group: list[Id], key: Key[Id], values: dict[Id, list[Value | None]]) -> list[list[Id]]:
    """Return the parts of a group that a key tells apart, the best first."""
    found = key(group)
    if found is None:
        for id_ in group:
            values[id_].append(None)
        return [group]
    parts: dict[Value, list[Id]] = {}
    for id_ in group:
        values[id_].append(found[id_])
        parts.setdefault(found[id_], []).append(id_)
    return [parts[value] for value in sorted(parts, reverse=True)]
