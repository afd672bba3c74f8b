"""The standings of an event: facts from the database, computed by one pure function, kept as a
snapshot that carries the revision it was computed from.
"""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from tournaments.models import Job, StandingsSnapshot, Tournament
from tournaments.services import jobs
from tournaments.services.jobs import Run
from tournaments.services.standing_facts import config_of, facts_of, stages_of
from tournaments.standings import Standings, compute_stages

# While acts keep coming the job starts over; then it keeps what it has and is asked again.
MAX_PASSES = 5


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


def _compute_with_moves(tournament: Tournament) -> tuple[Standings, dict[int, int]]:
    """Compute the standings, and how far everybody moved in the last round."""
    facts, config, stages = facts_of(tournament), config_of(tournament), stages_of(tournament)
    standings = compute_stages(facts, config, stages)
    if len(standings.rounds) < 2:
        return standings, {}
    before = compute_stages(facts, config, stages, standings.rounds[-2])
    return standings, standings.moves_since(before)


def current(tournament: Tournament) -> CurrentStandings | None:
    """Return the snapshot last computed; None before the first. Two rows are read, no more."""
    snapshot = StandingsSnapshot.objects.filter(tournament_id=tournament.pk).first()
    if snapshot is None:
        return None
    revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament.pk)
    return CurrentStandings(
        standings=Standings.from_json(snapshot.content),
        revision=snapshot.revision,
        computed_at=snapshot.computed_at,
        fresh=snapshot.revision == revision,
        moves=dict(snapshot.content.get("moves", ())),
    )


def request(tournament_id: int) -> Job:
    return jobs.request_standings(tournament_id)


@jobs.handler(Job.Kind.STANDINGS)
def recompute(run: Run) -> dict[str, Any]:
    """Compute and keep the standings (job). The facts are read between two looks at the revision;
    when it moved meanwhile they are read again, so a snapshot never mixes two moments. An older
    result never replaces a newer one.
    """
    tournament_id = run.job.tournament_id
    for step in range(MAX_PASSES):
        tournament = Tournament.objects.get(pk=tournament_id)
        standings, moves = _compute_with_moves(tournament)
        revision = Tournament.objects.values_list("revision", flat=True).get(pk=tournament_id)
        run.progress(step + 1, MAX_PASSES)
        if revision == tournament.revision:
            _keep(tournament, standings, moves)
            return {"revision": revision}
    # Busy hours: ask again, so that other jobs get their turn.
    request(tournament_id)
    return {"revision": None}


@transaction.atomic
def _keep(tournament: Tournament, standings: Standings, moves: Mapping[int, int]) -> None:
    values = {
        "revision": tournament.revision,
        "computed_at": timezone.now(),
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
