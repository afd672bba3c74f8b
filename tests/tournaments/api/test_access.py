"""Who may do what through the API: every address and method, generated from the list of addresses,
by every kind of caller: roles of the own and of a foreign event, table links, and tokens of every
level and reach. A new address is here by itself, and fails without a rule."""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from rest_framework.test import APIClient

from tests.club import SYSTEM, ClubEvent, key, make_event, win
from tournaments.api.base import ApiView, Nowhere, RulePermission
from tournaments.models import ApiToken, AuditEntry, Hand, Job, Player, WebhookDelivery
from tournaments.services import (
    absences,
    adjustments,
    announcements,
    events,
    exports,
    invitations,
    links,
    merging,
    penalties,
    rounds,
    seasons,
    seating_rules,
    tokens,
    webhooks,
)
from tournaments.services.rules import Rule
from tournaments.urls import api as api_urls

METHODS = ("get", "post", "put", "patch", "delete")
USERS = {"outsider", "foreign", "referee", "organiser", "superuser"}
# Tokens of the organiser by level and reach; `referee_token` asks for more than its user may.
WHOLE = "token_whole"
TOKENS = {
    WHOLE,
    "token_referee",
    "token_read",
    "token_here",
    "token_here_referee",
    "token_here_read",
    "token_elsewhere",
    "referee_token",
}
LINKS = {"link", "other_link"}
# Callers whose link or token is dead are refused everywhere.
DEAD = {"revoked_link", "expired_token", "revoked_token"}
CALLERS = sorted({"anonymous"} | USERS | TOKENS | LINKS | DEAD)
ALIVE = set(CALLERS) - DEAD
ORGANISERS = {"organiser", "superuser", WHOLE, "token_here"}
READERS = {"token_read", "token_here_read"}
REFEREES = ORGANISERS | {"referee", "token_referee", "token_here_referee", "referee_token"}
SIGNED_IN = USERS | TOKENS
# rule → who is let in to read, and to write.
LETS_IN: dict[Rule, tuple[set[str], set[str]]] = {
    Rule.PUBLIC: (ALIVE, ALIVE),
    Rule.STANDINGS: (REFEREES | READERS, REFEREES),  # the event of these tests hides its standings
    Rule.SIGNED_IN: (SIGNED_IN, SIGNED_IN),
    Rule.CREATOR: (set(), {"organiser", "foreign", "superuser", WHOLE}),
    Rule.TABLE_LINK: (LINKS, LINKS),
    Rule.RECORDER: (REFEREES | READERS | {"link"}, REFEREES | {"link"}),
    Rule.REFEREE: (REFEREES | READERS, REFEREES),
    Rule.ORGANISER: (ORGANISERS | READERS, ORGANISERS),
}
# Which rule to read and to write an address shall have, apart from what its view says.
RULES: dict[tuple[Rule, Rule], str] = {
    (Rule.CREATOR, Rule.CREATOR): ("import practice"),
    (Rule.ORGANISER, Rule.ORGANISER): (
        "adjustments announcement apart cancel-adjustment cancel-job check-in close "
        "come-later confirm-round cut deliveries desk document draw enough entry-list "
        "export exports hall hall-turn invitation invitations job job-again jobs "
        "judge let-meet log lots merge merge-undo merges night-close ping place "
        "places plan-start player-link player-links presence publish quality "
        "recompute reopen replace report rescore rescore-drop rescore-publish restore "
        "role roles send-again split swap webhook webhooks webhooks-again"
    ),
    (Rule.PUBLIC, Rule.CREATOR): ("season season-archive season-event seasons tournaments"),
    (Rule.PUBLIC, Rule.ORGANISER): (
        "announcements entries entry round rounds stage stages tournament"
    ),
    (Rule.PUBLIC, Rule.PUBLIC): (
        "breaches clubs compare-rulesets docs nowhere presets rating ratings root "
        "ruleset rulesets say-here schema score session settle waits"
    ),
    (Rule.PUBLIC, Rule.REFEREE): ("round-time table-time"),
    (Rule.RECORDER, Rule.RECORDER): (
        "call claims finish insert note paper preview remove reopen-table steps totals undo"
    ),
    (Rule.REFEREE, Rule.REFEREE): (
        "answer-call call-time cancel-penalty confirm forfeit-back forfeits link "
        "links my-tables next-game night-tables penalties reseat start suggest "
        "table-back"
    ),
    (Rule.SIGNED_IN, Rule.PUBLIC): ("tokens"),
    (Rule.SIGNED_IN, Rule.SIGNED_IN): ("me own-name sign token"),
    (Rule.STANDINGS, Rule.ORGANISER): ("releases"),
    (Rule.STANDINGS, Rule.RECORDER): ("hand hands"),
    (Rule.STANDINGS, Rule.STANDINGS): (
        "explain highlights needs results-csv results-xlsx round-tables settle-up "
        "sheets standing standings table"
    ),
    (Rule.TABLE_LINK, Rule.TABLE_LINK): ("my-table"),
}
# Where the service behind the door asks for more than the door.
MORE: dict[tuple[str, str], set[str]] = {
    ("post", "api-sign"): REFEREES,
    ("delete", "api-token"): USERS | {WHOLE, "referee_token"},
    # Looked at by doing it and taking it back: nothing for a token that only reads.
    ("get", "api-restore"): ORGANISERS,
    # An event joins and leaves a season by its own organiser alone.
    ("put", "api-season-event"): {"organiser", "superuser", WHOLE},
    ("delete", "api-season-event"): {"organiser", "superuser", WHOLE},
}


