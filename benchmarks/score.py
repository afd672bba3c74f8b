"""How fast Guobiao hands are counted beside PyMahjongGB:
`python benchmarks/score.py [--json] [--short] [--check]`.

Both count the same winning hands, taken in turn in one run, in CPU time of this process; of several
repeats the fastest stands for each. PyMahjongGB (requirements-bench.txt) is called with its own
tuple of arguments, ours with a `GbHand`, both made beforehand. docs/performance.md has a run and
says what each row is. ``--check`` ends with 1 when a row is slower than twice its target, and every
run does when a total differs.
"""

import argparse
import gc
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from MahjongGB import MahjongFanCalculator

from scoring.options import resolve
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.options import PROFILE, PROFILE_OPTIONS
from scoring.rulesets.guobiao.quick.count import counter_for
from scoring.rulesets.guobiao.quick.many import score_many
from scoring.rulesets.guobiao.quick.many_hands import hands_of
from scoring.rulesets.guobiao.quick.ready import waits
from tests.scoring.guobiao_quick.peer import NAMES, PeerHand, peer_hand
from tests.scoring.guobiao_quick.random_hands import winning_hands

OPTIONS = resolve(PROFILE_OPTIONS, (PROFILE,), {})
COUNTER = counter_for(OPTIONS)
# The ratios to the peer that are aimed at; `NEW_US` and `FIRST_US` are microseconds.
TARGETS = {"same": 2.0, "new": 4.0, "batch_arrays": 0.33, "batch_objects": 0.75, "waits": 0.25}
NEW_US, FIRST_US = 30.0, 1000.0


class Size(NamedTuple):
    """How many hands are met before the never-seen ones, how many of those in how many parts, how
    many hands are counted again, and how many repeats are made."""

    before: int
    new: int
    parts: int
    again: int
    batch: int
    ready: int
    repeats: int


LONG = Size(before=20_000, new=500, parts=40, again=2_000, batch=40_000, ready=500, repeats=12)
SHORT = Size(before=20_000, new=500, parts=10, again=1_000, batch=20_000, ready=200, repeats=4)


class Row(NamedTuple):
    """Microseconds a hand, ours and the peer's."""

    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        return self.ours / self.peer


def tournament_hands() -> Iterator[tuple[GbHand, PeerHand]]:
    """Yield hands on the usual ways to eight fan that reach them, by the peer's count."""
    for hand in winning_hands(1, "tournament"):
        arguments = peer_hand(hand)
        if theirs(arguments) - hand.flowers >= 8:
            yield hand, arguments


def theirs(arguments: PeerHand) -> int:
    return sum(points for points, _name in MahjongFanCalculator(*arguments))


