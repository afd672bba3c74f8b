"""The paper sheet beside the hands, and who confirms a result."""

from typing import Any

import pytest
from django.test import Client

from tests.club import DRAW, ClubEvent, make_event, win
from tournaments.models import Act, AuditEntry, Entry, Player, Table
from tournaments.services import confirming, paper, penalties, tables
from tournaments.services.access import Actor
from tournaments.services.errors import Conflict, Invalid, NotAllowed
from tournaments.services.events import change_tournament, give_role
from tournaments.services.tables import table_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(4)
    made.seat_round()
    made.record(made.table(), win(12, 0, 1), win(24, 2), DRAW, win(38, 3, 0))
    return made


def _totals(event: ClubEvent) -> list[int]:
    return list(table_state(event.table()).totals)


def _check(event: ClubEvent, totals: list[int]) -> list[str]:
    paper.check_paper(event.as_referee, event.table().pk, dict(enumerate(totals)))
    return paper.slips(table_state(event.table()))


def _as_if(event: ClubEvent, number: int, events: Any) -> list[int]:
    """The totals if one hand were another."""
    state = table_state(event.table())
    hand = state.hands[number - 1]
    draft = paper.Sheet(state.table).settled(number - 1, hand.position, events)
    return [
        total - old + new
        for total, old, new in zip(state.totals, hand.deltas, draft.chair_deltas, strict=True)
    ]


def test_paper_that_agrees(event: ClubEvent) -> None:
    assert _check(event, _totals(event)) == []
    assert paper.differences(table_state(event.table())) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("number", "deal", "words"),
    [
        (1, win(12, 1, 0), "Hand 1: winner and discarder exchanged"),
        (1, win(12, 0, 2), "Hand 1: written as discarded by Player"),
        (1, win(12, 0), "Hand 1: written as a self-draw"),
        (2, win(42, 2), "Hand 2: 42 fan on the paper, 24 recorded."),
        (4, win(33, 3, 0), "Hand 4: 33 fan on the paper, 38 recorded."),
        (4, win(38, 2, 0), "Hand 4: written as won by"),
        (2, DRAW, "Hand 2 is missing on the paper"),
    ],
)
def test_the_slip_is_named(event: ClubEvent, number: int, deal: Any, words: str) -> None:
    found = _check(event, _as_if(event, number, deal))
    assert any(line.startswith(words) for line in found), found


def test_a_hand_counted_twice(event: ClubEvent) -> None:
    state = table_state(event.table())
    twice = [t + d for t, d in zip(state.totals, state.hands[1].deltas, strict=True)]
    assert any("counts hand 2 twice" in line for line in _check(event, twice))


def test_two_totals_in_each_others_place(event: ClubEvent) -> None:
    a, b, *rest = _totals(event)
    assert any("in each other's place" in line for line in _check(event, [b, a, *rest]))


def test_a_sum_that_is_not_zero_is_refused_with_the_slip(event: ClubEvent) -> None:
    totals = _totals(event)
    totals[3] += 3
    with pytest.raises(Invalid) as refused:
        _check(event, totals)
    lines = [str(p.message) for p in refused.value.problems]
    assert "sum to +3" in lines[0]
    assert any("added wrongly" in line or "misread" in line for line in lines)
    assert event.table().paper_totals is None


def test_a_fine_explains_the_sum(event: ClubEvent) -> None:
    penalties.give_penalty(
        event.as_referee,
        event.tournament.pk,
        entry_id=event.entries[1].pk,
        scope="session",
        mode="deduct",
        points=20,
        reason="late",
        round_number=1,
    )
    totals = _totals(event)
    assert sum(totals) == -20
    assert _check(event, totals) == []
    without = [*totals]
    without[1] += 20
    assert _check(event, without)[0].startswith("The paper leaves out the penalty")


def test_confirming_with_a_difference_needs_a_reason(event: ClubEvent) -> None:
    table = event.table()
    tables.finish_table(event.as_referee, table.pk)
    _check(event, _as_if(event, 1, win(12, 1, 0)))
    with pytest.raises(Invalid, match="differ"):
        tables.confirm_table(event.as_referee, table.pk)
    tables.confirm_table(event.as_referee, table.pk, reason="the players agree with the hands")
    assert event.table().status == Table.Status.CONFIRMED
    assert event.table().paper_reason == "the players agree with the hands"
    with pytest.raises(Conflict):
        _check(event, _totals(event))


# ---- a second person ----


def _second(event: ClubEvent, how: str) -> Table:
    change_tournament(Actor.of_system("t"), event.tournament.pk, confirmation=how)
    tables.finish_table(event.as_referee, event.table().pk)
    return event.table()


def _player(event: ClubEvent) -> Actor:
    """The outsider turns out to be the second player's account."""
    Player.objects.filter(pk=event.entries[1].player_id).update(user=event.outsider)
    return Actor.of(event.outsider)


