"""Lists of people between being read and being registered: kept, laid out, answered, registered,
a long one by a job."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Job, PeopleFile, Tournament
from tournaments.services import entries, jobs, people_import
from tournaments.services.access import Actor, require_organiser
from tournaments.services.entries import Row
from tournaments.services.errors import Conflict, Invalid, NotThere, Problem
from tournaments.services.jobs import CancelledError, Run
from tournaments.services.locks import locked, locked_tournament
from tournaments.services.people_import import SortedRows

# Lists are kept so long, registered or not.
KEEP = dt.timedelta(days=2)
# More people than this are registered by a job.
AT_ONCE = 400

Cells = Sequence[tuple[int, Sequence[str]]]


def keep(actor: Actor, tournament_id: int, *, name: str, encoding: str, table: Cells) -> PeopleFile:
    """Keep the cells of a list for a while; registers nobody."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotThere
    require_organiser(actor, tournament)
    PeopleFile.objects.filter(created_at__lt=timezone.now() - KEEP).delete()
    return PeopleFile.objects.create(
        tournament=tournament,
        name=name.replace("\0", "")[:120],
        encoding=encoding,
        table=[[line, list(cells)] for line, cells in table],
    )


@transaction.atomic
def lay_out(
    actor: Actor,
    file: PeopleFile,
    *,
    columns: Sequence[str],
    head: int,
    rows: Sequence[Row],
    lines: Sequence[int],
) -> None:
    """Say what the columns hold, and what rows that makes; answers about other rows are gone.
    Raises `Conflict` where the list is registered, or its cells are others than those the rows were
    made of: somebody in it was erased meanwhile."""
    require_organiser(actor, file.tournament)
    found = next(iter(locked(PeopleFile.objects.filter(pk=file.pk))), None)
    if found is None:
        raise NotThere
    if found.registered_at is not None:
        raise Conflict(_("This list is registered already."))
    if found.table != file.table:
        raise Conflict(_("This was changed elsewhere at this moment; please do it again."))
    if list(rows) != file.rows:
        file.answers = {}
    file.columns, file.head = list(columns), head
    file.rows, file.lines = list(rows), list(lines)
    file.save(update_fields=["columns", "head", "rows", "lines", "answers"])


def answer(actor: Actor, file: PeopleFile, answers: Mapping[str, str]) -> None:
    """Keep whom rows mean that look like somebody who is known."""
    require_organiser(actor, file.tournament)
    file.answers = {**file.answers, **answers}
    file.save(update_fields=["answers"])


def preview(file: PeopleFile) -> tuple[SortedRows, list[tuple[int, Problem]]]:
    """Return what registering the list would do now, and what is in its way: (line, problem)."""
    found = people_import.sort_rows(file.tournament, file.rows, file.answers)
    problems = entries.problems_of(file.tournament, found.wanted)
    return found, [(_line(file, found, problem), problem) for problem in problems]


def _line(file: PeopleFile, found: SortedRows, problem: Problem) -> int:
    """Return the line of the file that a problem of `entries` (``row 3: name``) is in."""
    place = int(problem.field.removeprefix("row ").partition(":")[0])
    return int(file.lines[found.new[place - 1]])


def register(actor: Actor, file: PeopleFile) -> Job | None:
    """Register the people of a list, all or nobody; twice is harmless. A long list is a job, which
    is returned; None: it is done."""
    require_organiser(actor, file.tournament)
    if file.registered_at is not None:
        return None
    if len(file.rows) <= AT_ONCE:
        found = people_import.sort_rows(file.tournament, file.rows, file.answers)
        _register(actor, file.tournament_id, file.pk, found)
        return None
    return jobs.request(
        Job.Kind.PEOPLE,
        file.tournament_id,
        key=f"people:{file.pk}",
        arguments={
            "file": file.pk,
            "user": actor.user.pk if actor.user else None,
            "label": actor.label,
        },
        actor=actor,
    )


def job_of(file: PeopleFile) -> Job | None:
    """Return the latest job that registers this list."""
    return (
        Job.objects.filter(
            tournament_id=file.tournament_id, kind=Job.Kind.PEOPLE, arguments__file=file.pk
        )
        .order_by("-id")
        .first()
    )


@jobs.handler(Job.Kind.PEOPLE)
def run_registration(run: Run) -> dict[str, Any]:
    """Register a list (job). What the rows mean is looked up first, part by part; then all are
    written in one transaction, which ends when the job is cancelled. Run again it adds nobody."""
    file = PeopleFile.objects.filter(pk=run.arguments["file"]).first()
    if file is None:
        raise NotThere
    total = len(file.rows)
    run.progress(0, total)
    found = people_import.sort_rows(file.tournament, file.rows, file.answers)
    run.progress(total // 4, total)

    def between() -> None:
        if run.cancelled():
            raise CancelledError

    try:
        made = _register(_actor(run), file.tournament_id, file.pk, found, between)
    except Invalid as error:
        raise Invalid(
            problems=[
                Problem(f"line {_line(file, found, p)}", p.message) for p in error.problems[:50]
            ]
        ) from error
    run.progress(total, total)
    return {"registered": made}


def _actor(run: Run) -> Actor:
    user = User.objects.filter(pk=run.arguments["user"]).first()
    return Actor(user=user, label=run.arguments["label"], system=run.arguments["user"] is None)


@transaction.atomic
def _register(
    actor: Actor,
    event_id: int,
    file_id: int,
    found: SortedRows,
    between: Callable[[], None] | None = None,
) -> int:
    """Register what was ``found`` in a list, once; returns how many. The event is locked before the
    list: an erasure holds the event while it looks for a name in its lists."""
    locked_tournament(event_id)
    file = next(iter(locked(PeopleFile.objects.filter(pk=file_id))), None)
    if file is None:
        raise NotThere
    if file.registered_at is None:
        made = (
            entries.register_many(actor, event_id, found.wanted, between=between)
            if found.wanted
            else []
        )
        file.registered_at, file.registered = timezone.now(), len(made)
        file.save(update_fields=["registered_at", "registered"])
    return file.registered
