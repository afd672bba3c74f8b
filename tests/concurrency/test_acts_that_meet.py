"""Acts on a whole event beside acts at its tables, which hold their table alone: each pair meets
where the first has looked and written and the second begins."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError

from tests.club import DRAW, SYSTEM, ClubEvent, key, make_event, win
from tests.concurrency.threads import Between, kinds
from tournaments.models import (
    Entry,
    Hand,
    Penalty,
    Player,
    Round,
    Seat,
    Table,
    Tournament,
)
from tournaments.services import (
    absences,
    club_night,
    entries,
    events,
    hands,
    names,
    penalties,
    personal_data,
    practice,
    referee_calls,
    restoring,
    rounds,
    seating_moves,
    seating_rounds,
    tables,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
Call = Callable[[], Any]


@pytest.fixture
def between(monkeypatch: pytest.MonkeyPatch) -> Between:
    return Between(monkeypatch)


def save(event: ClubEvent, table: Table, number: int = 1) -> Call:
    return partial(
        hands.record_hand,
        event.as_referee,
        table.pk,
        events=win(8, 0, 1),
        client_key=key(),
        number=number,
    )


def seated(players: int = 8, **settings: Any) -> ClubEvent:
    event = make_event(players, **settings)
    event.seat_round()
    return event


def evening() -> ClubEvent:
    """A club night with a game that is over, and four people without one."""
    event = make_event(8, kind=Tournament.Kind.CLUB_NIGHT)
    people = [entry.pk for entry in event.entries]
    table = club_night.open_table(event.as_organiser, event.tournament.pk, people[:4])
    event.record(table, DRAW)
    tables.finish_table(SYSTEM, table.pk)
    return event


def open_four(event: ClubEvent) -> Call:
    people = [entry.pk for entry in event.entries[4:]]
    return partial(club_night.open_table, event.as_referee, event.tournament.pk, people)


def test_rules_do_not_change_under_a_hand_that_is_being_saved(between: Between) -> None:
    event = seated()
    between.stop(hands, "finish_act")
    change = partial(
        events.change_tournament, event.as_organiser, event.tournament.pk, seat_change="none"
    )
    results = between.run(save(event, event.table()), change)
    assert kinds(results) == ["Invalid", "Recorded"]
    event.tournament.refresh_from_db()
    assert event.tournament.seat_change != "none"


def test_a_hand_after_a_change_of_rules_is_settled_by_the_new_ones(between: Between) -> None:
    event = seated()
    between.stop(events, "finish_act")
    change = partial(
        events.change_tournament,
        event.as_organiser,
        event.tournament.pk,
        ruleset_options={**event.tournament.ruleset_options, "min_fan": 9},
    )
    results = between.run(change, save(event, event.table()))
    assert kinds(results) == ["Invalid", "Tournament"]
    assert not Hand.objects.exists()


@pytest.mark.parametrize("closes_first", [True, False])
def test_no_table_is_opened_in_a_round_that_is_being_closed(
    between: Between, *, closes_first: bool
) -> None:
    event = evening()
    close = partial(rounds.close_round, event.as_organiser, Round.objects.get().pk)
    if closes_first:
        between.stop(rounds, "finish_act")
        between.run(close, open_four(event))
    else:
        between.stop(club_night, "finish_act")
        between.run(open_four(event), close)
    stuck = Table.objects.filter(status=Table.Status.OPEN, round__status=Round.Status.CLOSED)
    assert not stuck.exists()
    assert Table.objects.count() == 2


def test_a_hand_saved_at_a_game_that_is_taken_back(between: Between) -> None:
    event = evening()
    table = open_four(event)()
    between.stop(hands, "finish_act")
    back = partial(club_night.take_table_back, event.as_organiser, table.pk)
    assert kinds(between.run(save(event, table), back)) == ["Conflict", "Recorded"]
    assert table.hands.count() == 1


def test_a_game_is_taken_back_before_a_hand_of_it_is_saved(between: Between) -> None:
    event = evening()
    table = open_four(event)()
    between.stop(club_night, "finish_act")
    back = partial(club_night.take_table_back, event.as_organiser, table.pk)
    assert kinds(between.run(back, save(event, table))) == ["NoneType", "NotThere"]


@pytest.mark.parametrize("resets_first", [True, False])
def test_a_round_is_not_drawn_after_one_that_is_taken_back(
    between: Between, *, resets_first: bool
) -> None:
    event = make_event(8)
    first = event.seat_round(start=False)
    people = [entry.pk for entry in event.entries]
    reset = partial(seating_rounds.reset_round, event.as_organiser, first.pk)
    draw = partial(
        seating_rounds.set_round,
        event.as_organiser,
        event.tournament.pk,
        tables=[people[:4], people[4:]],
    )
    between.stop(seating_rounds, "finish_act")
    results = between.run(reset, draw) if resets_first else between.run(draw, reset)
    assert not any(isinstance(result, OperationalError) for result in results), results
    numbers = list(Round.objects.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def test_who_leaves_has_no_seat_in_a_round_drawn_at_the_same_moment(between: Between) -> None:
    event = make_event(4)
    people = [entry.pk for entry in event.entries]
    draw = partial(
        seating_rounds.set_round, event.as_organiser, event.tournament.pk, tables=[people]
    )
    leave = partial(absences.replace_entry, event.as_organiser, people[0], name="Newcomer")
    between.stop(seating_rounds, "finish_act")
    results = between.run(draw, leave)
    assert not any(isinstance(result, OperationalError) for result in results), results
    gone = Entry.objects.filter(status=Entry.Status.WITHDRAWN)
    assert not Seat.objects.filter(entry__in=gone, round__status=Round.Status.SEATED).exists()


def test_two_organisers_swap_the_same_people(between: Between) -> None:
    event = make_event(8)
    event.seat_round(start=False)
    a, b = Seat.objects.filter(wind=0).order_by("pk")
    swap = partial(seating_moves.swap_seats, event.as_organiser, a.pk, b.pk)
    between.stop(seating_moves, "finish_act")
    assert kinds(between.run(swap, swap)) == ["Conflict", "NoneType"]
    assert Seat.objects.get(table=a.table_id, wind=0).entry_id == b.entry_id


def test_people_change_places_while_one_gets_another_number(between: Between) -> None:
    event = make_event(8)
    event.seat_round(start=False)
    a, b = Seat.objects.filter(wind=0).order_by("pk")
    between.stop(seating_moves, "finish_act")
    results = between.run(
        partial(seating_moves.swap_seats, event.as_organiser, a.pk, b.pk),
        partial(entries.change_entry, event.as_organiser, a.entry_id, number=77),
    )
    assert kinds(results) == ["Entry", "NoneType"]


def test_somebody_is_taken_off_the_list_while_something_is_noted_of_them(
    between: Between,
) -> None:
    event = seated(5)
    absent = event.entries[4]
    remove = partial(entries.remove_entry, event.as_organiser, absent.pk)
    forfeit = partial(
        absences.give_forfeit, event.as_referee, Round.objects.get().pk, absent.pk, "away"
    )
    between.stop(absences, "finish_act")
    assert kinds(between.run(forfeit, remove)) == ["Forfeit", "Invalid"]


def fine(event: ClubEvent, entry: Entry, round_number: int | None) -> Call:
    return partial(
        penalties.give_penalty,
        event.as_referee,
        event.tournament.pk,
        entry_id=entry.pk,
        scope="overall" if round_number is None else "session",
        mode="deduct",
        points=10,
        reason="late",
        round_number=round_number,
    )


def test_somebody_is_taken_off_the_list_while_a_penalty_is_given(between: Between) -> None:
    event = make_event(5)
    remove = partial(entries.remove_entry, event.as_organiser, event.entries[4].pk)
    between.stop(penalties, "finish_act")
    results = between.run(fine(event, event.entries[4], None), remove)
    assert kinds(results) == ["Invalid", "Penalty"]


def test_a_penalty_is_given_at_the_table_where_somebody_sits_by_then(between: Between) -> None:
    event = seated()
    a, b = Seat.objects.filter(wind=0).order_by("pk")
    between.stop(penalties, "locked_table")
    results = between.run(
        fine(event, Entry.objects.get(pk=a.entry_id), 1),
        partial(seating_moves.swap_seats, event.as_organiser, a.pk, b.pk),
    )
    assert kinds(results) == ["Conflict", "NoneType"]
    assert not Penalty.objects.exists()


def test_a_penalty_is_cancelled_while_an_earlier_state_comes_back(between: Between) -> None:
    event = seated()
    event.tournament.refresh_from_db()
    before = event.tournament.revision
    penalty = fine(event, event.entries[0], 1)()
    event.tournament.refresh_from_db()
    between.stop(penalties, "locked_table")
    results = between.run(
        partial(penalties.cancel_penalty, event.as_referee, penalty.pk, "mistake"),
        partial(
            restoring.restore,
            event.as_organiser,
            event.tournament.pk,
            before,
            seen=event.tournament.revision,
        ),
    )
    assert not any(isinstance(result, OperationalError) for result in results), results
    penalty.refresh_from_db()
    assert penalty.cancelled_at is not None


def test_a_name_is_hidden_while_the_registration_changes(between: Between) -> None:
    event = make_event(4)
    entry = event.entries[0]
    between.stop(names, "finish_act")
    results = between.run(
        partial(names.hide_name, event.as_organiser, entry.pk, hidden=True),
        partial(entries.change_entry, event.as_organiser, entry.pk, name="Another name"),
    )
    assert kinds(results) == ["Entry", "Player"]
    player = Player.objects.get(pk=entry.player_id)
    assert (player.name, player.name_hidden) == ("Another name", True)


def test_a_hand_is_saved_while_its_practice_event_is_deleted(between: Between) -> None:
    event = seated(practice=True)
    between.stop(hands, "finish_act")
    delete = partial(practice.delete_practice, event.as_organiser, event.tournament.pk)
    assert kinds(between.run(save(event, event.table()), delete)) == ["NoneType", "Recorded"]
    assert not Tournament.objects.exists()


def test_a_practice_event_is_deleted_before_a_hand_is_saved(
    between: Between, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = seated(practice=True)
    between.stop(Tournament, "delete")
    delete = partial(practice.delete_practice, event.as_organiser, event.tournament.pk)
    assert kinds(between.run(delete, save(event, event.table()))) == ["NoneType", "NotThere"]


def test_an_erasure_keeps_what_is_changed_at_the_same_moment(between: Between) -> None:
    event = seated(4)
    table = event.table()
    event.record(table, DRAW)
    name = event.entries[0].player.name
    referee_calls.note_on_hand(event.as_referee, table.pk, 1, f"{name} was away")
    between.stop(type(Hand.objects.all()), "bulk_update")
    change = partial(
        hands.amend_hand,
        event.as_referee,
        table.pk,
        1,
        events=win(8, 0, 1),
        revision=1,
        client_key=key(),
    )
    results = between.run(
        partial(personal_data.erase, event.as_organiser, event.entries[0].player_id), change
    )
    assert kinds(results) == ["Player", "Recorded"]
    hand = Hand.objects.get()
    assert hand.record["events"] == win(8, 0, 1)
    assert name not in hand.note
