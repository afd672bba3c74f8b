"""Settling all hands of an event anew: other options, or the present version of the rules.

First a job makes a report and changes nothing; then the organiser publishes it, by a second job
that settles once more and writes everything in one act or nothing, or drops it. Both speak of one
revision of the event: what happens meanwhile makes them void.
"""

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.progress import Position
from scoring.reseat import reseat_events
from scoring.rulesets import ENGINE_VERSION
from tournaments.models import Act, AuditEntry, Hand, Job, Table, Tournament
from tournaments.models.facts import untouched
from tournaments.services import jobs, standings
from tournaments.services.access import Actor, require_organiser
from tournaments.services.audit import Change, finish_act
from tournaments.services.errors import Conflict, Invalid, NotThere
from tournaments.services.events import resolved_options
from tournaments.services.hands import Sheet, facts, fill, hand_change
from tournaments.services.jobs import Run
from tournaments.services.locks import locked_wholly
from tournaments.services.tables import touch
from tournaments.standings import Standings
from tournaments.standings.difference import Difference, difference

# While acts keep coming the report starts over; then it gives up.
MAX_PASSES = 3
DERIVED = ["record", "settlement", "position", "chair_deltas", "chair_marks", "revision"]
Facts = dict[str, Any]


@dataclass
class SheetAnew:
    """One table settled anew. ``changed``: (hand with its new values, facts before); ``refused``:
    (number, why)."""

    table: Table
    hands: int
    changed: list[tuple[Hand, Facts]] = field(default_factory=list)
    refused: list[tuple[int, str]] = field(default_factory=list)
    over: bool = False


@dataclass(frozen=True)
class HandAnew:
    """A hand as the report tells it; ``now`` None and ``why`` when the rules refuse it."""

    round_number: int
    table_number: int
    number: int
    before: list[int]
    now: list[int] | None
    why: str = ""


@dataclass(frozen=True)
class Report:
    """What a report job found. ``current`` while the event is still at its ``revision``."""

    job: Job
    revision: int
    current: bool
    settled: int
    hands: tuple[HandAnew, ...]
    refused: tuple[HandAnew, ...]
    tables: tuple[tuple[int, int, list[int], list[int]], ...]
    difference: Difference
    options: Facts


def request_report(actor: Actor, tournament_id: int, options: Facts) -> Job:
    """Ask what all hands would come to under ``options`` (as for `events.change_tournament`) and
    the present version of the rules. Raises `Invalid` for options that are wrong."""
    tournament = _tournament(tournament_id)
    require_organiser(actor, tournament)
    resolved = resolved_options(tournament.ruleset, options)
    if not Hand.objects.filter(table__round__tournament=tournament).exists():
        raise Conflict(_("No hand is recorded yet: change the options in the settings."))
    _stop_waiting(tournament)
    return jobs.request(
        Job.Kind.RESCORE,
        tournament_id,
        key=f"rescore:{tournament_id}",
        arguments={"options": resolved, "label": actor.label},
        actor=actor,
    )


def _tournament(tournament_id: int) -> Tournament:
    tournament = Tournament.objects.select_related("club").filter(pk=tournament_id).first()
    if tournament is None:
        raise NotThere
    return tournament


def _stop_waiting(tournament: Tournament) -> None:
    """A report that still waits was asked for with other options: the newer question counts."""
    Job.objects.filter(
        tournament=tournament, kind=Job.Kind.RESCORE, status=Job.Status.QUEUED
    ).update(status=Job.Status.CANCELLED)


@jobs.handler(Job.Kind.RESCORE)
def make_report(run: Run) -> Facts:
    """Settle every hand beside what is stored; write nothing but the report."""
    options = run.arguments["options"]
    for _pass in range(MAX_PASSES):
        tournament = _tournament(run.job.tournament_id)
        sheets = list(settle_all(tournament, options, run.progress))
        with untouched(), transaction.atomic():
            same = _tournament(tournament.pk).revision == tournament.revision
            if same:
                before = standings.compute_now(tournament)
                after = _standings_with(tournament, sheets, options)
                transaction.set_rollback(True)
        if same:
            return _report(tournament, sheets, options, before, after)
    raise Conflict(_("Hands kept coming while they were settled; ask again when it is quieter."))