def test_whoever_recorded_does_not_confirm(event: ClubEvent) -> None:
    table = _second(event, "second")
    with pytest.raises(NotAllowed, match="somebody else"):
        confirming.sign_result(event.as_referee, table.pk)
    with pytest.raises(NotAllowed, match="somebody else"):
        tables.confirm_table(event.as_referee, table.pk)
    signed = confirming.sign_result(event.as_organiser, table.pk)
    assert signed.differs == ()
    assert event.table().status == Table.Status.CONFIRMED
    assert AuditEntry.objects.filter(act=Act.RESULT_SIGNED).count() == 1


def test_a_player_of_the_table_may(event: ClubEvent) -> None:
    table = _second(event, "second")
    with pytest.raises(NotAllowed):
        confirming.sign_result(Actor.of(event.outsider), table.pk)
    confirming.sign_result(_player(event), table.pk)
    assert event.table().status == Table.Status.CONFIRMED


def test_a_player_may_not_where_any_referee_confirms(event: ClubEvent) -> None:
    table = _second(event, "any")
    with pytest.raises(NotAllowed):
        confirming.sign_result(_player(event), table.pk)
    tables.confirm_table(event.as_referee, table.pk)


def test_a_player_of_another_table_may_not() -> None:
    event = make_event(8)
    event.seat_round()
    event.record(event.table(), win(8, 0, 1))
    table = _second(event, "second")
    other = Entry.objects.get(pk=event.table(1, 2).seats.first().entry_id)  # type: ignore[union-attr]
    Player.objects.filter(pk=other.player_id).update(user=event.outsider)
    with pytest.raises(NotAllowed):
        confirming.sign_result(Actor.of(event.outsider), table.pk)


def test_typed_blindly_both_versions_stay_until_they_agree(event: ClubEvent) -> None:
    table = _second(event, "blind")
    totals = _totals(event)
    with pytest.raises(Invalid):
        confirming.sign_result(event.as_organiser, table.pk)
    with pytest.raises(Conflict):
        tables.confirm_table(event.as_organiser, table.pk)
    other = [totals[0] + 8, totals[1] - 8, *totals[2:]]
    signed = confirming.sign_result(event.as_organiser, table.pk, totals=dict(enumerate(other)))
    assert signed.differs == (0, 1)
    assert event.table().status == Table.Status.FINISHED
    assert [s.totals for s in confirming.disputes(table_state(table))] == [other]
    confirming.sign_result(event.as_organiser, table.pk, totals=dict(enumerate(totals)))
    assert event.table().status == Table.Status.CONFIRMED
    state = table_state(table)
    assert confirming.disputes(state) == []
    assert [s.blind for s in confirming.holding(state)] == [True]


def test_a_signature_speaks_of_its_own_totals(event: ClubEvent) -> None:
    give_role(
        Actor.of_system("t"), event.tournament.pk, username=event.outsider.username, role="referee"
    )
    table = _second(event, "second")
    confirming.sign_result(event.as_organiser, table.pk)
    tables.reopen_table(event.as_organiser, table.pk, "wrong hand")
    assert len(confirming.holding(table_state(table))) == 1
    event.record(table, win(88, 0))
    assert confirming.holding(table_state(table)) == []


def test_the_sheet_has_a_line_for_each_player_and_the_referee(
    event: ClubEvent, client: Client
) -> None:
    change_tournament(event.as_organiser, event.tournament.pk, confirmation="second")
    table = event.table()
    tables.finish_table(event.as_referee, table.pk)
    lines = confirming.signature_lines(table_state(table))
    assert [(line.seat and line.seat.chair, line.signature) for line in lines] == [
        (0, None), (1, None), (2, None), (3, None), (None, None),
    ]  # fmt: skip
    Player.objects.filter(pk=event.entries[2].player_id).update(user=event.outsider)
    client.force_login(event.outsider)
    slug = event.tournament.slug
    waiting = client.get(f"/t/{slug}/me/", headers={"Accept-Language": "en"}).content.decode()
    assert f"/t/{slug}/tables/1-1/confirm/" in waiting
    confirming.sign_result(Actor.of(event.outsider), table.pk)
    lines = confirming.signature_lines(table_state(table))
    signed = [i for i, line in enumerate(lines) if line.signature]
    (seat,) = [s.chair for s in table_state(table).seats if s.entry == event.entries[2]]
    assert signed == [seat]
    assert len(lines) == 5
    assert "/confirm/" not in client.get(f"/t/{slug}/me/").content.decode()
    client.force_login(event.organiser)
    sheet = client.get(f"/referee/table/{table.pk}/sheet/").content.decode()
    assert sheet.count('class="signed"') == 1
    assert event.outsider.username in sheet
