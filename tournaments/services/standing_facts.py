"""What the standings of an event are computed from, read from the database in a fixed number of
queries, however many hands there are."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from django.db.models import TextField
from django.db.models.functions import Cast

from scoring.penalties import moves_of
from tournaments.models import Bye, Forfeit, Hand, Penalty, Round, Seat, Stage, Table, Tournament
from tournaments.services.penalty_moves import penalty_moves
from tournaments.standings import (
    DEFAULT_ORDER,
    EntryFacts,
    EventFacts,
    StageFacts,
    StandingsConfig,
    TableFacts,
)


def config_of(tournament: Tournament) -> StandingsConfig:
    return StandingsConfig(
        scheme=tournament.scheme,
        tie=tournament.tie,
        order=tuple(tournament.order_keys) or DEFAULT_ORDER,
        bye_points=tournament.bye_points,
        bye_game_points=tournament.bye_game_points,
        forfeit_game_points=tournament.forfeit_game_points,
        withdrawn=tournament.withdrawn,
        sub_consumes_place=tournament.sub_consumes_place,
        best_n=tournament.best_n,
        team_best_k=tournament.team_best_k,
        confirmed_only=tournament.confirmed_only,
        rank_idle=tournament.kind != Tournament.Kind.CLUB_NIGHT,
    )


def stages_of(tournament: Tournament) -> list[StageFacts]:
    """Return the stages that have rounds, in their order."""
    first: dict[int, int] = {}
    for stage_id, number in Round.objects.filter(tournament=tournament).values_list(
        "stage_id", "number"
    ):
        first[stage_id] = min(number, first.get(stage_id, number))
    if len(first) < 2:
        return []
    stages = tournament.stages.filter(pk__in=first).order_by("number").prefetch_related("members")
    return [_stage(stage, first[stage.pk]) for stage in stages]


def _stage(stage: Stage, first_round: int) -> StageFacts:
    members = frozenset(member.entry_id for member in stage.members.all())
    return StageFacts(
        number=stage.number,
        first_round=first_round,
        members=members if stage.cut_size is not None else None,
        carry=stage.carry,
        fraction=Fraction(stage.numerator, stage.denominator),
        round_tp=stage.round_tp or None,
        round_gp=stage.round_gp,
        for_teams=stage.for_teams,
    )


def facts_of(tournament: Tournament) -> EventFacts:
    """Collect the facts that count: tables with a result, byes and forfeits of started rounds,
    penalties, adjustments."""
    tables = _tables(tournament)
    overall = tournament.penalties.filter(scope=Penalty.Scope.OVERALL, cancelled_at=None)
    adjusted = tournament.adjustments.filter(cancelled_at=None).select_related("team")
    return EventFacts(
        entries=tuple(_entries(tournament)),
        tables=tuple(table.facts() for table in tables if table.has_result),
        byes=_absences(Bye, tournament),
        forfeits=_absences(Forfeit, tournament),
        adjustments=(
            *_overall(overall, tables),
            *(
                (a.entry_id, a.table_points, a.game_points)
                for a in adjusted
                if a.entry_id is not None
            ),
        ),
        team_adjustments=tuple(
            (a.team.name, a.table_points, a.game_points) for a in adjusted if a.team is not None
        ),
    )


def _entries(tournament: Tournament) -> Iterable[EntryFacts]:
    for entry in tournament.entries.select_related("player__club", "team"):
        yield EntryFacts(
            id=entry.pk,
            number=entry.number,
            name=entry.player.name,
            club=entry.player.club.name if entry.player.club else "",
            team=entry.team.name if entry.team else "",
            status=entry.status,
            status_from=entry.status_from,
            lot=entry.lot,
        )


def _absences(
    model: type[Bye] | type[Forfeit], tournament: Tournament
) -> tuple[tuple[int, int], ...]:
    return tuple(
        model.objects.filter(round__tournament=tournament)
        .exclude(round__status=Round.Status.SEATED)
        .order_by("round__number", "entry_id")
        .values_list("round__number", "entry_id")
    )


@dataclass
class _TableSums:
    """One table while its figures are summed up; lists are by chair, East first."""

    round_no: int
    table_no: int
    status: str
    typed: bool
    entries: list[int] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    hands: int = 0
    won: Counter[int] = field(default_factory=Counter)
    penalised: set[int] = field(default_factory=set)

    @property
    def has_result(self) -> bool:
        return self.typed or self.hands > 0

    def add_hand(self, deltas: list[int], marks: Mapping[str, list[int]]) -> None:
        self.hands += 1
        self.totals = [a + b for a, b in zip(self.totals, deltas, strict=True)]
        for chair in marks["won"]:
            self.won[self.entries[chair]] += 1
        for chair in marks["penalised"]:
            self.penalised.add(self.entries[chair])

    def facts(self) -> TableFacts:
        return TableFacts(
            round_no=self.round_no,
            table_no=self.table_no,
            game_points=tuple(zip(self.entries, self.totals, strict=True)),
            complete=self.status != Table.Status.OPEN,
            confirmed=self.status == Table.Status.CONFIRMED,
            typed=self.typed,
            penalties=frozenset(self.penalised),
            hands_won=tuple(self.won.items()),
        )


def _tables(tournament: Tournament) -> list[_TableSums]:
    """Sum up every table in the order of rounds and tables."""
    tables: dict[int, _TableSums] = {}
    seats = Seat.objects.filter(round__tournament=tournament).order_by(
        "round__number", "table__number", "wind"
    )
    for table_id, entry, typed_points, round_no, table_no, status, source in seats.values_list(
        "table_id", "entry_id", "typed_points",
        "round__number", "table__number", "table__status", "table__source",
    ):  # fmt: skip
        typed = source == Table.Source.TOTALS
        table = tables.setdefault(table_id, _TableSums(round_no, table_no, status, typed))
        table.entries.append(entry)
        table.totals.append((typed_points or 0) if typed else 0)
    for table_id, deltas, marks in _hands(tournament):
        if not tables[table_id].typed:
            tables[table_id].add_hand(deltas, marks)
    _add_penalties(tournament, tables.values())
    return list(tables.values())


def _hands(tournament: Tournament) -> Iterator[tuple[int, list[int], dict[str, list[int]]]]:
    """Yield the table, deltas and marks of every hand in force.

    A large event has tens of thousands of hands and few different deltas and marks: the texts are
    fetched, and each different one is parsed once.
    """
    parse = cache(json.loads)
    hands = Hand.objects.in_force().filter(table__round__tournament=tournament).order_by()
    texts = {name: Cast(name, TextField()) for name in ("chair_deltas", "chair_marks")}
    rows = hands.annotate(deltas_text=texts["chair_deltas"], marks_text=texts["chair_marks"])
    for table_id, deltas, marks in rows.values_list("table_id", "deltas_text", "marks_text"):
        yield table_id, parse(deltas), parse(marks)


def _add_penalties(tournament: Tournament, tables: Iterable[_TableSums]) -> None:
    by_round: dict[int, list[Penalty]] = defaultdict(list)
    for penalty in tournament.penalties.filter(scope=Penalty.Scope.SESSION, cancelled_at=None):
        by_round[penalty.round_number or 0].append(penalty)
    for table in tables:
        own = by_round.get(table.round_no)
        if own:
            moved = penalty_moves(table.entries, own)
            table.totals = [a + b for a, b in zip(table.totals, moved, strict=True)]
            table.penalised.update(p.entry_id for p in own if p.entry_id in table.entries)


def _overall(
    penalties: Iterable[Penalty], tables: Iterable[_TableSums]
) -> Iterable[tuple[int, int, int]]:
    """What penalties on the whole event move: (entry, 0 table points, game points)."""
    found = list(penalties)
    if not found:
        return
    together = {(t.round_no, entry): t.entries for t in tables for entry in t.entries}
    for penalty in found:
        at_table = together.get((penalty.round_number or 0, penalty.entry_id), [])
        moves = moves_of(
            penalty.mode,
            penalty.points,
            penalty.entry_id,
            others=[entry for entry in at_table if entry != penalty.entry_id],
            to=penalty.beneficiary_id,
        )
        yield from ((entry, 0, change) for entry, change in moves.items())
