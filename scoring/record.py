"""The record of one hand (EVENTS §1-§5, §10), parsed to typed, immutable objects.

A record holds facts that a referee can see and never money. What may stand in it beside the
common keys is what its ruleset declares (`Vocabulary`). All problems are found together.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import Problem, Refusal
from scoring.fields import COMMON_EVENTS, Field, Reader, Vocabulary
from scoring.text import Text

RECORD_KEYS = {"id", "ruleset", "options", "context", "events", "expect", "tags", "note"}
CONTEXT_KEYS = {"players", "dealer", "round_wind", "streak", "carry", "last_dealers"}


@dataclass(frozen=True, slots=True)
class Context:
    """What stands at the table before the deal (EVENTS §2)."""

    players: int = 4
    dealer: int = 0
    round_wind: int = 0
    streak: int = 0
    carry: Mapping[str, int] = field(default_factory=dict)
    last_dealers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its index in the record, its type and its parsed values by key.

    Tiles are ints, tile strings tuples of ints, hands `HandTiles`, winners `Winner`, states
    `State`; a key that was not given is not there.
    """

    index: int
    type: str
    values: Mapping[str, Any]

    def get(self, key: str, default: Any = None) -> Any:
        return self.values.get(key, default)

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    @property
    def seat(self) -> int:
        """The seat that acts; only for events that have one."""
        seat: int = self.values["seat"]
        return seat

    @property
    def giver(self) -> int | None:
        """The key ``from``."""
        return self.values.get("from")


@dataclass(frozen=True, slots=True)
class Record:
    """The facts of one hand. ``options`` are overrides of the ruleset's option table."""

    ruleset: str
    events: tuple[Event, ...]
    context: Context = field(default_factory=Context)
    options: Mapping[str, Any] = field(default_factory=dict)
    id: str = ""

    def of_type(self, *types: str) -> tuple[Event, ...]:
        return tuple(event for event in self.events if event.type in types)


def parse_record(content: object, vocabulary: Vocabulary) -> Record:
    """Parse a record for the ruleset whose vocabulary is given; raise `Refusal` with every problem.

    ``expect``, ``tags`` and ``note`` are never read.
    """
    reader = Reader(vocabulary)
    if not isinstance(content, Mapping):
        raise Refusal([_malformed("记录不是一个对象。", "The record is not an object.")])
    for key in sorted(str(k) for k in content if k not in RECORD_KEYS):
        reader.problem("bad_record", f"记录里没有“{key}”这一项。", f"A record has no key “{key}”.")
    if not isinstance(content.get("id", ""), str | None):
        reader.problem("bad_record", "记录的 id 应是文字。", "The id of a record is a text.")
    context = _context(reader, content.get("context"))
    reader.players = context.players
    events = _events(reader, content.get("events"))
    options = content.get("options")
    if options is not None and not isinstance(options, Mapping):
        reader.problem("bad_option", "选项不是一个对象。", "The options are not an object.")
        options = None
    if reader.problems:
        raise Refusal(reader.problems)
    return Record(
        ruleset=str(content.get("ruleset", "")),
        events=events,
        context=context,
        options=dict(options or {}),
        id=str(content.get("id") or ""),
    )


def _malformed(zh: str, en: str) -> Problem:
    return Problem("bad_record", Text(zh, en))


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _context(reader: Reader, content: object) -> Context:
    if content is None:
        content = {}
    if not isinstance(content, Mapping):
        reader.problem("bad_record", "context 不是一个对象。", "The context is not an object.")
        return Context()
    for key in sorted(str(k) for k in content if k not in CONTEXT_KEYS):
        reader.problem("bad_record", f"context 里没有“{key}”。", f"A context has no key “{key}”.")
    players = _players(reader, content.get("players", 4))
    dealer = _seat_of_context(reader, content, "dealer", players)
    wind = content.get("round_wind", 0)
    if not _is_int(wind) or not 0 <= wind <= 3:
        reader.problem("bad_record", "圈风是0到3。", "The round wind is 0 to 3.")
        wind = 0
    streak = content.get("streak", 0)
    if not _is_int(streak) or streak < 0:
        reader.problem("bad_record", "连庄数不对。", "The streak is a whole number from 0.")
        streak = 0
    return Context(
        players=players,
        dealer=dealer,
        round_wind=wind,
        streak=streak,
        carry=_carry(reader, content.get("carry")),
        last_dealers=_last_dealers(reader, content.get("last_dealers"), players),
    )


