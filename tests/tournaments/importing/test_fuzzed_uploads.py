"""Made-up and damaged files thrown at every door that takes one: people (CSV, XLSX), events (JSON),
paper sheets and other bodies of the API. Never a failure of the site, always a named problem, and
nothing half written.

Few examples here; `MJCLUB_FUZZ=300` throws so many at each door (docs/api.md).
"""

import copy
import io
import json
import os
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rest_framework.test import APIClient

from tests.club import ClubEvent, make_event, win
from tournaments.models import AuditEntry, Entry, Hand, PeopleFile, Player, Table, Tournament
from tournaments.services.event_document import document_of, dumps

pytestmark = pytest.mark.django_db
EXAMPLES = int(os.environ.get("MJCLUB_FUZZ", "12"))
fuzzed = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
NAMES = ("王小明", "欧阳娜娜", "𠮷田", "O’Neil")
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)


@dataclass
class Hall:
    event: ClubEvent
    pages: Client
    api: APIClient


@pytest.fixture
def hall() -> Hall:
    event = make_event(4)
    event.seat_round()
    event.record(event.table(), win(10, 0, 2), win(8, 1))
    made = Hall(event, Client(headers={"Accept-Language": "en"}), APIClient())
    made.pages.force_login(event.organiser)
    made.api.force_login(event.organiser)
    return made


def written() -> tuple[int, ...]:
    """Return how much stands in the database of what these doors write."""
    models = (Player, Entry, Tournament, Table, Hand, AuditEntry)
    return tuple(model._default_manager.count() for model in models)


def csv_file() -> bytes:
    rows = "".join(f"{name},东社,{n}\r\n" for n, name in enumerate(NAMES, 1))
    return ("姓名,俱乐部,座号\r\n" + rows).encode()


def xlsx_file() -> bytes:
    book = openpyxl.Workbook()
    sheet: Any = book.active
    for row in (("姓名", "俱乐部"), *((name, "东社") for name in NAMES)):
        sheet.append(row)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """Return a file with bytes overwritten, put in, or cut off."""
    data = bytearray(whole)
    for _n in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, max(len(data) - 1, 0)))
        what = draw(st.sampled_from(["over", "in", "cut"]))
        if what == "cut":
            del data[at : at + draw(st.integers(1, 40))]
        else:
            put = draw(st.binary(min_size=1, max_size=6))
            data[at : at + (len(put) if what == "over" else 0)] = put
    return bytes(data)


@st.composite
def mended_book(draw: st.DrawFn) -> bytes:
    """Return a workbook that unpacks, and one part of which is not what it should be."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(xlsx_file())) as old, zipfile.ZipFile(made, "w") as new:
        names = old.namelist()
        hit = draw(st.sampled_from(names))
        for name in names:
            content = old.read(name)
            new.writestr(name, draw(damaged(content)) if name == hit else content)
    return made.getvalue()


UPLOADS: dict[str, Callable[[], st.SearchStrategy[bytes]]] = {
    "any bytes": lambda: st.binary(max_size=200),
    "any text": lambda: st.text(max_size=200).map(lambda t: t.encode("utf-8", "surrogatepass")),
    "damaged csv": lambda: damaged(csv_file()),
    "damaged xlsx": lambda: damaged(xlsx_file()),
    "damaged part of a workbook": mended_book,
}


@pytest.mark.parametrize("kind", sorted(UPLOADS))
@pytest.mark.parametrize("name", ["people.csv", "people.xlsx", "people"])
def test_a_file_of_people(hall: Hall, kind: str, name: str) -> None:
    address = reverse("desk-people-file", kwargs={"event": hall.event.tournament.slug})

    @fuzzed
    @given(content=UPLOADS[kind](), encoding=st.sampled_from(["", "utf-8", "gb18030", "big5"]))
    def throw(content: bytes, encoding: str) -> None:
        with transaction.atomic():
            before, files = written(), PeopleFile.objects.count()
            sent = {"file": SimpleUploadedFile(name, content), "encoding": encoding}
            response = hall.pages.post(address, sent)
            assert response.status_code in (302, 400), (response.status_code, content)
            kept = PeopleFile.objects.count() - files
            assert kept == (response.status_code == 302)
            if kept:
                # What could be read is looked at, and is registered only when somebody says so.
                assert hall.pages.get(response["Location"]).status_code == 200
            else:
                form, bad = response.context["form"], response.context["bad"]
                assert form.errors or bad, content
            assert written() == before
            transaction.set_rollback(True)

    throw()


@st.composite
def changed(draw: st.DrawFn, whole: Any) -> Any:
    """Return a document in which some values are others, or missing."""
    made = copy.deepcopy(whole)
    for _n in range(draw(st.integers(1, 3))):
        place: Any = made
        for _depth in range(draw(st.integers(0, 6))):
            inner = list(place.values()) if isinstance(place, dict) else list(place)
            inner = [one for one in inner if isinstance(one, dict | list) and one]
            if not inner:
                break
            place = draw(st.sampled_from(inner))
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys))
        if draw(st.booleans()):
            place[key] = draw(JSON_VALUES)
        else:
            del place[key]
            if not place:
                break
    return made


def check_refusal(response: Any, before: tuple[int, ...]) -> None:
    """A refusal names what is wrong and has written nothing; a success may have written."""
    assert response.status_code < 500, response.content
    if response.status_code >= 400:
        told = response.json()
        assert told["error"]
        assert told["message"]
        if response.status_code == 400:
            assert all(problem["message"] for problem in told["problems"])
            assert told["problems"]
        assert written() == before


def test_the_document_of_an_event(hall: Hall) -> None:
    document = json.loads(dumps(document_of(hall.event.tournament)))

    @fuzzed
    @given(content=changed(document) | JSON_VALUES, rescore=st.booleans())
    def throw(content: Any, rescore: bool) -> None:
        with transaction.atomic():
            before = written()
            sent = {"document": content, "slug": "fuzzed", "rescore": rescore}
            # As some programs write it: with numbers that JSON does not know, such as Infinity.
            body = json.dumps(sent).encode()
            answer = hall.api.post("/api/import/", body, content_type="application/json")
            check_refusal(answer, before)
            transaction.set_rollback(True)

    throw()


BODIES: dict[str, Any] = {
    "paper/": {"totals": [10, -10, 20, -20]},
    "totals/": {"totals": [10, -10, 20, -20], "reason": "fuzzed"},
    "preview/": {"events": win(8, 0, 1)},
    "hands/": {"events": win(8, 0, 1), "number": 3, "client_key": "fuzzed-key-1"},
    "claims/": {"events": win(8, 0, 1), "claims": [{"event": 0, "seat": 0, "fan": 8}]},
    "steps/": {"groups": [], "client_key": "fuzzed-key-2"},
    "note/": {"note": "x"},
}


@pytest.mark.parametrize("act", sorted(BODIES))
def test_the_bodies_of_acts_at_a_table(hall: Hall, act: str) -> None:
    act_at = "hands/1/note/" if act == "note/" else act
    address = f"/api/tournaments/{hall.event.tournament.slug}/rounds/1/tables/1/{act_at}"
    plain = json.dumps(BODIES[act]).encode()

    @fuzzed
    @given(
        content=changed(BODIES[act]).map(lambda value: json.dumps(value).encode())
        | JSON_VALUES.map(lambda value: json.dumps(value).encode())
        | damaged(plain)
        | st.binary(max_size=60)
    )
    def throw(content: bytes) -> None:
        with transaction.atomic():
            before = written()
            response = hall.api.post(address, content, content_type="application/json")
            check_refusal(response, before)
            transaction.set_rollback(True)

    throw()
