"""A site of its own for the chaos test: a database, a broker, two web servers and two workers, each
of which may be killed at any moment and is started again. Only processes started here are ended."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import IO, Any

import psycopg
from psycopg import sql

ROOT = Path(__file__).resolve().parent.parent.parent
GUNICORN = (
    *("-m", "gunicorn", "mjclub.wsgi", "--worker-class", "gthread", "--workers", "2"),
    *("--threads", "4", "--preload", "--graceful-timeout", "5", "--log-level", "critical"),
)
CELERY = (
    *("-m", "celery", "--quiet", "--app", "mjclub.celery", "worker", "--pool", "threads"),
    *("--concurrency", "2", "--loglevel", "ERROR"),
)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@dataclass
class Part:
    """One part of the site: how it is started, and its process (a session of its own)."""

    name: str
    command: tuple[str, ...]
    port: int | None = None
    process: "subprocess.Popen[bytes] | None" = None
    due: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self, environment: dict[str, str], log: IO[bytes]) -> None:
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, env=environment, stdout=log, stderr=log, start_new_session=True
        )

    def kill(self) -> bool:
        """Kill the whole part, children included; whether it was alive."""
        if self.process is None or self.process.poll() is not None:
            return False
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        return True

    def children(self) -> list[int]:
        """The ids of the processes that this part's own process has made."""
        if self.process is None or self.process.poll() is not None:
            return []
        try:
            told = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        except OSError:
            return []
        return [int(pid) for pid in told.split()]


class Site:
    """The parts and their data. Used as a context: what it made is gone afterwards."""

    def __init__(self, server: str, seed: int, broker: str = "") -> None:
        """``server``: the address of a PostgreSQL server, without a database. ``broker``: one that
        is running already and is not killed; without it a Redis of its own is started."""
        self.server = server.rstrip("/")
        self.name = f"mjclub_chaos_{os.getpid()}"
        self.folder = Path(tempfile.mkdtemp(prefix="mjclub-chaos-"))
        self.chance = Random(f"restarts {seed}")
        self.log = (self.folder / "log").open("ab")
        redis_port = free_port()
        self.environment = {
            **os.environ,
            "DATABASE_URL": f"{self.server}/{self.name}",
            "CELERY_BROKER_URL": broker or f"redis://127.0.0.1:{redis_port}/0",
            "DJANGO_SETTINGS_MODULE": "mjclub.settings",
            "MJCLUB_VAR": str(self.folder / "var"),
            "MJCLUB_QUEUE": self.name,
            "MJCLUB_DB_POOL": "6",
            "MJCLUB_NO_BOOTSTRAP": "1",
        }
        self.webs = [self._web(n) for n in (1, 2)]
        self.workers = [
            Part("worker 1", (sys.executable, *CELERY, "--hostname", f"1-{self.name}@%h", "--beat",
                              "--schedule", str(self.folder / "beat"))),
            Part("worker 2", (sys.executable, *CELERY, "--hostname", f"2-{self.name}@%h")),
        ]  # fmt: skip
        redis = ("redis-server", "--port", str(redis_port), "--bind", "127.0.0.1", "--save", "",
                 "--appendonly", "no")  # fmt: skip
        self.broker = None if broker else Part("broker", redis, redis_port)
        self.stopping = threading.Event()
        self.supervisor = threading.Thread(target=self._supervise, daemon=True)

    def _web(self, number: int) -> Part:
        port = free_port()
        command = (sys.executable, *GUNICORN, "--bind", f"127.0.0.1:{port}")
        return Part(f"web {number}", command, port)

    @property
    def parts(self) -> list[Part]:
        return [*([self.broker] if self.broker else []), *self.webs, *self.workers]

    def admin(self) -> "psycopg.Connection[Any]":
        return psycopg.connect(f"{self.server}/postgres", autocommit=True)

    def make_database(self) -> None:
        with self.admin() as link:
            link.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(self.name)))

    def __enter__(self) -> "Site":
        return self

    def start(self) -> None:
        for part in self.parts:
            part.start(self.environment, self.log)
        self.supervisor.start()
        self.wait_until_up()

    def wait_until_up(self, seconds: float = 120) -> None:
        """Wait until every web server takes connections; raise `TimeoutError`."""
        end = time.monotonic() + seconds
        for part in self.webs:
            while not self._listens(part):
                if time.monotonic() > end:
                    raise TimeoutError(f"{part.name} does not answer; see {self.folder / 'log'}")
                time.sleep(0.2)

    @staticmethod
    def _listens(part: Part) -> bool:
        with socket.socket() as probe:
            probe.settimeout(1)
            return probe.connect_ex(("127.0.0.1", part.port or 0)) == 0

    def _supervise(self) -> None:
        """Start again whatever has ended, after a moment, as systemd would."""
        while not self.stopping.wait(0.1):
            now = time.monotonic()
            for part in self.parts:
                with part.lock:
                    if part.process is None or part.process.poll() is None:
                        continue
                    if not part.due:
                        part.due = now + self.chance.uniform(0.1, 1.5)
                    elif now >= part.due:
                        part.due = 0.0
                        part.start(self.environment, self.log)

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        if self.supervisor.is_alive():
            self.supervisor.join(10)
        for part in self.parts:
            part.kill()
        self.log.close()
        with self.admin() as link:
            drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            link.execute(drop.format(sql.Identifier(self.name)))

    def forget(self) -> None:
        """Take the folder away, log included."""
        shutil.rmtree(self.folder, ignore_errors=True)
