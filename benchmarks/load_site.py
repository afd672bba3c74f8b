"""A site to put load on: gunicorn and a worker as the README starts them, on the database that
DATABASE_URL names (PostgreSQL) and the broker of CELERY_BROKER_URL, with an event of many tables.

Called as a script it fills the database and prints the event as one JSON line:
``python benchmarks/load_site.py --players 1000 --rounds 3``. A database with events is refused.
"""

import argparse
import contextlib
import json
import os
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))
START_WITHIN = 180.0


@dataclass
class Site:
    """A running site: its address, its processes by name, and the event it holds."""

    url: str
    processes: dict[str, int]
    event: dict[str, Any]


@contextlib.contextmanager
def running_site(
    port: int, *, players: int, rounds: int = 3, workers: int = 2, threads: int = 8
) -> Iterator[Site]:
    """Fill the database and start web and worker; stop both in the end, whatever happens."""
    for name in ("DATABASE_URL", "CELERY_BROKER_URL"):
        if not os.environ.get(name):
            raise SystemExit(f"Set {name}: the load is measured on PostgreSQL with a broker.")
    with tempfile.TemporaryDirectory(prefix="mjclub-load-") as folder:
        environment = _environment(port, folder)
        event = _filled(environment, players, rounds)
        web = [
            sys.executable, "-m", "gunicorn", "mjclub.wsgi", "--bind", f"127.0.0.1:{port}",
            "--worker-class", "gthread", "--workers", str(workers), "--threads", str(threads),
            "--access-logfile", "/dev/null", "--log-level", "warning", "--no-control-socket",
        ]  # fmt: skip
        worker = [
            sys.executable, "-W", "ignore:You", "-m", "celery", "--quiet", "--app", "mjclub.celery",
            "worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "WARNING",
            "--without-gossip", "--without-mingle", "--without-heartbeat",
            "--beat", "--schedule", f"{folder}/beat",
        ]  # fmt: skip
        started = {}
        try:
            for name, command in (("web", web), ("worker", worker)):
                started[name] = subprocess.Popen(command, cwd=ROOT, env=environment)
            url = f"http://127.0.0.1:{port}"
            _wait(f"{url}/ready/")
            yield Site(url, {name: process.pid for name, process in started.items()}, event)
        finally:
            for process in started.values():
                process.send_signal(signal.SIGTERM)
            for process in started.values():
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(30)
                process.kill()


def _environment(port: int, folder: str) -> dict[str, str]:
    return {
        **os.environ,
        "MJCLUB_ENV": "production",
        "MJCLUB_NO_BOOTSTRAP": "1",
        "MJCLUB_SECRET_KEY": secrets.token_urlsafe(48),
        "MJCLUB_ALLOWED_HOSTS": "127.0.0.1",
        "MJCLUB_PUBLIC_URL": f"http://127.0.0.1:{port}",
        "MJCLUB_VAR": folder,
        "MJCLUB_QUEUE": f"mjclub-load-{port}",
        "MJCLUB_LOG_LEVEL": "WARNING",
    }


def _filled(environment: dict[str, str], players: int, rounds: int) -> dict[str, Any]:
    for arguments in (["migrate", "--no-input"], ["collectstatic", "--no-input"]):
        subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL,
        )  # fmt: skip
    command = [sys.executable, __file__, "--players", str(players), "--rounds", str(rounds)]
    made = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE)
    found: dict[str, Any] = json.loads(made.stdout)
    return found


def _wait(address: str) -> None:
    until = time.monotonic() + START_WITHIN
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):  # noqa: S310  (own address)
                return
        except OSError:
            if time.monotonic() > until:
                raise SystemExit(f"{address} does not answer.") from None
            time.sleep(0.2)


def fill(players: int, rounds: int) -> dict[str, Any]:
    """Make an event with rounds that are over and one that runs, whose tables have links. Returns
    its slug, its round number and the tables: number, id and token of each."""
    from standings import make_event

    from tournaments.models import Entry, Round, Stage, Table, TableLink, Tournament
    from tournaments.services import jobs, links, seating, standings
    from tournaments.services import rounds as round_acts
    from tournaments.services.access import Actor

    if Tournament.objects.exists():
        raise SystemExit("This database holds events; give the load one of its own.")
    system = Actor.of_system("load")
    event = make_event(players, random.Random(players), rounds)
    Round.objects.filter(tournament=event).update(seats_public=True)
    ids = list(Entry.objects.filter(tournament=event).values_list("pk", flat=True))
    plan = [ids[i : i + 4] for i in range(0, len(ids), 4)]
    round_ = seating.set_round(system, event.pk, tables=plan)
    Round.objects.filter(pk=round_.pk).update(seats_public=True)
    round_acts.start_round(system, round_.pk)
    tables = list(Table.objects.filter(round=round_).order_by("number"))
    made = TableLink.objects.bulk_create(TableLink(table=table) for table in tables)
    jobs.run(standings.request(event.pk).pk)
    return {
        "slug": event.slug,
        "round": round_.number,
        "players": players,
        "stages": Stage.objects.filter(tournament=event).count(),
        "tables": [
            {"number": t.number, "id": t.pk, "token": links.token_of(link)}
            for t, link in zip(tables, made, strict=True)
        ],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    os.environ["DJANGO_SETTINGS_MODULE"] = "mjclub.settings"
    import django

    django.setup()
    print(json.dumps(fill(args.players, args.rounds)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
