"""A name hidden on request stands nowhere outside the desk: every page, file, picture and answer of
an event is opened and looked through for it."""

import io
import re
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import NoReverseMatch, reverse
from fpdf import FPDF

from tests.club import DRAW, SYSTEM, ClubEvent, make_event, win
from tests.web.addresses import PATTERNS, view_of
from tests.web.things import things_of
from tournaments.models import AuditEntry, Player
from tournaments.services import entries, jobs, names, releases, rounds, standings, tables
from tournaments.services.access import Actor
from tournaments.services.errors import NotAllowed
from tournaments.services.events import change_tournament
from tournaments.views.rules import Rule

pytestmark = pytest.mark.django_db
NAME = "Zzyzxova"
PUBLIC = {Rule.PUBLIC, Rule.STANDINGS, Rule.TABLE_LINK, Rule.RECORDER, Rule.REFEREE}
# The page that asks whether to hide it says to the one person, and the organiser, what is hidden.
AT_THE_DESK = re.compile(r"^(desk|own-name|export-event-json)")


@pytest.fixture
def event() -> ClubEvent:
    """A round that is closed and one that runs; the first player has won, lost, been fined, sat
    out nothing, and has asked for the name to be hidden."""
    made = make_event(8)
    entries.change_entry(SYSTEM, made.entries[0].pk, name=NAME)
    made.things = things_of(made)  # type: ignore[attr-defined]
    made.record(made.table(), win(24, 0, 1), win(12, 2, 0), DRAW)
    made.record(made.table(1, 2), win(24, 2))
    for table in (made.table(), made.table(1, 2)):
        tables.finish_table(made.as_referee, table.pk)
    rounds.close_round(SYSTEM, made.table().round_id)
    made.seat_round()
    made.record(made.table(2), win(8, 0))
    _count(made)
    return made


def _count(event: ClubEvent) -> None:
    jobs.run(standings.request(event.tournament.pk).pk)


def _addresses(event: ClubEvent) -> Iterator[tuple[str, str]]:
    things: dict[str, Any] = event.things  # type: ignore[attr-defined]
    for name, pattern in PATTERNS.items():
        if AT_THE_DESK.match(name) or getattr(view_of(pattern), "rule", None) not in PUBLIC:
            continue
        wanted = re.findall(r"<\w+:(\w+)>", str(pattern.pattern))
        whole = [key for key in wanted if key in things]
        if "api" in name and "event" not in whole:
            # The addresses of the API stand one inside the other.
            for extra in ({}, {"event": 1}, {"event": 1, "round": 1}):
                keys = [*whole, *extra]
                with_event = {key: things[key] for key in keys}
                # Only one of them is the shape of this address.
                with suppress(NoReverseMatch):
                    yield name, reverse(name, kwargs=with_event)
        elif len(whole) == len(wanted):
            yield name, reverse(name, kwargs={key: things[key] for key in wanted})
    for query in ("?a=1&b=2", "?a=2&b=1"):
        yield "explain", reverse("api-explain", kwargs={"event": things["event"]}) + query
    for name, query in (("standings", "?teams"), ("standings", "?after=1"), ("person", "?than=1")):
        kwargs = {"event": things["event"]} | ({"number": 2} if name == "person" else {})
        yield name, reverse(name, kwargs=kwargs) + query


