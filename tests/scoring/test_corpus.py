"""The worked examples, settled through the code of the command."""

from typing import Any

import pytest

from scoring.ledger import HOUSE
from scoring.rulesets import all_rulesets
from scoring.web.lines import settle_record
from tests.scoring import corpus

FILES = ("sichuan_examples", "central_examples", "south_examples", "quick_examples")
RECORDS = [
    record
    for ruleset in all_rulesets()
    for name in FILES
    for record in corpus.records(f"{name}.jsonl", ruleset.id)
]
NANCHANG = corpus.records("central_examples.jsonl", "nanchang")


@pytest.mark.parametrize("record", RECORDS, ids=[record["id"] for record in RECORDS])
def test_every_example(record: dict[str, Any]) -> None:
    answer = settle_record(record)
    assert answer["id"] == record["id"]
    assert corpus.differences(answer, record["expect"]) == []
    if "error" not in answer:
        fees = sum(line["amount"] for line in answer["ledger"] if line["to"] == HOUSE)
        assert sum(answer["deltas"]) == -fees


def test_every_ruleset_has_examples() -> None:
    with_examples = {record["ruleset"] for record in RECORDS}
    assert with_examples == {ruleset.id for ruleset in all_rulesets()}


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"deltas": [1, -1, 0, 0]}, "deltas"),
        ({"end": "exhaust"}, "end"),
        ({"next_dealer": 2}, "next_dealer"),
        ({"wins": []}, "wins"),
        ({"ledger": []}, "ledger"),
        ({"error": "not_a_win"}, "none of"),
    ],
)
def test_a_wrong_expectation_is_noticed(change: dict[str, Any], word: str) -> None:
    record = NANCHANG[0]
    assert word in corpus.differences(settle_record(record), record["expect"] | change)[0]


def test_what_is_expected_is_never_read() -> None:
    record = {**NANCHANG[0], "expect": {"deltas": "nonsense"}, "tags": 5, "note": ["odd"]}
    assert settle_record(record)["deltas"] == NANCHANG[0]["expect"]["deltas"]
