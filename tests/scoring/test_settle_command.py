"""`manage.py settle`: JSON lines in, one answer a line out."""

import contextlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import CODES
from scoring.web.lines import LONGEST_MESSAGE, Lines, settle_record
from tests.scoring.build import EXHAUST, number

ROOT = Path(__file__).parent.parent.parent
GOOD = {"id": "a", "ruleset": "guobiao", "events": [number(8, 1, 0)]}
BAD = {"id": "b", "ruleset": "guobiao", "events": [number(7, 1, 0)]}
DRAWN = {"id": "c", "ruleset": "nanchang", "events": [EXHAUST]}


def _run(text: str) -> tuple[list[dict[str, Any]], bool]:
    lines = Lines(settle_record)
    answers = [json.loads(line) for line in lines(text.split("\n"))]
    return answers, lines.all_json


def test_answers_come_in_the_order_of_the_lines() -> None:
    text = "\n".join(
        ["\ufeff" + json.dumps(GOOD), "", json.dumps(BAD), "  \t\r", json.dumps(DRAWN)]
    )
    answers, all_json = _run(text)
    assert [answer["id"] for answer in answers] == ["a", "b", "c"]
    assert all_json
    assert list(answers[0]) == ["id", "deltas", "wins", "ledger", "next_dealer", "end"]
    assert list(answers[1]) == ["id", "error", "event", "message"]
    assert (answers[1]["error"], answers[1]["event"]) == ("below_minimum", 0)


@pytest.mark.parametrize("line", ["{", "nonsense", "[1,", '{"a": NaN}', "1" * 5000, "[" * 5000])
def test_a_line_that_is_no_json(line: str) -> None:
    answers, all_json = _run(line + "\n" + json.dumps(GOOD))
    assert not all_json
    assert answers[0] == {
        "id": None,
        "error": "bad_json",
        "event": None,
        "message": answers[0]["message"],
    }
    assert answers[1]["deltas"] == [-16, 32, -8, -8]


@pytest.mark.parametrize("line", ["null", "5", '"text"', "[]", "{}", '{"id": [1]}'])
def test_json_that_is_no_record_is_an_answer(line: str) -> None:
    answers, all_json = _run(line)
    assert all_json
    assert answers[0]["error"] == "bad_record"


@pytest.mark.parametrize(
    "line",
    [
        '{"id": 1e999}',
        '{"id": Infinity}',
        '{"id": -1e999, "events": []}',
    ],
)
def test_a_number_that_no_answer_can_hold(line: str) -> None:
    answers, all_json = _run(line)
    assert not all_json
    assert answers[0]["error"] == "bad_json"


def _nested(depth: int, key: str) -> str:
    return f'{{"id": "a", "ruleset": "guobiao", "{key}": {"[" * depth}{"]" * depth}}}'


@pytest.mark.parametrize("key", ["id", "ruleset", "events", "context", "options"])
def test_lines_that_are_nested_deeply(key: str) -> None:
    for depth in (100, 500, 900, 950, 980, 990, 1000, 5000):
        (answer,), _all_json = _run(_nested(depth, key))
        assert answer["error"] in CODES
        assert len(answer["message"]) <= 2 * LONGEST_MESSAGE + 3


def test_a_line_that_is_too_long() -> None:
    long = json.dumps({**GOOD, "id": "b", "note": "x" * 2000})
    lines = Lines(settle_record, longest=1000)
    answers = [json.loads(line) for line in lines([long, json.dumps(GOOD), "[" + "1," * 999])]
    assert [answer.get("error") for answer in answers] == ["bad_record", None, "bad_json"]
    assert [answer["id"] for answer in answers] == ["b", "a", None]
    assert not lines.all_json


def test_what_is_long_is_not_repeated() -> None:
    (answer,), _all_json = _run(json.dumps({"id": "x" * 50_000, "ruleset": "y" * 50_000}))
    assert answer["id"] is None
    assert len(answer["message"]) < 5000


@given(st.text(max_size=40))
def test_any_text_gets_an_answer(text: str) -> None:
    answers, _all_json = _run(text)
    for answer in answers:
        assert answer["error"] in ("bad_json", "bad_record")


def _command(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "manage.py", "settle", *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        check=False,
        env={"MJCLUB_NO_BOOTSTRAP": "1", "PATH": "/usr/bin:/bin", "LC_ALL": "C"},
    )


def test_the_command_reads_a_file_and_standard_input(tmp_path: Path) -> None:
    content = (json.dumps(GOOD, ensure_ascii=False) + "\r\n" + json.dumps(BAD)).encode()
    file = tmp_path / "records.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + content)
    from_file, from_input = _command(str(file)), _command(given=content)
    assert from_file.returncode == from_input.returncode == 0, from_file.stderr
    assert from_file.stdout == from_input.stdout
    assert from_file.stderr == b""
    lines = from_file.stdout.decode("utf-8").splitlines()
    assert [json.loads(line)["id"] for line in lines] == ["a", "b"]
    assert "不到8番" in lines[1]


def test_the_command_tells_of_lines_that_are_no_json() -> None:
    done = _command(given=b'{"id": \xff\n{"id": "\\ud800"}\n')
    assert done.returncode == 1
    assert [json.loads(line)["error"] for line in io.BytesIO(done.stdout)] == [
        "bad_json",
        "bad_record",
    ]


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    done = _command(str(tmp_path / "none.jsonl"))
    assert done.returncode == 1
    assert done.stdout == b""
    assert b"none.jsonl" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_long_line_of_nonsense_is_one_answer() -> None:
    wild = json.dumps({"id": "a", "ruleset": "guobiao", "events": [1] * 3_000_000}).encode()
    done = _command(given=wild + b"\n" + json.dumps(GOOD).encode())
    first, second = map(json.loads, done.stdout.splitlines())
    assert done.returncode == 0, done.stderr
    assert (first["id"], first["error"]) == ("a", "bad_record")
    assert second["deltas"] == [-16, 32, -8, -8]


def test_a_reader_that_has_seen_enough() -> None:
    """Nothing is said when the answers are more than a pipe holds and nobody reads them."""
    many = (json.dumps(GOOD) + "\n").encode() * 5000
    with subprocess.Popen(
        [sys.executable, "manage.py", "settle"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            running.stdin.write(many)
            running.stdin.close()
        assert running.stderr.read() == b""
        assert running.wait() == 0
