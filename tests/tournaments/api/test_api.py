"""What the API answers."""

from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import DjangoAssertNumQueries
from rest_framework.test import APIClient

from scoring.rulesets import all_rulesets, get_ruleset
from tests.club import DRAW, SYSTEM, ClubEvent, key, make_event, win
from tournaments.models import Hand
from tournaments.services import jobs, standings, tables

Body = dict[str, Any]


@pytest.fixture
def event(db: None) -> ClubEvent:
    made = make_event(8)
    made.seat_round()
    return made


@pytest.fixture
def referee(event: ClubEvent) -> APIClient:
    client = APIClient()
    client.force_login(event.referee)
    return client


def at(event: ClubEvent, name: str = "api-hands", table: int = 1, **more: Any) -> str:
    slug = event.tournament.slug
    return reverse(name, kwargs={"event": slug, "round": 1, "table": table, **more})


def of(event: ClubEvent, name: str) -> str:
    return reverse(name, kwargs={"event": event.tournament.slug})


def post(client: APIClient, where: str, body: Any) -> tuple[int, Any]:
    response = client.post(where, body, format="json")
    return response.status_code, response.json()


def deal(events: list[Body], number: int = 1, **more: Any) -> Body:
    return {"events": events, "number": number, "client_key": key(), **more}


# --- settling ------------------------------------------------------------------------------


def test_settle_answers_what_the_rules_say() -> None:
    record = {"ruleset": "guobiao", "events": win(10, 0, 2, flowers=1)}
    status, answer = post(APIClient(), reverse("api-settle"), record)
    assert status == 200
    assert answer == get_ruleset("guobiao").settle(record).to_stored()
    assert answer["deltas"] == [35, -8, -19, -8]


def test_settle_names_every_problem_at_once() -> None:
    record = {
        "ruleset": "guobiao",
        "events": [
            {"type": "flower", "seat": 7, "tile": "1f"},
            {"type": "win", "by": "discard", "from": 9, "winners": [{"seat": 0}]},
        ],
        "extra": 1,
    }
    status, answer = post(APIClient(), reverse("api-settle"), record)
    assert status == 400
    assert len(answer["problems"]) >= 3


def test_refusals_are_in_the_language_of_the_asker() -> None:
    client = APIClient(headers={"accept-language": "zh-hans"})
    _status, answer = post(
        client, reverse("api-settle"), {"ruleset": "guobiao", "events": win(7, 0)}
    )
    assert answer["error"] == "below_minimum"
    assert "番" in answer["message"]


@pytest.mark.parametrize("ruleset", [None, "poker", 5, [], {}])
def test_settle_without_rules(ruleset: object) -> None:
    status, answer = post(APIClient(), reverse("api-settle"), {"ruleset": ruleset, "events": []})
    assert (status, answer["problems"][0]["field"]) == (400, "ruleset")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"3",
        b"null",
        b'"text"',
        b'{"ruleset": NaN}',
        b'{"note": 1e999}',
        b'{"note": "\\u0000"}',
        b'{"note": "\\ud800"}',
        b"\xff\xfe",
        b"[" * 100_000,
    ],
)
def test_what_is_no_request(text: bytes) -> None:
    response = APIClient().post(reverse("api-settle"), data=text, content_type="application/json")
    assert response.status_code == 400
    assert set(response.json()) == {"error", "message", "problems"}


def test_a_body_that_is_too_long() -> None:
    text = b'{"note": "' + b"x" * 200_000 + b'"}'
    response = APIClient().post(reverse("api-settle"), data=text, content_type="application/json")
    assert response.status_code == 400
    assert response.json()["error"] == "too_long"
    assert response.json()["problems"][0]["field"] == "body"


def test_other_media_types_and_methods_are_refused_in_the_same_form(db: None) -> None:
    where = reverse("api-settle")
    for response, status in (
        (APIClient().post(where, data="x", content_type="text/plain"), 415),
        (APIClient().get(where), 405),
        (APIClient().get("/api/tournaments/nowhere/"), 404),
    ):
        assert response.status_code == status
        assert set(response.json()) == {"error", "message", "problems"}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=8,
)
EVENT = st.fixed_dictionaries(
    {"type": st.sampled_from(["win", "flower", "kong", "exhaust", "abort", "adjust", "x"])},
    optional=dict.fromkeys(
        ("seat", "by", "from", "winners", "tile", "amount", "to", "states"), JSON
    ),
)


@given(st.lists(EVENT | JSON, max_size=3), JSON)
def test_settle_never_fails(events: list[Any], context: Any) -> None:
    body = {"ruleset": "guobiao", "events": events, "context": context}
    status, answer = post(APIClient(), reverse("api-settle"), body)
    assert status in (200, 400)
    assert status == 200 or answer["message"]


