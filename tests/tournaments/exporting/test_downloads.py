"""Downloads: who gets which file, and what stands in it."""

import csv
import datetime as dt
import io
import json
import zipfile
from typing import Any
from zoneinfo import ZoneInfo

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.tournaments.exporting.pdf import page_texts, pages, text
from tournaments.services import events, seating, tables
from tournaments.views import downloads
from tournaments.views.rules import RuledView

ROLES = ("anonymous", "outsider", "referee", "organiser", "other")
OPEN = {"anonymous": 200, "outsider": 200, "referee": 200, "organiser": 200, "other": 200}
HIDDEN = {"anonymous": 302, "outsider": 403, "referee": 200, "organiser": 200, "other": 403}
ORGANISERS = {"anonymous": 302, "outsider": 403, "referee": 403, "organiser": 200, "other": 403}
RESULTS = (
    "export-results-csv",
    "export-workbook",
    "export-ema",
    "export-report",
    "export-screen",
    "standings-pdf",
    "sheet-pdf",
    "sheets-pdf",
    "blank-sheet-pdf",
)
DESK = ("export-event-json", "export-sheets", "name-cards-pdf", "certificates-pdf")


@pytest.fixture
def event(db: None) -> ClubEvent:
    made = make_event(8)
    made.seat_round()
    made.record(made.table(), win(10, winner=0, giver=2), win(8, winner=1))
    tables.finish_table(SYSTEM, made.table().pk)
    return made


def address(name: str, event: ClubEvent, round_: int = 1, table: int = 1) -> str:
    kwargs = {"event": event.tournament.slug}
    numbers = {
        "sheet-pdf": {"round": round_, "table": table},
        "sheets-pdf": {"round": round_},
        "seats-by-name-pdf": {"round": round_},
        "seats-by-table-pdf": {"round": round_},
    }
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
@pytest.mark.parametrize("name", DESK)
def test_what_is_the_organisers(event: ClubEvent, name: str, role: str) -> None:
    response = client_of(role, event).get(address(name, event))
    assert response.status_code == ORGANISERS[role]


def test_every_download_has_a_rule() -> None:
    views = [
        v for v in vars(downloads).values() if isinstance(v, type) and issubclass(v, RuledView)
    ]
    served = [v for v in views if "get" in vars(v)]
    assert len(served) == 4
    assert all(hasattr(v, "rule") for v in served)


@pytest.mark.parametrize(
    "name", ["sheet-pdf", "sheets-pdf", "seats-by-name-pdf", "seats-by-table-pdf"]
)
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
    assert book.sheetnames == [
        "Standings",
        "Teams",
        "Rounds",
        "Hands",
        "Penalties",
        "Statistics",
    ]
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


def test_statistics_in_the_workbook(event: ClubEvent) -> None:
    response = Client().get(address("export-workbook", event))
    page = openpyxl.load_workbook(io.BytesIO(response.content))["Statistics"]
    first, second, third, *_rest = page.iter_rows(min_row=5, values_only=True)
    assert first[2:12] == (1, 2, 1, 0, 0, 0.5, 0, 0, "34", None)
    assert first[12:] == (10, 34, "1-1-1")
    assert second[4:7] == (0, 0, 0)
    assert third[4:8] == (1, 1, 1, 0.5)
    assert page["H5"].number_format == "0.0%"
    assert page.freeze_panes == "A5"


def test_results_for_the_european_association(event: ClubEvent) -> None:
    player = event.entries[2].player
    player.member_number = "11990001"
    player.save()
    response = Client().get(address("export-ema", event))
    rows = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    first = rows[0]
    assert list(first)[:6] == [
        "Place", "EMA number", "Name", "Country", "Table points", "MCR points",
    ]  # fmt: skip
    assert (first["Place"], first["EMA number"], first["Name"]) == ("1", "11990001", player.name)
    assert (first["Table points"], first["MCR points"]) == ("4.00", "30")
    assert rows[2]["Table points"] == "0.50"


def test_the_file_for_a_screen_fetches_nothing(event: ClubEvent) -> None:
    page = Client().get(address("export-screen", event)).content.decode()
    assert event.entries[2].player.name in page
    assert f"revision {event.tournament.revision}" not in page.split("<body>")[0]
    for word in ("http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link"):
        assert word not in page
    now = timezone.now().astimezone(ZoneInfo("Asia/Shanghai"))
    # Close to midnight and to the full hour the page may be a minute older.
    hours = {f"{moment:%Y-%m-%d %H}" for moment in (now, now - dt.timedelta(minutes=1))}
    assert any(f"{hour}:" in page for hour in hours)
    assert "Asia/Shanghai" in page


