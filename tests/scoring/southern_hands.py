"""Short ways to write hands of the southern games, and random ones that win by their shape."""

import random
from typing import Any

from scoring.tiles import format_tile, format_tiles
from tests.scoring.build import Json, settle

KINDS = {
    "chow": "chow",
    "pung": "pung",
    "open": "kong_exposed",
    "added": "kong_added",
    "closed": "kong_concealed",
}


def hand(text: str) -> Json:
    """A hand such as ``12m55z chow:456m<0 pung:111z<3 closed:9999s``; ``<`` names the giver."""
    concealed, *melds = text.split()
    made: Json = {"concealed": concealed}
    if melds:
        made["melds"] = [_meld(meld) for meld in melds]
    return made


def _meld(text: str) -> Json:
    kind, tiles = text.split(":")
    tiles, _, giver = tiles.partition("<")
    return {"kind": KINDS[kind], "tiles": tiles} | ({"from": int(giver)} if giver else {})


def named(*patterns: str, **more: Any) -> Json:
    return {"declared": {"patterns": list(patterns), **more}}


def won(seat: int, giver: int | None, what: Any, tile: str = "5m", **more: Any) -> Json:
    """A win of one seat: ``what`` is the text of a hand, or the keys of the winner."""
    keys = {"hand": hand(what)} if isinstance(what, str) else what
    event: Json = {
        "type": "win",
        "by": "self_draw" if giver is None else "discard",
        "tile": tile,
        "winners": [{"seat": seat, **keys}],
    }
    if giver is not None:
        event["from"] = giver
    return {**event, **more}


def several(giver: int, tile: str, **winners: Any) -> Json:
    """Several winners on one tile: ``s2="…"`` is the hand (or keys) of seat 2, in their order."""
    made = [
        {"seat": int(name[1:]), **({"hand": hand(what)} if isinstance(what, str) else what)}
        for name, what in winners.items()
    ]
    return {"type": "win", "by": "discard", "tile": tile, "from": giver, "winners": made}


def robbed(seat: int, giver: int, what: Any, tile: str) -> list[Json]:
    """A robbed kong: the pung, the kong that was added to it, and the win."""
    return [
        {"type": "pung", "seat": giver, "tile": tile, "from": (giver + 2) % 4},
        {"type": "kong", "seat": giver, "kind": "added", "tile": tile, "id": "k"},
        won(seat, giver, what, tile, by="rob_kong", kong="k"),
    ]


def flowers(seat: int, *numbers: int) -> list[Json]:
    return [{"type": "flower", "seat": seat, "tile": f"{n}f"} for n in numbers]


def deltas(ruleset: str, *events: Any, context: Json | None = None, **options: Any) -> list[int]:
    """Settle events that must be lawful; a list among them is so many events."""
    answer = settled(ruleset, *events, context=context, **options)
    found: list[int] = answer["deltas"]
    return found


def settled(ruleset: str, *events: Any, context: Json | None = None, **options: Any) -> Json:
    flat = [e for part in events for e in (part if isinstance(part, list) else [part])]
    answer = settle(ruleset, *flat, context=context, **options)
    assert "error" not in answer, answer
    return answer


def refusal(ruleset: str, *events: Any, context: Json | None = None, **options: Any) -> str:
    """The code with which events are refused, ``""`` where they are not."""
    flat = [e for part in events for e in (part if isinstance(part, list) else [part])]
    return str(settle(ruleset, *flat, context=context, **options).get("error", ""))


def fan_and_points(answer: Json) -> tuple[int, int]:
    win = answer["wins"][0]
    return win["fan"], win["points"]


def items(answer: Json) -> dict[str, int]:
    return dict(map(tuple, answer["wins"][0]["items"]))


def random_hand(rng: random.Random, seat: int, sets: int = 4, *, chows: bool = True) -> Json:
    """A hand with its winning tile as ``{"hand", "tile"}``; its sets come from few suits, some of
    them are melds, and no face stands more than four times."""
    while True:
        pool = rng.sample(["m", "p", "s", "z"], rng.choice([1, 2, 2, 3, 4]))
        runs = rng.choice([0.3, 0.5, 1.0]) if chows else 0.0
        blocks = [_random_set(rng, pool, runs) for _ in range(sets)]
        pair = [_random_face(rng, pool)] * 2
        whole = [tile for _kind, tiles in blocks for tile in tiles] + pair
        if max(whole.count(tile) for tile in whole) <= 4:
            return _split(rng, seat, blocks, pair)


def _random_face(rng: random.Random, pool: list[str]) -> int:
    suit = rng.choice(pool)
    return rng.randrange(27, 34) if suit == "z" else "mps".index(suit) * 9 + rng.randrange(9)


def _random_set(rng: random.Random, pool: list[str], runs: float) -> tuple[str, list[int]]:
    face = _random_face(rng, pool)
    if face < 27 and face % 9 <= 6 and rng.random() < runs:
        return "chow", [face, face + 1, face + 2]
    if rng.random() < 0.2:
        return rng.choice(["open", "added", "closed"]), [face] * 4
    return "pung", [face] * 3


def _split(
    rng: random.Random, seat: int, blocks: list[tuple[str, list[int]]], pair: list[int]
) -> Json:
    standing, melds = list(pair), []
    for kind, tiles in blocks:
        if kind in ("open", "added", "closed") or rng.random() < 0.5:
            giver = (seat - 1) % 4 if kind == "chow" else (seat + rng.randrange(1, 4)) % 4
            meld: Json = {"kind": KINDS[kind], "tiles": format_tiles(tiles)}
            melds.append(meld | ({} if kind == "closed" else {"from": giver}))
        else:
            standing += tiles
    tile = standing.pop(rng.randrange(len(standing)))
    made: Json = {"concealed": format_tiles(standing)}
    if melds:
        made["melds"] = melds
    return {"hand": made, "tile": format_tile(tile)}
