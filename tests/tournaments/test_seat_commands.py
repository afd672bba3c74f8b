"""The commands `plan_seating` and `seat_quality`: JSON in, JSON out, no database."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.seating.checks import assert_partition, meetings, repeats
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
    known = set(figures["quality"])
    assert figures == {"quality": {k: v for k, v in answer["quality"].items() if k in known}}


def test_a_last_team_may_be_smaller_and_pairs_stay_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = run(
        monkeypatch,
        "plan_seating",
        "--players=22",
        "--rounds=3",
        "--teams-of=4",
        "--apart=[[1, 5]]",
    )
    assert answer["substitutes"] == [23, 24]
    assert answer["quality"]["teammate_meetings"] == 0
    assert not any({1, 5} <= set(table) for tables in answer["rounds"] for table in tables)


def test_teams_clubs_and_pairs_as_json(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    arguments = ["--players=32", "--rounds=4", "--teams=[[1, 2], [3, 4]]", "--clubs=[[5, 6, 7]]"]
    (answer,) = run(monkeypatch, "plan_seating", *arguments)
    assert answer["quality"]["teammate_meetings"] == answer["quality"]["club_meetings"] == 0
    (tmp_path / "teams").write_text("[[1, 2], [3, 4]]", "utf-8-sig")
    (tmp_path / "apart").write_text("[[1, 9], [2, 10]]")
    files = [f"--teams={tmp_path / 'teams'}", f"--apart={tmp_path / 'apart'}"]
    (answer,) = run(monkeypatch, "plan_seating", "--players=32", "--rounds=4", *files, "--json")
    met = meetings(answer["rounds"])
    assert not any(met[frozenset(p)] for p in ((1, 2), (3, 4), (1, 9), (2, 10)))
    for wrong in ("[[1", str(tmp_path / "none")):
        with pytest.raises(CommandError, match="--teams"):
            run(monkeypatch, "plan_seating", "--players=8", "--rounds=1", f"--teams={wrong}")
    with pytest.raises(CommandError, match="--teams-of"):
        run(monkeypatch, "plan_seating", "--players=8", "--rounds=1", "--teams-of=-1")


def test_the_answer_holds_rounds_quality_and_method(monkeypatch: pytest.MonkeyPatch) -> None:
    (answer,) = run(monkeypatch, "plan_seating", "--players=12", "--rounds=1")
    assert {"rounds", "quality", "method"} <= set(answer)
    assert not {"byes", "substitutes", "cut_short"} & set(answer)
    (answer,) = run(monkeypatch, "plan_seating", "--players=14", "--rounds=3", "--byes")
    assert_partition(answer["rounds"], 14, answer["byes"])
    (answer,) = run(monkeypatch, "plan_seating", "--players=14", "--rounds=3")
    assert_partition(answer["rounds"], 16)


def test_a_ceiling_that_cut_the_search_short_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = ["plan_seating", "--players=20", "--rounds=7", "--byes", "--apart=[[1, 2]]"]
    (answer,) = run(monkeypatch, *arguments, "--seconds=0.05")
    assert answer["cut_short"] is True
    assert "cut short" in answer["reasons"][0]
    assert_partition(answer["rounds"], 20)
    (answer,) = run(monkeypatch, "plan_seating", "--players=40", "--rounds=8", "--seconds=100")
    assert "cut_short" not in answer


def test_team_mates_never_meet_unless_they_may(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    arguments = ["plan_seating", "--players=8", "--rounds=1", "--teams=[[1, 2, 3]]"]
    with pytest.raises(SystemExit):
        run(monkeypatch, *arguments)
    assert b"2 tables" in capfdbinary.readouterr().err
    (answer,) = run(monkeypatch, *arguments, "--teams-may-meet")
    assert answer["quality"]["teammate_meetings"] == 1


def test_plans_over_many_lines_and_one_to_a_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plan = {"rounds": [[[1, 2, 3, 4]], [[2, 1, 4, 3]]]}
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan, indent=1), "utf-8-sig")
    (answer,) = run(monkeypatch, "seat_quality", str(file), "--json")
    assert answer["quality"]["repeat_meetings"] == 6
    file.write_text(f"{json.dumps({**plan, 'id': 1})}\n{json.dumps({'rounds': 3})}\n")
    first, second = run(monkeypatch, "seat_quality", str(file))
    assert (first["id"], first["quality"]["max_meetings"]) == (1, 2)
    assert second["error"]
    file.write_text(json.dumps({"rounds": [[[1, 1, 2, 3]]]}))
    with pytest.raises(SystemExit):
        run(monkeypatch, "seat_quality", str(file))
    with pytest.raises(CommandError, match="none"):
        run(monkeypatch, "seat_quality", str(tmp_path / "none"))


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
        {"id": "d", "players": 8, "rounds": 4, "fixed_winds": {"3": "W"}, "late": {"8": 3}},
    ]
    file.write_text("\n".join(map(json.dumps, lines)))
    first, second, third, fourth = run(monkeypatch, "plan_seating", str(file))
    assert_partition(first["rounds"], 9, first["byes"])
    assert 1 in second["rounds"][0][1]
    assert (third["id"], third["error"]) == ("c", "bad_record")
    assert "rounds" in third["message"]
    assert all(any(t[2] == 3 for t in tables) for tables in fourth["rounds"])
    assert fourth["substitutes"] == [9]
    assert [any(8 in t for t in tables) for tables in fourth["rounds"]] == [
        False,
        False,
        True,
        True,
    ]


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
