"""Every address has one rule, and each rule lets in whom it should: address × role × event."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.club import make_event
from tests.web.things import things_of
from tournaments.models import AuditEntry
from tournaments.services.access import Actor
from tournaments.services.events import change_tournament
from tournaments.views.rules import Rule

pytestmark = pytest.mark.django_db
# Addresses without a class of ours: Django's own language switch.
WITHOUT_RULE = {"set_language"}
ROLES = ("anonymous", "outsider", "foreign", "referee", "organiser")
LETS_IN = {
    Rule.PUBLIC: set(ROLES),
    Rule.STANDINGS: {"referee", "organiser"},  # the event of these tests hides its standings
    Rule.SIGNED_IN: {"outsider", "foreign", "referee", "organiser"},
    Rule.CREATOR: {"foreign", "organiser"},
    Rule.TABLE_LINK: set(ROLES),  # whoever holds the link
    Rule.REFEREE: {"referee", "organiser"},
    Rule.ORGANISER: {"organiser"},
}


def _patterns(resolver: URLResolver | None = None) -> Iterator[tuple[str, URLPattern]]:
    for item in (resolver or get_resolver()).url_patterns:
        if isinstance(item, URLResolver):
            yield from _patterns(item)
        else:
            yield str(item.name), item


def _view(pattern: URLPattern) -> Any:
    return getattr(pattern.callback, "view_class", None) or getattr(pattern.callback, "cls", None)


PATTERNS = dict(_patterns())
RULED = {
    name: pattern
    for name, pattern in PATTERNS.items()
    # The API has a matrix of its own.
    if name not in WITHOUT_RULE and not getattr(pattern.callback, "cls", None)
}


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_every_address_has_one_rule(name: str) -> None:
    if name in WITHOUT_RULE:
        return
    assert isinstance(getattr(_view(PATTERNS[name]), "rule", None), Rule), name


@pytest.fixture
def house() -> tuple[dict[str, object], dict[str, User | None]]:
    """An event that hides its standings, and somebody of every role."""
    event = make_event(4)
    other = make_event(4)
    things = things_of(event)
    change_tournament(Actor.of_system("test"), event.tournament.pk, standings_public=False)
    return things, {
        "anonymous": None,
        "outsider": event.outsider,
        "foreign": other.organiser,
        "referee": event.referee,
        "organiser": event.organiser,
    }


def _let_in(client: Client, address: str) -> bool:
    response = client.get(address)
    if response.status_code == 302:
        return "/account/login/" not in response["Location"]
    assert response.status_code < 500
    return response.status_code not in (401, 403)


def test_each_rule_lets_in_whom_it_should(
    house: tuple[dict[str, object], dict[str, User | None]],
) -> None:
    """All in one event: no page changes anything when it is only visited."""
    things, people = house
    written = AuditEntry.objects.count()
    wrong = []
    for name, pattern in sorted(RULED.items()):
        wanted = re.findall(r"<\w+:(\w+)>", str(pattern.pattern))
        address = reverse(name, kwargs={key: things[key] for key in wanted})
        allowed = {role for role in ROLES if _let_in(_client(people[role]), address)}
        if allowed != LETS_IN[_view(pattern).rule]:
            wrong.append(f"{name}: {sorted(allowed)}")
    assert not wrong, "\n".join(wrong)
    assert AuditEntry.objects.count() == written


def _client(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def test_a_link_opens_its_own_table_only(
    house: tuple[dict[str, object], dict[str, User | None]],
) -> None:
    things, _people = house
    address = f"/referee/table/{things['table_id']}/"
    client = Client()
    client.get(f"/r/{things['token']}/")
    assert not _let_in(client, address)


@pytest.mark.parametrize("change", ["", "x", "a~b"])
def test_a_forged_link_opens_nothing(
    change: str, house: tuple[dict[str, object], dict[str, User | None]]
) -> None:
    things, _people = house
    token = str(things["token"])
    forged = token[:-1] + ("a" if token[-1] != "a" else "b") + change
    response = Client().get(f"/r/{forged}/")
    assert response.status_code == 403
