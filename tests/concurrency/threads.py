"""Run calls at the same moment, each with a database connection of its own."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connection

TIMEOUT = 60


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


def kinds(results: Sequence[Any]) -> list[str]:
    return sorted(type(result).__name__ for result in results)
