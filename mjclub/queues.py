"""The queues of the jobs, by what kind of work they carry: one worker serves them all, and several
may divide them (`celery worker --queues mjclub-exports,mjclub-imports`).

A kind of job or a periodic task that is not named here has no queue: `queue_of` refuses it.
"""

import os
from typing import Any

# queue → the kinds of jobs (`Job.Kind`) and the tasks that go through it
QUEUES: dict[str, tuple[str, ...]] = {
    "standings": ("standings", "figures", "ratings"),
    "seating": ("seat_plan",),
    "exports": ("export", "exports"),
    "imports": ("people", "practice"),
    "webhooks": ("webhooks",),
    "rescoring": ("rescore", "rescore_publish"),
    "maintenance": ("resume_jobs", "forget_api_work", "keep_backup", "clean_up", "cut_fonts"),
}
_QUEUE_OF = {name: queue for queue, names in QUEUES.items() for name in names}


def prefix() -> str:
    """Sites that share a broker need queues of their own, or they take each other's messages."""
    return os.environ.get("MJCLUB_QUEUE", "mjclub")


def full_name(queue: str) -> str:
    return f"{prefix()}-{queue}"


def queue_of(name: str) -> str:
    """Return the full name of the queue for a kind of job or a task; raise `KeyError`."""
    return full_name(_QUEUE_OF[name])


def route(
    name: str, args: Any, kwargs: Any, options: Any, task: Any = None, **_more: Any
) -> dict[str, str]:
    """Celery's question where a message goes: a job by its kind, anything else by its name."""
    kind = (kwargs or {}).get("kind")
    short = name.rpartition(".")[2]
    return {"queue": queue_of(kind or short)}
