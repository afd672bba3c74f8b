"""Drawing seats, seating by hand, changing places, taking a draw back."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.models import Job, KeepApart, PlaceOfOwn, Round, Seat
from tournaments.services import jobs, penalties, seating, seating_rules, tables

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


def draw(rounds: int = 1, **more: object) -> dict[str, object]:
    return {"rounds": rounds, "method": "random", **more}


def test_a_draw_is_a_job_and_its_figures_are_shown(desk: Client, club: ClubEvent) -> None:
    response = desk.post(at(club, "desk-seating"), draw(2, seed=7))
    assert response.status_code == 302
    job = Job.objects.get(kind=Job.Kind.SEAT_PLAN)
    assert job.active
    assert job.arguments["seed"] == 7
    waiting = desk.get(at(club, "desk-draw"))
    assert "HX-Refresh" not in waiting.headers
    assert b"hx-trigger" in waiting.content

    jobs.run(job.pk)

    done = desk.get(at(club, "desk-draw"))
    assert done.headers["HX-Refresh"] == "true"
    assert b"hx-trigger" not in done.content
    page = desk.get(at(club, "desk-seating"))
    assert [row["round"].number for row in page.context["rounds"]] == [1, 2]
    assert dict(page.context["quality"])["repeated meetings"] >= 0


def test_nine_players_need_substitutes_or_byes(desk: Client, club: ClubEvent) -> None:
    desk.post(at(club, "desk-people"), {"name": "Demo Ninth"})
    refused = desk.post(at(club, "desk-seating"), draw())
    assert refused.status_code == 400
    assert "byes" in refused.context["form"].errors
    assert not Job.objects.filter(kind=Job.Kind.SEAT_PLAN).exists()
    assert desk.post(at(club, "desk-seating"), draw(byes="on")).status_code == 302


def test_a_waiting_draw_can_be_stopped(desk: Client, club: ClubEvent) -> None:
    job = seating.request_plan(club.as_organiser, club.tournament.pk, rounds=1)
    desk.post(at(club, "desk-draw-cancel", job_id=job.pk))
    job.refresh_from_db()
    assert job.status == Job.Status.CANCELLED
    assert not club.tournament.rounds.exists()


def test_a_failed_draw_says_why(desk: Client, club: ClubEvent) -> None:
    job = seating.request_plan(club.as_organiser, club.tournament.pk, rounds=1)
    Job.objects.filter(pk=job.pk).update(status=Job.Status.FAILED, error="Not enough of it")
    assert b"Not enough of it" in desk.get(at(club, "desk-seating")).content
    assert b"Not enough of it" in desk.get(at(club, "desk-now")).content


def test_seats_by_hand_are_numbers_from_east(desk: Client, club: ClubEvent) -> None:
    response = desk.post(
        at(club, "desk-by-hand"), {"tables": "4 3 2 1\n\n5, 6，7 8\n", "sitting_out": ""}
    )
    assert response.status_code == 302
    seats = Seat.objects.filter(round__number=1).order_by("table__number", "wind")
    assert list(seats.values_list("entry__number", flat=True)) == [4, 3, 2, 1, 5, 6, 7, 8]


def test_a_player_seated_twice_is_refused_in_plain_words(desk: Client, club: ClubEvent) -> None:
    response = desk.post(at(club, "desk-by-hand"), {"tables": "1 2 3 4\n5 6 7 3"})
    assert response.status_code == 400
    (error,) = response.context["form"].non_field_errors()
    assert club.entries[2].player.name in error
    assert "table 1" in error
    assert "table 2" in error
    assert not club.tournament.rounds.exists()


def test_a_number_nobody_has_is_named_with_its_line(desk: Client, club: ClubEvent) -> None:
    response = desk.post(at(club, "desk-by-hand"), {"tables": "1 2 3 4\n5 6 x 99"})
    errors = response.context["form"]["tables"].errors
    assert len(errors) == 2
    assert all(error.startswith("Line 2") for error in errors)
    assert "99" in errors[1]
    assert not club.tournament.rounds.exists()


def chairs(round_: Round) -> list[int]:
    seats = round_.seats.order_by("table__number", "wind")
    return list(seats.values_list("entry__number", flat=True))


def test_two_people_change_places(desk: Client, club: ClubEvent) -> None:
    round_ = club.seat_round(start=False)
    seats = list(round_.seats.order_by("entry__number"))
    response = desk.post(
        at(club, "desk-round", round_id=round_.pk), {"seats": [seats[0].pk, seats[7].pk]}
    )
    assert response.status_code == 302
    assert chairs(round_) == [8, 2, 3, 4, 5, 6, 7, 1]


@pytest.mark.parametrize("ticked", [0, 1, 3])
def test_exactly_two_people_change_places(desk: Client, club: ClubEvent, ticked: int) -> None:
    round_ = club.seat_round(start=False)
    seats = list(round_.seats.values_list("pk", flat=True))[:ticked]
    response = desk.post(at(club, "desk-round", round_id=round_.pk), {"seats": seats})
    assert response.status_code == 400
    assert response.context["form"]["seats"].errors
    assert chairs(round_) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_seat_of_another_round_cannot_be_ticked(desk: Client, club: ClubEvent) -> None:
    round_ = club.seat_round(start=False)
    other = make_event(4).seat_round(start=False)
    strange = other.seats.first()
    own = round_.seats.first()
    assert strange is not None
    assert own is not None
    response = desk.post(
        at(club, "desk-round", round_id=round_.pk), {"seats": [own.pk, strange.pk]}
    )
    assert response.status_code == 400
    assert chairs(other) == [1, 2, 3, 4]


def test_nobody_changes_places_under_recorded_hands(desk: Client, club: ClubEvent) -> None:
    round_ = club.seat_round()
    club.record(club.table(), win(8, 0))
    seats = list(round_.seats.order_by("entry__number"))
    response = desk.post(
        at(club, "desk-round", round_id=round_.pk), {"seats": [seats[0].pk, seats[7].pk]}
    )
    assert response.status_code == 409
    assert response.context["form"].non_field_errors()
    assert chairs(round_) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_reset_asks_first_and_keeps_penalties(desk: Client, club: ClubEvent) -> None:
    first = club.seat_round(start=False)
    seating.set_round(
        SYSTEM,
        club.tournament.pk,
        tables=[[e.pk for e in club.entries[:4]], [e.pk for e in club.entries[4:]]],
    )
    penalty = penalties.give_penalty(
        club.as_organiser,
        club.tournament.pk,
        entry_id=club.entries[0].pk,
        scope="session",
        mode="deduct",
        points=10,
        reason="late",
        round_number=1,
    )
    page = desk.get(at(club, "desk-reset", round_id=first.pk))
    assert "2" in "".join(map(str, page.context["question"].consequences))
    assert club.tournament.rounds.count() == 2

    assert desk.post(at(club, "desk-reset", round_id=first.pk)).status_code == 302
    assert not club.tournament.rounds.exists()
    assert not Seat.objects.filter(entry__tournament=club.tournament).exists()
    penalty.refresh_from_db()
    assert penalty.cancelled_at is None
    again = desk.post(at(club, "desk-by-hand"), {"tables": "1 2 3 4\n5 6 7 8"})
    assert again.status_code == 302


def test_a_started_round_cannot_be_drawn_anew(desk: Client, club: ClubEvent) -> None:
    round_ = club.seat_round()
    response = desk.post(at(club, "desk-reset", round_id=round_.pk))
    assert response.status_code == 409
    assert Round.objects.filter(pk=round_.pk).exists()


def test_seats_are_published_and_hidden(desk: Client, club: ClubEvent) -> None:
    round_ = club.seat_round(start=False)
    for public in (True, False):
        desk.post(at(club, "desk-publish", round_id=round_.pk), {"public": "1" if public else "0"})
        round_.refresh_from_db()
        assert round_.seats_public is public


def test_the_page_takes_a_fixed_number_of_queries(
    desk: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for players, rounds in ((8, 1), (24, 3)):
        club = make_event(players)
        for _ in range(rounds):
            club.seat_round(start=False)
        desk.force_login(club.organiser)
        with django_assert_num_queries(12):
            desk.get(at(club, "desk-seating"))


def test_a_draw_by_the_standings_names_what_is_not_confirmed(desk: Client, club: ClubEvent) -> None:
    club.seat_round()
    club.record(club.table(), win(8, 0))
    refused = desk.post(at(club, "desk-seating"), draw(method="swiss"))
    assert refused.status_code == 400
    assert "1/1" in str(refused.context["form"].errors["confirmed"])
    club.record(club.table(1, 2), win(8, 0))
    for number in (1, 2):
        tables.finish_table(club.as_referee, club.table(1, number).pk)
        tables.confirm_table(club.as_referee, club.table(1, number).pk)
    assert desk.post(at(club, "desk-seating"), draw(method="swiss")).status_code == 302
    job = Job.objects.get(kind=Job.Kind.SEAT_PLAN)
    jobs.run(job.pk)
    page = desk.get(at(club, "desk-seating"))
    assert "swiss" in page.content.decode()
    assert club.tournament.rounds.count() == 2


def test_an_own_chart_is_read_from_text_or_a_file(desk: Client, club: ClubEvent) -> None:
    wish = draw(method="chart", chart="own", teams="may")
    empty = desk.post(at(club, "desk-seating"), wish)
    assert empty.context["form"].errors["chart_text"]
    wrong = desk.post(at(club, "desk-seating"), {**wish, "chart_text": "1 2 3 4\n1 6 7 x"})
    assert "Line 2" in str(wrong.context["form"].errors["chart_text"])
    short = desk.post(at(club, "desk-seating"), {**wish, "chart_text": "1 2 3 4\n5 6 7 9"})
    words = str(short.context["form"].errors["chart"])
    assert "9" in words
    assert "8" in words
    upload = SimpleUploadedFile("chart.csv", b"1;5;2;6\n3;7;4;8\n")
    done = desk.post(at(club, "desk-seating"), {**wish, "chart_file": upload})
    assert done.status_code == 302
    jobs.run(Job.objects.get(kind=Job.Kind.SEAT_PLAN).pk)
    assert chairs(club.tournament.rounds.get()) == [1, 5, 2, 6, 3, 7, 4, 8]


def test_good_enough_stops_a_draw_with_what_it_has(desk: Client, club: ClubEvent) -> None:
    desk.post(at(club, "desk-seating"), draw(2, method="auto"))
    job = Job.objects.get(kind=Job.Kind.SEAT_PLAN)
    assert b"Good enough" in desk.get(at(club, "desk-seating")).content
    desk.post(at(club, "desk-draw-enough", job_id=job.pk))
    job.refresh_from_db()
    assert job.enough_requested
    jobs.run(job.pk)
    assert club.tournament.rounds.count() == 2


def test_what_a_change_would_come_to_is_told_before_it_is_made(
    desk: Client, club: ClubEvent
) -> None:
    seating_rules.keep_apart(SYSTEM, club.tournament.pk, club.entries[0].pk, club.entries[5].pk)
    round_ = club.seat_round(start=False)
    seats = list(round_.seats.order_by("entry__number"))
    asked = {"seats": [seats[0].pk, seats[7].pk], "check": "1"}
    page = desk.post(at(club, "desk-round", round_id=round_.pk), asked)
    assert page.status_code == 200
    (words,) = [line for line in page.context["judged"]["broken"] if "must not meet" in line]
    assert club.entries[0].player.name in words
    assert page.context["judged"]["figures"][0][0] == "repeated meetings"
    assert chairs(round_) == [1, 2, 3, 4, 5, 6, 7, 8]
    part = desk.post(
        at(club, "desk-round", round_id=round_.pk), asked, headers={"hx-request": "true"}
    )
    assert b"must not meet" in part.content
    assert b"<html" not in part.content


def test_people_change_places_under_hands_with_a_reason(desk: Client, club: ClubEvent) -> None:
    round_ = club.seat_round()
    club.record(club.table(), win(8, 0))
    seats = list(round_.seats.order_by("entry__number"))
    asked = {"seats": [seats[0].pk, seats[7].pk], "under_hands": "on"}
    page = desk.get(at(club, "desk-round", round_id=round_.pk))
    assert b"under_hands" in page.content
    refused = desk.post(at(club, "desk-round", round_id=round_.pk), asked)
    assert refused.context["form"].errors["reason"]
    desk.post(at(club, "desk-round", round_id=round_.pk), {**asked, "reason": "mixed up"})
    assert chairs(round_) == [8, 2, 3, 4, 5, 6, 7, 1]


def test_a_table_is_seated_anew_under_its_hands(desk: Client, club: ClubEvent) -> None:
    club.seat_round()
    club.record(club.table(), win(8, 0))
    table = club.table()
    address = at(club, "desk-reseat", table_id=table.pk)
    page = desk.get(address)
    assert "1 hand" in page.content.decode()
    seats = list(table.seats.order_by("wind"))
    turned = [seats[1], seats[2], seats[3], seats[0]]
    wanted = {f"seat_{s.pk}": o.entry_id for s, o in zip(seats, turned, strict=True)}
    twice = {**wanted, f"seat_{seats[0].pk}": seats[0].entry_id}
    refused = desk.post(address, {**twice, "hands": "chairs", "reason": "x"})
    assert refused.status_code == 400
    done = desk.post(address, {**wanted, "hands": "chairs", "reason": "sat wrong"})
    assert done.status_code == 302
    assert chairs(table.round)[:4] == [2, 3, 4, 1]


def test_seats_by_hand_are_checked_and_what_breaks_rules_needs_a_tick(
    desk: Client, club: ClubEvent
) -> None:
    seating_rules.keep_apart(SYSTEM, club.tournament.pk, club.entries[0].pk, club.entries[1].pk)
    typed = {"tables": "1 2 3 4\n5 6 7 8", "sitting_out": ""}
    checked = desk.post(at(club, "desk-by-hand"), {**typed, "check": "1"})
    assert checked.status_code == 200
    assert any("must not meet" in words for words in checked.context["judged"]["broken"])
    refused = desk.post(at(club, "desk-by-hand"), typed)
    assert refused.status_code == 400
    assert not club.tournament.rounds.exists()
    assert desk.post(at(club, "desk-by-hand"), {**typed, "in_spite": "on"}).status_code == 302


def test_pairs_and_places_are_kept_on_pages_of_their_own(desk: Client, club: ClubEvent) -> None:
    wrong = desk.post(at(club, "desk-apart"), {"one": 1, "other": 99})
    assert "99" in str(wrong.context["form"].errors["other"])
    desk.post(at(club, "desk-apart"), {"one": 1, "other": 2, "everywhere": "on", "reason": "kin"})
    ((pair, one, other),) = desk.get(at(club, "desk-apart")).context["pairs"]
    assert {one, other} == {1, 2}
    assert pair.club == club.tournament.club
    desk.post(at(club, "desk-let-meet", pair_id=pair.pk))
    assert not KeepApart.objects.exists()

    nothing = desk.post(at(club, "desk-places"), {"entry": 3})
    assert nothing.status_code == 400
    desk.post(at(club, "desk-places"), {"entry": 3, "table": 1, "wind": "0", "from_round": ""})
    (place,) = desk.get(at(club, "desk-places")).context["places"]
    assert (place.table, place.wind, place.from_round) == (1, 0, None)
    desk.post(at(club, "desk-take-place", entry_id=club.entries[2].pk))
    assert not PlaceOfOwn.objects.exists()


def test_the_quality_page_shows_figures_and_pictures(desk: Client, club: ClubEvent) -> None:
    assert b"No round has seats" in desk.get(at(club, "desk-quality")).content
    for _round in range(2):
        club.seat_round(start=False)
    page = desk.get(at(club, "desk-quality"))
    figures = dict(page.context["figures"])
    assert figures["repeated meetings"] == 12
    assert figures["difference between a player's winds"] == 2
    assert len(page.context["matrix"]) == 2 * 12
    assert len(page.context["winds"]) == 8 * 4
    assert page.context["spread"] == [(2, 8)]
    assert "8 more" in str([reason.en for reason in page.context["reasons"]])
    assert page.content.count(b"<rect") == 24 + 32


def test_the_quality_page_of_many_people_has_no_matrix(
    desk: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for players in (8, 124):
        club = make_event(players)
        club.seat_round(start=False)
        desk.force_login(club.organiser)
        with django_assert_num_queries(10):
            page = desk.get(at(club, "desk-quality"))
    assert "matrix" not in page.context
    assert len(page.context["winds"]) == 124 * 4