@dataclass
class House:
    """An event with a table under way and hidden standings, and everybody who might ask."""

    event: ClubEvent
    other: ClubEvent
    users: dict[str, User] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    parts: dict[str, Any] = field(default_factory=dict)

    def client(self, caller: str) -> APIClient:
        client = APIClient()
        if caller in self.users:
            client.force_login(self.users[caller])
        elif caller in self.headers:
            client.credentials(HTTP_AUTHORIZATION=self.headers[caller])
        return client

    def address(self, name: str) -> str:
        address = reverse(name, kwargs={part: self.parts[part] for part in parts_of(name)})
        query = {
            "api-compare-rulesets": "?a=guobiao&b=gangu",
            "api-explain": "?a=1&b=2",
            "api-cut": "?size=4",
            "api-suggest": "?entry=1&code=late",
        }
        return address + query.get(name, "")


@pytest.fixture
def house(db: None) -> House:
    made = House(make_event(8), make_event(4))
    event = made.event
    event.seat_round()
    made.other.seat_round()
    event.record(event.table(), win(10, winner=0, giver=2))
    _callers(made)
    _parts(made)
    return made


def _callers(house: House) -> None:
    event, other = house.event, house.other
    events.give_role(
        SYSTEM, other.tournament.pk, username=event.organiser.username, role="organiser"
    )
    house.users = {
        "outsider": event.outsider,
        "foreign": other.organiser,
        "referee": event.referee,
        "organiser": event.organiser,
        "superuser": User.objects.create_superuser("the-site"),
    }
    dead = event.link(event.table())[1]
    links.revoke_link(SYSTEM, event.table().pk)
    live, beside = event.link(event.table())[1], event.link(event.table(1, 2))[1]
    for caller, text in (("link", live), ("other_link", beside), ("revoked_link", dead)):
        house.headers[caller] = f"Table {text}"
    here, there = event.tournament, other.tournament
    for caller, level, reach in (
        (WHOLE, "organiser", None),
        ("token_referee", "referee", None),
        ("token_read", "read", None),
        ("token_here", "organiser", here),
        ("token_here_referee", "referee", here),
        ("token_here_read", "read", here),
        ("token_elsewhere", "organiser", there),
        ("expired_token", "organiser", None),
        ("revoked_token", "organiser", None),
    ):
        made, text = tokens.make_token(
            event.as_organiser, name=caller, level=level, tournament=reach
        )
        house.headers[caller] = f"Token {text}"
        if caller == "revoked_token":
            tokens.revoke_token(event.as_organiser, made.token_key)
    past = timezone.now() - dt.timedelta(seconds=1)
    ApiToken.objects.filter(name="expired_token").update(expiry=past)
    _made, text = tokens.make_token(event.as_referee, name="too much", level="organiser")
    house.headers["referee_token"] = f"Token {text}"


