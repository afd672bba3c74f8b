"""Who pays whom, how much and why; the settlement of one hand."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.text import Text

HOUSE = "house"
# 杠 money, told apart from what hands are worth.
KONG_KINDS = frozenset({"kong", "kong_refund", "kong_transfer"})


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """One transfer: ``payer`` and ``receiver`` are seats (or `HOUSE`), ``amount`` > 0 points,
    ``event`` the index of the event that it comes from (EVENTS §6)."""

    kind: str
    payer: int
    receiver: int | str
    amount: int
    event: int
    reason: Text

    def __post_init__(self) -> None:
        if self.amount <= 0 or self.payer == self.receiver:
            raise ValueError("A ledger line moves a positive amount between two parties.")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "from": self.payer,
            "to": self.receiver,
            "amount": self.amount,
            "event": self.event,
        }


@dataclass(frozen=True, slots=True)
class WinResult:
    """What one winner's hand is worth: ``fan`` after the cap, ``points`` what one payer pays for
    the pattern alone, ``items`` the rows counted; None where the ruleset has no such figure."""

    event: int
    seat: int
    fan: int | None = None
    points: int | None = None
    items: tuple[tuple[str, int], ...] | None = None

    def to_json(self) -> dict[str, Any]:
        content: dict[str, Any] = {"event": self.event, "seat": self.seat}
        if self.fan is not None:
            content["fan"] = self.fan
        if self.points is not None:
            content["points"] = self.points
        if self.items is not None:
            content["items"] = [list(item) for item in self.items]
        return content


@dataclass(frozen=True, slots=True)
class Settlement:
    """What a record is worth. ``deltas`` per seat are the sums of the ledger; they sum to zero
    unless ``imbalance`` says why not (a house fee). ``next_dealer`` is a seat of this hand, None
    when it is rolled by dice. ``carry_next`` and ``streak_next`` are None where the ruleset has
    no such thing.
    """

    players: int
    ledger: tuple[LedgerLine, ...]
    end: str
    next_dealer: int | None
    wins: tuple[WinResult, ...] = ()
    carry_next: Mapping[str, int] | None = None
    streak_next: int | None = None
    imbalance: Text | None = None
    deltas: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        deltas = [0] * self.players
        for line in self.ledger:
            deltas[line.payer] -= line.amount
            if isinstance(line.receiver, int):
                deltas[line.receiver] += line.amount
        if sum(deltas) and self.imbalance is None:
            raise ValueError("A settlement sums to zero or says why not.")
        object.__setattr__(self, "deltas", tuple(deltas))

    def deltas_of(self, kinds: Collection[str]) -> tuple[int, ...]:
        """Return what the ledger lines of some kinds move, per seat."""
        part = [0] * self.players
        for line in self.ledger:
            if line.kind in kinds:
                part[line.payer] -= line.amount
                if isinstance(line.receiver, int):
                    part[line.receiver] += line.amount
        return tuple(part)

    def to_json(self) -> dict[str, Any]:
        """Return the answer in the form of EVENTS §6."""
        content: dict[str, Any] = {
            "deltas": list(self.deltas),
            "wins": [win.to_json() for win in self.wins],
            "ledger": [line.to_json() for line in self.ledger],
            "next_dealer": self.next_dealer,
            "end": self.end,
        }
        if self.carry_next is not None:
            content["carry_next"] = {k: v for k, v in self.carry_next.items() if v}
        if self.streak_next is not None:
            content["streak_next"] = self.streak_next
        return content

    def to_stored(self) -> dict[str, Any]:
        """Return everything, reasons in both languages included; see `from_stored`."""
        content = self.to_json()
        for stored, line in zip(content["ledger"], self.ledger, strict=True):
            stored["reason"] = list(line.reason)
        content["imbalance"] = list(self.imbalance) if self.imbalance else None
        return content

    @classmethod
    def from_stored(cls, content: Mapping[str, Any]) -> "Settlement":
        """Build the settlement that `to_stored` wrote."""
        imbalance = content.get("imbalance")
        return cls(
            players=len(content["deltas"]),
            ledger=tuple(_line(line) for line in content["ledger"]),
            end=content["end"],
            next_dealer=content["next_dealer"],
            wins=tuple(_win(win) for win in content["wins"]),
            carry_next=content.get("carry_next"),
            streak_next=content.get("streak_next"),
            imbalance=Text(*imbalance) if imbalance else None,
        )


def _line(content: Mapping[str, Any]) -> LedgerLine:
    return LedgerLine(
        content["kind"],
        content["from"],
        content["to"],
        content["amount"],
        content["event"],
        Text(*content["reason"]),
    )


def _win(content: Mapping[str, Any]) -> WinResult:
    items = content.get("items")
    return WinResult(
        content["event"],
        content["seat"],
        content.get("fan"),
        content.get("points"),
        tuple((name, n) for name, n in items) if items is not None else None,
    )


class LedgerBook:
    """The lines of a hand while it is being settled; amounts of zero move nothing."""

    def __init__(self) -> None:
        self.lines: list[LedgerLine] = []

    def pay(
        self, kind: str, payer: int, receiver: int | str, amount: int, event: int, reason: Text
    ) -> None:
        """Book a transfer; a negative amount goes the other way round."""
        if amount < 0 and isinstance(receiver, int):
            payer, receiver, amount = receiver, payer, -amount
        if amount:
            self.lines.append(LedgerLine(kind, payer, receiver, amount, event, reason))

    def each(
        self,
        kind: str,
        payers: Iterable[int],
        receiver: int,
        amount: int,
        event: int,
        reason: Text,
    ) -> None:
        for payer in payers:
            if payer != receiver:
                self.pay(kind, payer, receiver, amount, event, reason)
