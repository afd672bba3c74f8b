"""Records written again for other winds of the same people."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.reseat import reseat_events
from scoring.rulesets import get_ruleset
from tests.scoring import corpus
from tests.scoring.build import EXHAUST, settle, win

TURNS = [[(seat + turn) % 4 for seat in range(4)] for turn in range(4)]
RECORDS = [
    record
    for record in (
        *corpus.records("quick_examples.jsonl", "guobiao"),
        *corpus.records("central_examples.jsonl", "nanchang"),
    )
    if "deltas" in record["expect"]
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record["id"])
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_money_moves_with_the_people(record: dict[str, Any], turn: int) -> None:
    new_seat = TURNS[turn]
    vocabulary = get_ruleset(record["ruleset"]).vocabulary
    events = reseat_events(record["events"], vocabulary, new_seat)
    context = dict(record.get("context", {}))
    context["dealer"] = new_seat[context.get("dealer", 0)]
    answer = settle(record["ruleset"], *events, context=context, **record.get("options", {}))
    expected = [0] * 4
    for seat, delta in enumerate(record["expect"]["deltas"]):
        expected[new_seat[seat]] = delta
    assert answer["deltas"] == expected


@given(st.permutations(range(4)), st.sampled_from(RECORDS))
def test_there_and_back(new_seat: list[int], record: dict[str, Any]) -> None:
    vocabulary = get_ruleset(record["ruleset"]).vocabulary
    back = [new_seat.index(seat) for seat in range(4)]
    moved = reseat_events(record["events"], vocabulary, new_seat)
    assert reseat_events(moved, vocabulary, back) == record["events"]


@pytest.mark.parametrize("new_seat", list(permutations(range(4))))
def test_several_winners_stand_in_turn_order_afterwards(new_seat: tuple[int, ...]) -> None:
    winners = [{"seat": s, "declared": {"fan": 8 + s}} for s in (1, 2, 3)]
    events = reseat_events(
        [win(1, 0, winners=winners)], get_ruleset("guobiao").vocabulary, new_seat
    )
    answer = settle("guobiao", *events, multi_win="all")
    assert {w["seat"]: w["fan"] for w in answer["wins"]} == {new_seat[s]: 8 + s for s in (1, 2, 3)}


def test_every_key_with_a_seat_is_moved() -> None:
    events: list[dict[str, Any]] = [
        {"type": "wild", "indicator": "4s", "tiles": ["4s", "5s"]},
        {"type": "kong", "seat": 0, "kind": "exposed", "tile": "9s", "from": 1},
        {"type": "penalty", "seat": 2, "kind": "x", "amount": 3, "against": [0, 1]},
        {**EXHAUST, "states": [{"state": "not_ready"}] * 3 + [{"state": "ready", "max_fan": 1}]},
        {"type": "jing", "held": [[1, 0], [0, 1], [0, 0], [2, 0]]},
        {"type": "adjust", "from": 0, "to": 3, "amount": 5},
    ]
    moved = reseat_events(events, get_ruleset("nanchang").vocabulary, [1, 0, 3, 2])
    assert moved == [
        events[0],
        {**events[1], "seat": 1, "from": 0},
        {**events[2], "seat": 3, "against": [1, 0]},
        {
            **EXHAUST,
            "states": [
                {"state": "not_ready"},
                {"state": "not_ready"},
                {"state": "ready", "max_fan": 1},
                {"state": "not_ready"},
            ],
        },
        {"type": "jing", "held": [[0, 1], [1, 0], [2, 0], [0, 0]]},
        {**events[5], "from": 1, "to": 2},
    ]
