"""What is asked of a seat plan, checked: players counted from 0 inside."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from scoring.text import Text
from tournaments.seating.errors import SeatingError
from tournaments.seating.search import Matrix, meeting_matrix, weight_matrix

TEAM_WEIGHT, CLUB_WEIGHT, APART_WEIGHT = 20, 3, 1000
MAX_PLAYERS, MAX_ROUNDS = 2000, 100


@dataclass(frozen=True)
class Request:
    """A checked request. ``people`` are those seated, house players included; ``played`` lists the
    rounds before, with −1 for people who are gone."""

    people: int
    rounds: int
    teams: tuple[tuple[int, ...], ...] = ()
    clubs: tuple[tuple[int, ...], ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    played: tuple[tuple[tuple[int, ...], ...], ...] = ()
    fixed: Mapping[int, int] | None = None
    held: Mapping[int, int] | None = None
    late: Mapping[int, int] | None = None
    strict: bool = True

    def barred(self) -> set[tuple[int, int]]:
        """Return the pairs that must not meet: those kept apart, and team-mates unless they may."""
        pairs = {(min(p, q), max(p, q)) for p, q in self.apart}
        for team in self.teams if self.strict else ():
            pairs.update((min(pair), max(pair)) for pair in combinations(team, 2))
        return pairs

    def weights(self) -> Matrix:
        """Return what a meeting of two costs beside being a repeat."""
        # A meeting of team-mates weighs more than any repeat, in long plans too.
        weight = max(TEAM_WEIGHT, 2 * (self.rounds + len(self.played)))
        groups: list[tuple[Sequence[int], int]] = [(team, weight) for team in self.teams]
        groups += [(club, CLUB_WEIGHT) for club in self.clubs]
        groups += [(pair, APART_WEIGHT) for pair in self.apart]
        return weight_matrix(self.people, groups)

    def met(self) -> Matrix:
        present = [[[p for p in table if p >= 0] for table in tables] for tables in self.played]
        return meeting_matrix(self.people, present)


def read_request(
    *,
    players: int,
    rounds: int,
    teams: Sequence[Sequence[int]] | None,
    clubs: Sequence[Sequence[int]] | None,
    apart: Iterable[tuple[int, int]],
    byes: bool,
    substitutes: bool,
    played: Sequence[Sequence[Sequence[int]]],
    fixed_tables: Mapping[int, int] | None,
    fixed_winds: Mapping[int, int] | None = None,
    late: Mapping[int, int] | None = None,
    strict: bool = True,
) -> Request:
    """Check a request whose numbers count from 1; raise `SeatingError` with every reason."""
    reasons = list(_sizes(players, rounds, byes, substitutes, late or {}))
    known = range(1, players + 1)
    reasons += _groups(teams or (), known, Text("队", "team"))
    reasons += _groups(clubs or (), known, Text("俱乐部", "club"))
    pairs = sorted({(min(p, q), max(p, q)) for p, q in apart})
    fixed = dict(fixed_tables or {})
    tables = _fewest_tables(players, byes, late or {})
    reasons += _apart(pairs, known, tables)
    reasons += _fixed(fixed, known, tables)
    held = dict(fixed_winds or {})
    reasons += _held(held, late or {}, known)
    if strict and not reasons:
        reasons += _large(teams or (), tables)
    if reasons:
        raise SeatingError(*reasons)
    # People of different fixed tables can never meet, nor those of one fixed wind.
    pairs += [(p, q) for p in fixed for q in fixed if p < q]
    pairs += [(p, q) for p in held for q in held if p < q and held[p] == held[q]]
    return Request(
        people=players + (-players % 4 if substitutes else 0),
        rounds=rounds,
        teams=tuple(tuple(p - 1 for p in team) for team in teams or ()),
        clubs=tuple(tuple(p - 1 for p in club) for club in clubs or ()),
        apart=tuple((p - 1, q - 1) for p, q in pairs),
        played=tuple(
            tuple(tuple(p - 1 if p in known else -1 for p in table) for table in own)
            for own in played
        ),
        fixed={p - 1: table - 1 for p, table in fixed.items()},
        held={p - 1: wind for p, wind in held.items()},
        late={p - 1: first - 1 for p, first in (late or {}).items() if first > 1},
        strict=strict,
    )


def _fewest_tables(players: int, byes: bool, late: Mapping[int, int]) -> int:
    """Return the tables of the smallest round: with byes, people who are late are missing."""
    if not byes:
        return -(-players // 4)
    return (players - sum(first > 1 for first in late.values())) // 4


def _sizes(
    players: int, rounds: int, byes: bool, substitutes: bool, late: Mapping[int, int]
) -> Iterable[Text]:
    if not 4 <= players <= MAX_PLAYERS:
        yield Text(f"人数必须是4到{MAX_PLAYERS}。", f"A plan needs 4 to {MAX_PLAYERS} players.")
    if not 1 <= rounds <= MAX_ROUNDS:
        yield Text(f"轮数必须是1到{MAX_ROUNDS}。", f"A plan has 1 to {MAX_ROUNDS} rounds.")
    if byes and substitutes:
        yield Text("轮空和陪打只能选一种。", "Choose either byes or substitutes, not both.")
    if players % 4 and not (byes or substitutes):
        yield Text(
            f"{players}人坐不满每一桌：补{-players % 4}名陪打，或每轮{players % 4}人轮空。",
            f"{players} players do not fill whole tables: add {-players % 4} substitutes, "
            f"or let {players % 4} sit out each round.",
        )
    elif late and not (byes or substitutes):
        yield Text(
            "有人迟到：之前的轮次要有陪打顶替，或允许轮空。",
            "Somebody arrives late: before that a substitute must play, or byes be allowed.",
        )
    if byes:
        for number in sorted({*late.values()}):
            present = players - sum(first > number - 1 for first in late.values())
            if present < 4:
                yield Text(
                    f"第{number - 1}轮只有{present}人在场。",
                    f"Only {present} are there in round {number - 1}.",
                )


def _groups(groups: Sequence[Sequence[int]], known: range, word: Text) -> Iterable[Text]:
    seen: set[int] = set()
    for group in groups:
        for number in group:
            if number not in known:
                yield Text(f"没有{number}号。", f"There is no number {number}.")
            elif number in seen:
                yield Text(
                    f"{number}号写了两次{word.zh}。", f"Number {number} is in a {word.en} twice."
                )
            seen.add(number)


def _apart(pairs: Sequence[tuple[int, int]], known: range, tables: int) -> Iterable[Text]:
    for p, q in pairs:
        if p not in known or q not in known:
            yield Text(f"没有{p}号或{q}号。", f"There is no number {p} or {q}.")
        elif p == q:
            yield Text(f"{p}号不能和自己分开。", f"Number {p} cannot be kept from itself.")
    if len(known) == 4 and pairs and tables == 1:
        yield Text("只有一桌，无法分开。", "There is one table only: nobody can be kept apart.")


def _fixed(fixed: Mapping[int, int], known: range, tables: int) -> Iterable[Text]:
    for number, table in fixed.items():
        if number not in known:
            yield Text(f"没有{number}号。", f"There is no number {number}.")
        if not 1 <= table <= tables:
            yield Text(f"没有第{table}桌。", f"There is no table {table}.")
    for table in sorted(set(fixed.values())):
        own = sorted(number for number, other in fixed.items() if other == table)
        if len(own) > 1:
            yield Text(
                f"{own[0]}号和{own[1]}号都固定在第{table}桌，会每轮同桌。",
                f"Numbers {own[0]} and {own[1]} are both fixed at table {table}: they would meet "
                "in every round.",
            )


def _held(held: Mapping[int, int], late: Mapping[int, int], known: range) -> Iterable[Text]:
    for number, wind in held.items():
        if number not in known:
            yield Text(f"没有{number}号。", f"There is no number {number}.")
        if not 0 <= wind <= 3:
            yield Text(f"{number}号的风位不对。", f"Number {number} has no such wind.")
    for number, first in late.items():
        if number not in known:
            yield Text(f"没有{number}号。", f"There is no number {number}.")
        if first < 1:
            yield Text("轮次从1开始。", "Rounds count from 1.")


def _large(teams: Sequence[Sequence[int]], tables: int) -> Iterable[Text]:
    """A team has to find a table for each of its members."""
    for team in teams:
        if len(team) > tables:
            words = ", ".join(map(str, team))
            yield Text(
                f"{words}号同队，只有{tables}桌，队友必然同桌。",
                f"Numbers {words} are one team, but there are {tables} tables: team-mates must "
                "meet.",
            )
