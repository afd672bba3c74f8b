"""Full standings of large events: `python benchmarks/standings.py [--json] [--repeat N]`.

Makes events of 100, 300 and 1,000 players over 12 rounds of 16 hands in a database of its own
(SQLite in a temporary folder, or the PostgreSQL server that DATABASE_URL names), computes their
standings from nothing, and prints the seconds of reading the facts, computing, and keeping the
snapshot. Ends with 1 when a target is missed.
"""

import argparse
import gc
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "mjclub.settings"

ROUNDS, HANDS = 12, 16
SIZES = (100, 300, 1000)
# Seconds for the largest event on two cores.
TARGETS = {"sqlite": 2.0, "postgresql": 1.0}


def make_hand(number: int, position: Any, chance: random.Random) -> dict[str, Any]:
    """Return the columns of a random win of one number, settled by the rules."""
    from scoring.rulesets import get_ruleset

    winner = chance.randrange(4)
    giver = chance.choice([None, *(s for s in range(4) if s != winner)])
    event: dict[str, Any] = {
        "type": "win",
        "by": "self_draw" if giver is None else "discard",
        "winners": [{"seat": winner, "declared": {"fan": chance.randint(8, 40)}}],
    }
    if giver is not None:
        event["from"] = giver
    record = {
        "ruleset": "guobiao",
        "context": {"dealer": position.dealer_seat, "round_wind": position.prevailing},
        "events": [event],
    }
    settlement = get_ruleset("guobiao").settle(record)
    return {"number": number, "record": record, "settlement": settlement}


def make_event(players: int, chance: random.Random, rounds: int = ROUNDS) -> Any:
    from scoring.progress import chart_position
    from tournaments.models import Entry, Hand, Player, Round, Seat, Stage, Table
    from tournaments.services.access import Actor
    from tournaments.services.events import create_tournament
    from tournaments.services.hand_derived import set_per_chair

    tournament = create_tournament(
        Actor.of_system("benchmark"), name=f"{players} players", club_name="Benchmark"
    )
    people = Player.objects.bulk_create(Player(name=f"Player {n}") for n in range(players))
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, player=p, number=n) for n, p in enumerate(people, 1)
    )
    stage = Stage.objects.get(tournament=tournament)
    positions = [chart_position("mcr2006", n) for n in range(1, HANDS + 1)]
    for round_no in range(1, rounds + 1):
        round_ = Round.objects.create(
            tournament=tournament, stage=stage, number=round_no, status=Round.Status.CLOSED
        )
        chance.shuffle(entries)
        tables = Table.objects.bulk_create(
            Table(round=round_, number=n + 1, status=Table.Status.CONFIRMED)
            for n in range(players // 4)
        )
        Seat.objects.bulk_create(
            Seat(table=table, round=round_, entry=entries[4 * n + wind], wind=wind)
            for n, table in enumerate(tables)
            for wind in range(4)
        )
        hands = []
        for table in tables:
            for number, position in enumerate(positions, 1):
                made = make_hand(number, position, chance)
                hand = Hand(table=table, number=number, record=made["record"])
                hand.settlement = made["settlement"].to_stored()
                hand.position = position.to_json()
                set_per_chair(hand, made["record"], made["settlement"], position)
                hands.append(hand)
        Hand.objects.bulk_create(hands, batch_size=1000)
    return tournament


def timed(function: Callable[[], Any]) -> tuple[Any, float]:
    started = time.perf_counter()
    result = function()
    return result, time.perf_counter() - started


def measure(tournament: Any, repeat: int) -> dict[str, float]:
    """Return the least seconds of each step over the repeats."""
    from tournaments.services import jobs, standing_facts, standings
    from tournaments.standings import compute

    best: dict[str, float] = {}
    for _attempt in range(repeat):
        gc.collect()
        facts, read = timed(partial(standing_facts.facts_of, tournament))
        config = standing_facts.config_of(tournament)
        _found, computed = timed(partial(compute, facts, config))
        job = standings.request(tournament.pk)
        _done, whole = timed(partial(jobs.run, job.pk))
        for name, seconds in (("facts", read), ("compute", computed), ("whole", whole)):
            best[name] = min(seconds, best.get(name, seconds))
    return best


def run(args: argparse.Namespace) -> int:
    from django.core.management import call_command
    from django.db import connection

    old = connection.creation.create_test_db(verbosity=0, serialize=False)
    try:
        call_command("migrate", verbosity=0)
        found: dict[str, Any] = {"database": connection.vendor, "players": {}}
        for players in SIZES:
            tournament = make_event(players, random.Random(players))
            figures = measure(tournament, args.repeat)
            found["players"][players] = {k: round(v, 3) for k, v in figures.items()}
            if not args.json:
                words = "  ".join(f"{k} {v:6.3f} s" for k, v in figures.items())
                hands = players // 4 * ROUNDS * HANDS
                print(f"{connection.vendor:10} {players:5} players {hands:6} hands  {words}")
        limit = TARGETS[connection.vendor]
        late = found["players"][SIZES[-1]]["whole"] > limit
        if args.json:
            print(json.dumps(found))
        else:
            print(f"target for {SIZES[-1]} players: {limit} s: {'MISSED' if late else 'ok'}")
        return int(late)
    finally:
        connection.creation.destroy_test_db(old, verbosity=0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("MJCLUB_VAR", folder)
        import django

        django.setup()
        return run(args)


if __name__ == "__main__":
    sys.exit(main())
