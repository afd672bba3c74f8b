"""Setting up an event by a preset, changing it later, and practice events."""

import re
from html.parser import HTMLParser

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.club import SYSTEM, ClubEvent, make_event, win
from tests.web.reading import text
from tournaments.models import (
    AuditEntry,
    Club,
    Entry,
    Hand,
    Job,
    Player,
    Round,
    Tournament,
)
from tournaments.services import entries, jobs, people_import, practice
from tournaments.services.access import Actor
from tournaments.services.errors import Conflict
from tournaments.services.event_presets import PRESETS
from tournaments.services.events import change_tournament, create_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> ClubEvent:
    return make_event(8)


def client_of(event: ClubEvent) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(event.organiser)
    return client


class Sent(HTMLParser):
    """What a form of the page would send, as a browser without scripts does."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, list[str]] = {}
        self.inside = False
        self.name = ""
        self.chosen: list[str] = []
        self.first: str | None = None
        self.text: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        have = dict(attrs)
        if tag == "form":
            self.inside = "data-event-form" in have
        if not self.inside:
            return
        name = have.get("name") or ""
        if tag == "input" and name:
            ticked = have.get("type") not in ("checkbox", "radio") or "checked" in have
            if ticked:
                self.add(name, have.get("value") or ("on" if "checked" in have else ""))
        elif tag == "select":
            self.name, self.chosen, self.first = name, [], None
        elif tag == "option":
            value = have.get("value") or ""
            self.first = value if self.first is None else self.first
            self.chosen += [value] if "selected" in have else []
        elif tag == "textarea":
            self.name, self.text = name, []

    def handle_data(self, data: str) -> None:
        if self.text is not None:
            self.text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select" and self.inside:
            for value in self.chosen or [self.first or ""]:
                self.add(self.name, value)
        elif tag == "textarea" and self.text is not None:
            self.add(self.name, "".join(self.text))
            self.text = None

    def add(self, name: str, value: str) -> None:
        self.fields.setdefault(name, []).append(value)


def fields(response: HttpResponse) -> dict[str, list[str]]:
    parser = Sent()
    parser.feed(response.content.decode())
    return parser.fields


@pytest.mark.parametrize("preset", PRESETS, ids=lambda p: p.id)
def test_every_preset_leads_to_an_event_in_five_pages(event: ClubEvent, preset: object) -> None:
    client = client_of(event)
    assert str(preset.name) in text(client.get(reverse("desk-presets")))  # type: ignore[attr-defined]
    address = reverse("desk-setup", args=[preset.id])  # type: ignore[attr-defined]
    page = client.get(address)
    sent = fields(page) | {"name": ["New one"], "club_name": ["A club"], "venue": ["Hall"]}
    for step in (2, 3, 4, 5):
        page = client.post(address, sent | {"next": ["1"]})
        assert page.status_code == 200
        assert page.context["number"] == step
        sent = fields(page)
    assert "New one" in text(page)
    done = client.post(address, sent | {"finish": ["1"]}, follow=True)
    assert "is set up" in text(done)
    made = Tournament.objects.get(name="New one")
    assert (made.club.name, made.venue, made.ruleset) == ("A club", "Hall", preset.ruleset)  # type: ignore[attr-defined]
    for name, value in preset.settings.items():  # type: ignore[attr-defined]
        assert getattr(made, name) == value, name


def test_a_page_names_what_is_wrong_and_keeps_what_was_typed(event: ClubEvent) -> None:
    client = client_of(event)
    address = reverse("desk-setup", args=["guobiao-open"])
    sent = fields(client.get(address)) | {"name": [""], "club_name": ["Typed"]}
    page = client.post(address, sent | {"next": ["1"]})
    assert page.status_code == 400
    assert page.context["number"] == 1
    assert fields(page)["club_name"] == ["Typed"]


def test_going_back_keeps_the_answers_and_the_end_checks_all(event: ClubEvent) -> None:
    client = client_of(event)
    address = reverse("desk-setup", args=["guobiao-day"])
    sent = fields(client.get(address)) | {"name": ["Here"], "club_name": ["C"]}
    page = client.post(address, sent | {"next": ["1"]})
    page = client.post(address, fields(page) | {"back": ["1"]})
    assert page.context["number"] == 1
    assert fields(page)["name"] == ["Here"]
    # Whoever sends the last page with a wrong answer is led to the page that asks for it.
    wrong = fields(page) | {"minutes": ["0"], "step": ["5"], "finish": ["1"]}
    page = client.post(address, wrong)
    assert (page.status_code, page.context["number"]) == (400, 3)
    assert not Tournament.objects.filter(name="Here").exists()


def test_other_rules_bring_their_own_options(event: ClubEvent) -> None:
    client = client_of(event)
    address = reverse("desk-setup", args=["guobiao-day"])
    sent = fields(client.get(address)) | {"name": ["X"], "club_name": ["C"]}
    page = client.post(address, sent | {"next": ["1"]})
    sent = fields(page) | {"ruleset_id": ["nanchang"]}
    page = client.post(address, sent | {"next": ["1"]})
    # Without scripts the options of the new rules are shown before one goes on.
    assert page.context["number"] == 2
    assert page.context["form"].ruleset.id == "nanchang"
    page = client.post(address, fields(page) | {"next": ["1"]})
    assert page.context["number"] == 3
    assert fields(page)["name"] == ["X"]


def test_other_rules_leave_the_ticks_of_other_pages(event: ClubEvent) -> None:
    client = client_of(event)
    address = reverse("desk-setup", args=["bloody-night"])
    sent = fields(client.get(address)) | {"name": ["X"], "club_name": ["C"]}
    sent = fields(client.post(address, sent | {"next": ["1"]}))
    page = client.post(address, sent | {"ruleset_id": ["hubei_kawuxing"], "again": ["1"]})
    for step in (3, 4, 5):
        page = client.post(address, fields(page) | {"next": ["1"]})
        assert page.context["number"] == step
    client.post(address, fields(page) | {"finish": ["1"]})
    made = Tournament.objects.get(name="X")
    assert (made.standings_public, made.confirmed_only) == (True, False)


def test_money_is_asked_on_club_nights_and_sums_of_teams_of_teams(event: ClubEvent) -> None:
    client = client_of(event)
    asked = {}
    for preset in ("guobiao-day", "bloody-night", "teams"):
        address = reverse("desk-setup", args=[preset])
        sent = fields(client.get(address)) | {"name": [preset], "club_name": ["C"]}
        page = client.post(address, sent | {"next": ["1"]})
        asked[preset] = {field.name for field in page.context["fields"]}
        sent = fields(page) | {"stake": ["20"]} if preset == "bloody-night" else fields(page)
        for _step in (3, 4, 5):
            page = client.post(address, sent | {"next": ["1"]})
            sent = fields(page)
        client.post(address, sent | {"finish": ["1"]})
    wanted = {"stake", "team_best_k"}
    assert {name: found & wanted for name, found in asked.items()} == {
        "guobiao-day": set(),
        "bloody-night": {"stake"},
        "teams": {"team_best_k"},
    }
    assert Tournament.objects.get(name="bloody-night").stake == 20
    assert Tournament.objects.get(name="teams").team_best_k == 4


def test_small_tables_are_counted_as_such(event: ClubEvent) -> None:
    client = client_of(event)
    address = reverse("desk-setup", args=["bloody-night"])
    sent = fields(client.get(address)) | {"name": ["X"], "club_name": ["C"], "players": ["7"]}
    sent = fields(client.post(address, sent | {"next": ["1"]}))
    page = client.post(address, sent | {"ruleset_id": ["hubei_kawuxing"], "again": ["1"]})
    page = client.post(address, fields(page) | {"next": ["1"]})
    assert "7 players fill 2 tables" in text(page)
    assert "2 are missing for full tables" in text(page)
    assert "in up to 3 rounds" in text(page)
    small = make_event(6, ruleset="hubei_kawuxing")
    people = client_of(small).get(reverse("desk-people", args=[small.tournament.slug]))
    assert "They fill whole tables" in text(people)


def test_nobody_waits_for_a_draw_on_a_club_night() -> None:
    night = make_event(6, kind="club_night")
    page = text(client_of(night).get(reverse("desk-now", args=[night.tournament.slug])))
    assert "Tables can be opened as people come" in page
    assert "missing for full tables" not in page


def test_there_is_no_such_preset(event: ClubEvent) -> None:
    client = client_of(event)
    assert client.get(reverse("desk-setup", args=["nothing"])).status_code == 404
    assert client.post(reverse("desk-setup", args=["nothing"])).status_code == 404


def test_the_players_expected_are_told_as_tables(event: ClubEvent) -> None:
    client = client_of(event)
    address = reverse("desk-setup", args=["guobiao-day"])
    sent = fields(client.get(address)) | {"name": ["X"], "club_name": ["C"], "players": ["18"]}
    page = client.post(address, sent | {"next": ["1"]})
    page = client.post(address, fields(page) | {"next": ["1"]})
    assert "18 players fill 4 tables" in text(page)
    assert "2 are missing for full tables" in text(page)


def settings_of(event: ClubEvent, **changes: object) -> dict[str, object]:
    page = client_of(event).get(reverse("desk-settings", args=[event.tournament.slug]))
    sent = fields(page) | {n: [str(v)] for n, v in changes.items() if v is not None}
    return {name: value for name, value in sent.items() if changes.get(name, "") is not None}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"scheme": "linear_4321"}, "1 table in 1 round and the ranks of 8 players"),
        ({"best_n": 2}, "the ranks of 8 players are computed anew"),
        ({"confirmed_only": "on"}, "Results of 2 tables that nobody has confirmed"),
        ({"minutes": 100}, "changes at once, at 2 tables"),
        ({"confirmation": "second"}, "by the new rule from now on: 2 tables"),
        ({"release": "held"}, "no results, hands or money any more until you publish"),
        ({"standings_public": None}, "Only referees and organisers see the standings"),
        ({"planned_rounds": 6}, "Begun already: 1 round"),
        ({"breaches": "ema"}, "the penalties given (0) stay"),
        ({"kind": "league"}, "no result changes"),
        ({"appeal_minutes": 45}, "appealed against"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_what_a_change_does_is_said_and_counted_before(
    event: ClubEvent, change: dict[str, object], words: str
) -> None:
    event.seat_round()
    event.record(event.table(), win(10, 0, 2))
    address = reverse("desk-settings", args=[event.tournament.slug])
    before = Tournament.objects.values().get(pk=event.tournament.pk)
    asked = client_of(event).post(address, settings_of(event, **change))
    assert words in text(asked)
    assert Tournament.objects.values().get(pk=event.tournament.pk) == before


def test_what_only_changes_words_is_saved_at_once(event: ClubEvent) -> None:
    address = reverse("desk-settings", args=[event.tournament.slug])
    client_of(event).post(address, settings_of(event, venue="Other hall"))
    assert Tournament.objects.get(pk=event.tournament.pk).venue == "Other hall"


def made_practice(event: ClubEvent) -> Tournament:
    done = client_of(event).post(reverse("desk-practice-new"), follow=True)
    assert "practice event is made" in text(done)
    made = Tournament.objects.get(practice=True)
    job = Job.objects.get(kind="practice", tournament=made)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.status, job.progress) == ("done", job.total)
    return made


def everything() -> dict[str, int]:
    models = (Tournament, Entry, Player, Club, Round, Hand, AuditEntry, Job)
    return {model.__name__: model.objects.count() for model in models}


def test_a_practice_event_is_made_and_deleted_without_a_trace(event: ClubEvent) -> None:
    before = everything()
    made = made_practice(event)
    assert list(made.rounds.values_list("status", flat=True)) == ["closed", "closed", "running"]
    assert made.entries.count() == 16
    assert Hand.objects.filter(table__round__tournament=made).count() == 2 * 4 * 16 + 20
    client = client_of(event)
    address = reverse("desk-practice-delete", args=[made.slug])
    assert "16 people, 3 rounds and 148 hands are gone" in text(client.get(address))
    client.post(address)
    assert everything() == before


def test_nothing_is_asked_while_a_practice_event_is_filled(event: ClubEvent) -> None:
    made = practice.make_practice(event.as_organiser)
    address = reverse("desk-now", args=[made.slug])
    page = text(client_of(event).get(address))
    assert "is being filled" in page
    assert "Nobody is registered yet" not in page
    assert "Draw round 1" not in page
    Job.objects.filter(tournament=made, kind="practice").update(status="failed")
    assert "Nobody is registered yet" in text(client_of(event).get(address))


def test_the_job_can_be_taken_up_again(event: ClubEvent, monkeypatch: pytest.MonkeyPatch) -> None:
    made = practice.make_practice(event.as_organiser)
    job = Job.objects.get(kind="practice", tournament=made)
    steps = iter(range(100))

    def stop(run: jobs.Run, done: int, total: int, message: str = "") -> None:
        if next(steps) == 7:
            raise jobs.CancelledError

    with monkeypatch.context() as patched:
        patched.setattr(jobs.Run, "progress", stop)
        jobs.run(job.pk)
    assert made.rounds.count() == 2
    Job.objects.filter(pk=job.pk).update(status="queued", cancel_requested=False)
    jobs.run(job.pk)
    assert made.rounds.count() == 3
    assert Hand.objects.filter(table__round__tournament=made).count() == 148


def test_practice_is_marked_and_takes_part_in_nothing(event: ClubEvent) -> None:
    made = made_practice(event)
    client = client_of(event)
    table = made.rounds.get(number=3).tables.first()
    for address in (
        reverse("standings", args=[made.slug]),
        reverse("people", args=[made.slug]),
        reverse("rounds", args=[made.slug]),
        reverse("table", args=[made.slug, 1, 1]),
        reverse("desk-now", args=[made.slug]),
        reverse("desk-settings", args=[made.slug]),
        reverse("referee-table", args=[table.pk]),
    ):
        assert "Practice event: made-up people" in text(client.get(address)), address
    home = Client(headers={"Accept-Language": "en"}).get("/")
    assert "practice event" in text(home)
    change_tournament(SYSTEM, made.pk, status="finished")
    assert made.name not in text(Client().get("/"))
    # Nobody of it is known where a real list is read.
    name = made.entries.first().player.name
    found = people_import.sort_rows(event.tournament, [entries.Row(name=f"{name} ")])
    assert found.alike == ()


def test_a_real_event_is_not_deleted(event: ClubEvent) -> None:
    with pytest.raises(Conflict):
        practice.delete_practice(event.as_organiser, event.tournament.pk)
    address = reverse("desk-practice-delete", args=[event.tournament.slug])
    assert client_of(event).post(address).status_code == 409
    assert Tournament.objects.filter(pk=event.tournament.pk).exists()


def test_a_real_person_in_a_practice_event_stays(event: ClubEvent) -> None:
    made = made_practice(event)
    guest = entries.register(SYSTEM, made.pk, name="Real guest", club_name="Real club")
    practice.delete_practice(Actor.of(event.organiser), made.pk)
    assert Player.objects.filter(pk=guest.player_id).exists()


def test_an_event_can_be_practice_from_the_start(event: ClubEvent) -> None:
    made = create_tournament(SYSTEM, name="Try", club_name="C", practice=True)
    practice.delete_practice(SYSTEM, made.pk)
    assert not Tournament.objects.filter(name="Try").exists()
    assert re.match("test event", event.tournament.name, re.IGNORECASE)
