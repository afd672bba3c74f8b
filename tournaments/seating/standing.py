"""One round drawn from the standings: neighbours in rank meet (seating.md §6, competition-rules.md
§4)."""

import random
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from scoring.text import Text
from tournaments.seating.byes import byes_by_rank
from tournaments.seating.errors import NotApartError, SeatingError
from tournaments.seating.even import Evener, lacking
from tournaments.seating.plan import Plan
from tournaments.seating.quality import quality, rank_figures
from tournaments.seating.search import meeting_matrix, weight_matrix
from tournaments.seating.winds import best_order, count_winds

Matrix = npt.NDArray[np.int64]
METHODS = ("swiss", "danish", "interval", "final")
# A repeated meeting weighs more than any way between tables, team-mates three times as much; two
# of one club less than a way of ten tables.
CLUB, REPEAT, TEAM, APART = 100, 10**7, 3 * 10**7, 10**10
FIRST_WINDOW, WIDER = 6, 2
# Up to here every swap of the round can be looked at in each step.
SMALL = 240
STEPS, POLISHING_STEPS = 2500, 300
_NEVER = 2**60


def pair_by_standing(
    order: Sequence[int],
    *,
    method: str = "swiss",
    played: Sequence[Sequence[Sequence[int]]] = (),
    teams: Sequence[Sequence[int]] | None = None,
    apart: Iterable[tuple[int, int]] = (),
    byes: bool = False,
    byes_had: Mapping[int, int] | None = None,
    step: int | None = None,
    seed: int = 0,
    clubs: Sequence[Sequence[int]] | None = None,
    fixed_tables: Mapping[int, int] | None = None,
    fixed_winds: Mapping[int, int] | None = None,
    strict_teams: bool = True,
) -> Plan:
    """Seat one round of the players in ``order`` (their numbers, the best first).

    ``swiss``: tables 1-4, 5-8, … changed by small swaps until nobody meets again and no team-mates
    meet (``strict_teams``: or the draw refuses), of one club as few as small ways allow;
    ``danish``: without a look at all this; ``interval``: every ``step``-th (default: one from
    each quarter); ``final``: as danish, the winds by rank. ``apart`` pairs never meet, in any of
    them. With ``byes`` the lowest of those with the fewest byes sit out. ``played`` are the rounds
    before (E S W N); numbers not in the order are people who are gone. ``fixed_tables`` and
    ``fixed_winds`` as in `plan`; the tables of the others then move by a few. Raises
    `SeatingError`.
    """
    held, fixed = dict(fixed_winds or {}), dict(fixed_tables or {})
    pairs = sorted({(min(p, q), max(p, q)) for p, q in apart})
    _check(order, method, pairs, teams or (), byes, step)
    _check_fixed(fixed, held, order)
    barred = sorted({*pairs, *_cannot_share(fixed, held)})
    resting = byes_by_rank(order, len(order) % 4, byes_had or {}) if byes else []
    seated = [p for p in order if p not in set(resting)]
    field = _Field(seated, played, seed, held)
    tables = _first_tables(len(seated), method, step)
    if method == "swiss":
        bad = field.barred(barred) + field.disliked(teams or (), clubs or ())
        tables = field.evened(_Round(tables, bad, seed).solved(), bad)
    elif barred:
        tables = _Round(tables, field.barred(barred), seed).solved()
    drawn = [[seated[i] for i in table] for table in tables]
    mates = [pair for team in teams or () for pair in combinations(sorted(team), 2)]
    _refuse_broken(drawn, [*barred, *(mates if method == "swiss" and strict_teams else ())])
    _to_fixed_tables(drawn, fixed)
    drawn = field.with_winds(drawn, by_rank=method == "final")
    present = set(order)
    before = [[[p if p in present else 0 for p in t] for t in own] for own in played]
    figures = quality([*before, drawn], teams, clubs) | rank_figures(seated, drawn)
    return Plan(
        rounds=(tuple(tuple(table) for table in drawn),),
        method=method,
        quality=figures,
        byes=(tuple(resting),) if byes else (),
        reasons=_remarks(drawn, before),
    )


