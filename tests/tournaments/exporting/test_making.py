"""Files that a job makes: asked for once, made once, stopped, cleared away, and never another
event's."""

import datetime as dt
import io
import zipfile
from typing import Any

import pytest
from django.core.files.storage import default_storage
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.exporting import making
from tournaments.models import Export, Job
from tournaments.services import exports, jobs
from tournaments.services.access import Actor
from tournaments.services.errors import NotAllowed

pytestmark = pytest.mark.django_db
MEMORY = {"BACKEND": "django.core.files.storage.InMemoryStorage"}


@pytest.fixture
def event(settings: Any) -> ClubEvent:
    # What is made goes to any storage that the settings name.
    settings.STORAGES = {**settings.STORAGES, "default": MEMORY}
    made = make_event(8)
    made.seat_round()
    made.record(made.table(), win(10, winner=0, giver=2))
    made.tournament.refresh_from_db()
    return made


def ask(event: ClubEvent, kind: str = "sheets", language: str = "en") -> Export | Job:
    return exports.ask(event.as_organiser, event.tournament, kind, language)


def made_by_job(event: ClubEvent, kind: str = "sheets") -> Export:
    job = ask(event, kind)
    assert isinstance(job, Job)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE, job.error
    assert job.result is not None
    return Export.objects.get(pk=job.result["export"])


def test_a_job_makes_the_file_and_keeps_it_in_the_storage(event: ClubEvent) -> None:
    export = made_by_job(event)
    with export.file.open("rb") as stream:
        content = stream.read()
    assert len(content) == export.size
    assert "round-01/table-001.pdf" in zipfile.ZipFile(io.BytesIO(content)).namelist()
    assert export.revision == event.tournament.revision
    assert default_storage.exists(export.file.name)


def test_equal_requests_are_one(event: ClubEvent) -> None:
    first, second = ask(event), ask(event)
    assert first == second
    assert isinstance(first, Job)
    assert ask(event, language="zh-hans") != first
    jobs.run(first.pk)
    again = ask(event)
    assert isinstance(again, Export)


def test_what_happened_since_asks_for_a_new_file(event: ClubEvent) -> None:
    made_by_job(event)
    event.record(event.table(1, 2), win(8, winner=1))
    event.tournament.refresh_from_db()
    assert isinstance(ask(event), Job)


def test_running_twice_leaves_one_file(event: ClubEvent) -> None:
    export = made_by_job(event)
    job = Job.objects.get(kind=Job.Kind.EXPORT)
    Job.objects.filter(pk=job.pk).update(status=Job.Status.QUEUED)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.result == {"export": export.pk, "size": export.size}
    assert Export.objects.count() == 1


def test_keeping_equal_content_twice_keeps_the_first(event: ClubEvent) -> None:
    one = exports.keep(event.tournament, "csv", "en", name="a.csv", content=b"1")
    two = exports.keep(event.tournament, "csv", "en", name="b.csv", content=b"2")
    assert one == two


def test_a_cancelled_job_keeps_nothing(event: ClubEvent, monkeypatch: pytest.MonkeyPatch) -> None:
    job = ask(event)
    assert isinstance(job, Job)

    def stopped(run: jobs.Run) -> bool:
        return True

    monkeypatch.setattr(jobs.Run, "cancelled", stopped)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.CANCELLED
    assert not Export.objects.exists()


def test_progress_tells_the_round(event: ClubEvent) -> None:
    told: list[tuple[int, int, str]] = []
    form = making.FORMS["sheets"]
    making.make(form, event.tournament, SYSTEM, lambda *step: told.append(step))
    assert told == [(0, 2, "round 1"), (1, 2, "round 1")]


def test_only_organisers_ask(event: ClubEvent) -> None:
    for actor in (event.as_referee, Actor.of(event.outsider), make_event(0).as_organiser):
        with pytest.raises(NotAllowed):
            exports.ask(actor, event.tournament, "sheets", "en")
    assert not Job.objects.filter(kind=Job.Kind.EXPORT).exists()


def test_old_files_are_cleared_away(event: ClubEvent) -> None:
    export = made_by_job(event)
    name = export.file.name
    assert exports.clear_old() == 0
    with override_settings(EXPORT_DAYS=3):
        assert exports.clear_old(timezone.now() + dt.timedelta(days=2, hours=23)) == 0
        assert exports.clear_old(timezone.now() + dt.timedelta(days=3, hours=1)) == 1
    assert not Export.objects.exists()
    assert not default_storage.exists(name)


@pytest.mark.parametrize("kind", sorted(making.FORMS))
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_form_is_made_by_a_job(event: ClubEvent, kind: str, language: str) -> None:
    job = ask(event, kind, language)
    assert isinstance(job, Job)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE, job.error


def test_the_page_shows_jobs_and_files(event: ClubEvent) -> None:
    client = Client()
    client.force_login(event.organiser)
    page = reverse("desk-export", kwargs={"event": event.tournament.slug})
    assert "the background and wait here" in client.get(page).content.decode()
    asked = client.post(
        reverse("desk-export-make", kwargs={"event": event.tournament.slug, "kind": "sheets"})
    )
    assert asked.status_code == 302
    shown = client.get(page).content.decode()
    assert "waiting" in shown
    assert "http-equiv" in shown
    assert 'hx-trigger="every 2s"' in shown
    jobs.run(Job.objects.get(kind=Job.Kind.EXPORT).pk)
    fragment = client.get(page, headers={"hx-request": "true"}).content.decode()
    assert "hx-trigger" not in fragment
    export = Export.objects.get()
    address = reverse(
        "desk-export-file", kwargs={"event": event.tournament.slug, "export_id": export.pk}
    )
    assert address in fragment
    answer = client.get(address)
    assert answer["Content-Type"] == "application/zip"
    assert b"".join(answer.streaming_content)[:2] == b"PK"


def test_a_file_of_another_event_is_not_there(event: ClubEvent) -> None:
    export = made_by_job(event)
    other = make_event(0)
    client = Client()
    client.force_login(other.organiser)
    where = {"event": other.tournament.slug, "export_id": export.pk}
    assert client.get(reverse("desk-export-file", kwargs=where)).status_code == 404


def test_an_unknown_kind_is_not_there(event: ClubEvent) -> None:
    client = Client()
    client.force_login(event.organiser)
    where = {"event": event.tournament.slug, "kind": "nonsense"}
    assert client.post(reverse("desk-export-make", kwargs=where)).status_code == 404


def test_a_waiting_file_can_be_stopped(event: ClubEvent) -> None:
    job = ask(event)
    client = Client()
    client.force_login(event.organiser)
    where = {"event": event.tournament.slug, "job_id": job.pk}
    assert client.post(reverse("desk-export-stop", kwargs=where)).status_code == 302
    assert Job.objects.get(pk=job.pk).status == Job.Status.CANCELLED
