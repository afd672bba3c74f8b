"""The worked examples, settled through the code of the command."""

from typing import Any

import pytest

from scoring.web.lines import settle_record
from tests.scoring import corpus

NANCHANG = corpus.records("central_examples.jsonl", "nanchang")
GUOBIAO = [
    *corpus.records("quick_examples.jsonl", "guobiao"),
    *corpus.records("south_examples.jsonl", "guobiao"),
]


def _ids(records: list[dict[str, Any]]) -> list[str]:
    return [record["id"] for record in records]


def _check(record: dict[str, Any]) -> None:
    answer = settle_record(record)
    assert answer["id"] == record["id"]
    assert corpus.differences(answer, record["expect"]) == []
    if "error" not in answer:
        assert sum(answer["deltas"]) == 0


@pytest.mark.parametrize("record", NANCHANG, ids=_ids(NANCHANG))
def test_nanchang_examples(record: dict[str, Any]) -> None:
    _check(record)


@pytest.mark.parametrize("record", GUOBIAO, ids=_ids(GUOBIAO))
def test_guobiao_examples(record: dict[str, Any]) -> None:
    _check(record)


def test_the_examples_are_there() -> None:
    assert len(NANCHANG) == 31
    assert len(GUOBIAO) == 32


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