class _Field:
    """Those who are seated, the best first, and what is known of them. Inside, people are their
    places in that order (from 0)."""

    def __init__(
        self,
        seated: Sequence[int],
        played: Sequence[Sequence[Sequence[int]]],
        seed: int,
        held: Mapping[int, int],
    ) -> None:
        self.seated = seated
        self.played = played
        self.seed = seed
        self.held = held
        self.rank = {player: i for i, player in enumerate(seated)}

    def barred(self, pairs: Sequence[tuple[int, int]]) -> Matrix:
        """Return what every two of the field cost at one table, when nothing but ``pairs`` does."""
        bad: Matrix = APART * _weights(self.rank, pairs)
        return bad

    def disliked(self, teams: Sequence[Sequence[int]], clubs: Sequence[Sequence[int]]) -> Matrix:
        """Return what every two cost that have met, or are of one team or club."""
        rank = self.rank
        known = [[[rank[p] for p in table if p in rank] for table in own] for own in self.played]
        met = meeting_matrix(len(rank), known).astype(np.int64)
        bad: Matrix = REPEAT * met + TEAM * _weights(rank, teams) + CLUB * _weights(rank, clubs)
        return bad

    def evened(self, tables: list[list[int]], bad: Matrix) -> list[list[int]]:
        """Change tables so that the winds that people still lack fit side by side."""
        counts = count_winds(self.played, set(self.seated))
        masks = {self.rank[p]: lacking(own) for p, own in counts.items()}
        masks |= {self.rank[p]: 1 << wind for p, wind in self.held.items() if p in self.rank}
        return Evener(tables, bad, masks).run()

    def with_winds(self, tables: list[list[int]], *, by_rank: bool) -> list[list[int]]:
        """Put the players of every table (numbers) in the order E S W N: ``by_rank`` as they
        stand, unless somebody has a wind of his own; else by the winds they have had."""
        rng = random.Random(self.seed)  # noqa: S311  (a draw that can be repeated, not a secret)
        counts = {} if by_rank else count_winds(self.played, set(self.seated))
        return [
            table
            if by_rank and not self.held.keys() & set(table)
            else best_order(table, counts, rng, self.held)
            for table in tables
        ]