def settle_all(
    tournament: Tournament, options: Facts, progress: Callable[[int, int, str], None]
) -> Iterator[SheetAnew]:
    """Settle the hands in force of every table in their order; nothing is written."""
    anew = copy.copy(tournament)
    anew.ruleset_options = options
    anew.engine_version = ENGINE_VERSION
    tables = list(
        Table.objects.filter(round__tournament=tournament, hands__undone_at=None)
        .filter(hands__isnull=False)
        .distinct()
        .select_related("round")
        .order_by("round__number", "number")
    )
    for done, table in enumerate(tables):
        progress(done, len(tables), f"{table.round.number}/{table.number}")
        table.round.tournament = anew
        yield _settle_sheet(Sheet(table))
    progress(len(tables), len(tables), "")


def _settle_sheet(sheet: Sheet) -> SheetAnew:
    found = SheetAnew(sheet.table, len(sheet.hands))
    for index, hand in enumerate(sheet.hands):
        position = sheet.positions()[index]
        if position is None:
            found.refused.append((hand.number, _("It would stand after the end of the game.")))
            break
        before = {**facts(hand), "record": hand.record, "settlement": hand.settlement}
        try:
            _settle(sheet, hand, index, position)
        except Invalid as refused:
            # It stays as it is, so that what follows can be looked at too.
            found.refused += [(hand.number, str(p.message)) for p in refused.problems]
            continue
        now = {**facts(hand), "record": hand.record, "settlement": hand.settlement}
        if now != before:
            found.changed.append((hand, before))
    found.over = sheet.positions()[-1] is None
    return found


def _settle(sheet: Sheet, hand: Hand, index: int, position: Position) -> None:
    """Settle one hand where it now stands; the same people, should the deal be another."""
    old = Position.from_json(hand.position)
    events = hand.record["events"]
    if old.winds != position.winds:
        new_seat = [position.winds[chair] for chair in old.chairs]
        events = reseat_events(events, sheet.ruleset.vocabulary, new_seat)
    fill(hand, sheet.settled(index, position, events))


def _write(tournament: Tournament, sheets: list[SheetAnew], options: Facts) -> list[Change]:
    """Write what was settled anew; return what the log says of it."""
    tournament.ruleset_options = options
    tournament.engine_version = ENGINE_VERSION
    tournament.save(update_fields=["ruleset_options", "engine_version"])
    changed = [hand for sheet in sheets for hand, _before in sheet.changed]
    for hand in changed:
        hand.revision += 1
    Hand.objects.bulk_update(changed, DERIVED, batch_size=50)
    changes = []
    for sheet in sheets:
        if not sheet.changed:
            continue
        if sheet.over and sheet.table.status == Table.Status.OPEN:
            sheet.table.status = Table.Status.FINISHED
        touch(sheet.table, "status")
        changes += [
            hand_change(Act.RESCORED, hand, sheet.table, _logged(before), facts(hand))
            for hand, before in sheet.changed
        ]
    return changes


def _logged(before: Facts) -> Facts:
    return {key: value for key, value in before.items() if key not in ("record", "settlement")}


def _standings_with(tournament: Tournament, sheets: list[SheetAnew], options: Facts) -> Standings:
    """Return the standings that the event would have; the caller takes everything back."""
    # The job goes on with these objects: nothing of the try may stay on them.
    _write(copy.copy(tournament), copy.deepcopy(sheets), options)
    return standings.compute_now(_tournament(tournament.pk))


def _report(
    tournament: Tournament,
    sheets: list[SheetAnew],
    options: Facts,
    before: Standings,
    after: Standings,
) -> Facts:
    places = [(s, s.table.round.number, s.table.number) for s in sheets]
    return {
        "revision": tournament.revision,
        "engine": ENGINE_VERSION,
        "options": options,
        "settled": sum(sheet.hands for sheet in sheets),
        "hands": [
            [r, t, hand.number, old["chair_deltas"], hand.chair_deltas]
            for sheet, r, t in places
            for hand, old in sheet.changed
            if old["chair_deltas"] != hand.chair_deltas
        ],
        "refused": [[r, t, number, why] for sheet, r, t in places for number, why in sheet.refused],
        "before": before.to_json(),
        "after": after.to_json(),
    }


@dataclass(frozen=True)
class Latest:
    """The newest job that settles all hands anew, its publication and what it found, where there
    are any. A publication of an older report is none of this one."""

    job: Job | None
    publication: Job | None
    report: "Report | None"


def latest(tournament: Tournament) -> Latest:
    job = jobs.latest(tournament, Job.Kind.RESCORE)
    publication = jobs.latest(tournament, Job.Kind.RESCORE_PUBLISH)
    if publication is not None and (job is None or publication.arguments.get("report") != job.pk):
        publication = None
    return Latest(job, publication, report_of(tournament, job) if job else None)


