"""A winning hand as JSON: one object, its fields as the corpus of Guobiao hands has them.

``concealed`` (a list of tiles or a tile string, the winning tile left out), ``melds`` (objects with
``kind`` and ``tile``, the lowest of a chow, or ``tiles``), ``win_tile``; the facts ``self_drawn``,
``last_tile``, ``kong_replacement``, ``robbing_kong``, ``last_of_kind`` (false when left out),
``seat_wind`` and ``round_wind`` (0-3, null where not known), ``flowers`` (0-8) and ``profile``.
Other keys are not read.
"""

from collections.abc import Mapping
from typing import Any

from scoring.errors import Problem, Refusal
from scoring.hand import CHOW, KONG_CONCEALED, KONG_EXPOSED, MELD_KINDS, PUNG, Meld
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.validate import hand_problems
from scoring.text import Text
from scoring.tiles import TileError, parse_tile, parse_tiles

KINDS: dict[str, str] = {kind: kind for kind in MELD_KINDS} | {
    "kong": KONG_EXPOSED,
    "concealed_kong": KONG_CONCEALED,
}
FACTS: dict[str, str] = {
    "self_drawn": "self_draw",
    "last_tile": "last_tile",
    "kong_replacement": "kong_draw",
    "robbing_kong": "rob_kong",
    "last_of_kind": "fourth_tile",
}
WINDS = ("seat_wind", "round_wind")
_NO_TILE = -1


class _Reader:
    """Reads the fields of one hand and collects everything that is wrong with them."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.content = content
        self.problems: list[Problem] = []

    def wrong(self, field: str, zh: str, en: str, code: str = "bad_record") -> None:
        self.problems.append(Problem(code, Text(f"{field}：{zh}", f"{field}: {en}"), field=field))

    def tiles(self, field: str, value: object) -> tuple[int, ...]:
        try:
            if isinstance(value, str):
                return parse_tiles(value)
            if isinstance(value, list) and all(isinstance(tile, str) for tile in value):
                return tuple(parse_tile(tile) for tile in value)
        except TileError as error:
            self.wrong(field, error.message.zh, error.message.en, "bad_tile")
            return ()
        self.wrong(field, "要写牌。", "tiles are wanted.")
        return ()

    def tile(self, field: str, value: object) -> int:
        found = self.tiles(field, [value])
        return found[0] if found else _NO_TILE

    def melds(self) -> tuple[Meld, ...]:
        value = self.content.get("melds", [])
        if not isinstance(value, list) or not all(isinstance(meld, dict) for meld in value):
            self.wrong("melds", "要写一列副露。", "a list of melds is wanted.")
            return ()
        return tuple(self.meld(f"melds.{at}", meld) for at, meld in enumerate(value))

    def meld(self, field: str, content: Mapping[str, Any]) -> Meld:
        kind = KINDS.get(str(content.get("kind")))
        if kind is None:
            self.wrong(f"{field}.kind", "没有这种副露。", "there is no such meld.")
            return Meld(PUNG, ())
        if "tiles" in content:
            return Meld(kind, tuple(sorted(self.tiles(f"{field}.tiles", content["tiles"]))))
        tile = self.tile(f"{field}.tile", content.get("tile"))
        if kind == CHOW:
            return Meld(kind, (tile, tile + 1, tile + 2))
        return Meld(kind, (tile,) * (3 if kind == PUNG else 4))

    def fact(self, field: str) -> bool:
        value = self.content.get(field)
        if value is not None and not isinstance(value, bool):
            self.wrong(field, "只写true或false。", "true or false is wanted.")
        return value is True

    def number(self, field: str, most: int, default: int | None) -> int | None:
        value = self.content.get(field)
        if value is None:
            return default
        if type(value) is not int or not 0 <= value <= most:
            self.wrong(field, f"要写0到{most}的整数。", f"a whole number 0-{most} is wanted.")
            return default
        return value


def parse_hand(content: Mapping[str, Any]) -> GbHand:
    """Return the hand that an object describes, sound to be counted.

    Raises `Refusal` with every problem: ``bad_record`` for fields of the wrong form, else what
    `hand_problems` finds.
    """
    reader = _Reader(content)
    hand = GbHand(
        concealed=reader.tiles("concealed", content.get("concealed")),
        win_tile=reader.tile("win_tile", content.get("win_tile")),
        melds=reader.melds(),
        seat_wind=reader.number("seat_wind", 3, None),
        round_wind=reader.number("round_wind", 3, None),
        flowers=reader.number("flowers", 8, 0) or 0,
        **{fact: reader.fact(field) for field, fact in FACTS.items()},
    )
    problems = reader.problems or hand_problems(hand)
    if problems:
        raise Refusal(problems)
    return hand
