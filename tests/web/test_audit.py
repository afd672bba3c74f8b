"""`.ci/audit`: what is known fails; what nobody knows, or no answer, is loud and fails nothing."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

SOUND = {"name": "django", "version": "5.2.19", "vulns": []}
BROKEN = {"name": "django", "version": "5.2.1", "vulns": [{"id": "X-1", "fix_versions": ["5.2.2"]}]}
UNKNOWN = {"name": "ours", "skip_reason": "not found"}


def audit(house: Path, answer: str, *, code: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the check with a pip-audit that prints ``answer`` and ends with ``code``."""
    (house / ".ci").mkdir()
    (house / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(Path(settings.BASE_DIR) / ".ci" / "audit", house / ".ci" / "audit")
    (house / "answer").write_text(answer)
    program = house / ".venv" / "bin" / "pip-audit"
    program.write_text(f"#!/bin/sh\ncat answer; echo 'no such host' >&2; exit {code}\n")
    program.chmod(0o755)
    return subprocess.run(
        [sys.executable, str(house / ".ci" / "audit")], capture_output=True, text=True, check=False
    )


def answered(*packages: object) -> str:
    return json.dumps({"dependencies": packages})


def test_nothing_known_passes_quietly(tmp_path: Path) -> None:
    done = audit(tmp_path, answered(SOUND))
    assert (done.returncode, "!!!!!" in done.stdout) == (0, False)


def test_a_known_vulnerability_fails_and_says_what_mends_it(tmp_path: Path) -> None:
    done = audit(tmp_path, answered(SOUND, UNKNOWN, BROKEN), code=1)
    assert done.returncode == 1
    assert "requirements.txt: django 5.2.1: X-1; mended in 5.2.2" in done.stdout


@pytest.mark.parametrize(("answer", "code"), [("", 1), ("<html>", 1), ("{}", 0)])
def test_no_answer_is_loud_and_fails_nothing(tmp_path: Path, answer: str, code: int) -> None:
    done = audit(tmp_path, answer, code=code)
    assert done.returncode == 0
    assert "!!!!! NOTHING OF requirements.txt WAS AUDITED" in done.stdout
    assert "no such host" in done.stdout


def test_what_nobody_knows_is_named(tmp_path: Path) -> None:
    done = audit(tmp_path, answered(SOUND, UNKNOWN))
    assert done.returncode == 0
    assert "!!!!!   ours: not found" in done.stdout
