"""A hand of the family as it is played: who is out, which kongs stand, what has been booked.

`Play.take` takes the events one by one in their order, names what is wrong with each, and books
what it moves. Kongs are booked when the hand is looked at (`Play.lines`), since a robbery or a
false win may still void them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.errors import Problem
from scoring.hand import HandTiles
from scoring.ledger import LedgerBook, LedgerLine, WinResult
from scoring.record import Event
from scoring.ruleset import Game
from scoring.rulesets.sichuan.scale import Scale, scale_of
from scoring.text import Text
from scoring.walk import SEAT_NAMES

KONG_WORDS = {
    "exposed": Text("直杠", "Exposed kong"),
    "added": Text("面下杠", "Added kong"),
    "concealed": Text("下雨（暗杠）", "Concealed kong"),
}
PENALTY_WORDS = {
    "false_win": Text("麻胡", "False win"),
    "short": Text("小相公", "Too few tiles"),
    "long": Text("大相公", "Too many tiles"),
}


@dataclass(slots=True)
class MadeKong:
    """A kong on the table: who pays how much for it was fixed when it was made."""

    event: Event
    payers: tuple[int, ...]
    amount: int
    robbed: bool = False
    moved: bool = False

    @property
    def seat(self) -> int:
        return self.event.seat

    @property
    def kind(self) -> str:
        return str(self.event["kind"])

    @property
    def tile(self) -> int:
        tile: int = self.event["tile"]
        return tile

    @property
    def income(self) -> int:
        return self.amount * len(self.payers)

    @property
    def words(self) -> Text:
        return KONG_WORDS[self.kind]


@dataclass(slots=True)
class Play:
    """The state of a hand between two events. ``broken`` are the indices of events that the shared
    checks have found wrong: they are not valued."""

    game: Game
    options: Mapping[str, Any]
    wins_end: int | None
    winners_leave: bool
    after_end: frozenset[str]
    broken: frozenset[int]
    scale: Scale = field(init=False)
    book: LedgerBook = field(default_factory=LedgerBook)
    problems: list[Problem] = field(default_factory=list)
    kongs: list[MadeKong] = field(default_factory=list)
    won: set[int] = field(default_factory=set)
    win_events: list[Event] = field(default_factory=list)
    results: list[WinResult] = field(default_factory=list)
    # Whose kong money is lost (麻胡, 相公); who has a wrong number of tiles; who has left.
    cancelled: set[int] = field(default_factory=set)
    wrong_count: set[int] = field(default_factory=set)
    left: set[int] = field(default_factory=set)
    pungs: set[tuple[int, int]] = field(default_factory=set)
    voids: dict[int, str] = field(default_factory=dict)
    # The last hand that each winner has shown, and the index of its event.
    shown: dict[int, tuple[HandTiles, int]] = field(default_factory=dict)
    exchange_dice: Event | None = None
    exchanged: bool = False
    end: str = ""
    ending: Event | None = None

    def __post_init__(self) -> None:
        self.scale = scale_of(self.options)

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def instant(self) -> bool:
        """Whether kongs are paid at once, not counted in the hand."""
        return bool(self.options["kong_mode"] == "instant")

    @property
    def out(self) -> set[int]:
        """The seats that have won and so take no further part."""
        return self.won if self.winners_leave else set()

    def still_in(self, *apart: int) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.out and seat not in apart]

    def problem(
        self, code: str, zh: str, en: str, event: Event | None = None, seat: int | None = None
    ) -> None:
        """Name what is wrong; ``{seat}`` in the words is the seat's name."""
        words = Text(zh, en)
        if seat is not None:
            words = words.format(seat=SEAT_NAMES[seat])
        index = None if event is None else event.index
        self.problems.append(Problem(code, words, index, seat=seat))

    def take(self, event: Event, handlers: Mapping[str, Callable[["Play", Event], None]]) -> None:
        """Take the next event."""
        if self.end and event.type not in self.after_end:
            self.problem(
                "after_end",
                "这一盘已经结束，后面不能再有这个事件。",
                f"The hand is over; “{event.type}” cannot follow.",
                event,
            )
            return
        handler = handlers.get(event.type)
        if handler is not None:
            handler(self, event)

    def finish(self, end: str, event: Event) -> None:
        self.end = end
        self.ending = event

    # Kongs

    def kongs_of(self, seat: int) -> list[MadeKong]:
        """Return the kongs of a seat that were not robbed."""
        return [kong for kong in self.kongs if kong.seat == seat and not kong.robbed]

    def counted_kongs(self, seat: int) -> tuple[str, ...]:
        """Return the kinds of kongs that count in a winner's own hand."""
        if self.instant or seat in self.cancelled:
            return ()
        return tuple(kong.kind for kong in self.kongs_of(seat))

    def kong_fan_against(self, seat: int) -> int:
        """Return K, what a payer's own kongs add to what it pays (杠进杠出)."""
        if self.options["kong_mode"] != "in_out":
            return 0
        worth = {
            "concealed": self.options["concealed_kong_fan"],
            "exposed": self.options["exposed_kong_fan"],
            "added": self.options["exposed_kong_fan"],
        }
        return sum(worth[kong.kind] for kong in self.kongs_of(seat))

    def paid_kongs(self) -> list[MadeKong]:
        """Return the kongs that bring money: neither robbed nor of a cancelled seat."""
        if not self.instant:
            return []
        return [k for k in self.kongs if not k.robbed and k.seat not in self.cancelled]

    def chain(self, kong: MadeKong) -> list[MadeKong]:
        """Return a kong and those it is linked to, the newest first."""
        found = [kong]
        by_id = {k.event.get("id"): k for k in self.kongs if k.event.get("id") is not None}
        while (before := by_id.get(found[-1].event.get("after"))) is not None:
            if before in found:
                break
            found.append(before)
        return found

    def has_melds(self, seat: int) -> bool:
        """Whether the record shows that a seat has melded anything."""
        return self.has_open_melds(seat) or any(kong.seat == seat for kong in self.kongs)

    def has_open_melds(self, seat: int) -> bool:
        """Whether the record shows a pung or a melded kong of a seat; a robbed kong left a pung."""
        melded = any(k.seat == seat and k.kind != "concealed" for k in self.kongs)
        return melded or any(s == seat for s, _tile in self.pungs)

    # Money

    def pay(
        self, kind: str, payer: int, receiver: int, amount: int, event: Event, reason: Text
    ) -> None:
        self.book.pay(kind, payer, receiver, amount, event.index, reason)

    def lines(self) -> tuple[LedgerLine, ...]:
        """Return what the hand has moved until now, kongs included; adjustments are not in it."""
        if self.end == "abort":
            return ()
        book = LedgerBook()
        for kong in self.paid_kongs():
            for payer in kong.payers:
                reason = Text("{kong}，{n}分", "{kong}, {n}").format(kong=kong.words, n=kong.amount)
                book.pay("kong", payer, kong.seat, kong.amount, kong.event.index, reason)
        forfeited = self.left if self.options["leaver_forfeits"] else set()
        book.lines += [
            line
            for line in self.book.lines
            if not (line.kind == "win" and line.receiver in forfeited)
        ]
        return tuple(book.lines)