# --- rules ---------------------------------------------------------------------------------


def test_rulesets() -> None:
    answer = APIClient().get(reverse("api-rulesets")).json()
    assert [line["id"] for line in answer] == [ruleset.id for ruleset in all_rulesets()]
    assert answer[0]["name"] == {"zh": "国标麻将", "en": get_ruleset("guobiao").name.en}


@pytest.mark.parametrize("ruleset", [ruleset.id for ruleset in all_rulesets()])
def test_declarations(ruleset: str) -> None:
    answer = APIClient().get(reverse("api-ruleset", kwargs={"ruleset": ruleset})).json()
    declared = get_ruleset(ruleset).declaration()
    # What the page tells beside the declaration (its facts in words) may stand there as well.
    assert {key: answer[key] for key in declared} == declared


# --- recording -----------------------------------------------------------------------------


def test_record_a_hand(event: ClubEvent, referee: APIClient) -> None:
    status, answer = post(referee, at(event), deal(win(10, 0, 2)))
    assert status == 201
    assert (answer["number"], answer["repeated"]) == (1, False)
    assert [seat["total"] for seat in answer["state"]["seats"]] == [34, -8, -18, -8]
    assert [seat["table_points"] for seat in answer["state"]["seats"]] == ["4", "3/2", "0", "3/2"]
    assert answer["state"]["next_number"] == 2
    assert answer["state"]["next_position"]["winds"] == [3, 0, 1, 2]


def test_the_same_key_again_answers_with_the_saved_hand(
    event: ClubEvent, referee: APIClient
) -> None:
    body = deal(win(10, 0, 2))
    post(referee, at(event), body)
    status, answer = post(referee, at(event), body)
    assert (status, answer["repeated"]) == (200, True)
    assert Hand.objects.count() == 1


def test_preview_is_the_result_and_saves_nothing(event: ClubEvent, referee: APIClient) -> None:
    events = win(10, 0, 2)
    status, preview = post(referee, at(event, "api-preview"), {"events": events})
    assert status == 200
    assert not Hand.objects.exists()
    post(referee, at(event), deal(events))
    assert Hand.objects.get().chair_deltas == preview["deltas"]
    assert preview["settlement"]["ledger"][0]["reason"]


def test_amend_and_undo(event: ClubEvent, referee: APIClient) -> None:
    event.record(event.table(), win(10, 0, 2), DRAW)
    body = {"events": win(20, 0, 2), "revision": 1, "client_key": key(), "reason": "misread"}
    response = referee.put(at(event, "api-hand", number=1), body, format="json")
    assert response.status_code == 200
    assert response.json()["state"]["hands"][0]["deltas"] == [44, -8, -28, -8]
    assert response.json()["state"]["hands"][0]["revision"] == 2
    status, answer = post(
        referee, at(event, "api-undo", number=2), {"revision": 1, "client_key": key()}
    )
    assert (status, len(answer["state"]["hands"])) == (200, 1)


def test_a_stale_edit_is_told_what_is_saved(event: ClubEvent, referee: APIClient) -> None:
    event.record(event.table(), win(10, 0, 2))
    body = {"events": win(20, 0, 2), "revision": 7, "client_key": key()}
    response = referee.put(at(event, "api-hand", number=1), body, format="json")
    assert response.status_code == 409
    answer = response.json()
    assert answer["error"] == "stale"
    assert answer["current"]["revision"] == 1
    assert answer["current"]["chair_deltas"] == [34, -8, -18, -8]


def test_a_number_that_is_taken(event: ClubEvent, referee: APIClient) -> None:
    event.record(event.table(), win(10, 0, 2))
    status, answer = post(referee, at(event), deal(win(8, 1)))
    assert (status, answer["error"], answer["current"]["number"]) == (409, "conflict", 1)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"events": "x"}, "events"),
        ({"events": [3]}, "events.0"),
        ({"number": "one"}, "number"),
        ({"number": 10**30}, "number"),
        ({"number": -1}, "number"),
        ({"client_key": "short"}, "client_key"),
        ({"dealer": "E"}, "dealer"),
        ({"events": win(7, 0)}, "below_minimum"),
    ],
)
def test_bad_hands_are_refused(
    event: ClubEvent, referee: APIClient, change: Body, field: str
) -> None:
    status, answer = post(referee, at(event), deal(win(8, 0)) | change)
    assert status == 400
    assert field in [p["field"] for p in answer["problems"]] or answer["error"] == field
    assert not Hand.objects.exists()


