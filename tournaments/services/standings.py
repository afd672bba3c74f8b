"""The standings of an event: facts from the database, computed by one pure function, kept as a
snapshot that carries the revision it was computed from.
"""

import contextlib
import datetime as dt
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models import Job, StandingsSnapshot, Tournament
from tournaments.services import jobs
from tournaments.services.jobs import Run
from tournaments.services.kept import Kept
from tournaments.services.standing_facts import config_of, facts_of, stages_of
from tournaments.standings import (
    EventFacts,
    StageFacts,
    Standings,
    StandingsConfig,
    compute_stages,
)

# What is derived from the standings in its turn asks to be told when they have been kept.
Follower = Callable[[Tournament], None]
followers: list[Follower] = []

# Where the database shows no fixed moment the facts are read again while acts keep coming; in the
# end they are read with the write lock held.
MAX_PASSES = 5
# A large event is not computed without pause while hands keep coming: so many times the seconds
# that the last time took, at most.
REST, MAX_REST = 1.5, 1.0


@dataclass(frozen=True)
class CurrentStandings:
    """The last computed standings; ``fresh`` when nothing has happened in the event since.
    ``moves``: entry → ranks gained (negative: lost) since the round before."""

    standings: Standings
    revision: int
    computed_at: dt.datetime
    fresh: bool
    moves: Mapping[int, int] = field(default_factory=dict)


def compute_now(tournament: Tournament, after_round: int | None = None) -> Standings:
    """Compute the standings from what the database holds at this moment."""
    return compute_stages(
        facts_of(tournament), config_of(tournament), stages_of(tournament), after_round
    )


def compute_with_revision(
    tournament_id: int, *, confirmed_only: bool = False
) -> tuple[Standings, int]:
    """Compute the standings as `compute_now` does, and say of which revision of the event they are:
    what is recorded meanwhile is in both or in neither. ``confirmed_only`` leaves out what is not
    confirmed, whatever the event's setting is."""
    _moment, tournament, facts = _facts_of_one_moment(tournament_id, confirmed_only=confirmed_only)
    return compute_stages(*facts), tournament.revision


Computable = tuple[EventFacts, StandingsConfig, list[StageFacts]]


def _with_moves(
    facts: EventFacts, config: StandingsConfig, stages: list[StageFacts]
) -> tuple[Standings, dict[int, int]]:
    """Compute the standings, and how far everybody moved in the last round."""
    standings = compute_stages(facts, config, stages)
    if len(standings.rounds) < 2:
        return standings, {}
    before = compute_stages(facts, config, stages, standings.rounds[-2])
    return standings, standings.moves_since(before)


@dataclass(frozen=True)
class Stamp:
    """Which standings are kept: a small thing to ask for often (see `stamp_of`)."""

    tournament_id: int
    revision: int
    computed_at: dt.datetime
    fresh: bool


# The contents of the snapshots looked at last: a large one takes long to read.
_contents: Kept[CurrentStandings] = Kept(16)


def stamp_of(tournament_id: int) -> Stamp | None:
    """Say which snapshot was computed last; None before the first. One query, no content."""
    found = (
        StandingsSnapshot.objects.filter(tournament_id=tournament_id)
        .values_list("revision", "computed_at", "tournament__revision")
        .first()
    )
    if found is None:
        return None
    return Stamp(tournament_id, found[0], found[1], fresh=found[0] == found[2])


def read(stamp: Stamp) -> CurrentStandings | None:
    """Return the standings of a stamp, or newer ones where they have been replaced meanwhile."""

    def load() -> CurrentStandings:
        snapshot = StandingsSnapshot.objects.get(tournament_id=stamp.tournament_id)
        return _read(snapshot, fresh=True)

    key = (stamp.tournament_id, stamp.revision, stamp.computed_at)
    return replace(_contents.get(key, load), fresh=stamp.fresh)


def current(tournament: Tournament) -> CurrentStandings | None:
    """Return the snapshot last computed; None before the first. Two rows are read, no more."""
    snapshot = StandingsSnapshot.objects.filter(tournament_id=tournament.pk).first()
    if snapshot is None:
        return None
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    return _read(snapshot, fresh=snapshot.revision == revision)


