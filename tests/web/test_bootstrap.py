"""From a bare Python to the site: what `manage.py` promises before anything is installed."""

import ast
import hashlib
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from fontTools.pens.boundsPen import BoundsPen
from fontTools.ttLib import TTFont

from mjclub import bootstrap, tilefont
from mjclub.secrets import embedded_secret
from tournaments.management.commands.up import binding_problem, hall_address

ROOT = Path(settings.BASE_DIR)


@pytest.mark.parametrize("name", ["manage.py", "mjclub/bootstrap.py", "mjclub/__init__.py"])
def test_only_the_standard_library_before_the_environment(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text("utf-8"))
    imported = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").split(".")[0])
    assert imported - {"mjclub"} <= set(sys.stdlib_module_names)


@pytest.mark.parametrize(
    ("version", "fits"), [((3, 11), True), ((3, 10), False), ((3, 12), False), ((2, 7), False)]
)
def test_the_python_that_fits(version: tuple[int, int], fits: bool) -> None:
    problem = bootstrap.version_problem(version)
    assert (problem == "") is fits
    if not fits:
        assert "3.11" in problem
        assert "\n" not in problem


def test_the_stamp_follows_the_locks(tmp_path: Path) -> None:
    lock = tmp_path / "lock.txt"
    lock.write_text("a==1")
    first = bootstrap.stamp_of([lock])
    assert bootstrap.stamp_of([lock]) == first
    lock.write_text("a==2")
    assert bootstrap.stamp_of([lock]) != first


def test_a_missing_venv_module_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bootstrap, "VENV", tmp_path / "none")
    monkeypatch.setattr(sys, "executable", "/bin/false")
    with pytest.raises(SystemExit) as stopped:
        bootstrap._make_venv()
    assert stopped.value.code == 1
    said = capsys.readouterr().err
    assert "python3-venv" in said
    assert said.count("\n") == 1


def test_a_taken_port_is_seen() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        assert str(port) in binding_problem("127.0.0.1", port)
    assert binding_problem("127.0.0.1", port) == ""


def test_the_hall_address_is_an_address() -> None:
    socket.inet_aton(hall_address())


def test_the_secret_is_made_once(tmp_path: Path) -> None:
    secret = embedded_secret(tmp_path)
    assert len(secret) >= 50
    assert embedded_secret(tmp_path) == secret
    assert (tmp_path / "secret").stat().st_mode & 0o077 == 0
    assert [path.name for path in tmp_path.iterdir()] == ["secret"]


def test_the_tile_font_is_cut_with_its_licence(tmp_path: Path) -> None:
    font = tilefont.build(tmp_path)
    assert font.read_bytes()[:4] == b"wOFF"
    assert font.stat().st_size < 40_000
    with TTFont(font) as cut:
        assert set(tilefont.TILE_CODES) <= set(cut.getBestCmap())
    assert any("LICENSE" in path.name for path in tmp_path.iterdir())


def test_signs_stand_without_a_frame_of_their_own(tmp_path: Path) -> None:
    with TTFont(tilefont.build(tmp_path)) as cut:
        glyphs = cut.getGlyphSet()
        sizes = {}
        for code in tilefont.TILE_CODES:
            glyph = glyphs[cut.getBestCmap()[code]]
            pen = BoundsPen(glyphs)
            glyph.draw(pen)
            left, low, right, high = pen.bounds
            sizes[code] = (right - left, high - low)
            assert glyph.width == 603
            if code == tilefont.BACK:
                line = cut["hhea"]
                assert abs((low + high) - (line.ascent + line.descent)) <= 1, "tiles are centred"
    # The frames are 543 wide and 719 high; the back of a tile is all frame.
    assert sizes.pop(tilefont.BACK) == (543, 719)
    assert all(0 < width < 500 and 0 < height < 660 for width, height in sizes.values()), sizes


def _start(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "import django; django.setup()"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "mjclub.settings",
            "MJCLUB_VAR": os.environ["MJCLUB_VAR"],
            **environment,
        },
        capture_output=True,
        text=True,
        check=False,
    )


SAFE = {
    "MJCLUB_ENV": "production",
    "MJCLUB_SECRET_KEY": hashlib.sha512(b"tests").hexdigest(),
    "DATABASE_URL": "postgres://nobody@127.0.0.1/none",
    "MJCLUB_ALLOWED_HOSTS": "club.example",
    "MJCLUB_PUBLIC_URL": "https://club.example",
}


def test_production_starts_with_everything_said() -> None:
    assert _start(**SAFE).returncode == 0