def _everything(event: ClubEvent, client: Client, drawn: list[str]) -> dict[str, bytes]:
    """Return what every address answers; of an archive the files inside, of a PDF its texts."""
    found = {}
    for _name, address in _addresses(event):
        drawn.clear()
        response = client.get(address)
        assert response.status_code < 500, address
        if response.status_code != 200:
            continue
        content = b"".join(response.streaming_content) if response.streaming else response.content
        if content[:2] == b"PK":
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                content = b"\n".join(archive.read(name) for name in archive.namelist())
        found[address] = content + " ".join(drawn).encode()
    return found


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that PDF files write."""
    texts: list[str] = []
    cell = FPDF.cell

    def spy(self: FPDF, w: Any = None, h: Any = None, text: str = "", **kwargs: Any) -> Any:
        texts.append(text)
        return cell(self, w, h, text, **kwargs)

    monkeypatch.setattr(FPDF, "cell", spy)
    return texts


@pytest.mark.parametrize("who", ["anonymous", "referee"])
def test_a_hidden_name_stands_nowhere(event: ClubEvent, drawn: list[str], who: str) -> None:
    client = Client(headers={"Accept-Language": "en"})
    if who == "referee":
        client.force_login(event.referee)
    before = _everything(event, client, drawn)
    showing = {address for address, content in before.items() if NAME.encode() in content}
    # The search can find it: pages, board, files and API show the name while nobody has asked.
    for part in ("/people/1/", "/board/", ".csv", ".xlsx", "sheet.pdf", "/api/", "/rounds/"):
        assert any(part in address for address in showing), part

    names.hide_name(SYSTEM, event.entries[0].pk, hidden=True)
    # At once: before the standings are computed anew, and after.
    for _time in range(2):
        after = _everything(event, client, drawn)
        assert set(after) == set(before)
        assert [a for a, content in after.items() if NAME.encode() in content] == []
        _count(event)
    assert "Player no. 1" in after[reverse("standings", args=[event.tournament.slug])].decode()


def test_a_release_made_before_hides_it_too(event: ClubEvent) -> None:
    change_tournament(SYSTEM, event.tournament.pk, release="held")
    event.tournament.refresh_from_db()
    releases.publish(SYSTEM, event.tournament.pk, revision=event.tournament.revision)
    page = reverse("standings", args=[event.tournament.slug])
    assert NAME in Client().get(page).content.decode()
    names.hide_name(SYSTEM, event.entries[0].pk, hidden=True)
    assert NAME not in Client().get(page).content.decode()


def test_the_reader_s_language(event: ClubEvent) -> None:
    names.hide_name(SYSTEM, event.entries[0].pk, hidden=True)
    for query in ("", "?after=1"):
        page = reverse("standings", args=[event.tournament.slug]) + query
        assert (
            "Player no. 1" in Client(headers={"Accept-Language": "en"}).get(page).content.decode()
        )
        chinese = Client(headers={"Accept-Language": "zh-CN"}).get(page).content.decode()
        assert "1号选手" in chinese


def test_a_hidden_name_is_not_found_by_guessing(event: ClubEvent) -> None:
    page = reverse("people", args=[event.tournament.slug]) + "?q=zzyzx"
    assert "/people/1/" in Client().get(page).content.decode()
    names.hide_name(SYSTEM, event.entries[0].pk, hidden=True)
    assert "/people/1/" not in Client().get(page).content.decode()


def test_the_desk_still_reads_it(event: ClubEvent) -> None:
    names.hide_name(SYSTEM, event.entries[0].pk, hidden=True)
    client = Client()
    client.force_login(event.organiser)
    for name in ("desk-people", "desk-tables", "export-event-json"):
        page = client.get(reverse(name, args=[event.tournament.slug])).content.decode()
        assert NAME in page, name


def test_the_log_tells_the_act_and_not_the_name(event: ClubEvent) -> None:
    names.hide_name(event.as_organiser, event.entries[0].pk, hidden=True)
    names.hide_name(event.as_organiser, event.entries[0].pk, hidden=True)
    found = AuditEntry.objects.filter(act="entry.hidden")
    assert [(e.target, e.before, e.after) for e in found] == [("entry 1", None, None)]


class TestWhoMay:
    def test_the_player_by_the_own_page(self, event: ClubEvent) -> None:
        player = event.entries[0].player
        player.user = event.outsider
        player.save()
        client = Client()
        client.force_login(event.outsider)
        me = reverse("me", args=[event.tournament.slug])
        page = reverse("own-name", args=[event.tournament.slug, 1])
        assert page in client.get(me).content.decode()
        assert client.get(page).status_code == 200
        client.post(page, {"hidden": "1"})
        assert Player.objects.get(pk=player.pk).name_hidden
        # The organiser does not undo what the person has asked for.
        with pytest.raises(NotAllowed):
            names.hide_name(event.as_organiser, event.entries[0].pk, hidden=False)
        client.post(page, {"hidden": "0"})
        assert not Player.objects.get(pk=player.pk).name_hidden

    def test_an_organiser_for_who_has_no_account(self, event: ClubEvent) -> None:
        for hidden in (True, False):
            names.hide_name(event.as_organiser, event.entries[0].pk, hidden=hidden)
            assert Player.objects.get(name=NAME).name_hidden is hidden

    def test_nobody_else(self, event: ClubEvent) -> None:
        for actor in (event.as_referee, Actor.of(event.outsider), Actor()):
            with pytest.raises(NotAllowed):
                names.hide_name(actor, event.entries[0].pk, hidden=True)
        client = Client()
        client.force_login(event.outsider)
        page = reverse("own-name", args=[event.tournament.slug, 1])
        assert client.get(page).status_code == 302
        assert client.post(page, {"hidden": "1"}).status_code == 403
        assert not Player.objects.get(name=NAME).name_hidden


def test_what_others_read_takes_names_from_one_place() -> None:
    """Templates and files for others than the desk never ask for the name itself."""
    root = Path(settings.BASE_DIR)
    places = [
        *(root / "templates").glob("public/*.html"),
        *(root / "templates").glob("referee/*.html"),
        *(root / "tournaments/api").glob("*.py"),
        *(root / "tournaments/exporting").rglob("*.py"),
    ]
    assert len(places) > 40
    # What only its owner, and what only organisers read (`api/merging.py`).
    allowed = {"own_name.html", "merging.py"}
    found = [
        path.name
        for path in places
        if path.name not in allowed
        and re.search(r"\.player\.name\b|\"player\.name\"", path.read_text())
    ]
    assert found == []
