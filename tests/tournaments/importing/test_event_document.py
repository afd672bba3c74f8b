"""The event document: out and in again, byte for byte; and every way in which it is refused."""

import copy
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import models
from hypothesis import given
from hypothesis import strategies as st

from tests.club import DRAW, SYSTEM, ClubEvent, key, make_event, win
from tournaments import models as club_models
from tournaments.importing.event_checks import check_document
from tournaments.importing.event_form import DocumentForm, read_document
from tournaments.models import (
    Act,
    AuditEntry,
    Club,
    Entry,
    Hand,
    Membership,
    Player,
    Submission,
    TableLink,
    Tournament,
)
from tournaments.services import entries, hands, penalties, standings, tables
from tournaments.services.access import Actor
from tournaments.services.demo import NIGHT_SLUG, OPEN_SLUG, make_demo
from tournaments.services.errors import Invalid, NotAllowed
from tournaments.services.event_document import document_of, dumps, exported
from tournaments.services.event_import import import_event

Document = dict[str, Any]


@pytest.fixture
def event(db: None) -> ClubEvent:
    """An event with everything in it that a document holds."""
    made = make_event(8)
    made.seat_round()
    table = made.table()
    made.record(table, win(10, 0, 2, flowers=1), DRAW, win(8, 1), win(25, 3, 0))
    last = table.hands.in_force().get(number=4)
    hands.undo_hand(SYSTEM, table.pk, number=4, revision=last.revision, client_key=key())
    hands.amend_hand(
        SYSTEM, table.pk, 2, events=win(16, 2, 1), revision=1, client_key=key(), reason="misread"
    )
    made.record(table, win(12, 2))
    tables.type_totals(
        SYSTEM, made.table(1, 2).pk, {0: 9, 1: 1, 2: 0, 3: -20}, reason="deducted 10"
    )
    give = {"scope": "session", "mode": "deduct", "points": 10, "round_number": 1}
    for entry in made.entries[:2]:
        penalties.give_penalty(SYSTEM, made.tournament.pk, entry_id=entry.pk, reason="late", **give)
    gone = made.tournament.penalties.order_by("id")[0]
    penalties.cancel_penalty(SYSTEM, gone.pk, "was there")
    entries.change_entry(SYSTEM, made.entries[7].pk, status=Entry.Status.WITHDRAWN)
    _stages_and_absences(made)
    return made


def _stages_and_absences(made: ClubEvent) -> None:
    """A final with a decided cut, adjustments, a forfeit: as rows, for the document alone."""
    stage = club_models.Stage.objects.create(
        tournament=made.tournament, number=2, carry="fraction", numerator=2, denominator=3,
        round_tp="up", cut_size=2, cut_reason="drew lots", for_teams=False,
    )  # fmt: skip
    for entry, decided in zip(made.entries[:2], (False, True), strict=True):
        club_models.StageEntry.objects.create(stage=stage, entry=entry, decided=decided)
    club_models.Forfeit.objects.create(
        round=made.table().round, entry=made.entries[6], reason="came 20 minutes late"
    )
    signed = {"table": made.table(), "actor": "second referee", "totals": [1, 2, 3, -6]}
    club_models.Signature.objects.create(agrees=False, **signed)
    club_models.Signature.objects.create(agrees=True, blind=True, **signed)
    adjust = {"tournament": made.tournament, "reason": "appeal", "table_points": -1260}
    club_models.Adjustment.objects.create(entry=made.entries[0], **adjust)
    club_models.Adjustment.objects.create(team=made.entries[0].team, game_points=7, **adjust)
    club_models.Round.objects.filter(pk=made.table().round_id).update(
        drawn_from={"revision": 3, "order": [2, 1]}
    )
    Tournament.objects.filter(pk=made.tournament.pk).update(best_n=3, bye_points=0, release="held")


@pytest.fixture
def document(event: ClubEvent) -> Document:
    return written(event.tournament)


def written(tournament: Tournament) -> Document:
    content: Document = json.loads(dumps(document_of(fresh(tournament))))
    return content


def fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def same_but_for_the_address(text: str, other: Tournament, own: Tournament) -> bool:
    return text.replace(f'"slug": "{other.slug}"', f'"slug": "{own.slug}"') == dumps(
        document_of(fresh(own))
    )


def problems(content: object, **kwargs: Any) -> dict[str, str]:
    before = (Tournament.objects.count(), Player.objects.count(), Club.objects.count())
    with pytest.raises(Invalid) as caught:
        import_event(SYSTEM, content, **kwargs)
    assert before == (Tournament.objects.count(), Player.objects.count(), Club.objects.count())
    return {problem.field: str(problem.message) for problem in caught.value.problems}


