"""What goes wrong: processes killed, database connections cut, a server frozen for a while."""

import contextlib
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable
from random import Random

import psycopg

from tests.chaos.site import Part, Site

# How often each of them comes, relative to the others. A freeze is no kill and is counted apart.
WEIGHTS = {
    "web process": 30,
    "web server": 15,
    "worker": 20,
    "broker": 10,
    "one database connection": 15,
    "all database connections": 10,
    "freeze": 10,
}
FROZEN = 7.0
PAUSE = 0.2


class Mischief(threading.Thread):
    """Does something after every ``every`` hands (on average), in an order that the seed fixes; so
    a slow machine has as much of it as a quick one. ``hands`` says how many were entered."""

    def __init__(self, site: Site, seed: int, every: float, hands: Callable[[], int]) -> None:
        super().__init__(daemon=True)
        self.site, self.every, self.hands = site, every, hands
        self.chance = Random(f"mischief {seed}")
        self.done = threading.Event()
        self.kills: Counter[str] = Counter()
        self.freezes = 0
        self.acts: dict[str, Callable[[], bool]] = {
            "web process": lambda: self._child(self.chance.choice(site.webs), signal.SIGKILL),
            "web server": lambda: self._whole(self.chance.choice(site.webs)),
            "worker": lambda: self._whole(self.chance.choice(site.workers)),
            "broker": lambda: site.broker is not None and self._whole(site.broker),
            "one database connection": lambda: self._cut(1),
            "all database connections": lambda: self._cut(None),
            "freeze": self._freeze,
        }

    @property
    def total(self) -> int:
        return sum(self.kills.values())

    def run(self) -> None:
        names, weights = list(WEIGHTS), list(WEIGHTS.values())
        due = 0.0
        while not self.done.wait(PAUSE):
            if self.hands() < due:
                continue
            due = self.hands() + self.chance.uniform(0.4, 1.6) * self.every
            (name,) = self.chance.choices(names, weights)
            if not self.acts[name]():
                continue  # it was down already
            if name == "freeze":
                self.freezes += 1
            else:
                self.kills[name] += 1

    @staticmethod
    def _whole(part: Part) -> bool:
        with part.lock:
            return part.kill()

    def _child(self, part: Part, number: signal.Signals) -> bool:
        children = part.children()
        if not children:
            return False
        try:
            os.kill(self.chance.choice(children), number)
        except ProcessLookupError:
            return False
        return True

    def _cut(self, how_many: int | None) -> bool:
        found = (
            "SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity"
            " WHERE datname = %s AND pid <> pg_backend_pid() ORDER BY random() LIMIT %s) AS found"
        )
        try:
            with self.site.admin() as link:
                return bool(link.execute(found, (self.site.name, how_many)).fetchall())
        except psycopg.OperationalError:
            return False  # no link of its own to be had

    def _freeze(self) -> bool:
        """Stop a web process for longer than anybody waits for its answer, then let it go on: what
        it was doing comes late, after the same request has been sent again."""
        children = self.chance.choice(self.site.webs).children()
        if not children:
            return False
        pid = self.chance.choice(children)

        def frozen() -> None:
            try:
                os.kill(pid, signal.SIGSTOP)
                time.sleep(FROZEN)
            except ProcessLookupError:
                return
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

        threading.Thread(target=frozen, daemon=True).start()
        return True
