"""The command `rank`: worked cases of the competition rules, and what is refused."""

import io
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.management.cases import KINDS, answer_case

CASES = Path(__file__).parent.parent / "data" / "corpus" / "competition_cases.jsonl"
LINES = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", LINES, ids=lambda case: case["id"])
def test_worked_cases(case: dict[str, Any]) -> None:
    answer = answer_case({k: v for k, v in case.items() if k not in ("expect", "why")})
    assert answer["id"] == case["id"]
    assert {key: answer.get(key) for key in case["expect"]} == case["expect"]


def test_every_kind_is_worked() -> None:
    assert {case["kind"] for case in LINES} == set(KINDS)


def test_the_command_answers_line_by_line(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> None:
    file = tmp_path / "cases.jsonl"
    file.write_text(
        '{"id": 1, "kind": "seat", "input": {"hand": 5}}\n\nnot json\n{"id": 2}\n', "utf-8"
    )
    out = io.TextIOWrapper(io.BytesIO(), "utf-8")
    monkeypatch.setattr(sys, "stdout", out)
    with pytest.raises(SystemExit) as left:
        call_command("rank", str(file))
    assert left.value.code == 1
    assert isinstance(out.buffer, io.BytesIO)
    first, second, third = map(json.loads, out.buffer.getvalue().decode().splitlines())
    assert first["dealer"] == "B"
    assert (second["id"], second["error"]) == (None, "bad_json")
    assert (third["id"], third["error"]) == (2, "bad_record")


def one_table(**results: int) -> dict[str, Any]:
    return {"tables": [{"results": results}]}


@pytest.mark.parametrize(
    ("kind", "config", "given", "words"),
    [
        ("table_points", {}, {}, "scores"),
        ("table_points", {}, {"scores": [1, 2, "x", 4]}, "scores.2"),
        ("table_points", {"scheme": "best"}, {"scores": [1, 2, 3, 4]}, "scheme"),
        ("table_points", {"scheme_points": [1, 2, 3, 4]}, {"scores": [1, 2, 3, 4]}, "rise"),
        ("hand", {}, {"hand": {"result": "discard", "winner": 1, "fan": 8}}, ""),
        ("hand", {}, {"hand": {"result": "self_draw", "winner": 1, "fan": 7}}, "7"),
        ("hand", {}, {"hand": {"result": "self_draw"}}, ""),
        (
            "hand",
            {},
            {
                "hand": {
                    "result": "draw",
                    "penalties": [{"offender": 1, "mode": "pay_to", "to": 1, "points": 5}],
                }
            },
            "another player",
        ),
        ("penalty", {}, {"event": {"type": "yawning"}}, "type"),
        ("penalty", {}, {"event": {"type": "late"}}, "minutes"),
        ("penalty", {"ruleset": "x"}, {"event": {"type": "late", "minutes": 2}}, "ruleset"),
        (
            "match",
            {},
            {"players": list("ABCD"), "session_penalties": [{"player": "Z", "points": 5}]},
            "Z",
        ),
        ("seat", {}, {"hand": 17}, "hand"),
        ("seat", {"variant": "waltz"}, {"hand": 1}, "variant"),
        ("standings", {"order": ["luck"]}, {"sessions": []}, "luck"),
        (
            "standings",
            {},
            {"sessions": [{"tables": [{"results": {"A": 1.5}}]}]},
            "sessions.0.tables",
        ),
        ("standings", {}, {"sessions": [one_table(A=1, B=2, C=3, D=4, E=5)]}, "four"),
        (
            "standings",
            {},
            {"sessions": [{"tables": [{"results": {"A": 1}}, {"results": {"A": 2}}]}]},
            "two tables",
        ),
        ("team", {}, {"teams": {"X": ["a"], "Y": ["a"]}}, "two teams"),
        ("team", {}, {"team_adjustments": [{"team": "X", "game_points": 1}]}, "no team"),
        ("carry", {}, {"mode": "some", "stage_totals": {}}, "some"),
        ("carry", {}, {"mode": "fraction", "fraction": "1/0", "stage_totals": {}}, "fraction"),
        ("seating_metrics", {}, {"schedule": [[[1]]]}, "schedule"),
        ("luck", {}, {}, "kind"),
        (["seat"], {}, {}, "kind"),
        ("seat", [], {}, "config"),
        ("seat", {}, None, "input"),
    ],
)
def test_what_is_wrong_is_named(kind: Any, config: Any, given: Any, words: str) -> None:
    answer = answer_case({"id": "x", "kind": kind, "config": config, "input": given})
    assert answer["id"] == "x"
    assert answer["error"]
    assert words in answer["message"]
    assert " / " in answer["message"]


@pytest.mark.parametrize("content", [None, 3, [], "text"])
def test_what_is_no_object_is_refused(content: object) -> None:
    assert answer_case(content)["error"] == "bad_record"


JUNK = (None, 1, -1, "", "x", [], {}, [[]], 1.5, True, 10**30, "7/4", [1, 2], {"a": 1})


def spoiled(content: Any, random: Random) -> Any:
    """Return content with something in it left out or replaced by junk."""
    if isinstance(content, dict) and content and random.random() < 0.85:
        key = random.choice(sorted(content))
        rest = {k: v for k, v in content.items() if k != key}
        return rest if random.random() < 0.1 else {**rest, key: spoiled(content[key], random)}
    if isinstance(content, list) and content and random.random() < 0.85:
        place = random.randrange(len(content))
        return [spoiled(v, random) if i == place else v for i, v in enumerate(content)]
    return random.choice(JUNK)


@given(st.sampled_from(LINES), st.randoms(use_true_random=False))
@settings(max_examples=300, deadline=None)
def test_no_spoiled_case_goes_unanswered(case: dict[str, Any], random: Random) -> None:
    answer = answer_case(spoiled(case, random))
    assert "id" in answer
    assert json.loads(json.dumps(answer)) == answer
