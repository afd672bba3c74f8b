"""Drawing rounds, as a job: asked for and checked, then drawn and written in one transaction."""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from django.db import transaction
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.models import Job, Tournament
from tournaments.seating import METHODS as PLANNED
from tournaments.seating import STANDING_METHODS, Plan, SeatingError, pair_by_standing, plan
from tournaments.seating.charts import PUBLISHED
from tournaments.seating.errors import NotApartError
from tournaments.services import jobs, standings
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem, ServiceError
from tournaments.services.jobs import Run
from tournaments.services.locks import locked_tournament
from tournaments.services.seating_charts import chart_problems, from_chart
from tournaments.services.seating_facts import (
    MAY,
    NEVER,
    TEAM_RULES,
    Field,
    field_of,
    stage_of,
    team_rule,
    unconfirmed,
)
from tournaments.services.seating_moves import move_under_hands, swap_seats
from tournaments.services.seating_rounds import (
    publish_seats,
    reset_round,
    set_round,
    write_round,
)

__all__ = [
    "METHODS",
    "move_under_hands",
    "publish_seats",
    "request_plan",
    "reset_round",
    "run_plan",
    "set_round",
    "swap_seats",
]

METHODS = (*PLANNED, *STANDING_METHODS, "chart")
MAX_ROUNDS = 60
# Seconds between two looks at the job's row.
LOOK = 0.4


@dataclass(frozen=True)
class Wish:
    """What a draw is asked to be.

    ``teams``: whether team-mates may meet (None: never, where there are tables enough); ``step`` of
    the interval; ``chart``: its rounds in entry numbers, or the name of a published one, beginning
    with its round ``chart_from`` (None: the next round's number); ``by_lot``: its numbers are
    drawn; ``balance``: its winds and tables are given anew; ``in_spite``: it is taken although it
    breaks rules; ``confirmed``: results that nobody has confirmed do not count, instead of being in
    the way.
    """

    rounds: int
    method: str = "auto"
    byes: bool = False
    seed: int = 0
    teams: str | None = None
    clubs: bool = False
    step: int | None = None
    chart: Any = None
    chart_from: int | None = None
    by_lot: bool = False
    balance: bool = False
    in_spite: bool = False
    confirmed: bool = False

    @property
    def by_standing(self) -> bool:
        return self.method in STANDING_METHODS


def request_plan(
    actor: Actor, tournament_id: int, *, rounds: int, seed: int | None = None, **wish: Any
) -> Job:
    """Ask for the next ``rounds`` rounds to be drawn (keys of `Wish`); see `run_plan`. Without a
    seed one is made and kept with the job, so that the draw can be repeated. Refuses what cannot be
    drawn, with every reason and what would help.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotThere
    require_organiser(actor, tournament)
    asked = Wish(rounds, seed=secrets.randbelow(10**9) if seed is None else seed, **wish)
    problems = _wrong(asked) or _in_the_way(tournament, asked)
    if problems:
        raise Invalid(problems=problems)
    return jobs.request(
        Job.Kind.SEAT_PLAN,
        tournament_id,
        key=f"seat_plan:{tournament_id}",
        arguments={
            **asdict(asked),
            "user": actor.user.pk if actor.user else None,
            "label": actor.label,
            # Who asked reads in their own language why a draw cannot be.
            "language": get_language(),
        },
        actor=actor,
    )


def _wrong(wish: Wish) -> list[Problem]:
    problems = []
    if not isinstance(wish.rounds, int) or not 1 <= wish.rounds <= MAX_ROUNDS:
        problems.append(Problem("rounds", _("Rounds must be a whole number from 1 to 60.")))
    if wish.method not in METHODS:
        problems.append(Problem("method", _("There is no such method.")))
    if wish.teams is not None and wish.teams not in TEAM_RULES:
        problems.append(Problem("teams", _("There is no such rule for teams.")))
    if wish.by_standing and wish.rounds != 1:
        problems.append(
            Problem("rounds", _("By the standings one round is drawn at a time: enter 1."))
        )
    if isinstance(wish.chart, str) and wish.chart not in PUBLISHED:
        problems.append(Problem("chart", _("There is no such chart.")))
    if wish.method == "chart" and not wish.chart:
        problems.append(Problem("chart", _("Choose a chart, or paste one.")))
    return problems


def _field(tournament: Tournament, wish: Wish) -> Field:
    return field_of(
        tournament,
        rounds=wish.rounds,
        byes=wish.byes,
        stage=stage_of(tournament),
        together=not (wish.by_standing or wish.method == "chart"),
    )


def _in_the_way(tournament: Tournament, wish: Wish) -> list[Problem]:
    """Return what of the event's state forbids this draw."""
    field = _field(tournament, wish)
    if wish.method == "chart":
        return chart_problems(tournament, field, wish)
    problems = list(field.problems)
    if wish.by_standing:
        problems += _not_ranked(tournament, wish)
    return problems


def _not_ranked(tournament: Tournament, wish: Wish) -> list[Problem]:
    """By standing only results count that somebody has confirmed (B15)."""
    if not tournament.rounds.exists():
        words = _("Nothing has been played yet: draw the first round by lot or by a plan.")
        return [Problem("method", words)]
    tables = [] if wish.confirmed else unconfirmed(tournament)
    if not tables:
        return []
    shown = ", ".join(f"{t.round.number}/{t.number}" for t in tables[:20])
    more = "…" if len(tables) > 20 else ""
    words = _(
        "Not confirmed yet (round/table): %(tables)s. Confirm these results, or let the draw leave "
        "out what is not confirmed."
    ) % {"tables": shown + more}
    return [Problem("confirmed", words)]


