"""Club nights: tables without a draw, who sits out, stakes that sum to zero, the end."""

import json
import re
from collections import Counter
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from scoring.rulesets import get_ruleset
from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tests.web.reading import count
from tournaments.models import Round, Seat, Table, Tournament
from tournaments.services import (
    club_night,
    entries,
    event_import,
    last_round,
    money,
    replay,
    standings,
    tables,
)
from tournaments.services.access import Actor
from tournaments.services.errors import Conflict, Invalid, NotAllowed
from tournaments.services.event_document import document_of, dumps

pytestmark = pytest.mark.django_db


def _night(players: int = 5, **settings: Any) -> ClubEvent:
    return make_event(players, kind="club_night", **settings)


def _ids(event: ClubEvent, *numbers: int) -> list[int]:
    return [event.entries[number - 1].pk for number in numbers]


def _play(event: ClubEvent, table: Table, *deals: Any) -> Table:
    table = Table.objects.select_related("round__tournament").get(pk=table.pk)
    event.record(table, *deals)
    return tables.finish_table(event.as_referee, table.pk)


def _numbers(table: Table) -> list[int]:
    return list(table.seats.order_by("wind").values_list("entry__number", flat=True))


def test_in_five_games_everybody_sits_out_once_and_starts_once_on_every_wind() -> None:
    event = _night()
    table = club_night.open_table(
        event.as_referee, event.tournament.pk, _ids(event, 1, 2, 3, 4),
        sitting_out=event.entries[4].pk,
    )  # fmt: skip
    out, winds = [], Counter()
    for _game in range(5):
        assert table.sitting_out is not None
        out.append(table.sitting_out.number)
        winds.update((number, wind) for wind, number in enumerate(_numbers(table)))
        _play(event, table, win(8, 0))
        last = table
        table = club_night.next_game(event.as_referee, table.pk)
    assert sorted(out) == [1, 2, 3, 4, 5]
    assert len(winds) == 20
    assert set(winds.values()) == {1}
    assert club_night.next_game(event.as_referee, last.pk) == table, "asked twice: one game"
    assert replay.prove(event.tournament).differences == ()


@pytest.mark.parametrize(
    ("rules", "games"), [("guobiao", 5), ("hubei_kawuxing", 4), ("two_player", 3)]
)
def test_a_turn_with_one_more_than_chairs_is_as_long_as_is_said(rules: str, games: int) -> None:
    ruleset = get_ruleset(rules)
    assert club_night.games_of_a_turn(ruleset) == games
    people = range(1, games + 1)
    lineup = club_night.Lineup(tuple(people[:-1]), people[-1])
    out, winds = [], set()
    for _game in range(games):
        out.append(lineup.sitting_out)
        winds |= set(enumerate(lineup.chairs))
        lineup = club_night.following(lineup.chairs, lineup.sitting_out)
    assert sorted(out) == list(people)
    assert len(winds) == games * (games - 1)


def test_without_a_fifth_the_deal_goes_on_by_a_chair() -> None:
    event = _night(4)
    table = club_night.open_table(SYSTEM, event.tournament.pk, _ids(event, 1, 2, 3, 4))
    with pytest.raises(Conflict, match="not finished"):
        club_night.next_game(SYSTEM, table.pk)
    _play(event, table, win(8, 0))
    assert _numbers(club_night.next_game(SYSTEM, table.pk)) == [2, 3, 4, 1]


def test_tables_share_a_round_as_long_as_nobody_sits_twice() -> None:
    event = _night(8)
    pk = event.tournament.pk
    first = club_night.open_table(SYSTEM, pk, _ids(event, 1, 2, 3, 4))
    second = club_night.open_table(SYSTEM, pk, _ids(event, 5, 6, 7, 8))
    assert (first.round, second.number) == (second.round, 2)
    _play(event, first, win(8, 0))
    _play(event, second, DRAW)
    mixed = club_night.open_table(SYSTEM, pk, _ids(event, 1, 5, 2, 6))
    again = club_night.open_table(SYSTEM, pk, _ids(event, 3, 4, 7, 8))
    assert mixed.round.number == again.round.number == 2
    assert Round.objects.filter(tournament=pk).count() == 2


