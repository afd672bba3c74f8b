"""A table that fills itself."""

from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")

# More entries than all lawful contents of the suits together have (65,000). What is typed into a
# public page must not make a table grow without end.
MOST_ENTRIES = 150_000


class Table(dict[int, V], Generic[V]):
    """Remembers what ``work_out`` answered for a key; a table that is full starts afresh."""

    def __init__(self, work_out: Callable[[int], V], most: int = MOST_ENTRIES) -> None:
        super().__init__()
        self._work_out = work_out
        self._most = most

    def __missing__(self, key: int) -> V:
        value = self._work_out(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = value
        return value
