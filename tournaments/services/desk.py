"""What of an event needs a hand, most urgent first; and small acts on a whole round."""

import datetime as dt
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, Subquery
from django.utils import timezone

from scoring.ruleset import Ruleset
from scoring.rulesets import get_ruleset
from tournaments.models import (
    Entry,
    Job,
    RefereeCall,
    Round,
    Seat,
    Signature,
    Table,
    TableLink,
    Tournament,
)
from tournaments.services import checkin, jobs, links, releases, webhooks
from tournaments.services.access import Actor, require_organiser, require_referee
from tournaments.services.clock import clock_of
from tournaments.services.confirming import disputes
from tournaments.services.errors import NotThere
from tournaments.services.locks import locked, locked_round
from tournaments.services.paper import differences
from tournaments.services.tables import for_states, states_of

# A table that has not sent a hand for so long is worth a visit.
QUIET = dt.timedelta(minutes=25)


@dataclass(frozen=True)
class Need:
    """One thing that needs a hand. ``kind`` says what (the pages have the words), ``values`` the
    figures of the sentence; ``round`` and ``table`` where."""

    kind: str
    round: Round | None = None
    table: Table | None = None
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Desk:
    """The state of an event as its organiser sees it: rounds in order, needs by urgency, the
    latest job of each kind that still says something."""

    rounds: list[Round]
    needs: list[Need]
    draw: Job | None
    playing: int
    # By round id: how many tables have ended, how many of those are confirmed, how many there are.
    progress: dict[int, tuple[int, int, int]] = field(default_factory=dict)

    @property
    def next_number(self) -> int:
        return self.rounds[-1].number + 1 if self.rounds else 1


def desk_of(tournament: Tournament, now: dt.datetime | None = None) -> Desk:
    """Look an event over (a fixed number of queries)."""
    now = now or timezone.now()
    rounds = list(tournament.rounds.order_by("number"))
    tables = _open_tables(tournament)
    draw = tournament.jobs.filter(kind=Job.Kind.SEAT_PLAN).order_by("-id").first()
    people = tournament.entries.aggregate(
        playing=Count("pk", filter=Q(status__in=[Entry.Status.ACTIVE, Entry.Status.SUBSTITUTE]))
    )
    playing: int = people["playing"]
    needs = _draw_needs(draw) + _standings_needs(tournament) + _table_needs(tables)
    for round_ in rounds:
        mine = [t for t in tables if t.round_id == round_.pk]
        if round_.status == Round.Status.RUNNING:
            needs += _running_needs(round_, mine, now)
    needs += _webhook_needs(tournament)
    needs += _withdrawn_needs(tournament)
    needs += _presence_needs(tournament, rounds)
    needs += _seated_needs(rounds, tables)
    needs += _results_needs(tournament, rounds)
    needs += _next_needs(tournament, rounds, playing)
    return Desk(rounds, needs, draw, playing, _progress(tables))


def _progress(tables: list[Table]) -> dict[int, tuple[int, int, int]]:
    found: dict[int, tuple[int, int, int]] = {}
    for table in tables:
        ended, confirmed, count = found.get(table.round_id, (0, 0, 0))
        found[table.round_id] = (
            ended + (table.status != Table.Status.OPEN),
            confirmed + (table.status == Table.Status.CONFIRMED),
            count + 1,
        )
    return found


def _presence_needs(tournament: Tournament, rounds: list[Round]) -> list[Need]:
    """Who is missing before a round that has not started, once the check-in has begun; and who
    was to come later and is awaited."""
    running = any(r.status == Round.Status.RUNNING for r in rounds)
    if running or tournament.status == Tournament.Status.FINISHED:
        return []
    found = checkin.presence(tournament)
    needs = []
    if found.begun and found.missing:
        names = [entry.player.name for entry in found.missing[:3]]
        needs.append(Need("missing", values={"count": len(found.missing), "names": names}))
    if found.late:
        needs.append(Need("late", values={"count": len(found.late)}))
    return needs


