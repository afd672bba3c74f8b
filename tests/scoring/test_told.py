"""Records told in words."""

import json
from typing import Any

import pytest

from scoring.rulesets import all_rulesets, get_ruleset
from scoring.told import tell
from tests.scoring.corpus import FOLDER

FILES = sorted(FOLDER.glob("*_examples.jsonl"))
RECORDS = [
    record
    for path in FILES
    for record in map(json.loads, path.read_text("utf-8").splitlines())
    if record["ruleset"] in {r.id for r in all_rulesets()} and "error" not in record["expect"]
]


def told(ruleset: str, *events: dict[str, Any]) -> list[tuple[str, str]]:
    return [tuple(t.words) for t in tell(get_ruleset(ruleset), {"events": list(events)})]


def test_a_win_on_a_discard() -> None:
    win = {
        "type": "win",
        "by": "discard",
        "from": 0,
        "tile": "5m",
        "winners": [{"seat": 1, "declared": {"patterns": ["qi_dui"]}}],
        "flags": ["last_tile"],
    }
    assert told("guobiao", win) == [
        (
            "南和牌（七对、海底），五万，东放炮",
            "South wins on a discard (Seven Pairs, Last tile), 5 characters, given by East",
        )
    ]


def test_kongs_flowers_and_the_end_of_the_wall() -> None:
    events = (
        {"type": "flower", "seat": 2, "tile": "1f"},
        {"type": "kong", "seat": 0, "kind": "exposed", "tile": "1z", "from": 3, "id": "k1"},
        {"type": "exhaust"},
    )
    zh = [words for words, _en in told("guobiao", *events)]
    assert zh[0] == "西补花：春"
    assert zh[1] == "东直杠：东、谁打的 北"
    assert zh[2] == "荒牌"


def test_an_adjustment_names_both() -> None:
    adjust = {"type": "adjust", "from": 0, "to": 2, "amount": 8}
    zh, en = told("guobiao", adjust)[0]
    assert zh == "裁判调整：东付西8"
    assert en == "Referee's adjustment: East pays West 8"


def test_hands_are_given_for_the_page_to_draw() -> None:
    hand = {"concealed": "2233445566m", "melds": [{"kind": "pung", "tiles": "777m", "from": 2}]}
    win = {"type": "win", "by": "self_draw", "tile": "1m", "winners": [{"seat": 0, "hand": hand}]}
    (found,) = tell(get_ruleset("guobiao"), {"events": [win]})
    assert found.hands == (("2233445566m", "777m", "1m"),)


@pytest.mark.parametrize("record", RECORDS, ids=[r["id"] for r in RECORDS])
def test_every_example_can_be_told(record: dict[str, Any]) -> None:
    found = tell(get_ruleset(record["ruleset"]), record)
    assert len(found) == len(record["events"])
    for sentence in found:
        assert sentence.words.zh.strip()
        assert sentence.words.en.strip()