def _read(snapshot: StandingsSnapshot, *, fresh: bool) -> CurrentStandings:
    return CurrentStandings(
        standings=Standings.from_json(snapshot.content),
        revision=snapshot.revision,
        computed_at=snapshot.computed_at,
        fresh=fresh,
        moves=dict(snapshot.content.get("moves", ())),
    )


def request(tournament_id: int) -> Job:
    return jobs.request_standings(tournament_id)


@jobs.handler(Job.Kind.STANDINGS)
def recompute(run: Run) -> dict[str, Any]:
    """Compute and keep the standings (job). A snapshot never mixes two moments, and an older one
    never replaces a newer one. What was computed for these facts after this job was asked for is
    not computed again.
    """
    tournament_id = run.job.tournament_id
    _rest(run)
    done = StandingsSnapshot.objects.filter(
        tournament_id=tournament_id,
        revision=F("tournament__revision"),
        computed_at__gt=run.job.created_at,
    )
    if done.exists():
        return {"revision": None}
    started = time.monotonic()
    moment, tournament, facts = _facts_of_one_moment(tournament_id)
    run.progress(1, 2)
    standings, moves = _with_moves(*facts)
    _keep(tournament, moment, standings, moves)
    for follow in followers:
        follow(tournament)
    return {"revision": tournament.revision, "seconds": round(time.monotonic() - started, 3)}


def _rest(run: Run) -> None:
    """Wait where the last computation was long and has just ended, so that hands that come in
    crowds are counted together."""
    last = (
        Job.objects.filter(key=run.job.key, status=Job.Status.DONE)
        .order_by("-id")
        .values_list("finished_at", "result")
        .first()
    )
    if last is None or last[0] is None or not isinstance(last[1], dict):
        return
    pause = min(REST * float(last[1].get("seconds", 0)), MAX_REST)
    passed = (timezone.now() - last[0]).total_seconds()
    if 0 <= passed < pause:
        time.sleep(pause - passed)


def _facts_of_one_moment(
    tournament_id: int, *, confirmed_only: bool = False
) -> tuple[dt.datetime, Tournament, Computable]:
    """Return facts that belong together, with the event as it was and the moment."""
    for step in range(MAX_PASSES):
        moment = timezone.now()
        with _one_moment(locked=step == MAX_PASSES - 1) as fixed:
            tournament = Tournament.objects.get(pk=tournament_id)
            tournament.confirmed_only |= confirmed_only
            facts = facts_of(tournament), config_of(tournament), stages_of(tournament)
            if fixed:
                break
        revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament_id)
        if revision == tournament.revision:
            break
    return moment, tournament, facts


@contextlib.contextmanager
def _one_moment(*, locked: bool) -> Iterator[bool]:
    """Read as of one moment where the database can do that beside writers (PostgreSQL), else, when
    ``locked``, with the write lock held; yields whether it is one moment."""
    alone = not connection.in_atomic_block
    if connection.vendor == "postgresql" and alone:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield True
    elif locked:
        with transaction.atomic():
            yield True
    else:
        yield False


@transaction.atomic
def _keep(
    tournament: Tournament,
    moment: dt.datetime,
    standings: Standings,
    moves: Mapping[int, int],
) -> None:
    values = {
        "revision": tournament.revision,
        "computed_at": moment,
        "content": {**standings.to_json(), "moves": sorted(moves.items())},
    }
    snapshot, made = StandingsSnapshot.objects.select_for_update().get_or_create(
        tournament=tournament, defaults=values
    )
    if not made and snapshot.revision <= tournament.revision:
        for field, value in values.items():
            setattr(snapshot, field, value)
        snapshot.save()


def request_stale() -> None:
    """Ask for the standings of every event whose snapshot is older than its facts; where the job
    was set aside, an act or an organiser asks again."""
    aside = Job.objects.filter(kind=Job.Kind.STANDINGS, status=Job.Status.SET_ASIDE)
    stale = Tournament.objects.filter(
        Q(standings_snapshot=None, revision__gt=0)
        | Q(standings_snapshot__revision__lt=F("revision"))
    ).exclude(pk__in=aside.values("tournament_id"))
    for tournament_id in stale.values_list("pk", flat=True):
        request(tournament_id)
