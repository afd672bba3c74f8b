"""Downloads: who gets which file, and what stands in it."""

import csv
import io
import json

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.club import SYSTEM, ClubEvent, make_event, win
from tournaments.services import events, seating, tables
from tournaments.views import downloads
from tournaments.views.rules import RuledView

ROLES = ("anonymous", "outsider", "referee", "organiser", "other")
OPEN = {"anonymous": 200, "outsider": 200, "referee": 200, "organiser": 200, "other": 200}
HIDDEN = {"anonymous": 302, "outsider": 403, "referee": 200, "organiser": 200, "other": 403}
ORGANISERS = {"anonymous": 302, "outsider": 403, "referee": 403, "organiser": 200, "other": 403}
RESULTS = ("export-results-csv", "export-workbook", "sheet-pdf", "sheets-pdf", "blank-sheet-pdf")


@pytest.fixture
def event(db: None) -> ClubEvent:
    made = make_event(8)
    made.seat_round()
    made.record(made.table(), win(10, winner=0, giver=2), win(8, winner=1))
    tables.finish_table(SYSTEM, made.table().pk)
    return made


def address(name: str, event: ClubEvent, round_: int = 1, table: int = 1) -> str:
    kwargs = {"event": event.tournament.slug}
    numbers = {"sheet-pdf": {"round": round_, "table": table}, "sheets-pdf": {"round": round_}}
    return reverse(name, kwargs=kwargs | numbers.get(name, {}))


def client_of(role: str, event: ClubEvent) -> Client:
    client = Client()
    if role == "other":
        # An organiser of another event is nobody here.
        client.force_login(make_event(0).organiser)
    elif role != "anonymous":
        user: User = getattr(event, role)
        client.force_login(user)
    return client


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", RESULTS)
def test_results_while_standings_are_public(event: ClubEvent, name: str, role: str) -> None:
    response = client_of(role, event).get(address(name, event))
    assert response.status_code == OPEN[role]


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("name", RESULTS)
def test_results_while_standings_are_hidden(event: ClubEvent, name: str, role: str) -> None:
    events.change_tournament(SYSTEM, event.tournament.pk, standings_public=False)
    response = client_of(role, event).get(address(name, event))
    assert response.status_code == HIDDEN[role]


@pytest.mark.parametrize("role", ROLES)
def test_the_event_document_is_for_organisers(event: ClubEvent, role: str) -> None:
    response = client_of(role, event).get(address("export-event-json", event))
    assert response.status_code == ORGANISERS[role]


def test_every_download_has_a_rule() -> None:
    views = [
        v for v in vars(downloads).values() if isinstance(v, type) and issubclass(v, RuledView)
    ]
    served = [v for v in views if "get" in vars(v)]
    assert len(served) == 6
    assert all(hasattr(v, "rule") for v in served)


@pytest.mark.parametrize("name", ["sheet-pdf", "sheets-pdf"])
def test_sheets_of_a_round_that_is_not_published(event: ClubEvent, name: str) -> None:
    ids = [entry.pk for entry in event.entries]
    seating.set_round(SYSTEM, event.tournament.pk, tables=[ids[4:], ids[:4]])
    where = address(name, event, round_=2)
    assert client_of("anonymous", event).get(where).status_code == 404
    assert client_of("referee", event).get(where).status_code == 200


def test_the_workbook_does_not_tell_unpublished_seats(event: ClubEvent) -> None:
    ids = [entry.pk for entry in event.entries]
    seating.set_round(SYSTEM, event.tournament.pk, tables=[ids[4:], ids[:4]])

    def rounds(role: str) -> set[object]:
        response = client_of(role, event).get(address("export-workbook", event))
        page = openpyxl.load_workbook(io.BytesIO(response.content))["Rounds"]
        return {row[0].value for row in page.iter_rows(min_row=5)}

    assert rounds("anonymous") == {1}
    assert rounds("organiser") == {1, 2}


@pytest.mark.parametrize("where", [(1, 9), (9, 1)])
def test_a_table_that_is_not_there(event: ClubEvent, where: tuple[int, int]) -> None:
    response = Client().get(address("sheet-pdf", event, *where))
    assert response.status_code == 404


def test_csv_of_results(event: ClubEvent) -> None:
    response = Client().get(address("export-results-csv", event))
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"].startswith("attachment; filename=")
    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    first, *rest = rows
    assert (first["Rank"], first["Table points"], first["Game points"]) == ("1", "4", "30")
    assert first["Name"] == event.entries[2].player.name
    assert [(row["Rank"], row["Shared"], row["Table points"]) for row in rest][:3] == [
        ("2", "", "2"),
        ("3", "yes", "0 1/2"),
        ("3", "yes", "0 1/2"),
    ]
    assert first["Event"] == event.tournament.name
    assert first["R1 place"] == "1"


def test_csv_in_chinese(event: ClubEvent) -> None:
    client = Client(headers={"accept-language": "zh-hans"})
    content = client.get(address("export-results-csv", event)).content.decode("utf-8-sig")
    assert content.startswith("名次,并列,编号,姓名,俱乐部,队伍,")


def test_workbook_of_results(event: ClubEvent) -> None:
    response = Client().get(address("export-workbook", event))
    book = openpyxl.load_workbook(io.BytesIO(response.content))
    assert book.sheetnames == ["Standings", "Teams", "Rounds", "Hands", "Penalties"]
    hands = list(book["Hands"].iter_rows(min_row=5, values_only=True))
    names = [f"{e.number} {e.player.name}" for e in event.entries]
    assert hands == [
        (1, 1, 1, "E", names[0], "discard", names[0], names[2], 10, 34, -8, -18, -8),
        (1, 1, 2, "E", names[1], "self-draw", names[2], None, 8, -16, -16, 48, -16),
    ]


def test_pdf_is_a_pdf(event: ClubEvent) -> None:
    response = Client().get(address("sheet-pdf", event))
    assert response["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-")


def test_document_holds_no_ids_or_accounts(event: ClubEvent) -> None:
    response = client_of("organiser", event).get(address("export-event-json", event))
    text = response.content.decode()
    document = json.loads(text)
    assert document["event"]["slug"] == event.tournament.slug
    assert len(document["rounds"][0]["tables"][0]["hands"]) == 2
    assert '"id"' not in text
    assert event.organiser.username not in text