def test_export_import_export_is_the_same(event: ClubEvent) -> None:
    text = dumps(document_of(fresh(event.tournament)))
    again = import_event(SYSTEM, json.loads(text))
    assert again.slug != event.tournament.slug
    assert same_but_for_the_address(text, event.tournament, again)


def test_what_is_taken_away_says_when_and_of_which_revision(event: ClubEvent) -> None:
    tournament = fresh(event.tournament)
    moment = tournament.created_at.astimezone(tournament.club.zone)
    content = json.loads(exported(tournament, moment))
    assert content["exported"]["revision"] == tournament.revision
    assert content["exported"]["zone"] == "Asia/Shanghai"
    assert content["exported"]["made_at"].endswith("+08:00")
    again = import_event(SYSTEM, content)
    del content["exported"]
    assert same_but_for_the_address(dumps(content), tournament, again)


def test_a_document_of_the_first_version_takes_the_defaults(event: ClubEvent) -> None:
    Tournament.objects.filter(pk=event.tournament.pk).update(best_n=None)
    document = written(event.tournament)
    new = {"version": 1}
    event_form = DocumentForm().fields["event"]
    for name, field in event_form.fields.items():
        if not field.required:
            del document["event"][name]
    del document["adjustments"]
    document["stages"] = [{"number": 1, "name": ""}, {"number": 2, "name": ""}]
    for entry in document["entries"]:
        for name in ("status_from", "reserve", "lot"):
            del entry[name]
    for round_ in document["rounds"]:
        for name in ("extra_minutes", "confirmed_at", "drawn_from", "forfeits"):
            del round_[name]
        for table in round_["tables"]:
            del table["extra_minutes"]
    again = import_event(SYSTEM, document | new)
    assert again.release == "live"
    assert again.appeal_minutes == 30
    assert [stage.carry for stage in again.stages.order_by("number")] == ["all", "all"]


def test_the_demo_survives_a_round_trip(db: None) -> None:
    make_demo()
    for slug in (OPEN_SLUG, NIGHT_SLUG):
        tournament = Tournament.objects.get(slug=slug)
        text = dumps(document_of(tournament))
        assert same_but_for_the_address(text, tournament, import_event(SYSTEM, json.loads(text)))


def test_into_an_empty_house_the_address_stays(document: Document, event: ClubEvent) -> None:
    text = dumps(document_of(fresh(event.tournament)))
    for model in (club_models.AuditEntry, club_models.Job, Hand, club_models.Seat):
        model.objects.all().delete()
    club_models.Penalty.objects.all().delete()
    club_models.Adjustment.objects.all().delete()
    club_models.StageEntry.objects.all().delete()
    club_models.Forfeit.objects.all().delete()
    Tournament.objects.all().delete()
    Entry.objects.all().delete()
    Player.objects.all().delete()
    Club.objects.all().delete()
    again = import_event(SYSTEM, document)
    assert dumps(document_of(fresh(again))) == text


def test_standings_and_tables_are_the_same(event: ClubEvent, document: Document) -> None:
    again = import_event(SYSTEM, document)

    def figures(tournament: Tournament) -> list[tuple[object, ...]]:
        rows = standings.compute_now(tournament).rows
        return [(row.number, row.rank, row.table_points, row.game_points) for row in rows]

    assert figures(again) == figures(fresh(event.tournament))


def test_people_are_the_same_people(event: ClubEvent, document: Document) -> None:
    again = import_event(SYSTEM, document)
    numbers = [entry.player_id for entry in event.entries]
    assert [entry.player_id for entry in again.entries.order_by("number")] == numbers


def test_two_people_of_one_name_stay_two(db: None) -> None:
    made = make_event(2)
    other = made.entries[1].player
    other.name = made.entries[0].player.name
    other.save()
    again = import_event(SYSTEM, written(made.tournament))
    assert len({entry.player_id for entry in again.entries.all()}) == 2


def test_what_is_left_out(event: ClubEvent, document: Document) -> None:
    event.link(event.table())
    again = import_event(event.as_organiser, document)
    assert list(again.memberships.values_list("user", "role")) == [
        (event.organiser.pk, Membership.Role.ORGANISER)
    ]
    assert not TableLink.objects.filter(table__round__tournament=again).exists()
    assert not Submission.objects.filter(table__round__tournament=again).exists()
    assert [entry.act for entry in AuditEntry.objects.filter(tournament=again)] == [
        Act.TOURNAMENT_IMPORTED
    ]


