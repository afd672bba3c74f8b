"""The tables a referee looks after: which they are, and what each of them lacks."""

import datetime as dt
import re
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import prefetch_related_objects
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Membership, Round, Table
from tournaments.services.access import Actor
from tournaments.services.clock import clock_of
from tournaments.services.confirming import disputes
from tournaments.services.desk import QUIET
from tournaments.services.errors import Invalid, NotAllowed, Problem
from tournaments.services.paper import differences
from tournaments.services.tables import TableState, for_states, states_of

_PART = re.compile(r"(\d{1,4})(?:[-–~～](\d{1,4}))?\Z")  # as phones write them


def tables_in(text: str) -> frozenset[int] | None:
    """Read table numbers such as ``1-8,12``; None stands for all tables (an empty text).

    Raises `Invalid` naming each part that is no number and no range.
    """
    found: set[int] = set()
    problems = []
    for part in re.split(r"[,，、;；\s]+", text.strip()):  # Chinese commas are meant
        if not part:
            continue
        match = _PART.match(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if not 1 <= first <= last:
            words = _("“%(part)s” is no table and no range of tables, such as 1-8.")
            problems.append(Problem("tables", words % {"part": part[:20]}))
            continue
        found.update(range(first, last + 1))
    if problems:
        raise Invalid(problems=problems)
    return frozenset(found) or None


@transaction.atomic
def look_after(actor: Actor, tournament_id: int, text: str) -> Membership:
    """Say which tables of an event are mine (empty: all). Nobody's rights change, nor the event."""
    mine = Membership.objects.filter(user=actor.user, tournament_id=tournament_id).first()
    if actor.user is None or mine is None:
        raise NotAllowed(_("Only a referee of this event may do this."))
    tables_in(text)
    mine.tables = ",".join(text.replace(",", " ").split())[:60]
    tables_in(mine.tables)
    mine.save(update_fields=["tables"])
    return mine


@dataclass(frozen=True)
class Lack:
    """What a table lacks. ``kind``: ``called``, ``paper`` (differs by ``by``), ``disputed``,
    ``time_up``, ``quiet`` (no entry for ``minutes``), ``sum`` (not zero), ``unconfirmed``."""

    kind: str
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def urgent(self) -> bool:
        return self.kind != "unconfirmed"


def lacks(state: TableState, now: dt.datetime | None = None) -> list[Lack]:
    """Return what a table of a running round lacks, most urgent first."""
    now = now or timezone.now()
    found = []
    if state.called:
        found.append(Lack("called"))
    if state.table.status != Table.Status.CONFIRMED:
        by = max((abs(d) for d in differences(state) or ()), default=0)
        if by:
            found.append(Lack("paper", {"by": by}))
        if state.finished and disputes(state):
            found.append(Lack("disputed"))
    if not state.finished:
        found += _unfinished(state, now)
    elif state.table.status == Table.Status.FINISHED:
        if state.total_sum:
            found.append(Lack("sum", {"sum": state.total_sum}))
        found.append(Lack("unconfirmed"))
    return found


def _unfinished(state: TableState, now: dt.datetime) -> list[Lack]:
    if clock_of(state.round, state.table, now).phase == "over":
        return [Lack("time_up")]
    moments = [h.hand.changed_at for h in state.hands] + [state.round.started_at or now]
    silent = now - max(moments)
    return (
        [Lack("quiet", {"minutes": int(silent.total_seconds() // 60)})] if silent >= QUIET else []
    )


@dataclass(frozen=True)
class RunningRound:
    """A running round of an event in which somebody is a referee. ``tables`` are those of the
    referee with what each lacks; ``others`` counts the rest."""

    membership: Membership
    round: Round
    tables: list[tuple[TableState, list[Lack]]]
    others: int

    @property
    def missing(self) -> int:
        """How many of the tables have not finished."""
        return sum(not state.finished for state, _lacks in self.tables)


def memberships_of(actor: Actor) -> list[Membership]:
    """Return the events in which the actor is a referee or organiser, with the events."""
    return list(
        Membership.objects.filter(user=actor.user)
        .select_related("tournament__club")
        .order_by("tournament__name", "pk")
    )


def running_rounds(memberships: list[Membership]) -> list[RunningRound]:
    """Return the running rounds of these events (a fixed number of queries)."""
    by_event = {m.tournament_id: m for m in memberships}
    now = timezone.now()
    states = states_of(
        for_states(round__tournament_id__in=by_event, round__status=Round.Status.RUNNING)
        if by_event
        else []
    )
    prefetch_related_objects([state.table for state in states], "signatures", "calls")
    by_round: dict[int, list[TableState]] = {}
    for state in sorted(states, key=lambda s: s.table.number):
        by_round.setdefault(state.round.pk, []).append(state)
    found = []
    for group in by_round.values():
        membership = by_event[group[0].tournament.pk]
        wanted = tables_in(membership.tables)
        mine = [s for s in group if wanted is None or s.table.number in wanted]
        rows = [(state, lacks(state, now)) for state in mine]
        found.append(RunningRound(membership, group[0].round, rows, len(group) - len(mine)))
    order = {m.pk: i for i, m in enumerate(memberships)}
    return sorted(found, key=lambda g: (order[g.membership.pk], g.round.number))