@pytest.mark.parametrize("name", sorted(set(SAFE) - {"MJCLUB_ENV"}))
def test_production_refuses_to_start_without(name: str) -> None:
    started = _start(**{k: v for k, v in SAFE.items() if k != name})
    assert started.returncode != 0
    assert name in started.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [("MJCLUB_SECRET_KEY", "short"), ("MJCLUB_ALLOWED_HOSTS", "*"), ("MJCLUB_DEBUG", "1")],
)
def test_production_refuses_what_is_not_safe(name: str, value: str) -> None:
    started = _start(**{**SAFE, name: value})
    assert started.returncode != 0
    assert name in started.stderr


def test_a_command_that_only_calculates_keeps_its_output_clean() -> None:
    answered = subprocess.run(
        [sys.executable, "manage.py", "settle"],
        cwd=ROOT,
        env={
            **os.environ,
            "MJCLUB_NO_BOOTSTRAP": "1",
            "DATABASE_URL": "postgres://no@127.0.0.1/no",
        },
        input='{"id":"a","ruleset":"guobiao","events":[{"type":"exhaust"}]}\n\n[',
        capture_output=True,
        text=True,
        check=False,
    )
    lines = answered.stdout.splitlines()
    assert answered.returncode == 1
    assert len(lines) == 2
    assert '"deltas": [0, 0, 0, 0]' in lines[0]
    assert '"error": "bad_json"' in lines[1]


def test_every_installer_asks_for_hashes_and_uv_goes_first() -> None:
    calls = bootstrap.installers([bootstrap.LOCK, bootstrap.DEV_LOCK], "/somewhere/uv")
    assert [call[0] for call in calls] == [
        "/somewhere/uv",
        str(bootstrap.venv_python(bootstrap.VENV)),
    ]
    for call in calls:
        assert "--require-hashes" in call
        assert call[-4:] == ["-r", str(bootstrap.LOCK), "-r", str(bootstrap.DEV_LOCK)]
    assert len(bootstrap.installers([bootstrap.LOCK], None)) == 1


def test_pip_is_tried_where_uv_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    tried = tmp_path / "tried"
    pip = tmp_path / "pip"
    pip.write_text(f"#!/bin/sh\necho $* > {tried}\n")
    pip.chmod(0o700)
    monkeypatch.setattr(bootstrap, "venv_python", lambda _venv: pip)
    monkeypatch.setattr("shutil.which", lambda _name: "/bin/false")
    bootstrap._install([bootstrap.LOCK])
    assert tried.read_text().startswith("-m pip install")
    pip.write_text("#!/bin/sh\nexit 1\n")
    with pytest.raises(SystemExit) as stopped:
        bootstrap._install([bootstrap.LOCK])
    assert stopped.value.code == 1
    assert "could not be installed" in capfd.readouterr().err


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An environment that counts as built for some locks once it has their stamp."""
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    bootstrap.venv_python(tmp_path).parent.mkdir()
    bootstrap.venv_python(tmp_path).touch()
    return tmp_path


RUN, DEV = [bootstrap.LOCK], [bootstrap.LOCK, bootstrap.DEV_LOCK]


@pytest.mark.parametrize(
    ("stamped", "asked", "current"),
    [(RUN, RUN, True), (DEV, DEV, True), (DEV, RUN, True), (RUN, DEV, False)],
)
def test_what_tests_add_does_not_make_the_site_build_again(
    built: Path, stamped: list[Path], asked: list[Path], current: bool
) -> None:
    assert not bootstrap.is_current(asked)
    bootstrap.stamp_file(stamped).write_text(bootstrap.stamp_of(stamped))
    assert bootstrap.is_current(asked) is current


def test_an_environment_whose_python_is_gone_is_not_current(built: Path) -> None:
    bootstrap.stamp_file(RUN).write_text(bootstrap.stamp_of(RUN))
    bootstrap.venv_python(built).unlink()
    assert not bootstrap.is_current(RUN)


def test_nothing_is_built_when_the_environment_is_current(
    monkeypatch: pytest.MonkeyPatch, built: Path
) -> None:
    def never(*_: object) -> None:
        pytest.fail("it is current")

    bootstrap.stamp_file(RUN).write_text(bootstrap.stamp_of(RUN))
    monkeypatch.setattr(bootstrap, "_install", never)
    monkeypatch.setattr(bootstrap, "_make_venv", never)
    bootstrap.build(RUN)


@pytest.mark.parametrize(
    ("host", "port", "word"),
    [
        ("127.0.0.1", 0, "not a port"),
        ("127.0.0.1", 65536, "not a port"),
        ("192.0.2.77", 8000, "192.0.2.77"),
    ],
)
def test_an_address_that_cannot_be_served_is_named(host: str, port: int, word: str) -> None:
    assert word in binding_problem(host, port)
