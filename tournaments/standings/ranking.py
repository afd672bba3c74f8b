"""Ranks from key values: shared where every key is equal, and marked so."""

from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from tournaments.standings.metrics import Value

Id = TypeVar("Id", bound=Hashable)


class Ranked(NamedTuple):
    """A rank from 1; ``tied`` when others share it (1, 2, 2, 4)."""

    rank: int
    tied: bool


def rank(values: Mapping[Id, Sequence[Value]]) -> dict[Id, Ranked]:
    """Rank ids by their key values, the first key strongest, higher better."""
    order = sorted({tuple(v) for v in values.values()}, reverse=True)
    sharing: dict[tuple[Value, ...], int] = {}
    for value in values.values():
        sharing[tuple(value)] = sharing.get(tuple(value), 0) + 1
    ranks: dict[tuple[Value, ...], int] = {}
    place = 1
    for value in order:
        ranks[value] = place
        place += sharing[value]
    return {
        id_: Ranked(ranks[tuple(value)], sharing[tuple(value)] > 1) for id_, value in values.items()
    }
