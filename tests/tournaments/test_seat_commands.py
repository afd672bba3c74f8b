"""The commands `plan_seating` and `seat_quality`: JSON in, JSON out, no database."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.seating.checks import assert_partition, repeats
from tournaments.management.cases.seating import answer_plan, answer_quality


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> list[Any]:
    out = io.BytesIO()
    with monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8", write_through=True))
        try:
            call_command(*arguments)
        finally:
            written = out.getvalue().decode()
    return [json.loads(line) for line in written.splitlines()]


def test_a_plan_by_options(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (answer,) = run(
        monkeypatch, "plan_seating", "--players=24", "--rounds=6", "--teams-of=4", "--seed=3"
    )
    assert_partition(answer["rounds"], 24)
    assert repeats(answer["rounds"]) == 0
    assert answer["quality"]["teammate_meetings"] == 0
    assert answer["seed"] == 3
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(answer))
    (figures,) = run(monkeypatch, "seat_quality", str(file))
    assert figures["repeat_meetings"] == 0
    assert figures["max_same_table"] == answer["quality"]["max_same_table"]


def test_a_last_team_may_be_smaller_and_pairs_stay_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = run(
        monkeypatch,
        "plan_seating",
        "--players=22",
        "--rounds=3",
        "--teams-of=4",
        "--apart",
        "1",
        "5",
    )
    assert answer["substitutes"] == [23, 24]
    assert answer["quality"]["teammate_meetings"] == 0
    assert not any({1, 5} <= set(table) for tables in answer["rounds"] for table in tables)


def test_teams_and_clubs_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["--players=32", "--rounds=4", "--teams=[[1, 2], [3, 4]]", "--clubs=[[5, 6, 7]]"]
    (answer,) = run(monkeypatch, "plan_seating", *arguments)
    assert answer["quality"]["teammate_meetings"] == answer["quality"]["club_meetings"] == 0
    with pytest.raises(CommandError, match="--teams"):
        run(monkeypatch, "plan_seating", "--players=8", "--rounds=1", "--teams=[[1")
    with pytest.raises(CommandError, match="--teams-of"):
        run(monkeypatch, "plan_seating", "--players=8", "--rounds=1", "--teams-of=-1")


def test_a_refusal_by_options_ends_with_an_error(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    with pytest.raises(SystemExit) as left:
        run(monkeypatch, "plan_seating", "--players=8", "--rounds=0")
    assert left.value.code == 1


def test_requests_line_by_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "requests.jsonl"
    lines = [
        {"id": "a", "players": 9, "rounds": 2, "byes": True, "byes_had": {"9": 0, "1": 1}},
        {"id": "b", "players": 8, "rounds": 1, "fixed_tables": {"1": 2}},
        {"id": "c", "players": 8},
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    first, second, third = run(monkeypatch, "plan_seating", str(file))
    assert_partition(first["rounds"], 9, first["byes"])
    assert 1 in second["rounds"][0][1]
    assert (third["id"], third["error"]) == ("c", "bad_record")
    assert "rounds" in third["message"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"players": 8, "rounds": 1, "teams": [[1, "x"]]}, "teams.0.1"),
        ({"players": 8, "rounds": 1, "apart": [[1, 2, 3]]}, "apart.0"),
        ({"players": 8, "rounds": 1, "byes_had": {"x": 1}}, "byes_had"),
        ({"players": 8, "rounds": 1, "method": "stars"}, "method"),
        ({"players": 3, "rounds": 1}, "4 to"),
        ({"players": 8, "rounds": 1, "apart": [[3, 3]]}, "itself"),
        (["players"], "object"),
    ],
)
def test_what_is_wrong_is_said(asked: Any, words: str) -> None:
    answer = answer_plan(asked)
    assert answer["error"]
    assert words in answer["message"]


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"schedule": [[[1, 2, 3, 4]], [[1, 2, 1, 4], [5, 6, 7, 4]]]}, "number 1 has 2 seats"),
        ({"schedule": [[[1, 2, 3, 4, 5]]]}, "schedule"),
        ({"schedule": "x"}, "schedule"),
        ({}, "schedule"),
        (3, "object"),
    ],
)
def test_a_plan_that_is_none_is_not_measured(asked: Any, words: str) -> None:
    answer = answer_quality(asked)
    assert answer["error"]
    assert words in answer["message"]


def test_everybody_seated_twice_is_named() -> None:
    answer = answer_quality({"schedule": [[[1, 2, 3, 4], [1, 2, 5, 6]]]})
    assert "number 1 has" in answer["message"]
    assert "number 2 has" in answer["message"]
