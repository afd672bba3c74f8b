"""Pages of the desk for adjustments, forfeits, lots, extra time and replaced players."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.table_points import UNIT
from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.models import Adjustment, AuditEntry, Entry, Forfeit, Round, Table
from tournaments.services import rounds, standings
from tournaments.services.entries import change_entry, register
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubEvent:
    club = make_event(8)
    club.seat_round()
    club.record(club.table(), win(8, 0))
    return club


@pytest.fixture
def desk(client: Client, club: ClubEvent) -> Client:
    client.force_login(club.organiser)
    return client


def at(club: ClubEvent, name: str, **kwargs: object) -> str:
    return reverse(name, kwargs={"event": club.tournament.slug, **kwargs})


def wrong(response: HttpResponse) -> set[str]:
    assert response.status_code == 400
    return set(response.context["form"].errors)  # type: ignore[attr-defined]  # of the test client


class TestAdjustments:
    def test_points_of_a_player_and_of_a_team(self, desk: Client, club: ClubEvent) -> None:
        where, entry = at(club, "desk-adjustments"), club.entries[0]
        given = {"who": f"entry-{entry.pk}", "table_points": "−1/2", "reason": "appeal"}
        assert desk.post(where, given).status_code == 302
        team = {"who": f"team-{entry.team_id}", "game_points": "-20", "reason": "late"}
        assert desk.post(where, team).status_code == 302
        first, second = Adjustment.objects.order_by("pk")
        assert (first.entry, first.table_points, first.game_points) == (entry, -UNIT // 2, 0)
        assert (second.team_id, second.game_points) == (entry.team_id, -20)
        page = desk.get(where).content.decode()
        assert "−½" in page
        assert "−20" in page

    @pytest.mark.parametrize(
        ("given", "fields"),
        [
            ({}, {"who", "reason"}),
            ({"who": "entry-0", "table_points": "1/11"}, {"who", "table_points", "reason"}),
            ({"table_points": "", "reason": "x"}, {"table_points"}),
        ],
    )
    def test_refusals(
        self, desk: Client, club: ClubEvent, given: dict[str, str], fields: set[str]
    ) -> None:
        if fields == {"table_points"}:
            given = {**given, "who": f"entry-{club.entries[0].pk}"}
        assert wrong(desk.post(at(club, "desk-adjustments"), given)) == fields
        assert not Adjustment.objects.exists()

    def test_cancelled_with_a_reason_it_stays_in_sight(self, desk: Client, club: ClubEvent) -> None:
        entry = f"entry-{club.entries[0].pk}"
        posted = {"who": entry, "table_points": "2", "reason": "appeal"}
        desk.post(at(club, "desk-adjustments"), posted)
        cancel = at(club, "desk-adjustment-cancel", adjustment_id=Adjustment.objects.get().pk)
        assert wrong(desk.post(cancel, {"reason": ""})) == {"reason"}
        assert desk.post(cancel, {"reason": "was wrong"}).status_code == 302
        page = desk.get(at(club, "desk-adjustments")).content.decode()
        assert "was wrong" in page
        assert standings.compute_now(club.tournament).row(club.entries[0].pk).adjusted == (0, 0)

    def test_of_another_event_it_is_not_there(self, desk: Client, club: ClubEvent) -> None:
        other = make_event(4)
        made = Adjustment.objects.create(
            tournament=other.tournament, entry=other.entries[0], game_points=1, reason="x"
        )
        address = at(club, "desk-adjustment-cancel", adjustment_id=made.pk)
        assert desk.post(address, {"reason": "x"}).status_code == 404


class TestForfeits:
    def test_given_and_taken_back(self, desk: Client, club: ClubEvent) -> None:
        round_, entry = club.table().round, club.entries[0]
        given = {"entry": entry.pk, "round": round_.pk, "reason": "has left"}
        assert desk.post(at(club, "desk-forfeits"), given).status_code == 302
        row = standings.compute_now(club.tournament).row(entry.pk)
        assert (row.table_points, row.game_points) == (0, -500)
        back = at(club, "desk-forfeit-take", forfeit_id=Forfeit.objects.get().pk)
        assert wrong(desk.post(back, {})) == {"reason"}
        assert desk.post(back, {"reason": "came back"}).status_code == 302
        assert standings.compute_now(club.tournament).row(entry.pk).game_points == 48

    def test_only_of_rounds_that_are_open(self, desk: Client, club: ClubEvent) -> None:
        rounds.close_round(SYSTEM, club.table().round_id, force=True)
        given = {"entry": club.entries[0].pk, "round": club.table().round_id, "reason": "x"}
        assert wrong(desk.post(at(club, "desk-forfeits"), given)) == {"round"}
        assert not desk.get(at(club, "desk-forfeits")).context["open_rounds"]


class TestLots:
    def test_among_everybody_and_among_some(self, desk: Client, club: ClubEvent) -> None:
        where = at(club, "desk-lots")
        assert desk.post(where).status_code == 302
        lots = Entry.objects.filter(tournament=club.tournament).values_list("lot", flat=True)
        assert sorted(lots) == list(range(1, 9))
        some = [club.entries[0].pk, club.entries[5].pk]
        desk.post(where, {"entries": some})
        assert {e.lot for e in Entry.objects.filter(pk__in=some)} == {1, 2}
        assert wrong(desk.post(where, {"entries": ["0"]})) == {"entries"}
        assert [e.lot for e in desk.get(where).context["drawn"]] == sorted(
            e.lot for e in Entry.objects.filter(tournament=club.tournament) if e.lot
        )


class TestTime:
    def test_for_a_table_and_for_the_round(self, desk: Client, club: ClubEvent) -> None:
        table = club.table()
        one = at(club, "desk-table-time", table_id=table.pk)
        assert desk.post(one, {"minutes": "5", "reason": "a long dispute"}).status_code == 302
        assert wrong(desk.post(one, {"minutes": "500"})) == {"minutes"}
        all_ = at(club, "desk-round-time", round_id=table.round_id)
        assert desk.get(all_).context["form"]["minutes"].value() == 15
        assert desk.post(all_, {"minutes": "20"}).status_code == 302
        assert desk.post(all_, {"minutes": "-5"}).status_code == 302
        assert Table.objects.get(pk=table.pk).extra_minutes == 5
        assert Round.objects.get(pk=table.round_id).extra_minutes == 15
        page = desk.get(at(club, "desk-tables"), headers={"Accept-Language": "en"})
        assert "+5 min" in page.content.decode()

    def test_the_first_answer_is_the_break_of_the_settings(
        self, desk: Client, club: ClubEvent
    ) -> None:
        change_tournament(SYSTEM, club.tournament.pk, break_minutes=25)
        address = at(club, "desk-round-time", round_id=club.table().round_id)
        assert desk.get(address).context["form"]["minutes"].value() == 25

    def test_a_round_that_does_not_run_has_no_clock(self, desk: Client, club: ClubEvent) -> None:
        rounds.close_round(SYSTEM, club.table().round_id, force=True)
        refused = desk.post(
            at(club, "desk-round-time", round_id=club.table().round_id), {"minutes": "5"}
        )
        assert refused.status_code == 409


class TestPeople:
    def test_a_newcomer_takes_the_number(self, desk: Client, club: ClubEvent) -> None:
        club.seat_round(start=False)
        leaver = club.entries[0]
        address = at(club, "desk-replace", entry_id=leaver.pk)
        assert "2" in str(desk.get(address).context["question"].consequences[0])
        assert wrong(desk.post(address, {"name": ""})) == {"name"}
        assert desk.post(address, {"name": "New Comer"}).status_code == 302
        newcomer = Entry.objects.get(tournament=club.tournament, number=1)
        assert newcomer.player.name == "New Comer"
        leaver.refresh_from_db()
        assert (leaver.status, leaver.status_from, leaver.number) == ("withdrawn", 2, 9)

    def test_a_reserve_of_the_team_takes_it(self, desk: Client, club: ClubEvent) -> None:
        reserve = register(SYSTEM, club.tournament.pk, name="Reserve", team_name="Team 1")
        stranger = register(SYSTEM, club.tournament.pk, name="Stranger", team_name="Team 2")
        for entry in (reserve, stranger):
            change_entry(SYSTEM, entry.pk, reserve=True)
        address = at(club, "desk-replace", entry_id=club.entries[0].pk)
        offered = desk.get(address).context["form"].fields["reserve_id"].choices
        assert [pk for pk, _name in offered] == ["", reserve.pk]
        both = {"reserve_id": reserve.pk, "name": "Other"}
        assert wrong(desk.post(address, both)) == {"name"}
        assert desk.post(address, {"reserve_id": reserve.pk}).status_code == 302
        reserve.refresh_from_db()
        assert (reserve.number, reserve.reserve) == (1, False)

    def test_a_status_holds_from_its_round_on(self, desk: Client, club: ClubEvent) -> None:
        entry = club.entries[0]
        address = at(club, "desk-entry", entry_id=entry.pk)
        form = desk.get(address).context["form"]
        values = {field.name: field.value() for field in form}
        posted: dict[str, Any] = {k: v for k, v in values.items() if v not in (None, False)}
        posted |= {"status": "withdrawn", "status_from": "2", "reserve": "on"}
        assert desk.post(address, posted).status_code == 302
        entry.refresh_from_db()
        assert (entry.status, entry.status_from, entry.reserve) == ("withdrawn", 2, True)
        page = desk.get(at(club, "desk-people"), headers={"Accept-Language": "en"})
        assert "from round 2" in page.content.decode()
        assert AuditEntry.objects.filter(act="entry.changed").count() == 1


@pytest.mark.parametrize(
    ("name", "queries"),
    [("desk-adjustments", 7), ("desk-forfeits", 7), ("desk-lots", 5)],
)
def test_the_lists_take_a_fixed_number_of_queries(
    desk: Client, django_assert_num_queries: DjangoAssertNumQueries, name: str, queries: int
) -> None:
    for players in (4, 24):
        club = make_event(players)
        round_ = club.seat_round()
        for entry in club.entries:
            Forfeit.objects.create(round=round_, entry=entry, reason="x")
            Adjustment.objects.create(
                tournament=club.tournament, entry=entry, game_points=1, reason="x"
            )
            Adjustment.objects.create(
                tournament=club.tournament, team=entry.team, game_points=1, reason="x"
            )
        desk.force_login(club.organiser)
        with django_assert_num_queries(queries):
            desk.get(at(club, name))
