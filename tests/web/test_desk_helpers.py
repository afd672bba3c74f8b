"""Penalties, roles, the log and the page of exports."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.models import Act, AuditEntry, Membership, Penalty
from tournaments.services import entries, penalties, tables
from tournaments.services.log import acts_of, groups
from tournaments.views.organiser.log_words import in_words

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubEvent:
    return make_event(8)


@pytest.fixture
def desk(client: Client, club: ClubEvent) -> Client:
    client.force_login(club.organiser)
    return client


def at(club: ClubEvent, name: str, **kwargs: object) -> str:
    return reverse(name, kwargs={"event": club.tournament.slug, **kwargs})


def penalty_of(club: ClubEvent, **changes: object) -> dict[str, object]:
    return {
        "entry": club.entries[0].pk,
        "scope": "session",
        "round_number": "1",
        "mode": "deduct",
        "points": "20",
        "reason": "late",
        **changes,
    }


def test_a_penalty_reaches_the_table_and_its_cancelling_too(desk: Client, club: ClubEvent) -> None:
    club.seat_round()
    assert desk.post(at(club, "desk-penalties"), penalty_of(club)).status_code == 302
    assert tables.table_state(club.table()).totals == (-20, 0, 0, 0)
    penalty = Penalty.objects.get()

    address = at(club, "desk-penalty-cancel", penalty_id=penalty.pk)
    assert desk.post(address, {"reason": ""}).status_code == 400
    assert desk.post(address, {"reason": "not late at all"}).status_code == 302
    assert tables.table_state(club.table()).totals == (0, 0, 0, 0)
    page = desk.get(at(club, "desk-penalties")).content.decode()
    assert "not late at all" in page
    assert desk.post(address, {"reason": "twice"}).status_code == 409


def test_a_penalty_can_be_given_before_the_draw(desk: Client, club: ClubEvent) -> None:
    assert desk.post(at(club, "desk-penalties"), penalty_of(club)).status_code == 302
    club.seat_round()
    assert tables.table_state(club.table()).totals == (-20, 0, 0, 0)


def test_what_is_wrong_with_a_penalty_stands_at_its_field(desk: Client, club: ClubEvent) -> None:
    response = desk.post(
        at(club, "desk-penalties"),
        penalty_of(club, mode="pay_to", round_number="", reason=" x "),
    )
    assert response.status_code == 400
    assert set(response.context["form"].errors) == {"round_number", "beneficiary"}
    wild = desk.post(at(club, "desk-penalties"), penalty_of(club, points="many", entry="0"))
    assert set(wild.context["form"].errors) == {"points", "entry"}
    assert not Penalty.objects.exists()


def test_a_breach_fills_what_was_left_empty(desk: Client, club: ClubEvent) -> None:
    club.seat_round()
    address = at(club, "desk-penalties")
    late = penalty_of(club, breach="late:2", points="", reason="")
    assert desk.post(address, late).status_code == 302
    given = Penalty.objects.get()
    assert (given.code, given.points, given.mode, given.scope) == ("late", 20, "deduct", "session")
    assert given.reason == "late, up to 15 minutes"

    each = penalty_of(club, breach="false_win_short_points", points="", reason="")
    assert desk.post(address, each).status_code == 302
    assert tables.table_state(club.table()).totals == (-50, 10, 10, 10)
    # What was typed wins over the catalogue.
    desk.post(address, penalty_of(club, breach="late:2", points="5", reason="a little late"))
    assert tables.table_state(club.table()).totals == (-55, 10, 10, 10)


@pytest.mark.parametrize("breach", ["", "illegal_information"])
def test_points_must_come_from_somewhere(desk: Client, club: ClubEvent, breach: str) -> None:
    response = desk.post(at(club, "desk-penalties"), penalty_of(club, breach=breach, points=""))
    assert response.status_code == 400
    assert set(response.context["form"].errors) == {"points"}
    assert not Penalty.objects.exists()


def test_somebody_of_another_event_cannot_be_fined(desk: Client, club: ClubEvent) -> None:
    other = make_event(4)
    response = desk.post(at(club, "desk-penalties"), penalty_of(club, entry=other.entries[0].pk))
    assert response.status_code == 400
    assert not Penalty.objects.exists()


def test_a_role_is_given_by_user_name_and_taken(desk: Client, club: ClubEvent) -> None:
    name = club.outsider.username
    desk.post(at(club, "desk-roles"), {"username": f" {name} ", "role": "referee"})
    given = Membership.objects.get(tournament=club.tournament, user=club.outsider)
    assert given.role == "referee"
    desk.post(at(club, "desk-role-take", membership_id=given.pk))
    assert not Membership.objects.filter(pk=given.pk).exists()


def test_a_user_name_nobody_has_is_refused(desk: Client, club: ClubEvent) -> None:
    response = desk.post(at(club, "desk-roles"), {"username": "nobody", "role": "referee"})
    assert response.status_code == 400
    assert set(response.context["form"].errors) == {"username"}


def test_the_last_organiser_stays(desk: Client, club: ClubEvent) -> None:
    own = Membership.objects.get(tournament=club.tournament, user=club.organiser)
    response = desk.post(at(club, "desk-role-take", membership_id=own.pk))
    assert response.status_code == 400
    assert Membership.objects.filter(pk=own.pk).exists()


def test_one_who_gives_the_desk_away_is_led_to_the_own_events(
    desk: Client, club: ClubEvent
) -> None:
    name = club.outsider.username
    desk.post(at(club, "desk-roles"), {"username": name, "role": "organiser"})
    own = Membership.objects.get(tournament=club.tournament, user=club.organiser)
    response = desk.post(at(club, "desk-role-take", membership_id=own.pk), follow=True)
    assert response.redirect_chain[-1][0] == reverse("desk")
    assert response.status_code == 200


def test_the_exports_are_linked(desk: Client, club: ClubEvent) -> None:
    assert desk.get(at(club, "desk-export")).status_code == 200
    round_ = club.seat_round()
    page = desk.get(at(club, "desk-export")).content.decode()
    assert at(club, "desk-cards", round_id=round_.pk) in page


def logged(desk: Client, club: ClubEvent, **query: object) -> list[str]:
    page = desk.get(at(club, "desk-log"), query)
    assert page.status_code == 200
    return [told.act.first.act for told in page.context["acts"]]


def test_the_log_tells_acts_newest_first_and_an_act_once(desk: Client, club: ClubEvent) -> None:
    club.seat_round()
    club.record(club.table(), win(8, 0))
    acts = logged(desk, club)
    # Eight players were registered in one act.
    assert acts == [
        Act.HAND_RECORDED,
        Act.ROUND_STARTED,
        Act.SEATS_DRAWN,
        Act.ENTRY_ADDED,
        Act.ROLE_GIVEN,
        Act.ROLE_GIVEN,
        Act.TOURNAMENT_CREATED,
    ]


def test_the_log_is_searched_by_person_table_and_act(desk: Client, club: ClubEvent) -> None:
    club.seat_round()
    club.record(club.table(number=1), win(8, 0))
    club.record(club.table(number=2), win(8, 0))
    assert logged(desk, club, act="hand.recorded") == [Act.HAND_RECORDED] * 2
    assert logged(desk, club, round_number=1, table_number=2) == [Act.HAND_RECORDED]
    # A player: the registration, and what was done at the table where he sits.
    name = club.entries[5].player.name
    assert logged(desk, club, person=name) == [Act.HAND_RECORDED, Act.ENTRY_ADDED]
    # Who did it, and who got a role.
    expected = [Act.HAND_RECORDED, Act.HAND_RECORDED, Act.ROLE_GIVEN]
    assert logged(desk, club, person=club.referee.username) == expected
    assert logged(desk, club, person="nobody") == []
    assert logged(desk, club, act="nonsense") != []


def test_the_log_of_another_event_is_not_shown(desk: Client, club: ClubEvent) -> None:
    other = make_event(4)
    other.seat_round()
    page = desk.get(at(club, "desk-log"))
    shown = {e.tournament_id for told in page.context["acts"] for e in told.act.entries}
    assert shown == {club.tournament.pk}


def test_the_log_is_paged_by_acts(desk: Client, club: ClubEvent) -> None:
    for n in range(45):
        entries.change_entry(SYSTEM, club.entries[0].pk, name=f"Demo {n}")
    first = desk.get(at(club, "desk-log")).context
    second = desk.get(at(club, "desk-log"), {"page": "2"}).context
    assert len(first["acts"]) == 40
    assert first["page"].paginator.count == 45 + 4
    assert len(second["acts"]) == 9
    assert desk.get(at(club, "desk-log"), {"page": "99"}).status_code == 200


def test_an_entry_is_put_into_words(club: ClubEvent) -> None:
    entries.change_entry(SYSTEM, club.entries[0].pk, name="Demo New", status="withdrawn")
    penalties.give_penalty(
        SYSTEM,
        club.tournament.pk,
        entry_id=club.entries[0].pk,
        scope="overall",
        mode="deduct",
        points=5,
        reason="loud",
    )
    newest = list(groups(club.tournament)[:2])
    told = in_words(acts_of(club.tournament, newest), {1: "Demo New"})
    fined, changed = told
    assert fined.lines[0].target == "1 Demo New"
    assert {(c.label, c.before, c.after) for c in changed.lines[0].changes} == {
        ("name", club.entries[0].player.name, "Demo New"),
        ("status", "playing", "withdrawn"),
    }


def test_every_entry_of_the_log_can_be_put_into_words(club: ClubEvent) -> None:
    club.seat_round()
    club.record(club.table(), win(8, 0))
    tables.finish_table(club.as_referee, club.table().pk)
    ids = list(AuditEntry.objects.values_list("group", flat=True).distinct())
    told = in_words(acts_of(club.tournament, ids), {})
    for act in told:
        for line in [*act.lines, *act.rest]:
            assert line.target or line.where
            for change in line.changes:
                assert change.before or change.after


def test_the_log_takes_a_fixed_number_of_queries(
    desk: Client, club: ClubEvent, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        with django_assert_num_queries(9):
            desk.get(at(club, "desk-log"))
        club.seat_round()
        club.record(club.table(), win(8, 0), win(9, 1))
