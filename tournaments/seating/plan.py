"""One call for a seat plan: construction where mathematics has one, search for the rest, then
winds, then table numbers (seating.md §7)."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.text import Text
from tournaments.seating.byes import draw_byes
from tournaments.seating.designs import Schedule
from tournaments.seating.drafts import Drafts, Progress, Watch
from tournaments.seating.errors import NotApartError, SeatingError
from tournaments.seating.known import compared
from tournaments.seating.quality import quality
from tournaments.seating.request import Request, read_request
from tournaments.seating.tables import spread_tables
from tournaments.seating.winds import give_winds

METHODS = ("auto", "random", "rotation")


@dataclass(frozen=True)
class Plan:
    """``rounds[r][t]`` are four player numbers (from 1) in the order E S W N, ``t`` + 1 is the
    table; ``byes[r]`` who sits out; ``substitutes`` the numbers of the house players after the
    last player; ``method`` how it was made, ``reasons`` what a reader should know of it;
    ``cut_short`` when the search was stopped before its end (then the same seed may give another
    plan)."""

    rounds: tuple[tuple[tuple[int, ...], ...], ...]
    method: str
    quality: dict[str, int]
    byes: tuple[tuple[int, ...], ...] = ()
    reasons: tuple[Text, ...] = field(default=())
    substitutes: tuple[int, ...] = ()
    cut_short: bool = False


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
    fixed_winds: Mapping[int, int] | None = None,
    late: Mapping[int, int] | None = None,
    strict_teams: bool = True,
    seconds: float | None = None,
    enough: Callable[[], bool] | None = None,
) -> Plan:
    """Seat ``players`` (numbered from 1) for ``rounds`` rounds; same seed, same plan.

    ``teams`` are lists of numbers that never meet (``strict_teams`` false: as seldom as can be),
    ``clubs`` such that had better not, ``apart`` pairs that must not. Numbers not divisible by four
    need ``substitutes`` (house players get the numbers after the last) or ``byes`` (nobody sits out
    twice before all have once; ``byes_had``: byes so far by number). ``played`` are the rounds
    before, tables in the order E S W N; numbers that are no player's stand for people who are gone.
    ``fixed_tables``: number → table (from 1), ``fixed_winds``: number → wind (0 East). ``late``:
    number → the first round of this plan (from 1) he is there for; before, a house player has his
    chair, or he sits out.

    ``method``: ``random`` draws lots without looking at meetings, ``rotation`` takes the block
    rotation; hard constraints hold in all. Steps are counted, so that the same seed gives the same
    plan, unless ``seconds`` (a ceiling) or ``enough`` (asked now and then) ends the search before:
    the best plan so far is then returned, and says so. Raises `SeatingError` with every reason.
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
        fixed_winds=fixed_winds,
        late=late,
        strict=strict_teams,
    )
    watch = Watch(progress, cancelled, enough, seconds)
    rng = random.Random(seed)  # noqa: S311  (a draw that can be repeated, not a secret)
    had = {p - 1: count for p, count in (byes_had or {}).items()}
    # House players take the chairs of people who are late; with byes they sit out.
    resting = draw_byes(request.people, rounds, rng, had, request.late if byes else None)
    drafts = Drafts(request, resting, seed, watch)
    makers = {"random": drafts.by_lot, "rotation": drafts.rotated, "auto": drafts.best}
    name, schedule = makers[method](rng)
    _refuse_broken(schedule, request, watch.cut)
    schedule = give_winds(schedule, request.played, seed, request.held)
    schedule = spread_tables(schedule, seed, played=request.played, fixed=request.fixed)
    house = _let_house_sit(schedule, request) if not byes else 0
    watch.tell(rounds, rounds)
    numbered = _numbered(schedule)
    figures = quality([*_numbered(request.played), *numbered], teams, clubs)
    return Plan(
        rounds=numbered,
        method=name,
        quality=figures,
        byes=tuple(tuple(p + 1 for p in rest) for rest in resting) if byes else (),
        reasons=_remarks(figures, request, watch.cut),
        substitutes=tuple(range(players + 1, request.people + house + 1)),
        cut_short=watch.cut,
    )


def _let_house_sit(schedule: Schedule, request: Request) -> int:
    """Give the chairs of people who are late to house players, the same ones all day; return how
    many are needed beside those of the plan."""
    house = 0
    for number, tables in enumerate(schedule):
        absent = sorted(p for p, first in (request.late or {}).items() if first > number)
        stands_in = {p: request.people + i for i, p in enumerate(absent)}
        for table in tables:
            table[:] = [stands_in.get(p, p) for p in table]
        house = max(house, len(absent))
    return house


def _numbered(
    schedule: Sequence[Sequence[Sequence[int]]],
) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Count people from 1 again; who is gone becomes 0."""
    return tuple(tuple(tuple(p + 1 for p in table) for table in tables) for tables in schedule)


def _refuse_broken(schedule: Schedule, request: Request, cut: bool) -> None:
    """Refuse a plan in which people meet who must not."""
    barred = request.barred()
    broken = sorted(
        {
            (p + 1, q + 1)
            for tables in schedule
            for table in tables
            for p in table
            for q in table
            if (p, q) in barred
        }
    )
    if broken:
        raise NotApartError(broken, *([CUT_SHORT] if cut else []))


CUT_SHORT = Text(
    "搜索提前结束，这是到那时为止最好的编排。",
    "The search was cut short; this is the best plan until then.",
)


def _remarks(figures: Mapping[str, int], request: Request, cut: bool) -> tuple[Text, ...]:
    """Say what the plan could not keep, and why where it cannot be kept by anybody."""
    remarks = [CUT_SHORT] if cut else []
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
    if not request.played:
        # Plans for teams are known where everybody is in a team of four.
        fours = 4 * sum(len(team) == 4 for team in request.teams) == request.people
        remarks += compared(figures["meeting_cost"], request.people, rounds, teams=fours)
    if mates := figures.get("teammate_meetings", 0):
        remarks.append(Text(f"队友同桌{mates}次，无法避免。", f"Team-mates meet {mates} times."))
    remarks += _held_chairs(request)
    return tuple(remarks)


def _held_chairs(request: Request) -> list[Text]:
    return [
        Text(f"{p + 1}号总坐{'东南西北'[w]}。", f"Number {p + 1} always sits {'ESWN'[w]}.")
        for p, w in sorted((request.held or {}).items())
    ]
