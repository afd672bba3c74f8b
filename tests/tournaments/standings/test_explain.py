"""Why somebody stands where they stand."""

from dataclasses import replace

import pytest

from scoring.table_points import UNIT
from tests.tournaments.standings.build import event, ident, row
from tournaments.standings import (
    Comparison,
    EventFacts,
    Standings,
    StandingsConfig,
    compare,
    compute,
    parts_of,
)

ONE = {"A": 60, "B": 20, "C": -30, "D": -50}
TWO = {"A": -40, "B": 50, "C": 10, "D": -20}


def between(facts: EventFacts, one: str, other: str, **config: object) -> Comparison:
    standings = compute(facts, StandingsConfig(**config))  # type: ignore[arg-type]  # by name
    # The way of a page: out of the snapshot.
    stored = Standings.from_json(standings.to_json())
    return compare(stored, ident(one), ident(other))


def test_parts_sum_to_the_totals() -> None:
    facts = event(
        [ONE],
        [TWO],
        entries={"E": {}},
        byes=((1, ident("E")),),
        forfeits=((2, ident("E")),),
        carry_in=((ident("A"), UNIT, 3),),
        adjustments=((ident("A"), 0, -20),),
    )
    standings = compute(facts, StandingsConfig(best_n=1))
    for own in standings.rows:
        counted = [part for part in parts_of(own) if part.counted]
        assert sum(part.points for part in counted) == own.table_points
        assert sum(part.game_points for part in counted) == own.game_points
    words = [part.words.en for part in parts_of(row(standings, "A"))]
    assert words[0] == "carried from the stage before"
    assert words[1] == "round 1, table 1, place 1"
    assert words[2].endswith("not counted")
    assert words[3].startswith("penalties")
    assert [part.words.en for part in parts_of(row(standings, "E"))] == [
        "round 1, bye",
        "round 2, forfeit, not counted",
    ]


def test_penalties_and_playing_tables_are_said() -> None:
    facts = event([ONE])
    table = replace(facts.tables[0], complete=False, penalties=frozenset({ident("B")}))
    standings = compute(replace(facts, tables=(table,)), StandingsConfig())
    assert "penalty, still playing" in parts_of(row(standings, "B"))[0].words.en


def test_points_decide_first() -> None:
    found = between(event([ONE]), "D", "A")
    assert (found.above.name, found.below.name, found.key) == ("A", "D", "table_points")
    assert found.sentence.en == "table points: A 4, D 0."
    assert found.sentence.zh == "标准分：A 4，D 0。"


def test_the_key_that_decides_is_named_with_both_values() -> None:
    tables = [ONE, {"E": 59, "F": 21, "G": -30, "H": -50}]
    found = between(event(tables), "A", "E")
    assert (found.key, found.above_value, found.below_value) == ("game_points", "60", "59")
    assert "+60" in found.sentence.en
    assert "+59" in found.sentence.zh


def test_countback_names_the_round_from_the_top() -> None:
    facts = event([{"A": 8, "B": 4, "C": -4, "D": -8}], [{"E": 4, "B": 4, "F": 1, "G": -9}])
    found = between(facts, "A", "B", order=("tp_countback",))
    assert found.sentence.en == "table points of best round no. 1: A 4, B 3."
    missing = between(facts, "C", "F", order=("best_session_tp", "tp_countback"))
    assert missing.key is None
    longer = event([ONE], [{"A": -9, "E": 4, "F": 3, "G": 2}])
    found = between(longer, "A", "E", order=("best_session_tp", "tp_countback"))
    assert found.sentence.en == "table points of best round no. 2: A 0, E —."


def test_equal_on_all_is_shared() -> None:
    found = between(event([dict.fromkeys("ABCD", 0)]), "B", "C")
    assert found.key is None
    assert found.sentence.en == "B and C are equal on all."


@pytest.mark.parametrize(
    ("entries", "config", "words"),
    [
        ({"A": {"status": "disqualified"}}, {}, "A is not ranked."),
        ({"A": {"tier": 1}}, {}, "D went through to the next stage, A did not."),
        ({"A": {"status": "withdrawn"}}, {"withdrawn": "bottom"}, "A has withdrawn"),
    ],
)
def test_what_is_stronger_than_points(
    entries: dict[str, object], config: dict[str, object], words: str
) -> None:
    found = between(event([ONE], entries=entries), "A", "D", **config)
    assert found.above.name == "D"
    assert words in found.sentence.en


def test_nobody_is_compared_with_nobody() -> None:
    statuses = {"A": {"status": "substitute"}, "B": {"status": "substitute"}}
    assert "Neither" in between(event([ONE], entries=statuses), "A", "B").sentence.en
    with pytest.raises(ValueError, match="itself"):
        between(event([ONE]), "A", "A")
    with pytest.raises(KeyError):
        between(event([ONE]), "A", "Z")


def sources(found: Comparison) -> list[tuple[str, str | None, str | None]]:
    return [(source.words.en, source.above, source.below) for source in found.sources]


def test_the_rounds_of_a_sum_and_what_comes_from_outside_them() -> None:
    facts = event(
        [ONE],
        [TWO],
        carry_in=((ident("A"), 2 * UNIT, 3),),
        adjustments=((ident("D"), -UNIT // 2, 0),),
    )
    found = between(facts, "D", "A")
    assert found.key == "table_points"
    assert sources(found) == [
        ("round 1", "4", "0"),
        ("round 2", "0", "1"),
        ("carried from the stage before", "2", "0"),
        ("penalties and bonuses of the whole event", "0", "−½"),
    ]


def test_rounds_that_do_not_count_are_no_source() -> None:
    found = between(event([ONE], [TWO]), "A", "D", best_n=1)
    assert sources(found) == [("round 1", "4", None), ("round 2", None, "1")]


def test_the_best_round_is_the_source_of_its_key() -> None:
    found = between(event([ONE], [TWO]), "A", "C", order=("best_session_gp",))
    assert sources(found) == [("round 1", "+60", None), ("round 2", None, "+10")]


def test_the_meetings_are_the_source_of_head_to_head() -> None:
    met = [{"A": 9, "B": 3, "C": -4, "D": -8}, {"E": 4, "F": 3, "G": 2, "H": -9}]
    apart = [{"A": 3, "E": 9, "C": -4, "F": -8}, {"B": 9, "G": 3, "D": 2, "H": -14}]
    facts = event(met, apart)
    found = between(facts, "A", "B", order=("table_points", "head_to_head"))
    assert (found.key, found.above.name) == ("head_to_head", "A")
    assert sources(found) == [("round 1", "2", "−2")]


def test_who_shares_a_rank_has_no_source() -> None:
    two = [{"A": 9, "B": 3, "C": -4, "D": -8}, {"E": 9, "F": 3, "G": -4, "H": -8}]
    found = between(event(two), "A", "E")
    assert (found.key, found.sources) == (None, ())
