"""Versions and repeats: ETags, If-Match, and keys of requests."""

from typing import Any

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from tests.club import SYSTEM, ClubEvent, key, make_event, win
from tournaments.models import AuditEntry, Entry, Hand, KeptAnswer
from tournaments.services import entries, events, tables
from tournaments.services.errors import Conflict

pytestmark = pytest.mark.django_db
Body = dict[str, Any]


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(8)
    made.seat_round()
    made.record(made.table(), win(10, 0, 2))
    return made


@pytest.fixture
def client(event: ClubEvent) -> APIClient:
    client = APIClient()
    client.force_login(event.organiser)
    return client


def at(event: ClubEvent, name: str, **parts: Any) -> str:
    return reverse(name, kwargs={"event": event.tournament.slug, **parts})


def read_again(client: APIClient, where: str, tag: str) -> int:
    return client.get(where, headers={"If-None-Match": tag}).status_code


TABLE = {"round": 1, "table": 1}


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("api-tournament", {}),
        ("api-entries", {}),
        ("api-standings", {}),
        ("api-rounds", {}),
        ("api-table", TABLE),
        ("api-hands", TABLE),
        ("api-hand", {**TABLE, "number": 1}),
        ("api-log", {}),
    ],
)
def test_a_reader_that_has_it_gets_304(
    event: ClubEvent, client: APIClient, name: str, parts: Body
) -> None:
    where = at(event, name, **parts)
    first = client.get(where)
    assert first.status_code == 200
    tag = first["ETag"]
    again = client.get(where, headers={"If-None-Match": f'"other", W/{tag}'})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert read_again(client, where, '"1-00000000000000000000000000000000"') == 200


def test_a_table_that_changed_is_sent_anew(event: ClubEvent, client: APIClient) -> None:
    where = at(event, "api-table", **TABLE)
    tag = client.get(where)["ETag"]
    event.record(event.table(1, 2), win(8, 1))
    # Another table's hand moves the standings of the round: what is shown may have changed.
    assert read_again(client, where, tag) == 200
    tag = client.get(where)["ETag"]
    event.record(event.table(), win(8, 1))
    assert read_again(client, where, tag) == 200


def test_a_table_that_is_known_costs_no_look_at_its_hands(
    event: ClubEvent, client: APIClient, django_assert_max_num_queries: Any
) -> None:
    where = at(event, "api-table", **TABLE)
    tag = client.get(where)["ETag"]
    # The session, the user, the event, the table, the role.
    with django_assert_max_num_queries(6):
        assert read_again(client, where, tag) == 304


def test_one_reader_s_version_is_not_another_s(event: ClubEvent, client: APIClient) -> None:
    where = at(event, "api-rounds")
    event.seat_round(start=False)
    tag = client.get(where)["ETag"]
    assert read_again(APIClient(), where, tag) == 200
    chinese = client.get(at(event, "api-log"), headers={"accept-language": "zh-hans"})
    assert chinese.status_code == 200


EDITS = [
    ("patch", "api-tournament", {}, {"venue": "Town hall"}),
    ("patch", "api-entry", {"number": 2}, {"team": "Bamboo"}),
    ("delete", "api-entry", {"number": 9}, {}),
    ("patch", "api-stage", {"number": 1}, {"name": "Swiss"}),
    ("post", "api-finish", TABLE, {}),
    ("post", "api-close", {"round": 1}, {"force": True}),
]
SEEN = {"api-finish": "api-table", "api-close": "api-round"}


def _meddle(event: ClubEvent, name: str) -> None:
    """Somebody else changes the thing."""
    if name == "api-tournament":
        events.change_tournament(SYSTEM, event.tournament.pk, minutes=99)
    elif name == "api-entry":
        for number in (2, 9):
            entry = Entry.objects.get(tournament=event.tournament, number=number)
            entries.change_entry(SYSTEM, entry.pk, reserve=True)
    elif name == "api-stage":
        event.tournament.stages.update(name="Other")
    else:
        event.record(event.table(), win(9, 1))
        tables.finish_table(SYSTEM, event.table().pk)


