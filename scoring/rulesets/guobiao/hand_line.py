"""A hand as JSON: one object, its fields as the corpus of Guobiao hands has them.

``concealed`` (a list of tiles or a tile string, the winning tile left out), ``melds`` (objects with
``kind``, ``tile``, the lowest of a chow, or ``tiles``, and perhaps ``from``, the seat that gave the
tile), ``win_tile``; or instead of these ``text``, a hand as people write it (`scoring.tile_text`).
The facts ``self_drawn``, ``last_tile``, ``kong_replacement``, ``robbing_kong``, ``last_of_kind``
(false when left out), ``seat_wind`` and ``round_wind`` (0-3, null where not known), ``flowers``
(0-8) and ``profile``. Other keys are not read, or refused where the reading is strict.
"""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from scoring.errors import Problem, Refusal
from scoring.hand import (
    CHOW,
    KONG_CONCEALED,
    KONG_EXPOSED,
    MELD_KINDS,
    PUNG,
    HandTiles,
    Meld,
    copies_problems,
    flower_problems,
)
from scoring.hand import hand_problems as tile_problems
from scoring.rulesets.guobiao.engine.hand import GbHand
from scoring.rulesets.guobiao.engine.validate import TILES, hand_problems
from scoring.text import Text
from scoring.tile_text import read_text, read_tiles
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
MELD_KEYS = frozenset({"kind", "tile", "tiles", "from"})
_TILE_KEYS = frozenset({"id", "text", "concealed", "melds", *WINDS, "profile", "options"})
# What the corpus tells beside the hand.
_TOLD = frozenset({"fans", "total", "also_accepted", "below_minimum", "rule_notes"}) | {
    *("adjudicated", "note", "tags", "explain")
}
_OF_TILES = ("concealed", "melds", "win_tile", "text", "seen")
HAND_KEYS = _TILE_KEYS | FACTS.keys() | _TOLD | {"win_tile", "flowers"}
READY_KEYS = _TILE_KEYS | {"seen"}
_LINE_NAMES = {fact: field for field, fact in FACTS.items()}
_NO_TILE = -1


class Ready(NamedTuple):
    """Thirteen tiles, three for each meld; ``seen`` lie open elsewhere."""

    hand: HandTiles
    seat_wind: int | None
    round_wind: int | None
    seen: tuple[int, ...]