def test_every_field_of_the_models_is_in_the_document_or_left_out_on_purpose() -> None:
    """A new column must be written to the document, or named here."""
    left_out: dict[type[models.Model], set[str]] = {
        club_models.Tournament: {"revision", "ruleset_options"},
        club_models.Round: {"tournament"},
        club_models.Table: {"round"},
        club_models.Seat: {"table", "round"},
        club_models.Hand: {"table", "chair_deltas", "chair_marks"},
        club_models.Penalty: {"tournament", "round_number"},
        club_models.Stage: {"tournament"},
        club_models.Entry: {"tournament", "player"},
        club_models.Club: set(),
        club_models.Player: {"user"},
    }
    form = DocumentForm()
    forms = {
        club_models.Tournament: form.fields["event"],
        club_models.Round: form.fields["rounds"].child,
        club_models.Table: form.fields["rounds"].child.fields["tables"].child,
        club_models.Seat: form.fields["rounds"].child.fields["tables"].child.fields["seats"].child,
        club_models.Hand: form.fields["rounds"].child.fields["tables"].child.fields["hands"].child,
        club_models.Penalty: form.fields["penalties"].child,
        club_models.Stage: form.fields["stages"].child,
        club_models.Entry: form.fields["entries"].child,
        club_models.Club: form.fields["clubs"].child,
        club_models.Player: form.fields["entries"].child,
    }
    for model, part in forms.items():
        columns = {field.name for field in model._meta.fields if field.name != "id"}
        assert columns - set(part.fields) == left_out[model], model.__name__


def test_only_organisers_import(event: ClubEvent, document: Document) -> None:
    for user in (event.referee, event.outsider):
        with pytest.raises(NotAllowed):
            import_event(Actor.of(user), document)
    assert Tournament.objects.count() == 1


def test_records_without_money_are_settled(event: ClubEvent, document: Document) -> None:
    text = dumps(document_of(fresh(event.tournament)))
    for hand in document["rounds"][0]["tables"][0]["hands"]:
        del hand["settlement"]
        if hand["undone_at"] is None:
            del hand["position"]
            del hand["record"]["context"]
            del hand["record"]["ruleset"]
    again = import_event(SYSTEM, document)
    assert same_but_for_the_address(text, event.tournament, again)


def test_a_settlement_that_differs_is_refused(document: Document) -> None:
    hand = document["rounds"][0]["tables"][0]["hands"][0]
    hand["settlement"]["deltas"] = [40, -8, -24, -8]
    found = problems(document)
    assert list(found) == ["round 1 table 1"]
    assert "hand 1" in found["round 1 table 1"]
    assert "[40, -8, -24, -8]" in found["round 1 table 1"]
    assert "[35, -8, -19, -8]" in found["round 1 table 1"]


def test_rescore_takes_what_the_rules_give_now(event: ClubEvent, document: Document) -> None:
    text = dumps(document_of(fresh(event.tournament)))
    document["rounds"][0]["tables"][0]["hands"][0]["settlement"]["deltas"] = [40, -8, -24, -8]
    again = import_event(SYSTEM, document, rescore=True)
    assert same_but_for_the_address(text, event.tournament, again)


def change(path: str, value: object) -> Callable[[Document], None]:
    def act(document: Document) -> None:
        *way, last = [int(part) if part.isdecimal() else part for part in path.split(".")]
        place: Any = document
        for part in way:
            place = place[part]
        place[last] = value

    return act


HAND = "rounds.0.tables.0.hands.0"
REFUSED: list[tuple[str, object, str]] = [
    ("version", 3, "version"),
    ("format", "other", "format"),
    ("extra", 1, "extra"),
    ("event.name", "", "event.name"),
    ("event.slug", "no address", "event.slug"),
    ("event.club", "Nowhere", "event"),
    ("event.ruleset", "poker", "ruleset"),
    ("event.options", {"base": -1}, "base"),
    ("event.scheme", "none", "event.scheme"),
    ("event.order_keys", ["luck"], "event.order_keys"),
    ("event.starts_on", "yesterday", "event.starts_on"),
    ("event.minutes", 10**9, "event.minutes"),
    ("clubs.0.time_zone", "Mars/Base", "club Test club"),
    ("teams", ["Team 1", "Team 1", "Team 2"], "teams"),
    ("entries.1.number", 1, "entries"),
    ("entries.0.team", "Team 9", "entry 1"),
    ("entries.0.club", "Nowhere", "entry 1"),
    ("entries.0.status", "asleep", "entries[0].status"),
    ("rounds.0.stage", 7, "round 1"),
    ("rounds.0.byes", [1], "round 1"),
    ("rounds.0.byes", [99], "round 1"),
    ("rounds.0.started_at", "noon", "rounds[0].started_at"),
    ("rounds.0.tables.1.number", 1, "round 1"),
    ("rounds.0.tables.0.seats.0.wind", 1, "round 1 table 1"),
    ("rounds.0.tables.0.seats.0.entry", 5, "round 1"),
    ("rounds.0.tables.0.seats.0.entry", 99, "round 1 table 1"),
    ("rounds.0.tables.0.seats.0.typed_points", 2.5, "rounds[0].tables[0].seats[0].typed_points"),
    ("rounds.0.tables.1.imbalance_reason", "", "round 1 table 2"),
    ("rounds.0.tables.1.seats.0.typed_points", None, "round 1 table 2"),
    (f"{HAND}.number", 9, "round 1 table 1"),
    (f"{HAND}.record.events", [], "round 1 table 1"),
    (f"{HAND}.record.events", win(7, 0), "round 1 table 1"),
    (f"{HAND}.record.ruleset", "nanchang", "round 1 table 1"),
    (f"{HAND}.record.context", {"players": 4, "dealer": 1, "round_wind": 0}, "round 1 table 1"),
    (f"{HAND}.record", 5, "rounds[0].tables[0].hands[0].record"),
    (f"{HAND}.position.winds", [0, 1, 2, 2], "rounds[0].tables[0].hands[0].position"),
    (f"{HAND}.position.winds", [1, 0, 2, 3], "round 1 table 1"),
    ("penalties.0.entry", 99, "penalty 1"),
    ("penalties.0.beneficiary", 2, "penalty 1"),
    ("penalties.0.round", None, "penalty 1"),
    ("penalties.0.reason", "a\u0000b", "document"),
    ("penalties.0.reason", "a\ud800b", "document"),
    (f"{HAND}.record.note", float("inf"), "document"),
]


