"""An event that has seen every kind of act, for what is to hold whatever has happened."""

import datetime as dt

from django.utils import timezone

from tests.club import DRAW, SYSTEM, ClubEvent, key, make_event, win
from tournaments.models import Entry, Table
from tournaments.services import (
    absences,
    adjustments,
    clock,
    confirming,
    entries,
    events,
    hand_order,
    hands,
    links,
    paper,
    penalties,
    referee_calls,
    releases,
    rounds,
    seasons,
    seating,
    seating_moves,
    seating_rules,
    stages,
    tables,
)


def play_everything() -> ClubEvent:
    """Return an event of nine people: two rounds played, one taken back, much put right."""
    event = make_event(9, confirmation="second")
    _before_the_draw(event)
    _first_round(event)
    _put_right(event)
    _second_round(event)
    _afterwards(event)
    return event


def _before_the_draw(event: ClubEvent) -> None:
    pk, people = event.tournament.pk, event.entries
    events.change_tournament(SYSTEM, pk, venue="Hall 2", confirmed_only=False)
    entries.change_entry(SYSTEM, people[0].pk, reserve=True)
    entries.remove_entry(SYSTEM, people.pop().pk)
    events.give_role(SYSTEM, pk, username=event.outsider.username, role="referee")
    role = event.tournament.memberships.get(user=event.outsider)
    events.take_role(SYSTEM, role.pk)
    seating_rules.keep_apart(SYSTEM, pk, people[0].pk, people[7].pk, reason="brothers")
    pair = seating_rules.keep_apart(SYSTEM, pk, people[1].pk, people[6].pk)
    seating_rules.let_meet(SYSTEM, pk, pair.pk)
    seating_rules.give_place(SYSTEM, people[2].pk, table=1)
    seating_rules.give_place(SYSTEM, people[3].pk, wind=2)
    seating_rules.take_place(SYSTEM, people[3].pk)
    ids = [entry.pk for entry in people]
    round_ = seating.set_round(SYSTEM, pk, tables=[ids[:4], ids[4:]])
    seating.reset_round(SYSTEM, round_.pk)


def _first_round(event: ClubEvent) -> None:
    round_ = event.seat_round(start=False)
    seats = list(round_.seats.order_by("table__number", "wind"))
    seating.swap_seats(SYSTEM, seats[0].pk, seats[5].pk)
    clock.plan_start(SYSTEM, round_.pk, timezone.now() + dt.timedelta(hours=1))
    seating.publish_seats(SYSTEM, round_.pk)
    rounds.start_round(SYSTEM, round_.pk)
    clock.give_round_time(SYSTEM, round_.pk, 5, "late start")
    first, second = event.table(1, 1), event.table(1, 2)
    clock.give_table_time(SYSTEM, first.pk, 3)
    clock.call_time(SYSTEM, round_.pk)
    clock.take_call_back(SYSTEM, round_.pk)
    links.live_link(SYSTEM, first.pk)
    links.revoke_link(SYSTEM, first.pk)
    referee_calls.call_referee(event.as_referee, first.pk, "false win")
    referee_calls.answer_call(event.as_referee, first.pk)
    event.record(first, win(8, 0), win(12, 1, 2), DRAW, win(24, 3, 0))
    referee_calls.note_on_hand(event.as_referee, first.pk, 2, "shown slowly")
    tables.type_totals(event.as_referee, second.pk, {0: 30, 1: 10, 2: -10, 3: -30})


def _put_right(event: ClubEvent) -> None:
    table, who = event.table(1, 1), event.as_referee
    hands.amend_hand(
        who, table.pk, 2, events=win(9, 1, 2), revision=1, client_key=key(), reason="misread"
    )
    hands.undo_hand(who, table.pk, number=4, revision=1, client_key=key())
    revision = Table.objects.get(pk=table.pk).revision
    hand_order.insert_hand(
        who, table.pk, 1, events=DRAW, table_revision=revision, client_key=key(), reason="forgotten"
    )
    hand = table.hands.in_force().get(number=2)
    hand_order.remove_hand(who, table.pk, 2, revision=hand.revision, client_key=key(), reason="no")
    people = event.entries
    penalty = penalties.give_penalty(
        who, event.tournament.pk, entry_id=people[1].pk, scope="session", mode="deduct",
        points=20, reason="late", round_number=1,
    )  # fmt: skip
    penalties.cancel_penalty(who, penalty.pk, "was on time")
    penalties.give_penalty(
        who, event.tournament.pk, entry_id=people[2].pk, scope="overall", mode="pay_to",
        points=5, reason="talked", beneficiary_id=people[3].pk,
    )  # fmt: skip
    seating_moves.move_under_hands(
        SYSTEM, table.round_id, _exchanged(table), reason="sat in each other's chairs"
    )
    sheet = tables.table_state(table.pk)
    paper.check_paper(who, table.pk, {seat.chair: seat.total for seat in sheet.seats})
    tables.finish_table(who, table.pk)
    for number in (1, 2):
        one = event.table(1, number)
        if one.status == Table.Status.OPEN:
            tables.finish_table(who, one.pk)
        confirming.sign_result(event.as_organiser, one.pk)
        if Table.objects.get(pk=one.pk).status != Table.Status.CONFIRMED:
            tables.confirm_table(event.as_organiser, one.pk)
    tables.reopen_table(event.as_organiser, table.pk, "one more look")
    tables.finish_table(who, table.pk)
    tables.confirm_table(event.as_organiser, table.pk)


def _exchanged(table: Table) -> dict[int, int]:
    """Return the people of a table's seats with the first two in each other's place."""
    seats = list(table.seats.order_by("wind"))
    return {seats[0].pk: seats[1].entry_id, seats[1].pk: seats[0].entry_id}


def _second_round(event: ClubEvent) -> None:
    round_ = event.table(1, 1).round
    rounds.close_round(SYSTEM, round_.pk)
    rounds.reopen_round(SYSTEM, round_.pk, "appeal")
    rounds.close_round(SYSTEM, round_.pk)
    releases.confirm_results(SYSTEM, round_.pk)
    second = event.seat_round()
    event.record(event.table(2, 1), win(8, 2))
    forfeit = absences.give_forfeit(SYSTEM, second.pk, event.entries[5].pk, "has left")
    absences.take_forfeit_back(SYSTEM, forfeit.pk, "came back")
    absences.replace_entry(SYSTEM, event.entries[7].pk, name="Newcomer 9")


def _afterwards(event: ClubEvent) -> None:
    pk, people = event.tournament.pk, event.entries
    given = adjustments.give_adjustment(
        SYSTEM, pk, entry_id=people[0].pk, game_points=8, reason="appeal"
    )
    adjustments.cancel_adjustment(SYSTEM, given.pk, "refused after all")
    absences.draw_lots(SYSTEM, pk, [entry.pk for entry in people[:4]])
    stage = stages.add_stage(SYSTEM, pk, name="Final")
    stages.change_stage(SYSTEM, stage.pk, name="Last game")
    stages.remove_stage(SYSTEM, stage.pk)
    Entry.objects.get(pk=people[4].pk)
    entries.change_entry(SYSTEM, people[4].pk, status="withdrawn", status_from=3)
    season = seasons.create_season(SYSTEM, name="Year", club_id=event.tournament.club_id)
    seasons.add_event(SYSTEM, season.pk, pk)
    seasons.change_season(SYSTEM, season.pk, best_n=3)
    seasons.remove_event(SYSTEM, season.pk, pk)
    event.tournament.refresh_from_db()
    releases.publish(SYSTEM, pk, revision=event.tournament.revision)
