"""One call for a seat plan: construction where mathematics has one, search for the rest, then
winds, then table numbers (seating.md §7)."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from scoring.text import Text
from tournaments.seating.designs import (
    Schedule,
    catalogue_schedule,
    evenly_spread_schedule,
    rotation,
    rotation_rounds,
)
from tournaments.seating.quality import quality
from tournaments.seating.search import Search, weight_matrix
from tournaments.seating.winds import give_winds, spread_tables

Progress = Callable[[int, int, str], None]
TEAM_WEIGHT, APART_WEIGHT = 20, 1000


class SeatingError(ValueError):
    """A plan that cannot be made, with the reason."""

    def __init__(self, message: Text) -> None:
        super().__init__(message.en)
        self.message = message


@dataclass(frozen=True)
class Plan:
    """``rounds[r][t]`` are four player numbers (from 1) in the order E S W N; ``byes[r]`` who sits
    out; ``method`` how it was made, ``reasons`` why so."""

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    method: str
    quality: dict[str, int]
    byes: tuple[tuple[int, ...], ...] = ()
    reasons: tuple[Text, ...] = field(default=())


def plan(
    *,
    players: int,
    rounds: int,
    teams: Sequence[Sequence[int]] | None = None,
    apart: Sequence[tuple[int, int]] = (),
    byes: bool = False,
    seed: int = 0,
    method: str = "auto",
    progress: Progress | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> Plan:
    """Seat ``players`` (numbered from 1) for ``rounds`` rounds; same seed, same plan.

    ``teams`` are lists of numbers that should not meet, ``apart`` pairs that must not. Numbers not
    divisible by four need ``byes``; nobody sits out twice before all have once. ``method``
    ``random`` draws lots without looking at meetings. Raises `SeatingError`.
    """
    _check(players, rounds, byes)
    rng = random.Random(seed)  # noqa: S311  (a draw that can be repeated, not a secret)
    resting = _byes(players, rounds, rng)
    groups = [([p - 1 for p in team], TEAM_WEIGHT) for team in teams or ()]
    groups += [([p - 1, q - 1], APART_WEIGHT) for p, q in apart]
    tell = progress or (lambda _done, _total, _words: None)
    tell(0, rounds, "")
    if method == "random":
        name, schedule = "random", _random(players, rounds, resting, rng)
    else:
        name, schedule = _construct(players, rounds, bool(groups), resting, rng)
        if len(schedule) < rounds:
            name, schedule = _search(
                players, rounds, schedule, groups, resting, seed, tell, cancelled, name
            )
    schedule = spread_tables(give_winds(schedule), seed)
    _refuse_broken(schedule, apart)
    numbered = [[[p + 1 for p in table] for table in tables] for tables in schedule]
    tell(rounds, rounds, "")
    return Plan(
        rounds=tuple(tuple(tuple(table) for table in tables) for tables in numbered),
        method=name,
        quality=quality(numbered, teams),
        byes=tuple(tuple(sorted(p + 1 for p in rest)) for rest in resting) if byes else (),
    )


def _check(players: int, rounds: int, byes: bool) -> None:
    if players < 4:
        raise SeatingError(Text("至少要四个人。", "A table needs four players."))
    if rounds < 1:
        raise SeatingError(Text("至少要一轮。", "A plan has at least one round."))
    if players % 4 and not byes:
        raise SeatingError(
            Text(
                f"{players}人坐不满每一桌：补{-players % 4}名陪打，或允许轮空。",
                f"{players} players do not fill whole tables: add {-players % 4} substitutes, "
                "or allow byes.",
            )
        )


def _byes(players: int, rounds: int, rng: random.Random) -> list[list[int]]:
    """Choose who sits out: always those with the fewest byes so far, by lot among equals."""
    had: Counter[int] = Counter(dict.fromkeys(range(players), 0))
    resting = []
    for _round in range(rounds):
        order = sorted(had, key=lambda p: (had[p], rng.random()))
        rest = order[: players % 4]
        had.update(rest)
        resting.append(rest)
    return resting


def _random(
    players: int, rounds: int, resting: Sequence[Sequence[int]], rng: random.Random
) -> Schedule:
    schedule = []
    for rest in resting[:rounds]:
        seated = [p for p in range(players) if p not in rest]
        rng.shuffle(seated)
        schedule.append([seated[i : i + 4] for i in range(0, len(seated), 4)])
    return schedule


def _construct(
    players: int,
    rounds: int,
    constrained: bool,
    resting: Sequence[Sequence[int]],
    rng: random.Random,
) -> tuple[str, Schedule]:
    """Return the best construction, its players drawn by lot: as many rounds as it has, perhaps
    none."""
    if constrained or any(resting):
        return "search", []
    stored = catalogue_schedule(players)
    even = evenly_spread_schedule(players)
    if stored is not None:
        name, schedule = "catalogue", stored
    elif even is not None and rounds <= len(even):
        name, schedule = "evenly spread", even
    elif rotation_rounds(players // 4) >= rounds:
        name, schedule = "rotation", rotation(players, rounds)
    else:
        return "search", []
    draw = list(range(players))
    rng.shuffle(draw)
    drawn = [[[draw[p] for p in table] for table in tables] for tables in schedule[:rounds]]
    return name, drawn


def _search(
    players: int,
    rounds: int,
    begun: Schedule,
    groups: Sequence[tuple[Sequence[int], int]],
    resting: Sequence[Sequence[int]],
    seed: int,
    tell: Progress,
    cancelled: Callable[[], bool] | None,
    name: str,
) -> tuple[str, Schedule]:
    rng = random.Random(seed + 1)  # noqa: S311  (a draw that can be repeated, not a secret)
    rest = _random(players, rounds, resting, rng)[len(begun) :]
    search = Search(
        begun + rest,
        players,
        weight_matrix(players, groups),
        free_from=len(begun),
        seed=seed,
    )

    def report(step: int, steps: int) -> bool:
        tell(step, steps, "")
        return not (cancelled and cancelled())

    search.run(0, report)
    return (f"{name} + search" if begun else "search"), search.schedule()


def _refuse_broken(schedule: Schedule, apart: Sequence[tuple[int, int]]) -> None:
    for tables in schedule:
        for table in tables:
            for p, q in apart:
                if p - 1 in table and q - 1 in table:
                    raise SeatingError(
                        Text(
                            f"{p}号和{q}号不能同桌，但找不到这样的编排。",
                            f"Numbers {p} and {q} must not meet, and no such plan was found.",
                        )
                    )
