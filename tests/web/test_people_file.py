"""Registering players from a file: preview, doubles, names that look alike, damage."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from tests.club import ClubEvent, make_event
from tests.web.test_public_pages import text
from tournaments.models import Player
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
    address = reverse("desk-people-file", args=[event.tournament.slug])
    file = SimpleUploadedFile(name, content)
    return client_of(event).post(address, {"file": file, "encoding": encoding})


def register(event: ClubEvent, shown: HttpResponse) -> HttpResponse:
    rows = shown.context["signed"]
    address = reverse("desk-people-file", args=[event.tournament.slug])
    return client_of(event).post(address, {"rows": rows}, follow=True)


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
    pairs = {(a.name, a.other) for a in shown.context["alike"]}
    assert pairs == {("歐陽娜娜", "欧阳娜娜"), ("王 小明", "王小明")}


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ａnn Ｌee", "ann lee"), ("歐陽", "欧阳"), ("王·小明", "王小明"), ("O'Neil", "ONEIL")],
)
def test_what_is_alike(one: str, other: str) -> None:
    assert key_of(one) == key_of(other)


def test_every_bad_row_is_named_and_nobody_registered(event: ClubEvent) -> None:
    shown = upload(event, "姓名,座号\n,1\n王,x\n李,3\n".encode())
    assert shown.status_code == 400
    page = text_of(shown)
    assert "line 2" in page
    assert "line 3" in page
    assert shown.context["signed"] == ""
    assert names(event) == []


def text_of(response: HttpResponse) -> str:
    response.status_code = 200
    return text(response)


def test_a_number_that_is_taken_names_the_line(event: ClubEvent) -> None:
    register(event, upload(event, "姓名,座号\n甲,1\n乙,2\n".encode()))
    refused = register(event, upload(event, "姓名,座号\n甲,1\n丙,2\n丁,9\n".encode()))
    assert refused.status_code == 400
    assert "Line 3: Number 2 is taken" in text_of(refused)
    assert names(event) == ["甲", "乙"]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b"\n\n", "no rows"),
        (b"a,b\n1,2\n", "No column of names"),
        (b"PK\x03\x04rubbish", "not a workbook"),
        (b"name\n\xff\xff\xff\xff", "encoding"),
        (b"name\n" + b"x\n" * 2001, "At most 2000"),
        (b"name,number\n" + b"Ann,99999999\n", "whole number"),
    ],
)
def test_damage_is_refused_in_a_sentence(event: ClubEvent, content: bytes, words: str) -> None:
    shown = upload(event, content)
    assert shown.status_code == 400
    assert words in text_of(shown)
    assert names(event) == []


def test_what_comes_back_is_what_was_shown(event: ClubEvent) -> None:
    rows = upload(event, LIST.encode()).context["signed"]
    other = make_event(0)
    for where, content in ((event, rows + "x"), (event, ""), (other, rows)):
        address = reverse("desk-people-file", args=[where.tournament.slug])
        answer = client_of(where).post(address, {"rows": content})
        assert answer.status_code == 400
        assert names(where) == []


@pytest.mark.parametrize("count", [4, 400])
def test_queries_do_not_grow_with_the_list(
    event: ClubEvent, count: int, django_assert_max_num_queries: object
) -> None:
    content = "name\n" + "".join(f"Player {n}\n" for n in range(count))
    client = client_of(event)
    address = reverse("desk-people-file", args=[event.tournament.slug])
    file = SimpleUploadedFile("list.csv", content.encode())
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        assert client.post(address, {"file": file}).status_code == 200
