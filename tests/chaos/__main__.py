"""The chaos test: `python -m tests.chaos --help`; docs/reliability.md tells what it does.

An event is played through the API while parts of its site are killed at random and requests are
repeated. Ends with 1 when a hand was lost or doubled, or anything else is not as it should be.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

SERVER = "postgres://postgres@127.0.0.1:5432"
QUIET = 240


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--server", default=SERVER, help="a PostgreSQL server, without a database")
    parser.add_argument("--broker", default="", help="instead of a Redis of its own; not killed")
    parser.add_argument("--seed", type=int, default=12)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--hands", type=int, default=10_000, help="at least so many submissions")
    parser.add_argument("--seconds", type=float, default=0, help="stop after so long (0: never)")
    parser.add_argument("--kills", type=int, default=100, help="at least so many, else it fails")
    parser.add_argument("--every", type=float, default=80, help="hands between two kills")
    parser.add_argument("--report", default="", help="write the figures to this file as JSON")
    return parser.parse_args()


def main() -> int:
    from tests.chaos.site import Site

    asked = arguments()
    site = Site(asked.server, asked.seed, asked.broker)

    def ended(*_: object) -> None:
        """However this is ended, what it has started ends with it."""
        site.__exit__()
        site.forget()
        os._exit(143)

    signal.signal(signal.SIGTERM, ended)
    signal.signal(signal.SIGINT, ended)
    os.environ.update(site.environment)
    site.make_database()
    with site:
        # Django reads its settings from the environment, which must be set before.
        import django

        django.setup()
        from tests.chaos.play import Play

        subprocess.run(
            [sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=site.environment,
            check=True,
        )  # fmt: skip
        play = Play(site, asked.seed, asked.tables)
        site.start()
        found = run(asked, play)
    well = not found["faults"] and found["kills"] >= asked.kills
    show(found, sys.stdout)
    if asked.report:
        with open(asked.report, "w", encoding="utf-8") as target:
            json.dump(found, target, ensure_ascii=False, indent=1)
    if well:
        site.forget()
        return 0
    print(f"The log of the site: {site.folder / 'log'}", file=sys.stderr)  # noqa: T201
    return 1


def run(asked: argparse.Namespace, play: Any) -> dict[str, Any]:
    from tests.chaos.mischief import Mischief

    mischief = Mischief(play.site, asked.seed, asked.every, lambda: play.counts.hands)
    began = time.monotonic()
    mischief.start()
    with ThreadPoolExecutor(asked.tables) as pool:
        while play.submissions() < asked.hands and not (
            asked.seconds and time.monotonic() - began > asked.seconds
        ):
            play.round(pool)
            print(  # noqa: T201
                f"round {play.rounds}: {play.submissions()} hands, {mischief.total} kills, "
                f"{time.monotonic() - began:.0f} s",
                flush=True,
            )
    mischief.done.set()
    mischief.join()
    seconds = time.monotonic() - began
    rest = play.wait_for_quiet(QUIET)
    verdict = play.examine()
    return {
        "seed": asked.seed,
        "tables": asked.tables,
        "rounds": play.rounds,
        "seconds": round(seconds),
        "hands": verdict.hands,
        "submissions": play.submissions(),
        "changed": sum(sheet.amended for sheet in play.sheets.values()),
        "undone": sum(len(sheet.undone) for sheet in play.sheets.values()),
        "requests": play.counts.sent["request"] + play.counts.sent["hung up"],
        "answers": dict(sorted(play.counts.answers.items())),
        "slowest_answer_seconds": round(play.counts.slowest, 1),
        "kills": mischief.total,
        "kills_by_kind": dict(mischief.kills.most_common()),
        "freezes": mischief.freezes,
        "standings_fresh_after_seconds": round(rest, 1),
        "lost": verdict.lost,
        "doubled": verdict.doubled,
        "faults": [*play.counts.faults, *verdict.faults],
    }


def show(found: dict[str, Any], target: Any) -> None:
    for name, value in found.items():
        if name == "faults":
            print(f"faults: {len(value)}", *value[:40], sep="\n  ", file=target)
        else:
            print(f"{name}: {value}", file=target)


if __name__ == "__main__":
    raise SystemExit(main())
