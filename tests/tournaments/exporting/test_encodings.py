"""CSV files in other encodings: what is written, and what is refused and named."""

import csv
import io

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from tests.club import ClubEvent, make_event, win
from tournaments.exporting.encodings import ENCODINGS, in_encoding
from tournaments.models import Player
from tournaments.services.errors import Invalid


@pytest.fixture
def event(db: None) -> ClubEvent:
    made = make_event(4)
    made.seat_round()
    made.record(made.table(), win(10, winner=0, giver=2))
    Player.objects.filter(pk=made.entries[0].player_id).update(name="張偉")
    return made


def get(
    event: ClubEvent, name: str, encoding: str, language: str = "en", **kwargs: int
) -> HttpResponse:
    address = reverse(name, kwargs={"event": event.tournament.slug, **kwargs})
    client = Client(headers={"Accept-Language": language})
    client.force_login(event.organiser)
    return client.get(address, {"encoding": encoding})


@given(
    text=st.text(st.characters(exclude_categories=["Cs"])),
    encoding=st.sampled_from(["gb18030", "big5", "utf-8"]),
)
def test_what_is_written_is_what_stood_there(text: str, encoding: str) -> None:
    """Nothing is replaced: the file holds the same text, or there is no file."""
    content = text.encode("utf-8-sig")
    try:
        made, media_type = in_encoding(content, encoding)
    except Invalid as refused:
        words = str(refused.problems[0].message)
        lacking = [c for c in dict.fromkeys(text) if not c.encode("cp950", "ignore")]
        assert encoding == "big5"
        assert lacking
        assert all(c in words for c in lacking[:12])
    else:
        assert made.decode(ENCODINGS[encoding]) == text
        assert media_type == f"text/csv; charset={encoding}"


@pytest.mark.parametrize(
    ("name", "kwargs"),
    [
        ("export-results-csv", {}),
        ("export-ema", {}),
        ("person-hands", {"number": 1}),
        ("desk-log-csv", {}),
        ("api-results-csv", {}),
    ],
)
def test_every_csv_is_to_be_had_in_each(
    event: ClubEvent, name: str, kwargs: dict[str, int]
) -> None:
    plain = get(event, name, "", **kwargs).content.decode("utf-8-sig")
    for encoding in ("gb18030", "big5"):
        answer = get(event, name, encoding, **kwargs)
        assert answer["Content-Type"] == f"text/csv; charset={encoding}"
        rows = list(csv.reader(io.StringIO(answer.content.decode(ENCODINGS[encoding]))))
        there = list(csv.reader(io.StringIO(plain)))
        # The time of making stands in the rows.
        assert [row[:3] for row in rows] == [row[:3] for row in there]


def test_what_cannot_be_written_is_named(event: ClubEvent) -> None:
    Player.objects.filter(pk=event.entries[0].player_id).update(name="张é伟")
    answer = get(event, "export-results-csv", "big5")
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "BIG5 cannot write: 张 é 伟. UTF-8 and GB18030 can." in page
    by_api = get(event, "api-results-csv", "big5")
    assert by_api.status_code == 400
    assert "张 é 伟" in str(by_api.json())
    assert get(event, "export-results-csv", "gb18030").status_code == 200


@pytest.mark.parametrize("encoding", ["ebcdic", "utf-7", "x" * 500, "<b>"])
def test_an_encoding_there_is_not(event: ClubEvent, encoding: str) -> None:
    answer = get(event, "export-results-csv", encoding)
    assert answer.status_code == 400
    assert "choose one of: utf-8, gb18030, big5" in answer.content.decode()
    assert "<b>" not in answer.content.decode()


def test_the_export_page_offers_them(event: ClubEvent) -> None:
    page = get(event, "desk-export", "").content.decode()
    address = reverse("export-results-csv", args=[event.tournament.slug])
    assert f"{address}?encoding=gb18030" in page
    assert f"{address}?encoding=big5" in page
    assert "workbook/?encoding" not in page
