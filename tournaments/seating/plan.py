"""One call for a seat plan: construction where mathematics has one, search for the rest, then
winds, then table numbers (seating.md §7)."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from scoring.text import Text
from tournaments.seating.byes import draw_byes
from tournaments.seating.designs import Schedule, design, good_schedules
from tournaments.seating.errors import SeatingCancelledError, SeatingError
from tournaments.seating.labels import give_labels, pack_teams, teams_as_tables
from tournaments.seating.quality import quality
from tournaments.seating.request import Request, read_request
from tournaments.seating.search import Search, even_bound, meeting_matrix
from tournaments.seating.tables import spread_tables
from tournaments.seating.winds import give_winds

# Takes (done, total, words).
Progress = Callable[[int, int, str], None]
METHODS = ("auto", "random")
Draft = tuple[str, Schedule]


@dataclass(frozen=True)
class Plan:
    """``rounds[r][t]`` are four player numbers (from 1) in the order E S W N, ``t`` + 1 is the
    table; ``byes[r]`` who sits out; ``substitutes`` the numbers of the house players after the
    last player; ``method`` how it was made, ``reasons`` what a reader should know of it."""

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    method: str
    quality: dict[str, int]
    byes: tuple[tuple[int, ...], ...] = ()
    reasons: tuple[Text, ...] = field(default=())
    substitutes: tuple[int, ...] = ()


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
    clubs: Sequence[Sequence[int]] | None = None,
    substitutes: bool = False,
    played: Sequence[Sequence[Sequence[int]]] = (),
    byes_had: Mapping[int, int] | None = None,
    fixed_tables: Mapping[int, int] | None = None,
) -> Plan:
    """Seat ``players`` (numbered from 1) for ``rounds`` rounds; same seed, same plan.

    ``teams`` are lists of numbers that should not meet, ``clubs`` such that had better not,
    ``apart`` pairs that must not. Numbers not divisible by four need ``substitutes`` (house players
    get the numbers after the last) or ``byes`` (nobody sits out twice before all have once;
    ``byes_had``: byes so far by number). ``played`` are the rounds before, tables in the order
    E S W N; numbers that are no player's stand for people who are gone. ``fixed_tables``: number →
    table (from 1). ``method`` ``random`` draws lots without looking at meetings, but keeps pairs
    apart. Raises `SeatingError` with every reason.
    """
    if method not in METHODS:
        raise SeatingError(Text(f"没有“{method}”这种方法。", f"There is no method “{method}”."))
    request = read_request(
        players=players,
        rounds=rounds,
        teams=teams,
        clubs=clubs,
        apart=apart,
        byes=byes,
        substitutes=substitutes,
        played=played,
        fixed_tables=fixed_tables,
    )
    rng = random.Random(seed)  # noqa: S311  (a draw that can be repeated, not a secret)
    had = {p - 1: count for p, count in (byes_had or {}).items()}
    resting = draw_byes(request.people, rounds, rng, had)
    desk = _Desk(request, resting, seed, progress, cancelled)
    name, schedule = desk.by_lot(rng) if method == "random" else desk.best(rng)
    _refuse_broken(schedule, request)
    schedule = give_winds(schedule, request.played, seed)
    schedule = spread_tables(schedule, seed, played=request.played, fixed=request.fixed)
    desk.tell(rounds, rounds)
    numbered = _numbered(schedule)
    figures = quality([*_numbered(request.played), *numbered], teams, clubs)
    return Plan(
        rounds=numbered,
        method=name,
        quality=figures,
        byes=tuple(tuple(p + 1 for p in rest) for rest in resting) if byes else (),
        reasons=_remarks(figures, request),
        substitutes=tuple(range(players + 1, request.people + 1)),
    )


def _numbered(
    schedule: Sequence[Sequence[Sequence[int]]],
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Count people from 1 again; who is gone becomes 0."""
    return tuple(tuple(tuple(p + 1 for p in table) for table in tables) for tables in schedule)


