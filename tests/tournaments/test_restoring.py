"""Earlier revisions come back as one new act, which is undone in the same way."""

from typing import Any

import pytest

from tests.club import DRAW, SYSTEM, key, make_event, win
from tests.tournaments.whole_event import play_everything
from tournaments.models import AuditEntry, Hand, Penalty, Tournament
from tournaments.services import (
    entries,
    hands,
    penalties,
    replay,
    restoring,
    seating,
    standings,
)
from tournaments.services.access import Actor
from tournaments.services.errors import Conflict, NotAllowed, NotThere
from tournaments.services.event_document import document_of, dumps

pytestmark = pytest.mark.django_db


def _fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def _document(tournament: Tournament) -> str:
    return dumps(document_of(_fresh(tournament)))


def _in_force(tournament: Tournament) -> dict[str, Any]:
    """Return the document without what stays marked: undone hands, cancelled penalties."""
    document = document_of(_fresh(tournament))
    for round_ in document["rounds"]:
        for table in round_["tables"]:
            table["hands"] = [h for h in table["hands"] if h["undone_at"] is None]
    for key_ in ("penalties", "adjustments"):
        document[key_] = [p for p in document[key_] if p["cancelled_at"] is None]
    return document


def test_hands_come_back_as_they_were_and_the_act_is_undone_by_another() -> None:
    event = make_event(4)
    event.seat_round()
    table = event.table()
    event.record(table, win(8, 0), win(24, 1, 2))
    before = _fresh(event.tournament)
    then = _in_force(before)
    hands.amend_hand(SYSTEM, table.pk, 2, events=win(8, 1, 2), revision=1, client_key=key())
    event.record(table, DRAW)
    penalties.give_penalty(
        SYSTEM, before.pk, entry_id=event.entries[0].pk, scope="session", mode="deduct",
        points=40, reason="late", round_number=1,
    )  # fmt: skip
    later = _fresh(event.tournament)
    as_it_is = _document(later)

    shown = restoring.preview(event.as_organiser, later, before.revision)
    assert [(m.number, m.before, m.after) for m in shown.hands] == [
        (2, [-8, -8, 32, -16], [-8, -8, 48, -32]),
        (3, [0, 0, 0, 0], None),
    ]
    assert _document(later) == as_it_is, "a preview changes nothing"

    restoring.restore(
        event.as_organiser, later.pk, before.revision, seen=later.revision, reason="wrong table"
    )
    assert _in_force(before) == then
    undone = Hand.objects.get(table=table, number=3)
    assert undone.undone_at is not None
    assert Penalty.objects.get().cancelled_at is not None
    group = AuditEntry.objects.filter(tournament=before).first()
    assert group is not None
    acts = AuditEntry.objects.filter(group=group.group)
    assert {e.act for e in acts} == {"event.restored"}
    assert {e.target for e in acts} == {f"revision {before.revision}", "hand 2", "hand 3"}
    assert replay.prove(_fresh(before)).differences == ()

    now = _fresh(before)
    assert now.revision == later.revision + 1
    restoring.restore(event.as_organiser, now.pk, later.revision, seen=now.revision)
    assert _document(before) == as_it_is
    assert replay.prove(_fresh(before)).differences == ()


def test_every_revision_of_a_long_event_comes_back_and_goes_again() -> None:
    event = play_everything()
    last = _fresh(event.tournament).revision
    as_it_was = _document(event.tournament)
    restored = 0
    for revision in range(last - 1, 0, -5):
        seen = _fresh(event.tournament).revision
        if not restoring.preview(SYSTEM, _fresh(event.tournament), revision):
            continue  # an act that changed no fact, such as a release
        restoring.restore(SYSTEM, event.tournament.pk, revision, seen=seen)
        assert replay.prove(_fresh(event.tournament)).differences == ()
        # Standings, page and export are derived from whatever is there.
        standings.compute_now(_fresh(event.tournament))
        restored += 1
    assert restored > 8
    seen = _fresh(event.tournament).revision
    restoring.restore(SYSTEM, event.tournament.pk, last, seen=seen)
    assert _document(event.tournament) == as_it_was


def test_numbers_that_changed_hands_change_back() -> None:
    event = make_event(4)
    first, second = event.entries[:2]
    before = _fresh(event.tournament)
    then = _document(before)
    entries.change_entry(SYSTEM, first.pk, number=99)
    entries.change_entry(SYSTEM, second.pk, number=1)
    entries.change_entry(SYSTEM, first.pk, number=2)
    seen = _fresh(before).revision
    restoring.restore(SYSTEM, before.pk, before.revision, seen=seen)
    assert _document(before) == then


def test_a_round_drawn_since_goes_and_comes_back_with_its_hands() -> None:
    event = make_event(4)
    before = _fresh(event.tournament)
    event.seat_round()
    event.record(event.table(), win(8, 0))
    later = _fresh(before)
    as_it_is = _document(later)
    restoring.restore(SYSTEM, before.pk, before.revision, seen=later.revision)
    assert not before.rounds.exists()
    seating.set_round(SYSTEM, before.pk, tables=[[e.pk for e in reversed(event.entries)]])
    restoring.restore(SYSTEM, before.pk, later.revision, seen=_fresh(before).revision)
    assert _document(before) == as_it_is


def test_restoring_is_refused_when_it_is_not_what_was_seen() -> None:
    event = make_event(4)
    before = _fresh(event.tournament)
    event.seat_round()
    seen = _fresh(before).revision
    with pytest.raises(Conflict, match="Something happened"):
        restoring.restore(SYSTEM, before.pk, before.revision, seen=seen - 1)
    with pytest.raises(Conflict, match="nothing to restore"):
        restoring.restore(SYSTEM, before.pk, seen, seen=seen)
    for nowhere in (0, seen + 1):
        with pytest.raises(NotThere):
            restoring.restore(SYSTEM, before.pk, nowhere, seen=seen)
    with pytest.raises(NotAllowed):
        restoring.restore(Actor.of(event.referee), before.pk, before.revision, seen=seen)
    with pytest.raises(NotAllowed):
        restoring.preview(Actor.of(event.referee), before, before.revision)
    assert before.rounds.count() == 1
