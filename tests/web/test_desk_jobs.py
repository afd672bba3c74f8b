"""The list of jobs at the desk: how far they are, why they failed, stopping and trying again."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.club import ClubEvent, make_event
from tournaments.models import Job

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(4)
    Job.objects.all().delete()
    return made


@pytest.fixture
def desk(event: ClubEvent) -> Client:
    client = Client()
    client.force_login(event.organiser)
    return client


def job(event: ClubEvent, **more: Any) -> Job:
    number = Job.objects.count()
    values = {"kind": "standings", "key": f"k{number}", **more}
    return Job.objects.create(tournament=event.tournament, **values)


def at(name: str, event: ClubEvent, **more: Any) -> str:
    return reverse(name, kwargs={"event": event.tournament.slug, **more})


def test_progress_and_reason_are_shown(event: ClubEvent, desk: Client) -> None:
    job(event, status="running", progress=3, total=8, message="hand 3")
    job(event, status="set_aside", attempts=5, error="Tried 5 times. ValueError: <b>")
    page = desk.get(at("desk-jobs", event)).content.decode()
    assert '<progress aria-label="progress" value="3" max="8">' in page
    assert "hand 3" in page
    assert "ValueError: &lt;b&gt;" in page
    assert "tried 5 times" in page
    assert 'hx-trigger="every 2s"' in page


def test_a_list_at_rest_does_not_ask_itself_anew(event: ClubEvent, desk: Client) -> None:
    job(event, status="done")
    assert "every 2s" not in desk.get(at("desk-jobs", event)).content.decode()


def test_what_is_not_done_stands_first(event: ClubEvent, desk: Client) -> None:
    aside = job(event, status="set_aside")
    for _n in range(45):
        job(event, status="done")
    shown = desk.get(at("desk-jobs", event)).context["jobs"]
    assert shown[0] == aside
    assert len(shown) == 40


def test_stopping_and_trying_again(event: ClubEvent, desk: Client) -> None:
    waiting, aside = job(event), job(event, status="set_aside", attempts=5)
    desk.post(at("desk-job-cancel", event, job_id=waiting.pk))
    answer = desk.post(at("desk-job-again", event, job_id=aside.pk), follow=True)
    assert "The job is tried again." in answer.content.decode()
    waiting.refresh_from_db()
    aside.refresh_from_db()
    assert (waiting.status, aside.status, aside.attempts) == ("cancelled", "queued", 0)


def test_a_job_of_another_event_is_not_there(event: ClubEvent, desk: Client) -> None:
    other = job(make_event(4), status="set_aside")
    for name in ("desk-job-cancel", "desk-job-again"):
        assert desk.post(at(name, event, job_id=other.pk)).status_code == 404
    other.refresh_from_db()
    assert other.status == "set_aside"


def test_what_was_set_aside_needs_a_hand(event: ClubEvent, desk: Client) -> None:
    job(event, status="set_aside", error="Tried 5 times: no memory")
    page = desk.get(at("desk-now", event)).content.decode()
    assert "The standings could not be computed: Tried 5 times: no memory" in page


def test_the_list_costs_the_same_however_long(
    event: ClubEvent, desk: Client, django_assert_num_queries: Any
) -> None:
    for _n in range(30):
        job(event, status="done")
    address = at("desk-jobs", event)
    desk.get(address)
    with django_assert_num_queries(5):
        desk.get(address)
