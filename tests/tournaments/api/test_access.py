"""Who may do what through the API: every address, every kind of caller."""

from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from rest_framework.test import APIClient

from tests.club import SYSTEM, ClubEvent, key, make_event, win
from tournaments.api.base import ApiView, RulePermission
from tournaments.models import Hand
from tournaments.services import events, links, rounds
from tournaments.urls import api as api_urls
from tournaments.views.rules import Rule

CALLERS = (
    "anonymous",
    "outsider",
    "other_organiser",
    "referee",
    "organiser",
    "link",
    "other_link",
    "revoked_link",
)
STAFF = {"referee", "organiser"}
# What an answer is when the caller may not: known callers hear "no", unknown ones "who are you".
REFUSAL = {"anonymous": 401, "revoked_link": 401}


@dataclass
class House:
    """An event with a table under way, and everybody who might ask."""

    event: ClubEvent
    other: ClubEvent
    tokens: dict[str, str] = field(default_factory=dict)

    def client(self, caller: str) -> APIClient:
        client = APIClient()
        users: dict[str, User] = {
            "outsider": self.event.outsider,
            "other_organiser": self.other.organiser,
            "referee": self.event.referee,
            "organiser": self.event.organiser,
        }
        if caller in users:
            client.force_login(users[caller])
        elif caller in self.tokens:
            client.credentials(HTTP_AUTHORIZATION=f"Table {self.tokens[caller]}")
        return client

    def address(self, name: str) -> str:
        if name == "api-compare-rulesets":
            return f"{reverse(name)}?a=guobiao&b=gangu"
        table = {"event": self.event.tournament.slug, "round": 1, "table": 1}
        wanted: dict[str, dict[str, Any]] = {
            "api-ruleset": {"ruleset": "guobiao"},
            "api-tournament": {"event": table["event"]},
            "api-entries": {"event": table["event"]},
            "api-standings": {"event": table["event"]},
            "api-explain": {"event": table["event"]},
            "api-standing": {"event": table["event"], "number": 1},
            "api-rounds": {"event": table["event"]},
            "api-round-tables": {"event": table["event"], "round": 1},
            "api-table": table,
            "api-preview": table,
            "api-hands": table,
            "api-hand": {**table, "number": 1},
            "api-undo": {**table, "number": 1},
        }
        address = reverse(name, kwargs=wanted.get(name))
        return f"{address}?a=1&b=2" if name == "api-explain" else address


@pytest.fixture
def house(db: None) -> House:
    made = House(make_event(8), make_event(4))
    made.event.seat_round()
    made.other.seat_round()
    made.event.record(made.event.table(), win(10, winner=0, giver=2))
    made.tokens["revoked_link"] = made.event.link(made.event.table())[1]
    links.revoke_link(SYSTEM, made.event.table().pk)
    made.tokens["link"] = made.event.link(made.event.table())[1]
    made.tokens["other_link"] = made.event.link(made.event.table(1, 2))[1]
    return made


EVERYBODY = set(CALLERS) - {"revoked_link"}
RECORDERS = STAFF | {"link"}
RECORD = {"events": win(8, winner=1), "number": 2}
READ: list[tuple[str, set[str]]] = [
    ("api-root", EVERYBODY),
    ("api-rulesets", EVERYBODY),
    ("api-compare-rulesets", EVERYBODY),
    ("api-ruleset", EVERYBODY),
    ("api-tournaments", EVERYBODY),
    ("api-tournament", EVERYBODY),
    ("api-entries", EVERYBODY),
    ("api-standings", EVERYBODY),
    ("api-standing", EVERYBODY),
    ("api-explain", EVERYBODY),
    ("api-rounds", EVERYBODY),
    ("api-round-tables", EVERYBODY),
    ("api-table", EVERYBODY),
    ("api-hands", EVERYBODY),
    ("api-my-table", {"link", "other_link"}),
    ("api-schema", EVERYBODY),
    ("api-docs", EVERYBODY),
]
WRITE: list[tuple[str, str, dict[str, Any], set[str]]] = [
    ("post", "api-settle", {"ruleset": "guobiao", "events": win(8, 0)}, EVERYBODY),
    ("post", "api-score", {"text": "123456789m23s55p4s"}, EVERYBODY),
    ("post", "api-waits", {"text": "123456789m23s55p"}, EVERYBODY),
    ("post", "api-preview", {"events": win(8, 1)}, RECORDERS),
    ("post", "api-hands", RECORD, RECORDERS),
    ("put", "api-hand", {"events": win(9, 1), "revision": 1}, RECORDERS),
    ("post", "api-undo", {"revision": 1}, RECORDERS),
]
# Addresses whose answer depends on whether the standings are public.
HIDDEN = {
    "api-standings",
    "api-standing",
    "api-explain",
    "api-round-tables",
    "api-table",
    "api-hands",
}


