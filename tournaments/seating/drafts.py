"""The drafts of a plan: a construction, a stored plan, a search; the best one is kept."""

import random
import time
from collections.abc import Callable, Sequence
from itertools import combinations

from scoring.text import Text
from tournaments.seating.designs import (
    Schedule,
    design,
    good_schedules,
    ring_rotation,
    rotation,
    rotation_rounds,
)
from tournaments.seating.errors import SeatingCancelledError, SeatingError
from tournaments.seating.labels import give_labels, pack_teams, teams_as_tables
from tournaments.seating.request import Request
from tournaments.seating.rings import has_four_directions
from tournaments.seating.search import Search, even_bound, meeting_matrix

# Takes (done, total, words); the words are how many meetings repeat in the plan so far.
Progress = Callable[[int, int, str], None]
Draft = tuple[str, Schedule]


class Watch:
    """Whoever waits for a plan: told how far it is, asked whether to give it up or to take the best
    one so far. ``seconds`` is a ceiling; ``cut`` says that the search did not come to its end."""

    def __init__(
        self,
        progress: Progress | None = None,
        cancelled: Callable[[], bool] | None = None,
        enough: Callable[[], bool] | None = None,
        seconds: float | None = None,
    ) -> None:
        self._progress = progress
        self._cancelled = cancelled
        self._enough = enough
        self._end = None if seconds is None else time.monotonic() + seconds
        self.cut = False

    def tell(self, done: int, total: int, repeats: int | None = None) -> None:
        """Tell how far it is; raise when somebody has stopped it."""
        if self._cancelled is not None and self._cancelled():
            raise SeatingCancelledError
        if self._progress is not None:
            self._progress(done, total, "" if repeats is None else str(repeats))

    def enough(self) -> bool:
        return self._enough is not None and self._enough()

    def over(self) -> bool:
        return self._end is not None and time.monotonic() >= self._end

    def note(self, cut: bool) -> None:
        self.cut = self.cut or cut


class Drafts:
    """Makes drafts for one request and keeps the best one."""

    def __init__(
        self,
        request: Request,
        resting: Sequence[Sequence[int]],
        seed: int,
        watch: Watch,
    ) -> None:
        self.request = request
        self.resting = resting
        self.seed = seed
        self.weights = request.weights()
        self.met = request.met()
        self.free = not (any(resting) or request.played)
        # Nothing better than the last draft is known.
        self.known = False
        self.watch = watch

    @property
    def goal(self) -> int:
        """The least cost there can be."""
        people = self.request.people
        barred = self.request.barred() | {
            (min(pair), max(pair)) for team in self.request.teams for pair in combinations(team, 2)
        }
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
        barred = self.request.barred()
        if barred:
            only_apart = Request(self.request.people, 1, apart=tuple(sorted(barred))).weights()
            for r, tables in enumerate(schedule):
                search = Search([tables], self.request.people, only_apart, seed=self.seed + r)
                search.run(0, lambda _step, _steps: True, self.watch.over)
                self.watch.note(search.cut)
                schedule[r] = search.schedule()[0]
        return "random", schedule

    def _lots(self, rng: random.Random) -> Schedule:
        schedule = []
        for rest in self.resting:
            seated = [p for p in range(self.request.people) if p not in rest]
            rng.shuffle(seated)
            schedule.append([seated[i : i + 4] for i in range(0, len(seated), 4)])
        return schedule

    def rotated(self, rng: random.Random) -> Draft:
        """Return the block rotation, its numbers given out by lot; it is refused where it would
        have to repeat meetings by itself."""
        people, rounds = self.request.people, self.request.rounds
        if people % 4 or any(self.resting):
            raise SeatingError(
                Text(
                    "轮转要求坐满每一桌。", "The rotation needs full tables: let substitutes play."
                )
            )
        tables = people // 4
        plain = rotation_rounds(tables)
        wide = has_four_directions(tables) and tables > plain
        most = tables if wide else plain
        if rounds > most:
            raise SeatingError(
                Text(
                    f"{people}人的轮转最多{most}轮互不重复。",
                    f"The rotation of {people} people has {most} rounds without repeats.",
                )
            )
        # One round more, where there is one: its tables can be the teams.
        longer = min(rounds + 1, most)
        make = ring_rotation if wide and longer > plain else rotation
        return "rotation", self._labelled(make(people, longer), rounds, rng)

    def best(self, rng: random.Random) -> Draft:
        """Return the best of the drafts; the first one that cannot be better, or known to be."""
        self.watch.tell(0, self.request.rounds)
        drafts: list[tuple[int, Draft]] = []
        for make in (self._constructed, self._stored, self._searched):
            draft = make(rng)
            if draft is None:
                continue
            drafts.append((self.cost(draft[1]), draft))
            if self.known or drafts[-1][0] <= self.goal or self.watch.cut:
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
            self.watch.tell(step, steps, search.repeats)
            return not self.watch.enough()

        search.run(self.goal, report, self.watch.over)
        self.watch.note(search.cut)
        return search.schedule()