class _Desk:
    """Makes drafts for one request and keeps the best one."""

    def __init__(
        self,
        request: Request,
        resting: Sequence[Sequence[int]],
        seed: int,
        progress: Progress | None,
        cancelled: Callable[[], bool] | None,
    ) -> None:
        self.request = request
        self.resting = resting
        self.seed = seed
        self.weights = request.weights()
        self.met = request.met()
        self.free = not (any(resting) or request.played)
        # Nothing better than the last draft is known.
        self.known = False
        self._progress = progress
        self._cancelled = cancelled

    def tell(self, done: int, total: int) -> None:
        """Tell how far it is; raise when somebody has stopped it."""
        if self._cancelled is not None and self._cancelled():
            raise SeatingCancelledError
        if self._progress is not None:
            self._progress(done, total, "")

    @property
    def goal(self) -> int:
        """The least cost there can be."""
        people = self.request.people
        barred = {(min(p, q), max(p, q)) for p, q in self.request.apart}
        barred.update(
            (min(pair), max(pair)) for team in self.request.teams for pair in combinations(team, 2)
        )
        pairs = people * (people - 1) // 2 - len(barred)
        if not self.free or pairs < 6:
            return 0
        return even_bound(pairs, 6 * (people // 4) * self.request.rounds)

    def cost(self, schedule: Schedule) -> int:
        """Σ m(m−1)/2 with the rounds played before, and the weights of the new meetings."""
        new = meeting_matrix(self.request.people, schedule)
        m = new.astype("int64") + self.met
        return int((m * (m - 1) // 2 + self.weights * new).sum()) // 2

    def by_lot(self, rng: random.Random) -> Draft:
        """Draw lots; pairs that must be kept apart are then taken apart, nothing else is."""
        schedule = self._lots(rng)
        if self.request.apart:
            only_apart = Request(self.request.people, 1, apart=self.request.apart).weights()
            for r, tables in enumerate(schedule):
                search = Search([tables], self.request.people, only_apart, seed=self.seed + r)
                search.run(0, lambda _step, _steps: True)
                schedule[r] = search.schedule()[0]
        return "random", schedule

    def _lots(self, rng: random.Random) -> Schedule:
        schedule = []
        for rest in self.resting:
            seated = [p for p in range(self.request.people) if p not in rest]
            rng.shuffle(seated)
            schedule.append([seated[i : i + 4] for i in range(0, len(seated), 4)])
        return schedule

    def best(self, rng: random.Random) -> Draft:
        """Return the best of the drafts; the first one that cannot be better, or known to be."""
        self.tell(0, self.request.rounds)
        drafts: list[tuple[int, Draft]] = []
        for make in (self._constructed, self._stored, self._searched):
            draft = make(rng)
            if draft is None:
                continue
            drafts.append((self.cost(draft[1]), draft))
            if self.known or drafts[-1][0] <= self.goal:
                break
        return min(drafts, key=lambda found: found[0])[1]

    def _labelled(self, schedule: Schedule, rounds: int, rng: random.Random) -> Schedule:
        """Give the numbers of a plan to people; with teams of up to four one of its rounds can be
        the teams, if it has one more than is needed."""
        if self.request.teams and not (self.request.clubs or self.request.apart):
            groups = pack_teams(self.request.teams, self.request.people)
            if groups is not None and len(schedule) > rounds:
                return teams_as_tables(schedule[: rounds + 1], groups, rng)
        return give_labels(schedule[:rounds], self.weights, rng)

    def _constructed(self, rng: random.Random) -> Draft | None:
        """A construction that is long enough, without a repeated meeting."""
        if not self.free:
            return None
        name, schedule = design(self.request.people, self.request.rounds + 1)
        if len(schedule) < self.request.rounds:
            return None
        return name, self._labelled(schedule, self.request.rounds, rng)

    def _stored(self, rng: random.Random) -> Draft | None:
        """A stored plan that repeats meetings, few and evenly."""
        if not self.free or self.weights.any():
            return None
        stored = good_schedules(self.request.people, self.request.rounds)
        if not stored:
            return None
        schedule, self.known = max(stored, key=lambda found: (found[1], -self.cost(found[0])))
        return "catalogue", give_labels(schedule, self.weights, rng)

    def _searched(self, rng: random.Random) -> Draft:
        """Search from the rounds of a construction and its rounds again, or from lots."""
        rounds = self.request.rounds
        if not self.free or self.request.people < 16:
            return "search", self._search(self._lots(rng), 0)
        name, schedule = design(self.request.people, rounds)
        length = len(schedule) - 1 if self.request.teams else len(schedule)
        begun = self._labelled(schedule, max(1, min(length, rounds)), rng)
        whole = [begun[i % len(begun)] for i in range(rounds)]
        # A construction that is long enough but brings the wrong people together is all free.
        free_from = len(begun) if len(begun) < rounds else 0
        return f"{name} + search", self._search(whole, free_from)

    def _search(self, schedule: Schedule, free_from: int) -> Schedule:
        search = Search(
            schedule,
            self.request.people,
            self.weights,
            seed=self.seed,
            free_from=free_from,
            met=self.met,
        )

        def report(step: int, steps: int) -> bool:
            self.tell(step, steps)
            return True

        search.run(self.goal, report)
        return search.schedule()


def _refuse_broken(schedule: Schedule, request: Request) -> None:
    """Refuse a plan in which people meet who must not."""
    broken = sorted(
        {
            (p + 1, q + 1)
            for tables in schedule
            for table in tables
            for p, q in request.apart
            if p in table and q in table
        }
    )
    if broken:
        raise SeatingError(
            *(
                Text(
                    f"{p}号和{q}号不能同桌，但找不到这样的编排。",
                    f"Numbers {p} and {q} must not meet, and no such plan was found.",
                )
                for p, q in broken
            )
        )


def _remarks(figures: Mapping[str, int], request: Request) -> tuple[Text, ...]:
    """Say what the plan could not keep, and why where it cannot be kept by anybody."""
    remarks = []
    repeats = figures["repeat_meetings"]
    most = (request.people - 1) // 3
    rounds = request.rounds + len(request.played)
    if repeats and rounds > most:
        remarks.append(
            Text(
                f"{request.people}人最多{most}轮互不重复；{rounds}轮中有{repeats}次重复同桌。",
                f"{request.people} people can play {most} rounds at most without meeting again; "
                f"in {rounds} rounds there are {repeats} repeated meetings.",
            )
        )
    elif repeats:
        remarks.append(Text(f"有{repeats}次重复同桌。", f"There are {repeats} repeated meetings."))
    if mates := figures.get("teammate_meetings", 0):
        remarks.append(Text(f"队友同桌{mates}次，无法避免。", f"Team-mates meet {mates} times."))
    return tuple(remarks)