def test_everything_wrong_is_named_by_chair() -> None:
    event = _night(8)
    pk, people = event.tournament.pk, event.entries
    club_night.open_table(SYSTEM, pk, _ids(event, 5, 6, 7, 8))
    entries.change_entry(SYSTEM, people[2].pk, status="withdrawn")
    with pytest.raises(Invalid) as refused:
        club_night.open_table(
            SYSTEM, pk, [people[0].pk, people[0].pk, people[2].pk, people[4].pk],
            sitting_out=999_999,
        )  # fmt: skip
    assert {p.field for p in refused.value.problems} == {"south", "west", "north", "sitting_out"}
    assert Table.objects.filter(round__tournament=pk).count() == 1
    with pytest.raises(Invalid, match="played by 4; 3 are named"):
        club_night.open_table(SYSTEM, pk, _ids(event, 1, 2, 4))


@pytest.mark.parametrize(("ruleset", "numbers"), [("hubei_kawuxing", (2, 3)), ("two_player", (2,))])
def test_rules_for_fewer_seat_fewer(ruleset: str, numbers: tuple[int, ...]) -> None:
    for number in (2, 3, 4):
        event = _night(5, ruleset=ruleset)
        ids = [entry.pk for entry in event.entries[:number]]
        if number in numbers:
            table = club_night.open_table(
                SYSTEM, event.tournament.pk, ids, sitting_out=event.entries[4].pk
            )
            assert table.seats.count() == number
        else:
            with pytest.raises(Invalid, match=f"{number} are named"):
                club_night.open_table(SYSTEM, event.tournament.pk, ids)


def test_only_referees_open_tables_and_only_on_club_nights() -> None:
    event = _night(4)
    ids = _ids(event, 1, 2, 3, 4)
    with pytest.raises(NotAllowed):
        club_night.open_table(Actor.of(event.outsider), event.tournament.pk, ids)
    with pytest.raises(NotAllowed):
        club_night.close_evening(event.as_referee, event.tournament.pk)
    other = make_event(4)
    with pytest.raises(Conflict, match="club nights only"):
        club_night.open_table(SYSTEM, other.tournament.pk, [e.pk for e in other.entries])


def test_a_table_is_taken_back_only_while_nothing_is_recorded() -> None:
    event = _night(4)
    table = club_night.open_table(SYSTEM, event.tournament.pk, _ids(event, 1, 2, 3, 4))
    club_night.take_table_back(event.as_referee, table.pk)
    assert not Seat.objects.exists()
    table = club_night.open_table(SYSTEM, event.tournament.pk, _ids(event, 1, 2, 3, 4))
    event.record(event.table(table.round.number, table.number), DRAW)
    with pytest.raises(Conflict, match="recorded"):
        club_night.take_table_back(event.as_referee, table.pk)
    assert replay.prove(event.tournament).differences == ()


