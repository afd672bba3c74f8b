"""Settling an evening: from what everybody won or lost to the fewest payments that clear it.

n people with balances that sum to zero need n − g payments, where g is the greatest number of
groups that each sum to zero by themselves; finding g is a search over subsets, exact up to
`EXACT_UP_TO` people and greedy beyond.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

# 2**15 subsets take a fraction of a second; a club's evening has fewer people with a balance.
EXACT_UP_TO = 15


@dataclass(frozen=True, slots=True)
class Transfer:
    """``payer`` hands ``receiver`` ``amount`` (> 0, in the unit of the balances)."""

    payer: int
    receiver: int
    amount: int


@dataclass(frozen=True, slots=True)
class SettleUp:
    """The payments, in a stable order; ``fewest`` when no shorter list exists for certain."""

    transfers: tuple[Transfer, ...]
    fewest: bool = True


def settle_up(balances: Mapping[int, int]) -> SettleUp:
    """Return payments after which everybody has what ``balances`` (id → points) says.

    Raises `ValueError` when the balances do not sum to zero.
    """
    if sum(balances.values()):
        raise ValueError(f"the balances sum to {sum(balances.values())}, not to zero")
    open_ids = sorted(id_ for id_, balance in balances.items() if balance)
    pairs, rest = _opposites(open_ids, balances)
    exact = len(rest) <= EXACT_UP_TO
    groups = _zero_groups([balances[id_] for id_ in rest]) if exact else [list(range(len(rest)))]
    transfers = [
        transfer
        for group in (*pairs, *([rest[i] for i in group] for group in groups))
        for transfer in _within(group, balances)
    ]
    transfers.sort(key=lambda t: (t.payer, t.receiver))
    return SettleUp(tuple(transfers), fewest=exact)


def _opposites(
    ids: Sequence[int], balances: Mapping[int, int]
) -> tuple[list[list[int]], list[int]]:
    """Take out pairs that clear each other. Some shortest list has such a payment: a group with
    both x and −x falls into the pair and the rest; two groups with one each regroup as the pair
    and what is left of both."""
    by_balance: dict[int, list[int]] = {}
    pairs: list[list[int]] = []
    for id_ in ids:
        waiting = by_balance.get(-balances[id_])
        if waiting:
            pairs.append([waiting.pop(0), id_])
        else:
            by_balance.setdefault(balances[id_], []).append(id_)
    return pairs, sorted(id_ for waiting in by_balance.values() for id_ in waiting)


def _zero_groups(values: Sequence[int]) -> list[list[int]]:
    """Return a partition of the indices into as many groups of sum zero as possible."""
    size = len(values)
    full = (1 << size) - 1
    sums = [0] * (full + 1)
    # most[mask]: how many groups the members of mask close when they are put down one by one.
    most = [0] * (full + 1)
    last = [-1] * (full + 1)
    for mask in range(1, full + 1):
        low = (mask & -mask).bit_length() - 1
        sums[mask] = sums[mask & (mask - 1)] + values[low]
        best, best_last = -1, -1
        for i in range(size):
            if mask >> i & 1 and most[mask ^ (1 << i)] > best:
                best, best_last = most[mask ^ (1 << i)], i
        most[mask] = best + (sums[mask] == 0)
        last[mask] = best_last
    groups: list[list[int]] = []
    mask = full
    while mask:
        if sums[mask] == 0:
            groups.append([])
        groups[-1].append(last[mask])
        mask ^= 1 << last[mask]
    return [sorted(group) for group in groups]


def _within(group: Sequence[int], balances: Mapping[int, int]) -> list[Transfer]:
    """Clear one group with at most one payment fewer than it has members."""
    debts = [(-balances[id_], id_) for id_ in group if balances[id_] < 0]
    claims = [(balances[id_], id_) for id_ in group if balances[id_] > 0]
    found: list[Transfer] = []
    while debts:
        debts.sort(key=lambda item: (-item[0], item[1]))
        claims.sort(key=lambda item: (-item[0], item[1]))
        (debt, payer), (claim, receiver) = debts[0], claims[0]
        amount = min(debt, claim)
        found.append(Transfer(payer, receiver, amount))
        debts[0] = (debt - amount, payer)
        claims[0] = (claim - amount, receiver)
        debts = [item for item in debts if item[0]]
        claims = [item for item in claims if item[0]]
    return found
