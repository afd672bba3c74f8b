"""Settling up: what everybody won or lost over a table, an evening or a season, 杠 money and stakes
apart from hands, who paid whom for what, and the fewest payments that clear it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.ledger import KONG_KINDS
from scoring.pot import Pot, share_pot
from scoring.settle_up import settle_up
from tournaments.models import Entry, Tournament
from tournaments.services.tables import TableState, for_states, states_of

# The party that keeps what no player has: fines paid to nobody, a house fee.
HOUSE_ID = 0


@dataclass(frozen=True)
class Balance:
    """One player's evening in points: ``kongs`` 杠 money, ``penalties`` what penalties outside
    hands moved, ``stakes`` what the pots of games moved, ``hands`` everything else; ``total`` is
    their sum. ``tables`` played."""

    entry: Entry
    hands: int
    kongs: int
    penalties: int
    tables: int
    stakes: int = 0

    @property
    def total(self) -> int:
        return self.hands + self.kongs + self.penalties + self.stakes


@dataclass(frozen=True)
class Payment:
    """``payer`` hands ``receiver`` ``amount`` points; None stands for the house."""

    payer: Entry | None
    receiver: Entry | None
    amount: int


@dataclass(frozen=True)
class GamePot:
    """The pot of one game: who won it, who had one unit more because it cannot be divided."""

    state: TableState
    pot: Pot

    @property
    def winners(self) -> list[Entry]:
        return [self.state.seats[chair].entry for chair in self.pot.winners]

    @property
    def extra(self) -> list[Entry]:
        return [self.state.seats[chair].entry for chair in self.pot.extra]


@dataclass(frozen=True)
class Owed:
    """What one person came to owe another over the evening, by reason; None stands for the house.
    ``amount`` is what all of it comes to (> 0)."""

    payer: Entry | None
    receiver: Entry | None
    hands: int
    kongs: int
    penalties: int
    stakes: int

    @property
    def amount(self) -> int:
        return self.hands + self.kongs + self.penalties + self.stakes


@dataclass(frozen=True)
class Evening:
    """Balances from the highest total down, and the payments that clear them; ``house`` is what
    no player has; ``fewest`` when no shorter list of payments exists for certain. ``pots`` of the
    finished games; ``ledger`` who owes whom for what, before payments are put together."""

    balances: tuple[Balance, ...]
    payments: tuple[Payment, ...]
    house: int
    fewest: bool
    open_tables: int
    pots: tuple[GamePot, ...] = ()
    ledger: tuple[Owed, ...] = ()

    @property
    def kongs(self) -> bool:
        """Whether any money is of kongs, between any two people."""
        mine = any(balance.kongs for balance in self.balances)
        return mine or any(owed.kongs for owed in self.ledger)

    @property
    def penalties(self) -> bool:
        mine = any(balance.penalties for balance in self.balances)
        return mine or any(owed.penalties for owed in self.ledger)


def evening_of(tournament: Tournament) -> Evening:
    """Settle up over every table of an event that has a result."""
    return settle_states(states_of(for_states(round__tournament=tournament)))


def pot_of(state: TableState) -> Pot | None:
    """Return what the stake moves at a table; None without one, or while the game is played."""
    stake = state.tournament.stake
    places = [seat.place for seat in state.seats]
    if not stake or not state.finished or None in places:
        return None
    return share_pot([place for place in places if place is not None], stake)


def settle_states(states: Iterable[TableState]) -> Evening:
    """Settle up over some tables."""
    played = [state for state in states if state.has_result]
    found: dict[int, Balance] = {}
    pots = []
    for state in played:
        kongs, pot = _kong_money(state), pot_of(state)
        if pot is not None:
            pots.append(GamePot(state, pot))
        for seat in state.seats:
            old = found.get(seat.entry.pk, Balance(seat.entry, 0, 0, 0, 0))
            found[seat.entry.pk] = Balance(
                seat.entry,
                old.hands + seat.hands_total - kongs[seat.chair],
                old.kongs + kongs[seat.chair],
                old.penalties + seat.penalty,
                old.tables + 1,
                old.stakes + (pot.net[seat.chair] if pot else 0),
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
        open_tables=sum(not state.finished for state in played),
        pots=tuple(pots),
        ledger=tuple(_ledger(played, entry)),
    )


def _kong_money(state: TableState) -> list[int]:
    """Return the 杠 money per chair; none where only totals were typed."""
    sums = [0] * len(state.seats)
    for hand in () if state.typed else state.hands:
        moved = hand.settlement.deltas_of(KONG_KINDS)
        sums = [a + b for a, b in zip(sums, hand.position.by_chair(moved), strict=True)]
    return sums


def _ledger(states: Sequence[TableState], entries: Mapping[int, Entry]) -> Iterator[Owed]:
    """Yield what everybody came to owe each other, greatest first."""
    # (who has the smaller id, the other) → reason → what the first owes the other, less the reverse
    pairs: dict[tuple[int, int], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for state in states:
        for payer, receiver, amount, why in _moves(state):
            pair, sign = ((payer, receiver), 1) if payer < receiver else ((receiver, payer), -1)
            pairs[pair][why] += sign * amount
    owed = []
    for (one, other), sums in pairs.items():
        total = sum(sums.values())
        if not any(sums.values()):
            continue
        payer, receiver, sign = (one, other, 1) if total >= 0 else (other, one, -1)
        parts = {why: sign * sums[why] for why in ("hands", "kongs", "penalties", "stakes")}
        owed.append(Owed(entries.get(payer), entries.get(receiver), **parts))
    yield from sorted(owed, key=lambda o: (-o.amount, _number(o.payer), _number(o.receiver)))


def _number(entry: Entry | None) -> int:
    return entry.number if entry else 0


def _moves(state: TableState) -> Iterator[tuple[int, int, int, str]]:
    """Yield (payer, receiver, amount, why) of one table, as ids of entries and the house.

    The lines of hands say who pays whom. Where only sums are known (totals typed, penalties, pots)
    it is what clears them.
    """
    ids = [seat.entry.pk for seat in state.seats]
    loose = [seat.hands_total for seat in state.seats]
    for hand in () if state.typed else state.hands:
        chairs = hand.position.chairs
        for line in hand.settlement.ledger:
            receiver = ids[chairs[line.receiver]] if isinstance(line.receiver, int) else HOUSE_ID
            loose[chairs[line.payer]] += line.amount
            if isinstance(line.receiver, int):
                loose[chairs[line.receiver]] -= line.amount
            why = "kongs" if line.kind in KONG_KINDS else "hands"
            yield ids[chairs[line.payer]], receiver, line.amount, why
    pot = pot_of(state)
    sums = {
        "hands": loose,
        "penalties": [seat.penalty for seat in state.seats],
        "stakes": list(pot.net) if pot else [0] * len(ids),
    }
    for why, moved in sums.items():
        balances = {HOUSE_ID: -sum(moved), **dict(zip(ids, moved, strict=True))}
        for transfer in settle_up(balances).transfers:
            yield transfer.payer, transfer.receiver, transfer.amount, why