class _Reader:
    """Reads the fields of one hand and collects everything that is wrong with them."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        self.content = content
        self.problems: list[Problem] = []
        self.win_tile: int | None = None
        self.flowers: int | None = None

    @property
    def tiles_are_read(self) -> bool:
        """Whether nothing is wrong with the form of the tiles, so that more can be said of them."""
        return all(p.field.partition(".")[0] not in _OF_TILES for p in self.problems)

    def wrong(self, field: str, zh: str, en: str, code: str = "bad_record") -> None:
        self.problems.append(Problem(code, Text(f"{field}：{zh}", f"{field}: {en}"), field=field))

    def unknown_keys(self, content: Mapping[str, Any], known: Collection[str], path: str) -> None:
        for key in sorted(str(key) for key in content if key not in known):
            name = path + (key if len(key) <= 40 else key[:39] + "…")
            self.wrong(name, "没有这一项。", "there is no such key.")

    def tiles(self, field: str, value: object) -> tuple[int, ...]:
        if isinstance(value, str):
            try:
                return parse_tiles(value)
            except TileError as error:
                self.wrong(field, error.message.zh, error.message.en, "bad_tile")
                return ()
        if isinstance(value, list):
            return tuple(self.tile(f"{field}.{at}", tile) for at, tile in enumerate(value))
        self.wrong(field, "要写牌。", "tiles are wanted.")
        return ()

    def tile(self, field: str, value: object) -> int:
        if not isinstance(value, str):
            self.wrong(field, "要写一张牌。", "a tile is wanted.")
            return _NO_TILE
        try:
            return parse_tile(value)
        except TileError as error:
            self.wrong(field, error.message.zh, error.message.en, "bad_tile")
            return _NO_TILE

    def loose_tiles(self, field: str) -> tuple[int, ...]:
        """Tiles in any notation, or a list of them; none where the field is not there."""
        value = self.content.get(field)
        if not isinstance(value, str):
            return () if value is None else self.tiles(field, value)
        try:
            return read_tiles(value, field)
        except Refusal as refusal:
            self.problems.extend(refusal.problems)
            return ()

    def hand(self, *, wins: bool) -> HandTiles:
        """The standing tiles and melds; the winning tile, if there is to be one, aside."""
        if self.content.get("text") is not None:
            return self.hand_of_text(self.content["text"], wins=wins)
        if wins:
            self.win_tile = self.tile("win_tile", self.content.get("win_tile"))
        return HandTiles(self.tiles("concealed", self.content.get("concealed")), self.melds())

    def hand_of_text(self, value: object, *, wins: bool) -> HandTiles:
        for field in ("concealed", "melds", "win_tile"):
            if self.content.get(field) is not None and (wins or field != "win_tile"):
                self.wrong(field, "已有text，不再写这一项。", "“text” holds it already.")
        if not isinstance(value, str):
            self.wrong("text", "要写文字。", "a text is wanted.")
            return HandTiles(())
        try:
            text = read_text(value)
        except Refusal as refusal:
            self.problems.extend(refusal.problems)
            return HandTiles(())
        if text.flowers:
            self.flowers = len(text.flowers)
            self.problems.extend(
                problem._replace(field="text") for problem in copies_problems(text.flowers, TILES)
            )
        if not wins and text.win_tile is None:
            return HandTiles(text.standing, text.melds)
        hand, self.win_tile = text.hand()
        if wins and self.win_tile is None:
            self.wrong("text", "没有写和的牌。", "the winning tile is missing.", "incomplete")
        elif not wins:
            self.wrong("text", "这里没有和的牌。", "no winning tile is wanted here.", "bad_tile")
        return hand

    def melds(self) -> tuple[Meld, ...]:
        value = self.content.get("melds")
        if value is None:
            return ()
        if not isinstance(value, list):
            self.wrong("melds", "要写一列副露。", "a list of melds is wanted.")
            return ()
        return tuple(self.meld(f"melds.{at}", meld) for at, meld in enumerate(value))

    def meld(self, field: str, content: object) -> Meld:
        if not isinstance(content, Mapping):
            self.wrong(field, "要写一副副露。", "a meld is wanted.")
            return Meld(PUNG, ())
        name = content.get("kind")
        kind = KINDS.get(name) if isinstance(name, str) else None
        giver = self.number(f"{field}.from", content.get("from"), 3)
        if kind is None:
            self.wrong(f"{field}.kind", "没有这种副露。", "there is no such meld.")
            kind = PUNG
        if content.get("tiles") is not None:
            tiles = tuple(sorted(self.tiles(f"{field}.tiles", content["tiles"])))
            return Meld(kind, tiles, giver)
        tile = self.tile(f"{field}.tile", content.get("tile"))
        if kind == CHOW:
            return Meld(kind, (tile, tile + 1, tile + 2), giver)
        return Meld(kind, (tile,) * (3 if kind == PUNG else 4), giver)

    def fact(self, field: str) -> bool:
        value = self.content.get(field)
        if value is not None and not isinstance(value, bool):
            self.wrong(field, "只写true或false。", "true or false is wanted.")
        return value is True

    def number(self, field: str, value: object, most: int) -> int | None:
        """A whole number, None where there is none."""
        if value is None:
            return None
        if type(value) is not int or not 0 <= value <= most:
            self.wrong(field, f"要写0到{most}的整数。", f"a whole number 0-{most} is wanted.")
            return None
        return value

    def count_of_flowers(self) -> int:
        """The number of flowers, told or in the text."""
        told = self.number("flowers", self.content.get("flowers"), 8)
        if told is not None and self.flowers not in (None, told):
            self.wrong("flowers", "和text里的花不一样。", "“text” has other flowers.")
        return told or self.flowers or 0

    def strict(self, known: Collection[str]) -> None:
        """Name the keys that nobody reads."""
        self.unknown_keys(self.content, known, "")
        melds = self.content.get("melds")
        for at, meld in enumerate(melds if isinstance(melds, list) else ()):
            if isinstance(meld, Mapping):
                self.unknown_keys(meld, MELD_KEYS, f"melds.{at}.")


def parse_hand(content: Mapping[str, Any], *, strict: bool = False) -> GbHand:
    """Return the hand that an object describes, sound to be counted.

    Raises `Refusal` with every problem: ``bad_record`` for fields of the wrong form (and, with
    ``strict``, keys that there are none of), else what `hand_problems` finds.
    """
    reader = _Reader(content)
    tiles = reader.hand(wins=True)
    hand = GbHand(
        concealed=tiles.concealed,
        win_tile=_NO_TILE if reader.win_tile is None else reader.win_tile,
        melds=tiles.melds,
        seat_wind=reader.number("seat_wind", content.get("seat_wind"), 3),
        round_wind=reader.number("round_wind", content.get("round_wind"), 3),
        flowers=reader.count_of_flowers(),
        **{fact: reader.fact(field) for field, fact in FACTS.items()},
    )
    found = hand_problems(hand) if reader.tiles_are_read else ()
    if strict:
        reader.strict(HAND_KEYS)
    _refuse(reader, found)
    return hand


def parse_ready(content: Mapping[str, Any], *, strict: bool = False) -> Ready:
    """Return thirteen tiles that an object describes; ``seen`` are tiles in any notation.

    Raises `Refusal` with every problem, as `parse_hand` does.
    """
    reader = _Reader(content)
    ready = Ready(
        reader.hand(wins=False),
        reader.number("seat_wind", content.get("seat_wind"), 3),
        reader.number("round_wind", content.get("round_wind"), 3),
        reader.loose_tiles("seen"),
    )
    found = ready_problems(ready) if reader.tiles_are_read else ()
    if strict:
        reader.strict(READY_KEYS)
    _refuse(reader, found)
    return ready


def ready_problems(ready: Ready) -> list[Problem]:
    """Return everything that is wrong with tiles that wait."""
    tiles = [*ready.hand.all_tiles(), *ready.seen]
    return [
        *flower_problems(ready.hand),
        *tile_problems(ready.hand, seat=ready.seat_wind),
        *copies_problems(tiles, TILES),
    ]


def _refuse(reader: _Reader, found: Collection[Problem]) -> None:
    """Raise the problems under the names that the fields have in the object, if there are any."""
    in_text = reader.content.get("text") is not None
    problems = list(reader.problems)
    for problem in found:
        field = _LINE_NAMES.get(problem.field, problem.field)
        of_tiles = field.partition(".")[0] in _OF_TILES
        problems.append(problem._replace(field="text" if in_text and of_tiles else field))
    if problems:
        raise Refusal(problems)
