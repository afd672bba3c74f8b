"""Settling up: what everybody won or lost over a table or an evening, 杠 money apart from hands,
and the fewest payments that clear it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.ledger import KONG_KINDS
from scoring.settle_up import settle_up
from tournaments.models import Entry, Tournament
from tournaments.services.tables import TableState, for_states, states_of

# The party that keeps what no player has: fines paid to nobody, a house fee.
HOUSE_ID = 0


@dataclass(frozen=True)
class Balance:
    """One player's evening in points: ``kongs`` 杠 money, ``penalties`` what penalties outside
    hands moved, ``hands`` everything else; ``total`` is their sum. ``tables`` played."""

    entry: Entry
    hands: int
    kongs: int
    penalties: int
    tables: int

    @property
    def total(self) -> int:
        return self.hands + self.kongs + self.penalties


@dataclass(frozen=True)
class Payment:
    """``payer`` hands ``receiver`` ``amount`` points; None stands for the house."""

    payer: Entry | None
    receiver: Entry | None
    amount: int


@dataclass(frozen=True)
class Evening:
    """Balances from the highest total down, and the payments that clear them; ``house`` is what
    no player has; ``fewest`` when no shorter list of payments exists for certain."""

    balances: tuple[Balance, ...]
    payments: tuple[Payment, ...]
    house: int
    fewest: bool
    open_tables: int


def evening_of(tournament: Tournament) -> Evening:
    """Settle up over every table of an event that has a result."""
    return settle_states(states_of(for_states(round__tournament=tournament)))


def settle_states(states: Iterable[TableState]) -> Evening:
    """Settle up over some tables."""
    found: dict[int, Balance] = {}
    open_tables = 0
    for state in states:
        if not state.has_result:
            continue
        open_tables += not state.finished
        kongs = _kong_money(state)
        for seat in state.seats:
            old = found.get(seat.entry.pk, Balance(seat.entry, 0, 0, 0, 0))
            found[seat.entry.pk] = Balance(
                seat.entry,
                old.hands + seat.hands_total - kongs[seat.chair],
                old.kongs + kongs[seat.chair],
                old.penalties + seat.penalty,
                old.tables + 1,
            )
    house = -sum(balance.total for balance in found.values())
    cleared = settle_up({HOUSE_ID: house} | {pk: b.total for pk, b in found.items()})
    entry = {pk: balance.entry for pk, balance in found.items()}
    return Evening(
        balances=tuple(sorted(found.values(), key=lambda b: (-b.total, b.entry.number))),
        payments=tuple(
            Payment(entry.get(t.payer), entry.get(t.receiver), t.amount) for t in cleared.transfers
        ),
        house=house,
        fewest=cleared.fewest,
        open_tables=open_tables,
    )


def _kong_money(state: TableState) -> list[int]:
    """Return the 杠 money per chair; none where only totals were typed."""
    sums = [0] * len(state.seats)
    for hand in () if state.typed else state.hands:
        moved = hand.settlement.deltas_of(KONG_KINDS)
        sums = [a + b for a, b in zip(sums, hand.position.by_chair(moved), strict=True)]
    return sums