@pytest.mark.parametrize(("method", "name", "parts", "body"), EDITS)
def test_an_edit_of_what_was_seen(
    event: ClubEvent, client: APIClient, method: str, name: str, parts: Body, body: Body
) -> None:
    entries.register(SYSTEM, event.tournament.pk, name="One more")
    seen = at(event, SEEN.get(name, name), **parts)
    where = at(event, name, **parts)
    tag = client.get(seen)["ETag"]
    # What happens elsewhere in the event is in nobody's way.
    events.give_role(SYSTEM, event.tournament.pk, username=event.outsider.username, role="referee")
    answer = getattr(client, method)(where, body, format="json", headers={"If-Match": tag})
    assert answer.status_code in (200, 204), answer.content


@pytest.mark.parametrize(("method", "name", "parts", "body"), EDITS)
def test_an_edit_of_what_is_no_longer_there(
    event: ClubEvent, client: APIClient, method: str, name: str, parts: Body, body: Body
) -> None:
    entries.register(SYSTEM, event.tournament.pk, name="One more")
    seen = at(event, SEEN.get(name, name), **parts)
    tag = client.get(seen)["ETag"]
    _meddle(event, name)
    before = AuditEntry.objects.count()
    where = at(event, name, **parts)
    answer = getattr(client, method)(where, body, format="json", headers={"If-Match": tag})
    assert answer.status_code == 412
    assert AuditEntry.objects.count() == before
    now = client.get(seen)
    assert answer.json()["error"] == "changed"
    assert answer.json()["current"] == now.json()
    # With the version of the refusal the edit is done.
    again = getattr(client, method)(
        where, body, format="json", headers={"If-Match": answer["ETag"]}
    )
    assert again.status_code in (200, 204), again.content


@pytest.mark.parametrize("tag", ["", "x", '"7"', "*, x", '"99999999999999999999-00"'])
def test_tags_that_are_none(event: ClubEvent, client: APIClient, tag: str) -> None:
    where = at(event, "api-tournament")
    headers = {"If-Match": tag, "If-None-Match": tag}
    assert client.get(where, headers=headers).status_code in (200, 304)
    answer = client.patch(where, {"venue": "here"}, format="json", headers=headers)
    assert answer.status_code in (200, 412)


def test_a_hand_is_changed_by_its_tag(event: ClubEvent, client: APIClient) -> None:
    where = at(event, "api-hand", **TABLE, number=1)
    tag = client.get(where)["ETag"]
    headers = {"If-Match": tag, "Idempotency-Key": key()}
    body = {"events": win(20, 0, 2)}
    first = client.put(where, body, format="json", headers=headers)
    assert first.status_code == 200
    # The same again: what it made, although the tag is an old one by now.
    again = client.put(where, body, format="json", headers=headers)
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    stale = client.put(where, body, format="json", headers={**headers, "Idempotency-Key": key()})
    assert stale.status_code == 412
    assert stale.json()["current"]["revision"] == 2
    # Without the header a stale revision is refused as the hand form knows it.
    body |= {"revision": 1, "client_key": key()}
    assert client.put(where, body, format="json").status_code == 409


def test_header_and_body_must_not_differ(event: ClubEvent, client: APIClient) -> None:
    where = at(event, "api-hand", **TABLE, number=1)
    tag = client.get(where)["ETag"]
    body = {"events": win(20, 0, 2), "revision": 5, "client_key": key()}
    headers = {"If-Match": tag, "Idempotency-Key": key()}
    answer = client.put(where, body, format="json", headers=headers)
    assert answer.status_code == 400
    assert {p["field"] for p in answer.json()["problems"]} == {"revision", "client_key"}
    answer = client.put(where, {"events": win(20, 0, 2)}, format="json")
    assert {p["field"] for p in answer.json()["problems"]} == {"revision"}


