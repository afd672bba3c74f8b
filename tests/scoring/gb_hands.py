"""Guobiao hands in the form of the corpus, as the engine takes them."""

import csv
import json
from collections import Counter
from pathlib import Path
from typing import Any

from scoring.hand import CHOW, KONG_CONCEALED, KONG_EXPOSED, PUNG, Meld
from scoring.patterns import Example, parse_example
from scoring.rulesets import get_ruleset
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.score import GbScore
from scoring.rulesets.guobiao.fans import BY_ID
from scoring.tiles import parse_tile, parse_tiles
from tests.scoring.corpus import FOLDER

KINDS = {"chow": CHOW, "pung": PUNG, "kong": KONG_EXPOSED, "concealed_kong": KONG_CONCEALED}
# Public play, kept beside the checkout.
PUBLIC = Path(__file__).parents[3] / "shared" / "corpus" / "real_hands.jsonl"
OTHER_NAMES = {"嵌张": "坎张", "单调将": "单钓将", "一色三连环": "一色三步高"}


def lines(name: str) -> list[dict[str, Any]]:
    return read(FOLDER / name)


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


def wait_rows() -> list[dict[str, str]]:
    """Shapes of one suit and the ranks they wait on."""
    with (FOLDER / "waits.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def meld(kind: str, tile: str) -> Meld:
    first = parse_tile(tile)
    if kind == "chow":
        return Meld(CHOW, (first, first + 1, first + 2))
    return Meld(KINDS[kind], (first,) * (3 if kind == "pung" else 4))


def hand_of(line: dict[str, Any]) -> GbHand:
    return GbHand(
        concealed=tuple(parse_tile(tile) for tile in line["concealed"]),
        win_tile=parse_tile(line["win_tile"]),
        melds=tuple(meld(m["kind"], m["tile"]) for m in line["melds"]),
        self_draw=bool(line["self_drawn"]),
        last_tile=bool(line["last_tile"]),
        kong_draw=bool(line["kong_replacement"]),
        rob_kong=bool(line["robbing_kong"]),
        fourth_tile=bool(line["last_of_kind"]),
        seat_wind=line["seat_wind"],
        round_wind=line["round_wind"],
        flowers=line["flowers"],
    )


def hand(concealed: str, win: str, *melds: Meld, **facts: Any) -> GbHand:
    return GbHand(parse_tiles(concealed), parse_tile(win), melds, **facts)


def hand_from(text: str, facts: str = "") -> GbHand:
    """A hand in the notation of `scoring.patterns.parse_example`."""
    return hand_of_example(parse_example(text, facts))


def hand_of_example(example: Example) -> GbHand:
    return GbHand(
        concealed=example.concealed,
        win_tile=example.win_tile,
        melds=example.melds,
        self_draw=example.by == "self_draw",
        rob_kong=example.by == "rob_kong",
        last_tile="last_tile" in example.flags,
        kong_draw="kong_draw" in example.flags,
        fourth_tile="fourth_tile" in example.flags,
        seat_wind=example.seat_wind,
        round_wind=example.round_wind,
        flowers=example.flowers,
    )


def profile(name: str, **overrides: Any) -> dict[str, Any]:
    return dict(get_ruleset("guobiao").resolve_options({"profile": name, **overrides}))


def listed(score: GbScore) -> Counter[tuple[str, int, int]]:
    """The fans as the corpus lists them: Chinese name, points each, times."""
    return Counter((BY_ID[fan].name.zh, points, times) for fan, points, times in score.fans)


def allowed(line: dict[str, Any]) -> list[Counter[tuple[str, int, int]]]:
    """Every fan list that a line allows, in the names of the table."""
    lists = [line["fans"], *line.get("also_accepted", ())]
    return [Counter((OTHER_NAMES.get(n, n), p, t) for n, p, t in fans) for fans in lists]
