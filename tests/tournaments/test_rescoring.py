"""Settling all hands anew: a report that changes nothing, published whole or not at all."""

from typing import Any

import pytest

from tests.club import DRAW, SYSTEM, ClubEvent, key, make_event, win
from tournaments.models import AuditEntry, Hand, Job, Table, Tournament
from tournaments.services import hands, jobs, replay, rescoring, restoring, standings
from tournaments.services.access import Actor
from tournaments.services.errors import Conflict, Invalid, NotAllowed
from tournaments.services.event_document import document_of, dumps

pytestmark = pytest.mark.django_db
# Guobiao with another least number of fans: lower hands are refused.
TEN = {"min_fan": 10}


def _fresh(tournament: Tournament) -> Tournament:
    return Tournament.objects.select_related("club").get(pk=tournament.pk)


def _event() -> ClubEvent:
    event = make_event(8)
    event.seat_round()
    event.record(event.table(1, 1), win(8, 0, 1), win(24, 1), DRAW)
    event.record(event.table(1, 2), win(12, 2, 3))
    return event


def _report(event: ClubEvent, options: dict[str, Any]) -> rescoring.Report:
    job = rescoring.request_report(event.as_organiser, event.tournament.pk, options)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE, job.error
    report = rescoring.report_of(_fresh(event.tournament), job)
    assert report is not None
    return report


def _publish(event: ClubEvent, report: rescoring.Report) -> Job:
    job = rescoring.request_publication(event.as_organiser, event.tournament.pk, report.job.pk)
    jobs.run(job.pk)
    job.refresh_from_db()
    return job


def _changed_option(event: ClubEvent) -> dict[str, Any]:
    """Return options under which a win is paid otherwise."""
    return {"base": 10}


def test_the_report_changes_nothing_and_tells_hands_tables_and_people() -> None:
    event = _event()
    before = dumps(document_of(_fresh(event.tournament)))
    report = _report(event, _changed_option(event))
    assert dumps(document_of(_fresh(event.tournament))) == before
    assert report.settled == 4
    assert report.current
    assert not report.refused
    moved = {(h.round_number, h.table_number, h.number): (h.before, h.now) for h in report.hands}
    # The loser of the discard pays 8 + fan, the others 8; now 10 + fan and 10.
    assert moved[1, 2, 1] == ([-8, -8, 36, -20], [-10, -10, 42, -22])
    assert (1, 1, 3) not in moved
    assert {row.row.number for row in report.difference.rows} == set(range(1, 9))
    assert sum(sum(new) for *_place, new in report.tables) == 0


def test_published_it_is_one_act_that_another_restores() -> None:
    event = _event()
    before = _fresh(event.tournament)
    as_it_was = dumps(document_of(before))
    report = _report(event, _changed_option(event))
    job = _publish(event, report)
    assert job.status == Job.Status.DONE, job.error
    now = _fresh(before)
    assert now.revision == before.revision + 1
    assert now.ruleset_options["base"] == 10
    assert standings.compute_now(now).to_json() == job_after(report)
    groups = AuditEntry.objects.filter(tournament=before, act="event.rescored")
    assert groups.values("group").distinct().count() == 1
    assert groups.filter(target__startswith="hand ").count() == len(report.hands)
    assert replay.prove(now).differences == ()
    # Run again after it was cut off, it says what it has done.
    Job.objects.filter(pk=job.pk).update(status=Job.Status.QUEUED)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.DONE
    assert _fresh(before).revision == now.revision
    restoring.restore(SYSTEM, before.pk, before.revision, seen=now.revision)
    assert dumps(document_of(_fresh(before))) == as_it_was


def job_after(report: rescoring.Report) -> Any:
    return report.job.result["after"] if report.job.result else None


def test_with_the_options_as_they_are_nothing_moves() -> None:
    event = _event()
    report = _report(event, dict(_fresh(event.tournament).ruleset_options))
    assert report.settled == 4
    assert not report.hands
    assert not report.difference
    assert not report.refused


