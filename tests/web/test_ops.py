"""What those who run the site look at: ids in the logs, health, metrics, doctor, backups."""

import json
import logging
import socket
import sqlite3
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import reverse
from pythonjsonlogger.json import JsonFormatter

from mjclub.ops import backup, checks, logs
from tests.club import make_event, win
from tournaments.management.commands import up
from tournaments.models import Hand, Job, Player
from tournaments.services import jobs, standings


class TestRequestIds:
    def test_every_answer_carries_one(self, db: None) -> None:
        first, second = (Client().get(reverse("rules"))["X-Request-ID"] for _ in range(2))
        assert first != second
        assert len(first) == 32

    def test_a_proxy_s_id_is_kept_and_a_strange_one_is_not(self, db: None) -> None:
        kept = Client(headers={"X-Request-ID": "edge-0123456789"}).get(reverse("rules"))
        assert kept["X-Request-ID"] == "edge-0123456789"
        strange = Client(headers={"X-Request-ID": "a b\tc; drop"}).get(reverse("rules"))
        assert strange["X-Request-ID"] != "a b\tc; drop"

    def test_log_lines_carry_it(self, caplog: pytest.LogCaptureFixture) -> None:
        record = logging.LogRecord("x", logging.INFO, "f", 1, "done", (), None)
        with logs.logged_as("job-7"):
            assert logs.IdFilter().filter(record)
        formatter = JsonFormatter("{asctime} {levelname} {log_id} {name} {message}", style="{")
        assert json.loads(formatter.format(record))["log_id"] == "job-7"

    def test_what_is_logged_after_the_answer_carries_it_too(self, db: None) -> None:
        seen: list[logging.LogRecord] = []

        class Keep(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                seen.append(record)

        keep = Keep()
        keep.addFilter(logs.IdFilter())
        logger = logging.getLogger("django.request")
        logger.addHandler(keep)
        try:
            answer = Client().get("/no-such-page/")
        finally:
            logger.removeHandler(keep)
        assert [record.log_id for record in seen] == [answer["X-Request-ID"]]  # type: ignore[attr-defined]

    def test_keys_of_table_links_stay_out_of_the_log(self) -> None:
        class Request:
            def __repr__(self) -> str:
                return "<WSGIRequest: POST '/r/secret~key/hands/'>"

        made = {"args": ("Bad Request", "/r/secret~key/hands/"), "request": Request()}
        record = logging.makeLogRecord({"msg": "%s: %s", **made})
        assert logs.WithoutKeys().filter(record)
        assert record.getMessage() == "Bad Request: /r/…/hands/"
        assert record.request == "<WSGIRequest: POST '/r/…/hands/'>"  # type: ignore[attr-defined]

    def test_a_job_s_lines_carry_its_id(self, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
        from tournaments import tasks

        seen: list[str] = []
        monkeypatch.setattr(jobs, "run", lambda _id: seen.append(logs._current.get()))
        tasks.run_job(17)
        assert seen == ["job-17"]
        assert logs._current.get() == "-"

    def test_a_request_and_the_job_it_asks_for_are_joined(
        self, transactional_db: None, caplog: pytest.LogCaptureFixture
    ) -> None:
        """The line that names the job carries the id of the request."""
        event = make_event(4)
        Job.objects.all().delete()
        caplog.clear()
        given = logs.IdFilter()
        caplog.handler.addFilter(given)
        with caplog.at_level(logging.INFO), logs.logged_as("request-1"):
            job = standings.request(event.tournament.pk)
        caplog.handler.removeFilter(given)
        (line,) = [r for r in caplog.records if "is asked for" in r.getMessage()]
        assert line.log_id == "request-1"  # type: ignore[attr-defined]
        assert f"job {job.pk} " in line.getMessage()


def test_a_wrong_host_is_one_line_without_traceback(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("django.security.DisallowedHost")
    logger.addHandler(caplog.handler)
    try:
        answer = Client(headers={"Host": "evil.example"}).get("/")
    finally:
        logger.removeHandler(caplog.handler)
    assert answer.status_code == 400
    lines = [r for r in caplog.records if r.name == "django.security.DisallowedHost"]
    assert lines
    assert all(record.exc_info is None for record in lines)


class TestHealth:
    def test_live_asks_nothing(self, django_assert_num_queries: Any, db: None) -> None:
        with django_assert_num_queries(0):
            answer = Client().get(reverse("health"))
        assert (answer.status_code, answer.content) == (200, b"ok\n")

    def test_ready(self, db: None) -> None:
        answer = Client().get(reverse("ready"))
        assert answer.status_code == 200
        assert answer.json() == {"database": "ok", "migrations": "ok"}

    def test_not_ready_says_which(self, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
        broken = checks.Finding("database", False, "secret details")
        monkeypatch.setattr(checks, "database", lambda: broken)
        # A second look would wait as long as the first.
        monkeypatch.delattr(checks, "migrations")
        answer = Client().get(reverse("ready"))
        assert answer.status_code == 503
        assert answer.json() == {"database": "failed", "migrations": "failed"}
        assert "secret" not in answer.content.decode()

    def test_who_watches_asks_the_process_itself(self, db: None, settings: Any) -> None:
        """By http and by an address that is none of the site's names: what a container's health
        check and a Prometheus server beside the site do."""
        settings.PUBLIC_URL = "https://club.example"
        settings.ALLOWED_HOSTS = ["club.example"]
        settings.SECURE_SSL_REDIRECT = True
        settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
        settings.METRICS_TOKEN = "t" * 20
        client = Client(headers={"Host": "10.0.0.7:8000", "Authorization": "Bearer " + "t" * 20})
        for name in ("health", "ready", "metrics"):
            assert client.get(reverse(name)).status_code == 200, name
        assert client.get(reverse("rules")).status_code == 400
        plain = Client(headers={"Host": "club.example"})
        assert plain.get(reverse("rules")).status_code == 301

    def test_the_broker_is_asked_where_somebody_wants_it(self, db: None, settings: Any) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{free.getsockname()[1]}/0"
        settings.CELERY_BROKER_TRANSPORT_OPTIONS = {}
        assert Client().get(reverse("ready")).status_code == 200
        answer = Client().get(reverse("ready"), {"broker": ""})
        assert answer.status_code == 503
        assert answer.json() == {"database": "ok", "migrations": "ok", "broker": "failed"}

    def test_of_many_migrations_a_few_are_named(
        self, db: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        waiting = [(Migration(f"{n:04}_new", "club"), False) for n in range(1, 9)]
        monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_args: waiting)
        seen = checks.migrations().seen
        assert seen.startswith("not applied: club.0001_new, club.0002_new, ")
        assert seen.endswith("club.0005_new and 3 more")


class TestMetrics:
    def test_nobody_without_a_token(self, db: None, settings: Any) -> None:
        assert Client().get(reverse("metrics")).status_code == 404
        settings.METRICS_TOKEN = "t" * 20
        wrong = Client(headers={"Authorization": "Bearer other"})
        assert wrong.get(reverse("metrics")).status_code == 404

    def test_requests_by_view_and_jobs_by_status(self, db: None, settings: Any) -> None:
        settings.METRICS_TOKEN = "t" * 20
        event = make_event(4)
        standings.request(event.tournament.pk)
        Client().get(reverse("rules"))
        Client().get("/nothing-here/")
        client = Client(headers={"Authorization": "Bearer " + "t" * 20})
        text = client.get(reverse("metrics")).content.decode()
        assert 'mjclub_requests_total{method="GET",status="200",view="rules"}' in text
        assert 'view="none"' in text
        assert 'mjclub_jobs{kind="standings",status="queued"}' in text
        assert "mjclub_oldest_waiting_job_seconds" in text
        assert Job.objects.filter(status="queued").exists()


class TestDoctor:
    def test_all_is_well_here(self, db: None) -> None:
        out = StringIO()
        call_command("doctor", stdout=out)
        assert "ok   database" in out.getvalue()
        assert "MEND" not in out.getvalue()

    def test_says_what_to_mend(self, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
        broken = checks.Finding("broker", False, "redis does not answer", "Start it.")
        monkeypatch.setattr(checks, "broker", lambda: broken)
        out = StringIO()
        with pytest.raises(CommandError, match="1 to mend"):
            call_command("doctor", stdout=out)
        assert "MEND broker: redis does not answer\n     Start it." in out.getvalue()

    def test_a_broker_that_is_away_is_found(self, settings: Any) -> None:
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
        settings.CELERY_BROKER_TRANSPORT_OPTIONS = {}
        found = checks.broker()
        assert not found.well
        assert "redis does not answer" in found.seen


class TestBackup:
    def run(self, command: str, *args: Any, **options: Any) -> str:
        out = StringIO()
        call_command(command, *args, stdout=out, **options)
        return out.getvalue()

    def test_there_and_back(self, transactional_db: None, tmp_path: Path) -> None:
        event = make_event(4)
        event.seat_round()
        event.record(event.table(), win(8, 0))
        file = tmp_path / "all.backup"
        assert "read back and equal" in self.run("backup", file)
        Hand.objects.all().delete()
        Player.objects.filter(pk=event.entries[0].player_id).update(name="Somebody else")
        with pytest.raises(CommandError, match="--replace"):
            self.run("restore", file)
        assert Hand.objects.count() == 0
        self.run("restore", file, replace=True)
        assert Hand.objects.count() == 1
        assert Player.objects.get(pk=event.entries[0].player_id).name != "Somebody else"

    def test_an_existing_file_is_not_written_over(
        self, transactional_db: None, tmp_path: Path
    ) -> None:
        file = tmp_path / "all.backup"
        file.write_text("mine")
        with pytest.raises(CommandError, match="there already"):
            self.run("backup", file)
        assert file.read_text() == "mine"

    def test_a_copy_that_differs_is_refused_and_not_left_behind(
        self, transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        name = "_read_sqlite" if connection.vendor == "sqlite" else "_read_postgres"
        monkeypatch.setattr(backup, name, lambda _path: {"django_migrations": (0, "")})
        with pytest.raises(CommandError, match="differs from the database"):
            self.run("backup", tmp_path / "all.backup")
        assert list(tmp_path.iterdir()) == []

    def test_what_is_no_backup_is_refused(self, transactional_db: None, tmp_path: Path) -> None:
        with pytest.raises(CommandError, match="no file"):
            self.run("restore", tmp_path / "nothing", replace=True)
        other = tmp_path / "other.sqlite3"
        with sqlite3.connect(other) as database:
            database.execute("CREATE TABLE a (b)")
        database.close()
        with pytest.raises(CommandError):
            self.run("restore", other, replace=True)
        make_event(4)
        assert Player.objects.count() == 4

    def test_up_keeps_a_copy_before_it_migrates(
        self, transactional_db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
    ) -> None:
        if connection.vendor != "sqlite":
            pytest.skip("on a server, backups are the administrator's own")
        settings.VAR_DIR = tmp_path
        out = StringIO()
        command = up.Command(stdout=out)
        command._keep_a_copy()
        assert list(tmp_path.rglob("*.sqlite3")) == []
        waiting = checks.Finding("migrations", False, "not applied: tournaments.0009_new")
        monkeypatch.setattr(checks, "migrations", lambda: waiting)
        command._keep_a_copy()
        (kept,) = tmp_path.rglob("*.sqlite3")
        assert list(kept.parent.iterdir()) == [kept]
        assert str(kept) in out.getvalue()
        with sqlite3.connect(kept) as copy:
            assert copy.execute("SELECT count(*) FROM django_migrations").fetchone()[0] > 0
        copy.close()
