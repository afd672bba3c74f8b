"""Pages about people, and the front page: who finds what."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.club import SYSTEM, ClubEvent, make_event
from tests.web.reading import count, get, names, play, text
from tournaments.models import Tournament
from tournaments.services import (
    rounds,
    seating,
    standings,
)
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    return play(make_event(8))


class TestPeople:
    def test_everybody_with_the_seat_of_the_moment(self, event: ClubEvent) -> None:
        page = text(get("people", event))
        assert all(name in page for name in names(event))
        assert "Seat, round 2" in page
        assert "Table 2 N" in page

    @pytest.mark.parametrize(
        ("words", "found"), [("Team 2", [4, 5, 6, 7]), ("3", [2]), ("test CLUB", []), ("%", [])]
    )
    def test_search(self, event: ClubEvent, words: str, found: list[int]) -> None:
        page = text(get("people", event, query=f"?q={words.replace('%', '%25')}"))
        shown = [i for i, name in enumerate(names(event)) if name in page]
        # A number also finds people whose name has it.
        by_name = [i for i, name in enumerate(names(event)) if words in name]
        assert shown == sorted({*found, *by_name})

    @pytest.mark.parametrize(
        "words", ["²", "99999999999999999999", "'--", "<b>", "x" * 5000, "x\0y"]
    )
    def test_search_for_anything(self, event: ClubEvent, words: str) -> None:
        client = Client(headers={"Accept-Language": "en"})
        page = client.get(reverse("people", args=[event.tournament.slug]), {"q": words})
        assert "Nobody of that name" in text(page)
        assert "<b>" not in page.content.decode()

    def test_nobody_registered(self) -> None:
        event = make_event(0)
        assert "Nobody is registered yet" in text(get("people", event))


class TestPerson:
    def test_how_the_points_are_made_up(self, event: ClubEvent) -> None:
        """A won 32 in the first round, and paid 8 to the winner of the second."""
        page = text(get("person", event, number=1))
        assert "round 1, table 1, place 1 4 +32" in page
        assert re.search(r"round 2, table 1, place 2, still playing 1½ −8|place 2.*−8", page)
        assert "Sum" in page
        assert "+24" in page
        assert "played 3" in page
        assert "won 1" in page

    def test_why_somebody_stands_above(self, event: ClubEvent) -> None:
        current = standings.current(event.tournament)
        assert current is not None
        second, first = current.standings.rows[1], current.standings.rows[0]
        page = text(get("person", event, number=second.number))
        assert f"Below {first.name}: " in page
        last = current.standings.rows[-1]
        chosen = text(get("person", event, number=second.number, query=f"?than={last.number}"))
        assert f"Above {last.name}: " in chosen
        assert f"Below {first.name}: " not in chosen

    @pytest.mark.parametrize("than", ["", "0", "x", "2", "99999999999999"])
    def test_a_comparison_with_nobody_is_that_with_the_neighbours(
        self, event: ClubEvent, than: str
    ) -> None:
        assert "Below" in text(get("person", event, number=2, query=f"?than={than}"))

    def test_where_to_sit_now(self, event: ClubEvent) -> None:
        assert "Sits now at Round 2, table 1 E" in text(get("person", event, number=1))
        rounds.close_round(event.as_organiser, event.table(2).round_id, force=True)
        assert "Sits" not in text(get("person", event, number=1))
        seating.publish_seats(event.as_organiser, event.table(3).round_id)
        assert "Sits next at Round 3, table 1 E" in text(get("person", event, number=1))

    def test_hidden_standings_hide_the_results_but_not_the_seats(self, event: ClubEvent) -> None:
        change_tournament(SYSTEM, event.tournament.pk, standings_public=False)
        page = text(get("person", event, number=1))
        assert "Round 1, table 1" in page
        assert names(event)[1] in page
        assert not re.search(r"[+−]\d", page)
        assert "Why this rank" not in page
        assert "Why this rank" in text(get("person", event, event.referee, number=1))

    def test_without_a_seat(self) -> None:
        assert "No seat yet" in text(get("person", make_event(4), number=1))

    def test_who_sits_out_is_told_so_with_the_points(self) -> None:
        event = make_event(5, bye_points=5040, bye_game_points=12)
        seated, resting = [e.pk for e in event.entries[:4]], event.entries[4]
        round_ = seating.set_round(
            event.as_organiser, event.tournament.pk, tables=[seated], byes=[resting.pk]
        )
        assert "No seat yet" in text(get("person", event, number=5))
        seating.publish_seats(event.as_organiser, round_.pk)
        page = text(get("person", event, number=5))
        assert "Round 1: sits out" in page
        assert "No seat yet" not in page
        assert "Table points 2" not in page
        rounds.start_round(event.as_organiser, round_.pk)
        count(event)
        assert "Round 1: sits out +12 Table points 2" in text(get("person", event, number=5))
        assert "第1轮：轮空" in text(get("person", event, number=5, zh=True))

    def test_a_bye_of_no_own_value_shows_the_mean_as_the_standings_count_it(self) -> None:
        event = make_event(5, bye_points=None)
        seated, resting = [e.pk for e in event.entries[:4]], event.entries[4]
        round_ = seating.set_round(
            event.as_organiser, event.tournament.pk, tables=[seated], byes=[resting.pk]
        )
        seating.publish_seats(event.as_organiser, round_.pk)
        rounds.start_round(event.as_organiser, round_.pk)
        count(event)
        assert "Round 1: sits out Table points 1¾" in text(get("person", event, number=5))

    def test_nobody_of_that_number(self, event: ClubEvent) -> None:
        assert get("person", event, number=77).status_code == 404


class TestMyPage:
    def test_the_player_sees_the_own_page(self, event: ClubEvent) -> None:
        player = event.entries[0].player
        player.user = event.outsider
        player.save()
        assert player.name in text(get("me", event, event.outsider))
        assert "My page" in text(get("standings", event, event.outsider))
        assert "My page" in text(get("home", user=event.outsider))
        assert "I play in" in text(get("account", user=event.outsider))

    def test_somebody_else_is_told_what_to_do(self, event: ClubEvent) -> None:
        page = get("me", event, event.outsider)
        assert page.status_code == 404
        assert "find yourself by name" in page.content.decode()
        assert "My page" not in text(get("standings", event, event.outsider))


class TestHome:
    def test_what_is_on(self, event: ClubEvent) -> None:
        planned = make_event(0)
        finished = make_event(0)
        Tournament.objects.filter(pk=finished.tournament.pk).update(status="finished")
        page = text(get("home"))
        on, coming, recent = (page.index(w) for w in ("What is on", "Coming up", "Recent results"))
        assert on < page.index(event.tournament.name) < coming
        assert coming < page.index(planned.tournament.name) < recent
        assert recent < page.index(finished.tournament.name)
        assert "Round 2" in page

    def test_nothing_at_all_offers_the_next_step(
        self, admin_user: Any, django_user_model: Any
    ) -> None:
        outsider = django_user_model.objects.create_user("outsider")
        assert "no event on this site" in text(get("home"))
        assert reverse("login") in get("home").content.decode()
        assert reverse("desk-new") in get("home", user=admin_user).content.decode()
        assert reverse("desk-new") not in get("home", user=outsider).content.decode()

    def test_my_events_are_one_tap_away(self, event: ClubEvent) -> None:
        desk = reverse("desk-now", args=[event.tournament.slug])
        assert desk in get("home", user=event.organiser).content.decode()
        assert desk not in get("home", user=event.referee).content.decode()
        assert "My events" not in text(get("home", user=event.outsider))
