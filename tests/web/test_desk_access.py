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
from tournaments.models import AuditEntry, Membership, Round, Table
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


def test_every_page_is_the_organisers_alone(house: House) -> None:
    """All in one event: nothing here changes it."""
    other = make_event(0)
    strangers = (house.club.referee, house.club.outsider, other.organiser)
    wrong = []
    for pattern in pages():
        address = house.address(pattern)
        answers = [_visit(house.club.organiser, address), _visit(None, address)]
        for stranger in strangers:
            client = client_of(stranger)
            answers += [str(client.get(address).status_code), str(client.post(address).status_code)]
        # What takes a post only: a visit leads back to where that is done, or is no method of it.
        fine = {"405"} if takes_posts_only(pattern) else {"200", "302 /desk"}
        if answers[0] not in fine or answers[1:] != ["302 /account", *["403"] * 6]:
            wrong.append(f"{pattern.name}: {answers}")
    assert not wrong, "\n".join(wrong)


def _visit(user: User | None, address: str) -> str:
    response = client_of(user).get(address)
    where = response.headers.get("Location", "").split("/")[1:2]
    return " /".join([str(response.status_code), *where])


def test_posting_without_an_account_changes_nothing(house: House) -> None:
    written = AuditEntry.objects.count()
    client = client_of(None)
    answers = {pattern.name: client.post(house.address(pattern)).status_code for pattern in pages()}
    assert {name for name, status in answers.items() if status != 302} == set()
    assert AuditEntry.objects.count() == written
    assert Round.objects.get(pk=house.kwargs["round_id"]).status == Round.Status.RUNNING
    assert Table.objects.get(pk=house.kwargs["table_id"]).status == Table.Status.OPEN


def test_a_thing_of_another_event_is_not_there(house: House) -> None:
    other = furnish(make_event(4))
    mixed = House(house.club, {**other.kwargs, "event": house.kwargs["event"]})
    client = client_of(house.club.organiser)
    written = AuditEntry.objects.count()
    wrong = []
    for pattern in pages():
        if not set(words(pattern)) - WORDS:
            continue
        address, view = mixed.address(pattern), pattern.callback.view_class
        got = client.get(address).status_code if hasattr(view, "get") else 404
        sent = client.post(address, {"reason": "why"}).status_code if hasattr(view, "post") else 404
        if got not in {302, 404} or sent != 404:  # 302: leads back, as above
            wrong.append(f"{pattern.name}: {got} {sent}")
    assert not wrong, "\n".join(wrong)
    assert AuditEntry.objects.count() == written
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
            (
                "desk-new",
                "desk-event-file",
                "desk-season",
                "desk-practice-new",
                "desk-presets",
                "desk-setup",
            )
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