def _parts(house: House) -> None:
    event, staff = house.event, house.event.as_organiser
    pk, entry = event.tournament.pk, event.entries[0].pk
    penalty = penalties.give_penalty(
        staff, pk, entry_id=entry, scope="overall", mode="deduct", points=10, reason="late"
    )
    hook = webhooks.add_webhook(staff, pk, url="https://hall.example/", kinds=["entry.*"])
    absences.draw_lots(staff, pk, [])
    house.parts = {
        "event": event.tournament.slug,
        "round": 1,
        "table": 1,
        "number": 1,
        "ruleset": "guobiao",
        "username": event.referee.username,
        "penalty": penalty.pk,
        "adjustment": adjustments.give_adjustment(
            staff, pk, entry_id=entry, game_points=5, reason="appeal"
        ).pk,
        "forfeit": absences.give_forfeit(staff, event.table().round_id, entry, "has left").pk,
        "pair": seating_rules.keep_apart(staff, pk, entry, event.entries[1].pk).pk,
        "job": Job.objects.create(tournament=event.tournament, kind="seat_plan", key=f"k{pk}").pk,
        "webhook": hook.pk,
        "delivery": WebhookDelivery.objects.create(
            webhook=hook, kind="ping", content={}, next_at=timezone.now()
        ).pk,
        "key": "nothing",
        "export": exports.keep(event.tournament, "csv", "en", name="x.csv", content=b"x").pk,
        "invitation": invitations.invite(staff, pk, role="referee").pk,
        "announcement": announcements.announce(staff, pk, text_en="Lunch").pk,
        "season": seasons.create_season(staff, name="2030", club_id=event.tournament.club_id).slug,
        "counted": event.tournament.slug,
        "club": event.tournament.club_id,
        "player": event.entries[0].player_id,
        "merge": merging.merge(
            SYSTEM, event.entries[0].player_id, Player.objects.create(name="Player twice").pk
        ).pk,
        "revision": 1,
    }
    events.change_tournament(SYSTEM, pk, standings_public=False)


def _walk(patterns: list[Any], before: str = "") -> Iterator[tuple[str, str, URLPattern]]:
    for item in patterns:
        route = before + str(item.pattern)
        if isinstance(item, URLResolver):
            yield from _walk(item.url_patterns, route)
        else:
            yield str(item.name), route, item


def views() -> list[tuple[str, str, type[ApiView]]]:
    """Return name, route and view of every address."""
    return [
        (name, route, item.callback.cls)  # type: ignore[attr-defined]  # a view of DRF
        for name, route, item in _walk(api_urls.urlpatterns)
    ]


def parts_of(name: str) -> list[str]:
    route = next(route for known, route, _view in views() if known == name)
    return re.findall(r"<\w+:(\w+)>", route)


def expected(method: str, name: str, view: type[ApiView]) -> set[str]:
    """Return the callers that a method lets in."""
    writes = method != "get"
    rule = (view.write_rule or view.rule) if writes else view.rule
    read, write = LETS_IN[rule]
    if not writes or not view.saves:
        allowed = read
    else:
        allowed = write - READERS - ({"token_elsewhere"} if "event" in parts_of(name) else set())
    return MORE.get((method, name), allowed)


ROOMS = sorted({view.__module__ for _name, _route, view in views() if view is not Nowhere})


@pytest.mark.parametrize("room", ROOMS)
def test_each_method_lets_in_whom_its_rule_says(house: House, room: str) -> None:
    wrong = []
    for name, _route, view in views():
        if view.__module__ != room or view is Nowhere:
            continue
        for method in (m for m in METHODS if hasattr(view, m)):
            allowed = expected(method, name, view)
            let_in = {c for c in CALLERS if _let_in(house, c, method, house.address(name))}
            if let_in != allowed:
                more, fewer = sorted(let_in - allowed), sorted(allowed - let_in)
                wrong.append(f"{method} {name}: lets in {more}, keeps out {fewer}")
    assert not wrong, "\n".join(wrong)


def _let_in(house: House, caller: str, method: str, address: str) -> bool:
    client = house.client(caller)
    body = {} if method == "get" else {"data": {}, "format": "json"}
    with transaction.atomic():
        before = AuditEntry.objects.count()
        response = getattr(client, method)(address, **body)
        changed = AuditEntry.objects.count() != before
        transaction.set_rollback(True)
    assert response.status_code < 500, (caller, method, address)
    refused = response.status_code in (401, 403)
    if refused:
        assert not changed, (caller, method, address)
        if "/docs/" not in address:  # a page for people
            assert set(response.json()) == {"error", "message", "problems"}
        # Known callers hear "no", unknown ones "who are you".
        unknown = caller in DEAD | {"anonymous"}
        assert response.status_code == (401 if unknown else 403), (caller, method, address)
    return not refused