def report_of(tournament: Tournament, job: Job) -> Report | None:
    """Return what a report job found, None while it has found nothing."""
    found = job.result
    if job.kind != Job.Kind.RESCORE or job.status != Job.Status.DONE or not found:
        return None
    hands = tuple(HandAnew(*row) for row in found["hands"])
    return Report(
        job=job,
        revision=found["revision"],
        current=found["revision"] == tournament.revision,
        settled=found["settled"],
        hands=hands,
        refused=tuple(HandAnew(r, t, n, [], None, why) for r, t, n, why in found["refused"]),
        tables=tuple(_per_table(hands)),
        difference=difference(
            Standings.from_json(found["before"]), Standings.from_json(found["after"])
        ),
        options=found["options"],
    )


def _per_table(hands: tuple[HandAnew, ...]) -> Iterator[tuple[int, int, list[int], list[int]]]:
    """Yield (round, table, what its changed hands came to, what they come to now), by chair."""
    sums: dict[tuple[int, int], tuple[list[int], list[int]]] = {}
    for hand in hands:
        old, new = sums.setdefault(
            (hand.round_number, hand.table_number), ([0] * len(hand.before), [0] * len(hand.before))
        )
        for chair, (a, b) in enumerate(zip(hand.before, hand.now or (), strict=True)):
            old[chair] += a
            new[chair] += b
    for (round_number, table_number), (old, new) in sorted(sums.items()):
        yield round_number, table_number, old, new


def request_publication(actor: Actor, tournament_id: int, job_id: int) -> Job:
    """Ask for a report to be made the event's results."""
    tournament = _tournament(tournament_id)
    require_organiser(actor, tournament)
    report = _require(tournament, job_id)
    if report.refused:
        raise Conflict(_("Some hands would be refused; put them right or leave the rules."))
    return jobs.request(
        Job.Kind.RESCORE_PUBLISH,
        tournament_id,
        key=f"rescore_publish:{tournament_id}",
        arguments={"report": job_id, "label": actor.label},
        actor=actor,
    )


def _require(tournament: Tournament, job_id: int) -> Report:
    job = Job.objects.filter(pk=job_id, tournament=tournament).first()
    report = report_of(tournament, job) if job else None
    if report is None:
        raise NotThere(_("There is no such report; it was dropped, or is not made yet."))
    if not report.current:
        raise Conflict(_("Something happened since the report was made; make a new one."))
    return report


@jobs.handler(Job.Kind.RESCORE_PUBLISH)
def publish(run: Run) -> Facts:
    """Settle once more and write everything in one act. A run that was cut off after its act says
    so when it is run again."""
    report_id = run.arguments["report"]
    tournament = _tournament(run.job.tournament_id)
    done = AuditEntry.objects.filter(
        tournament=tournament, act=Act.RESCORED, after__report=report_id
    ).first()
    if done is not None:
        return {"revision": done.revision}
    report = _require(tournament, report_id)
    sheets = list(settle_all(tournament, report.options, run.progress))
    refused = [number for sheet in sheets for number, _why in sheet.refused]
    if refused:
        raise Conflict(_("Some hands would be refused; put them right or leave the rules."))
    with transaction.atomic():
        locked = locked_wholly(tournament.pk)
        if locked.revision != report.revision:
            raise Conflict(_("Something happened since the report was made; make a new one."))
        before = {"engine_version": locked.engine_version, "options": locked.ruleset_options}
        changes = _write(locked, sheets, report.options)
        own = Change(
            Act.RESCORED,
            f"event {locked.slug}",
            before=before,
            after={
                "report": report_id,
                "hands": len(changes),
                "engine_version": ENGINE_VERSION,
                "options": report.options,
            },
        )
        finish_act(Actor.of_system(run.arguments["label"]), locked.pk, own, *changes)
    return {"revision": report.revision + 1, "hands": len(changes)}


def drop(actor: Actor, tournament_id: int, job_id: int) -> None:
    """Throw a report away; it has changed nothing."""
    tournament = _tournament(tournament_id)
    require_organiser(actor, tournament)
    reports = Job.objects.filter(pk=job_id, tournament=tournament, kind=Job.Kind.RESCORE)
    if not reports.exists():
        raise NotThere
    reports.filter(status=Job.Status.DONE).update(result=None, status=Job.Status.CANCELLED)