def expected(caller: str, allowed: set[str], good: set[int]) -> set[int]:
    return good if caller in allowed else {REFUSAL.get(caller, 403)}


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize(("name", "allowed"), READ)
def test_reading(house: House, name: str, allowed: set[str], caller: str) -> None:
    response = house.client(caller).get(house.address(name))
    assert response.status_code in expected(caller, allowed, {200})


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize("name", sorted(HIDDEN))
def test_reading_while_standings_are_hidden(house: House, name: str, caller: str) -> None:
    events.change_tournament(SYSTEM, house.event.tournament.pk, standings_public=False)
    response = house.client(caller).get(house.address(name))
    assert response.status_code in expected(caller, STAFF, {200})


@pytest.mark.parametrize("caller", CALLERS)
@pytest.mark.parametrize(("method", "name", "body", "allowed"), WRITE)
def test_writing(
    house: House, method: str, name: str, body: dict[str, Any], allowed: set[str], caller: str
) -> None:
    before = list(Hand.objects.values_list("number", "revision", "undone_at").order_by("id"))
    asked = {**body, "client_key": key()} if name in ("api-hands", "api-hand", "api-undo") else body
    response = getattr(house.client(caller), method)(house.address(name), asked, format="json")
    assert response.status_code in expected(caller, allowed, {200, 201}), response.content
    if caller not in allowed:
        after = list(Hand.objects.values_list("number", "revision", "undone_at").order_by("id"))
        assert after == before
        assert set(response.json()) == {"error", "message", "problems"}


def test_the_matrix_is_whole() -> None:
    """Every address of the API stands in one of the two lists above, by every method it has."""
    tested = {("get", name) for name, _allowed in READ}
    tested |= {(method, name) for method, name, _body, _allowed in WRITE}
    methods = ("get", "post", "put", "patch", "delete")
    served = {
        (method, pattern.name)
        for pattern, view in views()
        for method in methods
        if hasattr(view, method)
    }
    assert served == tested


def views() -> list[tuple[URLPattern, type[ApiView]]]:
    def walk(patterns: list[Any]) -> list[URLPattern]:
        found: list[URLPattern] = []
        for pattern in patterns:
            inner = isinstance(pattern, URLResolver)
            found += walk(pattern.url_patterns) if inner else [pattern]
        return found

    return [(pattern, pattern.callback.cls) for pattern in walk(api_urls.urlpatterns)]


def test_every_view_has_a_rule_and_the_one_permission() -> None:
    for _pattern, view in views():
        assert isinstance(view.rule, Rule), view
        assert view.permission_classes == [RulePermission], view


def test_the_api_is_served() -> None:
    assert get_resolver().reverse_dict.getlist("api-root")


def test_a_link_of_a_closed_round_is_dead(house: House) -> None:
    rounds.close_round(SYSTEM, house.event.table().round_id, force=True)
    response = house.client("link").get(house.address("api-my-table"))
    assert response.status_code == 401
    assert response.json()["error"] == "link_dead"


def test_a_forged_token(house: House) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Table " + house.tokens["link"][:-2] + "xx")
    response = client.get(house.address("api-my-table"))
    assert response.status_code == 401
    assert response.json()["error"] == "link_bad"
    assert response["WWW-Authenticate"] == "Table"


def test_a_session_needs_its_csrf_token(house: House) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(house.event.referee)
    body = {**RECORD, "client_key": key()}
    response = client.post(house.address("api-hands"), body, format="json")
    assert response.status_code == 403
    assert Hand.objects.filter(table=house.event.table()).count() == 1


def test_unpublished_seats_are_told_to_referees_only(house: House) -> None:
    house.event.seat_round(start=False)
    slug = house.event.tournament.slug
    where = reverse("api-table", kwargs={"event": slug, "round": 2, "table": 1})
    for caller, status in (("anonymous", 404), ("link", 404), ("referee", 200)):
        assert house.client(caller).get(where).status_code == status
        second = house.client(caller).get(house.address("api-rounds")).json()[1]
        assert (second["tables"] is None) == (status == 404)
        assert (second["byes"] is None) == (status == 404)
