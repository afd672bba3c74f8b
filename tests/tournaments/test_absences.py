"""Forfeits, newcomers who take a number, lots, adjustments: given, counted, taken back."""

from fractions import Fraction

import pytest

from scoring.table_points import UNIT
from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.models import Act, AuditEntry, Entry
from tournaments.services import absences, adjustments, penalties, rounds, standings, tables
from tournaments.services.access import Actor
from tournaments.services.entries import change_entry, register, remove_entry
from tournaments.services.errors import Conflict, Invalid, NotAllowed, NotThere
from tournaments.services.events import change_tournament
from tournaments.standings import Row

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(8)
    made.seat_round()
    made.record(made.table(1, 1), win(8, 0))
    made.record(made.table(1, 2), win(8, 0))
    return made


def row(event: ClubEvent, number: int) -> Row:
    found = standings.compute_now(event.tournament)
    return next(row for row in found.rows if row.number == number)


class TestForfeits:
    def test_counts_nothing_and_the_others_keep_theirs(self, event: ClubEvent) -> None:
        before = row(event, 2)
        absences.give_forfeit(SYSTEM, event.table().round_id, event.entries[0].pk, "came late")
        assert (row(event, 1).table_points, row(event, 1).game_points) == (0, -500)
        assert row(event, 2).table_points == before.table_points

    def test_twice_is_once_and_back_is_as_before(self, event: ClubEvent) -> None:
        before = row(event, 1)
        round_id = event.table().round_id
        forfeit = absences.give_forfeit(SYSTEM, round_id, event.entries[0].pk, "late")
        again = absences.give_forfeit(SYSTEM, round_id, event.entries[0].pk, "late")
        assert again == forfeit
        absences.take_forfeit_back(SYSTEM, forfeit.pk, "the bus was late")
        assert row(event, 1) == before
        acts = AuditEntry.objects.filter(act__startswith="forfeit").order_by("id")
        assert [(a.act, a.reason) for a in acts] == [
            (Act.FORFEIT_GIVEN, "late"),
            (Act.FORFEIT_TAKEN, "the bus was late"),
        ]

    def test_needs_a_reason_an_open_round_and_a_referee(self, event: ClubEvent) -> None:
        round_id, entry = event.table().round_id, event.entries[0].pk
        with pytest.raises(Invalid, match="reason"):
            absences.give_forfeit(SYSTEM, round_id, entry, " ")
        with pytest.raises(NotAllowed):
            absences.give_forfeit(Actor.of(event.outsider), round_id, entry, "late")
        rounds.close_round(SYSTEM, round_id, force=True)
        with pytest.raises(Conflict):
            absences.give_forfeit(SYSTEM, round_id, entry, "late")

    def test_the_game_points_are_a_setting(self, event: ClubEvent) -> None:
        change_tournament(SYSTEM, event.tournament.pk, forfeit_game_points=-30)
        event.tournament.refresh_from_db()
        absences.give_forfeit(SYSTEM, event.table().round_id, event.entries[0].pk, "late")
        assert row(event, 1).game_points == -30


class TestReplace:
    def test_the_newcomer_takes_number_team_and_seats_to_come(self, event: ClubEvent) -> None:
        leaver = event.entries[0]
        event.seat_round(start=False)
        newcomer = absences.replace_entry(SYSTEM, leaver.pk, name="  New   Comer ")
        leaver.refresh_from_db()
        assert (newcomer.number, newcomer.player.name) == (1, "New Comer")
        assert newcomer.team_id == leaver.team_id
        assert (leaver.number, leaver.status, leaver.status_from) == (9, "withdrawn", 2)
        first, second = (tables.table_state(event.table(n, 1)) for n in (1, 2))
        assert first.seats[0].entry == leaver
        assert second.seats[0].entry == newcomer
        assert row(event, 9).game_points == 48
        assert row(event, 1).games == 0

    def test_a_reserve_of_the_team_takes_it(self, event: ClubEvent) -> None:
        leaver = event.entries[0]
        reserve = register(SYSTEM, event.tournament.pk, name="Reserve", team_name="Team 1")
        change_entry(SYSTEM, reserve.pk, reserve=True)
        event.seat_round(start=False)
        newcomer = absences.replace_entry(SYSTEM, leaver.pk, name="", reserve_id=reserve.pk)
        leaver.refresh_from_db()
        assert (newcomer.pk, newcomer.number, newcomer.reserve) == (reserve.pk, 1, False)
        assert leaver.number == 9
        assert tables.table_state(event.table(2, 1)).seats[0].entry == newcomer

    def test_a_reserve_who_sits_already_is_refused(self, event: ClubEvent) -> None:
        Entry.objects.filter(pk=event.entries[3].pk).update(reserve=True)
        event.seat_round(start=False)
        with pytest.raises(Conflict):
            absences.replace_entry(
                SYSTEM, event.entries[0].pk, name="", reserve_id=event.entries[3].pk
            )

    def test_refusals(self, event: ClubEvent) -> None:
        with pytest.raises(NotThere):
            absences.replace_entry(SYSTEM, 10**6, name="A")
        with pytest.raises(Invalid):
            absences.replace_entry(SYSTEM, event.entries[0].pk, name=" ")
        with pytest.raises(Invalid):
            absences.replace_entry(
                SYSTEM, event.entries[0].pk, name="", reserve_id=event.entries[1].pk
            )
        absences.replace_entry(SYSTEM, event.entries[0].pk, name="A")
        with pytest.raises(Conflict):
            absences.replace_entry(SYSTEM, event.entries[0].pk, name="B")


