"""Who sits where: drawing rounds as a job, seating by hand, taking a draw back."""

import secrets
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.models import (
    Act,
    Bye,
    Entry,
    Hand,
    Job,
    Round,
    Seat,
    Stage,
    Table,
    Tournament,
)
from tournaments.seating import SeatingError, plan
from tournaments.services import jobs
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem, ServiceError
from tournaments.services.jobs import Run
from tournaments.services.locks import locked_round, locked_tournament

METHODS = ("auto", "random")
MAX_ROUNDS = 60


def request_plan(
    actor: Actor,
    tournament_id: int,
    *,
    rounds: int,
    method: str = "auto",
    byes: bool = False,
    seed: int | None = None,
) -> Job:
    """Ask for the next ``rounds`` rounds to be drawn; see `run_plan`. Without a seed one is made
    and kept with the job, so that the draw can be repeated.
    """
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotThere
    require_organiser(actor, tournament)
    problems = []
    if not isinstance(rounds, int) or not 1 <= rounds <= MAX_ROUNDS:
        problems.append(Problem("rounds", _("Rounds must be a whole number from 1 to 60.")))
    if method not in METHODS:
        problems.append(Problem("method", _("There is no such method.")))
    players = len(_players(tournament))
    if players < 4:
        problems.append(Problem("players", _("A table needs four players.")))
    elif players % 4 and not byes:
        problems.append(
            Problem(
                "players",
                _(
                    "%(n)d players do not fill whole tables: register %(k)d substitutes, or let "
                    "%(s)d sit out each round."
                )
                % {"n": players, "k": -players % 4, "s": players % 4},
            )
        )
    if problems:
        raise Invalid(problems=problems)
    return jobs.request(
        Job.Kind.SEAT_PLAN,
        tournament_id,
        key=f"seat_plan:{tournament_id}",
        arguments={
            "rounds": rounds,
            "method": method,
            "byes": byes,
            "seed": secrets.randbelow(10**9) if seed is None else seed,
            "user": actor.user.pk if actor.user else None,
            "label": actor.label,
        },
        actor=actor,
    )


def _players(tournament: Tournament) -> list[Entry]:
    playing = (Entry.Status.ACTIVE, Entry.Status.SUBSTITUTE)
    return list(tournament.entries.filter(status__in=playing, reserve=False).order_by("number"))


@jobs.handler(Job.Kind.SEAT_PLAN)
def run_plan(run: Run) -> dict[str, Any]:
    """Draw rounds (job): the plan first, then all rounds in one transaction. Refuses when players
    or rounds changed meanwhile; run again after it has written, it finds its rounds and stops.
    """
    arguments = run.arguments
    tournament = run.job.tournament
    written = tournament.rounds.filter(method__endswith=f" #{run.job.pk}")
    if written.exists():
        return {"rounds": sorted(written.values_list("number", flat=True))}
    players = _players(tournament)
    first = _next_number(tournament)
    teams = _teams(players)
    try:
        drawn = plan(
            players=len(players),
            rounds=arguments["rounds"],
            teams=teams,
            byes=arguments["byes"],
            seed=arguments["seed"],
            method=arguments["method"],
            played=_played(tournament, players),
            byes_had=_byes_had(tournament, players),
            progress=lambda done, total, words: run.progress(done, total, words),
            cancelled=run.cancelled,
        )
    except SeatingError as error:
        raise ServiceError(str(error), code="seating") from error
    with transaction.atomic():
        tournament = locked_tournament(tournament.pk)
        same = [p.pk for p in _players(tournament)] == [p.pk for p in players]
        if not same or _next_number(tournament) != first:
            raise Conflict(_("Players or rounds changed while the seats were drawn; draw again."))
        changes = [
            _write_round(
                tournament,
                first + i,
                [[players[n - 1].pk for n in table] for table in tables],
                byes=[players[n - 1].pk for n in (drawn.byes[i] if drawn.byes else ())],
                method=f"{drawn.method} #{run.job.pk}",
            )
            for i, tables in enumerate(drawn.rounds)
        ]
        actor = Actor.of_system(arguments["label"])
        finish_act(actor, tournament.pk, *changes)
    return {
        "rounds": list(range(first, first + len(drawn.rounds))),
        "method": drawn.method,
        "quality": drawn.quality,
        "seed": arguments["seed"],
    }