def test_every_view_has_a_rule_and_the_one_permission() -> None:
    for _name, _route, view in views():
        assert isinstance(view.rule, Rule), view
        assert view.permission_classes == [RulePermission], view


def test_the_rule_of_each_address_is_the_one_that_is_meant() -> None:
    meant = {f"api-{name}": pair for pair, names in RULES.items() for name in names.split()}
    found = {name: (view.rule, view.write_rule or view.rule) for name, _route, view in views()}
    assert found == meant


# What addresses name by a key of the database.
KEYS = {
    *("penalty", "adjustment", "forfeit", "pair", "job", "webhook", "delivery", "export"),
    *("invitation", "announcement", "merge"),
}


def test_what_an_address_names_is_of_its_own_event(house: House) -> None:
    """Everything of another event, asked for inside one's own, is not there."""
    foreign = House(make_event(4), house.other)
    foreign.event.seat_round()
    _parts(foreign)
    client = house.client("superuser")
    checked, found = set(), []
    for name, _route, view in views():
        parts = parts_of(name)
        for key_ in KEYS.intersection(parts) if "event" in parts else ():
            mixed = {**house.parts, key_: foreign.parts[key_]}
            address = reverse(name, kwargs={part: mixed[part] for part in parts})
            for method in (m for m in METHODS if hasattr(view, m)):
                # One of them is a body that the address takes.
                statuses = set()
                for body in ({}, {"reason": "x"}):
                    with transaction.atomic():
                        more = {} if method == "get" else {"data": body, "format": "json"}
                        statuses.add(getattr(client, method)(address, **more).status_code)
                        transaction.set_rollback(True)
                checked.add(key_)
                if not {404} <= statuses <= {400, 404}:
                    found.append(f"{method} {name} ({key_}): {statuses}")
    assert not found, "\n".join(found)
    assert checked == KEYS


def test_standings_that_are_public_are_everybodys(house: House) -> None:
    events.change_tournament(SYSTEM, house.event.tournament.pk, standings_public=True)
    for name, _route, view in views():
        if view.rule is Rule.STANDINGS and name != "api-sheets":
            for caller in sorted(ALIVE):
                response = house.client(caller).get(house.address(name))
                assert response.status_code == 200, (caller, name)


def test_the_api_is_served() -> None:
    assert get_resolver().reverse_dict.getlist("api-root")


def test_a_link_of_a_closed_round_is_dead(house: House) -> None:
    rounds.close_round(SYSTEM, house.event.table().round_id, force=True)
    response = house.client("link").get(house.address("api-my-table"))
    assert response.status_code == 401
    assert response.json()["error"] == "link_dead"


def test_a_forged_token(house: House) -> None:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION="Table " + house.headers["link"][6:-2] + "xx")
    response = client.get(house.address("api-my-table"))
    assert response.status_code == 401
    assert response.json()["error"] == "link_bad"
    assert response["WWW-Authenticate"] == "Table"


def test_a_session_needs_its_csrf_token(house: House) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(house.event.referee)
    body = {"events": win(8, winner=1), "number": 2, "client_key": key()}
    response = client.post(house.address("api-hands"), body, format="json")
    assert response.status_code == 403
    assert Hand.objects.filter(table=house.event.table()).count() == 1


def test_unpublished_seats_are_told_to_referees_only(house: House) -> None:
    house.event.seat_round(start=False)
    slug = house.event.tournament.slug
    where = reverse("api-table", kwargs={"event": slug, "round": 2, "table": 1})
    events.change_tournament(SYSTEM, house.event.tournament.pk, standings_public=True)
    for caller, status in (("anonymous", 404), ("link", 404), ("referee", 200)):
        assert house.client(caller).get(where).status_code == status
        second = house.client(caller).get(house.address("api-rounds")).json()[1]
        assert (second["tables"] is None) == (status == 404)
        assert (second["byes"] is None) == (status == 404)
