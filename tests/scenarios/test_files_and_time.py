"""Lists as Chinese programs save them, files as Excel reads them, days that belong to a zone."""

import csv
import datetime as dt
import io
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tests.scenarios.doors import Doors
from tournaments.models import AuditEntry, Club, Hand, Round, Tournament
from tournaments.services import entries
from tournaments.services.events import change_tournament

pytestmark = pytest.mark.django_db
PEOPLE = ["王小明", "欧阳娜娜", "𠮷田", "张𬎆"]
LIST = "姓名,俱乐部,座号\r\n" + "".join(f"{n},东社,{i}\r\n" for i, n in enumerate(PEOPLE, 1))


def upload(doors: Doors, content: bytes, name: str = "名单.csv") -> Any:
    """Upload a list; returns its preview."""
    address = reverse("desk-people-file", args=[doors.slug])
    file = SimpleUploadedFile(name, content)
    return doors.organiser.post(address, {"file": file}, follow=True)


def register(doors: Doors, shown: Any) -> None:
    """Press the button of the preview."""
    address = shown.redirect_chain[-1][0]
    doors.organiser.post(address, {"register": "1"}, follow=True)
    doors.work()


def names(event: ClubEvent) -> list[str]:
    found = event.tournament.entries.order_by("number").select_related("player")
    return [entry.player.name for entry in found]


# Two of the names have signs that GBK does not know; Excel saves those as GB18030.
@pytest.mark.parametrize(
    "encoding", ["gb18030", "utf-8", "utf-8-sig", "utf-16", "utf-16-le-mark", "utf-16-be-mark"]
)
def test_a_list_saved_by_a_chinese_program_is_read(encoding: str) -> None:
    doors = Doors(make_event(0))
    plain = encoding.removesuffix("-mark")
    content = LIST.encode(plain)
    if encoding.endswith("-mark"):
        content = (b"\xff\xfe" if "le" in plain else b"\xfe\xff") + content
    shown = upload(doors, content)
    assert names(doors.event) == []
    register(doors, shown)
    assert names(doors.event) == PEOPLE
    register(doors, upload(doors, content))
    assert names(doors.event) == PEOPLE


def test_a_list_in_plain_gbk_is_read() -> None:
    doors = Doors(make_event(0))
    content = "姓名,俱乐部\r\n王小明,东社\r\n欧阳娜娜,西社\r\n".encode("gbk")
    register(doors, upload(doors, content))
    assert names(doors.event) == ["王小明", "欧阳娜娜"]


def test_a_list_whose_headings_mean_nothing_saves_nothing_and_names_them() -> None:
    doors = Doors(make_event(0))
    shown = upload(doors, "谁,哪里\r\n王小明,东社\r\n".encode())
    assert "谁" in shown.content.decode()
    assert names(doors.event) == []


def test_a_list_with_one_bad_row_saves_none_without_being_looked_at() -> None:
    doors = Doors(make_event(0))
    shown = upload(doors, "姓名,座号\r\n王小明,1\r\n欧阳娜娜,abc\r\n".encode())
    assert "abc" in shown.content.decode()
    assert names(doors.event) == []


@pytest.fixture
def chinese() -> Doors:
    event = make_event(4)
    for entry, name in zip(event.entries, PEOPLE, strict=True):
        entries.change_entry(SYSTEM, entry.pk, name=name)
    event.seat_round()
    doors = Doors(event)
    doors.hand(win(24, 0, 1), 1)
    doors.work()
    return doors


def test_exported_results_are_legible_in_excel_and_come_back(chinese: Doors) -> None:
    content = chinese.organiser.get(f"/t/{chinese.slug}/results.csv").content
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.count(b"\xef\xbb\xbf") == 1
    rows = list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))
    assert {row["Name"] for row in rows} == set(PEOPLE)
    assert next(iter(rows[0])) == "Rank"
    other = Doors(make_event(0))
    register(other, upload(other, content, "results.csv"))
    assert sorted(names(other.event)) == sorted(PEOPLE)


def test_an_exported_workbook_holds_the_names_as_they_are(chinese: Doors) -> None:
    content = chinese.organiser.get(f"/t/{chinese.slug}/results.xlsx").content
    book = load_workbook(io.BytesIO(content))
    cells = {cell.value for sheet in book for row in sheet.rows for cell in row}
    assert set(PEOPLE) <= cells


def test_a_name_that_looks_like_a_formula_stays_a_name(chinese: Doors) -> None:
    entries.change_entry(SYSTEM, chinese.event.entries[0].pk, name="=1+1")
    chinese.work()
    content = chinese.organiser.get(f"/t/{chinese.slug}/results.csv").content.decode("utf-8-sig")
    assert ",=1+1," not in content
    book = load_workbook(
        io.BytesIO(chinese.organiser.get(f"/t/{chinese.slug}/results.xlsx").content)
    )
    kinds = {c.data_type for s in book for r in s.rows for c in r if "1+1" in str(c.value)}
    assert kinds == {"s"}