def seconds(work: Callable[[], Any]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def fastest(hands: int, repeats: int, ours: Callable[[], Any], peer: Callable[[], Any]) -> Row:
    """Take both in turn and return the fastest of each, in microseconds a hand."""
    taken = [(seconds(ours), seconds(peer)) for _ in range(repeats)]
    return Row(*(min(column) / hands * 1e6 for column in zip(*taken, strict=True)))


def count_each(hands: list[GbHand]) -> None:
    count = COUNTER.of_hand
    for hand in hands:
        count(hand)


def peer_each(hands: list[PeerHand]) -> None:
    for arguments in hands:
        MahjongFanCalculator(*arguments)


def waits_each(hands: list[GbHand]) -> None:
    for hand in hands:
        waits(
            COUNTER,
            hand.concealed,
            hand.melds,
            seat_wind=hand.seat_wind,
            round_wind=hand.round_wind,
        )


def peer_waits_each(hands: list[PeerHand]) -> None:
    """Ask for every tile whether it wins by discard, and for those that do by self-draw too."""
    for pack, standing, _win, *_facts, seat, round_ in hands:
        for tile in NAMES:
            try:
                MahjongFanCalculator(
                    pack, standing, tile, 0, False, False, False, False, seat, round_
                )
            except TypeError:
                continue
            MahjongFanCalculator(pack, standing, tile, 0, True, False, False, False, seat, round_)


def measure(size: Size) -> dict[str, Row]:
    needed = max(size.before + size.new * size.parts, size.batch)
    made = list(islice(tournament_hands(), needed))
    ours, peer = [hand for hand, _ in made], [arguments for _, arguments in made]
    rows: dict[str, Row] = {}
    count_each(ours[: size.before])
    parts = []
    for at in range(size.before, size.before + size.new * size.parts, size.new):
        own, other = ours[at : at + size.new], peer[at : at + size.new]
        parts.append(
            fastest(size.new, 1, lambda o=own: count_each(o), lambda p=other: peer_each(p))
        )
    rows["new"] = Row(min(part.ours for part in parts), min(part.peer for part in parts))
    again, peer_again = ours[: size.again], peer[: size.again]
    rows["same"] = fastest(
        size.again, size.repeats, lambda: count_each(again), lambda: peer_each(peer_again)
    )
    many, peer_many = ours[: size.batch], peer[: size.batch]
    arrays = hands_of(many)
    score_many(arrays, OPTIONS)
    repeats = max(3, size.repeats // 2)
    rows["batch_arrays"] = fastest(
        size.batch, repeats, lambda: score_many(arrays, OPTIONS), lambda: peer_each(peer_many)
    )
    rows["batch_objects"] = fastest(
        size.batch, repeats, lambda: score_many(many, OPTIONS), lambda: peer_each(peer_many)
    )
    ready, peer_ready = ours[: size.ready], peer[: size.ready]
    rows["waits"] = fastest(
        size.ready, repeats, lambda: waits_each(ready), lambda: peer_waits_each(peer_ready)
    )
    return {name: rows[name] for name in TARGETS}


def first_hand() -> float:
    """Return the microseconds of the first hand of this process."""
    hand = next(winning_hands(int(time.time()), "tournament"))
    return seconds(lambda: COUNTER.of_hand(hand)) * 1e6


def first_hands(repeats: int) -> float:
    """Return the fewest microseconds of the first hand after import, in processes of their own."""
    command = [sys.executable, __file__, "--first"]
    runs = (subprocess.run(command, capture_output=True, check=True) for _ in range(repeats))
    return min(float(run.stdout) for run in runs)


def differences(size: Size) -> int:
    """Print the hands whose totals differ and return how many there are."""
    made = list(islice(tournament_hands(), size.before))
    batch = score_many([hand for hand, _ in made], OPTIONS).total.tolist()
    wrong = 0
    for (hand, arguments), many in zip(made, batch, strict=True):
        count, peer = COUNTER.of_hand(hand), theirs(arguments)
        if count is None or not count.total == many == peer:
            wrong += 1
            print(f"{hand}: {count}, batch {many}, peer {peer}", file=sys.stderr)
    return wrong


def too_slow(rows: dict[str, Row], first: float) -> list[str]:
    """Return the rows that need more than twice their target."""
    slow = [name for name, row in rows.items() if row.ratio > 2 * TARGETS[name]]
    if rows["new"].ours > 2 * NEW_US:
        slow.append("new, in microseconds")
    if first > 2 * FIRST_US:
        slow.append("first hand")
    return slow


def show(rows: dict[str, Row], first: float) -> None:
    print(f"{'':16}{'us':>8}{'peer us':>10}{'ratio':>8}{'target':>8}")
    for name, (ours, peer) in rows.items():
        print(f"{name:16}{ours:8.2f}{peer:10.2f}{ours / peer:8.2f}{TARGETS[name]:8.2f}")
    print(f"{'first hand':16}{first:8.0f}{'':18}{FIRST_US:8.0f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--json", action="store_true", help="print the rows as one JSON object")
    parser.add_argument("--short", action="store_true", help="fewer hands and repeats")
    parser.add_argument("--check", action="store_true", help="fail at twice a target")
    parser.add_argument("--first", action="store_true", help="print the time of the first hand")
    options = parser.parse_args()
    gc.disable()
    if options.first:
        print(first_hand())
        return 0
    size = SHORT if options.short else LONG
    first = first_hands(5)
    rows = measure(size)
    if options.json:
        print(
            json.dumps(
                {n: {"us": round(r.ours, 3), "ratio": round(r.ratio, 3)} for n, r in rows.items()}
            )
        )
    else:
        show(rows, first)
    wrong, slow = differences(size), too_slow(rows, first) if options.check else []
    for name in slow:
        print(f"{name}: slower than twice the target", file=sys.stderr)
    if wrong:
        print(f"{wrong} totals differ", file=sys.stderr)
    return 1 if wrong or slow else 0


if __name__ == "__main__":
    sys.exit(main())
