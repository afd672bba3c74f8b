"""The standings of an event: facts from the database, computed by one pure function, kept as a
snapshot that carries the revision it was computed from.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from scoring.penalties import moves_of
from tournaments.models import Bye, Job, Penalty, StandingsSnapshot, Table, Tournament
from tournaments.services import jobs
from tournaments.services.jobs import Run
from tournaments.services.tables import TableState, for_states, states_of
from tournaments.standings import (
    DEFAULT_ORDER,
    EntryFacts,
    EventFacts,
    Standings,
    StandingsConfig,
    TableFacts,
    compute,
)

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


def config_of(tournament: Tournament) -> StandingsConfig:
    return StandingsConfig(
        scheme=tournament.scheme,
        tie=tournament.tie,
        order=tuple(tournament.order_keys) or DEFAULT_ORDER,
    )


def facts_of(tournament: Tournament) -> EventFacts:
    """Collect the facts that count: tables with a result, byes of started rounds, penalties."""
    entries = tournament.entries.select_related("player__club", "team")
    states = states_of(for_states(round__tournament=tournament))
    overall = tournament.penalties.filter(scope=Penalty.Scope.OVERALL, cancelled_at=None)
    return EventFacts(
        entries=tuple(
            EntryFacts(
                id=entry.pk,
                number=entry.number,
                name=entry.player.name,
                club=entry.player.club.name if entry.player.club else "",
                team=entry.team.name if entry.team else "",
                status=entry.status,
            )
            for entry in entries
        ),
        tables=tuple(
            _table_facts(state)
            for state in sorted(states, key=lambda s: (s.round.number, s.table.number))
            if state.has_result
        ),
        byes=tuple(
            Bye.objects.filter(round__tournament=tournament)
            .exclude(round__status="seated")
            .order_by("round__number", "entry_id")
            .values_list("round__number", "entry_id")
        ),
        adjustments=tuple(_adjustments(overall, states)),
    )


def _table_facts(state: TableState) -> TableFacts:
    return TableFacts(
        round_no=state.round.number,
        table_no=state.table.number,
        game_points=tuple((seat.entry.pk, seat.total) for seat in state.seats),
        complete=state.finished,
        confirmed=state.table.status == Table.Status.CONFIRMED,
        typed=state.typed,
        penalties=_penalised(state),
        hands_won=tuple(_hands_won(state).items()),
    )


def _hands_won(state: TableState) -> Counter[int]:
    """Entry → hands won at the table."""
    return Counter(state.seats[chair].entry.pk for hand in state.hands for chair in hand.winners)


def _penalised(state: TableState) -> frozenset[int]:
    """The entries with a penalty at the table, in a hand or outside one."""
    found = {p.entry_id for p in state.penalties if p.cancelled_at is None}
    for hand in state.hands:
        for event in hand.hand.record["events"]:
            if event["type"] == "penalty":
                found.add(state.seats[hand.position.chairs[event["seat"]]].entry.pk)
    return frozenset(found)


def _adjustments(
    penalties: Iterable[Penalty], states: Iterable[TableState]
) -> Iterable[tuple[int, int, int]]:
    """What penalties on the whole event move: (entry, 0 table points, game points)."""
    tables: dict[tuple[int, int], list[int]] = {}
    for state in states:
        for seat in state.seats:
            tables[(state.round.number, seat.entry.pk)] = [s.entry.pk for s in state.seats]
    for penalty in penalties:
        at_table = tables.get((penalty.round_number or 0, penalty.entry_id), [])
        moves = moves_of(
            penalty.mode,
            penalty.points,
            penalty.entry_id,
            others=[entry for entry in at_table if entry != penalty.entry_id],
            to=penalty.beneficiary_id,
        )
        yield from ((entry, 0, change) for entry, change in moves.items())


def compute_now(tournament: Tournament, after_round: int | None = None) -> Standings:
    """Compute the standings from what the database holds at this moment."""
    return compute(facts_of(tournament), config_of(tournament), after_round)


def _compute_with_moves(tournament: Tournament) -> tuple[Standings, dict[int, int]]:
    """Compute the standings, and how far everybody moved in the last round."""
    facts, config = facts_of(tournament), config_of(tournament)
    standings = compute(facts, config)
    if len(standings.rounds) < 2:
        return standings, {}
    return standings, standings.moves_since(compute(facts, config, standings.rounds[-2]))


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
    """Ask for the standings of every event whose snapshot is older than its facts."""
    stale = Tournament.objects.filter(
        Q(standings_snapshot=None, revision__gt=0)
        | Q(standings_snapshot__revision__lt=F("revision"))
    )
    for tournament_id in stale.values_list("pk", flat=True):
        request(tournament_id)
