"""Short ways to write events and records in tests."""

from typing import Any

from scoring.web.lines import settle_record

Json = dict[str, Any]


def win(seat: int = 1, giver: int | None = None, *patterns: str, **more: Any) -> Json:
    """A win by one declared seat; ``giver`` None is a self-draw; ``more`` are keys of the event."""
    event: Json = {
        "type": "win",
        "by": "self_draw" if giver is None else "discard",
        "tile": "5m",
        "winners": [{"seat": seat, "declared": {"patterns": list(patterns)}}],
    }
    if giver is not None:
        event["from"] = giver
    return {**event, **more}


def number(fan: int, seat: int = 1, giver: int | None = None, **more: Any) -> Json:
    return win(seat, giver, winners=[{"seat": seat, "declared": {"fan": fan}}], **more)


def tiles(seat: int, giver: int | None, concealed: str, tile: str, *melds: Json) -> Json:
    hand: Json = {"concealed": concealed}
    if melds:
        hand["melds"] = list(melds)
    return win(seat, giver, winners=[{"seat": seat, "hand": hand}], tile=tile)


def kong(
    seat: int, kind: str = "concealed", tile: str = "9s", giver: int | None = None, **more: Any
) -> Json:
    event: Json = {"type": "kong", "seat": seat, "kind": kind, "tile": tile}
    if giver is not None:
        event["from"] = giver
    return {**event, **more}


def settle(ruleset: str, *events: Any, context: Json | None = None, **options: Any) -> Json:
    """Settle events; the answer of the command."""
    record: Json = {"id": "t", "ruleset": ruleset, "events": list(events), "options": options}
    if context is not None:
        record["context"] = context
    return settle_record(record)


EXHAUST: Json = {"type": "exhaust"}
ABORT: Json = {"type": "abort", "reason": "misdeal"}