def _teams(players: Sequence[Entry]) -> list[list[int]] | None:
    by_team: dict[int, list[int]] = {}
    for number, entry in enumerate(players, 1):
        if entry.team_id is not None:
            by_team.setdefault(entry.team_id, []).append(number)
    return [numbers for numbers in by_team.values() if len(numbers) > 1] or None


def _played(tournament: Tournament, players: Sequence[Entry]) -> list[list[list[int]]]:
    """Return the rounds drawn before, in the numbers of the plan; who is gone is 0."""
    number = {entry.pk: i for i, entry in enumerate(players, 1)}
    rounds: dict[int, dict[int, list[int]]] = {}
    seats = Seat.objects.filter(round__tournament=tournament)
    for round_no, table_no, wind, entry in seats.order_by("round__number").values_list(
        "round__number", "table__number", "wind", "entry_id"
    ):
        table = rounds.setdefault(round_no, {}).setdefault(table_no, [0, 0, 0, 0])
        table[wind] = number.get(entry, 0)
    return [[tables[no] for no in sorted(tables)] for tables in rounds.values()]


def _byes_had(tournament: Tournament, players: Sequence[Entry]) -> dict[int, int]:
    """Return how often each number of the plan has sat out so far."""
    had = Counter(Bye.objects.filter(round__tournament=tournament).values_list("entry", flat=True))
    return {i: had[entry.pk] for i, entry in enumerate(players, 1)}


def _next_number(tournament: Tournament) -> int:
    last = tournament.rounds.order_by("-number").first()
    return last.number + 1 if last else 1


def _write_round(
    tournament: Tournament,
    number: int,
    tables: Sequence[Sequence[int]],
    *,
    byes: Sequence[int] = (),
    method: str,
) -> Change:
    """Write one round inside the caller's transaction; ``tables`` are entry ids, East first."""
    stage = tournament.stages.order_by("-number").first()
    stage = stage or Stage.objects.create(tournament=tournament, number=1)
    round_ = Round.objects.create(
        tournament=tournament, stage=stage, number=number, method=method[:200]
    )
    made = Table.objects.bulk_create(
        Table(round=round_, number=n) for n in range(1, len(tables) + 1)
    )
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, entry_id=entry_id, wind=wind)
        for table, chairs in zip(made, tables, strict=True)
        for wind, entry_id in enumerate(chairs)
    )
    Bye.objects.bulk_create(Bye(round=round_, entry_id=entry_id) for entry_id in byes)
    return Change(
        Act.SEATS_DRAWN,
        f"round {number}",
        after={"tables": [list(t) for t in tables], "byes": list(byes), "method": method},
        round_number=number,
    )


@transaction.atomic
def set_round(
    actor: Actor,
    tournament_id: int,
    *,
    tables: Sequence[Sequence[int]],
    byes: Sequence[int] = (),
) -> Round:
    """Seat the next round by hand. Each table lists entry ids in the order E S W N (two to four).

    Names every player who is unknown or seated twice.
    """
    tournament = locked_tournament(tournament_id)
    require_organiser(actor, tournament)
    problems = _seat_problems(tournament, tables, byes)
    if problems:
        raise Invalid(problems=problems)
    number = _next_number(tournament)
    change = _write_round(tournament, number, tables, byes=byes, method="manual")
    finish_act(actor, tournament.pk, change)
    return tournament.rounds.get(number=number)


def _seat_problems(
    tournament: Tournament, tables: Sequence[Sequence[int]], byes: Sequence[int]
) -> list[Problem]:
    names = {e.pk: str(e) for e in tournament.entries.select_related("player")}
    seen: dict[int, int] = {}
    problems = []
    if not tables:
        problems.append(Problem("tables", _("A round needs a table.")))
    for number, chairs in enumerate(tables, 1):
        field = f"table {number}"
        if not 2 <= len(chairs) <= 4:
            problems.append(Problem(field, _("A table has two to four players.")))
        for entry_id in chairs:
            if entry_id not in names:
                problems.append(Problem(field, _("A player here is not in this event.")))
            elif entry_id in seen:
                problems.append(
                    Problem(
                        field,
                        _("%(name)s sits at table %(a)d and at table %(b)d.")
                        % {"name": names[entry_id], "a": seen[entry_id], "b": number},
                    )
                )
            else:
                seen[entry_id] = number
    for entry_id in byes:
        if entry_id not in names or entry_id in seen:
            problems.append(Problem("byes", _("A player who sits out is seated, or not here.")))
    return problems


