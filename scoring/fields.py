"""The keys of events, as a table, and the one reader that parses a value of each kind."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.errors import Problem
from scoring.hand import MELD_KINDS, HandTiles, Meld
from scoring.text import Text
from scoring.tiles import TileError, TileSet, format_tile, parse_tile, parse_tiles, tile_name

# Kinds of values a key may have.
SEAT, SEATS, TILE, TILES, TILE_LIST = "seat", "seats", "tile", "tiles", "tile_list"
INT, POSITIVE, INTS, BOOL, TEXT, CHOICE, NAMES = (
    "int", "positive", "ints", "bool", "text", "choice", "names",
)  # fmt: skip
HAND, DECLARED, WINNERS, STATES, PER_SEAT, PER_SEAT_PAIRS, ANY = (
    "hand", "declared", "winners", "states", "per_seat", "per_seat_pairs", "any",
)  # fmt: skip


# No score comes near it, and every database keeps it.
LARGEST = 10**8


class Field(NamedTuple):
    """One key of an event: its kind of value, whether it must be there, its allowed values."""

    key: str
    kind: str
    required: bool = False
    choices: tuple[str, ...] = ()


_ID = Field("id", TEXT)
COMMON_EVENTS: dict[str, tuple[Field, ...]] = {
    "stake": (
        Field("seat", SEAT, True),
        Field("kind", TEXT, True),
        Field("value", ANY, True),
        _ID,
    ),
    "dice": (Field("by", SEAT), Field("values", INTS, True), Field("purpose", TEXT, True), _ID),
    "exchange": (
        Field("given", TILE_LIST, True),
        Field("received", TILE_LIST),
        Field("direction", CHOICE, choices=("next", "across", "prev")),
        _ID,
    ),
    "void": (Field("seat", SEAT, True), Field("suit", CHOICE, True, ("m", "p", "s")), _ID),
    "wild": (Field("indicator", TILE, True), Field("tiles", TILE_LIST, True), _ID),
    "flower": (Field("seat", SEAT, True), Field("tile", TILE, True), _ID),
    "ready": (Field("seat", SEAT, True), Field("kind", TEXT, True), _ID),
    "chow": (Field("seat", SEAT, True), Field("tile", TILE, True), Field("from", SEAT), _ID),
    "pung": (Field("seat", SEAT, True), Field("tile", TILE, True), Field("from", SEAT), _ID),
    "draw": (Field("seat", SEAT, True), Field("tile", TILE), _ID),
    "discard": (Field("seat", SEAT, True), Field("tile", TILE), _ID),
    "kong": (
        Field("seat", SEAT, True),
        Field("kind", CHOICE, True, ("exposed", "added", "concealed")),
        Field("tile", TILE, True),
        Field("from", SEAT),
        Field("after", TEXT),
        Field("late", BOOL),
        Field("pung_from", SEAT),
        _ID,
    ),
    "win": (
        Field("by", CHOICE, True, ("self_draw", "discard", "rob_kong")),
        Field("tile", TILE),
        Field("from", SEAT),
        Field("winners", WINNERS, True),
        Field("flags", NAMES),
        Field("kong", TEXT),
        _ID,
    ),
    "penalty": (
        Field("seat", SEAT, True),
        Field("kind", TEXT, True),
        Field("against", SEATS),
        Field("amount", INT),
        _ID,
    ),
    "leave": (Field("seat", SEAT, True), _ID),
    "exhaust": (Field("states", STATES), Field("horse", ANY), _ID),
    "abort": (Field("reason", TEXT), _ID),
    "reveal": (Field("kind", TEXT, True), Field("tiles", TILE_LIST), Field("seat", SEAT), _ID),
    "adjust": (
        Field("from", SEAT, True),
        Field("to", SEAT, True),
        Field("amount", POSITIVE, True),
        Field("reason", TEXT),
        _ID,
    ),
}
ALWAYS = ("win", "kong", "pung", "draw", "discard", "penalty", "exhaust", "abort", "adjust")

WINNER_FIELDS = (Field("seat", SEAT, True), Field("hand", HAND), Field("declared", DECLARED))
DECLARED_FIELDS = (
    Field("patterns", NAMES),
    Field("gen", INT),
    Field("fan", INT),
    Field("fan_with_flowers", INT),
)
STATE_FIELDS = (
    Field("state", CHOICE, True, ("won", "ready", "not_ready", "hua_zhu")),
    Field("hand", HAND),
    Field("declared", DECLARED),
    Field("max_fan", INT),
    Field("unseen", TILES),
)
MELD_FIELDS = (
    Field("kind", CHOICE, True, MELD_KINDS),
    Field("tiles", TILES, True),
    Field("from", SEAT),
)
HAND_FIELDS = (Field("concealed", TILES, True), Field("melds", ANY))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a ruleset lets stand in a record: event types, further keys, players, tiles, carry."""

    players: tuple[int, ...]
    tile_set: TileSet
    events: frozenset[str]
    extra_fields: Mapping[str, tuple[Field, ...]] = field(default_factory=dict)
    extra_events: Mapping[str, tuple[Field, ...]] = field(default_factory=dict)
    carry: tuple[str, ...] = ()

    def fields_of(self, event_type: str) -> tuple[Field, ...] | None:
        """Return the keys of an event type, None when this game has no such event.

        A key of the game's own takes the place of the common one of its name.
        """
        if event_type in self.extra_events:
            return (*self.extra_events[event_type], _ID)
        if event_type in self.events or event_type in ALWAYS:
            own = self.extra_fields.get(event_type, ())
            named = {f.key for f in own}
            return (*(f for f in COMMON_EVENTS[event_type] if f.key not in named), *own)
        return None

    def fields(self, what: str, common: tuple[Field, ...]) -> tuple[Field, ...]:
        """Return the keys of ``winner``, ``declared`` or ``state`` objects."""
        return (*common, *self.extra_fields.get(what, ()))


