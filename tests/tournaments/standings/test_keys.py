"""Ranking keys: each one, and how they are asked."""

from dataclasses import replace

import pytest

from tests.tournaments.standings.build import event, ident, ranks, row
from tournaments.standings import METRICS, StandingsConfig, compute
from tournaments.standings.metrics import NOT_ASKED, Value
from tournaments.standings.ranking import rank


def test_every_key_tells_its_name_in_both_languages() -> None:
    for key, metric in METRICS.items():
        assert metric.key == key
        for text in (metric.name, metric.short, metric.description):
            assert text.zh
            assert text.en


def test_the_order_is_said_in_a_sentence() -> None:
    standings = compute(event(), StandingsConfig(order=("table_points", "lot")))
    assert standings.order_sentence.en == "By table points, then lot; equal on all: shared rank."
    assert "标准分" in standings.order_sentence.zh


def test_a_key_is_asked_only_of_those_who_are_still_tied() -> None:
    asked: list[list[str]] = []

    def first(tied: list[str]) -> dict[str, Value]:
        return {id_: (int(id_ == "a"),) for id_ in tied}

    def second(tied: list[str]) -> dict[str, Value] | None:
        asked.append(sorted(tied))
        return None

    ranked = rank(list("abc"), [first, second])  # type: ignore[list-item]  # lists suffice here
    assert asked == [["a"], ["b", "c"]]
    assert {id_: (r.rank, r.tied) for id_, r in ranked.items()} == {
        "a": (1, False),
        "b": (2, True),
        "c": (2, True),
    }
    assert ranked["b"].values == ((0,), None)


def test_countback_compares_the_rounds_from_the_best_down() -> None:
    facts = event(
        [{"A": 10, "B": 5, "C": -5, "D": -10}],
        [{"B": 10, "C": 5, "A": -5, "D": -10}],
    )
    config = StandingsConfig(order=("tp_countback",))
    assert [r.name for r in compute(facts, config).rows] == ["B", "A", "C", "D"]
    assert row(compute(facts, config), "C").values == ("2 1",)


def test_hands_won_and_best_game_points() -> None:
    facts = event([{"A": 8, "B": 8, "C": -8, "D": -8}])
    won = ((ident("B"), 3), (ident("A"), 2))
    facts = replace(facts, tables=(replace(facts.tables[0], hands_won=won),))
    standings = compute(facts, StandingsConfig(order=("table_points", "hands_won")))
    assert ranks(standings) == {"B": 1, "A": 2, "C": 3, "D": 3}
    best = compute(facts, StandingsConfig(order=("best_session_gp",)))
    assert ranks(best) == {"A": 1, "B": 1, "C": 3, "D": 3}


def test_head_to_head_is_the_sum_of_differences_at_shared_tables() -> None:
    """A, B and D have 4 each; all met at the first table, B and D once more."""
    facts = event(
        [{"A": 9, "B": 5, "C": -5, "D": -9}],
        [{"C": 9, "G": 5, "E": -5, "A": -9}, {"D": 9, "B": 5, "H": -5, "F": -9}],
    )
    standings = compute(facts, StandingsConfig(order=("table_points", "head_to_head")))
    assert [(r.name, r.rank, r.values) for r in standings.rows[:4]] == [
        ("C", 1, ("5", NOT_ASKED)),
        ("A", 2, ("4", "6")),
        ("B", 3, ("4", "-2")),
        ("D", 4, ("4", "-4")),
    ]


def test_head_to_head_is_not_asked_when_one_pair_has_not_met() -> None:
    config = StandingsConfig(order=("table_points", "head_to_head", "game_points"))
    facts = event([{"A": 3, "B": 2, "C": 1, "D": -6}, {"E": 9, "F": 8, "G": 7, "H": -24}])
    standings = compute(facts, config)
    assert row(standings, "A").values[1] == NOT_ASKED
    assert ranks(standings) == {"E": 1, "A": 2, "F": 3, "B": 4, "G": 5, "C": 6, "D": 7, "H": 8}


def test_lots_go_from_the_smallest_and_those_without_come_last() -> None:
    entries = {"A": {"lot": 9}, "C": {"lot": 2}, "D": {"lot": 11}}
    facts = event([dict.fromkeys("ABCD", 0)], entries=entries)
    standings = compute(facts, StandingsConfig(order=("table_points", "lot")))
    assert ranks(standings) == {"C": 1, "A": 2, "D": 3, "B": 4}
    assert row(standings, "B").values == ("7/4", NOT_ASKED)


@pytest.mark.parametrize("key", [key for key in METRICS if key != "head_to_head"])
def test_a_key_has_a_value_for_who_has_not_played(key: str) -> None:
    standings = compute(event(entries={"A": {}}), StandingsConfig(order=(key,)))
    assert standings.rows[0].rank == 1
    assert standings.rows[0].table_points == 0