@jobs.handler(Job.Kind.SEAT_PLAN)
def run_plan(run: Run) -> dict[str, Any]:
    """Draw rounds (job): the plan first, then all rounds in one transaction. Refuses when players,
    constraints or rounds changed meanwhile; run again after it has written, it finds its rounds and
    stops.
    """
    tournament = run.job.tournament
    written = tournament.rounds.filter(method__endswith=f" #{run.job.pk}")
    if written.exists():
        return {"rounds": sorted(written.values_list("number", flat=True))}
    wish = _wish(run.arguments)
    problems = _in_the_way(tournament, wish)
    if problems:
        raise Invalid(problems=problems)
    field = _field(tournament, wish)
    try:
        drawn, drawn_from = _draw(run, tournament, field, wish)
    except SeatingError as error:
        language = run.arguments.get("language") or "en"
        words = _of_people(error, field).message.in_language(language)
        raise ServiceError(words, code="seating") from error
    first = field.first
    with transaction.atomic():
        locked = locked_tournament(tournament.pk)
        if _field(locked, wish) != field:
            raise Conflict(_("Players or rounds changed while the seats were drawn; draw again."))
        if wish.by_standing and (reopened := _not_ranked(locked, wish)):
            raise Invalid(problems=reopened)
        changes = [
            write_round(
                locked,
                first + i,
                [[field.entry(n).pk for n in table] for table in tables],
                byes=_byes(field, drawn, wish, i),
                method=f"{drawn.method} #{run.job.pk}",
                drawn_from=drawn_from,
            )
            for i, tables in enumerate(drawn.rounds)
        ]
        finish_act(Actor.of_system(run.arguments["label"]), locked.pk, *changes)
    return {
        "rounds": list(range(first, first + len(drawn.rounds))),
        "method": drawn.method,
        "quality": drawn.quality,
        "seed": wish.seed,
        "reasons": [list(reason) for reason in drawn.reasons],
        "cut_short": drawn.cut_short,
    }


def _of_people(error: SeatingError, field: Field) -> SeatingError:
    """Return a refusal that names people as the event knows them: a plan counts those who play from
    1, whatever their numbers are."""
    if not isinstance(error, NotApartError):
        return error

    def who(number: int) -> str:
        entry = field.entry(number)
        return f"{entry.number} {entry.player.name}"

    return error.named(who)


def _wish(arguments: Mapping[str, Any]) -> Wish:
    known = [f.name for f in fields(Wish)]
    return Wish(**{name: arguments[name] for name in known if name in arguments})


def _byes(field: Field, drawn: Plan, wish: Wish, index: int) -> list[int]:
    resting = [field.entry(n).pk for n in (drawn.byes[index] if drawn.byes else ())]
    # Whoever is late sits the round out, where byes are given.
    return resting + [entry.pk for entry in field.absent if wish.byes]


def _draw(
    run: Run, tournament: Tournament, field: Field, wish: Wish
) -> tuple[Plan, dict[str, Any] | None]:
    """Return the plan in the field's numbers, and the standings it was drawn from."""
    if wish.method == "chart":
        return from_chart(field, wish), None
    rule = team_rule(wish.teams, field)
    common: dict[str, Any] = {
        "teams": None if rule == MAY else field.teams or None,
        "clubs": _clubs(field) if wish.clubs else None,
        "apart": field.apart,
        "byes": wish.byes,
        "seed": wish.seed,
        "played": field.played,
        "byes_had": field.byes_had,
        "fixed_tables": field.fixed_tables,
        "fixed_winds": field.fixed_winds,
        "strict_teams": rule == NEVER,
    }
    if wish.by_standing:
        order, drawn_from = _order(tournament, field, wish)
        return pair_by_standing(order, method=wish.method, step=wish.step, **common), drawn_from
    watch = _Looks(run)
    drawn = plan(
        players=len(field.players),
        rounds=wish.rounds,
        method=wish.method,
        late=field.late,
        substitutes=bool(field.late) and not wish.byes,
        progress=watch.progress,
        cancelled=watch.cancelled,
        enough=watch.enough,
        **common,
    )
    return drawn, None


def _clubs(field: Field) -> list[tuple[int, ...]] | None:
    """A club that most people belong to cannot be kept apart, and says nothing."""
    return [club for club in field.clubs if 2 * len(club) <= len(field.players)] or None


def _order(tournament: Tournament, field: Field, wish: Wish) -> tuple[list[int], dict[str, Any]]:
    """Return the plan's numbers by the standings now, last whoever is not ranked; and what the
    round keeps of it."""
    found, revision = standings.compute_with_revision(tournament.pk, confirmed_only=wish.confirmed)
    number = field.number
    ranked = [number[row.entry_id] for row in found.rows if row.entry_id in number]
    rest = [n for n in sorted(number.values()) if n not in set(ranked)]
    order = [*ranked, *rest]
    numbers = [field.entry(n).number for n in order]
    return order, {"revision": revision, "order": numbers}


class _Looks:
    """Looks at the job's row now and then, however often it is asked."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.asked: dict[str, tuple[float, bool]] = {}
        self.told = 0.0

    def progress(self, done: int, total: int, words: str) -> None:
        now = time.monotonic()
        if done in (0, total) or now - self.told >= LOOK:
            self.told = now
            self.run.progress(done, total, words)

    def cancelled(self) -> bool:
        return self._look("cancelled", self.run.cancelled)

    def enough(self) -> bool:
        return self._look("enough", self.run.enough)

    def _look(self, name: str, ask: Callable[[], bool]) -> bool:
        now = time.monotonic()
        at, answer = self.asked.get(name, (float("-inf"), False))
        if now - at >= LOOK:
            answer = ask()
            self.asked[name] = now, answer
        return answer