def test_the_file_for_a_screen_turns_its_pages(db: None) -> None:
    made = make_event(32)
    made.seat_round()
    page = Client().get(address("export-screen", made)).content.decode()
    assert page.count('<section class="page') == 3
    assert "animation: turn 30s" in page


def test_all_score_sheets_in_one_archive(event: ClubEvent) -> None:
    response = client_of("organiser", event).get(address("export-sheets", event))
    archive = zipfile.ZipFile(io.BytesIO(response.content))
    assert archive.namelist() == [
        "round-01/table-001.pdf", "round-01/table-002.pdf", "README.txt",
    ]  # fmt: skip
    assert event.tournament.name in archive.read("README.txt").decode("utf-8-sig")
    assert event.entries[0].player.name in text(archive.read("round-01/table-001.pdf"))


def test_the_report_has_figures_and_a_page_of_each_part(event: ClubEvent) -> None:
    content = Client().get(address("export-report", event)).content
    first, standings_page, teams_page, statistics = page_texts(content)
    assert "Dearest hands" in first
    assert "10 fan" in first
    assert "Standings" in standings_page
    assert event.entries[2].player.name in statistics
    assert "Team 1" in teams_page
    assert "4 / 4" in statistics


def test_held_results_stay_held_in_every_file(event: ClubEvent) -> None:
    events.change_tournament(SYSTEM, event.tournament.pk, release="held")
    names = [entry.player.name for entry in event.entries]
    for name in ("export-results-csv", "export-screen", "export-ema"):
        content = Client().get(address(name, event)).content.decode()
        assert not [n for n in names if n in content], name
    for name in ("standings-pdf", "export-report"):
        content = text(Client().get(address(name, event)).content)
        assert not [n for n in names if n in content], name
    shown = client_of("organiser", event).get(address("export-results-csv", event))
    assert names[0] in shown.content.decode()


def test_who_confirmed_stands_on_the_sheet_for_referees(event: ClubEvent) -> None:
    tables.confirm_table(event.as_referee, event.table().pk)
    seen = text(client_of("referee", event).get(address("sheet-pdf", event)).content)
    assert "Result confirmed" in seen
    assert event.referee.username in seen
    public = text(Client().get(address("sheet-pdf", event)).content)
    assert "Result confirmed" in public
    assert event.referee.username not in public


def test_name_cards_carry_everybody(event: ClubEvent) -> None:
    content = client_of("organiser", event).get(address("name-cards-pdf", event)).content
    assert pages(content) == 1
    assert all(entry.player.name in text(content) for entry in event.entries)


def test_certificates_for_the_first_or_for_all(event: ClubEvent) -> None:
    client = client_of("organiser", event)
    first = client.get(address("certificates-pdf", event)).content
    # One first, one second, two who share the third place.
    assert pages(first) == 4
    everybody = client.get(address("certificates-pdf", event) + "?who=all").content
    # Who has played nothing gets none.
    assert pages(everybody) == 4
    assert "Third place, shared" in text(everybody)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("export-workbook", 30),
        ("export-results-csv", 30),
        ("export-report", 30),
        ("export-sheets", 34),
        ("sheets-pdf", 14),
        ("seats-by-name-pdf", 10),
        ("seats-by-table-pdf", 10),
        ("name-cards-pdf", 8),
    ],
)
def test_the_queries_do_not_grow_with_the_event(
    name: str, most: int, db: None, django_assert_max_num_queries: Any
) -> None:
    made = make_event(24)
    made.seat_round()
    for table in made.tournament.rounds.get().tables.all():
        made.record(table, win(10, winner=0, giver=2))
    client = client_of("organiser", made)
    with django_assert_max_num_queries(most):
        assert client.get(address(name, made)).status_code == 200


def test_a_hidden_name_stands_in_no_public_file(event: ClubEvent) -> None:
    player = event.entries[0].player
    player.name, player.member_number, player.name_hidden = "Somebody Hidden", "0815", True
    player.save()
    for name in ("export-results-csv", "export-screen", "export-ema"):
        content = Client().get(address(name, event)).content.decode("utf-8-sig")
        assert "Somebody Hidden" not in content, name
        assert "0815" not in content, name
    pdfs = (
        "standings-pdf",
        "export-report",
        "sheet-pdf",
        "seats-by-name-pdf",
        "seats-by-table-pdf",
    )
    for name in pdfs:
        content = " ".join(text(Client().get(address(name, event)).content).split())
        assert "Somebody Hidden" not in content, name
        assert "Player no. 1" in content, name
    book = openpyxl.load_workbook(
        io.BytesIO(Client().get(address("export-workbook", event)).content)
    )
    cells = [str(cell.value) for page in book for row in page.iter_rows() for cell in row]
    assert not [cell for cell in cells if "Somebody Hidden" in cell]
