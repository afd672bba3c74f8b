"""The typed client made from the document: it drives an event, and the type checker reads it."""

import importlib
import io
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.core.management import call_command

from mjclub.wsgi import application
from tests.club import DRAW, key, make_event, win
from tests.tournaments.api.openapi import asked_in_a_test
from tournaments.services import jobs, tokens
from tournaments.services.access import Actor

pytest.importorskip("openapi_python_client")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The client's package, made once, where Python finds it."""
    folder = tmp_path_factory.mktemp("client")
    call_command("api_client", folder, stdout=io.StringIO())
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


def api(name: str) -> Any:
    return importlib.import_module(f"mjclub_client.api.{name}")


def model(name: str) -> Any:
    return getattr(importlib.import_module("mjclub_client.models"), name)


@pytest.fixture
def call(made: Path, db: None) -> Any:
    """Call operations of the generated client as an organiser of some event."""
    house = make_event(0)
    _token, text = tokens.make_token(Actor.of(house.organiser), name="client", level="organiser")
    package = importlib.import_module("mjclub_client")
    client = package.AuthenticatedClient("http://testserver", token=text, prefix="Token")
    client.set_httpx_client(
        httpx.Client(
            base_url="http://testserver",
            transport=httpx.WSGITransport(app=application),
            headers={"Authorization": f"Token {text}"},
        )
    )

    def asked(name: str, status: int = 200, **values: Any) -> Any:
        with asked_in_a_test():
            answer = api(name).sync_detailed(client=client, **values)
        assert answer.status_code == status, answer.content
        return answer.parsed

    return asked


def test_an_event_is_driven_through_the_client(call: Any) -> None:
    new = model("TournamentIn")(name="Client Cup", club="Lotus Club", ruleset="guobiao")
    slug = call("events.create_tournament", 201, body=new).slug
    names = [f"Player {n}" for n in range(1, 9)]
    people = model("EntryListIn")(entries=[model("EntryIn")(name=name) for name in names])
    assert len(call("people.register_list", 201, event=slug, body=people).entries) == 8
    seats = model("HandSeatsIn")(tables=[[1, 2, 3, 4], [5, 6, 7, 8]])
    assert call("seating.seat_round", 201, event=slug, body=seats).number == 1
    assert call("rounds.start_round", event=slug, round_=1).status == "running"
    at = {"event": slug, "round_": 1, "table": 1}
    for number, deal in enumerate((win(10, 0, 2), DRAW, win(24, 1)), 1):
        hand = model("RecordIn").from_dict({"events": deal, "number": number})
        once = key()
        state = call("hands.record_hand", 201, **at, body=hand, idempotency_key=once).state
        # Sent again, as a program does that has lost the answer.
        again = call("hands.record_hand", **at, body=hand, idempotency_key=once)
        assert again.repeated is True
        assert again.state.to_dict() == state.to_dict()
    assert sum(seat.total for seat in state.seats) == 0
    refused = call("rounds.close_round", 400, event=slug, round_=1, body=model("CloseIn")())
    assert {problem.field for problem in refused.problems} == {"table 1", "table 2"}
    call("rounds.close_round", event=slug, round_=1, body=model("CloseIn")(force=True))
    job = call("events.recompute", 202, event=slug)
    jobs.run(job.id)
    assert call("jobs_log_money.job", event=slug, job=job.id).status == "done"
    rows = call("standings.standings", event=slug).rows
    assert rows[0].rank == 1
    assert call("files.results_csv", event=slug) is not None
    page = call("people.entries", event=slug, limit=3)
    assert (page.count, len(page.results)) == (8, 3)


def test_the_type_checker_reads_the_client(made: Path) -> None:
    """As a program sees it that uses it: strictly, with its answers typed."""
    program = made / "program.py"
    program.write_text(
        "from mjclub_client import AuthenticatedClient\n"
        "from mjclub_client.api.standings import standings\n"
        "from mjclub_client.models import CurrentStandingsOut\n\n\n"
        "def leader(client: AuthenticatedClient, event: str) -> str:\n"
        "    answer = standings.sync(client=client, event=event)\n"
        "    assert isinstance(answer, CurrentStandingsOut)\n"
        "    return answer.rows[0].name\n",
        encoding="utf-8",
    )
    checked = subprocess.run(
        [
            *(sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull),
            *("--cache-dir", str(made / "cache"), "-p", "mjclub_client", "-m", "program"),
        ],
        cwd=made,
        env={**os.environ, "MYPYPATH": str(made)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stdout[-3000:]