def _open_tables(tournament: Tournament) -> list[Table]:
    """Return the tables of all rounds that are not closed, with what the needs are told from."""
    live = TableLink.objects.filter(table=OuterRef("pk"), revoked_at=None)
    calls = RefereeCall.objects.filter(table=OuterRef("pk"), answered_at=None)
    in_force = Q(hands__undone_at=None)
    return list(
        Table.objects.filter(round__tournament=tournament)
        .exclude(round__status=Round.Status.CLOSED)
        .annotate(
            hand_count=Count("hands", filter=in_force),
            last_hand=Max("hands__changed_at"),
            has_link=Exists(live),
            signed=Exists(Signature.objects.filter(table=OuterRef("pk"), agrees=False)),
            call_reason=Subquery(calls.values("reason")[:1]),
        )
        .select_related("round")
        .order_by("round__number", "number")
    )


def _draw_needs(draw: Job | None) -> list[Need]:
    if draw is not None and draw.again:
        return [Need("draw_failed", values={"error": draw.error})]
    return []


def _standings_needs(tournament: Tournament) -> list[Need]:
    """The standings' last job, when it failed; other work that was set aside."""
    needs = []
    job = tournament.jobs.filter(kind=Job.Kind.STANDINGS).order_by("-id").first()
    if job is not None and job.again:
        needs.append(Need("standings_failed", values={"error": job.error}))
    told = [Job.Kind.STANDINGS, Job.Kind.SEAT_PLAN]
    aside = tournament.jobs.filter(status=Job.Status.SET_ASIDE).exclude(kind__in=told)
    needs += [Need("set_aside", values={"kind": j.get_kind_display()}) for j in aside[:5]]
    return needs


def _webhook_needs(tournament: Tournament) -> list[Need]:
    """Messages to other software that never arrived."""
    lost = webhooks.given_up(tournament).count()
    return [Need("webhooks", values={"count": lost})] if lost else []


