"""Run calls at the same moment, each with a database connection of its own."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

TIMEOUT = 60
# Long enough for an act that waits for nobody.
SOON = 1.5


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Start all calls together; return their results in order, exceptions as values."""
    barrier = threading.Barrier(len(calls), timeout=TIMEOUT)

    def run(call: Callable[[], Any]) -> Any:
        try:
            barrier.wait()
            return call()
        except Exception as error:  # noqa: BLE001  (what a call raised is its result here)
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


class Between:
    """Lets a second call run while a first one stands still: before the function that ``stop``
    names, when it is called by the first. The first goes on when the second has ended, or soon:
    then the second waits for a lock that the first holds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self._reached, self._over = threading.Event(), threading.Event()
        self._own = threading.local()

    def stop(self, holder: Any, name: str) -> None:
        real = getattr(holder, name)

        def stops(*args: Any, **kwargs: Any) -> Any:
            if getattr(self._own, "first", False):
                self._own.first = False
                self._reached.set()
                self._over.wait(SOON)
            return real(*args, **kwargs)

        self._patch.setattr(holder, name, stops)

    def run(self, first: Callable[[], Any], second: Callable[[], Any]) -> list[Any]:
        """Return what came of both."""

        def one() -> Any:
            self._own.first = True
            try:
                return first()
            finally:
                assert self._reached.wait(0), "the first call never came to where it stops"

        def two() -> Any:
            assert self._reached.wait(TIMEOUT)
            try:
                return second()
            finally:
                self._over.set()

        return at_once(one, two)


def kinds(results: Sequence[Any]) -> list[str]:
    return sorted(type(result).__name__ for result in results)
