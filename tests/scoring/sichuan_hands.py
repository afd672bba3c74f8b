"""Short ways to write records of the Sichuan games in tests."""

from typing import Any

from tests.scoring.build import Json, kong, settle, win

XUEZHAN, PLAIN, XUELIU = "sichuan_xuezhan", "sichuan_plain", "sichuan_xueliu"
FAMILY = (XUEZHAN, PLAIN, XUELIU)


def exhaust(*states: Any) -> Json:
    """The end of the wall: ``"W"`` has won, a number is ready with that fan, ``"N"`` is not
    ready, ``"P"`` holds three suits, a tile string is ready with these tiles, else as given."""
    words = {"W": "won", "N": "not_ready", "P": "hua_zhu"}
    made: list[Json] = []
    for state in states:
        if isinstance(state, int):
            made.append({"state": "ready", "max_fan": state})
        elif isinstance(state, str) and state in words:
            made.append({"state": words[state]})
        elif isinstance(state, str):
            made.append({"state": "ready", "hand": {"concealed": state}})
        else:
            made.append(state)
    return {"type": "exhaust", "states": made}


def shown(state: str, concealed: str, *melds: str, **more: Any) -> Json:
    """A state with its tiles; melds as ``"pung 777m"``."""
    return {"state": state, "hand": laid(concealed, *melds), **more}


def laid(concealed: str, *melds: str) -> Json:
    found = [meld.split() for meld in melds]
    return {"concealed": concealed, "melds": [{"kind": k, "tiles": t} for k, t in found]}


def win_tiles(
    seat: int, giver: int | None, concealed: str, tile: str, *melds: str, **more: Any
) -> Json:
    winners = [{"seat": seat, "hand": laid(concealed, *melds)}]
    return win(seat, giver, winners=winners, tile=tile, **more)


def named(seat: int, giver: int | None, row: str, gen: int = 0, **more: Any) -> Json:
    """A declared win on the tile 1p, so that it goes with any kong of the tests."""
    winners = [{"seat": seat, "declared": {"patterns": [row], "gen": gen}}]
    return win(seat, giver, **{"winners": winners, "tile": "1p", **more})


def several(giver: int, *seats: int, row: str = "ping_hu", **more: Any) -> Json:
    winners = [{"seat": seat, "declared": {"patterns": [row]}} for seat in seats]
    return win(0, giver, **{"winners": winners, "tile": "1p", **more})


def robbery(seat: int, giver: int, row: str = "ping_hu", tile: str = "4m") -> list[Json]:
    event = named(seat, giver, row, by="rob_kong", kong="k", tile=tile)
    return [kong(giver, "added", tile, id="k"), event]


def kong_draw(seat: int, row: str = "ping_hu", gen: int = 1, **more: Any) -> Json:
    return named(seat, None, row, gen, **{"flags": ["kong_draw"], "kong": "k", **more})


def answer(ruleset: str, *events: Any, context: Json | None = None, **options: Any) -> Json:
    """Settle; a refusal is a failure of the test."""
    found = settle(ruleset, *events, context=context, **options)
    assert "error" not in found, found
    assert sum(found["deltas"]) == 0
    return found


def deltas(ruleset: str, *events: Any, context: Json | None = None, **options: Any) -> list[int]:
    made: list[int] = answer(ruleset, *events, context=context, **options)["deltas"]
    return made


def refusal(ruleset: str, *events: Any, context: Json | None = None, **options: Any) -> str:
    """Return the code of the refusal, empty where there is none."""
    return str(settle(ruleset, *events, context=context, **options).get("error", ""))


def lines(found: Json, *kinds: str) -> list[tuple[str, int, int, int]]:
    """Return the ledger lines of these kinds as (kind, from, to, amount)."""
    return [
        (line["kind"], line["from"], line["to"], line["amount"])
        for line in found["ledger"]
        if line["kind"] in kinds
    ]
