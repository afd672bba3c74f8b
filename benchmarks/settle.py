"""How long it takes to settle one record of each ruleset, and of Tianjin hands with wild tiles.

    .venv/bin/python benchmarks/settle.py

Times are the middle of many runs in one process, caches warm; "first" is the first run of a record
whose tiles have not been seen before. Ends with 1 when a hand with wild tiles takes longer than
`LIMIT` milliseconds.
"""

import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from scoring.rulesets import all_rulesets, get_ruleset  # noqa: E402
from scoring.worked import examples_of  # noqa: E402

RUNS = 200
LIMIT = 50
# Concealed tiles with so many wild ones (5s, 6s) and the drawn tile.
WILD_HANDS = {
    0: ("12346m123p789s55z", "5m"),
    1: ("123456m789p111z5s", "9s"),
    2: ("123m777p999s22z56s", "5m"),
    3: ("1246m789p22z3s556s", "5m"),
    4: ("146m3789p22z5566s", "5m"),
    7: ("46m39p22z5556666s", "5m"),
}


def seconds(ruleset: str, record: dict[str, Any]) -> tuple[float, float]:
    """Return the time of the first run and the middle of the others."""
    settle = get_ruleset(ruleset).settle
    times = []
    for _ in range(RUNS):
        start = time.perf_counter()
        settle(record, None)
        times.append(time.perf_counter() - start)
    return times[0], median(times[1:])


def tianjin(concealed: str, tile: str) -> dict[str, Any]:
    winner = {"seat": 1, "hand": {"concealed": concealed}}
    return {
        "ruleset": "tianjin",
        "events": [
            {"type": "wild", "indicator": "5s", "tiles": ["5s", "6s"]},
            {"type": "win", "by": "self_draw", "tile": tile, "winners": [winner]},
        ],
    }


def main() -> int:
    slowest = 0.0
    print(f"{'record':44} {'first ms':>9} {'ms':>9}")
    for wilds, (concealed, tile) in WILD_HANDS.items():
        first, usual = seconds("tianjin", tianjin(concealed, tile))
        slowest = max(slowest, first * 1e3)
        print(f"{f'tianjin, {wilds} wild tiles in hand':44} {first * 1e3:9.2f} {usual * 1e3:9.2f}")
    for ruleset in all_rulesets():
        found = [seconds(ruleset.id, dict(e.content)) for e in examples_of(ruleset.id)]
        if found:
            first = max(time for time, _usual in found)
            usual = median(time for _first, time in found)
            name = f"{ruleset.id}, {len(found)} examples (slowest first)"
            print(f"{name:44} {first * 1e3:9.2f} {usual * 1e3:9.2f}")
    return int(slowest > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
