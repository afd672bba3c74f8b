"""`manage.py up`: the site with demo data and its worker, from nothing, in one command."""

import errno
import os
import shutil
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

import honcho.manager
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, connection
from django.utils import timezone
from honcho.manager import Manager
from honcho.printer import Printer

from mjclub import tilefont
from mjclub.ops import backup, checks
from tournaments.services.demo import DemoLogins, make_demo

# Everything is gone within five seconds of a Ctrl-C, on a busy laptop too: requests get one second
# to end, and two seconds after the first process has ended the manager kills the other. A job that
# was killed is taken up by the next worker.
GRACE = 1
honcho.manager.KILL_WAIT = 2
ANY = ("0.0.0.0", "::")  # noqa: S104  (compared with, not bound to by default)
START_WITHIN = 60


def hall_address() -> str:
    """Return this machine's address in its network, as phones in the hall see it. Nothing is sent:
    a datagram socket that is "connected" only says which way it would go."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def binding_problem(host: str, port: int) -> str:
    """Return the sentence for an address that cannot be served, or nothing."""
    if not 1 <= port <= 65535:
        return f"{port} is not a port; ports are 1 to 65535."
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return f"Port {port} is taken; choose another one with --port."
            if error.errno in (errno.EACCES, errno.EPERM):
                return f"Port {port} may not be used by this account; choose one above 1024."
            return f"{host} is not an address of this machine."
    return ""


def written(host: str) -> str:
    """Return the host as an address spells it."""
    return f"[{host}]" if ":" in host else host


def answers(address: str) -> bool:
    """Whether the site serves its front page."""
    try:
        with urllib.request.urlopen(address, timeout=5):  # noqa: S310  (own address)
            return True
    except (urllib.error.URLError, OSError):
        return False


class Command(BaseCommand):
    help = "Start the site with demo data and its worker (embedded default)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in.")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help="Leave the demo data out.")

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        problem = binding_problem(host, port)
        if problem:
            raise CommandError(problem)
        shown = hall_address() if host in ANY else host
        url = settings.PUBLIC_URL or f"http://{written(shown)}:{port}"
        try:
            self._keep_a_copy()
            call_command("migrate", verbosity=0, interactive=False)
        except OperationalError as error:
            raise CommandError(f"The database does not answer: {error}") from error
        tilefont.build()
        logins = None if options["no_demo"] else make_demo()
        manager = self._manager(host, port, shown, url)
        if signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
            # A terminal that is closed stops the site as Ctrl-C does.
            signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
        probe = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  (compared with)
        threading.Thread(
            target=self._greet,
            args=(f"http://{written(probe)}:{port}/", url, logins, host),
            daemon=True,
        ).start()
        manager.loop()
        sys.exit(manager.returncode or 0)

    def _keep_a_copy(self) -> None:
        """Before migrations change a SQLite database that is in use, keep it as it was."""
        if connection.vendor != "sqlite" or not connection.introspection.table_names():
            return
        if checks.migrations().well:
            return
        path = backup.default_path(f"before-migrating-{timezone.now():%Y%m%d-%H%M%S}")
        try:
            backup.make(path)
        except backup.BackupError as error:
            raise CommandError(f"No copy could be made before migrating: {error}") from error
        self.stdout.write(f"The database as it was before this version: {path}\n")

    def _manager(self, host: str, port: int, shown: str, url: str) -> Manager:
        manager = Manager(Printer(sys.stdout))
        public = urlsplit(url).hostname or shown
        local = {"localhost", "127.0.0.1", "[::1]"}
        hosts = {*local, written(shown), written(public), *settings.ALLOWED_HOSTS}
        environment = {
            **os.environ,
            "MJCLUB_NO_BOOTSTRAP": "1",
            "MJCLUB_VAR": str(settings.VAR_DIR.resolve()),
            "MJCLUB_ALLOWED_HOSTS": ",".join(sorted(hosts)),
            "MJCLUB_PUBLIC_URL": url,
            "PYTHONUNBUFFERED": "1",
        }
        if settings.METRICS_TOKEN:
            # The web processes sum their figures up through files there.
            folder = settings.VAR_DIR / "metrics"
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            environment["PROMETHEUS_MULTIPROC_DIR"] = str(folder)
        python = sys.executable
        web = (
            f'"{python}" -m gunicorn mjclub.wsgi --bind {written(host)}:{port} --workers 2 '
            f"--threads 8 --worker-class gthread --graceful-timeout {GRACE} --no-control-socket "
            "--access-logfile /dev/null --log-level warning"
        )
        beat = settings.VAR_DIR.resolve() / "beat"
        # A club's laptop may well be used as root; the warning is of no use there.
        worker = (
            f'"{python}" -W "ignore:You" -m celery --quiet --app mjclub.celery worker '
            "--pool threads --concurrency 2 --without-gossip --without-mingle "
            f'--without-heartbeat --loglevel WARNING --beat --schedule "{beat}"'
        )
        if settings.EMBEDDED_BROKER:
            # Read messages pile up there; the jobs' rows are the truth.
            shutil.rmtree(settings.VAR_DIR / "queue" / "processed", ignore_errors=True)
            (settings.VAR_DIR / "queue" / "processed").mkdir(parents=True, exist_ok=True)
        cwd = str(settings.BASE_DIR)
        manager.add_process("web", web, env=environment, cwd=cwd)
        manager.add_process("worker", worker, env=environment, cwd=cwd)
        return manager

    def _greet(self, probe: str, url: str, logins: DemoLogins | None, host: str) -> None:
        """Say where the site is once it answers; the log-ins, which are shown this once, also when
        it takes too long."""
        until = time.monotonic() + START_WITHIN
        while not answers(probe):
            if time.monotonic() > until:
                self.stderr.write("The site does not answer yet; the lines above may say why.")
                break
            time.sleep(0.2)
        self.stdout.write(f"\nmjclub · {url}/\n")
        if host in ANY:
            self.stdout.write("Phones in the same network open this address too.\n")
        for login in logins.all if logins else ():
            secret = login.password or "(as shown on the first start)"
            self.stdout.write(f"  {login.role:<10} {login.username:<16} {secret}\n")
        self.stdout.write("Stop with Ctrl-C.\n\n")
        self.stdout.flush()
