"""Nightly backups and clean-up: when, what stays, what goes."""

import datetime as dt
import os
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.utils import timezone

from mjclub.ops import backup, checks, maintenance, metrics
from tests.club import DRAW, SYSTEM, make_event
from tournaments import tasks
from tournaments.models import Job, Pulse, Submission
from tournaments.services import exports, rounds

NOW = dt.datetime(2026, 3, 10, 20, 15, tzinfo=dt.UTC)  # 04:15 in the club's zone
DAY = maintenance.DAY


@pytest.fixture
def folder(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A site of its own with copies that cost nothing."""
    settings.VAR_DIR = tmp_path
    monkeypatch.setattr(backup, "make", lambda path: path.write_text("copy"))
    return tmp_path / "backups"


def aged(path: Path, now: dt.datetime, age: dt.timedelta) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text("copy")
    at = (now - age).timestamp()
    os.utime(path, (at, at))
    return path


class TestBackups:
    def test_once_a_night(self, folder: Path) -> None:
        kept = maintenance.keep_backup(NOW)
        assert kept is not None
        os.utime(kept, (NOW.timestamp(), NOW.timestamp()))
        for hours in (1, 8, 23):
            assert maintenance.keep_backup(NOW + dt.timedelta(hours=hours)) is None
        assert maintenance.keep_backup(NOW + dt.timedelta(hours=24)) is not None

    def test_a_night_that_was_missed_is_made_up_for(self, folder: Path) -> None:
        aged(folder / "mjclub-nightly-old.dump", NOW, dt.timedelta(hours=20))
        noon = NOW + dt.timedelta(hours=8)
        assert maintenance.backup_due(noon)

    def test_old_ones_go_but_never_the_last_and_never_anothers(self, folder: Path) -> None:
        old = aged(folder / "mjclub-nightly-20260101-000000.dump", NOW, 68 * DAY)
        young = aged(folder / "mjclub-nightly-20260305-000000.dump", NOW, 5 * DAY)
        by_hand = aged(folder / "mjclub-20250101-000000.dump", NOW, 400 * DAY)
        kept = maintenance.keep_backup(NOW)
        assert kept is not None
        assert set(folder.iterdir()) == {young, by_hand, kept}
        assert not old.exists()

    def test_none_where_they_are_turned_off(self, folder: Path, settings: Any) -> None:
        settings.BACKUP_DAYS = 0
        assert maintenance.keep_backup(NOW) is None

    def test_one_that_fails_is_an_error_in_the_log_and_leaves_the_old_ones(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        old = aged(folder / "mjclub-nightly-20200101-000000.dump", NOW, 2000 * DAY)

        def fails(_path: Path) -> None:
            raise backup.BackupError("pg_dump is not installed.")

        monkeypatch.setattr(backup, "make", fails)
        tasks.keep_backup()
        assert "no backup was kept: pg_dump is not installed." in caplog.text
        assert old.exists()

    def test_two_schedules_at_once_keep_one(self, folder: Path) -> None:
        with maintenance._alone() as first:
            assert first
            assert maintenance.keep_backup(NOW) is None
        assert maintenance.keep_backup(NOW) is not None

    def test_what_a_program_says_is_told_in_one_line(self) -> None:
        said = "pg_dump: error: query failed: no such role\npg_dump: detail: Query was: SET x\n"
        assert backup._reason(said) == "pg_dump: error: query failed: no such role"
        assert backup._reason("") == "failed"

    def test_a_real_one(self, transactional_db: None, settings: Any, tmp_path: Path) -> None:
        make_event(4)
        settings.VAR_DIR = tmp_path
        kept = maintenance.keep_backup(NOW)
        assert kept is not None
        assert kept.stat().st_size > 10_000


@pytest.mark.django_db
class TestCleanUp:
    def test_sessions_whose_time_is_over(self) -> None:
        for key, days in (("gone", -1), ("stays", 1)):
            Session.objects.create(
                session_key=key, session_data="x", expire_date=timezone.now() + days * DAY
            )
        assert maintenance.clean_up()["sessions"] == 1
        assert Session.objects.get().session_key == "stays"

    def test_keys_of_rounds_that_were_closed_long_ago(self) -> None:
        event = make_event(4)
        event.seat_round()
        event.record(event.table(), DRAW)
        later = timezone.now() + maintenance.KEYS_KEPT + DAY
        assert maintenance.clean_up(later)["submission keys"] == 0  # the round is open
        rounds.close_round(SYSTEM, event.table().round_id, force=True)
        assert maintenance.clean_up()["submission keys"] == 0  # not long ago
        assert maintenance.clean_up(later)["submission keys"] == 1
        assert not Submission.objects.exists()

    def test_ended_jobs_but_not_the_last_of_a_kind(self) -> None:
        event = make_event(4)
        Job.objects.all().delete()
        ended = {"kind": "standings", "status": "done", "finished_at": timezone.now()}
        made = [
            Job.objects.create(tournament=event.tournament, key=f"k{n}", **ended) for n in range(3)
        ]
        aside = Job.objects.create(
            tournament=event.tournament, kind="seat_plan", key="s", status="set_aside",
            finished_at=timezone.now(),
        )  # fmt: skip
        assert maintenance.clean_up()["jobs"] == 0
        assert maintenance.clean_up(timezone.now() + maintenance.JOBS_KEPT + DAY)["jobs"] == 2
        assert set(Job.objects.all()) == {made[-1], aside}

    def test_files_made_for_taking_away(self, settings: Any, tmp_path: Path) -> None:
        settings.MEDIA_ROOT = tmp_path
        for name in ("exports/a.pdf", "exports/event/b.xlsx", "kept/c.txt"):
            default_storage.save(name, ContentFile(b"x"))
        assert maintenance.clean_up()["exported files"] == 0
        later = timezone.now() + settings.EXPORT_DAYS * DAY + DAY
        assert maintenance.clean_up(later)["exported files"] == 2
        assert default_storage.exists("kept/c.txt")

    def test_a_file_that_no_row_names_goes_within_hours(
        self, settings: Any, tmp_path: Path
    ) -> None:
        """Its row went when somebody was erased, and the storage did not answer."""
        settings.MEDIA_ROOT = tmp_path
        event = make_event(4)
        kept = exports.keep(event.tournament, "csv", "en", name="a.csv", content=b"x")
        default_storage.save("exports/lost.csv", ContentFile(b"x"))
        assert maintenance.clean_up(timezone.now() + DAY / 12)["exported files"] == 1
        assert default_storage.exists(kept.file.name)
        assert not default_storage.exists("exports/lost.csv")

    def test_a_storage_that_does_not_answer_stops_no_erasing(
        self, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:  # fmt: skip
        settings.MEDIA_ROOT = tmp_path
        event = make_event(4)
        exports.keep(event.tournament, "csv", "en", name="a.csv", content=b"x")
        exports.keep(event.tournament, "ema", "en", name="b.csv", content=b"x")

        def away(_name: str) -> None:
            raise RuntimeError("no endpoint")  # object stores have errors of their own

        monkeypatch.setattr(default_storage, "delete", away)
        later = timezone.now() + settings.EXPORT_DAYS * DAY + DAY
        assert maintenance.clean_up(later)["made files"] == 2
        assert caplog.text.count("could not be deleted") == 2

    def test_read_messages_of_the_embedded_queue(self, settings: Any, tmp_path: Path) -> None:
        settings.VAR_DIR, settings.EMBEDDED_BROKER = tmp_path, True
        folder = tmp_path / "queue" / "processed"
        folder.mkdir(parents=True)
        aged(folder / "old.msg", timezone.now(), 2 * DAY)
        aged(folder / "new.msg", timezone.now(), DAY / 24)
        assert maintenance.clean_up()["messages"] == 1
        assert [file.name for file in folder.iterdir()] == ["new.msg"]

    def test_what_fails_does_not_keep_the_rest(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fails(_now: dt.datetime) -> int:
            raise OSError("no such bucket")

        monkeypatch.setitem(maintenance.CLEANERS, "sessions", fails)
        gone = maintenance.clean_up()
        assert set(gone) == set(maintenance.CLEANERS) - {"sessions"}
        assert "clean-up of sessions failed" in caplog.text

    def test_twice_is_harmless(self) -> None:
        tasks.clean_up()
        assert set(maintenance.clean_up().values()) == {0}


@pytest.mark.django_db
class TestDoctorOfJobsAndFiles:
    def test_jobs_that_were_set_aside_are_named_with_their_reason(self) -> None:
        event = make_event(4)
        Job.objects.all().delete()
        assert checks.jobs().well
        Job.objects.create(
            tournament=event.tournament, kind="seat_plan", key="s", status="set_aside",
            error="Tried 5 times.",
        )  # fmt: skip
        found = checks.jobs()
        assert not found.well
        assert f"{event.tournament.slug}: seat_plan: Tried 5 times." in found.seen

    def test_a_job_that_nobody_takes_up(self) -> None:
        event = make_event(4)
        Job.objects.all().delete()
        job = Job.objects.create(tournament=event.tournament, kind="standings", key="s")
        assert checks.jobs().well
        Job.objects.filter(pk=job.pk).update(created_at=timezone.now() - dt.timedelta(minutes=9))
        assert checks.jobs().seen == "one has waited for 9 minutes"
        assert "worker" in checks.jobs().remedy

    def test_files_are_tried(self, settings: Any, tmp_path: Path) -> None:
        settings.MEDIA_ROOT = tmp_path
        assert checks.files().well
        assert list((tmp_path / "exports").iterdir()) == []
        (tmp_path / "exports").rmdir()
        (tmp_path / "exports").write_text("in the way")
        found = checks.files()
        assert not found.well
        assert "MJCLUB_FILES_BACKEND" in found.remedy

    def test_an_old_backup(self, settings: Any, tmp_path: Path) -> None:
        settings.VAR_DIR = tmp_path
        assert checks.backups().seen == "there is none"
        aged(tmp_path / "backups" / "mjclub-1.dump", timezone.now(), 3 * DAY)
        assert not checks.backups().well
        aged(tmp_path / "backups" / "mjclub-2.dump", timezone.now(), DAY)
        assert checks.backups().well


@pytest.mark.django_db
class TestSchedule:
    def test_who_never_said_anything_is_named_and_who_does_is_not(self) -> None:
        assert checks.schedule().seen == "has never said anything"
        assert "--beat" in checks.schedule().remedy
        tasks.resume_jobs()
        tasks.resume_jobs()
        assert checks.schedule().well
        assert Pulse.objects.count() == 1

    def test_who_fell_silent_is_named(self) -> None:
        long_ago = timezone.now() - dt.timedelta(minutes=17)
        Pulse.objects.create(name=maintenance.SCHEDULE, at=long_ago)
        found = checks.schedule()
        assert not found.well
        assert found.seen == "silent for 17 minutes"

    def test_prometheus_is_told(self) -> None:
        assert b"mjclub_schedule_silent_seconds" not in metrics.figures()
        Pulse.objects.create(name=maintenance.SCHEDULE, at=timezone.now())
        assert b"mjclub_schedule_silent_seconds" in metrics.figures()


@pytest.mark.postgres
@pytest.mark.django_db
class TestDoctorOfPostgres:
    def test_clock_and_characters_are_looked_at(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert checks.clock().well
        assert checks.characters().seen == "UTF8"
        ahead = timezone.now() + dt.timedelta(seconds=90)
        monkeypatch.setattr(checks.timezone, "now", lambda: ahead)
        assert not checks.clock().well
        assert "NTP" in checks.clock().remedy

    def test_the_server_s_own_reason_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(connection.settings_dict, "NAME", "there_is_no_such_database")
        assert 'database "there_is_no_such_database" does not exist' in checks._why()


def test_without_a_database_nothing_waits_for_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """No mark asks for a database here: a question would be an error."""
    away = checks.Finding("database", False, "does not answer")
    monkeypatch.setattr(checks, "readiness", lambda: [away])
    found = {finding.name: finding for finding in checks.everything()}
    assert found["jobs"].seen == "not known"
    assert found["jobs"].remedy == checks.SEE_DATABASE
