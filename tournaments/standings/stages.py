"""Events of several stages: what a stage starts with, who plays it, and one final order
(competition-rules.md §3, Stages).

A stage that carries everything goes on with the standings before it. Any other carry starts a new
count with what was handed on. Whoever a cut left out keeps the row of the last stage played and
stands below everybody who went through, whatever the points.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.text import Text
from tournaments.standings.carry import Carried, carry_in
from tournaments.standings.config import StandingsConfig
from tournaments.standings.facts import EntryFacts, EventFacts
from tournaments.standings.model import Row, Standings, TeamRow
from tournaments.standings.standings import compute

ROUNDED = Text(
    "第{stage}阶段：带入的标准分有{n}个除不尽，按四舍五入取到1/2520。",
    "Stage {stage}: {n} carried points do not fit 1/2520 and are rounded.",
)


@dataclass(frozen=True, slots=True)
class StageFacts:
    """``first_round``: its rounds run from here to the next stage's. ``members`` are the entries
    that play it, None for everybody. ``for_teams``: whether its results count for the teams."""

    number: int = 1
    first_round: int = 1
    members: frozenset[int] | None = None
    carry: str = "all"
    fraction: Fraction = Fraction(1)
    round_tp: str | None = None
    round_gp: str = "half_away"
    for_teams: bool = True


def compute_stages(
    facts: EventFacts,
    config: StandingsConfig,
    stages: Sequence[StageFacts] = (),
    after_round: int | None = None,
) -> Standings:
    """Compute the standings of an event after a round (default: all rounds).

    ``stages`` in their order; none or one is the same as `compute`. A stage none of whose rounds
    has been played yet changes nothing. ``facts`` tell every round of the event.
    """
    played = {no for no in _rounds(facts) if after_round is None or no <= after_round}
    begun = [stage for stage in stages if any(no >= stage.first_round for no in played)]
    groups = _groups(begun)
    if len(begun) < 2:
        return compute(facts, config, after_round)
    notes: list[Text] = []
    current: Standings | None = None
    for group, following in zip(groups, [*groups[1:], None], strict=True):
        head, last = group[0], _last_round(group[-1], begun)
        carried = _carried(head, current) if current else None
        if carried and carried.rounded:
            notes.append(ROUNDED.format(stage=head.number, n=len(carried.rounded)))
        own = _facts_of(facts, group, following, carried, last)
        computed = compute(own, config, _earlier(after_round, last))
        current = _merge(computed, current, group) if current else computed
    if current is None:
        raise RuntimeError("two stages have begun")
    teams = _teams(facts, config, begun, after_round)
    return replace(current, teams=teams, notes=(*current.notes, *notes))


def _rounds(facts: EventFacts) -> set[int]:
    return {table.round_no for table in facts.tables} | {
        no for no, _entry in (*facts.byes, *facts.forfeits)
    }


def _groups(stages: Sequence[StageFacts]) -> list[list[StageFacts]]:
    """Stages that are counted together: one, and those after it that carry everything."""
    groups: list[list[StageFacts]] = []
    for stage in stages:
        if groups and stage.carry == "all":
            groups[-1].append(stage)
        else:
            groups.append([stage])
    return groups


def _last_round(stage: StageFacts, stages: Sequence[StageFacts]) -> int | None:
    later = [other.first_round for other in stages if other.first_round > stage.first_round]
    return min(later) - 1 if later else None


def _earlier(one: int | None, other: int | None) -> int | None:
    return min((no for no in (one, other) if no is not None), default=None)


def _carried(stage: StageFacts, before: Standings) -> Carried:
    totals = {
        row.entry_id: (row.table_points, row.game_points)
        for row in before.rows
        if stage.members is None or row.entry_id in stage.members
    }
    return carry_in(
        stage.carry,
        totals,
        fraction=stage.fraction,
        round_tp=stage.round_tp,
        round_gp=stage.round_gp,
    )


def _facts_of(
    facts: EventFacts,
    group: Sequence[StageFacts],
    following: Sequence[StageFacts] | None,
    carried: Carried | None,
    last: int | None,
) -> EventFacts:
    """Return the facts of one group of stages. What holds for the whole event (adjustments) counts
    once, in the last group that each plays: it is no part of what is handed on."""
    first = group[0].first_round if carried else 0
    goes_on = _members(following[0], facts) if following else frozenset()

    def within(round_no: int) -> bool:
        return round_no >= first and (last is None or round_no <= last)

    through = [stage.members for stage in group if stage.members is not None]
    entries = tuple(_with_tier(entry, through) for entry in facts.entries)
    return replace(
        facts,
        entries=entries,
        tables=tuple(t for t in facts.tables if within(t.round_no)),
        byes=tuple(pair for pair in facts.byes if within(pair[0])),
        forfeits=tuple(pair for pair in facts.forfeits if within(pair[0])),
        adjustments=tuple(a for a in facts.adjustments if a[0] not in goes_on),
        carry_in=(
            tuple((entry, *totals) for entry, totals in carried.totals.items())
            if carried
            else facts.carry_in
        ),
    )


def _members(stage: StageFacts, facts: EventFacts) -> frozenset[int]:
    return stage.members if stage.members is not None else frozenset(e.id for e in facts.entries)


def _with_tier(entry: EntryFacts, through: Sequence[frozenset[int]]) -> EntryFacts:
    missed = sum(entry.id not in members for members in through)
    return replace(entry, tier=entry.tier + missed) if missed else entry


def _merge(new: Standings, before: Standings, group: Sequence[StageFacts]) -> Standings:
    """Put those who went through on top, the others below as they stood, with one row of ranks."""
    members = group[0].members
    rounds = tuple(sorted({*before.rounds, *new.rounds}))
    if members is None:
        return replace(new, rounds=rounds)
    inside = [row for row in new.rows if row.entry_id in members]
    outside = [row for row in before.rows if row.entry_id not in members]
    ranked = sum(row.rank is not None for row in inside)
    shifted = _below(outside, ranked)
    rows = [row for row in (*inside, *shifted) if row.rank is not None]
    rows += [row for row in (*inside, *shifted) if row.rank is None]
    return replace(new, rows=tuple(rows), rounds=rounds, after_round=max(rounds, default=0))


def _below(rows: Sequence[Row], above: int) -> list[Row]:
    """Rank rows that stay in their order anew, below ``above`` others."""
    ranks: dict[int, list[Row]] = {}
    for row in rows:
        if row.rank is not None:
            ranks.setdefault(row.rank, []).append(row)
    new_rank: dict[int, int] = {}
    place = above + 1
    for old in sorted(ranks):
        new_rank[old] = place
        place += len(ranks[old])
    return [
        row
        if row.rank is None
        else replace(row, rank=new_rank[row.rank], tied=len(ranks[row.rank]) > 1, tier=row.tier + 1)
        for row in rows
    ]


def _teams(
    facts: EventFacts,
    config: StandingsConfig,
    stages: Sequence[StageFacts],
    after_round: int | None,
) -> tuple[TeamRow, ...]:
    """Teams count every round of the stages that count for them, whatever was carried."""

    def counts(round_no: int) -> bool:
        own = [stage for stage in stages if stage.first_round <= round_no]
        return not own or max(own, key=lambda stage: stage.first_round).for_teams

    own = replace(
        facts,
        tables=tuple(t for t in facts.tables if counts(t.round_no)),
        byes=tuple(pair for pair in facts.byes if counts(pair[0])),
        forfeits=tuple(pair for pair in facts.forfeits if counts(pair[0])),
    )
    return compute(own, config, after_round).teams