def _cannot_share(fixed: Mapping[int, int], held: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the pairs whom a table of their own, or one wind for both, keeps from one table."""
    yield from combinations(sorted(fixed), 2)
    for p, q in combinations(sorted(held), 2):
        if held[p] == held[q]:
            yield p, q


def _weights(rank: Mapping[int, int], groups: Sequence[Sequence[int]]) -> Matrix:
    """Return 1 for every two ranks of one group."""
    ranks = [([rank[p] for p in group if p in rank], 1) for group in groups]
    return weight_matrix(len(rank), ranks).astype(np.int64)


def nearest_round(order: Sequence[int], rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Return which of the unused rounds of a fixed plan brings neighbours in rank together best:
    for small fields, where a draw by standing would have to repeat meetings."""
    if not rounds:
        raise ValueError("no round is left")
    spreads = [rank_figures(order, tables)["rank_spread_sum"] for tables in rounds]
    return spreads.index(min(spreads))


def _check(
    order: Sequence[int],
    method: str,
    apart: Sequence[tuple[int, int]],
    teams: Sequence[Sequence[int]],
    byes: bool,
    step: int | None,
) -> None:
    reasons = []
    if method not in METHODS:
        reasons.append(Text(f"没有“{method}”这种方法。", f"There is no method “{method}”."))
    if len(order) < 4:
        reasons.append(Text("至少要四个人。", "A table needs four players."))
    if len(set(order)) < len(order):
        reasons.append(Text("名次表中有人出现两次。", "Somebody is in the order twice."))
    if len(order) % 4 and not byes:
        reasons.append(
            Text(
                f"{len(order)}人坐不满每一桌：补{-len(order) % 4}名陪打，或允许轮空。",
                f"{len(order)} players do not fill whole tables: add {-len(order) % 4} "
                "substitutes, or allow byes.",
            )
        )
    if step is not None and step < 1:
        reasons.append(Text("间隔必须是正整数。", "The step must be 1 or more."))
    members = [p for team in teams for p in team]
    if len(set(members)) < len(members):
        reasons.append(Text("有人在两个队里。", "Somebody is in two teams."))
    if any(p == q for p, q in apart):
        reasons.append(Text("没有人能和自己分开。", "Nobody can be kept from himself."))
    if reasons:
        raise SeatingError(*reasons)


def _check_fixed(fixed: Mapping[int, int], held: Mapping[int, int], order: Sequence[int]) -> None:
    reasons = [
        Text(f"没有第{table}桌。", f"There is no table {table}.")
        for table in sorted({*fixed.values()})
        if not 1 <= table <= len(order) // 4
    ]
    for table in sorted({*fixed.values()}):
        own = sorted(p for p, other in fixed.items() if other == table and p in order)
        if len(own) > 1:
            words = ", ".join(map(str, own))
            reasons.append(
                Text(
                    f"{words}号都固定在第{table}桌。",
                    f"Numbers {words} are all fixed at table {table}.",
                )
            )
    if any(not 0 <= wind <= 3 for wind in held.values()):
        reasons.append(Text("风位不对。", "There is no such wind."))
    if reasons:
        raise SeatingError(*reasons)


def _to_fixed_tables(drawn: list[list[int]], fixed: Mapping[int, int]) -> None:
    """Bring the tables of people who stay at one there; the table that was there moves away."""
    for player, number in sorted(fixed.items()):
        now = next((i for i, table in enumerate(drawn) if player in table), None)
        if now is not None:
            drawn[now], drawn[number - 1] = drawn[number - 1], drawn[now]


def _first_tables(count: int, method: str, step: int | None) -> list[list[int]]:
    """Return tables of ranks (from 0) without a look at anything else."""
    tables: list[list[int]] = []
    if method != "interval":
        return [list(range(i, i + 4)) for i in range(0, count, 4)]
    first = 0
    while first < count:
        # The last block may be shorter: its step is a quarter of it.
        width = min(step or count // 4, (count - first) // 4)
        tables += [[first + i + width * j for j in range(4)] for i in range(width)]
        first += 4 * width
    return tables


def _refuse_broken(tables: Sequence[Sequence[int]], pairs: Sequence[tuple[int, int]]) -> None:
    broken = [(p, q) for p, q in pairs if any(p in table and q in table for table in tables)]
    if broken:
        raise NotApartError(broken)


def _remarks(
    tables: Sequence[Sequence[int]], played: Sequence[Sequence[Sequence[int]]]
) -> tuple[Text, ...]:
    met = {
        frozenset((p, q)) for own in played for table in own for p in table for q in table if p != q
    }
    again = sum(
        frozenset((p, q)) in met for table in tables for i, p in enumerate(table) for q in table[:i]
    )
    if not again:
        return ()
    return (Text(f"本轮有{again}对重复同桌。", f"{again} pairs meet again in this round."),)


class _Round:
    """A round of ranks at tables; table ⌊rank / 4⌋ is where everybody belongs."""

    def __init__(self, tables: Sequence[Sequence[int]], bad: Matrix, seed: int) -> None:
        self.seats = np.array(tables, dtype=np.int64)
        self.home = np.empty(self.seats.size, dtype=np.int64)
        self.home[self.seats.ravel()] = np.arange(self.seats.size) // 4
        self.bad = bad
        self.random = np.random.default_rng(seed)

    def solved(self) -> list[list[int]]:
        self._repair()
        if self.seats.size <= SMALL:
            clashing = self._clash(range(len(self.seats))).any()
            self._search(STEPS if clashing else POLISHING_STEPS)
        self._polish()
        return [sorted(int(p) for p in table) for table in self.seats]

    def _clash(self, tables: Sequence[int] | range) -> Matrix:
        """Return what each seat of some tables costs by its table-mates."""
        own = self.seats[np.array(tables)]
        clash: Matrix = self.bad[own[:, :, None], own[:, None, :]].sum(axis=2)
        return clash

    def _repair(self) -> None:
        """Take clashing tables one by one and make the best swap with a table not too far; where
        none helps, look farther."""
        count = len(self.seats)
        queue = deque(
            (int(t), FIRST_WINDOW) for t in np.flatnonzero(self._clash(range(count)).sum(axis=1))
        )
        patience = 20 * count + 100
        while queue and patience:
            patience -= 1
            table, window = queue.popleft()
            if not self._clash([table]).any():
                continue
            other = self._swap_best(table, window)
            if other is not None:
                queue.append((table, FIRST_WINDOW))
                queue.append((other, FIRST_WINDOW))
            elif window < count:
                queue.append((table, window + WIDER))

    def _polish(self) -> None:
        """Move people back to where they belong while that costs nothing else."""
        for _pass in range(3):
            moved = False
            for table in range(len(self.seats)):
                if (self.home[self.seats[table]] != table).any():
                    while self._swap_best(table, FIRST_WINDOW) is not None:
                        moved = True
            if not moved:
                break

    def _swap_best(self, table: int, window: int) -> int | None:
        """Make the best swap between a table and those near it, if it gains; return the other."""
        count = len(self.seats)
        near = [
            t for t in range(max(0, table - window), min(count, table + window + 1)) if t != table
        ]
        if not near:
            return None
        own = self.seats[table]
        others = self.seats[np.array(near)]
        # price[a, t, b]: what own player a costs at table t in the place of its player b.
        meets = self.bad[own[:, None, None], others[None, :, :]]
        theirs = meets.sum(axis=2, keepdims=True) - meets
        ours = meets.sum(axis=0, keepdims=True) - meets
        now = self._clash([table])[0][:, None, None] + self._clash(near)[None, :, :]
        places = np.array(near)
        way = (
            (places[None, :, None] - self.home[own][:, None, None]) ** 2
            + (table - self.home[others][None, :, :]) ** 2
            - ((table - self.home[own]) ** 2)[:, None, None]
            - ((places[:, None] - self.home[others]) ** 2)[None, :, :]
        )
        gain = theirs + ours - now + way
        best = int(gain.argmin())
        a, t, b = np.unravel_index(best, gain.shape)
        if gain[a, t, b] >= 0:
            return None
        other = near[int(t)]
        self.seats[table, a], self.seats[other, b] = self.seats[other, b], self.seats[table, a]
        return other

    def _search(self, steps: int) -> None:
        """Tabu search over all swaps of the round, for small fields where swaps that gain at once
        are not enough. The steps after the last clash only bring people nearer home."""
        flat = self.seats.ravel()
        size = len(flat)
        place = np.arange(size) // 4
        same = (place[:, None] == place[None, :]) & ~np.eye(size, dtype=bool)
        barred = np.where(np.triu(np.ones((size, size), dtype=bool), 1) & ~same, 0, _NEVER)
        tabu = np.zeros(size, dtype=np.int64)
        cost = best = self._cost(flat)
        kept = flat.copy()
        last = steps
        for step in range(1, steps + 1):
            if best == 0 or step > last:
                break
            price = self.bad[np.ix_(flat, flat)]
            at = price.reshape(size, -1, 4).sum(axis=2)
            way = (np.arange(size // 4)[None, :] - self.home[flat][:, None]) ** 2
            moved = np.repeat(at + way, 4, axis=1) - (at + way)[np.arange(size), place][:, None]
            change = moved + moved.T - 2 * price + barred
            held = np.flatnonzero(tabu[flat] > step)
            both = np.ix_(held, held)
            change[both] = np.where(change[both] < best - cost, change[both], _NEVER)
            choices = np.flatnonzero(change.ravel() == change.min())
            a, b = divmod(int(choices[int(self.random.integers(len(choices)))]), size)
            cost += int(change[a, b])
            flat[[a, b]] = flat[[b, a]]
            tabu[flat[[a, b]]] = step + self.random.integers(2, 12, size=2)
            if cost < best:
                if best >= REPEAT > cost:
                    last = step + POLISHING_STEPS
                best, kept = cost, flat.copy()
        self.seats = kept.reshape(-1, 4)

    def _cost(self, flat: Matrix) -> int:
        own = flat.reshape(-1, 4)
        clash = int(self.bad[own[:, :, None], own[:, None, :]].sum()) // 2
        return clash + int(((np.arange(len(flat)) // 4 - self.home[flat]) ** 2).sum())
