"""Registering players from a file: preview, doubles, names that look alike, damage."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from tests.club import SYSTEM, ClubEvent, make_event
from tests.web.reading import text
from tournaments.models import Job, PeopleFile, Player
from tournaments.services import jobs, people_files, personal_data
from tournaments.services.entries import Row
from tournaments.services.errors import Conflict
from tournaments.services.people_import import key_of

pytestmark = pytest.mark.django_db
LIST = "姓名,俱乐部,座号\n王小明,东社,1\n欧阳娜娜,东社,2\n𠮷田,西社,3\n张𬎆,,4\n"


@pytest.fixture
def event() -> ClubEvent:
    return make_event(0)


def client_of(event: ClubEvent) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(event.organiser)
    return client


def upload(
    event: ClubEvent, content: bytes, name: str = "list.csv", encoding: str = ""
) -> HttpResponse:
    """Upload a list; returns the preview, or the form again where it cannot be read."""
    address = reverse("desk-people-file", args=[event.tournament.slug])
    file = SimpleUploadedFile(name, content)
    return client_of(event).post(address, {"file": file, "encoding": encoding}, follow=True)


def look(event: ClubEvent, **changes: str) -> HttpResponse:
    """Post the preview of the latest list with other columns or answers."""
    return client_of(event).post(address_of(event), {"look": "1", **changes}, follow=True)


def address_of(event: ClubEvent) -> str:
    file = PeopleFile.objects.latest("pk")
    return reverse("desk-people-list", args=[event.tournament.slug, file.pk])


def register(event: ClubEvent, _shown: HttpResponse, **answers: str) -> HttpResponse:
    return client_of(event).post(address_of(event), {"register": "1", **answers}, follow=True)


def names(event: ClubEvent) -> list[str]:
    return [e.player.name for e in event.tournament.entries.select_related("player")]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_look_and_register_in_every_encoding(event: ClubEvent, encoding: str) -> None:
    shown = upload(event, LIST.encode(encoding))
    assert "4 to be registered" in text(shown)
    assert names(event) == []
    assert "4 players are registered" in text(register(event, shown))
    assert names(event) == ["王小明", "欧阳娜娜", "𠮷田", "张𬎆"]


def test_a_workbook(event: ClubEvent) -> None:
    book = Workbook()
    for row in (("Name", "Club", "Shoe size"), ("Bob", "A", 42), ("Ann", None, 38)):
        book.active.append(row)
    target = io.BytesIO()
    book.save(target)
    shown = upload(event, target.getvalue(), "list.xlsx")
    assert "Shoe size" in text(shown)
    register(event, shown)
    assert names(event) == ["Bob", "Ann"]


def test_the_same_list_again_adds_nobody(event: ClubEvent) -> None:
    register(event, upload(event, LIST.encode()))
    again = upload(event, LIST.encode())
    assert "0 to be registered, 4 registered already" in text(again)
    assert "Register 0" not in text(again)
    assert len(names(event)) == Player.objects.count() == 4


def test_one_person_twice_in_the_list_is_one(event: ClubEvent) -> None:
    register(event, upload(event, b"name,club\nAnn,A\nBob,A\nAnn,A\n"))
    assert names(event) == ["Ann", "Bob"]


def test_names_that_look_alike_are_shown_side_by_side(event: ClubEvent) -> None:
    register(event, upload(event, LIST.encode()))
    shown = upload(event, "姓名,俱乐部\n歐陽娜娜,东社\n王　小明,东社\n".encode())
    page = text(shown)
    assert "Look at these first" in page
    pairs = {(a.name, a.people[0].name) for a, _field, _line in shown.context["alike"]}
    assert pairs == {("歐陽娜娜", "欧阳娜娜"), ("王 小明", "王小明")}


def test_the_same_person_or_somebody_else(event: ClubEvent) -> None:
    first = make_event(0)
    register(first, upload(first, LIST.encode()))
    shown = upload(event, "姓名,俱乐部\n歐陽娜娜,东社\n王　小明,南社\n王-小明,南社\n".encode())
    chosen = [pair.chosen for pair, _field, _line in shown.context["alike"]]
    known = {p.name: p.pk for p in Player.objects.all()}
    # Where the clubs differ it is somebody else, until somebody says otherwise.
    assert chosen == [f"p{known['欧阳娜娜']}", "new", "r1"]
    assert shown.context["new"] == 2
    register(event, shown, who_1=f"p{known['王小明']}", who_2="new")
    players = list(event.tournament.entries.values_list("player__name", flat=True))
    assert players == ["欧阳娜娜", "王小明", "王-小明"]
    assert Player.objects.count() == 5


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ａnn Ｌee", "ann lee"), ("歐陽", "欧阳"), ("王·小明", "王小明"), ("O'Neil", "ONEIL")],
)
def test_what_is_alike(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


def test_every_bad_row_is_named_and_nobody_registered(event: ClubEvent) -> None:
    shown = upload(event, "姓名,座号\n,1\n王,x\n李,3\n".encode())
    assert [(b.line, b.column, b.value) for b in shown.context["bad"]] == [
        (2, "姓名", ""),
        (3, "座号", "x"),
    ]
    assert 'name="register"' not in shown.content.decode()
    assert register(event, shown).status_code == 400
    assert names(event) == []


def text_of(response: HttpResponse) -> str:
    response.status_code = 200
    return text(response)


def test_a_number_that_is_taken_names_the_line(event: ClubEvent) -> None:
    register(event, upload(event, "姓名,座号\n甲,1\n乙,2\n".encode()))
    refused = register(event, upload(event, "姓名,座号\n甲,1\n丙,2\n丁,9\n".encode()))
    assert refused.status_code == 400
    (bad,) = refused.context["bad"]
    assert (bad.line, bad.column, bad.value) == (3, "座号", "2")
    assert bad.reason == "Number 2 is taken."
    assert names(event) == ["甲", "乙"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"\n\n", "no rows"),
        (b"a,b\n1,2\n", "No column of names"),
        (b"PK\x03\x04rubbish", "not a workbook"),
        (b"name\n\xff\xff\xff\xff", "encoding"),
        (b"name\n" + b"x\n" * 10_002, "At most 10000"),
        (b"name,number\n" + b"Ann,99999999\n", "whole number"),
    ],
)
def test_damage_is_refused_in_a_sentence(event: ClubEvent, content: bytes, words: str) -> None:
    shown = upload(event, content)
    assert words in text_of(shown)
    assert register_nothing(event)
    assert names(event) == []


def register_nothing(event: ClubEvent) -> bool:
    """Whether nothing was kept, or what was kept is refused."""
    return not PeopleFile.objects.exists() or register(event, HttpResponse()).status_code == 400


def test_a_list_belongs_to_its_event(event: ClubEvent) -> None:
    upload(event, LIST.encode())
    file = PeopleFile.objects.get()
    other = make_event(0)
    address = reverse("desk-people-list", args=[other.tournament.slug, file.pk])
    assert client_of(other).post(address, {"register": "1"}).status_code == 404
    assert names(event) == names(other) == []


def test_a_column_can_be_given_another_meaning(event: ClubEvent) -> None:
    shown = upload(event, "谁,哪里\n甲,东社\n乙,西社\n".encode())
    assert "No column of names" in text(shown)
    assert [c[0] for c in shown.context["columns"]] == ["谁", "哪里"]
    assert shown.context["columns"][0][2] == ["甲", "乙"]
    shown = look(event, column_0="name", column_1="club_name")
    assert shown.context["bad"] == []
    register(event, shown)
    assert list(event.tournament.entries.values_list("player__name", "player__club__name")) == [
        ("甲", "东社"),
        ("乙", "西社"),
    ]


def test_a_list_without_a_heading(event: ClubEvent) -> None:
    upload(event, "1,甲\n2,乙\n".encode())
    shown = look(event, column_0="number", column_1="name", bare="on")
    register(event, shown)
    assert list(event.tournament.entries.values_list("number", "player__name")) == [
        (1, "甲"),
        (2, "乙"),
    ]


def test_a_list_is_registered_once(event: ClubEvent) -> None:
    shown = upload(event, LIST.encode())
    register(event, shown)
    assert "4 players are registered" in text(register(event, shown))
    assert len(names(event)) == 4


def long_list(count: int) -> bytes:
    return (
        "name,club,team\n" + "".join(f"P {n},C{n % 7},T{n % 90}\n" for n in range(count))
    ).encode()


def run(job: Job) -> Job:
    jobs.run(job.pk)
    job.refresh_from_db()
    return job


def test_a_long_list_is_a_job(event: ClubEvent) -> None:
    shown = upload(event, long_list(1200))
    page = register(event, shown)
    job = Job.objects.get(kind="people")
    assert "1200 people are being registered" in text(page)
    assert names(event) == []
    assert run(job).status == "done"
    assert job.result == {"registered": 1200}
    assert len(names(event)) == 1200
    assert event.tournament.teams.count() == 90
    assert "1200 players are registered" in text(client_of(event).get(address_of(event)))
    # A job that is run again, as after a killed worker, adds nobody.
    Job.objects.filter(pk=job.pk).update(status="queued")
    assert run(job).result == {"registered": 1200}
    assert len(names(event)) == 1200


def test_a_long_list_can_be_stopped(event: ClubEvent) -> None:
    register(event, upload(event, long_list(1200)))
    job = Job.objects.get(kind="people")
    Job.objects.filter(pk=job.pk).update(cancel_requested=True)
    jobs.run(job.pk)
    stop = reverse("desk-people-stop", args=[event.tournament.slug, PeopleFile.objects.get().pk])
    page = client_of(event).post(stop, follow=True)
    assert Job.objects.get(pk=job.pk).status == "cancelled"
    assert names(event) == []
    assert "nobody of the list is registered" in text(page)


def test_stopping_while_people_are_written_leaves_nobody(
    event: ClubEvent, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(event, upload(event, long_list(1200)))
    job = Job.objects.get(kind="people")
    asked = iter([False, False, False, False, True])
    monkeypatch.setattr(jobs.Run, "cancelled", lambda _run: next(asked))
    jobs.run(job.pk)
    assert Job.objects.get(pk=job.pk).status == "cancelled"
    assert names(event) == []
    assert not Player.objects.exists()


def test_what_got_in_the_way_meanwhile_is_told_by_line(event: ClubEvent) -> None:
    content = "name,number\n" + "".join(f"P {n},{n}\n" for n in range(1, 600))
    register(event, upload(event, content.encode()))
    register(event, upload(event, b"name,number\nAnn,17\n"))
    job = run(Job.objects.get(kind="people"))
    assert job.status == "failed"
    assert job.result["problems"] == [{"field": "line 18", "message": "Number 17 is taken."}]
    assert names(event) == ["Ann"]


@pytest.mark.parametrize("count", [4, 400])
def test_queries_do_not_grow_with_the_list(
    event: ClubEvent, count: int, django_assert_max_num_queries: object
) -> None:
    content = "name\n" + "".join(f"Player {n}\n" for n in range(count))
    client = client_of(event)
    address = reverse("desk-people-file", args=[event.tournament.slug])
    file = SimpleUploadedFile("list.csv", content.encode())
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        assert client.post(address, {"file": file}).status_code == 302
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        assert client.get(address_of(event)).status_code == 200


def test_a_list_that_was_read_before_somebody_was_erased_is_not_written_back() -> None:
    event = make_event(1)
    name = event.entries[0].player.name
    cells = [(1, ["Name"]), (2, [name])]
    kept = people_files.keep(SYSTEM, event.tournament.pk, name="x", encoding="utf-8", table=cells)
    before = PeopleFile.objects.get(pk=kept.pk)
    personal_data.erase(SYSTEM, event.entries[0].player_id)
    with pytest.raises(Conflict):
        people_files.lay_out(
            SYSTEM, before, columns=["name"], head=0, rows=[Row(name=name)], lines=[2]
        )
    kept.refresh_from_db()
    assert name not in str([kept.table, kept.rows])
