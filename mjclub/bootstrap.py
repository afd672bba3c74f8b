"""From a bare Python to the project's own environment. Standard library only.

The environment stands in ``.venv``; a stamp in it says which lock files it was built from, so that
a second call costs nothing. All that is said here goes to standard error.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.txt"
DEV_LOCK = ROOT / "requirements-dev.txt"
NEEDED = (3, 11)
# Commands that need the tools of the lock for developers as well.
DEV_COMMANDS = frozenset({"test", "messages", "makemigrations", "check_run"})


def enter(argv: Sequence[str]) -> None:
    """Make sure that the command runs in the project's environment; may not return.

    With ``MJCLUB_NO_BOOTSTRAP=1`` nothing is built and the calling Python is used.
    """
    if os.environ.get("MJCLUB_NO_BOOTSTRAP") == "1":
        return
    problem = version_problem(sys.version_info[:2])
    if problem:
        stop(problem)
    command = argv[1] if len(argv) > 1 else ""
    locks = [LOCK, DEV_LOCK] if command in DEV_COMMANDS else [LOCK]
    build(locks)
    python = venv_python(VENV)
    if Path(sys.prefix).resolve() != VENV.resolve():
        sys.stdout.flush()
        os.execv(str(python), [str(python), str(ROOT / "manage.py"), *argv[1:]])


def version_problem(version: tuple[int, ...]) -> str:
    """Return the plain sentence for a Python that will not do, or nothing."""
    if tuple(version[:2]) == NEEDED:
        return ""
    found = ".".join(map(str, version))
    return f"mjclub needs Python 3.11; this is Python {found}. Call it with python3.11."


def stop(sentence: str) -> None:
    """Say one sentence and end."""
    sys.stderr.write(sentence + "\n")
    raise SystemExit(1)


def say(sentence: str) -> None:
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def venv_python(venv: Path) -> Path:
    folder, name = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return venv / folder / name


def stamp_of(locks: Sequence[Path]) -> str:
    """Return what the environment must have been built from: the locks and the Python."""
    digest = hashlib.sha256(repr(sys.version_info[:3]).encode())
    for lock in locks:
        digest.update(lock.read_bytes())
    return digest.hexdigest()


def build(locks: Sequence[Path]) -> None:
    """Build or complete the environment for the locks named; nothing to do when it is current."""
    stamp = VENV / f"stamp-{'-'.join(lock.stem for lock in locks)}"
    wanted = stamp_of(locks)
    if venv_python(VENV).exists() and stamp.exists() and stamp.read_text() == wanted:
        return
    say("Setting up (once): installing what mjclub needs …")
    if not _same_python():
        _make_venv()
    _install(locks)
    stamp.write_text(wanted)


def _same_python() -> bool:
    """Whether an environment of this very Python version is there."""
    python = venv_python(VENV)
    if not python.exists():
        return False
    code = "import sys; print(sys.version_info[:3])"
    found = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=False)
    return found.stdout.strip() == str(sys.version_info[:3])


def _make_venv() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    made = subprocess.run(
        [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False
    )
    if made.returncode or not venv_python(VENV).exists():
        shutil.rmtree(VENV, ignore_errors=True)
        stop(
            "Python's venv module is missing or does not work; "
            "install it (on Debian and Ubuntu: apt install python3-venv) and call again."
        )


def _install(locks: Sequence[Path]) -> None:
    python = str(venv_python(VENV))
    files = [part for lock in locks for part in ("-r", str(lock))]
    uv = shutil.which("uv")
    if uv:
        call = [uv, "pip", "install", "--quiet", "--python", python, "--require-hashes", *files]
    else:
        call = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        call += ["--require-hashes", *files]
    # Standard output belongs to the command's own answers.
    done = subprocess.run(call, stdout=sys.stderr, check=False)
    if done.returncode:
        stop("The packages could not be installed; the lines above say why.")