@dataclass(frozen=True, slots=True)
class Declared:
    """A hand named instead of laid (EVENTS §3, §10); ``extra`` are the ruleset's own keys."""

    patterns: tuple[str, ...] | None = None
    gen: int = 0
    fan: int | None = None
    fan_with_flowers: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Winner:
    seat: int
    hand: HandTiles | None = None
    declared: Declared | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class State:
    """What a seat was at an exhausted wall (EVENTS §4)."""

    state: str
    hand: HandTiles | None = None
    declared: Declared | None = None
    max_fan: int | None = None
    unseen: tuple[int, ...] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


class _Bad(Exception):
    """A value was named as a problem; its key counts as absent."""


class Reader:
    """Parses values and collects problems, with the index of the event being read."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.players = max(vocabulary.players)
        self.problems: list[Problem] = []
        self.event: int | None = None
        self._readers: dict[str, Callable[[object, Field, str], Any]] = {
            SEAT: self._seat,
            SEATS: self._list_of(self._seat),
            TILE: self._tile,
            TILES: self._tiles,
            TILE_LIST: self._list_of(self._tiles),
            INT: self._int,
            POSITIVE: self._positive,
            INTS: self._list_of(self._int),
            BOOL: self._bool,
            TEXT: self._text,
            CHOICE: self._choice,
            NAMES: self._list_of(self._text),
            HAND: self._hand,
            DECLARED: self._declared,
            WINNERS: self._winners,
            STATES: self._states,
            PER_SEAT: self._per_seat(self._int),
            PER_SEAT_PAIRS: self._per_seat(self._list_of(self._int)),
            ANY: lambda value, _field, _path: value,
        }

    def problem(
        self, code: str, zh: str, en: str, *, field: str = "", seat: int | None = None
    ) -> None:
        self.problems.append(Problem(code, Text(zh, en), self.event, field, seat))

    def read_object(
        self,
        content: Mapping[Any, Any],
        fields: Sequence[Field],
        *,
        path: str = "",
        skip: Iterable[str] = (),
    ) -> dict[str, Any]:
        """Parse the keys of an object; unknown and missing ones are problems."""
        known = {f.key for f in fields} | set(skip)
        for key in sorted(str(k) for k in content if k not in known):
            self.problem(
                "bad_record", f"没有“{path}{key}”这一项。", f"There is no key “{path}{key}” here.",
                field=path + key,
            )  # fmt: skip
        values: dict[str, Any] = {}
        for f in fields:
            # A key that is null counts as absent.
            if content.get(f.key) is None:
                if f.required:
                    self.problem(
                        "bad_record", f"缺少“{path}{f.key}”。", f"“{path}{f.key}” is missing.",
                        field=path + f.key,
                    )  # fmt: skip
                continue
            try:
                values[f.key] = self._readers[f.kind](content[f.key], f, path + f.key)
            except _Bad:
                continue
        return values

    def _wrong(self, path: str, zh: str, en: str, code: str = "bad_record") -> _Bad:
        self.problem(code, f"“{path}”{zh}", f"“{path}” {en}", field=path)
        return _Bad()

    def _int(self, value: object, _field: Field, path: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(path, "应是整数。", "must be a whole number.")
        if abs(value) > LARGEST:
            raise self._wrong(path, "太大了。", "is too large.")
        return value

    def _positive(self, value: object, f: Field, path: str) -> int:
        number = self._int(value, f, path)
        if number <= 0:
            raise self._wrong(path, "应大于0。", "must be more than 0.", "bad_seat")
        return number

    def _bool(self, value: object, _field: Field, path: str) -> bool:
        if not isinstance(value, bool):
            raise self._wrong(path, "应是真或假。", "must be true or false.")
        return value

    def _text(self, value: object, _field: Field, path: str) -> str:
        if not isinstance(value, str):
            raise self._wrong(path, "应是文字。", "must be a text.")
        return value

    def _choice(self, value: object, f: Field, path: str) -> str:
        text = self._text(value, f, path)
        if text not in f.choices:
            raise self._wrong(
                path, f"没有“{text}”。", f"has no value “{text}” ({', '.join(f.choices)})."
            )
        return text

    def _seat(self, value: object, f: Field, path: str) -> int:
        seat = self._int(value, f, path)
        if not 0 <= seat < self.players:
            raise self._wrong(path, f"：没有{seat}号座位。", f"names no seat ({seat}).", "bad_seat")
        return seat

    def _tile(self, value: object, f: Field, path: str) -> int:
        try:
            tile = parse_tile(self._text(value, f, path))
        except TileError as error:
            raise self._wrong(
                path, f"：{error.message.zh}", f": {error.message.en}", "bad_tile"
            ) from None
        return self._in_set(tile, path)

    def _in_set(self, tile: int, path: str) -> int:
        if not self.vocabulary.tile_set.copies(tile):
            name = tile_name(tile)
            raise self._wrong(
                path,
                f"：这种玩法没有{name.zh}（{format_tile(tile)}）。",
                f": this game has no {name.en} ({format_tile(tile)}).",
                "bad_tile",
            )
        return tile

    def _tiles(self, value: object, f: Field, path: str) -> tuple[int, ...]:
        try:
            tiles = parse_tiles(self._text(value, f, path))
        except TileError as error:
            raise self._wrong(
                path, f"：{error.message.zh}", f": {error.message.en}", "bad_tile"
            ) from None
        return tuple(self._in_set(tile, path) for tile in tiles)

    def _list_of(
        self, reader: Callable[[object, Field, str], Any]
    ) -> Callable[[object, Field, str], tuple[Any, ...]]:
        def read(value: object, f: Field, path: str) -> tuple[Any, ...]:
            if not isinstance(value, list):
                raise self._wrong(path, "应是一列。", "must be a list.")
            return tuple(reader(item, f, f"{path}[{i}]") for i, item in enumerate(value))

        return read

    def _per_seat(
        self, reader: Callable[[object, Field, str], Any]
    ) -> Callable[[object, Field, str], tuple[Any, ...]]:
        def read(value: object, f: Field, path: str) -> tuple[Any, ...]:
            items = self._list_of(reader)(value, f, path)
            if len(items) != self.players:
                raise self._wrong(
                    path, f"应有{self.players}项。", f"needs {self.players} items.", "bad_seat"
                )
            return items

        return read

    def _object(self, value: object, path: str) -> Mapping[Any, Any]:
        if not isinstance(value, Mapping):
            raise self._wrong(path, "应是一个对象。", "must be an object.")
        return value

    def _split(
        self, value: object, what: str, common: tuple[Field, ...], path: str
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Read an object; return its common values and the ruleset's own."""
        fields = self.vocabulary.fields(what, common)
        before = len(self.problems)
        values = self.read_object(self._object(value, path), fields, path=path + ".")
        if len(self.problems) > before:
            raise _Bad
        names = {f.key for f in common}
        own = {k: v for k, v in values.items() if k not in names}
        return {k: v for k, v in values.items() if k in names}, own

    def _declared(self, value: object, _field: Field, path: str) -> Declared:
        values, extra = self._split(value, "declared", DECLARED_FIELDS, path)
        return Declared(**values, extra=extra)

    def _winner(self, value: object, _field: Field, path: str) -> Winner:
        values, extra = self._split(value, "winner", WINNER_FIELDS, path)
        return Winner(**values, extra=extra)

    def _winners(self, value: object, f: Field, path: str) -> tuple[Winner, ...]:
        winners = self._list_of(self._winner)(value, f, path)
        if not winners:
            raise self._wrong(path, "里没有和牌的人。", "names nobody.", "bad_seat")
        return winners

    def _state(self, value: object, _field: Field, path: str) -> State:
        values, extra = self._split(value, "state", STATE_FIELDS, path)
        return State(**values, extra=extra)

    def _states(self, value: object, f: Field, path: str) -> tuple[State, ...]:
        states: tuple[State, ...] = self._per_seat(self._state)(value, f, path)
        return states

    def _hand(self, value: object, _field: Field, path: str) -> HandTiles:
        before = len(self.problems)
        values = self.read_object(self._object(value, path), HAND_FIELDS, path=path + ".")
        raw = values.get("melds") or []
        if not isinstance(raw, list):
            raise self._wrong(path + ".melds", "应是一列。", "must be a list.")
        melds = tuple(self._meld(meld, f"{path}.melds[{i}]") for i, meld in enumerate(raw))
        if len(self.problems) > before:
            raise _Bad
        return HandTiles(values["concealed"], melds)

    def _meld(self, value: object, path: str) -> Meld:
        before = len(self.problems)
        values = self.read_object(self._object(value, path), MELD_FIELDS, path=path + ".")
        if len(self.problems) > before:
            raise _Bad
        tiles = tuple(sorted(values["tiles"]))
        return Meld(values["kind"], tiles, values.get("from"))
