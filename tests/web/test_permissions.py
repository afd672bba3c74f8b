"""Every address has one rule, and each rule lets in whom it should: address × role × event."""

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from tests.club import make_event
from tests.web.addresses import PAGES, PATTERNS, ROUTES, WITHOUT_RULE, address_of, view_of
from tests.web.things import things_of
from tournaments.models import AuditEntry
from tournaments.services.access import Actor
from tournaments.services.events import change_tournament
from tournaments.views.rules import Rule

pytestmark = pytest.mark.django_db
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
# Where the service behind a button asks for more than its page does.
NEEDS_MORE: dict[str, set[str]] = {"own-name": {"organiser"}}


# Which rule an address shall have, apart from what its view says: by where it lies, and the others
# of the same place by name. A new page is either here by its place, or has to be named.
PLACES: dict[str, Rule | None] = {
    "desk/<slug:event>/": Rule.ORGANISER,
    "desk/": Rule.CREATOR,
    "referee/": Rule.REFEREE,
    "r/": Rule.TABLE_LINK,
    "account/": Rule.SIGNED_IN,
}
OTHERS: dict[Rule, str] = {
    Rule.REFEREE: "desk-night desk-night-next desk-night-take-back",
    Rule.SIGNED_IN: "desk referee sign-result own-name me",
    Rule.STANDINGS: (
        "standings board table person-hands needs highlights settle-up export-results-csv "
        "export-workbook export-ema export-report export-screen blank-sheet-pdf sheets-pdf "
        "sheet-pdf standings-pdf"
    ),
    Rule.PUBLIC: (
        "login logout forgot password_reset_done password_reset_confirm join new-password my-link "
        "home worker manifest health ready metrics rights calculator rules compare-rulesets "
        "ruleset try-hand try-preview option-example event-rules player player-hands ratings "
        "rating-of nights seasons season season-money live-tables live-tables-part projector "
        "projector-part find-seat seat news rounds people person say-here seats-by-name-pdf "
        "seats-by-table-pdf"
    ),
}
NAMED: dict[str, Rule] = {name: rule for rule, names in OTHERS.items() for name in names.split()}


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_every_address_has_one_rule(name: str) -> None:
    if name in WITHOUT_RULE:
        return
    assert isinstance(getattr(view_of(PATTERNS[name]), "rule", None), Rule), name


@pytest.mark.parametrize("name", sorted(PAGES))
def test_the_rule_of_a_page_is_the_one_that_is_meant(name: str) -> None:
    place = next((rule for start, rule in PLACES.items() if ROUTES[name].startswith(start)), None)
    assert view_of(PAGES[name]).rule is NAMED.get(name, place)


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


def _let_in(client: Client, address: str, method: str = "get") -> bool:
    response = getattr(client, method)(address)
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
    for name, pattern in sorted(PAGES.items()):
        address = address_of(name, things)
        allowed = {role for role in ROLES if _let_in(_client(people[role]), address)}
        if allowed != LETS_IN[view_of(pattern).rule]:
            wrong.append(f"{name}: {sorted(allowed)}")
    assert not wrong, "\n".join(wrong)
    assert AuditEntry.objects.count() == written


def test_a_button_is_for_whom_its_page_is(
    house: tuple[dict[str, object], dict[str, User | None]],
) -> None:
    """POST, each taken back, at the addresses outside the desk (`test_desk_access.py` has those):
    whoever is kept out has changed nothing."""
    things, people = house
    wrong = []
    for name, pattern in sorted(PAGES.items()):
        if ROUTES[name].startswith("desk/") or view_of(pattern).rule is Rule.PUBLIC:
            continue
        allowed = set()
        for role in ROLES:
            with transaction.atomic():
                before = AuditEntry.objects.count()
                if _let_in(_client(people[role]), address_of(name, things), "post"):
                    allowed.add(role)
                elif AuditEntry.objects.count() != before:
                    wrong.append(f"{name}: {role} is kept out and has changed something")
                transaction.set_rollback(True)
        if allowed != NEEDS_MORE.get(name, LETS_IN[view_of(pattern).rule]):
            wrong.append(f"{name}: {sorted(allowed)}")
    assert not wrong, "\n".join(wrong)


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