def test_a_hand_is_put_in_by_the_tag_of_the_table(event: ClubEvent, client: APIClient) -> None:
    tag = client.get(at(event, "api-table", **TABLE))["ETag"]
    where = at(event, "api-insert", **TABLE, number=1)
    headers = {"If-Match": tag, "Idempotency-Key": key()}
    body = {"events": win(8, 1)}
    assert client.post(where, body, format="json", headers=headers).status_code == 201
    assert client.post(where, body, format="json", headers=headers).status_code == 200
    headers["Idempotency-Key"] = key()
    answer = client.post(where, body, format="json", headers=headers)
    assert answer.status_code == 412
    assert len(answer.json()["current"]["hands"]) == 2


# --- keys ----------------------------------------------------------------------------------


def register(client: APIClient, event: ClubEvent, name: str, once: str) -> Any:
    return client.post(
        at(event, "api-entries"),
        {"name": name},
        format="json",
        headers={"Idempotency-Key": once},
    )


def test_the_same_request_twice_is_done_once(event: ClubEvent, client: APIClient) -> None:
    once = key()
    first, again = (register(client, event, "Plum", once) for _ in (1, 2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first
    assert Entry.objects.filter(player__name="Plum").count() == 1


def test_a_key_of_another_request_is_refused(event: ClubEvent, client: APIClient) -> None:
    once = key()
    register(client, event, "Plum", once)
    other = register(client, event, "Orchid", once)
    assert (other.status_code, other.json()["error"]) == (422, "key_reused")
    elsewhere = client.post(
        at(event, "api-lots"), {}, format="json", headers={"Idempotency-Key": once}
    )
    assert elsewhere.status_code == 422
    assert not Entry.objects.filter(player__name="Orchid").exists()


def test_what_was_refused_is_asked_anew(event: ClubEvent, client: APIClient) -> None:
    once = key()
    name = event.entries[0].player.name
    assert register(client, event, name, once).status_code == 400
    assert not KeptAnswer.objects.exists()
    assert register(client, event, "Plum", once).status_code == 201


def test_keys_of_two_callers_never_meet(event: ClubEvent, client: APIClient) -> None:
    other = make_event(4)
    once = key()
    stranger = APIClient()
    stranger.force_login(other.organiser)
    assert register(client, event, "Plum", once).status_code == 201
    assert register(stranger, other, "Plum", once).status_code == 201


@pytest.mark.parametrize("once", ["", "short", "x" * 65, "with a blank", "ünïcödé-key"])
def test_keys_that_are_none(event: ClubEvent, client: APIClient, once: str) -> None:
    answer = register(client, event, "Plum", once)
    assert answer.status_code == 400
    assert answer.json()["problems"][0]["field"] == "Idempotency-Key"


def test_act_and_answer_are_written_together(
    event: ClubEvent, client: APIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that cannot be kept takes its act along: a repeat finds nothing half done."""

    def fails(*_args: Any, **_kwargs: Any) -> None:
        raise Conflict("the process dies here")

    monkeypatch.setattr(KeptAnswer, "save", fails)
    assert register(client, event, "Plum", key()).status_code == 409
    assert not Entry.objects.filter(player__name="Plum").exists()


def test_the_key_of_a_hand_is_that_of_the_form(event: ClubEvent, client: APIClient) -> None:
    once = key()
    where = at(event, "api-hands", **TABLE)
    body = {"events": win(8, 1), "number": 2}
    headers = {"Idempotency-Key": once}
    assert client.post(where, body, format="json", headers=headers).status_code == 201
    # The form's own way of saying it.
    again = client.post(where, {**body, "client_key": once}, format="json")
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    other = client.post(where, {**body, "events": win(9, 1)}, format="json", headers=headers)
    assert other.status_code == 422
    assert Hand.objects.in_force().filter(table=event.table()).count() == 2


def test_secrets_are_never_kept(event: ClubEvent, client: APIClient) -> None:
    headers = {"Idempotency-Key": key()}
    hook = {"url": "https://hall.example/", "kinds": ["*"]}
    client.post(at(event, "api-webhooks"), hook, format="json", headers=headers)
    client.post(reverse("api-tokens"), {"name": "x"}, format="json", headers=headers)
    client.post(at(event, "api-link", **TABLE), {}, format="json", headers=headers)
    assert not KeptAnswer.objects.exists()
