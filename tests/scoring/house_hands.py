"""Hands of the games that build on Guobiao, written as one text and settled as a record."""

from collections import Counter
from typing import Any

from scoring.hand import KONG_ADDED
from scoring.patterns import Example, parse_example
from scoring.rulesets import get_ruleset
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.house import HouseGuobiao, Moment
from scoring.tiles import format_tile, format_tiles
from tests.scoring.build import Json, settle


def hand_of(example: Example) -> GbHand:
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
    )


def fans(ruleset_id: str, text: str, facts: str = "", *rows: str, **options: Any) -> Counter[str]:
    """Count a hand such as ``23m55z [567s] +4m`` with rows of its event; see `parse_example`."""
    ruleset = get_ruleset(ruleset_id)
    assert isinstance(ruleset, HouseGuobiao)
    resolved = ruleset.resolve_options(options)
    found = ruleset.best([hand_of(parse_example(text, facts))], Moment(rows), resolved)
    assert found is not None
    return found


def laid(text: str, seat: int = 1, giver: int | None = 0, facts: str = "", **more: Any) -> Json:
    """A win event with the tiles laid; ``giver`` None is a self-draw."""
    example = parse_example(text, facts)
    melds = [
        {"kind": m.kind, "tiles": format_tiles(m.tiles)}
        | ({"from": (seat - 1) % 4} if m.kind not in (KONG_ADDED, "kong_concealed") else {})
        for m in example.melds
    ]
    event: Json = {
        "type": "win",
        "by": "self_draw" if giver is None else "discard",
        "tile": format_tile(example.win_tile),
        "winners": [
            {"seat": seat, "hand": {"concealed": format_tiles(example.concealed), "melds": melds}}
        ],
    }
    if giver is not None:
        event["from"] = giver
    if example.flags:
        event["flags"] = list(example.flags)
    return {**event, **more}


def fan_or_error(
    ruleset_id: str, *events: Json, options: Json | None = None, context: Json | None = None
) -> int | str:
    """Settle a record of one winner: the fan, or the code of the refusal."""
    answer = settle(ruleset_id, *events, context=context, **(options or {}))
    return answer["error"] if "error" in answer else int(answer["wins"][0]["fan"])


def ready(seat: int, kind: str = "tianting") -> Json:
    return {"type": "ready", "seat": seat, "kind": kind}
