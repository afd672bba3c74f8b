"""A table that fills itself."""

from collections.abc import Callable
from typing import Generic, TypeVar

V = TypeVar("V")


class Table(dict[int, V], Generic[V]):
    """Remembers what ``work_out`` answered for a key. Empty answers are not kept: what is typed
    into a public page must not make a table grow without end."""

    def __init__(self, work_out: Callable[[int], V], *, keep_empty: bool = True) -> None:
        super().__init__()
        self._work_out = work_out
        self._keep_empty = keep_empty

    def __missing__(self, key: int) -> V:
        value = self._work_out(key)
        if self._keep_empty or value:
            self[key] = value
        return value
