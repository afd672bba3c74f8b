"""While the database is away the site says so (503, with when to ask again), and nothing else."""

from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from django.test import Client
from django.urls import reverse

from tests.club import make_event
from tournaments.models import Tournament
from tournaments.services import hands

pytestmark = pytest.mark.django_db


def breaks(error: Exception) -> Any:
    def broken(*_args: Any, **_more: Any) -> Any:
        raise error

    return broken


@pytest.mark.parametrize("error", [OperationalError("server closed"), InterfaceError("closed")])
def test_a_page_says_wait_and_when_to_ask_again(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = reverse("standings", kwargs={"event": "some"})
    monkeypatch.setattr(Tournament.objects, "select_related", breaks(error))
    client = Client(raise_request_exception=False)
    answer = client.get(address)
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert "One moment, please" in answer.content.decode()
    assert "server closed" not in answer.content.decode()


def test_a_hand_that_meets_it_is_answered_so_that_it_is_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = make_event(4)
    event.seat_round()
    _link, token = event.link(event.table())
    where = reverse("api-hands", kwargs={"event": event.tournament.slug, "round": 1, "table": 1})
    client = Client(raise_request_exception=False, headers={"Authorization": f"Table {token}"})
    monkeypatch.setattr(hands, "begin", breaks(OperationalError("terminated")))
    body = {"events": [{"type": "exhaust"}], "number": 1, "client_key": "away-0001"}
    answer = client.post(where, body, content_type="application/json")
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert answer.json()["error"] == "away"
    monkeypatch.undo()
    assert client.post(where, body, content_type="application/json").status_code == 201


def test_our_own_mistakes_stay_500(monkeypatch: pytest.MonkeyPatch) -> None:
    addresses = [reverse(n, kwargs={"event": "some"}) for n in ("standings", "api-tournament")]
    monkeypatch.setattr(Tournament.objects, "select_related", breaks(ValueError("secret")))
    client = Client(raise_request_exception=False)
    page = client.get(addresses[0])
    assert page.status_code == 500
    assert "Retry-After" not in page
    told = client.get(addresses[1])
    assert (told.status_code, told.json()["error"]) == (500, "our_mistake")
    assert "secret" not in told.content.decode()
