"""What a worker of the tests includes (`celery worker --include`): it is taken for dead soon, and
draws either never end or kill the worker, as MJCLUB_TESTS_DRAW says."""

import datetime as dt
import os
import signal
import time
from typing import Any

from tournaments import tasks
from tournaments.models import Job
from tournaments.services import jobs

# The tasks name the real handlers first.
assert tasks.HANDLERS
jobs.LEASE, jobs.BEAT = dt.timedelta(seconds=2), 0.3
jobs.PAUSES = (0, 0, 0, 0)
HOW = os.environ.get("MJCLUB_TESTS_DRAW", "")


def never_ends(run: jobs.Run) -> dict[str, Any]:
    run.progress(1, 2, "half-way")
    time.sleep(600)
    return {}


def kills(_run: jobs.Run) -> dict[str, Any]:
    os.kill(os.getpid(), signal.SIGKILL)
    return {}


if HOW:
    jobs.handler(Job.Kind.SEAT_PLAN)({"never ends": never_ends, "kills": kills}[HOW])
