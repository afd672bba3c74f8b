"""Answers kept in the memory of this process, for what very many people ask at the same moment.

Keys carry everything that the answer depends on (an event's revision, the language), so that what
is kept is never wrong, only unused; where that cannot be, it is kept for a part of a second.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

T = TypeVar("T")


@dataclass
class _Slot:
    lock: threading.Lock = field(default_factory=threading.Lock)
    made: bool = False
    until: float = 0.0
    value: Any = None


class Kept(Generic[T]):
    """At most ``size`` answers. Many who ask for the same at once wait for one who makes it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._slots: OrderedDict[Hashable, _Slot] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], T], seconds: float | None = None) -> T:
        """Return what is kept under ``key``, made now where nothing is or its time is over;
        ``seconds`` None: as long as there is room. What ``make`` raises is raised, nothing kept."""
        slot = self._slot(key)
        with slot.lock:
            if slot.made and (seconds is None or time.monotonic() < slot.until):
                return slot.value
            slot.value = make()
            slot.made, slot.until = True, time.monotonic() + (seconds or 0)
            return slot.value

    def _slot(self, key: Hashable) -> _Slot:
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > self._size:
                self._slots.popitem(last=False)
            return slot

    def clear(self) -> None:
        with self._lock:
            self._slots.clear()
