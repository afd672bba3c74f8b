"""Acts on people of the house beside each other: registered, made one with somebody, erased."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import DatabaseError

from tests.club import SYSTEM, ClubEvent, make_event
from tests.concurrency.threads import Between, kinds
from tournaments.models import Act, AuditEntry, Entry, PeopleFile, Player
from tournaments.services import (
    announcements,
    entries,
    event_import,
    merging,
    names,
    people_files,
    personal_data,
)
from tournaments.services.errors import Invalid
from tournaments.services.event_document import document_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
Call = Callable[[], Any]


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch) -> Between:
    return Between(monkeypatch)


def two() -> tuple[Player, Player]:
    """Two records of one person who plays nowhere: the one to keep, and the other."""
    return Player.objects.create(name="Wang"), Player.objects.create(name="Wang Er")


def merge(kept: Player, gone: Player) -> Call:
    return partial(merging.merge, SYSTEM, kept.pk, gone.pk)


def by_name(event: ClubEvent, gone: Player) -> Call:
    return partial(entries.register, event.as_organiser, event.tournament.pk, name=gone.name)


def as_chosen(event: ClubEvent, gone: Player) -> Call:
    row = entries.Row(name=gone.name, player_id=gone.pk)
    return partial(entries.register_many, event.as_organiser, event.tournament.pk, [row])


def from_a_list(event: ClubEvent, gone: Player) -> Call:
    file = PeopleFile.objects.create(
        tournament=event.tournament, table=[[1, [gone.name]]], rows=[{"name": gone.name}], lines=[1]
    )
    return partial(people_files.register, event.as_organiser, file)


@pytest.mark.parametrize("register", [by_name, as_chosen, from_a_list])
def test_somebody_is_registered_while_they_are_made_one_with_another(
    between: Between, register: Callable[[ClubEvent, Player], Call]
) -> None:
    event, (kept, gone) = make_event(4), two()
    between.stop(merging, "_tell")
    merged, refused = between.run(merge(kept, gone), register(event, gone))
    assert merged.gone_id == gone.pk
    assert isinstance(refused, Invalid), refused
    assert [(p.field, p.message) for p in refused.problems] == [
        ("name", "This person is not here any more; look again.")
    ]
    assert Entry.objects.count() == 4
    # Looked for again it is whoever is of that name by now: nobody else's registration.
    again = entries.register(SYSTEM, event.tournament.pk, name=kept.name)
    assert again.player_id == kept.pk


def test_somebody_is_made_one_with_another_while_they_are_registered(between: Between) -> None:
    """The merge knows nothing of the event yet: it would move the entry, of which its log is not
    told, and of which the one who merges need not be an organiser."""
    event, (kept, gone) = make_event(4), two()
    between.stop(entries, "finish_act")
    results = between.run(by_name(event, gone), merge(kept, gone))
    assert kinds(results) == ["Conflict", "Entry"], results
    merge(kept, gone)()
    entry = Entry.objects.get(player=kept)
    assert entry.tournament == event.tournament
    assert AuditEntry.objects.filter(tournament=entry.tournament, act=Act.PERSON_MERGED).exists()


def test_two_are_made_of_one_again_while_they_are_registered(between: Between) -> None:
    event, (kept, gone) = make_event(4), two()
    record = merge(kept, gone)()
    between.stop(entries, "finish_act")
    undo = partial(merging.undo, SYSTEM, record.pk)
    assert kinds(between.run(by_name(event, kept), undo)) == ["Conflict", "Entry"]
    assert undo().pk == gone.pk
    assert AuditEntry.objects.filter(act=Act.PERSON_SPLIT, tournament=event.tournament).exists()


def test_an_event_is_read_from_its_document_while_two_are_made_one(between: Between) -> None:
    event, (kept, gone) = make_event(4), two()
    entries.register(SYSTEM, event.tournament.pk, name=gone.name)
    document = document_of(event.tournament)
    Entry.objects.filter(player=gone).delete()
    between.stop(merging, "_tell")
    read = partial(event_import.import_event, SYSTEM, document, slug="again")
    merged, made = between.run(merge(kept, gone), read)
    assert merged.gone_id == gone.pk
    assert made.entries.count() == 5, made
    assert not Player.objects.filter(pk=gone.pk).exists()


def test_a_list_is_registered_while_somebody_of_it_is_erased(between: Between) -> None:
    event = make_event(4)
    known = event.entries[0].player
    file = PeopleFile.objects.create(
        tournament=event.tournament,
        table=[[1, [known.name]], [2, ["Newcomer"]]],
        rows=[{"name": known.name}, {"name": "Newcomer"}],
        lines=[1, 2],
    )
    between.stop(entries, "register_many")
    results = between.run(
        partial(people_files.register, event.as_organiser, file),
        partial(personal_data.erase, event.as_organiser, known.pk),
    )
    assert not any(isinstance(result, DatabaseError) for result in results), results
    file.refresh_from_db()
    assert file.registered == 1
    assert known.name not in str(file.table)
    assert Player.objects.get(pk=known.pk).name == personal_data.erased_name(known)


def test_somebody_who_is_erased_is_not_registered_elsewhere(between: Between) -> None:
    event, other = make_event(4), make_event(4)
    known = event.entries[0].player
    between.stop(personal_data, "finish_act")
    erased, refused = between.run(
        partial(personal_data.erase, event.as_organiser, known.pk), by_name(other, known)
    )
    assert erased.pk == known.pk
    assert isinstance(refused, Invalid), refused
    assert not other.tournament.entries.filter(player=known).exists()


def test_a_name_is_hidden_while_its_owner_is_made_one_with_another(between: Between) -> None:
    event, (kept, gone) = make_event(4), two()
    entry = entries.register(SYSTEM, event.tournament.pk, name=gone.name)
    between.stop(merging, "_tell")
    hide = partial(names.hide_name, event.as_organiser, entry.pk, hidden=True)
    assert kinds(between.run(merge(kept, gone), hide)) == ["Conflict", "PersonMerge"]
    assert hide().pk == kept.pk


def test_an_announcement_is_taken_back_while_somebody_it_names_is_erased(
    between: Between,
) -> None:
    event = make_event(4)
    known = event.entries[0].player
    told = announcements.announce(
        event.as_organiser, event.tournament.pk, text_en=f"{known.name} is looked for"
    )
    between.stop(announcements, "finish_act")
    results = between.run(
        partial(announcements.take_back, event.as_organiser, told.pk),
        partial(personal_data.erase, event.as_organiser, known.pk),
    )
    assert kinds(results) == ["Announcement", "Player"], results
    told.refresh_from_db()
    assert told.taken_back_at is not None
    assert known.name not in told.text_en