def _players(reader: Reader, content: object) -> int:
    """Return the number of players; a game that is not for four asks for it to be given."""
    allowed = reader.vocabulary.players
    if not isinstance(content, int) or isinstance(content, bool):
        reader.problem("bad_record", "人数不是整数。", "The number of players is not a number.")
    elif content not in allowed:
        counts = "、".join(map(str, allowed))
        reader.problem(
            "not_allowed",
            f"这种玩法的人数是{counts}人。",
            f"This game is for {', '.join(map(str, allowed))} players.",
        )
    else:
        return content
    return max(allowed)


def _seat_of_context(reader: Reader, content: Mapping[str, Any], key: str, players: int) -> int:
    seat = content.get(key, 0)
    if not _is_int(seat):
        reader.problem("bad_record", f"{key} 不是座位。", f"“{key}” is not a seat.")
        return 0
    if not 0 <= seat < players:
        reader.problem("bad_seat", f"没有{seat}号座位。", f"There is no seat {seat}.")
        return 0
    return int(seat)


def _carry(reader: Reader, content: object) -> dict[str, int]:
    if content is None:
        return {}
    if not isinstance(content, Mapping):
        reader.problem("bad_record", "carry 不是一个对象。", "The carry is not an object.")
        return {}
    carry = {}
    for name, value in content.items():
        if name not in reader.vocabulary.carry:
            reader.problem(
                "bad_record", f"这种玩法不带“{name}”。", f"This game carries no “{name}”."
            )
        elif not _is_int(value) or value < 0:
            reader.problem("bad_record", f"“{name}”应是数目。", f"“{name}” is a count.")
        else:
            carry[str(name)] = int(value)
    return carry


def _last_dealers(reader: Reader, content: object, players: int) -> tuple[int, ...]:
    if content is None:
        return ()
    if not isinstance(content, list) or not all(_is_int(s) for s in content):
        reader.problem("bad_record", "last_dealers 不是座位。", "“last_dealers” lists seats.")
        return ()
    if not all(0 <= seat < players for seat in content):
        reader.problem("bad_seat", "last_dealers 里没有这个座位。", "“last_dealers”: no such seat.")
        return ()
    return tuple(content)


def _events(reader: Reader, content: object) -> tuple[Event, ...]:
    if not isinstance(content, list):
        reader.problem("bad_record", "记录里没有事件。", "The record has no list of events.")
        return ()
    return tuple(
        event for i, raw in enumerate(content) if (event := _event(reader, i, raw)) is not None
    )


def _event(reader: Reader, index: int, content: object) -> Event | None:
    reader.event = index
    if not isinstance(content, Mapping):
        reader.problem("bad_record", "事件不是一个对象。", "The event is not an object.")
        return None
    kind = content.get("type")
    fields = reader.vocabulary.fields_of(kind) if isinstance(kind, str) else None
    if fields is None:
        known = isinstance(kind, str) and kind in COMMON_EVENTS
        code = "not_allowed" if known else "bad_record"
        if kind == "flower" and not reader.vocabulary.tile_set.flowers:
            # It names a tile that the game has not.
            code = "bad_tile"
        reader.problem(
            code,
            f"这种玩法没有“{kind}”这种事件。",
            f"This game has no event “{kind}”.",
            field="type",
        )
        return None
    values = reader.read_object(content, fields, skip=("type", "note"))
    reader.event = None
    return Event(index, str(kind), values)


__all__ = ["Context", "Event", "Field", "Record", "Vocabulary", "parse_record"]
