"""Who may open which page of the desk; a thing of another event is not there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse

from tests.club import ClubEvent, make_event
from tests.web.things import things_of
from tournaments.models import Membership, Round, Table
from tournaments.urls.organiser import urlpatterns
from tournaments.views.rules import Rule

pytestmark = pytest.mark.django_db
NAMES = [pattern.name for pattern in urlpatterns]
# Words in an address that are the same in every event.
WORDS = {"event", "kind", "preset", "revision", "season", "code"}


def takes_posts_only(pattern: URLPattern) -> bool:
    return not hasattr(pattern.callback.view_class, "get")


def words(pattern: URLPattern) -> list[str]:
    return re.findall(r"<\w+:(\w+)>", str(pattern.pattern))


@dataclass
class House:
    club: ClubEvent
    kwargs: dict[str, object]

    def address(self, pattern: URLPattern) -> str:
        return reverse(
            str(pattern.name), kwargs={name: self.kwargs[name] for name in words(pattern)}
        )


def furnish(club: ClubEvent) -> House:
    return House(club, things_of(club))


@pytest.fixture
def house() -> House:
    return furnish(make_event(8))


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def pages() -> Iterator[URLPattern]:
    """Return the pages of one event that are its organisers' alone."""
    for pattern in urlpatterns:
        if "event" in words(pattern) and pattern.callback.view_class.rule is Rule.ORGANISER:
            yield pattern


@pytest.mark.parametrize("pattern", pages(), ids=lambda p: p.name)
def test_every_page_is_the_organisers_alone(house: House, pattern: URLPattern) -> None:
    address = house.address(pattern)
    other = make_event(0)

    organiser = client_of(house.club.organiser).get(address)
    anonymous = client_of(None).get(address)

    if takes_posts_only(pattern):
        assert organiser.status_code == 405
    elif organiser.status_code == 302:  # takes a post; a visit leads back to where that is done
        assert organiser["Location"].startswith("/desk/")
    else:
        assert organiser.status_code == 200
    assert anonymous.status_code == 302
    assert "/account/" in anonymous["Location"]
    for stranger in (house.club.referee, house.club.outsider, other.organiser):
        assert client_of(stranger).get(address).status_code == 403
        assert client_of(stranger).post(address).status_code == 403


@pytest.mark.parametrize("pattern", pages(), ids=lambda p: p.name)
def test_posting_without_an_account_changes_nothing(house: House, pattern: URLPattern) -> None:
    revision = house.club.tournament.revision
    response = client_of(None).post(house.address(pattern))
    assert response.status_code == 302
    house.club.tournament.refresh_from_db()
    assert house.club.tournament.revision >= revision
    assert Round.objects.get(pk=house.kwargs["round_id"]).status == Round.Status.RUNNING
    assert Table.objects.get(pk=house.kwargs["table_id"]).status == Table.Status.OPEN


@pytest.mark.parametrize(
    "pattern", [p for p in pages() if set(words(p)) - WORDS], ids=lambda p: p.name
)
def test_a_thing_of_another_event_is_not_there(house: House, pattern: URLPattern) -> None:
    other = furnish(make_event(4))
    mixed = House(house.club, {**other.kwargs, "event": house.kwargs["event"]})
    client = client_of(house.club.organiser)
    if not takes_posts_only(pattern):
        assert client.get(mixed.address(pattern)).status_code in {302, 404}  # 302: see above
    if hasattr(pattern.callback.view_class, "post"):
        posted = client.post(mixed.address(pattern), {"reason": "why"})
        assert posted.status_code == 404
    assert Membership.objects.filter(pk=other.kwargs["membership_id"]).exists()
    assert Table.objects.filter(pk=other.kwargs["table_id"], status="open").exists()


def test_every_view_has_its_rule() -> None:
    rules = {p.name: p.callback.view_class.rule for p in urlpatterns}
    others = {name: rule for name, rule in rules.items() if rule is not Rule.ORGANISER}
    assert others.pop("desk") is Rule.SIGNED_IN
    nights = {name for name, rule in others.items() if rule is Rule.REFEREE}
    assert nights == {"desk-night", "desk-night-next", "desk-night-take-back"}
    creators = {name for name in others if name not in nights}
    assert {others[name] for name in creators} == {Rule.CREATOR}
    assert all(
        name.startswith(
            ("desk-new", "desk-season", "desk-practice-new", "desk-presets", "desk-setup")
        )
        for name in creators
    )


def test_the_list_shows_my_events_only(house: House) -> None:
    make_event(0)
    response = client_of(house.club.organiser).get(reverse("desk"))
    assert [event.pk for event in response.context["events"]] == [house.club.tournament.pk]
    assert client_of(None).get(reverse("desk")).status_code == 302
    assert not client_of(house.club.outsider).get(reverse("desk")).context["events"]


def test_only_organisers_set_up_events(house: House) -> None:
    assert client_of(house.club.organiser).get(reverse("desk-new")).status_code == 200
    for user in (house.club.referee, house.club.outsider):
        assert client_of(user).get(reverse("desk-new")).status_code == 403
    assert client_of(None).get(reverse("desk-new")).status_code == 302
