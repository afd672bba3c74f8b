"""A whole hall enters hands: every table one each 30 seconds, then all tables within one second.

    export DATABASE_URL=postgres://postgres@127.0.0.1/mj_hall    # its server; the databases are own
    export CELERY_BROKER_URL=redis://127.0.0.1:6379/13
    python benchmarks/hall.py [--tables 25,50,100,250] [--seconds 60] [--bursts 3]
                              [--json FILE] [--markdown FILE]

For each number of tables a database is made, filled and dropped, and gunicorn and a worker run as
the README starts them. This process makes the load and nothing else; the processor time of the
site's processes is told apart. Ends with 1 when a hand was refused, lost or
doubled, or an answer failed.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

sys.path.insert(0, str(Path(__file__).resolve().parent))
from load_client import Client, Figures, Watch, paced
from load_site import Site, running_site

EVERY = 30.0
MAX_SECONDS, MAX_TABLES, MAX_BURSTS = 600, 500, 10
GAME = 16
REST = 3.0
TOKEN = "l" * 32


class Hall:
    """The tables of one site, each of which enters its next hand when it is its turn."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.figures = Figures()
        self.client = Client(site.url)
        self.chance = random.Random(1)
        self.hands = {t["number"]: 0 for t in site.event["tables"]}

    def body(self, table: int) -> bytes:
        winner = self.chance.randrange(4)
        giver = self.chance.choice([None, *(seat for seat in range(4) if seat != winner)])
        event: dict[str, Any] = {
            "type": "win",
            "by": "self_draw" if giver is None else "discard",
            "winners": [{"seat": winner, "declared": {"fan": self.chance.randint(8, 88)}}],
        }
        if giver is not None:
            event["from"] = giver
        number = self.hands[table] + 1
        key = f"hall-{table:04}-{number:02}-{self.chance.randrange(10**9):09}"
        return json.dumps({"events": [event], "client_key": key, "number": number}).encode()

    async def enter(self, table: dict[str, Any], due: float, name: str) -> None:
        if self.hands[table["number"]] >= GAME:
            raise ValueError("The game of 16 hands is too short for so many seconds.")
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Referer": self.site.url,
        }
        address = f"/r/{table['token']}/hands/"
        asked = self.client.request("POST", address, self.body(table["number"]), headers, 60)
        if await self.figures.timed(name, due, asked, good=(201,)) is not None:
            self.hands[table["number"]] += 1

    async def steadily(self, seconds: float, name: str) -> None:
        """Every table at a moment of its own, and again every 30 seconds."""
        began = time.monotonic()
        async with asyncio.TaskGroup() as group:
            for table in self.site.event["tables"]:
                first = began + self.chance.random() * min(EVERY, seconds)

                async def act(due: float, table: dict[str, Any] = table) -> None:
                    await self.enter(table, due, name)

                group.create_task(paced(act, every=EVERY, first=first, until=began + seconds))

    async def at_once(self, name: str) -> float:
        """All tables within one second; return the seconds from its start to the last answer."""
        began = time.monotonic()

        async def soon(table: dict[str, Any]) -> None:
            due = began + self.chance.random()
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await self.enter(table, due, name)

        async with asyncio.TaskGroup() as group:
            for table in self.site.event["tables"]:
                group.create_task(soon(table))
        return time.monotonic() - began

    async def run(self, seconds: float, bursts: int) -> dict[str, Any]:
        try:
            return await self._measured(seconds, bursts)
        finally:
            self.client.close()

    async def _measured(self, seconds: float, bursts: int) -> dict[str, Any]:
        await self.at_once("warm-up")  # the first answers fill caches and pools
        self.figures = Figures()
        await asyncio.sleep(REST)
        watch, began = Watch(self.site.processes), time.monotonic()
        await self.steadily(seconds, "every 30 s")
        cores, passed = watch.cores(), time.monotonic() - began
        saves = len(self.figures.seconds.get("every 30 s", []))
        last, burst_cores = [], []
        for _burst in range(bursts):
            await asyncio.sleep(REST)
            watch = Watch(self.site.processes)
            last.append(round(await self.at_once("within one second"), 2))
            burst_cores.append(watch.cores()["web"])
        tables = len(self.hands)
        return {
            "tables": tables,
            "answers": self.figures.as_json(),
            "errors": dict(self.figures.errors),
            "saves": saves,
            "cores": cores,
            "web_ms_per_save": round(1000 * cores["web"] * passed / max(saves, 1), 1),
            "burst_until_last_answer": last,
            "burst_web_ms_per_save": round(
                1000 * sum(c * s for c, s in zip(burst_cores, last, strict=True))
                / (tables * max(bursts, 1)), 1
            ),
        }  # fmt: skip


