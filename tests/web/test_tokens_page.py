"""The page on which somebody makes and revokes tokens."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.club import ClubEvent, make_event
from tournaments.models import ApiToken

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    return make_event(4)


def ask(client: Client, **values: object) -> str:
    asked = {"name": "results screen", "level": "read", "event": "", "days": 30, **values}
    answer = client.post(reverse("tokens"), asked)
    assert answer.status_code in (200, 400)
    return answer.content.decode()


def test_a_token_is_made_shown_once_and_works(event: ClubEvent, client: Client) -> None:
    client.force_login(event.organiser)
    page = ask(client, level="organiser", event=event.tournament.slug)
    (text,) = re.findall(r"mjclub_[0-9a-f]{50,}", page)
    made = ApiToken.objects.get()
    assert (made.user, made.level, made.tournament) == (
        event.organiser,
        "organiser",
        event.tournament,
    )
    again = client.get(reverse("tokens")).content.decode()
    assert text not in again
    assert made.token_key in again
    where = reverse("api-log", kwargs={"event": event.tournament.slug})
    header = {"HTTP_AUTHORIZATION": f"Token {text}"}
    assert Client().get(where, **header).status_code == 200  # type: ignore[arg-type]  # a header
    client.post(reverse("token-revoke", kwargs={"key": made.token_key}))
    assert Client().get(where, **header).status_code == 401  # type: ignore[arg-type]  # a header


def test_what_is_wrong_is_said_at_its_field(event: ClubEvent, client: Client) -> None:
    client.force_login(event.referee)
    page = ask(client, name="", days=9999)
    assert page.count('class="field-wrong"') == 2
    page = ask(client, level="organiser", event=event.tournament.slug)
    assert "You do not have this role" in page
    assert not ApiToken.objects.exists()


def test_nobody_revokes_another_s_token(event: ClubEvent, client: Client) -> None:
    client.force_login(event.organiser)
    ask(client)
    key = ApiToken.objects.get().token_key
    other = Client()
    other.force_login(event.referee)
    assert other.post(reverse("token-revoke", kwargs={"key": key})).status_code == 404
    assert ApiToken.objects.exists()