def _refuse_recorded(tables: Sequence[int]) -> None:
    if (
        Hand.objects.filter(table_id__in=tables).exists()
        or Seat.objects.filter(table_id__in=tables, typed_points__isnull=False).exists()
    ):
        raise Conflict(_("Hands or totals are recorded there already."))


@transaction.atomic
def reset_round(actor: Actor, round_id: int) -> None:
    """Take the draw of an unstarted round back, with the draws of all later rounds. Penalties stay
    with their people. All or nothing.
    """
    round_ = locked_round(round_id)
    require_organiser(actor, round_.tournament)
    later = list(
        Round.objects.select_for_update(no_key=True)
        .filter(tournament=round_.tournament, number__gte=round_.number)
        .order_by("number")
    )
    if any(r.status != Round.Status.SEATED for r in later):
        raise Conflict(_("A round that has started cannot be drawn anew."))
    tables = list(
        Table.objects.select_for_update(no_key=True)
        .filter(round__in=later)
        .values_list("pk", flat=True)
    )
    _refuse_recorded(tables)
    changes = [
        Change(
            Act.SEATS_RESET,
            f"round {r.number}",
            before=_chairs(r),
            round_number=r.number,
        )
        for r in later
    ]
    for r in later:
        r.delete()
    finish_act(actor, round_.tournament_id, *changes)


def _chairs(round_: Round) -> list[list[int]]:
    """Return the entry ids of a round, table by table, East first."""
    tables: dict[int, list[int]] = {}
    seats = round_.seats.order_by("table__number", "wind")
    for table_id, entry_id in seats.values_list("table_id", "entry_id"):
        tables.setdefault(table_id, []).append(entry_id)
    return list(tables.values())


@transaction.atomic
def swap_seats(actor: Actor, seat_id: int, other_id: int) -> None:
    """Let two people of one round change places, while nothing is recorded at their tables."""
    seats = {s.pk: s for s in Seat.objects.filter(pk__in=[seat_id, other_id])}
    if len(seats) != 2:
        raise NotThere
    a, b = seats[seat_id], seats[other_id]
    if a.round_id != b.round_id:
        raise Invalid(problems=[Problem("seat", _("The two seats are of different rounds."))])
    round_ = locked_round(a.round_id)
    require_organiser(actor, round_.tournament)
    if round_.status == Round.Status.CLOSED:
        raise Conflict(_("The round is closed; reopen it first."))
    tables = sorted({a.table_id, b.table_id})
    list(Table.objects.select_for_update(no_key=True).filter(pk__in=tables).order_by("pk"))
    _refuse_recorded(tables)
    before = _chairs(round_)
    a.refresh_from_db()
    b.refresh_from_db()
    # Deleted and made anew: the constraint against two seats in a round holds at every moment.
    Seat.objects.filter(pk__in=[a.pk, b.pk]).delete()
    Seat.objects.bulk_create(
        [
            Seat(table_id=a.table_id, round=round_, entry_id=b.entry_id, wind=a.wind),
            Seat(table_id=b.table_id, round=round_, entry_id=a.entry_id, wind=b.wind),
        ]
    )
    finish_act(
        actor,
        round_.tournament_id,
        Change(
            Act.SEATS_SWAPPED,
            f"round {round_.number}",
            before=before,
            after=_chairs(round_),
            round_number=round_.number,
        ),
    )


@transaction.atomic
def publish_seats(actor: Actor, round_id: int, *, public: bool = True) -> Round:
    """Show the seats of a round to everybody, or hide them again."""
    round_ = locked_round(round_id)
    require_organiser(actor, round_.tournament)
    if round_.seats_public != public:
        round_.seats_public = public
        round_.save(update_fields=["seats_public"])
        finish_act(
            actor,
            round_.tournament_id,
            Change(
                Act.ROUND_PUBLISHED,
                f"round {round_.number}",
                before=not public,
                after=public,
                round_number=round_.number,
            ),
        )
    return round_
