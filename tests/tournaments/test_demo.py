"""The demo: what it shows, and that making it twice changes nothing."""

import io
from itertools import combinations

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from tournaments.models import Hand, Penalty, Player, Round, Table, Tournament
from tournaments.services import standings
from tournaments.services.demo import NIGHT_SLUG, OPEN_SLUG, RUNNING, DemoLogins, make_demo
from tournaments.services.tables import TableState, for_states, states_of


@pytest.fixture
def logins(db: None) -> DemoLogins:
    return make_demo()


def logged_in(username: str, password: str | None) -> bool:
    answer = Client().post("/account/login/", {"username": username, "password": password})
    return answer.status_code == 302


def states(slug: str, round_number: int) -> list[TableState]:
    found = for_states(round__tournament__slug=slug, round__number=round_number)
    return sorted(states_of(found), key=lambda state: state.table.number)


def test_every_account_can_log_in(logins: DemoLogins) -> None:
    assert len({login.password for login in logins.all}) == 3
    for login in logins.all:
        assert logged_in(login.username, login.password), login.role


def test_making_it_again_changes_nothing(logins: DemoLogins) -> None:
    def counts() -> list[object]:
        models = (User, Player, Tournament, Round, Table, Hand, Penalty)
        revisions = list(Tournament.objects.values_list("slug", "revision").order_by("slug"))
        return [*(model.objects.count() for model in models), revisions]

    before = counts()
    again = make_demo()
    assert [login.password for login in again.all] == [None] * 3
    assert counts() == before
    for login in logins.all:
        assert logged_in(login.username, login.password)


def test_the_command_tells_passwords_once(db: None) -> None:
    first, second = io.StringIO(), io.StringIO()
    call_command("demo", stdout=first)
    call_command("demo", stdout=second)
    assert "(as it was)" not in first.getvalue()
    assert second.getvalue().count("(as it was)") == 3


def test_a_closed_a_running_and_a_seated_round(logins: DemoLogins) -> None:
    rounds = Round.objects.filter(tournament__slug=OPEN_SLUG).order_by("number")
    assert [(r.status, r.seats_public) for r in rounds] == [
        ("closed", True),
        ("running", True),
        ("seated", True),
    ]
    assert [len(s.hands) for s in states(OPEN_SLUG, 1)] == [16] * 4
    # One hand of the first table is undone again.
    assert [len(s.hands) for s in states(OPEN_SLUG, 2)] == [RUNNING[0] - 1, *RUNNING[1:]]
    assert all(s.table.status == "confirmed" for s in states(OPEN_SLUG, 1))
    assert Hand.objects.filter(table__round__tournament__slug=OPEN_SLUG, revision__gt=1).exists()


def test_nobody_meets_twice_and_team_mates_never(logins: DemoLogins) -> None:
    tournament = Tournament.objects.get(slug=OPEN_SLUG)
    teams = dict(tournament.entries.values_list("pk", "team__name"))
    met = [
        pair
        for number in (1, 2, 3)
        for state in states(OPEN_SLUG, number)
        for pair in combinations(sorted(seat.entry.pk for seat in state.seats), 2)
    ]
    assert len(set(met)) == len(met) == 3 * 4 * 6
    assert all(teams[a] != teams[b] for a, b in met)


def test_standings_can_be_shown(logins: DemoLogins) -> None:
    ranking = standings.compute_now(Tournament.objects.get(slug=OPEN_SLUG))
    assert len(ranking.rows) == 16
    assert len(ranking.teams) == 4
    assert ranking.rounds == (1, 2)
    assert len({row.club for row in ranking.rows}) == 2
    assert sum(row.game_points for row in ranking.rows) == -20


def test_the_player_is_one_of_the_event(logins: DemoLogins) -> None:
    user = User.objects.get(username=logins.player.username)
    assert user.player.entries.get().tournament.slug == OPEN_SLUG


def test_the_club_night_has_a_kong(logins: DemoLogins) -> None:
    (state,) = states(NIGHT_SLUG, 1)
    assert [hand.deltas for hand in state.hands] == [(10, -6, 2, -6), (-4, 15, -2, -9)]


def test_people_are_plainly_invented(logins: DemoLogins) -> None:
    assert all("Demo" in name for name in Player.objects.values_list("name", flat=True))
