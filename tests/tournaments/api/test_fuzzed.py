"""Every operation of the API asked with what its schema allows and what it does not: no answer is a
failure of the site, and none is one that the schema does not name.

Few examples here; `MJCLUB_FUZZ=300` asks each operation so often (docs/api.md).
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from mjclub.wsgi import application
from tests.club import ClubEvent, make_event, win
from tests.tournaments.api.openapi import asked_in_a_test, schema
from tournaments.models import Job, Player
from tournaments.services import (
    adjustments,
    announcements,
    exports,
    invitations,
    links,
    merging,
    penalties,
    seasons,
    seating_rules,
    tokens,
    webhooks,
)

schemathesis = pytest.importorskip("schemathesis")
conformance = pytest.importorskip("schemathesis.specs.openapi.checks")


EXAMPLES = int(os.environ.get("MJCLUB_FUZZ", "5"))
# The schema is loaded once, at the head of the module.
LOADED = schemathesis.openapi.from_dict(schema())
LOADED.app = application
OPERATIONS = {
    found.ok().definition.raw["operationId"]: found.ok() for found in LOADED.get_all_operations()
}
ROOMS: dict[str, list[str]] = {}
for _name, _operation in sorted(OPERATIONS.items()):
    ROOMS.setdefault(_operation.definition.raw["tags"][0], []).append(_name)
CHECKS = [
    schemathesis.checks.not_a_server_error,
    conformance.status_code_conformance,
    conformance.content_type_conformance,
    conformance.response_headers_conformance,
    conformance.response_schema_conformance,
]


@dataclass
class Hall:
    """A populated event and the header of its organiser; ``parts`` are addresses that are there."""

    event: ClubEvent
    header: str
    link: str
    parts: dict[str, Any] = field(default_factory=dict)


@pytest.fixture
def hall(db: None) -> Hall:
    event = make_event(8)
    staff, pk, club = event.as_organiser, event.tournament.pk, event.tournament.club_id
    event.seat_round()
    event.record(event.table(), win(10, 0, 2), win(8, 1), win(24, 3, 0))
    event.seat_round(start=False)
    entry = event.entries[0].pk
    penalty = penalties.give_penalty(
        staff, pk, entry_id=entry, scope="overall", mode="deduct", points=10, reason="late"
    )
    adjustment = adjustments.give_adjustment(
        staff, pk, entry_id=entry, game_points=5, reason="appeal"
    )
    hook = webhooks.add_webhook(staff, pk, url="https://hall.example/", kinds=["*"])
    pair = seating_rules.keep_apart(staff, pk, entry, event.entries[1].pk)
    link = links.live_link(staff, event.table().pk)
    made, text = tokens.make_token(staff, name="fuzzed", level="organiser")
    return Hall(
        event,
        f"Token {text}",
        f"Table {links.token_of(link)}",
        {
            "event": event.tournament.slug,
            "round": 1,
            "table": 1,
            "number": 2,
            "penalty": penalty.pk,
            "adjustment": adjustment.pk,
            "forfeit": 1,
            "export": exports.keep(event.tournament, "csv", "en", name="x.csv", content=b"x").pk,
            "invitation": invitations.invite(staff, pk, role="referee").pk,
            "announcement": announcements.announce(staff, pk, text_en="Lunch").pk,
            "pair": pair.pk,
            "webhook": hook.pk,
            "delivery": str(hook.deliveries.latest("created_at").pk)
            if hook.deliveries.exists()
            else "00000000-0000-0000-0000-000000000000",
            "job": Job.objects.create(tournament=event.tournament, kind="seat_plan", key="k").pk,
            "username": event.referee.username,
            "ruleset": "gangu",
            "key": made.token_key,
            "season": seasons.create_season(staff, name="2030", club_id=club).slug,
            "counted": event.tournament.slug,
            "club": club,
            "player": event.entries[0].player_id,
            "merge": merging.merge(
                staff, event.entries[0].player_id, Player.objects.create(name="Player twice").pk
            ).pk,
            "revision": 5,
        },
    )


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def ask(hall: Hall, name: str, header: str | None, mode: Any) -> None:
    """Ask one operation with many made-up requests; what each does is taken back."""
    operation = OPERATIONS[name]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode), real=st.integers(0, 7))
    def probe(case: Any, real: int) -> None:
        if real:
            known = {part: hall.parts[part] for part in case.path_parameters or {}}
            case.path_parameters = {**(case.path_parameters or {}), **known}
        headers = {k: v for k, v in (case.headers or {}).items() if k != "Authorization"}
        case.headers = {**headers, **({"Authorization": header} if header else {})}
        case.cookies = {}
        with transaction.atomic():
            try:
                response = case.call()
            finally:
                transaction.set_rollback(True)
        case.validate_response(response, checks=CHECKS)

    with asked_in_a_test():
        probe()


CALLERS = {"organiser": "header", "anonymous": "", "table link": "link"}
# Rooms in which the link of a table does something.
AT_A_TABLE = ("Hands", "Tables")


@pytest.mark.parametrize("mode", ["positive", "negative"])
@pytest.mark.parametrize(
    ("room", "caller"),
    [
        *((room, caller) for room in sorted(ROOMS) for caller in ("organiser", "anonymous")),
        *((room, "table link") for room in AT_A_TABLE),
    ],
)
def test_no_failure_and_no_answer_that_is_not_named(
    hall: Hall, room: str, caller: str, mode: str
) -> None:
    header = getattr(hall, CALLERS[caller]) if CALLERS[caller] else None
    wrong = []
    for name in ROOMS[room]:
        try:
            ask(hall, name, header, schemathesis.GenerationMode(mode))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            if isinstance(error, Unsatisfiable) and mode == "negative":
                continue  # nothing that this operation takes can be wrong
            wrong.append(f"{name}: {_told(error)}")
    assert not wrong, "\n\n".join(wrong)


def _told(error: BaseException) -> str:
    inner = getattr(error, "exceptions", ())
    return "\n".join([str(error)[:1500], *(str(one)[:1500] for one in inner)])
