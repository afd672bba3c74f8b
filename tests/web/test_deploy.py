"""The files of docs/deploy: they can be read, name what is there, and agree with each other."""

import configparser
import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands

from mjclub import queues, safety
from mjclub.celery import NICE

ROOT = Path(settings.BASE_DIR)
DEPLOY = ROOT / "docs" / "deploy"
UNITS = ("mjclub-web.service", "mjclub-worker.service")
# The services of compose.yml that run the site's own image.
OURS = ("prepare", "web", "worker")
WEB = "-m gunicorn mjclub.wsgi"
WORKER = "-m celery --app mjclub.celery worker"


def unit(name: str) -> dict[str, list[str]]:
    """Return the [Service] of a unit: every value of each name."""
    found: dict[str, list[str]] = {}
    text = (DEPLOY / name).read_text().replace("\\\n", " ")
    section = text.partition("[Service]")[2].partition("[Install]")[0]
    for line in section.splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#"):
            found.setdefault(name, []).append(value)
    return found


def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yml").read_text())
    return content


@pytest.mark.parametrize("name", UNITS)
def test_units_have_every_section(name: str) -> None:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # as systemd reads them
    parser.read(DEPLOY / name)
    assert parser.sections() == ["Unit", "Service", "Install"]
    service = unit(name)
    assert service["Restart"] == ["always"]
    assert service["User"] == ["mjclub"]
    assert service["EnvironmentFile"] == ["/etc/mjclub.env"]


@pytest.mark.parametrize("name", UNITS)
def test_systemd_accepts_the_units(name: str, tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd-analyze is not on this machine")
    for other in UNITS:
        # The programs of the real place are not here.
        text = (DEPLOY / other).read_text()
        text = re.sub(r"/opt/mjclub/\.venv/bin/python|/usr/bin/python3\.11", "/bin/true", text)
        (tmp_path / other).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", str(tmp_path / name)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")


def test_web_migrates_and_collects_before_it_starts() -> None:
    before = unit("mjclub-web.service")["ExecStartPre"]
    assert [shlex.split(line)[2] for line in before] == ["migrate", "collectstatic"]


def test_a_worker_lets_the_pages_go_first_and_nobody_else_does() -> None:
    """Loading the site changes no priority; a worker that starts lowers its own once."""
    asked = (
        "import os, mjclub.wsgi; from celery.signals import worker_init; before = os.nice(0);"
        "[worker_init.send(None) for _ in range(2)]; print(before, os.nice(0))"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], capture_output=True, text=True, check=True, cwd=ROOT
    )
    own = os.nice(0)
    assert done.stdout.split() == [str(own), str(max(own, NICE))]


def test_all_ways_start_the_same_programs() -> None:
    worker = " ".join(compose()["services"]["worker"]["command"])
    assert WEB in unit("mjclub-web.service")["ExecStart"][0]
    assert WEB in " ".join(container_command())
    assert WORKER in unit("mjclub-worker.service")["ExecStart"][0]
    assert WORKER in worker


def container_lines() -> list[str]:
    """Return the instructions of the Containerfile, each on one line."""
    text = (DEPLOY / "Containerfile").read_text().replace("\\\n", " ")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def container_command() -> list[str]:
    (line,) = [line for line in container_lines() if line.startswith("CMD ")]
    words: list[str] = json.loads(line.removeprefix("CMD "))
    return words


def test_the_container_copies_what_is_there_and_runs_as_nobody() -> None:
    lines = container_lines()
    for line in lines:
        if line.startswith("COPY"):
            assert (ROOT / line.split()[-2]).exists(), line
    # After the last step that builds, so that the program's files are not the user's.
    assert [line.split()[0] for line in lines[-4:]] == ["USER", "VOLUME", "EXPOSE", "CMD"]
    assert not any("--chown" in line for line in lines)


@pytest.mark.parametrize(
    "kept_out", ["**/*.env", "**/*.sqlite3*", "var", ".venv*", ".git", "docs/deploy"]
)
def test_secrets_and_databases_stay_out_of_the_image(kept_out: str) -> None:
    assert kept_out in (ROOT / ".dockerignore").read_text().splitlines()
    if kept_out == "**/*.env":
        assert "*.env" in (ROOT / ".gitignore").read_text().splitlines()


def test_compose_wires_services_that_exist() -> None:
    content = compose()
    services = content["services"]
    assert set(services) == {"database", "broker", "prepare", "web", "worker"}
    for service in services.values():
        for name in service.get("depends_on", {}):
            assert name in services
        for volume in service.get("volumes", ()):
            assert volume.split(":")[0] in content["volumes"]
    for name in OURS:
        assert services[name]["environment"]["MJCLUB_ENV"] == "production"
        assert "broker" in services[name]["environment"]["CELERY_BROKER_URL"]
    # Nothing but the web is reached from outside, and that through a proxy of the same machine.
    assert [s for s in services if services[s].get("ports")] == ["web"]
    assert services["web"]["ports"][0].startswith("127.0.0.1:")


