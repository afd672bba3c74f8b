"""A table link touches its own table of its own round, by every act it has, and nothing once it is
revoked or the round is closed."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.club import DRAW, ClubEvent, key, make_event, win
from tournaments.models import AuditEntry, Hand, RefereeCall, Round, Table
from tournaments.services import links, rounds, tables
from tournaments.services.access import LINK_LIVES
from tournaments.services.events import change_tournament
from tournaments.services.steps import steps_of
from tournaments.services.tables import table_state
from tournaments.urls.referee import ACTS

pytestmark = pytest.mark.django_db
READS = ("", "state/", "plain/", "sheet/", "paper/")
# A read and a write at one address.
BOTH = "steps/"
WRITES: dict[str, Callable[[Table], dict[str, Any]]] = {
    "preview/": lambda t: {"events": win(8, 0, 1)},
    "hands/": lambda t: {"events": win(8, 0, 1), "number": 3, "client_key": key()},
    "insert/": lambda t: {
        "number": 1,
        "events": win(8, 0, 1),
        "client_key": key(),
        "table_revision": t.revision,
    },
    "remove/": lambda t: {"number": 1, "revision": 1, "client_key": key()},
    "undo/": lambda t: {"number": 2, "revision": 1, "client_key": key()},
    "note/": lambda t: {"number": 1, "note": "seen"},
    "call/": lambda t: {"reason": "tiles"},
    "claims/": lambda t: {
        "events": win(8, 0, 1),
        "claims": [{"event": 0, "seat": 0, "fan": 8}],
    },
    "finish/": lambda t: {},
    "reopen/": lambda t: {"reason": "one hand is missing"},
    BOTH: lambda t: {"groups": [str(steps_of(t)[0].group)], "client_key": key()},
    "totals/": lambda t: {"totals": {"0": 1, "1": -1, "2": 0, "3": 0}},
}


@pytest.fixture
def event() -> ClubEvent:
    """Two rounds of three tables, two hands at each table of the first; whoever enters hands may
    open a finished table again."""
    made = make_event(12)
    change_tournament(made.as_organiser, made.tournament.pk, reopening="recorder")
    made.seat_round()
    made.seat_round(start=False)
    for number in (1, 2, 3):
        made.record(made.table(1, number), DRAW, win(12, 1, 0))
    return made


def _post(token: str, path: str, content: dict[str, Any]) -> Any:
    return Client().post(f"/r/{token}/{path}", json.dumps(content), content_type="application/json")


def _everything(table: Table) -> tuple[Any, ...]:
    """All that acts can change at the tables other than this one."""
    others = Table.objects.exclude(pk=table.pk).order_by("pk")
    return (
        list(others.values()),
        list(Hand.objects.exclude(table=table).order_by("pk").values()),
        list(RefereeCall.objects.exclude(table=table).values()),
    )


def test_every_act_of_a_link_is_tried_here() -> None:
    assert {path for path, _name, _view in ACTS} == {*READS, *WRITES}


@pytest.mark.parametrize("path", sorted(WRITES))
def test_an_act_touches_its_own_table_only(event: ClubEvent, path: str) -> None:
    table = event.table(1, 3)
    token = event.link(table)[1]
    before = _everything(table)
    answer = _post(token, path, WRITES[path](event.table(1, 3)))
    assert answer.status_code < 300 or path == "totals/"  # hands are there already
    assert _everything(table) == before
    entries = AuditEntry.objects.filter(actor__startswith="link ")
    assert {(e.round_number, e.table_number) for e in entries} <= {(1, 3)}


@pytest.mark.parametrize("path", READS)
def test_a_link_shows_its_own_table(event: ClubEvent, path: str) -> None:
    token = event.link(event.table(1, 3))[1]
    answer = Client().get(f"/r/{token}/{path}")
    assert answer.status_code == 200
    names = {seat.name for seat in table_state(event.table(1, 3)).seats}
    if path != "plain/":
        assert all(name in answer.content.decode() for name in names)


@pytest.mark.parametrize("how", ["revoked", "replaced", "closed", "old", "tampered"])
@pytest.mark.parametrize("path", sorted([*READS, *WRITES]))
def test_a_dead_link_does_nothing(event: ClubEvent, path: str, how: str) -> None:
    table = event.table(1, 3)
    token = event.link(table)[1]
    content = WRITES[path](table) if path in WRITES else {}
    if how == "revoked":
        links.revoke_link(event.as_referee, table.pk)
    elif how == "replaced":
        links.make_link(event.as_referee, table.pk)
    elif how == "closed":
        for one in Table.objects.filter(round__number=1):
            tables.finish_table(event.as_referee, one.pk)
            tables.confirm_table(event.as_referee, one.pk)
        rounds.close_round(event.as_organiser, table.round_id)
    elif how == "old":
        week_ago = timezone.now() - LINK_LIVES
        Round.objects.filter(pk=table.round_id).update(started_at=week_ago)
    else:
        token = token[:-1] + ("A" if token[-1] != "A" else "B")
    written = AuditEntry.objects.count()
    before = list(Hand.objects.order_by("pk").values())
    answer = _post(token, path, content) if path in WRITES else Client().get(f"/r/{token}/{path}")
    assert answer.status_code == 403
    assert AuditEntry.objects.count() == written
    assert list(Hand.objects.order_by("pk").values()) == before


def test_a_link_opens_no_page_of_accounts(event: ClubEvent) -> None:
    table = event.table(1, 3)
    token = event.link(table)[1]
    for path in ("penalties/", "penalties/cancel/", "extra/", "come/"):
        assert Client().post(f"/r/{token}/{path}").status_code == 404
        assert Client().post(f"/referee/table/{table.pk}/{path}").status_code in (302, 403)