@pytest.mark.parametrize(("path", "value", "field"), REFUSED)
def test_a_wrong_document_is_refused(
    document: Document, path: str, value: object, field: str
) -> None:
    change(path, value)(document)
    assert field in problems(document)


def test_all_problems_at_once(document: Document) -> None:
    change("entries.0.status", "asleep")(document)
    change(f"{HAND}.revision", 0)(document)
    change("penalties.0.points", -5)(document)
    change("rounds.0.tables.0.extra", 1)(document)
    assert set(problems(document)) == {
        "entries[0].status",
        "rounds[0].tables[0].hands[0].revision",
        "rounds[0].tables[0].extra",
        "penalties[0].points",
    }


def test_problems_of_several_tables_at_once(document: Document) -> None:
    tables_ = document["rounds"][0]["tables"]
    change(f"{HAND}.record.events", win(7, 0))(document)
    tables_[1] |= {"source": "hands", "hands": copy.deepcopy(tables_[0]["hands"])}
    assert set(problems(document)) == {"round 1 table 1", "round 1 table 2"}


def test_a_member_number_of_somebody_else(db: None) -> None:
    made = make_event(0)
    entries.register_many(
        SYSTEM, made.tournament.pk, [entries.Row(name="A", club_name="C", member_number="7")]
    )
    document = written(made.tournament)
    document["entries"][0]["name"] = "B"
    assert "belongs to A" in problems(document)["entry 1"]


def test_the_wanted_address(document: Document) -> None:
    assert import_event(SYSTEM, document, slug="elsewhere").slug == "elsewhere"
    assert "event.slug" in problems(document, slug="elsewhere")
    assert "event.slug" in problems(document, slug="not an address")


@pytest.mark.parametrize("content", [None, 3, "text", [], {}, {"format": "mjclub.event"}])
def test_what_is_no_document_at_all(db: None, content: object) -> None:
    assert problems(content)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
PARTS = list(DocumentForm().fields)


@given(st.dictionaries(st.sampled_from(PARTS), JSON))
def test_reading_never_fails(content: Document) -> None:
    document, found = read_document(content)
    assert found or not check_document(document)


def test_commands(event: ClubEvent, tmp_path: Path) -> None:
    out = io.StringIO()
    call_command("export_event", event.tournament.slug, stdout=out)
    file = tmp_path / "event.json"
    file.write_bytes(b"\xef\xbb\xbf" + out.getvalue().encode())
    answer = io.StringIO()
    call_command("import_event", str(file), slug="again", stdout=answer)
    assert answer.getvalue() == "again\n"
    second = io.StringIO()
    call_command("export_event", str(Tournament.objects.get(slug="again").pk), stdout=second)
    assert second.getvalue() == out.getvalue().replace(event.tournament.slug, "again")


@pytest.mark.parametrize(
    ("text", "words"),
    [(None, "No such file"), ("{", "not JSON"), ("NaN", "NaN"), ("{}", "format:")],
)
def test_commands_say_what_is_wrong(db: None, tmp_path: Path, text: str | None, words: str) -> None:
    file = tmp_path / "event.json"
    if text is not None:
        file.write_text(text)
    with pytest.raises(CommandError, match=words):
        call_command("import_event", str(file))
    with pytest.raises(CommandError, match="no event"):
        call_command("export_event", "nowhere")