def test_compose_migrates_once_before_web_and_worker() -> None:
    services = compose()["services"]
    prepared = services["prepare"]
    assert commands_of(" ".join(prepared["command"])) == ["migrate", "collectstatic"]
    assert prepared["restart"] == "no"
    for name in ("web", "worker"):
        waits_for = services[name]["depends_on"]
        assert waits_for["prepare"] == {"condition": "service_completed_successfully"}
    for name in services:
        for other, how in services[name].get("depends_on", {}).items():
            assert how["condition"] != "service_healthy" or "healthcheck" in services[other]


def test_compose_gives_the_site_no_more_than_it_needs() -> None:
    services = compose()["services"]
    for name in OURS:
        service = services[name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges"]
        assert service["volumes"] == ["var:/srv/var"]
        assert service["env_file"] == "mjclub.env"
    # The keys of the site are none of the database's business.
    assert services["database"]["env_file"] == "database.env"
    for service in services.values():
        for variable in service.get("environment", {}):
            assert not re.search("SECRET|PASSWORD|TOKEN|DATABASE_URL", variable)
    # A draw takes up to a minute (docs/deploy.md).
    assert int(services["worker"]["stop_grace_period"].removesuffix("s")) > 60


def variables_read() -> set[str]:
    """Return the names of all variables of the environment that the site reads."""
    found = {"PROMETHEUS_MULTIPROC_DIR", "PYTHONUNBUFFERED"}
    for file in (ROOT / "mjclub").rglob("*.py"):
        text = file.read_text()
        found |= set(re.findall(r"""env\.\w+\(\s*"([A-Z_]+)\"""", text))
        found |= set(re.findall(r"""environ\.get\("([A-Z_]+)\"""", text))
    return found


def test_every_variable_is_one_that_the_site_reads() -> None:
    known = variables_read()
    assert set(safety.NEEDED) <= known
    named: set[str] = set()
    for line in container_lines():
        if line.startswith("ENV "):
            named |= {pair.partition("=")[0] for pair in line.split()[1:]}
    for name in OURS:
        named |= set(compose()["services"][name]["environment"])
    for name in UNITS:
        named |= {pair.partition("=")[0] for pair in unit(name).get("Environment", ())}
    texts = [(DEPLOY / "compose.yml").read_text(), (ROOT / "docs" / "deploy.md").read_text()]
    texts.append((ROOT / "README.md").read_text())
    for text in texts:
        named |= set(re.findall(r"\b(?:MJCLUB|CELERY)_[A-Z_]*[A-Z]\b", text))
    assert len(named) > 25
    assert named - known == set()


def commands_of(text: str) -> list[str]:
    return re.findall(r"manage\.py (\w+)", text)


def test_every_command_exists() -> None:
    """Subcommands of manage.py, and the modules that Python is told to run."""
    starts = [" ".join(container_command())]
    starts += [" ".join(compose()["services"][name].get("command", ())) for name in OURS]
    for name in UNITS:
        starts += [*unit(name).get("ExecStartPre", ()), *unit(name)["ExecStart"]]
    asked = commands_of(" ".join(starts))
    asked += commands_of((ROOT / "docs" / "deploy.md").read_text())
    asked += commands_of((ROOT / "README.md").read_text())
    modules = re.findall(r"-m ([\w.]+)", " ".join(starts))
    assert {"migrate", "collectstatic", "doctor", "backup"} <= set(asked)
    assert set(modules) == {"gunicorn", "celery"}
    assert set(asked) - set(get_commands()) == set()
    for module in modules:
        assert importlib.util.find_spec(module) is not None


def test_one_schedule_and_every_queue_has_a_worker() -> None:
    every = {queues.full_name(name) for name in queues.QUEUES}
    starts = [" ".join(service.get("command", ())) for service in compose()["services"].values()]
    for started in (starts, [unit(name)["ExecStart"][0] for name in UNITS]):
        assert sum(line.count("--beat") for line in started) == 1
        # Without --queues a worker takes from all that the settings name.
        assert not any("--queues" in line for line in started)
    assert {queue.name for queue in settings.CELERY_TASK_QUEUES} == every
    page = (ROOT / "docs" / "deploy.md").read_text()
    served = re.findall(r"--queues ([\w,-]+)", page)
    names = ",".join(served).replace("mjclub-", f"{queues.prefix()}-").split(",")
    assert sorted(names) == sorted(every)


def test_the_page_names_every_setting_that_is_refused_and_every_queue() -> None:
    page = (ROOT / "docs" / "deploy.md").read_text()
    for name in (*safety.NEEDED, "MJCLUB_METRICS_TOKEN", "MJCLUB_DEBUG"):
        assert f"`{name}`" in page
    for queue in queues.QUEUES:
        assert f"`mjclub-{queue}`" in page


def test_the_proxy_sets_what_the_site_believes() -> None:
    text = (DEPLOY / "nginx.conf").read_text()
    for header in ("Host", "X-Forwarded-Proto", "X-Forwarded-For", "X-Request-ID"):
        assert re.search(rf"proxy_set_header {header} \$", text)
    assert text.count("{") == text.count("}")
    assert "proxy_add_x_forwarded_for" not in text
