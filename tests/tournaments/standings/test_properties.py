"""What holds for every event."""

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.table_points import UNIT
from tournaments.standings import (
    METRICS,
    EntryFacts,
    EventFacts,
    Standings,
    StandingsConfig,
    TableFacts,
    compare,
    compute,
    parts_of,
)

PLAYERS = range(1, 9)


@st.composite
def events(draw: st.DrawFn) -> EventFacts:
    """Up to four rounds of two full tables."""
    tables = []
    for round_no in range(1, draw(st.integers(1, 4)) + 1):
        order = draw(st.permutations(PLAYERS))
        for table_no in (1, 2):
            seated = order[4 * table_no - 4 : 4 * table_no]
            # A small range: ties are what we look for.
            points = draw(st.lists(st.integers(-2, 2), min_size=4, max_size=4))
            tables.append(TableFacts(round_no, table_no, tuple(zip(seated, points, strict=True))))
    lots = draw(st.lists(st.none() | st.integers(1, 4), min_size=8, max_size=8))
    entries = tuple(
        EntryFacts(p, p, f"P{p}", team=f"T{p % 3}", lot=lot)
        for p, lot in zip(PLAYERS, lots, strict=True)
    )
    return EventFacts(entries, tuple(tables))


orders = st.permutations(sorted(METRICS)).map(lambda keys: tuple(keys[:4]))
configs = st.builds(StandingsConfig, order=orders, best_n=st.none() | st.integers(1, 3))


@given(events(), configs, st.randoms(use_true_random=False))
def test_the_order_of_facts_changes_nothing(
    facts: EventFacts, config: StandingsConfig, random: Random
) -> None:
    tables, entries = list(facts.tables), list(facts.entries)
    random.shuffle(tables)
    random.shuffle(entries)
    seated = [replace(t, game_points=tuple(reversed(t.game_points))) for t in tables]
    turned = EventFacts(tuple(entries), tuple(seated))
    assert compute(turned, config) == compute(facts, config)


@given(events())
def test_every_full_table_hands_out_seven(facts: EventFacts) -> None:
    standings = compute(facts, StandingsConfig())
    assert sum(row.table_points for row in standings.rows) == 7 * UNIT * len(facts.tables)
    assert sum(team.table_points for team in standings.teams) == 7 * UNIT * len(facts.tables)


@given(events(), configs)
def test_ranks_have_no_gap_but_after_ties(facts: EventFacts, config: StandingsConfig) -> None:
    rows = compute(facts, config).rows
    for i, row in enumerate(rows):
        ahead = [other for other in rows[:i] if other.rank != row.rank]
        assert row.rank == len(ahead) + 1
        assert row.tied == (sum(other.rank == row.rank for other in rows) > 1)


@given(events(), configs)
def test_shared_ranks_are_equal_on_all_keys_and_others_are_explained(
    facts: EventFacts, config: StandingsConfig
) -> None:
    standings = Standings.from_json(compute(facts, config).to_json())
    for above, below in zip(standings.rows, standings.rows[1:], strict=False):
        found = compare(standings, below.entry_id, above.entry_id)
        assert (found.key is None) == (above.rank == below.rank)
        assert found.above == above


@given(events(), configs)
def test_totals_are_the_sum_of_their_parts(facts: EventFacts, config: StandingsConfig) -> None:
    for row in compute(facts, config).rows:
        counted = [part for part in parts_of(row) if part.counted]
        assert sum(part.points for part in counted) == row.table_points
        assert sum(part.game_points for part in counted) == row.game_points
