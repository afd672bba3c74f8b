"""Who may open which page of the desk; a thing of another event is not there."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse

from tests.club import ClubEvent, make_event
from tournaments.models import Job, Membership, Round, Table
from tournaments.services import absences, adjustments, links, penalties, seating_rules
from tournaments.urls.organiser import urlpatterns
from tournaments.views.rules import Rule

pytestmark = pytest.mark.django_db
NAMES = [pattern.name for pattern in urlpatterns]
# Addresses that only take a post and answer a visit by leading back, or not at all.
ACTS = {
    "desk-recompute",
    "desk-publish",
    "desk-start",
    "desk-confirm",
    "desk-finish",
    "desk-confirm-results",
    "desk-job-cancel",
    "desk-job-again",
}


def takes_posts_only(pattern: URLPattern) -> bool:
    return not hasattr(pattern.callback.view_class, "get")


@dataclass
class House:
    club: ClubEvent
    kwargs: dict[str, object]

    def address(self, pattern: URLPattern) -> str:
        wanted = re.findall(r"<\w+:(\w+)>", str(pattern.pattern))
        return reverse(str(pattern.name), kwargs={name: self.kwargs[name] for name in wanted})


def furnish(club: ClubEvent) -> House:
    """Give an event one of everything that has an address."""
    round_ = club.seat_round()
    table = club.table()
    links.live_link(club.as_organiser, table.pk)
    penalty = penalties.give_penalty(
        club.as_organiser,
        club.tournament.pk,
        entry_id=club.entries[0].pk,
        scope="overall",
        mode="deduct",
        points=10,
        reason="late",
    )
    adjustment = adjustments.give_adjustment(
        club.as_organiser,
        club.tournament.pk,
        entry_id=club.entries[0].pk,
        game_points=10,
        reason="sportsmanship",
    )
    forfeit = absences.give_forfeit(club.as_organiser, round_.pk, club.entries[1].pk, "left")
    pair = seating_rules.keep_apart(
        club.as_organiser, club.tournament.pk, club.entries[0].pk, club.entries[1].pk
    )
    job = Job.objects.create(tournament=club.tournament, kind="seat_plan", key=f"k{round_.pk}")
    membership = Membership.objects.get(tournament=club.tournament, role="referee")
    return House(
        club,
        {
            "event": club.tournament.slug,
            "round_id": round_.pk,
            "table_id": table.pk,
            "entry_id": club.entries[0].pk,
            "penalty_id": penalty.pk,
            "membership_id": membership.pk,
            "job_id": job.pk,
            "adjustment_id": adjustment.pk,
            "forfeit_id": forfeit.pk,
            "stage_id": round_.stage_id,
            "pair_id": pair.pk,
        },
    )


@pytest.fixture
def house() -> House:
    return furnish(make_event(8))


def client_of(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def pages() -> Iterator[URLPattern]:
    for pattern in urlpatterns:
        if pattern.name not in {"desk", "desk-new"}:
            yield pattern


@pytest.mark.parametrize("pattern", pages(), ids=lambda p: p.name)
def test_every_page_is_the_organisers_alone(house: House, pattern: URLPattern) -> None:
    address = house.address(pattern)
    other = make_event(0)

    organiser = client_of(house.club.organiser).get(address)
    anonymous = client_of(None).get(address)

    if takes_posts_only(pattern):
        assert organiser.status_code == 405
    elif pattern.name in ACTS:
        assert organiser.status_code == 302
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
    "pattern", [p for p in pages() if str(p.pattern).count("<") > 1], ids=lambda p: p.name
)
def test_a_thing_of_another_event_is_not_there(house: House, pattern: URLPattern) -> None:
    other = furnish(make_event(4))
    mixed = House(house.club, {**other.kwargs, "event": house.kwargs["event"]})
    client = client_of(house.club.organiser)
    if not takes_posts_only(pattern):
        assert client.get(mixed.address(pattern)).status_code == 404
    assert client.post(mixed.address(pattern), {"reason": "why"}).status_code == 404
    assert Membership.objects.filter(pk=other.kwargs["membership_id"]).exists()
    assert Table.objects.filter(pk=other.kwargs["table_id"], status="open").exists()


def test_every_view_has_its_rule() -> None:
    rules = {p.name: p.callback.view_class.rule for p in urlpatterns}
    assert rules.pop("desk") is Rule.SIGNED_IN
    assert rules.pop("desk-new") is Rule.CREATOR
    assert set(rules.values()) == {Rule.ORGANISER}


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