@contextmanager
def own_database(tables: int) -> Iterator[str]:
    """Make a database beside the one that DATABASE_URL names; drop it in the end."""
    given = urlsplit(os.environ["DATABASE_URL"])
    name = f"{given.path.strip('/')}_{tables}_{os.getpid()}"
    server = urlunsplit(given._replace(path="/postgres"))
    address = urlunsplit(given._replace(path=f"/{name}"))
    with psycopg.connect(server, autocommit=True) as link:
        link.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    os.environ["DATABASE_URL"] = address
    try:
        yield address
    finally:
        os.environ["DATABASE_URL"] = urlunsplit(given)
        with psycopg.connect(server, autocommit=True) as link:
            drop = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            link.execute(drop.format(sql.Identifier(name)))


def saved(address: str, round_number: int) -> tuple[int, int, int]:
    """Return the hands in force of the running round, different (table, number) among them, and
    the log's entries of hands recorded."""
    with psycopg.connect(address) as link:
        hands = link.execute(
            "SELECT count(*), count(DISTINCT (h.table_id, h.number)) FROM tournaments_hand h"
            " JOIN tournaments_table t ON t.id = h.table_id"
            " JOIN tournaments_round r ON r.id = t.round_id"
            " WHERE r.number = %s AND h.undone_at IS NULL",
            (round_number,),
        ).fetchone()
        logged = link.execute(
            "SELECT count(*) FROM tournaments_auditentry"
            " WHERE act = 'hand.recorded' AND round_number = %s",
            (round_number,),
        ).fetchone()
    assert hands is not None
    assert logged is not None
    return hands[0], hands[1], logged[0]


def measure(tables: int, args: argparse.Namespace) -> dict[str, Any]:
    with (
        own_database(tables) as address,
        running_site(args.port, players=4 * tables, rounds=1) as site,
    ):
        hall = Hall(site)
        found = asyncio.run(hall.run(args.seconds, args.bursts))
        acknowledged = sum(hall.hands.values())
        there, different, logged = saved(address, site.event["round"])
        found |= {"acknowledged": acknowledged, "saved": there, "logged": logged}
        found["well"] = not hall.figures.errors and acknowledged == there == different == logged
        return found


def as_table(results: list[dict[str, Any]]) -> str:
    lines = [
        "| tables | every 30 s: p50 / p95 / max ms | web CPU ms a save | web / worker cores "
        "| within one second: last answer after s | p50 / p95 / max ms | saved of acknowledged |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in results:
        steady = row["answers"].get("every 30 s", {})
        burst = row["answers"].get("within one second", {})
        last = " · ".join(str(seconds) for seconds in row["burst_until_last_answer"])
        lines.append(
            f"| {row['tables']} | {steady.get('p50')} / {steady.get('p95')} / {steady.get('max')} "
            f"| {row['web_ms_per_save']} | {row['cores']['web']} / {row['cores']['worker']} "
            f"| {last} | {burst.get('p50')} / {burst.get('p95')} / {burst.get('max')} "
            f"| {row['saved']} of {row['acknowledged']}{'' if row['well'] else ' **WRONG**'} |"
        )
        lines += [f"- {n} × {what}" for what, n in row["errors"].items()]
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", default="25,50,100,250")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--bursts", type=int, default=3)
    parser.add_argument("--port", type=int, default=8110)
    parser.add_argument("--json", default="")
    parser.add_argument("--markdown", default="")
    args = parser.parse_args()
    args.seconds = min(args.seconds, MAX_SECONDS)
    args.bursts = min(args.bursts, MAX_BURSTS)
    results = []
    for tables in (min(int(n), MAX_TABLES) for n in args.tables.split(",")):
        results.append(measure(tables, args))
        print(json.dumps(results[-1]), file=sys.stderr, flush=True)
    text = as_table(results)
    print(text)
    if args.json:
        Path(args.json).write_text(json.dumps(results, indent=1))
    if args.markdown:
        Path(args.markdown).write_text(text + "\n")
    return 0 if all(row["well"] for row in results) else 1


if __name__ == "__main__":
    sys.exit(main())
