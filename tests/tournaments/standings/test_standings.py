"""Standings from facts: what counts, who is ranked, what a snapshot keeps."""

import json
from dataclasses import replace

import pytest

from scoring.table_points import UNIT
from tests.tournaments.standings.build import event, ident, ranks, row
from tournaments.standings import (
    ConfigError,
    EventFacts,
    Standings,
    StandingsConfig,
    compute,
)

PLAIN = StandingsConfig()
ONE = {"A": 60, "B": 20, "C": -30, "D": -50}
TWO = {"A": -40, "B": 50, "C": 10, "D": -20}


def test_the_same_parts_in_another_order_share_a_rank() -> None:
    """7/3 + 7/4 + 3/2, whatever the order of the rounds."""
    facts = event(
        [{"A": 10, "B": 10, "C": 10, "v": -30}, dict.fromkeys("DEFG", 0)],
        [dict.fromkeys("ABCw", 0), {"D": 10, "E": 10, "F": 10, "G": -30}],
        [{"p": 40, "A": -10, "D": -10, "q": -20}, {"r": 40, "B": -10, "E": -10, "s": -20}],
    )
    rows = compute(facts, PLAIN).rows
    equal = [r for r in rows if r.table_points == 7 * UNIT // 3 + 7 * UNIT // 4 + 3 * UNIT // 2]
    assert {r.name for r in equal} == set("ABDE")
    assert {(r.rank, r.tied) for r in equal} == {(1, True)}
    assert rows[4].rank == 5


def test_a_bye_counts_once_at_its_value_and_is_no_game() -> None:
    first = event([{"A": 5, "B": 1, "C": -1, "D": -5}], entries={"E": {}})
    facts = replace(first, byes=((1, ident("E")), (1, ident("E"))))
    config = StandingsConfig(bye_points=2 * UNIT)
    resting = row(compute(facts, config), "E")
    assert (resting.table_points, resting.game_points, resting.games) == (2 * UNIT, 0, 0)
    moved = replace(facts, byes=((1, ident("D")),), tables=())
    assert row(compute(moved, config), "E").table_points == 0
    assert row(compute(moved, config), "D").table_points == 2 * UNIT


def test_who_has_played_has_no_bye_in_that_round() -> None:
    facts = event([ONE], byes=((1, ident("A")),))
    assert [c.kind for c in row(compute(facts, PLAIN), "A").cells] == ["played"]


@pytest.mark.parametrize(("scheme", "units"), [("mcr_4210", 4410), ("linear_4321", 6300)])
def test_a_bye_is_worth_the_mean_of_a_table(scheme: str, units: int) -> None:
    facts = event([ONE], entries={"E": {}}, byes=((1, ident("E")),))
    assert row(compute(facts, StandingsConfig(scheme=scheme)), "E").table_points == units


def test_a_forfeit_replaces_what_was_played_and_leaves_the_others_alone() -> None:
    facts = event([ONE], forfeits=((1, ident("A")),))
    standings = compute(facts, PLAIN)
    gone = row(standings, "A")
    assert (gone.table_points, gone.game_points, gone.games) == (0, -500, 0)
    assert gone.cells[0].kind == "forfeit"
    assert row(standings, "B").table_points == 2 * UNIT


def test_three_at_a_table_that_never_started_share_four_two_one() -> None:
    standings = compute(event([{"A": 0, "B": 0, "C": 0}]), PLAIN)
    assert {r.table_points for r in standings.rows} == {7 * UNIT // 3}


def test_after_a_round_later_rounds_and_later_statuses_are_not_there_yet() -> None:
    facts = event([ONE], [TWO], entries={"A": {"status": "disqualified", "status_from": 2}})
    first = compute(facts, PLAIN, after_round=1)
    assert ranks(first) == {"A": 1, "B": 2, "C": 3, "D": 4}
    assert first.after_round == 1
    both = compute(facts, PLAIN)
    assert ranks(both)["A"] is None
    assert both.rounds == (1, 2)


def test_unranked_come_last_disqualified_before_substitutes() -> None:
    statuses = {"A": "substitute", "B": "disqualified", "D": "disqualified"}
    facts = event([ONE], entries={p: {"status": s} for p, s in statuses.items()})
    standings = compute(facts, PLAIN)
    assert [r.name for r in standings.rows] == ["C", "B", "D", "A"]
    assert ranks(standings) == {"C": 1, "B": None, "D": None, "A": None}


def test_withdrawn_at_the_bottom_come_after_every_tier() -> None:
    entries = {"A": {"status": "withdrawn"}, "D": {"tier": 1}, "C": {"tier": 1}}
    facts = event([ONE], entries=entries)
    assert ranks(compute(facts, PLAIN)) == {"A": 1, "B": 2, "C": 3, "D": 4}
    bottom = compute(facts, StandingsConfig(withdrawn="bottom"))
    assert ranks(bottom) == {"B": 1, "C": 2, "D": 3, "A": 4}


def test_only_the_best_rounds_count_and_the_others_are_marked() -> None:
    facts = event([ONE], [TWO], [ONE])
    standings = compute(facts, StandingsConfig(best_n=2))
    best = row(standings, "A")
    assert (best.table_points, best.game_points) == (8 * UNIT, 120)
    assert [c.dropped for c in best.cells] == [False, True, False]
    # Of equal rounds the earlier one counts.
    assert [c.dropped for c in row(standings, "D").cells] == [False, False, True]


def test_unconfirmed_tables_do_not_count_for_a_draw() -> None:
    facts = event([ONE], [TWO])
    wild = replace(facts.tables[1], confirmed=False)
    facts = replace(facts, tables=(facts.tables[0], wild))
    assert row(compute(facts, PLAIN), "A").games == 2
    assert row(compute(facts, StandingsConfig(confirmed_only=True)), "A").games == 1


def test_a_table_that_still_plays_makes_the_standings_provisional() -> None:
    facts = event([ONE])
    assert not compute(facts, PLAIN).provisional
    playing = replace(facts, tables=(replace(facts.tables[0], complete=False),))
    standings = compute(playing, PLAIN)
    assert standings.provisional
    assert all(r.cells[0].provisional for r in standings.rows)


def test_carried_points_and_adjustments_are_part_of_the_totals() -> None:
    facts = event(
        [ONE],
        carry_in=((ident("D"), 9 * UNIT, 7),),
        adjustments=((ident("A"), -UNIT, -20), (ident("A"), 0, -1)),
    )
    standings = compute(facts, PLAIN)
    assert (row(standings, "D").table_points, row(standings, "D").game_points) == (9 * UNIT, -43)
    assert row(standings, "D").carried == (9 * UNIT, 7)
    assert (row(standings, "A").table_points, row(standings, "A").game_points) == (3 * UNIT, 39)
    assert row(standings, "A").adjusted == (-UNIT, -21)


def test_the_group_scheme_places_the_whole_round() -> None:
    facts = event([ONE, {"E": 61, "F": 0, "G": -1, "H": -60}])
    standings = compute(facts, StandingsConfig(scheme="gb1998_group"))
    points = {r.name: r.table_points // UNIT for r in standings.rows}
    assert points == {"E": 8, "A": 6, "B": 5, "F": 4, "G": 3, "C": 2, "D": 1, "H": 0}


def test_a_share_that_is_rounded_is_said() -> None:
    config = StandingsConfig(scheme="gb1998_group")
    twelve = [dict.fromkeys(letters, 0) for letters in ("ABCD", "EFGH", "IJKL")]
    assert not compute(event(twelve), config).notes
    twelve[2]["L"] = -9
    assert compute(event(twelve), config).notes[0].en.startswith("Round 1")


def test_every_problem_of_the_settings_is_named() -> None:
    config = StandingsConfig(
        scheme="best", tie="coin", order=("luck", "luck"), withdrawn="x", best_n=0, team_best_k=-1
    )
    with pytest.raises(ConfigError) as caught:
        compute(event([ONE]), config)
    fields = [name for name, _words in caught.value.problems]
    assert fields == [
        "scheme",
        "tie",
        "order",
        "order",
        "order",
        "withdrawn",
        "best_n",
        "team_best_k",
    ]
    with pytest.raises(ConfigError, match="order"):
        compute(event([ONE]), StandingsConfig(order=()))


def test_nobody_and_nothing() -> None:
    empty = compute(EventFacts(()), PLAIN)
    assert (empty.rows, empty.teams, empty.after_round) == ((), (), 0)


def test_ranks_that_moved() -> None:
    facts = event([ONE], [TWO])
    before, after = compute(facts, PLAIN, after_round=1), compute(facts, PLAIN)
    moves = after.moves_since(before)
    assert moves == {ident("A"): -1, ident("B"): 1, ident("C"): 0, ident("D"): 0}


def test_a_snapshot_gives_the_standings_back() -> None:
    facts = event(
        [ONE, {"E": 0, "F": 0, "G": 0, "H": 0}],
        entries={"A": {"team": "Reds", "status": "withdrawn"}, "E": {"team": "Reds"}, "Z": {}},
        byes=((1, ident("Z")),),
        team_adjustments=(("Reds", -UNIT, -5),),
    )
    standings = compute(facts, StandingsConfig(order=("table_points", "lot", "head_to_head")))
    stored = json.dumps(standings.to_json())
    assert "." not in stored.replace("...", "")
    assert Standings.from_json(json.loads(stored)) == standings


def test_who_has_no_result_is_ranked_or_not_as_the_event_says() -> None:
    """B loses; C came and did not play, D left without a game, E was given points, S and X are
    not ranked anyway."""
    facts = event(
        [{"A": 30, "B": -10, "F": -10, "G": -10}],
        entries={
            "C": {},
            "D": {"status": "withdrawn"},
            "E": {},
            "S": {"status": "substitute"},
            "X": {"status": "disqualified"},
        },
        adjustments=((ident("E"), 0, 5),),
    )
    everybody = ranks(compute(facts, PLAIN))
    assert everybody == {
        "A": 1,
        "B": 2,
        "F": 2,
        "G": 2,
        "E": 5,
        "C": 6,
        "D": 6,
        "X": None,
        "S": None,
    }
    night = compute(facts, StandingsConfig(order=("game_points",), rank_idle=False))
    assert list(ranks(night).items()) == [
        ("A", 1), ("E", 2), ("B", 3), ("F", 3), ("G", 3),
        ("C", None), ("D", None), ("X", None), ("S", None),
    ]  # fmt: skip
    assert [r.name for r in night.rows if r.idle] == ["C", "D"]
    assert not any(r.idle for r in compute(facts, PLAIN).rows)
    # Ranked among all again, whoever has not played would stand above whoever lost.
    losing = compute(facts, StandingsConfig(order=("game_points",)))
    assert ranks(losing)["C"] == 3
    assert ranks(losing)["B"] == 5
    kept = Standings.from_json(json.loads(json.dumps(night.to_json())))
    assert kept == night


def test_before_the_first_game_nobody_of_a_club_night_is_ranked() -> None:
    facts = event(entries={"A": {}, "B": {}})
    assert ranks(compute(facts, StandingsConfig(rank_idle=False))) == {"A": None, "B": None}
    assert ranks(compute(facts, PLAIN)) == {"A": 1, "B": 1}
