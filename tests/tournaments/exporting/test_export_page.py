"""The page of everything that can be printed or taken away: what it costs, and that no paper and
no file of a practice event goes out without its mark."""

import io
import json
import zipfile

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.tournaments.exporting.pdf import page_texts, text
from tournaments.models import Tournament
from tournaments.services import desk, rounds, seating, tables

pytestmark = pytest.mark.django_db
MARK = "Practice: "
QUERIES = 12
FILES = ("export-results-csv", "export-ema", "export-screen", "desk-log-csv")
PRINTS = (
    "export-report",
    "standings-pdf",
    "blank-sheet-pdf",
    "name-cards-pdf",
    "certificates-pdf",
    "seats-by-name-pdf",
    "seats-by-table-pdf",
    "sheets-pdf",
    "sheet-pdf",
    "table-cards-pdf",
)


@pytest.fixture
def event() -> ClubEvent:
    made = make_event(8)
    Tournament.objects.filter(pk=made.tournament.pk).update(practice=True)
    round_ = made.seat_round()
    desk.link_all_tables(made.as_organiser, round_.pk)
    made.record(made.table(), win(10, winner=0, giver=2), win(8, winner=1))
    tables.finish_table(SYSTEM, made.table().pk)
    made.tournament.refresh_from_db()
    return made


def taken(event: ClubEvent, name: str, **query: str) -> bytes:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(event.organiser)
    numbers: dict[str, object] = {}
    if name in ("seats-by-name-pdf", "seats-by-table-pdf", "sheets-pdf", "sheet-pdf"):
        numbers["round"] = 1
    if name == "sheet-pdf":
        numbers["table"] = 1
    if name == "table-cards-pdf":
        numbers["round_id"] = event.table().round_id
    path = reverse(name, kwargs={"event": event.tournament.slug, **numbers})
    answer = client.get(path, query)
    assert answer.status_code == 200
    return b"".join(answer.streaming_content) if answer.streaming else answer.content  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_a_practice_event_says_so(event: ClubEvent, name: str) -> None:
    assert MARK + event.tournament.name in taken(event, name).decode()


@pytest.mark.parametrize("name", PRINTS)
def test_every_printed_page_of_a_practice_event_says_so(event: ClubEvent, name: str) -> None:
    for page in page_texts(taken(event, name)):
        assert MARK.strip() in page


def test_workbook_document_and_archive_of_a_practice_event_say_so(event: ClubEvent) -> None:
    book = zipfile.ZipFile(io.BytesIO(taken(event, "export-workbook")))
    assert MARK + event.tournament.name in book.read("xl/sharedStrings.xml").decode()
    assert json.loads(taken(event, "export-event-json"))["event"]["practice"] is True
    archive = zipfile.ZipFile(io.BytesIO(taken(event, "export-sheets")))
    assert MARK in text(archive.read("round-01/table-001.pdf"))


def test_other_events_bear_no_mark() -> None:
    event = make_event(4)
    event.seat_round()
    assert b"Practice" not in taken(event, "export-results-csv")
    assert MARK.strip() not in text(taken(event, "seats-by-name-pdf"))


def test_the_page_costs_the_same_for_every_number_of_rounds(
    event: ClubEvent, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    client.force_login(event.organiser)
    path = reverse("desk-export", kwargs={"event": event.tournament.slug})
    client.get(path)
    with django_assert_num_queries(QUERIES):
        client.get(path)
    rounds.close_round(event.as_organiser, event.table().round_id, force=True)
    ids = [entry.pk for entry in event.entries]
    for _ in range(3):
        seating.set_round(SYSTEM, event.tournament.pk, tables=[ids[:4], ids[4:]])
    with django_assert_num_queries(QUERIES):
        client.get(path)
