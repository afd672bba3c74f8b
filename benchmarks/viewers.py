"""Many people watch the leaderboard while every table enters hands:

    export DATABASE_URL=postgres://postgres@127.0.0.1/mj_load
    export CELERY_BROKER_URL=redis://127.0.0.1:6379/11
    python benchmarks/viewers.py [--viewers 1000] [--every 5] [--players 1000] [--hand-every 30]
                                 [--seconds 60] [--port 8105] [--json FILE] [--markdown FILE]

The database must hold no event. Each viewer asks for the board every so many seconds with the tag
of its last answer, as the page does, every fourth in English; each table of the running round sends
a hand at its own moment. This process makes the load and nothing else; the site's processes are
reported apart. Ends with 1 when a target is missed or anything failed.
"""

import argparse
import asyncio
import gzip
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))
from load_client import Client, Figures, Watch, paced
from load_site import Site, running_site

MAX_SECONDS, MAX_VIEWERS, MAX_PLAYERS = 900, 5000, 4000
WARM_UP = 10.0
# Milliseconds that 95 of 100 answers may take on two cores.
TARGETS = {"leaderboard": 100.0, "saving a hand": 200.0}
TOKEN = "l" * 32


class Load:
    def __init__(self, site: Site, args: argparse.Namespace) -> None:
        self.site, self.args = site, args
        self.figures = Figures()
        self.client = Client(site.url, {"Accept-Encoding": "gzip"})
        self.chance = random.Random(1)
        self.board = f"/t/{site.event['slug']}/board/"
        self.sizes: dict[str, int] = {}
        self.hands = dict.fromkeys((t["number"] for t in site.event["tables"]), 0)

    async def viewer(self, number: int, until: float) -> None:
        tag = ""
        language = "en" if number % 4 == 0 else "zh-CN"

        async def look(due: float) -> None:
            nonlocal tag
            headers = {"Accept-Language": language, "If-None-Match": tag or '""'}
            asked = self.client.request("GET", self.board, headers=headers)
            answer = await self.figures.timed("leaderboard", due, asked)
            if answer is not None and answer.status == 200:
                tag = answer.headers["etag"]
                self.note_size(answer.headers, answer.body)

        first = time.monotonic() + self.args.every * self.chance.random()
        await paced(look, every=self.args.every, first=first, until=until)

    def note_size(self, headers: dict[str, str], body: bytes) -> None:
        if not self.sizes:
            packed = headers.get("content-encoding") == "gzip"
            whole = gzip.decompress(body) if packed else body
            self.sizes = {"bytes": len(body), "unpacked": len(whole)}

    async def table(self, table: dict[str, Any], until: float) -> None:
        number = table["number"]
        address = f"/r/{table['token']}/hands/"
        headers = {
            "Content-Type": "application/json",
            "Cookie": f"csrftoken={TOKEN}",
            "X-CSRFToken": TOKEN,
            "Referer": self.site.url,
        }

        async def save(due: float) -> None:
            if self.hands[number] >= 16:
                return
            body = self.hand(number, self.hands[number] + 1)
            asked = self.client.request("POST", address, json.dumps(body).encode(), headers)
            answer = await self.figures.timed("saving a hand", due, asked)
            if answer is not None:
                self.hands[number] += 1

        first = time.monotonic() + self.args.hand_every * self.chance.random()
        await paced(save, every=self.args.hand_every, first=first, until=until)

    def hand(self, table: int, number: int) -> dict[str, Any]:
        winner = self.chance.randrange(4)
        giver = self.chance.choice([None, *(s for s in range(4) if s != winner)])
        event: dict[str, Any] = {
            "type": "win",
            "by": "self_draw" if giver is None else "discard",
            "winners": [{"seat": winner, "declared": {"fan": self.chance.randint(8, 40)}}],
        }
        if giver is not None:
            event["from"] = giver
        key = f"load-{table:04}-{number:02}-{self.chance.randrange(10**9):09}"
        return {"events": [event], "client_key": key, "number": number}

    async def run(self) -> dict[str, Any]:
        # The first answers fill caches and pools; they are not counted.
        await self._all(WARM_UP)
        self.figures = Figures()
        watch = Watch({**self.site.processes, "load generator": os.getpid()})
        database = watch_of_database()
        started = time.monotonic()
        await self._all(self.args.seconds)
        passed = time.monotonic() - started
        self.client.close()
        cores = watch.cores()
        cores["load generator"] = round(cores["load generator"] - cores["web"] - cores["worker"], 3)
        return {
            "viewers": self.args.viewers,
            "asks_every_s": self.args.every,
            "tables": len(self.site.event["tables"]),
            "hand_every_s": self.args.hand_every,
            "seconds": round(passed, 1),
            "board_bytes": self.sizes,
            "answers": self.figures.as_json(),
            "errors": dict(self.figures.errors),
            "cores": {**cores, **database.cores()},
        }

    async def _all(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        async with asyncio.TaskGroup() as group:
            for number in range(self.args.viewers):
                group.create_task(self.viewer(number, until))
            for table in self.site.event["tables"]:
                group.create_task(self.table(table, until))


def watch_of_database() -> Watch:
    """Watch the database server and Redis, where they run on this machine."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name = (folder / "comm").read_text().strip()
            words = (folder / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if name == "postgres" and b"-D" in words:
            found["postgres"] = int(folder.name)
        elif name == "redis-server":
            found["redis"] = int(folder.name)
    return Watch(found)


def markdown(found: dict[str, Any], table: str) -> str:
    cores = ", ".join(f"{name} {share}" for name, share in found["cores"].items())
    size = found["board_bytes"]
    return (
        f"{found['viewers']} viewers ask every {found['asks_every_s']} s, {found['tables']} tables "
        f"enter a hand every {found['hand_every_s']} s, {found['seconds']} s.\n\n{table}\n\n"
        f"Cores in use: {cores}. A board is {size.get('bytes')} bytes packed, "
        f"{size.get('unpacked')} unpacked.\n"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--viewers", type=int, default=1000)
    parser.add_argument("--every", type=float, default=5.0)
    parser.add_argument("--players", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3, help="rounds that are over")
    parser.add_argument("--hand-every", type=float, default=30.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--port", type=int, default=8105)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--markdown", type=Path)
    args = parser.parse_args()
    args.viewers = min(args.viewers, MAX_VIEWERS)
    args.seconds = min(args.seconds, MAX_SECONDS)
    args.players = min(args.players, MAX_PLAYERS)
    with running_site(args.port, players=args.players, rounds=args.rounds) as site:
        load = Load(site, args)
        found = asyncio.run(load.run())
    words = markdown(found, load.figures.as_table())
    print(words)
    if args.json:
        args.json.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")
    if args.markdown:
        args.markdown.write_text(words)
    late = [
        f"{name}: p95 {row['p95']} ms, target {TARGETS[name]} ms"
        for name, row in found["answers"].items()
        if row["p95"] > TARGETS.get(name, float("inf"))
    ]
    print("\n".join(late) or "Every target is met.")
    return int(bool(late or found["errors"]))


if __name__ == "__main__":
    sys.exit(main())
