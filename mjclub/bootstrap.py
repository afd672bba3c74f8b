"""From a bare Python to the project's own environment. Standard library only.

The environment stands in ``.venv``; a stamp in it says which lock files it was built from, so that
a second call costs nothing. All that is said here goes to standard error.
"""

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.txt"
DEV_LOCK = ROOT / "requirements-dev.txt"
NEEDED = (3, 11)
# Commands that need the tools of the lock for developers as well.
DEV_COMMANDS = frozenset({"test", "messages"})


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
    """Return what the environment must have been built from: the locks and the Python.

    Any 3.11 will do for what another 3.11 has built, so the third number is left out.
    """
    digest = hashlib.sha256(repr(NEEDED).encode())
    for lock in locks:
        digest.update(lock.read_bytes())
    return digest.hexdigest()


def stamp_file(locks: Sequence[Path]) -> Path:
    return VENV / f"stamp-{'-'.join(lock.stem for lock in locks)}"


def is_current(locks: Sequence[Path]) -> bool:
    """Whether the environment holds the locks named; what tests add beside them does not matter."""
    if not venv_python(VENV).exists():
        return False
    for built in {tuple(locks), (LOCK, DEV_LOCK)}:
        stamp = stamp_file(built)
        holds_all = set(locks) <= set(built) and stamp.exists()
        if holds_all and stamp.read_text() == stamp_of(built):
            return True
    return False


def build(locks: Sequence[Path]) -> None:
    """Build or complete the environment for the locks named; nothing to do when it is current."""
    if is_current(locks):
        return
    with _alone(), _ended_cleanly():
        if is_current(locks):  # somebody else has built it meanwhile
            return
        say("Setting up (once): installing what mjclub needs …")
        if not _works():
            _make_venv()
        _install(locks)
        stamp_file(locks).write_text(stamp_of(locks))


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Hold off other commands that want to build the same environment."""
    try:
        import fcntl
    except ImportError:  # no such locks on Windows
        yield
        return
    place = ROOT / "var" / "setup.lock"
    place.parent.mkdir(exist_ok=True)
    with place.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


@contextlib.contextmanager
def _ended_cleanly() -> Iterator[None]:
    """While packages are installed, let SIGTERM and Ctrl-C end the installer as well."""

    def end(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    before = {number: signal.signal(number, end) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _works() -> bool:
    """Whether an environment of the right Python is there that packages can be put into."""
    python = venv_python(VENV)
    if not python.exists():
        return False
    code = (
        "import importlib.util, sys; "
        "print(sys.version_info[:2], importlib.util.find_spec('pip') is not None)"
    )
    found = subprocess.run([str(python), "-c", code], capture_output=True, text=True, check=False)
    version, _, has_pip = found.stdout.strip().rpartition(" ")
    return version == str(NEEDED) and (has_pip == "True" or shutil.which("uv") is not None)


def _make_venv() -> None:
    shutil.rmtree(VENV, ignore_errors=True)
    try:
        made = subprocess.run(
            [sys.executable, "-m", "venv", str(VENV)], capture_output=True, text=True, check=False
        )
    except BaseException:
        shutil.rmtree(VENV, ignore_errors=True)
        raise
    if made.returncode or not venv_python(VENV).exists():
        shutil.rmtree(VENV, ignore_errors=True)
        stop(
            "Python's venv module is missing or does not work; "
            "install it (on Debian and Ubuntu: apt install python3-venv) and call again."
        )


def installers(locks: Sequence[Path], uv: str | None) -> list[list[str]]:
    """Return the calls that install the locks, the one to try first at the front."""
    python = str(venv_python(VENV))
    files = [part for lock in locks for part in ("-r", str(lock))]
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    calls = [[*pip, "--require-hashes", *files]]
    if uv:
        with_uv = [uv, "pip", "install", "--quiet", "--python", python]
        calls.insert(0, [*with_uv, "--require-hashes", *files])
    return calls


def _install(locks: Sequence[Path]) -> None:
    for call in installers(locks, shutil.which("uv")):
        # Standard output belongs to the command's own answers.
        if subprocess.run(call, stdout=sys.stderr, check=False).returncode == 0:
            return
    stop("The packages could not be installed; the lines above say why.")