class TestStakes:
    """The pot is paid in by all and out to the first place, nothing more and nothing less."""

    def evening(self, stake: int, *games: Any) -> money.Evening:
        event = _night(5, stake=stake)
        self.event = event
        table = club_night.open_table(
            SYSTEM, event.tournament.pk, _ids(event, 1, 2, 3, 4), sitting_out=event.entries[4].pk
        )
        for game in games:
            _play(event, table, *game)
            table = club_night.next_game(SYSTEM, table.pk)
        return money.evening_of(Tournament.objects.get(pk=event.tournament.pk))

    def test_the_first_place_gains_three_quarters_of_the_pot(self) -> None:
        found = self.evening(5000, [win(8, 0)])
        stakes = {b.entry.number: b.stakes for b in found.balances}
        assert stakes == {1: 15000, 2: -5000, 3: -5000, 4: -5000}
        assert found.pots[0].pot.total == 20000
        assert sum(b.total for b in found.balances) == 0

    def test_equal_first_places_split_it_and_the_rest_is_named(self) -> None:
        found = self.evening(25, [DRAW])
        assert {b.stakes for b in found.balances} == {0}
        # East and South win equally; West and North lose.
        found = self.evening(5, [win(8, 0, 2), win(8, 0, 2)])
        assert sum(b.stakes for b in found.balances) == 0

    def test_a_season_of_games_sums_to_zero(self) -> None:
        games = [[win(8 + n, n % 4)] for n in range(7)]
        found = self.evening(33, *games)
        assert sum(b.stakes for b in found.balances) == 0
        assert sum(b.total for b in found.balances) == 0
        assert sum(sum(p.pot.net) for p in found.pots) == 0
        assert len(found.pots) == 7
        assert found.house == 0

    def test_a_game_that_is_played_has_no_pot_yet(self) -> None:
        event = _night(4, stake=10)
        table = club_night.open_table(SYSTEM, event.tournament.pk, _ids(event, 1, 2, 3, 4))
        event.record(event.table(table.round.number, table.number), win(8, 0))
        found = money.evening_of(Tournament.objects.get(pk=event.tournament.pk))
        assert not found.pots
        assert {b.stakes for b in found.balances} == {0}

    def test_the_ledger_says_the_same_as_the_balances(self) -> None:
        found = self.evening(33, *[[win(8 + n, n % 4, (n + 1) % 4), DRAW] for n in range(6)])
        net: Counter[int] = Counter()
        parts: dict[int, Counter[str]] = {}
        for owed in found.ledger:
            assert owed.amount >= 0
            for entry, sign in ((owed.payer, -1), (owed.receiver, 1)):
                assert entry is not None
                net[entry.pk] += sign * owed.amount
                part = parts.setdefault(entry.pk, Counter())
                part["stakes"] += sign * owed.stakes
                part["hands"] += sign * owed.hands
        for balance in found.balances:
            assert net[balance.entry.pk] == balance.total
            assert parts[balance.entry.pk]["stakes"] == balance.stakes
            assert parts[balance.entry.pk]["hands"] == balance.hands


def test_the_evening_ends_when_nobody_plays() -> None:
    event = _night(4)
    table = club_night.open_table(SYSTEM, event.tournament.pk, _ids(event, 1, 2, 3, 4))
    with pytest.raises(Invalid, match="still plays"):
        club_night.close_evening(event.as_organiser, event.tournament.pk)
    _play(event, table, win(8, 0))
    club_night.close_evening(event.as_organiser, event.tournament.pk)
    assert Tournament.objects.get(pk=event.tournament.pk).status == "finished"
    assert not Round.objects.exclude(status="closed").exists()
    with pytest.raises(Conflict, match="over"):
        club_night.open_table(SYSTEM, event.tournament.pk, _ids(event, 1, 2, 3, 4))
    assert replay.prove(event.tournament).differences == ()


def test_the_document_keeps_stake_and_who_sits_out() -> None:
    event = _night(stake=25)
    club_night.open_table(
        SYSTEM, event.tournament.pk, _ids(event, 1, 2, 3, 4), sitting_out=event.entries[4].pk
    )
    document = document_of(Tournament.objects.get(pk=event.tournament.pk))
    assert document["event"]["stake"] == 25
    assert document["rounds"][0]["tables"][0]["sitting_out"] == 5
    copied = event_import.import_event(SYSTEM, json.loads(dumps(document)), slug="copied")
    again = document_of(Tournament.objects.get(pk=copied.pk))
    assert again["rounds"] == document["rounds"]
    with pytest.raises(Invalid):
        entries.remove_entry(SYSTEM, event.entries[4].pk)