def _running_needs(round_: Round, tables: list[Table], now: dt.datetime) -> list[Need]:
    started = round_.started_at or now
    unfinished = [t for t in tables if t.status == Table.Status.OPEN]
    finished = [t for t in tables if t.status == Table.Status.FINISHED]
    needs = []
    late = [t for t in unfinished if clock_of(round_, t, now).phase == "over"]
    if late:
        needs.append(Need("time_up", round_, values={"open": len(late)}))
    for table in unfinished:
        last = max(filter(None, [getattr(table, "last_hand", None), started]))
        if now - last >= QUIET:
            minutes = int((now - last).total_seconds() // 60)
            needs.append(Need("quiet", round_, table, {"minutes": minutes}))
    needs += [
        Need("unbalanced", round_, table, {"reason": table.imbalance_reason})
        for table in finished
        if table.imbalance_reason
    ]
    if finished:
        needs.append(Need("unconfirmed", round_, values={"tables": len(finished)}))
    if not unfinished and not finished:
        needs.append(Need("close", round_))
    return needs


def _table_needs(tables: list[Table]) -> list[Need]:
    """Tables that call a referee; those whose paper sheet says something else than the hands."""
    needs = [
        Need("called", t.round, t, {"reason": reason})
        for t in tables
        if (reason := getattr(t, "call_reason", None)) is not None
    ]
    # Another's totals are looked at until the result is confirmed.
    checked = [
        t.pk
        for t in tables
        if (t.paper_totals or getattr(t, "signed", False)) and t.status != Table.Status.CONFIRMED
    ]
    for state in states_of(for_states(checked)) if checked else ():
        who = [signature.actor for signature in disputes(state)]
        if who:
            needs.append(Need("disputed", state.round, state.table, {"who": ", ".join(who[:3])}))
        differ = differences(state) or ()
        if any(differ):
            by = max(abs(d) for d in differ)
            needs.append(Need("paper_differs", state.round, state.table, {"by": by}))
    return needs


def _withdrawn_needs(tournament: Tournament) -> list[Need]:
    gone = (
        Seat.objects.filter(round__tournament=tournament)
        .exclude(round__status=Round.Status.CLOSED)
        .filter(entry__status__in=[Entry.Status.WITHDRAWN, Entry.Status.DISQUALIFIED])
        .select_related("entry__player", "round", "table")
        .order_by("round__number", "table__number")
    )
    return [Need("gone", s.round, s.table, {"name": s.entry.player.name}) for s in gone]


def _seated_needs(rounds: list[Round], tables: list[Table]) -> list[Need]:
    """The next seated round: publish it, print its cards, start it once no other is running; later
    ones can wait."""
    seated = [r for r in rounds if r.status == Round.Status.SEATED]
    if not seated:
        return []
    round_ = seated[0]
    needs = []
    if not round_.seats_public:
        needs.append(Need("publish", round_))
    bare = [t for t in tables if t.round_id == round_.pk and not getattr(t, "has_link", False)]
    if bare:
        needs.append(Need("cards", round_, values={"tables": len(bare)}))
    if not any(r.status == Round.Status.RUNNING for r in rounds):
        needs.append(Need("start", round_))
    return needs


def _results_needs(tournament: Tournament, rounds: list[Round]) -> list[Need]:
    """Results that wait to be published, where the organiser holds them back."""
    if tournament.release != Tournament.ReleaseMode.HELD:
        return []
    closed = [round_ for round_ in rounds if round_.status == Round.Status.CLOSED]
    if not closed:
        return []
    release = releases.latest(tournament)
    shown = release.after_round if release else 0
    return [Need("results", closed[-1])] if closed[-1].number > shown else []


def missing_for_tables(ruleset: Ruleset, playing: int) -> int:
    """Return how many are missing until everybody sits at a full table of these rules."""
    return -playing % max(ruleset.players)


def _next_needs(tournament: Tournament, rounds: list[Round], playing: int) -> list[Need]:
    if tournament.status == Tournament.Status.FINISHED:
        return []
    if not playing:
        return [Need("register")]
    if any(r.status != Round.Status.CLOSED for r in rounds):
        return []
    planned = tournament.planned_rounds
    needs = []
    missing = missing_for_tables(get_ruleset(tournament.ruleset), playing)
    if tournament.kind == Tournament.Kind.CLUB_NIGHT:
        # Whoever comes plays: nobody is missing, and no draw has to be waited for.
        needs.append(Need("open_table"))
    elif missing and (not planned or len(rounds) < planned):
        needs.append(Need("not_fours", values={"playing": playing, "missing": missing}))
    if not planned or len(rounds) < planned:
        needs.append(Need("draw_next", values={"number": len(rounds) + 1}))
    if rounds and len(rounds) >= planned:
        needs.append(Need("finish"))
    return needs


def recompute_standings(actor: Actor, tournament_id: int) -> Job:
    """Ask for the standings to be computed anew, as after every act."""
    tournament = Tournament.objects.filter(pk=tournament_id).first()
    if tournament is None:
        raise NotThere
    require_organiser(actor, tournament)
    return jobs.request_standings(tournament_id)


@transaction.atomic
def link_all_tables(actor: Actor, round_id: int) -> int:
    """Give a link to every table of a round that has none; returns how many were made."""
    round_ = locked_round(round_id)
    require_referee(actor, round_.tournament)
    # All locks first: each link ends with the event's row, after which no table may be waited for.
    tables = locked(Table.objects.filter(round=round_))
    live = set(
        TableLink.objects.filter(table__round=round_, revoked_at=None).values_list(
            "table_id", flat=True
        )
    )
    bare = [table for table in tables if table.pk not in live]
    for table in bare:
        links.make_link(actor, table.pk)
    return len(bare)
