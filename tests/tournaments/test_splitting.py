"""A record that mixes two people made two, and one again."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.web.reading import text
from tournaments.models import AuditEntry, Club, Entry, Player
from tournaments.services import entries, events, merging, splitting, standings
from tournaments.services.errors import Invalid, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def first() -> ClubEvent:
    event = make_event(4)
    event.seat_round()
    event.record(event.table(), win(10, 0, 2))
    return event


@pytest.fixture
def second(first: ClubEvent) -> ClubEvent:
    """A second event in which somebody of the same name was taken for the one of the first."""
    event = make_event(3)
    mixed = entries.register(
        SYSTEM, event.tournament.pk, name="-", player_id=first.entries[0].player_id
    )
    event.entries.append(mixed)
    events.give_role(
        SYSTEM, event.tournament.pk, username=first.organiser.username, role="organiser"
    )
    event.seat_round()
    event.record(event.table(), win(24, 3))
    return event


def test_every_event_keeps_its_results_under_the_right_person(
    first: ClubEvent, second: ClubEvent
) -> None:
    one, mixed = first.entries[0].player, second.entries[3]
    Player.objects.filter(pk=one.pk).update(member_number="m1", user=first.outsider)
    before = [standings.compute_now(e.tournament).rows for e in (first, second)]
    other = splitting.split(
        first.as_organiser, one.pk, [mixed.pk], name=" Other ", club_name="New club"
    )
    assert (other.name, other.club, other.member_number) == (
        "Other",
        Club.objects.get(name="New club"),
        "",
    )
    one.refresh_from_db()
    assert (one.member_number, one.user) == ("m1", first.outsider)
    assert list(one.entries.all()) == [first.entries[0]]
    assert list(other.entries.all()) == [mixed]
    after = [standings.compute_now(e.tournament).rows for e in (first, second)]
    points = [[(r.entry_id, r.rank, r.game_points) for r in rows] for rows in before]
    assert [[(r.entry_id, r.rank, r.game_points) for r in rows] for rows in after] == points
    assert [r.name for r in after[1] if r.entry_id == mixed.pk] == ["Other"]


def test_merging_takes_it_back(first: ClubEvent, second: ClubEvent) -> None:
    one, mixed = first.entries[0].player, second.entries[3]
    people = sorted(Player.objects.values_list())
    whose = sorted(Entry.objects.values_list("pk", "player"))
    other = splitting.split(SYSTEM, one.pk, [mixed.pk], name="Other")
    merging.merge(SYSTEM, one.pk, other.pk)
    assert sorted(Player.objects.values_list()) == people
    assert sorted(Entry.objects.values_list("pk", "player")) == whose


def test_undoing_a_merge_leaves_what_was_split_off(first: ClubEvent, second: ClubEvent) -> None:
    """An event that a merge brought, and that a split gave to a third person, stays there."""
    one, moved = first.entries[0].player, make_event(1).entries[0]
    record = merging.merge(SYSTEM, one.pk, moved.player_id)
    third = splitting.split(SYSTEM, one.pk, [moved.pk], name="Third")
    back = merging.undo(SYSTEM, record.pk)
    assert list(third.entries.all()) == [moved]
    assert not back.entries.exists()


def test_a_hidden_name_is_hidden_for_both(first: ClubEvent, second: ClubEvent) -> None:
    one = first.entries[0].player
    Player.objects.filter(pk=one.pk).update(name_hidden=True)
    other = splitting.split(SYSTEM, one.pk, [second.entries[3].pk], name="Other")
    assert other.name_hidden


def test_all_problems_are_said_at_once(first: ClubEvent, second: ClubEvent) -> None:
    one = first.entries[0].player
    club = Club.objects.create(name="Numbers")
    Player.objects.create(name="Holder", club=club, member_number="7")
    people = Player.objects.count()
    with pytest.raises(Invalid) as refused:
        splitting.split(SYSTEM, one.pk, [], name=" ", club_name="Numbers", member_number="7")
    assert [p.field for p in refused.value.problems] == ["entries", "name", "member_number"]
    assert "Holder" in str(refused.value.problems[2].message)
    assert Player.objects.count() == people


@pytest.mark.parametrize("which", ["all", "foreign"])
def test_some_of_the_own_events_are_meant(first: ClubEvent, second: ClubEvent, which: str) -> None:
    one = first.entries[0].player
    wanted = {
        "all": list(one.entries.values_list("pk", flat=True)),
        "foreign": [second.entries[3].pk, second.entries[0].pk],
    }[which]
    with pytest.raises(Invalid) as refused:
        splitting.split(SYSTEM, one.pk, wanted, name="Other")
    assert [p.field for p in refused.value.problems] == ["entries"]
    assert not Player.objects.filter(name="Other").exists()


def test_who_does_not_organise_all_their_events_is_refused(first: ClubEvent) -> None:
    foreign = make_event(0)
    mixed = entries.register(
        SYSTEM, foreign.tournament.pk, name="-", player_id=first.entries[0].player_id
    )
    with pytest.raises(NotAllowed, match=foreign.tournament.name):
        splitting.split(first.as_organiser, mixed.player_id, [mixed.pk], name="Other")


def test_the_log_of_every_event_tells_it(first: ClubEvent, second: ClubEvent) -> None:
    one = first.entries[0].player
    splitting.split(SYSTEM, one.pk, [second.entries[3].pk], name="Other")
    for event in (first, second):
        entry = AuditEntry.objects.get(tournament=event.tournament, act="person.split")
        assert (entry.before["name"], entry.after["name"]) == (one.name, "Other")


def test_the_page_from_the_person_to_the_new_one(first: ClubEvent, second: ClubEvent) -> None:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(first.organiser)
    entry, mixed = first.entries[0], second.entries[3]
    slug = first.tournament.slug
    address = reverse("desk-split", args=[slug, entry.pk])
    assert address in client.get(reverse("desk-entry", args=[slug, entry.pk])).content.decode()
    page = text(client.get(address))
    assert f"mixed under “{entry.player.name}”" in page
    assert f"{second.tournament.name} · {mixed.number}" in page
    refused = client.post(address, {"name": "Other"})
    assert refused.status_code == 400
    assert "Choose the events" in refused.content.decode()
    done = client.post(address, {"name": "Other", "entries": [mixed.pk]}, follow=True)
    assert "Other is a person of their own now." in text(done)
    mixed.refresh_from_db()
    assert mixed.player.name == "Other"


def test_who_plays_once_is_not_two_people(first: ClubEvent) -> None:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(first.organiser)
    entry = first.entries[1]
    page = client.get(reverse("desk-entry", args=[first.tournament.slug, entry.pk]))
    assert "Two people under one name" not in text(page)
