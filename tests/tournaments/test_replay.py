"""The log by itself rebuilds the event, and nothing of an event escapes it."""

from io import StringIO

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models, transaction

from tests.club import DRAW, SYSTEM, key, make_event, win
from tests.tournaments.whole_event import play_everything
from tournaments.models import Act, AuditEntry, Hand, LoggedRow, Tournament
from tournaments.models.facts import FACTS, NO_FACTS, FactQuerySet, touched
from tournaments.services import demo, event_import, hands, replay
from tournaments.services.event_document import document_of, dumps
from tournaments.services.fact_log import state_at

pytestmark = pytest.mark.django_db
# Acts that the event of `play_everything` has not seen, and where they are replayed.
ELSEWHERE = {
    Act.TOURNAMENT_IMPORTED: "test_an_imported_event_is_rebuilt",
    # These touch no fact of the event: rights, and what the hall is told.
    Act.NAME_HIDDEN: "a person's name is the house's",
    Act.NAME_SHOWN: "a person's name is the house's",
    Act.PERSON_ERASED: "a person's name is the house's",
    Act.PERSON_MERGED: "tests.tournaments.test_merging",
    Act.PERSON_SPLIT: "tests.tournaments.test_merging",
    Act.CHECKED_IN: "nothing to replay",
    Act.CHECKED_OUT: "nothing to replay",
    Act.WEBHOOK_ADDED: "nothing to replay",
    Act.WEBHOOK_CHANGED: "nothing to replay",
    Act.WEBHOOK_REMOVED: "nothing to replay",
    Act.WEBHOOK_RESENT: "nothing to replay",
    Act.HELPER_INVITED: "nothing to replay",
    Act.INVITATION_WITHDRAWN: "nothing to replay",
    Act.PASSWORD_LINK_MADE: "nothing to replay",
    Act.PASSWORD_SET: "nothing to replay",
    Act.PLAYER_LINK_MADE: "nothing to replay",
    Act.PLAYER_LINK_REVOKED: "nothing to replay",
    Act.ANNOUNCED: "nothing to replay",
    Act.ANNOUNCEMENT_TAKEN: "nothing to replay",
    Act.HALL_CHANGED: "nothing to replay",
    Act.TABLE_OPENED: "tests.tournaments.test_club_night",
    Act.TABLE_TAKEN_BACK: "tests.tournaments.test_club_night",
    Act.RESCORED: "tests.tournaments.test_rescoring",
    Act.REVISION_RESTORED: "tests.tournaments.test_restoring",
}


def test_an_event_that_has_seen_every_act_is_rebuilt_from_its_log() -> None:
    event = play_everything()
    seen = set(AuditEntry.objects.filter(tournament=event.tournament).values_list("act", flat=True))
    assert {str(act) for act in Act} - seen == {str(act) for act in ELSEWHERE}
    own = dumps(document_of(Tournament.objects.get(pk=event.tournament.pk)))
    proof = replay.prove(event.tournament)
    assert proof.differences == ()
    assert proof.document == own
    # The proof itself has changed nothing and left nothing to be logged.
    assert dumps(document_of(Tournament.objects.get(pk=event.tournament.pk))) == own
    assert not any(touched().values())


def test_every_state_in_between_is_the_event_of_that_moment() -> None:
    event = make_event(4)
    event.seat_round()
    table = event.table()
    seen = {}
    for number, deal in enumerate((win(8, 0), DRAW, win(12, 1, 2)), 1):
        hands.record_hand(SYSTEM, table.pk, events=deal, client_key=key(), number=number)
        event.tournament.refresh_from_db()
        seen[event.tournament.revision] = list(
            table.hands.order_by("number").values_list("chair_deltas", flat=True)
        )
    for revision, sheets in seen.items():
        state = state_at(event.tournament.pk, revision)
        assert [row["chair_deltas"] for row in state["hand"].values()] == sheets


def test_every_model_of_an_event_is_a_fact_or_named_as_none() -> None:
    """A model that somebody adds is either logged by every act, or named with the reason."""
    owned = {"tournament"}
    grew = True
    while grew:
        grew = False
        for model in apps.get_app_config("tournaments").get_models():
            name = str(model._meta.model_name)
            targets = {
                str(field.related_model._meta.model_name)
                for field in model._meta.concrete_fields
                if isinstance(field, models.ForeignKey)
            }
            if name not in owned and targets & (owned - set(NO_FACTS)):
                owned.add(name)
                grew = True
    assert owned == set(FACTS) | set(NO_FACTS)


def test_every_model_of_facts_notes_what_sends_no_signal() -> None:
    for kind in FACTS:
        model = apps.get_model("tournaments", kind)
        assert isinstance(model._default_manager.get_queryset(), FactQuerySet), kind


def test_what_is_written_past_the_acts_is_found() -> None:
    event = make_event(4)
    event.seat_round()
    event.record(event.table(), win(8, 0))
    assert replay.prove(event.tournament).differences == ()
    Hand.objects.filter(table=event.table()).update(chair_deltas=[9, -3, -3, -3])
    found = replay.prove(event.tournament).differences
    assert any(line.startswith("hand ") and "other than in the log" in line for line in found)
    with pytest.raises(CommandError, match="hand "):
        call_command("replay_log", event.tournament.slug, check=True)


def test_what_was_rolled_back_is_not_logged() -> None:
    event = make_event(4)
    before = LoggedRow.objects.count()
    with transaction.atomic():
        entry = event.entries[0]
        entry.reserve = True
        entry.save()
        transaction.set_rollback(True)
    event.seat_round()
    rows = LoggedRow.objects.order_by("id")[before:]
    # A row noted and rolled back may be logged again, as it stands.
    assert all(not row.values["reserve"] for row in rows if row.kind == "entry" and row.values)
    assert replay.prove(event.tournament).differences == ()


def test_an_imported_event_is_rebuilt() -> None:
    event = play_everything()
    document = document_of(Tournament.objects.get(pk=event.tournament.pk))
    copy = event_import.import_event(SYSTEM, document, slug="copied")
    proof = replay.prove(copy)
    assert proof.differences == ()
    assert proof.rows > 40


def test_the_command_proves_the_demo() -> None:
    demo.make_demo()
    for tournament in Tournament.objects.all():
        out = StringIO()
        call_command("replay_log", tournament.slug, check=True, stdout=out)
        assert "equal" in out.getvalue()
        out = StringIO()
        call_command("replay_log", str(tournament.pk), stdout=out)
        assert out.getvalue() == dumps(document_of(tournament))
    with pytest.raises(CommandError, match="no event"):
        call_command("replay_log", "nowhere")
