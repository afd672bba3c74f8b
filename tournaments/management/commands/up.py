"""`manage.py up`: the site with demo data and its worker, from nothing, in one command."""

import os
import shutil
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from typing import Any

import honcho.manager
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from honcho.manager import Manager
from honcho.printer import Printer

from mjclub import tilefont
from tournaments.services.demo import make_demo

# Everything is gone within five seconds of a Ctrl-C: the manager kills what still runs by then.
honcho.manager.KILL_WAIT = 4
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


def port_is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


class Command(BaseCommand):
    help = "Start the site with demo data and its worker (embedded default)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="0.0.0.0 lets phones in.")
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--no-demo", action="store_true", help="Leave the demo data out.")

    def handle(self, *args: Any, **options: Any) -> None:
        host, port = options["host"], options["port"]
        if not 1 <= port <= 65535:
            raise CommandError(f"{port} is not a port.")
        if not port_is_free(host, port):
            raise CommandError(f"Port {port} is taken; choose another one with --port.")
        shown = hall_address() if host in ANY else host
        url = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}"
        call_command("migrate", verbosity=0, interactive=False)
        tilefont.build()
        logins = None if options["no_demo"] else make_demo()
        manager = self._manager(host, port, shown, url)
        threading.Thread(
            target=self._greet, args=(f"http://127.0.0.1:{port}", url, logins, host), daemon=True
        ).start()
        manager.loop()
        sys.exit(manager.returncode or 0)

    def _manager(self, host: str, port: int, shown: str, url: str) -> Manager:
        manager = Manager(Printer(sys.stdout))
        hosts = {"localhost", "127.0.0.1", "[::1]", shown, *settings.ALLOWED_HOSTS}
        environment = {
            **os.environ,
            "MJCLUB_NO_BOOTSTRAP": "1",
            "MJCLUB_ALLOWED_HOSTS": ",".join(sorted(hosts)),
            "MJCLUB_PUBLIC_URL": settings.PUBLIC_URL or url,
            "PYTHONUNBUFFERED": "1",
        }
        python = sys.executable
        bind = f"[{host}]" if ":" in host else host
        web = (
            f'"{python}" -m gunicorn mjclub.wsgi --bind {bind}:{port} --workers 2 --threads 8 '
            "--worker-class gthread --graceful-timeout 3 --no-control-socket "
            "--access-logfile /dev/null --log-level warning"
        )
        worker = (
            f'"{python}" -m celery --app mjclub.celery worker --pool threads --concurrency 2 '
            "--without-gossip --without-mingle --without-heartbeat --loglevel WARNING"
        )
        if settings.EMBEDDED_BROKER:
            # Read messages pile up there; the jobs' rows are the truth.
            shutil.rmtree(settings.VAR_DIR / "queue" / "processed", ignore_errors=True)
            (settings.VAR_DIR / "queue" / "processed").mkdir(parents=True, exist_ok=True)
        cwd = str(settings.BASE_DIR)
        manager.add_process("web", web, env=environment, cwd=cwd)
        manager.add_process("worker", worker, env=environment, cwd=cwd)
        return manager

    def _greet(self, probe: str, url: str, logins: Any, host: str) -> None:
        """Say where the site is once it answers."""
        for _try in range(START_WITHIN * 5):
            try:
                with urllib.request.urlopen(probe + "/", timeout=5):  # noqa: S310  (own address)
                    break
            except (urllib.error.URLError, OSError):
                time.sleep(0.2)
        self.stdout.write(f"\nmjclub · {url}/\n")
        if host in ANY:
            self.stdout.write("Phones in the same network open this address too.\n")
        for login in logins.all if logins else ():
            secret = login.password or "(as shown on the first start)"
            self.stdout.write(f"  {login.role:<10} {login.username:<16} {secret}\n")
        self.stdout.write("Stop with Ctrl-C.\n\n")
        self.stdout.flush()
