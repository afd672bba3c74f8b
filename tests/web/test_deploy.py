"""The files of docs/deploy: they can be read, name what is there, and agree with each other."""

import configparser
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

from mjclub import queues, safety
from mjclub.celery import NICE

ROOT = Path(settings.BASE_DIR)
DEPLOY = ROOT / "docs" / "deploy"
UNITS = ("mjclub-web.service", "mjclub-worker.service")
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
    container = (DEPLOY / "Containerfile").read_text()
    worker = " ".join(compose()["services"]["worker"]["command"])
    assert WEB in unit("mjclub-web.service")["ExecStart"][0]
    assert WEB in container
    assert WORKER in unit("mjclub-worker.service")["ExecStart"][0]
    assert WORKER in worker
    assert "--beat" in worker


def test_the_container_copies_what_is_there() -> None:
    for line in (DEPLOY / "Containerfile").read_text().splitlines():
        if line.startswith("COPY"):
            source = line.split()[-2]
            assert (ROOT / source).exists(), line


def test_compose_wires_services_that_exist() -> None:
    content = compose()
    services = content["services"]
    assert set(services) == {"database", "broker", "web", "worker"}
    for service in services.values():
        for name in service.get("depends_on", {}):
            assert name in services
        for volume in service.get("volumes", ()):
            assert volume.split(":")[0] in content["volumes"]
    assert services["web"]["environment"]["MJCLUB_ENV"] == "production"
    assert "broker" in services["web"]["environment"]["CELERY_BROKER_URL"]
    # Nothing but the web is reached from outside, and that through a proxy of the same machine.
    assert [s for s in services if services[s].get("ports")] == ["web"]
    assert services["web"]["ports"][0].startswith("127.0.0.1:")


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
