"""Tokens: shown once, kept as a digest, ended by time or by their user; log-in by password."""

import datetime as dt
from typing import Any

import pytest
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings
from rest_framework.test import APIClient

from tests.club import PASSWORD, ClubEvent, make_event
from tournaments.models import ApiToken
from tournaments.services import tokens
from tournaments.tasks import forget_api_work

pytestmark = pytest.mark.django_db
Body = dict[str, Any]


@pytest.fixture
def event() -> ClubEvent:
    return make_event(4)


def make(client: APIClient, **asked: Any) -> Any:
    return client.post(reverse("api-tokens"), {"name": "a program", **asked}, format="json")


def holder(text: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {text}")
    return client


def test_name_and_password_make_a_token_that_is_shown_once(event: ClubEvent) -> None:
    name = event.organiser.username
    answer = make(APIClient(), username=name, password=PASSWORD, level="organiser")
    assert answer.status_code == 201
    text = answer.json()["token"]
    assert text.startswith("mjclub_")
    kept = ApiToken.objects.get()
    assert text not in str(vars(kept))
    assert len(kept.digest) == 128
    me = holder(text).get(reverse("api-me")).json()
    assert (me["username"], me["token"]["key"]) == (name, kept.token_key)
    (listed,) = holder(text).get(reverse("api-tokens")).json()
    assert "token" not in listed


def test_a_wrong_password_makes_none_and_is_counted(event: ClubEvent, settings: Settings) -> None:
    settings.API_LOGIN_RATE = "3/min"
    cache.clear()
    for _try in range(3):
        answer = make(APIClient(), username=event.organiser.username, password="wrong")
        assert (answer.status_code, answer.json()["error"]) == (401, "log_in")
    answer = make(APIClient(), username=event.organiser.username, password=PASSWORD)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 0
    assert not ApiToken.objects.exists()
    cache.clear()


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"level": "owner"}, "level"),
        ({"days": 0}, "days"),
        ({"days": 5000}, "days"),
        ({"name": " "}, "name"),
        ({"event": "nowhere"}, "event"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_what_a_token_cannot_be(event: ClubEvent, asked: Body, field: str) -> None:
    client = APIClient()
    client.force_login(event.organiser)
    answer = make(client, **asked)
    assert answer.status_code == 400
    assert field in [problem["field"] for problem in answer.json()["problems"]]


def test_nobody_makes_a_token_for_a_role_that_is_not_theirs(event: ClubEvent) -> None:
    client = APIClient()
    client.force_login(event.referee)
    slug = event.tournament.slug
    assert make(client, level="organiser", event=slug).status_code == 400
    assert make(client, level="referee", event=slug).status_code == 201


def test_a_lesser_token_makes_no_greater_one(event: ClubEvent) -> None:
    for level, reach in (("read", None), ("referee", None), ("organiser", event.tournament)):
        _made, text = tokens.make_token(
            event.as_organiser, name="less", level=level, tournament=reach
        )
        answer = make(holder(text), level="read")
        assert (answer.status_code, answer.json()["error"]) == (403, "token_scope")


def test_a_token_falls_with_its_user(event: ClubEvent) -> None:
    _made, text = tokens.make_token(event.as_organiser, name="mine", level="organiser")
    where = reverse("api-log", kwargs={"event": event.tournament.slug})
    assert holder(text).get(where).status_code == 200
    event.tournament.memberships.filter(user=event.organiser).update(role="referee")
    assert holder(text).get(where).status_code == 403
    event.organiser.is_active = False
    event.organiser.save()
    assert holder(text).get(where).status_code == 401


def test_a_token_is_revoked_by_its_first_letters(event: ClubEvent) -> None:
    made, text = tokens.make_token(event.as_organiser, name="mine")
    where = reverse("api-token", kwargs={"key": made.token_key})
    stranger = APIClient()
    stranger.force_login(event.referee)
    assert stranger.delete(where).status_code == 404
    # A token may always end itself, whatever its level.
    assert holder(text).delete(where).status_code == 204
    assert holder(text).get(reverse("api-me")).status_code == 401


def test_expired_tokens_are_refused_and_forgotten(event: ClubEvent) -> None:
    _made, text = tokens.make_token(event.as_organiser, name="mine", days=1)
    tokens.make_token(event.as_referee, name="mine")
    ApiToken.objects.update(expiry=timezone.now() - dt.timedelta(seconds=1))
    answer = holder(text).get(reverse("api-me"))
    assert (answer.status_code, answer.json()["error"]) == (401, "token_bad")
    forget_api_work()
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize(
    "header", ["Token", "Token x", "Token a b", "Token \xff\xfe", "Token " + "x" * 5000, "Bearer x"]
)
def test_headers_that_are_no_token(event: ClubEvent, header: str) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=header)
    answer = client.get(reverse("api-me"))
    assert answer.status_code == 401
    assert set(answer.json()) == {"error", "message", "problems"}


def test_when_a_token_was_used_is_kept(event: ClubEvent) -> None:
    _made, text = tokens.make_token(event.as_organiser, name="mine")
    holder(text).get(reverse("api-me"))
    first = ApiToken.objects.get().used_at
    assert first is not None
    holder(text).get(reverse("api-me"))
    assert ApiToken.objects.get().used_at == first


def test_a_session_begins_and_ends(event: ClubEvent) -> None:
    client = APIClient(enforce_csrf_checks=True)
    where = reverse("api-session")
    body = {"username": event.referee.username, "password": PASSWORD}
    assert client.post(where, {**body, "password": "no"}, format="json").status_code == 401
    assert client.post(where, body, format="json").json() == {"username": body["username"]}
    assert client.get(reverse("api-me")).json()["token"] is None
    csrf = {"HTTP_X_CSRFTOKEN": client.cookies["csrftoken"].value}
    assert client.delete(where).status_code == 403
    assert client.delete(where, **csrf).status_code == 204  # type: ignore[arg-type]  # a header
    assert client.get(reverse("api-me")).status_code == 401


def test_one_caller_has_a_rate_of_its_own(event: ClubEvent, settings: Settings) -> None:
    settings.API_RATE = "2/min"
    cache.clear()
    _made, one = tokens.make_token(event.as_organiser, name="one")
    _made, two = tokens.make_token(event.as_organiser, name="two")
    statuses = [holder(text).get(reverse("api-me")).status_code for text in (one, one, one, two)]
    assert statuses == [200, 200, 429, 200]
    # Whoever is unknown is held by the address alone.
    assert APIClient().get(reverse("api-root")).status_code == 200
    settings.API_ADDRESS_RATE = "1/min"
    assert [APIClient().get(reverse("api-root")).status_code for _ in (1, 2)] == [200, 429]
    cache.clear()