def test_a_link_records_at_its_own_table(event: ClubEvent) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.credentials(HTTP_AUTHORIZATION=f"Table {event.link(event.table())[1]}")
    mine = client.get(reverse("api-my-table")).json()
    assert (mine["event"], mine["round"], mine["table"]) == (event.tournament.slug, 1, 1)
    assert post(client, at(event), deal(win(8, 0)))[0] == 201
    assert post(client, at(event, table=2), deal(win(8, 0)))[0] == 403


# --- reading -------------------------------------------------------------------------------


def test_standings_say_whether_they_are_fresh(event: ClubEvent) -> None:
    event.record(event.table(), win(10, 0, 2))
    jobs.run(standings.request(event.tournament.pk).pk)
    where = of(event, "api-standings")
    answer = APIClient().get(where).json()
    assert answer["fresh"] is True
    assert (answer["rows"][0]["name"], answer["rows"][0]["table_points"]) == (
        event.entries[0].player.name,
        "4",
    )
    assert answer["rows"][1]["rounds"][0]["table_points"] == "3/2"
    assert answer["teams"][0]["members"] == [1, 2, 3, 4]
    event.record(event.table(), DRAW)
    assert APIClient().get(where).json()["fresh"] is False


def test_standings_before_the_first_computation(event: ClubEvent) -> None:
    assert standings.current(event.tournament) is None
    answer = APIClient().get(of(event, "api-standings")).json()
    assert (answer["after_round"], len(answer["rows"])) == (0, 8)


def test_standings_after_a_round(event: ClubEvent) -> None:
    event.record(event.table(), win(10, 0, 2))
    where = of(event, "api-standings")
    assert APIClient().get(where, {"after_round": "0"}).json()["after_round"] == 0
    assert APIClient().get(where, {"after_round": "1"}).json()["after_round"] == 1
    assert APIClient().get(where, {"after_round": "x"}).status_code == 400


def test_tournaments_are_listed_and_filtered(event: ClubEvent) -> None:
    where = reverse("api-tournaments")
    answer = APIClient().get(where).json()
    assert (answer["count"], answer["results"][0]["slug"]) == (1, event.tournament.slug)
    assert APIClient().get(where, {"status": "finished"}).json()["count"] == 0
    assert APIClient().get(where, {"status": "nonsense"}).status_code == 400
    detail = APIClient().get(of(event, "api-tournament")).json()
    assert detail == answer["results"][0]


def test_entries_and_rounds(event: ClubEvent) -> None:
    people = APIClient().get(of(event, "api-entries")).json()
    assert people["count"] == 8
    assert people["results"][0] == {
        "number": 1,
        "name": event.entries[0].player.name,
        "club": "",
        "team": "Team 1",
        "status": "active",
        "status_from": 0,
        "reserve": False,
        "lot": None,
    }
    (first,) = APIClient().get(of(event, "api-rounds")).json()
    assert [table["seats"] for table in first["tables"]] == [[1, 2, 3, 4], [5, 6, 7, 8]]


def test_table_of_totals(event: ClubEvent) -> None:
    tables.type_totals(SYSTEM, event.table().pk, {0: 10, 1: 0, 2: 0, 3: -10})
    answer = APIClient().get(at(event, "api-table")).json()
    assert answer["source"] == "totals"
    assert [seat["total"] for seat in answer["seats"]] == [10, 0, 0, -10]


def test_lists_take_a_fixed_number_of_queries(
    event: ClubEvent, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    event.record(event.table(), win(10, 0, 2), DRAW)
    where = reverse("api-round-tables", kwargs={"event": event.tournament.slug, "round": 1})
    # The event, its tables, seats and hands, the penalties.
    with django_assert_num_queries(5):
        assert len(APIClient().get(where).json()) == 2
    # The event, the rounds, tables, seats, byes.
    with django_assert_num_queries(5):
        APIClient().get(of(event, "api-rounds"))
    # The event, how many entries, and a page of them.
    with django_assert_num_queries(3):
        APIClient().get(of(event, "api-entries"))
    # How many, and one page.
    with django_assert_num_queries(2):
        APIClient().get(reverse("api-tournaments"))


def test_the_demo_is_readable(db: None) -> None:
    call_command("demo", verbosity=0)
    for slug in ("demo-open", "demo-night"):
        base = f"/api/tournaments/{slug}/"
        for part in ("", "entries/", "standings/", "rounds/", "rounds/1/tables/"):
            assert APIClient().get(base + part).status_code == 200


@pytest.mark.parametrize("address", ["/api/nothing/", "/api/tournaments/a%0Ab/rounds/1/"])
def test_an_address_that_is_none_is_refused_in_the_form_of_the_api(address: str) -> None:
    response = APIClient().post(address, {}, format="json")
    assert response.status_code == 404
    assert response.json()["error"] == "not_there"
