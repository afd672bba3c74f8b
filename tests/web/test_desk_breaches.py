"""Breaches of the event's catalogue, and the next step that the record of a person asks for."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.penalties import PRESETS, SIZES
from tests.club import SYSTEM, ClubEvent, key, make_event, win
from tournaments.forms.breaches import effect_words, offers
from tournaments.models import Penalty
from tournaments.services import hands, penalties
from tournaments.services.escalation import earlier_of, proposal_for
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> ClubEvent:
    club = make_event(8)
    club.seat_round()
    return club


@pytest.fixture
def desk(client: Client, club: ClubEvent) -> Client:
    client.force_login(club.organiser)
    return client


def at(club: ClubEvent, name: str, **kwargs: object) -> str:
    return reverse(name, kwargs={"event": club.tournament.slug, **kwargs})


def give(club: ClubEvent, code: str, points: int = 0, entry: int = 0) -> Penalty:
    return penalties.give_penalty(
        SYSTEM, club.tournament.pk, entry_id=club.entries[entry].pk, scope="session",
        mode="deduct", points=points, reason="seen", round_number=1, code=code,
    )  # fmt: skip


def in_hand(club: ClubEvent, seat: int, kind: str, amount: int) -> None:
    breach = {"type": "penalty", "seat": seat, "kind": kind, "amount": amount}
    club.record(club.table(), [breach, *win(8, 1)])


def typed(club: ClubEvent, **changes: Any) -> dict[str, Any]:
    return {
        "entry": club.entries[0].pk, "scope": "session", "mode": "deduct", "points": "",
        "round_number": "1", "reason": "", **changes,
    }  # fmt: skip


class TestRecord:
    def test_hands_and_what_is_outside_them_are_counted(self, club: ClubEvent) -> None:
        give(club, "empty_call")
        in_hand(club, 0, "empty_call", 5)
        give(club, "early_draw", 5)
        give(club, "empty_call", entry=1)
        entry = club.entries[0].pk
        found = earlier_of(club.tournament, [entry])
        assert [(e.round_number, e.hand_number, e.points) for e in found[entry, "empty_call"]] == [
            (1, None, 0),
            (1, 1, 15),
        ]
        proposal = proposal_for(club.tournament, entry, "empty_call")
        assert proposal is not None
        assert (proposal.number, proposal.effect.points) == (3, 10)

    def test_the_seat_of_a_hand_is_the_person_who_sat_there(self, club: ClubEvent) -> None:
        club.record(club.table(), win(8, 0))
        in_hand(club, 0, "empty_call", 5)  # East of the second hand was South at the start.
        south = club.entries[1].pk
        assert list(earlier_of(club.tournament, [south])) == [(south, "empty_call")]
        assert not earlier_of(club.tournament, [club.entries[0].pk])

    def test_what_was_taken_back_is_not_on_record(self, club: ClubEvent) -> None:
        penalty = give(club, "empty_call")
        penalties.cancel_penalty(SYSTEM, penalty.pk, "was somebody else")
        in_hand(club, 0, "empty_call", 5)
        hands.undo_hand(SYSTEM, club.table().pk, number=1, revision=1, client_key=key())
        proposal = proposal_for(club.tournament, club.entries[0].pk, "empty_call")
        assert proposal is not None
        assert (proposal.number, proposal.effect.warning) == (1, True)

    def test_the_whole_ladder(self, club: ClubEvent) -> None:
        entry, amounts = club.entries[0].pk, []
        for _ in range(9):
            proposal = proposal_for(club.tournament, entry, "other")
            assert proposal is not None
            amounts.append(proposal.effect.points)
            give(club, "other", proposal.effect.points)
        assert amounts == [0, *SIZES, SIZES[-1]]

    @pytest.mark.parametrize("players", [4, 16])
    def test_queries(self, players: int, django_assert_num_queries: DjangoAssertNumQueries) -> None:
        club = make_event(players)
        club.seat_round()
        for entry in range(players):
            give(club, "other", entry=entry)
        in_hand(club, 0, "other", 5)
        with django_assert_num_queries(3):
            earlier_of(club.tournament, [entry.pk for entry in club.entries])


class TestCatalogues:
    @pytest.mark.parametrize("preset", PRESETS)
    def test_every_offer_says_what_follows(self, preset: str) -> None:
        found = offers(PRESETS[preset].breaches)
        values = [offer.value for offer in found]
        assert len(set(values)) == len(values)
        for offer in found:
            assert effect_words(offer.effect) not in ("", "nothing")
            assert ("not verified" in offer.label) != offer.verified

    def test_the_event_decides_which_is_offered(self, desk: Client, club: ClubEvent) -> None:
        page = desk.get(at(club, "desk-penalties"), headers={"Accept-Language": "en"})
        assert "empty_call" in page.context["form"].offers
        change_tournament(SYSTEM, club.tournament.pk, breaches="ema")
        page = desk.get(at(club, "desk-penalties"), headers={"Accept-Language": "en"})
        assert set(page.context["form"].offers) == set(PRESETS["ema"].breaches)
        assert "winning tile not taken before counting: −10 (amount not verified)" in (
            page.content.decode()
        )


class TestDesk:
    def test_the_next_step_comes_from_the_record(self, desk: Client, club: ClubEvent) -> None:
        for _ in range(3):
            posted = typed(club, breach="empty_call")
            assert desk.post(at(club, "desk-penalties"), posted).status_code == 302
        given = Penalty.objects.order_by("pk")
        assert [(p.points, p.code) for p in given] == [
            (0, "empty_call"),
            (5, "empty_call"),
            (10, "empty_call"),
        ]
        assert given[2].reason == "call without the tiles, time 3"
        page = desk.get(at(club, "desk-penalties"), headers={"Accept-Language": "en"})
        assert re.search(r'<span class="n">warning</span>', page.content.decode())

    def test_what_is_typed_wins(self, desk: Client, club: ClubEvent) -> None:
        desk.post(at(club, "desk-penalties"), typed(club, breach="empty_call", points="20"))
        assert Penalty.objects.get().points == 20

    def test_a_warning_needs_no_points(self, desk: Client, club: ClubEvent) -> None:
        posted = typed(club, breach="shown_hand_win_stands")
        assert desk.post(at(club, "desk-penalties"), posted).status_code == 302
        assert (Penalty.objects.get().points, Penalty.objects.get().mode) == (0, "deduct")

    def test_the_suggestion_names_the_earlier_ones(self, desk: Client, club: ClubEvent) -> None:
        give(club, "empty_call")
        in_hand(club, 0, "empty_call", 5)
        ask = {"entry": club.entries[0].pk, "breach": "empty_call"}
        address = at(club, "desk-penalty-suggest")
        said = desk.get(address, ask, headers={"Accept-Language": "en"}).content.decode()
        assert "2 times on record" in said
        assert "round 1, hand 1 (−15)" in " ".join(said.split())
        assert "Proposed now: −10" in said
        for nothing in ({}, {"entry": "x"}, {**ask, "breach": "sleeping"}, {**ask, "entry": "0"}):
            assert desk.get(address, nothing).content.decode().strip() == ""


class TestReferee:
    def test_each_chair_has_its_next_step(self, client: Client, club: ClubEvent) -> None:
        give(club, "empty_call", entry=2)
        client.force_login(club.referee)
        page = client.get(reverse("referee-table", kwargs={"table_id": club.table().pk}))
        offered = {b["value"]: b for b in page.context["data"]["breaches"]}
        steps = offered["empty_call"]["steps"]
        assert [steps[str(chair)]["points"] for chair in range(4)] == [0, 0, 5, 0]

    def test_a_penalty_moves_the_next_step(self, client: Client, club: ClubEvent) -> None:
        client.force_login(club.referee)
        posted = {
            "chair": 1, "breach": "empty_call", "mode": "deduct", "points": 0, "reason": "first"
        }  # fmt: skip
        address = reverse("referee-penalty", kwargs={"table_id": club.table().pk})
        answer = client.post(address, posted, content_type="application/json")
        assert answer.status_code == 201
        assert Penalty.objects.get().code == "empty_call"
        offered = {b["value"]: b for b in answer.json()["breaches"]}
        assert offered["empty_call"]["steps"]["1"]["points"] == 5
        cancel = reverse("referee-cancel", kwargs={"table_id": club.table().pk})
        body = {"penalty": Penalty.objects.get().pk, "reason": "was chair 2"}
        answer = client.post(cancel, body, content_type="application/json")
        offered = {b["value"]: b for b in answer.json()["breaches"]}
        assert offered["empty_call"]["steps"]["1"]["points"] == 0
