"""Two records of one person made one, and two again."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.web.reading import text
from tournaments.models import AuditEntry, Club, Entry, KeepApart, PersonMerge, Player
from tournaments.services import entries, events, merging, seating_rules
from tournaments.services.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def first() -> ClubEvent:
    """An event with a played round: whose results are whose can be told."""
    event = make_event(4)
    event.seat_round()
    event.record(event.table(), win(10, 0, 2))
    return event


@pytest.fixture
def second(first: ClubEvent) -> ClubEvent:
    event = make_event(4)
    events.give_role(
        SYSTEM, event.tournament.pk, username=first.organiser.username, role="organiser"
    )
    return event


def everything() -> list[object]:
    """Return all rows that say something of people."""
    return [
        sorted(Player.objects.values_list()),
        sorted(Entry.objects.values_list()),
        sorted(KeepApart.objects.values_list()),
    ]


def test_a_merge_and_its_undoing_leave_everything_as_it_was(
    first: ClubEvent, second: ClubEvent
) -> None:
    one, other = first.entries[0].player, second.entries[1].player
    Player.objects.filter(pk=other.pk).update(
        club=Club.objects.create(name="Other club"), member_number="m7", user=second.outsider
    )
    for event, entry in ((first, 0), (second, 1)):
        a, b = event.entries[entry], event.entries[2]
        seating_rules.keep_apart(SYSTEM, event.tournament.pk, a.pk, b.pk)
    before = everything()
    record = merging.merge(first.as_organiser, one.pk, other.pk, chosen={"name": "gone"})
    one.refresh_from_db()
    assert (one.name, one.member_number, one.user) == (other.name, "m7", second.outsider)
    assert one.club is not None
    assert not Player.objects.filter(pk=other.pk).exists()
    assert set(one.entries.values_list("pk", flat=True)) == {
        first.entries[0].pk,
        second.entries[1].pk,
    }
    assert (
        KeepApart.objects.filter(one=one).count() + KeepApart.objects.filter(other=one).count() == 2
    )
    merging.undo(first.as_organiser, record.pk)
    assert everything() == before


def test_a_pair_that_would_stand_there_twice_comes_back(first: ClubEvent) -> None:
    one, other = first.entries[0].player, Player.objects.create(name="Same")
    third = first.entries[2].player
    club = first.tournament.club
    for person in (one, other):
        low, high = sorted((person, third), key=lambda p: p.pk)
        KeepApart.objects.create(club=club, one=low, other=high)
    low, high = sorted((one, other), key=lambda p: p.pk)
    KeepApart.objects.create(club=club, one=low, other=high)
    before = everything()
    record = merging.merge(SYSTEM, one.pk, other.pk)
    assert KeepApart.objects.count() == 1
    merging.undo(SYSTEM, record.pk)
    assert everything() == before


def test_two_people_of_one_event_are_not_one(first: ClubEvent) -> None:
    one, other = first.entries[0], first.entries[3]
    with pytest.raises(Invalid) as refused:
        merging.merge(SYSTEM, one.player_id, other.player_id)
    words = str(refused.value)
    assert first.tournament.name in words
    assert "number 1" in words
    assert "number 4" in words
    assert "round 1" in words
    assert Player.objects.filter(pk=other.player_id).exists()


def test_a_person_is_not_merged_with_themselves(first: ClubEvent) -> None:
    person = first.entries[0].player_id
    with pytest.raises(Invalid):
        merging.merge(SYSTEM, person, person)


def test_results_that_came_meanwhile_go_to_whom_the_organiser_says(
    first: ClubEvent, second: ClubEvent
) -> None:
    one, other = first.entries[0].player, second.entries[0].player
    record = merging.merge(SYSTEM, one.pk, other.pk)
    third, fourth = make_event(0), make_event(0)
    later = [
        entries.register(SYSTEM, event.tournament.pk, name=one.name, player_id=one.pk)
        for event in (third, fourth)
    ]
    assert merging.later_entries(record) == later
    with pytest.raises(Invalid):
        merging.undo(SYSTEM, record.pk, to_gone=[first.entries[1].pk])
    back = merging.undo(SYSTEM, record.pk, to_gone=[later[1].pk])
    assert back.pk == other.pk
    assert set(back.entries.values_list("tournament_id", flat=True)) == {
        second.tournament.pk,
        fourth.tournament.pk,
    }
    assert set(one.entries.values_list("tournament_id", flat=True)) == {
        first.tournament.pk,
        third.tournament.pk,
    }


def test_what_was_changed_since_stays(first: ClubEvent, second: ClubEvent) -> None:
    one, other = first.entries[0].player, second.entries[0].player
    record = merging.merge(SYSTEM, one.pk, other.pk, chosen={"name": "gone"})
    entries.change_entry(SYSTEM, first.entries[0].pk, name="Renamed")
    merging.undo(SYSTEM, record.pk)
    one.refresh_from_db()
    assert one.name == "Renamed"
    assert Player.objects.get(pk=other.pk).name == other.name


def test_merges_are_undone_from_the_last(first: ClubEvent, second: ClubEvent) -> None:
    one, other = first.entries[0].player, second.entries[0].player
    third = Player.objects.create(name="Third")
    record = merging.merge(SYSTEM, one.pk, other.pk)
    later = merging.merge(SYSTEM, one.pk, third.pk)
    with pytest.raises(Conflict, match="Third"):
        merging.undo(SYSTEM, record.pk)
    merging.undo(SYSTEM, later.pk)
    merging.undo(SYSTEM, record.pk)
    with pytest.raises(Conflict):
        merging.undo(SYSTEM, record.pk)


def test_a_merge_of_a_merge_comes_apart_again(first: ClubEvent, second: ClubEvent) -> None:
    one, other = first.entries[0].player, second.entries[0].player
    third = Player.objects.create(name="Third")
    before = everything()
    inner = merging.merge(SYSTEM, other.pk, third.pk)
    outer = merging.merge(SYSTEM, one.pk, other.pk)
    inner.refresh_from_db()
    assert inner.kept_id == one.pk
    merging.undo(SYSTEM, outer.pk)
    inner.refresh_from_db()
    assert inner.kept_id == other.pk
    merging.undo(SYSTEM, inner.pk)
    assert everything() == before


def test_a_number_that_was_given_away_is_in_the_way(first: ClubEvent) -> None:
    club = Club.objects.create(name="Numbers")
    one = first.entries[0].player
    other = Player.objects.create(name="Gone", club=club, member_number="m1")
    record = merging.merge(SYSTEM, one.pk, other.pk, chosen=dict.fromkeys(merging.CHOICES, "kept"))
    Player.objects.create(name="New", club=club, member_number="m1")
    with pytest.raises(Conflict, match="Gone"):
        merging.undo(SYSTEM, record.pk)
    assert PersonMerge.objects.get().undone_at is None


def test_who_does_not_organise_all_their_events_is_refused(first: ClubEvent) -> None:
    foreign = make_event(4)
    with pytest.raises(NotAllowed, match=foreign.tournament.name):
        merging.merge(first.as_organiser, first.entries[0].player_id, foreign.entries[0].player_id)


def test_the_log_of_every_event_tells_it(first: ClubEvent, second: ClubEvent) -> None:
    record = merging.merge(SYSTEM, first.entries[0].player_id, second.entries[0].player_id)
    merging.undo(SYSTEM, record.pk)
    for event in (first, second):
        acts = AuditEntry.objects.filter(tournament=event.tournament, act__startswith="person.")
        assert list(acts.values_list("act", flat=True)) == ["person.split", "person.merged"]


def client_of(user: User) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


def test_the_pages_from_the_search_to_the_undoing(first: ClubEvent, second: ClubEvent) -> None:
    client = client_of(first.organiser)
    entry, other = first.entries[0], second.entries[0].player
    address = reverse("desk-merge", args=[first.tournament.slug, entry.pk])
    assert other.name in text(client.get(address, {"q": other.name}))
    asked = client.get(f"{address}?with={other.pk}")
    assert second.tournament.name in text(asked)
    done = client.post(f"{address}?with={other.pk}", {"name": "gone"}, follow=True)
    assert f"They are one person now: {other.name}" in text(done)
    merges = client.get(reverse("desk-merges", args=[first.tournament.slug]))
    assert "← " + other.name in text(merges)
    undo = reverse("desk-merge-undo", args=[first.tournament.slug, PersonMerge.objects.get().pk])
    assert "1 event goes back" in text(client.get(undo))
    assert "a person of their own again" in text(client.post(undo, follow=True))


def test_the_page_says_why_two_are_not_one(first: ClubEvent) -> None:
    address = reverse("desk-merge", args=[first.tournament.slug, first.entries[0].pk])
    with_other = f"{address}?with={first.entries[1].player_id}"
    client = client_of(first.organiser)
    assert "They cannot be made one person" in text(client.get(with_other))
    refused = client.post(with_other, {"name": "kept"})
    assert refused.status_code == 400
    assert Player.objects.count() == 4