class TestLots:
    def test_every_number_once_and_they_decide(self, event: ClubEvent) -> None:
        lots = absences.draw_lots(SYSTEM, event.tournament.pk, [])
        assert sorted(lots.values()) == list(range(1, 9))
        change_tournament(SYSTEM, event.tournament.pk, order_keys=["table_points", "lot"])
        event.tournament.refresh_from_db()
        found = standings.compute_now(event.tournament)
        assert [r.rank for r in found.rows] == list(range(1, 9))
        tied = [r for r in found.rows if r.table_points == found.rows[0].table_points]
        assert [lots[r.entry_id] for r in tied] == sorted(lots[r.entry_id] for r in tied)

    def test_only_some(self, event: ClubEvent) -> None:
        two = [event.entries[1].pk, event.entries[5].pk]
        assert set(absences.draw_lots(SYSTEM, event.tournament.pk, two)) == set(two)
        with pytest.raises(Invalid):
            absences.draw_lots(SYSTEM, event.tournament.pk, [10**6])


class TestAdjustments:
    def test_of_an_entry_and_of_a_team(self, event: ClubEvent) -> None:
        give = {"reason": "appeal"}
        before = standings.compute_now(event.tournament)
        entry = event.entries[0]
        adjustments.give_adjustment(
            SYSTEM, event.tournament.pk, entry_id=entry.pk, table_points=Fraction(-1, 2), **give
        )
        adjustments.give_adjustment(
            SYSTEM, event.tournament.pk, team_id=entry.team_id, table_points=-1, game_points=5,
            **give,
        )  # fmt: skip
        after = standings.compute_now(event.tournament)
        assert after.row(entry.pk).table_points == before.row(entry.pk).table_points - UNIT // 2
        team = {t.name: t for t in after.teams}["Team 1"]
        old = {t.name: t for t in before.teams}["Team 1"]
        assert team.table_points == old.table_points - UNIT - UNIT // 2
        assert team.adjusted == (-UNIT, 5)

    def test_cancelled_it_counts_nothing_and_stays(self, event: ClubEvent) -> None:
        before = standings.compute_now(event.tournament)
        made = adjustments.give_adjustment(
            SYSTEM, event.tournament.pk, entry_id=event.entries[0].pk, table_points=2, reason="x"
        )
        adjustments.cancel_adjustment(SYSTEM, made.pk, "was wrong")
        assert standings.compute_now(event.tournament) == before
        assert event.tournament.adjustments.count() == 1
        with pytest.raises(Conflict):
            adjustments.cancel_adjustment(SYSTEM, made.pk, "again")

    def test_every_problem_at_once(self, event: ClubEvent) -> None:
        with pytest.raises(Invalid) as caught:
            adjustments.give_adjustment(
                SYSTEM, event.tournament.pk, table_points=Fraction(1, 11), reason=""
            )
        assert {p.field for p in caught.value.problems} == {"who", "table_points", "reason"}
        with pytest.raises(NotAllowed):
            adjustments.give_adjustment(
                event.as_referee, event.tournament.pk, entry_id=event.entries[0].pk,
                table_points=1, reason="x",
            )  # fmt: skip


def test_a_status_holds_from_its_round_on(event: ClubEvent) -> None:
    change_entry(SYSTEM, event.entries[0].pk, status="disqualified", status_from=2)
    assert row(event, 1).status == "disqualified"
    found = standings.compute_now(event.tournament, 1)
    assert next(r for r in found.rows if r.number == 1).status == "active"


class TestLeavingTheList:
    """Somebody without a seat of whom something is noted stays on the list."""

    @pytest.mark.parametrize("noted", ["forfeit", "adjustment", "paid"])
    def test_what_is_noted_is_in_the_way(self, event: ClubEvent, noted: str) -> None:
        pk, entry = event.tournament.pk, register(SYSTEM, event.tournament.pk, name="Late")
        if noted == "forfeit":
            absences.give_forfeit(SYSTEM, event.table().round_id, entry.pk, "never came")
        elif noted == "adjustment":
            adjustments.give_adjustment(SYSTEM, pk, entry_id=entry.pk, game_points=1, reason="x")
        else:
            penalties.give_penalty(
                SYSTEM,
                pk,
                entry_id=event.entries[0].pk,
                scope="overall",
                mode="pay_to",
                points=10,
                reason="late",
                beneficiary_id=entry.pk,
            )
        with pytest.raises(Invalid, match="Late"):
            remove_entry(SYSTEM, entry.pk)