# --- time ------------------------------------------------------------------------------------

BERLIN = {"Accept-Language": "de", "Time-Zone": "Europe/Berlin"}


def settings_form(client: Client, address: str) -> dict[str, object]:
    page = client.get(address)
    values = {field.name: field.value() for field in page.context["form"]}
    return {k: v for k, v in values.items() if v is not None and v is not False}


def test_a_date_saved_five_times_from_another_zone_never_moves() -> None:
    """A club in Shanghai, an organiser's browser in Berlin, the night that clocks change there."""
    event = make_event(4)
    change_tournament(SYSTEM, event.tournament.pk, starts_on=dt.date(2026, 3, 29))
    client = Client(headers=BERLIN)
    client.force_login(event.organiser)
    address = reverse("desk-settings", kwargs={"event": event.tournament.slug})
    before = Tournament.objects.filter(pk=event.tournament.pk).values().get()
    for _time in range(5):
        assert client.post(address, settings_form(client, address)).status_code == 302
    assert Tournament.objects.filter(pk=event.tournament.pk).values().get() == before


def test_a_start_at_half_past_midnight_is_shown_in_the_club_s_zone_and_stays() -> None:
    event = make_event(4)
    round_ = event.seat_round()
    start = dt.datetime(2026, 3, 28, 16, 30, tzinfo=dt.UTC)  # 2026-03-29 00:30 in Shanghai
    Round.objects.filter(pk=round_.pk).update(started_at=start)
    doors = Doors(event)
    for _time in range(5):
        minutes = {"minutes": "0", "reason": ""}
        doors.desk("desk-round-time", minutes, round_id=round_.pk)
    round_.refresh_from_db()
    assert round_.started_at == start
    assert "29 Mar 2026 00:30 (Asia/Shanghai)" in doors.page("rounds/")


@pytest.mark.parametrize(
    ("zone", "start", "shown"),
    [
        ("Asia/Shanghai", "2026-03-28T16:30:00+00:00", "2026-03-29T00:30"),
        ("Asia/Shanghai", "2026-03-28T16:30:45.123456+00:00", "2026-03-29T00:30"),
        ("Europe/Berlin", "2026-10-25T00:30:00+00:00", "2026-10-25T02:30"),
        ("Europe/Berlin", "2026-10-25T01:30:00+00:00", "2026-10-25T02:30"),
    ],
    ids=["half past midnight", "with seconds", "first of a doubled hour", "second of it"],
)
def test_a_planned_start_saved_five_times_from_another_zone_never_moves(
    zone: str, start: str, shown: str
) -> None:
    """Planned by the API, then its form is opened and saved without a change."""
    event = make_event(4)
    Club.objects.filter(pk=event.tournament.club_id).update(time_zone=zone)
    round_ = event.seat_round(start=False)
    doors = Doors(event)
    api = f"/api/tournaments/{doors.slug}/rounds/1/planned/"
    planned = doors.organiser.put(api, {"planned_at": start}, content_type="application/json")
    assert planned.status_code == 200, planned.content
    before = Round.objects.filter(pk=round_.pk).values().get()
    assert before["planned_at"] == dt.datetime.fromisoformat(start)
    acts = AuditEntry.objects.count()
    client = Client(headers=BERLIN)
    client.force_login(event.organiser)
    for _time in range(5):
        page = client.get(reverse("desk-hall", kwargs={"event": doors.slug}))
        form = page.context["plan"]
        assert f'value="{shown}"' in str(form["planned_at"])
        assert f"({zone})" in page.content.decode()
        values = {field.name: field.value() for field in form}
        address = reverse("desk-plan-start", kwargs={"event": doors.slug, "round_id": round_.pk})
        assert client.post(address, values).status_code == 302
    assert Round.objects.filter(pk=round_.pk).values().get() == before
    assert AuditEntry.objects.count() == acts
    moved = client.post(address, {"planned_at": "2026-11-01T09:15"})
    assert moved.status_code == 302
    round_.refresh_from_db()
    nine = dt.datetime(2026, 11, 1, 9, 15, tzinfo=ZoneInfo(zone))
    assert round_.planned_at == nine


def test_what_was_saved_after_midnight_belongs_to_the_club_s_day() -> None:
    """A hand at 00:10 in Shanghai is of the 29th, though it is still the 28th in UTC."""
    event = make_event(4)
    event.seat_round()
    doors = Doors(event)
    doors.hand(DRAW, 1)
    at = dt.datetime(2026, 3, 28, 16, 10, tzinfo=dt.UTC)
    Hand.objects.update(created_at=at, changed_at=at)
    AuditEntry.objects.update(at=at)
    log = doors.organiser.get(f"/desk/{doors.slug}/log/").content.decode()
    assert "29 Mar 2026 00:10" in log
    assert "28 Mar 2026" not in log
    doors.work()
    sheet = doors.organiser.get(f"/t/{doors.slug}/results.csv").content.decode("utf-8-sig")
    assert "Asia/Shanghai" in sheet