def test_who_has_not_played_stands_below_everybody_who_lost() -> None:
    """Numbers 5 and 6 are there, 5 sits out the first game: neither of them won against 4."""
    event = _night(6, planned_rounds=1)
    table = club_night.open_table(
        SYSTEM, event.tournament.pk, _ids(event, 1, 2, 3, 4), sitting_out=event.entries[4].pk
    )
    assert not any(row.rank for row in standings.compute_now(event.tournament).rows)
    _play(event, table, win(8, 0), win(8, 1), win(8, 2))
    rows = standings.compute_now(event.tournament).rows
    assert [row.rank is not None for row in rows] == [True] * 4 + [False] * 2
    assert [row.number for row in rows[4:]] == [5, 6]
    assert rows[3].game_points < 0
    count(event)
    page = Client(headers={"Accept-Language": "en"}).get(f"/t/{event.tournament.slug}/")
    assert page.content.decode().count("has not played") == 2
    _play(event, club_night.next_game(SYSTEM, table.pk), DRAW)
    rows = standings.compute_now(event.tournament).rows
    assert {row.number for row in rows if row.rank is None} == {6}
    answer = last_round.before_last_round(event.as_organiser, event.tournament)
    assert "opened as people come" in str(answer.why)


class TestPages:
    @pytest.fixture
    def event(self) -> ClubEvent:
        return _night(10, stake=10)

    def test_a_referee_opens_plays_and_goes_on(self, client: Client, event: ClubEvent) -> None:
        client.force_login(event.referee)
        address = f"/desk/{event.tournament.slug}/night/"
        assert "Open a new table" in client.get(address).content.decode()
        one, two, three, four, five = _ids(event, 1, 2, 3, 4, 5)
        wrong = client.post(address, {"east": one, "south": one, "west": two, "north": three})
        assert wrong.status_code == 400
        assert "named twice" in wrong.content.decode()
        answer = client.post(
            address,
            {"east": one, "south": two, "west": three, "north": four, "sitting_out": five},
        )
        assert answer.status_code == 302
        page = client.get(address).content.decode()
        assert "Sits out" in page
        assert not re.search(rf'<option value="{one}"', page), "who plays is not offered"
        table = Table.objects.get()
        assert client.get(f"/referee/table/{table.pk}/").status_code == 200
        _play(event, table, win(8, 0))
        page = client.get(address).content.decode()
        assert "Next game" in page
        assert "comes in as the last dealer" in page
        base = f"/desk/{event.tournament.slug}/tables/{table.pk}"
        assert client.post(f"{base}/next/").status_code == 302
        assert Table.objects.count() == 2
        second = Table.objects.latest("id")
        client.post(f"/desk/{event.tournament.slug}/tables/{second.pk}/take-back/")
        assert Table.objects.count() == 1
        money_page = client.get(f"/t/{event.tournament.slug}/settle-up/").content.decode()
        assert "Pots" in money_page
        assert "Ledger" in money_page

    def test_the_organiser_ends_the_evening(self, client: Client, event: ClubEvent) -> None:
        client.force_login(event.organiser)
        address = f"/desk/{event.tournament.slug}/night/close/"
        assert "End the evening" in client.get(address).content.decode()
        assert client.post(address).status_code == 302
        assert Tournament.objects.get(pk=event.tournament.pk).status == "finished"

    def test_the_page_asks_a_fixed_number_of_questions(
        self, client: Client, event: ClubEvent, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        client.force_login(event.organiser)
        address = f"/desk/{event.tournament.slug}/night/"
        pk = event.tournament.pk
        _play(event, club_night.open_table(SYSTEM, pk, _ids(event, 1, 2, 3, 4)), win(8, 0))
        client.get(address)
        with django_assert_num_queries(13) as few:
            client.get(address)
        _play(event, club_night.open_table(SYSTEM, pk, _ids(event, 5, 6, 7, 8)), win(8, 0), DRAW)
        club_night.open_table(SYSTEM, pk, _ids(event, 5, 6, 7, 8), sitting_out=event.entries[8].pk)
        with django_assert_num_queries(len(few.captured_queries)):
            client.get(address)