def test_hands_that_the_rules_refuse_are_named_and_nothing_can_be_published() -> None:
    event = _event()
    report = _report(event, TEN)
    assert [(h.round_number, h.table_number, h.number) for h in report.refused] == [(1, 1, 1)]
    assert report.refused[0].why
    with pytest.raises(Conflict, match="refused"):
        rescoring.request_publication(event.as_organiser, event.tournament.pk, report.job.pk)


def test_a_report_of_another_revision_cannot_be_published() -> None:
    event = _event()
    report = _report(event, _changed_option(event))
    waiting = rescoring.request_publication(event.as_organiser, event.tournament.pk, report.job.pk)
    event.record(event.table(1, 2), DRAW)
    before = dumps(document_of(_fresh(event.tournament)))
    with pytest.raises(Conflict, match="Something happened"):
        rescoring.request_publication(event.as_organiser, event.tournament.pk, report.job.pk)
    jobs.run(waiting.pk)
    waiting.refresh_from_db()
    assert waiting.status == Job.Status.FAILED
    assert "Something happened" in waiting.error
    assert dumps(document_of(_fresh(event.tournament))) == before


def test_a_table_that_is_written_meanwhile_stops_the_publication_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = _event()
    report = _report(event, _changed_option(event))
    job = rescoring.request_publication(event.as_organiser, event.tournament.pk, report.job.pk)
    settle = rescoring.settle_all

    def with_a_hand(*args: Any) -> Any:
        yield from settle(*args)
        event.record(event.table(1, 2), DRAW)

    monkeypatch.setattr(rescoring, "settle_all", with_a_hand)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.status == Job.Status.FAILED
    assert not Hand.objects.filter(revision__gt=1).exists()
    assert _fresh(event.tournament).ruleset_options["base"] == 8


def test_a_report_can_be_stopped_dropped_and_asked_again() -> None:
    event = _event()
    pk = event.tournament.pk
    job = rescoring.request_report(event.as_organiser, pk, _changed_option(event))
    jobs.cancel(event.as_organiser, job.pk)
    assert jobs.run(job.pk) is None
    waiting = rescoring.request_report(event.as_organiser, pk, TEN)
    newer = rescoring.request_report(event.as_organiser, pk, _changed_option(event))
    waiting.refresh_from_db()
    assert waiting.status == Job.Status.CANCELLED, "the newer question counts"
    jobs.run(newer.pk)
    rescoring.drop(event.as_organiser, pk, newer.pk)
    newer.refresh_from_db()
    assert rescoring.report_of(_fresh(event.tournament), newer) is None
    assert _report(event, _changed_option(event)).hands


def test_only_organisers_ask_and_only_for_what_the_rules_know() -> None:
    event = _event()
    pk = event.tournament.pk
    with pytest.raises(NotAllowed):
        rescoring.request_report(Actor.of(event.referee), pk, {})
    with pytest.raises(Invalid):
        rescoring.request_report(event.as_organiser, pk, {"no_such": 1})
    empty = make_event(4)
    with pytest.raises(Conflict, match="settings"):
        rescoring.request_report(empty.as_organiser, empty.tournament.pk, {})


def test_a_confirmed_result_stays_confirmed_and_its_table_counts_up() -> None:
    event = _event()
    table = event.table(1, 2)
    Table.objects.filter(pk=table.pk).update(status="confirmed")
    revision = Table.objects.get(pk=table.pk).revision
    _publish(event, _report(event, _changed_option(event)))
    now = Table.objects.get(pk=table.pk)
    assert (now.status, now.revision) == ("confirmed", revision + 1)


def test_hands_undone_stay_as_they_were() -> None:
    event = _event()
    table = event.table(1, 2)
    hands.undo_hand(SYSTEM, table.pk, number=1, revision=1, client_key=key())
    event.record(table, win(16, 0))
    _publish(event, _report(event, _changed_option(event)))
    undone = Hand.objects.get(table=table, undone_at__isnull=False)
    assert undone.chair_deltas == [-8, -8, 36, -20]
